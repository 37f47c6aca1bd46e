"""What several commands share: today's date, dates and settings from the call, in Portuguese."""

from __future__ import annotations

import os
import re
from datetime import date

from pydantic import ValidationError

from docverify.errors import BadInputError
from docverify.settings import Settings
from docverify.store.config import ServiceSettings
from docverify.values.brasilia import BRASILIA, today

__all__ = [
    "BRASILIA",
    "MAX_WORKERS",
    "PRIVATE",
    "CallError",
    "counted",
    "parse_day",
    "service_settings",
    "settings",
    "today",
    "worker_count",
]

_SECRET = ("SECRET", "URL", "TOKEN", "OPTIONS")
_TESSERACT = "DOCVERIFY_TESSERACT_CMD"
MAX_WORKERS = 256
PRIVATE = 0o077
"""Mask of what ``serve`` and ``worker`` make: scans, what was read of them and keys are nobody else's business."""

_ISO = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


class CallError(BadInputError):
    """The call cannot be used."""


def counted(count: int, one: str, many: str) -> str:
    """Return a count with its noun, as it is said in Portuguese: "1 entrada", "0 entradas"."""
    return f"{count} {one if count == 1 else many}"


def parse_day(option: str, text: str) -> date:
    """Parse a date of the call.

    Args:
        option: As it is written in the call.
        text: ``YYYY-MM-DD``, years 1900 to 2100.

    Raises:
        CallError: It is none.
    """
    if _ISO.fullmatch(text):
        try:
            found = date.fromisoformat(text)
        except ValueError:
            found = date.min
        # as in ficha.json: a slip of the keyboard must not judge papers by another millennium
        if 1900 <= found.year <= 2100:
            return found
    raise CallError(f"{option}: “{text}” não é uma data AAAA-MM-DD entre 1900 e 2100")


def worker_count(asked: int | None) -> int:
    """Return how many dossiers to verify at a time: as asked, else one per core.

    Raises:
        CallError: Less than one, or more than any machine serves.
    """
    if asked is not None and not 1 <= asked <= MAX_WORKERS:
        raise CallError(f"--workers: {asked} está fora de 1 a {MAX_WORKERS}")
    return asked or os.cpu_count() or 1


def settings() -> Settings:
    """Return the settings of the environment.

    Raises:
        CallError: A variable ``DOCVERIFY_*`` cannot be used.
    """
    if os.environ.get(_TESSERACT) is not None and not os.environ[_TESSERACT].strip():
        raise CallError(f"a variável {_TESSERACT} está vazia: ponha nela o caminho do Tesseract, ou retire-a")
    try:
        return Settings()
    except ValidationError as error:
        raise _unfit(error) from error


def service_settings() -> ServiceSettings:
    """Return the settings of the service, of the environment.

    Raises:
        CallError: A variable ``DOCVERIFY_*`` cannot be used.
    """
    try:
        return ServiceSettings()
    except ValidationError as error:
        raise _unfit(error) from error


def _unfit(error: ValidationError) -> CallError:
    first = error.errors()[0]
    name = "DOCVERIFY_" + "_".join(str(part) for part in first["loc"][:1]).upper()
    told = "" if any(word in name for word in _SECRET) else f": {first['input']!r}"
    why = f"; {first['ctx']['error']}" if first["type"] == "value_error" else ""
    return CallError(f"a variável {name} tem um valor que não serve{told}{why}")
