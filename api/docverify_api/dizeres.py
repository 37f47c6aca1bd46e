"""What the pages say instead of a code of the service: states, stages, and what to do about an error."""

from __future__ import annotations

from typing import Final

ESTADOS: Final[dict[str, str]] = {
    "rascunho": "Rascunho",
    "na_fila": "Na fila",
    "processando": "Em verificação",
    "concluido": "Concluído",
    "erro": "Erro",
    "expurgado": "Expurgado",
}

ETAPAS: Final[dict[str, str]] = {
    "na_fila": "Na fila",
    "abrindo": "Abrindo os arquivos",
    "lendo": "Lendo as páginas",
    "conferindo": "Conferindo a leitura",
    "decidindo": "Aplicando a norma",
    "ilustrando": "Preparando as imagens",
    "pronto": "Pronto",
}

RESULTADOS: Final[dict[str, str]] = {"aceito": "Aceito", "rejeitado": "Rejeitado", "em_analise": "Em análise"}

ERROS: Final[dict[str, str]] = {
    "arquivo_ilegivel": "Abra os arquivos no seu computador para ver quais estão danificados, digitalize-os de novo e "
    "envie um novo dossiê.",
    "protegido_por_senha": "Salve os PDFs sem senha e envie um novo dossiê.",
    "limite_excedido": "Divida o dossiê ou digitalize com menor resolução (300 pontos por polegada bastam) e envie um "
    "novo dossiê.",
    "vazio": "Confira se os arquivos têm páginas e envie um novo dossiê.",
    "ficha_invalida": "Corrija os dados da Ficha e envie um novo dossiê.",
    "ficha_ausente": "Envie um novo dossiê com os dados da Ficha digitados, com o arquivo ficha.json, ou com a Ficha "
    "Cadastral digitalizada entre os arquivos.",
    "norma_indefinida": "Envie um novo dossiê em que a norma esteja escolhida.",
    "tempo_esgotado": "O dossiê é grande demais para o tempo que o serviço lhe dá. Divida-o, ou peça ao administrador "
    "que o verifique de novo.",
    "falha_do_motor": "Não é culpa dos documentos. Peça ao administrador que veja o serviço e mande verificar de novo.",
    "defeito": "Não é culpa dos documentos. Informe ao administrador o número que está no endereço da página.",
}
"""What a clerk does about an error that a dossier ended in, by its code."""


PAPEIS: Final[dict[str, str]] = {
    "entidade": "entidade",
    "analista": "analista",
    "supervisor": "supervisor",
    "auditor": "auditor",
    "administrador": "administrador",
}


PAPEIS_EXPLICADOS: Final[dict[str, str]] = {
    "entidade": "entidade: envia dossiês",
    "analista": "analista: vê os dossiês",
    "supervisor": "supervisor: vê e manda verificar de novo",
    "auditor": "auditor: vê os dossiês e a auditoria",
    "administrador": "administrador: tudo, e as contas",
}
"""What whoever gives a role must know of it (docs/contas.md has the whole table)."""


def como_esta(estado: str, resultado: str | None) -> tuple[str, str]:
    """Return code and words for how a dossier stands: its result where it is done, else its state.

    Args:
        estado: Of the dossier.
        resultado: Of the verdict in force.
    """
    if estado == "concluido" and resultado:
        return resultado, RESULTADOS.get(resultado, resultado)
    return estado, ESTADOS.get(estado, estado)
