"""Pages already read, on disk: a second run reads nothing again.

One file a page: a line that vouches for the rest, and JSON. It is named by the hash of everything that the result
depends on, and written whole or not at all; what cannot be understood is a miss. The folder is bounded: the files used
longest ago go first.

In the service every entry belongs to somebody (`docverify.cache_owners`).
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import tempfile
from dataclasses import asdict
from pathlib import Path
from typing import Any

from docverify.cache_owners import SUFFIX, TEMPORARY, journal, owner_now
from docverify.model import Page, Word
from docverify.values.legibilidade import legibilidade_from
from docverify.values.sinais import codigo_from, sinal_from

_TRIM_EVERY = 64
_MAX_ENTRY = 64_000_000


class PageCache:
    """The page cache.

    Args:
        folder: Created on first write; None for a cache that keeps nothing.
        max_bytes: Above this the oldest entries are removed.
    """

    def __init__(self, folder: Path | None, max_bytes: int) -> None:
        self._top = folder
        self._owner = owner_now()
        self._folder = folder / self._owner.entidade if folder is not None and self._owner is not None else folder
        self._max_bytes = max_bytes
        self._writes = 0
        self._noted: set[str] = set()

    def get(self, key: str, arquivo: str, numero: int) -> Page | None:
        """Return the page stored under ``key``, with the name and number that it bears in this dossier.

        Args:
            key: From :func:`cache_key`.
            arquivo: The file's name now.
            numero: The page's number now.

        Returns:
            The page, or None where there is no entry or a damaged one.
        """
        try:
            return _decode(self._read(key), arquivo, numero)
        except (ValueError, TypeError, KeyError, RecursionError):
            return None

    def put(self, key: str, page: Page) -> None:
        """Store a page; a full disk or a read-only folder only costs the next run its time."""
        if self._folder is None:
            return
        self._write(key, asdict(page))

    def get_json(self, key: str) -> Any:
        """Return other data stored under ``key`` by :meth:`put_json`, None where there is none or a damaged entry."""
        try:
            return self._read(key)
        except (ValueError, RecursionError):
            return None

    def put_json(self, key: str, data: Any) -> None:
        """Store JSON-able data that is no page, under the same bound and with the same care."""
        if self._folder is not None:
            self._write(key, data)

    def _read(self, key: str) -> Any:
        """Return what is stored under ``key``.

        Raises:
            ValueError: There is no such entry, or it is not what was written.
        """
        if self._folder is None:
            raise ValueError(key)
        path = self._path(key)
        try:
            if path.stat().st_size > _MAX_ENTRY:
                raise ValueError(key)
            head, _, content = path.read_bytes().partition(b"\n")
        except OSError as error:
            raise ValueError(key) from error
        if head != _head(key, content):
            raise ValueError(key)
        try:
            self._note(key)
        except OSError as error:
            raise ValueError(key) from error
        with contextlib.suppress(OSError):
            os.utime(path)
        return json.loads(content)

    def _write(self, key: str, body: Any) -> None:
        path = self._path(key)
        content = json.dumps(body, ensure_ascii=False).encode()
        with contextlib.suppress(OSError):
            self._note(key)
            path.parent.mkdir(parents=True, exist_ok=True)
            _write_whole(path, _head(key, content) + b"\n" + content)
            self._writes += 1
            if self._writes % _TRIM_EVERY == 1:
                self.trim()

    def _note(self, key: str) -> None:
        """Write down, before it is made or used, that an entry is this dossier's.

        Raises:
            OSError: It cannot be written down; then nothing is kept or used either.
        """
        if self._owner is None or self._folder is None or key in self._noted:
            return
        assert self._top is not None
        path = journal(self._top, self._owner)
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("a", encoding="ascii") as stream:
            stream.write(f"{key}\n")
        self._noted.add(key)

    def trim(self) -> None:
        """Remove the entries used longest ago until the folder is within its bound."""
        if self._top is None or not self._top.is_dir():
            return
        entries = []
        for path in self._top.glob(f"??/*{SUFFIX}" if self._owner is None else f"*/??/*{SUFFIX}"):
            with contextlib.suppress(OSError):
                status = path.stat()
                entries.append((status.st_mtime, status.st_size, path))
        total = sum(size for _, size, _ in entries)
        for _, size, path in sorted(entries):
            if total <= self._max_bytes:
                break
            with contextlib.suppress(OSError):
                path.unlink()
                total -= size

    def _path(self, key: str) -> Path:
        assert self._folder is not None
        return self._folder / key[:2] / f"{key}{SUFFIX}"


def cache_key(digest: str, *parts: object) -> str:
    """Hash a page's content digest together with all else that its reading depends on.

    Args:
        digest: Of the page's content.
        *parts: Engine, version, settings, version of the reading code.

    Returns:
        64 hexadecimal digits.
    """
    return hashlib.sha256(json.dumps([digest, *map(str, parts)]).encode()).hexdigest()


def _head(key: str, content: bytes) -> bytes:
    """Return the first line of an entry: whose it is, and a hash by which a damaged one is known without parsing it."""
    return f"{key} {hashlib.sha256(content).hexdigest()}".encode()


def _write_whole(path: Path, content: bytes) -> None:
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=TEMPORARY)
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(content)
        temporary.replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise


def _decode(body: dict[str, Any], arquivo: str, numero: int) -> Page:
    fields = dict(body)
    fields["arquivo"], fields["numero"] = arquivo, numero
    fields["words"] = tuple(Word(w["text"], tuple(w["box"]), w["confidence"], w["line"]) for w in body["words"])
    fields["cells"] = tuple(tuple(c) for c in body["cells"])
    fields["warp"] = None if body["warp"] is None else tuple(body["warp"])
    fields["notes"] = tuple(body["notes"])
    fields["codigos"] = tuple(codigo_from(c) for c in body["codigos"])
    fields["sinais"] = tuple(sinal_from(s) for s in body["sinais"])
    fields["legibilidade"] = legibilidade_from(body["legibilidade"])
    return Page(**fields)
