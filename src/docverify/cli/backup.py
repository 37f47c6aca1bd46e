"""``docverify backup`` and ``docverify restore``."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Annotated

import typer

from docverify.cli.app import app, fail
from docverify.cli.options import BRASILIA, CallError, service_settings
from docverify.errors import EXIT_ENGINE


def _named(text: str) -> Path:
    """Return a path; an empty argument (a variable of a script that was not set) is not the current folder."""
    if not text:
        raise CallError("o caminho da cópia está vazio; indique uma pasta")
    return Path(text)


def _said(moment: str) -> str:
    """Return a moment of ISO 8601 as it is said in Brasília."""
    return f"{datetime.fromisoformat(moment).astimezone(BRASILIA):%d/%m/%Y às %H:%M} (Brasília)"


_Folder = Annotated[Path, typer.Argument(metavar="PASTA", help="pasta da cópia", parser=_named)]


@app.command(
    short_help="Copia banco de dados e originais para uma pasta.",
    help="Copia a instalação (banco de dados e originais) para uma pasta; o serviço pode continuar no ar.",
)
def backup(
    folder: _Folder,
    with_secret: Annotated[
        bool, typer.Option("--com-segredo", help="guarda na cópia também o segredo da instalação")
    ] = False,
) -> None:
    """Copy the installation; exit status 0 where the copy is whole, 4 where originals are lost."""
    # imported here: other commands need no database
    from docverify.store.backup import backup as copy

    done = copy(service_settings(), folder, with_secret=with_secret)
    manifest = done.manifesto
    print(
        f"cópia feita em {folder}: {manifest.linhas['dossies']} dossiê(s), {len(manifest.originais)} original(is) "
        f"conferido(s), {done.copiados} novo(s), {done.retirados} retirado(s)"
    )
    if not with_secret:
        print("o segredo da instalação não está na cópia: guarde-o à parte, em lugar seguro (veja docs/operacao.md)")
    if manifest.ausentes:
        message = (
            f"{len(manifest.ausentes)} original(is) faltam ou foram alterados no armazenamento e não estão na cópia; "
            f"a lista está em “ausentes” de {folder / 'manifesto.json'}. Recupere-os de uma cópia anterior"
        )
        raise typer.Exit(fail(message, EXIT_ENGINE))


@app.command(help="Restaura uma cópia em uma instalação vazia.")
def restore(
    folder: _Folder,
    without_secret: Annotated[
        bool,
        typer.Option("--sem-segredo", help="o segredo se perdeu: a auditoria anterior não poderá ser conferida"),
    ] = False,
) -> None:
    """Put a copy back; exit status 0 where all of it is there again."""
    from docverify.store.restore import restore as put_back

    done = put_back(service_settings(), folder, other_secret=without_secret)
    manifest = done.manifesto
    print(
        f"cópia de {_said(manifest.feita_em)} restaurada: {manifest.linhas['dossies']} dossiê(s), "
        f"{len(manifest.originais)} original(is) conferido(s)"
    )
    if done.segredo:
        print("confira a auditoria: docverify audit verify")
    else:
        print("o segredo é outro: registre a perda com docverify audit accept antes de iniciar o serviço")
