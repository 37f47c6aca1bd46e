"""The further access roads of a fuel station on its Ficha: each a whole address, in a line or in a table's row."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from docverify.documents.candidates import Candidate
from docverify.documents.kinds_endereco import endereco
from docverify.documents.patterns import Campo
from docverify.documents.stream import Stream
from docverify.values.text import fold
from docverify.values.ufs import UFS

_KIND = Campo(especie="endereco")
_STREET = (
    r"(?:RUA|R\.|AVENIDA|AV\b\.?|RODOVIA|ROD\b\.?|ESTRADA|EST\.|TRAVESSA|TRAV?\b\.?|TV\b\.?|ALAMEDA|AL\.|PRACA|PCA\b\.?|LARGO|BECO|VIELA"
    r"|LADEIRA|MARGINAL|VIA\s+(?!DE\s+ACESSO|\d)|VIADUTO|ACESSO|BR[- ]?\d|[A-Z]{2}[- ]\d{3}|QUADRA|QD\b|ANEL)"
)
_LEAD = re.compile(
    r"[^\w\n]{0,60}(?:(?:\d{1,2}\s?[ªaºo)]|[A-H]\)|[IVX]{1,3}\s?[-–)])\W{0,3})?"
    r"(?:(?:VIA|ENDERECO|LOGRADOURO|ACESSO)(?:\s+(?:DE\s+ACESSO|COMPLETO))?\s*(?:N\W{0,3})?\d{0,2}\s*[ªº]?\s*(?:[:\-–.)\t]\s*|\s+(?="
    + _STREET
    + r")))?"
    r"(?:\d{1,2}\s*[:)\-–.]\s*)?"
)
_BEGINS = re.compile(_STREET + r"(?=[\s.\d-])")
_COLUMNS = (
    ("logradouro", re.compile(r"LOGRADOURO|ENDERECO|VIA\b|RUA")),
    ("numero", re.compile(r"^\W*(?:N[º°O.]|NUM|N\b)")),
    ("complemento", re.compile(r"COMPL")),
    ("bairro", re.compile(r"BAIRRO|DISTRITO")),
    ("municipio", re.compile(r"MUNICIPIO|CIDADE|LOCALIDADE")),
    ("uf", re.compile(r"^\W*(?:UF|ESTADO)\W*$")),
    ("cep", re.compile(r"\bCEP\b")),
)
_LEAST_COLUMNS = 3
_HEAD_WORDS = 16
_MOST = 12


def find(text: Stream, parts: Sequence[tuple[int, int]]) -> Iterator[Candidate]:
    """Find ``vias_de_acesso``.

    Args:
        text: The form's text.
        parts: Spans under the heads that announce access roads.
    """
    value: list[dict[str, Any]] = []
    spans: list[tuple[int, int]] = []
    worth = 1.0
    for start, end in parts:
        for valor, low, high, sure in _table(text, start, end) or _lines(text, start, end):
            if valor not in value:
                value.append(valor)
                spans.append((low, high))
                worth = min(worth, sure)
    if value:
        lido = "; ".join(" ".join(text.raw[a:b].split()) for a, b in spans[:_MOST])
        yield text.candidate("vias_de_acesso", value[:_MOST], *spans[0], 0.88 * worth, lido=lido)


def is_row(folded: str) -> bool:
    """Tell whether a line of the form is an address under such a head, with or without a label of its own."""
    lead = _LEAD.match(folded)
    return _BEGINS.match(folded, lead.end() if lead else 0) is not None or _heads(folded) >= _LEAST_COLUMNS


def _lines(text: Stream, start: int, end: int) -> list[tuple[dict[str, Any], int, int, float]]:
    """Addresses that begin a line (behind a number or label); a line that does not goes on with the one above."""
    begins: list[int] = []
    offset = start
    for line in text.folded[start:end].split("\n"):
        lead = _LEAD.match(line)
        at = lead.end() if lead else 0
        if _BEGINS.match(line, at):
            begins.append(offset + at)
        offset += len(line) + 1
    found = []
    for number, low in enumerate(begins):
        high = min(begins[number + 1] if number + 1 < len(begins) else end, low + 260)
        raw = re.sub(r"[\n\t]", " ", text.raw[low:high])
        cut = re.search(r"\n\s*\n", text.raw[low:high])
        parsed = endereco(raw[: cut.start()] if cut else raw, _KIND)
        if parsed and parsed[0].valor.get("logradouro"):
            best = parsed[0]
            whole = 1.0 if best.valor.get("numero") and best.valor.get("municipio") else 0.8
            found.append((dict(best.valor), low + best.start, low + best.end, whole))
    return found


def _heads(folded: str) -> int:
    """Count the names of an address' parts in a line that is short enough to be a table's head."""
    words = [w for w in re.split(r"[\s/|]+", folded) if w]
    return sum(any(p.search(w) for w in words) for _, p in _COLUMNS) if len(words) <= _HEAD_WORDS else 0


def _cells(text: Stream, start: int, end: int) -> list[tuple[int, int, float]]:
    """Return the cells of a line: start and end in the text, left edge (segments, not blanks, part them)."""
    found: list[tuple[int, int, float]] = []
    seen: tuple[int, int] | None = None
    for match in re.finditer(r"\S+", text.raw[start:end]):
        low, high = start + match.start(), start + match.end()
        page, word = text.words_of(low, low + 1)[0]
        segment = text.layouts[page].segment_of[word]
        if seen == (page, segment):
            found[-1] = (found[-1][0], high, found[-1][2])
        else:
            found.append((low, high, text.layouts[page].box_of([word])[0]))
            seen = (page, segment)
    return found


def _table(text: Stream, start: int, end: int) -> list[tuple[dict[str, Any], int, int, float]]:
    """Values under heads: rows of one table, or blocks whose heads come again over each line of values."""
    columns: list[tuple[str, float]] = []
    entries: list[tuple[dict[str, Any], int, int]] = []
    offset = start
    for line in text.folded[start:end].split("\n"):
        here, offset = offset, offset + len(line) + 1
        cells = _cells(text, here, here + len(line))
        named = [(n, left) for a, b, left in cells if (n := _name(text.folded[a:b]))]
        if named and len(named) == len(cells):
            columns = named
            continue
        if not columns or not cells:
            continue
        entry: dict[str, Any] = {}
        for a, b, left in cells:
            name = min(columns, key=lambda column: abs(column[1] - left))[0]
            entry.setdefault(name, " ".join(text.raw[a:b].split()))
        if "logradouro" in entry and len(cells) >= min(2, len(columns)):
            entries.append((entry, here, here + len(line)))
        elif entries and "logradouro" not in dict(columns):
            first, low, _ = entries[-1]
            entries[-1] = ({**entry, **first}, low, here + len(line))
    found = [(_parts(entry), low, high, 0.95) for entry, low, high in entries]
    return [(valor, low, high, sure) for valor, low, high, sure in found if valor is not None]


def _name(folded: str) -> str | None:
    if len(folded) > 40:
        return None
    return next((name for name, pattern in _COLUMNS if pattern.search(folded)), None)


def _parts(entry: dict[str, Any]) -> dict[str, Any] | None:
    """Bring a row's parts to their normal forms; None where it names no street."""
    street = entry.get("logradouro", "")
    if sum(c.isalpha() for c in street) < 4:
        return None
    valor = {k: v for k, v in entry.items() if v.strip("*-– ")}
    if "cep" in valor:
        digits = re.sub(r"\D", "", valor["cep"])
        valor = {k: v for k, v in valor.items() if k != "cep"} | ({"cep": digits} if len(digits) == 8 else {})
    if "numero" in valor and fold(valor["numero"]).replace(" ", "") in ("S/N", "S/Nº", "SN", "S/NO"):
        valor["numero"] = "S/N"
    elif "numero" in valor:
        valor["numero"] = re.sub(r"(?<=\d)\.(?=\d{3})", "", valor["numero"])
    town = re.fullmatch(r"(.+?)\s?[-/–(]\s?([A-Za-z]{2})\)?", valor.get("municipio", ""))
    if town and town.group(2).upper() in UFS:
        valor |= {"municipio": town.group(1).strip(), "uf": town.group(2)}
    if "uf" in valor:
        valor["uf"] = valor["uf"].upper()[:2]
    if "numero" not in valor:
        whole = endereco(street, _KIND)
        if whole and whole[0].valor.get("numero"):
            valor = {**valor, **whole[0].valor}
    return valor
