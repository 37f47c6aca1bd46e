"""What patterns find on a page (hits), and the labels of forms that are made of them."""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass, field, replace

from docverify.documents.layout import PageLayout, Text

_COLON_AFTER = frozenset(":;")
_LEADER = re.compile(r"\s{0,3}(?:(?:\.\s?){3,}|[…·]{2,})")
"""Dots that lead from a label to its value: they say what a colon says."""


@dataclass(frozen=True, slots=True)
class Hit:
    """A phrase of the patterns found in a text.

    Attributes:
        papel: ``rotulo``, ``fraco``, ``prosa``, ``outro``, ``secao_alheia``, ``secao_propria``, ``alheio``,
            ``proprio``, ``emissor``.
        campo: The field that it announces or speaks for; empty where it is nobody's.
        start: Offset of its first character in the text searched.
        end: Offset behind its last.
        size: Number of words.
        quality: 1.0 exact, less for every character that had to be corrected.
    """

    papel: str
    campo: str
    start: int
    end: int
    size: int
    quality: float


@dataclass(frozen=True, slots=True)
class Label:
    """A label of a form on a page.

    Attributes:
        campos: ``(field, weight)`` that it may announce; empty for a label of something else.
        segment: Segment in which it ends.
        start: Offset of its first character within that segment's text.
        end: Offset behind its last.
        words: All its words, also those of lines above.
        quality: See :class:`Hit`.
        first: Nothing stands before it in its segment.
        colon: A colon follows.
        alone: Nothing but punctuation follows it in its segment.
    """

    campos: tuple[tuple[str, float], ...]
    segment: int
    start: int
    end: int
    words: frozenset[int]
    quality: float
    first: bool
    colon: bool
    alone: bool


def _start(hit: Hit) -> int:
    return hit.start


@dataclass(slots=True)
class Marked:
    """A page with everything that the patterns found on it.

    Attributes:
        layout: The page.
        labels: Labels by segment, left to right.
        hits: Everything found in the page's running text (``layout.text`` offsets).
        under: Segments whose label stands under its value.
    """

    layout: PageLayout
    labels: dict[int, list[Label]] = field(default_factory=dict)
    hits: list[Hit] = field(default_factory=list)
    under: frozenset[int] = frozenset()

    def hits_between(self, start: int, end: int) -> list[Hit]:
        """Return the hits that begin at ``start`` or behind it and before ``end``."""
        return self.hits[bisect_left(self.hits, start, key=_start) : bisect_left(self.hits, end, key=_start)]

    def label_words(self) -> frozenset[int]:
        """Return the words that belong to labels."""
        return frozenset(word for group in self.labels.values() for label in group for word in label.words)


UNKNOWN_LABEL = re.compile(
    # not an activity that goes on behind a colon
    r"(?!POSTO DE |COMERCIO (?:DE|VAREJ|ATAC)|REVENDA (?:DE|VAREJ)|DISTRIBUICAO )"
    r"[A-Z][A-Z./º-]{1,20}(?: [A-Z./º()-]{1,18}){0,4}[ .…·]{0,30}:(?: |$)"
)
"""What no pattern knows but is printed as a label: a few words and a colon at the start of a segment."""

_NUMBER_SIGN = re.compile(r"\s{0,2}(?:N[º°.]{1,2}|NO\.?|NRO?\.?|NUMERO)(?=\s{0,2}[:.]?\s{0,2}[0-9])")

_A_NUMBER = re.compile(r"(?:N[º°.O]{0,2}|NRO?\.?|NUM\.?|NUMERO)$")
_OR_KM = re.compile(r"[º°.]{0,2}\s*(?:/|\bOU\b|,)\s*(?:KM|QUILOMETRO)\b\.?(?=\s*[:\d]|\W*$)")
"""``Nº/km``, ``Número ou quilômetro``: the second word is of the label, not of the value."""

_STREET_KIND = r"(?:RUA|AV(?:ENIDA)?|PRACA|PCA|TRAVESSA|TRAV|TV|ALAMEDA|ROD(?:OVIA)?|ESTRADA|EST|LARGO|VIA)\b\.?"
_A_STREET = re.compile(rf"{_STREET_KIND}(?:\s*\([^()]*\)?)?$|LOGRADOURO$")
_STREETS = re.compile(
    rf"\.?(?:\s*(?:[,/|]|\bOU\b|\bE\b)+\s*(?:{_STREET_KIND}|ETC\b\.?|OUTROS\b|N[º°.O]{{1,2}}(?=\W|$)))+(?=\W*$|\s*:)"
    rf"|\.?(?:\s*(?:[,/|]|\bOU\b|\bE\b)+\s*(?:{_STREET_KIND}|ETC\b\.?))+(?=\s+{_STREET_KIND})"
)
"""The other kinds of street that a label goes on to name (``RUA, AV.`` ``, PRAÇA, ETC.:``)."""

_CLOSES = re.compile(r"[^()0-9]{0,40}\)")
"""The rest of a remark that a label opened (``ENDEREÇO (RUA, AV`` ``., PRAÇA)``)."""
_PARENTHESES = re.compile(r"\s?\([^()0-9]{1,40}(?:\)|$)")


def _behind_parentheses(folded: str, end: int) -> int:
    """Return the end of a label with the remark in parentheses that follows it (``CNPJ (MF)``, ``NOME (FANTASIA)``)."""
    remark = _PARENTHESES.match(folded, end)
    return remark.end() if remark else end


_JOINT = re.compile(r"^[^\w:]*(?:[/|&,]|[-–]|\b(?:E|OU)\b)[^\w:]*$")


def together(text: Text, labels: list[Label]) -> list[Label]:
    """Make one label of several joined by a stroke ("Número / Complemento", "MUNICÍPIO / CEP:"): each announces all."""
    if len(labels) > 1 and _OWNER.fullmatch(text.folded[: labels[1].start]):
        # "Distribuidor - marcas": the first says but whose the other is.
        labels = [replace(labels[1], first=True), *labels[2:]]
    if len(labels) < 2 or not labels[0].first:
        return labels
    joined = 1
    while joined < len(labels) and _JOINT.match(text.folded[labels[joined - 1].end : labels[joined].start]):
        joined += 1
    last = labels[joined - 1]
    if joined < 2 or not (last.alone or last.colon):
        return labels
    words = frozenset(word for label in labels[:joined] for word in label.words)
    campos = tuple(dict.fromkeys(campo for label in labels[:joined] for campo in label.campos))
    quality = min(label.quality for label in labels[:joined])
    one = Label(campos, last.segment, labels[0].start, last.end, words, quality, True, last.colon, last.alone)
    return [one, *labels[joined:]]


def moved(hit: Hit, start: int, end: int) -> Hit:
    """Return a hit at other offsets."""
    return Hit(hit.papel, hit.campo, start, end, hit.size, hit.quality)


_OWNER = re.compile(
    r"\W*(?:REVENDEDORA?|DISTRIBUIDORA?|FORNECEDORA?|ESTABELECIMENTO|RESPONSAVEL|REQUERENTE|EMPRESA)\s*[-–/]\s*"
)
"""Whose the label is, said before it (``Distribuidor - CNPJ``)."""


_ITEM = re.compile(r"\W*(?:[A-Z]|\d{1,2})[.\-]?\d{1,2}\s*[.)\-–:]*\s*")
"""``A.5``, ``3.10 -``: the number of an item within its part."""


def _is_counter(before: str) -> bool:
    """Tell whether only the number of the item stands before a label (``1. RAZÃO SOCIAL``, ``a) CNPJ``)."""
    if _OWNER.fullmatch(before):
        return True
    if _ITEM.fullmatch(before):
        return True
    core = "".join(c for c in before if c.isalnum())
    return len(core) <= 2 and (core.isdigit() or len(core) == 1)


def longest(hits: list[Hit]) -> list[list[Hit]]:
    """Keep the longest of overlapping labels; labels of one span stay together, a field's before nobody's."""
    ranked = sorted(hits, key=lambda hit: (hit.start - hit.end, hit.start))
    taken: list[list[Hit]] = []
    for hit in ranked:
        same = next((g for g in taken if g[0].start == hit.start and g[0].end == hit.end), None)
        if same is not None:
            if all((hit.papel, hit.campo) != (other.papel, other.campo) for other in same):
                same.append(hit)
        elif all(hit.end <= g[0].start or hit.start >= g[0].end for g in taken):
            taken.append([hit])
    return sorted(taken, key=lambda group: group[0].start)


def make_label(text: Text, index: int, group: list[Hit]) -> Label:
    """Make the label of a segment's text from what was found on one span."""
    head = group[0]
    end = _behind_parentheses(text.folded, head.end)
    if text.folded.count("(", head.start, end) > text.folded.count(")", head.start, end):
        closed = _CLOSES.match(text.folded, end)
        end = closed.end() if closed else end
    kinds = _STREETS.match(text.folded, end) if _A_STREET.search(text.folded, head.start, head.end) else None
    end = kinds.end() if kinds else end
    km = _OR_KM.match(text.folded, end) if _A_NUMBER.search(text.folded, head.start, head.end) else None
    end = km.end() if km else end
    sign = _NUMBER_SIGN.match(text.folded, end)
    end = sign.end() if sign else end
    rest = text.folded[end:]
    stripped = rest.lstrip(" .)º°*_-…·")
    colon = stripped[:1] in _COLON_AFTER or rest[:1] in _COLON_AFTER or _LEADER.match(rest) is not None
    return Label(
        campos=tuple(
            (hit.campo, 1.0 if hit.papel == "rotulo" else 0.55) for hit in group if hit.papel in ("rotulo", "fraco")
        ),
        segment=index,
        start=head.start,
        end=end,
        words=frozenset(text.words_of(head.start, end)),
        quality=max(hit.quality for hit in group),
        first=not any(c.isalnum() for c in text.folded[: head.start]) or _is_counter(text.folded[: head.start]),
        colon=colon,
        alone=not any(c.isalnum() for c in rest),
    )
