"""The connection to PostgreSQL: the embedded server, or the one that ``DOCVERIFY_DATABASE_URL`` names."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import sqlalchemy as sa
from sqlalchemy.engine import URL, Connection, Engine, make_url

from docverify.errors import BadInputError
from docverify.store.config import ServiceSettings
from docverify.store.embedded import Embedded

_SCHEMES = ("postgresql", "postgres", "postgresql+psycopg")


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
        self.engine: Engine = sa.create_engine(
            sqlalchemy_url(url), pool_size=pool, max_overflow=pool, pool_pre_ping=True, pool_timeout=15
        )

    @contextmanager
    def begin(self) -> Iterator[Connection]:
        """A transaction: committed at the end of the block, rolled back where it raises."""
        with self.engine.begin() as connection:
            yield connection

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
