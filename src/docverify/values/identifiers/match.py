"""What the finders of identifiers return, and the guard that all identifiers share."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass

from docverify.values.errors import InvalidValue
from docverify.values.text import fold_same_length

# No identifier of this house is longer in print; libraries are slow or raise on giant strings (reliability notes).
MAX_CHARS = 40


@dataclass(frozen=True, slots=True)
class IdMatch:
    """An identifier found in a text.

    Attributes:
        start: offset of its first character in the text given.
        end: offset after its last character.
        lido: the characters as read.
        valor: canonical form without punctuation (as read where it is not valid).
        valido: the check digits (or, where there are none, the structure) hold.
        reparado: look-alike characters were replaced; only where exactly one replacement is valid.
        alternativas: other readings of the same characters that are valid too. Not empty means that the check digits
            could not tell them apart (0/Q and D/O never can be): compare with each, and do not call it another number
            where one of them agrees.
    """

    start: int
    end: int
    lido: str
    valor: str
    valido: bool
    reparado: bool = False
    alternativas: tuple[str, ...] = ()

    def concorda(self, valor: str) -> bool | None:
        """Whether this is the number ``valor`` (canonical form): None where the reading cannot tell them apart."""
        if self.valor == valor:
            return True
        return None if valor in self.alternativas else False


def digits(value: str, name: str, length: int) -> str:
    """Return a number without mask where it is so many digits and nothing else.

    Args:
        value: Without mask.
        name: Name of the identifier for the message.
        length: How many digits it has.

    Raises:
        InvalidValue: ``formato`` (something else than digits) or ``tamanho``.
    """
    if not value.isdigit():
        raise InvalidValue("formato", f"{name} só tem dígitos.")
    if len(value) != length:
        raise InvalidValue("tamanho", f"{name} deve ter {length} dígitos, não {len(value)}.")
    return value


def holds(validate: Callable[[str], str], number: object) -> bool:
    """Whether an identifier's ``validate`` takes a number, whatever it is; never raises."""
    try:
        validate(number)  # type: ignore[arg-type]
    except InvalidValue:
        return False
    return True


def guard(value: object, name: str, max_chars: int = MAX_CHARS) -> str:
    """Normalise an identifier's text before any library sees it: a ``str``, short, NFKC, plain ASCII.

    Args:
        value: what was given.
        name: name of the identifier for the message.
        max_chars: longest text worth looking at.

    Raises:
        InvalidValue: ``formato`` (no text, foreign characters) or ``tamanho`` (empty or too long).
    """
    if not isinstance(value, str):
        raise InvalidValue("formato", f"{name}: esperado um texto.")
    if len(value) > max_chars:
        raise InvalidValue("tamanho", f"{name}: texto longo demais.")
    # A superscript would become an ordinary digit: "3²" is not 32.
    if any(unicodedata.category(c) == "No" for c in value):
        raise InvalidValue("formato", f"{name}: contém caractere que não é dígito comum.")
    text = unicodedata.normalize("NFKC", value)
    for dash in "\u2010\u2011\u2012\u2013\u2014\u2212":
        text = text.replace(dash, "-")
    text = text.strip()
    if not text:
        raise InvalidValue("tamanho", f"{name}: vazio.")
    if not text.isascii():
        raise InvalidValue("formato", f"{name}: contém caractere estranho.")
    return text


def labelled(text: str, start: int, label: re.Pattern[str], reach: int = 40) -> bool:
    """Whether a label stands in the ``reach`` characters before ``start`` (folded before matching)."""
    return label.search(fold_same_length(text[max(0, start - reach) : start])) is not None
