"""Lines of text on a picture: from the detector's map of likelihood to turned rectangles."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from docverify.reading.bent import Rect, straight_pieces

_INK = 0.3
"""Likelihood from which a pixel of the map belongs to a line (as the detector was trained)."""

_LINE = 0.5
"""Mean likelihood asked of a line."""

_STRAIGHT = 0.55
"""Mean likelihood under which a line is looked at for being bent: straight ones are well above."""

_GROW = 1.6
"""The map shows the core of each line; the line is wider by this times area / circumference (likewise)."""

_MAX_LINES = 1000
_MIN_SIDE = 3.0
_LONG = 2.0


@dataclass(frozen=True, slots=True)
class Line:
    """A line of text.

    Attributes:
        x: Of its middle, in pixels of the picture.
        y: Likewise.
        length: Along the reading direction, in pixels.
        height: Across it.
        angle: Clockwise degrees of the reading direction from the picture's rows, -180 to 180.
        score: Likelihood, 0..1.
    """

    x: float
    y: float
    length: float
    height: float
    angle: float
    score: float

    @property
    def long(self) -> bool:
        """Its shape tells which way it runs."""
        return self.length >= _LONG * self.height

    def corners(self) -> NDArray[np.float64]:
        """Return the corners clockwise from the top left one as it is read."""
        along = self.length / 2 * direction(self.angle)
        down = self.height / 2 * direction(self.angle + 90)
        middle = np.array([self.x, self.y])
        return np.stack([middle - along - down, middle + along - down, middle + along + down, middle - along + down])


def direction(angle: float) -> NDArray[np.float64]:
    """Return the unit vector at so many clockwise degrees from the rows."""
    return np.array([math.cos(math.radians(angle)), math.sin(math.radians(angle))])


def find_lines(likelihood: NDArray[np.float32], size: tuple[int, int]) -> list[Line]:
    """Turn the detector's map into lines.

    Args:
        likelihood: ``(height, width)``, 0..1.
        size: Width and height of the picture that the map stands for.

    Returns:
        Lines with angles from -90 to 90, the longer side taken for the reading direction; in the order of the contours.
    """
    height, width = likelihood.shape
    across, down = size[0] / width, size[1] / height
    mask = cv2.dilate((likelihood > _INK).astype(np.uint8), np.ones((2, 2), np.uint8))
    contours, _ = cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
    found = []
    for contour in contours[:_MAX_LINES]:
        rect: Rect = cv2.minAreaRect(contour)
        if min(rect[1]) < _MIN_SIDE:
            continue
        score = _mean_under(likelihood, np.asarray(cv2.boxPoints(rect), np.float32))
        if score >= _STRAIGHT:
            boxes = [(rect, score)]
        else:
            boxes = straight_pieces(np.asarray(contour, np.int32), likelihood, _mean_under, _LINE)
            boxes = boxes or ([(rect, score)] if score >= _LINE else [])
        found += [line for box, sure in boxes if (line := _grown(box, sure, across, down)) is not None]
    return found


def _grown(rect: Rect, score: float, across: float, down: float) -> Line | None:
    """Return the line whose core a rectangle of the map is, in pixels of the picture."""
    (x, y), (w, h), angle = rect
    grow = 2 * _GROW * w * h / (2 * (w + h))
    w, h = w + grow, h + grow
    if min(w, h) < _MIN_SIDE + 2:
        return None
    if w < h:
        w, h, angle = h, w, angle + 90
    # the map may be scaled a little differently along its sides; the line then turns by as little
    along, tall = direction(angle) * (across, down), direction(angle + 90) * (across, down)
    turned = math.degrees(math.atan2(along[1], along[0]))
    turned -= 180 * round(turned / 180)
    length, thick = w * float(np.linalg.norm(along)), h * float(np.linalg.norm(tall))
    return Line((x + 0.5) * across, (y + 0.5) * down, length, thick, turned, score)


def _mean_under(likelihood: NDArray[np.float32], corners: NDArray[np.float32]) -> float:
    height, width = likelihood.shape
    low = np.clip(np.floor(corners.min(axis=0)), 0, (width - 1, height - 1)).astype(int)
    high = np.clip(np.ceil(corners.max(axis=0)), 0, (width - 1, height - 1)).astype(int)
    mask = np.zeros((high[1] - low[1] + 1, high[0] - low[0] + 1), np.uint8)
    cv2.fillPoly(mask, [np.asarray(corners - low, np.int32)], (1,))
    return float(cv2.mean(likelihood[low[1] : high[1] + 1, low[0] : high[0] + 1], mask)[0])


def lean(lines: Sequence[Line]) -> float:
    """Return by how many clockwise degrees, -45 to 45, the lines of a page are turned from its rows or columns.

    The median, each line weighted by its length; 0 where no line is long enough to tell.
    """
    long = [line for line in lines if line.long]
    if not long:
        return 0.0
    turns = np.array([(line.angle + 45) % 90 - 45 for line in long])
    weights = np.array([line.length for line in long])
    order = np.argsort(turns)
    total = np.cumsum(weights[order])
    return float(turns[order][int(np.searchsorted(total, total[-1] / 2))])


def settled(line: Line) -> Line:
    """Give a line of a level, upright page the direction in which it is read: short ones run as the rest does.

    Args:
        line: The longer side taken for the reading direction.
    """
    line = replace(line, angle=(line.angle + 180) % 360 - 180)
    quarters = round(line.angle / 90)
    if quarters % 2 and line.length < _SIDEWAYS * line.height:
        # a lone figure is taller than wide
        return replace(line, length=line.height, height=line.length, angle=line.angle - 90 * quarters)
    return line if quarters % 2 else replace(line, angle=line.angle - 90 * quarters)


def sideways(line: Line) -> bool:
    """Say whether a settled line runs up or down the page."""
    return round(line.angle / 90) % 2 != 0


_SIDEWAYS = 2.2
"""Times as tall as wide from which something is a line on its side and not a figure or a bracket."""


def reading_order(lines: Sequence[Line]) -> list[Line]:
    """Order level lines from top to bottom, those of one row from left to right."""
    rows: list[list[Line]] = []
    for line in sorted(lines, key=lambda line: line.y):
        row = rows[-1] if rows else []
        if row and line.y - row[-1].y < 0.5 * min(line.height, row[-1].height):
            row.append(line)
        else:
            rows.append([line])
    return [line for row in rows for line in sorted(row, key=lambda line: line.x - line.length / 2)]
