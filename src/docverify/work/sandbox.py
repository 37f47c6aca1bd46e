"""One child process per dossier: a crash, a hang or a memory bomb costs that dossier only.

Children are forked from a server process that has imported everything and holds no thread, so that each starts in
milliseconds. A child leads its own process group; where it has to be stopped, so is everything that it started.
"""

from __future__ import annotations

import contextlib
import ctypes
import multiprocessing
import os
import resource
import signal
import sys
import tempfile
import traceback
from collections.abc import Callable
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path

from docverify.errors import DefectError, DocverifyError, EngineError, EngineTimeoutError
from docverify.settings import Settings
from docverify.work.job import Failure, Job, Outcome, failure_of

_PR_SET_PDEATHSIG = 1
_GRACE_S = 5.0

Task = Callable[[Job, Settings], Outcome]


_preload = ["docverify.work.preload"]


def prepare_for_many() -> None:
    """Let the server load all patterns before it forks: seconds once, and then none for each child.

    Counts only before the first :func:`run` of this process.
    """
    if "docverify.work.warm" not in _preload:
        _preload.append("docverify.work.warm")


def run(job: Job, settings: Settings, task: Task | None = None) -> Outcome:
    """Verify a dossier in a child process.

    Args:
        job: What to verify.
        settings: ``dossier_timeout_s`` and ``dossier_memory_bytes`` limit the child.
        task: What the child does, a function that can be imported; default :func:`work`.

    Returns:
        Its report, or why there is none. Never raises for what happens in the child.
    """
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(_preload)
    with tempfile.TemporaryDirectory(prefix="docverify-", ignore_cleanup_errors=True) as scratch:
        receiver, sender = context.Pipe(duplex=False)
        process = context.Process(
            target=_child, args=(sender, task or work, job, settings, scratch), name=f"docverify {job.path.name}"
        )
        process.start()
        sender.close()
        try:
            return _await(process, receiver, settings.dossier_timeout_s)
        finally:
            receiver.close()
            _stop(process)


def work(job: Job, settings: Settings) -> Outcome:
    """Verify a dossier in this process; every exception becomes a failure.

    Args:
        job: What to verify.
        settings: Limits and the machine.
    """
    # imported here: whoever only starts children needs none of it
    from docverify.work.produce import produce

    try:
        return Outcome(report=produce(job, settings))
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


def _child(sender: Connection, task: Task, job: Job, settings: Settings, scratch: str) -> None:
    os.setsid()
    if sys.platform == "linux":
        # dies with the server, which dies with whoever asked: nothing goes on unseen after a kill -9
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    os.dup2(2, 1)  # standard output belongs to the report alone, whatever a library prints
    os.environ["TMPDIR"] = tempfile.tempdir = scratch
    with contextlib.suppress(ValueError, OSError):
        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        limit = settings.dossier_memory_bytes
        soft = limit if hard == resource.RLIM_INFINITY else min(limit, hard)
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    outcome = task(job, settings)
    with contextlib.suppress(OSError):
        sender.send(outcome)
    sender.close()


def _await(process: BaseProcess, receiver: Connection, timeout_s: float) -> Outcome:
    if not receiver.poll(timeout_s):
        message = f"o dossiê passou do limite de {timeout_s:g} s; divida-o ou aumente DOCVERIFY_DOSSIER_TIMEOUT_S"
        return Outcome(failure=failure_of(EngineTimeoutError(message)))
    try:
        outcome: Outcome = receiver.recv()
    except (EOFError, OSError):
        process.join(_GRACE_S)
        return Outcome(failure=failure_of(_death(process.exitcode)))
    return outcome


def _death(exitcode: int | None) -> DocverifyError:
    if exitcode is not None and exitcode < 0:
        name = signal.Signals(-exitcode).name
        if -exitcode == signal.SIGKILL:
            return EngineError("o processo do dossiê foi morto pelo sistema (provável falta de memória); tente de novo")
        return EngineError(f"um motor de leitura caiu ({name}) ao ler o dossiê; os demais não são afetados")
    return DefectError(f"o processo do dossiê terminou sem resposta (código {exitcode})")


def _stop(process: BaseProcess) -> None:
    """End a child and everything that it started; a child that is done ends by itself."""
    process.join(0.2)
    if process.is_alive() and process.pid is not None:
        family = descendants(process.pid)
        for pid in [process.pid, *family]:
            _kill(pid)
    process.join(_GRACE_S)
    if process.exitcode is not None:
        process.close()


def _kill(pid: int) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        if os.getpgid(pid) == pid:
            os.killpg(pid, signal.SIGKILL)
        else:
            os.kill(pid, signal.SIGKILL)


def descendants(pid: int) -> list[int]:
    """Return the processes that a process started, and those that they started (Linux; elsewhere none).

    Args:
        pid: A process id.
    """
    children: dict[int, list[int]] = {}
    with contextlib.suppress(OSError):
        for entry in Path("/proc").iterdir():
            if entry.name.isdigit():
                with contextlib.suppress(OSError, IndexError, ValueError):
                    stat = (entry / "stat").read_text(encoding="ascii", errors="replace")
                    children.setdefault(int(stat.rpartition(")")[2].split()[1]), []).append(int(entry.name))
    found: list[int] = []
    waiting = [pid]
    while waiting:
        below = children.get(waiting.pop(), [])
        found.extend(below)
        waiting.extend(below)
    return found
