"""What a CNPJ card says in parts: activities page by page, a number cut in three, the page of partners.

The old CGC card prints number, order and control digits in cells of their own; the page of partners (QSA) names each
with a qualification.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from docverify.documents import stream
from docverify.documents.candidates import Candidate, Paper
from docverify.documents.fields_pessoas import name_after
from docverify.documents.stream import Stream
from docverify.values.identifiers import cnpj

_QSA = re.compile(r"QUADRO\s+DE\s+SOCIOS\s+E\s+ADMINISTRADORES|\bQSA\b")
_PARTNER = re.compile(r"NOME\s?/\s?NOME\s+EMPRESARIAL\W{0,3}")
_QUALIFIED = re.compile(r"QUALIFICACAO\W{0,3}\d{0,2}\W{0,3}([A-Z][A-Z \-]{3,50})")
_OWNER = re.compile(r"SOCI[OA]|TITULAR|QUOTISTA|ACIONISTA|EMPRESARI[OA]")
_IN_PARTS = re.compile(
    r"(?<![\d./])(\d{2}\.?\d{3}\.?\d{3})[\s/|-]{1,12}(?:ORDEM\W{0,3})?(\d{4})[\s/|-]{1,12}(?:(?:CONTROLE|D\.?V\.?)\W{0,3})?(\d{2})(?![\d./])"
)


def find(paper: Paper) -> Iterable[Candidate]:
    """Yield the secondary activities of all pages as one list, a number printed in parts, the partners of the QSA."""
    text = stream.build(paper.layouts, margins=True)
    yield from _number(text)
    yield from _socios(text)
    yield from _activities(paper)


def _number(text: Stream) -> Iterator[Candidate]:
    """Find a number whose root, order and control digits stand in cells of their own."""
    for match in _IN_PARTS.finditer(text.folded):
        value = "".join(re.sub(r"\D", "", part) for part in match.groups())
        if cnpj.is_valid(value) and ("\t" in match.group() or "\n" in match.group()):
            yield text.candidate("cnpj", value, match.start(), match.end(), 0.85, checked=True)
            return


def _socios(text: Stream) -> Iterator[Candidate]:
    """Find the extra ``socios`` (names alone: the page prints no documents), of those whose qualification says so."""
    if not _QSA.search(text.folded):
        return
    labels = list(_PARTNER.finditer(text.folded))
    found: list[tuple[str, int, int]] = []
    for number, label in enumerate(labels):
        end = labels[number + 1].start() if number + 1 < len(labels) else min(len(text.raw), label.end() + 260)
        role = _QUALIFIED.search(text.folded, label.end(), end)
        if role is None or not _OWNER.search(role.group(1)):
            continue
        stop = min(
            i for i in (text.raw.find("\n", label.end()), text.raw.find("\t", label.end()), role.start()) if i > 0
        )
        span = name_after(text, label.end())
        start, high = span if span is not None else (label.end(), stop)
        name = " ".join(text.raw[start:high].split()).strip(" .,;:-–")
        if len(name) > 4:
            found.append((name, start, high))
    if found:
        value = [{"nome": name} for name, _, _ in found]
        yield text.candidate("socios", value, *found[0][1:], 0.9, lido="; ".join(name for name, _, _ in found))


def _activities(paper: Paper) -> Iterator[Candidate]:
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
