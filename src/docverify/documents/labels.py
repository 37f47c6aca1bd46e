"""Where labels, announcing phrases, headings and telling words stand on a page (spaCy over folded text)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache

import spacy
from rapidfuzz import fuzz, process
from spacy.language import Language
from spacy.pipeline import SpanRuler

from docverify.documents.layout import PageLayout, Segment, Text
from docverify.documents.patterns import Padroes, load
from docverify.documents.tokenizer import FoldedTokenizer, Lexicon, Tokens, phrase

_SPANS = "achados"
_COLON_AFTER = frozenset(":;")


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


@dataclass(slots=True)
class Marked:
    """A page with everything that the patterns found on it.

    Attributes:
        layout: The page.
        labels: Labels by segment, left to right.
        hits: Everything found in the page's running text (``layout.text`` offsets).
    """

    layout: PageLayout
    labels: dict[int, list[Label]] = field(default_factory=dict)
    hits: list[Hit] = field(default_factory=list)

    def label_words(self) -> frozenset[int]:
        """Return the words that belong to labels."""
        return frozenset(word for group in self.labels.values() for label in group for word in label.words)


class Finder:
    """The spaCy pipeline of one document type."""

    def __init__(self, padroes: Padroes) -> None:
        self.padroes = padroes
        entries = list(_entries(padroes))
        words = {word for _, pattern in entries for word in _words(pattern)}
        self.tokenizer = FoldedTokenizer(spacy.blank("pt").vocab, Lexicon(words))
        self.nlp: Language = spacy.blank("pt", vocab=self.tokenizer.vocab)
        self.nlp.tokenizer = self.tokenizer  # type: ignore[assignment]
        ruler = self.nlp.add_pipe("span_ruler", config={"spans_key": _SPANS, "annotate_ents": False})
        assert isinstance(ruler, SpanRuler)
        self.ruler = ruler
        ruler.add_patterns(
            [{"label": key, "pattern": " ".join(p) if _is_phrase(p) else p} for key, p in _phrases(entries)]
        )
        self.only_alone = frozenset(" ".join(phrase(text)) for text in padroes.so_isolados)
        # For labels whose words OCR glued or cut: compared without blanks.
        self.compact: dict[str, list[tuple[str, str]]] = {}
        for key, pattern in entries:
            papel, _, campo = key.partition("|")
            if papel in ("rotulo", "fraco", "outro") and isinstance(pattern, str):
                joined = "".join(phrase(pattern))
                if len(joined) >= 7:
                    self.compact.setdefault(joined, []).append((papel, campo))

    def tokens(self, folded: str) -> Tokens:
        """Tokenize folded text with this type's lexicon."""
        return self.tokenizer.tokens(folded)

    def find(self, folded: str) -> list[Hit]:
        """Find all phrases in a folded text, overlapping ones too, by start and then longest first."""
        tokens = self.tokens(folded)
        if not len(tokens.doc):
            return []
        doc = self.ruler(tokens.doc)
        found = []
        for span in doc.spans[_SPANS]:
            papel, _, campo = span.label_.partition("|")
            edits = sum(tokens.edits[span.start : span.end])
            start, end = tokens.starts[span.start], tokens.ends[span.end - 1]
            quality = max(0.5, 1.0 - 1.2 * edits / max(6, end - start))
            found.append(Hit(papel, campo, start, end, span.end - span.start, round(quality, 4)))
        found.sort(key=lambda hit: (hit.start, -hit.end, hit.papel, hit.campo))
        return found

    def find_glued(self, folded: str) -> list[Hit]:
        """Find a label at the start of a text whose blanks OCR lost or invented (``RAZAOSOCIAL``, ``RAZ AO SOCIAL``)."""
        head = folded.split(":", 1)[0] if ":" in folded[:60] else folded[:60]
        letters = "".join(c for c in head if c.isalpha())
        if not 7 <= len(letters) <= 45:
            return []
        best = process.extractOne(letters, self.compact.keys(), scorer=fuzz.ratio, score_cutoff=88)
        if best is None:
            return []
        name, score, _ = best
        end = len(head.rstrip())
        return [Hit(papel, campo, 0, end, 2, round(score / 110, 4)) for papel, campo in self.compact[name]]

    def mark(self, layout: PageLayout) -> Marked:
        """Find everything on a page."""
        marked = Marked(layout)
        for segment in layout.segments:
            labels = self._labels_in(layout, segment.index)
            if labels:
                marked.labels[segment.index] = labels
            elif _UNKNOWN_LABEL.match(segment.text.folded):
                end = segment.text.folded.index(":")
                words = frozenset(segment.text.words_of(0, end + 1))
                alone = not any(c.isalnum() for c in segment.text.folded[end:])
                marked.labels[segment.index] = [Label((), segment.index, 0, end, words, 0.6, True, True, alone)]
        self._drop_words(marked)
        self._tall_labels(marked)
        marked.hits = self.find(layout.text.folded)
        self._headings(marked)
        return marked

    def _headings(self, marked: Marked) -> None:
        """Make labels of headings that fill their segment: they end a value and are none."""
        layout = marked.layout
        for hit in marked.hits:
            if hit.papel not in ("secao_alheia", "secao_propria"):
                continue
            words = layout.text.words_of(hit.start, hit.end)
            segment = layout.segments[layout.segment_of[words[0]]]
            if segment.index in marked.labels or len(words) + 1 < len(segment.text.words) or hit.size < 2:
                continue
            label = Label((), segment.index, 0, len(segment.text.raw), frozenset(words), hit.quality, True, False, True)
            marked.labels[segment.index] = [label]

    def _labels_in(self, layout: PageLayout, index: int) -> list[Label]:
        text = layout.segments[index].text
        hits = [
            hit
            for hit in self.find(text.folded)
            # "Bairro: DISTRITO INDUSTRIAL" is a label and its value, not the label "bairro/distrito".
            if hit.papel in ("rotulo", "fraco", "outro") and ":" not in text.folded[hit.start : hit.end]
        ]
        if not hits or hits[0].start > 3:
            hits = [*self.find_glued(text.folded), *hits]
        labels: list[Label] = []
        for label in _together(text, [self._label(text, index, group) for group in _longest(hits)]):
            # A number sign behind a label is a part of it, not a label of its own.
            if labels and label.start < labels[-1].end:
                continue
            # One misread word that is nobody's label is more likely another word ("VITÓRIA" is not "vistoria").
            if label.quality < 1.0 and len(label.words) == 1 and not label.colon and not (label.campos and label.alone):
                continue
            labels.append(label)
        return labels

    def _is_word(self, text: Text, label: Label) -> bool:
        """Tell whether a label is also a common word that needs a colon, a figure or nothing behind it."""
        rest = text.folded[label.end :].lstrip()
        if label.colon or label.alone or (label.campos and (rest[:1].isdigit() or rest[:2] in ("Nº", "N°"))):
            return False
        return " ".join(phrase(text.raw[label.start : label.end])) in self.only_alone

    def _drop_words(self, marked: Marked) -> None:
        """Drop labels that are but words ("Cidade Nova"), unless their line is a row of such labels without colons."""
        layout = marked.layout
        for row in layout.lines:
            bare = [i for i in row if any(x.first and not x.colon and not x.alone for x in marked.labels.get(i, ()))]
            for index in row:
                kept = [
                    label
                    for label in marked.labels.get(index, ())
                    if not self._is_word(layout.segments[index].text, label) or (label.first and len(bare) == len(row) > 1)
                ]
                if kept:
                    marked.labels[index] = kept
                else:
                    marked.labels.pop(index, None)

    def _label(self, text: Text, index: int, group: list[Hit]) -> Label:
        head = group[0]
        end = _behind_parentheses(text.folded, head.end)
        sign = _NUMBER_SIGN.match(text.folded, end)
        end = sign.end() if sign else end
        rest = text.folded[end:]
        stripped = rest.lstrip(" .)º°*_-…·")
        colon = stripped[:1] in _COLON_AFTER or rest[:1] in _COLON_AFTER
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

    def _tall_labels(self, marked: Marked) -> None:
        """Add labels that run over two lines of one cell or column (``DATA DE`` / ``EMISSÃO``)."""
        layout = marked.layout
        for number, block in enumerate(layout.blocks):
            if not 2 <= len(block) <= 12:
                continue
            text = layout.block_text(number)
            ends, position = [], 0
            for index in block:
                position += len(layout.segments[index].text.raw) + 1
                ends.append(position - 1)
            hits = [hit for hit in self.find(text.folded) if hit.papel in ("rotulo", "fraco", "outro")]
            for group in _longest(hits):
                head = group[0]
                first = next(i for i, end in enumerate(ends) if head.start < end or end == ends[-1])
                last = next(i for i, end in enumerate(ends) if head.end <= end or end == ends[-1])
                above = layout.segments[block[first]]
                if above.text.raw.rstrip()[-1:] in ":;." or self._has_value(marked, above):
                    continue
                line_start = 0 if first == 0 else ends[first - 1] + 1
                if last != first + 1 or head.start > line_start or above.index in self._prose(layout):
                    continue
                below = layout.segments[block[last]]
                end = head.end - (ends[first] + 1)
                label = self._label(below.text, below.index, [_moved(hit, 0, end) for hit in group])
                words = frozenset(text.words_of(head.start, head.end))
                label = Label(
                    label.campos, below.index, 0, end, words, label.quality, True, label.colon, label.alone
                )
                marked.labels[below.index] = [label, *(x for x in marked.labels.get(below.index, ()) if x.start >= end)]
                kept = [x for x in marked.labels.get(above.index, ()) if x.words.isdisjoint(words)]
                # The upper half must not pass for a value or for a label of its own.
                half = Label((), above.index, 0, len(above.text.raw), words, label.quality, True, False, True)
                marked.labels[above.index] = [half, *kept]

    @staticmethod
    def _has_value(marked: Marked, segment: Segment) -> bool:
        """Tell whether a label's line goes on with a value: then the line below is another label."""
        right = marked.layout.right_of(segment)
        return segment.index in marked.labels and right is not None and right.index not in marked.labels

    @staticmethod
    def _prose(layout: PageLayout) -> frozenset[int]:
        """Segments long enough to be running text: labels do not break over their ends."""
        return frozenset(s.index for s in layout.segments if len(s.text.words) > 7)


_UNKNOWN_LABEL = re.compile(r"[A-Z][A-Z./º-]{1,20}(?: [A-Z./º()-]{1,18}){0,4}[ .…·]{0,30}:(?: |$)")
"""What no pattern knows but is printed as a label: a few words and a colon at the start of a segment."""

_NUMBER_SIGN = re.compile(r"\s{0,2}(?:N[º°.]{1,2}|NO\.?|NRO?\.?|NUMERO)(?=\s{0,2}[:.]?\s{0,2}[0-9])")

_PARENTHESES = re.compile(r"\s?\([^()0-9]{1,40}\)")


def _behind_parentheses(folded: str, end: int) -> int:
    """Return the end of a label with the remark in parentheses that follows it (``CNPJ (MF)``, ``NOME (FANTASIA)``)."""
    remark = _PARENTHESES.match(folded, end)
    return remark.end() if remark else end


_JOINT = re.compile(r"^\W*(?:[/|&,]|[-–]|\b(?:E|OU)\b)\W*$")


def _together(text: Text, labels: list[Label]) -> list[Label]:
    """Make one label of several joined by a stroke ("Número / Complemento", "MUNICÍPIO / CEP:"): each announces all."""
    if len(labels) < 2 or not labels[0].first:
        return labels
    joints = [text.folded[a.end : b.start] for a, b in zip(labels, labels[1:], strict=False)]
    if not all(_JOINT.match(joint) for joint in joints) or not (labels[-1].alone or labels[-1].colon):
        return labels
    last = labels[-1]
    words = frozenset(word for label in labels for word in label.words)
    campos = tuple(dict.fromkeys(campo for label in labels for campo in label.campos))
    quality = min(label.quality for label in labels)
    return [Label(campos, last.segment, labels[0].start, last.end, words, quality, True, last.colon, last.alone)]


def _moved(hit: Hit, start: int, end: int) -> Hit:
    return Hit(hit.papel, hit.campo, start, end, hit.size, hit.quality)


def _is_counter(before: str) -> bool:
    """Tell whether only the number of the item stands before a label (``1. RAZÃO SOCIAL``, ``a) CNPJ``)."""
    core = "".join(c for c in before if c.isalnum())
    return len(core) <= 2 and (core.isdigit() or len(core) == 1)


def _longest(hits: list[Hit]) -> list[list[Hit]]:
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


def _entries(padroes: Padroes) -> Iterator[tuple[str, str | list[dict[str, object]]]]:
    for name, campo in padroes.campo.items():
        for papel, phrases in (
            ("rotulo", campo.rotulos),
            ("fraco", campo.fracos),
            ("prosa", campo.prosa),
            ("alheio", campo.alheio),
            ("proprio", campo.proprio),
        ):
            for text in phrases:
                yield f"{papel}|{name}", text
    contexto = padroes.contexto
    for papel, phrases in (
        ("outro", padroes.outros),
        ("secao_alheia", contexto.secoes_alheias),
        ("secao_propria", contexto.secoes_proprias),
        ("alheio", contexto.alheio),
        ("proprio", contexto.proprio),
        ("emissor", contexto.emissor),
    ):
        for text in phrases:
            yield f"{papel}|", text
    for entry in padroes.spacy:
        yield f"prosa|{entry['label']}", entry["pattern"]


def _is_phrase(pattern: list[str] | list[dict[str, object]]) -> bool:
    return isinstance(pattern[0], str)


def _phrases(
    entries: Iterable[tuple[str, str | list[dict[str, object]]]],
) -> Iterator[tuple[str, list[str] | list[dict[str, object]]]]:
    for key, pattern in entries:
        if isinstance(pattern, str):
            words = phrase(pattern)
            if words:
                yield key, words
        else:
            yield key, pattern


def _words(pattern: str | list[dict[str, object]]) -> Iterator[str]:
    if isinstance(pattern, str):
        yield from phrase(pattern)
        return
    for token in pattern:
        for key in ("ORTH", "TEXT"):
            value = token.get(key)
            if isinstance(value, str):
                yield value
            elif isinstance(value, dict):
                yield from value.get("IN", ())


@cache
def finder(tipo: str) -> Finder:
    """Return the pipeline of a document type, built once for each process."""
    return Finder(load(tipo))
