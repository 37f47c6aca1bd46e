"""How document types and fields are called in front of a person, with article and accents."""

from __future__ import annotations

from datetime import date

TIPOS: dict[str, str] = {
    "requerimento": "o requerimento",
    "ficha_cadastral": "a Ficha Cadastral assinada",
    "comprovante_cnpj": "o comprovante de inscrição no CNPJ",
    "inscricao_estadual": "o documento de inscrição estadual",
    "contrato_social": "o contrato social",
    "estatuto_social": "o estatuto social",
    "ata_eleicao": "a ata de eleição dos administradores",
    "alvara_funcionamento": "o alvará de funcionamento",
    "certificado_bombeiros": "o certificado do corpo de bombeiros",
    "licenca_operacao": "a licença de operação",
    "certificado_borda_livre": "o certificado de borda-livre",
    "certidao_junta": "a certidão da Junta Comercial",
    "protocolo_renovacao": "o protocolo de renovação",
    "protocolo_transferencia_titularidade": "o protocolo de transferência de titularidade",
    "certidao_negativa_federal": "a certidão negativa federal",
    "certidao_negativa_estadual": "a certidão negativa estadual",
    "comprovante_conclusao_obras": "o comprovante de conclusão das obras",
    "procuracao": "a procuração",
    "documento_identidade": "o documento de identidade",
    "requerimento_cancelamento": "o requerimento de cancelamento",
    "mandado_judicial": "o mandado judicial",
    "distrato_social": "o distrato social",
    "ato_incorporacao": "o ato de incorporação",
    "declaracao_prefeitura": "a declaração da prefeitura",
    "comunicacao_encerramento": "a comunicação de encerramento",
    "projeto_instalacoes": "o projeto das instalações",
    "contrato_cessao_espaco": "o contrato de cessão de espaço",
    "desconhecido": "o documento não identificado",
}

CAMPOS: dict[str, str] = {
    "cnpj": "o CNPJ",
    "razao_social": "o nome empresarial",
    "nome_fantasia": "o nome fantasia",
    "endereco": "o endereço",
    "inscricao_estadual": "a inscrição estadual",
    "situacao_cadastral": "a situação cadastral",
    "situacao": "a situação",
    "validade": "a validade",
    "exercicio": "o exercício",
    "prazo_indeterminado": "o prazo indeterminado",
    "capacidade_glp_kg": "a capacidade em quilogramas de GLP",
    "contempla_revenda_glp": "a habilitação para a revenda de GLP",
    "orgao_emissor": "o órgão emissor",
    "municipio_emissor": "o município do emissor",
    "uf_emissor": "a UF do emissor",
    "uf": "a UF",
    "numero_registro": "o número do registro na Junta Comercial",
    "data_registro": "a data do registro na Junta Comercial",
    "socios": "os sócios",
    "administradores": "os administradores",
    "mandato_ate": "o fim do mandato",
    "autenticacao": "a autenticação",
    "firma_reconhecida": "o reconhecimento de firma",
    "classe_armazenamento": "a classe de armazenamento",
    "telefone": "o telefone",
    "distribuidores": "os distribuidores",
    "responsavel": "o responsável pelo preenchimento",
    "local": "o local",
    "data": "a data",
    "atividade": "a atividade",
    "cnae_principal": "o CNAE principal",
    "natureza_juridica": "a natureza jurídica",
    "resultado": "o resultado (se é negativa ou positiva)",
    "contempla_tancagem": "se as obras abrangem a tancagem",
    "objeto_social": "o objeto social",
    "data_protocolo": "a data do protocolo",
    "inscricao_municipal": "a inscrição municipal",
    "vias_de_acesso": "as vias de acesso",
    "filiais": "as filiais",
    "estados_onde_atua": "os Estados onde atua",
    "numero": "o número",
    "data_emissao": "a data de emissão",
    "tipo_licenca": "o tipo da licença",
    "nire": "o NIRE",
    "capital_social": "o capital social",
    "junta_comercial": "a Junta Comercial",
    "alterado": "a menção a alteração",
    "consolidado": "a menção a consolidação",
    "matriz_filial": "a menção a matriz ou filial",
    "data_abertura": "a data de abertura",
    "cnaes_secundarios": "os CNAEs secundários",
    "data_situacao": "a data da situação cadastral",
    "documento_renovado": "o documento a renovar",
    "embarcacao": "a embarcação",
    "outorgante": "o outorgante",
    "outorgado": "o outorgado",
    "poderes": "os poderes",
    "nome": "o nome",
    "cpf": "o CPF",
    "signatario": "o signatário",
    "destinatario": "o destinatário",
    "codigo_verificacao": "o código de verificação",
}

CHAVES_FICHA: dict[str, str] = {
    "razao_social": "nome empresarial",
    "nome_fantasia": "título do estabelecimento",
    "cnpj": "CNPJ",
    "telefone": "telefone",
    "classe_armazenamento": "classe de armazenamento",
    "endereco": "endereço",
    "endereco.logradouro": "rua ou avenida",
    "endereco.numero": "número",
    "endereco.bairro": "bairro",
    "endereco.cep": "CEP",
    "endereco.municipio": "município",
    "endereco.uf": "UF",
    "pedido.modalidade": "modalidade",
    "inscricao_estadual": "inscrição estadual",
    "socios": "sócios",
    "vias_de_acesso": "vias de acesso",
    "filiais": "filiais",
    "estados_onde_atua": "Estados onde atua",
    "distribuidores": "distribuidor",
    "distribuidores.razao_social": "razão social do distribuidor",
    "distribuidores.cnpj": "CNPJ do distribuidor",
    "distribuidores.marcas": "marcas comercializadas",
    "responsavel": "responsável pelo preenchimento",
    "responsavel.nome": "nome do responsável",
    "responsavel.identidade": "identidade do responsável",
    "responsavel.cpf": "CPF do responsável",
    "responsavel.funcao": "função do responsável",
    "local": "local",
    "data": "data",
}


def tipo(name: str) -> str:
    """Return a document type with its article, ``o alvará de funcionamento``."""
    return TIPOS.get(name, "o documento")


def no_tipo(name: str) -> str:
    """Return a document type with ``em`` and its article, ``no alvará de funcionamento``."""
    return "n" + tipo(name)


def do_tipo(name: str) -> str:
    """Return a document type with ``de`` and its article, ``do alvará de funcionamento``."""
    return "d" + tipo(name)


def campo(name: str) -> str:
    """Return a field with its article, ``a validade``."""
    return CAMPOS.get(name, f"o campo '{name}'")


def valor(value: object) -> str:
    """Return a setting's value as a person reads it: ``sim``, ``31/12/1995``, ``logradouro, numero``."""
    if isinstance(value, bool):
        return "sim" if value else "não"
    if isinstance(value, date):
        return f"{value:%d/%m/%Y}"
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
