"""Dossier in, report out: the corridor, then the JSON, then the report for people where one is wanted."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from docverify.intake import open_dossier
from docverify.remember import opened_files
from docverify.report import serialize
from docverify.settings import Settings
from docverify.verify import walk
from docverify.work.job import Job
from docverify.work.pages import PageImages


def produce(job: Job, settings: Settings) -> Mapping[str, Any]:
    """Verify a dossier and write its reports.

    Args:
        job: What to verify, and where a report for people goes.
        settings: Limits and the machine.

    Returns:
        The report in the contract's shape.

    Raises:
        DocverifyError: As :func:`docverify.verify.verify`, and where the report cannot be written.
    """
    with open_dossier(job.path, settings, opened_files(settings)) as intake:
        found = walk(
            intake,
            today=job.today,
            settings=settings,
            norm=job.norma,
            data_referencia=job.data_referencia,
            with_pages=job.relatorio is not None,
        )
        report = serialize.to_dict(found)
        if job.relatorio is not None:
            # imported here: most dossiers want no picture book
            from docverify.report import book

            book.write(report, PageImages(intake, found.paginas), job.relatorio)
    return report
