"""A project of installations: whether it holds the timetable that the norm asks for with it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from docverify.documents import stream
from docverify.documents.candidates import Candidate, Paper

_TIMETABLE = re.compile(
    r"\bCRONOGRAMA\b(?!\s+(?:EM\s+ANEXO|ANEXO|A\s+SER|SERA))|\bPRAZOS?\s+(?:DE\s+)?(?:EXECUCAO|CONSTRUCAO|IMPLANTACAO)\b"
)
_STEPS = re.compile(
    r"\bMES\s*0?\d|\b\d{1,2}[ºO°]?\s*MES\b|\b\d{1,3}\s*%|\b\d{1,3}\s+(?:DIAS|MESES|SEMANAS)\b|\b\d{2}/\d{2}/\d{4}|\b[A-Z]{3}/\d{2}\b"
)


def find(paper: Paper) -> Iterator[Candidate]:
    """Find the extra ``cronograma`` (true): the word for it, and steps in months, days or shares behind it.

    Args:
        paper: Pages of a ``projeto_instalacoes``.
    """
    text = stream.build(paper.layouts, margins=True)
    for word in _TIMETABLE.finditer(text.folded):
        steps = len(_STEPS.findall(text.folded, word.end()))
        if steps:
            score = 0.9 if steps >= 2 else 0.75
            yield text.candidate("cronograma", True, word.start(), word.end(), score)
            return
