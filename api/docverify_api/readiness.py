"""Whether the service can do its work at this moment, part by part."""

from __future__ import annotations

import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass

import sqlalchemy as sa
import structlog

from docverify.errors import DocverifyError
from docverify.store import gauges, migrate
from docverify.store.opening import Store

_FRESH_S = 1.0
_STORAGE_FRESH_S = 10.0
_STORAGE_PATIENCE_S = 5.0
OK = "ok"

_log = structlog.get_logger("docverify.api")


@dataclass(frozen=True, slots=True)
class State:
    """How the service is.

    Attributes:
        partes: Part (``banco``, ``revisao``, ``armazenamento``) -> ``ok``, or what is the matter.
        trabalhadores: Workers that were heard of lately; None where nobody can tell.
    """

    partes: Mapping[str, str]
    trabalhadores: int | None

    @property
    def pronto(self) -> bool:
        """Tell whether every part is there. Workers may come later: what is sent waits for them."""
        return all(part == OK for part in self.partes.values())


class Readiness:
    """Looks at database and file store, no more often than it must however often it is asked.

    Args:
        store: The installation.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock = threading.Lock()
        self._latest: State | None = None
        self._looked = 0.0
        self._head = migrate.head()
        self._storage = _Storage(store)

    def look(self) -> State:
        """Return how the service is."""
        with self._lock:
            if self._latest is None or time.monotonic() - self._looked >= _FRESH_S:
                self._latest = self._examined()
                self._looked = time.monotonic()
            return self._latest

    def _examined(self) -> State:
        parts, workers = {"banco": OK, "revisao": OK}, None
        try:
            with self._store.database.begin() as connection:
                connection.execute(sa.text("SET LOCAL statement_timeout = '3s'"))
                at = connection.execute(sa.text("SELECT version_num FROM alembic_version")).scalar()
                workers = gauges.workers(connection, self._store.settings.stalled_s)
            if at != self._head:
                parts["revisao"] = "as tabelas não são desta versão do docverify"
        except sa.exc.ProgrammingError:
            parts["revisao"] = "o banco de dados não tem as tabelas do docverify"
        except sa.exc.SQLAlchemyError as error:
            _log.warning("prontidao.sem_banco", motivo=type(error).__name__)
            parts |= {"banco": "não responde", "revisao": "não se sabe"}
        return State(parts | {"armazenamento": self._storage.look()}, workers)


class _Storage:
    """Writes, reads and deletes a small file now and then, in a thread that may hang without holding up anybody."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._state = OK
        self._looked: float | None = None
        self._thread: threading.Thread | None = None

    def look(self) -> str:
        fresh = self._looked is not None and time.monotonic() - self._looked < _STORAGE_FRESH_S
        if fresh and self._thread is None:
            return self._state
        patience = 0.0  # a check that was waited for already is not waited for again
        if self._thread is None:
            self._thread = threading.Thread(target=self._check, name="armazenamento", daemon=True)
            self._thread.start()
            patience = _STORAGE_PATIENCE_S
        self._thread.join(patience)
        if self._thread.is_alive():
            return "não responde"
        self._thread = None
        self._looked = time.monotonic()
        return self._state

    def _check(self) -> None:
        try:
            self._store.files.check()
            self._state = OK
        except DocverifyError as error:
            _log.warning("prontidao.sem_armazenamento", motivo=type(error).__name__)
            self._state = "não guarda o que recebe"
