"""What comes with an upload: a form read under limits, files told by their content, a Ficha looked at before it counts.

Nothing is kept of what is refused. The API and the page of a new dossier both go this way:
``read_form`` -> ``papers_of`` -> ``declare`` -> ``send``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import IO, TypeVar, cast
from uuid import UUID

from fastapi import Request
from starlette.datastructures import UploadFile

from docverify import ficha as ficha_json
from docverify.errors import BadInputError, InvalidFichaError, RuleSetError
from docverify.intake.sniff import HEAD, sniff
from docverify.model_ficha import Ficha
from docverify.norms import loader
from docverify.settings import Settings
from docverify.store import dossiers, drafts, names
from docverify.store.actors import Actor
from docverify.store.contents import Original, SweptError
from docverify.store.dossiers import Envio, Recebido
from docverify.store.opening import Store
from docverify.store.refusals import Forbidden
from docverify_api.forms import mb, read_form, texts, too_long
from docverify_api.problems import Problem

__all__ = [
    "Declared", "Paper", "declare", "ficha_of", "keep", "machine_of", "media_of", "papers_of", "read_form", "send",
    "texts",
]  # fmt: skip

FICHA = "ficha.json"
ZIP = "application/zip"
_OFFICE = (b"[Content_Types].xml", b"mimetype", b"_rels/", b"word/", b"xl/", b"ppt/", b"docProps/", b"META-INF/")
_ZIP_NAME = 30  # where the name of the first entry stands (PKWARE APPNOTE 4.3.7)
_MAGIC: tuple[tuple[bytes, str], ...] = (
    (b"\x89PNG", "image/png"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"II*\x00", "image/tiff"),
    (b"MM\x00*", "image/tiff"),
    (b"GIF8", "image/gif"),
    (b"BM", "image/bmp"),
    (b"RIFF", "image/webp"),
)
_TRIES = 5
_ISO = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Paper:
    """A file that came, spooled to disk.

    Attributes:
        nome: Safe.
        midia: By its content.
        stream: At its start.
    """

    nome: str
    midia: str
    stream: IO[bytes]


@dataclass(frozen=True, slots=True)
class Declared:
    """What a request says of how it is to be judged.

    Attributes:
        ficha: Parsed, None without one.
        norma: Id, in upper case, None where it is not named apart from the Ficha.
        data: Reference date.
    """

    ficha: Ficha | None
    norma: str | None
    data: date | None


def machine_of(request: Request) -> Settings:
    """Return the limits and norms of this machine, as the application was started with."""
    state = request.app.state
    if not hasattr(state, "maquina"):
        state.maquina = Settings()
    return cast(Settings, state.maquina)


def papers_of(files: Sequence[object], machine: Settings) -> tuple[list[Paper], bytes | None]:
    """Tell files by their content; blocks while it looks.

    Args:
        files: Values of a form's file fields; a field left empty is no file.
        machine: Limits.

    Returns:
        What is to be verified, and the bytes of ficha.json where one is among the files.

    Raises:
        Problem: 413 a file or all together exceed a limit; 415 a file is surely none that can be verified; 422 one is
            empty, there are too many, or more than one ficha.json.
    """
    papers: list[Paper] = []
    declared: bytes | None = None
    total = 0
    for file in files:
        if not isinstance(file, UploadFile) or (not file.filename and not file.size):
            continue
        name, size = names.safe_name(file.filename or ""), file.size or 0
        if size == 0:
            raise Problem(422, "vazio", f"o arquivo “{name}” está vazio (0 bytes)", arquivo=name)
        total += size
        if size > machine.max_file_bytes:
            raise too_long(f"o arquivo “{name}” tem {mb(size)} MB", machine.max_file_bytes, name)
        if total > machine.max_total_bytes:
            raise too_long("os arquivos juntos passam do limite", machine.max_total_bytes, None)
        stream = cast(IO[bytes], file.file)
        stream.seek(0)
        head = stream.read(HEAD)
        stream.seek(0)
        media = media_of(head)
        if media is None and _last(file.filename) == FICHA:
            if declared is not None:
                raise InvalidFichaError("há mais de uma ficha.json no envio; deixe só a que vale")
            declared = read_ficha(stream, size, machine)
            continue
        if media is None:
            raise Problem(415, "tipo_nao_aceito", f"o arquivo “{name}” {_what(head)}", arquivo=name)
        papers.append(Paper(name, media, stream))
    if len(papers) > machine.max_files:
        raise Problem(422, "limite_excedido", f"são {len(papers)} arquivos; o limite é {machine.max_files}")
    return papers, declared


def ficha_of(values: Sequence[object], machine: Settings) -> tuple[bytes | None, list[object]]:
    """Return the Ficha that a form's own field for it holds, as text or as file; a scan of one is a paper.

    Returns:
        Bytes of ficha.json, and the files that are none.

    Raises:
        Problem: 413 it is too long.
        InvalidFichaError: There is more than one.
    """
    found: list[bytes] = []
    scans: list[object] = []
    for value in values:
        if isinstance(value, str):
            if value.strip():
                found.append(value.encode("utf-8", "surrogatepass"))
        elif isinstance(value, UploadFile) and (value.filename or value.size):
            stream = cast(IO[bytes], value.file)
            head = stream.read(HEAD)
            stream.seek(0)
            if head and media_of(head) is not None:
                scans.append(value)
            else:
                found.append(read_ficha(stream, value.size or 0, machine))
    if len(found) > 1:
        raise InvalidFichaError("há mais de uma ficha.json no envio; deixe só a que vale")
    return (found[0] if found else None), scans


def read_ficha(stream: IO[bytes], size: int, machine: Settings) -> bytes:
    """Return the bytes of ficha.json.

    Raises:
        Problem: 413 it is too long.
    """
    if size > machine.max_ficha_bytes:
        raise too_long(f"ficha.json tem {size} bytes", machine.max_ficha_bytes, FICHA)
    return stream.read()


def declare(ficha: bytes | None, norma: str | None, data: str | None, machine: Settings) -> Declared:
    """Look at what a request says of how it is to be judged, before anything is stored.

    Args:
        ficha: Bytes of ficha.json, None without one.
        norma: As given.
        data: As given.
        machine: Names the folder of the office's own norms.

    Raises:
        InvalidFichaError: The Ficha is wrong; the message names the key.
        UndefinedNormError: The norm is unknown, or nothing says which it is.
        Problem: 422 the date is none; 503 the office's norms are wrong.
    """
    day = _day(data)
    wanted = norma.strip().upper() if norma and norma.strip() else None
    try:
        known = loader.catalog(machine.norms)
        if wanted is not None:
            loader.load_norm(wanted, pasta=machine.norms)
        if ficha is None:
            return Declared(None, wanted, day)
        parsed = ficha_json.parse(ficha, tuple(known))
        loader.load_norm(loader.choose_norm(parsed.pedido, wanted, machine.norms), pasta=machine.norms)
    except BadInputError:
        raise
    except RuleSetError as error:
        raise Problem(503, "normas_invalidas", f"as normas desta instalação não podem ser lidas: {error}") from error
    return Declared(parsed, wanted, day)


def send(
    store: Store,
    actor: Actor,
    papers: Sequence[Paper],
    ficha: bytes | None,
    declared: Declared,
    *,
    nome: str = "",
    prioridade: str = "interativo",
    rascunho: bool = False,
) -> Recebido:
    """Store a dossier's bytes, then the dossier; blocks.

    Raises:
        Refusal: It cannot be taken; nothing is kept but bytes that a sweep takes away.
        StorageError: There is no room, or the store cannot be reached.
    """

    def kept(originals: tuple[Original, ...]) -> Recebido:
        envio = Envio(nome, originals, ficha, declared.ficha, declared.norma, declared.data, prioridade)
        if rascunho:
            return Recebido(drafts.create_draft(store, actor, envio), novo=True)
        return dossiers.send(store, actor, envio)

    return keep(store, actor, papers, kept)


def keep(store: Store, actor: Actor, papers: Sequence[Paper], then: Callable[[tuple[Original, ...]], T]) -> T:
    """Store papers, and do what names them; once more where a sweep was faster.

    Args:
        store: Of the installation.
        actor: Whose entity they belong to.
        papers: Read from their start.
        then: Writes the rows that name them.
    """
    if actor.entidade_id is None:
        raise Forbidden("só quem pertence a uma entidade envia dossiês")
    for last in (False,) * (_TRIES - 1) + (True,):
        originals = tuple(_put(store, actor.entidade_id, paper) for paper in papers)
        try:
            return then(originals)
        except SweptError:
            if last:
                raise Problem(
                    503, "indisponivel", "o armazenamento perdeu o que foi enviado; tente de novo",
                    headers={"Retry-After": "10"},
                ) from None  # fmt: skip
    raise AssertionError("unreachable")


def media_of(head: bytes) -> str | None:
    """Return the media type of a file that can be verified, by its first bytes; None for any other."""
    kind = sniff(head)
    if kind == "pdf":
        return "application/pdf"
    if kind == "zip":
        return None if head[_ZIP_NAME:].startswith(_OFFICE) else ZIP
    if kind == "imagem":
        return next((media for magic, media in _MAGIC if head.startswith(magic)), None)
    return None


def _put(store: Store, entidade: UUID, paper: Paper) -> Original:
    paper.stream.seek(0)
    digest, length = store.files.put(entidade, paper.stream)
    return Original(paper.nome, digest, length, paper.midia)


def _what(head: bytes) -> str:
    if sniff(head) == "zip":
        return "é documento do Office ou semelhante; exporte-o como PDF e envie o PDF"
    return "não é PDF, imagem (JPEG, PNG, TIFF, WebP) nem zip de um dossiê; envie-o digitalizado"


def _day(text: str | None) -> date | None:
    if text is None or not text.strip():
        return None
    try:
        found = date.fromisoformat(text.strip()) if _ISO.fullmatch(text.strip()) else date.min
    except ValueError:
        found = date.min
    if not 1900 <= found.year <= 2100:
        shown = names.title(text)[:40]
        raise Problem(422, "data_invalida", f"“{shown}” não é uma data AAAA-MM-DD entre 1900 e 2100", campo="data")
    return found


def _last(name: str | None) -> str:
    return (name or "").replace("\\", "/").rpartition("/")[2].strip().casefold()
