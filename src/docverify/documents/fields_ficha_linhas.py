"""Lines of a Ficha that say their keys without a label of their own.

Distributors stand in rows ("a) NAME - CNPJ 00... - marca X", or values under table heads); place and day of signing
close the form as in a letter ("Lages (SC), 05/02/2023").
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from docverify.documents import anchors as phrases
from docverify.documents import stream
from docverify.documents.candidates import Candidate, Paper
from docverify.documents.fields_pessoas import find_people
from docverify.documents.kinds_texto import NO_FIRST_NAME, empresa
from docverify.documents.layout import PageLayout, Text
from docverify.documents.patterns import Campo
from docverify.values import municipios
from docverify.values.dates import find_dates
from docverify.values.identifiers import find_cnpjs
from docverify.values.text import fold

_PLAIN = Campo(especie="empresa")
_LEAD = re.compile(
    r"^[\W_]*(?:(?:\d{1,2}|[A-H])(?:\s*[).\-–ªº]+\s*|\t)|\d\s(?=\D))?"
    r"(?:(?:\d\.?\d?\s*)?(?:DISTRIBUIDOR(?:A|ES|AS)?(?:\s*\(E?S\))?|FORNECEDOR[AES]*|EMPRESA|NOME(?:\s+EMPRESARIAL)?"
    r"|RAZAO\s+SOCIAL)(?:\s*(?:N[º°.]*\s*)?\d{1,2}[ªº°]?)?\s*(?:[:\-–]|(?<=\d)\s)[\W_]*)?"
)
_TAIL = re.compile(
    r"[\s,;:|(\[\-–.]*(?:\b(?:INSCRIT[AO]\s+NO\s+)?(?:C\.?N\.?P\.?J\.?|CGC)(?:\s*/?\s*MF)?"
    r"(?:\s+SOB\s+O)?\s*(?:N[º°RO.]*)?)?[\s,;:|(\[\-–.º°]*$"
)
_TAIL_REACH = 60
_BRAND_LEAD = re.compile(
    r"[\s,;:|)\]\-–.]*(?:(?:COM\s+A\s+)?(?:MARCAS?(?:\s*\(S\))?(?:\s+(?:QUE\s+)?(?:COMERCIA|REVEND)\w+)?"
    r"|BANDEIRA)\s*(?:[:\-–]\s*)?)?"
)
_SUPPLIER = re.compile(r"^\W*DISTRIBUIDORA?\s*:?\s+(?=[A-Z])")
_CNPJ_FIRST = re.compile(r"^\W*C\.?N\.?P\.?J\b")
_ALREADY_LABELLED = re.compile(r"\b(?:TEL|FONE|CPF|RG|ENDERECO|CEP|CODIGO|REGISTRO)\b|\d{4}")
_SPLIT = re.compile(r"\s*(?:[,;/|\t]|\s+[Ee]\s+|\s+-\s+)\s*")
_UF_BEHIND = r"(?:\s*[-–/,(]\s*([A-Z]{2})\s*\)?)?"
_PLACE = re.compile(rf"^\W*([A-Z][A-Z'’ \-]{{2,40}}?){_UF_BEHIND}\s*[,.\-–]\s*(?:EM\s+|AOS\s+)?$")
_SCORE = 0.85
_HELD = 0.3
"""Least score of a value that a label gave already."""


def rows(layout: PageLayout, page: int, first: int, last: int) -> list[tuple[dict[str, Any], Candidate]]:
    """Read the distributors that stand one to a row, name before CNPJ before brands.

    Args:
        layout: The page.
        page: Its index.
        first: First line of the section.
        last: Line behind its last.

    Returns:
        Each distributor with a candidate of its words; only those with a name and a valid CNPJ on one row.
    """
    found = []
    for line in range(first, last):
        text = layout.text_of([layout.segments[i].text.words for i in layout.lines[line]], "\t")
        numbers = [m for m in find_cnpjs(text.raw) if m.valido]
        if len(numbers) != 1:
            continue
        number = numbers[0]
        start = _LEAD.match(text.folded, 0, number.start).end()  # type: ignore[union-attr]
        cut = _TAIL.search(text.folded, max(start, number.start - _TAIL_REACH), number.start)
        end = cut.start() if cut else number.start
        names = empresa(text.raw[start:end].replace("\t", " "), _PLAIN)
        # "CNPJ do distribuidor: 00..." on a row of its own: a label, no name.
        if not names or names[0].worth < 0.8 or ":" in names[0].valor or _CNPJ_FIRST.match(fold(names[0].valor)):
            continue
        entry: dict[str, Any] = {
            "razao_social": _whole(names[0].valor, text.raw[start : number.start]),
            "cnpj": number.valor,
        }
        brands = _brands(text, number.end)
        if text.raw.rstrip().endswith(",") and brands and line + 1 < last:
            more = layout.text_of([layout.segments[i].text.words for i in layout.lines[line + 1]], "\t")
            alone = len(layout.lines[line + 1]) == 1 and not find_cnpjs(more.raw) and ":" not in more.raw
            brands += _brands(more, 0) if alone else []
        if brands:
            entry["marcas"] = brands
        lido = text.raw[start:].replace("\t", " ")
        words = text.words_of(start, len(text.raw))
        candidate = Candidate("distribuidores", entry, lido, page, words, _SCORE * names[0].worth, "linha")
        found.append((entry, candidate))
    return found


def stacked(layout: PageLayout, page: int) -> list[tuple[dict[str, Any], Candidate]]:
    """Read distributors of forms without colons: "Distribuidor NAME", under it "CNPJ 00...", maybe "Marca X"."""
    found = []
    lines = [layout.text_of([layout.segments[i].text.words for i in row], "\t") for row in layout.lines]
    for above, below, third in zip(lines, lines[1:], [*lines[2:], None], strict=False):
        lead = _SUPPLIER.match(above.folded)
        numbers = [m for m in find_cnpjs(below.raw) if m.valido]
        if lead is None or len(numbers) != 1 or not _CNPJ_FIRST.match(below.folded):
            continue
        names = empresa(above.raw[lead.end() :].replace("\t", " "), _PLAIN)
        if not names or names[0].worth < 1.0:
            continue
        entry: dict[str, Any] = {"razao_social": _whole(names[0].valor, above.raw), "cnpj": numbers[0].valor}
        words = [*above.words_of(lead.end(), len(above.raw)), *below.words]
        if third is not None and third.folded.startswith(("MARCA", "BANDEIRA")):
            brands = _brands(third, 0)
            words.extend(third.words if brands else ())
            entry |= {"marcas": brands} if brands else {}
        lido = f"{above.raw[lead.end() :]} {below.raw}".replace("\t", " ")
        found.append((entry, Candidate("distribuidores", entry, lido, page, tuple(words), 0.8, "linha")))
    return found


def _whole(name: str, raw: str) -> str:
    """Give a name its last full stop back where it is part of an abbreviation ("S.A.")."""
    return f"{name}." if name.endswith(".A") and f"{name}." in " ".join(raw.split()) else name


def _brands(text: Text, at: int) -> list[str]:
    lead = _BRAND_LEAD.match(text.folded, at)
    start = lead.end() if lead else at
    if _ALREADY_LABELLED.search(text.folded, start):
        return []
    return [b.strip(" .;:()-–") for b in _SPLIT.split(text.raw[start:]) if len(b.strip(" .;:()-–")) > 1]


def named_with_cpf(paper: Paper, parts: Sequence[Candidate]) -> Iterator[Candidate]:
    """Find the name of who signs in a sentence with the CPF ("Eu, FULANA, CPF ..."), where no label gives a name."""
    cpf = max((c for c in parts if c.campo == "responsavel.cpf" and c.checked), key=lambda c: c.score, default=None)
    if cpf is None or any(c.campo == "responsavel.nome" and c.score >= _HELD for c in parts):
        return
    text = stream.build(paper.layouts, margins=True)
    anchors = phrases.load("contrato_social", "frases.toml").find(text.folded)
    for person in find_people(text, anchors):
        name = fold(person.nome).split()
        if person.documento != cpf.valor or person.documento_span is None or len(name) < 2:
            continue
        if name[0] in NO_FIRST_NAME:
            continue
        if (cpf.page, cpf.words[0]) in text.words_of(*person.documento_span):
            yield text.candidate("responsavel.nome", person.nome, person.start, person.end, 0.8 * person.certeza)
            return


def closing(paper: Paper) -> Iterator[Candidate]:
    """Find place and day that close the form on a line of their own, where no label gives them."""
    for page in range(len(paper.layouts) - 1, -1, -1):
        layout = paper.layouts[page]
        for segment in reversed(layout.segments):
            text = segment.text
            days = [day for day in find_dates(text.raw) if day.precisao == "dia" and not day.normativa]
            if len(days) != 1 or len(text.raw) > 90 or text.raw[days[0].end :].strip(" .,;_"):
                continue
            place = _PLACE.match(text.folded[: days[0].start])
            if place is None:
                continue
            known = municipios.find(place.group(1).strip(), place.group(2), fuzzy=False)
            if known is None:
                continue
            if not any(c.score >= _HELD for c in paper.of("local")):
                raw = text.raw[place.start(1) : place.end(1)].strip()
                words = text.words_of(place.start(1), place.end(1))
                yield Candidate("local", raw, raw, page, words, 0.8, "fecho", checked=True)
            if not any(c.score >= _HELD for c in paper.of("data")):
                day = days[0]
                words = text.words_of(day.start, day.end)
                yield Candidate("data", day.data.isoformat(), text.raw[day.start : day.end], page, words, 0.8, "fecho")
            return
