"""Places of a page cut out, set one under the other on a white sheet, and read in one call of an engine.

All places of a dossier cost one start of Tesseract, and lines of one height in one column need no layout analysis.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from docverify.confirmation.judging import Seen
from docverify.intake.sources import Pixels
from docverify.reading import Reader, ReadWord

HEIGHT = 38
"""Height in pixels to which a line's box is brought: boxes are about 1.5 times as high as capitals, which Tesseract
reads well from 20 pixels on; at 46 the same sheets took a third more time and gave the same words."""

_GAP = 40
_SHORT = 10.0
"""Width in heights of its line under which a strip is set beside others."""
_ROW = 40.0
"""Width of such a row, likewise."""
_TOUCHES = 0.5
"""Gap in heights of the line up to which a word may be part of a place: boxes of single letters were seen to be off by
as much."""
_MAX_HEIGHT = 6000
_MAX_WIDTH = 4200
_WHITE = 255


@dataclass(frozen=True, slots=True)
class Strip:
    """A line of print cut out of a page.

    Attributes:
        image: Grey, dark on white.
        core: ``(x0, y0, x1, y1)`` in pixels of ``image``: the part that is asked for; the rest is margin and context.
    """

    image: Pixels
    core: tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class _Placed:
    strip: Strip
    x: int
    y: int


def read_strips(strips: Sequence[Strip], reader: Reader, each: Callable[[int], None] | None = None) -> list[Seen]:
    """Read strips, as few sheets as they fit on.

    Args:
        strips: Of about one height.
        reader: The engine; it is called once a sheet, with ``layout="bloco"``.
        each: Called with the number of strips of each sheet before it is read (for counting).

    Returns:
        What was seen in the core of each, in order.

    Raises:
        EngineError: The engine failed.
    """
    seen: list[Seen] = []
    for group in _sheets(strips):
        if each is not None:
            each(len(group))
        image, placed = _laid(group)
        words = reader.read(image, layout="bloco")
        seen.extend(_of(p, words) for p in placed)
    return seen


def _sheets(strips: Sequence[Strip]) -> list[list[Strip]]:
    groups: list[list[Strip]] = []
    used = _MAX_HEIGHT + 1
    for strip in strips:
        tall = strip.image.shape[0] + _GAP
        if used + tall > _MAX_HEIGHT:
            groups.append([])
            used = _GAP
        groups[-1].append(strip)
        used += tall
    return groups


def _rows(strips: Sequence[Strip]) -> list[list[Strip]]:
    """Set short strips beside one another: of a few figures alone an engine cannot tell how high its line is."""
    rows: list[list[Strip]] = []
    used = 0.0
    for strip in strips:
        height = strip.core[3] - strip.core[1]
        wide = strip.image.shape[1] + _GAP
        if rows and wide < _SHORT * height and used + wide <= _ROW * height:
            rows[-1].append(strip)
            used += wide
        else:
            rows.append([strip])
            used = wide
    return rows


def _laid(strips: Sequence[Strip]) -> tuple[Pixels, list[_Placed]]:
    """Lay strips out in rows, the middles of their lines level; returns the sheet and the places in order."""
    rows = _rows(strips)
    above = [max(_middle(s) for s in row) for row in rows]
    below = [max(s.image.shape[0] - _middle(s) for s in row) for row in rows]
    height = sum(u + d + _GAP for u, d in zip(above, below, strict=True)) + _GAP
    width = max(sum(s.image.shape[1] + _GAP for s in row) for row in rows) + _GAP
    sheet = np.full((height, width), _WHITE, np.uint8)
    placed = []
    top = _GAP
    for row, up, down in zip(rows, above, below, strict=True):
        left = _GAP
        for strip in row:
            tall, wide = strip.image.shape[:2]
            y = top + up - _middle(strip)
            sheet[y : y + tall, left : left + wide] = strip.image
            placed.append(_Placed(strip, left, y))
            left += wide + _GAP
        top += up + down + _GAP
    return sheet, placed


def _middle(strip: Strip) -> int:
    """Return how far below its upper edge the middle of a strip's line stands, in pixels."""
    return int(min(strip.image.shape[0], max(0, round((strip.core[1] + strip.core[3]) / 2))))


def _of(placed: _Placed, words: Sequence[ReadWord]) -> Seen:
    """Return what was read in the core of a strip: words of its margins and of its neighbours are none of it."""
    x0, y0, x1, y1 = placed.strip.core
    x0, x1, y0, y1 = x0 + placed.x, x1 + placed.x, y0 + placed.y, y1 + placed.y
    near: list[tuple[ReadWord, bool]] = []
    for word in words:
        shared = min(word.x1, x1) - max(word.x0, x0)
        if y0 <= (word.y0 + word.y1) / 2 <= y1 and shared > -_TOUCHES * (y1 - y0):
            inside = shared > 0.5 * (word.x1 - word.x0) or shared > 0.6 * (x1 - x0)
            near.append((word, inside))
    near.sort(key=lambda pair: (pair[0].line, pair[0].x0))
    told = [w.confidence for w, inside in near if inside and any(c.isalnum() for c in w.text)]
    own = " ".join(w.text for w, inside in near if inside)
    return Seen(own, " ".join(w.text for w, _ in near), round(min(told, default=0.0), 4))


def cleaned(cut: Pixels, height: float) -> Pixels:
    """Bring a cut to dark print on even white paper, without the rules around it.

    Args:
        cut: Grey.
        height: Of the line of print in pixels.
    """
    image = cut if float(np.median(cut)) >= 110 else np.asarray(255 - cut, np.uint8)
    reach = max(9, int(0.7 * height)) | 1
    paper = cv2.morphologyEx(image, cv2.MORPH_CLOSE, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (reach, reach)))
    paper = cv2.GaussianBlur(paper, (0, 0), reach / 3)
    even = image.astype(np.float32) / np.maximum(paper.astype(np.float32), 1.0)
    dark = float(np.percentile(even, 1.0))
    even = (even - dark) / max(0.15, 0.97 - dark)
    return _without_rules(np.asarray(np.clip(even * 255, 0, 255), np.uint8), height)


def _without_rules(image: Pixels, height: float) -> Pixels:
    """Erase lines that are longer than any stroke of this print."""
    ink = np.asarray(image < 150, np.uint8)
    across = cv2.morphologyEx(ink, cv2.MORPH_OPEN, np.ones((1, max(20, int(2.2 * height))), np.uint8))
    tall = image.shape[0]
    down = cv2.morphologyEx(ink, cv2.MORPH_OPEN, np.ones((max(8, int(0.92 * tall)), 1), np.uint8))
    rules = cv2.dilate(cv2.bitwise_or(across, down), np.ones((3, 3), np.uint8))
    if not rules.any():
        return image
    out = image.copy()
    out[rules > 0] = _WHITE
    return out


def without_scraps(image: Pixels, band: tuple[float, float, float, float]) -> Pixels:
    """Erase what the edges of a strip cut through: the lines above and below, half a letter beside.

    Args:
        image: Cleaned.
        band: ``(x0, y0, x1, y1)`` in pixels: the middle of the line asked for, which all its letters cross.
    """
    count, labels, stats, _ = cv2.connectedComponentsWithStats(np.asarray(image < 170, np.uint8), connectivity=8)
    tall, wide = image.shape[:2]
    x0, y0, x1, y1 = band
    scraps = []
    for index in range(1, count):
        left, top, across, down = (int(v) for v in stats[index, :4])
        right, bottom = left + across, top + down
        edge_y = (top <= 1 and bottom < y0) or (bottom >= tall - 1 and top > y1)
        edge_x = (left <= 1 and right < x0) or (right >= wide - 1 and left > x1)
        if edge_y or edge_x:
            scraps.append(index)
    if not scraps:
        return image
    out = image.copy()
    gone = np.asarray(np.isin(labels, scraps), np.uint8)
    out[cv2.dilate(gone, np.ones((3, 3), np.uint8)) > 0] = _WHITE
    return out


def two_tone(image: Pixels) -> Pixels:
    """Return a cleaned strip in black and white, specks smoothed away."""
    soft = cv2.GaussianBlur(image, (0, 0), 0.9)
    _, plain = cv2.threshold(soft, 0, 255, cv2.THRESH_BINARY | cv2.THRESH_OTSU)
    return np.asarray(cv2.GaussianBlur(plain, (0, 0), 0.6), np.uint8)


def scaled(image: Pixels, factor: float) -> Pixels:
    """Scale an image, bounded in width."""
    factor = min(factor, _MAX_WIDTH / max(1, image.shape[1]))
    if abs(factor - 1) < 0.04:
        return image
    method = cv2.INTER_AREA if factor < 1 else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(image, None, fx=factor, fy=factor, interpolation=method), np.uint8)
