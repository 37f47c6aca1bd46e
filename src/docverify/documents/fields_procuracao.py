"""A power of attorney: who grants, who is granted, and which powers.

Papers say it in three ways: under labels (``OUTORGANTE:``, ``OUTORGADO:``, ``PODERES:``), in one long sentence (``a
empresa X ... nomeia e constitui seu procurador Y ..., a quem confere poderes para ...``), or in a form's cells. In all
of them the words that announce a party part the paper into spans, and a party is named in its own span.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from docverify.documents import anchors as phrases
from docverify.documents import stream
from docverify.documents.anchors import Anchor
from docverify.documents.candidates import Candidate, Paper
from docverify.documents.fields_pessoas import Pessoa, find_people, name_after, unique
from docverify.documents.fields_prosa import company_names
from docverify.documents.stream import Stream

_LABEL_AFTER = re.compile(r"\W{0,3}(?:\([AEOS/]{1,4}\))?\s{0,2}(?:[:\-–\n\t]|$)")
_LABEL_BEFORE = re.compile(r"(?:^|[\n\t;])\W{0,4}(?:(?:[IVX]{1,4}|\d{1,2}|[A-H]|D[AO]S?)[\s.)\-–ªº]{1,4})?$")
_NOTARYS = 0.35
_REACH = 900
_POWERS_REACH = 1800
_LEAD = re.compile(
    r"[\s:\-–—.,]*(?:(?:CONFERIDOS|SEGUINTES|OS|DOS|PODERES|AMPLOS|GERAIS|ILIMITADOS|ESPECIFICOS|ESPECIAIS|NECESSARIOS|TODOS|E|MAIS|ATO|FIM|ESPECIAL|ESPECIFICO|"
    r"FINS|PARA|DE|O|COM|SUFICIENTES|BASTANTES|EM\s+SEU\s+NOME|POR\s+ESTE|PRESENTE|MANDATO)\b[\s:\-–—,]*){0,12}"
)
_ENDS = re.compile(
    r"\n\s*\n|\n\s*(?:[A-Z][A-Z'. ]{2,38}(?:\s?[-/(,]\s?[A-Z]{2}\)?)?\s?,\s?(?:EM\s+|AOS\s+)?\d{1,2}"
    r"|[IVX]{1,4}\s*[-–.)]\s|_{4,})"
    r"|\n\s*(?=[A-Z ]{2,30}:)"
)


@dataclass(frozen=True, slots=True)
class _Mark:
    start: int
    end: int
    kind: str


def find(paper: Paper) -> Iterator[Candidate]:
    """Find ``outorgante``, ``outorgado`` and ``poderes``, and whose the CNPJ and the name are.

    Args:
        paper: Pages of a ``procuracao``.
    """
    text = stream.build(paper.layouts, margins=True)
    anchors = phrases.load("procuracao", "frases.toml").find(text.folded)
    marks = _marks(text, anchors)
    granted = _spans(marks, "outorgado", len(text.raw))
    granting = _spans(marks, "outorgante", len(text.raw))
    _not_of_attorneys(paper, text, granted)
    # "... em cartório, perante mim, compareceu ...": a word of the sentence, not the office's name.
    paper.candidates = [c for c in paper.candidates if c.campo != "orgao_emissor" or not str(c.valor)[:1].islower()]
    if not any(c.score >= _NOTARYS for c in paper.of("orgao_emissor")):
        # A private one has no issuer: the State of its date line is nobody's.
        paper.candidates = [c for c in paper.candidates if c.campo not in ("uf_emissor", "municipio_emissor")]
    yield from _outorgante(paper, text, granting, granted, anchors)
    yield from _outorgado(text, granted, anchors)
    yield from _poderes(text, anchors, granted)


def _marks(text: Stream, anchors: Sequence[Anchor]) -> list[_Mark]:
    """Find where a party or the powers are announced: a label, or a verb that appoints."""
    marks = []
    appointed = [a for a in anchors if a.name == "nomeia"]
    for anchor in anchors:
        if anchor.name == "nomeia":
            marks.append(_Mark(anchor.start, anchor.end, "outorgado"))
        elif anchor.name in ("outorgante", "outorgado"):
            if any(a.start <= anchor.start < a.end for a in appointed):
                continue
            words = text.folded[anchor.start : anchor.end]
            label = _LABEL_AFTER.match(text.folded, anchor.end) and _LABEL_BEFORE.search(
                text.folded[max(0, anchor.start - 12) : anchor.start]
            )
            told = words.startswith(("COMO ", "POR ", "BASTANTE", "PROCURACAO", "CONFERIDOS", "OUTORGADOS P"))
            if label or told:
                marks.append(_Mark(anchor.start, anchor.end, anchor.name))
        elif anchor.name in ("poderes", "fim"):
            marks.append(_Mark(anchor.start, anchor.end, anchor.name))
    return sorted(marks, key=lambda m: (m.start, -m.end))


def _spans(marks: Sequence[_Mark], kind: str, length: int) -> list[tuple[int, int]]:
    """Return the spans in which a kind of party is named: to the next mark of another kind."""
    spans = []
    for mark in marks:
        if mark.kind == kind:
            stops = (m.start for m in marks if m.start >= mark.end and m.kind != kind and m.kind != "fim")
            spans.append((mark.end, min(next(stops, length), mark.end + _REACH, length)))
    return spans


def _not_of_attorneys(paper: Paper, text: Stream, granted: Sequence[tuple[int, int]]) -> None:
    """Lower the company fields that stand where an attorney is named: his own address, his own number."""
    theirs = {place for start, end in granted for place in text.words_of(start, end)}
    own = ("cnpj", "razao_social", "endereco")
    paper.candidates = [
        replace(c, score=c.score * 0.1)
        if c.campo.split(".")[0] in own and any((c.page, word) in theirs for word in c.words)
        else c
        for c in paper.candidates
    ]


def _outorgante(
    paper: Paper,
    text: Stream,
    granting: Sequence[tuple[int, int]],
    granted: Sequence[tuple[int, int]],
    anchors: Sequence[Anchor],
) -> Iterator[Candidate]:
    """Find the grantor: the company named in its span; without a label, the company named before the appointment."""
    first = min((start for start, _ in granted), default=len(text.raw))
    spans = list(granting) or [(0, first)]
    sure = 0.93 if granting else 0.85
    names = [n for n in company_names(text) if not any(a <= n[0] < b for a, b in granted)]
    inside = [n for n in names if any(a <= n[0] < b for a, b in spans)]
    for start, end, score in inside[:2] if granting else inside[:1]:
        value = " ".join(text.raw[start:end].split()).strip(' ,;:-–"“”')
        yield text.candidate("outorgante", value, start, end, min(sure, score))
        yield text.candidate("razao_social", value, start, end, min(sure, score))
    if inside:
        return
    places = {place for a, b in spans for place in text.words_of(a, b)}
    labelled = [c for c in paper.of("razao_social") if any((c.page, w) in places for w in c.words)]
    if labelled:
        best = max(labelled, key=lambda c: c.score)
        if best.score >= 0.3:
            yield replace(best, campo="outorgante")
            return
    for a, b in spans:
        people = find_people(text, anchors, a, b)
        span = (people[0].start, people[0].end) if people else name_after(text, a)
        if span is not None:
            value = " ".join(text.raw[span[0] : span[1]].split()).strip(" .,;:-–")
            yield text.candidate("outorgante", value, *span, 0.8 if granting else 0.6)
            return


def _outorgado(text: Stream, granted: Sequence[tuple[int, int]], anchors: Sequence[Anchor]) -> Iterator[Candidate]:
    """Find the attorneys: all people named in their spans, in order, joined by a semicolon."""
    found: list[Pessoa] = []
    for start, end in granted:
        people = find_people(text, anchors, start, end)
        if not people:
            span = name_after(text, start)
            if span is not None and span[0] < end:
                value = " ".join(text.raw[span[0] : span[1]].split()).strip(" .,;:-–")
                people = [Pessoa(value, *span, span[1], None, None, 0.85)]
        found.extend(people)
    people = unique(found)
    if not people:
        return
    value = "; ".join(p.nome for p in people)
    score = 0.95 * min(p.certeza for p in people)
    yield text.candidate("outorgado", value, people[0].start, people[0].end, score, lido=value)


def _poderes(text: Stream, anchors: Sequence[Anchor], granted: Sequence[tuple[int, int]]) -> Iterator[Candidate]:
    """Find the words of the powers: from what announces them to the end of their paragraph."""
    least = min((start for start, _ in granted), default=0)
    marks = [a for a in anchors if a.name == "poderes"]
    after = [a for a in marks if a.start >= least] or marks
    for anchor in after[:1]:
        run = anchor
        for other in after:  # "a quem confere | poderes especiais para | o fim especial de"
            if run.end <= other.start < run.end + 40 and not text.raw[run.end : other.start].strip(" ,:\n\t"):
                run = other
        lead = _LEAD.match(text.folded, run.end)
        start = lead.end() if lead else run.end
        limit = min(len(text.raw), start + _POWERS_REACH)
        stops = [m.start() for m in [_ENDS.search(text.folded, start, limit)] if m]
        enders = (a for a in anchors if start < a.start < limit and _heads(text, a))
        stops += [a.start for a in enders if a.name == "fim" or _labels_grantor(text, a)]
        end = min(stops, default=limit)
        value = " ".join(text.raw[start:end].split()).strip(" ,;:-–.")
        if len(value.split()) >= 3:
            yield text.candidate("poderes", value, start, end, 0.88)


def _labels_grantor(text: Stream, anchor: Anchor) -> bool:
    """Tell whether the word for the grantor is a label of its own part, not a word of the powers."""
    return anchor.name == "outorgante" and _LABEL_AFTER.match(text.folded, anchor.end) is not None


def _heads(text: Stream, anchor: Anchor) -> bool:
    """Tell whether a phrase begins a sentence or a line: only there it ends what went before."""
    return (
        re.search(
            r"(?:[.;\n\t]\W{0,4}|\n\W{0,3}[IVX\d]{1,4}\W{1,4})$", text.raw[max(0, anchor.start - 10) : anchor.start]
        )
        is not None
    )
