"""The scans: original files under the hash of their content, never changed; derived images beside them.

On a folder by default, on S3 or anything else that fsspec knows by setting. Each entity has a part of its own: what one
entity sent can neither be found nor be deleted through another's.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import os
import secrets
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import IO, Any, TypeVar, cast
from uuid import UUID

import fsspec

from docverify.errors import EngineError
from docverify.store.config import ServiceSettings

T = TypeVar("T")

_BLOCK = 1 << 20
_PART = ".parte-"
_REMOTE_PART = "docverify-parte-"  # among the files of others in the machine's temporary folder
_REMOTE_BLOCK = 8 << 20  # bytes that are held in memory at a time, of which two are under way
_TRIES = 4
_WAIT_S = 0.3


class StorageError(EngineError):
    """The store of files cannot be read or written."""


class StorageFullError(StorageError):
    """There is no room."""


class MissingFileError(StorageError):
    """A file that should be there is not, or is not what it was."""


class FileStore:
    """Scans and derived images.

    Args:
        url: A folder or ``s3://bucket/prefix``.
        options: Of the fsspec file system.
    """

    def __init__(self, url: str, options: Mapping[str, Any] | None = None) -> None:
        self._url = url
        self._options = dict(options or {})
        self._opened: tuple[int, Any] | None = None
        protocols = self._fs.protocol if isinstance(self._fs.protocol, tuple) else (self._fs.protocol,)
        self._root = str(self._fs._strip_protocol(url)).rstrip("/")
        self._folder = Path(self._root) if "file" in protocols else None

    @property
    def folder(self) -> Path | None:
        """Where it lies, None where that is no folder of this machine."""
        return self._folder

    @property
    def _fs(self) -> Any:
        """The file system, of this process: those on the network do not survive a fork."""
        if self._opened is None or self._opened[0] != os.getpid():
            self._opened = os.getpid(), fsspec.core.url_to_fs(self._url, **self._options)[0]
        return self._opened[1]

    def put(self, entidade: UUID, stream: IO[bytes]) -> tuple[str, int]:
        """Store an original; it is durable when this returns.

        Args:
            entidade: Whose it is.
            stream: Read from where it stands to its end.

        Returns:
            SHA-256 (hexadecimal) and length in bytes.

        Raises:
            StorageError: There is no room, or the store cannot be reached; nothing is left of the file.
        """
        with _typed("guardar um arquivo", writing=True), self._aside() as (handle, path):
            hashed, length = hashlib.sha256(), 0
            while block := stream.read(_BLOCK):
                handle.write(block)
                hashed.update(block)
                length += len(block)
            digest = hashed.hexdigest()
            self._keep(handle, path, original(entidade, digest))
        return digest, length

    def put_bytes(self, key: str, data: bytes) -> None:
        """Store something derived under a key of its own, whole or not at all.

        Raises:
            StorageError: There is no room, or the store cannot be reached.
        """
        with _typed("guardar um arquivo", writing=True), self._aside() as (handle, path):
            handle.write(data)
            self._keep(handle, path, key)

    def read(self, key: str) -> bytes:
        """Return what is stored under a key.

        Raises:
            MissingFileError: It is not there.
            StorageError: The store cannot be reached.
        """
        with _typed("ler um arquivo"):
            return bytes(self._again(lambda: self._fs.cat_file(self._at(key))))

    def open(self, entidade: UUID, digest: str) -> IO[bytes]:
        """Open an original for reading.

        Raises:
            MissingFileError: It is not there.
            StorageError: The store cannot be reached.
        """
        with _typed("ler um arquivo"):
            return self._again(lambda: self._open(entidade, digest))

    def fetch(self, entidade: UUID, digest: str, target: Path) -> None:
        """Copy an original to a path of this machine and see that it is what was sent.

        Raises:
            MissingFileError: It is not there, or is not what it was.
            StorageError: The store cannot be reached, or there is no room.
        """
        with _typed("ler um arquivo"):
            try:
                found = self._again(lambda: self._copy(entidade, digest, target))
            except BaseException:
                target.unlink(missing_ok=True)
                raise
        if found != digest:
            target.unlink(missing_ok=True)
            raise MissingFileError(
                f"o original {digest[:12]} foi alterado no armazenamento; recupere-o da cópia de segurança"
            )

    def sound(self, entidade: UUID, digest: str) -> bool:
        """Tell whether an original is there and is what was sent; it is read whole.

        Raises:
            StorageError: The store cannot be reached.
        """
        try:
            with _typed("ler um arquivo"):
                return self._again(lambda: self._copy(entidade, digest, None)) == digest
        except MissingFileError:
            return False

    def exists(self, key: str) -> bool:
        """Tell whether something is stored under a key.

        Raises:
            StorageError: The store cannot be reached.
        """
        with _typed("consultar o armazenamento"):
            self._fs.invalidate_cache()
            return bool(self._again(lambda: self._fs.exists(self._at(key))))

    def delete(self, key: str) -> None:
        """Delete what is stored under a key, if anything is.

        Raises:
            StorageError: The store cannot be reached.
        """
        with _typed("apagar um arquivo"), contextlib.suppress(FileNotFoundError):
            self._again(lambda: self._fs.rm_file(self._at(key)))
            if self._folder is not None:  # what was purged must not come back after a power cut
                _sync_folder((self._folder / key).parent)

    def keys(self, prefix: str) -> list[str]:
        """Return all keys below a prefix.

        Raises:
            StorageError: The store cannot be reached.
        """
        with _typed("consultar o armazenamento"):
            self._fs.invalidate_cache()
            found = self._again(lambda: self._fs.find(self._at(prefix)))
            return sorted(path.removeprefix(f"{self._root}/") for path in found if f"/{_PART}" not in path)

    def check(self) -> None:
        """Write, read and delete a small file.

        Raises:
            StorageError: One of the three is not possible.
        """
        key = f"teste/{secrets.token_hex(8)}"
        self.put_bytes(key, b"docverify")
        if self.read(key) != b"docverify":
            raise StorageError("o armazenamento não devolve o que recebeu")
        self.delete(key)

    def free(self) -> int | None:
        """Return how many bytes there is room for, None where the store does not tell.

        Raises:
            StorageError: The folder cannot be reached.
        """
        if self._folder is None:
            return None
        with _typed("consultar o armazenamento"):
            return shutil.disk_usage(_existing(self._folder)).free

    def old_parts(self, hours: float = 24.0) -> int:
        """Delete what uploads that were killed half-way left behind.

        Args:
            hours: Only what has been lying for so long: younger parts may be of an upload under way.

        Returns:
            How many there were.

        Raises:
            StorageError: The folder cannot be read or written.
        """
        folder, prefix = self._folder, _PART
        if folder is None:
            folder, prefix = Path(tempfile.gettempdir()), _REMOTE_PART
        swept = 0
        with _typed("limpar o armazenamento"):
            for path in folder.glob(f"{prefix}*") if folder.is_dir() else ():
                with contextlib.suppress(FileNotFoundError, PermissionError):
                    if path.lstat().st_mtime <= time.time() - 3600 * hours:
                        path.unlink()
                        swept += 1
        return swept

    def _at(self, key: str) -> str:
        if ".." in key.split("/"):
            raise MissingFileError("o endereço de um arquivo sai do armazenamento")
        return f"{self._root}/{key}"

    def _again(self, work: Callable[[], T]) -> T:
        """Do something that may be done twice; where the network is between, again if it fails."""
        for attempt in range(_TRIES):
            try:
                return work()
            except (FileNotFoundError, PermissionError):
                raise
            except Exception as error:  # what the many file systems raise has no common base
                if self._folder is not None or _full(error) or attempt == _TRIES - 1:
                    raise
                time.sleep(_WAIT_S * 2**attempt)
        raise AssertionError

    def _open(self, entidade: UUID, digest: str) -> IO[bytes]:
        path = self._at(original(entidade, digest))
        if self._folder is not None:
            return Path(path).open("rb")
        return cast(IO[bytes], self._fs.open(path, "rb", block_size=_REMOTE_BLOCK // 2))

    def _copy(self, entidade: UUID, digest: str, target: Path | None) -> str:
        """Copy an original, or read it only; return the hash of what was read."""
        hashed = hashlib.sha256()
        with contextlib.ExitStack() as both:
            source = both.enter_context(self._open(entidade, digest))  # whoever calls asks again, from the start
            copy = None if target is None else both.enter_context(target.open("wb"))
            while block := source.read(_BLOCK):
                hashed.update(block)
                if copy is not None:
                    copy.write(block)
        return hashed.hexdigest()

    @contextlib.contextmanager
    def _aside(self) -> Iterator[tuple[IO[bytes], Path]]:
        """A file to write to, in the store where that is a folder, else on this machine; gone afterwards."""
        folder, prefix = self._folder, _PART
        if folder is None:
            prefix = _REMOTE_PART
        elif not folder.is_dir():
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)  # scans are nobody else's business
            _sync_folder(folder.parent)
        handle, name = tempfile.mkstemp(prefix=prefix, dir=folder)
        path = Path(name)
        try:
            with os.fdopen(handle, "w+b") as stream:
                yield stream, path
        finally:
            path.unlink(missing_ok=True)

    def _keep(self, handle: IO[bytes], path: Path, key: str) -> None:
        handle.flush()
        if self._folder is None:
            target = self._at(key)
            sent = {"chunksize": _REMOTE_BLOCK, "max_concurrency": 2} if _is_s3(self._fs) else {}
            self._again(lambda: self._fs.put_file(str(path), target, **sent))
            return
        os.fsync(handle.fileno())
        kept = Path(self._at(key))
        kept.parent.mkdir(parents=True, exist_ok=True)
        path.replace(kept)
        folder = kept.parent
        while folder != self._folder:
            _sync_folder(folder)
            folder = folder.parent
        _sync_folder(folder)


def original(entidade: UUID, digest: str) -> str:
    """Return the key of an original."""
    return f"originais/{entidade}/{digest[:2]}/{digest}"


def derived_page(entidade: UUID, dossie: UUID, rodada: int, ordem: int) -> str:
    """Return the key of a page image."""
    return f"derivados/{entidade}/{dossie}/{rodada}-{ordem}.jpg"


def open_files(settings: ServiceSettings) -> FileStore:
    """Open the store of files that the settings name.

    Raises:
        StorageError: There is no such kind of store.
    """
    try:
        return FileStore(settings.storage_url, settings.storage_options)
    except (ValueError, ImportError) as error:
        raise StorageError(
            f"DOCVERIFY_STORAGE não serve ({settings.storage_url.partition(':')[0]}): use uma pasta ou s3://balde/prefixo"
        ) from error


def _existing(folder: Path) -> Path:
    while not folder.exists() and folder != folder.parent:
        folder = folder.parent
    return folder


def _is_s3(fs: Any) -> bool:
    return "s3" in (fs.protocol if isinstance(fs.protocol, tuple) else (fs.protocol,))


def _sync_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _full(error: BaseException) -> bool:
    return isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT)


@contextlib.contextmanager
def _typed(doing: str, *, writing: bool = False) -> Iterator[None]:
    try:
        yield
    except StorageError:
        raise
    except FileNotFoundError as error:
        if writing:
            raise StorageError(f"não consegui {doing}: a pasta ou o balde de DOCVERIFY_STORAGE não existe") from error
        raise MissingFileError("o arquivo não está no armazenamento; recupere-o da cópia de segurança") from error
    except OSError as error:
        if _full(error):
            raise StorageFullError("não há espaço no armazenamento; libere espaço e tente de novo") from error
        raise StorageError(f"não consegui {doing} ({error.strerror or type(error).__name__}); tente de novo") from error
    except Exception as error:  # what the many file systems raise has no common base
        raise StorageError(f"não consegui {doing} ({type(error).__name__}); tente de novo") from error
