"""Names of files as people gave them, made safe to write down on any machine and still theirs to recognise."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

MAX_BYTES = 180
"""Of a safe name in UTF-8: file systems take 255, and the worker may put something before or behind it."""

_NAMELESS = "arquivo"
_UNFIT = re.compile(r'[<>:"|?*\\/]')
_BLANKS = re.compile(r"\s+")
_RESERVED = re.compile(r"(?i)(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)\s*(\..*)?")
_ENDING = re.compile(r"\.[A-Za-z0-9]{1,8}")
# what a dossier's folder takes for its Ficha, for noise of an operating system or for an answer key
_TAKEN_WORDS = frozenset({"ficha.json", "esperado.json", "thumbs.db", "ehthumbs.db", "desktop.ini", "__macosx", "icon"})


def safe_name(given: str) -> str:
    """Return a name that is one component of a path, prints as it is, and means nothing to any system.

    Args:
        given: As the client sent it: may hold folders, NUL, directions, anything.

    Returns:
        At most :data:`MAX_BYTES` bytes; its ending is kept. The same name comes back as it is.
    """
    last = re.split(r"[\\/]", given.replace("\0", ""))[-1]
    text = unicodedata.normalize("NFC", last.encode("utf-8", "ignore").decode("utf-8"))
    text = _BLANKS.sub(" ", "".join(" " if c in "\t\r\n" else c for c in text if c in "\t\r\n" or _shows(c)))
    text = _UNFIT.sub("_", text).strip(" ").rstrip(". ").lstrip(" ")
    if text.startswith((".", "-", "~", "=", "+", "@")):
        text = f"_{text}"
    if _RESERVED.fullmatch(text) or text.casefold() in _TAKEN_WORDS:
        text = f"_{text}"
    return _cut(text) if text.strip("_. ") else _NAMELESS


def unique(name: str, taken: Iterable[str]) -> str:
    """Return a safe name, numbered where it is taken (upper and lower case are the same name to some systems).

    Args:
        name: From :func:`safe_name`.
        taken: Names that are there.
    """
    there = {_key(other) for other in taken}
    found, number = name, 1
    while _key(found) in there:
        number += 1
        found = _numbered(name, number)
    return found


def title(given: str) -> str:
    """Return a dossier's name as it may be shown: one line of what prints, without directions; may be empty."""
    text = unicodedata.normalize("NFC", given.encode("utf-8", "ignore").decode("utf-8"))
    return _BLANKS.sub(" ", "".join(c if _shows(c) else " " for c in text)).strip()


def _shows(char: str) -> bool:
    # control, format (directions, zero width), surrogate, private use, unassigned, line and paragraph separators
    return unicodedata.category(char) not in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")


def _key(name: str) -> str:
    return unicodedata.normalize("NFKC", name).casefold()


def _parts(name: str) -> tuple[str, str]:
    stem, dot, ending = name.rpartition(".")
    return (stem, f".{ending}") if stem and _ENDING.fullmatch(dot + ending) else (name, "")


def _cut(name: str) -> str:
    stem, ending = _parts(name)
    return _shortened(stem, MAX_BYTES - len(ending)) + ending


def _numbered(name: str, number: int) -> str:
    stem, ending = _parts(name)
    tail = f" ({number}){ending}"
    return _shortened(stem, MAX_BYTES - len(tail)) + tail


def _shortened(stem: str, room: int) -> str:
    return stem.encode("utf-8")[:room].decode("utf-8", "ignore").rstrip(" .") if len(stem.encode()) > room else stem
