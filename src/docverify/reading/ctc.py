"""From the recogniser's table of likelihoods to characters: each with its likelihood and its place along the line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

_BEYOND_LATIN = frozenset("–—―‖‘’“”†‡•…‰′″€™−⁰⁴⁵⁶⁷⁸⁹■□▪▲▶▼◀◆◇○◎●☆★☐☑☒✓✔✕✖√→←↑↓≤≥±×÷")
_LAST_LATIN = 0x17F


def usable(character: str) -> bool:
    """Say whether a character may stand on a Brazilian paper: the recogniser also knows 18,000 of other scripts."""
    return all(ord(c) <= _LAST_LATIN for c in character) or character in _BEYOND_LATIN


@dataclass(frozen=True, slots=True)
class Spelt:
    """A line as read.

    Attributes:
        text: Its characters, blanks included, without blanks at the ends.
        scores: Likelihood of each, 0..1.
        places: Middle of each in steps of the table from the left end of the line.
        steps: Length of the line in such steps.
    """

    text: str
    scores: tuple[float, ...]
    places: tuple[float, ...]
    steps: int

    @property
    def confidence(self) -> float:
        """Mean likelihood of the characters, 0 for none."""
        return sum(self.scores) / len(self.scores) if self.scores else 0.0


def decode(table: NDArray[np.float32], alphabet: Sequence[str]) -> Spelt:
    """Read one line's table.

    Args:
        table: ``(steps, characters)`` likelihoods; character 0 means "none new".
        alphabet: The characters.
    """
    best = table.argmax(axis=1)
    likely = table[np.arange(len(best)), best]
    starts = np.flatnonzero(np.concatenate([[True], best[1:] != best[:-1]]))
    ends = np.concatenate([starts[1:], [len(best)]])
    text: list[str] = []
    scores: list[float] = []
    places: list[float] = []
    for start, end in zip(starts.tolist(), ends.tolist(), strict=True):
        if best[start] == 0:
            continue
        run = likely[start:end]
        for c in alphabet[best[start]]:
            text.append(c)
            scores.append(float(run.max()))
            places.append(start + float((run * (np.arange(len(run)) + 0.5)).sum() / run.sum()))
    first, last = 0, len(text)
    while first < last and text[first].isspace():
        first += 1
    while last > first and text[last - 1].isspace():
        last -= 1
    return Spelt("".join(text[first:last]), tuple(scores[first:last]), tuple(places[first:last]), len(best))
