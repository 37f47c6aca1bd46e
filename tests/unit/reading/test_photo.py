"""The sheet in a photograph: found on any table, with a shadow over both; a scan in fading light is no such sheet."""

from __future__ import annotations

import random

import cv2
import numpy as np
import pytest
from samples.generator import damage_photo as celular

from docverify.reading.photo import find_sheet


def _page() -> np.ndarray:
    page = np.full((1169, 827, 3), 255, np.uint8)
    for row in range(18):
        cv2.putText(
            page, f"CERTIFICADO {row:02d} VALIDADE 31/12/2027", (90, 120 + 52 * row), 0, 1.0, (20,) * 3, 2, cv2.LINE_AA
        )
    return page


def _photo(page: np.ndarray, qual: str, seed: int, *, shadow: bool) -> np.ndarray:
    rng = random.Random(seed)
    picture = celular.na_mesa(page, rng, 0.5, qual=qual)
    if shadow:
        picture = celular.sombra(picture, rng, 0.5)
    return cv2.cvtColor(cv2.GaussianBlur(picture, (0, 0), 0.6), cv2.COLOR_BGR2GRAY)


@pytest.mark.parametrize("shadow", [False, True])
@pytest.mark.parametrize("qual", ["madeira", "pano", "escura", "pedra"])
def test_the_whole_sheet_is_found_on_any_table(qual: str, shadow: bool) -> None:
    """On stone its grain, and the rim of a shadow, were taken for the edge: an eighth of the sheet was cut off."""
    picture = _photo(_page(), qual, 1, shadow=shadow)
    green = np.zeros_like(_page())
    green[..., 1] = 255
    scene = celular.na_mesa(green, random.Random(1), 0.5, qual=qual).astype(int)
    truth = (scene[..., 1] - scene[..., 0] > 60) & (scene[..., 1] - scene[..., 2] > 60)
    found = find_sheet(picture)
    assert found is not None
    matrix, (width, height) = found
    corners = np.array([[[0, 0], [width, 0], [width, height], [0, height]]], np.float32)
    kept = np.zeros(picture.shape, np.uint8)
    cv2.fillConvexPoly(kept, np.round(cv2.perspectiveTransform(corners, np.linalg.inv(matrix))[0]).astype(np.int32), 1)
    assert (truth & (kept > 0)).sum() > 0.98 * truth.sum()
    assert (kept > 0).sum() < 1.05 * truth.sum()


@pytest.mark.parametrize("seed", range(4))
def test_a_scan_in_fading_light_is_no_sheet_on_a_table(seed: int) -> None:
    """Half of such a page was cut away: where light fades there is no edge."""
    page = celular.luz_desigual(_page(), random.Random(seed), 1.0)
    assert find_sheet(cv2.cvtColor(page, cv2.COLOR_BGR2GRAY)) is None
