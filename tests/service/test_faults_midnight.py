"""A dossier's day is Brasília's on which it was sent: midnight while it waits or is tried again changes nothing."""

from __future__ import annotations

import threading
from datetime import UTC, date, datetime

import pytest

from docverify.store import dossiers
from docverify.store.dossiers import Envio
from docverify.store.opening import Store
from docverify.values import brasilia
from docverify.work.attempts import Attempts
from docverify.work.scratch import Scratch
from tests.service import people
from tests.service.queue_tools import dossier_row, run_row, verdicts_of
from tests.service.test_queue_attempts import Crew

BEFORE, AFTER = datetime(2026, 12, 1, 2, 59, 59, tzinfo=UTC), datetime(2026, 12, 1, 3, 0, 0, tzinfo=UTC)
"""A second before and at midnight in Brasília, of 30 November and 1 December."""


def clock(monkeypatch: pytest.MonkeyPatch, now: datetime) -> None:
    """Let it be some time where the house asks what day it is."""

    class Stopped(datetime):
        @classmethod
        def now(cls, tz: object = None) -> datetime:  # type: ignore[override]
            return now.astimezone(tz)  # type: ignore[arg-type]

    monkeypatch.setattr(brasilia, "datetime", Stopped)


@pytest.mark.parametrize(("now", "day"), [(BEFORE, date(2026, 11, 30)), (AFTER, date(2026, 12, 1))])
def test_the_day_ends_at_brasilias_midnight(monkeypatch: pytest.MonkeyPatch, now: datetime, day: date) -> None:
    clock(monkeypatch, now)
    assert brasilia.today() == day


def test_midnight_between_sending_and_each_attempt_changes_nothing(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    actor, crew, scratch = people.user(store).actor, Crew(), Scratch(store.settings.home)
    attempts = Attempts(store, crew, scratch, threading.Event())  # type: ignore[arg-type]
    envio = Envio(ficha=b'{"cnpj": "11222333000181"}')
    try:
        clock(monkeypatch, BEFORE)
        sent = dossiers.send(store, actor, envio)
        again = {"norma": None, "data": None, "porque": None}
        clock(monkeypatch, AFTER)
        assert dossiers.send(store, actor, envio).id == sent.id, "the same content is the same dossier the next day"
        with store.database.begin() as c:
            run = c.exec_driver_sql("SELECT id FROM rodadas").scalar_one()
        attempts.verify(run, run_row(store, run).tarefa)
        later = dossiers.reprocess(store, actor, sent.id, **again)
        attempts.verify(later, run_row(store, later).tarefa)
    finally:
        scratch.close()
    assert [job.today for job in crew.jobs] == [date(2026, 11, 30)] * 2
    assert dossier_row(store, sent.id).hoje == date(2026, 11, 30)
    assert len(verdicts_of(store, sent.id)) == 2
