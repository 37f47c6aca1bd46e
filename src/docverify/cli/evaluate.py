"""``docverify eval``: reports against expected results."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import Progress as Bar

from docverify.cli.app import app, fail
from docverify.cli.console import Console
from docverify.cli.options import CallError, settings, today, worker_count
from docverify.evaluate import figures, run, tables
from docverify.work.batch import Progress


@app.command(
    "eval",
    short_help="Compara relatórios com os resultados esperados.",
    help="Compara relatórios com os resultados esperados (esperado.json) e mostra os acertos.",
)
def evaluate(
    folder: Annotated[Path, typer.Argument(metavar="PASTA", help="pasta de dossiês com esperado.json")],
    reports: Annotated[
        Path | None, typer.Option("--reports", metavar="ARQUIVO.jsonl", help="relatórios já feitos por docverify batch")
    ] = None,
    json_file: Annotated[
        Path | None, typer.Option("--json", metavar="ARQUIVO", help="grava todos os números e cada falha")
    ] = None,
    workers: Annotated[
        int | None, typer.Option("--workers", metavar="N", help="dossiês ao mesmo tempo (padrão: um por núcleo)")
    ] = None,
) -> None:
    """Print accuracy tables; exit status 0 unless something could not be compared."""
    expected = run.truths(folder)
    known = None if reports is None else run.reports_of(reports)
    count = worker_count(workers)
    machine = settings()
    machine = machine.model_copy(update={"ocr_jobs": max(1, machine.ocr_jobs // count)})
    with Bar(console=Console(stderr=True), disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task("dossiês", total=len(expected))

        def notify(progress: Progress) -> None:
            if progress.dossie:
                bar.advance(task)

        results = run.evaluate(expected, today=today(), settings=machine, workers=count, reports=known, notify=notify)
    numbers = figures.figures(results)
    if json_file is not None:
        try:
            json_file.write_text(json.dumps(numbers, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
        except OSError as error:
            raise CallError(f"--json: não consigo escrever em {json_file}: {error.strerror}") from error
    tables.render(numbers, Console(width=None if sys.stdout.isatty() else 160))
    if len(results) < len(expected):
        fail(f"aviso: {len(expected) - len(results)} dossiês não têm relatório e ficaram de fora", 0)
