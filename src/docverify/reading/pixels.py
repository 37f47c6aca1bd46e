"""From the pixels of a page to words: laid flat and upright, scaled, cleaned, read, and read again where it pays.

A clean page costs one pass of the engine. Further passes are made only where the first says that it read badly: the
page may stand on its head, colour may lie over the print, lines may have been missed. What a correction does not
improve is dropped: first do no harm.
"""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from docverify.errors import EngineError
from docverify.intake.sources import Pixels, Render
from docverify.model import Box, Word
from docverify.reading import imaging, ruling
from docverify.reading.engine import Reader, ReadWord, lying, mean_confidence, score
from docverify.reading.flat import Matrix, fractions
from docverify.reading.merge import merge, renumbered
from docverify.reading.photo import find_sheet
from docverify.reading.plate import turn
from docverify.reading.rescue import rescue
from docverify.reading.witness import confirm

TYPE_HEIGHT = 25.0
"""Height in pixels of type that the engine reads best; pages with much smaller or larger type are scaled to it."""

_SMALL, _LARGE = 17.0, 55.0
_MAX_FACTOR = 3.5
_MAX_AREA = 24_000_000
_MIN_SKEW = 0.15
_GOOD = 0.72
_SOME_LIE = 0.3
"""Share of letters in words taller than wide from which a page may be on its side."""
_COLOUR = 0.0008
_SPECKS = 0.004  # ink of a page that says nothing: dust, the shadow of a fold, a punched hole; handwriting has more


@dataclass(frozen=True, slots=True)
class PixelReading:
    """What was read from pixels.

    Attributes:
        words: On the page laid flat.
        cells: Ruled rectangles, likewise.
        warp: Takes the flat page to the upright one, in fractions; None where they are the same.
        width: Of the upright page in pixels.
        height: Likewise.
        rotation: Clockwise degrees applied.
        quality: 0..1.
        blank: No ink.
        notes: Codes.
    """

    words: tuple[Word, ...]
    cells: tuple[Box, ...]
    warp: tuple[float, ...] | None
    width: int
    height: int
    rotation: int
    quality: float
    blank: bool
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Prepared:
    """An image ready to be read, and the map from it to the upright page (pixels to pixels).

    ``image`` is without table rules, ``page`` has them.
    """

    image: Pixels
    page: Pixels
    mask: Pixels
    colour: Pixels | None
    cells: tuple[tuple[int, int, int, int], ...]
    height: float
    to_upright: Matrix


@dataclass(frozen=True, slots=True)
class _Reading:
    words: list[ReadWord]
    prepared: _Prepared
    upright: Pixels
    rotation: int

    @property
    def good(self) -> bool:
        return mean_confidence(self.words) >= _GOOD and len(self.words) > 0 and lying(self.words) < _SOME_LIE

    @property
    def worth(self) -> float:
        """How well the page reads this way up: words on their side count against it."""
        return score(self.words) * (1.0 - lying(self.words))


def read_pixels(render: Render, reader: Reader, second: Reader | None = None) -> PixelReading:
    """Read the pixels of a page.

    Args:
        render: The page as the file gives it.
        reader: The engine that lays the page the right way up and reads it.
        second: A reader of another kind. Where there is one it leads and ``reader`` is its witness (measured: it loses
            almost nothing that Tesseract sees, and reads boxed cells and photos that Tesseract does not).

    Raises:
        EngineError: The engine failed.
    """
    mask = imaging.ink(imaging.even_light(imaging.grey(render.pixels)))
    if is_blank(imaging.glyphs(mask)) and float((mask > 0).mean()) < _SPECKS:
        height, width = render.pixels.shape[:2]
        return PixelReading((), (), None, width, height, 0, 1.0, True)
    best = _oriented(render.pixels, reader)
    ready = best.prepared
    words = best.words
    if second is not None:
        # a failure of the second reader costs its testimony, not the page
        with contextlib.suppress(EngineError):
            words = confirm(second.read(ready.page), words)
        words, unread = rescue(ready.image, ready.mask, ready.height, words, reader, join=_heard)
    else:
        if ready.colour is not None:
            words = merge(words, reader.read(ready.colour, layout="pagina"), margin=0.5)
        words, unread = rescue(ready.image, ready.mask, ready.height, words, reader)
    if _nothing_said(words) and _ink_share(best.prepared) < _SPECKS:
        height, width = best.upright.shape[:2]
        return PixelReading((), (), None, width, height, 0, 1.0, True)
    return _finish(best, words, unread)


def _heard(words: Sequence[ReadWord], again: Sequence[ReadWord]) -> list[ReadWord]:
    return confirm(words, again, whole=False)


def _nothing_said(words: list[ReadWord]) -> bool:
    return not any(w.confidence > 0.5 and sum(map(str.isalnum, w.text)) >= 3 for w in words)


def _ink_share(prepared: _Prepared) -> float:
    return float((prepared.mask > 0).mean())


def is_blank(found: imaging.Glyphs) -> bool:
    """Say whether a page has no print: next to nothing on it stands in a row."""
    return found.lettered < 6


def _oriented(pixels: Pixels, reader: Reader) -> _Reading:
    """Read the page the way up that reads best."""
    prepared = prepare(pixels)
    _, along, across = imaging.skew(imaging.glyphs(prepared.mask), prepared.mask.shape)
    sideways = across > 1.15 * along
    first = (90, 270) if sideways else (0, 180)
    then = (0, 180) if sideways else (90, 270)
    best: _Reading | None = None
    for rotation in (*first, *then):
        upright = turn(pixels, rotation)
        ready = prepared if rotation == 0 else prepare(upright)
        reading = _Reading(reader.read(ready.image, layout="pagina"), ready, upright, rotation)
        if best is None or reading.worth > best.worth:
            best = reading
        if best.good:
            break
    assert best is not None
    return best


def prepare(upright: Pixels) -> _Prepared:
    """Lay a page flat, scale it to the engine's taste and take away what is not print.

    Args:
        upright: Grey or RGB, the right way up.
    """
    image = upright
    to_upright: Matrix = np.eye(3)
    sheet = find_sheet(imaging.grey(image))
    if sheet is not None:
        matrix, size = sheet
        image = np.asarray(cv2.warpPerspective(image, matrix, size, flags=cv2.INTER_CUBIC), np.uint8)
        to_upright = np.asarray(np.linalg.inv(matrix), np.float64)
    light = imaging.even_light(imaging.grey(image))
    found = imaging.glyphs(imaging.ink(light))
    angle, _, _ = imaging.skew(found, light.shape)
    factor = _factor(found.height, light.shape)
    if abs(angle) >= _MIN_SKEW or abs(factor - 1) >= 0.05:
        straight, size = _straighten(light.shape, angle if abs(angle) >= _MIN_SKEW else 0.0, factor)
        paper = int(np.percentile(light[::4, ::4], 75))
        method = cv2.INTER_CUBIC if factor >= 0.9 else cv2.INTER_AREA
        light = np.asarray(cv2.warpPerspective(light, straight, size, flags=method, borderValue=paper), np.uint8)
        if image.ndim == 3:
            border = (255, 255, 255)
            image = np.asarray(cv2.warpPerspective(image, straight, size, flags=method, borderValue=border), np.uint8)
        to_upright = np.asarray(to_upright @ np.linalg.inv(straight), np.float64)
    height = (found.height or TYPE_HEIGHT) * factor
    light = imaging.invert_dark_bands(light, height)
    mask = imaging.ink(light)
    rules = ruling.find_rules(mask, height)
    clean = ruling.erase(light, rules)
    colour = None
    if imaging.colour_share(image) > _COLOUR:
        colour = ruling.erase(imaging.even_light(imaging.without_colour(image)), rules)
    bare = np.asarray(
        cv2.bitwise_and(mask, cv2.bitwise_not(cv2.dilate(rules.mask, np.ones((3, 3), np.uint8)))), np.uint8
    )
    return _Prepared(clean, light, bare, colour, rules.cells, height, to_upright)


def _factor(height: float, shape: tuple[int, ...]) -> float:
    fits = height <= 0 or _SMALL <= height <= _LARGE
    factor = 1.0 if fits else min(_MAX_FACTOR, TYPE_HEIGHT / height)
    area = shape[0] * shape[1]
    return float(min(factor, (_MAX_AREA / area) ** 0.5)) if area * factor * factor > _MAX_AREA else float(factor)


def _straighten(shape: tuple[int, ...], angle: float, factor: float) -> tuple[Matrix, tuple[int, int]]:
    """Return the map that turns by ``angle`` about the centre and scales, and the size that loses no corner."""
    height, width = shape[:2]
    turned = cv2.getRotationMatrix2D((width / 2, height / 2), -angle, factor)
    cos, sin = abs(turned[0, 0]), abs(turned[0, 1])
    size = (int(height * sin + width * cos + 0.5), int(height * cos + width * sin + 0.5))
    turned[0, 2] += size[0] / 2 - width / 2
    turned[1, 2] += size[1] / 2 - height / 2
    return np.vstack([turned, [0.0, 0.0, 1.0]]), size


def _finish(best: _Reading, words: list[ReadWord], unread: float) -> PixelReading:
    flat_height, flat_width = best.prepared.image.shape[:2]
    height, width = best.upright.shape[:2]
    warp = fractions(best.prepared.to_upright, (flat_width, flat_height), (width, height))
    same = bool(np.allclose(warp, np.eye(3), atol=1e-3))
    cells = tuple(
        (round(a / flat_width, 5), round(b / flat_height, 5), round(c / flat_width, 5), round(d / flat_height, 5))
        for a, b, c, d in best.prepared.cells
    )
    quality = mean_confidence(words) * (1 - 0.5 * min(1.0, unread))
    return PixelReading(
        tuple(to_page(w, flat_width, flat_height) for w in renumbered(words)),
        cells,
        None if same else tuple(round(float(v), 8) for v in warp.ravel()),
        width,
        height,
        best.rotation,
        quality,
        False,
    )


def to_page(word: ReadWord, width: int, height: int) -> Word:
    """Express a word's box in fractions of a page of ``width`` by ``height`` pixels."""
    x0, y0, x1, y1 = (
        round(min(1.0, max(0.0, v)), 5) for v in (word.x0 / width, word.y0 / height, word.x1 / width, word.y1 / height)
    )
    return Word(word.text, (x0, y0, x1, y1), round(word.confidence, 4), word.line)
