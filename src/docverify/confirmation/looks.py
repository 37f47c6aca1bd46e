"""Looks at single lines of a page: cut out with a little of what stands beside them, in two ways of cleaning."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from docverify.confirmation.sheet import HEIGHT, Strip, cleaned, scaled, two_tone
from docverify.intake.sources import Pixels
from docverify.model import Box, Page, Trecho

_ABOVE = 0.30
"""Margin above and below a line, in heights of its box: readers' boxes cut accents and the tails of letters."""
_BESIDE = 0.4
_SHORT = 6.0
"""Width in heights under which a value is shown with its neighbours: a word alone reads worse than in company."""
_NEAR = 1.2
"""Gap in heights up to which a word is a neighbour."""
_LARGE = 62
"""Height in pixels of the box in the second look."""


class Cutter(Protocol):
    """What cuts places out of the flat picture of a page (`docverify.reading.plate.Plate`)."""

    def crop(self, box: Box, *, margin: float = 0.0, scale: float = 1.0, without_colour: bool = False) -> Pixels:
        """Return a place of the flat page in grey."""
        ...


@dataclass(frozen=True, slots=True)
class Place:
    """A line of print to be looked at.

    Attributes:
        page: Key of its page, ``(arquivo, numero)``.
        digest: Of the page's content.
        core: Box of the words asked for, on the flat page.
        around: Box of what is cut out.
        texto: What the first reader saw in the core.
    """

    page: tuple[str, int]
    digest: str
    core: Box
    around: Box
    texto: str


def place_of(page: Page, trecho: Trecho) -> Place | None:
    """Return what to cut out for a run of words; None where its box is empty or larger than any line."""
    x0, y0, x1, y1 = trecho.caixa
    height = y1 - y0
    if height <= 0 or x1 <= x0 or height > 0.2:
        return None
    tall = height * page.height / max(1, page.width)  # the line's height in fractions of the page's width
    left, right = _company(page, trecho.caixa, tall)
    around = (left, max(0.0, y0 - _ABOVE * height), right, min(1.0, y1 + _ABOVE * height))
    rounded = tuple(round(v, 5) for v in around)
    return Place(
        (page.arquivo, page.numero),
        page.digest,
        trecho.caixa,
        (rounded[0], rounded[1], rounded[2], rounded[3]),
        trecho.texto,
    )


def _company(page: Page, core: Box, tall: float) -> tuple[float, float]:
    """Return the edges of the cut: a margin, half the gap to a neighbour, or the neighbours of a short value."""
    x0, y0, x1, y1 = core
    beside = [
        w.box
        for w in page.words
        if min(y1, w.box[3]) - max(y0, w.box[1]) > 0.5 * min(y1 - y0, w.box[3] - w.box[1])
        and (w.box[2] <= x0 + 0.3 * tall or w.box[0] >= x1 - 0.3 * tall)
    ]
    lefts = sorted((b for b in beside if (b[0] + b[2]) / 2 < (x0 + x1) / 2), key=lambda b: -b[2])
    rights = sorted((b for b in beside if (b[0] + b[2]) / 2 >= (x0 + x1) / 2), key=lambda b: b[0])
    left, right = x0, x1
    while right - left < _SHORT * tall:
        near_left = lefts[0] if lefts and left - lefts[0][2] < _NEAR * tall else None
        near_right = rights[0] if rights and rights[0][0] - right < _NEAR * tall else None
        if near_left is not None:
            left = min(left, lefts.pop(0)[0])
        elif near_right is not None:
            right = max(right, rights.pop(0)[2])
        else:
            break
    free_left = left - lefts[0][2] if lefts else 2 * _BESIDE * tall
    free_right = rights[0][0] - right if rights else 2 * _BESIDE * tall
    left -= min(_BESIDE * tall, max(0.08 * tall, free_left / 2))
    right += min(_BESIDE * tall, max(0.08 * tall, free_right / 2))
    return max(0.0, left), min(1.0, right)


def first_look(plate: Cutter, place: Place) -> Strip:
    """Return a line as it stands on the page, at the height that Tesseract reads best."""
    return _strip(plate.crop(place.around), place, HEIGHT)


def second_look(plate: Cutter, place: Place) -> Strip:
    """Return a line enlarged, without colour, in black and white."""
    strip = third_look(plate, place)
    return Strip(two_tone(strip.image), strip.core)


def third_look(plate: Cutter, place: Place) -> Strip:
    """Return a line as in the second look, but in grey, for a reader that is not helped by black and white."""
    return _strip(plate.crop(place.around, without_colour=True), place, _LARGE)


def _strip(cut: Pixels, place: Place, height: int) -> Strip:
    ax0, ay0, ax1, ay1 = place.around
    x0, y0, x1, y1 = place.core
    own = (y1 - y0) / (ay1 - ay0) * cut.shape[0]
    image = cleaned(scaled(cut, height / max(1.0, own)), height)
    tall, wide = image.shape[:2]
    core = (
        (x0 - ax0) / (ax1 - ax0) * wide,
        (y0 - ay0) / (ay1 - ay0) * tall,
        (x1 - ax0) / (ax1 - ax0) * wide,
        (y1 - ay0) / (ay1 - ay0) * tall,
    )
    return Strip(image, core)


def own_part(strip: Strip) -> Pixels:
    """Return the core of a strip with a small margin, for a reader of single lines."""
    x0, _, x1, _ = strip.core
    edge = 0.2 * strip.image.shape[0]
    return strip.image[:, max(0, int(x0 - edge)) : int(x1 + edge) + 1]
