"""``docverify norms``: which norms there are, what each asks for, whether its file is sound."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from docverify.cli.app import app, fail
from docverify.cli.console import Console
from docverify.errors import EXIT_BAD_INPUT, RuleSetError
from docverify.norms import loader
from docverify.norms.schema import Norm
from docverify.report import words

norms = typer.Typer(help="Lista, mostra e confere as normas.", no_args_is_help=True, rich_markup_mode=None)
app.add_typer(norms, name="norms")


@norms.command("list", help="Lista as normas.")
def list_norms() -> None:
    """Print every norm of the contract, and which are in this version."""
    table = Table(show_edge=False, pad_edge=False)
    for title in ("norma", "título", "atividade", "desde", "disponível"):
        table.add_column(title, overflow="fold")
    ready = loader.available()
    for entry in loader.catalog().values():
        table.add_row(
            entry.id, entry.titulo, entry.atividade, f"{entry.inicio:%d/%m/%Y}", "sim" if entry.id in ready else "não"
        )
    _console().print(table)


@norms.command("show", help="Mostra as regras de uma norma, com as citações.")
def show(norm: Annotated[str, typer.Argument(metavar="NORM", help="por exemplo GLP297")]) -> None:
    """Print the rules of a norm with their citations, what is literal and what is inference, and its settings."""
    loaded = loader.load_norm(norm)
    console = _console()
    since = f"{loaded.inicio:%d/%m/%Y}"
    window = f"em vigor de {since} a {loaded.fim:%d/%m/%Y}" if loaded.fim else f"em vigor desde {since}"
    console.print(f"{loaded.titulo} ({loaded.id})", style="bold", markup=False)
    console.print(f"{loaded.ementa}\n{window}\n", markup=False)
    for line in _rules(loaded):
        console.print(line, markup=False)
    console.print("\nLeituras configuráveis", style="bold")
    for setting in loaded.ajustes.values():
        allowed = f" (valores: {', '.join(map(str, setting.valores))})" if setting.valores else ""
        console.print(
            f"- {setting.nome} = {setting.padrao}{allowed}: {setting.descricao} ({setting.citacao})", markup=False
        )


@norms.command("check", help="Confere os arquivos das normas.")
def check(
    files: Annotated[list[Path] | None, typer.Argument(metavar="[FILE.toml...]", help="padrão: as instaladas")] = None,
) -> None:
    """Validate norm files; exit status 2 where one is wrong, each fault on standard error."""
    status = 0
    wanted: list[tuple[str, Path | None]] = [(str(path), path) for path in files or []]
    for name, path in wanted or [(entry, None) for entry in loader.available()]:
        try:
            loaded = loader.load_file(path) if path is not None else loader.load_norm(name)
        except RuleSetError as error:
            status = fail(error.mensagem, EXIT_BAD_INPUT)
        else:
            print(f"{name}: {len(loaded.regras)} regras, sem erros")
    raise typer.Exit(status)


def _rules(norm: Norm) -> list[str]:
    lines: list[str] = []
    for rule in norm.regras:
        lines.append(f"{rule.id}  {rule.descricao}")
        lines.append(f"    {norm.cite(rule.citacao)}")
        lines.extend(f"    também: {norm.cite(source)}" for source in rule.fontes if source != rule.citacao)
        lines.append(f"    situações: {', '.join(words.PEDIDOS.get(s, s) for s in rule.situacoes)}")
        if rule.documentos:
            lines.append(f"    documento: {' ou '.join(map(words.tipo, rule.documentos))}")
        lines.extend(f"    texto da norma: {entry}" for entry in rule.literal)
        lines.extend(f"    inferência: {entry}" for entry in rule.inferencias)
        if rule.ausente:
            lines.append(f"    se falta: {_effect(norm, rule.ausente)}")
        if rule.defeituoso:
            lines.append(f"    se não conforme: {_effect(norm, rule.defeituoso)}")
        if rule.nao_verificavel:
            lines.append(f"    não verificável: {rule.nao_verificavel}")
    return lines


def _effect(norm: Norm, codigo: str) -> str:
    """Return what an effect says, with its code."""
    effect = norm.efeitos.get(codigo)
    return f"{effect.mensagem} [{codigo}]" if effect else codigo


def _console() -> Console:
    return Console(highlight=False, soft_wrap=not sys.stdout.isatty())
