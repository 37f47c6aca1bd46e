"""The days on which partners entered, where a paper prints them beside their names or in a column of its own.

``1) FULANA - CPF ... - entrada em 05/07/2001``; a table with a head ``Data de ingresso``. A day that nothing calls an
entry (of birth, of a filing, of leaving) is none.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from docverify.documents.candidates import Candidate
from docverify.documents.layout import PageLayout
from docverify.documents.stream import Stream
from docverify.values.dates import DateMatch, find_dates

_ENTRY = re.compile(r"\b(?:ENTRADA|INGRESS\w+|ADMISSAO|ADMITID[AO]|DESDE|INCLUSAO|ENTROU)\b")
_SAID = re.compile(
    r"\b(?:ENTRADA|INGRESS\w+|ADMISSAO|ADMITID[AO]|INCLUSAO|ENTROU|(?:SOCI[AO]|TITULAR)\s+DESDE)\b"
    r"(?:\s+(?:NA|DE|DA|DO|NO|EM|SOCIEDADE|QUADRO|SOCIETARIO|SOCI[AO]))*\W{0,4}$"
)
_SINCE = re.compile(r"(?:^|[\n\t,;:()–-])\s*DESDE\W{0,4}$")
"""``..., desde 14/03/2021`` under a form's head of partners; elsewhere somebody is manager since that day."""
_LEFT = re.compile(r"\b(?:SAIDA|RETIR\w+|DESLIG\w+|NASC\w*)\b[^0-9]{0,30}$")
_HEAD_LINES = 14
_NEAR = 0.09


@dataclass(frozen=True, slots=True)
class Entrada:
    """One partner's entry."""

    nome: str
    data: str
    start: int
    end: int
    reparado: bool


def find(text: Stream, people: Sequence[tuple[str, int, int]], *, since: bool = False) -> Candidate | None:
    """Return a candidate of ``socios_entrada`` (a list of ``{nome, data_entrada}``), or None where none is printed.

    Args:
        text: The paper's text.
        people: The partners in order of place: name, start and end of the name in the text.
        since: Whether a bare "desde" tells of an entry, as on a form that asks for nothing else.
    """
    dates = [d for d in find_dates(text.raw) if d.precisao == "dia" and not d.normativa]
    found = []
    heads = [_before_name(text, start, dates) if since else None for _, start, _ in people]
    for number, (nome, _, end) in enumerate(people):
        limit = people[number + 1][1] if number + 1 < len(people) else min(len(text.raw), end + 400)
        own, after = heads[number], heads[number + 1] if number + 1 < len(heads) else None
        if own is not None:
            entry: Entrada | None = Entrada(nome, own.data.isoformat(), own.start, own.end, own.reparado)
        else:
            entry = _entry(text, nome, end, min(limit, after.start) if after else limit, dates, since)
        if entry is not None:
            found.append(entry)
    if not found:
        return None
    value = [{"nome": e.nome, "data_entrada": e.data} for e in found]
    lido = "; ".join(f"{e.nome}: {text.raw[e.start : e.end]}" for e in found)
    repaired = any(e.reparado for e in found)
    return text.candidate("socios_entrada", value, found[0].start, found[0].end, 0.88, lido=lido, reparado=repaired)


def _before_name(text: Stream, start: int, dates: Sequence[DateMatch]) -> DateMatch | None:
    """Return the day that leads to a name on its line (``Desde 14/03/2021: FULANA``)."""
    line = text.raw.rfind("\n", 0, start) + 1
    for day in dates:
        if line <= day.start < start and not text.raw[day.end : start].strip(" :-–\t"):
            return day if _ENTRY.search(text.folded[line : day.start]) else None
    return None


def _entry(text: Stream, nome: str, low: int, high: int, dates: Sequence[DateMatch], since: bool) -> Entrada | None:
    inside = [d for d in dates if low <= d.start < high]
    for day in inside:
        before = text.folded[max(low, day.start - 60) : day.start]
        if _SAID.search(before) or (since and _SINCE.search(before)):
            return Entrada(nome, day.data.isoformat(), day.start, day.end, day.reparado)
    end = text.raw.find("\n", low)
    row = [d for d in inside if end < 0 or d.start < end]
    if not row:
        return None
    place = text.words_of(row[0].start, row[0].end)
    page = place[0][0]
    head = _head_above(text.layouts[page], [w for p, w in place if p == page])
    if head is None:
        return None
    best = min(row, key=lambda d: abs(text.place(d.start, d.end)[1][0] - head))
    left = text.place(best.start, best.end)[1][0]
    if abs(left - head) > _NEAR or _LEFT.search(text.folded[low : best.start]):
        return None
    return Entrada(nome, best.data.isoformat(), best.start, best.end, best.reparado)


def _head_above(layout: PageLayout, words: Sequence[int]) -> float | None:
    """Return the left edge of the nearest table head above that calls its column an entry."""
    line = layout.segments[layout.segment_of[words[0]]].line
    for number in range(line - 1, max(-1, line - 1 - _HEAD_LINES), -1):
        for index in layout.lines[number]:
            segment = layout.segments[index]
            match = _ENTRY.search(segment.text.folded)
            if match and len(segment.text.words) <= 6:
                return layout.box_of(segment.text.words)[0]
    return None
