"""Page -> kind of paper with a probability, from words and from where they stand; every point can be told.

Points are natural-log odds. A title counts by how it stands (alone on its line, large, high, centred, at the start of
its segment), labels and wording by how many different ones are seen, the issuer by whether it heads the page. All
kinds of paper, and "some other paper" with a fixed base, then share one probability (softmax): two near kinds leave
each other little, which is the margin rule.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from docverify.documents.evidence import Evidence, Group, load
from docverify.documents.layout import PageLayout
from docverify.documents.pagination import page_numbers
from docverify.documents.phrases import Hit
from docverify.documents.standing import Sheet, Standing
from docverify.model import DESCONHECIDO

_BASE = 3.6
"""Points of "some other paper": what a kind must beat to be believed at all (chosen on the measured set)."""
_TEMPERATURE = 1.0
_SURE_OF_NONE = 0.96
"""Most that rich, well-read text without any evidence can say for "none of the types"."""
_LIST_MIN = 3
"""So many different papers named one below the other in the body are a list of enclosures, not titles."""


@dataclass(frozen=True, slots=True)
class PageClass:
    """What a page is.

    Attributes:
        tipo: One of ``model.TIPOS``.
        confianca: 0..1, of ``tipo``. ``desconhecido`` with a high one is surely none of the types; with a low one it
            could not be told.
        scores: Probability per tipo, those above 0.001.
        is_first: 0..1, the page begins a document.
        pagina_de: ``(k, n)`` where the page says "k of n".
        sinais: The strongest evidence for ``tipo``, readable (``titulo: ALVARÁ DE FUNCIONAMENTO +5.4``).
        papel: Kind of paper behind ``tipo`` (other papers have kinds of their own; ``''``: none).
        points: Points per kind of paper, for combining pages.
        title: 0..1, how strongly a title stands on the page.
        title_y: Where it stands (1.0 where none does).
        clarity: 0..1, how far the absence of evidence is evidence.
    """

    tipo: str
    confianca: float
    scores: Mapping[str, float]
    is_first: float
    pagina_de: tuple[int, int] | None
    sinais: tuple[str, ...]
    papel: str = ""
    points: Mapping[str, float] = field(default_factory=dict)
    title: float = 0.0
    title_y: float = 1.0
    clarity: float = 0.0


@dataclass(frozen=True, slots=True)
class _Seen:
    group: Group
    hit: Hit
    stands: Standing
    points: float


def classify_page(layout: PageLayout, evidence: Evidence | None = None) -> PageClass:
    """Tell what a page is.

    Args:
        layout: The page with its geometry.
        evidence: Classification data; default: the package's.

    Returns:
        Type, probability and the evidence; a blank or failed page is ``desconhecido`` with confidence 0.
    """
    data = evidence or load()
    numbers = page_numbers(layout)
    k_of_n = next(((k, n) for k, n in numbers if n), None)
    if not layout.page.words:
        return PageClass(DESCONHECIDO, 0.0, {}, 0.0, k_of_n, ())
    sheet = Sheet(layout)
    hits = data.lexicon.find(layout)
    issuers = _issuers(sheet, hits, data)
    seen = _weigh(sheet, hits, issuers, data)
    points, signals = _add_up(seen, issuers, data, sheet)
    clarity = _clarity(sheet, points, data)
    tipo, papel, confidence, scores = decide(points, clarity, data)
    titles = [s for s in seen if s.group.role == "titulo"]
    headline = max(titles, key=lambda s: s.points, default=None)
    title = min(1.0, headline.points / 5.0) if headline else 0.0
    first = title if not k_of_n else 0.97 if k_of_n[0] == 1 else 0.03
    told = signals.get(papel, []) if papel else []
    return PageClass(
        tipo,
        confidence,
        scores,
        round(first, 4),
        k_of_n,
        tuple(text for _, text in sorted(told, key=lambda item: -abs(item[0]))[:12]),
        papel,
        points,
        round(title, 4),
        headline.stands.y if headline else 1.0,
        round(clarity, 4),
    )


def decide(
    points: Mapping[str, float], clarity: float, evidence: Evidence | None = None
) -> tuple[str, str, float, dict[str, float]]:
    """Turn points into a type with a probability.

    Args:
        points: Per kind of paper.
        clarity: 0..1, how far the absence of evidence is evidence (rich, well-read text).
        evidence: Classification data; default: the package's.

    Returns:
        ``(tipo, papel, confianca, probability per tipo)``.
    """
    data = evidence or load()
    top = max([_BASE, *points.values()])
    odds = {name: math.exp((value - top) / _TEMPERATURE) for name, value in points.items()}
    base = math.exp((_BASE - top) / _TEMPERATURE)
    total = base + sum(odds.values())
    scores: dict[str, float] = {}
    best: dict[str, tuple[float, str]] = {}
    for papel in data.papeis:
        share = odds.get(papel.nome, 0.0) / total
        scores[papel.tipo] = scores.get(papel.tipo, 0.0) + share
        best[papel.tipo] = max(best.get(papel.tipo, (0.0, "")), (share, papel.nome))
    other = scores.pop(DESCONHECIDO, 0.0)
    tipo = max(sorted(scores), key=lambda name: scores[name], default=DESCONHECIDO)
    told = {name: round(value, 4) for name, value in scores.items() if value > 0.001}
    if scores.get(tipo, 0.0) >= 0.5:
        return tipo, best[tipo][1], round(min(0.995, scores[tipo]), 4), told
    names = {papel.nome for papel in data.papeis if papel.tipo == DESCONHECIDO}
    elsewhere = max((value for name, value in points.items() if name in names), default=0.0)
    own = max((value for name, value in points.items() if name not in names), default=0.0)
    positive = 0.85 * _ramp(elsewhere, 2.5, 4.0) * _ramp(elsewhere - max(0.0, own), 1.0, 3.0)
    unknown = min(0.99, other + base / total * max(clarity, positive))
    papel_name = best[DESCONHECIDO][1] if other > base / total else ""
    return DESCONHECIDO, papel_name, round(unknown, 4), {**told, DESCONHECIDO: round(other + base / total, 4)}


def _issuers(sheet: Sheet, hits: Sequence[Hit], data: Evidence) -> dict[str, float]:
    """How strongly each issuer stands on the page, 0..1: heading it, signing it, or merely mentioned."""
    named = [hit for hit in hits if data.owners[hit.phrase] < 0]
    titled = [hit for hit in hits if _is_title(hit, data)]
    headline = max((sheet.standing(hit.words) for hit in titled), key=lambda s: s.prominence, default=None)
    strength: dict[str, float] = {}
    for hit in _not_inside(named, named):
        stands = sheet.standing(hit.words)
        amount = stands.as_issuer * (1.0 if hit.exact else 0.95)
        if headline and headline.prominence > 0.6 and headline.y + 0.02 < stands.y < 0.6:
            amount *= 0.6  # under the title: whom the paper speaks of, rather than who speaks
        name = data.issuers[-data.owners[hit.phrase] - 1]
        strength[name] = max(strength.get(name, 0.0), amount)
    return strength


def _is_title(hit: Hit, data: Evidence) -> bool:
    owner = data.owners[hit.phrase]
    return owner >= 0 and (data.groups[owner].role == "titulo" or data.groups[owner].only_title)


def _not_inside(hits: Sequence[Hit], others: Sequence[Hit]) -> list[Hit]:
    """Hits that are not a part of a longer one: *alvará* within *alvará sanitário* says nothing of its own."""
    sets = [frozenset(hit.words) for hit in others]
    return [hit for hit in hits if not any(frozenset(hit.words) < other for other in sets)]


def _weigh(sheet: Sheet, hits: Sequence[Hit], issuers: Mapping[str, float], data: Evidence) -> list[_Seen]:
    titlelike = [hit for hit in hits if _is_title(hit, data)]
    seen: list[_Seen] = []
    titles: list[_Seen] = []
    for hit in [*_not_inside(titlelike, titlelike), *(hit for hit in hits if not _is_title(hit, data))]:
        owner = data.owners[hit.phrase]
        if owner < 0:
            continue
        group = data.groups[owner]
        stands = sheet.standing(hit.words)
        factor = 1.0 if hit.exact else 0.95 if len(hit.words) > 1 else 0.6
        if factor == 0.6 and sheet.letters(hit.words) < 7:
            continue  # one short word, not even read as it is written
        if group.issuers:
            present = min(1.0, max(issuers.get(name, 0.0) for name in group.issuers) / 0.6)
            factor *= group.without + (1.0 - group.without) * present
        if group.role == "titulo" or group.only_title:
            titles.append(_Seen(group, hit, stands, group.weight * stands.prominence * factor))
        elif group.role == "contra":
            seen.append(_Seen(group, hit, stands, group.weight * max(stands.as_label, 0.5) * factor))
        elif group.role == "rotulo":
            loose = 0.4 if len(hit.words) == 1 and stands.as_label < 0.5 else 1.0
            seen.append(_Seen(group, hit, stands, group.weight * stands.as_label * loose * factor))
        else:
            seen.append(_Seen(group, hit, stands, group.weight * factor))
    return seen + _headlines(titles)


def _headlines(titles: Sequence[_Seen]) -> list[_Seen]:
    """Keep what stands as a title: not an item of a list, less where outshone by the page's headline."""
    named = [t for t in titles if t.group.role == "titulo"]
    if not named:
        return [t for t in titles if t.stands.prominence > 0.3]
    headline = max(named, key=lambda t: t.points)
    listed = [t for t in named if t.stands.y > 0.25 and t.stands.height < 1.25 and t is not headline]
    many = len({t.group.papel for t in listed}) >= _LIST_MIN
    out = []
    for t in titles:
        factor = 1.0
        lower = t.stands.y > headline.stands.y + 0.005
        if t.group.role == "contra":
            if t.stands.prominence < 0.3:
                continue
            if lower and t.stands.prominence < 0.95 * headline.stands.prominence:
                factor = 0.3
        elif many and t in listed:
            factor = 0.15
        elif t.points < 0.7 * headline.points and lower:
            factor = 0.6
        out.append(_Seen(t.group, t.hit, t.stands, t.points * factor))
    return out


def _add_up(
    seen: Sequence[_Seen], issuers: Mapping[str, float], data: Evidence, sheet: Sheet
) -> tuple[dict[str, float], dict[str, list[tuple[float, str]]]]:
    by_paper: dict[int, list[_Seen]] = {}
    for item in seen:
        by_paper.setdefault(item.group.papel, []).append(item)
    points: dict[str, float] = {}
    signals: dict[str, list[tuple[float, str]]] = {}
    for index, papel in enumerate(data.papeis):
        mine = by_paper.get(index, [])
        told: list[tuple[float, str]] = []
        total = _issuer_points(papel.issuers, issuers, told)
        total += _title_points([s for s in mine if s.group.role == "titulo"], sheet, told)
        for group in {id(s.group): s.group for s in mine if s.group.role != "titulo"}.values():
            best: dict[int, _Seen] = {}
            for s in mine:
                if s.group is group and (s.hit.phrase not in best or abs(s.points) > abs(best[s.hit.phrase].points)):
                    best[s.hit.phrase] = s
            amount = sum(s.points for s in best.values())
            if not amount:
                continue
            capped = group.cap * (1.0 - math.exp(-amount / group.cap)) if amount / group.cap > 0 else amount
            total += capped
            names = ", ".join(dict.fromkeys(sheet.read(best[phrase].hit.words) for phrase in sorted(best)[:6]))
            told.append((capped, f"{group.role}: {names} {capped:+.1f}"))
        if mine or total:
            points[papel.nome] = round(total, 4)
            signals[papel.nome] = told
    return points, signals


def _issuer_points(weights: Mapping[str, float], issuers: Mapping[str, float], told: list[tuple[float, str]]) -> float:
    """The best issuer speaks for; a foreign one speaks against as far as it outshines the own."""
    own = max((issuers.get(name, 0.0) for name, weight in weights.items() if weight > 0), default=0.0)
    gains = [(weight * issuers.get(name, 0.0), name) for name, weight in weights.items() if weight > 0]
    foreign = [(weight, issuers.get(name, 0.0), name) for name, weight in weights.items() if weight < 0]
    losses = [(weight * max(0.0, there - 0.8 * own), name) for weight, there, name in foreign]
    total = 0.0
    for amount, name in (max(gains, default=(0.0, "")), min(losses, default=(0.0, ""))):
        if amount:
            total += amount
            told.append((amount, f"emissor: {name} {amount:+.1f}"))
    return total


def _title_points(titles: Sequence[_Seen], sheet: Sheet, told: list[tuple[float, str]]) -> float:
    if not titles:
        return 0.0
    ranked = sorted(titles, key=lambda s: -s.points)
    best = ranked[0]
    words = set(best.hit.words)
    second = next((s for s in ranked[1:] if not words & set(s.hit.words) and s.hit.phrase != best.hit.phrase), None)
    total = best.points + (0.2 * second.points if second else 0.0)
    told.append((total, f"titulo: {sheet.read(best.hit.words)} {total:+.1f}"))
    return min(total, best.group.cap)


def _clarity(sheet: Sheet, points: Mapping[str, float], data: Evidence) -> float:
    """How far "no evidence" is evidence: rich, well-read text, and no type with more than a trace."""
    own = max((points.get(p.nome, 0.0) for p in data.papeis if p.tipo != DESCONHECIDO), default=0.0)
    rich = _ramp(sheet.readable_words, 30, 75)
    read = _ramp(sheet.layout.page.quality, 0.55, 0.8)
    quiet = 1.0 - _ramp(own, 0.8, 2.6)
    return _SURE_OF_NONE * rich * read * quiet


def _ramp(value: float, low: float, high: float) -> float:
    return min(1.0, max(0.0, (value - low) / (high - low)))
