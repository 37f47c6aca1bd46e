"""PDFs that lost bytes on their way: parts of their pages are missing, and nothing on the pages says so.

A reader of PDFs draws what it can of a damaged stream, often a blank page, and tells nobody. What is not seen on such
a page may well have been on it. Part of the child that opens untrusted files (:mod:`docverify.intake.worker`).
"""

from __future__ import annotations

import re
import zlib
from pathlib import Path

NOTE = "arquivo_danificado"

_STREAM = re.compile(rb"stream\r?\n")
_DICTIONARY = 600
"""Bytes before a stream in which its dictionary stands, as far as it matters here."""

_OTHER = re.compile(rb"/(?:ASCII85Decode|ASCIIHexDecode|LZWDecode|A85|AHx|Crypt|Image)\b")
_BYTES = 80_000_000
_MOST_OUT = 40_000_000  # bytes looked at of a file: what a page is drawn with is text
_STEP = 1 << 20


def is_damaged(path: Path) -> bool:
    """Tell whether a compressed stream of pages, fonts or objects (ISO 32000-1, 7.4.4) does not come out whole.

    Images are left aside: what they lost is seen. So are encrypted files, whose streams nobody can look into here.

    Args:
        path: A PDF.
    """
    try:
        if path.stat().st_size > _BYTES:
            return False
        data = path.read_bytes()
    except OSError:
        return False
    if b"/Encrypt" in data:
        return False
    left = _MOST_OUT
    for match in _STREAM.finditer(data):
        if data[match.start() - 3 : match.start()] == b"end" or left <= 0:
            continue
        head = data[max(0, match.start() - _DICTIONARY) : match.start()]
        head = head[head.rfind(b"obj") + 1 :]
        if b"/FlateDecode" not in head or _OTHER.search(head):
            continue
        end = data.find(b"endstream", match.end())
        used = _whole(data[match.end() : end if end >= 0 else len(data)], left)
        if used is None:
            return True
        left -= used
    return False


def _whole(packed: bytes, most: int) -> int | None:
    """Return how many bytes come out of a stream, at most about ``most``; None where it is damaged.

    Its checksum may be missing, as some programs have it, but not be another one.
    """
    unpacker = zlib.decompressobj(-zlib.MAX_WBITS)
    check, size, rest = 1, 0, packed[2:]
    try:
        while not unpacker.eof:
            out = unpacker.decompress(rest, _STEP)
            check, size, rest = zlib.adler32(out, check), size + len(out), unpacker.unconsumed_tail
            if size >= most:
                return size
            if not out and not rest and not unpacker.eof:
                return None  # cut off
    except zlib.error:
        return None
    told = unpacker.unused_data[:4]
    return None if len(told) == 4 and int.from_bytes(told, "big") != check and told.strip() != b"" else size
