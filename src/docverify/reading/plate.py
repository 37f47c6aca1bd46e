"""The flat picture of a page that was read, for looking at single places of it again.

Words stand on the page laid flat (``Page.words``); a second look needs the pixels of that very plane. Only the places
that are asked for are laid flat, from the upright picture: a page costs nothing until somebody looks at it.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

import cv2
import numpy as np

from docverify.intake.sources import Pixels, RawPage
from docverify.model import Box, Page
from docverify.reading import imaging
from docverify.settings import Settings

MAX_BYTES = 64_000_000
"""Of the pictures that a dossier keeps; those beyond are drawn again when asked for."""

_MAX_CROP = 16_000_000  # pixels of one place; a warp that asks for more is not to be believed

_COLOUR = 0.0002  # share of coloured pixels of a page that is not held in grey

Key = tuple[str, int]
"""``(arquivo, numero)`` of a page."""


def turn(pixels: Pixels, rotation: int) -> Pixels:
    """Turn an image clockwise by 0, 90, 180 or 270 degrees."""
    return np.ascontiguousarray(np.rot90(pixels, -rotation // 90)) if rotation % 360 else pixels


@dataclass(frozen=True)
class Plate:
    """The flat picture of a page.

    Attributes:
        upright: The page as a person sees it: grey or RGB, as it was drawn (light and rules are untouched).
        warp: ``Page.warp`` of the page.
    """

    upright: Pixels
    warp: tuple[float, ...] | None = None

    def crop(self, box: Box, *, margin: float = 0.0, scale: float = 1.0, without_colour: bool = False) -> Pixels:
        """Cut a place out of the flat page.

        Args:
            box: In fractions of the flat page, as ``Word.box``.
            margin: Added on every side, in heights of the box.
            scale: Pixels of the cut for one pixel of the page as drawn.
            without_colour: Fade coloured ink (stamps, seals) where the page has colour.

        Returns:
            Grey. White where the margin reaches beyond the page.

        Raises:
            ValueError: The box is empty.
        """
        x0, y0, x1, y1 = box
        height, width = self.upright.shape[:2]
        wide, tall = self._size(box)
        if x1 <= x0 or y1 <= y0 or not (wide > 0 and tall > 0):
            raise ValueError(f"empty box: {box}")
        across, down = margin * tall / wide * (x1 - x0), margin * (y1 - y0)
        x0, x1, y0, y1 = x0 - across, x1 + across, y0 - down, y1 + down
        wide, tall = (wide + 2 * margin * tall) * scale, tall * (1 + 2 * margin) * scale
        if wide * tall > _MAX_CROP:
            reduce = (_MAX_CROP / (wide * tall)) ** 0.5
            wide, tall = wide * reduce, tall * reduce
        size = max(1, round(wide)), max(1, round(tall))
        into = np.array([[(x1 - x0) / size[0], 0, x0], [0, (y1 - y0) / size[1], y0], [0, 0, 1]])
        flat = np.eye(3) if self.warp is None else np.asarray(self.warp, np.float64).reshape(3, 3)
        matrix = np.diag([width, height, 1.0]) @ flat @ into
        # only the part of the page under the place: a whole page need not be made grey
        corners = np.array([[0, 0, 1], [size[0], 0, 1], [size[0], size[1], 1], [0, size[1], 1]]) @ matrix.T
        points = corners[:, :2] / corners[:, 2:]
        left, top = np.clip(np.floor(points.min(axis=0)) - 3, 0, (width - 1, height - 1)).astype(int)
        right, bottom = np.clip(np.ceil(points.max(axis=0)) + 4, (left + 1, top + 1), (width, height)).astype(int)
        part = self.upright[top:bottom, left:right]
        part = imaging.without_colour(part) if without_colour else imaging.grey(part)
        # pixel centres lie half a pixel inside
        half = np.array([[1, 0, 0.5], [0, 1, 0.5], [0, 0, 1]])
        back = np.array([[1, 0, -0.5 - left], [0, 1, -0.5 - top], [0, 0, 1]])
        shrinks = size[0] * 1.1 < np.ptp(points[:, 0]) and self.warp is None
        method = cv2.INTER_AREA if shrinks else cv2.INTER_CUBIC if scale > 1 else cv2.INTER_LINEAR
        placed = cv2.warpPerspective(
            np.ascontiguousarray(part),
            back @ matrix @ half,
            size,
            flags=method | cv2.WARP_INVERSE_MAP,
            borderMode=cv2.BORDER_CONSTANT,
            borderValue=(255,),
        )
        return np.asarray(placed, np.uint8)

    def _size(self, box: Box) -> tuple[float, float]:
        """Return how wide and tall a box of the flat page is in pixels of the upright picture, measured mid-way."""
        x0, y0, x1, y1 = box
        middle = (x0 + x1) / 2, (y0 + y1) / 2
        flat = np.eye(3) if self.warp is None else np.asarray(self.warp, np.float64).reshape(3, 3)
        ends = np.array([[x0, middle[1], 1], [x1, middle[1], 1], [middle[0], y0, 1], [middle[0], y1, 1]]) @ flat.T
        points = ends[:, :2] / ends[:, 2:] * (self.upright.shape[1], self.upright.shape[0])
        return float(np.linalg.norm(points[1] - points[0])), float(np.linalg.norm(points[3] - points[2]))


def plate(raw: RawPage, page: Page, settings: Settings) -> Plate:
    """Draw a page again and return its flat picture.

    Args:
        raw: The page of the open dossier.
        page: The same page, read.
        settings: ``render_dpi``: a PDF page is drawn at it, an image is taken as it is.

    Raises:
        BadInputError: The page cannot be shown.
    """
    return Plate(turn(raw.render(settings.render_dpi).pixels, page.rotation), page.warp)


@dataclass
class Plates(Mapping[Key, Plate]):
    """The plates of a dossier by ``(arquivo, numero)``, each made when it is asked for.

    Valid while the dossier is open. At most :data:`MAX_BYTES` of pictures are held.
    """

    raws: Mapping[Key, RawPage]
    pages: dict[Key, Page]
    settings: Settings
    _held: OrderedDict[Key, Plate] = field(default_factory=OrderedDict, repr=False)
    _lock: threading.Lock = field(default_factory=threading.Lock, repr=False)

    @classmethod
    def of(cls, raws: Iterable[RawPage], pages: Iterable[Page], settings: Settings) -> Plates:
        """Join the pages of a dossier and what was read of them."""
        return cls(
            {(raw.arquivo, raw.numero): raw for raw in raws},
            {(page.arquivo, page.numero): page for page in pages},
            settings,
        )

    def __getitem__(self, key: Key) -> Plate:
        """Return the plate of a page.

        Raises:
            KeyError: There is no such page.
            BadInputError: The page cannot be shown.
        """
        with self._lock:
            known = self._held.get(key)
            if known is not None:
                self._held.move_to_end(key)
                return known
            return self._keep(key, plate(self.raws[key], self.pages[key], self.settings))

    def __iter__(self) -> Iterator[Key]:
        """Walk the pages in their order."""
        return iter(self.pages)

    def __len__(self) -> int:
        """Return how many pages there are."""
        return len(self.pages)

    def keep(self, page: Page, pixels: Pixels) -> None:
        """Hold the picture of a page that has just been read, so that it need not be drawn again.

        Args:
            page: As read.
            pixels: As the file gives it; a page without coloured print is held in grey.
        """
        upright = turn(pixels if imaging.colour_share(pixels) > _COLOUR else imaging.grey(pixels), page.rotation)
        with self._lock:
            self.pages[(page.arquivo, page.numero)] = page
            self._keep((page.arquivo, page.numero), Plate(upright, page.warp))

    def _keep(self, key: Key, made: Plate) -> Plate:
        self._held[key] = made
        self._held.move_to_end(key)
        while len(self._held) > 1 and sum(p.upright.nbytes for p in self._held.values()) > MAX_BYTES:
            self._held.popitem(last=False)
        return made
