"""Unpacking of a zipped dossier under limits, into files whose names are ours."""

from __future__ import annotations

import errno
import stat
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from docverify.errors import EngineError, LimitExceededError, PasswordProtectedError, UnreadableFileError
from docverify.intake.names import escapes, is_noise, printable
from docverify.intake.sources import FailedFile
from docverify.settings import Settings

_CHUNK = 1 << 20
_RATIO_FROM = 10_000_000  # small archives of blank pages compress without limit and harm nobody
_UTF8_FLAG = 0x800
_ENCRYPTED_FLAG = 0x1


@dataclass(frozen=True, slots=True)
class Entry:
    """A file of the dossier before it is looked at: its name there, and where its bytes are."""

    arquivo: str
    path: Path


def unpack(archive: Path, target: Path, settings: Settings) -> tuple[list[Entry], list[FailedFile]]:
    """Unpack a zip file.

    Args:
        archive: The zip file.
        target: An empty folder for the bytes; names in it are numbers.
        settings: Limits on entries, bytes and compression ratio.

    Returns:
        The entries unpacked, and those that could not be.

    Raises:
        UnreadableFileError: It is no zip file that can be opened.
        PasswordProtectedError: Every entry asks for a password.
        LimitExceededError: Entries, unpacked bytes or ratio exceed the limits.
        EngineError: The disk is full: the zip is not to blame.
    """
    try:
        with zipfile.ZipFile(archive) as opened:
            return _unpack(opened, archive.stat().st_size, target, settings)
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise EngineError("faltou espaço em disco para abrir o zip; libere espaço ou aponte TMPDIR") from error
        raise UnreadableFileError(f"o arquivo {printable(archive.name)} não é um zip que se possa abrir") from error
    except (zipfile.BadZipFile, ValueError, NotImplementedError, RuntimeError) as error:
        raise UnreadableFileError(f"o arquivo {printable(archive.name)} não é um zip que se possa abrir") from error


def _unpack(
    opened: zipfile.ZipFile, packed: int, target: Path, settings: Settings
) -> tuple[list[Entry], list[FailedFile]]:
    entries: list[Entry] = []
    failures: list[FailedFile] = []
    infos = [i for i in opened.infolist() if not i.is_dir()]
    if len(infos) > settings.max_files:
        raise LimitExceededError(f"o zip tem {len(infos)} arquivos; o limite é {settings.max_files}")
    budget = settings.max_total_bytes
    ratio_budget = max(_RATIO_FROM, int(packed * settings.max_zip_ratio))
    for number, info in enumerate(infos):
        name = _name(info)
        if is_noise(name):
            continue
        problem = _problem(info, name)
        if problem is not None:
            failures.append(problem)
            continue
        path = target / f"{number:05d}"
        try:
            size = 0
            with path.open("wb") as sink:
                for chunk in _chunks(opened, info):
                    size += len(chunk)
                    if size > budget:
                        raise LimitExceededError("o zip, descompactado, passa do limite de bytes")
                    if size > ratio_budget:
                        raise LimitExceededError("o zip tem compressão exagerada (bomba de descompressão)")
                    sink.write(chunk)
        except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError) as error:
            path.unlink(missing_ok=True)
            failures.append(FailedFile(printable(name), "arquivo_ilegivel", f"danificado dentro do zip: {error}"))
            continue
        budget -= size
        ratio_budget -= size
        entries.append(Entry(printable(name), path))
    if not entries and failures and all(f.erro is PasswordProtectedError for f in failures):
        raise PasswordProtectedError("o zip está protegido por senha; envie-o sem senha")
    return entries, failures


def _chunks(opened: zipfile.ZipFile, info: zipfile.ZipInfo) -> Iterator[bytes]:
    with opened.open(info) as source:
        while chunk := source.read(_CHUNK):
            yield chunk


def _problem(info: zipfile.ZipInfo, name: str) -> FailedFile | None:
    shown = printable(name)
    if escapes(name):
        return FailedFile(shown, "arquivo_ilegivel", "seu nome dentro do zip aponta para fora dele; foi ignorado")
    mode = info.external_attr >> 16
    if mode and stat.S_IFMT(mode) not in (0, stat.S_IFREG):
        return FailedFile(shown, "arquivo_ilegivel", "é um atalho ou arquivo especial, não um documento")
    if info.flag_bits & _ENCRYPTED_FLAG:
        return FailedFile(
            shown, "arquivo_ilegivel", "pede senha dentro do zip; envie-o sem senha", PasswordProtectedError
        )
    return None


def _name(info: zipfile.ZipInfo) -> str:
    name = info.filename
    if not info.flag_bits & _UTF8_FLAG:
        # zipfile takes unmarked names for cp437; other programs write UTF-8 or, in Brazil on Windows, cp850.
        raw = name.encode("cp437", "replace")
        try:
            name = raw.decode("utf-8")
        except UnicodeDecodeError:
            name = raw.decode("cp850")
    name = name.replace("\\", "/")
    while name.startswith("./"):
        name = name[2:]
    return name
