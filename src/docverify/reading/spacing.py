"""From the characters of a line to its words: blanks that the recogniser swallows are seen in the ink.

The recogniser reads "RUADASFLORES" where a person sees three words: a blank is a character like others to it, and in
capitals it is often lost. The ink tells: between words there is a gap wider than those between the letters of a word.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from docverify.intake.sources import Pixels
from docverify.reading.ctc import Spelt
from docverify.reading.detection import Line
from docverify.reading.engine import ReadWord

_TICK_BOXES = "☐☑☒□■"
_BLANK = 0.4
"""Width of a gap, in heights of the line's ink, from which it may part words where the line has no other blank (blanks
of common type are half that height, gaps between letters under 0.2, beside a narrow letter up to 0.35)."""

_LIKE_BLANKS = 0.75
"""Share of the line's usual blank that a gap must have where there are blanks."""

_WIDER = 2.2
"""Times the usual gap between the line's letters that it must have besides (spaced-out headings)."""


@dataclass(frozen=True, slots=True)
class _Gap:
    """Ink-free columns between two characters: ``start`` to ``end``, exclusive; the same column twice for none."""

    start: int
    end: int

    @property
    def width(self) -> int:
        return self.end - self.start


def words_of(spelt: Spelt, strip: Pixels, line: Line, number: int) -> list[ReadWord]:
    """Part a line into words.

    Args:
        spelt: As read.
        strip: What was read, grey.
        line: Where it stands; words get boxes in its picture, upright rectangles around their part of the line.
        number: Line number for the words.
    """
    if not spelt.text:
        return []
    width = strip.shape[1]
    scale = 8.0 if spelt.steps * 8 >= width else width / spelt.steps
    dark = _dark(strip)
    inked, tall = _inked(dark)
    places = [min(width - 1, max(0, int(p * scale))) for p in spelt.places]
    gaps = [_gap(inked, places[i], places[i + 1]) for i in range(len(places) - 1)]
    parts = _parts(spelt.text, gaps, _least_blank(spelt.text, places, inked, gaps, tall))
    found: list[ReadWord] = []
    for start, end in parts:
        left = gaps[start - 1].end if start else _first(inked, places[0])
        right = gaps[end - 1].start if end < len(places) else _last(inked, places[-1])
        token = unicodedata.normalize("NFC", spelt.text[start:end]).replace("°", "º")
        token = "".join(c for c in token if c.isprintable()).strip()
        if not token:
            continue
        x0, y0, x1, y1 = _box(line, left / width, max(right, left + 2) / width)
        whole = ReadWord(token, x0, y0, x1, y1, _confidence(spelt.scores[start:end]), number)
        found += _without_box(whole)
    return found


def _confidence(scores: tuple[float, ...]) -> float:
    """Weigh the mean of a word's characters with its weakest one: one wrong figure makes a wrong number."""
    return min(1.0, max(0.0, (sum(scores) / len(scores) + min(scores)) / 2))


def _dark(strip: Pixels) -> NDArray[np.bool_]:
    """Return what is ink: darker than half-way from paper to the darkest, or lighter where the print is white."""
    low, high = np.percentile(strip, (3, 90))
    middle = float(np.median(strip))
    if middle < (low + high) / 2 - 1:  # white on dark
        return np.asarray(strip > (low + np.percentile(strip, 97)) / 2, np.bool_)
    return np.asarray(strip < low + 0.6 * (high - low), np.bool_)


def _inked(dark: NDArray[np.bool_]) -> tuple[NDArray[np.bool_], float]:
    """Return which columns have ink, and how tall the ink of the line is."""
    rows = dark.mean(axis=1)
    # a rule above or below is no letter: it fills its row
    rows = np.where(rows > 0.85, 0.0, rows)
    body = np.flatnonzero(rows > 0.15 * rows.max()) if rows.max() > 0 else np.array([], np.int64)
    if len(body) == 0:
        return np.asarray(dark.any(axis=0), np.bool_), float(dark.shape[0])
    top, bottom = int(body[0]), int(body[-1]) + 1
    part = dark[top:bottom].copy()
    part[dark[top:bottom].mean(axis=1) > 0.85] = False
    return np.asarray(part.sum(axis=0) > 0, np.bool_), float(bottom - top)


def _gap(inked: NDArray[np.bool_], left: int, right: int) -> _Gap:
    """Find the widest run without ink between the middles of two characters."""
    part = inked[left : right + 1]
    edges = np.flatnonzero(np.diff(np.concatenate([[1], part.astype(np.int8), [1]])))
    if len(edges) < 2:
        middle = (left + right + 1) // 2
        return _Gap(middle, middle)
    runs = edges.reshape(-1, 2)
    start, end = runs[int(np.argmax(runs[:, 1] - runs[:, 0]))]
    return _Gap(left + int(start), left + int(end))


def _first(inked: NDArray[np.bool_], place: int) -> int:
    found = np.flatnonzero(inked[: place + 1])
    return int(found[0]) if len(found) else 0


def _last(inked: NDArray[np.bool_], place: int) -> int:
    found = np.flatnonzero(inked[place:])
    return place + int(found[-1]) + 1 if len(found) else len(inked)


def _least_blank(text: str, places: list[int], inked: NDArray[np.bool_], gaps: list[_Gap], tall: float) -> float:
    """Return the width from which a gap between two characters is a swallowed blank."""
    inner = [g.width for i, g in enumerate(gaps) if not text[i].isspace() and not text[i + 1].isspace()]
    usual = float(np.median(inner)) if inner else 0.0
    blanks = [
        _gap(inked, places[i - 1], places[i + 1]).width
        for i in range(1, len(text) - 1)
        if text[i].isspace() and text[i - 1].isalpha() and text[i + 1].isalpha()
    ]
    least = max(_LIKE_BLANKS * float(np.median(blanks)), 0.85 * _BLANK * tall) if blanks else _BLANK * tall
    return max(least, _WIDER * usual, 3.0)


def _parts(text: str, gaps: list[_Gap], least: float) -> list[tuple[int, int]]:
    """Return start and end of each word in the text; ``least`` is the width of a swallowed blank."""
    parts: list[tuple[int, int]] = []
    start: int | None = None
    for index, character in enumerate(text):
        if character.isspace():
            if start is not None:
                parts.append((start, index))
            start = None
            continue
        if start is not None and _parted(text[index - 1], character, gaps[index - 1].width, least):
            parts.append((start, index))
            start = index
        elif start is None:
            start = index
    if start is not None:
        parts.append((start, len(text)))
    return parts


def _parted(before: str, after: str, gap: float, least: float) -> bool:
    """Say whether a blank was swallowed between two characters."""
    if before.isalpha() and after.isalpha():
        return gap >= least
    # figures hold their punctuation, and a stop stands far from what is over it: more must be seen
    if after in ".,;:)ºª/" or before in "(/" or (before.isdigit() and after.isdigit()):
        return gap >= 3 * least
    return gap >= 1.4 * least


def _box(line: Line, left: float, right: float) -> tuple[float, float, float, float]:
    """Return the upright rectangle around a part of a line, given in shares of its length."""
    corners = Line(line.x, line.y, line.length, line.height, line.angle, line.score).corners()
    top_left, top_right, bottom_right, bottom_left = corners
    points = np.stack(
        [
            top_left + (top_right - top_left) * left,
            top_left + (top_right - top_left) * right,
            bottom_left + (bottom_right - bottom_left) * left,
            bottom_left + (bottom_right - bottom_left) * right,
        ]
    )
    (x0, y0), (x1, y1) = points.min(axis=0), points.max(axis=0)
    return float(x0), float(y0), float(x1), float(y1)


def _without_box(word: ReadWord) -> Iterator[ReadWord]:
    """Part a tick box from the word that it is glued to."""
    if len(word.text) < 2 or word.text[0] not in _TICK_BOXES:
        yield word
        return
    width = word.x1 - word.x0
    edge = word.x0 + width * min(0.5, 1.5 / (len(word.text) + 1))
    yield replace(word, text=word.text[0], x1=edge)
    yield replace(word, text=word.text[1:].strip() or word.text[0], x0=edge)
