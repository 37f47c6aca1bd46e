"""Kinds of values about a person or a contact: telephone, identity card."""

from __future__ import annotations

import re

from docverify.documents.kinds import Parsed, is_empty, trimmed
from docverify.documents.patterns import Campo
from docverify.values.text import collapse, fold_same_length
from docverify.values.ufs import UFS

_PHONE = re.compile(
    r"(?<![\d.,/])(?:\+?55[ .-]?)?(?:\(?0?[1-9]\d\)?[ .-]{0,2}\n?)?(?:9[ .]?)?\d{4}[ .-]{0,2}\d{4}(?![\d/])"
    r"|(?<!\d)0[38]00[ .-]?\d{3}[ .-]?\d{3,4}(?!\d)"
)
_IDENTITY = re.compile(
    rf"(?<![A-Z])(?:(?:[A-Z]|{'|'.join(sorted(UFS))})[ -]?)?(?<![\d./])\d[\d.]{{3,13}}"
    r"(?:[ ]?-[ ]?[\dX]{1,2})?(?![\d/])"
    r"(?:[ ,/-]{1,3}[A-Z]{2,8}(?:[ /-]{1,2}\n?[A-Z]{2})?(?![A-Z]))?"
)
_LEAST = 5
"""Digits of the shortest identity number; four are a year."""
_CPF_SHAPE = re.compile(r"\d{3}\.\d{3}\.\d{3}-\d{2}")


def telefone(raw: str, campo: Campo) -> list[Parsed]:
    """Telephone number with or without area code, as printed."""
    found = []
    for match in _PHONE.finditer(fold_same_length(raw)):
        digits = sum(c.isdigit() for c in match.group())
        found.append(Parsed(collapse(match.group()), match.start(), match.end(), 1.0 if digits >= 10 else 0.85))
    return found


def identidade(raw: str, campo: Campo) -> list[Parsed]:
    """Number of an identity card with its issuer where that is printed (``12.345.678-9 SSP/SP``)."""
    start, end = trimmed(raw)
    if is_empty(raw[start:end]):
        return []
    folded = fold_same_length(raw)
    found = []
    for match in _IDENTITY.finditer(folded, start, end):
        if _CPF_SHAPE.match(match.group()) or sum(c.isdigit() for c in match.group()) < _LEAST:
            continue
        text = collapse(raw[match.start() : match.end()])
        found.append(Parsed(text, match.start(), match.end(), 0.97))
    return found[:2]
