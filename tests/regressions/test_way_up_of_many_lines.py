"""A page with many lines and one on its side had no way up: shares were taken of the few lines that are asked."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from docverify.reading.ctc import Spelt
from docverify.reading.detection import Line
from docverify.reading.ppocr import PpOcrReader
from docverify.reading.strips import Sheet
from docverify.reading.upright import way_up


class _Unread(PpOcrReader):
    def recognise(self, strips: Sequence[np.ndarray]) -> list[Spelt]:
        return [Spelt("x", (0.4,), (1.0,), 4) for _ in strips]


def test_many_lines_and_one_on_its_side() -> None:
    lines = [Line(500, 100 + 20 * i, 400, 12, 0.0, 0.9) for i in range(60)] + [Line(40, 600, 200, 12, 90.0, 0.9)]
    way = way_up(lines, Sheet(np.full((1400, 1000), 255, np.uint8), np.eye(3)), _Unread())
    assert way.quarters in range(4)
