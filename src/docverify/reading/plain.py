"""A page read by one engine that takes whole pages (the Tesseract program): the plain way, kept for comparison.

Nothing is laid flat, cleaned or read twice; only the way up is looked for, by comparing readings.
"""

from __future__ import annotations

from docverify.intake.sources import Render
from docverify.model import Box
from docverify.reading import imaging, ruling
from docverify.reading.engine import Reader, ReadWord, lying, mean_confidence, score
from docverify.reading.pixels import PixelReading, blank, is_bare, said, to_page
from docverify.reading.plate import turn

_GOOD = 0.72
_SOME_LIE = 0.3
"""Share of letters in words taller than wide from which a page may be on its side."""

_SIDEWAYS = 1.15


def read_plain(render: Render, reader: Reader) -> PixelReading:
    """Read the pixels of a page.

    Args:
        render: The page as the file gives it.
        reader: The engine; one pass of it where the page lies the right way up.

    Raises:
        EngineError: The engine failed.
    """
    light = imaging.even_light(imaging.grey(render.pixels))
    if is_bare(light):
        return blank(render.pixels, 0)
    mask = imaging.ink(light)
    found = imaging.glyphs(mask)
    _, along, across = imaging.skew(found, mask.shape)
    order = (90, 270, 0, 180) if across > _SIDEWAYS * along else (0, 180, 90, 270)
    best: tuple[float, int, list[ReadWord]] | None = None
    for rotation in order:
        words = reader.read(turn(render.pixels, rotation), layout="pagina")
        # words on their side count against a way up: readers read lines that stand on their end, and with confidence
        worth = score(words) * (1.0 - lying(words))
        if best is None or worth > best[0]:
            best = (worth, rotation, words)
        if words and mean_confidence(words) >= _GOOD and lying(words) < _SOME_LIE:
            break
    assert best is not None
    _, rotation, words = best
    if not said(words) and float((mask > 0).mean()) < 0.004:
        return blank(render.pixels, rotation)
    height, width = turn(light, rotation).shape
    rules = ruling.find_rules(turn(mask, rotation), found.height or 25.0)
    cells: tuple[Box, ...] = tuple(
        (round(a / width, 5), round(b / height, 5), round(c / width, 5), round(d / height, 5))
        for a, b, c, d in rules.cells
    )
    return PixelReading(
        tuple(to_page(w, width, height) for w in words),
        cells,
        None,
        width,
        height,
        rotation,
        mean_confidence(words),
        False,
    )
