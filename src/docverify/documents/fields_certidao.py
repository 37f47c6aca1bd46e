"""What a tax clearance certificate answers: negative, positive, positive with the effect of a negative one.

The title says it, or, where the title is the same for all three ("Certidão de Débitos", "Certidão de Situação
Fiscal"), a line of its own or the body. A positive one with the effect of a negative one is as good as a negative one
(Lei 5.172/1966, art. 206), and its words contain those of both others: the longest phrase counts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from docverify.documents import anchors as phrases
from docverify.documents.anchors import Anchor
from docverify.documents.candidates import Candidate, Paper
from docverify.documents.layout import PageLayout
from docverify.documents.standing import Sheet

_VALUES = {"efeito": "positiva_com_efeito_de_negativa", "positiva": "positiva", "negativa": "negativa"}
_TITLE = 0.4
"""Least prominence of a title that answers."""
_NOT_OF_IT = re.compile(
    r"\b(?:NAO (?:TEM|POSSUI|PRODUZ|SERA|E|VALE COMO|SUBSTITUI|GERA)|SUBSTITUI|ANTERIOR|EMISSAO D[AE]|"
    r"OBTER|REQUERER|SOLICITAR|EXPEDICAO D[AE])\b[^.;\n]{0,50}$"
)
_EFFECT = re.compile(r"\bEFEITOS?\b[^.;]{0,25}$")
"""Stands before the word "negativa", over however many lines the title was set, where only the effect is negative."""
_DENIED = re.compile(r"\b(?:NAO|NADA|NEM|INEXIST\w*|SEM)\s+(?:\w+\s+){0,2}$")
_ADMITTED = re.compile(r"\b(?:CASO|SE|QUANDO|QUE VENHAM|EVENTUAIS|ALEM DE|OUTROS)\b[^.;\n]{0,40}$")


@dataclass(frozen=True, slots=True)
class _Answer:
    kind: str
    anchor: Anchor
    words: tuple[int, ...]
    prominence: float


def find(paper: Paper) -> Iterator[Candidate]:
    """Find ``resultado``, and ``uf`` of a State's certificate.

    Args:
        paper: Pages of a ``certidao_negativa_federal`` or ``certidao_negativa_estadual``.
    """
    if paper.tipo == "certidao_negativa_estadual":
        yield from _state(paper)
    lexicon = phrases.load("certidao_negativa_federal", "frases.toml")
    for page, layout in enumerate(paper.layouts[:2]):
        found = lexicon.find(layout.text.folded)
        titles = list(_titles(layout, [a for a in found if a.name.startswith("t_")]))
        body = list(_body(layout, [a for a in found if a.name.startswith("d_")]))
        chosen = _choose(titles, body)
        if chosen is None:
            continue
        answer, score = chosen
        score *= answer.anchor.score
        lido = " ".join(layout.text.raw[answer.anchor.start : answer.anchor.end].split())
        yield Candidate("resultado", _VALUES[answer.kind], lido, page, answer.words, score, "texto")
        return


def _titles(layout: PageLayout, found: Sequence[Anchor]) -> Iterator[_Answer]:
    """Yield what stands as a title or on a line of its own, the longest of overlapping phrases."""
    sheet = Sheet(layout)
    effects = [a for a in found if a.name == "t_efeito"]
    for anchor in _longest(found):
        if anchor.name != "t_efeito" and any(a.start < anchor.end and anchor.start < a.end for a in effects):
            continue
        words = layout.text.words_of(anchor.start, anchor.end)
        stands = sheet.standing(words)
        before = layout.text.folded[max(0, anchor.start - 70) : anchor.start].rsplit("\n", 1)[-1]
        if _NOT_OF_IT.search(before) or stands.prominence < _TITLE:
            continue
        yield _Answer(_kind(anchor, layout.text.folded), anchor, words, stands.prominence)


def _body(layout: PageLayout, found: Sequence[Anchor]) -> Iterator[_Answer]:
    folded = layout.text.folded
    for anchor in _longest(found):
        before = folded[max(0, anchor.start - 70) : anchor.start].replace("\n", " ")
        sentence = re.split(r"[.;:]\s", before)[-1]
        kind = _kind(anchor, folded)
        if kind != "negativa" and (_DENIED.search(sentence) or _NOT_OF_IT.search(sentence)):
            continue
        if _ADMITTED.search(sentence):
            continue
        yield _Answer(kind, anchor, layout.text.words_of(anchor.start, anchor.end), 0.0)


def _kind(anchor: Anchor, folded: str) -> str:
    """Return what a phrase answers: one that is negative only in its effect is no negative answer."""
    kind = anchor.name[2:]
    before = folded[max(0, anchor.start - 60) : anchor.start].replace("\n", " ")
    return "efeito" if kind == "negativa" and _EFFECT.search(before) else kind


def _longest(anchors: Sequence[Anchor]) -> list[Anchor]:
    """Drop phrases within longer ones: "Certidão Negativa" within "Positiva com Efeitos de Certidão Negativa"."""
    return [
        a
        for a in anchors
        if not any(b.start <= a.start and a.end <= b.end and b.end - b.start > a.end - a.start for b in anchors)
    ]


def _choose(titles: Sequence[_Answer], body: Sequence[_Answer]) -> tuple[_Answer, float] | None:
    """Weigh the title against the body: where they contradict each other the answer is a doubt."""
    said = {answer.kind for answer in body}
    if titles:
        best = max(titles, key=lambda a: (a.prominence > 0.6, a.kind == "efeito", a.prominence))
        kinds = {a.kind for a in titles if a.prominence > best.prominence - 0.25}
        joined = next((a for a in titles if a.kind == "efeito" and a.kind in kinds), None)
        if joined is not None:
            return joined, 0.96
        if len(kinds) > 1:
            return best, 0.3
        if best.kind == "positiva" and _mends(body):
            return _Answer("efeito", best.anchor, best.words, best.prominence), 0.45
        if best.kind == "negativa" and "positiva" in said and "negativa" not in said:
            return best, 0.35
        return best, 0.96
    if not body:
        return None
    effect = next((a for a in body if a.kind == "efeito"), None)
    debts = next((a for a in body if a.kind == "positiva"), None)
    clean = next((a for a in body if a.kind == "negativa"), None)
    if debts is not None and effect is not None:
        return _Answer("efeito", effect.anchor, effect.words, 0.0), 0.6
    if debts is not None:
        return debts, 0.8 if clean is None else 0.35
    if clean is not None:
        return clean, 0.85
    return None


def _mends(body: Sequence[_Answer]) -> bool:
    return any(a.kind == "efeito" for a in body)


def _state(paper: Paper) -> Iterator[Candidate]:
    """The State whose treasury or attorney certifies."""
    for c in paper.of("uf_emissor"):
        yield Candidate("uf", c.valor, c.lido, c.page, c.words, c.score, c.place, c.reparado, c.checked)
