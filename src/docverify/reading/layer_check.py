"""Which characters of a text layer a person sees, and what ink is not text: answered by drawing, not by trust."""

from __future__ import annotations

from collections import defaultdict

import cv2
import numpy as np
from numpy.typing import NDArray

from docverify.intake.sources import Char, Pixels, RawPage, TextLayer

CHECK_DPI = 110
"""Dots per inch of the drawings that are compared: enough to see a comma of 7 point type."""

_MIN_HEIGHT_PT = 2.5
_MIN_CONTRAST = 24
_MAX_SUSPECTS = 12
_ROW = 6  # glyphs side by side that make lettering


def is_ink(char: Char) -> bool:
    """Say whether a character leaves ink where it is drawn."""
    return not char.generated and not char.text.isspace() and char.text.isprintable()


def visible(page: RawPage, layer: TextLayer, full: Pixels, bare: Pixels) -> list[bool] | None:
    """Say for each character whether a person sees it.

    Args:
        page: The page.
        layer: Its text.
        full: The page as drawn, grey.
        bare: The same without text.

    Returns:
        One answer a character (True for blanks); None where too much text lies on top of other text to say.
    """
    change = np.asarray(cv2.absdiff(full, bare), np.uint8)
    seen = [not is_ink(char) or _changed(char, layer, change) for char in layer.chars]
    suspects = _overprinted(layer, seen)
    if len({layer.chars[i].source for i in suspects}) > _MAX_SUSPECTS:
        return None
    by_object: dict[int, list[int]] = defaultdict(list)
    for index in suspects:
        by_object[layer.chars[index].source].append(index)
    # Text under a white patch with other text on it: only without the one does the other still show.
    for number, indexes in sorted(by_object.items()):
        without = grey(page.render(CHECK_DPI, grey=True, without_text=True, hide=(number,)).pixels)
        difference = np.asarray(cv2.absdiff(full, without), np.uint8)
        for index in indexes:
            seen[index] = _changed(layer.chars[index], layer, difference)
    return seen


def grey(pixels: Pixels) -> Pixels:
    """Return one channel."""
    return pixels if pixels.ndim == 2 else np.asarray(cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY), np.uint8)


def _changed(char: Char, layer: TextLayer, change: Pixels) -> bool:
    height, width = change.shape
    x0, y0, x1, y1 = char.box
    tall = max((y1 - y0) * layer.size_pt[1], (x1 - x0) * layer.size_pt[0])
    if char.text.isalnum() and tall < _MIN_HEIGHT_PT:
        return False
    if x1 <= 0 or y1 <= 0 or x0 >= 1 or y0 >= 1:
        return False
    left, top = max(0, int(x0 * width) - 1), max(0, int(y0 * height) - 1)
    right, bottom = min(width, int(x1 * width) + 2), min(height, int(y1 * height) + 2)
    return bool(change[top:bottom, left:right].max(initial=0) >= _MIN_CONTRAST)


def _overprinted(layer: TextLayer, seen: list[bool]) -> list[int]:
    """Return the characters of text objects that lie on one another and say different things.

    The same text printed twice (a poor man's bold) is none.
    """
    cells: dict[tuple[int, int], list[int]] = defaultdict(list)
    pairs: dict[tuple[int, int], set[int]] = defaultdict(set)
    differing: set[tuple[int, int]] = set()
    for index, char in enumerate(layer.chars):
        if not seen[index] or not is_ink(char) or char.source < 0:
            continue
        place = (int((char.box[0] + char.box[2]) * 100), int((char.box[1] + char.box[3]) * 100))
        for dx in (-1, 0, 1):
            for dy in (-1, 0, 1):
                for other in cells.get((place[0] + dx, place[1] + dy), ()):
                    mate = layer.chars[other]
                    if mate.source == char.source or _shared(mate, char) <= 0.5:
                        continue
                    pair = (min(mate.source, char.source), max(mate.source, char.source))
                    pairs[pair] |= {index, other}
                    if mate.text != char.text:
                        differing.add(pair)
        cells[place].append(index)
    return sorted(set().union(*(pairs[pair] for pair in differing)))


def _shared(a: Char, b: Char) -> float:
    width = min(a.box[2], b.box[2]) - max(a.box[0], b.box[0])
    height = min(a.box[3], b.box[3]) - max(a.box[1], b.box[1])
    if width <= 0 or height <= 0:
        return 0.0
    areas = [(c.box[2] - c.box[0]) * (c.box[3] - c.box[1]) for c in (a, b)]
    return width * height / max(min(areas), 1e-9)


def image_cover(layer: TextLayer) -> float:
    """Return the share of the page under images."""
    grid = np.zeros((100, 100), bool)
    for x0, y0, x1, y1 in layer.images:
        left, right = (int(np.clip(v, 0, 1) * 100) for v in (x0, x1))
        top, bottom = (int(np.clip(v, 0, 1) * 100) for v in (y0, y1))
        grid[top:bottom, left:right] = True
    return float(grid.mean())


def lettering(bare: Pixels, size_pt: tuple[float, float]) -> int:
    """Count rows of glyph-like ink in the drawing without text: lettering that is not in the layer.

    Glyph-like: as tall as type of 4 to 24 points and several of a kind in one row, as no logo, rule or rubric is.

    Args:
        bare: The page without text, grey.
        size_pt: Width and height of the page in points.
    """
    scale = bare.shape[0] / size_pt[1]
    mask = cv2.adaptiveThreshold(bare, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY_INV, 31, 14)
    _, _, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=8)
    boxes = np.asarray(stats[1:], np.int32)
    w, h, area = boxes[:, 2], boxes[:, 3], boxes[:, 4]
    like = (h >= 2.8 * scale) & (h <= 22 * scale) & (w >= 1) & (w <= 4 * h) & (area >= 0.12 * w * h)
    return _rows(boxes[like])


def _rows(boxes: NDArray[np.int32]) -> int:
    """Count rows of boxes of like height side by side with gaps no wider than twice their height."""
    order = boxes[np.argsort(boxes[:, 0], kind="stable")]
    open_rows: list[list[float]] = []  # centre, height, right edge, count
    rows = 0
    for x, y, w, h, _ in order.tolist():
        centre = y + h / 2
        for row in open_rows:
            alike = abs(row[0] - centre) < 0.45 * max(row[1], h) and 0.5 < row[1] / h < 2
            if alike and -0.5 * h <= x - row[2] <= 2 * max(row[1], h):
                row[0], row[1] = (row[0] * row[3] + centre) / (row[3] + 1), max(row[1], h)
                row[2], row[3] = x + w, row[3] + 1
                rows += row[3] == _ROW
                break
        else:
            open_rows.append([centre, h, x + w, 1])
            if len(open_rows) > 400:
                open_rows.pop(0)
    return rows
