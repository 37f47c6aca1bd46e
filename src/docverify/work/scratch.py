"""A worker's folder for temporary files: gone with the worker, and with the next one where it was killed.

A file in it is locked for as long as the worker lives; a folder whose file nobody has locked is nobody's.
"""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import multiprocessing
import os
import shutil
import tempfile
import time
import uuid
from collections.abc import Iterator
from pathlib import Path

from docverify.store.files import StorageError
from docverify.work.child import has_room

_LOCK = ".em-uso"
_PREFIX = "w-"
_MAKING_S = 600.0
_LONGEST = 60
"""Bytes of the path of a worker's folder from which the sockets in it would have too long a name (108 bytes)."""


class ScratchError(StorageError):
    """There is no folder for temporary files, or no room in it."""


class Scratch:
    """The folder of this worker.

    Args:
        home: ``DOCVERIFY_HOME``.

    Attributes:
        folder: Where temporary files go.

    Raises:
        ScratchError: It cannot be made.
    """

    def __init__(self, home: Path) -> None:
        self._top = root(home)
        self._former: str | None = None
        self.folder = self._top / f"{_PREFIX}{uuid.uuid4().hex[:8]}"
        try:
            # made aside and locked before it bears a name that others sweep
            aside = self._top / f".{self.folder.name}"
            with contextlib.suppress(FileNotFoundError):  # the last worker to leave has just removed it
                self._top.mkdir(mode=0o700, parents=True, exist_ok=True)
                aside.mkdir(mode=0o700)
            aside.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._handle = os.open(aside / _LOCK, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
            fcntl.flock(self._handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            aside.rename(self.folder)
        except OSError as error:
            raise ScratchError(
                f"não consigo escrever em {self._top} ({error.strerror}); libere espaço ou dê permissão"
            ) from error

    def close(self) -> None:
        """Remove it with all that it holds; temporary files go again where they went before."""
        if tempfile.tempdir == str(self.folder):
            tempfile.tempdir = None
            os.environ.pop("TMPDIR", None)
            if self._former is not None:
                os.environ["TMPDIR"] = self._former
        shutil.rmtree(self.folder, ignore_errors=True)
        with contextlib.suppress(OSError):
            os.close(self._handle)
        with contextlib.suppress(OSError):  # others are in it
            self._top.rmdir()

    def adopt(self) -> None:
        """Let all that this process, and those that it starts, make of temporary files lie here."""
        self._former = os.environ.get("TMPDIR")
        os.environ["TMPDIR"] = tempfile.tempdir = str(self.folder)
        # a folder of its own would be removed after ours, and complained about
        multiprocessing.current_process()._config["tempdir"] = str(self.folder)  # type: ignore[attr-defined]

    def room(self, size: int) -> bool:
        """Tell whether so many bytes fit into it, and can be written at all."""
        try:
            free = shutil.disk_usage(self.folder).free
        except OSError:
            return False
        return free >= size and has_room(str(self.folder))

    def sweep(self) -> int:
        """Remove the folders of workers that are gone; return how many."""
        removed = 0
        for folder in [*self._top.glob(f"{_PREFIX}*"), *self._unfinished()]:
            if folder != self.folder and _is_nobodys(folder):
                shutil.rmtree(folder, ignore_errors=True)
                removed += not folder.exists()
        return removed

    def _unfinished(self) -> Iterator[Path]:
        """Folders that were being made long ago, by workers killed at it: a younger one may be about to be locked."""
        for folder in self._top.glob(f".{_PREFIX}*"):
            with contextlib.suppress(FileNotFoundError):
                if folder.stat().st_mtime < time.time() - _MAKING_S:
                    yield folder


def root(home: Path) -> Path:
    """Return where the folders of all workers of an installation on this machine are."""
    usual = home.expanduser().absolute() / "tmp"
    if len(os.fsencode(usual)) <= _LONGEST:
        return usual
    named = hashlib.sha256(os.fsencode(usual)).hexdigest()[:12]
    return Path(tempfile.gettempdir()) / f"docverify-{os.getuid()}-{named}"


def _is_nobodys(folder: Path) -> bool:
    try:
        handle = os.open(folder / _LOCK, os.O_RDWR | os.O_CLOEXEC | os.O_NOFOLLOW)
    except FileNotFoundError:
        return folder.is_dir()  # half removed
    except OSError:
        return False
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    finally:
        os.close(handle)
    return True
