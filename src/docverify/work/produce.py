"""Dossier in, report out: the corridor, then the JSON, then the report for people where one is wanted."""

from __future__ import annotations

import contextlib

from docverify.cache_owners import Owner, owned
from docverify.intake import Intake, open_dossier
from docverify.model import Verification
from docverify.reading import read_all
from docverify.remember import opened_files
from docverify.report import serialize
from docverify.settings import Settings
from docverify.verify import walk
from docverify.work import channel
from docverify.work.job import Job, Outcome
from docverify.work.pages import PageImages, draw


def produce(job: Job, settings: Settings) -> Outcome:
    """Verify a dossier and write its reports.

    Args:
        job: What to verify, and where a report for people and images of the pages go.
        settings: Limits and the machine.

    Returns:
        The report in the contract's shape, with images of the pages where they were asked for and can be made.

    Raises:
        DocverifyError: As :func:`docverify.verify.verify`, and where the report cannot be written.
    """
    channel.tell("abrindo")
    with (
        contextlib.nullcontext() if job.dono is None else owned(Owner(*job.dono)),
        open_dossier(job.path, settings, opened_files(settings)) as intake,
    ):
        if job.so_paginas and job.paginas is not None:
            pages = read_all(intake, settings, notify=lambda done, total: channel.tell("lendo", done, total)).pages
            return Outcome(report={}, pages=draw(intake, pages, job.paginas, job.lado, _drawing))
        found = walk(
            intake,
            today=job.today,
            settings=settings,
            norm=job.norma,
            data_referencia=job.data_referencia,
            with_pages=job.relatorio is not None or job.paginas is not None,
            notify=channel.tell,
        )
        report = serialize.to_dict(found)
        if job.relatorio is not None:
            # imported here: most dossiers want no picture book
            from docverify.report import book

            book.write(report, PageImages(intake, found.paginas), job.relatorio)
        if job.paginas is None:
            return Outcome(report=report)
        return _illustrated(job, settings, intake, found, Outcome(report=report))


def _illustrated(job: Job, settings: Settings, intake: Intake, found: Verification, outcome: Outcome) -> Outcome:
    """Return an outcome with its origin and images; whatever happens to these, the verdict stands."""
    from docverify.work.origin import origin

    assert job.paginas is not None
    report = outcome.report
    outcome = Outcome(report=report, origin=origin(found.decisao.norma, settings))
    channel.decided(outcome)
    try:
        pictures = draw(intake, found.paginas, job.paginas, job.lado, _drawing)
    except Exception:
        return outcome
    return Outcome(report=report, origin=outcome.origin, pages=pictures)


def _drawing(done: int, total: int) -> None:
    channel.tell("ilustrando", done, total)
