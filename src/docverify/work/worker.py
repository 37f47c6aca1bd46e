"""The worker: takes dossiers off the queue and verifies them, until it is told to stop.

The first SIGTERM (or Ctrl+C) lets it finish what it has in hand, for `GRACE_S`; what is not done by then is given back
to the queue. The second one ends it at once: what it had in hand is found by the others when it is silent.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import structlog

from docverify.errors import DocverifyError
from docverify.settings import Settings
from docverify.store.config import ServiceSettings
from docverify.store.opening import Store, open_store, see_secret
from docverify.work import sandbox
from docverify.work.attempts import Attempts
from docverify.work.processes import die_with_parent, end_family, own_children
from docverify.work.queue import DELIVERIES_AT_ONCE, Queue
from docverify.work.scratch import Scratch
from docverify.work.supervisor import PARENT
from docverify.work.watch import Watch

GRACE_S = 12.0
"""How long what is under way may take to finish after the first signal."""
_GIVE_BACK_S = 6.0
"""How long giving it back may take, before the worker ends without."""
_NICE = 5
_RESTART_S = 1.0
_TERMINATED = 143

_log = structlog.get_logger("docverify.trabalhador")


def run_worker(
    settings: Settings,
    service: ServiceSettings,
    *,
    jobs: int = 1,
    supervised: bool = False,
    task: sandbox.Task | None = None,
) -> int:
    """Work until a signal comes.

    Args:
        settings: Of verification; limits of each dossier.
        service: Where the database and the scans are, and how patient the queue is.
        jobs: Dossiers at a time.
        supervised: End when the process that started this one ends.
        task: What a child does with a job; default: verify it.

    Returns:
        The exit status: 0, or 143 where the database did not let the work be given back.

    Raises:
        DocverifyError: The database or the file store cannot be used.
    """
    if supervised:
        die_with_parent()
        if os.environ.get(PARENT) not in (None, str(os.getppid())):  # it died before we asked to be told
            return 0
    with contextlib.suppress(OSError):
        os.nice(_NICE)  # who uploads is not to wait for who verifies
    store = open_store(service, pool=2 * jobs + 2)
    try:
        see_secret(store)
        scratch = Scratch(service.home)
        try:
            scratch.adopt()
            if "cache" not in settings.model_fields_set:
                settings = settings.model_copy(update={"cache": service.home / "cache"})
            if task is None:
                sandbox.prepare_for_many()
            return asyncio.run(_Worker(store, settings, scratch, jobs, task).run())
        finally:
            scratch.close()
    finally:
        store.close()


class _Worker:
    def __init__(
        self, store: Store, settings: Settings, scratch: Scratch, jobs: int, task: sandbox.Task | None
    ) -> None:
        self._crew = sandbox.Crew(settings, task)
        self._giving_back = threading.Event()
        self._watch = Watch(store, scratch, settings.cache, settings.digitais)
        self._every = store.settings.watch_s
        self._queue = Queue(store, Attempts(store, self._crew, scratch, self._giving_back), jobs)
        self._threads = jobs + DELIVERIES_AT_ONCE + 4
        self._asked = 0
        self._stop = asyncio.Event()

    async def run(self) -> int:
        loop = asyncio.get_running_loop()
        loop.set_default_executor(ThreadPoolExecutor(self._threads, thread_name_prefix="tarefa"))
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, self._signalled)
        _log.info("trabalhador.pronto", pid=os.getpid())
        loop.run_in_executor(None, self._warm)
        watching = asyncio.create_task(self._watching())
        ending = asyncio.create_task(self._ending())
        status = 0
        try:
            await self._working()
        except DocverifyError:
            raise
        except Exception as error:
            if not self._asked:
                raise
            _log.warning("trabalhador.sem_banco", motivo=type(error).__name__)
            status = _TERMINATED
        finally:
            watching.cancel()
            ending.cancel()
            await asyncio.to_thread(self._crew.close)
        _log.info("trabalhador.parado")
        return status

    def _warm(self) -> None:
        with contextlib.suppress(DocverifyError):  # told by the dossier that needs it
            self._crew.warm()

    async def _working(self) -> None:
        while not self._asked:
            try:
                await self._queue.run()
            except Exception as error:
                if self._asked:
                    raise
                _log.error("fila.interrompida", motivo=type(error).__name__, exc_info=error)
                await asyncio.sleep(_RESTART_S)

    async def _watching(self) -> None:
        while True:
            try:
                await asyncio.to_thread(self._watch.look)
            except Exception as error:
                _log.error("vigia.falhou", motivo=type(error).__name__, exc_info=error)
            await asyncio.sleep(self._every)

    async def _ending(self) -> None:
        """See to it that the end does not take longer than it may."""
        await self._stop.wait()
        until = time.monotonic() + GRACE_S
        while time.monotonic() < until:
            self._queue.stop()  # again: one that is just about to start has not heard it
            await asyncio.sleep(0.5)
        _log.warning("trabalhador.devolve")
        self._giving_back.set()
        await asyncio.to_thread(self._crew.close)
        await asyncio.sleep(_GIVE_BACK_S)
        self._queue.hurry()
        await asyncio.sleep(1.0)
        _at_once()

    def _signalled(self) -> None:
        self._asked += 1
        self._stop.set()
        if self._asked > 1:
            _at_once()


def _at_once() -> None:
    """End now, with all children; what was in hand is found by others."""
    for child in own_children():
        end_family(child)
    os._exit(_TERMINATED)
