"""What text that nobody sees says, against what is seen: a forged date is one content stream away."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from docverify.model import Box, Word
from docverify.values.sinais import Sinal

HIDDEN_NOTE = "texto_oculto"
"""On a page whose hidden text says something that its pixels do not."""

OCULTO = "tem texto que não se vê na página, ou que difere do que se vê"
_MAX_SIGNS = 3  # on a page
_MOST_TOLD = 60  # characters

_DATE = re.compile(r"(?<!\d)(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})(?!\d)")
_CNPJ = re.compile(r"(?<![\w.])[\dA-Z]{2}\.?[\dA-Z]{3}\.?[\dA-Z]{3}/?[\dA-Z]{4}-?\d{2}(?!\w)")


def unseen(hidden: Sequence[Word], seen: Sequence[Word], *, scanner: bool) -> list[Word]:
    """Return the hidden words that carry a date, number or CNPJ that is not seen.

    A scanner's own layer is full of misreadings, which are no forgery: there only a well-formed date or CNPJ counts,
    and only where the pixels surely show another one, or nothing, at its place.

    Args:
        hidden: Words that nobody sees.
        seen: Words read from what is seen.
        scanner: The hidden words are a layer over the picture of a page.
    """
    known = {_digits(w.text) for w in seen}
    joined = _digits("".join(w.text for w in seen))
    found: list[Word] = []
    for word in hidden:
        figures = _digits(word.text)
        if len(figures) < 4 or figures in known or figures in joined:
            continue
        if not scanner:
            found.append(word)
            continue
        formed = _kind(word.text)
        if formed is None:
            continue
        there = [w for w in seen if _overlap(w, word)]
        if not there or any(_kind(w.text) == formed and w.confidence > 0.85 for w in there):
            found.append(word)
    return found


def signs(
    hidden: Sequence[Word], seen: Sequence[Word], *, scanner: bool, to_shown: Callable[[Box], Box]
) -> tuple[Sinal, ...]:
    """Return what hidden text says otherwise, each with its place and what is seen there; a few are enough.

    Args:
        hidden: Words that nobody sees, on the page as the file draws it.
        seen: Words read from what is seen, on the page as drawn.
        scanner: The hidden words are a layer over the picture of a page.
        to_shown: Takes a box to the page as shown upright.
    """
    found: list[Sinal] = []
    for word in unseen(hidden, seen, scanner=scanner)[:_MAX_SIGNS]:
        there = " ".join(w.text for w in seen if _overlap(w, word))[:_MOST_TOLD]
        where = f", e ali se vê “{there}”" if there else ""
        wide = word.box[2] > word.box[0] and word.box[3] > word.box[1]
        box = to_shown(word.box) if wide else (0.0, 0.0, 1.0, 1.0)  # off the page: nowhere on it
        said = word.text[:_MOST_TOLD]
        message = f"{OCULTO}: o arquivo diz “{said}”{where}"
        found.append(Sinal("texto_oculto_divergente", message, box, lido=said))
    return tuple(found)


def _kind(text: str) -> str | None:
    found = _DATE.search(text)
    if found and 1 <= int(found.group(1)) <= 31 and 1 <= int(found.group(2)) <= 12:
        return "data"
    return "cnpj" if _CNPJ.search(text) else None


def _digits(text: str) -> str:
    return "".join(c for c in text if c in "0123456789")


def _overlap(a: Word, b: Word) -> bool:
    return min(a.box[2], b.box[2]) > max(a.box[0], b.box[0]) and min(a.box[3], b.box[3]) > max(a.box[1], b.box[1])
