"""The lines of a flat page, read: each once, doubtful ones again in other ways, and those that were missed at first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from docverify.intake.sources import Pixels
from docverify.reading import imaging
from docverify.reading.ctc import Spelt
from docverify.reading.detection import Line, reading_order, settled, sideways
from docverify.reading.engine import ReadWord
from docverify.reading.ppocr import FINE_SIDE, PpOcrReader
from docverify.reading.spacing import words_of
from docverify.reading.strips import Sheet

_SURE = 0.9
"""Confidence of a line that is not read a second time."""

_NO_WORD = 0.45
"""Confidence under which a line is ornament, signature or seal and no word."""

_GAIN = 0.03
"""By so much a second reading must be surer to replace the first."""

_DOUBTED = 0.6
"""Confidence of a number, at most, that two readings of the same line gave differently, the loser not unsure itself."""

_SAME_PLACE = 0.5
_COLOURED = 0.01  # share of a strip's pixels with coloured ink
_UNREAD = 0.01
_FEW = 8
"""Characters left unread, and their share of all, that a second look at the page is worth."""


_SMALL = 0.4
"""Height of a character in heights of the page's type from which it counts: of small print, more than of specks."""

_CORE = 0.7
"""Share of a line's height that is surely its own: the boxes of tightly set lines overlap."""

_BAND = 480
"""Height of a band of the second look, in pixels of that size."""

_MAX_BANDS = 4


@dataclass(frozen=True, slots=True)
class ReadLine:
    """A line and what stands there; ``strip`` is the picture that was read."""

    line: Line
    spelt: Spelt
    strip: Pixels
    doubted: bool = False


@dataclass(frozen=True)
class Sheets:
    """Where lines of a flat page are cut out.

    Attributes:
        grey: The page.
        colours: The same with its colours, None where there is no coloured print.
    """

    grey: Sheet
    colours: Sheet | None

    def shows_colour(self, line: Line) -> bool:
        """Say whether there is coloured ink on a line."""
        return self.colours is not None and imaging.colour_share(self.colours.cut(line), step=1) > _COLOURED


def read_lines(
    lines: Sequence[Line], known: Mapping[int, Spelt], sheets: Sheets, reader: PpOcrReader
) -> list[ReadLine]:
    """Read the lines of a level, upright page.

    Args:
        lines: Settled.
        known: What was read already, by number of the line.
        sheets: Where lines are cut out.
        reader: The recogniser.

    Raises:
        EngineError: It failed.
    """
    found = []
    for number, line in enumerate(lines):
        strip = sheets.grey.strip(line)
        spelt = known[number] if number in known and not sideways(line) else _spell(strip, reader)
        read = ReadLine(line, spelt, strip)
        if sideways(line):
            read = _surer(read, _cut(replace(line, angle=line.angle + 180), sheets.grey, reader))
        if _NO_WORD / 2 < read.spelt.confidence < _SURE:
            read = _again(read, sheets.grey, reader)
        found.append(read)
    return found


def under_colour(
    found: Sequence[ReadLine], lines: Sequence[Line], sheets: Sheets, reader: PpOcrReader
) -> list[ReadLine]:
    """Join what stands under stamps and seals to what was read with them.

    Args:
        found: Read from the page as it is.
        lines: Settled lines of the page whose coloured ink was faded.
        sheets: Where lines are cut out.
        reader: The recogniser.

    Returns:
        Of two readings of one place the one that says more with more confidence.

    Raises:
        EngineError: It failed.
    """
    if sheets.colours is None:
        return list(found)
    result = list(found)
    for line in lines:
        if not sheets.shows_colour(line):
            continue
        strip = sheets.colours.strip(line, without_colour=True)
        read = ReadLine(line, _spell(strip, reader), strip)
        if read.spelt.confidence < _SURE - 0.1:
            continue
        rivals = [r for r in result if _shared(_extent(r.line), _extent(line)) > _SAME_PLACE]
        if len(rivals) == 1 and _shared(_extent(rivals[0].line), _extent(line), larger=True) > _SAME_PLACE:
            place = next(i for i, r in enumerate(result) if r is rivals[0])
            result[place] = _cleaner(rivals[0], read)
        elif _said(read) > sum(_said(r) for r in rivals):
            result = [*(r for r in result if all(r is not rival for rival in rivals)), read]
    return result


def _cleaner(coloured: ReadLine, faded: ReadLine) -> ReadLine:
    """Choose the reading without colour unless it says less: print may itself be coloured."""
    winner, loser = (faded, coloured) if _said(faded) >= 0.97 * _said(coloured) else (coloured, faded)
    doubt = loser.spelt.confidence > 0.75 and len(_figures(loser)) == len(_figures(winner)) > 0
    return replace(winner, doubted=coloured.doubted or (doubt and _figures(loser) != _figures(winner)))


def _said(read: ReadLine) -> float:
    return max(0.0, read.spelt.confidence - 0.5) * sum(map(str.isalnum, read.spelt.text))


def _spell(strip: Pixels, reader: PpOcrReader) -> Spelt:
    return reader.recognise([strip])[0]


def _cut(line: Line, sheet: Sheet, reader: PpOcrReader) -> ReadLine:
    strip = sheet.strip(line)
    return ReadLine(line, _spell(strip, reader), strip)


def _again(read: ReadLine, sheet: Sheet, reader: PpOcrReader) -> ReadLine:
    """Read a doubtful line again, cut a little wider and with its light evened."""
    line = read.line
    strip = sheet.strip(replace(line, height=line.height * 1.15, length=line.length + 0.3 * line.height))
    wider = ReadLine(
        replace(line, height=line.height * 1.15, length=line.length + 0.3 * line.height),
        _spell(stretched(strip), reader),
        strip,
    )
    return _surer(read, wider)


def stretched(strip: Pixels) -> Pixels:
    """Even the light of a strip and spread its greys."""
    paper = cv2.GaussianBlur(cv2.dilate(strip, np.ones((9, 9), np.uint8)), (0, 0), 12)
    level = strip.astype(np.float32) / np.maximum(paper, 16) * 255
    low = float(np.percentile(level, 2))
    return np.asarray(np.clip((level - low) * (250 / max(40.0, 250 - low)), 0, 255), np.uint8)


def _surer(first: ReadLine, second: ReadLine) -> ReadLine:
    winner, loser = (second, first) if _worth(second) > _worth(first) + _GAIN else (first, second)
    doubt = loser.spelt.confidence > 0.75 and _figures(first) != _figures(second) and bool(_figures(winner))
    return replace(winner, doubted=first.doubted or doubt)


def _worth(read: ReadLine) -> float:
    letters = sum(map(str.isalnum, read.spelt.text))
    return read.spelt.confidence if letters else 0.3 * read.spelt.confidence


def _figures(read: ReadLine) -> str:
    return "".join(c for c in read.spelt.text if c.isdigit())


def type_height(found: Sequence[ReadLine]) -> float:
    """Return the height of the type in pixels: about that of lower case, which is half of a line's."""
    heights = [r.line.height for r in found if r.spelt.confidence > _NO_WORD]
    return float(np.median(heights)) * 0.5 if heights else 25.0


def look_again(
    found: Sequence[ReadLine],
    light: Pixels,
    ink: Pixels,
    height: float,
    sheets: Sheets,
    reader: PpOcrReader,
) -> tuple[list[ReadLine], float, int]:
    """Look for lines that the first look missed, where much ink, or a row of it, is under no line.

    Args:
        found: What was read.
        light: The flat page, grey.
        ink: Its ink without rules.
        height: Of the type.
        sheets: Where lines are cut out.
        reader: The engine.

    Returns:
        All lines, the share of character-like ink that is still under none, and how many rows such ink makes.
    """
    kept = [r for r in found if r.spelt.confidence >= _NO_WORD]
    boxes = characters(ink, height)
    if len(boxes) == 0:
        return kept, 0.0, 0
    bare = ~_covered(boxes, kept, ink.shape)
    if bare.sum() >= _FEW and (bare.mean() > _UNREAD or imaging.rows_of_type(boxes[bare])):
        plane = np.zeros(ink.shape, np.uint8)
        for x, y, w, h in boxes[bare].tolist():
            plane[y : y + h, x : x + w] = 1
        fresh = [
            line for line in _in_bands(light, boxes[bare], reader) if _shows(line, plane) and not _taken(line, kept)
        ]
        more = [r for r in read_lines(fresh, {}, sheets, reader) if r.spelt.confidence >= _NO_WORD]
        if more:
            kept = kept + more
            bare = ~_covered(boxes, kept, ink.shape)
    return kept, float(bare.mean()), imaging.rows_of_type(boxes[bare])


def _in_bands(light: Pixels, unread: NDArray[np.int32], reader: PpOcrReader) -> list[Line]:
    """Find lines around unread characters, on bands of the page: a whole page at this size takes much memory."""
    height = light.shape[0]
    scale = min(1.0, FINE_SIDE / max(light.shape[:2]))
    tall = min(height, round(_BAND / scale))
    middles = np.sort(unread[:, 1] + unread[:, 3] / 2)
    found: list[Line] = []
    for _ in range(_MAX_BANDS):
        if len(middles) == 0:
            break
        # the band that starts a little over the first of them
        top = int(min(max(0, middles[0] - 0.15 * tall), height - tall))
        band = np.ascontiguousarray(light[top : top + tall])
        for line in reader.detect(band, round(scale * max(band.shape[:2]))):
            found.append(settled(replace(line, y=line.y + top)))
        middles = middles[middles > top + 0.9 * tall]
    return found


def characters(ink: Pixels, height: float) -> NDArray[np.int32]:
    """Return left, top, width and height of what may be characters in an ink mask."""
    _, _, stats, _ = cv2.connectedComponentsWithStats(ink, connectivity=8)
    boxes = np.asarray(stats[1:], np.int32)
    w, h, area = boxes[:, 2], boxes[:, 3], boxes[:, 4]
    like = (h > _SMALL * height) & (h < 3 * height) & (w >= 2) & (w <= 3.5 * h) & (area >= 0.15 * w * h) & (area >= 6)
    return np.asarray(boxes[like][:, :4], np.int32)


def _covered(boxes: NDArray[np.int32], lines: Sequence[ReadLine], shape: tuple[int, ...]) -> NDArray[np.bool_]:
    plane = np.zeros(shape[:2], np.uint8)
    for read in lines:
        line = read.line
        grown = replace(line, length=line.length + 0.5 * line.height, height=line.height * _CORE)
        cv2.fillConvexPoly(plane, np.round(grown.corners()).astype(np.int32), (1,))
    x = np.clip(boxes[:, 0] + boxes[:, 2] // 2, 0, shape[1] - 1)
    y = np.clip(boxes[:, 1] + boxes[:, 3] // 2, 0, shape[0] - 1)
    return np.asarray(plane[y, x] > 0, np.bool_)


def _shows(line: Line, plane: Pixels) -> bool:
    """Say whether there is unread ink under a line."""
    x0, y0 = np.maximum(line.corners().min(axis=0), 0).astype(int)
    x1, y1 = np.maximum(line.corners().max(axis=0), 0).astype(int) + 1
    part = plane[y0:y1, x0:x1]
    return bool(part.size) and float(part.mean()) > 0.1


def _taken(line: Line, kept: Sequence[ReadLine]) -> bool:
    """Say whether most of a line was read already."""
    box = _extent(replace(line, height=line.height * _CORE))
    area = (box[2] - box[0]) * (box[3] - box[1])
    cores = (_extent(replace(read.line, height=read.line.height * _CORE)) for read in kept)
    return sum(_common(box, core) for core in cores) > 0.5 * area


def _common(a: tuple[float, float, float, float], b: tuple[float, float, float, float]) -> float:
    across, down = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
    return across * down if across > 0 and down > 0 else 0.0


def _shared(
    a: tuple[float, float, float, float], b: tuple[float, float, float, float], *, larger: bool = False
) -> float:
    """Return the common area as a share of the smaller, or of the larger, of two boxes."""
    areas = (a[2] - a[0]) * (a[3] - a[1]), (b[2] - b[0]) * (b[3] - b[1])
    whole = max(areas) if larger else min(areas)
    return _common(a, b) / whole if whole > 0 else 0.0


def _extent(line: Line) -> tuple[float, float, float, float]:
    corners = line.corners()
    (x0, y0), (x1, y1) = corners.min(axis=0), corners.max(axis=0)
    return float(x0), float(y0), float(x1), float(y1)


def words_in_order(found: Sequence[ReadLine]) -> list[ReadWord]:
    """Return the words of all lines, from top to bottom and left to right."""
    by_line = {id(read.line): read for read in found}
    words: list[ReadWord] = []
    for number, line in enumerate(reading_order([read.line for read in found])):
        read = by_line[id(line)]
        for word in words_of(read.spelt, read.strip, line, number):
            unsure = read.doubted and any(map(str.isdigit, word.text))
            words.append(replace(word, confidence=min(word.confidence, _DOUBTED)) if unsure else word)
    return words
