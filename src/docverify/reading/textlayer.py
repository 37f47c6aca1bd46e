"""The text layer of a PDF page, believed only as far as the pixels show it.

"Has text" is not "has the right text": text can be invisible, white, tiny, off the page, under an image, or the stale
layer of a scanner over the picture of a page. The page is therefore drawn twice, with and without what the PDF draws as
text. Where the two differ, a person sees the text; what ink remains without it was not text and must be read as pixels.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, replace
from typing import Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from docverify.intake.sources import Char, Pixels, RawPage, TextLayer
from docverify.model import Box, Word

CHECK_DPI = 110
"""Dots per inch of the two drawings that are compared: enough to see a comma of 7 point type."""

_MIN_HEIGHT_PT = 2.5
_MIN_CONTRAST = 24
_MAX_TILT = 20

Verdict = Literal["texto", "pixels", "vazio"]


@dataclass(frozen=True, slots=True)
class LayerReading:
    """What the text layer is worth.

    Attributes:
        verdict: ``texto`` where it is all that the page says; ``pixels`` where the page must be read by OCR; ``vazio``
            where there is neither text nor ink.
        words: The visible words (for ``texto``).
        hidden: Words that nobody sees, with their boxes where they lie on the page.
        notes: Codes: ``texto_oculto``, ``camada_ocr``, ``camada_insana``.
        size_pt: Width and height of the page in points.
    """

    verdict: Verdict
    words: tuple[Word, ...]
    hidden: tuple[Word, ...]
    notes: tuple[str, ...]
    size_pt: tuple[float, float] = (0.0, 0.0)

    def size_at(self, dpi: float) -> tuple[int, int]:
        """Return width and height in pixels at ``dpi``."""
        return max(1, round(self.size_pt[0] * dpi / 72)), max(1, round(self.size_pt[1] * dpi / 72))


def read_layer(page: RawPage) -> LayerReading:
    """Judge and read the text layer of a page.

    Args:
        page: A page of a PDF.

    Raises:
        BadInputError: The page cannot be opened or drawn.
    """
    layer = page.text_layer()
    if layer is None:
        return LayerReading("pixels", (), (), ())
    printed = [c for c in layer.chars if not c.generated and not c.text.isspace() and c.text.isprintable()]
    if not printed:
        return LayerReading("pixels", (), (), ())
    full = _grey(page.render(CHECK_DPI, grey=True).pixels)
    bare = _grey(page.render(CHECK_DPI, grey=True, without_text=True).pixels)
    if full.shape != bare.shape:
        return LayerReading("pixels", (), (), ())
    level = sum(1 for c in printed if _is_level(c))
    if level < 0.7 * len(printed):
        return LayerReading("pixels", (), (), ("texto_girado",))
    seen = _visible(layer, full, bare)
    shown, hidden = _words(layer, seen, True), _words(layer, seen, False)
    count = sum(1 for c in printed)
    visible = sum(1 for c, s in zip(layer.chars, seen, strict=True) if s and not c.generated and not c.text.isspace())
    notes: list[str] = []
    if hidden:
        notes.append("camada_ocr" if visible < 0.2 * count and _image_cover(layer) > 0.4 else "texto_oculto")
    if not shown:
        return LayerReading("pixels", (), hidden, tuple(notes))
    if not is_sane(shown):
        return LayerReading("pixels", (), hidden, (*notes, "camada_insana"))
    if _glyph_ink(bare, layer) > 0:
        return LayerReading("pixels", shown, hidden, tuple(notes))
    return LayerReading("texto", shown, hidden, tuple(notes), layer.size_pt)


def _is_level(char: Char) -> bool:
    """Say whether a character stands on a line that is read from left to right; a watermark across does not."""
    return char.angle <= _MAX_TILT or char.angle >= 360 - _MAX_TILT


def _grey(pixels: Pixels) -> Pixels:
    return pixels if pixels.ndim == 2 else np.asarray(cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY), np.uint8)


def _visible(layer: TextLayer, full: Pixels, bare: Pixels) -> list[bool]:
    """Say for each character whether drawing it changes what is seen where it stands."""
    height, width = full.shape
    change = cv2.absdiff(full, bare)
    seen = []
    for char in layer.chars:
        if char.generated or char.text.isspace():
            seen.append(True)
            continue
        x0, y0, x1, y1 = char.box
        tall = max((y1 - y0) * layer.size_pt[1], (x1 - x0) * layer.size_pt[0])
        left, top = max(0, int(x0 * width) - 1), max(0, int(y0 * height) - 1)
        right, bottom = min(width, int(x1 * width) + 2), min(height, int(y1 * height) + 2)
        inside = x1 > 0 and y1 > 0 and x0 < 1 and y0 < 1 and right > left and bottom > top
        small = tall < _MIN_HEIGHT_PT and char.text.isalnum()
        seen.append(bool(inside and not small and change[top:bottom, left:right].max(initial=0) >= _MIN_CONTRAST))
    return seen


def _image_cover(layer: TextLayer) -> float:
    grid = np.zeros((100, 100), bool)
    for x0, y0, x1, y1 in layer.images:
        left, right = (int(np.clip(v, 0, 1) * 100) for v in (x0, x1))
        top, bottom = (int(np.clip(v, 0, 1) * 100) for v in (y0, y1))
        grid[top:bottom, left:right] = True
    return float(grid.mean())


def is_sane(words: tuple[Word, ...]) -> bool:
    """Say whether the characters are those of a Portuguese paper.

    Fonts without a right map to Unicode give private or replacement characters, control signs, or words without vowels.
    """
    text = " ".join(w.text for w in words)
    letters = [c for c in text if c.isalpha()]
    if "\ufffd" in text or "(cid:" in text:
        return False
    strange = sum(1 for c in text if unicodedata.category(c) in ("Co", "Cn", "Cc", "Cs"))
    foreign = sum(1 for c in letters if not unicodedata.name(c, "?").startswith(("LATIN", "MASCULINE", "FEMININE")))
    if strange > 0 or foreign > 0.02 * len(letters) + 1:
        return False
    tokens = [w.text for w in words if len(w.text) >= 4 and w.text.isalpha()]
    voiced = sum(1 for t in tokens if re.search("[aeiouyAEIOUYÀ-ÿ]", t))
    mixed = sum(1 for t in tokens if re.search("[a-zà-ÿ][A-ZÀ-Ý]", t[1:]))
    return not tokens or (voiced >= 0.85 * len(tokens) and mixed <= 0.1 * len(tokens) + 1)


def _glyph_ink(bare: Pixels, layer: TextLayer) -> int:
    """Count groups of glyph-like ink in the drawing without text: lettering that is not in the layer.

    Glyph-like: as tall as type of 5 to 20 points and several of a kind in one row, as no logo, rule or rubric is.
    """
    scale = bare.shape[0] / layer.size_pt[1]
    ink = cv2.adaptiveThreshold(bare, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY_INV, 31, 14)
    _, _, stats, _ = cv2.connectedComponentsWithStats(ink, connectivity=8)
    boxes = stats[1:]
    low, high = 2.8 * scale, 22 * scale
    like = boxes[
        (boxes[:, cv2.CC_STAT_HEIGHT] >= low)
        & (boxes[:, cv2.CC_STAT_HEIGHT] <= high)
        & (boxes[:, cv2.CC_STAT_WIDTH] >= 1)
        & (boxes[:, cv2.CC_STAT_WIDTH] <= 4 * boxes[:, cv2.CC_STAT_HEIGHT])
        & (boxes[:, cv2.CC_STAT_AREA] >= 0.12 * boxes[:, cv2.CC_STAT_WIDTH] * boxes[:, cv2.CC_STAT_HEIGHT])
    ]
    return _rows(np.asarray(like, np.int32))


def _rows(boxes: NDArray[np.int32]) -> int:
    """Count rows of at least 6 boxes of like height side by side with gaps no wider than twice their height."""
    order = boxes[np.argsort(boxes[:, cv2.CC_STAT_LEFT])]
    open_rows: list[list[float]] = []  # centre, height, right edge, count
    rows = 0
    for x, y, w, h, _ in order.tolist():
        centre = y + h / 2
        for row in open_rows:
            alike = abs(row[0] - centre) < 0.45 * max(row[1], h) and 0.5 < row[1] / h < 2
            if alike and -0.5 * h <= x - row[2] <= 2 * max(row[1], h):
                row[0], row[1] = (row[0] * row[3] + centre) / (row[3] + 1), max(row[1], h)
                row[2], row[3] = x + w, row[3] + 1
                if row[3] == 6:
                    rows += 1
                break
        else:
            open_rows.append([centre, h, x + w, 1])
            if len(open_rows) > 400:
                open_rows.pop(0)
    return rows


_LINE_END_HYPHENS = ("\ufffe", "\x02")
"""What pdfium gives for the hyphen at the end of a cut word (it stands there, with its box)."""


def _words(layer: TextLayer, seen: list[bool], visible: bool) -> tuple[Word, ...]:
    words: list[Word] = []
    run: list[Char] = []
    line = 0
    last: Char | None = None
    for char, is_seen in zip(layer.chars, seen, strict=True):
        if char.text in _LINE_END_HYPHENS:
            char = replace(char, text="-", generated=False)
        blank = char.generated or char.text.isspace() or not char.text.isprintable()
        if blank or is_seen is not visible or not _is_level(char):
            _flush(run, line, words)
            if char.text in "\r\n":
                line += 1
            continue
        if last is not None and run and _apart(last, char):
            _flush(run, line, words)
        run.append(char)
        last = char
    _flush(run, line, words)
    return tuple(words)


def _apart(last: Char, char: Char) -> bool:
    height = max(last.box[3] - last.box[1], char.box[3] - char.box[1])
    beside = min(last.box[3], char.box[3]) - max(last.box[1], char.box[1])
    # a blank that the PDF expresses by moving the pen: pdfium puts one in, except between objects far apart
    wide = char.box[0] - last.box[2] > 3 * height or last.box[0] - char.box[0] > 3 * height
    return wide or (beside < -1.5 * height)


def _flush(run: list[Char], line: int, words: list[Word]) -> None:
    if not run:
        return
    text = unicodedata.normalize("NFC", "".join(c.text for c in run)).strip("\xad ")
    text = text.replace("\xad", "").replace("\u200b", "")
    text = "".join({"ﬁ": "fi", "ﬂ": "fl", "ﬀ": "ff", "ﬃ": "ffi", "ﬄ": "ffl"}.get(c, c) for c in text)
    if text:
        box: Box = (
            max(0.0, min(c.box[0] for c in run)),
            max(0.0, min(c.box[1] for c in run)),
            min(1.0, max(c.box[2] for c in run)),
            min(1.0, max(c.box[3] for c in run)),
        )
        if box[0] <= box[2] and box[1] <= box[3]:
            words.append(Word(text, box, 1.0, line))
        else:
            words.append(Word(text, (0.0, 0.0, 0.0, 0.0), 1.0, line))
    run.clear()
