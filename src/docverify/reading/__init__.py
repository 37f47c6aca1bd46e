"""Reading: page to upright, clean image to words with boxes and confidence."""

from __future__ import annotations

from docverify.reading.cache import PageCache
from docverify.reading.engine import Reader, ReadWord
from docverify.reading.plate import Plate, Plates
from docverify.reading.read import PageFailure, ReadingResult, open_cache, read_all, read_page, reading_key
from docverify.reading.render import crop, thumbnail

__all__ = [
    "PageCache",
    "PageFailure",
    "Plate",
    "Plates",
    "ReadWord",
    "Reader",
    "ReadingResult",
    "crop",
    "open_cache",
    "read_all",
    "read_page",
    "reading_key",
    "thumbnail",
]
