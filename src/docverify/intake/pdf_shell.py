"""PDFs that are a shell: what they are about is not on their pages, and a reader of pages would see nothing of it.

Part of the child that opens untrusted files (:mod:`docverify.intake.worker`).
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pypdfium2 as pdfium
import pypdfium2.raw as raw

_WAIT = re.compile(
    r"please wait|if this message is not eventually replaced|(?:por favor,? )?aguarde|este pdf requer|"
    r"adobe (?:acrobat )?reader (?:8|9|10|x)[\w.]* (?:or|ou)",
    re.IGNORECASE,
)
"""What the pages of a dynamic form say until Adobe's program builds the form (its own words, and their translation)."""

_COVER = re.compile(r"pdf portfolio|portf[oó]lio (?:de |em )?pdf|abra este portf|open this pdf", re.IGNORECASE)
_COLLECTION = re.compile(rb"/Collection\s*(?:<<|\d+ \d+ R)")
_PAGES, _CHARS = 3, 1500
_BYTES = 80_000_000


def shell_of(pdf: Any, path: Path, notes: frozenset[str]) -> str | None:
    """Say what kind of shell a PDF is.

    Args:
        pdf: The open document.
        path: Its file.
        notes: What is noteworthy about it: ``xfa``, ``anexos``.

    Returns:
        ``xfa``: a dynamic form whose pages only ask to wait or are empty; ``portfolio``: documents attached to a cover
        or to nothing; None: its pages say what it is about.
    """
    if not {"xfa", "anexos"} & notes or len(pdf) > _PAGES:
        return None
    try:
        text, empty = _said(pdf)
    except pdfium.PdfiumError:  # a damaged page: its reading says so, page by page
        return None
    if "xfa" in notes and (empty or (len(text) < _CHARS and _WAIT.search(text))):
        return "xfa"
    if "anexos" in notes and (empty or _COVER.search(text) or _is_collection(path)):
        return "portfolio"
    return None


def _said(pdf: Any) -> tuple[str, bool]:
    """Return the text of the pages, and whether nothing at all is drawn on them."""
    parts, objects = [], 0
    for index in range(len(pdf)):
        page = pdf[index]
        try:
            objects += raw.FPDFPage_CountObjects(page) + max(0, raw.FPDFPage_GetAnnotCount(page))
            textpage = page.get_textpage()
            parts.append(textpage.get_text_range(0, min(_CHARS, textpage.count_chars())))
            textpage.close()
        finally:
            page.close()
    return " ".join(" ".join(parts).split()), objects == 0


def _is_collection(path: Path) -> bool:
    with path.open("rb") as stream:
        return _COLLECTION.search(stream.read(_BYTES)) is not None
