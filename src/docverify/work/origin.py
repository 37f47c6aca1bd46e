"""What a verdict rests on beside the dossier: the program, the settings, and the norm's data file."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from docverify.confirmation import CONFIRMATION_VERSION
from docverify.errors import DocverifyError
from docverify.norms.loader import AJUSTES, catalog, packaged_file
from docverify.reading import reading_key
from docverify.reading.read import READING_VERSION
from docverify.remember import WITHOUT_EFFECT, program_digest
from docverify.settings import Settings


def origin(norma: str, settings: Settings) -> Mapping[str, Any]:
    """Return what a verdict rests on.

    Args:
        norma: Under which it was found.
        settings: Under which it was found.

    Returns:
        ``motor``, ``configuracao`` and ``norma_versao``, JSON-able.
    """
    return {
        "motor": {
            "docverify": _version(),
            "leitura": READING_VERSION,
            "confirmacao": CONFIRMATION_VERSION,
            "leitores": _readers(settings),
            "programa": _program(),
        },
        "configuracao": settings.model_dump(mode="json", exclude=set(WITHOUT_EFFECT)),
        "norma_versao": norm_version(norma, settings),
    }


def norm_version(norma: str, settings: Settings) -> str:
    """Return the hash of a norm's data file, and of the office's settings where there are any."""
    entry = catalog(settings.norms).get(norma)
    path = packaged_file(norma) if entry is None or entry.arquivo is None else entry.arquivo
    hashed = hashlib.sha256(path.read_bytes())
    own = None if settings.norms is None else settings.norms.expanduser() / AJUSTES
    if own is not None and own.is_file():
        hashed.update(own.read_bytes())
    return hashed.hexdigest()


def _version() -> str:
    try:
        return version("docverify")
    except PackageNotFoundError:
        return "?"


def _readers(settings: Settings) -> str:
    try:
        return " ".join(str(part) for part in reading_key(settings)[:2])
    except DocverifyError:
        return "?"


def _program() -> str | None:
    try:
        return program_digest()
    except OSError:
        return None
