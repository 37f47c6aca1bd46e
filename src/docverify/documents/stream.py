"""The running text of a document over all its pages, with the way back from a character to its place on paper.

Prose (contracts, minutes, applications) runs from line to line and from page to page; a stamp, a page number or the
footer of a Junta Comercial stands between two halves of a sentence. A *stream* is the text without those running
margins, with words that a line end has cut put together again, and column by column where a page has two.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from rapidfuzz import fuzz

from docverify.documents.candidates import Candidate
from docverify.documents.layout import PageLayout, Text, letters_put_right
from docverify.model import Box
from docverify.values.text import fold_same_length

_HEAD, _FOOT = 0.12, 0.86
_SAME_MARGIN = 90.0
_PAGE_NUMBER = re.compile(
    r"\s*(?:PAG(?:INA|\.)?|FLS?\.?|FOLHA)?\s*\.?:?\s*\d{1,3}\s*(?:(?:/"
    r"|DE)\s*\d{1,3})?\s*\.?\s*"
)
_CUT = re.compile(r"[A-Za-zÀ-ÿ]{2,}-")
_COLUMN_LINES = 10


@dataclass(frozen=True, slots=True)
class Stream:
    """Running text whose characters know their pages and words.

    Attributes:
        layouts: The pages, in the document's order.
        raw: As read: words joined by blanks, segments by tabs, lines by newlines, pages by newlines.
        folded: Same length as ``raw``: upper case, without accents.
        starts: Offset of each word's piece, ascending.
        places: For each piece, ``(index into layouts, index into Page.words)``.
    """

    layouts: tuple[PageLayout, ...]
    raw: str
    folded: str
    starts: tuple[int, ...]
    places: tuple[tuple[int, int], ...]

    def words_of(self, start: int, end: int) -> tuple[tuple[int, int], ...]:
        """Return ``(layout, word)`` of every word that characters ``start`` to ``end`` (exclusive) touch."""
        if not self.starts:
            return ()
        first = max(0, bisect_right(self.starts, start) - 1)
        last = max(first, bisect_right(self.starts, max(start, end - 1)) - 1)
        return self.places[first : last + 1]

    def page_line(self, offset: int) -> int:
        """Return on which line of its page (from 0, as counted in the stream) a character stands."""
        first = self.words_of(offset, offset + 1)[0][0]
        begin = next(at for at, (page, _) in zip(self.starts, self.places, strict=True) if page == first)
        return self.raw.count("\n", begin, offset)

    def place(self, start: int, end: int) -> tuple[int, Box]:
        """Return the layout's index and the box (flattened page) of a span, on the page where the span begins."""
        words = self.words_of(start, end)
        page = words[0][0]
        return page, self.layouts[page].box_of([w for p, w in words if p == page])

    def candidate(
        self,
        campo: str,
        valor: Any,
        start: int,
        end: int,
        score: float,
        *,
        lido: str | None = None,
        reparado: bool = False,
        checked: bool = False,
    ) -> Candidate:
        """Make a candidate of a span, with its words on the page where the span begins.

        Args:
            campo: Name of the field.
            valor: Normal form.
            start: First character.
            end: After the last character.
            score: 0..1, how sure it is that the span is this field (label, context), the reader left aside.
            lido: What stands on the paper where it is not simply the span.
            reparado: The reading was repaired to get ``valor``.
            checked: Check digits vouch for the reading.
        """
        places = self.words_of(start, end)
        page = places[0][0] if places else 0
        words = tuple(w for p, w in places if p == page)
        text = lido if lido is not None else " ".join(self.raw[start:end].split())
        return Candidate(campo, valor, text, page, words, max(0.0, min(1.0, score)), "texto", reparado, checked)


def build(layouts: Sequence[PageLayout], *, margins: bool = False) -> Stream:
    """Build the stream of a document.

    Args:
        layouts: Its pages in order, of one file or several.
        margins: Keep running heads and feet (they are dropped otherwise, but for the first page's head).

    Returns:
        The stream; empty where nothing is printed.
    """
    dropped = set() if margins else _running_margins(layouts)
    pieces: list[str] = []
    starts: list[int] = []
    places: list[tuple[int, int]] = []
    length = 0
    for number, layout in enumerate(layouts):
        above: Box | None = None
        leading = _leading(layout)
        for line, segments in _reading_order(layout):
            if (number, line) in dropped:
                continue
            box = layout.box_of([w for i in segments for w in layout.segments[i].text.words])
            if above is not None and pieces and _is_paragraph(above, box, leading):
                pieces.append("\n")
                length += 1
            above = box
            justified = _is_justified(layout, segments)
            for at, index in enumerate(segments):
                words = layout.segments[index].text.words
                for place, word in enumerate(words):
                    text = layout.page.words[word].text
                    if layout.page.source == "ocr":
                        text = letters_put_right(text)
                    ends_line = place == len(words) - 1 and at == len(segments) - 1
                    if ends_line and _CUT.fullmatch(text):
                        text, after = text[:-1], ""
                    elif place < len(words) - 1 or (justified and at < len(segments) - 1):
                        after = " "
                    else:
                        after = "\n" if at == len(segments) - 1 else "\t"
                    pieces.append(text + after)
                    starts.append(length)
                    places.append((number, word))
                    length += len(text) + len(after)
    raw = "".join(pieces)
    return Stream(tuple(layouts), raw, fold_same_length(raw), tuple(starts), tuple(places))


def _is_justified(layout: PageLayout, segments: Sequence[int]) -> bool:
    """Tell whether a row is a line of prose blown up to the margins: many segments of a word or two, evenly apart."""
    if len(segments) < 4 or any(len(layout.segments[i].text.words) > 2 for i in segments):
        return False
    boxes = [layout.segments[i].box for i in segments]
    gaps = [b[0] - a[2] for a, b in zip(boxes, boxes[1:], strict=False)]
    return max(gaps) < 2.5 * min(gaps) and boxes[-1][2] - boxes[0][0] > 0.6


def _leading(layout: PageLayout) -> float:
    """Return the usual gap between lines of a page, in fractions of its height."""
    tops = sorted(
        (min(layout.segments[i].box[1] for i in row), max(layout.segments[i].box[3] for i in row))
        for row in layout.lines
    )
    gaps = sorted(max(0.0, below[0] - over[1]) for over, below in zip(tops, tops[1:], strict=False))
    return gaps[len(gaps) // 2] if gaps else 0.0


def _is_paragraph(above: Box, box: Box, leading: float) -> bool:
    """Tell whether a line begins a new paragraph: a gap clearly wider than the page's usual one, or another column."""
    gap, height = box[1] - above[3], max(box[3] - box[1], 1e-6)
    return gap < -height or (gap > 0.7 * height and gap > 1.5 * leading)


def of_text(layout: PageLayout, text: Text) -> Stream:
    """Make a stream of a piece of one page (a block, a segment), for functions that take streams."""
    places = tuple((0, word) for word in text.words)
    return Stream((layout,), text.raw, text.folded, text.starts, places)


def _reading_order(layout: PageLayout) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Yield (line, segments): line by line, or column by column within runs of lines that share a gutter."""
    gutter = _gutter(layout)
    if gutter is None:
        yield from enumerate(layout.lines)
        return
    left: list[tuple[int, tuple[int, ...]]] = []
    right: list[tuple[int, tuple[int, ...]]] = []
    for line, row in enumerate(layout.lines):
        before = tuple(i for i in row if layout.segments[i].box[2] <= gutter)
        after = tuple(i for i in row if layout.segments[i].box[0] >= gutter)
        if len(before) + len(after) < len(row):
            yield from left
            yield from right
            left, right = [], []
            yield line, row
            continue
        if before:
            left.append((line, before))
        if after:
            right.append((line, after))
    yield from left
    yield from right


def _gutter(layout: PageLayout) -> float | None:
    """Find the x of the gutter between two columns of prose, or None."""
    rows = [[(*layout.segments[i].box[::2], len(layout.segments[i].text.words)) for i in row] for row in layout.lines]
    if sum(len(row) >= 2 and sum(words for _, _, words in row) >= 6 for row in rows) < _COLUMN_LINES:
        return None
    best: tuple[int, float] | None = None
    for step in range(35, 66):
        x = step / 100
        both = crossed = 0
        for row in rows:
            if any(x0 < x < x1 for x0, x1, _ in row):
                crossed += 1
                continue
            left = sum(words for _, x1, words in row if x1 <= x)
            right = sum(words for x0, _, words in row if x0 >= x)
            both += left >= 3 and right >= 3
        if both >= _COLUMN_LINES and both > 2 * crossed and (best is None or both > best[0]):
            best = (both, x)
    return best[1] if best else None


def _running_margins(layouts: Sequence[PageLayout]) -> set[tuple[int, int]]:
    """Find lines at the head or foot of pages that come again on another page, and bare page numbers."""
    margins: list[tuple[int, int, bool, str]] = []
    for number, layout in enumerate(layouts):
        for line, row in enumerate(layout.lines):
            top = min(layout.segments[i].box[1] for i in row)
            bottom = max(layout.segments[i].box[3] for i in row)
            if bottom < _HEAD or top > _FOOT:
                text = " ".join(layout.segments[i].text.folded for i in row)
                margins.append((number, line, bottom < _HEAD, text))
    dropped = set()
    for number, line, head, text in margins:
        if _PAGE_NUMBER.fullmatch(text):
            dropped.add((number, line))
            continue
        again = [
            other
            for other, _, other_head, other_text in margins
            if other != number and other_head == head and fuzz.ratio(text, other_text) >= _SAME_MARGIN
        ]
        if again and not (head and number < min(again)):
            dropped.add((number, line))
    return dropped
