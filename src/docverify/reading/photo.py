"""A sheet of paper on a table: where its corners are, and the map that lays it flat."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from docverify.intake.sources import Pixels
from docverify.reading.flat import Matrix

_SIDE = 700
_MIN_AREA = 0.25
_STEP = 14.0  # levels between table and paper, over 8 pixels of the reduced picture

_ACROSS = 7.0  # pixels of the reduced picture on either side of an edge
_LEAST_STEP = 7.0
"""Levels by which paper is brighter than the table just beside it."""

_SHARE = 0.2
"""Of the contrast between paper and table, asked of the step between them."""

_LEFT_OUT = 0.02
"""Share of the picture, as bright as the paper, that may lie outside the sheet. Sheets on a table leave none (measured
on 81 photographs); a fold, a stroke or a rule taken for the edge leaves a twentieth to a half of the page, its print
with it."""


def find_sheet(image: Pixels) -> tuple[Matrix, tuple[int, int]] | None:
    """Find a sheet that does not fill the picture.

    Args:
        image: One channel.

    Returns:
        The map from the picture to the flat sheet and the sheet's ``(width, height)`` in pixels, or None where the
        picture is all paper, as from a scanner, or no four corners are found.
    """
    factor = _SIDE / max(image.shape)
    shrunk = cv2.resize(image, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    # print and the grain of a table go, edges of paper stay
    small = np.asarray(cv2.medianBlur(shrunk, 13), np.uint8)
    rim = np.concatenate([small[:6].ravel(), small[-6:].ravel(), small[:, :6].ravel(), small[:, -6:].ravel()])
    middle = small[small.shape[0] // 6 : -small.shape[0] // 6, small.shape[1] // 6 : -small.shape[1] // 6]
    if float(np.median(middle)) - float(np.percentile(rim, 40)) < 35:
        return None
    corners = _by_edges(small)
    if corners is None:
        corners = _by_brightness(small)
    if corners is None or _share_left_out(small, corners) > _LEFT_OUT or not _has_steps(small, corners):
        return None
    corners = corners / factor
    top_left, top_right, bottom_right, bottom_left = corners
    width = (np.linalg.norm(top_right - top_left) + np.linalg.norm(bottom_right - bottom_left)) / 2
    height = (np.linalg.norm(bottom_left - top_left) + np.linalg.norm(bottom_right - top_right)) / 2
    size = (round(float(width)), round(float(height)))
    if min(size) < 100:
        return None
    target = np.array([[0, 0], [size[0], 0], [size[0], size[1]], [0, size[1]]], np.float32)
    return np.asarray(cv2.getPerspectiveTransform(corners.astype(np.float32), target), np.float64), size


def _share_left_out(small: Pixels, corners: NDArray[np.float64]) -> float:
    """Return the share of the picture that lies outside the sheet and is as bright as the sheet itself."""
    inside = np.zeros(small.shape, np.uint8)
    cv2.fillConvexPoly(inside, np.round(corners).astype(np.int32), 255)
    edge = np.ones((9, 9), np.uint8)
    outside = cv2.erode(255 - inside, edge) > 0
    within = cv2.erode(inside, edge) > 0
    if not within.any():
        return 1.0
    return float((outside & (small > 0.9 * float(np.median(small[within])))).mean())


def _has_steps(small: Pixels, corners: NDArray[np.float64]) -> bool:
    """Say whether the picture gets brighter at once across every side within it: light that fades does not."""
    height, width = small.shape
    middle = corners.mean(axis=0)
    for index in range(4):
        start, end = corners[index], corners[(index + 1) % 4]
        side = end - start
        normal = np.array([-side[1], side[0]]) / max(float(np.linalg.norm(side)), 1e-6)
        if float(normal @ (middle - start)) < 0:
            normal = -normal
        points = start + np.linspace(0.08, 0.92, 40)[:, None] * side
        far, near = points - _ACROSS * normal, points + _ACROSS * normal
        both = np.concatenate([far, near], axis=1)
        within = (both >= 0).all(axis=1) & (both[:, ::2] < width).all(axis=1) & (both[:, 1::2] < height).all(axis=1)
        if within.sum() < 10:
            continue  # the sheet runs out of the picture here
        outer, inner = (p[within].astype(int) for p in (far, near))
        steps = small[inner[:, 1], inner[:, 0]].astype(float) - small[outer[:, 1], outer[:, 0]]
        if float(np.median(steps)) < _LEAST_STEP:
            return False
    return True


def _by_edges(small: Pixels) -> NDArray[np.float64] | None:
    """Find the sheet by the step from table to paper, met from outside: no shadow over both blurs it."""
    sides = []
    for turns in range(4):  # left, then what comes to the left when the picture is turned
        view = np.rot90(small, turns)
        line = _left_edge(np.asarray(view, np.float32))
        if line is None:
            return None
        slope, offset = line  # x = slope * y + offset in the turned view
        ends = np.array([[offset, 0.0], [slope * (view.shape[0] - 1) + offset, view.shape[0] - 1.0]])
        sides.append(_turned_back(ends, turns, small.shape))
    corners = []
    for index in range(4):
        point = _crossing(sides[index], sides[(index + 1) % 4])
        if point is None:
            return None
        corners.append(point)
    quad = _ordered(np.array(corners))
    return quad if _plausible(quad, small.shape) else None


def _left_edge(view: NDArray[np.float32]) -> tuple[float, float] | None:
    """Fit a line to the first dark-to-bright step of each row; a side that the sheet runs out of has its own border."""
    height, width = view.shape
    reach = 6
    total = np.cumsum(np.pad(view, ((0, 0), (1, 0))), axis=1)
    mean = (total[:, reach:] - total[:, :-reach]) / reach
    step = mean[:, reach + 2 :] - mean[:, : -reach - 2]
    part = step[:, : int(width * 0.45)]
    rows = np.arange(int(height * 0.08), int(height * 0.92), 2)
    paper = float(np.median(view[height // 3 : -height // 3, width // 3 : -width // 3]))
    # the grain of a table has steps too, lower ones than the paper's edge has even in a shadow
    strong = part[rows] > max(_STEP, _SHARE * (paper - float(np.median(view[:, :6]))))
    has = strong.any(axis=1)
    if has.mean() < 0.4:
        return (0.0, 0.0) if float(np.median(view[:, :5])) > 0.8 * paper else None
    y = rows[has].astype(float)
    first = strong[has].argmax(axis=1)
    # from where the step is strong enough to where it is strongest
    ahead = np.stack([part[rows[has], np.minimum(first + k, part.shape[1] - 1)] for k in range(8)], axis=1)
    x = first + ahead.argmax(axis=1) + reach + 1.0
    best: tuple[int, float, float] = (0, 0.0, 0.0)
    count = len(y)
    for gap in (count // 2, count // 3, 2 * count // 3):
        for i in range(0, count - gap, max(1, count // 60)):
            slope = (x[i + gap] - x[i]) / (y[i + gap] - y[i])
            offset = x[i] - slope * y[i]
            inside = int((np.abs(slope * y + offset - x) < 2.0).sum())
            if inside > best[0] and abs(slope) < 0.35:
                best = (inside, float(slope), float(offset))
    if best[0] < 0.4 * len(rows):
        return None
    near = np.abs(best[1] * y + best[2] - x) < 2.0
    slope, offset = np.polyfit(y[near], x[near], 1)
    return float(slope), float(offset)


def _turned_back(points: NDArray[np.float64], turns: int, shape: tuple[int, ...]) -> NDArray[np.float64]:
    """Take points from a picture turned counter-clockwise by quarters back to the picture."""
    height, width = shape[:2]
    x, y = points[:, 0], points[:, 1]
    if turns == 1:
        return np.stack([width - 1 - y, x], axis=1)
    if turns == 2:
        return np.stack([width - 1 - x, height - 1 - y], axis=1)
    if turns == 3:
        return np.stack([y, height - 1 - x], axis=1)
    return points


def _crossing(a: NDArray[np.float64], b: NDArray[np.float64]) -> NDArray[np.float64] | None:
    first, second = np.cross([*a[0], 1.0], [*a[1], 1.0]), np.cross([*b[0], 1.0], [*b[1], 1.0])
    point = np.cross(first, second)
    return None if abs(point[2]) < 1e-9 else np.asarray(point[:2] / point[2], np.float64)


def _plausible(quad: NDArray[np.float64], shape: tuple[int, ...]) -> bool:
    """Say whether four corners can be those of a sheet of paper within the picture."""
    height, width = shape[:2]
    slack = 0.06 * max(height, width)
    inside = (quad > -slack).all() and (quad[:, 0] < width + slack).all() and (quad[:, 1] < height + slack).all()
    if not inside or cv2.contourArea(quad.astype(np.float32)) < _MIN_AREA * height * width:
        return False
    lengths = [float(np.linalg.norm(quad[i] - quad[(i + 1) % 4])) for i in range(4)]
    opposite = [lengths[0] / lengths[2], lengths[1] / lengths[3]]
    return all(0.72 < r < 1.39 for r in opposite) and bool(cv2.isContourConvex(quad.astype(np.float32)))


def _by_brightness(small: Pixels) -> NDArray[np.float64] | None:
    _, bright = cv2.threshold(small, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    bright = cv2.morphologyEx(bright, cv2.MORPH_CLOSE, np.ones((15, 15), np.uint8))
    bright = cv2.morphologyEx(bright, cv2.MORPH_OPEN, np.ones((9, 9), np.uint8))
    contours, _ = cv2.findContours(bright, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    if not contours:
        return None
    largest = max(contours, key=cv2.contourArea)
    hull = cv2.convexHull(largest)
    area = cv2.contourArea(hull)
    if area < _MIN_AREA * small.size or cv2.contourArea(largest) < 0.85 * area:
        return None
    length = cv2.arcLength(hull, True)
    for tolerance in (0.01, 0.02, 0.03, 0.05):
        shape = cv2.approxPolyDP(hull, tolerance * length, True)
        if len(shape) == 4 and cv2.contourArea(shape) > 0.92 * area:
            quad = _ordered(shape.reshape(4, 2).astype(np.float64))
            return quad if _plausible(quad, small.shape) else None
    return None


def _ordered(points: NDArray[np.float64]) -> NDArray[np.float64]:
    """Order corners clockwise from the one nearest to the top left."""
    centre = points.mean(axis=0)
    angles = np.arctan2(points[:, 1] - centre[1], points[:, 0] - centre[0])
    turned = points[np.argsort(angles)]
    start = int(np.argmin(turned.sum(axis=1)))
    return np.roll(turned, -start, axis=0)
