"""What a PDF page says and shows, taken with one opening of the page: characters, places, drawings.

Part of the child that opens untrusted files (:mod:`docverify.intake.worker`); imports nothing of docverify.
"""

from __future__ import annotations

import contextlib
import ctypes
import math
from array import array
from typing import Any

import pypdfium2 as pdfium
import pypdfium2.raw as raw

MAX_CHARS = 200_000
"""Characters of one page's text layer above which it is not looked at (and the pixels are read)."""

MAX_OBJECTS = 200_000
"""Page objects visited to hide text; more is no document of a dossier."""

_MAX_IMAGES = 2000
_HYPHENS = (0xFFFE, 0x02)  # of a word cut at the line's end, as pdfium gives them; they stand there, with a box
_PUT_IN = (0x20, 0x0D, 0x0A)  # what pdfium may put between words and lines
_UNKNOWN = 0xFFFD
_owner_of = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int)(
    ctypes.cast(raw.FPDFText_GetTextObject, ctypes.c_void_p).value or 0
)


class Failure(Exception):
    """What the parent is told: a code (``senha``, ``ilegivel``, ``limite``, ``memoria``) and a detail."""

    def __init__(self, codigo: str, detalhe: str) -> None:
        super().__init__(detalhe)
        self.codigo = codigo
        self.detalhe = detalhe


def text_objects(page: Any) -> list[Any]:
    """Return the page's text objects in drawing order, those inside forms too.

    Raises:
        Failure: ``limite``: there are too many objects.
    """
    return [item for item, kind in _objects(page) if kind == raw.FPDF_PAGEOBJ_TEXT]


def _objects(page: Any) -> list[tuple[Any, int]]:
    found: list[tuple[Any, int]] = []
    left = MAX_OBJECTS

    def walk(count: int, get: Any, depth: int) -> None:
        nonlocal left
        for index in range(count):
            left -= 1
            if left < 0:
                raise Failure("limite", "objetos demais na página")
            item = get(index)
            kind = raw.FPDFPageObj_GetType(item)
            found.append((item, kind))
            if kind == raw.FPDF_PAGEOBJ_FORM and depth < 20:
                walk(raw.FPDFFormObj_CountObjects(item), lambda i, f=item: raw.FPDFFormObj_GetObject(f, i), depth + 1)

    walk(raw.FPDFPage_CountObjects(page), lambda i: raw.FPDFPage_GetObject(page, i), 0)
    return found


def hide_text(page: Any, only: list[int] | None) -> None:
    """Make text objects of the loaded page invisible, all or those numbered; the file itself is not touched."""
    chosen = None if only is None else set(only)
    for number, item in enumerate(text_objects(page)):
        if chosen is None or number in chosen:
            raw.FPDFTextObj_SetTextRenderMode(item, raw.FPDF_TEXTRENDERMODE_INVISIBLE)


def characters(page: Any) -> tuple[dict[str, Any], bytes, bool]:
    """Give the characters of a page.

    The header says how many (``caracteres``, -1 for too many), the page's size in points, ``plano``: where the origin
    and the ends of the unit vectors of PDF space lie on the upright, cropped page as it is drawn, in fractions;
    ``imagens``: boxes of images in such fractions; ``fontes`` and ``ocultos``: the font of each text object, and
    whether it is set to be invisible. The bytes are, one column after the other, code points (uint32), boxes in PDF
    space (4 float64: left, bottom, right, top), numbers of text objects (int32, -1 unknown), counter-clockwise degrees
    of the baselines (int16), and whether pdfium put the character in (uint8).

    Args:
        page: Loaded.

    Returns:
        Header, bytes, and whether the page has anything to draw beside text.

    Raises:
        Failure: ``limite``.
    """
    width, height = page.get_size()
    textpage = page.get_textpage()
    try:
        count = max(0, raw.FPDFText_CountChars(textpage))
        header: dict[str, Any] = {"caracteres": -1, "pontos": [width, height]}
        if count > MAX_CHARS:
            return header, b"", True
        objects = _objects(page)
        texts = [item for item, kind in objects if kind == raw.FPDF_PAGEOBJ_TEXT]
        columns = _columns(textpage, count, texts, page.get_rotation())
    finally:
        textpage.close()
    plane = _plane(page, width, height)
    fonts: dict[int | None, int] = {}
    header |= {
        "caracteres": len(columns[0]),
        "plano": plane,
        "fontes": [fonts.setdefault(_address(raw.FPDFTextObj_GetFont(item)), len(fonts)) for item in texts],
        "ocultos": [raw.FPDFTextObj_GetTextRenderMode(item) in _INVISIBLE for item in texts],
        "imagens": _images(objects, plane),
    }
    beside = len(texts) < sum(kind != raw.FPDF_PAGEOBJ_FORM for _, kind in objects)
    return header, b"".join(column.tobytes() for column in columns), beside


_INVISIBLE = (raw.FPDF_TEXTRENDERMODE_INVISIBLE, raw.FPDF_TEXTRENDERMODE_CLIP)


def _address(pointer: Any) -> int | None:
    return ctypes.cast(pointer, ctypes.c_void_p).value


def _columns(textpage: Any, count: int, texts: list[Any], turned: int) -> tuple[array[Any], ...]:
    codes, boxes, owners, angles, put_in = array("I"), array("d"), array("i"), array("h"), array("B")
    numbers = {_address(item): n for n, item in enumerate(texts)}
    slopes: dict[int | None, int] = {}
    left, right, bottom, top = (ctypes.c_double() for _ in range(4))
    handle = ctypes.cast(textpage.raw, ctypes.c_void_p)
    # this loop is most of what a text layer costs: few calls a character
    code_of, box_of, bad, finite = (
        raw.FPDFText_GetUnicode,
        raw.FPDFText_GetCharBox,
        raw.FPDFText_HasUnicodeMapError,
        math.isfinite,
    )
    native = textpage.raw
    for index in range(count):
        code = code_of(native, index)
        if code in _HYPHENS:
            code = 0x2D
        elif code in _PUT_IN and raw.FPDFText_IsGenerated(native, index) == 1:
            codes.append(code)
            boxes.extend((0.0, 0.0, 0.0, 0.0))
            owners.append(-1)
            angles.append(0)
            put_in.append(1)
            continue
        elif bad(native, index) == 1:
            code = _UNKNOWN
        if not box_of(native, index, left, right, bottom, top):
            continue
        box = (left.value, bottom.value, right.value, top.value)
        if not finite(sum(box)) or max(box) > 1e7 or min(box) < -1e7:
            continue
        owner = _owner_of(handle, index)
        slope = slopes.get(owner)
        if slope is None:
            angle = raw.FPDFText_GetCharAngle(native, index)
            # pdfium counts clockwise, as /Rotate does
            slope = slopes[owner] = -(round(math.degrees(angle)) + turned) % 360 if angle >= 0 else 0
        codes.append(code)
        boxes.extend(box)
        owners.append(numbers.get(owner, -1))
        angles.append(slope)
        put_in.append(0)
    return codes, boxes, owners, angles, put_in


def _plane(page: Any, width: float, height: float) -> list[float]:
    """Return where (0, 0), (1, 0) and (0, 1) of PDF space lie on the page as drawn (crop and /Rotate applied)."""
    size = 1_000_000
    x, y = ctypes.c_int(), ctypes.c_int()

    def device(px: float, py: float) -> tuple[float, float]:
        raw.FPDF_PageToDevice(page, 0, 0, size, size, 0, px, py, x, y)
        return x.value / size, y.value / size

    unit = max(width, height)
    (ox, oy), (ax, ay), (bx, by) = device(0, 0), device(unit, 0), device(0, unit)
    return [ox, oy, ox + (ax - ox) / unit, oy + (ay - oy) / unit, ox + (bx - ox) / unit, oy + (by - oy) / unit]


def _images(objects: list[tuple[Any, int]], plane: list[float]) -> list[list[float]]:
    boxes: list[list[float]] = []
    ox, oy, ax, ay, bx, by = plane
    corners = [ctypes.c_float() for _ in range(4)]
    for item, kind in objects:
        if kind != raw.FPDF_PAGEOBJ_IMAGE or len(boxes) >= _MAX_IMAGES:
            continue
        with contextlib.suppress(pdfium.PdfiumError):
            if not raw.FPDFPageObj_GetBounds(item, *corners):
                continue
            left, bottom, right, top = (c.value for c in corners)
            points = [
                (ox + px * (ax - ox) + py * (bx - ox), oy + px * (ay - oy) + py * (by - oy))
                for px, py in ((left, bottom), (right, top))
            ]
            xs, ys = sorted(p[0] for p in points), sorted(p[1] for p in points)
            boxes.append([round(v, 5) for v in (xs[0], ys[0], xs[1], ys[1])])
    return boxes
