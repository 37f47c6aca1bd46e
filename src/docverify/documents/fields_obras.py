"""Whether a certificate of finished works speaks of the tanks too, or only of the building.

Portaria MME 10/1997, art. 3º, III asks for the completion of "obras civis das instalações e tancagem". A paper that
describes works and names no tank does not cover the tankage; one that says so ("não abrange a tancagem") does
not either. One that names tanks among what is finished does.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from docverify.documents import anchors as phrases
from docverify.documents import stream
from docverify.documents.anchors import Anchor
from docverify.documents.candidates import Candidate, Paper
from docverify.documents.stream import Stream

_SENTENCE = re.compile(r"[.;]\s+(?=[A-Z])|\n(?=[A-Z][A-Z ]{2,40}:)")
_ANSWER = re.compile(r"[\s:?.\-–_…]{0,60}\(?\s*(?P<x>[X ])?\s*\)?\s*(?P<a>SIM|NAO)\b")
_EMPTY = re.compile(r"[\s:.\-–_…]{0,60}(?:NENHUM|NAO HA|NAO SE APLICA|N/A|INEXISTENTE|SEM TANQUES?|0\b(?![,.]?\d))")
_WITHOUT = re.compile(r"\b(?:SEM|NENHUM|NAO HA|NAO POSSUI|INEXISTENCIA DE)\s+(?:\w+\s+)?$")
_LEGAL = re.compile(r"\b(?:LEI|DECRETO|PORTARIA|NORMA|NBR|RESOLUCAO|ART)\b[^.;\n]{0,40}$")
_QUALITY = 0.75
"""Least quality of pages on which words not found are words not there."""


def find(paper: Paper) -> Iterator[Candidate]:
    """Find ``contempla_tancagem``.

    Args:
        paper: Pages of a ``comprovante_conclusao_obras``.
    """
    text = stream.build(paper.layouts, margins=True)
    found = phrases.load("comprovante_conclusao_obras", "frases.toml").find(text.folded)
    foreign = [a for a in found if a.name == "outro_tanque"]
    tanks = [a for a in found if a.name == "tanque" and not any(f.start <= a.start and a.end <= f.end for f in foreign)]
    told = [answer for tank in tanks if (answer := _answer(text, tank, found)) is not None]
    if told:
        no = [tank for value, tank in told if not value]
        yes = [tank for value, tank in told if value]
        if yes and not no:
            yield _candidate(text, True, yes[0], 0.93)
        elif no and not yes:
            yield _candidate(text, False, no[0], 0.9)
        else:
            # Tanks that are finished and tanks that are left out: a person reads which.
            yield _candidate(text, True, yes[0], 0.3)
            yield _candidate(text, False, no[0], 0.3)
        return
    if min(layout.page.quality for layout in paper.layouts) < _QUALITY:
        return
    building = [a for a in found if a.name == "predio"]
    if building:
        yield _candidate(text, False, building[0], 0.72)


def _candidate(text: Stream, value: bool, anchor: Anchor, score: float) -> Candidate:
    return text.candidate("contempla_tancagem", value, anchor.start, anchor.end, score * anchor.score)


def _answer(text: Stream, tank: Anchor, found: Sequence[Anchor]) -> tuple[bool, Anchor] | None:
    """Tell whether a mention of tanks says that they are covered; None where it says nothing of them."""
    folded = text.folded
    before = _SENTENCE.split(folded[max(0, tank.start - 160) : tank.start])[-1]
    if _LEGAL.search(before):
        return None
    printed = _ANSWER.match(folded, tank.end)
    if printed is not None:
        return printed["a"] == "SIM", tank
    if _EMPTY.match(folded, tank.end) or _WITHOUT.search(before):
        return False, tank
    start = tank.start - len(before)
    if any(a.name == "negado" and start <= a.start and a.end <= tank.start for a in found):
        return False, tank
    after = _SENTENCE.split(folded[tank.end : tank.end + 130])[0]
    if any(a.name == "negado_depois" and tank.end <= a.start < tank.end + len(after) for a in found):
        return False, tank
    return True, tank
