"""Several readings of one page made one: where they differ, the more confident of the two stands."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import replace

from docverify.reading.engine import ReadWord, mean_confidence

_SURE = 0.4  # below this a reading adds less than it risks
DOUBTED = 0.6
"""Confidence of a number that two readings of the same page disagree on, at most."""

_NEW = 0.55  # asked of words where the main reading saw none: ornaments read as letters have less


def worth(words: Sequence[ReadWord]) -> float:
    """Return what a group of words is worth: letters and digits, each by the confidence that exceeds guessing."""
    return sum((w.confidence - _SURE) * max(0.3, sum(map(str.isalnum, w.text))) for w in words)


def merge(first: Sequence[ReadWord], second: Sequence[ReadWord], margin: float = 0.0) -> list[ReadWord]:
    """Merge two readings in the same coordinates.

    Words that overlap form groups; of each group the reading that is worth more stays, the first where they are equal.

    Args:
        first: The main reading; its order is kept.
        second: Another.
        margin: How much more the second must be worth to replace the first.
    """
    groups = _groups(first, second)
    kept: list[tuple[float, ReadWord]] = []
    for ours, theirs in groups:
        a, b = [first[i] for i in ours], [second[j] for j in theirs]
        doubt = bool(a and b) and figures_differ(a, b)
        beaten = bool(a) and worth(a) + margin >= worth(b)
        unsure = worth(b) <= 0 or (not a and mean_confidence(b) < _NEW)
        if not b or beaten or unsure:
            kept.extend((float(i), _doubted(first[i]) if doubt else first[i]) for i in ours)
            continue
        if a:
            place, line = float(min(ours)), first[min(ours)].line
        else:
            place, line = _place(b[0], first)
        chosen = [replace(_doubted(w) if doubt else w, line=line) for w in b]
        kept.extend((place + (n + 1) / 10_000, w) for n, w in enumerate(chosen))
    kept.sort(key=lambda item: item[0])
    return renumbered([w for _, w in kept])


def figures_differ(a: Sequence[ReadWord], b: Sequence[ReadWord]) -> bool:
    """Say whether two readings of one place give different numbers, as against one that saw no number at all."""
    first, second = (_figures(words) for words in (a, b))
    return first != second and min(len(first), len(second)) >= 3 and abs(len(first) - len(second)) <= 1


def _figures(words: Sequence[ReadWord]) -> str:
    return "".join(c for w in words for c in w.text if c.isdigit())


def _doubted(word: ReadWord) -> ReadWord:
    """Lower the confidence of a number that was read in two ways: no engine's own figure may hide that."""
    if not any(map(str.isdigit, word.text)):
        return word
    return replace(word, confidence=min(word.confidence, DOUBTED))


def renumbered(words: Sequence[ReadWord]) -> list[ReadWord]:
    """Give lines consecutive numbers in order of appearance."""
    numbers: dict[int, int] = {}
    return [replace(w, line=numbers.setdefault(w.line, len(numbers))) for w in words]


def overlap(a: ReadWord, b: ReadWord) -> float:
    """Return the shared area as a share of the smaller word's."""
    width = min(a.x1, b.x1) - max(a.x0, b.x0)
    height = min(a.y1, b.y1) - max(a.y0, b.y0)
    if width <= 0 or height <= 0:
        return 0.0
    smaller = min((a.x1 - a.x0) * (a.y1 - a.y0), (b.x1 - b.x0) * (b.y1 - b.y0))
    return width * height / smaller if smaller > 0 else 0.0


def _groups(first: Sequence[ReadWord], second: Sequence[ReadWord]) -> list[tuple[list[int], list[int]]]:
    parent = list(range(len(first) + len(second)))

    def root(i: int) -> int:
        while parent[i] != i:
            parent[i] = parent[parent[i]]
            i = parent[i]
        return i

    order = sorted(range(len(second)), key=lambda j: second[j].y0)
    tallest = max((w.y1 - w.y0 for w in second), default=0.0)
    tops = [second[j].y0 for j in order]
    for i, word in enumerate(first):
        low, high = bisect_left(tops, word.y0 - tallest), bisect_right(tops, word.y1)
        for j in order[low:high]:
            if overlap(word, second[j]) > 0.3:
                parent[root(len(first) + j)] = root(i)
    groups: dict[int, tuple[list[int], list[int]]] = {}
    for i in range(len(first)):
        groups.setdefault(root(i), ([], []))[0].append(i)
    for j in range(len(second)):
        groups.setdefault(root(len(first) + j), ([], []))[1].append(j)
    for ours, theirs in groups.values():
        ours.sort()
        theirs.sort()
    return list(groups.values())


def _place(word: ReadWord, first: Sequence[ReadWord]) -> tuple[float, int]:
    """Find where a word that only the second reading has belongs: behind its left neighbour, else by its height."""
    height = word.y1 - word.y0
    best: tuple[float, int] | None = None
    for index, other in enumerate(first):
        shared = min(word.y1, other.y1) - max(word.y0, other.y0)
        gap = max(word.x0 - other.x1, other.x0 - word.x1)
        near = shared > 0.5 * min(height, other.y1 - other.y0) and gap < 3 * height
        if near and (best is None or gap < best[0]):
            best = (gap, index)
    if best is not None:
        other = first[best[1]]
        return best[1] + (0.5 if word.x0 >= other.x0 else -0.5), other.line
    above = [i for i, o in enumerate(first) if o.y1 <= word.y0 + 0.3 * height]
    fresh = 1_000_000 + int(word.y0) * 10_000 + int(word.x0)
    return (above[-1] + 0.5 if above else -0.5), fresh
