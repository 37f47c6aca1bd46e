"""Whether a page could be read, and where not, why: blur, few dots, pale print, darkness, a sheet cut off.

That a page was read is told by its reading alone: sure words, and little ink without any. The picture is measured to
say *why* it was not, and to tell a page whose print nobody can read from one that bears none.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from docverify.intake.sources import Pixels
from docverify.model import Page, Word, shown_by
from docverify.reading import imaging
from docverify.reading.photo import find_sheet
from docverify.values.legibilidade import Legibilidade
from docverify.values.sinais import Sinal

_A4_INCHES = 11.69
_NOTHING = 0.3
"""Greatest quality of a page that is unreadable: what is not found on it may be there, and no type is told from it."""

_UNREADABLE = "tem página que não pôde ser lida"
_SAMPLE = 48
_TILE = 16
_SMALL_SIDE = 440  # long side in pixels at which structure is looked for: grain is averaged away, rows of print are not

SURE = 0.8
"""Confidence from which a word counts as read."""

_READ = 0.75  # share of letters in sure words from which a page is legible
_PARTLY = 0.40  # under this share nothing on the page can be relied upon
_FEW_LETTERS = 12  # sure letters under which a page with print says nothing

_ENOUGH, _LEAST = 0.70, 0.55
"""Quality (it falls where ink bears no word) from which a page is legible, and under which it says nothing: a title
in large type may be all that is read of a blurred page."""

_SOFT = 0.11
"""Width of an edge in heights of a line's box from which print is blurred (measured: sharp 0.06, out of focus but read
0.08 to 0.13, not read 0.16 and more; moved, not read, 0.13 and more). Asked of what was not read only."""
_SMALL_TYPE = 14.0
"""Height of a line's box in pixels under which letters have too few dots (about 9 points at 60 dpi)."""
_FEW_DOTS = 90
"""Dots per inch of an A4 sheet, likewise."""
_PALE = 0.30
"""Contrast between paper and ink, 0..1, under which print is pale."""
_DARK = 70.0
"""Level of the paper under which the picture is dark."""
_SHEET = 4.0
"""Long side in short sides from which a picture without words is no sheet of paper."""
_CUT_LINES = 3
_ROWS = 6
"""Rows with blobs like words, of the about 70 of a page, from which something is printed on it: measured, blank sheets
scanned, faxed and photographed have 0 to 2, of security paper up to 5; blurred, pale and dark print 9 and more."""


def judged(page: Page, pixels: Pixels) -> Page:
    """Return a page that was read from pixels, with its legibility and, where it is unreadable, a sign that says so.

    A page on which nothing was read is blank only where nothing is printed on it.

    Args:
        page: As read.
        pixels: What it was read from, as the file gives it.
    """
    if page.failure is not None:
        return page
    if page.blank:
        if not bears_print(pixels):
            return replace(page, legibilidade=Legibilidade("legivel"))
        page = replace(page, blank=False, source="ocr", quality=0.0)
    verdict = judge(pixels, page.words, page.warp, page.rotation, page.quality)
    if verdict.veredito != "ilegivel":
        return replace(page, legibilidade=verdict)
    said = verdict.mensagem.rstrip(".")
    sign = Sinal("documento_ilegivel", f"{_UNREADABLE}: {said[0].lower()}{said[1:]}", (0.0, 0.0, 1.0, 1.0))
    return replace(page, quality=min(page.quality, _NOTHING), legibilidade=verdict, sinais=(*page.sinais, sign))


def judge(
    pixels: Pixels, words: Sequence[Word], warp: tuple[float, ...] | None, rotation: int, quality: float = 1.0
) -> Legibilidade:
    """Judge a page that was read from pixels and is not blank.

    Args:
        pixels: The page as the file gives it, grey or RGB.
        words: As read, on the flat page.
        warp: ``Page.warp``.
        rotation: ``Page.rotation``.
        quality: ``Page.quality``, lowered where ink bears no word.
    """
    dpi = round(max(pixels.shape[:2]) / _A4_INCHES)
    letters = sum(_letters(w) for w in words)
    sure = sum(_letters(w) for w in words if w.confidence >= SURE)
    share = sure / letters if letters else 0.0
    few = sure < _FEW_LETTERS
    # a sheet with a number or a stamp alone is legible where no more than that is on it
    if share >= _READ and quality >= _ENOUGH and not (few and bears_print(pixels)):
        return Legibilidade("legivel", (), dpi)
    upright = np.asarray(np.rot90(imaging.grey(pixels), -rotation // 90), np.uint8)
    doubtful = [w for w in words if w.confidence < SURE]
    crops = list(_crops(upright, doubtful, warp)) or list(_busy(upright))
    edge, contrast, paper, size = _measures(crops)
    cut = _cut(words, warp)
    reasons = []
    if 0 < size < _SMALL_TYPE or dpi < _FEW_DOTS:
        reasons.append("resolucao_baixa")
    if paper < _DARK:
        reasons.append("escura")
    if edge > _SOFT and "resolucao_baixa" not in reasons:
        reasons.append("desfocada")
    if not words and max(pixels.shape[:2]) > _SHEET * min(pixels.shape[:2]):
        reasons = []  # no sheet: what was measured of it, as if it were one, explains nothing
    elif contrast < _PALE and not {"escura", "desfocada"} & set(reasons):
        reasons.append("texto_claro")  # what is blurred or dark is pale for that
    if cut >= _CUT_LINES:
        reasons.append("folha_cortada")
    poor = share < _PARTLY or few or quality < _LEAST
    measured = {"parte_lida": share, "borda": edge, "contraste": contrast, "papel": paper, "altura": size}
    measured = {k: round(float(v), 3) for k, v in measured.items()}
    return Legibilidade("ilegivel" if poor else "ruim", tuple(reasons or ["nao_reconhecida"]), dpi, measured)


def printed(pixels: Pixels) -> int:
    """Return on how many rows of a page something stands that may be print, too blurred or too pale for a letter to be.

    Looked at so small that grain is averaged away: words and lines are small low blobs, darker than the paper by more
    than the grain. A fold, a shadow, a hole or the table's edge is one large blob or few.

    Args:
        pixels: Grey or RGB.
    """
    small = _reduced(imaging.grey(pixels), 2 * _SMALL_SIDE)
    sheet = find_sheet(small)
    if sheet is not None:
        matrix, size = sheet
        small = np.asarray(cv2.warpPerspective(small, matrix, size, flags=cv2.INTER_LINEAR), np.uint8)
    level = _reduced(small, _SMALL_SIDE).astype(np.float32)
    frame = max(2, round(0.05 * max(level.shape)))
    # no wider than the space around a line of print, so that folds and shadows are part of the paper
    near = cv2.GaussianBlur(level, (0, 0), 6.0)
    rest = (cv2.GaussianBlur(level, (0, 0), 0.7) - near)[frame:-frame, frame:-frame]
    if rest.size == 0:
        return 0
    middle = float(np.median(rest))
    # the grain is that of the quietest places, where no print is
    tiles = [
        rest[y : y + _TILE, x : x + _TILE]
        for y in range(0, rest.shape[0], _TILE)
        for x in range(0, rest.shape[1], _TILE)
    ]
    grain = float(np.percentile([tile.std() for tile in tiles], 15))
    mask = (rest < middle - max(4.0 * grain, 1.2)).astype(np.uint8)
    _, _, stats, places = cv2.connectedComponentsWithStats(mask, connectivity=8)
    boxes = stats[1:]
    rows = []
    for along, across in ((0, 1), (1, 0)):  # upright or upside down, and on its side
        length, thick = boxes[:, 2 + along], boxes[:, 2 + across]
        like = (boxes[:, 4] >= 8) & (length >= 7) & (thick <= 14) & (length > thick)
        rows.append(len(set((places[1:, across][like] / 6).astype(int).tolist())))
    return max(rows)


def _reduced(image: Pixels, side: int) -> Pixels:
    factor = side / max(image.shape)
    if factor >= 1:
        return image
    return np.asarray(cv2.resize(image, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA), np.uint8)


def bears_print(pixels: Pixels) -> bool:
    """Tell whether something is printed on a page on which nothing was read."""
    return printed(pixels) >= _ROWS


def _letters(word: Word) -> int:
    return sum(map(str.isalnum, word.text))


def _crops(
    upright: NDArray[np.uint8], words: Sequence[Word], warp: tuple[float, ...] | None
) -> list[tuple[NDArray[np.uint8], float]]:
    """Cut the longest words out of the page; each with the height of its type in pixels."""
    height, width = upright.shape
    chosen = sorted((w for w in words if _letters(w) >= 3), key=lambda w: (-_letters(w), w.box))[:_SAMPLE]
    crops = []
    for word in chosen:
        x0, y0, x1, y1 = shown_by(warp, word.box)
        crop = upright[int(y0 * height) : int(y1 * height) + 1, int(x0 * width) : int(x1 * width) + 1]
        if min(crop.shape) >= 4:
            crops.append((crop, (word.box[3] - word.box[1]) * height))
    return crops


def _busy(upright: NDArray[np.uint8]) -> list[tuple[NDArray[np.uint8], float]]:
    """Cut out the squares with the strongest contrasts, away from the picture's frame, where no word was read."""
    height, width = upright.shape
    side = max(16, max(height, width) // 24)
    found = []
    for top in range(side, height - 2 * side + 1, side):
        for left in range(side, width - 2 * side + 1, side):
            crop = upright[top : top + side, left : left + side]
            found.append((float(crop.std()), top, left))
    found.sort(reverse=True)
    return [(upright[t : t + side, x : x + side], 0.0) for _, t, x in found[: _SAMPLE // 4]]


def _measures(crops: Sequence[tuple[NDArray[np.uint8], float]]) -> tuple[float, float, float, float]:
    """Return, as medians, an edge's width in heights of type, contrast, level of the paper, and height of the type."""
    if not crops:
        return 0.0, 0.0, 255.0, 0.0
    edges, contrasts, papers = [], [], []
    for crop, size in crops:
        level = cv2.GaussianBlur(crop, (3, 3), 0).astype(np.float32)
        dark, bright = np.percentile(level, (4, 92))
        slope = _slope(level)
        # where no type was found its height is taken for that of ten points on the sheet
        edges.append((bright - dark) / max(slope, 0.5) / max(size or 0.7 * crop.shape[0], 4.0))
        contrasts.append((bright - dark) / max(bright, 1.0))
        papers.append(bright)
    size = float(np.median([s for _, s in crops]))
    return float(np.median(edges)), float(np.median(contrasts)), float(np.median(papers)), size


def _slope(level: NDArray[np.float32]) -> float:
    """Return the steepest step between neighbours, in the direction in which steps are least steep.

    A picture that was moved is blurred in one direction only.
    """
    steps = (
        level[:, 1:] - level[:, :-1],
        level[1:] - level[:-1],
        (level[1:, 1:] - level[:-1, :-1]) / np.float32(2**0.5),
        (level[1:, :-1] - level[:-1, 1:]) / np.float32(2**0.5),
    )
    return min(float(np.percentile(np.abs(step), 98)) for step in steps)


def _cut(words: Sequence[Word], warp: tuple[float, ...] | None) -> int:
    """Return how many words touch one side edge of the picture, the side with most of them."""
    boxes = [shown_by(warp, w.box) for w in words if _letters(w) >= 2]
    return max(sum(b[0] <= 0.002 for b in boxes), sum(b[2] >= 0.998 for b in boxes)) if boxes else 0
