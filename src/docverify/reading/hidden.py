"""What text that nobody sees says, against what is seen: a forged date is one content stream away."""

from __future__ import annotations

import re
from collections.abc import Sequence

from docverify.model import Word

HIDDEN_NOTE = "texto_oculto"
"""On a page whose hidden text says something that its pixels do not."""

_DATE = re.compile(r"(?<!\d)(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})(?!\d)")
_CNPJ = re.compile(r"(?<![\w.])[\dA-Z]{2}\.?[\dA-Z]{3}\.?[\dA-Z]{3}/?[\dA-Z]{4}-?\d{2}(?!\w)")


def says_otherwise(hidden: Sequence[Word], seen: Sequence[Word], *, scanner: bool) -> bool:
    """Say whether hidden text carries a date, number or CNPJ that is not seen.

    A scanner's own layer is full of misreadings, which are no forgery: there only a well-formed date or CNPJ counts,
    and only where the pixels surely show another one, or nothing, at its place.

    Args:
        hidden: Words that nobody sees.
        seen: Words read from what is seen.
        scanner: The hidden words are a layer over the picture of a page.
    """
    known = {_digits(w.text) for w in seen}
    joined = _digits("".join(w.text for w in seen))
    for word in hidden:
        figures = _digits(word.text)
        if len(figures) < 4 or figures in known or figures in joined:
            continue
        if not scanner:
            return True
        formed = _kind(word.text)
        if formed is None:
            continue
        there = [w for w in seen if _overlap(w, word)]
        if not there or any(_kind(w.text) == formed and w.confidence > 0.85 for w in there):
            return True
    return False


def _kind(text: str) -> str | None:
    found = _DATE.search(text)
    if found and 1 <= int(found.group(1)) <= 31 and 1 <= int(found.group(2)) <= 12:
        return "data"
    return "cnpj" if _CNPJ.search(text) else None


def _digits(text: str) -> str:
    return "".join(c for c in text if c in "0123456789")


def _overlap(a: Word, b: Word) -> bool:
    return min(a.box[2], b.box[2]) > max(a.box[0], b.box[0]) and min(a.box[3], b.box[3]) > max(a.box[1], b.box[1])
