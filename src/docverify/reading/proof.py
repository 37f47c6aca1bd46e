"""Are the deciding words of a text layer the ones that are drawn? Looked at, not believed.

A font may say that its glyph "2025" is the text "2030", and comparing drawings with and without text cannot tell: ink
stands there either way. The digits of a layer that is about to be trusted, and the names of months, are therefore
compared with known shapes (:mod:`docverify.reading.glyphs`); deciding words not clear by that are cut out of the
page and read, and so are words of which a character clearly looks like another one. That costs a hundredth of reading
the whole page.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, zip_longest
from typing import Literal, Protocol, runtime_checkable

import numpy as np
from rapidfuzz import fuzz

from docverify.errors import EngineError, EngineMissingError
from docverify.intake.sources import Pixels, RawPage
from docverify.model import Box, Word
from docverify.reading.engine import Reader
from docverify.reading.layer_check import grey
from docverify.reading.layer_look import look, stretched
from docverify.reading.textlayer import LayerReading
from docverify.values.text import fold

PROOF_DPI = 200
MAX_LOOKS = 150
"""Words looked at on a page; a page that has more is no paper of a dossier, and its pixels are read instead."""

_SURE = 0.8
_SEVERAL = 3  # words in which letters are others: one is a letter of an odd shape
_MAX_LETTERED = 8
_MUCH = 70  # similarity in percent of two readings of one word
_DIGITS = frozenset("0123456789")
_TELLING = re.compile(r"\d{1,2}[/.-]\d{1,2}[/.-]\d{2}|(?<![\d/.])(?:19|20)\d\d(?![\d.])|/[\dA-Z]{4}-\d\d|\d(?i:kg)")
_COUNTED = re.compile(r"KG|QUILO|MESES|MES$|DIAS?$|ANOS?$|\(\w+\)$|DE$")
"""Stands after a weight, a term, or the day of a date written out."""

_RAISED = re.compile(r"[º°ª¹²³⁰⁴-⁹½¼¾]")  # readers write them as figures
_MONTHS = re.compile("JANEIRO|FEVEREIRO|MARCO|ABRIL|MAIO|JUNHO|JULHO|AGOSTO|SETEMBRO|OUTUBRO|NOVEMBRO|DEZEMBRO")
_MOST_SLASHES = 4
_ALIKE = str.maketrans("OoIl|Ss", "0011155")


@runtime_checkable
class LineReader(Protocol):
    """A reader that can be shown single lines, many at a time."""

    def lines(self, images: Sequence[Pixels]) -> list[tuple[str, float]]:
        """Return text and confidence (0..1) of each image, which holds one line.

        Raises:
            EngineError: The engine failed.
        """
        ...


Answer = Literal["confirmada", "divergente", "incerta"]


class _Nobody:
    """Sees nothing, so that the witness is asked about every word."""

    def lines(self, images: Sequence[Pixels]) -> list[tuple[str, float]]:
        return [("", 0.0)] * len(images)


def borne_out(page: RawPage, reading: LayerReading, looker: LineReader | None, witness: Reader) -> Answer:
    """Say whether the deciding words of a text layer are drawn as it says.

    Args:
        page: The page.
        reading: Of its text layer.
        looker: Reads the cut-out words; None where no engine reads single lines.
        witness: Asked only where ``looker`` does not surely read the figures that the layer has.

    Returns:
        ``confirmada``: all of them are; ``divergente``: both readers see the same other figures somewhere; ``incerta``:
        neither, too many to look at, or an engine failed: what is drawn must be read.

    Raises:
        BadInputError: The page cannot be drawn.
        EngineMissingError: An engine is not installed.
    """
    claims = unclear(reading)
    if len(claims) > MAX_LOOKS:
        return "incerta"
    try:
        looker = looker or _Nobody()
        doubted = _doubted(page, reading, claims, looker) if claims else []
        if not doubted:
            return "confirmada"
        return _judged(page, reading, doubted, looker, witness)
    except EngineMissingError:
        raise
    except EngineError:
        return "incerta"  # an engine that fails bears nothing out


def _doubted(page: RawPage, reading: LayerReading, claims: list[Claim], looker: LineReader) -> list[Claim]:
    """Return the claims that a look at the drawing at hand does not bear out."""
    if reading.layer is None or reading.layer.full is None:
        return claims
    crops = [_cut(reading.layer.full, claim.box, reading.words[claim.word].box) for claim in claims]
    return [
        claim
        for claim, (text, confidence) in zip(claims, looker.lines(crops), strict=True)
        if confidence < _SURE or not claim.same(text, reading.words[claim.word].text)
    ]


def _judged(page: RawPage, reading: LayerReading, claims: list[Claim], looker: LineReader, witness: Reader) -> Answer:
    image = grey(page.render(PROOF_DPI, grey=True).pixels)
    crops = [_cut(image, claim.box, reading.words[claim.word].box) for claim in claims]
    answer: Answer = "confirmada"
    denied = 0
    for claim, crop, (text, confidence) in zip(claims, crops, looker.lines(crops), strict=True):
        said = reading.words[claim.word].text
        if confidence >= _SURE and claim.same(text, said):
            continue
        seen = "".join(w.text for w in witness.read(crop, layout="linha", dpi=PROOF_DPI))
        if claim.same(seen, said):
            continue
        if confidence >= _SURE and claim.same(seen, text):
            denied += 1
            if claim.decides or denied >= _SEVERAL:
                return "divergente"
        elif claim.decides:
            answer = "incerta"
    return answer


@dataclass(frozen=True, slots=True)
class Claim:
    """A word that must be looked at.

    Attributes:
        word: Its number in the reading.
        box: Where to look, in fractions of the page.
        decides: By itself; else it is one of several in which a letter looks like another.
    """

    word: int
    box: Box
    decides: bool

    def same(self, read: str, said: str) -> bool:
        """Compare two readings of it."""
        return _same(read, said) if self.decides else _alike(read, said)


def unclear(reading: LayerReading) -> list[Claim]:
    """Return the words that must be looked at: their characters are not clearly those that the layer says.

    Args:
        reading: Of a text layer; without ``layer`` nothing of it is clear.
    """
    words = reading.words
    chosen = {id(w) for w in deciding(words)}
    decides = [id(w) in chosen for w in words]
    if reading.layer is None:
        return [Claim(i, w.box, True) for i, w in enumerate(words) if decides[i]]
    verdict, extra = look(reading.layer, reading.spans, decides)
    found: list[Claim] = []
    letters = 0
    for index, word in enumerate(words):
        box, stray = stretched(word.box, extra)
        figures = any(c in _DIGITS for c in word.text)
        if verdict[index] < 0 and not figures and not decides[index]:
            letters += 1
            if letters <= _MAX_LETTERED:
                found.append(Claim(index, word.box, False))
        elif (verdict[index] < 0) or (decides[index] and (stray or verdict[index] == 0)):
            found.append(Claim(index, box, True))
    return found if letters >= _SEVERAL else [c for c in found if c.decides]


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
    """Compare the figures of two readings; slashes that were not read as such may have been read as ones."""
    figures = _figures(read)
    slashes = [i for i, c in enumerate(claimed) if c == "/"]
    missing = len(slashes) - read.count("/")
    if figures == _figures(claimed):
        return True
    if not 0 < missing <= len(slashes) <= _MOST_SLASHES:
        return False
    return any(
        figures == _figures("".join("1" if i in ones else c for i, c in enumerate(claimed)))
        for count in range(1, missing + 1)
        for ones in combinations(slashes, count)
    )


def _figures(text: str) -> str:
    """Return the digits of a word, or the letters of a month's name."""
    folded = "".join(c for c in fold(text) if c.isalpha())
    if _MONTHS.fullmatch(folded):
        return folded
    return "".join(c for c in text.translate(_ALIKE) if c in "0123456789") or folded


def _alike(read: str, said: str) -> bool:
    """Compare the letters of two readings of a word that decides nothing; readers err in one or two."""
    a, b = ("".join(c for c in fold(t) if c.isalnum()) for t in (read, said))
    return fuzz.ratio(a, b) >= _MUCH


def _cut(image: Pixels, box: Box, word: Box) -> Pixels:
    height, width = image.shape[:2]
    x0, y0, x1, y1 = box
    tall = (word[3] - word[1]) * height
    left, right = int(x0 * width - 0.2 * tall), int(x1 * width + 0.2 * tall) + 1
    top, bottom = int(y0 * height - 0.35 * tall), int(y1 * height + 0.35 * tall) + 1
    cut = image[max(0, top) : max(1, bottom), max(0, left) : max(1, right)]
    return np.pad(cut, 4, constant_values=255)
