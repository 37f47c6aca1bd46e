"""Reports and pictures made from what is stored: off the event loop, few at a time, without opening any original."""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Literal
from uuid import UUID

import anyio
import anyio.to_thread
import sqlalchemy as sa
from anyio.lowlevel import RunVar

from docverify.store import jobs, listing
from docverify.store.fairness import URGENT
from docverify.store.files import MissingFileError
from docverify.store.listing import Row
from docverify.store.opening import Store
from docverify.store.tables import dossies
from docverify_api.problems import Problem

if TYPE_CHECKING:
    from PIL import Image

Form = Literal["json", "html", "pdf"]
Kind = Literal["relatorio", "imagem"]
AT_A_TIME: Mapping[Kind, int] = {"relatorio": 2, "imagem": 4}
"""A report holds pictures of many pages in memory, a picture one."""
RETRY_S = 2
_OFFERED: tuple[tuple[Form, str], ...] = (
    ("json", "application/json"),
    ("html", "text/html"),
    ("pdf", "application/pdf"),
)
_QUALITY = 82
_limiters: RunVar[dict[Kind, anyio.CapacityLimiter]] = RunVar("docverify_api.rendering")


class StoredPages:
    """Gives upright pages from their images in the store of files, as the reports want them.

    Args:
        store: Of the installation.
        rows: Of ``paginas``.
    """

    def __init__(self, store: Store, rows: Sequence[Row]) -> None:
        self._store = store
        self._where = {(row.arquivo, row.numero): row.endereco for row in rows}

    def __call__(self, file: str, number: int) -> Image.Image | None:
        """Return a page, or None where none of that number was made.

        Raises:
            MissingFileError: It was made, and is gone or damaged.
        """
        key = self._where.get((file, number))
        return None if key is None else _picture(self._store.files.read(key))


async def render(store: Store, dossie_id: UUID, report: Mapping[str, Any], form: Literal["html", "pdf"]) -> bytes:
    """Return a report for people, with the pictures of its evidence.

    Args:
        store: Of the installation.
        dossie_id: Whose pages it shows.
        report: As stored.
        form: HTML or PDF.

    Raises:
        Problem: 503 its pages are being made.
    """
    return await in_turn(partial(_render, store, dossie_id, report, form), "relatorio")


async def in_turn(work: Callable[[], bytes], kind: Kind) -> bytes:
    """Do what takes a core for a while in a thread, few at a time; who waits holds no thread.

    Args:
        work: What to do.
        kind: Reports wait for reports, and pictures for pictures.
    """
    try:
        limiters = _limiters.get()
    except LookupError:
        limiters = {name: anyio.CapacityLimiter(most) for name, most in AT_A_TIME.items()}
        _limiters.set(limiters)
    return await anyio.to_thread.run_sync(work, limiter=limiters[kind])


def page(store: Store, dossie_id: UUID, key: str, width: int | None) -> bytes:
    """Return a page image as JPEG, made narrower where it is wider than asked for.

    Raises:
        Problem: 503 it is being made anew.
    """
    data = _read(store, dossie_id, key)
    if width is None:
        return data
    from PIL import Image

    picture = _shown(store, dossie_id, data)
    if picture.width <= width:
        return data
    height = max(1, round(picture.height * width / picture.width))
    return _jpeg(picture.convert("RGB").resize((width, height), Image.Resampling.LANCZOS))


def crop(store: Store, dossie_id: UUID, key: str, box: tuple[float, float, float, float]) -> bytes:
    """Return the part of a page around a box as JPEG, the box framed.

    Raises:
        Problem: 503 the page is being made anew.
    """
    from docverify.report.crops import cut

    return _jpeg(cut(_shown(store, dossie_id, _read(store, dossie_id, key)), box))


def ask_for_pages(store: Store, dossie_id: UUID) -> Problem:
    """Have the page images of a dossier made, unless that is asked for already; return what to answer meanwhile."""
    lock = f"ilustrar-{dossie_id}"
    with store.database.begin() as connection:
        try:
            with connection.begin_nested():
                jobs.defer(
                    connection, "docverify.ilustrar", {"dossie_id": str(dossie_id)},
                    priority=URGENT, lock=lock, queueing_lock=lock,
                )  # fmt: skip
        except sa.exc.IntegrityError:
            pass  # it waits already
    return Problem(
        503, "pagina_em_preparo", "as imagens das páginas estão sendo preparadas; tente de novo em instantes",
        headers={"Retry-After": str(RETRY_S)},
    )  # fmt: skip


def negotiated(accept: str | None) -> Form | None:
    """Return the form of a report that an ``Accept`` header likes best (RFC 9110, 12.5.1), None where it likes none."""
    if accept is None or not accept.strip():
        return "json"
    ranges = [_range(part) for part in accept.split(",")]
    best: Form | None = None
    best_quality = 0.0
    for form, media in _OFFERED:
        fitting = [(len(name.replace("*", "")), quality) for name, quality in ranges if _fits(name, media)]
        quality = max(fitting)[1] if fitting else 0.0  # the most specific range that fits says how much
        if quality > best_quality:
            best, best_quality = form, quality
    return best


def _fits(name: str, media: str) -> bool:
    return name in (media, "*/*", media.partition("/")[0] + "/*")


def _range(part: str) -> tuple[str, float]:
    name, *parameters = (piece.strip().lower() for piece in part.split(";"))
    quality = 1.0
    for parameter in parameters:
        key, _, value = parameter.partition("=")
        if key.strip() == "q":
            try:
                quality = min(1.0, max(0.0, float(value)))
            except ValueError:
                quality = 0.0
    return name, quality


def _render(store: Store, dossie_id: UUID, report: Mapping[str, Any], form: Literal["html", "pdf"]) -> bytes:
    from docverify.report import html, pdf  # Typst is large, and most processes render nothing
    from docverify.report.crops import Cropper
    from docverify.report.view import build

    with store.database.begin() as connection:
        rows = listing.pages_of(connection, dossie_id)
        purged = connection.execute(sa.select(dossies.c.expurgado_em).where(dossies.c.id == dossie_id)).scalar()
        purged = purged or any(file.expurgado_em for file in listing.files_of(connection, dossie_id))
    if not rows and not purged and report["documentos"]:
        raise ask_for_pages(store, dossie_id)
    cropper = Cropper(StoredPages(store, rows))
    view = build(report)
    try:
        return pdf.render(view, cropper) if form == "pdf" else html.render(view, cropper).encode("utf-8")
    except MissingFileError:
        raise ask_for_pages(store, dossie_id) from None


def _read(store: Store, dossie_id: UUID, key: str) -> bytes:
    try:
        return store.files.read(key)
    except MissingFileError:
        raise ask_for_pages(store, dossie_id) from None


def _shown(store: Store, dossie_id: UUID, data: bytes) -> Image.Image:
    try:
        return _picture(data)
    except MissingFileError:
        raise ask_for_pages(store, dossie_id) from None


def _picture(data: bytes) -> Image.Image:
    """Return a page image, decoded.

    Raises:
        MissingFileError: It is damaged: as good as gone, since it can be made anew.
    """
    from PIL import Image

    try:
        picture = Image.open(io.BytesIO(data))
        picture.load()
    except (OSError, ValueError, SyntaxError) as error:  # what Pillow says of a damaged file
        raise MissingFileError("a imagem da página está danificada; ela será refeita") from error
    return picture


def _jpeg(picture: Image.Image) -> bytes:
    out = io.BytesIO()
    picture.save(out, "JPEG", quality=_QUALITY)
    return out.getvalue()
