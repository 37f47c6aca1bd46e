"""Lines that no straight box fits, since the paper is bent or a stamp touches them: cut into pieces that are straight.

A detector's component may be print all over, and yet fill too little of the rectangle around it to count as a line: the
line of a rolled or bound sheet is a bow, and a stamp's frame hangs on the line that it touches. Dropped, whole lines of
a page would be lost without a trace.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

Rect = tuple[Sequence[float], Sequence[float], float]
"""Middle, size and angle, as ``cv2.minAreaRect`` gives them."""

PRINT = 0.6
"""Mean likelihood within its own outline from which a component is print whatever its shape (measured: lines of bent
pages 0.70 to 0.84, show-through and scraps of seals under 0.6)."""

_MOST = 8
_LEAST_ASPECT = 2.5  # length of a piece, in thicknesses: shorter ones do not tell which way they run
_POINTS = 8
_WHOLE = 0.97
_PART = 0.4  # share of a component's length that pieces must keep for it to be worth cutting


def straight_pieces(
    contour: NDArray[np.int32],
    likelihood: NDArray[np.float32],
    mean_under: Callable[[NDArray[np.float32], NDArray[np.float32]], float],
    least: float,
) -> list[tuple[Rect, float]]:
    """Cut a component into pieces that straight boxes fit.

    Args:
        contour: Its outline.
        likelihood: The detector's map, 0..1.
        mean_under: Mean likelihood under a rectangle, given by its corners.
        least: Asked of every piece.

    Returns:
        The boxes of the pieces and their means, along the component; empty where it is no print or no cut helps. Cuts
        lie where the map is faintest, which is between words.
    """
    x0, y0, width, height = cv2.boundingRect(contour)
    mask = np.zeros((height, width), np.uint8)
    cv2.fillPoly(mask, [np.asarray(contour - (x0, y0), np.int32)], (1,))
    part = likelihood[y0 : y0 + height, x0 : x0 + width]
    inside = mask[: part.shape[0], : part.shape[1]] > 0
    if not inside.any() or float(part[inside].mean()) < PRINT:
        return []
    rows, columns = np.nonzero(inside)
    points = np.stack([columns + x0, rows + y0], axis=1).astype(np.float32)
    (_, _), size, angle = cv2.minAreaRect(contour)
    turn = np.radians(angle if size[0] >= size[1] else angle + 90)
    along = points @ np.array([np.cos(turn), np.sin(turn)], np.float32)
    across = points @ np.array([-np.sin(turn), np.cos(turn)], np.float32)
    along -= along.min()
    length = float(along.max()) + 1
    strength = np.bincount(along.astype(int), weights=part[inside], minlength=int(length)).astype(np.float64)
    thickness = max(1.0, float(np.median(np.bincount(along.astype(int), minlength=int(length)))))
    best: list[tuple[Rect, float]] = []
    kept = _PART
    most = min(_MOST, int(length / (_LEAST_ASPECT * thickness)))
    # first all of every piece; where that does not do, short pieces without what hangs on them
    for count, bare in [(n, False) for n in range(2, most + 1)] + [(n, True) for n in range(4, most + 1)]:
        if kept >= _WHOLE:
            break
        found = []
        for low, high in _cuts(strength, length, count):
            here = (along >= low) & (along < high)
            own = points[here & _core(across, here, 0.8 * thickness)] if bare else points[here]
            if len(own) < _POINTS:
                continue
            rect: Rect = cv2.minAreaRect(own)
            score = mean_under(likelihood, np.asarray(cv2.boxPoints(rect), np.float32))
            if score >= least:
                found.append((rect, score, float(high - low)))
        share = sum(f[2] for f in found) / length
        if share > kept + 0.02:
            best, kept = [(rect, score) for rect, score, _ in found], share
    return best


def _core(across: NDArray[np.float32], here: NDArray[np.bool_], reach: float) -> NDArray[np.bool_]:
    """Say which points of a piece lie about its middle: what hangs on it above or below does not."""
    middle = float(np.median(across[here])) if here.any() else 0.0
    return np.asarray(np.abs(across - middle) <= reach, np.bool_)


def _cuts(strength: NDArray[np.float64], length: float, count: int) -> list[tuple[float, float]]:
    """Return where pieces begin and end: evenly, each cut moved to the faintest place near it."""
    step = length / count
    edges = [0.0]
    for index in range(1, count):
        low, high = int((index - 0.3) * step), max(int((index + 0.3) * step), int((index - 0.3) * step) + 1)
        edges.append(float(low + int(np.argmin(strength[low:high]))))
    return list(zip(edges, [*edges[1:], length + 1], strict=True))
