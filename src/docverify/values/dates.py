"""Dates in every form that Brazilian papers print, with the offset where each stands.

Two-digit years: 00 to 59 are 2000 to 2059, 60 to 99 are 1960 to 1999 (no licence of this field is older, and a validity
beyond 2059 is always printed in full). Years outside 1900 to 2100 are no dates, nor are impossible days (31/02).
"""

from __future__ import annotations

import calendar
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import Literal

from docverify.values._date_patterns import (
    BOXED,
    COMPACT_WORDS,
    GLUED,
    ISO,
    LONG,
    MONTH_BEFORE,
    MONTH_NAMED,
    MONTH_NUMERIC,
    NORMATIVE_BEFORE,
    NUMBER_BEFORE,
    NUMERIC,
    SPACED,
    YEAR_LABELLED,
    month_of,
)
from docverify.values.lookalikes import safe_digits
from docverify.values.numbers_pt import parse_number_words
from docverify.values.text import fold_same_length

Precisao = Literal["dia", "mes", "ano"]

MIN_YEAR = 1900
MAX_YEAR = 2100
_CENTURY_PIVOT = 60
_BACK = 160
_NUMERIC_OF = re.compile(r"DE\s{1,3}[0-9]{2}\s{1,3}DE\s")


@dataclass(frozen=True, slots=True)
class DateMatch:
    """A date found in a text.

    Attributes:
        start: offset of its first character in the text given.
        end: offset after its last character.
        lido: the characters as read.
        data: the day; the last day of the month or year where the precision is coarser (a validity runs to its end).
        precisao: ``dia``, ``mes`` (``12/2026``) or ``ano`` (``válido até 2026``).
        reparado: look-alike letters, stray blanks or a garbled month were read as what they look like.
        normativa: the date of a law, decree or the like ("Lei nº 9.847, de 26 de outubro de 1999"), not of the paper.
    """

    start: int
    end: int
    lido: str
    data: date
    precisao: Precisao = "dia"
    reparado: bool = False
    normativa: bool = False

    @property
    def primeiro(self) -> date:
        """First day that the text covers."""
        if self.precisao == "dia":
            return self.data
        return date(self.data.year, self.data.month if self.precisao == "mes" else 1, 1)

    @property
    def ultimo(self) -> date:
        """Last day that the text covers."""
        return self.data


@dataclass(frozen=True, slots=True)
class _Found:
    start: int
    end: int
    data: date | None
    precisao: Precisao = "dia"
    reparado: bool = False


def find_dates(text: str) -> list[DateMatch]:
    """All dates of a text in reading order, not overlapping.

    Never reads one out of a process number, telephone, CNPJ or document number (``nº 12/2026``).
    """
    if not isinstance(text, str):
        return []
    folded = fold_same_length(text)
    taken: list[_Found] = []
    covered = bytearray(len(folded))
    for finder in (_long, _boxed, _numeric, _iso, _spaced, _month, _year):
        for found in finder(folded):
            # An impossible date covers its characters too: "31/02/2026" must not leave "02/2026" behind.
            if any(covered[found.start : found.end]):
                continue
            covered[found.start : found.end] = b"\x01" * (found.end - found.start)
            taken.append(found)
    matches = []
    for f in sorted(taken, key=lambda f: f.start):
        if f.data is not None:
            normative = NORMATIVE_BEFORE.search(folded[max(0, f.start - _BACK) : f.start]) is not None
            lido = text[f.start : f.end]
            matches.append(DateMatch(f.start, f.end, lido, f.data, f.precisao, f.reparado, normative))
    return matches


def parse_date(text: object) -> date | None:
    """The day, where the whole text is one date of day precision (ISO ``2026-12-31`` too); otherwise None."""
    if not isinstance(text, str) or len(text) > 200:
        return None
    stripped = text.strip().strip(".,;")
    found = find_dates(stripped)
    if len(found) == 1 and found[0].precisao == "dia" and found[0].lido == stripped:
        return found[0].data
    return None


def year_of(digits: str) -> int | None:
    """The year that two or four digits say (see the window in the module's text); None outside of 1900 to 2100."""
    if not (digits.isascii() and digits.isdigit()):
        return None
    if len(digits) == 2:
        short = int(digits)
        return 2000 + short if short < _CENTURY_PIVOT else 1900 + short
    year = int(digits) if len(digits) == 4 else 0
    return year if MIN_YEAR <= year <= MAX_YEAR else None


def _day(year: int | None, month: int | None, day: int | None) -> date | None:
    if year is None or month is None or day is None or not MIN_YEAR <= year <= MAX_YEAR:
        return None
    try:
        return date(year, month, day)
    except ValueError:
        return None


def _digits(raw: str) -> tuple[str, bool]:
    """Digits of a group (blanks and a thousands dot removed), and whether anything had to be repaired."""
    squeezed = re.sub(r"\s", "", raw)
    read = safe_digits(squeezed.replace(".", ""))
    return read, squeezed != raw.strip() or read != squeezed.replace(".", "")


def _numeric(t: str) -> Iterator[_Found]:
    for m in NUMERIC.finditer(t):
        separators = {m["s1"].strip(), m["s2"].strip()}
        day, r1 = _digits(m["d"])
        month, r2 = _digits(m["m"])
        year, r3 = _digits(m["y"])
        repaired = r1 or r2 or r3 or len(separators) > 1
        if "," in separators:  # a dot read as a comma, or a list of numbers: only the full mask is believed
            repaired = True
            if (len(m["d"]), len(m["m"]), len(year)) != (2, 2, 4):
                continue
        raw = m.group()
        if sum(c.isdigit() for c in raw) < 4:
            continue
        if len(year) == 2 and not _short_year_ok(m, t, repaired):
            continue
        # The same separator on either side means a longer number, of which this is the middle.
        inner = m["s1"].strip()
        around = t[m.start() - 1 : m.start()], t[m.end() : m.end() + 1]
        longer = around[0] in separators and t[max(0, m.start() - 2) : m.start() - 1].isdigit()
        longer |= around[1] in separators and t[m.end() + 1 : m.end() + 2].isdigit()
        longer |= around[0] in ("/", "-") and inner == "-" and t[max(0, m.start() - 2) : m.start() - 1].isdigit()
        if longer:
            continue
        yield _Found(m.start(), m.end(), _day(year_of(year), _int(month), _int(day)), "dia", repaired)


def _short_year_ok(m: re.Match[str], t: str, repaired: bool) -> bool:
    """A two-digit year is believed only in the plainest mask, with nothing numeric at its sides."""
    if repaired or m["s1"].strip() != m["s2"].strip():
        return False
    if m["s1"].strip() != "/" and (len(m["d"]) != 2 or len(m["m"]) != 2):
        return False
    after = t[m.end() : m.end() + 2]
    before = t[max(0, m.start() - 2) : m.start()]
    sided = re.match(r"[./\-,][0-9]|[A-Z]", after) or re.search(r"[0-9][./\-,]$", before)
    return not sided and NUMBER_BEFORE.search(t[max(0, m.start() - 40) : m.start()]) is None


def _int(digits: str) -> int | None:
    return int(digits) if digits.isascii() and digits.isdigit() else None


def _boxed(t: str) -> Iterator[_Found]:
    for m in BOXED.finditer(t):
        digits = re.sub(r"[^0-9]", "", m.group())
        yield _Found(m.start(), m.end(), _day(int(digits[4:]), int(digits[2:4]), int(digits[:2])), "dia", True)


def _iso(t: str) -> Iterator[_Found]:
    for m in ISO.finditer(t):
        yield _Found(m.start(), m.end(), _day(int(m["y"]), int(m["m"]), int(m["d"])))


def _spaced(t: str) -> Iterator[_Found]:
    for m in SPACED.finditer(t):
        found = _day(int(m["y"]), int(m["m"]), int(m["d"]))
        if found is not None:
            yield _Found(m.start(), m.end(), found, "dia", True)


def _long(t: str) -> Iterator[_Found]:
    """Day, month by name (or number between "de"), year; digits or words."""
    for pattern in (LONG, COMPACT_WORDS, GLUED):
        for m in pattern.finditer(t):
            month, garbled = month_of(m["m"])
            if month is None:
                continue
            day, day_repaired = _day_number(m)
            year, year_repaired = _year_number(m)
            if day is None or year is None:
                continue
            if m["m"].isdigit() and _NUMERIC_OF.search(m.group()) is None:
                continue
            repaired = garbled or day_repaired or year_repaired or pattern is GLUED
            yield _Found(m.start(), m.end(), _day(year, month, day), "dia", repaired)


def _day_number(m: re.Match[str]) -> tuple[int | None, bool]:
    raw = m["d"]
    if raw.startswith("PRIMEIR"):
        return 1, False
    said = parse_number_words(raw) if raw[:1].isalpha() else None
    if said is not None or len(raw) > 3:
        return said, False
    if raw == "1O":  # "1o de março": the first, its ordinal mark read or typed as a letter
        return 1, True
    digits, repaired = _digits(raw)
    return _int(digits), repaired


def _year_number(m: re.Match[str]) -> tuple[int | None, bool]:
    raw = m["y"]
    if raw[:1].isalpha() and len(raw) > 4:
        return parse_number_words(raw), False
    dotted = re.fullmatch(r"[0-9]\.[0-9]{3}", raw) is not None
    digits, repaired = _digits(raw)
    if len(digits) == 2 and repaired:
        return None, True
    return year_of(digits), repaired and not dotted


def _month(t: str) -> Iterator[_Found]:
    for m in MONTH_NAMED.finditer(t):
        month, garbled = month_of(m["m"])
        digits, repaired = _digits(m["y"])
        year = year_of(digits)
        if month is not None and year is not None and not (garbled and len(digits) == 2):
            yield _Found(m.start(), m.end(), _last(year, month), "mes", garbled or repaired)
    for m in MONTH_NUMERIC.finditer(t):
        before = t[max(0, m.start() - 40) : m.start()]
        if m.start() > 40:
            before = "." + before  # the cut is no beginning of a line
        if NUMBER_BEFORE.search(before) is not None or MONTH_BEFORE.search(before) is None:
            continue
        month, year = int(m["m"]), year_of(m["y"])
        if 1 <= month <= 12 and year is not None:
            yield _Found(m.start(), m.end(), _last(year, month), "mes")


def _year(t: str) -> Iterator[_Found]:
    for m in YEAR_LABELLED.finditer(t):
        year = year_of(m["y"])
        if year is not None:
            yield _Found(m.start("y"), m.end("y"), date(year, 12, 31), "ano")


def _last(year: int, month: int) -> date:
    return date(year, month, calendar.monthrange(year, month)[1])
