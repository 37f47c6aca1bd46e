"""How words stand on their page: as a title, a label, the issuer's heading, or a mention in running prose."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import median

from docverify.documents.layout import PageLayout
from docverify.values.text import fold

_BULLET = re.compile(r"^\W*(?:\d{1,2}|[A-Za-z]|[IVXivx]{1,4})?\s*[.)\-–•*·▪➢>]+\s*$|^[([][ xX_]*[)\]]$")
_PRINT_DATE = re.compile(r"^\W{0,3}\d{1,2}/\d{1,2}/(?:\d{2}){1,2}\b")  # the header that a browser prints
_COLUMNS = 3
_OVER_TABLE = 1.25
"""A row of so many columns, in print no larger than this times the usual, is a table's: its heads are no titles."""
_PLAIN_WORD = re.compile(r"[A-Z]{2,}")
_VOWEL = re.compile(r"[AEIOUY]")


@dataclass(frozen=True, slots=True)
class Standing:
    """Where and how some words stand.

    Attributes:
        coverage: Share of the letters of their segments that they (and what lies between them) are.
        height: Of their letters, against the page's usual one.
        y: Top, in fractions of the page.
        starts: They begin their segment.
        prominence: 0..1, as a title.
        as_label: 0..1, as a form label.
        as_issuer: 0..1, as who issued the page.
    """

    coverage: float
    height: float
    y: float
    starts: bool
    prominence: float
    as_label: float
    as_issuer: float


class Sheet:
    """A page, prepared to answer how words stand on it."""

    def __init__(self, layout: PageLayout) -> None:
        self.layout = layout
        page = layout.page
        self._segment: dict[int, int] = {}
        self._order: dict[int, int] = {}
        for segment in layout.segments:
            for place, word in enumerate(segment.text.words):
                self._segment[word] = segment.index
                self._order[word] = place
        self._folded = [fold(word.text[:200]) for word in page.words]
        self._letters = [sum(char.isalpha() for char in text) for text in self._folded]
        heights = [w.box[3] - w.box[1] for w, n in zip(page.words, self._letters, strict=True) if n >= 3]
        self._usual = median(heights) if heights else 0.012
        self._known: dict[tuple[int, ...], Standing] = {}

    @property
    def readable_words(self) -> int:
        """Number of words that look like words (letters, with a vowel)."""
        return sum(1 for text in self._folded if len(text) > 2 and _PLAIN_WORD.search(text) and _VOWEL.search(text))

    def read(self, words: Sequence[int]) -> str:
        """Return some words as they were read."""
        return " ".join(self.layout.page.words[word].text for word in words)[:120]

    def letters(self, words: Sequence[int]) -> int:
        """Return the number of letters of some words."""
        return sum(self._letters[word] for word in words)

    def standing(self, words: tuple[int, ...]) -> Standing:
        """Tell how some words (indexes into ``Page.words``) stand."""
        known = self._known.get(words)
        if known is None:
            known = self._known[words] = self._measure(words)
        return known

    def _measure(self, words: Sequence[int]) -> Standing:
        page, layout = self.layout.page, self.layout
        parts: dict[int, list[int]] = {}
        for word in words:
            parts.setdefault(self._segment[word], []).append(self._order[word])
        matched = total = 0
        starts = True
        bullet = False
        for number, (index, places) in enumerate(sorted(parts.items())):
            line = layout.segments[index].text.words
            low, high = min(places), max(places)
            matched += sum(self._letters[word] for word in line[low : high + 1])
            total += sum(self._letters[word] for word in line if self._folded[word] not in ("Nº", "N", "NO", "NR"))
            if number == 0:
                before = line[:low]
                starts = sum(self._letters[word] for word in before) <= 2
                bullet = bool(before) and bool(_BULLET.match(" ".join(page.words[w].text for w in before)))
        coverage = min(1.0, matched / total) if total else 0.0
        boxes = [page.words[word].box for word in words]
        height = median(box[3] - box[1] for box in boxes) / self._usual if self._usual else 1.0
        y = min(box[1] for box in boxes)
        spread = [layout.segments[index].box for index in parts]
        centre = (min(box[0] for box in spread) + max(box[2] for box in spread)) / 2
        row = layout.segments[self._segment[words[0]]].line
        head = len(parts) == 1 and height < _OVER_TABLE and len(layout.lines[row]) >= _COLUMNS
        labelled = self._is_label(words)
        printed = y < 0.08 and height < 1.15 and bool(_PRINT_DATE.match(self._line_text(row)))
        wide = max(layout.segments[index].box[2] - layout.segments[index].box[0] for index in parts)
        capitals = sum(page.words[word].text.isupper() for word in words) / len(words)
        running = self._in_prose(parts) and wide > 0.5 and height < 1.15 and capitals < 0.3 and coverage < 0.9
        return Standing(
            coverage,
            height,
            y,
            starts,
            _prominence(coverage, height, y, abs(centre - 0.5), capitals, starts, bullet, running)
            * (0.3 if printed or (labelled and height < 2.0) else 0.5 if head else 1.0),
            1.0 if starts or coverage >= 0.5 else 0.35,
            _as_issuer(coverage, y, starts and not running, capitals, height) * (0.35 if labelled else 1.0),
        )

    def _in_prose(self, segments: Iterable[int]) -> bool:
        """They are lines of a paragraph: three wide lines or more in one block."""
        boxes = self.layout.segments
        blocks = {boxes[index].block for index in segments}
        return any(sum(boxes[i].box[2] - boxes[i].box[0] > 0.45 for i in self.layout.blocks[b]) >= 3 for b in blocks)

    def _line_text(self, line: int) -> str:
        return " ".join(self.layout.segments[index].text.raw for index in self.layout.lines[line])[:80]

    def _is_label(self, words: Sequence[int]) -> bool:
        """A colon ends them, and something follows: a label of a form."""
        last = max(words, key=lambda word: (self._segment[word], self._order[word]))
        line = self.layout.segments[self._segment[last]].text.words
        place = self._order[last]
        following = self.layout.page.words[line[place + 1]].text if place + 1 < len(line) else ""
        return self.layout.page.words[last].text.endswith(":") or following.startswith(":")


def _prominence(
    coverage: float,
    height: float,
    y: float,
    off_centre: float,
    capitals: float,
    starts: bool,
    bullet: bool,
    running: bool,
) -> float:
    """0..1, from weights that rank what a person sees first; a mention in prose stays under 0.15."""
    if starts and coverage < 0.5 and (capitals > 0.7 or height > 1.3) and y < 0.4:
        coverage = 0.5  # a title with a long tail (number, exercise, company)
    score = 0.6 if coverage >= 0.7 else 0.48 if coverage >= 0.5 else 0.25 if coverage >= 0.3 else 0.08
    if coverage < 0.3:
        return score + (0.06 if height > 1.3 and y < 0.4 else 0.0)
    score += 0.2 if height >= 1.3 else 0.1 if height >= 1.12 else -0.1 if height < 0.8 else 0.0
    score += 0.2 if y < 0.3 else 0.1 if y < 0.45 else -0.15 if y > 0.65 else 0.0
    score += 0.1 if off_centre < 0.1 else 0.0
    score += 0.05 if capitals > 0.7 else -0.15 if height < 1.15 and capitals < 0.3 and coverage < 0.9 else 0.0
    if not starts:
        score *= 0.6
    if bullet or running:
        score = min(score, 0.2)
    return min(1.0, max(0.0, score))


def _as_issuer(coverage: float, y: float, starts: bool, capitals: float, height: float) -> float:
    alone = starts and (coverage >= (0.25 if y < 0.2 else 0.4) or capitals > 0.7 or height > 1.2)
    if not alone:
        return 0.2 if y < 0.25 or y > 0.7 else 0.12
    return 1.0 if y < 0.25 else 0.75 if y < 0.4 else 0.6 if y > 0.65 else 0.4
