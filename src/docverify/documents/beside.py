"""Values that do not begin where their label does: centred beside it over several lines, or in a head's column."""

from __future__ import annotations

from itertools import pairwise

from docverify.documents.continuation import starts_with_label
from docverify.documents.label_sides import HEADING
from docverify.documents.labels import Label, Marked
from docverify.documents.layout import PageLayout, Segment
from docverify.model import Box

_SAME_RULE = 0.006
"""Fractions of the page within which two rules are one."""
_MOST = 5
_CLOSE = 0.7
"""Lines of one value are at most this many heights apart."""
_EDGE = 0.01


def beside(marked: Marked, label: Label) -> list[Segment]:
    """Return the lines of the value at the right of a label that is centred on them.

    Args:
        marked: The page.
        label: A label that fills its segment.

    Returns:
        Its lines, top to bottom (one alone only beside a label of two); empty where the label stands level with the
        first line, or where rules or other labels say that the lines are not its own.
    """
    if not label.first or not label.alone:
        return []
    segment = marked.layout.segments[label.segment]
    lines = _in_next_cell(marked, segment) if segment.cell >= 0 else _around(marked, label)
    box = marked.layout.box_of(sorted(label.words))
    tall = box[3] - box[1] > 1.8 * segment.height
    if len(lines) < (1 if tall else 2) or starts_with_label(marked, lines[0]):
        return []
    centred = lines[0].box[1] < box[1] - 0.3 * segment.height
    # Beside a label of two lines a value of one stands between them.
    between = tall and lines[0].box[1] > box[1] + 0.2 * segment.height and lines[-1].box[3] < box[3]
    return lines[:_MOST] if centred or between else []


def _in_next_cell(marked: Marked, segment: Segment) -> list[Segment]:
    layout = marked.layout
    own = layout.page.cells[segment.cell]
    for number, cell in enumerate(layout.page.cells):
        level = abs(cell[1] - own[1]) < _SAME_RULE and abs(cell[3] - own[3]) < _SAME_RULE
        if level and abs(cell[0] - own[2]) < _EDGE:
            return [s for s in layout.segments if s.cell == number]
    return []


def _around(marked: Marked, label: Label) -> list[Segment]:
    """Find the stack of lines at the right of a label without rules: as much of it above the label as below."""
    layout = marked.layout
    segment = layout.segments[label.segment]
    box = layout.box_of(sorted(label.words))
    height = segment.height
    middle = (box[1] + box[3]) / 2
    near = [
        s
        for s in layout.segments
        if s.box[0] > box[2] and s.cell < 0 and abs((s.box[1] + s.box[3]) / 2 - middle) < 3.2 * height
        if not _is_served(marked, s, label)
    ]
    if not near:
        return []
    first = min(near, key=lambda s: (abs((s.box[1] + s.box[3]) / 2 - middle), s.box[0]))
    stack = [first]
    for step in (-1, 1):
        while True:
            edge = stack[0] if step < 0 else stack[-1]
            gaps = [(edge.box[1] - s.box[3]) if step < 0 else (s.box[1] - edge.box[3]) for s in near]
            close = [
                s
                for s, gap in zip(near, gaps, strict=True)
                if s not in stack and -0.3 * height < gap < _CLOSE * height and _aligned(s, edge)
            ]
            if not close:
                break
            stack.insert(0, close[0]) if step < 0 else stack.append(close[0])
    centre = (stack[0].box[1] + stack[-1].box[3]) / 2
    return stack if abs(centre - middle) < 0.4 * height else []


def _aligned(a: Segment, b: Segment) -> bool:
    """Tell whether two lines begin at one place or are centred alike."""
    return abs(a.box[0] - b.box[0]) < _EDGE or abs(a.box[0] + a.box[2] - b.box[0] - b.box[2]) < 2 * _EDGE


def _is_served(marked: Marked, segment: Segment, label: Label) -> bool:
    """Tell whether another label stands at the left of a line, or in it: then the line is that one's."""
    if starts_with_label(marked, segment):
        return True
    row = marked.layout.lines[segment.line]
    before = row[: row.index(segment.index)]
    return any(index in marked.labels and index != label.segment for index in before)


_WRAPPED = frozenset(("razao_social", "nome_fantasia", "endereco", "endereco.logradouro", "atividade"))
"""Values of several lines; the others are of one."""
_MUCH = 1.8
"""A line belongs to what it stands so many times nearer to than to the other."""


def lines_over(marked: Marked, label: Label, value: Box, segment: Segment) -> list[Segment]:
    """Return the lines over a value that begin it, where the label stands level with its last line.

    Args:
        marked: The page.
        label: The label at the left of the value's last line.
        value: Box around that line, without the label.
        segment: The segment that holds it.

    Returns:
        Top to bottom; empty where lines stand as near to what is above them, have a label of their own, or are of other
        print.
    """
    if not _WRAPPED & {name for name, _ in label.campos}:
        return []
    layout = marked.layout
    found: list[Segment] = []
    edge, height = value, value[3] - value[1]
    while len(found) < _MOST:
        line = _over(layout, segment, edge, found[0].line if found else segment.line)
        if line is None or not 0.8 < line.height / max(height, 1e-6) < 1.25:
            break
        gap = edge[1] - line.box[3]
        aligned = (
            abs(line.box[0] - value[0]) < _EDGE or abs(line.box[0] + line.box[2] - value[0] - value[2]) < 2 * _EDGE
        )
        row = [layout.segments[i] for i in layout.lines[line.line]]
        alone = all(other is line or (other.cell != line.cell and line.cell >= 0) for other in row)
        if not aligned or not alone or not -0.3 * height < gap < _CLOSE * height or starts_with_label(marked, line):
            break
        if HEADING.match(line.text.folded) or line.text.raw.rstrip().endswith((":", ".")):
            break
        found.insert(0, line)
        edge = line.box
    if not found:
        return []
    above = _over(layout, segment, (min(edge[0], layout.box_of(sorted(label.words))[0]), *edge[1:]), found[0].line)
    gaps = [b[1] - a[3] for a, b in pairwise([*(s.box for s in found), value])]
    near = above is not None and above.box[3] > found[0].box[1] - _MUCH * max(*gaps, 0.3 * height)
    return [] if near else found


def _over(layout: PageLayout, segment: Segment, edge: Box, line: int) -> Segment | None:
    """Return the nearest segment over a box in the same cell that overlaps it horizontally."""
    for row in reversed(layout.lines[max(0, line - 3) : line]):
        for index in row:
            other = layout.segments[index]
            if other.cell == segment.cell and min(other.box[2], edge[2]) - max(other.box[0], edge[0]) > 0:
                return other
    return None


def by_count(marked: Marked, segment: Segment, last: int) -> Segment | None:
    """Return the value of a head whose column drifted: as many values as heads, so the same place in the row."""
    layout = marked.layout
    if last >= len(layout.lines):
        return None
    heads, values = layout.lines[segment.line], layout.lines[last]
    if len(heads) != len(values):
        return None
    value = layout.segments[values[heads.index(segment.index)]]
    near = -0.5 * segment.height <= value.box[1] - segment.box[3] <= 2.0 * segment.height
    return value if near and abs(value.box[0] - segment.box[0]) < 0.08 else None


def in_column(marked: Marked, segment: Segment, last: int) -> Segment | None:
    """Return the value of a head that stands between it and the next head, centred in its column."""
    layout = marked.layout
    if segment.cell >= 0 or last >= len(layout.lines):
        return None
    after = layout.right_of(segment)
    edge = after.box[0] if after is not None else 1.0
    inside = [layout.segments[i] for i in layout.lines[last]]
    inside = [s for s in inside if s.box[0] > segment.box[0] - 0.01 and s.box[2] < edge]
    close = [s for s in inside if s.box[1] - segment.box[3] < 2.0 * segment.height]
    return close[0] if len(close) == 1 else None
