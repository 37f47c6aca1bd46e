"""The PostgreSQL that comes with docverify, for an installation that names no other.

It listens on a Unix socket that only the user who runs docverify can open. Several processes may hold it: each keeps a
shared lock on a file beside the data folder, which the system lets go of however a process ends; the last to close
stops the server.
"""

from __future__ import annotations

import atexit
import contextlib
import errno
import fcntl
import os
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

from docverify.errors import EngineError
from docverify.store.cluster import PORT, Cluster, ClusterError

FOLDER = "postgres"
_TURN = ".postgres-vez"  # held while somebody starts or stops the server
_HELD = ".postgres-uso"  # shared by all who use it
_PATIENCE_S = 360.0
_KNOWN = {
    "No space left on device": "falta espaço em disco: libere espaço",
    # a container that is run as a number of somebody's choice
    "could not look up effective user ID": "o usuário que o roda não tem nome em /etc/passwd: use um que tenha",
}
"""What the server's programs say, and what that means to a person."""


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
        self._home = home.expanduser().absolute()
        self._cluster = Cluster(self._home / FOLDER)
        self._hold: int | None = None
        self._process = os.getpid()
        with self._told():
            self._home.mkdir(mode=0o700, parents=True, exist_ok=True)
            with self._turn():
                self._start()
                self._hold = os.open(self._home / _HELD, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
                fcntl.flock(self._hold, fcntl.LOCK_SH)
        atexit.register(self.close)

    @property
    def log(self) -> Path:
        """The server's own log."""
        return self._cluster.log

    @property
    def url(self) -> str:
        """Its address, for psycopg and for ``DOCVERIFY_DATABASE_URL``."""
        host = quote(str(self._cluster.socket_folder()), safe="/")
        return f"postgresql://postgres:@/postgres?host={host}&port={PORT}"

    @property
    def pid(self) -> int | None:
        """Number of the server's first process, None where it does not run."""
        process = self._cluster.postmaster()
        return None if process is None else int(process.pid)

    @property
    def programs(self) -> Path:
        """Folder of its programs: ``pg_dump``, ``pg_restore``."""
        return self._cluster.programs

    def ensure(self) -> None:
        """Start the server if it does not run (any more); of several who ask at once, one starts it.

        Raises:
            DatabaseUnavailableError: It does not start.
        """
        with self._told():
            if self._cluster.exists and self._cluster.running():
                return
            with self._turn():
                self._start()

    def close(self) -> None:
        """Let go of the server; the last one who does stops it."""
        hold, self._hold = self._hold, None
        if hold is None:
            return
        if os.getpid() != self._process:  # a forked child: the hold is its parent's
            os.close(hold)
            return
        atexit.unregister(self.close)
        try:
            with self._turn():
                fcntl.flock(hold, fcntl.LOCK_UN)
                with contextlib.suppress(BlockingIOError):
                    fcntl.flock(hold, fcntl.LOCK_EX | fcntl.LOCK_NB)
                    self._cluster.stop()
        except OSError:  # the home is gone: so is the server's data
            pass
        finally:
            os.close(hold)

    def _start(self) -> None:
        if not self._cluster.exists:
            self._cluster.make()
        if not self._cluster.running():
            self._cluster.start()

    @contextlib.contextmanager
    def _turn(self) -> Iterator[None]:
        handle = os.open(self._home / _TURN, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            until = time.monotonic() + _PATIENCE_S
            while True:
                try:
                    fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
                    break
                except BlockingIOError:
                    if time.monotonic() > until:
                        raise
                    time.sleep(0.05)
            yield
            fcntl.flock(handle, fcntl.LOCK_UN)  # told, not only closed: a child forked meanwhile has it open too
        finally:
            os.close(handle)

    @contextlib.contextmanager
    def _told(self) -> Iterator[None]:
        """Tell in Portuguese what stood in the way, and what to do."""
        try:
            yield
        except ClusterError as error:
            what = next((told for said, told in _KNOWN.items() if said in error.said), f"veja {self.log}")
            raise DatabaseUnavailableError(
                f"o PostgreSQL embutido não iniciou em {self._cluster.folder}; {what}, "
                "ou indique outro banco em DOCVERIFY_DATABASE_URL"
            ) from error
        except OSError as error:
            raise DatabaseUnavailableError(f"o PostgreSQL embutido não iniciou: {self._why(error)}") from error
        except subprocess.SubprocessError as error:
            raise DatabaseUnavailableError(
                "o PostgreSQL embutido não roda como root e não consegui criar o usuário pgserver; use um usuário "
                "comum, ou indique outro banco em DOCVERIFY_DATABASE_URL"
            ) from error

    def _why(self, error: OSError) -> str:
        match error.errno:
            case errno.EROFS | errno.EACCES | errno.EPERM | errno.ENOTDIR | errno.EEXIST:
                return (
                    f"não posso escrever em {self._home} ({error.strerror}); dê permissão ao usuário que roda o "
                    "docverify, ou indique outra pasta em DOCVERIFY_HOME"
                )
            case errno.ENOSPC | errno.EDQUOT:
                return f"não há espaço em {self._home}; libere espaço, ou indique outra pasta em DOCVERIFY_HOME"
            case errno.EAGAIN:
                return f"outro processo o inicia há mais de {_PATIENCE_S / 60:.0f} minutos; veja {self.log}"
        return f"{error.strerror or type(error).__name__} em {self._home}; veja {self.log}"
