"""Between the page laid flat, on which words are read, and the upright page, which a person sees."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from docverify.model import Box, Word

Matrix = NDArray[np.float64]
"""3 x 3, takes ``(x, y, 1)`` of one plane to another's."""


def fractions(matrix: Matrix, source: tuple[int, int], target: tuple[int, int]) -> Matrix:
    """Turn a map between pixels into one between fractions.

    Args:
        matrix: Takes pixels of the source to pixels of the target.
        source: Its width and height.
        target: Likewise.
    """
    into = np.diag([float(source[0]), float(source[1]), 1.0])
    out = np.diag([1.0 / target[0], 1.0 / target[1], 1.0])
    result = out @ matrix @ into
    return np.asarray(result / result[2, 2], np.float64)


def turned(size: tuple[int, int], quarters: int) -> tuple[Matrix, tuple[int, int]]:
    """Return the map that turns a picture clockwise by quarters, and the size of the turned picture.

    Args:
        size: Width and height in pixels.
        quarters: 0 to 3.
    """
    width, height = size
    if quarters % 4 == 1:
        return np.array([[0.0, -1, height], [1, 0, 0], [0, 0, 1]]), (height, width)
    if quarters % 4 == 2:
        return np.array([[-1.0, 0, width], [0, -1, height], [0, 0, 1]]), size
    if quarters % 4 == 3:
        return np.array([[0.0, 1, 0], [-1, 0, width], [0, 0, 1]]), (height, width)
    return np.eye(3), size


def straightened(size: tuple[int, int], lean: float) -> tuple[Matrix, tuple[int, int]]:
    """Return the map that makes rows level, and the size that loses no corner.

    Args:
        size: Width and height in pixels.
        lean: Clockwise degrees by which the rows are turned.
    """
    width, height = size
    cos, sin = math.cos(math.radians(lean)), math.sin(math.radians(lean))
    larger = (
        int(height * abs(sin) + width * abs(cos) + 0.5),
        int(height * abs(cos) + width * abs(sin) + 0.5),
    )
    back = np.array([[cos, sin, 0.0], [-sin, cos, 0.0], [0.0, 0.0, 1.0]])
    to_middle, from_middle = np.eye(3), np.eye(3)
    to_middle[:2, 2] = -width / 2, -height / 2
    from_middle[:2, 2] = larger[0] / 2, larger[1] / 2
    return np.asarray(from_middle @ back @ to_middle, np.float64), larger


def onto_flat(warp: Sequence[float], words: Iterable[Word], shift: int = 0) -> Iterator[Word]:
    """Take words from the upright page to the flat one.

    Args:
        warp: ``Page.warp`` of the page.
        words: With boxes on the upright page.
        shift: Added to their line numbers.
    """
    back = np.linalg.inv(np.asarray(warp, np.float64).reshape(3, 3))
    for word in words:
        x0, y0, x1, y1 = word.box
        middle = np.array([(x0 + x1) / 2, (y0 + y1) / 2, 1.0]) @ back.T
        # size from the sides through the middle: the rectangle around a turned box would be too tall
        ends = np.array([[x0, (y0 + y1) / 2, 1.0], [x1, (y0 + y1) / 2, 1.0]]) @ back.T
        tops = np.array([[(x0 + x1) / 2, y0, 1.0], [(x0 + x1) / 2, y1, 1.0]]) @ back.T
        centre = middle[:2] / middle[2]
        wide = abs(float((ends[1, 0] / ends[1, 2]) - (ends[0, 0] / ends[0, 2]))) / 2
        tall = abs(float((tops[1, 1] / tops[1, 2]) - (tops[0, 1] / tops[0, 2]))) / 2
        low = (float(centre[0]) - wide, float(centre[1]) - tall)
        high = (float(centre[0]) + wide, float(centre[1]) + tall)
        a, b, c, d = (round(min(1.0, max(0.0, v)), 5) for v in (*low, *high))
        box: Box = (a, b, c, d)
        yield replace(word, box=box, line=word.line + shift)
