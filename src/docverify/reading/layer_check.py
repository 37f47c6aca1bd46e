"""Which characters of a text layer a person sees, and what ink is not text: answered by drawing, not by trust."""

from __future__ import annotations

from collections import defaultdict

import cv2
import numpy as np
from numpy.typing import NDArray

from docverify.intake.sources import Pixels, RawPage, TextLayer
from docverify.reading import imaging

CHECK_DPI = 150
"""Dots per inch of the drawings that are compared: enough to see a comma of 7 point type, and to tell a 3 from an 8."""

MIN_CONTRAST = 24
"""Grey levels by which ink differs from what is under it; less is text in the colour of its paper."""

_MIN_HEIGHT_PT = 2.5
_MAX_SUSPECTS = 12
_SHARED = 0.3  # of the smaller of two characters: kerned and slanted neighbours share less
_PLACE = 200  # places along a page's side in which overprinted characters are looked for
_MAX_PAIRS = 300_000
_BARS = 16  # in a row: the shortest barcode has 20, a row of capital I and figures 1 never so many and nothing else
_MAX_STICKS = 2000

Flags = NDArray[np.bool_]


def inked(layer: TextLayer) -> Flags:
    """Say for each character whether it leaves ink where it is drawn."""
    kinds = {c: not c.isspace() and c.isprintable() for c in set(layer.text)}
    return np.fromiter((kinds[c] for c in layer.text), bool, len(layer.text)) & ~layer.generated


def change(layer: TextLayer, without: Pixels | None = None) -> Pixels:
    """Return by how many grey levels text changes each pixel of the page.

    Args:
        layer: With drawings.
        without: The page without the text in question; default: without any.
    """
    under = layer.bare if without is None else without
    assert layer.full is not None and under is not None
    return np.asarray(cv2.absdiff(layer.full, under), np.uint8)


def visible(page: RawPage, layer: TextLayer, ink: Flags) -> Flags | None:
    """Say for each character whether a person sees it.

    Args:
        page: The page.
        layer: Its text, with drawings.
        ink: Of :func:`inked`.

    Returns:
        One answer a character (True for blanks); None where too much text lies on top of other text to say.

    Raises:
        BadInputError: The page cannot be drawn.
    """
    difference = change(layer)
    seen = ~ink | _changed(layer, difference)
    set_invisible = np.array([*layer.invisible, False])
    seen &= ~(ink & set_invisible[layer.sources])
    suspects = _overprinted(layer, ink & seen & (layer.sources >= 0))
    if len(set(layer.sources[suspects].tolist())) > _MAX_SUSPECTS:
        return None
    by_object: dict[int, list[int]] = defaultdict(list)
    for index in suspects:
        by_object[int(layer.sources[index])].append(index)
    # Text under a white patch with other text on it: only without the one does the other still show.
    for number, indexes in sorted(by_object.items()):
        without = grey(page.render(CHECK_DPI, grey=True, without_text=True, hide=(number,)).pixels)
        if without.shape != difference.shape:
            return None
        shown = _changed(layer, change(layer, without))
        seen[indexes] = shown[indexes]
    return seen


def grey(pixels: Pixels) -> Pixels:
    """Return one channel."""
    return pixels if pixels.ndim == 2 else np.asarray(cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY), np.uint8)


def _changed(layer: TextLayer, difference: Pixels) -> Flags:
    """Say for each character whether ink of it is seen: it is tall enough, on the page, and its place changes."""
    height, width = difference.shape
    x0, y0, x1, y1 = layer.boxes.T
    tall = np.maximum((y1 - y0) * layer.size_pt[1], (x1 - x0) * layer.size_pt[0])
    figures = {c: c.isalnum() for c in set(layer.text)}
    tiny = np.fromiter((figures[c] for c in layer.text), bool, len(layer.text)) & (tall < _MIN_HEIGHT_PT)
    away = (x1 <= 0) | (y1 <= 0) | (x0 >= 1) | (y0 >= 1)
    on_page = np.clip(layer.boxes, -1, 2)
    left = np.clip((on_page[:, 0] * width).astype(np.int64) - 1, 0, width)
    top = np.clip((on_page[:, 1] * height).astype(np.int64) - 1, 0, height)
    right = np.clip((on_page[:, 2] * width).astype(np.int64) + 2, left, width)
    bottom = np.clip((on_page[:, 3] * height).astype(np.int64) + 2, top, height)
    _, mask = cv2.threshold(difference, MIN_CONTRAST - 1, 1, cv2.THRESH_BINARY)
    total = cv2.integral(mask)
    count = total[bottom, right] - total[top, right] - total[bottom, left] + total[top, left]
    return np.asarray((count > 0) & ~tiny & ~away, bool)


def _overprinted(layer: TextLayer, candidates: Flags) -> list[int]:
    """Return the characters of text objects that lie on one another and say different things.

    The same text printed twice (a poor man's bold) is none.
    """
    chosen = np.flatnonzero(candidates)
    first, second = _neighbours(layer, chosen)
    sources, boxes = layer.sources, layer.boxes
    other = sources[first] != sources[second]
    first, second = first[other], second[other]
    shared = _shared(boxes[first], boxes[second]) > _SHARED
    first, second = first[shared], second[shared]
    pairs: dict[tuple[int, int], set[int]] = defaultdict(set)
    differing: set[tuple[int, int]] = set()
    for a, b in zip(first.tolist(), second.tolist(), strict=True):
        pair = (min(int(sources[a]), int(sources[b])), max(int(sources[a]), int(sources[b])))
        pairs[pair] |= {a, b}
        if layer.text[a] != layer.text[b]:
            differing.add(pair)
    return sorted(set().union(*(pairs[pair] for pair in differing)))


def _neighbours(layer: TextLayer, chosen: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return pairs of characters whose middles lie in the same place of a coarse grid, or in places side by side."""
    middles = (layer.boxes[chosen, :2] + layer.boxes[chosen, 2:]) / 2
    cell = np.clip(middles * _PLACE, -1, _PLACE + 1).astype(np.int64) + 2
    key = cell[:, 0] + cell[:, 1] * (_PLACE + 8)
    order = np.argsort(key, kind="stable")
    key, chosen = key[order], chosen[order]
    firsts, seconds = [], []
    for step in (0, 1, _PLACE + 7, _PLACE + 8, _PLACE + 9):
        start = np.searchsorted(key, key + step, "left")
        if step == 0:
            start = np.arange(len(key)) + 1
        count = np.maximum(np.searchsorted(key, key + step, "right") - start, 0)
        if count.sum() > _MAX_PAIRS:  # a page printed over and over in one place: no paper
            count = np.minimum(count, 4)
        firsts.append(np.repeat(chosen, count))
        ends = np.cumsum(count)
        within = np.arange(int(count.sum())) - np.repeat(ends - count, count)
        seconds.append(chosen[np.repeat(start, count) + within])
    return np.concatenate(firsts), np.concatenate(seconds)


def _shared(a: NDArray[np.float64], b: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the share of the smaller of two boxes that lies in the other."""
    width = np.minimum(a[:, 2], b[:, 2]) - np.maximum(a[:, 0], b[:, 0])
    height = np.minimum(a[:, 3], b[:, 3]) - np.maximum(a[:, 1], b[:, 1])
    areas = np.minimum(*((c[:, 2] - c[:, 0]) * (c[:, 3] - c[:, 1]) for c in (a, b)))
    return np.asarray(np.clip(width, 0, None) * np.clip(height, 0, None) / np.maximum(areas, 1e-9), np.float64)


def image_cover(layer: TextLayer) -> float:
    """Return the share of the page under images."""
    grid = np.zeros((100, 100), bool)
    for x0, y0, x1, y1 in layer.images:
        left, right = (int(np.clip(v, 0, 1) * 100) for v in (x0, x1))
        top, bottom = (int(np.clip(v, 0, 1) * 100) for v in (y0, y1))
        grid[top:bottom, left:right] = True
    return float(grid.mean())


def lettering(bare: Pixels, scale: float) -> int:
    """Count rows of glyph-like ink in the drawing without text: lettering that is not in the layer.

    Glyph-like: as tall as type of 4 to 24 points and several of a kind in one row, as no logo, rule or rubric is.

    Args:
        bare: The page without text, grey.
        scale: Its pixels per point.
    """
    mask = cv2.adaptiveThreshold(bare, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY_INV, 31, 14)
    _, _, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=8)
    boxes = np.asarray(stats[1:], np.int32)
    w, h, area = boxes[:, 2], boxes[:, 3], boxes[:, 4]
    like = (h >= 2.8 * scale) & (h <= 22 * scale) & (w >= 1) & (w <= 4 * h) & (area >= 0.12 * w * h)
    boxes = boxes[like]
    return imaging.rows_of_type(boxes[~_bars(boxes)])


def _bars(boxes: NDArray[np.int32]) -> Flags:
    """Say which components are the bars of a barcode: sticks of one height, far more side by side than type has.

    A row of type that has as many keeps its other letters, and counts by them.

    Args:
        boxes: ``(n, 5)`` left, top, width, height and area of components in pixels.
    """
    _, y, w, h, area = boxes[:, :5].T
    sticks = np.flatnonzero((h >= 3 * w) & (area >= 0.5 * w * h))
    bars = np.zeros(len(boxes), bool)
    if not _BARS <= len(sticks) <= _MAX_STICKS:
        return bars
    tall, middle = h[sticks], y[sticks] + h[sticks] / 2
    alike = np.abs(tall[:, None] - tall) <= 0.15 * tall
    level = np.abs(middle[:, None] - middle) <= 0.3 * tall
    bars[sticks[(alike & level).sum(axis=1) >= _BARS]] = True
    return bars
