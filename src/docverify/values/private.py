"""What names a person is masked wherever it is not needed: lists, logs, the audit chain, exports.

What counts as a CPF, and what does not:

- eleven figures punctuated as a CPF (``529.982.247-25``, letters that OCR takes for figures among them): always, since
  a misread figure still gives the person away, and glued to anything (``CPF529.982.247-2512/03/2020``);
- eleven figures with or without other separators whose check digits hold, or which the word CPF stands before. Of
  other numbers of eleven figures (telephones, NIRE, protocols) one in a hundred passes by chance and is masked too: the
  error that harms nobody;
- not: numbers with more figures (a CNPJ has fourteen), and what stands inside a UUID or a hash.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from docverify.values.identifiers import cpf

CPF_MASK = "***.***.***-**"

_UNSEEN = "\u00ad\u200b-\u200f\u2060\ufeff"  # separators that nobody sees
_DASH = "\\-\u2010-\u2015\u2212"
_GAP = rf"[\s.,·/{_DASH}{_UNSEEN}]{{0,3}}"
_FIGURE = r"[\dOoQDIlLiSsBZz]"
_POINT = rf"[\s{_UNSEEN}]?[.,][\s{_UNSEEN}]?"
_PATTERN = re.compile(
    r"(?P<id>(?<![0-9A-Fa-f])(?:[0-9A-Fa-f]{8}-(?:[0-9A-Fa-f]{4}-){3}[0-9A-Fa-f]{12}|[0-9A-Fa-f]{32,})(?![0-9A-Fa-f]))"
    rf"|(?P<shaped>{_FIGURE}{{3}}{_POINT}{_FIGURE}{{3}}{_POINT}{_FIGURE}{{3}}"
    rf"[\s{_UNSEEN}]?[{_DASH}][\s{_UNSEEN}]?{_FIGURE}{{2}})"
    rf"|(?P<bare>(?<!\d)\d{{3}}{_GAP}\d{{3}}{_GAP}\d{{3}}{_GAP}\d{{2}}(?!\d))"
)
_LABEL = re.compile(r"(?:CPF|C\.P\.F\.?|CIC)[^0-9A-Za-z]{0,12}(?:n[^0-9A-Za-z]{0,4}|n[uú]mero\W{0,3})?$", re.IGNORECASE)
_LABEL_REACH = 30
_CERTAIN = 7  # of eleven places that are figures
_KEYS = frozenset({"cpf"})


def masked(value: Any) -> Any:
    """Return a value with every CPF in its texts masked; mappings (keys too), lists and sets are looked through.

    Args:
        value: Text, number, mapping or list; anything else comes back as it is. What stands under a key ``cpf`` is
            masked whatever it is.
    """
    if isinstance(value, str):
        return _PATTERN.sub(_replacement, value)
    if isinstance(value, Mapping):
        return {masked(key): _under(key, entry) for key, entry in value.items()}
    if isinstance(value, (list, tuple, set, frozenset)):
        return [masked(entry) for entry in value]
    return value


def _under(key: object, value: Any) -> Any:
    if isinstance(key, str) and key.casefold() in _KEYS and value not in (None, ""):
        return CPF_MASK
    return masked(value)


def _replacement(found: re.Match[str]) -> str:
    text = found.group()
    if found["id"] is not None:
        return text
    if found["shaped"] is not None:
        return CPF_MASK if sum(c.isdigit() for c in text) >= _CERTAIN else text
    # figures of other scripts are figures too
    number = "".join(str(int(c)) for c in text if c.isdecimal())
    before = found.string[max(0, found.start() - _LABEL_REACH) : found.start()]
    return CPF_MASK if cpf.is_valid(number) or _LABEL.search(before) else text
