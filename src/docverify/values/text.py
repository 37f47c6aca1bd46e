"""Folding of text for comparison and for searching, without losing where each character stood."""

from __future__ import annotations

import re
import unicodedata

# Every dash, quote and blank that OCR or a word processor puts in place of the plain one.
_PLAIN = {
    **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d\u00ad", "-"),
    **dict.fromkeys("\u2018\u2019\u201a\u201b\u2032\u00b4\u0060", "'"),
    **dict.fromkeys("\u201c\u201d\u201e\u2033\u00ab\u00bb", '"'),
    **dict.fromkeys("\u00b0\u02da\u00ba", "º"),
    "\u00aa": "ª",
    "\u2044": "/",
    "\u2215": "/",
    "\u200b": " ",
    "\ufeff": " ",
}


def _fold_char(char: str) -> str:
    """Fold of one character; may be empty (a combining mark) or longer than one (a ligature).

    Ordinal marks stay marks (NFKC would turn "1º" into "1o", which reads as ten), and superscripts stay
    themselves (NFKC would turn "2026¹" into "20261").
    """
    if char < "\x80":
        return char.upper()
    if char in _PLAIN:
        return _PLAIN[char]
    category = unicodedata.category(char)
    if category == "No":
        return char
    if category in ("Mn", "Me"):
        return ""
    if category in ("Zs", "Cf"):
        return " "
    decomposed = unicodedata.normalize("NFKD", char)
    return "".join(c for c in decomposed if not unicodedata.combining(c)).upper()


class _FoldTable(dict[int, str]):
    def __missing__(self, code: int) -> str:
        folded = _fold_char(chr(code))
        self[code] = folded
        return folded


class _SameLengthTable(dict[int, str]):
    def __missing__(self, code: int) -> str:
        char = chr(code)
        folded = _fold_char(char)
        kept = folded if len(folded) == 1 else char
        self[code] = kept
        return kept


_FOLD = _FoldTable()
_SAME = _SameLengthTable()
_BLANKS = re.compile(r"\s+")


def fold(s: str) -> str:
    """NFKC, no accents, upper case, plain dashes and quotes.

    ``º``, ``°`` become ``º`` and ``ª`` stays, superscript digits stay (see the module's reason in `_fold_char`).
    The length may change; see `fold_same_length` where offsets matter.
    """
    return s.translate(_FOLD)


def fold_same_length(s: str) -> str:
    """As `fold`, but character by character, so that an offset in the result is the same offset in ``s``.

    A character whose fold is not exactly one character (ligature, combining mark) stays as it is: compose the text
    (NFC) before, where it may come decomposed.
    """
    return s.translate(_SAME)


def collapse(s: str) -> str:
    """Runs of white space become one blank; none at the ends."""
    return _BLANKS.sub(" ", s).strip()


def words(s: str) -> list[str]:
    """The folded words of a text: runs of letters and digits, punctuation dropped."""
    return _WORDS.findall(fold(s))


_WORDS = re.compile(r"[A-Z0-9]+")
