"""The report for people as a file: HTML or PDF by the ending of its name, written whole or not at all."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from docverify.errors import BadInputError
from docverify.report import html, pdf
from docverify.report.crops import Cropper, PageSource
from docverify.report.view import build


class ReportTargetError(BadInputError):
    """The report cannot be written where it was asked for."""


def write(report: Mapping[str, Any], pages: PageSource, target: Path) -> None:
    """Write a report with its pictures.

    Args:
        report: In the contract's shape.
        pages: Where the pages come from.
        target: Ends in ``.pdf``; anything else is HTML.

    Raises:
        ReportTargetError: The file cannot be written.
    """
    view, cropper = build(report), Cropper(pages)
    data = pdf.render(view, cropper) if target.suffix.lower() == ".pdf" else html.render(view, cropper).encode("utf-8")
    try:
        handle, name = tempfile.mkstemp(prefix=".docverify-", dir=target.parent)
        try:
            with os.fdopen(handle, "wb") as stream:
                stream.write(data)
            umask = os.umask(0)
            os.umask(umask)
            Path(name).chmod(0o666 & ~umask)
            Path(name).replace(target)
        except BaseException:
            with contextlib.suppress(OSError):
                Path(name).unlink()
            raise
    except OSError as error:
        raise ReportTargetError(f"não consigo escrever o relatório em {target}: {error.strerror}") from error
