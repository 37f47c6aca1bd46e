"""Procrastinate as the worker runs it: it waits for a database that is away, and settles only jobs that are its own.

Procrastinate finishes a job by its number alone. A worker that was paused, and whose job went to another meanwhile,
would finish the other's; here a job is settled by the worker that holds it, or not at all. Where the answer to a
fetch is lost, the job is marked as this worker's and nobody does it: such jobs are put back.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable, Iterable
from typing import Any, TypeVar
from uuid import UUID

import structlog
from procrastinate import App, JobContext, PsycopgConnector, exceptions
from procrastinate.connector import Notify
from procrastinate.jobs import DeleteJobCondition, Job, Status
from procrastinate.manager import JobManager
from procrastinate.worker import Worker

from docverify.store import webhooks
from docverify.store.config import ServiceSettings
from docverify.store.database import connect_args, passing, sqlalchemy_url
from docverify.store.jobs import DELIVERIES, QUEUE
from docverify.store.opening import Store
from docverify.work.attempts import Attempts

T = TypeVar("T")

DELIVERIES_AT_ONCE = 4
"""Webhooks that one worker tells at a time; each only waits for somebody's server."""
_CONNECTIONS = 6
_LONGEST_WAIT_S = 2.0

_log = structlog.get_logger("docverify.trabalhador")


class PatientConnector(PsycopgConnector):
    """Asks again while the database is away; a worker then neither ends nor loses what it has in hand."""

    def __init__(self, **arguments: Any) -> None:
        super().__init__(**arguments)
        self.impatient = False

    async def execute_query_async(self, query: Any, **arguments: Any) -> None:
        """As Procrastinate's, with patience."""
        await self._patiently(lambda: super(PatientConnector, self).execute_query_async(query, **arguments))

    async def execute_query_one_async(self, query: Any, **arguments: Any) -> dict[str, Any]:
        """As Procrastinate's, with patience."""
        return await self._patiently(lambda: super(PatientConnector, self).execute_query_one_async(query, **arguments))

    async def execute_query_all_async(self, query: Any, **arguments: Any) -> list[dict[str, Any]]:
        """As Procrastinate's, with patience."""
        return await self._patiently(lambda: super(PatientConnector, self).execute_query_all_async(query, **arguments))

    async def listen_notify(self, on_notification: Notify, channels: Iterable[str]) -> None:
        """As Procrastinate's, with patience."""
        named = list(channels)
        await self._patiently(lambda: super(PatientConnector, self).listen_notify(on_notification, named))

    async def _patiently(self, ask: Callable[[], Awaitable[T]]) -> T:
        wait = 0.1
        while True:
            try:
                return await ask()
            except exceptions.ConnectorException as error:
                if self.impatient or error.__cause__ is None or not passing(error.__cause__):
                    raise
            await asyncio.sleep(wait * random.uniform(0.5, 1.0))
            wait = min(2 * wait, _LONGEST_WAIT_S)


class FencedManager(JobManager):
    """Settles a job only while the worker that did it holds it; all queues of a process are one worker to others.

    Args:
        connector: To the database.
    """

    def __init__(self, connector: PatientConnector) -> None:
        super().__init__(connector)
        self._registering = asyncio.Lock()
        self._held = 0
        self._worker_id: int | None = None

    async def register_worker(self) -> int:
        """Register this process, or say as what it is registered."""
        async with self._registering:
            if self._worker_id is None:
                self._worker_id = await super().register_worker()
            self._held += 1
            return self._worker_id

    async def unregister_worker(self, worker_id: int) -> None:
        """Let go of the registration; the last one ends it."""
        async with self._registering:
            self._held -= 1
            if self._held == 0:
                self._worker_id = None
                await super().unregister_worker(worker_id)

    async def finish_job(self, job: Job, status: Status, delete_job: bool) -> None:
        """End a job, if it is still this worker's."""
        await self.connector.execute_query_async(
            query=_FINISH, job_id=job.id, worker_id=job.worker_id, status=status.value, delete_job=delete_job
        )

    async def lost_jobs(self, worker_id: int) -> set[int]:
        """Return the jobs that are marked as a worker's."""
        rows = await self.connector.execute_query_all_async(query=_MARKED, worker_id=worker_id)
        return {int(row["id"]) for row in rows}

    async def put_back(self, job_id: int, worker_id: int) -> None:
        """Let a job that is marked as a worker's be fetched again."""
        await self.connector.execute_query_async(query=_PUT_BACK, job_id=job_id, worker_id=worker_id)


_FINISH: Any = (
    "SELECT procrastinate_finish_job_v1(held.id, %(status)s, %(delete_job)s) FROM (SELECT id FROM procrastinate_jobs "
    "WHERE id = %(job_id)s AND status = 'doing' AND worker_id = %(worker_id)s FOR UPDATE) AS held"
)
_MARKED: Any = "SELECT id FROM procrastinate_jobs WHERE status = 'doing' AND worker_id = %(worker_id)s"
_PUT_BACK: Any = (
    "SELECT procrastinate_retry_job_v2(held.id, now(), NULL, NULL, NULL) FROM (SELECT id FROM procrastinate_jobs "
    "WHERE id = %(job_id)s AND status = 'doing' AND worker_id = %(worker_id)s FOR UPDATE) AS held"
)


class Queue:
    """The queues of this worker: what reads pages, and what tells others.

    Args:
        store: Of the installation.
        attempts: Does what reads pages.
        jobs: How many of these at a time.
    """

    def __init__(self, store: Store, attempts: Attempts, jobs: int) -> None:
        self._settings: ServiceSettings = store.settings
        self._connector = PatientConnector(
            conninfo=store.database.url,
            kwargs=connect_args(sqlalchemy_url(store.database.url)),
            min_size=1,
            max_size=_CONNECTIONS,
            timeout=5.0,
            reconnect_timeout=30.0,
        )
        self.app = App(connector=self._connector)
        self._manager = FencedManager(self._connector)
        self.app.job_manager = self._manager
        self._workers = [self._worker(QUEUE, jobs), self._worker(DELIVERIES, DELIVERIES_AT_ONCE)]
        _register(self.app, store, attempts)

    async def run(self) -> None:
        """Do jobs until :meth:`stop`; what is under way then is waited for."""
        async with self.app.open_async():
            putting_back = asyncio.create_task(self._put_back_lost())
            try:
                async with asyncio.TaskGroup() as group:
                    for worker in self._workers:
                        group.create_task(worker.run())  # type: ignore[no-untyped-call]
            finally:
                putting_back.cancel()

    def stop(self) -> None:
        """Fetch no more jobs."""
        for worker in self._workers:
            worker.stop()  # type: ignore[no-untyped-call]

    def hurry(self) -> None:
        """Wait for the database no longer."""
        self._connector.impatient = True

    def _worker(self, queue: str, jobs: int) -> Worker:
        settings = self._settings
        return Worker(
            self.app,
            queues=[queue],
            name=queue,
            concurrency=jobs,
            fetch_job_polling_interval=settings.watch_s,
            abort_job_polling_interval=60.0,
            delete_jobs=DeleteJobCondition.ALWAYS,  # what became of it stands in the run
            install_signal_handlers=False,
            update_heartbeat_interval=settings.heartbeat_s,
            # long after its jobs went to others: a worker that comes back finds itself registered still
            stalled_worker_timeout=100 * settings.stalled_s,
        )

    async def _put_back_lost(self) -> None:
        """Put back jobs that are marked as ours for two looks, and that we do not do."""
        before: set[int] = set()
        while True:
            await asyncio.sleep(self._settings.stalled_s)
            ours = self._workers[0].worker_id
            if ours is None:
                continue
            marked = await self._manager.lost_jobs(ours)
            doing = {context.job.id for worker in self._workers for context in worker._running_jobs.values()}
            idle = marked - doing
            for job in idle & before:
                _log.warning("tarefa.perdida", tarefa=job)
                await self._manager.put_back(job, ours)
            before = idle


def _register(app: App, store: Store, attempts: Attempts) -> None:
    @app.task(name="docverify.verificar", pass_context=True)
    def verificar(context: JobContext, rodada_id: str) -> None:
        attempts.verify(UUID(rodada_id), context.job.id or 0)

    @app.task(name="docverify.ilustrar")
    def ilustrar(dossie_id: str) -> None:
        attempts.illustrate(UUID(dossie_id))

    @app.task(name="docverify.entregar")
    def entregar(entrega_id: str) -> None:
        webhooks.deliver(store, UUID(entrega_id))
