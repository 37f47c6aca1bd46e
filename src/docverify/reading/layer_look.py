"""The drawn characters of a text layer against what the layer says; ink of text that it does not mention."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from docverify.intake.sources import Pixels, TextLayer
from docverify.model import Box
from docverify.reading import glyphs
from docverify.reading.layer_check import change, inked

_STRAY = 60  # grey levels of ink, and pixels of a patch of it, that are no fringe of a letter
_STRAY_PIXELS = 14
_FRINGE = 2  # pixels around a character's box
_SAMPLED = 250  # letters looked at on a page
_REACH = 1.2  # heights of a word within which ink that the layer does not mention belongs to it


def look(
    layer: TextLayer, spans: Sequence[tuple[int, int]], decides: Sequence[bool]
) -> tuple[NDArray[np.int8], list[Box]]:
    """Compare the drawn characters of words with known shapes.

    Every digit is looked at, every letter of a deciding word, and of each font each letter once: a font that lies does
    so wherever it is used.

    Args:
        layer: The layer, with drawings.
        spans: First and last character of each word.
        decides: Whether each word decides.

    Returns:
        For each word 1 where it clearly is drawn as the layer says, -1 where a character clearly is another one,
        else 0; and the places of ink of text that the layer does not mention, in fractions of the page.
    """
    ink = change(layer)
    asked: list[int] = []
    owner: list[int] = []
    met: set[tuple[int, str]] = set()
    letters = 0
    for word, (first, last) in enumerate(spans):
        for index in range(first, last + 1):
            character = layer.text[index]
            if not glyphs.known(character):
                continue
            if not (character.isdigit() or decides[word]):
                source = int(layer.sources[index])
                key = (layer.fonts[source] if source >= 0 else -1, character)
                if key in met or letters >= _SAMPLED:
                    continue
                met.add(key)
                letters += 1
            asked.append(index)
            owner.append(word)
    found = glyphs.verdicts(_patches(ink, layer.boxes[asked]), "".join(layer.text[i] for i in asked))
    result = np.ones(len(spans), np.int8)
    np.minimum.at(result, owner, found)
    return result, _strays(layer, ink)


def _pixels(boxes: NDArray[np.float64], shape: tuple[int, ...], margin: int = 0) -> list[list[int]]:
    height, width = shape[:2]
    size = np.array([width, height, width, height])
    edges = np.clip(boxes, -1.0, 2.0) * size
    low, high = np.floor(edges[:, :2]) - margin, np.ceil(edges[:, 2:]) + margin
    spots = np.concatenate([low, high], axis=1).astype(np.int64).clip(0, size)
    return [[int(v) for v in spot] for spot in spots.tolist()]


def _patches(ink: Pixels, boxes: NDArray[np.float64]) -> list[Pixels]:
    return [ink[y0:y1, x0:x1] for x0, y0, x1, y1 in _pixels(boxes, ink.shape)]


def _strays(layer: TextLayer, ink: Pixels) -> list[Box]:
    """Return the places where text leaves ink that belongs to no character of the layer."""
    _, mask = cv2.threshold(ink, _STRAY, 255, cv2.THRESH_BINARY)
    for x0, y0, x1, y1 in _pixels(layer.boxes[inked(layer)], ink.shape, _FRINGE):
        mask[y0:y1, x0:x1] = 0
    if cv2.countNonZero(mask) < _STRAY_PIXELS:
        return []
    _, _, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=8)
    height, width = mask.shape
    return [
        (x / width, y / height, (x + w) / width, (y + h) / height)
        for x, y, w, h, area in np.asarray(stats[1:]).tolist()
        if area >= _STRAY_PIXELS
    ]


def stretched(box: Box, strays: Sequence[Box]) -> tuple[Box, bool]:
    """Return the box of a word with the ink beside it that the layer does not mention, and whether there is any.

    Args:
        box: In fractions of the page.
        strays: Of :func:`look`.
    """
    x0, y0, x1, y1 = box
    reach = _REACH * (y1 - y0)
    near = [s for s in strays if min(s[3], y1) > max(s[1], y0) and s[0] < x1 + reach and s[2] > x0 - reach]
    if not near:
        return box, False
    return (min(x0, *(s[0] for s in near)), y0, max(x1, *(s[2] for s in near)), y1), True
