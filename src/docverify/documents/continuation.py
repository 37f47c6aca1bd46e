"""The lines under the first one of a value that go on with it."""

from __future__ import annotations

import re

from docverify.documents.kinds_endereco import STREET
from docverify.documents.labels import Label, Marked
from docverify.documents.layout import PageLayout, Segment

_LINE_GAP = 1.3
"""Lines of one value are at most this many heights apart."""
_PART_HEAD = re.compile(
    r"\W*(?:(?:QUADRO|SECAO|BLOCO|PARTE)\s+(?:[IVX]{1,4}|[A-H]|\d{1,2})\b(?!\s*$)|[IVX]{1,4}\s*[-–.)]\s+[A-Z]{4}"
    r"|\d{1,2}[.)]\s+[A-Z]{4,}(?:\s+[A-Z]+){0,4}\s*:?$)"
)
"""The heading of a form's next part ("QUADRO III - ...", "2. Pedido"): no value goes on with it."""


def hanging(layout: PageLayout, label: Label, under: list[Segment]) -> list[Segment]:
    """Keep the lines that begin where the value or its label does, or are centred as they are.

    In a column of labels set to the right, what begins elsewhere is another label.
    """
    segment = layout.segments[label.segment]
    behind = [w for w, at in zip(segment.text.words, segment.text.starts, strict=True) if at >= label.end]
    if not behind:
        return under
    edges = (segment.box[0], layout.page.words[behind[0]].box[0])
    middle = segment.box[0] + segment.box[2]
    for place, line in enumerate(under):
        level = any(abs(line.box[0] - x) < 0.015 for x in edges) or line.box[0] < edges[0]
        if not level and line.box[0] < edges[1] and abs(line.box[0] + line.box[2] - middle) > 0.03:
            return under[:place]
    return under


_OTHER_VALUE = re.compile(r"[\s.…·_-]{0,4}:")
"""A line that begins with the colon behind some other label (``TAXA RECOLHIDA ........: R$ 10,00``)."""


def starts_with_label(marked: Marked, segment: Segment) -> bool:
    """Tell whether a label stands at the beginning of a segment."""
    labels = marked.labels.get(segment.index)
    return labels is not None and labels[0].first


def continuation(marked: Marked, first: Segment, lines: int, margin: float | None = None) -> list[Segment]:
    """Return the lines under a value that go on with it: same cell, close, of like print, no label at their start.

    Args:
        marked: The page.
        first: The value's first line.
        lines: How many more there may be.
        margin: Left edge of the label beside the value: a long value may wrap to it.
    """
    layout = marked.layout
    found: list[Segment] = []
    last = first
    right = layout.right_of(first)
    column = right.box[0] + 0.02 if right is not None and first.cell < 0 else 2.0
    row_of = layout.lines[first.line]
    place = row_of.index(first.index)
    edge = layout.segments[row_of[place - 1]].box[2] if place and first.cell < 0 else -1.0
    for line in range(first.line + 1, len(layout.lines)):
        if len(found) >= lines:
            break
        row = [layout.segments[index] for index in layout.lines[line]]
        if row and min(s.box[1] for s in row) - last.box[3] > 2 * _LINE_GAP * first.height:
            break
        below = [s for s in row if min(s.box[2], first.box[2]) - max(s.box[0], first.box[0]) > 0]
        wrapped = not below and margin is not None and _wraps(layout, last, row, margin)
        if wrapped:
            below, edge = row, -1.0
        if not below:
            continue
        segment = below[0]
        gap = segment.box[1] - last.box[3]
        height = max(first.height, segment.height)
        if (
            (segment.cell != first.cell and not _overflows(layout, last, segment))
            or gap > _LINE_GAP * height
            or not 0.5 < segment.height / max(first.height, 1e-6) < 2.0
            or (starts_with_label(marked, segment) and not _is_part_of_address(marked, first, segment))
            or _PART_HEAD.match(segment.text.folded)
            or _OTHER_VALUE.match(segment.text.folded)
            or _is_other_row(marked, first, segment)
            or (margin is not None and any(abs(s.box[0] - margin) < 0.008 for s in row if s is not segment))
            or segment.box[2] > column  # it runs under the next column: no line of this one
            or segment.box[0] < edge
        ):
            break
        found.append(segment)
        last = segment
    return found


_PART_OF_ADDRESS = frozenset(
    f"endereco.{part}" for part in ("numero", "bairro", "cep", "municipio", "uf", "complemento")
)
_CALLED = re.compile(r"\W*(?:N\W{0,2}[º°.]|NUMERO|CEP|BAIRRO|C\.E\.P)")


def _is_part_of_address(marked: Marked, first: Segment, segment: Segment) -> bool:
    """Tell whether a line goes on with an address by calling its next part by name (``- CEP 13010-300``, ``Nº 45``)."""
    label = marked.labels[segment.index][0]
    fields = {name for name, _ in label.campos}
    if label.colon or label.alone or not fields & _PART_OF_ADDRESS or not _CALLED.match(segment.text.folded):
        return False
    return STREET.search(first.text.folded) is not None


def _wraps(layout: PageLayout, above: Segment, row: list[Segment], margin: float) -> bool:
    """Tell whether a row is the end of a line that ran full and goes on at the left margin, under its label."""
    if len(row) != 1 or row[0].line != above.line + 1 or abs(row[0].box[0] - margin) > 0.008:
        return False
    full = max(s.box[2] for s in layout.segments if s.cell == above.cell)
    return above.box[2] > full - 0.12 and row[0].box[2] < above.box[2]


def _overflows(layout: PageLayout, above: Segment, segment: Segment) -> bool:
    """Tell whether a line goes on with the one above it although it runs over the lower rule of its cell."""
    if above.cell < 0 or abs(segment.box[0] - above.box[0]) > 0.008 or segment.box[1] - above.box[3] > above.height:
        return False
    if segment.cell < 0:
        return True
    inner, outer = layout.page.cells[above.cell], layout.page.cells[segment.cell]
    return outer[0] - 0.01 <= inner[0] and inner[2] <= outer[2] + 0.01 and outer[1] < inner[1] and inner[3] < outer[3]


def _is_other_row(marked: Marked, first: Segment, segment: Segment) -> bool:
    """Tell whether a line has a label of its own at the left: then it is the next row of the form."""
    layout = marked.layout
    row = layout.lines[segment.line]
    before = [layout.segments[index] for index in row[: row.index(segment.index)]]
    if segment.cell >= 0 and segment.cell == first.cell:
        before = [other for other in before if other.cell == segment.cell]  # not the band at the side of several rows
    return any(starts_with_label(marked, other) for other in before)
