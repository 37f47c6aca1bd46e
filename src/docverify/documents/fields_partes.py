"""Papers of two parties: a court's order (who is put out), a contract on space in a depot (who stores).

Which roles are the establishment's own and which the other side's is data: ``models/<tipo>/frases.toml`` with the lists
``propria`` and ``alheia``. A company takes the role named right before it (``Réu: X LTDA``, ``e ré X LTDA``) or, in a
contract, right behind its qualification (``X LTDA, CNPJ ..., doravante CESSIONÁRIA``).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from docverify.documents import anchors as phrases
from docverify.documents import stream
from docverify.documents.anchors import Anchor
from docverify.documents.candidates import Candidate, Paper
from docverify.documents.fields_prosa import name_before
from docverify.documents.stream import Stream
from docverify.values.identifiers.cnpj import find_cnpjs

_SUFFIX = re.compile(
    r"\b(?:LTDA|LIMITADA|S\s?[./]\s?A|EIRELI|SLU)\b\.?(?:\s*[-–]?\s*(?:ME|EPP|EIRELI)\b)?|(?<=[A-Z])\s*[-–]\s*(?:ME|EPP)\b"
)
_BEFORE, _BEHIND, _NUMBER = 80, 420, 260
_ROLE_CLOSE = 45
_HEAD_LINES = 3
_SMALL = frozenset(("de", "da", "do", "das", "dos", "e"))
_CNJ = re.compile(r"(?<![\d.])\d{7}-\d{2}\.\d{4}\.\d\.\d{2}\.\d{4}(?![\d.]\d)")


@dataclass(frozen=True, slots=True)
class Parte:
    """A company named, with the role that the paper gives it (``propria``, ``alheia`` or ``''``)."""

    nome: str
    start: int
    end: int
    papel: str


def find(paper: Paper) -> Iterator[Candidate]:
    """Find the own party's ``razao_social`` and ``cnpj``; lower what belongs to the other party.

    Args:
        paper: Pages of a type whose ``frases.toml`` names the roles.
    """
    text = stream.build(paper.layouts, margins=True)
    anchors = phrases.load(paper.tipo, "frases.toml").find(text.folded)
    roles = [a for a in anchors if a.name in ("propria", "alheia")]
    parties = companies(text, roles)
    _lower_the_others(paper, text, parties, roles)
    named: set[str] = set()
    for party in parties:
        if party.papel == "propria":
            named.add(party.nome)
            yield text.candidate("razao_social", party.nome, party.start, party.end, 0.9)
        elif party.papel == "alheia" and paper.tipo == "contrato_cessao_espaco":
            yield text.candidate("cedente", party.nome, party.start, party.end, 0.88)
    if paper.tipo == "mandado_judicial":
        for suit in list(_CNJ.finditer(text.raw))[:1]:
            yield text.candidate("numero", suit.group(), suit.start(), suit.end(), 0.9)
        paper.candidates = [c for c in paper.candidates if c.campo != "numero" or not _CNJ.search(c.lido)]
    for match in find_cnpjs(text.raw):
        if match.valido and _role_of_number(text, parties, roles, match.start) == "propria":
            value, start, end = match.valor, match.start, match.end
            yield text.candidate("cnpj", value, start, end, 0.9, reparado=match.reparado, checked=True)


def companies(text: Stream, roles: Sequence[Anchor]) -> list[Parte]:
    """Return the companies named with a suffix, in order of place, each with its role."""
    spans: list[tuple[int, int]] = []
    for suffix in _SUFFIX.finditer(text.folded):
        span = name_before(text, suffix.end())
        if span is None or (spans and span[0] < spans[-1][1]):
            continue
        start = _behind_role(roles, *span)
        if suffix.start() - start >= 3 and not _cut_above(text, start):
            spans.append((start, suffix.end()))
    found = []
    for number, (start, end) in enumerate(spans):
        last = spans[number - 1][1] if number else 0
        following = spans[number + 1][0] if number + 1 < len(spans) else len(text.raw)
        nome = " ".join(text.raw[start:end].split()).strip(' ,;:-–"“”(')
        found.append(Parte(nome, start, end, _role(text, roles, start, end, last, following)))
    return found


def _cut_above(text: Stream, start: int) -> bool:
    """Tell whether a name that begins a cell's line goes on from the line above in the same cell of a table.

    What stands between in the text is the neighbour cell's; such a name is not read whole, so it is not read at all.
    """
    page, word = text.words_of(start, start + 1)[0]
    layout = text.layouts[page]
    own = layout.segments[layout.segment_of[word]]
    if own.text.words[0] != word:
        return False
    for index in layout.lines[own.line - 1] if own.line else ():
        above = layout.segments[index]
        if abs(above.box[0] - own.box[0]) > 0.012 or own.box[1] - above.box[3] > own.height:
            continue
        words = above.text.raw.split()
        named = all(w[0].isupper() or w[0] in "&-" or w.lower() in _SMALL for w in words)
        plain = named and not any(c in above.text.raw for c in ":;0123456789")
        return plain and (words[-1].lower() in _SMALL or (own.cell >= 0 and own.cell == above.cell and len(words) > 1))
    return False


def _behind_role(roles: Sequence[Anchor], start: int, end: int) -> int:
    """Return where the name begins: behind a role that was taken for a part of it (``RÉU POSTO X LTDA``)."""
    return max((a.end for a in roles if start <= a.start and a.end < end - 4), default=start)


def _role(text: Stream, roles: Sequence[Anchor], start: int, end: int, last: int, following: int) -> str:
    head = _column_head(text, roles, start)
    if head is not None:
        return head
    before = [a for a in roles if max(last, start - _BEFORE) <= a.start and a.end <= start + 1]
    if before and _joined(text.folded[before[-1].end : start]):
        return before[-1].name
    behind = [a for a in roles if end <= a.start < min(following, end + _BEHIND)]
    told = [a for a in behind if _DENOTED.search(text.folded[max(end, a.start - 60) : a.start])]
    return told[0].name if told else before[-1].name if before else ""


def _column_head(text: Stream, roles: Sequence[Anchor], at: int) -> str | None:
    """Return the role that heads the column of a place, where a line above heads columns with roles of both sides."""
    line = text.raw.rfind("\n", 0, at) + 1
    above = line
    for _ in range(_HEAD_LINES):
        above, below = text.raw.rfind("\n", 0, max(0, above - 1)) + 1, above
        heads = [a for a in roles if above <= a.start < below]
        if len({a.name for a in heads}) == 2 and "\t" in text.raw[heads[0].end : heads[-1].start]:
            left = text.place(at, at + 1)[1][0]
            return min(heads, key=lambda a: abs(text.place(a.start, a.end)[1][0] - left)).name
        if heads or above == 0:
            break
    return None


_DENOTED = re.compile(
    r"(?:DORAVANTE|SIMPLESMENTE|DENOMINAD[AO]|DESIGNAD[AO]|CHAMAD[AO]|COMO|AQUI|ADIANTE)[^.;]{0,50}$|[(\"“,]\s*$"
)
_LINKS = re.compile(
    r"[\s:;,.\-–(\"“]*(?:\([AOS/]{1,4}\)\s*[:\-–]?)?\s*(?:(?:A|O|EMPRESA|FIRMA|SOCIEDADE|PELA|PELO)\s+)*$"
)


def _joined(between: str) -> bool:
    """Tell whether nothing but signs and small words stands between a role and a name."""
    return _LINKS.fullmatch(between) is not None


def _role_of_number(text: Stream, parties: Sequence[Parte], roles: Sequence[Anchor], at: int) -> str:
    """Return whose a CNPJ is: of the role named right before it, else of the company named last."""
    line = max(text.raw.rfind("\n", 0, at), at - _ROLE_CLOSE)
    party = next((p for p in reversed(parties) if p.end <= at), None)
    own = [
        a for a in roles if (line <= a.start < at) or (party and party.end <= a.start < at and _heads(text, a.start))
    ]
    beside = [p for p in parties if party and abs(p.start - party.start) < _BEHIND and _one_row(text, p, party)]
    if len(beside) > 1 and "\n" in text.raw[beside[-1].end : at]:
        left = text.place(at, at + 1)[1][0]
        party = min(beside, key=lambda p: abs(text.place(p.start, p.end)[1][0] - left))
        own = []
    if own and (party is None or own[-1].start >= party.end):
        return own[-1].name
    if party is not None and at - party.end <= _NUMBER and not re.search(r"\n\s*\n", text.raw[party.end : at]):
        return party.papel
    return ""


def _heads(text: Stream, at: int) -> bool:
    """Tell whether a word begins its line: a label, not a word of a sentence."""
    before = text.folded[max(0, at - 24) : at].rpartition("\n")[2].strip(" \t-–•*")
    return before in ("", "CONTRATANTE", "CONTRATADA", "PARTE")


def _one_row(text: Stream, one: Parte, other: Parte) -> bool:
    low, high = sorted((one.start, other.start))
    return low == high or ("\n" not in text.raw[low:high] and "\t" in text.raw[low:high])


def _lower_the_others(paper: Paper, text: Stream, parties: Sequence[Parte], roles: Sequence[Anchor]) -> None:
    """Lower names, numbers and addresses that stand with the other party, and names that swallowed a role."""
    starts = {place: start for place, start in zip(text.places, text.starts, strict=True)}
    kept = []
    strict = paper.tipo != "ato_incorporacao" or any(p.papel == "propria" for p in parties)
    for candidate in paper.candidates:
        field = candidate.campo.split(".")[0]
        if field in ("cnpj", "razao_social", "endereco", "nire") and candidate.words and candidate.place != "timbre":
            at = starts.get((candidate.page, candidate.words[0]), -1)
            party = next((p for p in reversed(parties) if p.start <= at + 1), None)
            whose = party.papel if party else ""
            if field == "cnpj":
                whose = _role_of_number(text, parties, roles, at)
            if field == "endereco" and paper.tipo == "mandado_judicial":
                whose = ""  # the place to be cleared, whoever was named last
            swallowed = party is not None and at < party.start
            not_own = field == "razao_social" and strict and (whose != "propria" or swallowed)
            if whose == "alheia" or not_own:
                candidate = replace(candidate, score=candidate.score * 0.1)
        kept.append(candidate)
    paper.candidates = kept
