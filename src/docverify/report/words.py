"""What a person reads instead of a code: Portuguese names of types, fields, situations and results.

Only names live here. What is wrong and what to do is said by the reasons themselves, which the norm writes.
"""

from __future__ import annotations

from typing import Final

TIPOS: Final[dict[str, str]] = {
    "requerimento": "Requerimento",
    "ficha_cadastral": "Ficha Cadastral",
    "comprovante_cnpj": "Comprovante de inscrição no CNPJ",
    "inscricao_estadual": "Inscrição estadual",
    "contrato_social": "Contrato social",
    "estatuto_social": "Estatuto social",
    "ata_eleicao": "Ata de eleição dos administradores",
    "alvara_funcionamento": "Alvará de funcionamento",
    "certificado_bombeiros": "Certificado do Corpo de Bombeiros",
    "licenca_operacao": "Licença de operação",
    "certificado_borda_livre": "Certificado Nacional de Borda-Livre",
    "certidao_junta": "Certidão da Junta Comercial",
    "protocolo_renovacao": "Protocolo de renovação",
    "protocolo_transferencia_titularidade": "Protocolo de transferência de titularidade",
    "certidao_negativa_federal": "Certidão de débitos federais",
    "certidao_negativa_estadual": "Certidão de débitos estaduais",
    "comprovante_conclusao_obras": "Comprovante de conclusão de obras",
    "procuracao": "Procuração",
    "documento_identidade": "Documento de identidade",
    "requerimento_cancelamento": "Requerimento de cancelamento",
    "mandado_judicial": "Mandado judicial",
    "distrato_social": "Distrato social",
    "ato_incorporacao": "Ato de incorporação",
    "declaracao_prefeitura": "Declaração da prefeitura",
    "comunicacao_encerramento": "Comunicação de encerramento",
    "projeto_instalacoes": "Projeto das instalações",
    "contrato_cessao_espaco": "Contrato de cessão de espaço",
    "desconhecido": "Documento não identificado",
}

CAMPOS: Final[dict[str, str]] = {
    "razao_social": "Nome empresarial",
    "nome_fantasia": "Nome fantasia",
    "cnpj": "CNPJ",
    "inscricao_estadual": "Inscrição estadual",
    "inscricao_municipal": "Inscrição municipal",
    "telefone": "Telefone",
    "classe_armazenamento": "Classe de armazenamento",
    "endereco": "Endereço",
    "vias_de_acesso": "Vias de acesso",
    "filiais": "Filiais",
    "estados_onde_atua": "Estados onde atua",
    "distribuidores": "Distribuidores",
    "responsavel": "Responsável",
    "numero": "Número",
    "orgao_emissor": "Órgão emissor",
    "uf_emissor": "UF do emissor",
    "municipio_emissor": "Município do emissor",
    "data_emissao": "Data de emissão",
    "validade": "Validade",
    "exercicio": "Exercício",
    "prazo_indeterminado": "Prazo indeterminado",
    "atividade": "Atividade",
    "capacidade_glp_kg": "Capacidade de GLP (kg)",
    "contempla_revenda_glp": "Contempla a revenda de GLP",
    "tipo_licenca": "Tipo da licença",
    "nire": "NIRE",
    "objeto_social": "Objeto social",
    "capital_social": "Capital social",
    "socios": "Sócios",
    "administradores": "Administradores",
    "junta_comercial": "Junta Comercial",
    "numero_registro": "Número do registro",
    "data_registro": "Data do registro",
    "alterado": "É alteração",
    "consolidado": "É consolidação",
    "matriz_filial": "Matriz ou filial",
    "data_abertura": "Data de abertura",
    "cnae_principal": "CNAE principal",
    "cnaes_secundarios": "CNAEs secundários",
    "natureza_juridica": "Natureza jurídica",
    "situacao_cadastral": "Situação cadastral",
    "data_situacao": "Data da situação cadastral",
    "uf": "UF",
    "situacao": "Situação",
    "resultado": "Resultado",
    "data_protocolo": "Data do protocolo",
    "documento_renovado": "Documento a renovar",
    "contempla_tancagem": "Contempla a tancagem",
    "embarcacao": "Embarcação",
    "mandato_ate": "Mandato até",
    "outorgante": "Outorgante",
    "outorgado": "Outorgado",
    "poderes": "Poderes",
    "nome": "Nome",
    "cpf": "CPF",
    "signatario": "Signatário",
    "destinatario": "Destinatário",
    "autenticacao": "Autenticação da cópia",
    "firma_reconhecida": "Firma reconhecida",
    "codigo_verificacao": "Código de verificação",
    "local": "Local",
    "data": "Data",
    "data_consulta": "Data da consulta",
    "pedido": "Pedido",
    "signatario_firma": "Assinatura reconhecida",
    "signatarios_firma": "Assinaturas reconhecidas",
    "assinaturas": "Assinaturas digitais",
}
"""In the order in which a report shows fields; fields without a name here follow, in alphabetical order."""

PARTES: Final[dict[str, str]] = {
    "logradouro": "Logradouro",
    "numero": "Número",
    "complemento": "Complemento",
    "bairro": "Bairro",
    "cep": "CEP",
    "municipio": "Município",
    "uf": "UF",
    "razao_social": "Nome empresarial",
    "cnpj": "CNPJ",
    "marcas": "Marcas",
    "nome": "Nome",
    "documento": "Documento",
    "identidade": "Identidade",
    "cpf": "CPF",
    "funcao": "Função",
    "data_entrada": "Entrada",
    "inscricao_estadual": "Inscrição estadual",
}

SITUACOES: Final[dict[str, str]] = {
    "nao_conforme": "Não conforme",
    "ausente": "Ausente",
    "em_analise": "Em análise",
    "conforme": "Conforme",
    "nao_verificavel": "Não verificável por documentos",
    "nao_aplicavel": "Não se aplica",
}
"""In the order of what asks for a person's attention first."""

RESULTADOS: Final[dict[str, str]] = {
    "aceito": "ACEITO",
    "rejeitado": "REJEITADO",
    "em_analise": "EM ANÁLISE",
}

O_QUE_FAZER: Final[dict[str, str]] = {
    "aceito": "Nada a corrigir: todos os itens exigidos foram encontrados e conferem.",
    "rejeitado": "Corrija o que está marcado como “Não conforme” ou “Ausente” e apresente o dossiê de novo.",
    "em_analise": "Uma pessoa deve conferir os itens “Em análise” na página indicada; havendo dúvida na imagem, "
    "peça uma digitalização melhor do documento.",
}

CONFERIR: Final = "O que está “Em análise” deve ser conferido por uma pessoa."

VALORES: Final[dict[str, dict[str, str]]] = {
    "autenticacao": {
        "cartorio": "em cartório",
        "servidor": "por servidor público",
        "digital": "certificação ou assinatura digital",
    },
    "documento_renovado": TIPOS,
    "pedido": {"autorizacao": "autorização", "atualizacao_cadastral": "atualização cadastral"},
    "resultado": {
        "negativa": "negativa",
        "positiva_com_efeito_de_negativa": "positiva com efeito de negativa",
        "positiva": "positiva",
    },
}
"""Codes that are values of a field, by field."""

GRAVIDADES: Final[dict[str, str]] = {"impede": "Impede", "revisar": "A conferir", "alerta": "Alerta"}

PEDIDOS: Final[dict[str, str]] = {
    "novo": "Novo",
    "substituicao": "Substituição",
    "fusao": "Fusão",
    "alteracao_endereco": "Alteração de endereço",
    "alteracao_socios": "Alteração de sócios",
    "alteracao_marca": "Alteração de marca",
    "alteracao_outras": "Outras alterações",
    "operacao": "Operação",
    "encerramento": "Encerramento",
    "desativacao": "Desativação",
    "semestral": "Informação semestral",
    "recadastramento": "Recadastramento",
}


def tipo(codigo: str) -> str:
    """Return the Portuguese name of a document type, the code itself where it has none."""
    return TIPOS.get(codigo, codigo)


def campo(codigo: str) -> str:
    """Return the Portuguese name of a field (``endereco.numero`` too), the code itself where it has none."""
    head, _, tail = codigo.partition(".")
    name = CAMPOS.get(head, head)
    return f"{name}: {PARTES.get(tail, tail)}" if tail else name


def order(codigo: str) -> tuple[int, str]:
    """Return the sort key that puts fields in the order of a report."""
    return (_ORDER.get(codigo, len(_ORDER)), codigo)


_ORDER = {codigo: place for place, codigo in enumerate(CAMPOS)}
