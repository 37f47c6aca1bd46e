"""The figures of an evaluation as tables for the terminal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.console import Console
from rich.table import Table

from docverify.evaluate.figures import RESULTS

_RESULT_NAMES = {"aceito": "aceito", "rejeitado": "rejeitado", "em_analise": "em análise", "erro": "erro"}


def render(figures: Mapping[str, Any], console: Console) -> None:
    """Print the figures of an evaluation.

    Args:
        figures: From :func:`docverify.evaluate.figures.figures`.
        console: Where to.
    """
    blocks = {
        **figures["por_camada"],
        **{f"grupo {name}": block for name, block in figures["por_grupo"].items()},
        "total": figures["total"],
    }
    console.print(_overview(blocks))
    console.print(_decisions(figures["total"]))
    console.print(_types(blocks))
    for tipo in figures["total"]["tipos"]:
        if figures["total"]["tipos"][tipo]["campos"]:
            console.print(_fields(blocks, tipo))
    total = figures["total"]
    for key, name in (("falsos_aceites", "Falsos aceites"), ("falsas_rejeicoes", "Falsas rejeições")):
        console.print(f"{name}: {len(total[key])}" + (f" ({', '.join(total[key])})" if total[key] else ""))
    if total["erros"]:
        console.print("Erros: " + ", ".join(f"{code} {count}" for code, count in total["erros"].items()))


def _percent(rate: Mapping[str, Any]) -> str:
    return "—" if rate["taxa"] is None else f"{rate['taxa'] * 100:.1f} %"


def _table(title: str, *columns: str) -> Table:
    table = Table(title=title, title_justify="left", show_edge=False)
    for column in columns:
        table.add_column(column, justify="left" if column in ("", "tipo", "campo") else "right", overflow="fold")
    return table


def _overview(blocks: Mapping[str, Any]) -> Table:
    table = _table(
        "Resumo", "", "dossiês", "tipo (páginas)", "tipo (documentos)", "separação", "decisões certas",
        "itens certos", "sem pessoa", "falsos aceites", "falsas rejeições", "impede indevido",
    )  # fmt: skip
    for name, block in blocks.items():
        table.add_row(
            name,
            str(block["dossies"]),
            *(
                _percent(block[key])
                for key in (
                    "paginas", "documentos", "separacao", "decisoes_certas", "itens_certos", "decididos_sem_pessoa",
                )
            ),
            str(len(block["falsos_aceites"])),
            str(len(block["falsas_rejeicoes"])),
            str(block["impedimentos_indevidos"]),
        )  # fmt: skip
    return table


def _decisions(block: Mapping[str, Any]) -> Table:
    table = _table("Decisões (linha: esperado; coluna: obtido)", "", *_RESULT_NAMES.values())
    for expected in RESULTS:
        row = block["decisoes"][expected]
        table.add_row(_RESULT_NAMES[expected], *(str(row[got]) for got in _RESULT_NAMES))
    return table


def _types(blocks: Mapping[str, Any]) -> Table:
    table = _table("Tipo certo, por documento", "tipo", *blocks)
    for tipo in blocks["total"]["tipos"]:
        cells = []
        for block in blocks.values():
            found = block["tipos"].get(tipo)
            cells.append("" if found is None else f"{_percent(found['documentos'])} de {found['documentos']['total']}")
        table.add_row(tipo, *cells)
    return table


def _fields(blocks: Mapping[str, Any], tipo: str) -> Table:
    """Exact rates of one type per tier and group; what went wrong, over all."""
    table = _table(
        f"{tipo}: campos exatos em forma normal (as últimas colunas contam todas as camadas)", "campo", "nº",
        *blocks, "≥ 0,95", "ausentes", "errados", "a mais", "errados e confiantes",
    )  # fmt: skip
    for name, rate in blocks["total"]["tipos"][tipo]["campos"].items():
        cells = []
        for block in blocks.values():
            here = block["tipos"].get(tipo, {"campos": {}})["campos"].get(name)
            cells.append("" if here is None else _percent(here))
        similar = "—" if rate["taxa_parecidos"] is None else f"{rate['taxa_parecidos'] * 100:.1f} %"
        bad = (str(rate[key] or "") for key in ("ausentes", "errados", "a_mais", "errados_confiantes"))
        table.add_row(name, str(rate["total"]), *cells, similar, *bad)
    return table
