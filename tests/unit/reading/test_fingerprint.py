"""The look of a page: near for one sheet however it was scanned, far for sheets of other forms."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from samples.generator.tampered import Imagem, escanear

from docverify.reading.fingerprint import distance, impression
from tests.integration import small


def page(source: str, dpi: int = 200) -> Imagem:
    return np.asarray(small.scan(small.pdf(source), dpi))


def turned(image: Imagem, degrees: float) -> tuple[Imagem, tuple[float, ...]]:
    """Return the page askew, and the map from the flat page to it in fractions."""
    height, width = image.shape
    matrix = cv2.getRotationMatrix2D((width / 2, height / 2), degrees, 1)
    askew = cv2.warpAffine(image, matrix, (width, height), borderValue=(255,))
    size = np.diag([width, height, 1.0])
    warp = np.linalg.inv(size) @ np.vstack([matrix, [0, 0, 1]]) @ size
    return np.asarray(askew, np.uint8), tuple(float(v) for v in warp.ravel())


@pytest.mark.parametrize("degrees", [0.0, 1.5, -3.0])
@pytest.mark.parametrize("quality", [40, 90])
@pytest.mark.parametrize("scale", [0.5, 1.3])
def test_one_sheet_scanned_again(degrees: float, quality: int, scale: float) -> None:
    sheet = page(small.ALVARA.replace("VALIDADE", "31/12/2026"))
    again, warp = turned(escanear(sheet, 4), degrees)
    again = np.asarray(cv2.resize(again, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
    again = np.asarray(cv2.imdecode(cv2.imencode(".jpg", again, [1, quality])[1], 1), np.uint8)
    assert distance(impression(sheet, None), impression(again, warp)) <= 30


def test_other_forms_are_far_and_one_form_with_other_data_may_be_near() -> None:
    one = impression(page(small.ALVARA.replace("VALIDADE", "31/12/2026")), None)
    assert distance(one, impression(page(small.CARD), None)) > 44
    assert distance(one, impression(page(small.FORM), None)) > 44
    # which is why the hash alone proves nothing
    assert distance(one, impression(page(small.ALVARA.replace("VALIDADE", "30/06/2027")), None)) < 30


def test_a_page_without_print_has_none() -> None:
    assert impression(np.full((1754, 1240), 250, np.uint8), None) == ""
    assert impression(np.full((9, 9, 3), 0, np.uint8), None) == ""
    assert len(impression(page(small.CARD), None)) == 64


@pytest.mark.parametrize(("a", "b"), [("", ""), ("", "0" * 64), ("x" * 64, "0" * 64), ("0" * 63, "0" * 63)])
def test_what_is_no_hash_is_far(a: str, b: str) -> None:
    assert distance(a, b) == 256


def test_distance_counts_bits() -> None:
    assert distance("0" * 64, "0" * 63 + "7") == 3
