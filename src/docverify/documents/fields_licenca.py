"""Which licence an environmental licence is: the letters of its title."""

from __future__ import annotations

from collections.abc import Iterator

from docverify.documents import anchors as phrases
from docverify.documents.anchors import Anchor
from docverify.documents.candidates import Candidate, Paper
from docverify.documents.layout import PageLayout
from docverify.documents.standing import Sheet

_LEAST = 0.35
_NEAR = 0.2


def find(paper: Paper) -> Iterator[Candidate]:
    """Find ``tipo_licenca`` from the most prominent licence named on the first page that names one.

    The body of a licence names others ("Licença Prévia", "Licença de Instalação"): the title decides, not the words.

    Args:
        paper: Pages of a ``licenca_operacao``.
    """
    found = phrases.load("licenca_operacao", "frases.toml")
    for page, layout in enumerate(paper.layouts):
        titles = [(_prominence(layout, a), a) for a in _longest(found.find(layout.text.folded))]
        best = max((score for score, _ in titles), default=0.0)
        if best < _LEAST:
            continue
        for score, anchor in titles:
            if score > best - _NEAR:
                words = layout.text.words_of(anchor.start, anchor.end)
                lido = " ".join(layout.text.raw[anchor.start : anchor.end].split())
                value = 0.97 * (1.0 if score == best else max(0.0, score))
                yield Candidate("tipo_licenca", anchor.name, lido, page, words, value, "titulo")
        return


def _longest(anchors: list[Anchor]) -> list[Anchor]:
    """Drop phrases within longer ones: "Licença de Operação" within "Renovação de Licença de Operação"."""
    return [
        a
        for a in anchors
        if not any(b.start <= a.start and a.end <= b.end and b.end - b.start > a.end - a.start for b in anchors)
    ]


def _prominence(layout: PageLayout, anchor: Anchor) -> float:
    words = layout.text.words_of(anchor.start, anchor.end)
    return Sheet(layout).standing(words).prominence * anchor.score
