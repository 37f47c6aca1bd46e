"""An act of a company, looked through once: its text, what stands in it, which part is in force.

What is in force is the last consolidation; before it the act tells what it changes. Clauses are found by what they
speak of, never by their number: their order differs from paper to paper.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from docverify.documents import anchors as phrases
from docverify.documents import stream
from docverify.documents.anchors import Anchor
from docverify.documents.layout import PageLayout
from docverify.documents.stream import Stream

_HEAD = re.compile(
    r"(?:(?<=\n)|(?<=\t)|(?<=[.;:] )|^)[ \t]*(?:CLAUSULA\s+[A-Z0-9]+[ªºA]?|[A-Z]{5,12}\s+CLAUSULA"
    r"|ARTIGO\s+[0-9A-Z]+[º°]?|"
    r"ART\.?\s*[0-9]+[º°]?|CAPITULO\s+[IVX0-9]+)"
)


@dataclass(frozen=True, slots=True)
class Ato:
    """An act, looked through once.

    Attributes:
        texto: Its running text.
        achados: Phrases found in it.
        vigente: Offset where the text in force begins: 0, or the last consolidation.
        fim: Where the signatures begin (witnesses and the like come behind).
        alterado: It alters an earlier act.
        consolidado: It holds the whole text in force, consolidated.
        certeza: How sure the two are.
    """

    texto: Stream
    achados: tuple[Anchor, ...]
    vigente: int
    fim: int
    alterado: bool
    consolidado: bool
    certeza: float

    def of(self, *names: str, start: int = 0, end: int | None = None) -> list[Anchor]:
        """Return the phrases of some lists within a span."""
        stop = len(self.texto.raw) if end is None else end
        return [a for a in self.achados if a.name in names and start <= a.start < stop]


def look(layouts: Sequence[PageLayout]) -> Ato:
    """Read an act's text and find what it is and where the text in force begins."""
    texto = stream.build(layouts)
    achados = tuple(phrases.load("contrato_social", "frases.toml").find(texto.folded))
    heads = [m.start() for m in _HEAD.finditer(texto.folded)]
    vigente, consolidado = _in_force(texto, achados, heads)
    alterado, sure = _altered(texto, achados)
    return Ato(texto, achados, vigente, _signatures(texto, achados), alterado, consolidado, sure)


def _in_force(texto: Stream, achados: Sequence[Anchor], heads: Sequence[int]) -> tuple[int, bool]:
    """Find the last consolidation heading behind which a whole text of clauses stands."""
    for anchor in reversed([a for a in achados if a.name == "consolidacao"]):
        behind = {a.name for a in achados if a.start > anchor.end}
        clauses = sum(h >= anchor.start for h in heads)
        if {"capital", "sede"} <= behind and (clauses >= 3 or len(heads) < 3 and "administracao" in behind):
            return anchor.start, True
    return 0, False


def _altered(texto: Stream, achados: Sequence[Anchor]) -> tuple[bool, float]:
    """Tell whether the act alters an earlier one, and how sure that is."""
    head = min(len(texto.raw), 1500)
    titles = [a for a in achados if a.name == "titulo_alteracao" and a.start < head and _is_title(texto, a)]
    resolves = [a for a in achados if a.name == "resolve_alterar" and a.start < 6000]
    if titles and resolves:
        return True, 0.97
    if titles:
        return True, 0.92
    if len(resolves) >= 2 or (resolves and any(a.name == "titulo_alteracao" for a in achados)):
        return True, 0.8
    return False, 0.9


def _is_title(texto: Stream, anchor: Anchor) -> bool:
    """Tell whether a phrase stands as a title: in a short line, in capitals or at the line's start."""
    start = texto.raw.rfind("\n", 0, anchor.start) + 1
    end = texto.raw.find("\n", anchor.end)
    line = texto.raw[start : end if end >= 0 else len(texto.raw)]
    letters = [c for c in line if c.isalpha()]
    capitals = sum(c.isupper() for c in letters) / max(1, len(letters))
    return capitals > 0.8 or (len(line) < 90 and anchor.start - start < 40)


def _signatures(texto: Stream, achados: Sequence[Anchor]) -> int:
    """Find where the signatures begin: at the last closing words, or the witnesses."""
    late = [a.start for a in achados if a.name == "testemunhas" and a.start > 0.4 * len(texto.raw)]
    return min(late, default=len(texto.raw))
