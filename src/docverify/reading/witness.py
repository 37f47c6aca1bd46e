"""Two readers, one page: what both saw is sure, what they saw differently is not.

Words of the two readings that lie over each other are grouped; a group is agreed where both spell the same letters
and digits. Agreement raises the confidence towards certainty, disagreement lowers it, the more so where digits are
concerned: a wrong digit is a wrong identifier, date or weight. Nothing is voted on: the leading reader's text stands
unless it is unsure itself, and what was not agreed stays visibly unsure.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import replace
from difflib import SequenceMatcher

from docverify.reading.engine import ReadWord
from docverify.values.text import fold

_ALONE = 0.9
"""Share of its confidence that a word keeps which only the leading reader saw."""

_UNSURE = 0.6
"""Below this the leading reader gives way to a witness that is surer by 0.2, which then keeps this share:"""
_OVERRULED = 0.85

_DOUBT_DIGITS = 0.75
_DOUBT_LETTERS = 0.9
"""Share of its confidence that a word keeps against which a witness speaks."""

_SURE = 0.8
"""A word that only the witness saw is kept from this confidence on."""


def confirm(lead: Sequence[ReadWord], witness: Sequence[ReadWord], *, whole: bool = True) -> list[ReadWord]:
    """Join the readings of two engines of the same image.

    Args:
        lead: Words of the engine that is trusted more on this page.
        witness: Words of the other one.
        whole: The witness was shown the whole image. Where it was shown parts only, what it does not speak of is left
            as it is, and a second disagreement lowers nothing further.

    Returns:
        The words of the page as ``lead`` has them, then what only the witness saw; confidences say how far the
        readers agree.
    """
    joined: list[tuple[int, list[ReadWord]]] = []
    rest: list[ReadWord] = []
    for ours, theirs in _groups(lead, witness):
        if not ours:
            rest.extend(
                replace(w, confidence=w.confidence * _ALONE)
                for w in (witness[i] for i in theirs)
                if w.confidence >= _SURE and sum(map(str.isalnum, w.text)) >= 2
            )
            continue
        words = _settle([lead[i] for i in ours], [witness[i] for i in theirs], whole)
        joined.append((min(ours), words))
    joined.sort(key=lambda pair: pair[0])
    return [word for _, words in joined for word in words] + _with_new_lines(rest, lead)


def _groups(lead: Sequence[ReadWord], witness: Sequence[ReadWord]) -> list[tuple[list[int], list[int]]]:
    """Group words that lie over each other: connected components of the overlap."""
    parent = list(range(len(lead) + len(witness)))

    def root(node: int) -> int:
        while parent[node] != node:
            parent[node] = parent[parent[node]]
            node = parent[node]
        return node

    order = sorted(range(len(witness)), key=lambda i: witness[i].y0)
    tops = [witness[i].y0 for i in order]
    tallest = max((w.y1 - w.y0 for w in witness), default=0.0)
    for number, word in enumerate(lead):
        for place in range(bisect_left(tops, word.y0 - tallest), len(order)):
            other = witness[order[place]]
            if other.y0 > word.y1:
                break
            if _overlaps(word, other):
                parent[root(number)] = root(len(lead) + order[place])
    groups: dict[int, tuple[list[int], list[int]]] = {}
    for node in range(len(parent)):
        ours, theirs = groups.setdefault(root(node), ([], []))
        (ours if node < len(lead) else theirs).append(node if node < len(lead) else node - len(lead))
    return list(groups.values())


def _overlaps(a: ReadWord, b: ReadWord) -> bool:
    across = min(a.x1, b.x1) - max(a.x0, b.x0)
    down = min(a.y1, b.y1) - max(a.y0, b.y0)
    return across > 0.35 * min(a.x1 - a.x0, b.x1 - b.x0) and down > 0.4 * min(a.y1 - a.y0, b.y1 - b.y0)


def _letters(text: str) -> str:
    return "".join(c for c in fold(text) if c.isalnum())


def _spelt(words: Sequence[ReadWord]) -> str:
    return "".join(_letters(w.text) for w in sorted(words, key=lambda w: w.x0))


def _settle(ours: list[ReadWord], theirs: list[ReadWord], whole: bool) -> list[ReadWord]:
    """Decide text and confidence of a group in which the leading reader saw something."""
    if not theirs:
        return [replace(w, confidence=w.confidence * _ALONE) for w in ours] if whole else ours
    if _spelt(ours) == _spelt(theirs) or min(len(ours), len(theirs)) < 2:
        return _weigh(ours, theirs, whole)
    # Longer groups agree in part: word by word, in reading order.
    ours, theirs = sorted(ours, key=lambda w: w.x0), sorted(theirs, key=lambda w: w.x0)
    match = SequenceMatcher(None, [_letters(w.text) for w in ours], [_letters(w.text) for w in theirs], autojunk=False)
    words: list[ReadWord] = []
    for _, i0, i1, j0, j1 in match.get_opcodes():
        if i1 > i0:
            words.extend(_weigh(ours[i0:i1], theirs[j0:j1], whole) if j1 > j0 else _settle(ours[i0:i1], [], whole))
    return words


def _weigh(ours: list[ReadWord], theirs: list[ReadWord], whole: bool) -> list[ReadWord]:
    mine, other = _spelt(ours), _spelt(theirs)
    low = min(w.confidence for w in ours)
    their_low = min(w.confidence for w in theirs)
    if mine == other:
        both = 1 - (1 - low) * (1 - their_low)
        line = ours[0].line
        return [replace(w, confidence=max(w.confidence, both), line=line) for w in _better_spelt(ours, theirs)]
    if low < _UNSURE and their_low > low + 0.2:
        return [replace(w, confidence=w.confidence * _OVERRULED, line=ours[0].line) for w in theirs]
    if not whole:
        return ours
    doubt = _DOUBT_DIGITS if _digits(mine) or _digits(other) else _DOUBT_LETTERS
    if their_low < 0.5:
        doubt = (doubt + 1) / 2  # a witness that says itself that it did not see
    return [replace(w, confidence=w.confidence * doubt) for w in ours]


def _better_spelt(ours: list[ReadWord], theirs: list[ReadWord]) -> list[ReadWord]:
    """Choose between two spellings of the same letters and digits.

    Blanks and accents are the witness's business: it parts words where it sees a gap, while the leading reader, which
    reads whole lines, swallows blanks ("DEGÁS") and drops accents. The punctuation of numbers is the leading reader's.
    """
    if any(_digits(w.text) for w in ours):
        return theirs if len(theirs) < len(ours) else ours
    if len(theirs) != len(ours):
        return theirs if min(w.confidence for w in theirs) >= _UNSURE else ours
    return theirs if _accents(theirs) > _accents(ours) else ours


def _digits(text: str) -> bool:
    return any(c.isdigit() for c in text)


def _accents(words: Sequence[ReadWord]) -> int:
    return sum(not c.isascii() and c.isalpha() for w in words for c in w.text)


def _with_new_lines(words: list[ReadWord], lead: Sequence[ReadWord]) -> list[ReadWord]:
    """Give words of the witness line numbers of their own after those of the leading reader."""
    start = max((w.line for w in lead), default=-1) + 1
    numbers: dict[int, int] = {}
    return [replace(w, line=numbers.setdefault(w.line, start + len(numbers))) for w in words]
