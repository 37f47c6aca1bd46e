"""Which fields each document type reports (public contract, section 3); whatever else is read is an extra."""

from __future__ import annotations

_COMUNS = (
    "cnpj razao_social nome_fantasia endereco numero orgao_emissor uf_emissor municipio_emissor data_emissao validade "
    "prazo_indeterminado atividade autenticacao codigo_verificacao"
)
COMUNS: frozenset[str] = frozenset(_COMUNS.split())
"""Fields that any document may have."""

_CONTRATO = (
    "nire objeto_social capital_social socios administradores junta_comercial numero_registro data_registro alterado "
    "consolidado"
)
_PROPRIOS: dict[str, str] = {
    "alvara_funcionamento": "exercicio inscricao_municipal",
    "certificado_bombeiros": "capacidade_glp_kg contempla_revenda_glp",
    "licenca_operacao": "tipo_licenca",
    "contrato_social": _CONTRATO,
    "estatuto_social": _CONTRATO,
    "ata_eleicao": _CONTRATO + " mandato_ate",
    "distrato_social": _CONTRATO,
    "ato_incorporacao": _CONTRATO,
    "comprovante_cnpj": "matriz_filial data_abertura cnae_principal cnaes_secundarios natureza_juridica "
    "situacao_cadastral data_situacao",
    "inscricao_estadual": "inscricao_estadual uf situacao cnae_principal",
    "certidao_negativa_federal": "resultado uf",
    "certidao_negativa_estadual": "resultado uf",
    "protocolo_renovacao": "data_protocolo documento_renovado",
    "protocolo_transferencia_titularidade": "data_protocolo",
    "comprovante_conclusao_obras": "contempla_tancagem",
    "certificado_borda_livre": "embarcacao",
    "certidao_junta": "nire junta_comercial socios",
    "procuracao": "outorgante outorgado poderes",
    "documento_identidade": "nome cpf",
    "requerimento": "signatario destinatario",
    "requerimento_cancelamento": "firma_reconhecida",
    "ficha_cadastral": "razao_social nome_fantasia cnpj inscricao_estadual telefone classe_armazenamento endereco "
    "vias_de_acesso filiais estados_onde_atua distribuidores socios responsavel local data firma_reconhecida",
}


def campos_of(tipo: str) -> frozenset[str]:
    """Return the names that ``campos`` of a document type may hold."""
    return COMUNS | frozenset(_PROPRIOS.get(tipo, "").split())
