"""The parts of a GLP reseller's Ficha: under headings, side by side, in a band beside their rows, or said by a label.

Forms call them by many names ("03 DISTRIBUIDOR", "Distribuidoras com que opera", "Quem preencheu"); a label alike in
all of them ("Razão social", "CNPJ", "Nome") belongs to the part in which it stands.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from docverify.documents.candidates import Candidate, Paper
from docverify.documents.layout import PageLayout, Segment

_NUMBERED = r"^\W*(?:(?:QUADRO|SECAO|PARTE|CAMPO|BLOCO|ITEM)\s+)?(?:(?:0?\d|[IVX]{1,4}|[A-H])\b[\s.)\-–:]*)?"
_DATA_OF = r"(?:(?:DADOS|IDENTIFICACAO|RELACAO|INFORMACOES)(?:\s+CADASTRAIS)?\s+(?:D[OA]S?|SOBRE\s+[OA]S?)\s+)"
_SUPPLIERS = (
    r"(?:EMPRESAS?\s+)?(?:DISTRIBUIDOR(?:A|ES|AS)?|FORNECEDOR(?:A|ES|AS)?)(?:\s*\((?:A|[EA]?S)\))*"
    r"(?:\s+(?:DE\s+GLP|FORNECEDOR\S*|COM\s+(?:AS?\s+|OS?\s+)?QU\w+\s+\w+|CONTRATAD\w+|DE\s+QUE\s+\w+))?"
)
_HEADINGS = (
    (
        "distribuidor",
        re.compile(
            rf"{_NUMBERED}{_DATA_OF}?{_SUPPLIERS}\W*(?:\d\W*)?$"
            r"|(?!.*\b(?:LTDA|S[./]?\s?A|EIRELI|ME|EPP|RAZAO|NOME|CNPJ|MARCAS?|ENDERECO|TEL)\b)(?!.*:\W*\w)"
            rf"{_NUMBERED}{_DATA_OF}?(?:EMPRESAS?\s+)?(?:DISTRIBUIDOR|FORNECEDOR)(?:A|E|A?S|ES)*(?:\s*\(\w{{1,3}}\))*"
            r"(?:\s+[A-Z]{1,14}){1,6}\W*$"
        ),
    ),
    (
        "responsavel",
        re.compile(
            rf"{_NUMBERED}{_DATA_OF}?(?:RESPONSAVEL\s+(?:PEL[OA]S?|P/|POR|PARA\s+O?)\s*(?:PREENCH|INFORMAC|DECLARAC|EST[AE])"
            r"|QUEM\s+PREENCH\w+|PREENCHID[AO]\s+POR\W*$|PREENCHEDOR\W*$|SIGNATARIO\W*$|REPRESENTANTE(?:\s+LEGAL)?\W*$"
            rf"|RESPONSAVEL(?:\s+LEGAL)?\W*$|DECLARANTE\W*$)|{_NUMBERED}{_DATA_OF}(?:RESPONSAVEL|SIGNATARIO)\W*$"
        ),
    ),
    (
        "endereco",
        re.compile(
            rf"{_NUMBERED}(?:ENDERECO|LOCALIZACAO|LOCAL)\s+D[OA]\s+(?:ESTABELECIMENTO|REVEND|EMPRESA)"
            r"|^\W*(?:QUADRO\s+)?(?:\d|[IVX]{1,4}|[A-H])[\s.)\-–]+(?:ENDERECO|LOCALIZACAO)\W*$"
        ),
    ),
    (
        "revendedor",
        re.compile(rf"{_NUMBERED}(?:IDENTIFICACAO\s+D[OA]|{_DATA_OF}(?:EMPRESA\s+)?REVEND|REVENDEDORA?\W*$)"),
    ),
)
_OWNERS = (
    ("distribuidor", re.compile(r"^\W*(?:\d+\W+)?(?:DISTRIBUIDOR|FORNECEDOR)\w*(?:\s+\d{1,2})?\s*[-–/:.]\s*$")),
    ("responsavel", re.compile(r"^\W*(?:\d+\W+)?(?:RESPONSAVEL|PREENCHI|DECLARANTE|REPRESENTANTE)[\w/ ]*[-–/:.]\s*$")),
    ("revendedor", re.compile(r"^\W*(?:\d+\W+)?(?:REVEND|EMPRESA|ESTABELECIMENTO)\w*\s*[-–/:.]\s*$")),
)
_LONGEST_HEADING = 110


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the form: where it begins, and between which edges of the page it stands."""

    page: int
    line: int
    name: str
    left: float = 0.0
    right: float = 1.0


def sections_of(layouts: tuple[PageLayout, ...]) -> list[Section]:
    """Return the parts of the form in order of place."""
    found = []
    for page, layout in enumerate(layouts):
        for line, row in enumerate(layout.lines):
            segments = [layout.segments[index] for index in row]
            name = _heading(" ".join(segment.text.folded for segment in segments))
            if name is not None:
                found.append(Section(page, line, name))
                continue
            # Parts side by side, each with its heading; or a part's name in a cell beside its rows.
            heads = [(segment, _heading(segment.text.folded)) for segment in segments]
            named = [(segment.box[0] - 0.02, head) for segment, head in heads if head is not None]
            if len(named) > 1 and len(named) == len(segments):
                edges = [*(left for left, _ in named[1:]), 1.0]
                found.extend(
                    Section(page, line, head, left, right) for (left, head), right in zip(named, edges, strict=True)
                )
        found.extend(_bands(layout, page))
    return sorted(found, key=lambda s: (s.page, s.line))


def _heading(folded: str) -> str | None:
    """Return the part of the form that a line heads, or None."""
    if len(folded) >= _LONGEST_HEADING:
        return None
    return next((name for name, pattern in _HEADINGS if pattern.search(folded)), None)


def _bands(layout: PageLayout, page: int) -> Iterator[Section]:
    """Find parts named in a cell that stands beside their rows: each begins where its cell does."""
    inside: dict[int, list[Segment]] = {}
    for segment in layout.segments:
        if segment.cell >= 0:
            inside.setdefault(segment.cell, []).append(segment)
    for number, segments in inside.items():
        cell = layout.page.cells[number]
        rows = [
            other
            for other in layout.page.cells
            if abs(other[0] - cell[2]) < 0.01 and cell[1] - 0.006 < other[1] and other[3] < cell[3] + 0.006
        ]
        if len(segments) > 3 or len(rows) < 2:
            continue
        text = layout.text_of([segment.text.words for segment in segments], " ").folded
        name = _heading(re.sub(r"-\s+-?", "", text))
        beside = [s.line for s in layout.segments if s.box[0] >= cell[2] and cell[1] < s.box[1] and s.box[3] < cell[3]]
        if name is not None and beside:
            yield Section(page, min(beside), name)


def spot(layout: PageLayout, candidate: Candidate) -> tuple[int, float]:
    """Return line and left edge of a candidate's label (of itself where it has none)."""
    words = sorted(candidate.label) or list(candidate.words)
    line = min(layout.segments[layout.segment_of[w]].line for w in words)
    return line, layout.box_of(words)[0]


def section_of(paper: Paper, sections: list[Section], candidate: Candidate) -> str | None:
    """Return the part that a candidate stands in: what its label says, else the last heading above it in its column."""
    named = next((name for name, word in _OWNERS if word.search(_before_label(paper, candidate))), None)
    if named is not None:
        return named
    line, x = spot(paper.layouts[candidate.page], candidate)
    above = [s for s in sections if (s.page, s.line) <= (candidate.page, line) and s.left <= x < s.right]
    return above[-1].name if above else None


def _before_label(paper: Paper, candidate: Candidate) -> str:
    """Return what stands before a label in its segment ("Distribuidor - CNPJ": whose it is), folded."""
    if not candidate.label:
        return ""
    layout = paper.layouts[candidate.page]
    first = min(candidate.label)
    text = layout.segments[layout.segment_of[first]].text
    return text.folded[: text.starts[text.words.index(first)]]
