"""An identity document: the holder's name, never a name of the filiation.

Cards print up to four names (holder, social name, father, mother). A label says which is the holder's; a passport parts
it into surname and given names.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from docverify.documents import stream
from docverify.documents.candidates import Candidate, Paper
from docverify.documents.fields_pessoas import name_after
from docverify.documents.layout import PageLayout
from docverify.values.text import collapse, fold

_PARENTS = re.compile(r"^\W*(?:\d\s*)?(?:FILIACAO|FILIATION|PAIS?|MAE|NOME\s+D[OA]\s+(?:PAI|MAE)|GENITORA?|CONJUGE)\b")
_HOLDER = re.compile(
    r"^\W*(?:\d\s*(?:E\s*\d\s*)?)?(?:NOME|NAME|SOBRENOME|TITULAR|PORTADOR)\b(?!\s+(?:D[OA]\s+(?:PAI|MAE)|SOCIAL))"
)
_OTHER = re.compile(
    r"^\W*(?:\d[A-D]?\s*)?(?:NATURALIDADE|NATURAL\s+DE|NACIONALIDADE|DATA|NASC|DOC|CPF|CIC|RG|REGISTRO|PERMISSAO|ORGAO|SEXO"
    r"|LOCAL|VIA|EXPED|EMISSAO|VALIDADE|CATEGORIA|TITULO|IDENTIDADE|INSCRICAO|ASSINATURA|OBSERVA)\b"
)
_HOLDER_LABEL = re.compile(
    r"^\W*NOME(?:\s+E\s+SOBRENOME|\s+COMPLETO|\s+DO\s+(?:TITULAR|PROFISSIONAL|PORTADOR))?\s+(?=[A-Z])"
)
_DEPARTMENT = re.compile(r"INSTITUTO|POLICIA CIVIL|DIRETORIA|MINISTERIO|GOVERNO|CONSELHO SECCIONAL")
_PARENT_LINES = 4
_DIGITS_OR_MORE = re.compile(r"\d|/|:")


def find(paper: Paper) -> Iterator[Candidate]:
    """Find ``nome`` in parts (passports), and lower candidates that are names of the filiation.

    Args:
        paper: Pages of a ``documento_identidade``.
    """
    parents = {(number, word) for number, layout in enumerate(paper.layouts) for word in _of_parents(layout)}
    kept = []
    for candidate in paper.candidates:
        if candidate.campo == "nome" and any((candidate.page, word) in parents for word in candidate.words):
            candidate = replace(candidate, score=candidate.score * 0.05)
        kept.append(candidate)
    paper.candidates = [replace(c, score=c.score * 0.4) if _is_department(c, kept) else c for c in kept]
    yield from _in_parts(paper)
    yield from _beside(paper, parents)


def _is_department(candidate: Candidate, among: list[Candidate]) -> bool:
    """Tell whether an organ named on the card is a part of another one named there, or the ministry above it."""
    if candidate.campo != "orgao_emissor" or not _DEPARTMENT.match(fold(str(candidate.valor))):
        return False
    return any(c.campo == "orgao_emissor" and not _DEPARTMENT.match(fold(str(c.valor))) for c in among)


def _beside(paper: Paper, parents: set[tuple[int, int]]) -> Iterator[Candidate]:
    """Find the name that follows its label without a colon (``NOME JOÃO DA SILVA``)."""
    for number, layout in enumerate(paper.layouts):
        for segment in layout.segments:
            label = _HOLDER_LABEL.match(segment.text.folded)
            if label is None or segment.text.raw[label.end() : label.end() + 1].islower():
                continue
            text = stream.of_text(layout, segment.text)
            span = name_after(text, label.end())
            words = segment.text.words_of(*span) if span else ()
            if span and span[0] - label.end() <= 2 and not any((number, w) in parents for w in words):
                value = collapse(segment.text.raw[span[0] : span[1]])
                yield Candidate("nome", value, value, number, words, 0.8, "depois")


def _of_parents(layout: PageLayout) -> Iterator[int]:
    """Yield the words of the lines under (or beside) a label of the filiation, up to the next label."""
    segments = sorted(layout.segments, key=lambda s: (s.line, s.box[0]))
    for label in segments:
        if not _PARENTS.match(label.text.folded):
            continue
        yield from label.text.words
        for below in segments:
            beside = below.line == label.line and below.box[0] > label.box[0]
            under = 0 < below.line - label.line <= _PARENT_LINES and _overlap(below.box, label.box)
            if beside and not _ends(below.text.folded):
                yield from below.text.words
            elif under:
                between = [
                    s
                    for s in segments
                    if label.line < s.line <= below.line and _overlap(s.box, label.box) and _ends(s.text.folded)
                ]
                if not between:
                    yield from below.text.words


def _ends(folded: str) -> bool:
    return _OTHER.match(folded) is not None or _HOLDER.match(folded) is not None


def _overlap(a: tuple[float, ...], b: tuple[float, ...]) -> bool:
    return min(a[2], b[2]) - max(a[0], b[0]) > 0 or abs(a[0] - b[0]) < 0.03


def _in_parts(paper: Paper) -> Iterator[Candidate]:
    """Put a passport's given names before its surname."""
    given = max(paper.of("nome.prenome"), key=lambda c: c.score, default=None)
    family = max(paper.of("nome.sobrenome"), key=lambda c: c.score, default=None)
    if given is None or family is None or given.page != family.page:
        return
    first, last = str(given.valor), str(family.valor)
    if _DIGITS_OR_MORE.search(first) or _DIGITS_OR_MORE.search(last) or fold(first) == fold(last):
        return
    name = collapse(f"{first} {last}")
    words = tuple(sorted({*given.words, *family.words}))
    yield Candidate("nome", name, name, given.page, words, min(given.score, family.score), "partes")
