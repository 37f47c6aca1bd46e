"""What a CNPJ card of several pages says in parts: each page repeats the form with its own share of the activities."""

from __future__ import annotations

from collections.abc import Iterable

from docverify.documents.candidates import Candidate, Paper


def find(paper: Paper) -> Iterable[Candidate]:
    """Yield the secondary activities of all pages as one list, in the order of the pages."""
    by_page: dict[int, Candidate] = {}
    for candidate in paper.of("cnaes_secundarios"):
        best = by_page.get(candidate.page)
        if best is None or candidate.score > best.score:
            by_page[candidate.page] = candidate
    if len(by_page) < 2:
        return
    paper.candidates = [c for c in paper.candidates if c.campo != "cnaes_secundarios"]
    parts = [by_page[page] for page in sorted(by_page)]
    values = list(dict.fromkeys(code for part in parts for code in part.valor))
    first = parts[0]
    yield Candidate(
        "cnaes_secundarios",
        values,
        "; ".join(part.lido for part in parts),
        first.page,
        first.words,
        min(part.score for part in parts),
        first.place,
        any(part.reparado for part in parts),
        checked=all(part.checked for part in parts),
    )
