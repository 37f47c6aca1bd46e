"""Candidates -> one value for each field, with a confidence that knows about rivals."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rapidfuzz.distance import Levenshtein

from docverify.documents.candidates import Candidate
from docverify.documents.layout import PageLayout
from docverify.model import Field, shown_box
from docverify.values.name_lexicon import SUFFIX_KIND
from docverify.values.text import fold

_RIVAL = 0.62
"""How much of the confidence a rival of equal standing takes away: no coin is tossed."""


_NO_NAME = 0.3
"""Worth of a company's name that reads as an address or as a reference to a law, and has no legal form."""
_NAMES = ("razao_social", "outorgante")
_OTHER_THAN_NAME = re.compile(
    r"(?:(?:R|RUA|AV|AVENIDA|PC|PCA|PRACA|ROD|RODOVIA|AL|ALAMEDA|TV|TRAV|TRAVESSA|EST|ESTR|ESTRADA|LGO|LARGO|VIA|QD|"
    r"QUADRA)\b.*\b\d{1,5}\b|(?:ART|ARTS|ARTIGO|LEI|DECRETO|PARAGRAFO|INCISO|PORTARIA|RESOLUCAO)\b.*\d)"
)
_CALIBRATION = 1.6
"""Scores are cautious: measured over many layouts, what scores 0.5 without a rival is right nine times in ten."""


@dataclass(slots=True)
class Group:
    """Candidates that say the same.

    Attributes:
        best: The one that speaks best.
        score: Of all together, 0..1.
        count: How many distinct places.
    """

    best: Candidate
    score: float
    count: int


def resolve(
    layouts: Sequence[PageLayout], candidates: Sequence[Candidate], minimum: float, arquivo: str
) -> Field | None:
    """Choose the value of one field.

    Args:
        layouts: Pages of the document.
        candidates: All of one field.
        minimum: Least score that is worth reporting.
        arquivo: The document's own file.

    Returns:
        The field, or None where nothing speaks loud enough.
    """
    groups = rank([_doubted(c) for c in candidates])
    if not groups or groups[0].score < minimum:
        return None
    best = groups[0]
    rival = groups[1].score / best.score if len(groups) > 1 else 0.0
    certainty = (1.0 - (1.0 - best.score) ** _CALIBRATION) * (1.0 - _RIVAL * min(1.0, rival) ** 3)
    return to_field(layouts, best.best, certainty, arquivo)


def _doubted(candidate: Candidate) -> Candidate:
    """Return a candidate at what it is worth: another line of the paper stands too often where a name is sought."""
    if candidate.campo not in _NAMES or not isinstance(candidate.valor, str):
        return candidate
    words = fold(candidate.valor).replace(".", " ").split()
    if any(w in SUFFIX_KIND for w in words) or not _OTHER_THAN_NAME.match(" ".join(words)):
        return candidate
    return replace(candidate, score=_NO_NAME * candidate.score)


def rank(candidates: Iterable[Candidate]) -> list[Group]:
    """Group candidates of one value (a free text with OCR noise is one value) and order the groups by strength."""
    groups: list[tuple[str, list[Candidate]]] = []
    for candidate in sorted(candidates, key=_order):
        key = _key(candidate.valor)
        home = next(
            (members for name, members in groups if _same(name, key) or _completes(members[0].valor, candidate.valor)),
            None,
        )
        if home is None:
            groups.append((key, [candidate]))
        else:
            home.append(candidate)
    result = []
    for _, members in groups:
        places: dict[tuple[int, int], float] = {}
        for member in members:
            spot = (member.page, min(member.words, default=-1))
            places[spot] = max(places.get(spot, 0.0), member.score)
        miss = 1.0
        for number, score in enumerate(sorted(places.values(), reverse=True)):
            miss *= 1.0 - min(0.995, score) * (1.0 if number == 0 else 0.6)
        best = members[0]
        if isinstance(best.valor, dict):
            best = max((m for m in members if m.score >= 0.85 * best.score), key=lambda m: len(m.valor))
        result.append(Group(best, 1.0 - miss, len(places)))
    result.sort(key=lambda group: (-group.score, _order(group.best)))
    return result


def _order(candidate: Candidate) -> tuple[float, int, int, str]:
    return (-candidate.score, candidate.page, min(candidate.words, default=-1), candidate.lido)


def _key(valor: Any) -> str:
    if isinstance(valor, str):
        return "".join(c for c in fold(valor) if c.isalnum())
    return json.dumps(valor, ensure_ascii=False, sort_keys=True)


def _completes(a: Any, b: Any) -> bool:
    """Tell whether two addresses are one, of which one says more: same street and number, no part against it."""
    if not (isinstance(a, dict) and isinstance(b, dict)):
        return False
    if not all(a.get(name) and b.get(name) for name in ("logradouro", "numero")):
        return False
    return all(_key(str(a[name])) == _key(str(b[name])) for name in a.keys() & b.keys())


def _same(a: str, b: str) -> bool:
    """Tell whether two keys are one value: equal, or long texts that differ as OCR does (never in digits)."""
    if a == b:
        return True
    if min(len(a), len(b)) < 9 or [c for c in a if c.isdigit()] != [c for c in b if c.isdigit()]:
        return False
    if abs(len(a) - len(b)) > 3:
        return min(len(a), len(b)) >= 12 and (a.startswith(b) or b.startswith(a))
    return Levenshtein.distance(a, b, score_cutoff=2) <= max(1, min(len(a), len(b)) // 14)


def to_field(layouts: Sequence[PageLayout], candidate: Candidate, certainty: float, arquivo: str) -> Field:
    """Make the reported field of a candidate: certainty of the place times the reader's confidence.

    Check digits and closed lists vouch for a reading that the reader itself doubts; a repair costs.
    """
    layout = layouts[candidate.page]
    reader = layout.confidence_of(candidate.words) if candidate.words else layout.page.quality
    if candidate.checked:
        reader = 1.0 - (1.0 - reader) * 0.35
    if candidate.reparado:
        reader = min(reader, 0.85)
    page = layout.page
    return Field(
        valor=candidate.valor,
        lido=candidate.lido,
        confianca=round(max(0.0, min(1.0, certainty * reader)), 4),
        pagina=page.numero,
        caixa=shown_box(page, layout.box_of(candidate.words)) if candidate.words else (0.0, 0.0, 1.0, 1.0),
        arquivo=page.arquivo if page.arquivo != arquivo else None,
        reparado=candidate.reparado,
        trechos=layout.trechos_of(candidate.words),
    )
