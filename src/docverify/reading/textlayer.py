"""The text layer of a PDF page, believed only as far as the pixels show it.

"Has text" is not "has the right text": text can be invisible, white, tiny, off the page, under an image, or the stale
layer of a scanner over the picture of a page. The page is therefore drawn twice, with and without what the PDF draws as
text. Where the two differ, a person sees the text; what lettering remains without it must be read as pixels.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import Literal

from docverify.intake.sources import Char, RawPage, TextLayer
from docverify.model import Box, Word
from docverify.reading import imaging, ruling
from docverify.reading.layer_check import CHECK_DPI, grey, image_cover, is_ink, lettering, visible

_MAX_TILT = 20  # degrees; what stands more askew is a watermark or a stamp, not a line to read
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
            other numbers than are drawn), ``texto_girado``, ``texto_sobreposto``.
        size_pt: Width and height of the page in points.
        cells: Ruled rectangles, in fractions of the page.
    """

    verdict: Verdict
    words: tuple[Word, ...] = ()
    hidden: tuple[Word, ...] = ()
    notes: tuple[str, ...] = ()
    size_pt: tuple[float, float] = (0.0, 0.0)
    cells: tuple[Box, ...] = ()

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
    printed = [] if layer is None else [c for c in layer.chars if is_ink(c)]
    if layer is None or not printed:
        return LayerReading("pixels")
    if sum(map(_is_level, printed)) < 0.7 * len(printed):
        return LayerReading("pixels", notes=("texto_girado",))
    full = grey(page.render(CHECK_DPI, grey=True).pixels)
    bare = grey(page.render(CHECK_DPI, grey=True, without_text=True).pixels)
    if full.shape != bare.shape:
        return LayerReading("pixels")
    seen = visible(page, layer, full, bare)
    if seen is None:
        return LayerReading("pixels", notes=("texto_sobreposto",))
    shown, hidden = _words(layer, seen, True), _words(layer, seen, False)
    if not shown:
        scanner = ("camada_ocr",) if image_cover(layer) > 0.4 else ()
        return LayerReading("pixels", (), hidden, scanner)
    if not is_sane(shown):
        return LayerReading("pixels", (), hidden, ("camada_insana",))
    mask = imaging.ink(bare)
    typical = sorted(c.box[3] - c.box[1] for c in printed)[len(printed) // 2] * bare.shape[0]
    height, width = bare.shape
    cells = tuple(
        (round(a / width, 5), round(b / height, 5), round(c / width, 5), round(d / height, 5))
        for a, b, c, d in ruling.find_rules(mask, max(5.0, typical)).cells
    )
    verdict: Verdict = "misto" if lettering(bare, layer.size_pt) else "texto"
    return LayerReading(verdict, shown, hidden, (), layer.size_pt, cells)


def _is_level(char: Char) -> bool:
    """Say whether a character stands on a line that is read from left to right."""
    return char.angle <= _MAX_TILT or char.angle >= 360 - _MAX_TILT


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
    return not tokens or (voiced >= 0.85 * len(tokens) - 2 and mixed <= 0.1 * len(tokens) + 1)


def _words(layer: TextLayer, seen: list[bool], visible: bool) -> tuple[Word, ...]:
    words: list[Word] = []
    run: list[Char] = []
    line = 0
    last: Char | None = None
    for char, is_seen in zip(layer.chars, seen, strict=True):
        if not is_ink(char) or is_seen is not visible or not _is_level(char):
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
    text = unicodedata.normalize("NFC", "".join(c.text for c in run).translate(_LIGATURES)).strip()
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
