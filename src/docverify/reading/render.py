"""Pictures of a page as a person sees it, upright: crops for evidence, thumbnails for orientation."""

from __future__ import annotations

import cv2
import numpy as np

from docverify.errors import UnreadableFileError
from docverify.intake import Intake, RawPage
from docverify.intake.sources import Pixels
from docverify.model import Box, Page
from docverify.reading.plate import turn


def find_raw(intake: Intake, arquivo: str, numero: int) -> RawPage:
    """Return a page of an open dossier.

    Args:
        intake: The dossier.
        arquivo: Name of the file in it.
        numero: Page number from 1.

    Raises:
        UnreadableFileError: There is no such page.
    """
    for source in intake.fontes:
        if source.arquivo == arquivo and 1 <= numero <= source.page_count:
            return source.pages()[numero - 1]
    raise UnreadableFileError(f"não há página {numero} de {arquivo} no dossiê")


def upright(raw: RawPage, rotation: int, dpi: float) -> Pixels:
    """Return the page as read: a PDF page at ``dpi``, an image at its own size, turned by ``rotation``.

    Raises:
        BadInputError: The page cannot be shown.
    """
    return turn(raw.render(dpi).pixels, rotation)


def crop(
    intake: Intake, page: Page, box: Box, *, margin: float = 0.01, max_side: int = 1200, dpi: float = 170
) -> bytes:
    """Cut a box out of the upright page.

    Args:
        intake: The dossier, still open.
        page: The page as read (for its rotation).
        box: In fractions of the upright page.
        margin: Added on every side, in fractions of the page.
        max_side: Longest side of the picture in pixels; larger ones are scaled down.
        dpi: Of the drawing, for PDF pages.

    Returns:
        A PNG.

    Raises:
        BadInputError: The page cannot be shown.
    """
    pixels = upright(find_raw(intake, page.arquivo, page.numero), page.rotation, dpi)
    height, width = pixels.shape[:2]
    x0, x1 = sorted((box[0], box[2]))
    y0, y1 = sorted((box[1], box[3]))
    left = int(np.clip((x0 - margin) * width, 0, width - 1))
    top = int(np.clip((y0 - margin) * height, 0, height - 1))
    right = int(np.clip((x1 + margin) * width, left + 1, width))
    bottom = int(np.clip((y1 + margin) * height, top + 1, height))
    return _encode(pixels[top:bottom, left:right], max_side, ".png")


def thumbnail(intake: Intake, page: Page, *, max_side: int = 900) -> bytes:
    """Return a small JPEG of the whole upright page.

    Args:
        intake: The dossier, still open.
        page: The page as read.
        max_side: Longest side in pixels.

    Raises:
        BadInputError: The page cannot be shown.
    """
    return _encode(upright(find_raw(intake, page.arquivo, page.numero), page.rotation, 100), max_side, ".jpg")


def _encode(pixels: Pixels, max_side: int, kind: str) -> bytes:
    longest = max(pixels.shape[:2])
    image = pixels
    if longest > max_side:
        factor = max_side / longest
        image = np.asarray(cv2.resize(pixels, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA), np.uint8)
    if image.ndim == 3:
        image = np.asarray(cv2.cvtColor(image, cv2.COLOR_RGB2BGR), np.uint8)
    done, data = cv2.imencode(kind, image)
    if not done:
        raise UnreadableFileError("a imagem da página não pôde ser gravada")
    return bytes(data.tobytes())
