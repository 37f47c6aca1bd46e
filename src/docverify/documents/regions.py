"""Where the value of a label may stand: after it, at its right, below it, with how much each place is worth."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from docverify.documents.beside import beside, by_count, in_column, lines_over
from docverify.documents.continuation import continuation, hanging, starts_with_label
from docverify.documents.label_sides import lines_above
from docverify.documents.labels import Label, Marked
from docverify.documents.layout import PageLayout, Segment, Text


@dataclass(frozen=True, slots=True)
class Region:
    """A piece of text in which the value of a label may stand.

    Attributes:
        text: Text that holds it.
        start: Offset where the value may begin.
        end: Offset behind its end.
        worth: 0..1, how likely this place is.
        place: ``depois``, ``direita``, ``abaixo``, ``acima``.
    """

    text: Text
    start: int
    end: int
    worth: float
    place: str

    @property
    def raw(self) -> str:
        """The characters of the region."""
        return self.text.raw[self.start : self.end]


def regions(marked: Marked, label: Label, lines: int = 1) -> Iterator[Region]:
    """Yield the places where the value of a label may stand, best first.

    Args:
        marked: The page.
        label: The label.
        lines: How many lines the value may run on.
    """
    layout = marked.layout
    segment = layout.segments[label.segment]
    if segment.index in marked.under:
        over = layout.text_of([part.text.words for part in lines_above(marked, segment, lines)])
        yield Region(over, 0, len(over.raw), 0.93, "acima")
        return
    if label.alone and not label.colon and any(i in marked.under for i in layout.lines[segment.line]):
        return  # a row of labels under their values: over this one stands none
    followers = [x for x in marked.labels.get(segment.index, ()) if x.start >= label.end]
    cut = next((x.start for x in followers if _cuts(label, x)), len(segment.text.raw))
    if any(c.isalnum() or c == "*" for c in segment.text.folded[label.end : cut]):
        parts = [segment.text.words]
        if cut == len(segment.text.raw):
            parts += [s.text.words for s in hanging(layout, label, continuation(marked, segment, lines - 1))]
            text = layout.text_of(parts)
            end = len(text.raw)
        else:
            text, end = segment.text, cut
        worth = 1.0 if label.colon else 0.82
        behind = [w for w, at in zip(segment.text.words, segment.text.starts, strict=True) if at >= label.end]
        whole = lines > 1 and label.first and len(parts) == 1 and cut == len(segment.text.raw)
        if whole and behind and (head := lines_over(marked, label, layout.box_of(behind), segment)):
            whole_text = layout.text_of([*(part.text.words for part in head), behind])
            yield Region(whole_text, 0, len(whole_text.raw), worth, "depois")
            return
        yield Region(text, label.end, end, worth if label.first or label.colon else 0.6, "depois")
        if not label.colon and not followers and label.first and len(segment.text.words) > 8:
            return
    if cut < len(segment.text.raw) and not label.alone:
        return
    found = []
    # Of labels that fill one segment only the last has something at its right; each has its own column below.
    right = None if followers else layout.right_of(segment) or _right_of_upper_half(marked, label)
    if right is not None and (upper := _right_of_upper_half(marked, label)) is not None and _goes_on(upper, right):
        right = upper  # beside a label of two lines the value begins on the first of them
    if right is not None and _is_band(layout, segment, right):
        right = None
    header = _is_header(marked, segment)
    below = _below(marked, label)
    led = False
    centred = [] if header or followers else beside(marked, label)
    if centred and right is not centred[0]:
        text = layout.text_of([part.text.words for part in centred])
        found.append(Region(text, 0, len(text.raw), 0.93, "direita"))
        right = None
    if right is not None and not starts_with_label(marked, right) and label.alone:
        same_cell = right.cell == segment.cell
        led = _led(layout, label, right)
        worth = 0.95 if label.colon or led else 0.78
        if segment.cell >= 0 and not same_cell:
            worth = 0.9 if label.colon or below is None else 0.7
        if header:
            worth = 0.3
        gap = right.box[0] - segment.box[2]
        # A row that holds but a label and a value is a row of a table, however wide its columns.
        level = abs(right.box[1] - segment.box[1]) < segment.height
        pair = len(layout.lines[segment.line]) == 2 and level and not header
        worth *= 1.0 if gap < 0.3 or (pair and gap < 0.8) else 0.7
        worth *= 0.35 if not label.colon and not led and _is_headed(marked, right) else 1.0
        head = lines_over(marked, label, right.box, right) if lines > 1 and not header else []
        found.append(_region(marked, right, lines, worth, "direita", margin=segment.box[0], head=head))
    if below is not None and label.alone:
        worth = 0.9 if not label.colon else 0.66
        if below.cell == segment.cell and segment.cell >= 0:
            worth = 0.97
        elif header:
            worth = 0.93
        elif centred or (right is not None and not starts_with_label(marked, right) and (label.colon or led)):
            worth = 0.35
        height = max(segment.height, 1e-6)
        gap = max(0.0, below.box[1] - segment.box[3]) / height
        worth *= max(0.4, 1.0 - 0.1 * max(0.0, gap - 1.2))
        worth *= 1.0 if _aligned(layout, label, below) else 0.75
        column = _column(marked, label, below) if header else ()
        if column:
            text = layout.text_of([column])
            found.append(Region(text, 0, len(text.raw), worth, "abaixo"))
        else:
            tight = max(below.box[1] - segment.box[3], 0.25 * below.height)
            found.append(_region(marked, below, lines, worth, "abaixo", tight, segment.height))
    found.sort(key=lambda region: -region.worth)
    yield from found


def _led(layout: PageLayout, label: Label, right: Segment) -> bool:
    """Tell whether dots lead from a label to what stands at its right: then that is its value."""
    first, last = max(label.words), min(right.text.words)
    between = (layout.page.words[index].text for index in range(first + 1, last)) if last - first < 60 else ()
    return any(len(text) >= 3 and set(text) <= set(".…·_") for text in between)


_NEAR = 0.03
"""How far from the start of its head a column's value may start, in fractions of the page's width."""


def _column(marked: Marked, head: Label, values: Segment) -> tuple[int, ...]:
    """Return the words of one column where a row of values was read as one run over several; else nothing.

    A word that begins where a head begins opens that head's column.
    """
    layout = marked.layout
    if _same_column(layout, layout.segments[head.segment].cell, values.cell):
        return ()  # the rules of the table say where the column is
    row = layout.lines[layout.segments[head.segment].line]
    crossed = [
        label
        for index in row
        for label in marked.labels.get(index, ())
        if min(values.box[2], (box := layout.box_of(sorted(label.words)))[2]) > max(values.box[0], box[0])
    ]
    if len(crossed) == 1:
        return ()  # it stands under one head alone, be it as wide as it may
    own = layout.box_of(sorted(head.words))[0]
    starts = [layout.box_of(sorted(label.words))[0] for index in row for label in marked.labels.get(index, ())]
    after = min((x for x in starts if x > own + 0.01), default=2.0)
    segment = layout.segments[head.segment]
    if head.start and head.first and not any(x.end <= head.start for x in marked.labels.get(segment.index, ())):
        own = min(own, segment.box[0])  # "05 LOGRADOURO": the column begins at the field's number
    words = values.text.words
    lefts = [layout.page.words[word].box[0] for word in words]
    first = 0
    if values.box[0] < own - 0.01:
        near = [i for i, x in enumerate(lefts) if abs(x - own) < _NEAR]
        first = min(near, key=lambda i: abs(lefts[i] - own), default=0)
    near = [i for i, x in enumerate(lefts) if i > first and abs(x - after) < _NEAR]
    # Where the next column has a value of its own, this one but reaches far to the right.
    others = [layout.segments[index].box[0] for index in layout.lines[values.line] if index != values.index]
    if any(after - _NEAR < x < after + 2 * _NEAR for x in others):
        near = []
    last = min(near, key=lambda i: abs(lefts[i] - after), default=len(words))
    return words[first:last] if (first, last) != (0, len(words)) else ()


def _same_column(layout: PageLayout, head: int, value: int) -> bool:
    """Tell whether two cells have the same left and right rules."""
    if head < 0 or value < 0 or head == value:
        return False
    a, b = layout.page.cells[head], layout.page.cells[value]
    return abs(a[0] - b[0]) < 0.006 and abs(a[2] - b[2]) < 0.006


def _right_of_upper_half(marked: Marked, label: Label) -> Segment | None:
    """Return what stands right of the first line of a label of two lines, beside which its value may be centred."""
    layout = marked.layout
    for index in sorted({layout.segment_of[word] for word in label.words} - {label.segment}):
        right = layout.right_of(layout.segments[index])
        if right is not None:
            return right
    return None


def _goes_on(upper: Segment, lower: Segment) -> bool:
    """Tell whether a segment is the next line of another's text: the same cell or column, right under it."""
    return upper.line == lower.line - 1 and upper.cell == lower.cell and abs(upper.box[0] - lower.box[0]) < 0.01


def _cuts(label: Label, follower: Label) -> bool:
    """Tell whether another label in the segment ends the value: it must look like a label itself."""
    return follower.colon or not label.colon


def _is_header(marked: Marked, segment: Segment) -> bool:
    """Tell whether a segment stands in a row of at least two labels and nothing else: the head of a table."""
    layout = marked.layout
    row = [index for index in layout.lines[segment.line] if not _is_band(layout, layout.segments[index], segment)]
    heads = [marked.labels.get(index, ()) for index in row]
    return len(row) > 1 and all(labels and labels[0].first and labels[-1].alone for labels in heads)


def _is_band(layout: PageLayout, other: Segment, segment: Segment) -> bool:
    """Tell whether a segment stands in a cell over several rows: it names the part of the form, at its side."""
    if other.cell < 0 or segment.cell < 0 or other.cell == segment.cell:
        return False
    band, cell = layout.page.cells[other.cell], layout.page.cells[segment.cell]
    return band[3] - band[1] > 1.7 * (cell[3] - cell[1])


def _cell_below(marked: Marked, label: Label) -> Segment | None:
    """Return what stands first in the cell under a label's own, where a table's rules make a column of both."""
    layout = marked.layout
    segment = layout.segments[label.segment]
    if segment.cell < 0 or not label.alone:
        return None
    if any(s.cell == segment.cell and s.line > segment.line for s in layout.segments):
        return None  # the label's own cell holds its value
    own = layout.page.cells[segment.cell]
    for number, cell in enumerate(layout.page.cells):
        if abs(cell[1] - own[3]) < 0.006 and _same_column(layout, segment.cell, number):
            return next((s for s in layout.segments if s.cell == number), None)
    return None


def _below(marked: Marked, label: Label) -> Segment | None:
    """Return the nearest segment under a label that may hold its value."""
    layout = marked.layout
    segment = layout.segments[label.segment]
    box = layout.box_of(sorted(label.words))
    reach = 5.0 if segment.cell >= 0 else 3.2
    last = _value_row(marked, segment) if _is_header(marked, segment) else len(layout.lines)
    best = _cell_below(marked, label)
    for other in () if best is not None else _lines_under(layout, segment, reach):
        if other.line > last and (segment.cell < 0 or other.cell != segment.cell):
            continue
        if segment.cell >= 0 and other.cell >= 0 and other.cell != segment.cell:
            cell, upper = layout.page.cells[other.cell], layout.page.cells[segment.cell]
            if min(cell[2], upper[2]) - max(cell[0], upper[0]) <= 0:
                continue
        own = segment.cell >= 0 and other.cell == segment.cell and label.alone  # in a cell of its own, set anywhere
        if min(box[2] + 0.02, other.box[2]) - max(box[0] - 0.02, other.box[0]) <= 0 and not own:
            continue
        if (
            best is None
            or other.line < best.line
            or (other.line == best.line and _shift(other, box[0]) < _shift(best, box[0]))
        ):
            best = other
    if best is None and _is_header(marked, segment):
        best = by_count(marked, segment, last) or in_column(marked, segment, last)
    if best is None or starts_with_label(marked, best) or _is_value_of_left(marked, best, label):
        return None
    if _QUADRO.match(best.text.folded):
        return None
    return best


def _lines_under(layout: PageLayout, segment: Segment, reach: float) -> Iterator[Segment]:
    """Yield the segments of the lines under one, down to ``reach`` heights."""
    for row in layout.lines[segment.line + 1 :]:
        near = [layout.segments[i] for i in row if layout.segments[i].box[1] - segment.box[3] <= reach * segment.height]
        if not near:
            return
        yield from near


def _value_row(marked: Marked, segment: Segment) -> int:
    """Return the line of values under the head of a table: an empty place in it is empty."""
    layout = marked.layout
    row = [layout.segments[index] for index in layout.lines[segment.line]]
    heads = {word for s in row for label in marked.labels.get(s.index, ()) for word in label.words}
    for line in range(segment.line + 1, min(segment.line + 4, len(layout.lines))):
        if all(
            index in marked.labels and heads & marked.labels[index][0].words and marked.labels[index][0].alone
            for index in layout.lines[line]
        ):
            continue  # the lower halves of labels of two lines
        others = [marked.labels.get(index, ()) for index in layout.lines[line]]
        if len(others) > 1 and all(labels and labels[0].first and labels[-1].alone for labels in others):
            break  # the next row of heads: values that stand under no head were between
        for index in layout.lines[line]:
            other = layout.segments[index]
            if any(min(s.box[2], other.box[2]) > max(s.box[0], other.box[0]) for s in row):
                return _with_overlapping(layout, line)
        below = [layout.segments[index] for index in layout.lines[line]]
        gap = min(s.box[1] for s in below) - max(s.box[3] for s in row)
        if len(below) == len(row) and gap < segment.height and not any(starts_with_label(marked, s) for s in below):
            return line  # each value is centred in its column, under no word of its head
    return segment.line + 1


def _with_overlapping(layout: PageLayout, line: int) -> int:
    """Return the last line of a row of values that do not stand level: no two in one column, no room between."""
    last = line
    for following in range(line + 1, min(line + 3, len(layout.lines))):
        above = [layout.segments[index].box for index in layout.lines[last]]
        under = [layout.segments[index].box for index in layout.lines[following]]
        room = min(box[1] for box in under) - max(box[3] for box in above)
        crossed = any(min(a[2], b[2]) > max(a[0], b[0]) for a in above for b in under)
        if crossed or room > 0.4 * max(box[3] - box[1] for box in under):
            break
        last = following
    return last


def _is_headed(marked: Marked, value: Segment) -> bool:
    """Tell whether a segment stands right under a label of its own, which begins where it begins."""
    layout = marked.layout
    for index in layout.lines[value.line - 1] if value.line else ():
        above = layout.segments[index]
        labels = marked.labels.get(index, ())
        near = value.box[1] - above.box[3] < 0.8 * value.height and above.cell == value.cell
        if near and labels and labels[0].first and labels[-1].alone and abs(above.box[0] - value.box[0]) < 0.006:
            right = layout.right_of(above)
            served = right is not None and not starts_with_label(marked, right)
            return not served and not any(label.colon for label in labels)
    return False


def _is_value_of_left(marked: Marked, segment: Segment, above: Label) -> bool:
    """Tell whether a segment is the value of the label at its left rather than of one above it."""
    row = marked.layout.lines[segment.line]
    place = row.index(segment.index)
    labels = marked.labels.get(row[place - 1], ()) if place else ()
    if not labels or not labels[-1].alone or not labels[0].first:
        return False
    return labels[-1].colon or not _aligned(marked.layout, above, segment, 0.012)


def _shift(segment: Segment, x: float) -> float:
    return abs(segment.box[0] - x)


def _aligned(layout: PageLayout, label: Label, below: Segment, within: float = 0.03) -> bool:
    """Tell whether a segment begins where a label begins, or stands centred under it."""
    box = layout.box_of(sorted(label.words))
    centre = abs((box[0] + box[2]) - (below.box[0] + below.box[2])) / 2
    return abs(box[0] - below.box[0]) < within or centre < within * 1.3


def _region(
    marked: Marked,
    first: Segment,
    lines: int,
    worth: float,
    place: str,
    tight: float | None = None,
    small: float = 1.0,
    margin: float | None = None,
    head: Sequence[Segment] = (),
) -> Region:
    parts = [first, *continuation(marked, first, lines - 1, margin)]
    if tight is not None:
        # What stands farther from a value than its own label does is the next label, known or not.
        apart = [
            b.box[1] - a.box[3] > 1.9 * tight or _heads_next(marked.layout, b, small / max(first.height, 1e-6))
            for a, b in zip(parts, parts[1:], strict=False)
        ]
        parts = parts[: apart.index(True) + 1] if True in apart else parts
    text = marked.layout.text_of([part.text.words for part in (*head, *parts)])
    labels = () if head else marked.labels.get(first.index, ())
    end = next((x.start for x in labels if x.start > 0 and x.colon), len(text.raw))
    return Region(text, 0, end, worth, place)


def _heads_next(layout: PageLayout, segment: Segment, share: float) -> bool:
    """Tell whether a line is the small head of the next value: in the label's print, over print of the value's size.

    Args:
        layout: The page.
        segment: The line.
        share: Height of the label in heights of its value.
    """
    under = layout.below(segment, limit=1, reach=1.5)
    return share < 0.87 and bool(under) and segment.height < (1.0 + share) / 2 * under[0].height


_QUADRO = re.compile(r"\W*(?:QUADRO|SECAO|PARTE)\s+(?:[IVX]{1,4}|[A-H]|\d{1,2})\s*[-–:.)]")
