"""Parts of an address that stand where no label gives them: in a heading, in a label, two in one cell."""

from __future__ import annotations

import re

from docverify.documents.candidates import Candidate
from docverify.documents.kinds_endereco import STATES, STREET, UFS
from docverify.documents.layout import PageLayout
from docverify.values import municipios
from docverify.values.text import fold, fold_same_length
from docverify.values.ufs import sigla_of

_KIND_ALONE = re.compile(r"(?:RUA|AVENIDA|AV\.?|ALAMEDA|TRAVESSA|PRACA|RODOVIA|ESTRADA|LARGO)")
_UF = "|".join(UFS)
_DISTRICT_TOWN = re.compile(rf"(.{{3,40}}?)\s*(?:/|\s[-–]\s)\s*([A-Z' ]{{3,40}}?)(?:\s*[-–/(,]\s*({_UF})\)?)?")
_HEADING = re.compile(
    r"\W*(?:[0-9IVX]{1,4}\s*[-–.)]\s*)?(?:ENDERECO|LOCALIZACAO|LOCAL(?!\W{1,3}(?:E\W)?DATA)|DADOS D[EO] ENDERECO)\b"
    r"[^:]{0,60}?"
    r"(?:[-–:,(]\s*|\bEM\s+)(?:MUNICIPIO\s+D[EOA]\s+|CIDADE\s+D[EOA]\s+)?(?P<m>[A-Z][A-Z' ]{2,40}?)"
    rf"\s*[-–/,(]\s*(?:(?P<u>{_UF})|ESTADO\s+D[EOA]\s+(?P<e>{STATES}|{_UF}))\W*"
)
_HEADING_LINES = 3


def kind_in_label(layout: PageLayout, street: Candidate) -> str:
    """Return the kind of a street that was taken for its label (``Rua SANTOS DUMONT  nº 10``), else an empty text.

    Only without a colon: before one it is a form's label, and says nothing of what was filled in.
    """
    label = sorted(street.label)
    if len(label) != 1 or not street.words or STREET.match(fold(str(street.valor))):
        return ""
    row = layout.segments[layout.segment_of[label[0]]].text.words
    place = row.index(label[0]) + 1
    said = layout.page.words[label[0]].text
    follows = list(row[place : place + 1]) == [street.words[0]]
    return said if follows and _KIND_ALONE.fullmatch(fold(said)) else ""


def part_district(parts: dict[str, str]) -> None:
    """Part what one cell holds of two or three (``Bairro/Município/UF: CENTRO / ANÁPOLIS / GO``), where all agree."""
    raw = parts.get("bairro", "")
    found = _DISTRICT_TOWN.fullmatch(fold_same_length(raw))
    if found is None:
        return
    state = found[3] or parts.get("uf")
    district, town = raw[: found.end(1)].strip(), raw[found.start(2) : found.end(2)].strip()
    told = fold(parts.get("municipio", ""))
    if state is None or parts.get("uf", state) != state or told not in ("", fold(district), fold(town)):
        return
    if municipios.find(town, state, fuzzy=False) is not None:
        parts.update(bairro=district, municipio=town, uf=state)


def town_in_heading(layout: PageLayout, line: int) -> tuple[str, str, tuple[int, ...]] | None:
    """Return town, State and words of the heading right above an address that names them, None where none does.

    Args:
        layout: The page.
        line: Line on which the address begins.
    """
    for above in range(line - 1, max(-1, line - 1 - _HEADING_LINES), -1):
        for index in layout.lines[above]:
            text = layout.segments[index].text
            found = _HEADING.fullmatch(text.folded)
            state = found and (found["u"] or sigla_of(" ".join(found["e"].split())))
            if found is None or not state:
                continue
            town = " ".join(text.raw[found.start("m") : found.end("m")].split())
            if municipios.find(town, state, fuzzy=False) is not None:
                return town, state, tuple(text.words_of(found.start("m"), found.end()))
    return None
