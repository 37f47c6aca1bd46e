"""Earlier revisions that a PDF carries: who changes a file "incrementally" leaves what it was before in it.

A program that signs, fills a form or adds a note does the same, so that a revision alone says nothing: what counts is
whether print that was there is no longer (``reading.revised``).
"""

from __future__ import annotations

import mmap
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from docverify.intake.sources import RawPage

_END = b"%%EOF"
_MAX_ENDS = 200
_MAX_BYTES = 40_000_000
"""Of a first revision: it is copied for each page that is looked at."""
_LEAST = 300
"""Bytes of the smallest file that has a page."""


def first_revision_end(path: Path) -> int | None:
    """Return where the first revision of a PDF ends, None where it has no later one.

    A file laid out for the web ("linearized") ends twice without having been changed.

    Args:
        path: The file; what is wrong with it is not judged here.
    """
    try:
        state = path.stat()
    except OSError:
        return None
    return _first_end(path, state.st_size, state.st_mtime_ns)


@lru_cache(maxsize=64)
def _first_end(path: Path, _size: int, _changed: int) -> int | None:
    try:
        with path.open("rb") as stream, mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ) as data:
            ends: list[int] = []
            at = data.find(_END)
            while at >= 0 and len(ends) < _MAX_ENDS:
                ends.append(at + len(_END))
                at = data.find(_END, at + len(_END))
            if b"/Linearized" in data[:2048]:
                ends = ends[1:]
    except (OSError, ValueError):
        return None
    return ends[0] if len(ends) > 1 and _LEAST <= ends[0] <= _MAX_BYTES else None


@contextmanager
def first_revision(raw: RawPage) -> Iterator[RawPage | None]:
    """Give the same page of the file's first revision, None where there is none.

    Args:
        raw: A page of a PDF. The revision may lack it, or not open: drawing it says so.
    """
    end = first_revision_end(raw.path) if raw.kind == "pdf" else None
    if end is None:
        yield None
        return
    with tempfile.NamedTemporaryFile(prefix="docverify-revisao-", suffix=".pdf") as copy:
        with raw.path.open("rb") as stream:
            left = end
            while left > 0 and (chunk := stream.read(min(left, 1 << 20))):
                copy.write(chunk)
                left -= len(chunk)
        copy.write(b"\n")
        copy.flush()
        yield replace(raw, path=Path(copy.name))
