"""Two readings of one place: do they say the same?

They agree where they differ in nothing that decides: punctuation, accents and blanks are no difference, nor is a letter
that looks like the figure in whose place it stands. They diverge where the witness saw something else of the same
shape (another date, another number of as many figures, another name). All else is a witness that did not see.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Literal

from rapidfuzz.distance import Levenshtein

from docverify.confirmation.deciding import Especie
from docverify.values.dates import find_dates
from docverify.values.text import fold

Voto = Literal["concorda", "diverge", "nao_viu"]

_FIGURES_FOR_LETTERS = str.maketrans({"O": "0", "Q": "0", "D": "0", "I": "1", "L": "1", "|": "1", "S": "5", "B": "8"})
_LETTERS_FOR_FIGURES = str.maketrans({"0": "O", "1": "I", "5": "S", "8": "B", "L": "I", "|": "I"})

_SAW = 0.5
"""Least confidence of a witness whose other reading counts; below it, what it says is noise (measured on photos)."""

_SAME_TEXT = 0.88
"""Similarity of letters from which two texts are one, read twice."""
_SAME_STREET = 0.80
"""Likewise of a street with its number, whose figures are compared apart."""
_OTHER_TEXT = 0.40
"""Similarity under which the witness saw another place of the page, or noise."""
_LONG = 11
"""Figures from which a number has check digits (CPF, CNPJ), so that the one it was mended to is no guess."""
_SHORT = 8
"""Letters up to which a text may differ in one letter at most."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What a reader saw in one place.

    Attributes:
        texto: Its words, joined by blanks; empty where it saw nothing.
        largo: The same with the words that touch the place: boxes of words are not exact, and words may be glued
            ("Luís,2 de junho").
        confianca: Its own, of the least sure word, 0..1.
    """

    texto: str = ""
    largo: str = ""
    confianca: float = 0.0


def judge(especie: Especie, valor: object, lead: Sequence[str], seen: Sequence[Seen]) -> Voto:
    """Compare a second reading with the first.

    Args:
        especie: Kind of the value.
        valor: In normal form.
        lead: What the first reader saw, line by line.
        seen: What the witness saw in the same places.
    """
    first, second = " ".join(lead), " ".join(s.texto for s in seen if s.texto)
    sure = min((s.confianca for s in seen if s.texto), default=0.0) >= _SAW
    vote = _compared(especie, valor, first, second, sure)
    wider = " ".join(s.largo for s in seen if s.largo)
    # what stands around a word of a closed list may turn its meaning; around all else it says nothing
    if vote == "nao_viu" and wider != second and especie != "lista":
        return "concorda" if _compared(especie, valor, first, wider, sure) == "concorda" else vote
    return vote


def _compared(especie: Especie, valor: object, first: str, second: str, sure: bool) -> Voto:
    if not any(c.isalnum() for c in second):
        return "nao_viu"
    if especie == "data":
        return _date(valor, first, second, sure)
    if especie == "endereco":
        return _address(valor, first, second, sure)
    if especie in ("identificador", "numero") and _lettered(first) > len(figures_of(first)) / 3 and _mixed(valor):
        return _code(first, second, sure)
    if especie in ("identificador", "numero") and figures_of(first):
        return _number(valor, first, second, sure)
    return _text(first, second, sure, words=especie == "lista")


def same_reading(first: str, second: str) -> bool:
    """Tell whether two readings of one line spell the same letters and figures, look-alikes forgiven."""
    return _squashed(first) == _squashed(second)


def _squashed(text: str) -> str:
    return "".join(c for c in fold(text) if c.isalnum()).translate(_LETTERS_FOR_FIGURES)


def _token(token: str) -> str:
    """Return the figures of a token; in one that is figures for the most part, letters are what they look like."""
    plain = "".join(c for c in fold(token) if c.isalnum() or c == "|")
    if 2 * sum(c.isdigit() for c in plain) > len(plain):
        plain = plain.translate(_FIGURES_FOR_LETTERS)
    return "".join(c for c in plain if c.isdigit())


def figures_of(text: str) -> str:
    """Return the figures of a text, look-alikes read as such in tokens that are figures for the most part."""
    return "".join(_token(t) for t in text.split())


def _lettered(text: str) -> int:
    return sum(c.isalpha() for c in text)


def _mixed(valor: object) -> bool:
    """Tell whether a number holds letters too, which look-alike figures must not replace."""
    text = str(valor)
    return any(c.isalpha() for c in text) and any(c.isdigit() for c in text)


def _has_run(text: str, wanted: str) -> bool:
    """Tell whether tokens in a row of a text give the wanted figures, no more and no fewer."""
    tokens = [t for t in map(_token, text.split()) if t]
    for start in range(len(tokens)):
        joined = ""
        for token in tokens[start:]:
            joined += token
            if joined == wanted:
                return True
            if len(joined) >= len(wanted):
                break
    return False


def _alike_figures(first: str, second: str) -> bool:
    """Tell whether a text holds other figures of about as many places: another number rather than part of one."""
    mine, other = figures_of(first), figures_of(second)
    return bool(mine) and abs(len(mine) - len(other)) <= max(1, len(mine) // 6)


def _number(valor: object, first: str, second: str, sure: bool) -> Voto:
    if _has_run(second, figures_of(first)):
        return "concorda"
    own = str(valor)
    if own.isdigit() and len(own) >= _LONG and _has_run(second, own):
        return "concorda"  # the value itself, to which the reading was mended (a slash taken for a one)
    return "diverge" if sure and _alike_figures(first, second) else "nao_viu"


def _code(first: str, second: str, sure: bool) -> Voto:
    mine, other = ("".join(c for c in fold(t) if c.isalnum()) for t in (first, second))
    if mine in other and len(other) - len(mine) <= 2:
        return "concorda"
    if mine.translate(_LETTERS_FOR_FIGURES) in other.translate(_LETTERS_FOR_FIGURES):
        return "nao_viu"  # a figure or the letter that looks like it: this witness cannot tell
    return "diverge" if sure and abs(len(mine) - len(other)) <= 1 else "nao_viu"


def _dates(text: str) -> set[tuple[str, date]]:
    return {(m.precisao, m.data) for m in find_dates(text)}


def _date(valor: object, first: str, second: str, sure: bool) -> Voto:
    mine, other = _dates(first), _dates(second)
    if mine and (mine <= other or any(d.isoformat() == str(valor) for _, d in other)):
        return "concorda"
    if mine and other:
        # a coarser date ("junho de 1997" for "2 de junho de 1997") is one of which a part was not seen
        same_shape = {how for how, _ in mine} & {how for how, _ in other}
        return "diverge" if sure and same_shape else "nao_viu"
    figures = figures_of(first)
    if not figures:
        return _text(first, second, sure)
    if _has_run(second, figures) or (len(figures) >= 6 and figures == figures_of(second)):
        # a term ("válido por 12 meses") and a date that is written out rest on their words too
        return "concorda" if _lettered(first) < 3 or _alike(first, second) >= _SAME_TEXT else "nao_viu"
    return "diverge" if sure and not other and len(figures_of(second)) == len(figures) else "nao_viu"


def _alike(first: str, second: str) -> float:
    mine, other = _squashed(first), _squashed(second)
    if not mine or not other:
        return 0.0
    if len(mine) > _SHORT and len(other) <= 1.6 * len(mine) and (mine in other or _in_order(first, second)):
        return 1.0
    return float(Levenshtein.normalized_similarity(mine, other))


def _in_order(first: str, second: str) -> bool:
    """Tell whether all words of a text stand in another in their order, whatever else (a label) stands between."""
    left = iter([w for w in map(_squashed, second.split()) if w])
    return all(word in left for word in map(_squashed, first.split()) if word)


def _text(first: str, second: str, sure: bool, *, words: bool = False) -> Voto:
    """Compare texts; ``words``: one of a closed list, where a word before it turns its meaning ("não", "in-")."""
    alike = _alike(first, second)
    mine, other = _squashed(first), _squashed(second)
    if words or len(mine) <= _SHORT:
        slips = Levenshtein.distance(mine, other)
        # never two: "ativa" and "inativa", "regular" and "irregular" differ in two letters
        same = slips <= (1 if len(mine) >= 5 else 0) or (not words and _token_run(second, mine))
    else:
        same = alike >= _SAME_TEXT and _numerals(first) == _numerals(second)
    if same:
        return "concorda"
    return "diverge" if sure and alike >= _OTHER_TEXT else "nao_viu"


def _token_run(text: str, wanted: str) -> bool:
    """Tell whether whole tokens in a row of a text spell the wanted letters."""
    tokens = [t for t in map(_squashed, text.split()) if t]
    return any(
        "".join(tokens[i:j]) == wanted for i in range(len(tokens)) for j in range(i + 1, min(len(tokens), i + 6) + 1)
    )


def _numerals(text: str) -> list[str]:
    """Return the tokens that are numbers and nothing else."""
    return [t.strip(".,;:()-") for t in text.split() if t.strip(".,;:()-").isdigit()]


def _address(valor: object, first: str, second: str, sure: bool) -> Voto:
    parts = valor if isinstance(valor, Mapping) else {}
    number = figures_of(str(parts.get("numero") or ""))
    alike = _alike(first, second)
    if number and _has_run(first, number) and not _has_run(second, number):
        return "diverge" if sure and alike >= _SAME_STREET else "nao_viu"
    if alike >= _SAME_STREET:
        return "concorda"
    return "diverge" if sure and alike >= 0.6 else "nao_viu"
