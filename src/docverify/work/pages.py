"""The pages of an open dossier as pictures, upright, for the reports that show evidence."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PIL import Image

from docverify.errors import BadInputError
from docverify.intake import Intake
from docverify.model import Page
from docverify.work.job import PageImage

_DPI = 150
_QUALITY = 82


class PageImages:
    """Gives upright pages as pictures.

    Args:
        intake: The dossier, open.
        pages: Its pages as read, which say how each is turned.
        dpi: Dots per inch at which pages of PDFs are drawn.
    """

    def __init__(self, intake: Intake, pages: Sequence[Page], dpi: float = _DPI) -> None:
        self._dpi = dpi
        self._files = {source.arquivo: source for source in intake.fontes}
        self._turns = {(page.arquivo, page.numero): page.rotation for page in pages}

    def __call__(self, file: str, number: int) -> Image.Image | None:
        """Return a page, or None where it cannot be shown."""
        source = self._files.get(file)
        if source is None or not 1 <= number <= source.page_count:
            return None
        try:
            pixels = source.pages()[number - 1].render(self._dpi).pixels
        except BadInputError:
            return None
        turn = self._turns.get((file, number), 0)
        picture = Image.fromarray(pixels)
        return picture.rotate(-turn, expand=True) if turn else picture


def draw(
    intake: Intake, pages: Sequence[Page], folder: Path, lado: int, notify: Callable[[int, int], None]
) -> tuple[PageImage, ...]:
    """Write an image of each page that can be shown.

    Args:
        intake: The dossier, open.
        pages: Its pages as read.
        folder: Where to write; made where it is not there.
        lado: Longer side at most, in pixels.
        notify: Told how many pages of how many are drawn.

    Raises:
        OSError: There is no room.
    """
    folder.mkdir(parents=True, exist_ok=True)
    # a sheet of A4 is 11.7 inches high
    images = PageImages(intake, pages, max(_DPI, lado / 11.7))
    drawn: list[PageImage] = []
    for number, page in enumerate(pages):
        notify(number, len(pages))
        picture = images(page.arquivo, page.numero)
        if picture is None:
            continue
        picture.thumbnail((lado, lado), Image.Resampling.LANCZOS, reducing_gap=2.0)
        path = folder / f"{number}.jpg"
        picture.convert("RGB").save(path, "JPEG", quality=_QUALITY)
        drawn.append(PageImage(page.arquivo, page.numero, picture.width, picture.height, path))
    return tuple(drawn)
