"""Words whose blank a reader of pixels swallowed, parted where papers leave no doubt (``NaRua``, ``GÁSLTDA``).

Only what cannot be one word is parted: a capital within a word in small letters, a kind of street or a company's kind
grown to the next word, a participle and its preposition. All else is left to those who compare without blanks.
"""

from __future__ import annotations

import re
from dataclasses import replace

from docverify.model import Page, Word
from docverify.values.text import fold_same_length

_LONGEST = 40
_CASE = re.compile(r"(?<=[a-zà-ÿ]{2})(?=[A-ZÀ-Þ][a-zà-ÿ]{2})|(?<=\b[a-zà-ÿ])(?=[A-ZÀ-Þ][a-zà-ÿ]{3})")
"""``RuaSete``, ``doComércio``: a capital within small letters begins a word."""
_STREET = (
    r"(?:RUA(?!S\b)|AVENIDA(?!S\b)|TRAVESSA(?!S\b|O\b)|RODOVIA(?!S\b|RI)|ALAMEDA(?!S\b)|ESTRADA(?!S\b)|PRACA(?!S\b))"
)
_PARTS = re.compile(
    rf"(?<=\bNA)(?={_STREET})"
    rf"|(?<=\bRUA)(?=[A-RT-Z][A-Z]{{2}}|S[A-Z]{{2}}|\d)|(?<=\bNARUA)(?=[A-Z]{{3}}|\d)"
    r"|(?<=\bAVENIDA)(?=[A-RT-Z][A-Z]{2}|S[A-Z]{2})|(?<=\bTRAVESSA)(?=[A-NP-RT-Z][A-Z]{2}|[OS][A-Z]{2})"
    r"|(?<=\bALAMEDA)(?=[A-Z]{3})|(?<=\bESTRADA)(?=[A-Z]{3})|(?<=\bPRACA)(?=[A-Z]{3})"
    r"|(?<=[A-Z]{4})(?=(?:LTDA|EIRELI)\b)"
    r"|(?<=\bSEDE)(?=(?:NA|NO|EM|A)\b)|(?<=\bCOM)(?=SEDE)|(?<=ESTABELECID[AO])(?=(?:NA|NO|EM|A)\b)"
    r"|(?<=(?:SITUA|SEDIA)D[AO])(?=(?:NA|NO|EM|A)\b)|(?<=LOCALIZAD[AO])(?=(?:NA|NO|EM|A)\b)"
    r"|(?<=INSCRIT[AO])(?=(?:NO|SOB)\b)|(?<=\bCNPJ)(?=\d{2}\.\d{3}\.\d{3})|(?<=\bCEP)(?=\d{2}\.?\d{3}-\d{3})"
    r"|(?<=\bBAIRRO)(?=[A-RT-Z][A-Z]{3})"
)


def parted(page: Page) -> Page:
    """Return a page read from pixels with such words parted; any other page as it is.

    Args:
        page: A read page.

    Returns:
        The page; a parted word's box is divided by the number of its characters.
    """
    if page.source != "ocr":
        return page
    words: list[Word] = []
    for word in page.words:
        words.extend(_pieces(word))
    return page if len(words) == len(page.words) else replace(page, words=tuple(words))


def _pieces(word: Word) -> list[Word]:
    text = word.text
    if not 5 <= len(text) <= _LONGEST:
        return [word]
    folded = fold_same_length(text)
    cuts = sorted({m.start() for m in _CASE.finditer(text)} | {m.start() for m in _PARTS.finditer(folded)})
    cuts = [cut for cut in cuts if 0 < cut < len(text)]
    if not cuts or "@" in text or "//" in text or "www" in text.lower():
        return [word]
    x0, y0, x1, y1 = word.box
    edges = [0, *cuts, len(text)]
    step = (x1 - x0) / len(text)
    return [
        replace(word, text=text[a:b], box=(x0 + a * step, y0, x0 + b * step, y1))
        for a, b in zip(edges, edges[1:], strict=False)
    ]
