from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from docverify.errors import UnreadableFileError
from docverify.intake import open_dossier
from docverify.model import Page
from docverify.reading import crop, thumbnail
from docverify.reading.render import find_raw
from docverify.settings import Settings
from tests.made_files import encoded, folder

SETTINGS = Settings(cache_enabled=False)


def page(rotation: int) -> Page:
    return Page("a.png", 1, "", 400, 300, (), rotation=rotation)


@pytest.mark.parametrize("rotation", [0, 90, 180, 270])
def test_a_crop_is_cut_from_the_upright_page(tmp_path: Path, rotation: int) -> None:
    upright = Image.new("RGB", (400, 300), "white")
    upright.paste((200, 30, 30), (40, 30, 120, 60))
    stored = upright.rotate(rotation, expand=True)  # counter-clockwise: turning clockwise by as much undoes it
    with open_dossier(folder(tmp_path / "d", {"a.png": encoded(stored)}), SETTINGS) as intake:
        data = crop(intake, page(rotation), (0.1, 0.1, 0.3, 0.2), margin=0.0)
        small = thumbnail(intake, page(rotation), max_side=100)
    pixels = np.asarray(Image.open(io.BytesIO(data)).convert("RGB"))
    assert pixels.shape[:2] == (30, 80)
    assert (pixels == (200, 30, 30)).all()
    assert max(Image.open(io.BytesIO(small)).size) == 100


@pytest.mark.parametrize(
    "box", [(0.0, 0.0, 0.0, 0.0), (1.0, 1.0, 1.0, 1.0), (0.9, 0.9, 0.1, 0.1), (-1.0, -1.0, 2.0, 2.0)]
)
def test_any_box_gives_a_picture(tmp_path: Path, box: tuple[float, float, float, float]) -> None:
    with open_dossier(folder(tmp_path / "d", {"a.png": encoded(Image.new("RGB", (40, 30)))}), SETTINGS) as intake:
        assert Image.open(io.BytesIO(crop(intake, page(0), box))).size[0] >= 1


def test_a_page_that_is_not_there(tmp_path: Path) -> None:
    with open_dossier(folder(tmp_path / "d", {"a.png": encoded(Image.new("RGB", (40, 30)))}), SETTINGS) as intake:
        for name, number in (("b.png", 1), ("a.png", 2), ("a.png", 0)):
            with pytest.raises(UnreadableFileError):
                find_raw(intake, name, number)
