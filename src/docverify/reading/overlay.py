"""What lies over a page: an annotation that covers print changes what a paper says after it was issued."""

from __future__ import annotations

import numpy as np

from docverify.intake.sources import RawPage
from docverify.reading.layer_check import CHECK_DPI, grey

ALTERED_NOTE = "documento_alterado"
"""On a page of which print is covered by an annotation or a form field."""

_DARK, _LIGHT = 130, 190
_MIN_INK = 25  # pixels at CHECK_DPI: a third of a digit of 8 point type


def covers_print(page: RawPage) -> bool:
    """Say whether an annotation or a form field hides print of the page.

    Args:
        page: The page; only PDFs have such things.

    Raises:
        BadInputError: The page cannot be drawn.
    """
    if page.kind != "pdf":
        return False
    shown = page.render(CHECK_DPI, grey=True)
    if shown.annotations == 0:
        return False
    under = grey(page.render(CHECK_DPI, grey=True, without_annotations=True).pixels)
    gone = (under < _DARK) & (grey(shown.pixels) > _LIGHT)
    return int(np.count_nonzero(gone)) >= _MIN_INK
