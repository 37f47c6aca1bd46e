"""Which document a renewal protocol asks to renew."""

from __future__ import annotations

from collections.abc import Iterator

from docverify.documents import anchors as phrases
from docverify.documents import stream
from docverify.documents.candidates import Candidate, Paper

_REACH = 160
_NOT_TYPES = ("renovacao", "negado")


def find(paper: Paper) -> Iterator[Candidate]:
    """Find ``documento_renovado``: the document named nearest behind the words of renewal, or most often.

    Args:
        paper: Pages of a ``protocolo_renovacao``.
    """
    text = stream.build(paper.layouts, margins=True)
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
