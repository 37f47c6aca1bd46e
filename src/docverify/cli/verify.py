"""``docverify verify``: one dossier."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from docverify.cli.app import app, debug, fail
from docverify.cli.console import Console
from docverify.cli.options import CallError, parse_day, settings, today
from docverify.report import serialize, terminal
from docverify.work import sandbox
from docverify.work.job import Job

EXIT_BY_RESULT = {"aceito": 0, "rejeitado": 1, "em_analise": 3}
_REPORTS = (".html", ".htm", ".pdf")


def _named(text: str) -> Path:
    """Return a path; an empty argument (a variable of a script that was not set) is not the current folder."""
    if not text:
        raise CallError("o caminho do dossiê está vazio; indique uma pasta, um .zip ou um PDF")
    return Path(text)


@app.command(help="Verifica um dossiê: uma pasta, um .zip ou um PDF.")
def verify(
    dossier: Annotated[Path, typer.Argument(metavar="DOSSIÊ", help="pasta, .zip ou PDF", parser=_named)],
    as_json: Annotated[bool, typer.Option("--json", help="só o relatório em JSON na saída padrão")] = False,
    report: Annotated[
        Path | None, typer.Option("--report", metavar="ARQUIVO", help="relatório ilustrado, .html ou .pdf")
    ] = None,
    norm: Annotated[str | None, typer.Option("--norm", metavar="NORMA", help="norma, por exemplo GLP297")] = None,
    day: Annotated[
        str | None, typer.Option("--date", metavar="AAAA-MM-DD", help="data em que se julga a validade")
    ] = None,
) -> None:
    """Verify one dossier and leave with the exit status of its result."""
    if report is not None:
        _check_target(report)
    reference = None if day is None else parse_day("--date", day)
    outcome = sandbox.run(Job(dossier, today(), norm, reference, report), settings())
    if outcome.report is None:
        failure = outcome.failure
        if failure is None:
            raise typer.Exit(fail("defeito: nem relatório nem erro", 70))
        if debug() and failure.detalhe:
            print(failure.detalhe, file=sys.stderr)
        raise typer.Exit(fail(failure.mensagem, failure.exit_status))
    if as_json:
        sys.stdout.buffer.write(serialize.dumps(outcome.report, indent=2).encode("utf-8") + b"\n")
        sys.stdout.buffer.flush()
    else:
        terminal.render(outcome.report, Console(highlight=False, width=None if sys.stdout.isatty() else 100))
        if report is not None:
            print(f"\nRelatório ilustrado: {report}")
    raise typer.Exit(EXIT_BY_RESULT[outcome.report["resultado"]])


def _check_target(report: Path) -> None:
    """Refuse a report that cannot be written, before minutes are spent on reading."""
    if report.suffix.lower() not in _REPORTS:
        raise CallError(f"--report: {report} deve terminar em .html ou .pdf")
    folder = report.parent
    if not folder.is_dir() or not os.access(folder, os.W_OK):
        raise CallError(f"--report: não posso escrever na pasta {folder}; crie-a ou escolha outra")
    if report.is_dir():
        raise CallError(f"--report: {report} é uma pasta")
