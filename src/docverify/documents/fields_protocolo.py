"""Which document a renewal protocol asks to renew."""

from __future__ import annotations

import re
from collections.abc import Iterator

from docverify.documents import anchors as phrases
from docverify.documents import stream
from docverify.documents.candidates import Candidate, Paper
from docverify.values.dates import find_dates

_REACH = 160
_FILED = re.compile(
    r"\b(?:PROTOCOL(?:AD|IZAD|OU|IZOU)|RECEB(?:EMOS|I|ID)|DEU\s+ENTRADA|AUTUAD|DATA\s+D[AE]\s+ENTRADA|ABERTO|APRESENTAD)"
    r"(?:(?!VENC|VALID|EMITID|EXPEDID)[^;]){0,150}?\b(?:EM|NO\s+DIA|DIA|AOS?)\s*:?\s*$"
)
_NOT_TYPES = ("renovacao", "negado")


def find(paper: Paper) -> Iterator[Candidate]:
    """Find ``documento_renovado`` (named nearest behind the words of renewal) and ``data_protocolo`` in a sentence.

    Args:
        paper: Pages of a ``protocolo_renovacao``.
    """
    text = stream.build(paper.layouts, margins=True)
    for date in find_dates(text.raw):
        if date.precisao == "dia" and _FILED.search(text.folded, max(0, date.start - 190), date.start):
            day = date.data.isoformat()
            yield text.candidate("data_protocolo", day, date.start, date.end, 0.9, reparado=date.reparado)
    if paper.tipo != "protocolo_renovacao":
        return
    found = phrases.load("protocolo_renovacao", "frases.toml").find(text.folded)
    named = [a for a in found if a.name not in _NOT_TYPES]
    # A longer phrase wins over one within it: "alvará do Corpo de Bombeiros" is no town's alvará.
    named = [
        a
        for a in named
        if not any(b.start <= a.start and a.end <= b.end and b.end - b.start > a.end - a.start for b in named)
    ]
    renewal = [a for a in found if a.name == "renovacao"]
    for anchor in named:
        before = [r.end for r in renewal if 0 <= anchor.start - r.end <= _REACH]
        score = 0.45
        if before:
            score = 0.95 - 0.002 * (anchor.start - max(before))
        if any(n.name == "negado" and 0 <= anchor.start - n.end < 40 for n in found):
            score *= 0.3
        if not before and any(0 <= r.start - anchor.end <= 60 for r in renewal):
            score = 0.7
        yield text.candidate("documento_renovado", anchor.name, anchor.start, anchor.end, score * anchor.score)
