"""CPF. Check digits by python-stdnum, behind own guards: it takes 111.111.111-11 and any repeated digit."""

from __future__ import annotations

import re

from stdnum.br import cpf as _stdnum  # type: ignore[import-untyped,unused-ignore]
from stdnum.exceptions import ValidationError

from docverify.values.errors import InvalidValue
from docverify.values.identifiers.match import IdMatch, digits, guard, holds, labelled
from docverify.values.lookalikes import LETTER_TO_DIGIT

LENGTH = 11
_NAME = "CPF"


def compact(number: str) -> str:
    """The digits without mask.

    Raises:
        InvalidValue: not a short ASCII text.
    """
    return re.sub(r"[\s.,/\-]+", "", guard(number, _NAME))


def validate(number: str) -> str:
    """The canonical form (11 digits); never padded with zeros.

    Raises:
        InvalidValue: ``tamanho``, ``formato`` (letters, asterisks, one repeated digit) or ``digito``.
    """
    value = digits(compact(number), "CPF", LENGTH)
    if len(set(value)) == 1:
        raise InvalidValue("formato", "CPF com um único dígito repetido.")
    try:
        _stdnum.validate(value)
    except (ValidationError, ValueError) as error:
        raise InvalidValue("digito", "Os dígitos verificadores do CPF não conferem.") from error
    return value


def is_valid(number: object) -> bool:
    """Whether ``number`` is a CPF with holding check digits; never raises."""
    return holds(validate, number)


def format(number: str) -> str:
    """The printed form ``XXX.XXX.XXX-DD``.

    Raises:
        InvalidValue: not 11 digits.
    """
    v = compact(number)
    if len(v) != LENGTH or not v.isdigit():
        raise InvalidValue("tamanho", "CPF deve ter 11 dígitos.")
    return f"{v[:3]}.{v[3:6]}.{v[6:9]}-{v[9:]}"


_D = "[0-9OoQDIlLiSsBZz]"
_S = r"[ \t\u00a0]{0,2}"
_MASKED = re.compile(
    rf"(?<![0-9A-Za-z])(?<![0-9][./\-]){_D}{{3}}{_S}[.,]?{_S}{_D}{{3}}{_S}[.,]?{_S}{_D}{{3}}{_S}[\-./\u2010-\u2015]?{_S}{_D}{{2}}"
    # a dash with blanks on both sides parts what follows ("390.533.447-05 - 14/03/2021")
    r"(?![0-9])(?!\s?[./]\s?[0-9]|-\s?[0-9]|\s-[0-9])"
)
_LABEL = re.compile(r"\b(CPF|C\.P\.F|CIC)\b")


def find_cpfs(text: str) -> list[IdMatch]:
    """CPF-shaped things in OCR text: masked ones, and half-masked or bare ones that hold after a label."""
    if not isinstance(text, str):
        return []
    found: list[IdMatch] = []
    for hit in _MASKED.finditer(text):
        raw = hit.group()
        chars = re.sub(r"[^0-9A-Za-z]", "", raw)
        marks = len(re.findall(r"[.,\-/\u2010-\u2015]", raw))
        if sum(c.isdigit() for c in chars) < 7:
            continue
        clean = chars.isdigit()
        value = chars if clean else "".join(LETTER_TO_DIGIT.get(c, c) for c in chars)
        valid = is_valid(value)
        near = labelled(text, hit.start(), _LABEL)
        if marks >= 3 and (clean or valid or near) or valid and (near or marks == 2):
            repaired = valid and not clean
            found.append(IdMatch(hit.start(), hit.end(), raw, value if valid else chars.upper(), valid, repaired))
    return found
