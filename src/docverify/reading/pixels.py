"""From the pixels of a page to words: lines found, the way up told, each line cut out level and read.

The page itself is never turned, straightened or cleaned: lines are cut out of the picture as the file gives it, each
with its own slant. Only what needs the whole page (its lines, its rules, what ink stays unread) is looked at on a
reduced copy. A second look is taken only where ink stays unread or lines are doubtful.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from docverify.intake.sources import Pixels, Render
from docverify.model import LINHAS_NAO_LIDAS, Box, Word
from docverify.reading import imaging, ruling
from docverify.reading.detection import Line, lean, settled
from docverify.reading.engine import ReadWord, mean_confidence
from docverify.reading.flat import Matrix, fractions, straightened, turned
from docverify.reading.lines import Sheets, look_again, read_lines, type_height, under_colour, words_in_order
from docverify.reading.photo import find_sheet
from docverify.reading.ppocr import PpOcrReader
from docverify.reading.strips import Sheet
from docverify.reading.upright import Way, way_up

WORK_SIDE = 1754
"""Long side in pixels of the reduced copy: 150 dpi of an A4 page, half of the usual drawing."""

_MIN_SKEW = 0.15
_COLOUR = 0.0008
_SPECKS = 0.004  # ink of a page that says nothing: dust, the shadow of a fold, a punched hole; handwriting has more
_FEW = 3  # lines under which a page may be blank
_LETTERS = 6


@dataclass(frozen=True, slots=True)
class PixelReading:
    """What was read from pixels.

    Attributes:
        words: On the page laid flat.
        cells: Ruled rectangles, likewise.
        warp: Takes the flat page to the upright one, in fractions; None where they are the same.
        width: Of the upright page in pixels.
        height: Likewise.
        rotation: Clockwise degrees applied.
        quality: 0..1.
        blank: No ink.
        notes: Codes.
    """

    words: tuple[Word, ...]
    cells: tuple[Box, ...]
    warp: tuple[float, ...] | None
    width: int
    height: int
    rotation: int
    quality: float
    blank: bool
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class _View:
    """The page as it lies, sheet flattened, reduced.

    Attributes:
        light: Grey, evenly lit.
        raw: The file's picture, grey.
        colours: The file's picture with its colours, None where there is no coloured print.
        faded: As ``light``, coloured ink faded; None likewise.
        to_raw: Takes pixels of the view to pixels of the file's picture.
    """

    light: Pixels
    raw: Pixels
    colours: Pixels | None
    faded: Pixels | None
    to_raw: Matrix

    @property
    def size(self) -> tuple[int, int]:
        return self.light.shape[1], self.light.shape[0]


@dataclass(frozen=True)
class _Flat:
    """The view turned upright and straightened: the plane of the words, in pixels of the view's size.

    Attributes:
        light: As the view's.
        sheets: Where lines of this plane are cut out.
        from_view: Takes pixels of the view here.
        lean: Clockwise degrees by which the rows were turned.
        way: How the page lay.
    """

    light: Pixels
    sheets: Sheets
    from_view: Matrix
    lean: float
    way: Way

    @property
    def size(self) -> tuple[int, int]:
        return self.light.shape[1], self.light.shape[0]

    def place(self, line: Line) -> Line:
        """Take a line from the view to this plane."""
        x, y, _ = self.from_view @ np.array([line.x, line.y, 1.0])
        angle = line.angle + 90 * self.way.quarters - self.lean
        return settled(replace(line, x=float(x), y=float(y), angle=-angle if self.way.mirrored else angle))


def read_pixels(render: Render, reader: PpOcrReader) -> PixelReading:
    """Read the pixels of a page.

    Args:
        render: The page as the file gives it.
        reader: The engine.

    Raises:
        EngineMissingError: The engine is not installed.
        EngineError: It failed.
    """
    view, flattened = _view(render.pixels)
    lines = reader.detect(view.light)
    if flattened and len(lines) < _FEW:
        # a sheet without print is hardly one: an edge of shade was taken for its edge
        view, _ = _view(render.pixels, whole=True)
        lines = reader.detect(view.light)
    if len(lines) < _FEW and is_bare(view.light):
        return blank(render.pixels, 0)
    way = way_up(lines, Sheet(view.raw, view.to_raw), reader)
    flat = _flattened(view, way, lean(lines))
    found = read_lines([flat.place(line) for line in lines], way.read, flat.sheets, reader)
    if view.faded is not None:
        found = under_colour(found, [flat.place(line) for line in reader.detect(view.faded)], flat.sheets, reader)
    mask = imaging.ink(flat.light)
    height = type_height(found)
    rules = ruling.find_rules(mask, height)
    bare = np.asarray(
        cv2.bitwise_and(mask, cv2.bitwise_not(cv2.dilate(rules.mask, np.ones((3, 3), np.uint8)))), np.uint8
    )
    found, unread, rows = look_again(found, flat.light, bare, height, flat.sheets, reader)
    words = words_in_order(found)
    if not said(words) and float((bare > 0).mean()) < _SPECKS:
        return blank(render.pixels, way.quarters * 90)
    return _finish(view, flat, words, rules.cells, unread, (LINHAS_NAO_LIDAS,) if rows else ())


def _view(pixels: Pixels, *, whole: bool = False) -> tuple[_View, bool]:
    """Reduce a page, flatten the sheet on it unless the picture is wanted ``whole``, and say whether there is one."""
    raw = imaging.grey(pixels)
    small, reduced = reduce(raw, WORK_SIDE)
    to_raw = reduced
    sheet = None if whole else find_sheet(small)
    if sheet is not None:
        matrix, size = sheet
        small = np.asarray(cv2.warpPerspective(small, matrix, size, flags=cv2.INTER_LINEAR), np.uint8)
        to_raw = np.asarray(reduced @ np.linalg.inv(matrix), np.float64)
    light = imaging.even_light(small)
    if imaging.colour_share(pixels) <= _COLOUR:
        return _View(light, raw, None, None, to_raw), sheet is not None
    faded = imaging.without_colour(reduce(pixels, WORK_SIDE)[0])
    if sheet is not None:
        faded = np.asarray(cv2.warpPerspective(faded, *sheet, flags=cv2.INTER_LINEAR), np.uint8)
    return _View(light, raw, pixels, imaging.even_light(faded), to_raw), sheet is not None


def reduce(image: Pixels, side: int) -> tuple[Pixels, Matrix]:
    """Reduce an image to a long side; also return the map from the reduced pixels to the image's."""
    height, width = image.shape[:2]
    factor = side / max(height, width)
    if factor >= 0.95:
        return image, np.eye(3)
    size = max(1, round(width * factor)), max(1, round(height * factor))
    small = cv2.resize(image, size, interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8), np.diag([width / size[0], height / size[1], 1.0])


def _flattened(view: _View, way: Way, leaning: float) -> _Flat:
    leaning = leaning if abs(leaning) >= _MIN_SKEW else 0.0
    turning, size = turned(view.size, way.quarters)
    levelling, size = straightened(size, leaning)
    matrix = levelling @ turning
    if way.mirrored:
        matrix = np.array([[-1.0, 0, size[0]], [0, 1, 0], [0, 0, 1]]) @ matrix
    light = view.light
    if not np.allclose(matrix, np.eye(3), atol=1e-6):
        edge = (int(np.percentile(light[::8, ::8], 75)),)
        light = np.asarray(cv2.warpAffine(light, matrix[:2], size, flags=cv2.INTER_LINEAR, borderValue=edge), np.uint8)
    to_raw = view.to_raw @ np.linalg.inv(matrix)
    colours = None if view.colours is None else Sheet(view.colours, to_raw)
    return _Flat(light, Sheets(Sheet(view.raw, to_raw), colours), matrix, leaning, way)


def is_bare(light: Pixels) -> bool:
    """Say whether a page has no print: next to nothing on it stands in a row, and there is hardly any ink."""
    mask = imaging.ink(light)
    return imaging.glyphs(mask).lettered < _LETTERS and float((mask > 0).mean()) < _SPECKS


def blank(pixels: Pixels, rotation: int) -> PixelReading:
    """Return the reading of a page with nothing on it."""
    height, width = pixels.shape[:2]
    if rotation % 180:
        height, width = width, height
    return PixelReading((), (), None, width, height, rotation, 1.0, True)


def said(words: Sequence[ReadWord]) -> bool:
    """Say whether anything like a word was read."""
    return any(w.confidence > 0.5 and sum(map(str.isalnum, w.text)) >= 3 for w in words)


def _finish(
    view: _View,
    flat: _Flat,
    words: list[ReadWord],
    cells: Sequence[tuple[int, int, int, int]],
    unread: float,
    notes: tuple[str, ...],
) -> PixelReading:
    raw_size = view.raw.shape[1], view.raw.shape[0]
    upright, size = turned(raw_size, flat.way.quarters)
    warp = fractions(upright @ view.to_raw @ np.linalg.inv(flat.from_view), flat.size, size)
    same = bool(np.allclose(warp, np.eye(3), atol=1e-3))
    width, height = flat.size
    return PixelReading(
        words=tuple(to_page(w, width, height) for w in words),
        cells=tuple(
            (round(a / width, 5), round(b / height, 5), round(c / width, 5), round(d / height, 5))
            for a, b, c, d in cells
        ),
        warp=None if same else tuple(round(float(v), 8) for v in warp.ravel()),
        width=size[0],
        height=size[1],
        rotation=flat.way.quarters * 90,
        quality=mean_confidence(words) * (1 - 0.5 * min(1.0, unread)),
        blank=False,
        notes=notes,
    )


def to_page(word: ReadWord, width: int, height: int) -> Word:
    """Express a word's box in fractions of a page of ``width`` by ``height`` pixels."""
    x0, y0, x1, y1 = (
        round(min(1.0, max(0.0, v)), 5) for v in (word.x0 / width, word.y0 / height, word.x1 / width, word.y1 / height)
    )
    return Word(word.text, (x0, y0, x1, y1), round(word.confidence, 4), word.line)
