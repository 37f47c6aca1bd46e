"""A place of the flat page, cut out of the upright picture."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from docverify.intake import open_dossier
from docverify.intake.sources import Pixels
from docverify.model import Page
from docverify.reading.flat import fractions
from docverify.reading.plate import MAX_BYTES, Plate, Plates, plate, turn
from docverify.settings import Settings
from tests.made_files import encoded, folder, page_image

SETTINGS = Settings(cache_enabled=False)


def sheet() -> Pixels:
    """A flat page, 400 by 600, with a black square at (100..140, 200..240)."""
    image = np.full((600, 400), 255, np.uint8)
    image[200:240, 100:140] = 0
    return image


BOX = (100 / 400, 200 / 600, 140 / 400, 240 / 600)


def test_without_a_warp_the_pixels_themselves() -> None:
    assert (Plate(sheet()).crop(BOX) == 0).all()
    wide = Plate(sheet()).crop(BOX, margin=0.5)
    assert wide.shape == (80, 80)
    assert (wide[20:60, 20:60] == 0).all()
    assert (wide[:19] == 255).all() and (wide[:, 61:] == 255).all()


def test_scale_is_of_the_page_as_drawn() -> None:
    assert Plate(sheet()).crop(BOX, scale=2.0).shape == (80, 80)
    assert Plate(sheet()).crop(BOX, margin=0.25, scale=0.5).shape == (30, 30)


@pytest.mark.parametrize("angle", [-12.0, 4.0])
def test_through_a_warp(angle: float) -> None:
    matrix = np.vstack([cv2.getRotationMatrix2D((200, 300), angle, 0.9), [0, 0, 1]])
    upright = np.asarray(cv2.warpPerspective(sheet(), matrix, (400, 600), borderValue=(255,)), np.uint8)
    warp = tuple(float(v) for v in fractions(matrix, (400, 600), (400, 600)).ravel())
    cut = Plate(upright, warp).crop(BOX, margin=0.5)
    assert abs(cut.shape[0] - 72) <= 1
    inner = cut[22:50, 22:50]
    assert float(inner.mean()) < 12
    assert cut[:14].min() > 240 and cut[-14:].min() > 240


def test_colour_fades_where_asked() -> None:
    image = np.dstack([sheet()] * 3)
    image[205:210, 90:150] = (40, 60, 220)
    box = (80 / 400, 190 / 600, 160 / 400, 250 / 600)
    assert Plate(image).crop(box).ndim == 2
    faded = Plate(image).crop(box, without_colour=True)
    assert faded[15:20, 12:18].min() > 240
    assert Plate(image).crop(box)[16:19, 12:18].max() < 120


def test_a_place_beyond_the_page_is_white_and_an_empty_one_is_told() -> None:
    cut = Plate(np.zeros((600, 400), np.uint8)).crop((0.9, 0.95, 1.0, 1.0), margin=2.0)
    assert (cut[-20:] == 255).all() and (cut[:, -20:] == 255).all()
    for box in ((0.5, 0.5, 0.5, 0.6), (0.5, 0.6, 0.6, 0.5)):
        with pytest.raises(ValueError, match="empty box"):
            Plate(sheet()).crop(box)


def test_plates_are_drawn_when_asked_for_and_held_within_a_bound(tmp_path: Path) -> None:
    turned = turn(np.asarray(page_image("Validade: 31/12/2026")), 90)
    top = folder(tmp_path / "d", {"a.png": encoded(page_image("um")), "b.png": encoded(page_image("dois"))})
    with open_dossier(top, SETTINGS) as intake:
        raws = [raw for source in intake.fontes for raw in source.pages()]
        pages = [Page(r.arquivo, r.numero, r.digest, 1, 1, (), rotation=90) for r in raws]
        plates = Plates.of(raws, pages, SETTINGS)
        assert len(plates) == 2 and set(plates) == {("a.png", 1), ("b.png", 1)}
        first = plates["a.png", 1]
        assert first.upright.shape == turned.shape
        assert plates["a.png", 1] is first
        place = [r.arquivo for r in raws].index("a.png")  # files stand in the order of their content
        assert (first.upright == plate(raws[place], pages[place], SETTINGS).upright).all()
        with pytest.raises(KeyError):
            plates["c.png", 1]
        side = int((MAX_BYTES * 0.6) ** 0.5)
        pages = {p.arquivo: p for p in pages}
        plates.keep(pages["b.png"], np.zeros((side, side), np.uint8))
        plates.keep(pages["a.png"], np.zeros((side, side), np.uint8))
        assert plates["a.png", 1].upright.shape == (side, side)
        assert plates["b.png", 1].upright.shape != (side, side)
