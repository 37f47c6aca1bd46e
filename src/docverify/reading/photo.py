"""A sheet of paper on a table: where its corners are, and the map that lays it flat."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from docverify.intake.sources import Pixels
from docverify.reading.flat import Matrix

_SIDE = 700
_MIN_AREA = 0.25


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
    small = np.asarray(cv2.medianBlur(shrunk, 5), np.uint8)
    rim = np.concatenate([small[:6].ravel(), small[-6:].ravel(), small[:, :6].ravel(), small[:, -6:].ravel()])
    middle = small[small.shape[0] // 6 : -small.shape[0] // 6, small.shape[1] // 6 : -small.shape[1] // 6]
    if float(np.median(middle)) - float(np.percentile(rim, 40)) < 35:
        return None
    corners = _corners(small)
    if corners is None:
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


def _corners(small: Pixels) -> NDArray[np.float64] | None:
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
            return _ordered(shape.reshape(4, 2).astype(np.float64))
    return None


def _ordered(points: NDArray[np.float64]) -> NDArray[np.float64]:
    """Order corners clockwise from the one nearest to the top left."""
    centre = points.mean(axis=0)
    angles = np.arctan2(points[:, 1] - centre[1], points[:, 0] - centre[0])
    turned = points[np.argsort(angles)]
    start = int(np.argmin(turned.sum(axis=1)))
    return np.roll(turned, -start, axis=0)
