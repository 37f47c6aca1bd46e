"""What is seen on a page beside its words: codes, patches, traces of an earlier revision, the look of the whole."""

from __future__ import annotations

from dataclasses import replace

from docverify.errors import BadInputError
from docverify.intake.sources import RawPage, Render
from docverify.model import Box, Page
from docverify.reading.codes import find_codes, may_hold_codes
from docverify.reading.fingerprint import impression
from docverify.reading.patches import find_patches
from docverify.reading.plate import turn
from docverify.values.sinais import Codigo, Sinal

CODES_DPI = 150
"""Dots per inch at which a page that was not read from pixels is drawn for its codes."""

PATCH = "tem um remendo em volta do valor: o fundo ali não é o papel do resto da página"


def look(raw: RawPage, page: Page, drawn: Render | None) -> Page:
    """Return the page with what is seen on it beside its words.

    Args:
        raw: The page of the open dossier.
        page: The same page, read.
        drawn: What it was read from; None where it was read from its text.
    """
    if page.failure is not None or page.blank:
        return page
    if drawn is None:
        return replace(page, codigos=_drawn_codes(raw, page.rotation))
    upright = turn(drawn.pixels, page.rotation)
    signs = tuple(Sinal("documento_alterado", PATCH, _turned(box, page.rotation)) for box in find_patches(drawn.pixels))
    return replace(
        page, codigos=find_codes(upright), sinais=page.sinais + signs, impressao=impression(upright, page.warp)
    )


def _drawn_codes(raw: RawPage, rotation: int) -> tuple[Codigo, ...]:
    try:
        grey = turn(raw.render(CODES_DPI, grey=True).pixels, rotation)
    except BadInputError:  # a page that is read and cannot be drawn has no codes
        return ()
    return find_codes(grey) if may_hold_codes(grey) else ()


def _turned(box: Box, rotation: int) -> Box:
    """Return a box of the page as the file gives it on the page turned clockwise."""
    x0, y0, x1, y1 = box
    for _ in range(rotation // 90 % 4):
        x0, y0, x1, y1 = 1 - y1, x0, 1 - y0, x1
    return (round(x0, 5), round(y0, 5), round(x1, 5), round(y1, 5))
