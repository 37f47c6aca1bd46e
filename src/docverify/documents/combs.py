"""Forms filled one character a box: the characters of a comb made words again.

A reader hands over one word for each box. What stands in a row at an even pitch, one character each, is one text; an
empty box parts two words. The boxes are no cells of a table then.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from statistics import median

from docverify.model import Box, Page, Word

_LEAST = 5
"""Characters in a row at one pitch that make a comb; fewer may be the initials or ticks of a form."""
_SIGNS = frozenset("-./&,")
"""What names, numbers and streets hold besides letters and digits."""
_EVEN = 0.22
"""How far from the pitch a distance may be, in pitches."""
_WIDEST = 3.0
"""Widest pitch in heights of the characters: boxes are about as wide as they are high."""
_FROM_PIXELS = 0.6
"""Confidence at most of what pixels gave: an empty box may be a letter that was not seen."""
_BLANKS = 2
"""Empty boxes between two words of one text; behind more of them another comb begins."""


def spelled(page: Page) -> Page:
    """Return the page with the characters of each comb joined to words, and without the combs' small cells.

    Args:
        page: A read page. One without combs is returned as it is.
    """
    singles = [
        i for i, word in enumerate(page.words) if len(word.text) == 1 and (word.text.isalnum() or word.text in _SIGNS)
    ]
    if len(singles) < _LEAST:
        return page
    joined: dict[int, Word] = {}
    gone: set[int] = set()
    narrow: list[tuple[Box, float]] = []
    rows = _rows(page, singles)
    long = [comb for row in rows if len(row) >= _LEAST for comb in _combs(page, row, _pitch(page, row), _LEAST)]
    # Short fields of a form are filled in boxes like those of its long ones.
    usual = median(pitch for _, pitch in long) if long else 0.0
    taken = {i for comb, _ in long for i in comb}
    rest = [[i for i in row if i not in taken] for row in rows]
    short = [comb for row in rest if len(row) > 1 and usual for comb in _combs(page, row, usual, 2)]
    for comb, pitch in _with_runs(page, [*long, *short]):
        groups = _words(page, comb, pitch)
        for group, after in zip(groups, [*groups[1:], None], strict=True):
            joined[group[0]] = _join(page, group, after, pitch)
            gone.update(group[1:])
        narrow.append((_around([page.words[i].box for i in comb]), pitch))
    if not joined:
        return page
    words = tuple(joined.get(i, word) for i, word in enumerate(page.words) if i not in gone)
    cells = tuple(cell for cell in page.cells if not any(_is_box(cell, *comb) for comb in narrow))
    return replace(page, words=words, cells=cells)


def _rows(page: Page, singles: Sequence[int]) -> list[list[int]]:
    """Group single characters into level rows, each from left to right."""
    rows: list[list[int]] = []
    for index in sorted(singles, key=lambda i: page.words[i].box[1] + page.words[i].box[3]):
        box = page.words[index].box
        last = page.words[rows[-1][-1]].box if rows else None
        shared = min(box[3], last[3]) - max(box[1], last[1]) if last is not None else -1.0
        if last is not None and shared > 0.5 * min(box[3] - box[1], last[3] - last[1]):
            rows[-1].append(index)
        else:
            rows.append([index])
    for row in rows:
        row.sort(key=lambda i: page.words[i].box[0])
    return rows


def _with_runs(page: Page, combs: list[tuple[list[int], float]]) -> list[tuple[list[int], float]]:
    """Join the combs of one row with what a reader took for words between them: as wide as that many boxes."""
    taken = {i for comb, _ in combs for i in comb}
    out: list[tuple[list[int], float]] = []
    for comb, pitch in sorted(
        combs, key=lambda found: (page.words[found[0][0]].box[1], page.words[found[0][0]].box[0])
    ):
        box = _around([page.words[i].box for i in comb])
        level = [i for i in range(len(page.words)) if i not in taken and _is_run(page.words[i], box, pitch)]
        taken.update(level)
        row = sorted([*comb, *level], key=lambda i: page.words[i].box[0])
        last = out[-1] if out else None
        if last is not None and abs(last[1] - pitch) < _EVEN * pitch and _follows(page, last[0][-1], row[0], pitch):
            last[0].extend(row)
        else:
            out.append((row, pitch))
    return out


def _is_run(word: Word, comb: Box, pitch: float) -> bool:
    """Tell whether a word stands level with a comb and is as wide as its characters in boxes would be."""
    x0, y0, x1, y1 = word.box
    level = (
        comb[1] < (y0 + y1) / 2 < comb[3]
        and comb[0] - (1 + _BLANKS) * pitch < x1
        and x0 < comb[2] + (1 + _BLANKS) * pitch
    )
    return (
        level
        and 0.72 <= (x1 - x0) / (max(1, len(word.text)) * pitch) <= 1.1
        or (level and len(word.text) == 1 and word.text.isalnum())
    )


def _follows(page: Page, left: int, right: int, pitch: float) -> bool:
    """Tell whether a comb goes on behind a word: level with it, a few empty boxes further."""
    a, b = page.words[left].box, page.words[right].box
    return a[1] < (b[1] + b[3]) / 2 < a[3] and 0 <= b[0] - a[2] < (0.5 + _BLANKS) * pitch


def _pitch(page: Page, row: list[int]) -> float:
    """Return the usual distance between the characters of a row, in fractions of the page's width."""
    centres = [_centre(page.words[i].box) for i in row]
    steps = sorted(b - a for a, b in zip(centres, centres[1:], strict=False))
    return median(steps[: max(1, (3 * len(steps) + 3) // 4)])


def _combs(page: Page, row: list[int], pitch: float, least: int) -> list[tuple[list[int], float]]:
    """Return the runs of a row in which each distance is one pitch, or a few of them over empty boxes."""
    centres = [_centre(page.words[i].box) for i in row]
    steps = [b - a for a, b in zip(centres, centres[1:], strict=False)]
    height = median(page.words[i].box[3] - page.words[i].box[1] for i in row) * page.height
    if pitch <= 0 or pitch * page.width > _WIDEST * max(height, 1e-6):
        return []
    runs: list[list[int]] = [[row[0]]]
    for index, step in zip(row[1:], steps, strict=True):
        boxes = round(step / pitch)
        even = 1 <= boxes <= 1 + _BLANKS and abs(step - boxes * pitch) <= _EVEN * pitch
        if even and not _between(page, runs[-1][-1], index):
            runs[-1].append(index)
        else:
            runs.append([index])
    return [(run, pitch) for run in runs if sum(page.words[i].text.isalnum() for i in run) >= least]


def _between(page: Page, left: int, right: int) -> bool:
    """Tell whether a longer word stands between two characters of a row."""
    a, b = page.words[left].box, page.words[right].box
    middle = (a[1] + a[3]) / 2
    return any(
        word.box[1] < middle < word.box[3] and a[2] <= (word.box[0] + word.box[2]) / 2 <= b[0]
        for word in page.words[min(left, right) + 1 : max(left, right)]
        if len(word.text) > 1
    )


def _words(page: Page, comb: list[int], pitch: float) -> list[list[int]]:
    """Part a comb at its empty boxes."""
    groups = [[comb[0]]]
    for before, index in zip(comb, comb[1:], strict=False):
        a, b = page.words[before].box, page.words[index].box
        left = _centre(a) if len(page.words[before].text) == 1 else a[2] - 0.3 * pitch
        right = _centre(b) if len(page.words[index].text) == 1 else b[0] + 0.3 * pitch
        if right - left > 1.5 * pitch:
            groups.append([index])
        else:
            groups[-1].append(index)
    return groups


def _join(page: Page, group: list[int], after: list[int] | None, pitch: float) -> Word:
    """Make one word of its characters; its box reaches to the next word of the comb: their gap is a blank's."""
    words = [page.words[i] for i in group]
    x0, y0, x1, y1 = _around([word.box for word in words])
    if after is not None:
        x1 = max(x1, page.words[after[0]].box[0] - 0.3 * pitch)
    # Boxes are about square: their content is level with what stands beside them.
    half = max(0.5 * (y1 - y0), 0.5 * pitch * page.width / page.height)
    y0, y1 = (y0 + y1) / 2 - half, (y0 + y1) / 2 + half
    text = "".join(word.text for word in words)
    sure = min(word.confidence for word in words)
    if page.source == "ocr":
        sure = min(sure, _FROM_PIXELS)
    return replace(words[0], text=text, box=(x0, y0, x1, y1), confidence=sure)


def _is_box(cell: Box, comb: Box, pitch: float) -> bool:
    """Tell whether a cell is one of a comb's boxes."""
    inside = comb[1] < cell[3] and cell[1] < comb[3] and comb[0] < cell[2] and cell[0] < comb[2]
    return inside and cell[2] - cell[0] < 1.6 * pitch


def _centre(box: Box) -> float:
    return (box[0] + box[2]) / 2


def _around(boxes: Sequence[Box]) -> Box:
    return (
        min(b[0] for b in boxes),
        min(b[1] for b in boxes),
        max(b[2] for b in boxes),
        max(b[3] for b in boxes),
    )
