"""One dossier's work as a value that travels to a child process, and what comes back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
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
        paginas: Folder for images of the pages, upright, if they are wanted; then the outcome has an origin too.
        lado: Longer side of these images at most, in pixels.
        so_paginas: Nothing but the images is wanted.
        dono: Ids of entity and dossier whose entries in the page cache are made and used; None: nobody's.
    """

    path: Path
    today: date
    norma: str | None = None
    data_referencia: date | None = None
    relatorio: Path | None = None
    paginas: Path | None = None
    lado: int = 1800
    so_paginas: bool = False
    dono: tuple[str, str] | None = None


@dataclass(frozen=True, slots=True)
class Failure:
    """Why there is no report.

    Attributes:
        codigo: One of the contract's ``erro.codigo``.
        mensagem: One line in Portuguese.
        exit_status: Of the command line.
        detalhe: Traceback, for whoever looks for the defect; never shown unasked.
        sem_espaco: There was no room for temporary files: nothing that is said here is the dossier's fault.
    """

    codigo: str
    mensagem: str
    exit_status: int
    detalhe: str = ""
    sem_espaco: bool = False


@dataclass(frozen=True, slots=True)
class PageImage:
    """The image of a page in a file of this machine.

    Attributes:
        arquivo: As the report names it.
        numero: From 1.
        largura: Pixels.
        altura: Pixels.
        path: A JPEG.
    """

    arquivo: str
    numero: int
    largura: int
    altura: int
    path: Path


@dataclass(frozen=True, slots=True)
class Outcome:
    """A report, or why there is none: exactly one of both.

    Attributes:
        report: In the contract's shape; empty where only images were wanted.
        failure: Why there is none.
        origin: ``motor``, ``configuracao`` and ``norma_versao`` of the report, where images were asked for.
        pages: Images of its pages, as far as they can be shown; none where drawing failed.
    """

    report: Mapping[str, Any] | None = None
    failure: Failure | None = None
    origin: Mapping[str, Any] = field(default_factory=dict)
    pages: tuple[PageImage, ...] = ()


def failure_of(error: DocverifyError, detail: str = "") -> Failure:
    """Return a typed error as a failure; its message becomes one line."""
    return Failure(error.codigo, " ".join(error.mensagem.split()), error.exit_status, detail)
