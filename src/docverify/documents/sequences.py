"""Named sequences of words, some of them optional or free to choose, found in a text's words.

What spaCy's ``Matcher`` finds, ``greedy="LONGEST"``, for patterns of ``ORTH``, ``IN`` and ``?`` (a test holds the two
against each other), at a tenth of its time: a sequence is looked at only where one of its first words stands.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Step:
    """One place of a sequence.

    Attributes:
        words: Any of them; None for any word at all.
        optional: It may be missing.
    """

    words: frozenset[str] | None
    optional: bool = False


class Sequences:
    """A set of named sequences."""

    def __init__(self) -> None:
        self._by_first: dict[str, list[tuple[str, tuple[Step, ...]]]] = {}
        self._anywhere: list[tuple[str, tuple[Step, ...]]] = []

    def add(self, name: str, steps: Iterable[Step]) -> None:
        """Add a sequence under a name, which may have several."""
        sequence = tuple(steps)
        first = _first_words(sequence)
        if first is None:
            self._anywhere.append((name, sequence))
            return
        for word in first:
            self._by_first.setdefault(word, []).append((name, sequence))

    def find(self, words: Sequence[str]) -> list[tuple[str, int, int]]:
        """Find ``(name, first, behind the last)``; of a name's that overlap, the longest, then the first.

        Args:
            words: Of the text, in order.
        """
        found: dict[str, set[tuple[int, int]]] = {}
        for start, word in enumerate(words):
            for group in (self._by_first.get(word, ()), self._anywhere):
                for name, sequence in group:
                    for end in _ends(sequence, words, start):
                        if end > start:
                            found.setdefault(name, set()).add((start, end))
        return [(name, start, end) for name, spans in found.items() for start, end in _apart(spans)]


def _first_words(sequence: Sequence[Step]) -> frozenset[str] | None:
    """Return the words that a sequence may begin with, None where any may."""
    first: frozenset[str] = frozenset()
    for step in sequence:
        if step.words is None:
            return None
        first |= step.words
        if not step.optional:
            return first
    return first


def _ends(sequence: Sequence[Step], words: Sequence[str], start: int) -> set[int]:
    """Return behind which words a sequence that begins at a word may end."""
    places = {start}
    for step in sequence:
        on = {
            place + 1 for place in places if place < len(words) and (step.words is None or words[place] in step.words)
        }
        places = places | on if step.optional else on
        if not places:
            break
    return places


def _apart(spans: Iterable[tuple[int, int]]) -> Iterable[tuple[int, int]]:
    taken: set[int] = set()
    for start, end in sorted(spans, key=lambda span: (span[0] - span[1], span[0])):
        if taken.isdisjoint(range(start, end)):
            taken.update(range(start, end))
            yield start, end
