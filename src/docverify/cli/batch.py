"""``docverify batch``: every dossier of a folder, resumable."""

from __future__ import annotations

import signal
import sys
from pathlib import Path
from types import FrameType
from typing import Annotated

import typer
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn
from rich.progress import Progress as Bar

from docverify.cli.app import app, fail
from docverify.cli.console import Console
from docverify.cli.options import settings, today, worker_count
from docverify.errors import EXIT_ENGINE
from docverify.work import batch as work
from docverify.work.batch import Progress


@app.command(
    short_help="Verifica todos os dossiês de uma pasta, ou os que faltam.",
    help="Verifica todos os dossiês de uma pasta; retomado, continua de onde parou.",
)
def batch(
    source: Annotated[Path, typer.Argument(metavar="PASTA", help="pasta com um dossiê por subpasta, .zip ou PDF")],
    output: Annotated[Path, typer.Option("--output", metavar="ARQUIVO.jsonl", help="um relatório por linha")],
    workers: Annotated[
        int | None, typer.Option("--workers", metavar="N", help="dossiês ao mesmo tempo (padrão: um por núcleo)")
    ] = None,
    workspace: Annotated[
        Path | None, typer.Option("--workspace", metavar="PASTA", help="pasta de trabalho e do cache de páginas")
    ] = None,
) -> None:
    """Verify every dossier of a folder; exit status 0 where each has its line, else 4."""
    machine = settings()
    if workspace is not None:
        workspace.mkdir(parents=True, exist_ok=True)
        machine = machine.model_copy(update={"cache": workspace / "cache"})
    dossiers, others = work.entries(source)
    dossiers = [path for path in dossiers if path.resolve() != output.resolve()]
    for name in others:
        if (source / name).resolve() != output.resolve():
            fail(f"aviso: {name} não é pasta, .zip nem PDF e foi deixado de lado", 0)
    signal.signal(signal.SIGTERM, _interrupt)
    count = worker_count(workers)
    # each dossier reads its pages on its own share of the machine
    machine = machine.model_copy(update={"ocr_jobs": max(1, machine.ocr_jobs // count)})
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Bar(*columns, console=Console(stderr=True), disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task("dossiês", total=len(dossiers))

        def notify(progress: Progress) -> None:
            bar.update(task, completed=progress.feitos, description=progress.dossie or "dossiês")

        end = work.run(dossiers, output, today=today(), settings=machine, workers=count, notify=notify)
    raise typer.Exit(0 if end.feitos == end.total else EXIT_ENGINE)


def _interrupt(_: int, __: FrameType | None) -> None:
    raise KeyboardInterrupt
