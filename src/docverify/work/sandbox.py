"""Children that verify dossiers: a crash, a hang or a memory bomb costs that dossier only.

Children are forked from a server process that has imported everything and holds no thread, so that each starts in
milliseconds. A child verifies many dossiers, since what they have in common takes seconds to load; it is replaced
when it has grown or served long. One that fails, after others, at a dossier proves nothing against the dossier: a fresh
child has the last word. A child leads its own process group; where it has to be stopped, so is everything that it
started.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import signal
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing.process import BaseProcess
from types import TracebackType

from docverify.errors import EXIT_DEFECT, EXIT_ENGINE, DefectError, DocverifyError, EngineError, EngineTimeoutError
from docverify.settings import Settings
from docverify.work.channel import Decided, Step
from docverify.work.child import Answer, Task, serve, work
from docverify.work.job import Job, Outcome, failure_of
from docverify.work.processes import descendants, end_family

__all__ = ["Crew", "Listener", "Step", "Task", "descendants", "prepare_for_many", "run"]

Listener = Callable[[Step | None], bool]
"""Told how far a dossier is, and None now and then; its False ends the child."""

MAX_SERVED = 100
"""Dossiers after which a child is replaced: whatever a library keeps of each stays small."""

MAX_RESIDENT = 700_000_000
"""Bytes held after a dossier above which a child is replaced."""

_GRACE_S = 5.0

_TICK_S = 1.0
"""How long a listener hears nothing at most."""

_SERVER_LOST = 255
"""What the library gives as exit status where the server, which alone knows the true one, is gone."""

_STARTS = 3
"""How often a child is started, or a dossier begun, while the server of the children is being killed."""

_preload = ["docverify.work.preload"]


def prepare_for_many() -> None:
    """Let the server load all patterns before it forks: seconds once, and then none for each child.

    Counts only before the first child of this process.
    """
    if "docverify.work.warm" not in _preload:
        _preload.append("docverify.work.warm")


def run(job: Job, settings: Settings, task: Task | None = None) -> Outcome:
    """Verify a dossier in a child process of its own.

    Args:
        job: What to verify.
        settings: ``dossier_timeout_s`` and ``dossier_memory_bytes`` limit the child.
        task: What the child does, a function that can be imported; default :func:`docverify.work.child.work`.

    Returns:
        Its report, or why there is none. Never raises for what happens in the child.
    """
    with Crew(settings, task) as crew:
        return crew.run(job)


class Crew:
    """Children that wait for dossiers; as many as are asked for at a time.

    Safe to share between threads, each of which waits for its own dossier.

    Args:
        settings: ``dossier_timeout_s`` and ``dossier_memory_bytes`` limit a child.
        task: What a child does with a job, a function that can be imported; default: verify it.
    """

    def __init__(self, settings: Settings, task: Task | None = None) -> None:
        self._settings = settings
        self._task = task or work
        self._lock = threading.Lock()
        self._idle: list[_Child] = []
        self._busy: set[_Child] = set()
        self._closed = False

    def __enter__(self) -> Crew:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """End all children, those that are at work too."""
        with self._lock:
            self._closed = True
            children = [*self._idle, *self._busy]
            self._idle.clear()
        for child in children:
            child.end()

    def warm(self) -> None:
        """Have a child wait for the first dossier: what it loads takes seconds.

        Raises:
            EngineError: The system does not let it start.
        """
        child = self._started()
        with self._lock:
            keep = not self._closed
            if keep:
                self._idle.append(child)
        if not keep:
            child.end()

    def run(self, job: Job, notify: Listener | None = None) -> Outcome:
        """Verify a dossier.

        Args:
            job: What to verify.
            notify: Told how far it is, in the thread of the call.

        Returns:
            Its report, or why there is none. Never raises for what happens in a child.
        """
        try:
            with self._child() as child:
                fresh = child.served == 0
                outcome = self._do(child, job, notify)
            if not fresh and _is_of_the_process(outcome) and not child.dismissed and not self._closed:
                with self._child(fresh=True) as child:
                    outcome = self._do(child, job, notify)
            for _ in range(_STARTS):
                if not child.orphaned or self._closed:
                    break
                with self._child(fresh=True) as child:  # killed with its server: nothing against the dossier
                    outcome = self._do(child, job, notify)
        except EngineError as error:
            return Outcome(failure=failure_of(error))
        return outcome

    def _do(self, child: _Child, job: Job, notify: Listener | None) -> Outcome:
        with tempfile.TemporaryDirectory(prefix="docverify-", ignore_cleanup_errors=True) as scratch:
            outcome = child.do(job, scratch, self._settings.dossier_timeout_s, notify)
            if child.spent or _is_of_the_process(outcome):
                child.end()  # before its folder goes
        return outcome

    @contextmanager
    def _child(self, *, fresh: bool = False) -> Iterator[_Child]:
        with self._lock:
            child = self._idle.pop() if self._idle and not fresh else None
        if child is None:
            child = self._started()
        with self._lock:
            self._busy.add(child)
            closed = self._closed
        if closed:
            child.end()
        try:
            yield child
        except BaseException:
            child.end()
            raise
        finally:
            with self._lock:
                self._busy.discard(child)
                keep = not self._closed and not child.ended
                if keep:
                    self._idle.append(child)
            if not keep:
                child.end()

    def _started(self) -> _Child:
        """Start a child; a server that ends meanwhile is started again.

        Raises:
            EngineError: The system does not let it start.
        """
        for last in (False,) * (_STARTS - 1) + (True,):
            try:
                return _Child(self._task, self._settings)
            except (OSError, EOFError) as error:
                if last:
                    told = error.strerror if isinstance(error, OSError) and error.strerror else type(error).__name__
                    raise EngineError(f"o sistema não deixou iniciar o processo do dossiê ({told})") from error
        raise AssertionError


class _Child:
    """A child process and the connection to it.

    Raises:
        OSError: It cannot be started.
        EOFError: The server that starts it has just ended.
    """

    def __init__(self, task: Task, settings: Settings) -> None:
        context = multiprocessing.get_context("forkserver")
        context.set_forkserver_preload(_preload)
        self._connection, theirs = context.Pipe()
        self._process: BaseProcess = context.Process(target=serve, args=(theirs, task, settings), name="docverify")
        try:
            self._process.start()
        except BaseException:
            self._connection.close()
            raise
        finally:
            theirs.close()
        self._ending = threading.Lock()
        self.served = 0
        self.spent = False
        self.ended = False
        self.orphaned = False  # it ended with the server
        self.dismissed = False  # its listener wants no more of it

    @property
    def pid(self) -> int:
        """Its process id."""
        return self._process.pid or 0

    def do(self, job: Job, scratch: str, timeout_s: float, notify: Listener | None = None) -> Outcome:
        """Hand over a job and wait for its outcome."""
        self.served += 1
        self.spent = True
        decided: Outcome | None = None
        until = time.monotonic() + timeout_s
        try:
            self._connection.send((job, scratch, notify is not None))
            while True:
                left = until - time.monotonic()
                if not self._connection.poll(max(0.0, left if notify is None else min(left, _TICK_S))):
                    if time.monotonic() >= until:
                        return decided or Outcome(failure=failure_of(_too_long(timeout_s)))
                    said = None
                else:
                    said = self._connection.recv()
                if isinstance(said, Answer):
                    break
                if isinstance(said, Decided):
                    decided = said.outcome
                elif notify is not None and not notify(said):
                    self.dismissed = True
                    return decided or Outcome(failure=failure_of(_stopped()))
        except (EOFError, OSError):
            self._process.join(_GRACE_S)
            self.orphaned = decided is None and self._process.exitcode == _SERVER_LOST
            return decided or Outcome(failure=failure_of(_death(self._process.exitcode)))
        self.spent = said.strays or said.resident > MAX_RESIDENT or self.served >= MAX_SERVED
        return said.outcome

    def end(self) -> None:
        """End the child and everything that it started."""
        with self._ending:
            if self.ended:
                return
            self.ended = True
        if self._process.is_alive() and self._process.pid is not None:
            end_family(self._process.pid)
        self._process.join(_GRACE_S)
        with contextlib.suppress(OSError):
            self._connection.close()


def _is_of_the_process(outcome: Outcome) -> bool:
    """Tell a failure that may lie in the process (memory, an engine, a defect) from one of the dossier itself."""
    failure = outcome.failure
    return (
        failure is not None
        and failure.exit_status in (EXIT_ENGINE, EXIT_DEFECT)
        and failure.codigo != EngineTimeoutError.codigo
    )


def _stopped() -> EngineError:
    return EngineError("a verificação foi interrompida, porque ninguém espera mais por ela")


def _too_long(timeout_s: float) -> EngineTimeoutError:
    return EngineTimeoutError(
        f"o dossiê passou do limite de {timeout_s:g} s; divida-o ou aumente DOCVERIFY_DOSSIER_TIMEOUT_S"
    )


def _death(exitcode: int | None) -> DocverifyError:
    if exitcode is not None and exitcode < 0:
        name = signal.Signals(-exitcode).name
        if -exitcode == signal.SIGKILL:
            return EngineError("o processo do dossiê foi morto pelo sistema (provável falta de memória); tente de novo")
        return EngineError(f"um motor de leitura caiu ({name}) ao ler o dossiê; os demais não são afetados")
    if exitcode == _SERVER_LOST:
        return EngineError("os processos do docverify foram mortos pelo sistema; tente de novo")
    return DefectError(f"o processo do dossiê terminou sem resposta (código {exitcode})")
