"""The text layer of a PDF page, believed only as far as the pixels show it.

"Has text" is not "has the right text": text can be invisible, white, tiny, off the page, under an image, or the stale
layer of a scanner over the picture of a page. The page is therefore drawn twice, with and without what the PDF draws as
text. Where the two differ, a person sees the text; what lettering remains without it must be read as pixels.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, field, replace
from typing import Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from docverify.intake.sources import Pixels, RawPage, TextLayer
from docverify.model import Box, Word
from docverify.reading import imaging, ruling
from docverify.reading.layer_check import CHECK_DPI, Flags, image_cover, inked, lettering, visible

_MAX_TILT = 20  # degrees; what stands more askew is a watermark or a stamp, not a line to read
_MOST = 0.7  # share of the text that must stand level to be read from the layer
BARE_DPI = 110
"""Dots per inch at which what is not text is looked at for lettering and rules."""

_NO_VOWELS = frozenset({"CNPJ", "Cnpj", "cnpj", "CNPJs"})
_LETTERS_INK = 24  # pixels at that resolution: the least that a row of letters has
_AROUND = 20  # pixels: what is darker than its surroundings is asked with some of them

_LIGATURES = str.maketrans({"ﬁ": "fi", "ﬂ": "fl", "ﬀ": "ff", "ﬃ": "ffi", "ﬄ": "ffl", "\xad": "", "\u200b": ""})

Verdict = Literal["texto", "misto", "pixels"]


@dataclass(frozen=True, slots=True)
class LayerReading:
    """What the text layer is worth.

    Attributes:
        verdict: ``texto`` where it is all that the page says; ``misto`` where lettering remains that is not in it and
            must be read besides; ``pixels`` where the whole page must be read by OCR.
        words: The visible words (for ``texto`` and ``misto``).
        hidden: Words that nobody sees; their boxes are clipped to the page.
        notes: Codes: ``camada_ocr`` (a scanner's), ``camada_insana`` (wrong characters), ``camada_divergente`` (says
            other numbers than are drawn), ``camada_incerta`` (it is not sure that it says what is drawn),
            ``texto_girado``, ``texto_sobreposto``.
        size_pt: Width and height of the page in points.
        cells: Ruled rectangles, in fractions of the page.
        layer: What it was read from, for ``texto`` and ``misto``.
        spans: First and last character of each of the words in ``layer``.
        annotations: How many annotations and form fields lie over the page.
    """

    verdict: Verdict
    words: tuple[Word, ...] = ()
    hidden: tuple[Word, ...] = ()
    notes: tuple[str, ...] = ()
    size_pt: tuple[float, float] = (0.0, 0.0)
    cells: tuple[Box, ...] = ()
    layer: TextLayer | None = field(default=None, repr=False, compare=False)
    spans: tuple[tuple[int, int], ...] = field(default=(), repr=False, compare=False)
    annotations: int | None = None

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
    layer = page.text_layer(CHECK_DPI)
    if layer is None:
        return LayerReading("pixels")
    return replace(_judged(page, layer), annotations=layer.annotations)


def _judged(page: RawPage, layer: TextLayer) -> LayerReading:
    if layer.full is None or layer.bare is None:
        return LayerReading("pixels")
    ink = inked(layer)
    if not ink.any():
        return LayerReading("pixels")
    level = (layer.angles <= _MAX_TILT) | (layer.angles >= 360 - _MAX_TILT)
    seen = visible(page, layer, ink)
    if level[ink].mean() < _MOST:
        hidden = () if seen is None else _words(layer, ink & ~seen)[0]
        return LayerReading("pixels", (), hidden, ("texto_girado",))
    if seen is None:
        return LayerReading("pixels", notes=("texto_sobreposto",))
    (shown, spans), (hidden, _) = _words(layer, ink & level & seen), _words(layer, ink & level & ~seen)
    if not shown:
        scanner = ("camada_ocr",) if image_cover(layer) > 0.4 else ()
        return LayerReading("pixels", (), hidden, scanner)
    if not is_sane(shown):
        return LayerReading("pixels", (), hidden, ("camada_insana",))
    factor = BARE_DPI / CHECK_DPI
    bare = np.asarray(cv2.resize(layer.bare, None, fx=factor, fy=factor, interpolation=cv2.INTER_LINEAR), np.uint8)
    typical = float(np.median((layer.boxes[:, 3] - layer.boxes[:, 1])[ink])) * bare.shape[0]
    rules, rest = _ruled(bare, typical)
    written = rest is not None and lettering(bare[rest], bare.shape[0] / layer.size_pt[1]) > 0
    return LayerReading("misto" if written else "texto", shown, hidden, (), layer.size_pt, rules, layer, spans)


def _ruled(bare: Pixels, typical: float) -> tuple[tuple[Box, ...], tuple[slice, slice] | None]:
    """Return the ruled cells of the drawing without text, and where there is enough other ink for letters."""
    height, width = bare.shape
    mask = imaging.ink(bare)
    if not mask.any():
        return (), None
    rules = ruling.find_rules(mask, max(5.0, typical))
    cells = tuple(
        (round(a / width, 5), round(b / height, 5), round(c / width, 5), round(d / height, 5))
        for a, b, c, d in rules.cells
    )
    other = cv2.subtract(mask, cv2.dilate(rules.mask, np.ones((3, 3), np.uint8)))
    if cv2.countNonZero(other) < _LETTERS_INK:
        return cells, None
    x, y, w, h = cv2.boundingRect(other)
    return cells, (slice(max(0, y - _AROUND), y + h + _AROUND), slice(max(0, x - _AROUND), x + w + _AROUND))


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
    tokens = [w.text for w in words if len(w.text) >= 4 and w.text.isalpha() and w.text not in _NO_VOWELS]
    voiced = sum(1 for t in tokens if re.search("[aeiouyAEIOUYÀ-ÿ]", t))
    mixed = sum(1 for t in tokens if re.search("[a-zà-ÿ][A-ZÀ-Ý]", t[1:]))
    return not tokens or (voiced >= 0.85 * len(tokens) - 2 and mixed <= 0.1 * len(tokens) + 1)


def _words(layer: TextLayer, chosen: Flags) -> tuple[tuple[Word, ...], tuple[tuple[int, int], ...]]:
    """Join the chosen characters to words, each with its first and last one.

    What is not chosen parts words, and so do jumps of the pen.
    """
    indexes = np.flatnonzero(chosen)
    if len(indexes) == 0:
        return (), ()
    boxes = layer.boxes[indexes]
    parted = np.diff(indexes) != 1
    parted |= _apart(boxes[:-1], boxes[1:])
    starts = np.concatenate(([0], np.flatnonzero(parted) + 1))
    low = np.maximum(np.minimum.reduceat(boxes[:, :2], starts), 0.0).tolist()
    high = np.minimum(np.maximum.reduceat(boxes[:, 2:], starts), 1.0).tolist()
    ends = [*indexes[starts[1:] - 1].tolist(), int(indexes[-1])]
    breaks = np.fromiter((c in "\r\n" for c in layer.text), bool, len(layer.text))
    lines = np.cumsum(breaks)[indexes[starts]].tolist()
    words: list[Word] = []
    spans: list[tuple[int, int]] = []
    for first, last, line, (x0, y0), (x1, y1) in zip(indexes[starts].tolist(), ends, lines, low, high, strict=True):
        raw = layer.text[first : last + 1].translate(_LIGATURES)
        text = unicodedata.normalize("NFC", raw).strip()
        if text:
            words.append(Word(text, (x0, y0, x1, y1) if x0 <= x1 and y0 <= y1 else (0.0, 0.0, 0.0, 0.0), 1.0, line))
            spans.append((first, last))
    return tuple(words), tuple(spans)


def _apart(last: NDArray[np.float64], char: NDArray[np.float64]) -> Flags:
    height = np.maximum(last[:, 3] - last[:, 1], char[:, 3] - char[:, 1])
    beside = np.minimum(last[:, 3], char[:, 3]) - np.maximum(last[:, 1], char[:, 1])
    # a blank that the PDF expresses by moving the pen: pdfium puts one in, except between objects far apart
    wide = (char[:, 0] - last[:, 2] > 3 * height) | (last[:, 0] - char[:, 2] > 3 * height)
    return np.asarray(wide | (beside < -1.5 * height), bool)
