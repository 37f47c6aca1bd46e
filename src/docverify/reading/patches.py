"""Patches on a scan: a rectangle in which the paper is not the paper of the page.

Who covers a value with a drawn rectangle and types another one leaves a place that is whiter than any paper of the
page, or one without the grain that a scanner or camera leaves everywhere. Both are told only where the whole rest of
the page is otherwise: a page that its scanner cleaned, of one bit a pixel, or drawn by a program says nothing. What a
person prints or sticks on the paper went through the scanner too: it has grain and is no whiter than white paper.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from docverify.intake.sources import Pixels
from docverify.model import Box

_SOME = 9  # of so many windows one is enough to know what is usual
_STEP = 4  # pixels between windows
_WINDOW = 6  # side of a window in pixels: smaller ones are even by chance, larger ones do not fit between letters
_FLAT, _QUIET = 1, 0.4  # levels, and share of the page's usual spread, that count as no grain
_GRAIN = 3.0  # levels of usual spread that a page has at least, for anything to be said of its grain
_MAX_SHARE = 0.02  # of the page's paper may be like that, or it is nothing strange there
_USUAL = 8.0  # levels off the page's paper within which paper varies
_WHITER = 3.5  # levels above the page's paper
_DRAWN = 251  # level of a rectangle filled with white, after a JPEG
_BRIDGE = 11  # windows: letters and blanks within a patch are bridged up to that
_MAX_PATCHES = 4  # a page with more is made in a way not foreseen here
_MIN_WINDOWS = 20
_HIGHEST, _WIDEST = 0.12, 0.75  # of the page: larger ones are pictures and labels stuck on
_LONG = 2.0  # times as wide as high at least, as what is typed in one line
_INK = 0.04  # of a patch at least: something was typed on it

Mask = NDArray[np.bool_]
_CROSS = np.ones((3, 3), np.uint8)


@dataclass(frozen=True, slots=True)
class _Limits:
    """How much of the paper within a patch is strange at least, and of that around it at most."""

    filled: float
    around: float


_OF_GRAIN, _OF_LIGHT = _Limits(0.7, 0.06), _Limits(0.75, 0.05)


def find_patches(pixels: Pixels) -> tuple[Box, ...]:
    """Return the places of a page that look pasted, in fractions of the page.

    Args:
        pixels: The upright page as its file gives it, grey or RGB; never scaled up or laid flat: that smooths grain.
    """
    grey = pixels if pixels.ndim == 2 else np.asarray(cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY), np.uint8)
    if min(grey.shape) < 40 * _STEP:
        return ()
    found: list[Box] = []
    for box in (*_whiter(grey), *_without_grain(grey)):
        twin = next((known for known in found if _meet(known, box)), None)
        if twin is not None:
            found.remove(twin)
            box = (min(twin[0], box[0]), min(twin[1], box[1]), max(twin[2], box[2]), max(twin[3], box[3]))
        found.append(box)
    return tuple(sorted(found)) if len(found) <= _MAX_PATCHES else ()


def _meet(a: Box, b: Box) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def _whiter(grey: Pixels) -> list[Box]:
    size = grey.shape[1] // _STEP, grey.shape[0] // _STEP
    whole = grey[: size[1] * _STEP, : size[0] * _STEP]  # by whole numbers: many times as fast
    mean = cv2.resize(whole, size, interpolation=cv2.INTER_AREA)
    # the light of the page: paper is what is brightest over a distance larger than letters
    coarse = cv2.dilate(cv2.resize(mean, (size[0] // 6 or 1, size[1] // 6 or 1), interpolation=cv2.INTER_AREA), _CROSS)
    light = cv2.resize(cv2.medianBlur(coarse, 5), size, interpolation=cv2.INTER_LINEAR)
    paper = np.asarray((mean > 90) & (mean > 0.94 * light), np.bool_)
    if paper.mean() < 0.2:
        return []
    above = mean.astype(np.float32) - cv2.resize(_wide_median(coarse), size, interpolation=cv2.INTER_LINEAR)
    values = above[paper][::_SOME]
    middle = float(np.median(values))
    off = np.abs(values - middle)
    spread = 1.25 * float(off[off <= _USUAL].mean())
    white = paper & (above > middle + max(_WHITER, 4 * spread))
    # a white field on a coloured band is as white as the paper elsewhere; what was drawn is whiter
    white &= mean >= max(_DRAWN, float(np.percentile(mean[paper][::_SOME], 97)) + _WHITER / 2)
    if not 0 < white.sum() <= _MAX_SHARE * paper.sum():
        return []
    return _rectangles(white, paper, _OF_LIGHT)


def _wide_median(coarse: cv2.typing.MatLike) -> NDArray[np.uint8]:
    return np.asarray(cv2.medianBlur(np.asarray(coarse, np.uint8), 11), np.uint8)


def _without_grain(grey: Pixels) -> list[Box]:
    kernel = np.ones((_WINDOW, _WINDOW), np.uint8)
    high = cv2.dilate(grey, kernel)[_WINDOW // 2 :: _STEP, _WINDOW // 2 :: _STEP]
    low = cv2.erode(grey, kernel)[_WINDOW // 2 :: _STEP, _WINDOW // 2 :: _STEP]
    spread = cv2.subtract(high, low)
    bright = high > max(90, 0.6 * float(np.percentile(high[::4], 90)))
    sample = spread[bright][::_SOME]
    if sample.size * _SOME < 0.2 * spread.size:
        return []
    usual = float(np.percentile(sample, 40))
    paper = np.asarray(bright & (spread <= 2.5 * usual + 4), np.bool_)
    flat = paper & (spread <= max(_FLAT, _QUIET * usual))
    if usual < _GRAIN or not 0 < flat.sum() <= _MAX_SHARE * paper.sum():
        return []
    return _rectangles(flat, paper, _OF_GRAIN)


def _rectangles(strange: Mask, paper: Mask, limits: _Limits) -> list[Box]:
    """Return the boxes of rectangles of strange paper with ink in them and usual paper around."""
    rows, columns = strange.shape
    joined = cv2.morphologyEx(strange.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((_BRIDGE, _BRIDGE), np.uint8))
    count, _, stats, _ = cv2.connectedComponentsWithStats(joined)
    found: list[Box] = []
    for x, y, width, height, _area in stats[1:count]:
        if height < 5 or width < _LONG * height or height > _HIGHEST * rows or width > _WIDEST * columns:
            continue
        inside = np.s_[y : y + height, x : x + width]
        here = paper[inside]
        if strange[inside].sum() < max(_MIN_WINDOWS, limits.filled * here.sum()) or 1 - here.mean() < _INK:
            continue
        around = _ring(x, y, width, height, strange.shape)
        beside = paper & around
        if beside.sum() < 0.3 * around.sum() or (strange & around).sum() > limits.around * beside.sum():
            continue
        edges = (float(v) for v in (x / columns, y / rows, (x + width) / columns, (y + height) / rows))
        x0, y0, x1, y1 = (round(edge, 5) for edge in edges)
        found.append((x0, y0, x1, y1))
    return found


def _ring(x: int, y: int, width: int, height: int, shape: tuple[int, ...]) -> Mask:
    ring = np.zeros(shape, np.bool_)
    ring[max(0, y - 6) : y + height + 6, max(0, x - 6) : x + width + 6] = True
    ring[max(0, y - 2) : y + height + 2, max(0, x - 2) : x + width + 2] = False
    return ring
