"""The processes that `docverify serve` answers for: workers that are started again when they die, and the database.

All of them are started, watched and ended by one thread, which lives as long as they do: the system tells a process of
the end of the *thread* that started it (see :func:`docverify.work.processes.die_with_parent`).
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import structlog

from docverify.errors import DocverifyError
from docverify.store.embedded import Embedded
from docverify.work.processes import end_family, own_children

COMMAND = (sys.executable, "-m", "docverify", "worker", "--supervised")
PARENT = "DOCVERIFY_SUPERVISOR"
"""Variable of a worker's environment: who started it."""
_TICK_S = 0.25
_WATCH_S = 1.0
_FIRST_WAIT_S = 0.5
_LONGEST_WAIT_S = 30.0
_SETTLED_S = 30.0
"""A worker that lived so long did not die of what it is started with: the next wait is short again."""

_log = structlog.get_logger("docverify.serve")


@dataclass
class _Place:
    """A worker's place: the process that fills it, or when the next one is due."""

    number: int
    process: subprocess.Popen[bytes] | None = None
    since: float = 0.0
    due: float = 0.0
    deaths: int = 0


@dataclass
class Supervisor:
    """Keeps so many workers running, and the embedded database, until it is told to stop.

    Args:
        count: Workers.
        environment: Theirs, the database's address in it; nothing of it stands on a command line.
        embedded: The database to bring up again; None where it is somebody else's.
        command: Of one worker.
        patience_s: How long a worker may take to give its work back when it is told to stop.
    """

    count: int
    environment: Mapping[str, str]
    embedded: Embedded | None = None
    command: Sequence[str] = COMMAND
    patience_s: float = 22.0
    _stop: threading.Event = field(default_factory=threading.Event, init=False)
    _hurry: threading.Event = field(default_factory=threading.Event, init=False)
    _places: list[_Place] = field(default_factory=list, init=False)
    _thread: threading.Thread | None = field(default=None, init=False)

    def start(self) -> None:
        """Start the workers and the watch over them."""
        self._places = [_Place(number) for number in range(1, self.count + 1)]
        self._thread = threading.Thread(target=self._run, name="supervisor")
        self._thread.start()

    def ask_to_stop(self) -> None:
        """Let the workers finish or give back what they have; returns at once, and may be called from a signal."""
        self._stop.set()

    def hurry(self) -> None:
        """Wait for nobody any longer; may be called from a signal."""
        self._hurry.set()

    def close(self) -> None:
        """Wait until all workers have ended; those that take too long are killed."""
        self._stop.set()
        if self._thread is not None:
            self._thread.join()
            self._thread = None

    def pids(self) -> list[int]:
        """Return the processes of the workers that run now."""
        return [place.process.pid for place in self._places if place.process is not None]

    def _run(self) -> None:
        watched, unreaped = 0.0, frozenset[int]()
        try:
            while not self._stop.is_set():
                try:
                    for place in self._places:
                        self._look_after(place, time.monotonic())
                    if time.monotonic() - watched >= _WATCH_S:
                        watched = time.monotonic()
                        self._watch_database()
                        unreaped = _reap_orphans(unreaped, self.pids())
                except Exception as error:  # a watch that ends would leave nobody to see the next death
                    _log.error("vigia_falhou", exc_info=error)
                self._stop.wait(_TICK_S)
        finally:
            self._end()

    def _look_after(self, place: _Place, now: float) -> None:
        if place.process is not None:
            status = place.process.poll()
            if status is None:
                return
            lived, place.process = now - place.since, None
            place.deaths = 1 if lived >= _SETTLED_S else place.deaths + 1
            wait = min(_FIRST_WAIT_S * 2 ** (place.deaths - 1), _LONGEST_WAIT_S)
            place.due = now + wait
            _log.warning(
                "trabalhador_morreu",
                trabalhador=place.number,
                motivo=_cause(status),
                viveu_s=round(lived, 1),
                volta_em_s=wait,
            )
        if now >= place.due:
            self._fill(place, now)

    def _fill(self, place: _Place, now: float) -> None:
        try:
            place.process = subprocess.Popen(  # noqa: S603
                list(self.command),
                env={**self.environment, PARENT: str(os.getpid())},
                stdin=subprocess.DEVNULL,
                start_new_session=True,  # a terminal's Ctrl+C is for us; we tell them
            )
        except OSError as error:
            place.deaths += 1
            place.due = now + min(_FIRST_WAIT_S * 2 ** (place.deaths - 1), _LONGEST_WAIT_S)
            _log.error("trabalhador_nao_iniciou", trabalhador=place.number, motivo=error.strerror)
            return
        place.since = now
        _log.info("trabalhador_iniciado", trabalhador=place.number, pid=place.process.pid)

    def _watch_database(self) -> None:
        if self.embedded is None:
            return
        try:
            before = self.embedded.pid
            self.embedded.ensure()
            if self.embedded.pid != before:
                _log.warning("banco_reiniciado", pid=self.embedded.pid)
        except DocverifyError as error:
            _log.error("banco_parado", motivo=error.mensagem)

    def _end(self) -> None:
        """Tell every worker to stop, wait, and kill those that do not."""
        running = [place.process for place in self._places if place.process is not None]
        for process in running:
            with contextlib.suppress(ProcessLookupError):
                process.send_signal(signal.SIGTERM)
        until = time.monotonic() + self.patience_s
        for process in running:
            while process.poll() is None and time.monotonic() < until and not self._hurry.is_set():
                time.sleep(0.05)
            if process.returncode is None:
                _log.warning("trabalhador_nao_parou", pid=process.pid)
                end_family(process.pid)
                process.wait()
        for place in self._places:
            place.process = None


def _cause(status: int) -> str:
    if status >= 0:
        return f"saiu com {status}"
    with contextlib.suppress(ValueError):
        return f"sinal {signal.Signals(-status).name}"
    return f"sinal {-status}"


def _reap_orphans(seen: frozenset[int], own: Sequence[int]) -> frozenset[int]:
    """Bury the dead that were left to us where we are the first process (a container's), the database's among them.

    Only those that were dead the last time too: whoever started a process here waits for it itself, at once.

    Args:
        seen: The dead of the last time.
        own: Our own workers, whose end :class:`subprocess.Popen` waits for.

    Returns:
        The dead of this time.
    """
    if os.getpid() != 1:
        return frozenset()
    dead = frozenset(pid for pid in own_children() if pid not in own and _is_dead(pid))
    for pid in dead & seen:
        with contextlib.suppress(ChildProcessError):
            os.waitpid(pid, os.WNOHANG)
    return dead - seen


def _is_dead(pid: int) -> bool:
    try:
        stat = (Path("/proc") / str(pid) / "stat").read_text(encoding="ascii", errors="replace")
    except OSError:
        return False
    return stat.rpartition(")")[2].split()[0] == "Z"
