"""On which side of its value a label stands, as a whole page tells it: labels under values, columns of labels.

One label alone does not tell; the page does. On forms filled over a rule the small label stands *under* its value; in
a table without colons the labels form one column and the values another, however narrow the gap between them.
"""

from __future__ import annotations

import re
from dataclasses import replace
from statistics import median

from docverify.documents.continuation import starts_with_label
from docverify.documents.kinds_endereco import STREET
from docverify.documents.labels import Marked
from docverify.documents.layout import PageLayout, Segment

_VOTES = 3
"""So many labels must stand under a value, and twice as many as over one."""
_CLOSE = 2.2
"""A label under its value is at most this many of its own heights away from it."""
_SMALLER = 1.06
"""Values are at least this much taller than the labels under them, in the median of the page."""
_LEAST = 0.9
"""One value at least; a reader's boxes vary."""
_NONE = re.compile(r"S\s?/?\s?N[º°.]?$")
"""``S/Nº`` is a value, whatever label it resembles."""
_ALIKE = 0.006
_CENTRED = 0.008
"""Lines centred alike have their middles so near each other, in fractions of the page's width."""
_ROWS = 4
"""So many values must begin at one place for a column of values; the place in fractions of the page's width."""
_LONG = 14


def labels_under(marked: Marked) -> frozenset[int]:
    """Return the segments whose label stands under its value; empty where the page is not of that make."""
    layout = marked.layout
    under: set[int] = set()
    small: set[int] = set()
    over = 0
    for index, labels in marked.labels.items():
        segment = layout.segments[index]
        if not (labels[0].first and labels[-1].alone) or any(label.colon for label in labels):
            continue
        above, below = value_above(marked, segment), _nearest(layout, segment, down=True)
        gap = segment.box[1] - above.box[3] if above is not None else 9.0
        room = below.box[1] - segment.box[3] if below is not None else 8.0 * segment.height
        if above is not None and gap <= _CLOSE * segment.height:
            small.add(index)
        if index in small and room > 1.25 * gap:
            under.add(index)
        elif below is not None and below.index not in marked.labels and room < 2.0 * segment.height:
            over += 1
    if len(under) < _VOTES or len(under) < 2 * over:
        return frozenset()
    sizes = [
        s.height / max(layout.segments[i].height, 1e-6)
        for i in under
        for s in lines_above(marked, layout.segments[i], 0)
    ]
    return frozenset(small) if median(sizes) >= _SMALLER else frozenset()


def value_above(marked: Marked, segment: Segment) -> Segment | None:
    """Return the segment right over a label that may be its value: no label, in larger print, in the same cell."""
    above = _nearest(marked.layout, segment, down=False)
    if above is None or above.cell != segment.cell:
        return None
    if starts_with_label(marked, above) and not _NONE.match(above.text.folded) and not _goes_on(marked, above):
        return None
    if above.height < _LEAST * segment.height or len(above.text.words) > _LONG * (3 if _is_address(above) else 1):
        return None
    return above


def lines_above(marked: Marked, segment: Segment, lines: int) -> list[Segment]:
    """Return the lines of a value over its label, top to bottom: ``lines`` and one more, for narrow columns."""
    first = value_above(marked, segment)
    if first is None:
        return []
    found = [first]
    while len(found) <= lines:
        above = _nearest(marked.layout, found[0], down=False)
        called = above is not None and starts_with_label(marked, above) and not _goes_on(marked, above)
        if above is None or called or above.cell != first.cell or HEADING.match(above.text.folded):
            break
        centred = abs(above.box[0] + above.box[2] - first.box[0] - first.box[2]) < 2 * _CENTRED
        if found[0].box[1] - above.box[3] > first.height or not (centred or abs(above.box[0] - first.box[0]) <= 0.01):
            break
        if centred and not 0.8 < above.height / max(first.height, 1e-6) < 1.25:
            break  # a title over it
        found.insert(0, above)
    return found


HEADING = re.compile(
    r"\W*(?:(?:QUADRO|SECAO|BLOCO|PARTE)\s+(?:[IVX]{1,4}|[A-H]|\d{1,2})\b|(?:[IVX]{1,4}|\d{1,2})\s*[-–.):]{1,2}\s*[A-Z]{4}"
    r"|(?:DADOS|IDENTIFICACAO) D|ENDERECO D[OA] (?:ESTAB|EMPRESA|REVEND)|RESPONSAVEL (?:PEL|TECN|LEGAL)"
    r"|SOCIOS\W*$|QUADRO SOC|DISTRIBUIDOR(?:ES)?\W*$)"
)
"""The heading of a part of a form, which is the first line of no value."""


def _goes_on(marked: Marked, segment: Segment) -> bool:
    """Tell whether a line goes on with an address by calling its next part by name (``- CEP 13010-300``)."""
    label = marked.labels[segment.index][0]
    parts = any(name.startswith("endereco.") for name, _ in label.campos)
    return parts and not label.colon and not label.alone and any(c.isdigit() for c in segment.text.folded)


def _is_address(segment: Segment) -> bool:
    """Tell whether a line begins with a street: as a value it may be long."""
    return STREET.match(segment.text.folded) is not None


def _nearest(layout: PageLayout, segment: Segment, *, down: bool) -> Segment | None:
    """Return the nearest segment over or under one that overlaps it horizontally."""
    step = 1 if down else -1
    line = segment.line + step
    while 0 <= line < len(layout.lines) and abs(line - segment.line) <= 4:
        for index in layout.lines[line]:
            other = layout.segments[index]
            if min(segment.box[2], other.box[2]) - max(segment.box[0], other.box[0]) > 0:
                return other
        line += step
    return None


def mark_columns(marked: Marked) -> None:
    """Take labels whose values begin at one place, row by row, as if a colon followed them."""
    layout = marked.layout
    begins: dict[int, float] = {}
    for index, labels in marked.labels.items():
        segment = layout.segments[index]
        head = labels[0]
        if not head.first or head.colon:
            continue
        if head.alone:
            right = layout.right_of(segment)
            if right is not None and right.index not in marked.labels:
                begins[index] = right.box[0]
            continue
        behind = [w for w, at in zip(segment.text.words, segment.text.starts, strict=True) if at >= head.end]
        if behind:
            begins[index] = layout.page.words[behind[0]].box[0]
    for index, x in begins.items():
        labels = marked.labels[index]
        # Labels of one column begin or end at one place; a word of a value ("CIDADE NOVA") does not.
        own = layout.box_of(sorted(labels[0].words))
        peers = [layout.box_of(sorted(marked.labels[i][0].words)) for i, at in begins.items() if abs(x - at) < _ALIKE]
        if sum(abs(own[0] - b[0]) < 0.02 or abs(own[2] - b[2]) < 0.02 for b in peers) < _ROWS:
            continue
        if labels[0].alone:
            marked.labels[index] = [replace(labels[0], colon=True), *labels[1:]]
            continue
        # The value is one: what looks like a label within it is its word.
        rest = [label for label in labels[1:] if label.colon]
        marked.labels[index] = [replace(labels[0], colon=True), *rest]
