"""Pages drawn cell by cell, for tests of geometry: text where it is put, wrapped in widths that are given."""

from __future__ import annotations

import hashlib

from docverify.documents.layout import PageLayout, build
from docverify.model import Box, Page, Word

_WIDTH, _HEIGHT = 2480, 3508
_ASPECT = 0.5 * _HEIGHT / _WIDTH
"""Width of a character in its height, in fractions of the page."""


class Sheet:
    """A page to draw on; places are fractions of the page."""

    def __init__(self) -> None:
        self.words: list[Word] = []
        self.cells: list[Box] = []
        self._line = 0

    def put(self, x: float, y: float, text: str, height: float = 0.0105) -> None:
        """Draw a line of text."""
        step = height * _ASPECT
        for token in text.split():
            end = x + len(token) * step
            self.words.append(Word(token, (x, y, end, y + height), 0.97, self._line))
            x = end + step
        self._line += 1

    def lines(self, x: float, y: float, *texts: str, height: float = 0.0105, centred: float = 0.0) -> float:
        """Draw lines under each other, left-aligned or centred in a width; return where the next would be."""
        for text in texts:
            room = (centred - len(text) * height * _ASPECT) / 2 if centred else 0.0
            self.put(x + room, y, text, height)
            y += 1.25 * height
        return y

    def rule(self, *box: float) -> None:
        """Draw the rules of a cell."""
        x0, y0, x1, y1 = box
        self.cells.append((x0, y0, x1, y1))

    def layout(self) -> PageLayout:
        """Read the page."""
        digest = hashlib.sha256(repr(self.words).encode()).hexdigest()
        page = Page(
            "a.pdf", 1, digest, _WIDTH, _HEIGHT, tuple(self.words), tuple(self.cells), source="ocr", quality=0.95
        )
        return build(page)
