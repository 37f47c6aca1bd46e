"""``docverify worker``: verifies dossiers of the service's queue, on this machine or any other."""

from __future__ import annotations

import os
from typing import Annotated

import typer

from docverify.cli.app import app
from docverify.cli.options import MAX_WORKERS, PRIVATE, CallError, service_settings, settings


@app.command(
    short_help="Verifica os dossiês da fila do serviço.",
    help="Verifica os dossiês da fila do serviço; vários podem trabalhar juntos, nesta e em outras máquinas.",
)
def worker(
    jobs: Annotated[
        int,
        typer.Option(
            "--jobs", metavar="N", help="dossiês ao mesmo tempo neste processo (padrão: 1)", show_default=False
        ),
    ] = 1,
    supervised: Annotated[
        bool, typer.Option("--supervised", hidden=True, help="termina com o processo que o iniciou")
    ] = False,
) -> None:
    """Work until SIGTERM or Ctrl+C; exit status 0 then."""
    from docverify.work.worker import run_worker

    if not 1 <= jobs <= MAX_WORKERS:
        raise CallError(f"--jobs: {jobs} está fora de 1 a {MAX_WORKERS}")
    os.umask(PRIVATE)
    machine = settings()
    if jobs > 1:  # each dossier reads its pages on its own share of the machine
        machine = machine.model_copy(update={"ocr_jobs": max(1, machine.ocr_jobs // jobs)})
    raise typer.Exit(run_worker(machine, service_settings(), jobs=jobs, supervised=supervised))
