"""Does a drawn character look like what the text layer says it is? Compared with the shapes of many printed fonts.

A font may draw a 2 and say that it is a 3. Looking at every deciding character of a digital page with a reader would
cost more than all else that is done with the page; comparing it with known shapes costs almost nothing. Only a clear
likeness counts: what is not clearly the character claimed is left to the readers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

import cv2
import numpy as np
from numpy.typing import NDArray

from docverify.intake.sources import Pixels

HIGH, WIDE = 24, 20
"""Rows and columns to which a glyph's ink is brought, its proportions kept, set in the middle."""

LIKE = 0.84
"""Correlation with a shape from which a glyph is like it."""

LEAD = 0.065
"""By how much a glyph must be more like the character claimed than like any other of its kind. With these two no digit
of a family of fonts is taken for another by the shapes of all other families (``scripts/make_glyphs.py --check``)."""

LIKE_LETTER, LEAD_LETTER = 0.75, 0.01
"""The same for letters, which are looked at where all letters of a word must be clear."""

_DIGITS = frozenset("0123456789")
_INK = 0.35  # of a glyph's darkest ink: what belongs to its shape
_MIN_ROWS = 5
Matrix = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Kind:
    """Known shapes of the digits, or of the letters.

    Attributes:
        vectors: ``(n, HIGH * WIDE)``, of :func:`unit`, those of one :func:`group` side by side.
        starts: Where each group begins.
        groups: Place of each group in ``starts``.
    """

    vectors: Matrix
    starts: NDArray[np.int64]
    groups: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Shapes:
    """Known shapes of characters."""

    digits: Kind
    letters: Kind

    @property
    def known(self) -> frozenset[str]:
        """Groups of which a shape is known."""
        return frozenset(self.digits.groups) | frozenset(self.letters.groups)


def shapes_from(pixels: NDArray[np.uint8], codes: NDArray[np.int32]) -> Shapes:
    """Sort shapes by what they are of.

    Args:
        pixels: ``(n, HIGH * WIDE)``, of :func:`shape_of`.
        codes: Code points.
    """
    names = [group(chr(c)) for c in codes.tolist()]
    return Shapes(*(_kind(pixels, names, digits) for digits in (True, False)))


def _kind(pixels: NDArray[np.uint8], names: Sequence[str], digits: bool) -> Kind:
    order = sorted((i for i, n in enumerate(names) if (n in _DIGITS) is digits), key=lambda i: (names[i], i))
    starts: dict[str, int] = {}
    for place, index in enumerate(order):
        starts.setdefault(names[index], place)
    vectors = unit(pixels[order].astype(np.float32))
    return Kind(vectors, np.array([*starts.values()], np.int64), {name: i for i, name in enumerate(starts)})


@lru_cache(maxsize=1)
def known_shapes() -> Shapes:
    """Return the shapes that come with the program (``scripts/make_glyphs.py`` draws them)."""
    with (files("docverify.reading") / "data" / "glyphs.npz").open("rb") as stream, np.load(stream) as data:
        return shapes_from(np.asarray(data["pixels"], np.uint8), np.asarray(data["classes"], np.int32))


@lru_cache(maxsize=4096)
def known(character: str) -> bool:
    """Say whether shapes of a character are known."""
    return group(character) in known_shapes().known


def shape_of(ink: Pixels) -> NDArray[np.uint8] | None:
    """Bring the ink of one character to a common size.

    Args:
        ink: How dark each pixel is, 0 for paper.

    Returns:
        ``HIGH * WIDE`` values, None where there is too little ink to have a shape.
    """
    most = int(ink.max(initial=0))
    if most < 60:
        return None
    strong = ink >= _INK * most
    rows, columns = np.flatnonzero(strong.any(axis=1)), np.flatnonzero(strong.any(axis=0))
    if rows[-1] - rows[0] < _MIN_ROWS - 1:
        return None
    cut = ink[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    width = max(1, min(WIDE, round(cut.shape[1] * HIGH / cut.shape[0])))
    method = cv2.INTER_AREA if cut.shape[0] > HIGH else cv2.INTER_LINEAR
    scaled = cv2.resize(cut, (width, HIGH), interpolation=method).astype(np.float32) * (255.0 / most)
    canvas = np.zeros((HIGH, WIDE), np.uint8)
    left = (WIDE - width) // 2
    canvas[:, left : left + width] = np.clip(scaled, 0, 255)
    return np.asarray(cv2.GaussianBlur(canvas, (3, 3), 0), np.uint8).ravel()


def unit(pixels: Matrix) -> Matrix:
    """Return vectors of mean 0 and length 1, so that products are correlations."""
    centred = pixels - pixels.mean(axis=1, keepdims=True)
    return np.asarray(centred / np.maximum(np.linalg.norm(centred, axis=1, keepdims=True), 1e-6), np.float32)


def group(character: str) -> str:
    """Return what stands for all characters that print the same: a letter's two cases, the upright stroke."""
    return "l" if character in "Il" else character.casefold()


def verdicts(inks: Sequence[Pixels], claims: str) -> NDArray[np.int8]:
    """Say of each glyph whether it clearly is the character claimed.

    Args:
        inks: Of each glyph, 0 for paper.
        claims: The characters claimed, one each.

    Returns:
        1: it is; -1: it clearly is another one of its kind (digit or letter); 0: not known.
    """
    keys = [(claim, ink.shape[1], ink.tobytes()) for ink, claim in zip(inks, claims, strict=True)]
    new = {key: ink for key, ink in zip(keys, inks, strict=True) if key not in _JUDGED}
    if len(_JUDGED) + len(new) > _MOST_JUDGED:
        _JUDGED.clear()
        new = dict(zip(keys, inks, strict=True))
    found = [(key, shape) for key, ink in new.items() if (shape := shape_of(ink)) is not None]
    _JUDGED.update(dict.fromkeys(new, 0))
    if found:
        answers = judged(np.array([s for _, s in found]), "".join(k[0] for k, _ in found), known_shapes())
        _JUDGED.update(zip((k for k, _ in found), answers.tolist(), strict=True))
    return np.array([_JUDGED[key] for key in keys], np.int8)


_JUDGED: dict[tuple[str, int, bytes], int] = {}
"""Verdicts of this process. The answer depends on the pixels and the claim alone, and a font draws a character with the
same pixels again and again."""

_MOST_JUDGED = 20_000


def judged(pixels: NDArray[np.uint8], claims: str, shapes: Shapes) -> NDArray[np.int8]:
    """Judge shapes as :func:`verdicts` does; digits have digits for rivals, letters letters."""
    result = np.zeros(len(claims), np.int8)
    for kind, of_digits in ((shapes.digits, True), (shapes.letters, False)):
        asked = [i for i, c in enumerate(claims) if (c in _DIGITS) is of_digits and group(c) in kind.groups]
        if not asked:
            continue
        likeness = unit(pixels[asked].astype(np.float32)) @ kind.vectors.T
        best = np.maximum.reduceat(likeness, kind.starts, axis=1)
        # rounded, since a product in a batch may differ in its last bits from the same product alone
        rows, claimed = np.arange(len(asked)), [kind.groups[group(claims[i])] for i in asked]
        own = best[rows, claimed].round(4)
        best[rows, claimed] = -1.0
        other = best.max(axis=1).round(4)
        like, lead = (LIKE, LEAD) if of_digits else (LIKE_LETTER, LEAD_LETTER)
        is_it = (own >= like) & (own - other >= lead)
        is_not = (other >= LIKE) & (other - own >= 2 * LEAD)
        result[asked] = is_it.astype(np.int8) - is_not.astype(np.int8)
    return result
