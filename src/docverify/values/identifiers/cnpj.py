"""CNPJ, numeric and alphanumeric.

Source: IN RFB 2.119/2022 as altered by IN RFB 2.229/2024 and its rectification (DOU 25.10.2024): each character counts
``ord(c) - 48``, weights 2 to 9 from the right. The check digits are computed by python-stdnum.
A valid check digit is no proof: 0/Q and D/O have the same weight, and 0.03 % of single wrong digits pass.
"""

from __future__ import annotations

import itertools
import re

from stdnum.br import cnpj as _stdnum  # type: ignore[import-untyped,unused-ignore]
from stdnum.exceptions import ValidationError

from docverify.values.errors import InvalidValue
from docverify.values.identifiers.match import IdMatch, guard, holds, labelled
from docverify.values.lookalikes import LETTER_TO_DIGIT

LENGTH = 14
_SHAPE = re.compile(r"[0-9A-Z]{12}[0-9]{2}")
_NAME = "CNPJ"


def compact(number: str) -> str:
    """The characters without mask, upper case; nothing is checked but what `guard` checks.

    Raises:
        InvalidValue: not a short ASCII text.
    """
    return re.sub(r"[\s.,/\-]+", "", guard(number, _NAME)).upper()


def validate(number: str) -> str:
    """The canonical form (14 characters) of a CNPJ.

    Raises:
        InvalidValue: ``tamanho``, ``formato`` or ``digito``.
    """
    value = compact(number)
    if len(value) != LENGTH:
        raise InvalidValue("tamanho", f"CNPJ deve ter 14 caracteres, não {len(value)}.")
    if not _SHAPE.fullmatch(value):
        raise InvalidValue("formato", "CNPJ tem letras e dígitos, e termina em dois dígitos.")
    if len(set(value[:12])) == 1 and value[0] == "0":
        raise InvalidValue("formato", "CNPJ só de zeros.")
    if not _checks(value):
        raise InvalidValue("digito", "Os dígitos verificadores do CNPJ não conferem.")
    return value


def is_valid(number: object) -> bool:
    """Whether ``number`` is a CNPJ with holding check digits; never raises."""
    return holds(validate, number)


def format(number: str) -> str:
    """The printed form ``XX.XXX.XXX/XXXX-DD``.

    Raises:
        InvalidValue: not 14 characters (check digits are not asked for).
    """
    v = compact(number)
    if len(v) != LENGTH:
        raise InvalidValue("tamanho", f"CNPJ deve ter 14 caracteres, não {len(v)}.")
    return f"{v[:2]}.{v[2:5]}.{v[5:8]}/{v[8:12]}-{v[12:]}"


def raiz(number: str) -> str:
    """The first 8 characters: the company, whatever the establishment."""
    return compact(number)[:8]


def _checks(value: str) -> bool:
    try:
        return str(_stdnum.validate(value)) == value
    except (ValidationError, ValueError):
        return False


# One character of a CNPJ as OCR may give it: digits, capitals, and the small letters that are taken for digits.
_CHAR = "[0-9A-Zlosizbg]"
# A line may break behind a mark of the mask ("0001-" at the end of a line), never between bare digits.
_SEP = r"[ \t\u00a0]{0,2}(?:[.,/\\\-\u2010-\u2015·][ \t\u00a0]{0,2}\n?[ \t\u00a0]{0,2})?"
# A lookahead, so that every start is tried; 14 fixed steps of bounded separators keep it linear.
_CANDIDATE = re.compile(
    rf"(?<![0-9])(?<![0-9][.\-])(?=({_CHAR}(?:{_SEP}{_CHAR}){{11}}{_SEP}[0-9OoQDIlLiSsBZzGT]{_SEP}[0-9OoQDIlLiSsBZzGT]))"
)
_GAP = re.compile(_SEP)
_LABEL = re.compile(r"\b(CNPJ|CGC|C\.N\.P\.J|C\.G\.C|INSCRICAO)\b")
_GROUPS = (2, 5, 8, 12)
_HEX_TAIL = re.compile(r"[ ]?[.\-/\u2013][ ]?[0-9]|[0-9]")
# Fewer digits than this are a word or a code, unless the whole mask stands there.
_MIN_DIGITS = 6
_ENOUGH_DIGITS = re.compile(rf"(?:[^0-9]*[0-9]){{{_MIN_DIGITS}}}")
_FULL_MASK = re.compile(r"\w{2}\.\w{3}\.\w{3}/\w{4}-[0-9]{2}")


def find_cnpjs(text: str) -> list[IdMatch]:
    """CNPJ-shaped things in OCR text, in reading order, not overlapping.

    Takes masks with broken or missing separators, blanks inside, look-alike letters, alphanumeric numbers, and bare
    runs of 14 digits (those only with holding check digits, or after a label). Never takes a part of a longer run of
    digits, nor a code in groups of four. A number read clean, all digits, is never repaired.
    """
    if not isinstance(text, str):
        return []
    found: list[IdMatch] = []
    last_end = 0
    for hit in _CANDIDATE.finditer(text):
        start = hit.start()
        if start < last_end:
            continue
        match = _judge(text, start, hit.group(1))
        if match is not None:
            found.append(match)
            last_end = match.end
    return found


def _judge(text: str, start: int, raw: str) -> IdMatch | None:
    """Decide whether a candidate has the shape of a CNPJ, and read it."""
    full = _FULL_MASK.fullmatch(raw) is not None
    if not full and _ENOUGH_DIGITS.match(raw) is None:
        return None
    chars, gaps = _split(raw)
    end = start + len(raw)
    punctuation = {i: g.strip() for i, g in gaps.items() if g.strip()}
    if any(i not in _GROUPS for i in punctuation):
        return None
    stray = [i for i in gaps if i not in _GROUPS]
    if len(stray) > 2:
        return None
    masked = len(punctuation)
    slash = punctuation.get(8, "") in ("/", "\\")
    following = text[end : end + 3]
    if _HEX_TAIL.match(following):
        return None
    before = text[start - 1] if start else " "
    if (following[:1].isalnum() or before.isalnum()) and masked < 3:
        return None
    if before in "./-" and start >= 2 and text[start - 2].isalnum() and masked < 3:
        return None
    label = labelled(text, start, _LABEL)
    as_read = "".join(chars)
    letters = [c for c in chars if not c.isdigit()]
    strong = masked >= 3 or (masked >= 2 and slash)
    match = _read(start, end, text[start:end], as_read)
    if not match.valido and not _SHAPE.fullmatch(match.valor):
        return None  # "40.105.552-8 SSP/GO": letters where only check digits can stand
    if strong:
        if letters and not match.valido and not _plausible(chars, masked):
            return None
        return match
    if masked or all(i in gaps for i in _GROUPS):  # some mask is left, or blanks stand in its place
        return match if match.valido or (label and not letters) else None
    if stray:
        return match if match.valido and label else None
    if letters:  # fourteen characters in a row with letters are a code unless the paper says CNPJ
        return match if match.valido and label and as_read.upper() == as_read else None
    return match if match.valido or label else None


def _split(raw: str) -> tuple[list[str], dict[int, str]]:
    """Characters of a candidate, and the separator found before each index."""
    chars: list[str] = []
    gaps: dict[int, str] = {}
    pos = 0
    while pos < len(raw):
        gap = _GAP.match(raw, pos)
        if gap is not None and gap.end() > pos:
            gaps[len(chars)] = gap.group()
            pos = gap.end()
            continue
        chars.append(raw[pos])
        pos += 1
    return chars, gaps


def _plausible(chars: list[str], masked: int) -> bool:
    """Whether an invalid reading with letters still looks like a misread CNPJ rather than a word or a code."""
    digits = sum(c.isdigit() for c in chars)
    return digits >= 10 or (masked == 4 and digits >= _MIN_DIGITS)


def _read(start: int, end: int, lido: str, as_read: str) -> IdMatch:
    """Read the 14 characters: as printed where that holds, by look-alikes where exactly one reading holds."""
    if as_read.isdigit():
        return IdMatch(start, end, lido, as_read, is_valid(as_read))
    printed = as_read if as_read.upper() == as_read else ""  # small letters are never part of a CNPJ as issued
    readings = _readings(as_read)
    valid = [r for r in readings if is_valid(r)]
    if printed and printed in valid:
        return IdMatch(start, end, lido, printed, True, False, tuple(r for r in valid if r != printed))
    if len(valid) == 1:
        return IdMatch(start, end, lido, valid[0], True, True)
    return IdMatch(start, end, lido, as_read.upper(), False, False, tuple(valid))


def _readings(as_read: str) -> list[str]:
    """Every reading of the letters as themselves or as the digit they look like (at most 2**8)."""
    choices: list[tuple[str, ...]] = []
    doubtful = 0
    for i, char in enumerate(as_read):
        digit = LETTER_TO_DIGIT.get(char)
        if char.isdigit():
            choices.append((char,))
        elif i >= 12:
            choices.append((digit,) if digit else (char.upper(),))
        elif digit is None:
            choices.append((char.upper(),))
        else:
            doubtful += 1
            choices.append((digit, char.upper()) if doubtful <= 8 and char.isupper() else (digit,))
    return sorted({"".join(c) for c in itertools.product(*choices)} | {as_read.upper()})
