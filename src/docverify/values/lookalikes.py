"""Characters that OCR takes for others."""

from __future__ import annotations

import re

# Only pairs that engines really confuse in print; a wide table would make every word a number.
LETTER_TO_DIGIT: dict[str, str] = {
    "O": "0",
    "o": "0",
    "Q": "0",
    "D": "0",
    "I": "1",
    "l": "1",
    "L": "1",
    "i": "1",
    "S": "5",
    "s": "5",
    "B": "8",
    "Z": "2",
    "z": "2",
    "G": "6",
    "T": "7",
}

# The safest of them, those that may stand in a date or in a number without check digits.
SAFE_LETTER_TO_DIGIT: dict[str, str] = {"O": "0", "I": "1", "L": "1", "S": "5"}


def safe_digits(s: str) -> str:
    """Replace the safest look-alikes by digits, in folded (upper-case) text."""
    return "".join(SAFE_LETTER_TO_DIGIT.get(c, c) for c in s)


_LETTERS = re.compile(r"[^\W\d_]+")


def capital_i(s: str) -> str:
    """Put a capital I where a reader saw a small L among capitals: ``TlRADENTES``, ``DOM PEDRO ll``, ``Pedro Il``."""
    return _LETTERS.sub(_capital_i, s) if "l" in s else s


def _capital_i(word: re.Match[str]) -> str:
    rest = word[0].replace("l", "")
    capitals = len(rest) >= 2 and rest.isupper()
    numeral = 2 <= len(word[0]) <= 3 and set(word[0]) <= {"I", "l"}
    return word[0].replace("l", "I") if capitals or numeral else word[0]
