"""Storage classes of LPG and the kilograms that they allow, by table and date.

Sources: Portaria DNC 27/1996, art. 4º (text read in a public copy); NBR 15514:2007 in force since 2008 (limits as cited
in CBMGO NT-28/2022, table A1, and other public norms; the ABNT text itself is paid and was not read). From class IV on
the same numeral means other kilograms in the two tables.
"""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import Literal

Tabela = Literal["DNC27", "NBR15514"]

CLASSES: tuple[str, ...] = ("I", "II", "III", "IV", "V", "VI", "VII", "Especial")

# Greatest mass of each class in kg, inclusive; the last class has no limit.
LIMITS: dict[Tabela, tuple[tuple[str, int | None], ...]] = {
    "DNC27": (
        ("I", 520),
        ("II", 1560),
        ("III", 6240),
        ("IV", 24960),
        ("V", 49920),
        ("VI", 99840),
        ("Especial", None),
    ),
    "NBR15514": (
        ("I", 520),
        ("II", 1560),
        ("III", 6240),
        ("IV", 12480),
        ("V", 24960),
        ("VI", 49920),
        ("VII", 99840),
        ("Especial", None),
    ),
}
# The first reference date of the newer table.
NBR_FROM = date(2008, 1, 1)


def table_for(on: date) -> Tabela:
    """The table in use on a day: DNC 27/1996 before 2008, NBR 15514 since."""
    return "NBR15514" if on >= NBR_FROM else "DNC27"


def canonical_class(classe: str) -> str | None:
    """``I`` to ``VII`` or ``Especial``, from a Roman or Arabic numeral in any case; None for anything else."""
    if not isinstance(classe, str):
        return None
    text = classe.strip().upper().removeprefix("CLASSE").strip(" :.-")
    if text == "ESPECIAL":
        return "Especial"
    if text.isascii() and text.isdigit() and 1 <= int(text) <= 7:
        return CLASSES[int(text) - 1]
    return text if text in CLASSES else None


def class_limits(classe: str, tabela: Tabela) -> tuple[int, int | None]:
    """Kilograms of a class: (more than, at most); None as second where there is no limit.

    Raises:
        KeyError: the table has no such class (class VII in DNC27).
    """
    wanted = canonical_class(classe)
    lower = 0
    for name, upper in LIMITS[tabela]:
        if name == wanted:
            return lower, upper
        lower = upper if upper is not None else lower
    raise KeyError(f"A tabela {tabela} não tem a classe {classe!r}.")


def class_of(kg: int | Decimal, tabela: Tabela) -> str | None:
    """The class whose limits hold a mass; None for nothing or less."""
    if kg <= 0:
        return None
    for name, upper in LIMITS[tabela]:
        if upper is None or kg <= upper:
            return name
    return None


def same_class(a: str, b: str) -> bool | None:
    """Whether two printed classes are one (``3`` and ``III``); None where one of them is no class."""
    one, other = canonical_class(a), canonical_class(b)
    return None if one is None or other is None else one == other
