"""NIRE, the number of a company in the registry of commerce (Junta Comercial).

Eleven digits, the first two the IBGE code of the State. It is printed ``35.2.1234567-8``, ``3521234567-8`` or bare. Its
check digit is not published in a source that was read, so it is not checked.
"""

from __future__ import annotations

import re

from docverify.values.errors import InvalidValue
from docverify.values.identifiers.match import IdMatch, digits, guard, holds, labelled

LENGTH = 11

# IBGE codes of the States.
UF_CODES: dict[str, str] = {
    "11": "RO",
    "12": "AC",
    "13": "AM",
    "14": "RR",
    "15": "PA",
    "16": "AP",
    "17": "TO",
    "21": "MA",
    "22": "PI",
    "23": "CE",
    "24": "RN",
    "25": "PB",
    "26": "PE",
    "27": "AL",
    "28": "SE",
    "29": "BA",
    "31": "MG",
    "32": "ES",
    "33": "RJ",
    "35": "SP",
    "41": "PR",
    "42": "SC",
    "43": "RS",
    "50": "MS",
    "51": "MT",
    "52": "GO",
    "53": "DF",
    "54": "MS",  # used by the Junta of Mato Grosso do Sul
}


def compact(number: str) -> str:
    """The digits without mask.

    Raises:
        InvalidValue: not a short ASCII text.
    """
    return re.sub(r"[\s.\-/]+", "", guard(number, "NIRE"))


def validate(number: str) -> str:
    """The canonical form (11 digits).

    Raises:
        InvalidValue: ``formato`` (no digits, no State with such a code) or ``tamanho``.
    """
    value = digits(compact(number), "NIRE", LENGTH)
    if value[:2] not in UF_CODES:
        raise InvalidValue("formato", "NIRE de UF inexistente.")
    return value


def is_valid(number: object) -> bool:
    """Whether ``number`` has the structure of a NIRE; never raises."""
    return holds(validate, number)


def format(number: str) -> str:
    """The printed form ``35.2.1234567-8``.

    Raises:
        InvalidValue: as `validate`.
    """
    v = validate(number)
    return f"{v[:2]}.{v[2]}.{v[3:10]}-{v[10]}"


def uf_of(number: str) -> str | None:
    """The State whose Junta gave the number; None for what is no NIRE."""
    try:
        return UF_CODES[validate(number)[:2]]
    except InvalidValue:
        return None


_FORMS = re.compile(
    r"(?<![0-9A-Za-z])(?<![0-9][./\-])(?:[0-9]{2}[. ][0-9]{3}[. ][0-9]{3}[. ][0-9]{3}|"
    r"[0-9]{2}[ ]?[.\-]?[ ]?[0-9][ ]?[.\-]?[ ]?"
    r"(?:[0-9]{7}|[0-9]{3}[. ][0-9]{4}"
    r"|[0-9][. ]?[0-9]{3}[. ]?[0-9]{3})[ ]?[\-.]?[ ]?[0-9])(?![0-9A-Za-z])(?![./\-][0-9])"
)
_LABEL = re.compile(r"\bN\.?I\.?R\.?E\b")


def find_nires(text: str) -> list[IdMatch]:
    """NIREs in OCR text: after the label NIRE in any shape, elsewhere only fully masked (``35.2.1234567-8``)."""
    if not isinstance(text, str):
        return []
    found: list[IdMatch] = []
    for hit in _FORMS.finditer(text):
        value = re.sub(r"[^0-9]", "", hit.group())
        if len(value) != LENGTH:
            continue
        masked = re.fullmatch(r"[0-9]{2}\.[0-9]\.[0-9]{7}-[0-9]", hit.group()) is not None
        if is_valid(value) and (masked or labelled(text, hit.start(), _LABEL)):
            found.append(IdMatch(hit.start(), hit.end(), hit.group(), value, True))
    return found
