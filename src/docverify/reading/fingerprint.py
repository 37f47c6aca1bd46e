"""The perceptual hash of a page: alike for the same sheet scanned again, recompressed, scaled or slightly turned.

It is a sieve and no proof: two licences of one prefeitura look alike from afar. What proves that two pages are one is
that the hash is near *and* that the figures printed on them are the same (``docverify.reuse``).
"""

from __future__ import annotations

import cv2
import numpy as np

from docverify.intake.sources import Pixels
from docverify.reading.plate import Plate

_GRID = 16
_HEX = _GRID * _GRID // 4
_WIDTH, _HEIGHT = 17 * 12, 16 * 18  # the flat page before its cells are averaged
_EVEN = 2.0  # levels: cells that differ by less are the same, whatever the grain says


def impression(upright: Pixels, warp: tuple[float, ...] | None) -> str:
    """Return the difference hash of a page laid flat: 256 bits as hexadecimal digits; empty for a page without print.

    Args:
        upright: The page as shown, grey or RGB.
        warp: From the flat page to the upright one (``Page.warp``), or None.
    """
    height, width = upright.shape[:2]
    times = max(1, min(width // (2 * _WIDTH), height // (2 * _HEIGHT)))
    whole = upright[: height // times * times, : width // times * times]  # by whole numbers: many times as fast
    small = cv2.resize(whole, (width // times, height // times), interpolation=cv2.INTER_AREA)
    plate = Plate(np.asarray(small, np.uint8), warp)
    flat = plate.crop((0.0, 0.0, 1.0, 1.0), scale=min(1.0, _WIDTH * 2 / small.shape[1]))
    page = cv2.resize(flat, (_WIDTH, _HEIGHT), interpolation=cv2.INTER_AREA)
    # ink alone: paper, light and shadow are the scanner's
    paper = cv2.medianBlur(cv2.dilate(page, np.ones((7, 7), np.uint8)), 21)
    ink = np.clip(paper.astype(np.float32) - page.astype(np.float32) - 12, 0, 128)
    # soft cells: a shift by a few pixels moves little from one cell into the next
    cells = cv2.resize(cv2.GaussianBlur(ink, (0, 0), 5), (_GRID + 1, _GRID), interpolation=cv2.INTER_AREA)
    if float(cells.max()) < _EVEN:
        return ""
    bits = (cells[:, 1:] - cells[:, :-1]) > 0
    return f"{int(''.join('1' if b else '0' for b in bits.ravel()), 2):0{_HEX}x}"


def distance(a: str, b: str) -> int:
    """Return in how many of 256 bits two hashes differ; 256 where one is missing or no hash."""
    if len(a) != _HEX or len(b) != _HEX:
        return _GRID * _GRID
    try:
        return (int(a, 16) ^ int(b, 16)).bit_count()
    except ValueError:
        return _GRID * _GRID
