"""What a fire brigade's certificate says of GLP: how many kilograms, and whether it covers the resale.

The weight may stand beside a label, in a sentence, as a number of cylinders, or as several areas that add up. Sizes of
containers ("P-13", "até 90 kg") and weights of other things are no capacity. A class alone is none either: the norm
asks for kilograms.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from docverify.documents import anchors as phrases
from docverify.documents import stream
from docverify.documents.anchors import Anchor
from docverify.documents.candidates import Candidate, Paper
from docverify.documents.stream import Stream
from docverify.values.quantities import RECIPIENTES, KgMatch, find_kilograms
from docverify.values.text import fold_same_length

_REACH = 240
_LONE_NUMBER = re.compile(r"(?<![\d.,/-])(?:\d{1,3}(?:\.\d{3})+|\d{2,6})(?:,0{1,2})?(?![\d/]|[.,]\d)")
_KG_LABEL = re.compile(r"\(?\s*(?:EM\s+)?(?:KG|KGS|QUILOGRAMAS?|QUILOS)\b\s*(?:DE\s+GLP)?\s*\)?\s*[:\-–—.]*\s*")
_REST = re.compile(r"\s*\)?\s*[:\-–—.]*\s*")
_TOTAL = re.compile(r"TOTAL|SOMA|GLOBAL|SOMAD[AO]S|CONJUNTO")
_NOT_ALLOWED = re.compile(
    r"\b(?:NAO|SEM|VEDAD[AO]|PROIBID[AO]|EXCETO|EXCLUI|NAO\s+CONTEMPLA|NAO\s+AUTORIZA|NAO\s+ABRANGE"
    r"|NAO\s+HABILITA)\b[^.;\n]{0,60}$"
)
_ADDED = re.compile(
    r",?\s+(?:COM\s+)?(?:A\s+)?CAPACIDADE\s+(?:DE|MAXIMA|TOTAL)|\bPRODUTOS\s+ACONDICIONADOS"
    r"|,?\s+COM\s+ARMAZENAMENTO|,?\s+ARMAZENANDO|\bDIVISAO\b|\bCAPACIDADE\s*:|\s+CAP\b\.?|,?\s+ESTANDO\s"
)
_GAS = re.compile(r"\bGAS\b|\bGLP\b|LIQUEFEITO|COMBUSTIVE|BOTIJ|REVENDA|COMERCIO VAREJISTA|\bPOSTO\b")
_EACH = re.compile(
    r"\b(?:POR|CADA)\s+(?:RECIPIENTE|BOTIJAO|CILINDRO|UNIDADE|VASILHAME)|RECIPIENTES?\s+(?:DE|COM"
    r"|ATE)\s*$"
)


@dataclass(frozen=True, slots=True)
class _Weight:
    match: KgMatch
    score: float
    total: bool


def find(paper: Paper) -> Iterator[Candidate]:
    """Find ``capacidade_glp_kg`` and ``contempla_revenda_glp``.

    Args:
        paper: Pages of a ``certificado_bombeiros``.
    """
    text = stream.build(paper.layouts)
    wordings = phrases.load("certificado_bombeiros", "frases.toml")
    _settle_activity(paper)
    labelled = [c for c in paper.candidates if c.campo == "capacidade_glp_kg"]
    paper.candidates = [c for c in paper.candidates if c.campo != "capacidade_glp_kg"]
    yield from _settled(text, wordings.find(text.folded), labelled)
    unnamed = replace(text, folded=_without_names(paper, text))
    yield from _covers_resale(unnamed, wordings.find(unnamed.folded))


_COMPANY = re.compile(r"[^\n\t:;,.]{0,70}[ \n](?:LTDA|LIMITADA|EIRELI|EPP|S/A|ME|MEI)\b|[^\n\t:;,.]{0,70} S\.A\b")


def _without_names(paper: Paper, text: Stream) -> str:
    """Blank the names of companies: ``ALVORADA COMÉRCIO DE GÁS LTDA`` may well be certified as a grocer's."""
    chars = list(text.folded)
    ends = (*text.starts[1:], len(chars))
    for (page, word), start, end in zip(text.places, text.starts, ends, strict=True):
        if word in paper.contexts[page].own_words:
            chars[start:end] = " " * (end - start)
    return _COMPANY.sub(lambda match: re.sub(r"\S", " ", match[0]), "".join(chars))


def _settle_activity(paper: Paper) -> None:
    """Cut what a sentence adds to the activity, and rank an activity in words over a division's code and class."""
    settled = []
    for candidate in paper.candidates:
        if candidate.campo == "atividade" and isinstance(candidate.valor, str):
            cut = _ADDED.search(fold_same_length(candidate.valor))
            if cut and cut.start() > 5:
                valor = candidate.valor[: cut.start()].strip(" ,;.-")
                candidate = replace(candidate, valor=valor, lido=candidate.lido[: cut.start()].strip(" ,;.-"))
            if not _GAS.search(fold_same_length(candidate.valor)):
                candidate = replace(candidate, score=candidate.score * 0.55)
        settled.append(candidate)
    paper.candidates = settled


def _settled(text: Stream, anchors: Sequence[Anchor], labelled: Sequence[Candidate]) -> Iterator[Candidate]:
    """Weigh what was found against the sizes of container that the paper speaks of: one of several is not the whole."""
    found = find_kilograms(text.raw)
    whole = _by_size(text, found)
    if whole is not None:
        yield whole
        return
    several = len(_sizes(text, found)) > 1 and _table_total(text) is None
    for weight in (*labelled, *_capacity(text, anchors)):
        # a number that no word calls the total may be that of one size
        part = several and not _is_total(text, weight)
        if not part or weight.valor not in RECIPIENTES:
            yield replace(weight, score=0.2 * weight.score) if part else weight


def _capacity(text: Stream, anchors: Sequence[Anchor]) -> Iterator[Candidate]:
    total = _table_total(text)
    if total is not None:
        yield total
        return
    found = find_kilograms(text.raw)
    weights = [w for m in found if (w := _weigh(text, anchors, m)) is not None]
    if not weights:
        yield from _labelled_number(text, anchors)
        return
    totals = [w for w in weights if w.total]
    good = [w for w in (totals or weights) if w.score >= 0.5]
    if not good:
        return
    if not totals:
        summed = _areas(text, good)
        if summed is not None:
            yield summed
            return
    distinct = {w.match.kg for w in good}
    best = max(good, key=lambda w: (w.score, -w.match.start))
    for weight in good:
        if weight.match.kg == best.match.kg or weight.score > best.score - 0.3:
            score = min(0.96, weight.score) if len(distinct) == 1 else min(0.85, weight.score)
            yield _candidate(text, weight, score)


_SIZE = re.compile(r"\bP\s?-?\s?(\d{1,3})\b[^\n\d]{0,25}$")
"""Names the size of container that a weight is of: ``P-13: 5.655 kg``."""


def _by_size(text: Stream, found: Sequence[KgMatch]) -> Candidate | None:
    """Add up what is stated container by container (``435 P-13 e 13 P-45``): one size alone is not what may be stored.

    The sum counts as read where the paper states it too; else it is a doubt, and so is each of its parts.
    """
    parts: dict[int, KgMatch] = {}
    for match in found:
        line = text.folded[max(0, match.start - 60) : match.start]
        if not match.recipiente and match.kg > 0 and (match.forma == "botijoes" or _SIZE.search(line)):
            parts.setdefault(match.kg, match)
    if len(parts) < 2:
        return None
    total = sum(parts)
    stated = next((m for m in found if m.kg == total and not m.recipiente), None)
    if stated is not None:
        return text.candidate("capacidade_glp_kg", total, stated.start, stated.end, 0.9)
    ends = [m.start for m in parts.values()], [m.end for m in parts.values()]
    return text.candidate("capacidade_glp_kg", total, min(ends[0]), max(ends[1]), 0.4)


_CODE = re.compile(r"\bP\s?-?\s?(\d{1,3})\b")


def _sizes(text: Stream, found: Sequence[KgMatch]) -> set[int]:
    """Return the sizes of container, in kilograms, that a paper speaks of."""
    told = {m.kg for m in found if m.recipiente or m.forma == "kg"} | {int(m[1]) for m in _CODE.finditer(text.folded)}
    return told & RECIPIENTES


def _is_total(text: Stream, number: Candidate) -> bool:
    """Tell whether the line of a number, or its label's, calls it a total."""
    # the number itself: "1.300" is no part of a total of 11.300
    read = re.compile(rf"(?<![\d.,]){re.escape(fold_same_length(number.lido))}(?!\d|[.,]\d)")
    return any(read.search(line) and _TOTAL.search(line) for line in text.folded.split("\n"))


def _candidate(text: Stream, weight: _Weight, score: float) -> Candidate:
    m = weight.match
    return text.candidate("capacidade_glp_kg", m.kg, m.start, m.end, score * (0.6 if m.ambiguo else 1.0))


def _weigh(text: Stream, anchors: Sequence[Anchor], match: KgMatch) -> _Weight | None:
    """Judge one weight: what it is the weight of, by the words before it and after it."""
    if match.recipiente or match.kg <= 0:
        return None
    before = text.folded[max(0, match.start - _REACH) : match.start]
    after = text.folded[match.end : match.end + 60]
    if _EACH.search(before[-30:]) or _EACH.match(after.lstrip(" ,")):
        return None
    near = [a for a in anchors if match.start - _REACH <= a.start < match.start]
    behind = [a for a in anchors if match.end <= a.start < match.end + 60]
    names = {a.name for a in near}
    score = 0.3
    if "capacidade" in names:
        score += 0.4
    if "glp" in names or any(a.name == "glp" for a in behind):
        score += 0.22
    if match.forma.startswith("boti"):
        score += 0.2
    if score < 0.6 and not names & {"outro_peso", "anterior", "citacao"} and _of_glp(before, after):
        score += 0.25
    foreign = [a for a in near if a.name in ("outro_peso", "anterior")]
    own = [a for a in near if a.name in ("capacidade", "glp")]
    line = text.folded.rfind("\n", 0, match.start) + 1
    gone = any(a.name == "anterior" and a.start >= line for a in foreign)
    if gone or (foreign and (not own or foreign[-1].start > own[-1].start)):
        score -= 0.5
    return _Weight(match, min(0.98, score), bool(_TOTAL.search(before[-60:])))


_RIGHT_BEFORE = re.compile(
    r"(?:\b(?:GLP|G\.L\.P|CAP\w*\.?(?:\s*(?:DE\s+)?(?:ARM|EST)\w*\.?)?)|LIQUEFEITO(?: DE PETROLEO)?"
    r"|ARMAZENA(?:MENTO|GEM)|ESTOQUE|ESTOCAGEM"
    r"|CAPACIDADE(?:DEARMAZENAMENTO|DE|TOTAL|MAXIMA|DEGLP)*)"
    r"\s*\)?\s*[:\-–—.]?\s*(?:COM\s+)?(?:ATE\s+)?$"
)
_RIGHT_BEHIND = re.compile(r"\s*(?:\([^()\n]{3,80}\)\s*)?(?:DE\s+)?(?:GLP|G\.L\.P|GAS LIQUEFEITO|GAS DE COZINHA)\b")


def _of_glp(before: str, after: str) -> bool:
    """Tell whether a weight is said to be of GLP right before it or right behind it (``GLP: 1.560 kg``)."""
    return _RIGHT_BEFORE.search(before) is not None or _RIGHT_BEHIND.match(after) is not None


def _areas(text: Stream, weights: Sequence[_Weight]) -> Candidate | None:
    """Add up areas of storage that stand in a row: ``Área 1: 1.560 kg; Área 2: 1.560 kg``, without a total."""
    rows = []
    for weight in weights:
        line = text.folded.rfind("\n", 0, weight.match.start) + 1
        before = text.folded[max(line, weight.match.start - 70) : weight.match.start]
        number = re.search(
            r"\b(?:AREA|SETOR|LOTE|BLOCO|DEPOSITO|PLATAFORMA|LOCAL|MODULO"
            r"|GALPAO)\s*(?:DE\s+ARMAZENAMENTO\s*)?(?:N[O.º]*\s*)?([0-9]{1,2}|[A-F]|I{1,3}|IV|V)\b",
            before,
        )
        if number:
            rows.append((number.group(1), weight))
    if len({n for n, _ in rows}) < 2 or len(rows) != len(weights) or len({n for n, _ in rows}) != len(rows):
        return None
    first, last = rows[0][1].match, rows[-1][1].match
    total = sum(w.match.kg for _, w in rows)
    lido = " + ".join(" ".join(text.raw[w.match.start : w.match.end].split()) for _, w in rows)
    score = 0.9 * min(w.score for _, w in rows) / 0.95
    return text.candidate("capacidade_glp_kg", total, first.start, last.end, min(0.9, score), lido=lido)


_TABLE_HEAD = re.compile(
    r"\b(?:MASSA|PESO|CAPACIDADE|GLP|ESTOQUE|TOTAL|QUANTIDADE)\b[^\n\t0-9]{0,30}\b(?:KG|KGS|QUILOGRAMAS)\b"
)
_TABLE_ROWS = 12
"""Rows that a table of containers has at most."""


def _table_total(text: Stream) -> Candidate | None:
    """Find the total of a table of containers: a last row ``TOTAL ... 1.560`` under a head ``MASSA TOTAL (KG)``.

    The rows between must add up to it, in their last column; a total that does not is another column's.
    """
    rows = list(re.finditer(r"[^\n]+", text.folded))
    for at, row in enumerate(rows):
        if not re.match(r"\W*(?:SUB)?TOTAL\b", row.group()) or row.group().lstrip().startswith("SUB"):
            continue
        numbers = list(_LONE_NUMBER.finditer(text.folded, row.start(), row.end()))
        head = next(
            (i for i in range(at - 1, max(-1, at - _TABLE_ROWS), -1) if _TABLE_HEAD.search(rows[i].group())), None
        )
        if not numbers or head is None:
            continue
        between = [list(_LONE_NUMBER.finditer(text.folded, r.start(), r.end())) for r in rows[head + 1 : at]]
        parts = [_whole(found[-1]) for found in between if found]
        value = _whole(numbers[-1])
        if parts and sum(parts) == value and 13 <= value <= 5_000_000:
            return text.candidate("capacidade_glp_kg", value, numbers[-1].start(), numbers[-1].end(), 0.93)
    return None


def _whole(number: re.Match[str]) -> int:
    return int(number.group().split(",")[0].replace(".", ""))


def _labelled_number(text: Stream, anchors: Sequence[Anchor]) -> Iterator[Candidate]:
    """Find a bare number whose label names the unit: ``CAPACIDADE DE ARMAZENAMENTO (KG): 1.560``."""
    seen: set[int] = set()
    for anchor in anchors:
        end = _head_end(text, anchor)
        if end is None or _speaks_of_other(text, anchors, anchor):
            continue
        number = _LONE_NUMBER.search(text.folded, end, end + 40)
        if number is None or any(c.isalpha() for c in text.folded[end : number.start()]):
            number = _in_column(text, anchor.start, end)
        if number is None or number.start() in seen:
            continue
        seen.add(number.start())
        kg = _whole(number)
        if 13 <= kg <= 5_000_000:
            yield text.candidate("capacidade_glp_kg", kg, number.start(), number.end(), 0.9)


def _head_end(text: Stream, anchor: Anchor) -> int | None:
    """Return where a label with its unit ends; None where no unit says that the number is a weight of GLP."""
    if anchor.name == "unidade":
        return anchor.end + len(_REST.match(text.folded, anchor.end)[0])  # type: ignore[index]
    if anchor.name not in ("capacidade", "guarda"):
        return None
    reach = anchor.end + 60 if anchor.name == "capacidade" else anchor.end + 12
    unit = _KG_LABEL.search(text.folded, anchor.end, reach)
    while unit is not None and "KG" not in unit.group() and "QUIL" not in unit.group():
        unit = _KG_LABEL.search(text.folded, unit.end(), reach) if unit.end() > unit.start() else None
    if unit is None or (anchor.name == "guarda" and text.folded[anchor.end : unit.start()].strip(" (,")):
        return None
    return unit.end()


def _speaks_of_other(text: Stream, anchors: Sequence[Anchor], anchor: Anchor) -> bool:
    """Tell whether the label's line names another weight before it (a central of GLP, extinguishers)."""
    line = text.folded.rfind("\n", 0, anchor.start) + 1
    return any(a.name in ("outro_peso", "anterior") and line <= a.start <= anchor.start for a in anchors)


def _in_column(text: Stream, start: int, end: int) -> re.Match[str] | None:
    """Find the number under a head of a table: the same column of the next line, where both have as many columns."""
    line = text.folded.rfind("\n", 0, start) + 1
    stop = text.folded.find("\n", end - 1)
    if stop < 0:
        return None
    last = text.folded.find("\n", stop + 1)
    last = len(text.folded) if last < 0 else last
    if text.folded.count("\t", line, stop) != text.folded.count("\t", stop + 1, last):
        return None
    place = stop + 1
    for _ in range(text.folded.count("\t", line, start)):
        place = text.folded.index("\t", place) + 1
    close = text.folded.find("\t", place, last)
    found = _LONE_NUMBER.search(text.folded, place, close if close >= 0 else last)
    if found is None or text.folded[place : close if close >= 0 else last].strip() != found.group():
        return None
    following = text.folded.find("\n", last + 1)
    below = text.folded[last + 1 : following if following >= 0 else len(text.folded)]
    if "\t" in below and _LONE_NUMBER.search(below.rpartition("\t")[2]):
        return None  # one row of several: which of them is the whole, or whether they add up, is not said here
    return found


def _covers_resale(text: Stream, anchors: Sequence[Anchor]) -> Iterator[Candidate]:
    """Tell whether the activity covered is resale (or storage for resale) of GLP in cylinders.

    True needs words of resale together with GLP; False needs a printed occupation or activity that is surely another
    one. Anything else is not said: the field is absent.
    """
    best: tuple[float, Anchor] | None = None
    for anchor in anchors:
        if anchor.name not in ("revenda_glp", "armazenamento_glp"):
            continue
        before = text.folded[max(0, anchor.start - 80) : anchor.start]
        if _NOT_ALLOWED.search(before):
            yield text.candidate("contempla_revenda_glp", False, anchor.start, anchor.end, 0.9)
            return
        if any(a.name == "citacao" and 0 <= anchor.start - a.end < 60 for a in anchors):
            continue
        score = (0.95 if anchor.name == "revenda_glp" else 0.88) * anchor.score
        if best is None or score > best[0]:
            best = (score, anchor)
    if best is not None:
        yield text.candidate("contempla_revenda_glp", True, best[1].start, best[1].end, best[0])
        return
    for anchor in anchors:
        if anchor.name == "ocupacao":
            line_end = text.folded.find("\n", anchor.end + 90)
            window = text.folded[anchor.end : line_end if line_end > 0 else anchor.end + 200]
            other = [
                a for a in anchors if a.name == "outra_atividade" and anchor.end <= a.start < anchor.end + len(window)
            ]
            if other and not re.search(r"\bGLP\b|LIQUEFEITO|\bGAS\b", text.folded):
                yield text.candidate("contempla_revenda_glp", False, other[0].start, other[0].end, 0.85)
                return
