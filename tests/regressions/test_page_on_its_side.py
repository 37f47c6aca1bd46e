"""An upright page was read on its side: readers read lines that stand on their end, and with confidence."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from docverify.intake.sources import Pixels, Render
from docverify.reading.engine import ReadWord, lying
from docverify.reading.plain import read_plain
from tests.made_files import page_image

LINES = ("PREFEITURA MUNICIPAL DE SÃO LUÍS", "CARTA DE HABITE-SE", "obras concluídas em conformidade")


def words(*, tall: bool, confidence: float) -> list[ReadWord]:
    made = []
    for row, line in enumerate(LINES * 4):
        for column, text in enumerate(line.split()):
            x, y = 100.0 + 150 * column, 100.0 + 60 * row
            width, height = (20.0, 130.0) if tall else (130.0, 20.0)
            made.append(ReadWord(text, x, y, x + width, y + height, confidence, row))
    return made


class ReadsSideways:
    """Reads a portrait page well, and a landscape one a little better, its words standing on end."""

    name, version = "sideways", "1"

    def __init__(self) -> None:
        self.seen: list[bool] = []

    def read(self, image: Pixels, *, layout: str = "pagina", dpi: int = 300) -> list[ReadWord]:
        height, width = image.shape[:2]
        self.seen.append(width > height)
        return words(tall=width > height, confidence=0.97 if width > height else 0.95)

    def lines(self, images: Sequence[Pixels]) -> list[tuple[str, float]]:
        return [("", 0.0) for _ in images]


def test_words_on_end_are_told() -> None:
    assert lying(words(tall=True, confidence=0.9)) == 1.0 and lying(words(tall=False, confidence=0.9)) == 0.0
    assert lying([]) == 0.0 and lying([ReadWord("I", 0.0, 0.0, 2.0, 20.0, 0.9, 0)]) == 0.0


def test_the_way_up_whose_words_lie_flat_wins(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("docverify.reading.imaging.skew", lambda *_: (0.0, 1.0, 2.0))  # dot leaders look like lines
    reader = ReadsSideways()
    pixels = np.ascontiguousarray(np.asarray(page_image(*LINES * 3).convert("RGB")))
    found = read_plain(Render(pixels, 150), reader)
    assert reader.seen[0], "the page must have been tried on its side first"
    assert found.rotation in (0, 180)
