"""QR codes and barcodes on a page, decoded by zxing-cpp.

A code's content is text that a stranger chose: it is shortened, cleared of control characters, printed as it stands
and never followed. What it says of a paper is weighed in ``documents.codes``.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Any

import cv2
import numpy as np
import zxingcpp

from docverify.intake.sources import Pixels
from docverify.model import Box
from docverify.values.sinais import Codigo

MAX_TEXT = 2000
"""Characters of a content that are kept; a QR code holds at most 4296."""

MAX_CODES = 12
"""Codes of one page; a paper has two or three, a sheet of stickers is no paper."""

_SIDE = 1700
"""Longer side in pixels, about, at which codes are looked for first: measured on 170 scans and photographs, one QR code
in ten is found at full size and not here, and is looked for there."""

_MATRIX = (zxingcpp.BarcodeFormat.QRCode, zxingcpp.BarcodeFormat.DataMatrix, zxingcpp.BarcodeFormat.Aztec)
_LINEAR = (
    zxingcpp.BarcodeFormat.PDF417,
    zxingcpp.BarcodeFormat.Code128,
    zxingcpp.BarcodeFormat.Code39,
    zxingcpp.BarcodeFormat.ITF,
)
_CELL, _DARK = 10, 165  # pixels; mean level of a cell: a code is half black, lines of print less than a third
_EDGE, _BUSY = 60, 24  # levels between neighbours; share of such steps in a cell, of 255
_PAIR, _CORE = np.ones((2, 2), np.uint8), np.ones((4, 4), np.uint8)
_MIN_LINEAR = 8  # characters: rules and hatching read as bars give short contents


def find_codes(pixels: Pixels) -> tuple[Codigo, ...]:
    """Decode the codes of a page.

    Args:
        pixels: The upright page, grey or RGB, at any size.

    Returns:
        Codes from top to bottom, each content once.
    """
    grey = pixels if pixels.ndim == 2 else np.asarray(cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY), np.uint8)
    times = max(1, round(max(grey.shape) / _SIDE))  # by whole numbers: four times as fast
    small = grey
    if times > 1:
        size = grey.shape[1] // times, grey.shape[0] // times
        whole = grey[: size[1] * times, : size[0] * times]
        small = np.asarray(cv2.resize(whole, size, interpolation=cv2.INTER_AREA), np.uint8) if min(size) else grey
    # a QR code costs next to nothing to look for, all others ten times as much
    found = _decode(small, (*_MATRIX, *_LINEAR) if may_hold_codes(small) else _MATRIX[:1])
    if not found and times > 1:
        found = _decode(grey, _MATRIX[:1])
    unique = {(code.texto, code.formato): code for code in reversed(found)}
    ordered = sorted(unique.values(), key=lambda code: (code.caixa[1], code.caixa[0], code.texto))
    return tuple(ordered[:MAX_CODES])


def may_hold_codes(grey: Pixels) -> bool:
    """Say whether a drawn page has a dark patch as high and wide as a code; cheaper than to look for one.

    Args:
        grey: The page as a program drew it, at 100 to 200 dots an inch.
    """
    width, height = grey.shape[1] // _CELL, grey.shape[0] // _CELL
    if min(width, height) < 4:
        return True
    whole = grey[: height * _CELL, : width * _CELL]  # by whole numbers: many times as fast
    dark = np.asarray(cv2.resize(whole, (width, height), interpolation=cv2.INTER_AREA) < _DARK, np.uint8)
    core = cv2.erode(cv2.morphologyEx(dark, cv2.MORPH_CLOSE, _PAIR), _CORE, borderValue=0)
    if not core.any():
        return False
    # a shaded heading is as dark, and smooth
    steps = np.asarray(cv2.absdiff(whole[:, 1:], whole[:, :-1]) > _EDGE, np.uint8) * 255
    busy = cv2.resize(steps[:, : (width - 1) * _CELL], (width - 1, height), interpolation=cv2.INTER_AREA) > _BUSY
    return bool((cv2.erode(busy.astype(np.uint8), _PAIR, borderValue=0)[core[:, : width - 1] > 0]).any())


def _decode(grey: Pixels, formats: tuple[zxingcpp.BarcodeFormat, ...]) -> list[Codigo]:
    image = np.ascontiguousarray(grey)
    try:
        results = zxingcpp.read_barcodes(image, zxingcpp.BarcodeFormats(formats), try_downscale=False, try_invert=False)
    except (RuntimeError, ValueError, TypeError):  # an image that it does not take has no code
        return []
    found = []
    for result in results:
        text = inert(result.text)
        if not text or (result.format in _LINEAR and len(text) < _MIN_LINEAR):
            continue
        found.append(Codigo(text, result.format.name, _box(result.position, image.shape[1], image.shape[0])))
    return found


def _box(position: Any, width: int, height: int) -> Box:
    corners = (position.top_left, position.top_right, position.bottom_right, position.bottom_left)
    xs = [min(1.0, max(0.0, corner.x / width)) for corner in corners]
    ys = [min(1.0, max(0.0, corner.y / height)) for corner in corners]
    return (round(min(xs), 5), round(min(ys), 5), round(max(xs), 5), round(max(ys), 5))


def inert(text: str) -> str:
    """Return a content as one line of NFC text, shortened, lines parted by ``; ``.

    Control, format, private and unassigned characters are left out.
    """
    kept = []
    for char in unicodedata.normalize("NFC", text[: 2 * MAX_TEXT]):
        kind = unicodedata.category(char)
        if char in "\r\n\x1d\x1e" or kind in ("Zl", "Zp"):
            kept.append("; ")
        elif kind in ("Cc", "Zs"):
            kept.append(" ")
        elif not kind.startswith("C"):
            kept.append(char)
    return re.sub(r"(?:; ?){2,}", "; ", " ".join("".join(kept).split()))[:MAX_TEXT].strip("; ")
