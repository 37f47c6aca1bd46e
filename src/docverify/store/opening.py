"""Everything that outlives a run, opened together."""

from __future__ import annotations

from dataclasses import dataclass

from docverify.store import migrate
from docverify.store.audit import Ledger
from docverify.store.config import ServiceSettings
from docverify.store.database import Database, open_database
from docverify.store.files import FileStore, open_files
from docverify.store.secret import load_secret


@dataclass(frozen=True)
class Store:
    """Database, scans and audit chain of an installation.

    Attributes:
        settings: As it was opened with.
        database: PostgreSQL, at this version's tables.
        files: The scans.
        ledger: Appends to the audit chain.
        secret: Of the installation.
    """

    settings: ServiceSettings
    database: Database
    files: FileStore
    ledger: Ledger
    secret: bytes

    def close(self) -> None:
        """Let go of the database."""
        self.database.close()


def open_store(settings: ServiceSettings, *, pool: int = 10, migrated: bool = True) -> Store:
    """Open the installation that the settings name.

    Args:
        settings: Where things lie.
        pool: Connections kept.
        migrated: Bring the tables up to this version first.

    Raises:
        BadInputError: A setting cannot be used.
        EngineError: The database or the file store cannot be reached.
    """
    secret = load_secret(settings)
    files = open_files(settings)
    database = open_database(settings, pool=pool)
    try:
        if migrated:
            migrate.upgrade(database)
    except BaseException:
        database.close()
        raise
    return Store(settings, database, files, Ledger(secret), secret)
