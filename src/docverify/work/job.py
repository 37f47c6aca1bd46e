"""One dossier's work as a value that travels to a child process, and what comes back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from docverify.errors import DocverifyError


@dataclass(frozen=True, slots=True)
class Job:
    """What to verify.

    Attributes:
        path: The dossier.
        today: The day of the verification.
        norma: Overrides the norm that the Ficha names.
        data_referencia: Overrides the day against which validity is judged.
        relatorio: Where to write a report for people (``.html`` or ``.pdf``), if one is wanted.
    """

    path: Path
    today: date
    norma: str | None = None
    data_referencia: date | None = None
    relatorio: Path | None = None


@dataclass(frozen=True, slots=True)
class Failure:
    """Why there is no report.

    Attributes:
        codigo: One of the contract's ``erro.codigo``.
        mensagem: One line in Portuguese.
        exit_status: Of the command line.
        detalhe: Traceback, for whoever looks for the defect; never shown unasked.
    """

    codigo: str
    mensagem: str
    exit_status: int
    detalhe: str = ""


@dataclass(frozen=True, slots=True)
class Outcome:
    """A report, or why there is none: exactly one of both."""

    report: Mapping[str, Any] | None = None
    failure: Failure | None = None


def failure_of(error: DocverifyError, detail: str = "") -> Failure:
    """Return a typed error as a failure; its message becomes one line."""
    return Failure(error.codigo, " ".join(error.mensagem.split()), error.exit_status, detail)
