"""Looking for words on a document's text, for hints that a field alone does not give.

A hint never accepts and never rejects: it turns a defect into a doubt, where the reading of fields may have taken the
wrong thing (the prefeitura's own CNPJ, the accountant's address).
"""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import lru_cache

from rapidfuzz.fuzz import partial_ratio

from docverify.values.addresses import Endereco
from docverify.values.identifiers.cnpj import find_cnpjs
from docverify.values.text import fold, words

_LIMIT = 400_000
"""Characters of a document's text that are looked at; a contrato of 30 pages has a quarter of that."""


_NEAR = 82
"""Similarity in percent from which a row of words may be a name misread."""

_NEAR_LIMIT = 120_000

_LETTERS_IN_A_ROW = 10
"""Letters of a phrase from which finding them without blanks is no chance."""

_TO_TOWN = 24
"""Words from a street to its municipality: number, complement, district and the labels of a form."""


@lru_cache(maxsize=64)
def folded(texto: str) -> str:
    """Return the text without accents, upper case, lines kept."""
    return fold(texto[:_LIMIT])


@lru_cache(maxsize=64)
def _spaced_words(texto: str) -> str:
    return " " + " ".join(words(texto[:_LIMIT])) + " "


@lru_cache(maxsize=64)
def _letters(texto: str) -> str:
    return "".join(words(texto[:_LIMIT]))


@lru_cache(maxsize=64)
def _cnpjs(texto: str) -> frozenset[str]:
    found = find_cnpjs(texto[:_LIMIT])
    return frozenset(v for m in found for v in (m.valor, *m.alternativas))


def has(texto: str, pattern: re.Pattern[str]) -> bool:
    """Tell whether a pattern stands in the folded text."""
    return pattern.search(folded(texto)) is not None


def has_cnpj(texto: str, cnpj: str) -> bool:
    """Tell whether a CNPJ (canonical form) is printed somewhere in the text."""
    return cnpj in _cnpjs(texto)


def has_words(texto: str, phrase: str, *, but_not: str = "") -> bool:
    """Tell whether the words of ``phrase`` stand in a row in the text.

    Where ``but_not`` is a longer phrase around it (another company's name), those occurrences do not count.
    """
    wanted = " ".join(words(phrase))
    if not wanted:
        return False
    hay = _spaced_words(texto)
    other = " ".join(words(but_not))
    if other != wanted and f" {wanted} " in f" {other} ":
        hay = hay.replace(f" {other} ", " | ")
    return f" {wanted} " in hay


def has_letters(texto: str, phrase: str, *, but_not: str = "") -> bool:
    """Tell whether the letters of ``phrase`` stand in a row in the text, blanks apart: readers of pixels swallow them.

    Short phrases are not looked for; ``but_not`` as in :func:`has_words`.
    """
    wanted, other = "".join(words(phrase)), "".join(words(but_not))
    if len(wanted) < _LETTERS_IN_A_ROW:
        return False
    hay = _letters(texto)
    if other != wanted and wanted in other:
        hay = hay.replace(other, "|")
    return wanted in hay


def has_near(texto: str, phrase: str) -> bool:
    """Tell whether something that a reader could have made of ``phrase`` stands in the text."""
    wanted = " ".join(words(phrase))
    if not wanted:
        return False
    hay = _spaced_words(texto)[:_NEAR_LIMIT]
    return f" {wanted} " in hay or partial_ratio(wanted, hay, score_cutoff=_NEAR) >= _NEAR


def has_address(texto: str, endereco: Endereco, partes: Collection[str] = ()) -> bool:
    """Tell whether an address stands in the text: the street's own name, and the number within a few words.

    Args:
        texto: Text of the document.
        endereco: The address looked for.
        partes: What another reading of the document's address differs in. Where it is only the municipality or the
            State, street and number are those of that reading as well and say nothing: the municipality must follow.
    """
    street = words(endereco.logradouro or "")[1:]
    number = " ".join(words(endereco.numero or ""))
    if not street or not number or not any(c.isdigit() for c in number):
        return False
    town = words(endereco.municipio or "") if partes and set(partes) <= {"municipio", "uf"} else []
    hay = _spaced_words(texto)
    wanted = " " + " ".join(street) + " "
    start = hay.find(wanted)
    while start >= 0:
        after = hay[start + len(wanted) : start + len(wanted) + 240].split()
        if number.split()[0] in after[:6] and (not town or f" {' '.join(town)} " in f" {' '.join(after[:_TO_TOWN])} "):
            return True
        start = hay.find(wanted, start + 1)
    return False
