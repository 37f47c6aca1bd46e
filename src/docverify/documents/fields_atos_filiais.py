"""Branches that an act of a company names, each with its CNPJ and its State.

A branch is told by its CNPJ: the company's root with another order than the head office's. Its State stands in the
address before the number, or behind it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from docverify.documents.atos import Ato
from docverify.documents.candidates import Candidate
from docverify.values.identifiers.cnpj import find_cnpjs
from docverify.values.ufs import sigla_of

_UF = re.compile(r"[-/,(]\s?([A-Z]{2})\b(?=\s*(?:[-,;.)\n]|$|CEP|CNPJ|CGC|INSC|NIRE|SOB|E\b|COM\b))")
_STATE = re.compile(r"\bESTADO\s+D[EOA]\s+([A-Z][A-Z ]{2,19}?)(?=\s*[,;.\n)]|\s+(?:CEP|CNPJ|CGC|INSC|E)\b)")
_BEFORE, _BEHIND = 260, 160
_ROOT, _HEAD = 8, "0001"


def find(ato: Ato) -> Iterator[Candidate]:
    """Find the extra ``filiais``: a list of ``{cnpj, uf}``, only numbers whose check digits hold."""
    texto = ato.texto
    numbers = [m for m in find_cnpjs(texto.raw) if m.valido and m.start < ato.fim]
    roots = [m.valor[:_ROOT] for m in numbers if m.valor[_ROOT : _ROOT + 4] == _HEAD]
    found: dict[str, dict[str, str]] = {}
    spans: list[tuple[int, int]] = []
    for number, match in enumerate(numbers):
        branch = match.valor[_ROOT : _ROOT + 4] != _HEAD
        cue = ato.of("filial", start=max(0, match.start - _BEFORE), end=match.start)
        if not branch or (roots and match.valor[:_ROOT] not in roots) or not (roots or cue):
            continue
        low = numbers[number - 1].end if number else 0
        high = numbers[number + 1].start if number + 1 < len(numbers) else len(texto.raw)
        uf = _uf(texto.folded, max(low, match.start - _BEFORE), match.start, last=True)
        uf = uf or _uf(texto.folded, match.end, min(high, match.end + _BEHIND), last=False)
        if ato.consolidado and match.start < ato.vigente and match.valor not in found:
            continue
        found[match.valor] = {"cnpj": match.valor, **({"uf": uf} if uf else {})}
        spans.append((match.start, match.end))
    if found:
        value = list(found.values())
        lido = "; ".join(texto.raw[a:b] for a, b in spans)
        yield texto.candidate("filiais", value, *spans[0], 0.85, lido=lido, checked=True)


def _uf(folded: str, low: int, high: int, *, last: bool) -> str | None:
    siglas = [(m.start(), m.group(1)) for m in _UF.finditer(folded, low, high)]
    siglas += [(m.start(), m.group(1).strip()) for m in _STATE.finditer(folded, low, high)]
    known = [(at, uf) for at, name in sorted(siglas) if (uf := sigla_of(name))]
    if not known:
        return None
    return known[-1][1] if last else known[0][1]
