"""Ruled lines of tables and boxed forms: found for the cells they enclose, and told from type."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from docverify.intake.sources import Pixels

_MAX_CELLS = 600


@dataclass(frozen=True, slots=True)
class Ruling:
    """Rules of a page.

    Attributes:
        mask: 255 where a rule is.
        cells: ``(left, top, right, bottom)`` in pixels of the closed rectangles, inner ones as well as outer.
    """

    mask: Pixels
    cells: tuple[tuple[int, int, int, int], ...]


def find_rules(mask: Pixels, height: float) -> Ruling:
    """Find rules in an ink mask.

    Args:
        mask: 255 for ink, deskewed.
        height: Of the type, in pixels.
    """
    # the upright rules of a box with one small label and one value are hardly longer than a bracket is tall
    across = _runs(mask, (int(max(30, 3.2 * height)), 1), height, horizontal=True)
    down = _runs(mask, (1, int(max(20, 2.2 * height))), height, horizontal=False)
    both = np.asarray(cv2.bitwise_or(across, down), np.uint8)
    return Ruling(both, _cells(both, height))


def _runs(mask: Pixels, size: tuple[int, int], height: float, *, horizontal: bool) -> Pixels:
    # one pixel of slack: the rule of a scan is never quite straight
    slack = np.ones((3, 1) if horizontal else (1, 3), np.uint8)
    runs = cv2.morphologyEx(cv2.dilate(mask, slack), cv2.MORPH_OPEN, np.ones((size[1], size[0]), np.uint8))
    runs = cv2.bitwise_and(runs, mask)
    # pieces of one broken rule, not the rules of two boxes one under the other
    gap = max(3, int(0.5 * height)) | 1
    runs = cv2.morphologyEx(runs, cv2.MORPH_CLOSE, np.ones((1, gap) if horizontal else (gap, 1), np.uint8))
    other = np.asarray(cv2.subtract(mask, cv2.dilate(runs, np.ones((3, 3), np.uint8))), np.uint8)
    thick = max(6.0, 0.7 * height)
    contours, _ = cv2.findContours(runs, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    kept = []
    for contour in contours:
        x, y, w, h = cv2.boundingRect(contour)
        long = w if horizontal else h
        if long < 2.2 * height:
            continue
        mean = cv2.countNonZero(runs[y : y + h, x : x + w]) / long
        if mean <= thick and _stands_alone(other, (x, y, w, h), height, horizontal=horizontal):
            kept.append(contour)
    keep = cv2.drawContours(np.zeros_like(runs), kept, -1, (255,), cv2.FILLED)
    return np.asarray(cv2.bitwise_and(keep, runs), np.uint8)


def _stands_alone(other: Pixels, box: tuple[int, int, int, int], height: float, *, horizontal: bool) -> bool:
    """Tell a rule from a row of letters that blur joined: beside letters there are more strokes of them."""
    x, y, w, h = box
    reach = max(3, int(0.3 * height))
    if horizontal:
        sides = (other[max(0, y - reach) : y, x : x + w], other[y + h : y + h + reach, x : x + w])
    else:
        sides = (other[y : y + h, max(0, x - reach) : x], other[y : y + h, x + w : x + w + reach])
    return all(side.size == 0 or float((side > 0).mean()) < 0.22 for side in sides)


def _cells(rules: Pixels, height: float) -> tuple[tuple[int, int, int, int], ...]:
    gap = max(3, int(height * 0.35)) | 1
    closed = cv2.morphologyEx(rules, cv2.MORPH_CLOSE, np.ones((gap, gap), np.uint8))
    closed = cv2.dilate(closed, np.ones((3, 3), np.uint8))
    contours, hierarchy = cv2.findContours(closed, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_SIMPLE)
    if hierarchy is None:
        return ()
    found = []
    for contour, links in zip(contours, hierarchy[0], strict=True):
        if links[3] < 0:  # not a hole, hence not enclosed
            continue
        x, y, w, h = cv2.boundingRect(contour)
        if w < 1.5 * height or h < 1.1 * height or cv2.contourArea(contour) < 0.8 * w * h:
            continue
        found.append((x, y, x + w, y + h))
    found.sort(key=lambda c: (c[1], c[0], c[3], c[2]))
    return tuple(found[:_MAX_CELLS])
