"""``pg_dump`` and ``pg_restore``: the wheel's, or those of the machine where the server's version asks for them."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Literal

from psycopg.conninfo import conninfo_to_dict

from docverify.errors import EngineError
from docverify.store.cluster import programs
from docverify.store.database import Database

_SERVICE = "docverify"


class DumpError(EngineError):
    """pg_dump or pg_restore failed, or is not there."""


def run(program: Literal["pg_dump", "pg_restore"], database: Database, *arguments: str) -> None:
    """Run one of them on a database. Its address, which may hold a password, is seen by nobody else.

    Raises:
        DumpError: It failed, or there is none that suits the server.
    """
    command = _suited(program, database)
    handle, name = tempfile.mkstemp(prefix="docverify-pg-", suffix=".conf")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as stream:
            stream.write(f"[{_SERVICE}]\n")
            for key, value in conninfo_to_dict(database.url).items():
                stream.write(f"{key}={value}\n")
        done = subprocess.run(
            [str(command), f"--dbname=service={_SERVICE}", "--no-password", *arguments],
            env={**os.environ, "PGSERVICEFILE": name, "LC_ALL": "C.UTF-8"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            check=False,
        )
    finally:
        Path(name).unlink(missing_ok=True)
    if done.returncode != 0:
        raise DumpError(f"{program} não conseguiu: {_first(done.stderr.decode('utf-8', 'replace'))}")


def _first(said: str) -> str:
    """Return the first error, without what follows: that may be a row."""
    lines = [line for line in said.splitlines() if "error:" in line] or said.splitlines() or ["sem mensagem"]
    text = lines[0].partition("error:")[2].strip() or lines[0]
    return f"{text[:200]}; confira o espaço em disco e se o banco está no ar"


def _suited(program: str, database: Database) -> Path:
    """Return the program of the server's own version, else the oldest that is newer."""
    with database.begin() as connection:
        server = int(connection.connection.driver_connection.info.server_version) // 10_000  # type: ignore[union-attr]
    found: dict[int, Path] = {}
    for path in (shutil.which(program), programs() / program):
        version = None if path is None else _version(Path(path))
        if path is not None and version is not None and version >= server:
            found[version] = Path(path)
    if not found:
        raise DumpError(
            f"o servidor é o PostgreSQL {server}, e não há {program} dessa versão; instale o cliente do PostgreSQL "
            f"{server} (Debian/Ubuntu: apt install postgresql-client-{server})"
        )
    return found[min(found)]


def _version(path: Path) -> int | None:
    try:
        said = subprocess.run([str(path), "--version"], capture_output=True, text=True, timeout=20, check=False).stdout
    except (OSError, subprocess.SubprocessError):
        return None
    told = re.search(r"\) (\d+)", said)
    return None if told is None else int(told[1])
