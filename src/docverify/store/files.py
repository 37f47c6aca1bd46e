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
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import IO, Any, cast
from uuid import UUID

import fsspec

from docverify.errors import EngineError
from docverify.store.config import ServiceSettings

_BLOCK = 1 << 20


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
        self._fs, self._root = fsspec.core.url_to_fs(url, **(options or {}))
        protocols = self._fs.protocol if isinstance(self._fs.protocol, tuple) else (self._fs.protocol,)
        self._folder = Path(self._root) if "file" in protocols else None

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
        with _typed("guardar um arquivo"), self._aside() as (handle, path):
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
        with _typed("guardar um arquivo"), self._aside() as (handle, path):
            handle.write(data)
            self._keep(handle, path, key)

    def read(self, key: str) -> bytes:
        """Return what is stored under a key.

        Raises:
            MissingFileError: It is not there.
            StorageError: The store cannot be reached.
        """
        with _typed("ler um arquivo"):
            return bytes(self._fs.cat_file(self._at(key)))

    def open(self, entidade: UUID, digest: str) -> IO[bytes]:
        """Open an original for reading.

        Raises:
            MissingFileError: It is not there.
            StorageError: The store cannot be reached.
        """
        with _typed("ler um arquivo"):
            return cast(IO[bytes], self._fs.open(self._at(original(entidade, digest)), "rb"))

    def fetch(self, entidade: UUID, digest: str, target: Path) -> None:
        """Copy an original to a path of this machine and see that it is what was sent.

        Raises:
            MissingFileError: It is not there, or is not what it was.
            StorageError: The store cannot be reached, or there is no room.
        """
        hashed = hashlib.sha256()
        with _typed("ler um arquivo"), self.open(entidade, digest) as source, target.open("wb") as copy:
            while block := source.read(_BLOCK):
                hashed.update(block)
                copy.write(block)
        if hashed.hexdigest() != digest:
            raise MissingFileError(
                f"o original {digest[:12]} foi alterado no armazenamento; recupere-o da cópia de segurança"
            )

    def exists(self, key: str) -> bool:
        """Tell whether something is stored under a key.

        Raises:
            StorageError: The store cannot be reached.
        """
        with _typed("consultar o armazenamento"):
            self._fs.invalidate_cache()
            return bool(self._fs.exists(self._at(key)))

    def delete(self, key: str) -> None:
        """Delete what is stored under a key, if anything is.

        Raises:
            StorageError: The store cannot be reached.
        """
        with _typed("apagar um arquivo"), contextlib.suppress(FileNotFoundError):
            self._fs.rm_file(self._at(key))

    def keys(self, prefix: str) -> list[str]:
        """Return all keys below a prefix.

        Raises:
            StorageError: The store cannot be reached.
        """
        with _typed("consultar o armazenamento"):
            self._fs.invalidate_cache()
            top = self._fs._strip_protocol(self._root).rstrip("/") + "/"
            return sorted(path.removeprefix(top) for path in self._fs.find(self._at(prefix)) if "/.parte-" not in path)

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

    def _at(self, key: str) -> str:
        return f"{self._root.rstrip('/')}/{key}"

    @contextlib.contextmanager
    def _aside(self) -> Iterator[tuple[IO[bytes], Path]]:
        """A file to write to, in the store where that is a folder, else on this machine; gone afterwards."""
        folder = self._folder
        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(prefix=".parte-", dir=folder)
        path = Path(name)
        try:
            with os.fdopen(handle, "w+b") as stream:
                yield stream, path
        finally:
            path.unlink(missing_ok=True)

    def _keep(self, handle: IO[bytes], path: Path, key: str) -> None:
        handle.flush()
        if self._folder is None:
            self._fs.put_file(str(path), self._at(key))
            return
        os.fsync(handle.fileno())
        target = self._folder / key
        target.parent.mkdir(parents=True, exist_ok=True)
        path.replace(target)
        _sync_folders(target.parent, self._folder)


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


def _sync_folders(folder: Path, top: Path) -> None:
    while True:
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
        if folder == top:
            return
        folder = folder.parent


@contextlib.contextmanager
def _typed(doing: str) -> Iterator[None]:
    try:
        yield
    except StorageError:
        raise
    except FileNotFoundError as error:
        raise MissingFileError("o arquivo não está no armazenamento; recupere-o da cópia de segurança") from error
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise StorageFullError("não há espaço no armazenamento; libere espaço e tente de novo") from error
        raise StorageError(f"não consegui {doing} ({error.strerror or type(error).__name__}); tente de novo") from error
    except Exception as error:  # what the many file systems raise has no common base
        raise StorageError(f"não consegui {doing} ({type(error).__name__}); tente de novo") from error
