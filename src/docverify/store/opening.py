"""Everything that outlives a run, opened together."""

from __future__ import annotations

from dataclasses import dataclass

import sqlalchemy as sa

from docverify.store import migrate
from docverify.store.audit import KEY_NAME, Ledger
from docverify.store.config import ServiceSettings
from docverify.store.database import Database, open_database
from docverify.store.files import FileStore, open_files
from docverify.store.secret import FILE, SecretError, load_secret
from docverify.store.tables import instalacao


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


def see_secret(store: Store) -> None:
    """See that the secret is the installation's own, before anything is written with another.

    The first entry of the audit chain says which it is. Machines that share a database, each with a secret of its own,
    would write an audit chain that none of them can vouch for, and not know each other's sessions.

    Raises:
        SecretError: It is another.
    """
    with store.database.begin() as connection:
        kept = connection.execute(sa.select(instalacao.c.valor).where(instalacao.c.chave == KEY_NAME)).scalar()
    if kept is not None and kept.get("digital") != store.ledger.fingerprint:
        where = "DOCVERIFY_SECRET" if store.settings.secret is not None else str(store.settings.home / FILE)
        raise SecretError(
            f"o segredo ({where}) não é o desta instalação: use o mesmo DOCVERIFY_SECRET em todas as máquinas, ou "
            f"recupere o arquivo “{FILE}”. Se ele se perdeu, docverify audit accept segue com este"
        )
