"""What every reader of pixels offers, whatever engine stands behind it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from docverify.intake.sources import Pixels


@dataclass(frozen=True, slots=True)
class ReadWord:
    """A word on an image.

    Attributes:
        text: NFC, without blanks around it, never empty.
        x0: Left edge in pixels of the image that was read.
        y0: Top edge.
        x1: Right edge, exclusive.
        y1: Bottom edge, exclusive.
        confidence: 0..1.
        line: The engine's own line number within the image.
    """

    text: str
    x0: float
    y0: float
    x1: float
    y1: float
    confidence: float
    line: int

    def moved(self, dx: float, dy: float, scale: float = 1.0) -> ReadWord:
        """Return the word scaled about the origin, then shifted."""
        return replace(
            self,
            x0=self.x0 * scale + dx,
            y0=self.y0 * scale + dy,
            x1=self.x1 * scale + dx,
            y1=self.y1 * scale + dy,
        )


class Reader(Protocol):
    """An OCR engine."""

    @property
    def name(self) -> str:
        """Short name, part of the cache key."""
        ...

    @property
    def version(self) -> str:
        """Version of engine and model, part of the cache key.

        Raises:
            EngineMissingError: The engine is not installed.
        """
        ...

    def read(self, image: Pixels, *, layout: str = "pagina", dpi: int = 300) -> list[ReadWord]:
        """Read one image.

        Args:
            image: Grey or RGB.
            layout: ``pagina`` (find columns and blocks), ``bloco`` (one block of lines), ``linha`` (one line).
            dpi: What the engine is told about the image.

        Raises:
            EngineMissingError: The engine is not installed.
            EngineTimeoutError: It took too long and was ended.
            EngineError: It crashed, or its output made no sense.
        """
        ...


_A_WORD = 4
"""Characters of a word that is wider than tall in any type."""


def score(words: Sequence[ReadWord]) -> float:
    """Say how much was read with how much confidence: characters weighted by what exceeds mere guessing.

    Comparable between readings of the same page only.
    """
    return sum(max(0.0, w.confidence - 0.5) * 2 * sum(map(str.isalnum, w.text)) for w in words)


def lying(words: Sequence[ReadWord]) -> float:
    """Return the share of the letters, 0..1, that stand in words taller than wide: those of a page on its side.

    Readers take a line that stands on its end and read it none the less, so that confidence alone does not tell.
    """
    told = [(sum(map(str.isalnum, w.text)), w.y1 - w.y0 > w.x1 - w.x0) for w in words if len(w.text) >= _A_WORD]
    whole = sum(letters for letters, _ in told)
    return sum(letters for letters, tall in told if tall) / whole if whole else 0.0


def mean_confidence(words: Sequence[ReadWord]) -> float:
    """Return the confidence of a reading, weighted by length, 0 for no words."""
    weight = sum(len(w.text) for w in words)
    return sum(w.confidence * len(w.text) for w in words) / weight if weight else 0.0
