"""Portuguese names of the contract's codes: reasons, effects, notices, modalities and profiles.

A message says what is wrong in a case; a name says of which kind it is, for whoever scans a report or counts reasons.
"""

from __future__ import annotations

from typing import Final

MOTIVOS: Final[dict[str, str]] = {
    "documento_ausente": "documento ausente",
    "documento_ilegivel": "documento ilegível",
    "tipo_incerto": "tipo de documento incerto",
    "confianca_baixa": "leitura incerta",
    "leitores_divergentes": "leituras divergentes",
    "texto_oculto_divergente": "texto oculto",
    "ficha_incompleta": "Ficha incompleta",
    "modalidade_nao_indicada": "modalidade não indicada",
    "firma_nao_reconhecida": "firma não reconhecida",
    "cnpj_divergente": "CNPJ divergente",
    "cnpj_invalido": "CNPJ inválido",
    "razao_social_divergente": "nome empresarial divergente",
    "nome_fantasia_divergente": "nome fantasia divergente",
    "endereco_divergente": "endereço divergente",
    "municipio_emissor_divergente": "emissor de outro município",
    "uf_emissor_divergente": "emissor de outro Estado",
    "inscricao_estadual_divergente": "inscrição estadual divergente",
    "inscricao_estadual_dv": "dígito da inscrição estadual",
    "situacao_cadastral_irregular": "situação cadastral irregular",
    "cnae_principal_divergente": "CNAE divergente",
    "atividade_nao_contemplada": "atividade não contemplada",
    "validade_vencida": "validade vencida",
    "validade_nao_encontrada": "validade não encontrada",
    "exercicio_divergente": "exercício divergente",
    "capacidade_nao_explicita": "capacidade não explícita",
    "capacidade_incompativel_com_classe": "capacidade incompatível com a classe",
    "autenticacao_ausente": "cópia não autenticada",
    "registro_junta_ausente": "sem registro na Junta Comercial",
    "consolidacao_ausente": "falta a consolidação",
    "ata_eleicao_ausente": "falta a ata de eleição",
    "socios_divergentes": "sócios divergentes",
    "representante_sem_poderes": "representante sem poderes",
    "vias_de_acesso_incompletas": "vias de acesso incompletas",
    "endereco_duplicado": "endereço já autorizado",
    "substituicao_nao_comprovada": "substituição não comprovada",
    "protocolo_fora_do_prazo": "protocolo fora do prazo",
    "protocolo_nao_aceito": "protocolo não aceito",
    "certidao_positiva": "certidão positiva",
    "uf_nao_coberta": "Estado sem documento",
    "filial_nao_coberta": "filial sem documento",
    "tancagem_nao_contemplada": "tancagem não contemplada",
    "fora_do_prazo": "fora do prazo",
    "base_externa_nao_consultada": "base externa não consultada",
    "documento_reutilizado": "documento reutilizado",
    "documento_alterado": "sinais de alteração",
    "documento_cancelado": "documento cancelado",
    "assinatura_ausente": "assinatura ausente",
    "orgao_emissor_incompetente": "emissor não é o competente",
    "mandato_vencido": "mandato vencido",
    "pessoa_juridica_irregular": "natureza jurídica",
    "debito_cadin": "débito no Cadin",
    "autorizacao_revogada": "autorização revogada",
    "socio_distribuidor": "sócio distribuidor",
}

EFEITOS: Final[dict[str, str]] = {
    "acolhido": "Acolhido",
    "nao_acolhido": "Não acolhido",
    "nao_admitido": "Não admitido",
    "apto_a_outorga": "Apto à outorga",
    "pendente": "Pendente",
    "indeferir": "Indeferimento",
    "vedado_operar": "Vedado operar",
    "apto_a_registro": "Apto a registro",
    "nao_expedir": "Registro não expedido",
    "em_analise": "Em análise",
}

AVISOS: Final[dict[str, str]] = {
    **EFEITOS,
    "norma_fora_de_vigencia": "Norma fora de vigência",
    "arquivo_ilegivel": "Arquivo ilegível",
    "pdf_protegido": "PDF protegido por senha",
    "certificacao_nao_verificada": "Certificação não verificada",
    "reexame": "Reexame",
    "notificar_30_dias": "Notificação de 30 dias",
    "cancelar": "Cancelamento",
    "nulidade": "Nulidade",
}

MODALIDADES: Final[dict[str, str]] = {
    "automotivos": "combustíveis automotivos",
    "gnv": "exclusiva de GNV",
    "flutuante": "posto flutuante",
    "maritima": "posto marítimo",
}

PERFIS: Final[dict[str, str]] = {
    "sistema": "instrução no sistema",
    "solicitacao_anp": "documentos solicitados pela ANP",
}
