"""What names a person is masked wherever it is not needed: lists, logs, the audit chain, exports."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

CPF_MASK = "***.***.***-**"
_CPF = re.compile(r"(?<![0-9])[0-9]{3}[.\s]?[0-9]{3}[.\s]?[0-9]{3}[-\s]?[0-9]{2}(?![0-9])")


def masked(value: Any) -> Any:
    """Return a value with every CPF in its texts masked; mappings and lists are looked through.

    Args:
        value: Text, number, mapping or list; anything else comes back as it is.
    """
    if isinstance(value, str):
        return _CPF.sub(CPF_MASK, value)
    if isinstance(value, Mapping):
        return {key: masked(entry) for key, entry in value.items()}
    if isinstance(value, (list, tuple)):
        return [masked(entry) for entry in value]
    return value
