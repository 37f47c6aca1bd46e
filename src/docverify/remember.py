"""What the pages of a dossier said, kept beside them: a second run neither reads nor interprets them again.

Between the pages and the decision stands a pure function of the files' bytes, their names, the Ficha, the settings and
the program. What it gave is kept under a hash of all of these. Of the program every file counts, code and data, by its
bytes, and every installed distribution by its version: a wrong key would be a wrong verdict. What is kept is decoded
field by field; what is not exactly what was encoded is never kept, and what is damaged is not there.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path
from typing import Any

from docverify.intake import Intake
from docverify.model import Document, Field, Trecho
from docverify.reading import PageCache, open_cache
from docverify.reading.cache import cache_key
from docverify.resources import models_path, package_path
from docverify.settings import Settings
from docverify.values.assinaturas import from_dict
from docverify.values.sinais import sinal_from

WITHOUT_EFFECT = frozenset(
    {"cache", "cache_max_bytes", "cache_enabled", "ocr_jobs", "dossier_timeout_s", "dossier_memory_bytes"}
)
"""Settings on which no result depends; any other that is ever added does until it is named here."""


@dataclass(frozen=True, slots=True)
class Achados:
    """All that a decision needs to know of the pages.

    Attributes:
        documentos: With their fields, confirmed and calibrated.
        em_duvida: Some page may be a document that seems missing (``DossierFacts.paginas_em_duvida``).
        ilegiveis: Pages that bear print which could not be read: file, number, and what to do.
    """

    documentos: tuple[Document, ...]
    em_duvida: bool
    ilegiveis: tuple[tuple[str, int, str], ...] = ()


class Memory:
    """What one dossier's pages said the last time, if anything.

    Args:
        store: The page cache.
        key: From :func:`memory_key`; None for a dossier of which nothing is kept.
    """

    def __init__(self, store: PageCache, key: str | None) -> None:
        self._store = store
        self._key = key

    def get(self) -> Achados | None:
        """Return what was kept, None where there is nothing or something that is not understood."""
        if self._key is None:
            return None
        data = self._store.get_json(self._key)
        return None if data is None else decoded(data)

    def put(self, found: Achados) -> None:
        """Keep what was found, if it comes back exactly as it is and the program is still the one that found it."""
        if self._key is None:
            return
        try:
            if program_stamp() != _first_stamp():
                return
            data = encoded(found)
            if same(decoded(json.loads(json.dumps(data, allow_nan=False))), found):
                self._store.put_json(self._key, data)
        except (TypeError, ValueError, OverflowError, RecursionError):
            return  # a value that JSON has no word for
        except OSError:
            return  # a file of the program is gone


class OpenedFiles:
    """Files that could be opened, kept in the page cache (a :class:`docverify.intake.dossier.KnownFiles`).

    Args:
        store: The page cache.
        settings: Limits of pages and pixels.
    """

    def __init__(self, store: PageCache, settings: Settings) -> None:
        self._store = store
        self._limits = (settings.max_pages_per_file, settings.max_pixels)

    def get(self, digest: str, kind: str) -> tuple[int, tuple[str, ...]] | None:
        """Return the number of pages and the notes of a file, None where it was never opened."""
        match self._store.get_json(self._key(digest, kind)):
            case [int(pages), list(notes)] if pages > 0 and all(isinstance(note, str) for note in notes):
                return pages, tuple(notes)
        return None

    def put(self, digest: str, kind: str, pages: int, notes: tuple[str, ...]) -> None:
        """Note that a file can be opened."""
        self._store.put_json(self._key(digest, kind), [pages, list(notes)])

    def _key(self, digest: str, kind: str) -> str:
        return cache_key(digest, "arquivo", program_digest(), kind, *self._limits)


def opened_files(settings: Settings) -> OpenedFiles | None:
    """Return the files opened before under the settings, None where nothing is to be kept."""
    if not settings.cache_enabled:
        return None
    try:
        program_digest()
    except OSError:
        return None
    return OpenedFiles(open_cache(settings), settings)


def memory_key(intake: Intake, settings: Settings, reading: Sequence[object], declared: Sequence[object]) -> str | None:
    """Return the name under which a dossier's findings are kept.

    Args:
        intake: The dossier, open.
        settings: All of them count but those on which no result depends.
        reading: What a page's reading depends on beside its content (see `docverify.reading.reading_key`).
        declared: What the declared data depend on beside the Ficha: the norm asked for, those that are known.

    Returns:
        None where the program's own files cannot be read.
    """
    try:
        program = program_digest()
    except OSError:
        return None
    sheets = [
        [s.arquivo, s.digest, s.kind, s.page_count, list(s.notes), [a.to_dict() for a in s.assinaturas]]
        for s in intake.fontes
    ]
    chosen = settings.model_dump(mode="json", exclude=set(WITHOUT_EFFECT))
    form = None if intake.ficha_bytes is None else hashlib.sha256(intake.ficha_bytes).hexdigest()
    return cache_key("achados", program, list(reading), list(declared), sorted(chosen.items()), sheets, form)


@cache
def program_digest() -> str:
    """Hash this program: every file of the package and of the patterns, the distributions installed, the interpreter.

    Once per process, before it is used: the processes of a batch inherit it from the one that they are forked from.

    Raises:
        OSError: A file cannot be read.
    """
    _first_stamp()
    whole = hashlib.sha256(f"{sys.version}\0{sys.platform}".encode())
    for name, entry in _own_files():
        content = Path(entry.path).read_bytes()
        whole.update(f"\0{name}\0{len(content)}\0".encode())
        whole.update(content)
    for name in _distributions():
        whole.update(f"\0{name}".encode())
    return whole.hexdigest()


def program_stamp() -> tuple[tuple[object, ...], ...]:
    """Return size, time and number of every file of the program: not the same, so the files were changed meanwhile.

    No part of a key (a file may change and keep all three), but enough to keep nothing that a mixture of two
    versions found.

    Raises:
        OSError: A file is gone.
    """
    stats = ((name, entry.stat()) for name, entry in _own_files())
    files = tuple((name, s.st_size, s.st_mtime_ns, s.st_ino) for name, s in stats)
    return (*files, tuple(_distributions()))


@cache
def _first_stamp() -> tuple[tuple[object, ...], ...]:
    return program_stamp()


def _own_files() -> list[tuple[str, os.DirEntry[str]]]:
    """Return the files of package and patterns, compiled code aside, by names that do not say where they lie."""
    found = [*_under("docverify", package_path()), *_under("models", models_path())]
    return sorted(found, key=lambda pair: pair[0])


def _under(name: str, folder: Path | str) -> Iterator[tuple[str, os.DirEntry[str]]]:
    with os.scandir(folder) as entries:
        for entry in entries:
            if not entry.is_dir():
                yield f"{name}/{entry.name}", entry
            elif entry.name != "__pycache__":
                yield from _under(f"{name}/{entry.name}", entry.path)


def _distributions() -> list[str]:
    """Return name and version of all that is installed, as the folders that describe it are called."""
    found: set[str] = set()
    for place in sys.path:
        for pattern in ("*.dist-info", "*.egg-info"):
            found.update(path.name for path in Path(place or ".").glob(pattern))
    return sorted(found)


def encoded(found: Achados) -> dict[str, Any]:
    """Return findings as JSON-able data.

    Raises:
        ValueError: Something in them is no JSON.
    """
    return {
        "documentos": [_document_out(d) for d in found.documentos],
        "em_duvida": found.em_duvida,
        "ilegiveis": [list(page) for page in found.ilegiveis],
    }


def decoded(data: Any) -> Achados | None:
    """Return the findings that :func:`encoded` gave, None where these are not such."""
    try:
        if set(data) != {"documentos", "em_duvida", "ilegiveis"} or not isinstance(data["em_duvida"], bool):
            return None
        return Achados(
            tuple(_document_in(d) for d in data["documentos"]),
            data["em_duvida"],
            tuple((str(name), int(number), str(said)) for name, number, said in data["ilegiveis"]),
        )
    except (TypeError, ValueError, KeyError, AttributeError):
        return None


def same(one: Achados | None, other: Achados) -> bool:
    """Tell whether findings are the same to the last type: 1, 1.0 and True are not, nor are lists and tuples."""
    return one == other and repr(one) == repr(other)


def _shallow(value: Any) -> dict[str, Any]:
    return {f.name: getattr(value, f.name) for f in fields(value)}


def _checked(cls: type[Any], data: Any) -> dict[str, Any]:
    """Return the fields of a dataclass, all of them and no other.

    Raises:
        ValueError: Some are missing, or there are others.
    """
    if not isinstance(data, dict) or data.keys() != {f.name for f in fields(cls)}:
        raise ValueError(cls.__name__)
    return dict(data)


def _document_out(document: Document) -> dict[str, Any]:
    return {
        **_shallow(document),
        "campos": {name: _field_out(f) for name, f in document.campos.items()},
        "campos_extras": {name: _field_out(f) for name, f in document.campos_extras.items()},
        "indicios": dict(document.indicios),
        "assinaturas": [a.to_dict() for a in document.assinaturas],
        "sinais": [_shallow(s) for s in document.sinais],
    }


def _document_in(data: Any) -> Document:
    values = _checked(Document, data)
    values["paginas"], values["notas"] = tuple(values["paginas"]), tuple(values["notas"])
    for name in ("campos", "campos_extras"):
        values[name] = {key: _field_in(f) for key, f in values[name].items()}
    values["assinaturas"] = tuple(from_dict(a) for a in values["assinaturas"])
    values["sinais"] = tuple(sinal_from(s) for s in values["sinais"])
    return Document(**values)


def _field_out(found: Field) -> dict[str, Any]:
    return {**_shallow(found), "trechos": [[t.texto, *t.caixa] for t in found.trechos]}


def _field_in(data: Any) -> Field:
    values = _checked(Field, data)
    values["caixa"] = tuple(values["caixa"])
    values["trechos"] = tuple(Trecho(text, (x0, y0, x1, y1)) for text, x0, y0, x1, y1 in values["trechos"])
    return Field(**values)


__all__ = [
    "WITHOUT_EFFECT",
    "Achados",
    "Memory",
    "OpenedFiles",
    "decoded",
    "encoded",
    "memory_key",
    "opened_files",
    "program_digest",
    "program_stamp",
    "same",
]
