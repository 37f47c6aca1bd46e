"""Between the page laid flat, on which words are read, and the upright page, which a person sees."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

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
