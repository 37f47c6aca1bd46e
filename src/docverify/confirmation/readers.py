"""Who bears witness under the settings."""

from __future__ import annotations

from docverify.confirmation.confirm import Witnesses
from docverify.reading import ReadingResult, open_cache
from docverify.reading.ppocr import PpOcrReader
from docverify.reading.read import READING_VERSION
from docverify.reading.tesseract import TesseractReader
from docverify.settings import Settings


def witnesses_of(reading: ReadingResult, settings: Settings) -> Witnesses | None:
    """Return Tesseract as witness of what PP-OCR read; None where one reader alone was asked for.

    Args:
        reading: Of the dossier, which must still be open while the witness is asked.
        settings: Readers, resolution, cache.
    """
    if settings.chosen_readers != "cascata":
        return None
    return Witnesses(
        TesseractReader(settings),
        PpOcrReader(),
        reading.plates,
        open_cache(settings),
        (READING_VERSION, settings.render_dpi, settings.max_pixels),
    )
