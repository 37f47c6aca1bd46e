"""Opening a dossier: a folder, a zip, one PDF or one image becomes a list of readable files in a fixed order."""

from __future__ import annotations

import contextlib
import hashlib
import os
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol

from docverify.errors import (
    BadInputError,
    EmptyDossierError,
    InvalidFichaError,
    LimitExceededError,
    PasswordProtectedError,
    UnreadableFileError,
)
from docverify.intake.archive import Entry, unpack
from docverify.intake.media import MediaWorker
from docverify.intake.names import ficha_of, is_noise, printable
from docverify.intake.signatures import SignatureReader
from docverify.intake.sniff import HEAD, sniff
from docverify.intake.sources import FailedFile, SourceFile
from docverify.settings import Settings

_MAX_DEPTH = 12


@dataclass(frozen=True)
class Intake:
    """A dossier, opened.

    Attributes:
        nome: Name of the folder or file.
        ficha_bytes: Content of ficha.json, None where there is none.
        fontes: Readable files ordered by content, then name: no result depends on names or on the order of a folder.
        falhas: Files that could not be read, by name.
    """

    nome: str
    ficha_bytes: bytes | None
    fontes: tuple[SourceFile, ...]
    falhas: tuple[FailedFile, ...]


class KnownFiles(Protocol):
    """Files that were opened before, known by their bytes: to decode an image takes as long as to read some."""

    def get(self, digest: str, kind: str) -> tuple[int, tuple[str, ...]] | None:
        """Return the number of pages and the notes of a file, None where it was never opened."""
        ...

    def put(self, digest: str, kind: str, pages: int, notes: tuple[str, ...]) -> None:
        """Note that a file can be opened."""
        ...


@contextmanager
def open_dossier(path: Path | str, settings: Settings, known: KnownFiles | None = None) -> Iterator[Intake]:
    """Open a dossier for the time of a ``with`` block.

    Args:
        path: A folder, a ``.zip``, a PDF or an image (told by content).
        settings: Limits.
        known: Files that need not be opened to know that they can be.

    Yields:
        The dossier; its pages can be rendered until the block ends.

    Raises:
        UnreadableFileError: The path does not exist or nothing in it can be read.
        PasswordProtectedError: All that is there asks for a password.
        LimitExceededError: The dossier exceeds a limit as a whole.
        EmptyDossierError: It holds neither documents nor ficha.json.
        InvalidFichaError: It holds several ficha.json.
    """
    source = Path(path)
    name = printable(source.name or source.resolve().name)
    with (
        tempfile.TemporaryDirectory(prefix="docverify-", ignore_cleanup_errors=True) as scratch,
        MediaWorker(settings.media_memory_bytes, settings.media_timeout_s) as media,
    ):
        entries, failures = _entries(source, Path(scratch), settings)
        intake = _open(name, entries, failures, media, settings, known)
        yield replace(intake, fontes=_with_signatures(intake.fontes, settings))


def _entries(source: Path, scratch: Path, settings: Settings) -> tuple[list[Entry], list[FailedFile]]:
    shown = printable(str(source))
    try:
        mode = source.stat().st_mode
    except (OSError, ValueError) as error:
        raise UnreadableFileError(f"não encontrei o dossiê {shown}; confira o caminho") from error
    if stat.S_ISDIR(mode):
        return _walk(source, settings)
    if not stat.S_ISREG(mode):
        raise UnreadableFileError(f"{shown} não é pasta nem arquivo")
    try:
        kind = sniff(_head(source))
    except OSError as error:
        raise UnreadableFileError(f"não consegui ler {shown}: {error.strerror}") from error
    if kind == "zip":
        if source.stat().st_size > settings.max_total_bytes:
            raise LimitExceededError("o zip passa do limite de bytes")
        return without_top(*unpack(source, scratch, settings))
    return [Entry(printable(source.name), source)], []


def without_top(entries: list[Entry], failures: list[FailedFile]) -> tuple[list[Entry], list[FailedFile]]:
    """Name the files of a zipped folder as in the folder itself: the only folder at the top is left out of the names.

    Args:
        entries: What was unpacked.
        failures: What could not be.
    """
    names = [e.arquivo for e in entries] + [f.arquivo for f in failures]
    tops = {name.partition("/")[0] for name in names}
    if len(tops) != 1 or not all("/" in name for name in names):
        return entries, failures
    cut = len(tops.pop()) + 1
    return (
        [replace(e, arquivo=e.arquivo[cut:]) for e in entries],
        [replace(f, arquivo=f.arquivo[cut:]) for f in failures],
    )


def _walk(top: Path, settings: Settings) -> tuple[list[Entry], list[FailedFile]]:
    entries: list[Entry] = []
    failures: list[FailedFile] = []

    def visit(folder: Path, prefix: str, depth: int) -> None:
        try:
            found = sorted(os.scandir(folder), key=lambda e: e.name)
        except OSError as error:
            shown = printable(prefix or folder.name)
            failures.append(FailedFile(shown, "arquivo_ilegivel", f"pasta ilegível: {error.strerror}"))
            return
        for item in found:
            name = f"{prefix}{item.name}"
            if is_noise(name):
                continue
            if item.is_symlink():
                failures.append(FailedFile(printable(name), "arquivo_ilegivel", "é um atalho, que não é seguido"))
            elif item.is_dir():
                if depth >= _MAX_DEPTH:
                    raise LimitExceededError("o dossiê tem pastas dentro de pastas demais")
                visit(Path(item.path), f"{name}/", depth + 1)
            elif item.is_file():
                entries.append(Entry(printable(name), Path(item.path)))
            else:
                failures.append(FailedFile(printable(name), "arquivo_ilegivel", "é arquivo especial, não um documento"))
            if len(entries) + len(failures) > settings.max_files:
                raise LimitExceededError(f"o dossiê tem mais de {settings.max_files} arquivos")

    visit(top, "", 1)
    return entries, failures


def _open(
    name: str,
    entries: list[Entry],
    failures: list[FailedFile],
    media: MediaWorker,
    settings: Settings,
    known: KnownFiles | None,
) -> Intake:
    ficha_name = ficha_of([e.arquivo for e in entries])
    _refuse_two_fichas(ficha_name, entries)
    ficha: bytes | None = None
    sources: list[SourceFile] = []
    failures = list(failures)
    total_bytes = total_pages = 0
    for entry in entries:
        try:
            size = entry.path.stat().st_size
            total_bytes += size
            if total_bytes > settings.max_total_bytes:
                raise _TotalError(f"o dossiê passa do limite de {settings.max_total_bytes // 1_000_000} MB")
            if entry.arquivo == ficha_name:
                ficha = _read_ficha(entry.path, size, settings)
                continue
            opened = _source(entry, size, media, settings, known)
            total_pages += opened.page_count
            if total_pages > settings.max_pages:
                raise _TotalError(f"o dossiê tem mais de {settings.max_pages} páginas")
            sources.append(opened)
        except _TotalError as error:
            raise LimitExceededError(error.mensagem) from error
        except PasswordProtectedError as error:
            failures.append(FailedFile(entry.arquivo, "pdf_protegido", error.mensagem, PasswordProtectedError))
        except BadInputError as error:
            failures.append(FailedFile(entry.arquivo, "arquivo_ilegivel", error.mensagem, type(error)))
        except OSError as error:
            failures.append(FailedFile(entry.arquivo, "arquivo_ilegivel", f"não pôde ser lido: {error.strerror}"))
    _refuse_unusable(ficha, sources, failures)
    sources.sort(key=lambda s: (s.digest, s.arquivo))
    failures.sort(key=lambda f: f.arquivo)
    return Intake(name, ficha, tuple(sources), tuple(failures))


def _with_signatures(sources: tuple[SourceFile, ...], settings: Settings) -> tuple[SourceFile, ...]:
    with contextlib.closing(SignatureReader(settings)) as reader:
        return tuple(replace(s, assinaturas=reader.read(s.path)) if s.kind == "pdf" else s for s in sources)


class _TotalError(LimitExceededError):
    """A limit of the whole dossier, which no single file answers for."""


def _refuse_unusable(ficha: bytes | None, sources: list[SourceFile], failures: list[FailedFile]) -> None:
    if ficha is not None or sources:
        return
    if not failures:
        raise EmptyDossierError("o dossiê está vazio: não há documentos nem ficha.json")
    kinds = {f.erro for f in failures}
    kind = kinds.pop() if len(kinds) == 1 else UnreadableFileError
    first = min(failures, key=lambda f: f.arquivo)
    raise kind(f"nenhum arquivo do dossiê pôde ser lido; {first.arquivo}: {first.mensagem}")


def _refuse_two_fichas(name: str | None, entries: list[Entry]) -> None:
    """Which of two declarations counts is not ours to guess."""
    if name is not None and sum(e.arquivo.casefold() == name.casefold() for e in entries) > 1:
        raise InvalidFichaError("há mais de uma ficha.json no dossiê; deixe só a que vale")


def _read_ficha(path: Path, size: int, settings: Settings) -> bytes:
    if size > settings.max_ficha_bytes:
        raise _TotalError(f"ficha.json tem {size} bytes; o limite é {settings.max_ficha_bytes}")
    return path.read_bytes()


def _source(entry: Entry, size: int, media: MediaWorker, settings: Settings, known: KnownFiles | None) -> SourceFile:
    if size == 0:
        raise UnreadableFileError("está vazio (0 bytes)")
    if size > settings.max_file_bytes:
        raise LimitExceededError(f"tem {size // 1_000_000} MB; o limite é {settings.max_file_bytes // 1_000_000} MB")
    kind = sniff(_head(entry.path))
    if kind == "zip":
        raise UnreadableFileError("é um zip ou documento do Office e não foi aberto; envie PDF ou imagem")
    if kind == "outro":
        raise UnreadableFileError("não é PDF nem imagem (JPEG, PNG, TIFF, WebP)")
    digest = _digest(entry.path)
    opened = None if known is None else known.get(digest, kind)
    if opened is None:
        header, _ = media.request(
            "probe", entry.path, tipo=kind, max_paginas=settings.max_pages_per_file, max_pixels=settings.max_pixels
        )
        opened = int(header["paginas"]), tuple(sorted(header["notas"]))
        if known is not None:
            known.put(digest, kind, *opened)
    return SourceFile(entry.arquivo, digest, kind, *opened, entry.path, media, settings.max_pixels)


def _head(path: Path) -> bytes:
    with path.open("rb") as stream:
        return stream.read(HEAD)


def _digest(path: Path) -> str:
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()
