"""Words with boxes -> lines, segments, blocks and running text, with the way back from a character to its word.

A *line* is a row of words at one height. A *segment* is a run of words of a line without a wide gap and within one
ruled cell: the unit in which a label or a value stands on a form. A *block* is a stack of segments: the unit in which
prose runs. All boxes are fractions of the flattened page (``model.Page``).
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from statistics import median

from docverify.documents import combs, glued
from docverify.model import Box, Page, Trecho, Word
from docverify.values.text import fold_same_length

_GAP_IN_HEIGHTS = 1.6
"""A gap wider than this many line heights parts two segments: words of justified prose stay together."""


@dataclass(frozen=True, slots=True)
class Text:
    """A piece of text whose characters know their words.

    Attributes:
        raw: As read, words joined by blanks (segments by tabs, lines by newlines).
        folded: Same length as ``raw``: upper case, without accents.
        words: Indexes into ``Page.words``, in the order of ``starts``.
        starts: Offset in ``raw`` of each word.
    """

    raw: str
    folded: str
    words: tuple[int, ...]
    starts: tuple[int, ...]

    def words_of(self, start: int, end: int) -> tuple[int, ...]:
        """Return the indexes of the words that characters ``start`` to ``end`` (exclusive) touch."""
        first = max(0, bisect_right(self.starts, start) - 1)
        last = max(first, bisect_right(self.starts, max(start, end - 1)) - 1)
        return self.words[first : last + 1]


@dataclass(frozen=True, slots=True)
class Segment:
    """A run of words on one line, without a wide gap, within one cell.

    Attributes:
        index: Its place in ``PageLayout.segments``.
        line: Index of its line.
        text: Its words.
        box: Around its words.
        cell: Index into ``Page.cells`` of the smallest cell that holds it, or -1.
        block: Index of its block.
    """

    index: int
    line: int
    text: Text
    box: Box
    cell: int
    block: int

    @property
    def height(self) -> float:
        """Height in fractions of the page."""
        return self.box[3] - self.box[1]


@dataclass(frozen=True)
class PageLayout:
    """A page with its geometry made explicit."""

    page: Page
    segments: tuple[Segment, ...]
    lines: tuple[tuple[int, ...], ...]
    blocks: tuple[tuple[int, ...], ...]
    text: Text
    """The page line by line, top to bottom; segments of a line joined by tabs."""

    def block_text(self, block: int) -> Text:
        """Return the running text of a block: its segments joined by newlines."""
        return _join(self.page, [self.segments[i].text.words for i in self.blocks[block]], "\n")

    def text_of(self, parts: Sequence[Sequence[int]], between: str = "\n") -> Text:
        """Return groups of words (indexes into ``Page.words``) as one text, the groups parted by ``between``."""
        return _join(self.page, [part for part in parts if part], between)

    @cached_property
    def segment_of(self) -> Mapping[int, int]:
        """Index of the segment of each word."""
        return {word: segment.index for segment in self.segments for word in segment.text.words}

    @cached_property
    def offset_of(self) -> Mapping[int, int]:
        """Offset in ``text`` of each word."""
        return dict(zip(self.text.words, self.text.starts, strict=True))

    def line_at(self, offset: int) -> int:
        """Return the index of the line that a character of ``text`` stands on."""
        return bisect_right(self._line_starts, offset) - 1

    @cached_property
    def _line_starts(self) -> list[int]:
        return [0, *(match.end() for match in re.finditer("\n", self.text.raw))]

    def box_of(self, words: Sequence[int]) -> Box:
        """Return the box around some words (indexes into ``Page.words``), on the flattened page."""
        return _around([self.page.words[i].box for i in words])

    def trechos_of(self, words: Sequence[int]) -> tuple[Trecho, ...]:
        """Return some words (indexes into ``Page.words``) as runs of one segment each, in reading order."""
        runs: dict[int, list[int]] = {}
        for word in dict.fromkeys(words):
            runs.setdefault(self.segment_of.get(word, -1), []).append(word)
        return tuple(
            Trecho(" ".join(self.page.words[i].text for i in run), self.box_of(run)) for _, run in sorted(runs.items())
        )

    def confidence_of(self, words: Sequence[int]) -> float:
        """Return the lowest confidence among some words: a value is as sure as its worst part."""
        return min((self.page.words[i].confidence for i in words), default=0.0)

    def right_of(self, segment: Segment) -> Segment | None:
        """Return the next segment to the right on the same line, or None."""
        row = self.lines[segment.line]
        place = row.index(segment.index)
        return self.segments[row[place + 1]] if place + 1 < len(row) else None

    def below(self, segment: Segment, limit: int = 3, reach: float = 4.0) -> list[Segment]:
        """Return segments under a segment that overlap it horizontally, nearest first.

        Args:
            segment: The one to look under.
            limit: How many at most.
            reach: How far down, in heights of ``segment``.
        """
        x0, _, x1, y1 = segment.box
        found = []
        for other in self.segments:
            if other.line <= segment.line or other.box[1] - y1 > reach * segment.height:
                continue
            if min(x1, other.box[2]) - max(x0, other.box[0]) > 0:
                found.append(other)
        found.sort(key=lambda s: (s.line, abs(s.box[0] - x0)))
        return found[:limit]


def build(page: Page) -> PageLayout:
    """Build the layout of a page.

    Args:
        page: A read page; a blank one gives a layout without segments. The layout's own page has the characters of
            forms filled one a box joined to words.

    Returns:
        Lines top to bottom, segments in reading order (line by line, left to right), blocks.
    """
    page = combs.spelled(glued.parted(page))
    rows = [kept for row in _rows(page.words) if (kept := _without_leaders(row, page.words))]
    # A comma that hangs below its line is no line of its own.
    rows = [row for row in rows if not all(_SPECKS.issuperset(page.words[i].text) for i in row)]
    cells = [_cell_of(word.box, page.cells) for word in page.words]
    groups: list[tuple[int, tuple[int, ...], int]] = []
    for number, row in enumerate(rows):
        groups.extend((number, part, cells[part[0]]) for part in _split(row, page, cells))
    boxes = [_around([page.words[i].box for i in words]) for _, words, _ in groups]
    block_of = _blocks(groups, boxes)
    segments = tuple(
        Segment(index, line, _join(page, [words], " "), boxes[index], cell, block_of[index])
        for index, (line, words, cell) in enumerate(groups)
    )
    lines: list[list[int]] = [[] for _ in rows]
    blocks: list[list[int]] = [[] for _ in range(max(block_of, default=-1) + 1)]
    for segment in segments:
        lines[segment.line].append(segment.index)
        blocks[segment.block].append(segment.index)
    text = _join_lines(page, [[segments[i].text.words for i in row] for row in lines])
    return PageLayout(page, segments, tuple(map(tuple, lines)), tuple(map(tuple, blocks)), text)


def _around(boxes: Sequence[Box]) -> Box:
    return (
        min(b[0] for b in boxes),
        min(b[1] for b in boxes),
        max(b[2] for b in boxes),
        max(b[3] for b in boxes),
    )


def _rows(words: Sequence[Word]) -> list[list[int]]:
    """Group words into level rows; a word joins the row whose nearest word overlaps it vertically by half."""
    order = [i for i, word in enumerate(words) if not _RULES.issuperset(word.text)]
    order.sort(key=lambda i: (words[i].box[1] + words[i].box[3], words[i].box[0]))
    rows: list[list[int]] = []
    spans: list[tuple[float, float]] = []  # of each row, from its highest to its lowest point
    stamped: set[int] = set()
    for index in order:
        box = words[index].box
        best: tuple[float, int] | None = None
        for number in range(len(rows) - 1, max(-1, len(rows) - 7), -1):
            if spans[number][0] >= box[3] or spans[number][1] <= box[1]:
                continue  # no word of it is beside this one
            near = min(rows[number], key=lambda i: _gap(words[i].box, box))
            other = words[near].box
            overlap = min(box[3], other[3]) - max(box[1], other[1])
            smaller = max(1e-6, min(box[3] - box[1], other[3] - other[1]))
            share = overlap / smaller
            if share > 0.5 and _is_oblique(words[index], words[near]):
                if _gap(other, box) == 0.0:
                    taller = index if box[3] - box[1] > other[3] - other[1] else near
                    stamped.add(taller)
                continue
            # Of rows that fit, the one in print of like height: the letters of a watermark are no line of small words.
            alike = overlap / max(1e-6, box[3] - box[1], other[3] - other[1])
            if share > 0.5 and (best is None or alike > best[0]):
                best = (alike, number)
        if best is None:
            rows.append([index])
            spans.append((box[1], box[3]))
        else:
            rows[best[1]].append(index)
            top, bottom = spans[best[1]]
            spans[best[1]] = (min(top, box[1]), max(bottom, box[3]))
    for row in rows:
        row.sort(key=lambda i: words[i].box[0])
    # What a slanting stamp laid over the lines comes last: it breaks no sentence and is no line's neighbour.
    rows.sort(key=lambda row: (stamped.issuperset(row), median(words[i].box[1] + words[i].box[3] for i in row)))
    return rows


_RULES = frozenset("|¦[]{}\\")
"""What a reader makes of the rules of a table."""

_SPECKS = frozenset(",;'`´")

_LEADER = frozenset(".…·_-–—=~")


def _without_leaders(row: Sequence[int], words: Sequence[Word]) -> list[int]:
    """Drop the dots that lead the eye from a label to its value; a lone dash or full stop stays."""
    leaders = {i for i in row if _LEADER.issuperset(words[i].text)}
    long = {i for i in leaders if len(words[i].text) >= 3}
    if len(leaders) < 4 and not long:
        return list(row)
    # A lone dash between two words is print ("GLP - RECIPIENTES"), however the dots before the value were read.
    lone = {
        i
        for before, i, after in zip(row, row[1:], row[2:], strict=False)
        if i in leaders - long and before not in leaders and after not in leaders and words[i].text in "-–—"
    }
    dropped = leaders - lone if len(leaders - lone) >= 4 else long
    return [i for i in row if i not in dropped]


def _is_oblique(a: Word, b: Word) -> bool:
    """Tell whether one of two words is a slanting stamp's over the other: its box is far too tall for the line."""
    low, high = sorted((a.box[3] - a.box[1], b.box[3] - b.box[1]))
    small = a if a.box[3] - a.box[1] <= b.box[3] - b.box[1] else b
    return high > 2.4 * low and sum(c.isalnum() for c in small.text) >= 2


def _gap(a: Box, b: Box) -> float:
    """Horizontal distance between two boxes, 0 where they overlap."""
    return max(0.0, b[0] - a[2], a[0] - b[2])


def _cell_of(box: Box, cells: Sequence[Box]) -> int:
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    best, area = -1, 2.0
    for index, cell in enumerate(cells):
        if cell[0] <= x <= cell[2] and cell[1] <= y <= cell[3]:
            size = (cell[2] - cell[0]) * (cell[3] - cell[1])
            if size < area:
                best, area = index, size
    return best


def _split(row: Sequence[int], page: Page, cells: Sequence[int]) -> list[tuple[int, ...]]:
    """Part a row at wide gaps and at cell borders. Widths are turned into heights by the page's own proportions."""
    aspect = page.width / page.height if page.height else 1.0
    # Full stops and dashes are no measure of a line's height.
    tall = [i for i in row if any(c.isalnum() for c in page.words[i].text)] or row
    height = median(page.words[i].box[3] - page.words[i].box[1] for i in tall)
    parts: list[list[int]] = [[row[0]]]
    for before, index in zip(row, row[1:], strict=False):
        gap = (page.words[index].box[0] - page.words[before].box[2]) * aspect
        if gap > _GAP_IN_HEIGHTS * height or cells[before] != cells[index]:
            parts.append([index])
        else:
            parts[-1].append(index)
    return [tuple(part) for part in parts]


def _blocks(groups: Sequence[tuple[int, tuple[int, ...], int]], boxes: Sequence[Box]) -> list[int]:
    """Number the blocks: a segment joins the block of the segment right above it if close, of like height and cell."""
    block: list[int] = []
    count = 0
    for index, (line, _, cell) in enumerate(groups):
        box = boxes[index]
        height = box[3] - box[1]
        chosen = -1
        for above in range(index - 1, -1, -1):
            if groups[above][0] == line:
                continue
            other = boxes[above]
            # Lines of the other column may stand between; what is far above ends the search.
            if box[1] - other[3] > 4 * height or groups[above][0] < line - 8:
                break
            other_height = other[3] - other[1]
            overlap = min(box[2], other[2]) - max(box[0], other[0])
            near = box[1] - other[3] < 1.2 * max(height, other_height)
            alike = 0.55 < height / max(other_height, 1e-6) < 1.8
            if (
                overlap > 0.3 * min(box[2] - box[0], other[2] - other[0])
                and near
                and alike
                and groups[above][2] == cell
            ):
                chosen = block[above]
                break
        if chosen < 0:
            chosen = count
            count += 1
        block.append(chosen)
    return block


def _join(page: Page, parts: Sequence[Sequence[int]], between: str) -> Text:
    return _compose(page, [(words, " ", between) for words in parts])


def _join_lines(page: Page, lines: Sequence[Sequence[Sequence[int]]]) -> Text:
    pieces: list[tuple[Sequence[int], str, str]] = []
    for line in lines:
        for place, words in enumerate(line):
            pieces.append((words, " ", "\n" if place == len(line) - 1 else "\t"))
    return _compose(page, pieces)


_SHAPES = frozenset("cjosuvwxzkp")
"""Small letters of the same shape as their capitals."""
_LONGEST_WORD = 40
_ZEROS = re.compile(r"[^\W\d_]{2,}[^\W\d_0]*(?:0[^\W\d_]*)+|[^\W\d_](?:0[^\W\d_]+)+")


def letters_put_right(word: str) -> str:
    """Put right what has the shape of another character, length kept: ``PACHECo``, ``OLIvÉRI0``, ``EXPEDICA0``.

    Codes and alphanumeric CNPJ have other digits, dots or strokes among the letters and stay as read.
    """
    if len(word) > _LONGEST_WORD:
        return word
    core = word.strip(".,;:()\"'-")
    if core == "R0D":
        return word.replace("0", "O")
    letters = [c for c in core if c.isalpha()]
    if "0" in core and len(letters) >= 3 and len(letters) > 2 * core.count("0") - 1 and _ZEROS.fullmatch(core):
        vowels = sum(fold_same_length(c) in "AEIOUY" for c in letters)
        # A code such as "KX0BTR" has no rhythm of vowels; a word has.
        if vowels:
            small = sum(c.islower() for c in letters) > len(letters) / 2
            word = word.replace("0", "o" if small and core[0] != "0" else "O")
            letters = [c for c in word if c.isalpha()]
    lower = [c for c in letters if c.islower()]
    if (
        lower
        and len(letters) - len(lower) > len(lower)
        and _SHAPES.issuperset(fold_same_length(c).lower() for c in lower)
    ):
        return word.upper()
    return word


def _compose(page: Page, pieces: Sequence[tuple[Sequence[int], str, str]]) -> Text:
    raw: list[str] = []
    indexes: list[int] = []
    starts: list[int] = []
    length = 0
    for number, (words, between, after) in enumerate(pieces):
        for place, index in enumerate(words):
            indexes.append(index)
            starts.append(length)
            last = place == len(words) - 1
            tail = (after if number < len(pieces) - 1 else "") if last else between
            word = page.words[index].text
            raw.append((letters_put_right(word) if page.source == "ocr" else word) + tail)
            length += len(raw[-1])
    text = "".join(raw)
    return Text(text, fold_same_length(text), tuple(indexes), tuple(starts))
