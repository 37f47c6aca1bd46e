"""A PostgreSQL for the tests of the service: one embedded server per run of pytest, a copied database per test."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
import uuid
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
import structlog
from pydantic import SecretStr

from docverify.store.config import ServiceSettings
from docverify.store.database import Database
from docverify.store.embedded import Embedded
from docverify.store.migrate import upgrade
from docverify.store.opening import Store, open_store

_TEMPLATE = "modelo"


@pytest.fixture(autouse=True)
def _logs_of_no_other_test() -> None:
    """Forget how another test's command line configured the logs: it may let no more than warnings through."""
    structlog.reset_defaults()


@pytest.fixture
def tmp_path(tmp_path: Path) -> Iterator[Path]:
    """A folder of the test's own, elsewhere where a server that root starts may lie in it.

    That server runs as another user, and every run of pytest closes the folder of all runs to other users, under the
    servers of those that are under way.
    """
    if os.geteuid() != 0:
        yield tmp_path
        return
    folder = Path(tempfile.mkdtemp(prefix="docverify-t-")).resolve()
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The address of a server that holds a migrated database to copy."""
    home = Path(tempfile.mkdtemp(prefix="docverify-t-"))
    server = Embedded(home)
    with psycopg.connect(server.url, autocommit=True) as connection:
        for setting in ("fsync", "full_page_writes", "synchronous_commit"):
            # what these guard against is the end of the whole machine; a killed server loses nothing without them
            connection.execute(f"ALTER SYSTEM SET {setting} = off")
        connection.execute("SELECT pg_reload_conf()")
        connection.execute(f"CREATE DATABASE {_TEMPLATE}")
    template = Database(server.url.replace("/postgres?", f"/{_TEMPLATE}?"))
    upgrade(template)
    template.close()
    yield server.url
    server.close()
    shutil.rmtree(home)


@pytest.fixture
def database_url(postgres: str) -> Iterator[str]:
    """The address of a migrated, empty database of this test's own."""
    name = f"t{uuid.uuid4().hex}"
    with psycopg.connect(postgres, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name} TEMPLATE {_TEMPLATE}")
    yield postgres.replace("/postgres?", f"/{name}?")
    with psycopg.connect(postgres, autocommit=True) as connection:
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture
def service_settings(database_url: str, tmp_path: Path) -> ServiceSettings:
    """Settings of an installation of this test's own, with a patient queue made impatient."""
    return ServiceSettings(
        home=tmp_path / "casa",
        database_url=SecretStr(database_url),
        secret=SecretStr("segredo somente para os testes"),
        heartbeat_s=0.5,
        stalled_s=2.0,
        watch_s=0.5,
        retry_s=0.1,
    )


@pytest.fixture
def store(service_settings: ServiceSettings) -> Iterator[Store]:
    """That installation, open."""
    opened = open_store(service_settings, pool=4)
    yield opened
    opened.close()


@pytest.fixture
def store_database(database_url: str) -> Iterator[Database]:
    """Its database alone."""
    database = Database(database_url, pool=4)
    yield database
    database.close()


def _mounted(folder: Path, megabytes: int) -> Iterator[Path]:
    folder.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m,mode=755", "tmpfs", str(folder)]
    if os.geteuid() != 0 or subprocess.run(command, capture_output=True, check=False).returncode != 0:
        pytest.skip("only root may mount a small file system")
    yield folder
    subprocess.run(["umount", "-l", str(folder)], check=True)


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 4 MB; where none may be mounted, the test is skipped."""
    yield from _mounted(tmp_path / "disco", 4)


@pytest.fixture
def database_disk(tmp_path: Path) -> Iterator[Path]:
    """One on which an embedded database has room, and not much more."""
    yield from _mounted(tmp_path / "disco", 160)
