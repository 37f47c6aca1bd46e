"""Values that somebody struck through: a thin stroke through the letters that also crosses the white between them.

A reader of lines reads through such a stroke and is sure of what it reads. Letters have ink in many places, but none
along one straight line that also runs through the inside of each nought and through nearly every gap between
characters. A rule under or over a value, a dash within it and letters that blur joined have no such line.
"""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np
from numpy.typing import NDArray

from docverify.intake.sources import Pixels

_TALL = 48
"""Height in pixels to which a line's box is brought."""
_PAPER = 0.5
"""Contrast with the paper, as share of that of print, over which a pixel is ink: what blur joins is paler."""
_BRIDGED = 3  # pixels without ink that a stroke may have (a skipping pen, noise)
_LONG = 0.75
"""Share of the value's width that a stroke runs through at least."""
_NARROW = 2.2
"""Least width of a value in heights of its box: of two characters nothing is said."""
_WOBBLE = 2  # pixels above and below a straight line within which a stroke stays
_NEAR = 10  # pixels within which lines are of one stroke
_THICK = 0.33
"""Greatest thickness of a stroke in heights of the letters."""
_FIRST, _LAST = 0.25, 0.75
"""Where in the height of the letters a stroke crosses them, from their top."""
_STEEPEST = 0.27  # tangent of 15 degrees
_INKED = 0.96
"""Share of its own length on which a stroke has ink."""
_FREE = 0.35
"""Share of that length on which there is white above and below it."""
_FEWEST = 4  # places of such white: inside of letters and gaps
_SIDES = 0.5  # share of the letters' columns with ink above the stroke, and below it
_LOW = 0.3  # height of letters in heights of the box
_MOST = 4  # strokes that are looked for

Mask = NDArray[np.bool_]


def struck(cut: Pixels, core: tuple[float, float, float, float]) -> bool:
    """Tell whether a stroke runs through a value.

    Args:
        cut: The value cut out of the flat page, with some margin: grey, as it stands there.
        core: ``(x0, y0, x1, y1)`` in pixels of ``cut``: the box of the value's words.
    """
    scale = _TALL / max(1.0, core[3] - core[1])
    size = max(1, round(cut.shape[1] * scale)), max(1, round(cut.shape[0] * scale))
    method = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    ink = _ink(np.asarray(cv2.resize(cut, size, interpolation=method), np.uint8))
    x0, y0, x1, y1 = (round(v * scale) for v in core)
    own = ink[max(0, y0 - _TALL // 8) : y1 + _TALL // 8, max(0, x0) : x1]
    columns = np.flatnonzero(own.any(axis=0)) if own.size else np.zeros(0, np.int64)
    if not len(columns):
        return False
    own = own[:, columns[0] : columns[-1] + 1]
    if own.shape[1] < _NARROW * _TALL or own.any(axis=0).mean() < _LONG:
        return False  # most values end here: there is white from top to bottom between their characters
    return _crossed(own)


def _ink(grey: Pixels) -> Mask:
    if float(np.median(grey)) < 110:  # white on a dark ground
        grey = np.asarray(255 - grey, np.uint8)
    reach = int(0.8 * _TALL) | 1
    paper = cv2.morphologyEx(grey, cv2.MORPH_CLOSE, np.ones((reach, reach), np.uint8))
    paper = cv2.GaussianBlur(paper, (0, 0), reach / 3)
    even = grey.astype(np.float32) / np.maximum(paper.astype(np.float32), 1.0)
    # as dark as print is here: pale print makes pale strokes
    dark = min(0.7, float(np.percentile(even, 2.0)))
    return np.asarray(even < 1 - _PAPER * (1 - dark), np.bool_)


def _crossed(own: Mask) -> bool:
    near = own.copy()
    for _ in range(_MOST):
        line = _straightest(near)
        if line is None:
            return False
        if _strikes(own, line):
            return True
        rows = np.arange(own.shape[0])[:, None]
        near &= np.abs(rows - line[None, :]) > _WOBBLE + 1
    return False


def _straightest(ink: Mask) -> NDArray[np.float64] | None:
    """Return the heights, one a column, of the straight line with most ink on it; None where none has enough."""
    tall, wide = ink.shape
    thick = np.asarray(cv2.dilate(ink.astype(np.uint8), np.ones((2 * _WOBBLE + 1, 1), np.uint8)), np.uint8)
    xs = np.arange(0, wide, 2)
    ends = np.arange(0, tall, 2)
    left, right = (grid.ravel() for grid in np.meshgrid(ends, ends, indexing="ij"))
    level = np.abs(right - left) <= _STEEPEST * wide
    left, right = left[level], right[level]
    ys = np.rint(left[:, None] + (right - left)[:, None] * (xs / max(1, wide - 1))).astype(np.int64)
    counts = thick[ys, xs].sum(axis=1)
    best = int(counts.argmax())
    if counts[best] < _LONG * 0.95 * len(xs):
        return None
    # several lines in a stroke have as much ink: the one in their middle
    alike = (counts >= counts[best] - 1) & (abs(left - left[best]) <= _NEAR) & (abs(right - right[best]) <= _NEAR)
    start, end = float(np.median(left[alike])), float(np.median(right[alike]))
    return np.asarray(start + (end - start) * np.arange(wide) / max(1, wide - 1), np.float64)


def _strikes(own: Mask, line: NDArray[np.float64]) -> bool:
    """Tell whether a line runs through the middle of the letters, their insides and the gaps between them."""
    held = own.any(axis=0)
    tops, feet = own.argmax(axis=0)[held], (own.shape[0] - 1 - own[::-1].argmax(axis=0))[held]
    top, foot = float(np.percentile(tops, 20)), float(np.percentile(feet, 80))
    height = foot - top
    if height < _LOW * _TALL or not _FIRST <= (float(np.median(line)) - top) / height <= _LAST:
        return False
    rows, reach = np.arange(own.shape[0])[:, None], 0.12 * height
    off = np.asarray(line[None, :] - rows, np.float64)
    sides = [np.asarray(own & (side * off > reach), np.bool_).any(axis=0) for side in (1, -1)]
    if min(np.count_nonzero(side & held) for side in sides) < _SIDES * np.count_nonzero(held):
        return False  # a rule above or below
    lengths = _through(own, line)
    inked = lengths > 0
    start, end = max(_runs(_bridged(inked)), key=lambda run: run[1] - run[0], default=(0, 0))
    if end - start < _LONG * own.shape[1] or inked[start:end].mean() < _INKED:
        return False
    thin = (lengths > 0) & (lengths <= max(4.0, _THICK * height))
    # above and below the stroke there is white: inside letters and between them
    places = [(a, b) for a, b in _runs(thin[start:end]) if b - a >= 3]
    return len(places) >= _FEWEST and sum(b - a for a, b in places) >= _FREE * (end - start)


def _through(own: Mask, line: NDArray[np.float64]) -> NDArray[np.int64]:
    """Return, for each column, how many pixels of ink stand one on the other where the line passes; 0 for none."""
    tall, wide = own.shape
    above, below = np.zeros((tall, wide), np.int64), np.zeros((tall, wide), np.int64)
    for y in range(tall):
        # what the cut's edge ends, a dark band beside the line, is thicker than is seen
        above[y] = np.where(own[y], (above[y - 1] if y else tall) + 1, 0)
        z = tall - 1 - y
        below[z] = np.where(own[z], (below[z + 1] if y else tall) + 1, 0)
    columns, lengths = np.arange(wide), np.zeros(wide, np.int64)
    for off in sorted(range(-_WOBBLE, _WOBBLE + 1), key=abs):
        ys = np.clip(np.rint(line).astype(np.int64) + off, 0, tall - 1)
        found = above[ys, columns] + below[ys, columns] - own[ys, columns]
        lengths = np.where(lengths > 0, lengths, found)
    return lengths


def _bridged(inked: Mask) -> Mask:
    kernel = np.ones((1, _BRIDGED + 1), np.uint8)
    return np.asarray(cv2.morphologyEx(inked[None, :].astype(np.uint8), cv2.MORPH_CLOSE, kernel)[0], np.bool_)


def _runs(mask: Mask) -> list[tuple[int, int]]:
    return list(_walk(mask))


def _walk(mask: Mask) -> Iterator[tuple[int, int]]:
    edges = np.flatnonzero(np.diff(np.concatenate(([0], mask.astype(np.int8), [0]))))
    yield from zip((int(e) for e in edges[::2]), (int(e) for e in edges[1::2]), strict=True)
