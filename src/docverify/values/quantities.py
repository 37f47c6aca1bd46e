"""Quantities of a fire certificate and a contrato: kilograms of LPG, storage classes, money."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from typing import Literal

from docverify.values.glp_classes import CLASSES, class_limits, class_of, same_class, table_for
from docverify.values.numbers_pt import NUMBER_WORDS, parse_number_words
from docverify.values.text import fold_same_length

__all__ = [
    "CLASSES",
    "ClassMatch",
    "KgMatch",
    "MoneyMatch",
    "class_limits",
    "class_of",
    "find_classes",
    "find_kilograms",
    "find_money",
    "parse_kilograms",
    "same_class",
    "table_for",
]

Forma = Literal["kg", "botijoes", "extenso", "tonelada"]

KG_POR_BOTIJAO = 13
# Sizes of transportable containers sold in Brazil (kg of LPG); source: NBR 8460/8865 as cited in public fire norms.
RECIPIENTES = frozenset({1, 2, 5, 7, 8, 10, 13, 20, 45, 90, 190})


@dataclass(frozen=True, slots=True)
class KgMatch:
    """A mass of LPG stated in a text.

    Attributes:
        start: offset of its first character in the text given.
        end: offset after its last character.
        lido: the characters as read.
        kg: whole kilograms; a fraction is cut off, and the match marked ``ambiguo``.
        forma: ``kg`` (stated), ``botijoes`` (count times size), ``extenso`` (number words only), ``tonelada``.
        recipiente: the size of one container or the limit of its size, not a capacity.
        ambiguo: ``1,560 kg`` may be one and a half kilograms or a misread 1.560; or figure and words disagree; or the
            figure was repaired.
        equivalente: the value was computed from a number of cylinders, not printed in kilograms.
    """

    start: int
    end: int
    lido: str
    kg: int
    forma: Forma
    recipiente: bool = False
    ambiguo: bool = False
    equivalente: bool = False


@dataclass(frozen=True, slots=True)
class ClassMatch:
    """A storage class stated in a text.

    Attributes:
        start: offset of the first character (the word "classe") in the text given.
        end: offset after the class.
        lido: the characters as read.
        classe: ``I`` to ``VII`` or ``Especial``.
        reparado: look-alikes (``lll`` for ``III``) were replaced.
    """

    start: int
    end: int
    lido: str
    classe: str
    reparado: bool = False


@dataclass(frozen=True, slots=True)
class MoneyMatch:
    """An amount of money stated in a text, in reais; ``ambiguo`` where the separators do not say which is which."""

    start: int
    end: int
    lido: str
    valor: Decimal
    ambiguo: bool = False


_N = (
    r"[0-9]{1,3}(?:[ ][0-9]{3}){1,2}(?![ ]?[0-9.,])"
    r"|[0-9OIL]{0,1}[0-9][0-9OIL]{0,2}(?:[ ]?[.,][ ]?[0-9OIL]{3}){1,3}(?:,[0-9]{1,2})?"
    r"|[0-9]{1,7}(?:[.,][0-9]{1,3})?"
)
_NUM = rf"(?<![0-9A-Z])(?<![0-9][.,/\-])(?P<n>{_N})(?![0-9])"
_NOTE = r"(?:\s{0,2}\((?P<p>[^()\n]{1,90})\))?"
_KG = r"(?:KGS?|K[GQ9]S?|KILOS?|QUILOS?|QUILOGRAMAS?|KILOGRAMAS?|QUILOGRAMOS)"
_TON = r"(?:TON(?:ELADAS?)?|T)"
_UNIT_END = r"(?![A-Z0-9]|[ ]{0,2}/[ ]{0,2}(?:CM|M|H|MIN)|[ ]{0,2}F/)"

_MASS = re.compile(rf"{_NUM}{_NOTE}\s{{0,3}}(?P<u>{_KG}|{_TON}){_UNIT_END}")
# The unit stands in the label, "CAPACIDADE DE ARMAZENAMENTO (KG): 6.240", also with the value below it.
_LABELLED_MASS = re.compile(
    r"\b(?:CAPACIDADE|ARMAZENAMENTO|ARMAZENAGEM|ESTOCAGEM|QUANTIDADE|TOTAL|MASSA)\b[^0-9\n;]{0,40}?(?:\(\s?|\bEM\s{1,2})"
    rf"(?:EM\s)?{_KG}(?:\s{{1,2}}DE\s{{1,2}}(?:GLP|GAS))?\s?\)?[ \t]{{0,3}}[:\-–|]?\s{{0,4}}"
    rf"{_NUM}(?!\s?(?:{_KG}|BOTIJ|[%/]|M2|M²))"
)
_WORDS_MASS = re.compile(rf"\b(?P<w>{NUMBER_WORDS})\s{{1,3}}{_KG}(?![A-Z])")
_CYLINDER = r"(?:BOTIJ(?:AO|OES|ODES|AOS|OE5)|RECIPIENTES?|CILINDROS?|VASILHAMES?|BUJ(?:AO|OES)|UNIDADES|BOTIJOE)"
_FILLER = (
    r"(?:\s{1,2}(?:TRANSPORTAVEIS|TRANSPORTAVEL|CHEI[AO]S?|CHEIOS|DE|GLP|GAS|EQUIVALENTES?|A|TIPO|COM|CAPACIDADE"
    r"|MASSA|LIQUIDA|CADA|ATE|PARA|E/OU|VAZIOS?|PARCIALMENTE|UTILIZADOS|OU)){0,8}"
)
_COUNT = re.compile(
    rf"{_NUM}{_NOTE}\s{{1,3}}{_CYLINDER}{_FILLER}\s{{0,3}}(?:(?P<p13>P\s?[-–]?\s?(?P<tipo>[0-9]{{1,3}}))(?![0-9])"
    rf"|(?P<size>[0-9]{{1,3}}(?:,0{{1,2}})?)\s{{0,2}}(?:\([A-Z ]{{3,30}}\)\s{{0,2}})?{_KG}(?![A-Z]))"
)
_BARE_COUNT = re.compile(rf"{_NUM}{_NOTE}\s{{1,3}}BOTIJ(?:OES|ODES|AOS)\b(?!\s{{1,2}}(?:VAZIOS))")
# "P-13 x 480", "480 x 13 kg", "480 P13", never across the rows of a table
_TIMES = re.compile(
    rf"{_NUM}[ \t]{{0,2}}(?:[X*]|UN(?:ID)?\.?[ ](?:DE[ ])?)?[ \t]{{0,2}}P[ ]?[-–]?[ ]?"
    r"(?P<tipo>13|45|20|90|5|8|2)(?![0-9])"
)
_TIMES_KG = re.compile(rf"{_NUM}\s{{0,2}}[X*]\s{{0,2}}(?P<size>[0-9]{{1,3}})\s{{0,2}}{_KG}(?![A-Z])")

_CONTAINER_BEFORE = re.compile(
    r"(?:\bATE|\bIGUAL(?:\s+OU\s+(?:INFERIOR|SUPERIOR))?\s+A|\bINFERIOR(?:ES)?\s+A|\b(?:BOTIJ(?:AO|OES)|RECIPIENTES?|CILINDROS?|VASILHAMES?)(?:\s+[A-Z]{1,14}){0,5}?(?:\s+(?:DE|COM|A))?)\s{0,2}(?:[A-Z]{2,12}\s+DE\s+)?$"
)
_CAPACITY_BEFORE = re.compile(r"\b(CAPACIDADE|ARMAZEN\w*|TOTAL|ESTOCAGEM|LIMITE|MAXIM[AO]|QUANTIDADE)\b[^.;\n]{0,50}$")
_EXTINGUISHER = re.compile(
    r"\b(EXTINTOR(?:ES)?|PQS|PO\s+QUIMICO|CO2|GAS\s+CARBONICO|ABC|BC|CARGA\s+DE\s+INCENDIO|PRESSAO|PESO(?!\s+(?:TOTAL\s+|MAXIMO\s+)?(?:DE|DO)\s+(?:GLP|GAS\b))|TARA|VEICULO|CAMINHAO|CARGA\s+UTIL|PBT)\b[^;\n]{0,40}$"
)
_EXTINGUISHER_AFTER = re.compile(r"^[^;\n]{0,15}\b(PQS|PO\s+QUIMICO|CO2|ABC|BC|DE\s+PO)\b")


def find_kilograms(text: str) -> list[KgMatch]:
    """Masses of LPG: ``1.560 kg``, ``120 botijões P-13``, ``1.560 (mil quinhentos e sessenta) quilogramas``.

    A count of cylinders with their size is one capacity (``480 botijões de 13 kg`` is 6,240). The size of a container
    (``13 kg``, ``P-45``, ``até 90 kg``) is marked ``recipiente``. Extinguishers, loads and pressures are left out.
    """
    if not isinstance(text, str):
        return []
    folded = fold_same_length(text)
    found: list[KgMatch] = []
    covered = bytearray(len(folded))

    def add(m: re.Match[str], kg: Decimal | None, forma: Forma, group: int | str = 0, **flags: bool) -> None:
        start, end = m.span(group)
        if kg is None or any(covered[start:end]):
            return
        covered[start:end] = b"\x01" * (end - start)
        if kg != int(kg):
            flags["ambiguo"] = True
        found.append(KgMatch(start, end, text[start:end], int(kg), forma, **flags))

    for pattern in (_COUNT, _TIMES_KG, _TIMES, _BARE_COUNT):
        for m in pattern.finditer(folded):
            add(m, _counted(m), "botijoes", equivalente=True)
    for m in _MASS.finditer(folded):
        before = folded[max(0, m.start() - 70) : m.start()]
        if _EXTINGUISHER.search(before) or _EXTINGUISHER_AFTER.search(folded[m.end() : m.end() + 40]):
            continue
        ton = m["u"].startswith("T")
        value, doubtful = _mass_number(m["n"])
        if value is None or (ton and not _CAPACITY_BEFORE.search(before) and m["u"] == "T"):
            continue
        if ton:
            value, doubtful = (_plain(m["n"]) or value) * 1000, False
        doubtful |= _contradicted(m, value)
        add(m, value, "tonelada" if ton else "kg", recipiente=_is_container(value, before), ambiguo=doubtful)
    for m in _LABELLED_MASS.finditer(folded):
        value, doubtful = _mass_number(m["n"])
        add(m, value, "kg", "n", ambiguo=doubtful)
    for m in _WORDS_MASS.finditer(folded):
        said = parse_number_words(m["w"])
        if said is not None:
            before = folded[max(0, m.start() - 70) : m.start()]
            add(m, Decimal(said), "extenso", recipiente=_is_container(Decimal(said), before))
    return sorted(found, key=lambda k: k.start)


def parse_kilograms(text: object) -> int | None:
    """The whole kilograms of a text that states one unambiguous capacity and nothing else; otherwise None."""
    if not isinstance(text, str) or len(text) > 200:
        return None
    found = [k for k in find_kilograms(text) if not k.ambiguo]
    if len(found) == 1 and found[0].lido == text.strip(" .;"):
        return found[0].kg
    return None


def _counted(m: re.Match[str]) -> Decimal | None:
    """Kilograms of a number of cylinders; thirteen each where the size is not said."""
    groups = m.groupdict()
    size_text = groups.get("tipo") or groups.get("size")
    size = int(size_text.split(",")[0]) if size_text else KG_POR_BOTIJAO
    count, doubtful = _mass_number(m["n"])
    if count is None or count != int(count) or doubtful or size not in RECIPIENTES or _contradicted(m, count):
        return None
    return count * size


def _mass_number(raw: str) -> tuple[Decimal | None, bool]:
    """Value of a printed number, and whether it is ambiguous.

    A dot with three digits behind it is a thousands dot. A comma with three digits behind it (``1,560``) may be a
    misread dot: read as thousands, marked ambiguous. A comma with one or two digits is decimal.
    """
    squeezed = raw.replace(" ", "")
    read = squeezed.translate(str.maketrans("OIL", "011"))
    # A blank between figures is a lost dot, or two numbers side by side.
    doubtful = read != squeezed or re.search(r"[0-9] [0-9]", raw) is not None
    if re.fullmatch(r"[0-9]{1,3}(?:\.[0-9]{3})+(?:,[0-9]{1,2})?|[0-9]+(?:,[0-9]{1,2})?", read):
        return Decimal(read.replace(".", "").replace(",", ".")), doubtful
    if re.fullmatch(r"[0-9]{1,3}(?:[.,][0-9]{3})+(?:,[0-9]{1,2})?", read):
        head, _, tail = read.rpartition(",")
        if head and len(tail) <= 2:
            return Decimal(re.sub(r"[.,]", "", head) + "." + tail), True
        return Decimal(re.sub(r"[.,]", "", read)), True
    if re.fullmatch(r"[0-9]+\.[0-9]{1,2}", read):  # "12.5 kg": a dot used as a comma
        return Decimal(read), True
    return None, True


def _plain(raw: str) -> Decimal | None:
    """A number of tons: both separators are decimal there (``6,240 t``)."""
    read = raw.replace(" ", "").replace(",", ".")
    return Decimal(read) if re.fullmatch(r"[0-9]+(?:\.[0-9]{1,3})?", read) else None


def _contradicted(m: re.Match[str], value: Decimal) -> bool:
    """Whether the words in parentheses say another number."""
    inside = m.groupdict().get("p")
    if inside is None:
        return False
    said = parse_number_words(re.sub(r"\b(?:QUILOGRAMAS?|QUILOS?|KG|BOTIJOES|UNIDADES)\b", "", inside).strip())
    return said is not None and Decimal(said) != value


def _is_container(kg: Decimal, before: str) -> bool:
    """Whether a mass is the size of one container: a usual size, after words of containers or "até"."""
    if kg > 250:
        return False
    if _CONTAINER_BEFORE.search(before):
        return True
    return kg in RECIPIENTES and _CAPACITY_BEFORE.search(before) is None


_CLASS = re.compile(
    r"\bCLASSE(?:\(S\)|S)?(?![A-Z])(?:\s{1,2}(?:DE|DO|DA|P/|PARA)\s{1,2}(?:ARMAZENAMENTO|ARMAZENAGEM|AREA|REVENDA|INSTALACAO)(?:\s{1,2}(?:DE|DO)\s{1,2}(?:GLP|GAS))?)?"
    r"(?:\s{1,2}(?:GLP|E))?[\s:\-–.º(\"']{1,6}(?P<c>ESPECIAL|VIII|VII|VI|IV|V|III|II|I|[1-7]|[IL1|]{1,3}|V[IL1|]{1,2}|[IL1|]V)(?![A-Z0-9])(?![./,\-][0-9])"
    r"(?!\s?(?:A|AO|E|OU|[,/\-–])\s?(?:[IVX]{1,4}|[1-7]|ESPECIAL)\b)"
)
_ROMAN = ("", "I", "II", "III", "IV", "V", "VI", "VII")


def find_classes(text: str) -> list[ClassMatch]:
    """Storage classes: ``Classe III``, ``CLASSE DE ARMAZENAMENTO: 3``, ``Classe Especial``, ``CLASSE lll``.

    A range or a list of classes ("classes I a VII") states none.
    """
    if not isinstance(text, str):
        return []
    folded = fold_same_length(text)
    found = []
    for m in _CLASS.finditer(folded):
        raw = m["c"]
        if raw == "ESPECIAL":
            classe, repaired = "Especial", False
        elif raw in _ROMAN:
            classe, repaired = raw, False
        elif raw.isdigit() and len(raw) == 1:
            classe, repaired = _ROMAN[int(raw)], False
        else:
            roman = re.sub(r"[L1|]", "I", raw)
            if roman not in _ROMAN:
                continue
            classe, repaired = roman, True
        found.append(ClassMatch(m.start(), m.end(), text[m.start() : m.end()], classe, repaired))
    return found


_MONEY = re.compile(
    r"(?:R\s?\$|(?<![A-Z])RS(?=\s?[0-9]))\s{0,3}(?P<n>[0-9]{1,3}(?:[., ][0-9]{3}){1,4}(?:[.,][0-9]{2})?"
    r"|[0-9]{1,12}(?:[.,][0-9]{1,2})?)(?![0-9])(?P<mil>\s{1,2}(?:MIL|MILH(?:AO|OES))\b)?"
)


def find_money(text: str) -> list[MoneyMatch]:
    """Amounts in reais: ``R$ 10.000,00``, ``R$ 1 milhão``; ``R$ 10,000.00`` is read and marked ambiguous."""
    if not isinstance(text, str):
        return []
    folded = fold_same_length(text)
    found = []
    for m in _MONEY.finditer(folded):
        raw = m["n"].replace(" ", "")
        plain = re.fullmatch(r"(?:[0-9]{1,3}(?:\.[0-9]{3})*|[0-9]+)(?:,[0-9]{1,2})?", raw) is not None
        cents = re.search(r"[.,]([0-9]{1,2})$", raw)
        whole = re.sub(r"[.,]", "", raw[: cents.start()] if cents else raw)
        value = Decimal(f"{whole}.{cents[1] if cents else '00'}")
        if m["mil"]:
            value *= 1000 if m["mil"].strip() == "MIL" else 1_000_000
        found.append(MoneyMatch(m.start(), m.end(), text[m.start() : m.end()], value, not plain))
    return found
