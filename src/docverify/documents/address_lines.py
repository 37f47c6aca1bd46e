"""Lines of an address made one line, as a parser of addresses wants it: a comma where a part ends, none in a wrap."""

from __future__ import annotations

import re
from itertools import pairwise

from docverify.documents.address_words import states_apart
from docverify.documents.kinds import collapse, collapse_hyphens
from docverify.values import municipios
from docverify.values.text import fold
from docverify.values.ufs import UFS

_DANGLING = re.compile(
    r"(?:\b(?:D[EAO]S?|E|BAIRRO|JARDIM|JD|VILA|PARQUE|SETOR|SAO|SANTA|SANTO|DOM|DR|CEL|PROF|AV|RUA|ROD|EST)\.?|[,–-])$"
)
_CLOSED = re.compile(r"(?:\d|S/?N[º.]?|\b(?:" + "|".join(sorted(UFS)) + r"))[).]?$")


def one_line(text: str) -> str:
    """Make one line of an address: a comma where a line ends a part, none where it was wrapped."""
    parts = re.split(r"(\n|\v|\s[•·*]\s)", states_apart(collapse_hyphens(text)))
    lines = [(line.strip(" \t•·*"), "\v" in end) for line, end in zip(parts[::2], ["", *parts[1::2]], strict=True)]
    lines = [(line, wrapped) for line, wrapped in lines if line]
    joined = lines[0][0] if lines else ""
    for (before, _), (line, full) in pairwise(lines):
        folded = fold(before)
        wrapped = _DANGLING.search(folded) or (len(before) >= 40 and not _CLOSED.search(folded))
        wrapped = wrapped or (full and not _CLOSED.search(folded) and not _begins_part(folded, line))
        # The street alone, its number on the next line.
        wrapped = wrapped or (joined == before and not any(c.isdigit() for c in before) and "S/N" not in folded)
        joined += (" " if wrapped else ", ") + line
    joined = _IN_BRACKETS.sub(r"\1, \2", _TOWN_CALLED.sub(", ", collapse(joined)))
    return _LOT_FIRST.sub(r"\1, S/N, \2", KM_SIGN.sub("", joined))


_PART = re.compile(
    r"(?:BAIRRO|B\.|JARDIM|JD\b|VILA|VL\b|PARQUE|PQ\b|PRQ\b|SETOR|CENTRO\b|DISTRITO|CIDADE (?!DE\b)|CONJUNTO"
    r"|LOTEAMENTO|NUCLEO|CEP\b|RESIDENCIAL|ZONA\b|MUNICIPIO)"
)
_TOWN_LINE = re.compile(rf"([A-Z][A-Z' -]{{2,40}}?)\s?[-–/,(]{{1,2}}\s?({'|'.join(sorted(UFS))})\b")
_LAST_PART = re.compile(r"(?:^|[,;–]|\s-)\s*([^,;–]{1,60})$")


def _begins_part(before: str, line: str) -> bool:
    """Tell whether a line that follows a full one begins the next part of the address all the same."""
    folded = fold(line)
    if _PART.match(folded) or folded[:1] in "-–,/(":
        return True
    last = _LAST_PART.search(before)
    town = _TOWN_LINE.match(folded)
    if town and municipios.find(town[1], town[2], fuzzy=False):
        # "... - SÃO JOSÉ DOS" / "CAMPOS - SP": the longer name of a town wins.
        longer = f"{last[1].strip()} {town[1]}" if last else ""
        return not (longer and municipios.find(longer, town[2], fuzzy=False))
    return last is not None and last[1].strip() == "CENTRO"


_IN_BRACKETS = re.compile(
    r"((?:\d|\bS/?N[º°.]?))\s*\((?=(?:FUNDOS|CASA|LOJA|SALA|T[EÉ]RREO|GALP|ANEXO|BOX|BLOCO|LOTE|QUADRA|ALTOS|FRENTE|SOBRELOJA|LADO))"
    r"([^()]{3,30})\)",
    re.IGNORECASE,
)
"""``Rua X, 10 (Fundos)``: a complement in brackets behind the number."""
_TOWN_CALLED = re.compile(
    r"\s*[,–-]\s*(?:(?:no|na|neste|nesta|em)\s+)?(?:munic[íi]pio|cidade)\s+d[eoa]\s+(?=[^\W\d_])", re.IGNORECASE
)
"""``..., município de Petrolina``: words before a town's name that are no part of it."""


KM_SIGN = re.compile(r"\b[Nn](?:\.?[º°]|\.\s?[oO]\.?|\.)\s*(?=(?:KM|Km|km)\b)")
"""``nº KM 32,5``: the sign of a number before a kilometre."""


# "AV. BRASIL, QD. 14, LT. 07, S/N": the number belongs to the street, the lot is its complement.
_LOT_FIRST = re.compile(
    r"^([^,]{4,60}?),?\s+((?:QD|QUADRA)\b\.?\s*[\w-]{1,6},?\s+(?:LT|LOTE)\b\.?\s*[\w-]{1,6}),?\s+S/?N[º°.]?(?=\W|$)",
    re.IGNORECASE,
)
