"""Are the deciding words of a text layer the ones that are drawn? Looked at, not believed.

A font may say that its glyph "2025" is the text "2030", and comparing drawings with and without text cannot tell: ink
stands there either way. Dates, numbers and weights of a layer that is about to be trusted are therefore cut out of the
page and read; the rest of the text, which decides little, is not (a whole page costs a hundred times more).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import zip_longest
from typing import Protocol, runtime_checkable

import numpy as np

from docverify.errors import EngineError, EngineMissingError
from docverify.intake.sources import Pixels, RawPage
from docverify.model import Word
from docverify.reading.engine import Reader
from docverify.reading.layer_check import grey
from docverify.values.text import fold

PROOF_DPI = 200
MAX_LOOKS = 150
"""Words looked at on a page; a page that has more is no paper of a dossier, and its pixels are read instead."""

_SURE = 0.8
_DIGITS = frozenset("0123456789")
_TELLING = re.compile(r"\d{1,2}[/.-]\d{1,2}[/.-]\d{2}|(?<![\d/.])(?:19|20)\d\d(?![\d.])|/[\dA-Z]{4}-\d\d|\d(?i:kg)")
_COUNTED = re.compile(r"KG|QUILO|MESES|MES$|DIAS?$|ANOS?$|\(\w+\)$|DE$")
"""Stands after a weight, a term, or the day of a date written out."""

_RAISED = re.compile(r"[º°ª¹²³⁰⁴-⁹½¼¾]")  # readers write them as figures
_MONTHS = re.compile("JANEIRO|FEVEREIRO|MARCO|ABRIL|MAIO|JUNHO|JULHO|AGOSTO|SETEMBRO|OUTUBRO|NOVEMBRO|DEZEMBRO")
_ALIKE = str.maketrans("OoIl|", "00111")


@runtime_checkable
class LineReader(Protocol):
    """A reader that can be shown single lines, many at a time."""

    def lines(self, images: Sequence[Pixels]) -> list[tuple[str, float]]:
        """Return text and confidence (0..1) of each image, which holds one line.

        Raises:
            EngineError: The engine failed.
        """
        ...


def contradicted(page: RawPage, words: Sequence[Word], looker: LineReader, witness: Reader) -> bool:
    """Say whether some deciding word is drawn differently from what the text layer says, or there are too many to look.

    Args:
        page: The page.
        words: Visible words of its layer, in reading order.
        looker: Reads the cut-out words.
        witness: Asked only where ``looker`` reads other figures than the layer has: the two must read the same.

    Raises:
        BadInputError: The page cannot be drawn.
        EngineMissingError: An engine is not installed.
    """
    chosen = deciding(words)
    if not chosen or len(chosen) > MAX_LOOKS:
        return bool(chosen)
    image = grey(page.render(PROOF_DPI, grey=True).pixels)
    crops = [_cut(image, word) for word in chosen]
    try:
        for word, crop, (text, confidence) in zip(chosen, crops, looker.lines(crops), strict=True):
            if confidence < _SURE or _same(text, word.text):
                continue
            seen = "".join(w.text for w in witness.read(crop, layout="linha", dpi=PROOF_DPI))
            if _same(seen, text) and not _same(seen, word.text):
                return True
    except EngineMissingError:
        raise
    except EngineError:
        return False  # an engine that fails bears no witness
    return False


def deciding(words: Sequence[Word]) -> list[Word]:
    """Return the words that dates, terms, CNPJs and weights are made of."""
    found: list[Word] = []
    for word, after in zip_longest(words, words[1:]):
        counted = after is not None and _COUNTED.match(fold(after.text)) and any(c in _DIGITS for c in word.text)
        telling = counted or _TELLING.search(word.text) or _MONTHS.fullmatch(fold(word.text))
        if telling and not _RAISED.search(word.text):
            found.append(word)
    return found


def _same(read: str, claimed: str) -> bool:
    """Compare the figures of two readings; a slash may have been read as a one."""
    figures = _figures(read)
    return figures in (_figures(claimed), _figures(claimed.replace("/", "1")))


def _figures(text: str) -> str:
    """Return the digits of a word, or the letters of a month's name."""
    folded = "".join(c for c in fold(text) if c.isalpha())
    if _MONTHS.fullmatch(folded):
        return folded
    return "".join(c for c in text.translate(_ALIKE) if c in "0123456789") or folded


def _cut(image: Pixels, word: Word) -> Pixels:
    height, width = image.shape[:2]
    x0, y0, x1, y1 = word.box
    tall = (y1 - y0) * height
    left, right = int(x0 * width - 0.2 * tall), int(x1 * width + 0.2 * tall) + 1
    top, bottom = int(y0 * height - 0.35 * tall), int(y1 * height + 0.35 * tall) + 1
    cut = image[max(0, top) : max(1, bottom), max(0, left) : max(1, right)]
    return np.pad(cut, 4, constant_values=255)
