"""From the pixels of a page to words: upright, the right size, cleaned, read."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from docverify.intake.sources import Pixels, Render
from docverify.model import Box, Word
from docverify.reading.engine import Reader, ReadWord, mean_confidence


@dataclass(frozen=True, slots=True)
class PixelReading:
    """What was read from pixels.

    Attributes:
        words: With boxes on the upright page.
        cells: Ruled rectangles on the upright page.
        width: Of the upright page in pixels.
        height: Likewise.
        rotation: Clockwise degrees applied.
        quality: 0..1.
        blank: No ink.
        notes: Codes.
    """

    words: tuple[Word, ...]
    cells: tuple[Box, ...]
    width: int
    height: int
    rotation: int
    quality: float
    blank: bool
    notes: tuple[str, ...] = ()


def read_pixels(render: Render, reader: Reader) -> PixelReading:
    """Read the pixels of a page.

    Args:
        render: The page as the file gives it.
        reader: The engine.

    Raises:
        EngineError: The engine failed.
    """
    grey = render.pixels if render.pixels.ndim == 2 else cv2.cvtColor(render.pixels, cv2.COLOR_RGB2GRAY)
    image = np.asarray(grey, np.uint8)
    height, width = image.shape
    words = reader.read(image, layout="pagina", dpi=int(render.dpi) or 300)
    return PixelReading(
        tuple(to_page(w, width, height) for w in words), (), width, height, 0, mean_confidence(words), False
    )


def to_page(word: ReadWord, width: int, height: int) -> Word:
    """Express a word's box in fractions of a page of ``width`` by ``height`` pixels."""
    box = (
        min(1.0, max(0.0, word.x0 / width)),
        min(1.0, max(0.0, word.y0 / height)),
        min(1.0, max(0.0, word.x1 / width)),
        min(1.0, max(0.0, word.y1 / height)),
    )
    rounded = tuple(round(v, 5) for v in box)
    return Word(word.text, (rounded[0], rounded[1], rounded[2], rounded[3]), round(word.confidence, 4), word.line)


def to_grey(pixels: Pixels) -> Pixels:
    """Return one channel."""
    return pixels if pixels.ndim == 2 else np.asarray(cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY), np.uint8)
