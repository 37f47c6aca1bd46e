"""What is seen on a page beside its words: codes, patches, traces of an earlier revision, the look of the whole."""

from __future__ import annotations

from dataclasses import replace

from docverify.intake.sources import Pixels, RawPage, Render, TextLayer
from docverify.model import Box, Page
from docverify.reading.codes import find_codes, may_hold_codes
from docverify.reading.fingerprint import impression
from docverify.reading.layer_check import grey
from docverify.reading.patches import find_patches
from docverify.reading.plate import turn
from docverify.reading.revised import replaced_print
from docverify.reading.textlayer import LayerReading
from docverify.values.sinais import COLAGEM, DIGITADO, REMENDO, REVISAO, Codigo, Sinal

_WHOLE = 0.8  # of the page: the picture of a scanned page
_SMALL, _LOW, _LONG = 0.05, 0.06, 1.5  # of the page's area and height; times as wide as high: a value in one line
_MAX_TYPED = 12  # words
_MAX_SMALL = 6  # scans saved in many pieces are no collage


def look(raw: RawPage, page: Page, drawn: Render | None, layer: LayerReading) -> Page:
    """Return the page with what is seen on it beside its words.

    Args:
        raw: The page of the open dossier.
        page: The same page, read.
        drawn: What it was read from; None where it was read from its text.
        layer: Its text layer.
    """
    if page.failure is not None or page.blank:
        return page
    upright: Pixels | None = None
    if drawn is None:
        codes, look_of = _drawn_codes(layer, page.rotation), ""
        boxes = typed_over(layer, page) if layer.verdict == "misto" else {}
    else:
        upright = turn(grey(drawn.pixels), page.rotation)
        codes, look_of = find_codes(upright), impression(upright, page.warp)
        boxes = {COLAGEM: pasted_pictures(layer.layer or raw.text_layer())[1]}
    boxes[REVISAO] = replaced_print(raw)
    places = [(said, turned(box, page.rotation)) for said, found in boxes.items() for box in found]
    places += [] if upright is None else [(REMENDO, box) for box in find_patches(upright)]
    signs = tuple(Sinal("documento_alterado", said, box) for said, box in places)
    return replace(page, codigos=codes, sinais=page.sinais + signs, impressao=look_of)


def pasted_pictures(layer: TextLayer | None) -> tuple[bool, tuple[Box, ...]]:
    """Return whether a page is a picture as a whole, and the small pictures that lie over it, in fractions of the page.

    Args:
        layer: Of the page; None for what is no PDF, and has no pictures on top of one another.
    """
    areas = [] if layer is None else [(box, (box[2] - box[0]) * (box[3] - box[1])) for box in layer.images]
    first = next((number for number, (_, area) in enumerate(areas) if area >= _WHOLE), None)
    if first is None:
        return False, ()
    over = [box for box, area in areas[first + 1 :] if area <= _SMALL]
    if len(over) > _MAX_SMALL or len(over) < len(areas) - first - 1:
        return True, ()
    return True, tuple(box for box in over if _one_line(box))


def _one_line(box: Box) -> bool:
    """Tell whether a box has the shape of one line of print, whichever way up the file has the page."""
    low, long_side = sorted((box[2] - box[0], box[3] - box[1]))
    return low <= _LOW and long_side >= _LONG * low > 0


def typed_over(layer: LayerReading, page: Page) -> dict[str, tuple[Box, ...]]:
    """Return the places of a scanned page where a program put text or a picture over the scan.

    Few words are told only: a form that was scanned empty and filled in by a program has many.

    Args:
        layer: The text of the page, beside which other words were read from its pixels.
        page: All of it.
    """
    typed = layer.words
    if not typed or len(typed) > min(_MAX_TYPED, (len(page.words) - len(typed)) / 3):
        return {}
    scanned, pictures = pasted_pictures(layer.layer)
    if not scanned:
        return {}
    lines: dict[int, Box] = {}
    for word in typed:
        known = lines.get(word.line, word.box)
        x0, y0, x1, y1 = word.box
        lines[word.line] = (min(known[0], x0), min(known[1], y0), max(known[2], x1), max(known[3], y1))
    return {DIGITADO: tuple(lines.values()), COLAGEM: pictures}


def _drawn_codes(layer: LayerReading, rotation: int) -> tuple[Codigo, ...]:
    shown = None if layer.layer is None else layer.layer.full
    return () if shown is None or not may_hold_codes(shown) else find_codes(turn(shown, rotation))


def turned(box: Box, rotation: int) -> Box:
    """Return a box of the page as the file gives it on the page turned clockwise."""
    x0, y0, x1, y1 = box
    for _ in range(rotation // 90 % 4):
        x0, y0, x1, y1 = 1 - y1, x0, 1 - y0, x1
    return (round(x0, 5), round(y0, 5), round(x1, 5), round(y1, 5))
