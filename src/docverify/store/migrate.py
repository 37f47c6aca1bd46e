"""Bringing a database to the tables of this version: Alembic for ours, Procrastinate's own scripts for the queue."""

from __future__ import annotations

import importlib.resources
import re

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from procrastinate.schema import SchemaManager
from sqlalchemy.engine import Connection

from docverify.resources import package_path
from docverify.store.database import UNREACHABLE, Database
from docverify.store.embedded import DatabaseUnavailableError

_LOCK = 0x646F6376
_FORBIDDEN = "42501"  # insufficient_privilege
_QUEUE_TABLE = "procrastinate_migracoes"


def upgrade(database: Database, revision: str = "head") -> None:
    """Bring the database up to a revision; whoever comes second waits and finds nothing to do.

    Raises:
        DatabaseUnavailableError: It cannot be reached, or its tables are of a newer docverify.
    """
    try:
        with database.begin() as connection:
            connection.execute(sa.text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
            _upgrade_queue(connection)
            _refuse_newer(connection)
            command.upgrade(_config(connection), revision)
    except sa.exc.OperationalError as error:
        raise DatabaseUnavailableError(UNREACHABLE) from error
    except sa.exc.ProgrammingError as error:
        if getattr(error.orig, "sqlstate", None) != _FORBIDDEN:
            raise
        raise DatabaseUnavailableError(
            "o usuário de DOCVERIFY_DATABASE_URL não pode criar tabelas; dê-lhe um banco próprio "
            "(CREATE DATABASE docverify OWNER usuario)"
        ) from error


def downgrade(database: Database, revision: str) -> None:
    """Take the database down to a revision (``base``: no table of ours); the queue's tables stay."""
    with database.begin() as connection:
        connection.execute(sa.text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
        command.downgrade(_config(connection), revision)


def revision(database: Database) -> str | None:
    """Return the revision that the database is at, None where it holds no tables of ours."""
    with database.begin() as connection:
        if not sa.inspect(connection).has_table("alembic_version"):
            return None
        found = connection.execute(sa.text("SELECT version_num FROM alembic_version")).scalar()
        return None if found is None else str(found)


def head() -> str:
    """Return the newest revision that this version knows."""
    return str(ScriptDirectory.from_config(_config(None)).get_current_head())


def knows(revision: str) -> bool:
    """Tell whether this version has a revision, and so can bring its tables up."""
    return revision in {script.revision for script in ScriptDirectory.from_config(_config(None)).walk_revisions()}


def _config(connection: Connection | None) -> Config:
    config = Config()
    config.set_main_option("script_location", str(package_path("store", "migrations")))
    config.attributes["connection"] = connection
    return config


def _refuse_newer(connection: Connection) -> None:
    if not sa.inspect(connection).has_table("alembic_version"):
        return
    found = connection.execute(sa.text("SELECT version_num FROM alembic_version")).scalar()
    if found is not None and not knows(str(found)):
        raise DatabaseUnavailableError(
            f"o banco de dados é de uma versão mais nova do docverify (revisão {found}); atualize o docverify"
        )


def _upgrade_queue(connection: Connection) -> None:
    """Apply the scripts of the installed Procrastinate that this database has not seen, in their order."""
    scripts = _queue_scripts()
    connection.execute(sa.text(f"CREATE TABLE IF NOT EXISTS {_QUEUE_TABLE} (nome text PRIMARY KEY)"))
    done = set(connection.execute(sa.text(f"SELECT nome FROM {_QUEUE_TABLE}")).scalars())
    if done - set(scripts):
        raise DatabaseUnavailableError(
            f"a fila do banco de dados é de uma versão mais nova do docverify ({max(done - set(scripts))}); "
            "atualize o docverify"
        )
    if not done and sa.inspect(connection).has_table("procrastinate_jobs"):
        raise DatabaseUnavailableError(
            "o banco de dados já tem uma fila Procrastinate de outro programa; dê ao docverify um banco próprio"
        )
    cursor = connection.connection.cursor()
    if not done:
        cursor.execute(SchemaManager.get_schema())
    else:
        for name in (name for name in scripts if name not in done):
            cursor.execute(scripts[name])
    for name in (name for name in scripts if name not in done):
        connection.execute(sa.text(f"INSERT INTO {_QUEUE_TABLE} VALUES (:nome)"), {"nome": name})


def _queue_scripts() -> dict[str, str]:
    folder = importlib.resources.files("procrastinate.sql.migrations")
    names = sorted(entry.name for entry in folder.iterdir() if re.fullmatch(r"[0-9._]+_\w+\.sql", entry.name))
    return {name: folder.joinpath(name).read_text(encoding="utf-8") for name in names}
