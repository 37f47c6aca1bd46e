"""The pages of an open dossier as pictures, upright, for the reports that show evidence."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image

from docverify.errors import BadInputError
from docverify.intake import Intake
from docverify.model import Page

_DPI = 150


class PageImages:
    """Gives upright pages as pictures.

    Args:
        intake: The dossier, open.
        pages: Its pages as read, which say how each is turned.
    """

    def __init__(self, intake: Intake, pages: Sequence[Page]) -> None:
        self._files = {source.arquivo: source for source in intake.fontes}
        self._turns = {(page.arquivo, page.numero): page.rotation for page in pages}

    def __call__(self, file: str, number: int) -> Image.Image | None:
        """Return a page, or None where it cannot be shown."""
        source = self._files.get(file)
        if source is None or not 1 <= number <= source.page_count:
            return None
        try:
            pixels = source.pages()[number - 1].render(_DPI).pixels
        except BadInputError:
            return None
        turn = self._turns.get((file, number), 0)
        picture = Image.fromarray(pixels)
        return picture.rotate(-turn, expand=True) if turn else picture
