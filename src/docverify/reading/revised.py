"""Print that an earlier revision of the file showed otherwise."""

from __future__ import annotations

import cv2
import numpy as np

from docverify.errors import BadInputError
from docverify.intake.revisions import first_revision
from docverify.intake.sources import RawPage
from docverify.model import Box
from docverify.reading.layer_check import CHECK_DPI, grey

_DARK, _LIGHT = 130, 190
_MIN_INK = 6  # pixels at CHECK_DPI that went away: the strokes in which two figures differ
_JOIN = np.ones((5, 13), np.uint8)
_MAX_PLACES = 12  # of a page; one that is all different was made anew


def replaced_print(raw: RawPage) -> tuple[Box, ...]:
    """Return the places where print of the file's first revision has given way to other print.

    What was filled in where nothing stood is no replacement, nor is what was merely taken away, nor an annotation.

    Args:
        raw: The page.
    """
    with first_revision(raw) as before:
        if before is None:
            return ()
        try:
            old = grey(before.render(CHECK_DPI, grey=True, without_annotations=True).pixels)
            new = grey(raw.render(CHECK_DPI, grey=True, without_annotations=True).pixels)
        except BadInputError:  # the revision has no such page
            return ()
    if old.shape != new.shape:
        return ()
    gone, come = (old < _DARK) & (new > _LIGHT), (new < _DARK) & (old > _LIGHT)
    if gone.sum() < _MIN_INK:
        return ()
    joined = cv2.dilate((gone | come).astype(np.uint8), _JOIN)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(joined)
    lost = np.bincount(labels[gone], minlength=count)
    added = np.bincount(labels[come], minlength=count)
    height, width = old.shape
    found = []
    for number in range(1, count):
        if lost[number] < _MIN_INK or added[number] < _MIN_INK:
            continue
        x, y, w, h = (int(v) for v in stats[number][:4])
        found.append((round(x / width, 5), round(y / height, 5), round((x + w) / width, 5), round((y + h) / height, 5)))
    return tuple(found) if len(found) <= _MAX_PLACES else ()
