"""CNAE 2.x subclass: seven digits in several spellings (``4731-8/00``, ``47.31-8-00``, ``4731800``, ``47318/00``).

Source of the descriptions: CNAE 2.x table of IBGE as distributed in @brazilian-utils/brazilian-utils 2.4.0 (MIT).
"""

from __future__ import annotations

import re

from docverify.values.errors import InvalidValue
from docverify.values.identifiers.match import IdMatch, digits, guard, holds, labelled

LENGTH = 7

# The activities that the norms of fuel and LPG resale speak of, and their neighbours.
DESCRIPTIONS: dict[str, str] = {
    "4731800": "Comércio varejista de combustíveis para veículos automotores",
    "4784900": "Comércio varejista de gás liquefeito de petróleo (GLP)",
    "4732600": "Comércio varejista de lubrificantes",
    "4681801": (
        "Comércio atacadista de álcool carburante, biodiesel, gasolina e demais derivados de petróleo, "
        "exceto lubrificantes, não realizado por transportador retalhista (TRR)"
    ),
    "4681802": "Comércio atacadista de combustíveis realizado por transportador retalhista (TRR)",
    "4681803": "Comércio atacadista de combustíveis de origem vegetal, exceto álcool carburante",
    "4681804": "Comércio atacadista de combustíveis de origem mineral em bruto",
    "4681805": "Comércio atacadista de lubrificantes",
    "4682600": "Comércio atacadista de gás liquefeito de petróleo (GLP)",
    "4729602": "Comércio varejista de mercadorias em lojas de conveniência",
}

# Divisions (first two digits) of CNAE 2.x.
_DIVISIONS = frozenset(
    f"{n:02d}"
    for n in (
        *range(1, 4),
        *range(5, 10),
        *range(10, 34),
        *range(35, 40),
        *range(41, 44),
        *range(45, 48),
        *range(49, 54),
        *range(55, 57),
        *range(58, 67),
        *range(68, 76),
        *range(77, 83),
        *range(84, 89),
        *range(90, 98),
        99,
    )
)


def compact(number: str) -> str:
    """The digits without mask.

    Raises:
        InvalidValue: not a short ASCII text.
    """
    return re.sub(r"[\s.\-/]+", "", guard(number, "CNAE"))


def validate(number: str) -> str:
    """The canonical form (7 digits).

    Raises:
        InvalidValue: ``formato`` (no digits, no such division) or ``tamanho``.
    """
    value = digits(compact(number), "CNAE", LENGTH)
    if value[:2] not in _DIVISIONS:
        raise InvalidValue("formato", "CNAE de divisão inexistente.")
    return value


def is_valid(number: object) -> bool:
    """Whether ``number`` has the shape of a CNAE subclass; never raises."""
    return holds(validate, number)


def format(number: str) -> str:
    """The spelling of IBGE, ``4731-8/00``.

    Raises:
        InvalidValue: as `validate`.
    """
    v = validate(number)
    return f"{v[:4]}-{v[4]}/{v[5:]}"


def description(number: str) -> str | None:
    """Description of the subclass where this house knows it."""
    try:
        return DESCRIPTIONS.get(validate(number))
    except InvalidValue:
        return None


_LEFT = r"(?<![0-9A-Za-z])(?<![0-9][./\-])"
_RIGHT = r"(?![0-9])(?![./\-][0-9])"
_FORMS = re.compile(
    _LEFT + r"(?:"
    r"(?P<ibge>[0-9]{4}[ ]?[\-\u2010-\u2015][ ]?[0-9][ ]?/[ ]?[0-9]{2})"
    r"|(?P<cartao>[0-9]{2}[ ]?[.,][ ]?[0-9]{2}[ ]?[\-\u2010-\u2015.][ ]?[0-9][ ]?[\-\u2010-\u2015/.][ ]?[0-9]{2})"
    r"|(?P<classe>[0-9]{5}/[0-9]{2})"
    r"|(?P<travessoes>[0-9]{4}[\-\u2010-\u2015][0-9][\-\u2010-\u2015][0-9]{2})"
    r"|(?P<corrido>[0-9]{7})"
    r")" + _RIGHT
)
_LABEL = re.compile(r"\b(CNAE|CNAES|ATIVIDADE|ATIVIDADES|ECONOMICA|ECONOMICAS)\b")


def find_cnaes(text: str) -> list[IdMatch]:
    """CNAE codes in OCR text.

    The two masked spellings count anywhere; ``47318/00`` and seven bare digits only after a label (CNAE, atividade) or
    where the table knows the code.
    """
    if not isinstance(text, str):
        return []
    found: list[IdMatch] = []
    for hit in _FORMS.finditer(text):
        value = re.sub(r"[^0-9]", "", hit.group())
        weak = hit.lastgroup in ("classe", "corrido", "travessoes")
        if weak and value not in DESCRIPTIONS and not labelled(text, hit.start(), _LABEL, 60):
            continue
        valid = is_valid(value)
        if valid or not weak:
            found.append(IdMatch(hit.start(), hit.end(), hit.group(), value, valid))
    return found
