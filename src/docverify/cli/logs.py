"""Logs: on standard error, structured, never with the text of a document, identifiers of persons masked."""

from __future__ import annotations

import logging
import os
import re
import sys
from collections.abc import MutableMapping
from typing import Any

import structlog

_CPF = re.compile(r"(?<!\d)\d{3}\.?\d{3}\.?\d{3}-?\d{2}(?!\d)")
_PRIVATE = frozenset({"texto", "lido", "valor", "text", "cpf", "nome"})


def configure() -> None:
    """Send logs to standard error, warnings and above unless ``DOCVERIFY_LOG`` names another level."""
    level = logging.getLevelNamesMapping().get(os.environ.get("DOCVERIFY_LOG", "WARNING").upper(), logging.WARNING)
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            mask,
            structlog.processors.format_exc_info,
            structlog.processors.JSONRenderer(ensure_ascii=False, default=str),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.PrintLoggerFactory(file=sys.stderr),
        cache_logger_on_first_use=False,
    )
    logging.basicConfig(stream=sys.stderr, level=max(level, logging.WARNING), force=True)
    for noisy in ("pdfminer", "PIL", "rapidocr", "RapidOCR"):
        logging.getLogger(noisy).setLevel(logging.ERROR)


def mask(_: Any, __: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Mask CPFs in every value, and drop values that carry what a document says."""
    return {key: "***" if key in _PRIVATE else _masked(value) for key, value in event.items()}


def _masked(value: Any) -> Any:
    if isinstance(value, str):
        return _CPF.sub("***.***.***-**", value)
    if isinstance(value, dict):
        return {key: "***" if key in _PRIVATE else _masked(entry) for key, entry in value.items()}
    if isinstance(value, (list, tuple)):
        return [_masked(entry) for entry in value]
    return value
