"""The connection to PostgreSQL: the embedded server, or the one that ``DOCVERIFY_DATABASE_URL`` names."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, TypeVar

import psycopg
import sqlalchemy as sa
from sqlalchemy.engine import URL, Connection, Engine, make_url

from docverify.errors import BadInputError
from docverify.store.config import ServiceSettings
from docverify.store.embedded import DatabaseUnavailableError, Embedded

T = TypeVar("T")

_SCHEMES = ("postgresql", "postgres", "postgresql+psycopg")
UNREACHABLE = "não consegui falar com o banco de dados; confira se o PostgreSQL está no ar e DOCVERIFY_DATABASE_URL"
_CONNECTION = {
    "connect_timeout": 10,  # seconds, as all below but the last two
    "keepalives": 1,
    "keepalives_idle": 20,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 30_000,  # milliseconds: of a server that is gone without a word
    # a process that is paused within a transaction must not hold its locks, the audit chain's above all
    "options": "-c idle_in_transaction_session_timeout=60000",
}
_PASSING = ("08", "40", "53", "57P", "58")
"""Classes of SQLSTATE that say nothing about the statement: connection, deadlock, resources, shutdown, disk."""


class DatabaseAddressError(BadInputError):
    """DOCVERIFY_DATABASE_URL cannot be used."""


class Database:
    """An engine and, where the embedded server is used, a hold on it.

    Args:
        url: ``postgresql://…``, as psycopg takes it.
        embedded: The server that answers there, if it is ours.
        pool: Connections that are kept; twice as many may be open for a moment.
    """

    def __init__(self, url: str, embedded: Embedded | None = None, *, pool: int = 10) -> None:
        self.url = url
        self.embedded = embedded
        address = sqlalchemy_url(url)
        self.engine: Engine = sa.create_engine(
            address,
            pool_size=pool,
            max_overflow=pool,
            pool_pre_ping=True,
            pool_timeout=15,
            hide_parameters=True,  # what a statement was run with is no message of an error
            connect_args=connect_args(address),
        )

    @contextmanager
    def begin(self) -> Iterator[Connection]:
        """A transaction: committed at the end of the block, rolled back where it raises."""
        with self.engine.begin() as connection:
            yield connection

    def patiently(self, work: Callable[[Connection], T], *, seconds: float = 60.0) -> T:
        """Run a transaction, and again while the database cannot be reached; the embedded one is started again.

        Only for work that may be done twice: where the connection breaks during the commit, it may have been done.

        Args:
            work: What to do in the transaction.
            seconds: How long to go on trying.

        Raises:
            DatabaseUnavailableError: It cannot be reached in that time.
        """
        until = time.monotonic() + seconds
        wait = 0.1
        while True:
            try:
                with self.begin() as connection:
                    return work(connection)
            except (sa.exc.DBAPIError, sa.exc.TimeoutError) as error:
                if not passing(error):
                    raise
                left = until - time.monotonic()
                if left <= 0:
                    raise DatabaseUnavailableError(UNREACHABLE) from error
            time.sleep(min(wait * random.uniform(0.5, 1.0), left))
            wait = min(2 * wait, 2.0)
            self.ensure()

    def ensure(self) -> None:
        """Start the embedded server again if it does not run any more; where it cannot, the next query tells."""
        if self.embedded is not None:
            with suppress(DatabaseUnavailableError):
                self.embedded.ensure()

    def close(self) -> None:
        """Close all connections and let go of the embedded server."""
        self.engine.dispose()
        if self.embedded is not None:
            self.embedded.close()


def open_database(settings: ServiceSettings, *, pool: int = 10) -> Database:
    """Open the database that the settings name; the embedded one is started.

    Raises:
        DatabaseAddressError: The address is no PostgreSQL.
        DatabaseUnavailableError: The embedded server does not start.
    """
    if settings.database_url is not None:
        return Database(settings.database_url.get_secret_value(), pool=pool)
    server = Embedded(settings.home)
    return Database(server.url, server, pool=pool)


def passing(error: BaseException) -> bool:
    """Tell whether the same work may succeed later: the database is away, full, or broke a deadlock.

    Args:
        error: Of SQLAlchemy or of psycopg.
    """
    if isinstance(error, sa.exc.TimeoutError) or getattr(error, "connection_invalidated", False):
        return True
    cause = error.orig if isinstance(error, sa.exc.DBAPIError) else error
    if not isinstance(cause, psycopg.Error):
        return False
    if cause.sqlstate is None:
        return isinstance(cause, (psycopg.OperationalError, psycopg.InterfaceError))
    return cause.sqlstate.startswith(_PASSING)


def connect_args(address: URL) -> dict[str, Any]:
    """Return what every connection of ours is made with, unless the address says otherwise."""
    return {name: value for name, value in _CONNECTION.items() if name not in address.query}


def sqlalchemy_url(url: str) -> URL:
    """Return an address in SQLAlchemy's form.

    Raises:
        DatabaseAddressError: It names no PostgreSQL. The message does not repeat it: it may hold a password.
    """
    try:
        made = make_url(url)
    except sa.exc.ArgumentError as error:
        raise DatabaseAddressError("DOCVERIFY_DATABASE_URL não é da forma postgresql://usuario@host/banco") from error
    if made.drivername not in _SCHEMES:
        raise DatabaseAddressError(
            f"DOCVERIFY_DATABASE_URL é de “{made.drivername}”; o docverify usa PostgreSQL: postgresql://usuario@host/banco"
        )
    return made.set(drivername="postgresql+psycopg")
