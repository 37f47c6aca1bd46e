"""What somebody must see to now and then: work that its worker has left, and what nobody needs any more.

Every worker looks; of those that look at the same moment one does what is to be done.
"""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

import sqlalchemy as sa
import structlog
from sqlalchemy.engine import Connection

from docverify.errors import DocverifyError
from docverify.store import contents, drafts, runs, signin, webhooks
from docverify.store.actors import system
from docverify.store.checkpoints import checkpoint
from docverify.store.opening import Store
from docverify.work import leftovers
from docverify.work.scratch import Scratch

_LOCK = 0x76696769
_KEEPING_S = 600.0
"""How often what nobody needs any more is looked for, by whichever worker comes to it first."""
_ORPHANS_S = 3600.0
"""How often all originals are held against the rows that name them: that takes a list of the whole store."""
_CHECKPOINT_S = 60.0
"""How often the end of the audit chain is written down outside of the database."""

_log = structlog.get_logger("docverify.trabalhador")


class Watch:
    """Looks after the work of all workers, and after the temporary files of this machine.

    Args:
        store: Of the installation.
        scratch: Of this worker.
        cache: Folder of this machine's page cache, in which what was purged elsewhere is forgotten too.
        registry: Of this machine, as ``DOCVERIFY_DIGITAIS`` names it; the same.
    """

    def __init__(self, store: Store, scratch: Scratch, cache: Path | None = None, registry: Path | None = None) -> None:
        self._store = store
        self._scratch = scratch
        self._cache = cache
        self._registry = registry
        self._swept: float | None = None

    def look(self) -> None:
        """Look once; a database that is away is started again where it is ours, and otherwise waited for."""
        try:
            with self._store.database.begin() as connection:
                held = connection.execute(sa.text("SELECT pg_try_advisory_xact_lock(:lock)"), {"lock": _LOCK})
                if held.scalar_one():
                    self._rescue(connection)
        except sa.exc.SQLAlchemyError as error:
            _log.warning("vigia.sem_banco", motivo=type(error).__name__)
            self._store.database.ensure()
            return
        removed = self._scratch.sweep()
        if removed:
            _log.info("temporarios.removidos", pastas=removed)
        self._keep_house()

    def _rescue(self, connection: Connection) -> None:
        stalled = rescue_stalled(connection, self._store.settings.stalled_s)
        lost = runs.requeue_lost(connection)
        told = webhooks.rescue(connection)
        if stalled or lost or told:
            _log.warning("tarefas.resgatadas", caladas=stalled, rodadas=[str(run) for run in lost], entregas=told)

    def _keep_house(self) -> None:
        store, dropped, deleted = self._store, 0, 0
        try:
            if self._due("arrumacao", _KEEPING_S):
                old = datetime.now(UTC) - timedelta(hours=store.settings.draft_hours)
                dropped = drafts.drop_drafts(store, system(), old)
                with store.database.begin() as connection:
                    signin.sweep(connection)
                    webhooks.sweep(connection)
                    forget_workers(connection, 100 * store.settings.stalled_s)
            if self._due("arrumacao.originais", _ORPHANS_S):
                deleted = contents.orphans(store) + store.files.old_parts()
            if self._due("auditoria.ponto", _CHECKPOINT_S):
                checkpoint(store)
            self._forget_purged()
        except (DocverifyError, sa.exc.SQLAlchemyError, OSError) as error:
            _log.warning("arrumacao.adiada", motivo=type(error).__name__)
            return
        if dropped or deleted:
            _log.info("arrumacao", rascunhos=dropped, originais=deleted)

    def _forget_purged(self) -> None:
        """Forget, on this machine, what was purged from any; each machine has a cache of its own."""
        now = time.monotonic()
        if self._swept is not None and now - self._swept < _KEEPING_S:
            return
        self._swept, forgotten = now, 0
        if self._cache is not None:
            forgotten += leftovers.sweep(self._store, self._cache)
        if self._registry is not None:
            forgotten += leftovers.sweep_registry(self._store, self._registry)
        if forgotten:
            _log.info("cache.expurgado", dossies=forgotten)

    def _due(self, name: str, every_s: float) -> bool:
        """Tell whether it is time for something again, and that it is now being done."""
        with self._store.database.begin() as connection:
            return connection.execute(_DUE, {"name": name, "every": every_s}).scalar_one_or_none() is not None


def rescue_stalled(connection: Connection, stalled_s: float) -> list[int]:
    """Let the jobs of workers that have gone silent be fetched again.

    After a start of the database every worker is given the time to be heard first: their silence was its own.

    Args:
        connection: In a transaction.
        stalled_s: Seconds of silence.

    Returns:
        The jobs.
    """
    return list(connection.execute(_RESCUE, {"stalled": stalled_s}).scalars())


def forget_workers(connection: Connection, silent_s: float) -> None:
    """Forget workers that have been silent for long."""
    connection.execute(sa.text("SELECT procrastinate_prune_stalled_workers_v1(:silent)"), {"silent": silent_s})


_DUE = sa.text(
    "INSERT INTO instalacao (chave, valor) VALUES (:name, to_jsonb(extract(epoch FROM now()))) "
    "ON CONFLICT (chave) DO UPDATE SET valor = excluded.valor "
    "WHERE (instalacao.valor #>> '{}')::float8 < extract(epoch FROM now()) - :every RETURNING 1"
)
_RESCUE = sa.text(
    "WITH stalled AS MATERIALIZED (SELECT jobs.id FROM procrastinate_jobs AS jobs "
    "LEFT JOIN procrastinate_workers AS workers ON workers.id = jobs.worker_id "
    "WHERE jobs.status = 'doing' AND (workers.id IS NULL "
    "OR workers.last_heartbeat < now() - make_interval(secs => :stalled)) "
    "AND pg_postmaster_start_time() < now() - make_interval(secs => :stalled) FOR UPDATE OF jobs SKIP LOCKED) "
    "SELECT id, procrastinate_retry_job_v2(id, now(), NULL, NULL, NULL) FROM stalled"
)
