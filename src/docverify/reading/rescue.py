"""Second look at the lines that the first reading missed or doubted: cut out, set one under the other, read as a block.

Whole-page layout analysis loses boxed fields (measured on CNPJ cards: whole cells). The same lines in one column, with
white between them, need no layout analysis, and all of them cost one call of the engine.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from docverify.intake.sources import Pixels
from docverify.reading import imaging
from docverify.reading.engine import Reader, ReadWord
from docverify.reading.merge import merge

_DOUBT = 0.80
_DOUBT_FIGURES = 0.93  # wrong dates and CNPJs were measured with confidences up to 0.9
_MAX_LINES = 160
_MIN_GLYPHS = 2


Join = Callable[[Sequence[ReadWord], Sequence[ReadWord]], list[ReadWord]]


def _better(first: Sequence[ReadWord], second: Sequence[ReadWord]) -> list[ReadWord]:
    return merge(first, second, margin=0.3)


def rescue(
    image: Pixels, mask: Pixels, height: float, words: Sequence[ReadWord], reader: Reader, join: Join = _better
) -> tuple[list[ReadWord], float]:
    """Read doubtful and missed lines again.

    Args:
        image: As it was read, one channel.
        mask: Its ink without rules.
        height: Of the type, in pixels.
        words: The first reading.
        reader: The engine.
        join: How the second reading is joined to the first; default: the more confident of the two stands.

    Returns:
        The words after the second look, and the share of character-like ink that is still under no word.
    """
    found = imaging.glyphs(mask)
    if len(found.boxes) == 0:
        return list(words), 0.0
    boxes = found.boxes[(found.boxes[:, 3] > 0.45 * height) & (found.boxes[:, 3] < 3 * height)]
    if len(boxes) == 0:
        return list(words), 0.0
    covered = _covered(boxes, words, mask.shape)
    regions = _regions(boxes[~covered], height, mask.shape)
    regions += _doubtful(words, height, mask.shape)
    regions = _joined(regions)[:_MAX_LINES]
    result = list(words)
    if regions:
        result = join(result, _read_regions(image, regions, height, reader))
    left = ~_covered(boxes, result, mask.shape)
    return result, float(left.sum() / max(len(boxes), 1))


def _covered(boxes: NDArray[np.int32], words: Sequence[ReadWord], shape: tuple[int, ...]) -> NDArray[np.bool_]:
    """Say for each component whether its centre lies under a word."""
    plane = np.zeros(shape[:2], np.uint8)
    for w in words:
        grow = 0.15 * (w.y1 - w.y0)
        top, bottom = int(max(0, w.y0 - grow)), int(w.y1 + grow) + 1
        plane[top:bottom, int(max(0, w.x0 - grow)) : int(w.x1 + grow) + 1] = 1
    x = np.clip(boxes[:, 0] + boxes[:, 2] // 2, 0, shape[1] - 1)
    y = np.clip(boxes[:, 1] + boxes[:, 3] // 2, 0, shape[0] - 1)
    return np.asarray(plane[y, x] > 0, np.bool_)


def _regions(boxes: NDArray[np.int32], height: float, shape: tuple[int, ...]) -> list[list[int]]:
    """Join components side by side into the boxes of lines."""
    if len(boxes) == 0:
        return []
    plane = np.zeros(shape[:2], np.uint8)
    for x, y, w, h in boxes.tolist():
        plane[y : y + h, x : x + w] = 255
    reach = max(3, int(1.6 * height)) | 1
    joined = cv2.morphologyEx(plane, cv2.MORPH_CLOSE, np.ones((3, reach), np.uint8))
    count, labels, stats, _ = cv2.connectedComponentsWithStats(joined, connectivity=8)
    members = np.bincount(labels[boxes[:, 1] + boxes[:, 3] // 2, boxes[:, 0] + boxes[:, 2] // 2], minlength=count)
    found = []
    for index in range(1, count):
        x, y, w, h = (int(v) for v in stats[index, :4])
        if members[index] >= _MIN_GLYPHS and 0.7 * height < h < 4 * height:
            found.append([x, y, x + w, y + h])
    return found


def _doubtful(words: Sequence[ReadWord], height: float, shape: tuple[int, ...]) -> list[list[int]]:
    regions = []
    for w in words:
        tall = w.y1 - w.y0
        bar = _DOUBT_FIGURES if sum(map(str.isdigit, w.text)) >= 3 else _DOUBT
        if w.confidence >= bar or tall > 4 * height or tall < 0.4 * height:
            continue
        # with its neighbours on the line: a word alone reads worse than in company
        mates = [o for o in words if o.line == w.line and o.x0 < w.x1 + 6 * height and o.x1 > w.x0 - 6 * height]
        regions.append(
            [
                int(max(0, min(o.x0 for o in mates))),
                int(max(0, min(o.y0 for o in mates))),
                int(min(shape[1], max(o.x1 for o in mates))),
                int(min(shape[0], max(o.y1 for o in mates))),
            ]
        )
    return regions


def _joined(regions: list[list[int]]) -> list[list[int]]:
    """Join boxes that share a line and overlap, so that no line is read twice."""
    done: list[list[int]] = []
    for region in sorted(regions, key=lambda r: (r[1], r[0])):
        for other in done:
            shared = min(region[3], other[3]) - max(region[1], other[1])
            beside = min(region[2], other[2]) - max(region[0], other[0])
            if beside > -10 and shared > 0.5 * min(region[3] - region[1], other[3] - other[1]):
                other[0], other[1] = min(other[0], region[0]), min(other[1], region[1])
                other[2], other[3] = max(other[2], region[2]), max(other[3], region[3])
                break
        else:
            done.append(list(region))
    return done


def _read_regions(image: Pixels, regions: list[list[int]], height: float, reader: Reader) -> list[ReadWord]:
    pad = max(4, int(0.35 * height))
    gap = max(12, int(1.2 * height))
    paper = int(np.percentile(image[::4, ::4], 80))
    cuts = []
    for x0, y0, x1, y1 in regions:
        left, top = max(0, x0 - pad), max(0, y0 - pad)
        cuts.append((left, top, image[top : y1 + pad, left : x1 + pad]))
    width = max(c[2].shape[1] for c in cuts) + 2 * gap
    total = sum(c[2].shape[0] + gap for c in cuts) + gap
    sheet = np.full((total, width), paper, np.uint8)
    places = []
    at = gap
    for left, top, cut in cuts:
        sheet[at : at + cut.shape[0], gap : gap + cut.shape[1]] = cut
        places.append((at, at + cut.shape[0], gap - left, at - top))
        at += cut.shape[0] + gap
    words = []
    for word in reader.read(sheet, layout="bloco"):
        middle = (word.y0 + word.y1) / 2
        for low, high, dx, dy in places:
            if low <= middle < high:
                moved = word.moved(-dx, -dy)
                words.append(replace(moved, line=word.line))
                break
    return words
