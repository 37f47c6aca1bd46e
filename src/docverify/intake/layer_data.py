"""The text layer of a page as the media process hands it over, columns of characters and two drawings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from docverify.errors import UnreadableFileError
from docverify.model import Box

Pixels = NDArray[np.uint8]
"""Grey ``(height, width)`` or RGB ``(height, width, 3)``, 8 bits."""

_REPLACEMENT = 0xFFFD


@dataclass(frozen=True, slots=True, eq=False)
class TextLayer:
    """What a PDF page says as text, visible or not, and what it shows; the columns have one entry a character.

    Attributes:
        text: The characters; U+FFFD where the font does not say which.
        boxes: ``(n, 4)`` left, top, right, bottom on the page as drawn, in fractions; outside 0..1 for text off the
            page, zeros where ``generated``.
        angles: Counter-clockwise degrees, 0 to 359, of the baseline on the page as drawn.
        generated: Put in by the reader between words and lines; nothing stands there.
        sources: Numbers of the text objects that draw them, -1 where unknown.
        fonts: Number of the font of each text object.
        invisible: Whether each text object is set to leave no ink.
        images: Boxes of images.
        size_pt: Width and height of the page in points, upright.
        full: The page as drawn, grey; None where there are no characters.
        bare: The same without text.
        dpi: Of both.
        annotations: How many annotations and form fields lie over the page.
    """

    text: str
    boxes: NDArray[np.float64]
    angles: NDArray[np.int16]
    generated: NDArray[np.bool_]
    sources: NDArray[np.int32]
    fonts: tuple[int, ...]
    invisible: tuple[bool, ...]
    images: tuple[Box, ...]
    size_pt: tuple[float, float]
    full: Pixels | None = None
    bare: Pixels | None = None
    dpi: float = 0.0
    annotations: int = 0


def layer_from(header: dict[str, Any], data: bytes) -> TextLayer:
    """Make a layer of an answer to the command ``layer``.

    Args:
        header: Of the answer.
        data: Its bytes.

    Raises:
        UnreadableFileError: The answer is not whole.
    """
    count = int(header["caracteres"])
    width, height = (int(header.get(side, 0)) for side in ("largura", "altura"))
    area = width * height
    if len(data) != count * (4 + 32 + 4 + 2 + 1) + int(header["desenhos"]) * area:
        raise UnreadableFileError("a página não pôde ser lida por inteiro")
    place = 0

    def column(kind: Any, each: int = 1) -> NDArray[Any]:
        nonlocal place
        taken = np.frombuffer(data, kind, count * each, place)
        place += taken.nbytes
        return taken

    codes = column(np.uint32).copy()
    spots = column(np.float64, 4).reshape(count, 4)
    sources, angles, generated = column(np.int32), column(np.int16), column(np.uint8).astype(bool)
    # UTF-16 halves and code points that do not exist come out of damaged fonts
    codes[(codes == 0) | (codes > 0x10FFFF) | ((codes >= 0xD800) & (codes < 0xE000))] = _REPLACEMENT
    drawings = np.frombuffer(data, np.uint8, int(header["desenhos"]) * area, place)
    drawings = drawings.reshape(int(header["desenhos"]), height, width)
    full = drawings[0] if len(drawings) else None
    bare = drawings[1] if len(drawings) > 1 else None if full is None else np.full_like(full, 255)
    return TextLayer(
        codes.astype("<u4").tobytes().decode("utf-32-le"),
        _on_page(spots, generated, header["plano"]),
        angles,
        generated,
        sources,
        tuple(int(f) for f in header["fontes"]),
        tuple(bool(o) for o in header["ocultos"]),
        tuple((b[0], b[1], b[2], b[3]) for b in header["imagens"]),
        (float(header["pontos"][0]), float(header["pontos"][1])),
        full,
        bare,
        float(header.get("dpi", 0.0)),
        int(header["anotacoes"]),
    )


def _on_page(spots: NDArray[np.float64], generated: NDArray[np.bool_], plane: list[float]) -> NDArray[np.float64]:
    """Take boxes from PDF space (left, bottom, right, top) to fractions of the page as drawn."""
    ox, oy, ax, ay, bx, by = plane
    x, y = spots[:, 0::2], spots[:, 1::2]
    across = np.sort(ox + x * (ax - ox) + y * (bx - ox), axis=1)
    down = np.sort(oy + x * (ay - oy) + y * (by - oy), axis=1)
    boxes = np.stack([across[:, 0], down[:, 0], across[:, 1], down[:, 1]], axis=1).round(6)
    boxes[generated] = 0.0
    return boxes
