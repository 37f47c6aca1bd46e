"""What a file is, told by its first bytes and never by its name."""

from __future__ import annotations

from typing import Literal

Kind = Literal["pdf", "imagem", "zip", "outro"]

HEAD = 4096
"""Bytes from the start of a file that :func:`sniff` wants to see."""

_PDF_WITHIN = 1024  # readers accept junk before the header up to here (PDF 1.7, annex H, note 13)
_IMAGES = (b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff", b"II*\x00", b"MM\x00*", b"GIF87a", b"GIF89a", b"BM")
_ZIPS = (b"PK\x03\x04", b"PK\x05\x06", b"PK\x07\x08")


def sniff(head: bytes) -> Kind:
    """Tell the kind of a file.

    Args:
        head: Its first :data:`HEAD` bytes (or all, if shorter).

    Returns:
        ``pdf``, ``imagem``, ``zip`` or ``outro``. That the rest of the file keeps what its head promises is for the
        decoder to say.
    """
    if head.startswith(_ZIPS):
        return "zip"
    if head.startswith(_IMAGES) or (head[:4] == b"RIFF" and head[8:12] == b"WEBP"):
        return "imagem"
    if b"%PDF-" in head[: _PDF_WITHIN + 5]:
        return "pdf"
    return "outro"
