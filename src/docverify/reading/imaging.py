"""Measurements on a page image and the corrections that follow from them: size of type, skew, light, dark bands."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from docverify.intake.sources import Pixels

MAX_SKEW = 15.0
"""Degrees either way within which skew is looked for."""

_SKEW_POINTS = 40_000
ROW = 6
"""Components side by side that make lettering, as no logo, rule or rubric does."""

_SAMPLE = 1200  # components asked whether they stand in a row


@dataclass(frozen=True, slots=True)
class Glyphs:
    """Ink that looks like characters.

    Attributes:
        boxes: ``(n, 4)`` left, top, width, height in pixels.
        height: Typical height in pixels, 0 for none: about the x-height of lower case and the height of capitals.
        lettered: About how many of them stand in rows, as letters do and specks do not.
    """

    boxes: NDArray[np.int32]
    height: float
    lettered: int


def grey(pixels: Pixels) -> Pixels:
    """Return one channel."""
    return pixels if pixels.ndim == 2 else np.asarray(cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY), np.uint8)


def without_colour(pixels: Pixels) -> Pixels:
    """Return one channel in which coloured ink (stamps, seals, coloured rubrics) fades and black print stays.

    The brightest channel of a coloured ink is bright, that of black is not.
    """
    if pixels.ndim == 2:
        return pixels
    high, low = _extremes(pixels)
    bright = _over(high, 110)
    strong = cv2.bitwise_and(_over(np.asarray(cv2.subtract(high, low), np.uint8), 45), bright)
    # the rim of coloured strokes, paler by the JPEG's coarse colour; what is dark in every channel is print under it
    near = cv2.bitwise_and(cv2.dilate(strong, np.ones((5, 5), np.uint8)), bright)
    return np.asarray(cv2.max(high, cv2.bitwise_or(strong, near)), np.uint8)


def _over(image: Pixels, level: int) -> Pixels:
    """Return a mask (255) of what is brighter than a level."""
    return np.asarray(cv2.threshold(image, level, 255, cv2.THRESH_BINARY)[1], np.uint8)


def _extremes(pixels: Pixels) -> tuple[Pixels, Pixels]:
    """Return the brightest and the darkest channel of each pixel."""
    red, green, blue = cv2.split(pixels)
    high, low = cv2.max(cv2.max(red, green), blue), cv2.min(cv2.min(red, green), blue)
    return np.asarray(high, np.uint8), np.asarray(low, np.uint8)


def colour_share(pixels: Pixels, step: int = 3) -> float:
    """Return the share of pixels with coloured, printed-looking ink, 0 for grey images; looks at every ``step``-th."""
    if pixels.ndim == 2:
        return 0.0
    high, low = _extremes(np.ascontiguousarray(pixels[::step, ::step]))
    return float(((high - low > 60) & (low < 170)).mean())


def ink(image: Pixels) -> Pixels:
    """Return a mask (255) of what is darker than its surroundings."""
    side = max(15, int(max(image.shape) / 60) | 1)
    return np.asarray(
        cv2.adaptiveThreshold(image, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY_INV, side, 18), np.uint8
    )


def glyphs(mask: Pixels) -> Glyphs:
    """Find the components of an ink mask that may be characters, and their typical height."""
    _, _, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=8)
    boxes = np.asarray(stats[1:], np.int32)
    w, h, area = boxes[:, 2], boxes[:, 3], boxes[:, 4]
    limit = max(mask.shape) / 12
    like = (h >= 4) & (h <= limit) & (w >= 2) & (w <= 3.5 * h) & (area >= 0.15 * w * h) & (area >= 8)
    chosen = boxes[like][:, :4]
    if len(chosen) == 0:
        return Glyphs(chosen, 0.0, 0)
    sample = chosen[:: max(1, len(chosen) // _SAMPLE)]
    rows = sample[_mates(sample, chosen) >= 2]
    share = len(chosen) / len(sample)
    return Glyphs(chosen, _typical(rows if len(rows) >= 8 else sample), round(len(rows) * share))


def _typical(boxes: NDArray[np.int32]) -> float:
    # Specks are many and small: each component counts by its height, so that they do not set the median.
    heights = np.sort(boxes[:, 3])
    weight = np.cumsum(heights)
    return float(heights[int(np.searchsorted(weight, weight[-1] / 2))])


def _mates(sample: NDArray[np.int32], boxes: NDArray[np.int32]) -> NDArray[np.int64]:
    """Count for each of a sample the components of like height beside it, or above and below (a page on its side)."""
    counts = np.zeros((2, len(sample)), np.int64)
    for way, (across, along, side) in enumerate(((1, 0, 3), (0, 1, 2))):
        middle = boxes[:, across] + boxes[:, across + 2] / 2
        order = np.argsort(middle, kind="stable")
        middle, sorted_boxes = middle[order], boxes[order]
        place, size = sorted_boxes[:, along] + sorted_boxes[:, along + 2] / 2, sorted_boxes[:, side]
        for index, box in enumerate(sample):
            own = box[across] + box[across + 2] / 2
            low, high = np.searchsorted(middle, (own - 0.4 * box[side], own + 0.4 * box[side]))
            gap = np.abs(place[low:high] - (box[along] + box[along + 2] / 2))
            ratio = size[low:high] / box[side]
            near = (gap > 0.2 * box[side]) & (gap < 2.5 * box[side]) & (ratio > 0.6) & (ratio < 1.7)
            counts[way, index] = int(near.sum())
    return np.asarray(counts.max(axis=0), np.int64)


def skew(found: Glyphs, shape: tuple[int, ...]) -> tuple[float, float, float]:
    """Estimate by how much lines of text are turned.

    Args:
        found: Characters.
        shape: Of the image.

    Returns:
        Degrees counter-clockwise that text lines rise (0 where unknown), and the sharpness of the line structure along
        the rows and along the columns of the image: the second exceeds the first where the page lies on its side.
    """
    if len(found.boxes) < 12:
        return 0.0, 0.0, 0.0
    usable = found.boxes[(found.boxes[:, 3] > 0.5 * found.height) & (found.boxes[:, 3] < 2.2 * found.height)]
    if len(usable) < 12:
        usable = found.boxes
    step = max(1, len(usable) // _SKEW_POINTS)
    usable = usable[::step]
    x = usable[:, 0] + usable[:, 2] / 2
    y_low, y_high = (usable[:, 1] + usable[:, 3]).astype(float), usable[:, 1].astype(float)
    size = max(2.0, found.height * 0.22)
    coarse = np.arange(-MAX_SKEW, MAX_SKEW + 0.01, 0.5)
    best, sharp = _sharpest(x, y_low, size, coarse)
    best, sharp = _sharpest(x, y_low, size, np.arange(best - 0.5, best + 0.51, 0.1))
    left = usable[:, 0].astype(float)
    right = (usable[:, 0] + usable[:, 2]).astype(float)
    y = usable[:, 1] + usable[:, 3] / 2
    _, sideways_a = _sharpest(y, right, size, coarse)
    _, sideways_b = _sharpest(y, left, size, coarse)
    _, sharp_high = _sharpest(x, y_high, size, coarse)
    return float(best), max(sharp, sharp_high), max(sideways_a, sideways_b)


def _sharpest(
    along: NDArray[np.floating], across: NDArray[np.floating], size: float, angles: NDArray[np.floating]
) -> tuple[float, float]:
    best, top = 0.0, -1.0
    for angle in angles:
        radians = np.deg2rad(angle)
        place = across * np.cos(radians) + along * np.sin(radians)
        counts = np.bincount(((place - place.min()) / size).astype(np.int64))
        value = float((counts.astype(float) ** 2).sum()) / len(along)
        # among equals the smaller turn
        value -= 1e-6 * abs(angle)
        if value > top:
            best, top = float(angle), value
    return best, top


def even_light(image: Pixels) -> Pixels:
    """Divide by the background where the light is uneven or the paper grey; otherwise return the image itself."""
    height, width = image.shape
    factor = 8 if min(height, width) >= 400 else 2
    small = cv2.resize(image, (max(1, width // factor), max(1, height // factor)), interpolation=cv2.INTER_AREA)
    side = max(5, int(max(small.shape) / 14)) | 1
    paper = cv2.morphologyEx(small, cv2.MORPH_CLOSE, np.ones((side, side), np.uint8))
    paper = cv2.GaussianBlur(paper, (0, 0), side / 3)
    low, high = np.percentile(paper, (3, 97))
    if low / max(high, 1) > 0.88 and high > 215:
        return image
    background = cv2.resize(paper, (width, height), interpolation=cv2.INTER_LINEAR)
    ratio = image.astype(np.float32) / np.maximum(background.astype(np.float32), 12)
    return np.asarray(np.clip(ratio * 250, 0, 255), np.uint8)


def resize(image: Pixels, factor: float) -> Pixels:
    """Scale an image, smoothly up and without aliasing down."""
    if abs(factor - 1) < 0.05:
        return image
    method = cv2.INTER_CUBIC if factor > 1 else cv2.INTER_AREA
    return np.asarray(cv2.resize(image, None, fx=factor, fy=factor, interpolation=method), np.uint8)


def rows_of_type(boxes: NDArray[np.int32]) -> int:
    """Count rows of at least :data:`ROW` boxes of like height side by side, gaps no wider than twice their height.

    Args:
        boxes: ``(n, 4 or more)`` left, top, width and height of components in pixels.
    """
    order = boxes[np.argsort(boxes[:, 0], kind="stable")]
    open_rows: list[list[float]] = []  # centre, height, right edge, count
    rows = 0
    for x, y, w, h in order[:, :4].tolist():
        centre = y + h / 2
        for row in open_rows:
            alike = abs(row[0] - centre) < 0.45 * max(row[1], h) and 0.5 < row[1] / h < 2
            if alike and -0.5 * h <= x - row[2] <= 2 * max(row[1], h):
                row[0], row[1] = (row[0] * row[3] + centre) / (row[3] + 1), max(row[1], h)
                row[2], row[3] = x + w, row[3] + 1
                rows += row[3] == ROW
                break
        else:
            open_rows.append([centre, h, x + w, 1])
            if len(open_rows) > 400:
                open_rows.pop(0)
    return rows
