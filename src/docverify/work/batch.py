"""A batch: every dossier of a folder, a report a line, in the order of their names."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from docverify.errors import DefectError, UnreadableFileError
from docverify.report.serialize import clean
from docverify.settings import Settings
from docverify.work import sandbox
from docverify.work.job import Job, Outcome
from docverify.work.output import LineFile

_SUFFIXES = (".zip", ".pdf")
_AHEAD = 8
"""How many dossiers, beyond one per worker, may be ready before the oldest is written: what a kill can cost."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a batch is.

    Attributes:
        total: Entries of the source.
        feitos: Entries that have their line.
        dossie: The one just written, empty at the start.
        resultado: Its result or error code.
    """

    total: int
    feitos: int
    dossie: str = ""
    resultado: str = ""


def entries(source: Path) -> tuple[list[Path], list[str]]:
    """Return the dossiers of a folder and the names of what is none.

    Args:
        source: One dossier per subfolder, ``.zip`` or PDF; hidden files are not looked at.

    Raises:
        UnreadableFileError: It is no folder that can be read.
    """
    try:
        found = sorted(source.iterdir(), key=lambda p: os.fsencode(p.name))
    except OSError as error:
        raise UnreadableFileError(f"{source} não é uma pasta que se possa ler; indique a pasta dos dossiês") from error
    dossiers: list[Path] = []
    others: list[str] = []
    for path in found:
        if path.name.startswith((".", "__MACOSX")):
            continue
        if path.is_dir() or path.suffix.lower() in _SUFFIXES:
            dossiers.append(path)
        elif not path.name.endswith("esperado.json"):
            others.append(path.name)
    return dossiers, others


def run(
    dossiers: Iterable[Path],
    output: Path,
    *,
    today: date,
    settings: Settings,
    workers: int = 1,
    task: sandbox.Task | None = None,
    notify: Callable[[Progress], None] | None = None,
) -> Progress:
    """Verify the dossiers that have no line in the output yet, and append theirs.

    Args:
        dossiers: In the order in which lines are written.
        output: A JSONL file; what it holds from an earlier run is kept.
        today: The day of the verification.
        settings: Limits and the machine.
        workers: How many dossiers at a time.
        task: What a child does (see :class:`docverify.work.sandbox.Crew`).
        notify: Told after each line.

    Returns:
        How far it came; ``feitos == total`` unless it was interrupted.

    Raises:
        BadInputError: The output cannot be used.
        OSError: The output cannot be written any more; it can be continued later.
    """
    named = [(clean(path.name), path) for path in dossiers]
    if len(named) > 1:
        sandbox.prepare_for_many()
    with LineFile(output) as lines:
        waiting = deque((name, path) for name, path in named if name not in lines.done)
        total, done = len(named), len(named) - len(waiting)
        if notify:
            notify(Progress(total, done))
        running: deque[tuple[str, Future[Outcome]]] = deque()
        crew = sandbox.Crew(settings, task)
        pool = ThreadPoolExecutor(workers, thread_name_prefix="dossie")
        try:
            while waiting or running:
                while waiting and len(running) < workers + _AHEAD:
                    name, path = waiting.popleft()
                    running.append((name, pool.submit(crew.run, Job(path, today))))
                name, future = running.popleft()
                entry = line(name, future.result())
                lines.append(entry)
                done += 1
                if notify:
                    result = entry.get("resultado") or entry["erro"]["codigo"]
                    notify(Progress(total, done, name, str(result)))
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
            crew.close()
    return Progress(total, done)


def line(name: str, outcome: Outcome) -> dict[str, Any]:
    """Return the line of a dossier: its report, or its error."""
    if outcome.report is not None:
        return {**outcome.report, "dossie": name}
    if outcome.failure is None:
        raise DefectError("um dossiê sem relatório e sem erro")
    return {"dossie": name, "erro": {"codigo": outcome.failure.codigo, "mensagem": outcome.failure.mensagem}}
