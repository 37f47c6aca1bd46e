"""Portuguese number words: "dois mil e vinte e seis" is 2026."""

from __future__ import annotations

import re

from docverify.values.text import fold

_UNITS = {
    "ZERO": 0,
    "UM": 1,
    "HUM": 1,
    "UMA": 1,
    "DOIS": 2,
    "DUAS": 2,
    "TRES": 3,
    "QUATRO": 4,
    "CINCO": 5,
    "SEIS": 6,
    "SETE": 7,
    "OITO": 8,
    "NOVE": 9,
    "DEZ": 10,
    "ONZE": 11,
    "DOZE": 12,
    "TREZE": 13,
    "QUATORZE": 14,
    "CATORZE": 14,
    "QUINZE": 15,
    "DEZESSEIS": 16,
    "DEZASSEIS": 16,
    "DEZESSETE": 17,
    "DEZASSETE": 17,
    "DEZOITO": 18,
    "DEZENOVE": 19,
    "DEZANOVE": 19,
}
_TENS = {
    "VINTE": 20,
    "TRINTA": 30,
    "QUARENTA": 40,
    "CINQUENTA": 50,
    "CINCOENTA": 50,
    "SESSENTA": 60,
    "SETENTA": 70,
    "OITENTA": 80,
    "NOVENTA": 90,
}
_HUNDREDS = {
    "CEM": 100,
    "CENTO": 100,
    "DUZENTOS": 200,
    "DUZENTAS": 200,
    "TREZENTOS": 300,
    "TREZENTAS": 300,
    "QUATROCENTOS": 400,
    "QUATROCENTAS": 400,
    "QUINHENTOS": 500,
    "QUINHENTAS": 500,
    "SEISCENTOS": 600,
    "SEISCENTAS": 600,
    "SETECENTOS": 700,
    "SETECENTAS": 700,
    "OITOCENTOS": 800,
    "OITOCENTAS": 800,
    "NOVECENTOS": 900,
    "NOVECENTAS": 900,
}
_VALUES = {**_UNITS, **_TENS, **_HUNDREDS}
_SCALES = {"MIL": 1_000, "MILHAO": 1_000_000, "MILHOES": 1_000_000}
_WORD = "(?:" + "|".join(sorted([*_VALUES, *_SCALES], key=len, reverse=True)) + ")"

# A run of number words in folded text (see `docverify.values.text.fold`); bounded, so that it stays linear.
NUMBER_WORDS = rf"{_WORD}\b(?:(?:\s+E\s+|\s*,\s*|\s+){_WORD}\b){{0,12}}"

_MAX_CHARS = 200


def _rank(value: int) -> int:
    """Decimal place that a word fills: 3 hundreds, 2 tens, 1 units; the teens fill tens and units both."""
    if value >= 100:
        return 3
    return 2 if value >= 20 else 1


def parse_number_words(s: str) -> int | None:
    """The number that the words say, or None where they are not one well-formed number.

    Accepts 0 to 999,999,999, "hum" and "catorze", commas and "e" between the words. "vinte trinta" is no number.
    """
    if not isinstance(s, str) or len(s) > _MAX_CHARS:
        return None
    tokens = [t for t in re.findall(r"[A-Z]+|[^A-Z\s,]", fold(s)) if t != "E"]
    if not tokens:
        return None
    total = 0
    group: int | None = None
    last_rank = 4
    last_scale = 10**9
    for token in tokens:
        scale = _SCALES.get(token)
        if scale is not None:
            if scale >= last_scale or group == 0:
                return None
            total += (1 if group is None else group) * scale
            group, last_rank, last_scale = None, 4, scale
            continue
        value = _VALUES.get(token)
        if value is None:
            return None
        rank = _rank(value)
        teens = 10 <= value < 20
        # "vinte e doze" is no number: a teen needs the tens place free too.
        if rank >= last_rank or (teens and last_rank <= 2) or (value == 0 and len(tokens) > 1):
            return None
        group = (group or 0) + value
        last_rank = rank
    return total + (group or 0)
