"""Characters that OCR takes for digits."""

from __future__ import annotations

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
