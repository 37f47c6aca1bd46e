"""Which document a renewal protocol asks to renew."""

from __future__ import annotations

import re
from collections.abc import Iterator

from docverify.documents import anchors as phrases
from docverify.documents import stream
from docverify.documents.candidates import Candidate, Paper
from docverify.documents.stream import Stream
from docverify.values.dates import find_dates

_REACH = 160
_FILED = re.compile(
    r"\b(?:PROTOCOL(?:AD|IZAD|OU|IZOU)|RECEB(?:EMOS|I|ID)|DEU\s+ENTRADA|AUTUAD|DATA\s+D[AE]\s+ENTRADA|ABERTO|APRESENTAD)"
    r"(?:(?!VENC|VALID|EMITID|EXPEDID)[^;]){0,150}?\b(?:EM|NO\s+DIA|DIA|AOS?)\s*:?\s*$"
)
_NOT_TYPES = ("renovacao", "negado")


_NUMBER = r"[0-9][0-9A-Z./-]{3,24}[0-9A-Z]"
_FILED_AS = (
    # "Protocolo nº 2026.045.118, de 04/02/2026"
    re.compile(
        rf"\b(?:PROTOCOLO|PROCESSO|REQUERIMENTO|SOLICITACAO)\s{{0,2}}(?:N\W{{0,2}}[º°.O]?)?\s{{0,2}}:?\s{{0,2}}(?P<n>{_NUMBER})"
        r"\s?(?:,|-|–)?\s{1,2}(?:AUTUAD[AO] |ABERTO |PROTOCOLAD[AO] |DATAD[AO] )?(?:DE|EM)\s{1,2}(?P<d>(?=[0-9]))"
    ),
    # "Protocolado em 04/02/2026 sob o nº 2026.045.118"
    re.compile(
        r"\b(?:PROTOCOL\w{2,6}|AUTUAD[AO]|REGISTRAD[AO]|RECEBID[AO])\s(?:EM|NO DIA)\s(?P<d>)[^\n;]{8,40}?,?"
        r"\sSOB\sO\sN\W{0,2}[º°.O]?"
        rf"\s{{0,2}}(?:DE ORDEM\s)?(?P<n>{_NUMBER})"
    ),
)


def _numbered(text: Stream) -> Iterator[Candidate]:
    """Find the request's number and its day where one sentence says both."""
    days = {m.start: m for m in find_dates(text.raw) if m.precisao == "dia" and not m.normativa}
    for pattern in _FILED_AS:
        for match in pattern.finditer(text.folded):
            day = days.get(match.start("d"))
            if day is None or _OTHERS.search(text.folded[max(0, match.start() - 60) : match.start()]):
                continue
            yield text.candidate(
                "data_protocolo", day.data.isoformat(), day.start, day.end, 0.88, reparado=day.reparado
            )
            number = text.raw[match.start("n") : match.end("n")]
            yield text.candidate("numero", number, match.start("n"), match.end("n"), 0.88)


_OTHERS = re.compile(r"\b(?:ANTERIOR\w*|LICENCA|ALVARA|AVCB|CLCB|CERTIFICADO|EXPEDID[AO])\b[^.;\n]{0,40}\Z")


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
    yield from _numbered(text)
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
