"""Strips: lines of text cut out of a picture, level and of one height, as the recogniser takes them."""

from __future__ import annotations

import cv2
import numpy as np

from docverify.intake.sources import Pixels
from docverify.reading import imaging
from docverify.reading.detection import Line, direction
from docverify.reading.flat import Matrix

HEIGHT = 48
"""Of a strip in pixels, by the recogniser's making."""

WIDEN = 1.15
"""Strips are cut so much wider than the line is: characters stand a little apart, and fewer are lost (measured on 52
pages of four tiers: 1.0 loses 1.3 % of the numbers, 0.85 loses 7.5 %, 0.75 loses 11 %; 1.15 loses 0.6 %)."""

_MAX_WIDTH = 3200  # a line of 66 times its height: longer ones are rules and borders
_MIN_WIDTH = 16


class Sheet:
    """A picture that strips are cut out of, in several sizes so that cutting never skips pixels.

    Args:
        pixels: Grey or RGB, as the file gives it.
        plane: Takes pixels of the plane on which lines are given to pixels of the picture.
    """

    def __init__(self, pixels: Pixels, plane: Matrix) -> None:
        self._levels = [pixels]
        self._plane = plane
        self._affine = bool(abs(plane[2, 0]) < 1e-12 and abs(plane[2, 1]) < 1e-12)

    def strip(self, line: Line, *, without_colour: bool = False) -> Pixels:
        """Cut out one line as the recogniser takes it: grey.

        Args:
            line: On the plane.
            without_colour: Fade coloured ink.
        """
        cut = self.cut(line)
        return imaging.without_colour(cut) if without_colour else imaging.grey(cut)

    def cut(self, line: Line) -> Pixels:
        """Cut out one line, level, :data:`HEIGHT` pixels tall, with the channels of the picture."""
        width = int(np.clip(round(WIDEN * HEIGHT * line.length / max(line.height, 1e-6)), _MIN_WIDTH, _MAX_WIDTH))
        along = direction(line.angle) * (line.length / width)
        down = direction(line.angle + 90) * (line.height / HEIGHT)
        corner = np.array([line.x, line.y]) - along * (width / 2) - down * (HEIGHT / 2)
        into = np.array([[along[0], down[0], corner[0]], [along[1], down[1], corner[1]], [0.0, 0.0, 1.0]])
        matrix = self._plane @ into
        middle = matrix @ np.array([width / 2, HEIGHT / 2, 1.0])
        below = matrix @ np.array([width / 2, HEIGHT / 2 + 1, 1.0])
        step = float(np.linalg.norm(below[:2] / below[2] - middle[:2] / middle[2]))
        level = 0
        while step > 1.6 and level < 4:
            step, level = step / 2, level + 1
        picture = self._level(level)
        scale = np.diag([0.5**level, 0.5**level, 1.0])
        # pixel centres lie half a pixel inside
        matrix = _shift(-0.5) @ scale @ matrix @ _shift(0.5)
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        size = (width, HEIGHT)
        if self._affine:
            cut = cv2.warpAffine(picture, matrix[:2], size, flags=flags, borderMode=cv2.BORDER_REPLICATE)
        else:
            cut = cv2.warpPerspective(picture, matrix, size, flags=flags, borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(cut, np.uint8)

    def _level(self, level: int) -> Pixels:
        while len(self._levels) <= level:
            last = self._levels[-1]
            half = cv2.resize(
                last, (max(1, last.shape[1] // 2), max(1, last.shape[0] // 2)), interpolation=cv2.INTER_AREA
            )
            self._levels.append(np.asarray(half, np.uint8))
        return self._levels[level]


def _shift(by: float) -> Matrix:
    return np.array([[1.0, 0.0, by], [0.0, 1.0, by], [0.0, 0.0, 1.0]])
