"""``docverify norms``: which norms there are, what each asks for, whether its file is sound."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from docverify.cli import norms_text
from docverify.cli.app import app, fail
from docverify.cli.console import Console
from docverify.cli.options import settings
from docverify.errors import EXIT_BAD_INPUT, DocverifyError, RuleSetError
from docverify.evaluate import cases
from docverify.norms import loader
from docverify.norms.loader import CatalogEntry
from docverify.norms.schema import Norm

norms = typer.Typer(help="Lista, mostra e confere as normas.", no_args_is_help=True, rich_markup_mode=None)
app.add_typer(norms, name="norms")


@norms.command("list", help="Lista as normas, as do docverify e as da pasta DOCVERIFY_NORMS.")
def list_norms() -> None:
    """Print every norm that is known, when it was in force, and where its file comes from."""
    folder = settings().norms
    table = Table(show_edge=False, pad_edge=False)
    for title in ("norma", "título", "atividade", "vigência", "origem"):
        table.add_column(title, overflow="fold")
    ready = loader.available(folder)
    for entry in loader.catalog(folder).values():
        table.add_row(
            entry.id,
            entry.titulo,
            norms_text.ATIVIDADES.get(entry.atividade, entry.atividade),
            _window(entry, folder) if entry.id in ready else norms_text.window(f"{entry.inicio:%d/%m/%Y}", None),
            (entry.arquivo.name if entry.arquivo else "docverify") if entry.id in ready else "não disponível",
        )
    _console().print(table)


@norms.command("show", help="Mostra as regras de uma norma, com as citações.")
def show(norm: Annotated[str, typer.Argument(metavar="NORMA", help="por exemplo GLP297")]) -> None:
    """Print the rules of a norm with their citations, what is literal and what is inference, and its settings."""
    loaded = loader.load_norm(norm, pasta=settings().norms)
    console = _console()
    console.print(f"{loaded.titulo} ({loaded.id})", style="bold", markup=False)
    for line in norms_text.lines(loaded):
        console.print(line, markup=False)


@norms.command(
    "check",
    short_help="Confere os arquivos das normas e os casos deles.",
    help="Confere os arquivos das normas, e decide os casos dos arquivos de casos.",
)
def check(
    files: Annotated[list[Path] | None, typer.Argument(metavar="ARQUIVO.toml", help="(padrão: as instaladas)")] = None,
) -> None:
    """Validate norm files and decide the cases of case files; exit status 2 where something is wrong."""
    folder = settings().norms
    wanted = [(str(path), path) for path in files or []]
    if not files:
        wanted = [(name, loader.packaged_file(name)) for name in loader.available()]
        wanted += [(path.name, path) for path in loader.office_files(folder)]
    status = 0
    loaded: dict[str, Norm] = {}
    for name, path in [w for w in wanted if not cases.is_case_file(w[1])]:
        try:
            norm = loader.load_file(path)
        except RuleSetError as error:
            status = fail(error.mensagem, EXIT_BAD_INPUT)
        else:
            loaded[norm.id] = norm
            print(f"{name}: {len(norm.regras)} regras, sem erros")
    for name, path in [w for w in wanted if cases.is_case_file(w[1])]:
        status = (
            _try_cases(name, path, lambda i: loaded[i] if i in loaded else loader.load_norm(i, pasta=folder)) or status
        )
    if not files and not status:
        # each file may be sound and the folder not: an id that is taken, a setting that no norm has
        for name in loader.available(folder):
            loader.load_norm(name, pasta=folder)
    raise typer.Exit(status)


def _try_cases(name: str, path: Path, norm_of: Callable[[str], Norm]) -> int:
    """Decide the cases of a file, say which do not come out as they should, and return the exit status."""
    tried = wrong = 0
    try:
        for case, difference in cases.failures(path, norm_of):
            tried += 1
            if difference is not None:
                wrong += 1
                fail(f"{name}, caso “{case}”: {difference}.", EXIT_BAD_INPUT)
    except DocverifyError as error:
        return fail(f"{name}: {error.mensagem}", EXIT_BAD_INPUT)
    print(f"{name}: {tried} casos, " + (f"{wrong} em desacordo" if wrong else "todos como se espera"))
    return EXIT_BAD_INPUT if wrong else 0


def _window(entry: CatalogEntry, folder: Path | None) -> str:
    end = loader.load_norm(entry.id, pasta=folder).fim
    return norms_text.window(f"{entry.inicio:%d/%m/%Y}", f"{end:%d/%m/%Y}" if end else None)


def _console() -> Console:
    return Console(highlight=False, soft_wrap=not sys.stdout.isatty())
