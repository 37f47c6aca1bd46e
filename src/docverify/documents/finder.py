"""Where labels, announcing phrases, headings and telling words stand on a page."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cache

from docverify.documents.label_sides import labels_under, mark_columns
from docverify.documents.labels import UNKNOWN_LABEL, Hit, Label, Marked, longest, make_label, moved, together
from docverify.documents.layout import PageLayout, Segment, Text
from docverify.documents.patterns import load
from docverify.documents.search import Search
from docverify.documents.tokenizer import phrase

_SPEAKS_FOR_ITSELF = (
    ("razao_social", re.compile(r"^[A-Z0-9][^,;:\n]{3,80}\b(?:LTDA|LIMITADA|EIRELI|EPP|S[./]A|ME)\b\.?\s*$")),
    ("responsavel.nome", re.compile(r"^(?!FANTASIA|EMPRESARIAL|COMPLETO|D[AEO]S? )[A-Z']{2,}(?: [A-Z'.]+){1,6}\s*$")),
    ("validade", re.compile(r"^(?:POR )?(?:TEMPO |PRAZO )?INDETERMINAD[AO]\b")),
)
"""What follows a common word and shows that it is a label all the same (``Contribuinte GAS DO VALE LTDA``)."""


_TERM = re.compile(r"(?:\d{1,3}|UM|DOIS|TRES|QUATRO|CINCO|DEZ)\s?(?:\([A-Z ]{2,20}\)\s?)?ANO\W*$")
"""``1 ano`` is a length of time: no year follows."""

_NO_NUMBER = re.compile(r"(?<![A-Z])S\s?/\s?$")
"""``S/Nº`` is a value: its sign is no label."""


_NONE = Label((), -1, 0, 0, frozenset(), 0.0, False, False, False)


class Finder:
    """Marks pages with the patterns of one document type."""

    def __init__(self, search: Search) -> None:
        self.search = search

    def mark(self, layout: PageLayout) -> Marked:
        """Find everything on a page."""
        marked = Marked(layout)
        for segment in layout.segments:
            labels = self._labels_in(layout, segment.index)
            if labels:
                marked.labels[segment.index] = labels
            elif UNKNOWN_LABEL.match(segment.text.folded):
                end = segment.text.folded.index(":")
                words = frozenset(segment.text.words_of(0, end + 1))
                alone = not any(c.isalnum() for c in segment.text.folded[end:])
                marked.labels[segment.index] = [Label((), segment.index, 0, end, words, 0.6, True, True, alone)]
        mark_columns(marked)
        self._drop_words(marked)
        self._tall_labels(marked)
        marked.hits = self.search.find(layout.text.folded)
        self._headings(marked)
        marked.under = labels_under(marked)
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
            for hit in self.search.find(text.folded)
            # "Bairro: DISTRITO INDUSTRIAL" is a label and its value, not the label "bairro/distrito".
            if hit.papel in ("rotulo", "fraco", "outro") and ":" not in text.folded[hit.start : hit.end]
        ]
        if not hits or hits[0].start > 3 or _half_read(hits):
            hits = [*self.search.find_glued(text.folded), *hits]
        if _leaves_letters(text.folded, hits):
            hits = [*self.search.find_glued(text.folded, exact=True), *hits]
        labels: list[Label] = []
        for label in together(text, [make_label(text, index, group) for group in longest(hits)]):
            if _NO_NUMBER.search(text.folded, max(0, label.start - 4), label.start):
                continue
            if _TERM.match(text.folded[max(0, label.start - 30) : label.end].lstrip(" :-")):
                continue
            # A number sign behind a label is a part of it, not a label of its own.
            if labels and label.start < labels[-1].end:
                continue
            # "Sócio-gerente": the second half of a word is no label.
            if label.start > 1 and text.raw[label.start - 1] == "-" and text.raw[label.start - 2].isalpha():
                continue
            # "LOGRADOURO: RUA 15": behind a label of its field, a label that is a common word too begins the value.
            if labels and _begins_value(text, labels[-1], label) and self._common(text, label):
                continue
            # One misread word that is nobody's label is more likely another word ("VITÓRIA" is not "vistoria").
            if label.quality < 1.0 and len(label.words) == 1 and not label.colon and not (label.campos and label.alone):
                continue
            # "Complemento Bairro CENTRO": nothing was filled in behind the first.
            bare = labels and not any(c.isalnum() for c in text.folded[labels[-1].end : label.start])
            if bare and labels[-1].first and not labels[-1].colon and label.campos and not self._common(text, label):
                label = replace(label, first=True)
            labels.append(label)
        return _row_of_labels(text, labels)

    def _common(self, text: Text, label: Label) -> bool:
        """Tell whether a label is a common word too."""
        return " ".join(phrase(text.raw[label.start : label.end])) in self.search.only_alone

    def _is_word(self, text: Text, label: Label) -> bool:
        """Tell whether a label is also a common word that needs a colon, a figure or nothing behind it."""
        rest = text.folded[label.end :].lstrip()
        fields = {name for name, _ in label.campos}
        # "RUA 15" is a street, not the label "rua" and its value.
        figure = rest[:1].isdigit() and fields != {"endereco.logradouro"}
        if label.colon or label.alone or (fields and (figure or rest[:2] in ("Nº", "N°"))):
            return False
        if label.first and any(name in fields and shape.search(rest) for name, shape in _SPEAKS_FOR_ITSELF):
            return False
        return self._common(text, label)

    def _drop_words(self, marked: Marked) -> None:
        """Drop labels that are but words ("Cidade Nova"), unless their line is a row of such labels without colons."""
        layout = marked.layout
        for row in layout.lines:
            bare = [i for i in row if any(x.first and not x.colon and not x.alone for x in marked.labels.get(i, ()))]
            values = _is_headed(marked, row) and not all(
                x[-1].alone for i in row if (x := marked.labels.get(i, [_NONE]))
            )
            for index in row:
                kept = [
                    label
                    for label in marked.labels.get(index, ())
                    if not (values and not label.colon and self._common(layout.segments[index].text, label))
                    if not self._is_word(layout.segments[index].text, label)
                    or (label.first and len(bare) == len(row) > 1 and not _is_headed(marked, row))
                ]
                if kept:
                    marked.labels[index] = kept
                else:
                    marked.labels.pop(index, None)

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
            hits = [hit for hit in self.search.find(text.folded) if hit.papel in ("rotulo", "fraco", "outro")]
            for group in longest(hits):
                head = group[0]
                first = next(i for i, end in enumerate(ends) if head.start < end or end == ends[-1])
                last = next(i for i, end in enumerate(ends) if head.end <= end or end == ends[-1])
                above = layout.segments[block[first]]
                same_cell = above.cell >= 0 and above.cell == layout.segments[block[last]].cell
                if above.text.raw.rstrip()[-1:] in ":;." or (not same_cell and self._has_value(marked, above)):
                    continue
                line_start = 0 if first == 0 else ends[first - 1] + 1
                if last != first + 1 or head.start > line_start or above.index in self._prose(layout):
                    continue
                below = layout.segments[block[last]]
                end = head.end - (ends[first] + 1)
                label = make_label(below.text, below.index, [moved(hit, 0, end) for hit in group])
                if not (label.alone or label.colon):
                    continue
                words = frozenset(text.words_of(head.start, head.end))
                label = Label(label.campos, below.index, 0, end, words, label.quality, True, label.colon, label.alone)
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


@cache
def finder(tipo: str) -> Finder:
    """Return the finder of a document type, built once for each process."""
    return Finder(Search(load(tipo)))


def _is_headed(marked: Marked, row: Sequence[int]) -> bool:
    """Tell whether a row stands under a row of heads: its own first words are values ("LOTE 10 | DISTRITO NOVO")."""
    layout = marked.layout
    line = layout.segments[row[0]].line
    above = layout.lines[line - 1] if line else ()
    heads = [marked.labels.get(index, ()) for index in above]
    if len(above) < 2 or not all(labels and labels[0].first and labels[-1].alone for labels in heads):
        return False
    height = max(layout.segments[index].height for index in row)
    return layout.segments[row[0]].box[1] - max(layout.segments[i].box[3] for i in above) < 1.5 * height


def _leaves_letters(folded: str, hits: Sequence[Hit]) -> bool:
    """Tell whether what is known of a label ends within it (``DATA DACONCESSÃO:``): a blank may be lost there."""
    colon = folded.find(":", 0, 50)
    known = max((hit.end for hit in hits if hit.start == 0), default=0)
    end = colon if colon >= 0 else min(len(folded), 40)
    return any(c.isalpha() or c == "º" for c in folded[known:end])


def _half_read(hits: Sequence[Hit]) -> bool:
    """Tell whether what begins a segment is but a misread word that says little (``ALVARÁNº`` for "alvará")."""
    return all(hit.quality < 1.0 and hit.size == 1 and hit.papel != "rotulo" for hit in hits if hit.start <= 3)


def _begins_value(text: Text, before: Label, label: Label) -> bool:
    """Tell whether nothing stands between a label with its colon and another of the same field without one."""
    same = {name for name, _ in before.campos} & {name for name, _ in label.campos}
    bare = not any(c.isalnum() for c in text.folded[before.end : label.start])
    return bool(same) and before.colon and not label.colon and bare


def _row_of_labels(text: Text, labels: list[Label]) -> list[Label]:
    """Mark labels that fill a segment together ("Número Complemento") as standing alone: each heads its own column."""
    if len(labels) < 2 or any(label.colon for label in labels):
        return labels
    covered = sum(sum(c.isalnum() for c in text.folded[label.start : label.end]) for label in labels)
    if covered < sum(c.isalnum() for c in text.folded):
        return labels
    return [replace(label, first=True, alone=True) for label in labels]
