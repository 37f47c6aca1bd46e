"""Which way up a page is, told by reading a few of its lines both ways, and whether it is seen in a mirror."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from docverify.intake.sources import Pixels
from docverify.reading.ctc import Spelt
from docverify.reading.detection import Line
from docverify.reading.ppocr import PpOcrReader
from docverify.reading.strips import Sheet

_ASKED = 6
"""Lines read both ways."""

_SURE = 0.95
_ENOUGH = 24
"""A page whose first lines read so well, and are so many letters, stands the right way up: upside down nothing does."""

_POOR = 0.6
"""Mean confidence under which neither way up was reading."""

_MIRROR = 0.15
"""By so much the page must read better in a mirror."""


@dataclass(frozen=True, slots=True)
class Way:
    """How the page is to be turned.

    Attributes:
        quarters: Clockwise quarter turns that make the text of the plane upright.
        mirrored: The text is seen in a mirror.
        confidence: Of the lines read this way, 0..1; 0 where there was nothing to read.
        read: What was read already, by the number of the line among those that were given.
    """

    quarters: int
    mirrored: bool
    confidence: float
    read: dict[int, Spelt]


def way_up(lines: Sequence[Line], sheet: Sheet, reader: PpOcrReader) -> Way:
    """Find the way up.

    Args:
        lines: Of the page, with angles from -90 to 90, as they lie on the plane of ``sheet``.
        sheet: The picture.
        reader: The recogniser.

    Raises:
        EngineError: It failed.
    """
    groups = [
        [i for i, line in enumerate(lines) if line.long and (abs(_fold(line.angle)) > 45) == ends]
        for ends in (False, True)
    ]
    lengths = [sum(lines[i].length for i in group) for group in groups]
    whole = sum(lengths)
    level, upended = (_telling(group, lines) for group in groups)
    tries: list[Way] = []
    if lengths[0] > 0.15 * whole or not upended:
        tries.append(_both_ways(level, lines, sheet, reader, 0))
    if tries and tries[0].confidence >= _SURE and lengths[0] >= lengths[1]:
        return tries[0]
    if lengths[1] > 0.15 * whole:
        tries.append(_both_ways(upended, lines, sheet, reader, 1))
    best = max(tries, key=_worth)
    if best.confidence < _POOR and best.quarters != 0 and len(tries) > 1:
        best = tries[0]  # what nobody can read stays as it lies
    return best


def _worth(way: Way) -> float:
    # what was read, by the letters that exceed guessing
    return sum(max(0.0, s.confidence - 0.5) * sum(map(str.isalnum, s.text)) for s in way.read.values())


def _fold(angle: float) -> float:
    return (angle + 90) % 180 - 90


def _telling(numbers: Sequence[int], lines: Sequence[Line]) -> list[int]:
    """Choose the lines that tell most for least: of common height, clear, neither short nor very long."""
    if not numbers:
        return []
    usual = float(np.median([lines[i].height for i in numbers]))

    def merit(i: int) -> float:
        line = lines[i]
        aspect = line.length / line.height
        fit = min(aspect / 8, 1.0, 14 / aspect)
        size = min(line.height, usual) / max(line.height, usual)
        return line.score * fit * (0.5 + 0.5 * size)

    return sorted(sorted(numbers, key=lambda i: (-merit(i), i))[:_ASKED])


def _both_ways(numbers: Sequence[int], lines: Sequence[Line], sheet: Sheet, reader: PpOcrReader, quarter: int) -> Way:
    """Read lines forwards and backwards: ``quarter`` 1 for lines that run down the plane."""
    # a line that runs down the plane, read downwards, needs the page turned counter-clockwise: three quarters
    ahead = 3 if quarter else 0
    facing = [_facing(lines[i], 90.0 if quarter else 0.0) for i in numbers]
    strips = [sheet.strip(line) for line in facing]
    forward = reader.recognise(strips)
    first = Way(ahead, False, _mean(forward), dict(zip(numbers, forward, strict=True)))
    letters = sum(sum(map(str.isalnum, s.text)) for s in forward)
    if first.confidence >= _SURE and letters >= _ENOUGH:
        return first
    back = reader.recognise([_turned(strip) for strip in strips])
    second = Way((ahead + 2) % 4, False, _mean(back), dict(zip(numbers, back, strict=True)))
    best = max(first, second, key=_worth)
    if best.confidence >= 0.8 or not numbers:
        return best
    mirrors = [[np.ascontiguousarray(s[:, ::-1]) for s in strips], [np.ascontiguousarray(s[::-1]) for s in strips]]
    for turn, seen in zip((ahead, ahead + 2), mirrors, strict=True):
        read = reader.recognise(seen)
        if _mean(read) > best.confidence + _MIRROR and _mean(read) >= _POOR:
            best = Way(turn % 4, True, _mean(read), dict(zip(numbers, read, strict=True)))
    return best


def _facing(line: Line, towards: float) -> Line:
    """Give a line the one of its two directions that is nearer to ``towards``."""
    off = (line.angle - towards + 180) % 360 - 180
    return line if abs(off) <= 90 else replace(line, angle=line.angle - 180 if off > 0 else line.angle + 180)


def _turned(strip: Pixels) -> Pixels:
    return np.ascontiguousarray(strip[::-1, ::-1])


def _mean(read: Sequence[Spelt]) -> float:
    weight = sum(len(s.text) for s in read)
    return sum(s.confidence * len(s.text) for s in read) / weight if weight else 0.0
