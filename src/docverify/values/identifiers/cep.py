"""CEP: eight digits, whose first five say the State.

Source of the ranges: public tables that agree with each other (freight tables, tutorials); the official DNE was not
read.
78900-78999 belonged to Rondônia before its move to 76800: kept apart in `OLD_RANGES`.
"""

from __future__ import annotations

import re

from docverify.values.errors import InvalidValue
from docverify.values.identifiers.match import IdMatch, digits, guard, holds, labelled
from docverify.values.lookalikes import LETTER_TO_DIGIT

LENGTH = 8

# (first, last, UF) over the first five digits, inclusive.
RANGES: tuple[tuple[int, int, str], ...] = (
    (1000, 19999, "SP"),
    (20000, 28999, "RJ"),
    (29000, 29999, "ES"),
    (30000, 39999, "MG"),
    (40000, 48999, "BA"),
    (49000, 49999, "SE"),
    (50000, 56999, "PE"),
    (57000, 57999, "AL"),
    (58000, 58999, "PB"),
    (59000, 59999, "RN"),
    (60000, 63999, "CE"),
    (64000, 64999, "PI"),
    (65000, 65999, "MA"),
    (66000, 68899, "PA"),
    (68900, 68999, "AP"),
    (69000, 69299, "AM"),
    (69300, 69399, "RR"),
    (69400, 69899, "AM"),
    (69900, 69999, "AC"),
    (70000, 72799, "DF"),
    (72800, 72999, "GO"),
    (73000, 73699, "DF"),
    (73700, 76799, "GO"),
    (76800, 76999, "RO"),
    (77000, 77999, "TO"),
    (78000, 78899, "MT"),
    (79000, 79999, "MS"),
    (80000, 87999, "PR"),
    (88000, 89999, "SC"),
    (90000, 99999, "RS"),
)
OLD_RANGES: tuple[tuple[int, int, str], ...] = ((78900, 78999, "RO"),)


def compact(number: str) -> str:
    """The digits without mask.

    Raises:
        InvalidValue: not a short ASCII text.
    """
    return re.sub(r"[\s.\-]+", "", guard(number, "CEP"))


def validate(number: str) -> str:
    """The canonical form (8 digits); a CEP has no check digit.

    Raises:
        InvalidValue: ``formato`` or ``tamanho``; ``formato`` too where no State has such a number.
    """
    value = digits(compact(number), "CEP", LENGTH)
    if int(value[:5]) < RANGES[0][0]:
        raise InvalidValue("formato", "CEP fora de todas as faixas.")
    return value


def is_valid(number: object) -> bool:
    """Whether ``number`` is a CEP of some State; never raises."""
    return holds(validate, number)


def format(number: str) -> str:
    """The printed form ``XXXXX-XXX``.

    Raises:
        InvalidValue: as `validate`.
    """
    v = validate(number)
    return f"{v[:5]}-{v[5:]}"


def uf_of(number: str) -> str | None:
    """The State (sigla) of a CEP; None for what is no CEP or lies in no range."""
    try:
        head = int(validate(number)[:5])
    except InvalidValue:
        return None
    for first, last, uf in (*RANGES, *OLD_RANGES):
        if first <= head <= last:
            return uf
    return None


_D = "[0-9OoIlSs]"
_MASKED = re.compile(
    rf"(?:(?<![0-9A-Za-z])|(?<=\bCEP)|(?<=\bcep)|(?<=\bCep))(?<![0-9][./\-])([0-9]{_D})([ ]?\.[ ]?|[ ])?({_D}{{3}})"
    rf"([ ]{{0,2}}[\-\u2010-\u2015][ ]{{0,2}}|[ .])?({_D}{{3}})"
    r"(?![0-9A-Za-z])(?!\s?[/\-]\s?[0-9]|\s?\.[0-9])"
)
_LABEL = re.compile(r"\b(CEP|C\.E\.P|COD\w* POSTAL|CODIGO DE ENDERECAMENTO)\b[^0-9]{0,15}$")


def find_ceps(text: str) -> list[IdMatch]:
    """CEPs in OCR text: ``13010-300``, ``13.010-300``, and bare eight digits after the label CEP."""
    if not isinstance(text, str):
        return []
    found: list[IdMatch] = []
    for hit in _MASKED.finditer(text):
        raw = hit.group()
        chars = re.sub(r"[^0-9A-Za-z]", "", raw)
        clean = chars.isdigit()
        dashed = bool(hit.group(4)) and not hit.group(4).isspace() and hit.group(4) != "."
        near = labelled(text, hit.start(), _LABEL)
        if not (near or (dashed and clean)):
            continue
        value = chars if clean else "".join(LETTER_TO_DIGIT.get(c, c) for c in chars)
        valid = is_valid(value)
        if not clean and not valid:
            continue
        found.append(IdMatch(hit.start(), hit.end(), raw, value, valid, not clean))
    return found
