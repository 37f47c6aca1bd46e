"""Patches: told where a rectangle is not the page's paper, silent on what honest papers look like."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from samples.generator.tampered import Caixa, Imagem, achar, escanear, remendar

from docverify.reading.patches import find_patches
from tests.integration import small

DATE = "31/12/2026"


@pytest.fixture(scope="module")
def paper() -> tuple[Imagem, Caixa]:
    pdf = small.pdf(small.ALVARA.replace("VALIDADE", DATE))
    return np.asarray(small.scan(pdf, 200)), achar(pdf, DATE).caixa


def jpeg(image: Imagem, quality: int) -> Imagem:
    return np.asarray(cv2.imdecode(cv2.imencode(".jpg", image, [1, quality])[1], 0), np.uint8)


def over(box: Caixa, found: tuple[Caixa, ...]) -> bool:
    middle = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    return any(x0 < middle[0] < x1 and y0 < middle[1] < y1 for x0, y0, x1, y1 in found)


@pytest.mark.parametrize("quality", [None, 92, 75])
@pytest.mark.parametrize("seed", range(3))
def test_a_white_patch_is_found_after_a_jpeg_too(paper: tuple[Imagem, Caixa], seed: int, quality: int | None) -> None:
    scan, box = escanear(paper[0], seed), paper[1]
    forged = remendar(scan, box, "31/12/2029")
    found = find_patches(forged if quality is None else jpeg(forged, quality))
    assert len(found) == 1
    assert over(box, found)


def test_a_patch_of_the_paper_s_own_level_has_no_grain(paper: tuple[Imagem, Caixa]) -> None:
    scan = escanear(paper[0], 5, papel=240, grao=4)
    found = find_patches(remendar(scan, paper[1], "31/12/2029", fundo=240))
    assert over(paper[1], found)


@pytest.mark.parametrize("quality", [None, 92, 75, 50])
@pytest.mark.parametrize(("level", "grain"), [(249, 2.0), (254, 1.0), (235, 6.0), (255, 0.0)])
def test_an_honest_scan_has_none(paper: tuple[Imagem, Caixa], level: int, grain: float, quality: int | None) -> None:
    scan = escanear(paper[0], 7, papel=level, grao=grain)
    assert find_patches(scan if quality is None else jpeg(scan, quality)) == ()


def test_what_is_printed_or_stuck_on_the_paper_is_no_patch(paper: tuple[Imagem, Caixa]) -> None:
    """A white field on a coloured band, a stamp, a signature and a label all went through the scanner."""
    page = paper[0].copy()
    height, width = page.shape
    page[100:200] = np.minimum(page[100:200], 200)
    page[120:180, 1100:1500] = 255
    cv2.putText(page, "EXERCICIO 2026", (1120, 165), cv2.FONT_HERSHEY_SIMPLEX, 1.4, 0, 3)
    cv2.circle(page, (400, height - 400), 130, 90, 6)
    cv2.polylines(page, [np.array([[700, 1900], [800, 1820], [860, 1930], [990, 1850]], np.int32)], False, 40, 4)
    cv2.rectangle(page, (width - 700, height - 600), (width - 150, height - 350), 60, 3)
    for seed in range(3):
        scan = escanear(page, seed)
        assert find_patches(scan) == ()
        assert find_patches(jpeg(scan, 80)) == ()


def test_no_page_is_too_small_or_too_strange() -> None:
    for shape in ((1, 1), (30, 5000), (400, 400)):
        for level in (0, 128, 255):
            assert find_patches(np.full(shape, level, np.uint8)) == ()
    noise = np.random.default_rng(3).integers(0, 256, (700, 600, 3), dtype=np.uint8)
    assert find_patches(noise) == ()
