"""The readable summary on the terminal: verdict first, then what is wrong, then the rest; readable without colour."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from docverify.report import words
from docverify.report.view import ItemView, ReasonView, View, build

_STYLE = {
    "aceito": "bold green",
    "rejeitado": "bold red",
    "conforme": "green",
    "nao_conforme": "bold red",
    "ausente": "bold red",
    "em_analise": "bold yellow",
    "impede": "red",
    "revisar": "yellow",
}
_MARK = {
    "conforme": "[ok]",
    "nao_conforme": "[X]",
    "ausente": "[X]",
    "em_analise": "[?]",
    "nao_verificavel": "[-]",
    "nao_aplicavel": "[ ]",
}
_URGENCY = list(words.SITUACOES)


def render(report: Mapping[str, Any], console: Console) -> None:
    """Print a report.

    Args:
        report: In the contract's shape.
        console: Where to; what is printed carries no control characters of the documents.
    """
    view = build(report)
    _verdict(view, console)
    for item in sorted(view.itens, key=lambda i: _URGENCY.index(i.situacao)):
        if not item.fora:
            _item(item, console)
    out = [item.id for item in view.itens if item.fora]
    if out:
        console.print(Text("Não se aplicam a este pedido: " + ", ".join(out), style="dim"))
    console.print()
    _documents(view, console)


def _verdict(view: View, console: Console) -> None:
    console.print(Text(f"{view.rotulo} — {view.dossie}", style=_STYLE.get(view.resultado, "bold")))
    console.print(Text(f"{view.efeito} ({view.efeito_citacao})"))
    console.print(
        Text(f"{view.titulo_norma} ({view.norma}); pedido: {view.pedido}; data de referência: {view.data_referencia}")
    )
    console.print(Text("; ".join(f"{name}: {count}" for _, name, count in view.contagem)))
    console.print(Text(f"O que fazer: {view.o_que_fazer}"))
    for notice in view.avisos:
        console.print(Text(f"Aviso: {notice}", style="yellow"))
    console.print()


def _item(item: ItemView, console: Console) -> None:
    head = Text()
    head.append(f"{_MARK.get(item.situacao, '')} {item.id} {item.rotulo}: ", style=_STYLE.get(item.situacao, ""))
    head.append(item.descricao)
    console.print(head)
    console.print(Padding(Text(item.citacao, style="dim"), (0, 0, 0, 4), expand=False))
    if item.documentos:
        console.print(Padding(Text("; ".join(item.documentos), style="dim"), (0, 0, 0, 4), expand=False))
    for reason in item.motivos:
        _reason(reason, console)


def _reason(reason: ReasonView, console: Console) -> None:
    line = Text()
    line.append(f"- {reason.rotulo}: ", style=_STYLE.get(reason.gravidade, ""))
    line.append(reason.mensagem)
    notes = [reason.citacao] if reason.citacao else []
    if reason.inferencia:
        notes.append("inferência: o texto da norma não o diz expressamente")
    if notes:
        line.append(f" ({'; '.join(notes)})", style="dim")
    console.print(Padding(line, (0, 0, 0, 4), expand=False))
    if reason.onde:
        told = [f"lido “{reason.lido}”"] if reason.lido else []
        told += [f"declarado “{reason.declarado}”"] if reason.declarado else []
        where = f"{reason.onde}{': ' if told else ''}{', '.join(told)}"
        console.print(Padding(Text(where, style="dim"), (0, 0, 0, 6), expand=False))


def _documents(view: View, console: Console) -> None:
    table = Table(title="Documentos encontrados", title_justify="left", show_edge=False, pad_edge=False)
    for title in ("nº", "documento", "onde", "confiança"):
        table.add_column(title, overflow="fold")
    for document in view.documentos:
        title = document.titulo + (f" (continua o nº {document.continua})" if document.continua else "")
        table.add_row(str(document.numero), Text(title), Text(document.onde), document.confianca)
    console.print(table)
    if view.assinaturas:
        console.print()
        console.print(Text("Assinaturas digitais"))
        for line in view.assinaturas:
            console.print(Padding(Text(f"- {line}"), (0, 0, 0, 2), expand=False))
