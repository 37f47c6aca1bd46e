"""Forms with files: read whole or not at all, spooled to disk, under limits that are told with their numbers."""

from __future__ import annotations

import contextlib
import errno
from collections.abc import AsyncGenerator, AsyncIterator, Collection
from contextlib import asynccontextmanager
from typing import Any

from fastapi import Request
from starlette.datastructures import FormData, UploadFile
from starlette.formparsers import MultiPartException, MultiPartParser

from docverify.settings import Settings
from docverify.store import names
from docverify.store.files import StorageFullError
from docverify_api.problems import Problem

_FORM = "multipart/form-data"
_MAX_FIELDS = 2_000
_BLOCK = 1 << 19


@asynccontextmanager
async def read_form(request: Request, machine: Settings) -> AsyncIterator[FormData]:
    """Read a form with files, each spooled to disk; gone at the end of the block.

    Args:
        request: Its body may have been read by who looked for the CSRF token.
        machine: Limits.

    Raises:
        Problem: 415 it is no such form; 413, 422 it exceeds a limit; 400 it cannot be read.
        StorageFullError: There is no room to read it into.
    """
    if request.headers.get("content-type", "").split(";")[0].strip().lower() != _FORM:
        raise Problem(415, "tipo_nao_aceito", "envie o formulário como multipart/form-data")
    form = await whole(request, machine)
    try:
        yield form
    finally:
        await form.close()


async def whole(request: Request, machine: Settings) -> FormData:
    """Return a request's form with files, read once; whoever asks again, or calls ``request.form()``, finds it read.

    Raises:
        Problem: 413, 422 it exceeds a limit; 400 it cannot be read.
    """
    read: FormData | None = getattr(request, "_form", None)
    if read is not None:
        return read
    parser = _Whole(
        request.headers,
        request.stream(),
        max_files=machine.max_files + 1,  # a Ficha may be one of them
        max_fields=_MAX_FIELDS,
        max_part_size=machine.max_ficha_bytes,
    )
    try:
        request._form = await parser.parse()
    except MultiPartException as error:
        raise _unreadable(error.message, machine) from error
    return request._form


def texts(form: FormData, known: Collection[str], files: Collection[str]) -> dict[str, str]:
    """Return the text fields of a form by name, those that are empty left out.

    Args:
        form: As read.
        known: Names that text fields may have.
        files: Names that files may have.

    Raises:
        Problem: 422 a field is unknown, comes twice, or is a file where a text is expected or the other way round.
    """
    found: dict[str, str] = {}
    for name, value in form.multi_items():
        if name not in known and name not in files:
            raise Problem(422, "campo_desconhecido", f"o campo “{names.title(name)[:60]}” não existe", campo=name[:60])
        if isinstance(value, UploadFile):
            if name not in files:
                raise Problem(422, "dados_invalidos", f"o campo {name} é texto, não arquivo", campo=name)
            continue
        if name not in known:
            if value == "":  # a browser sends an empty file field like this where no name is given
                continue
            raise Problem(422, "dados_invalidos", f"o campo {name} é arquivo, não texto", campo=name)
        if name in found:
            raise Problem(422, "dados_invalidos", f"o campo {name} veio duas vezes", campo=name)
        if value != "":
            found[name] = value
    return found


def mb(size: int) -> str:
    """Return bytes as megabytes for a person."""
    return f"{size / 1_000_000:.1f}".replace(".", ",")


def too_long(what: str, limit: int, name: str | None) -> Problem:
    """Return the refusal of what is too long, with the limit in bytes.

    Args:
        what: What is, and how long.
        limit: Bytes.
        name: Of the file, if it is one.
    """
    extra: dict[str, Any] = {} if name is None else {"arquivo": name}
    shown = f"{mb(limit)} MB" if limit >= 1_000_000 else f"{limit} bytes"
    return Problem(413, "limite_excedido", f"{what}; o limite é {shown}", limite=limit, **extra)


async def _in_blocks(stream: AsyncIterator[bytes]) -> AsyncGenerator[bytes, None]:
    """Gather what comes into larger blocks: for each, the parser goes to another thread to write."""
    gathered = bytearray()
    async for chunk in stream:
        gathered += chunk
        if len(gathered) >= _BLOCK:
            yield bytes(gathered)
            gathered.clear()
    yield bytes(gathered)


class _Whole(MultiPartParser):
    """Knows whether the form came to its end: the last file of one that did not is cut off, and nobody else says so."""

    ended = False

    def on_end(self) -> None:
        """Note that the final boundary came."""
        self.ended = True

    async def parse(self) -> FormData:
        """Read the form.

        Raises:
            MultiPartException: It cannot be read, or has no end.
        StorageFullError: There is no room to read it into.
        """
        try:
            form = await super().parse()
        except OSError as error:
            self._close()
            if error.errno in (errno.ENOSPC, errno.EDQUOT):
                raise StorageFullError("não há espaço para receber o envio; tente de novo mais tarde") from error
            raise
        if not self.ended:
            self._close()
            raise MultiPartException("no final boundary")
        return form

    def _close(self) -> None:
        for file in self._files_to_close_on_error:  # one that was cut off is not in the form
            with contextlib.suppress(OSError):  # what was not written yet is written when it is closed
                file.close()


def _unreadable(message: str, machine: Settings) -> Problem:
    """Return what Starlette's parser complains of, in our words."""
    if message.startswith("Too many files"):
        return Problem(422, "limite_excedido", f"são arquivos demais; o limite é {machine.max_files}")
    if message.startswith("Too many fields"):
        return Problem(422, "limite_excedido", f"são campos demais; o limite é {_MAX_FIELDS}")
    if message.startswith("Part exceeded"):
        return too_long("um campo de texto é longo demais", machine.max_ficha_bytes, None)
    return Problem(400, "pedido_invalido", "o formulário chegou incompleto ou malformado; envie de novo")
