"""What ties pages together: "page k of n", running numbers and identifiers, clause numbers that go on."""

from __future__ import annotations

import re
from dataclasses import dataclass

from docverify.documents.layout import PageLayout

_NUMBER = r"[0-9OIL|]{1,3}"
_KEYED = re.compile(
    rf"\b(?:PAGINA|PAGIMA|PAG|PG|PGS|P|FOLHAS?|FOLHA\(S\)|FLS?|FOLIO|PAGE)\b[.:]?\s{{0,3}}(?:N[º.]?\s{{0,2}})?"
    rf"({_NUMBER})(?:\s{{0,2}}(?:/|\\|DE|\||OF)\s{{0,2}}({_NUMBER}))?(?![0-9/.,-])"
)
_LONE = re.compile(rf"^\W{{0,3}}({_NUMBER})\s{{0,2}}(?:/|DE)\s{{0,2}}({_NUMBER})\W{{0,3}}$")
_SINGLE = re.compile(r"^[-–\s]{0,3}([0-9]{1,3})[-–\s.]{0,3}$")
_DIGITS = str.maketrans("OIL|", "0111")
_MAX_PAGES = 400
_ID = re.compile(r"(?<![0-9A-Z])[0-9A-Z](?:[0-9A-Z]|[./-](?=[0-9A-Z])){5,45}(?![0-9A-Z])")
_DATE = re.compile(r"^\d{1,2}[./-]\d{1,2}[./-]\d{2,4}$")

_UNITS = ("PRIMEIR", "SEGUND", "TERCEIR", "QUART", "QUINT", "SEXT", "SETIM", "OITAV", "NON")
_TENS = {"DECIM": 10, "VIGESIM": 20, "TRIGESIM": 30, "QUADRAGESIM": 40}
_CLAUSE = re.compile(
    r"\bCLAUSULA\s{1,3}(?:([0-9]{1,3})\s?[ªAºO°.]?|((?:[A-Z]{3,13}[OA][\s-]{0,2}){1,2}))"
    r"|\bARTIGO\s{1,2}([0-9]{1,3})\s?[ºO°.]?|\bART\.\s{0,2}([0-9]{1,3})\s?[ºO°.]"
)


@dataclass(frozen=True, slots=True)
class Ties:
    """What a page shares with other pages of its document.

    Attributes:
        numbers: ``(k, n)`` as printed; ``n`` is 0 where only k is printed.
        ids: Identifiers (numbers, codes) of six characters or more, without punctuation, dates left out.
        top_ids: Those in the upper third.
        clauses: Clause or article numbers in their order.
    """

    numbers: tuple[tuple[int, int], ...]
    ids: frozenset[str]
    top_ids: frozenset[str]
    clauses: tuple[int, ...]


def ties(layout: PageLayout) -> Ties:
    """Collect what ties a page to others."""
    ids: set[str] = set()
    top: set[str] = set()
    for segment in layout.segments:
        found = _ids(segment.text.folded)
        ids |= found
        if segment.box[1] < 0.34:
            top |= found
    return Ties(page_numbers(layout), frozenset(ids), frozenset(top), clause_numbers(layout.text.folded))


def page_numbers(layout: PageLayout) -> tuple[tuple[int, int], ...]:
    """Read "page k of n" in all its spellings.

    Args:
        layout: The page.

    Returns:
        Every ``(k, n)`` with ``1 <= k <= n``, keyed ones first; ``(k, 0)`` for a lone page number in a margin.
    """
    keyed: list[tuple[int, int]] = []
    lone: list[tuple[int, int]] = []
    single: list[tuple[int, int]] = []
    for segment in layout.segments:
        text = segment.text.folded
        margin = segment.box[3] < 0.13 or segment.box[1] > 0.86
        if len(text) > 400:
            continue
        for match in _KEYED.finditer(text):
            pair = _pair(match[1], match[2])
            if pair and (pair[1] or margin):
                (keyed if pair[1] else single).append(pair)
        if not margin:
            continue
        whole = _LONE.match(text)
        if whole and (pair := _pair(whole[1], whole[2])):
            lone.append(pair)
        bare = _SINGLE.match(text)
        if bare and segment.box[1] > 0.9 and (pair := _pair(bare[1], None)):
            single.append(pair)
    return tuple(dict.fromkeys(keyed + lone + single))


def _pair(k: str, n: str | None) -> tuple[int, int] | None:
    try:
        first = int(k.translate(_DIGITS))
        last = int(n.translate(_DIGITS)) if n else 0
    except ValueError:
        return None
    if first < 1 or first > _MAX_PAGES or (n and not first <= last <= _MAX_PAGES):
        return None
    return first, last


def _ids(folded: str) -> set[str]:
    found = set()
    for match in _ID.finditer(folded[:5000]):
        text = match[0]
        if _DATE.match(text):
            continue
        bare = re.sub(r"[./-]", "", text)
        if sum(char.isdigit() for char in bare) >= 6 and len(bare) >= 6:
            found.add(bare)
    return found


def clause_numbers(folded: str) -> tuple[int, ...]:
    """Numbers of the clauses or articles that a page heads, in order ("DÉCIMA SEGUNDA" is 12)."""
    out: list[int] = []
    for match in _CLAUSE.finditer(folded[:60_000]):
        number = match[1] or match[3] or match[4]
        value = int(number) if number else ordinal(match[2])
        if value:
            out.append(value)
    return tuple(out)


def ordinal(folded: str) -> int:
    """Value of a feminine or masculine ordinal in words, 0 where it is none.

    Args:
        folded: As ``DECIMA SEGUNDA`` or ``VIGESIMO-QUINTO``; what follows the ordinal is ignored.
    """
    total = 0
    for word in re.split(r"[\s-]+", folded.strip())[:2]:
        stem = word[:-1]
        if stem in _TENS and total == 0:
            total = _TENS[stem]
        elif stem in _UNITS and (total == 0 or total >= 10):
            total += _UNITS.index(stem) + 1
            break
        else:
            break
    return total
