"""Looks at single lines of a page: cut out with a little of what stands beside them, in two ways of cleaning."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Protocol

from docverify.confirmation.sheet import HEIGHT, Strip, cleaned, scaled, two_tone, without_scraps
from docverify.intake.sources import Pixels
from docverify.model import Box, Page, Trecho

_ABOVE = 0.30
"""Margin above and below a line, in heights of its box: readers' boxes cut accents and the tails of letters."""
_LEAST = -0.15
"""Least such margin, where lines stand so close that their boxes overlap."""
_BESIDE = 0.4
_SHORT = 6.0
"""Width in heights under which a value is shown with its neighbours: a word alone reads worse than in company."""
_NEAR = 1.2
"""Gap in heights up to which a word is a neighbour."""
_WIDER = 1.5
"""Margin beside the core in heights of the line, in the look that decides whether an end was cut off."""
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
        tall: Height of the line in fractions of the page's width.
        ruled: An upright rule of a table stands at an end of the core, which may pass for a figure one.
    """

    page: tuple[str, int]
    digest: str
    core: Box
    around: Box
    texto: str
    tall: float = 0.0
    ruled: bool = False


def place_of(page: Page, trecho: Trecho) -> Place | None:
    """Return what to cut out for a run of words; None where its box is empty or larger than any line."""
    x0, y0, x1, y1 = trecho.caixa
    height = y1 - y0
    if height <= 0 or x1 <= x0 or height > 0.2:
        return None
    tall = height * page.height / max(1, page.width)  # the line's height in fractions of the page's width
    left, right = _company(page, trecho.caixa, tall)
    up, down = _free(page, (left, y0, right, y1))
    around = (left, max(0.0, y0 - up), right, min(1.0, y1 + down))
    rounded = tuple(round(v, 5) for v in around)
    return Place(
        (page.arquivo, page.numero),
        page.digest,
        trecho.caixa,
        (rounded[0], rounded[1], rounded[2], rounded[3]),
        trecho.texto,
        round(tall, 5),
        _ruled(page, trecho.caixa, tall),
    )


def _ruled(page: Page, core: Box, tall: float) -> bool:
    middle = (core[1] + core[3]) / 2
    edges = [x for c in page.cells if c[1] <= middle <= c[3] for x in (c[0], c[2])]
    return any(abs(x - end) <= 0.6 * tall for x in edges for end in (core[0], core[2]))


def _free(page: Page, box: Box) -> tuple[float, float]:
    """Return the margin above and below a line: as far as no other line is cut in two."""
    x0, y0, x1, y1 = box
    middle, height = (y0 + y1) / 2, y1 - y0
    up = down = _ABOVE * height
    for word in page.words:
        wx0, wy0, wx1, wy1 = word.box
        if min(x1, wx1) <= max(x0, wx0):
            continue
        centre = (wy0 + wy1) / 2
        # where boxes of two lines overlap, the line that parts them is sought half-way
        if centre < middle - 0.5 * height:
            up = min(up, y0 - wy1 if wy1 < y0 else (y0 - wy1) / 2)
        elif centre > middle + 0.5 * height:
            down = min(down, wy0 - y1 if wy0 > y1 else (wy0 - y1) / 2)
    least = _LEAST * height
    return max(least, up), max(least, down)


def _company(page: Page, core: Box, tall: float) -> tuple[float, float]:
    """Return the edges of the cut: a margin, with the words that it would cut, or the neighbours of a short value."""
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
    while lefts and left - lefts[0][2] < _touching(right - left, tall):
        left = min(left, lefts.pop(0)[0])
        if right - left >= _SHORT * tall:
            break
    while rights and rights[0][0] - right < _touching(right - left, tall):
        right = max(right, rights.pop(0)[2])
        if right - left >= _SHORT * tall:
            break
    return max(0.0, left - _BESIDE * tall), min(1.0, right + _BESIDE * tall)


def _touching(width: float, tall: float) -> float:
    """Return the gap under which a neighbour is shown whole: boxes are not exact, and half a letter misleads."""
    return (_NEAR if width < _SHORT * tall else _BESIDE) * tall


def bare_look(plate: Cutter, place: Place) -> Strip:
    """Return a line exactly as it stands on the page, with its rules and strokes."""
    cut = plate.crop(place.around)
    (ax0, ay0, ax1, ay1), (x0, y0, x1, y1) = place.around, place.core
    across, down = cut.shape[1] / (ax1 - ax0), cut.shape[0] / (ay1 - ay0)
    return Strip(cut, ((x0 - ax0) * across, (y0 - ay0) * down, (x1 - ax0) * across, (y1 - ay0) * down))


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


def wide_look(plate: Cutter, place: Place) -> Strip:
    """Return a line as in the third look, with more of what stands to its left and right."""
    x0, y0, x1, y1 = place.around
    left, right = place.core[0] - _WIDER * place.tall, place.core[2] + _WIDER * place.tall
    wider = replace(place, around=(max(0.0, min(x0, left)), y0, min(1.0, max(x1, right)), y1))
    return third_look(plate, wider)


def _strip(cut: Pixels, place: Place, height: int) -> Strip:
    ax0, ay0, ax1, ay1 = place.around
    x0, y0, x1, y1 = place.core
    own = (y1 - y0) / (ay1 - ay0) * cut.shape[0]
    image = cleaned(scaled(cut, height / max(1.0, own)), height)
    tall, wide = image.shape[:2]
    middle = ((y0 + y1) / 2 - ay0) / (ay1 - ay0) * tall
    core = (
        (x0 - ax0) / (ax1 - ax0) * wide,
        (y0 - ay0) / (ay1 - ay0) * tall,
        (x1 - ax0) / (ax1 - ax0) * wide,
        (y1 - ay0) / (ay1 - ay0) * tall,
    )
    return Strip(without_scraps(image, (core[0], middle - 0.2 * height, core[2], middle + 0.2 * height)), core)


def own_part(strip: Strip, margin: float = 0.2) -> Pixels:
    """Return the core of a strip with a small margin, for a reader of single lines.

    Args:
        strip: Of which the core is wanted.
        margin: In heights of the strip.
    """
    x0, _, x1, _ = strip.core
    edge = margin * strip.image.shape[0]
    return strip.image[:, max(0, int(x0 - edge)) : int(x1 + edge) + 1]
