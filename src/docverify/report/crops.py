"""Pictures of the evidence: the part of the page around a box, with the box framed."""

from __future__ import annotations

import base64
import io
from collections.abc import Callable

from PIL import Image, ImageDraw

from docverify.report.view import ItemView, Place

PageSource = Callable[[str, int], "Image.Image | None"]
"""Gives the upright page ``(arquivo, pagina)`` as a picture, or None where there is none."""

_MAX_WIDTH = 1100
_FRAME = (200, 30, 30)


class Cropper:
    """Cuts the pictures of a report out of its pages, each page rendered once in a row.

    Args:
        pages: Where upright pages come from.
    """

    def __init__(self, pages: PageSource) -> None:
        self._pages = pages
        self._last: tuple[tuple[str, int], Image.Image | None] | None = None
        self._cache: dict[Place, bytes | None] = {}

    def jpeg(self, place: Place) -> bytes | None:
        """Return the picture of a place as JPEG, or None where the page cannot be shown."""
        if place not in self._cache:
            page = self._page(place.arquivo, place.pagina)
            self._cache[place] = None if page is None else _encode(cut(page, place.caixa))
        return self._cache[place]

    def data_uri(self, place: Place) -> str | None:
        """Return the picture of a place as a ``data:`` URI, or None where the page cannot be shown."""
        picture = self.jpeg(place)
        return None if picture is None else "data:image/jpeg;base64," + base64.b64encode(picture).decode("ascii")

    def _page(self, file: str, number: int) -> Image.Image | None:
        key = (file, number)
        if self._last is None or self._last[0] != key:
            self._last = (key, self._pages(file, number))
        return self._last[1]


def cut(page: Image.Image, box: tuple[float, float, float, float] | None) -> Image.Image:
    """Cut a box out of a page with enough around it to see where on the paper it stands.

    Args:
        page: The upright page.
        box: In fractions of the page; None gives the whole page.

    Returns:
        An RGB picture at most 1100 pixels wide, the box framed.
    """
    width, height = page.size
    if box is None:
        whole = page.convert("RGB")
        whole.thumbnail((700, 900))
        return whole
    x0, y0, x1, y1 = box
    half_w = max((x1 - x0) * 0.75, 0.34)
    half_h = max((y1 - y0) * 0.9, 0.045)
    left, right = _window((x0 + x1) / 2, half_w)
    top, bottom = _window((y0 + y1) / 2, half_h)
    area = (int(left * width), int(top * height), max(1, round(right * width)), max(1, round(bottom * height)))
    picture = page.crop(area).convert("RGB")
    scale = min(1.0, _MAX_WIDTH / picture.width)
    if scale < 1.0:
        size = (_MAX_WIDTH, max(1, round(picture.height * scale)))
        picture = picture.resize(size, Image.Resampling.LANCZOS)
    pad = 4
    frame = (
        (x0 * width - area[0]) * scale - pad,
        (y0 * height - area[1]) * scale - pad,
        (x1 * width - area[0]) * scale + pad,
        (y1 * height - area[1]) * scale + pad,
    )
    clipped = (
        max(0.0, frame[0]),
        max(0.0, frame[1]),
        min(picture.width - 1.0, frame[2]),
        min(picture.height - 1.0, frame[3]),
    )
    if clipped[0] < clipped[2] and clipped[1] < clipped[3]:
        ImageDraw.Draw(picture).rectangle(clipped, outline=_FRAME, width=3)
    return picture


def places(item: ItemView) -> list[Place]:
    """Return the distinct places that show an item: those of its reasons, then those that prove it."""
    found: list[Place] = []
    for place in [r.place for r in item.motivos] + list(item.provas):
        same = [
            p for p in found if place and (p.arquivo, p.pagina, p.caixa) == (place.arquivo, place.pagina, place.caixa)
        ]
        if place is not None and not same:
            found.append(place)
    return found


def _window(centre: float, half: float) -> tuple[float, float]:
    """A window of twice ``half`` around ``centre``, moved to lie within 0..1."""
    half = min(half, 0.5)
    start = min(max(0.0, centre - half), 1.0 - 2 * half)
    return start, start + 2 * half


def _encode(picture: Image.Image) -> bytes:
    out = io.BytesIO()
    picture.save(out, "JPEG", quality=72, optimize=True)
    return out.getvalue()
