"""What a child process does: verify the dossiers that it is handed, one after the other, and answer for each.

What a dossier needs and no dossier changes stays loaded between them: models, patterns, norms. Everything else is made
anew for each: the folder for temporary files, the process that opens its files. A child says what became of it, so that
the parent can replace one that has grown.
"""

from __future__ import annotations

import contextlib
import gc
import os
import resource
import signal
import tempfile
import traceback
from collections.abc import Callable
from dataclasses import dataclass, replace
from multiprocessing import forkserver
from multiprocessing.connection import Connection
from typing import Any

from docverify.errors import DefectError, DocverifyError, EngineError
from docverify.settings import Settings
from docverify.work import channel
from docverify.work.job import Failure, Job, Outcome, failure_of
from docverify.work.processes import die_with_parent, give_back_memory, own_children, resident_bytes

Task = Callable[[Job, Settings], Outcome]

_PROBE_BYTES = 1 << 20
_MAX_OPEN_FILES = 1024

_TRIM_FROM = 300_000_000
"""Bytes held after a dossier from which it is worth milliseconds to give memory back."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a child sends back.

    Attributes:
        outcome: Of the dossier.
        resident: Bytes that the child holds after it.
        strays: Something that the dossier started still runs.
    """

    outcome: Outcome
    resident: int
    strays: bool


def serve(connection: Connection, task: Task, settings: Settings) -> None:
    """Do what arrives on the connection, one job at a time, until it is closed.

    With a job come its folder for temporary files, and whether somebody wants to hear how far it is.

    Args:
        connection: Of the parent.
        task: What is done with a job; it raises nothing.
        settings: Limits and the machine.
    """
    _enter(settings)
    while True:
        try:
            job, scratch, heard = connection.recv()
        except (EOFError, OSError):
            # nothing to tidy up: what engines and libraries do at the end of a process takes longer than a dossier
            os._exit(0)
        os.environ["TMPDIR"] = tempfile.tempdir = scratch
        channel.connect(connection if heard else None)
        outcome = task(job, settings)
        # what is left lives as long as the process: the next dossier's garbage is looked for among its own things only
        gc.collect()
        gc.freeze()
        if resident_bytes() > _TRIM_FROM:
            give_back_memory()
        with contextlib.suppress(OSError):
            connection.send(Answer(outcome, resident_bytes(), _strays()))


def _enter(settings: Settings) -> None:
    os.setsid()
    # with the server, which dies with whoever asked: nothing goes on unseen after a kill -9
    die_with_parent()
    _let_the_server_end()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    os.dup2(2, 1)  # standard output belongs to the report alone, whatever a library prints
    with contextlib.suppress(ValueError, OSError):
        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        limit = settings.dossier_memory_bytes
        soft = limit if hard == resource.RLIM_INFINITY else min(limit, hard)
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        _limit(resource.RLIMIT_NOFILE, _MAX_OPEN_FILES)
        _limit(resource.RLIMIT_FSIZE, 2 * max(settings.max_total_bytes, settings.cache_max_bytes))
    # patterns and models live as long as the process: they are not looked through for garbage again and again
    gc.collect()
    gc.freeze()


def _let_the_server_end() -> None:
    """Let go of the pipe by which the server knows that somebody needs it; a child at work would keep it alive."""
    server: Any = vars(forkserver)["_forkserver"]
    held = server._forkserver_alive_fd
    if held is not None:
        os.close(held)
        server._forkserver_alive_fd = None


def _limit(what: int, most: int) -> None:
    """Lower a limit of this process; one that is lower already stays."""
    soft, hard = resource.getrlimit(what)
    held = min(most, *(n for n in (soft, hard) if n != resource.RLIM_INFINITY), most)
    resource.setrlimit(what, (held, hard))


def _strays() -> bool:
    # imported here: a task of the tests needs none of it
    from docverify.intake.media import helpers

    return bool(own_children() - helpers())


def work(job: Job, settings: Settings) -> Outcome:
    """Verify a dossier in this process; every exception becomes a failure.

    Args:
        job: What to verify.
        settings: Limits and the machine.
    """
    outcome = _worked(job, settings)
    if _complete(outcome) or has_room(tempfile.gettempdir()):
        return outcome
    told = EngineError("não há espaço para arquivos temporários; libere espaço em disco e tente de novo")
    return Outcome(failure=replace(outcome.failure or failure_of(told), sem_espaco=True))


def has_room(folder: str) -> bool:
    """Tell whether something can be written in a folder still."""
    try:
        with tempfile.TemporaryFile(dir=folder) as probe:
            probe.write(bytes(_PROBE_BYTES))
            probe.flush()
            os.fsync(probe.fileno())
    except OSError:
        return False
    return True


def _complete(outcome: Outcome) -> bool:
    """Tell whether a want of room can have had no part in an outcome: every file was read."""
    if outcome.report is None:
        return False
    return not any(notice["codigo"] == "arquivo_ilegivel" for notice in outcome.report.get("avisos", ()))


def _worked(job: Job, settings: Settings) -> Outcome:
    # imported here: whoever only starts children needs none of it
    from docverify.work.produce import produce

    try:
        return produce(job, settings)
    except DocverifyError as error:
        return Outcome(failure=failure_of(error, traceback.format_exc()))
    except MemoryError:
        return Outcome(
            failure=failure_of(
                EngineError(
                    "faltou memória para verificar o dossiê; divida-o ou aumente DOCVERIFY_DOSSIER_MEMORY_BYTES"
                ),
                traceback.format_exc(),
            )
        )
    except Exception as error:
        return Outcome(failure=defect(error))


def defect(error: BaseException) -> Failure:
    """Return an unexpected exception as a defect; the message names its kind, never a document's content."""
    told = DefectError(
        f"defeito do docverify ({type(error).__name__}); o dossiê não foi julgado. "
        "Repita com DOCVERIFY_DEBUG=1 e informe o resultado a quem mantém o programa"
    )
    return failure_of(told, "".join(traceback.format_exception(error)))
