"""Imported by the server that forks a batch: every type's patterns are loaded and compiled once."""

from __future__ import annotations

import contextlib

from docverify.documents import extract, layout, segment
from docverify.model import TIPOS, Page, Word

_TEXT = "CONTRATO SOCIAL DA EMPRESA GAS LTDA CNPJ 11.222.333/0001-81 VALIDADE 31/12/2026 RUA A 10 CAMPINAS SP"


def warm() -> None:
    """Read one invented line as every type of document."""
    words = tuple(Word(w, (0.02 * i, 0.1, 0.02 * i + 0.015, 0.11), 1.0, 0) for i, w in enumerate(_TEXT.split()))
    page = Page("", 1, "", 1000, 1400, words, source="texto")
    built = layout.build(page)
    segment.documents([page], [built])
    for tipo in TIPOS:
        extract.extract(tipo, [built])


# what is broken is told by the child that needs it
with contextlib.suppress(Exception):
    warm()
