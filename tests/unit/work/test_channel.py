"""What a child says while it works, and what becomes of a verdict that was said before the end."""

from __future__ import annotations

import os
import time
from datetime import date
from pathlib import Path

import pytest

from docverify.errors import EngineError
from docverify.settings import Settings
from docverify.work import child, sandbox
from docverify.work.channel import Step
from docverify.work.job import Job, Outcome, failure_of
from docverify.work.scratch import Scratch, root
from tests.unit.work import tasks


def _job(name: str) -> Job:
    return Job(Path(name), date(2026, 11, 30))


def _crew(seconds: float = 30) -> sandbox.Crew:
    return sandbox.Crew(Settings(dossier_timeout_s=seconds), tasks.telling)


def test_who_listens_hears_each_step_in_order() -> None:
    heard: list[Step] = []

    def listen(step: Step | None) -> bool:
        if step is not None:
            heard.append(step)
        return True

    with _crew() as crew:
        crew.warm()
        assert len(crew._idle) == 1
        outcome = crew.run(_job("d"), listen)
        assert outcome.report is not None and outcome.report["ilustrado"]
        assert heard == [*(Step("lendo", page, 3) for page in range(3)), Step("ilustrando", 0, 3)]
        assert crew.run(_job("d")).report == outcome.report, "nobody need listen"
        assert len(crew._idle) == 1


@pytest.mark.parametrize("name", ["cai", "demora"])
def test_a_verdict_that_was_said_outlives_its_child(name: str) -> None:
    with _crew(1.5) as crew:
        outcome = crew.run(_job(name), lambda _: True)
        assert outcome.report == {"versao": 1, "dossie": name, "resultado": "aceito"}
        assert crew._idle == []


def test_who_listens_can_stop_a_child_at_once_and_no_other_is_started() -> None:
    started = time.monotonic()
    with _crew() as crew:
        assert crew.run(_job("d")).report is not None  # the next child is not fresh
        asked = 0

        def stop(step: Step | None) -> bool:
            nonlocal asked
            asked += 1
            return step is None or step.etapa != "ilustrando"

        outcome = crew.run(_job("sem_veredito"), stop)
        assert outcome.failure is not None and outcome.failure.codigo == "falha_do_motor"
        assert asked <= 5
        assert crew._idle == [] and crew._busy == set()
    assert time.monotonic() - started < 20


def test_a_silent_child_is_asked_about_now_and_then(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sandbox, "_TICK_S", 0.05)
    ticks = 0

    def listen(step: Step | None) -> bool:
        nonlocal ticks
        ticks += step is None
        return ticks < 5

    with _crew() as crew:
        assert crew.run(_job("sem_veredito"), listen).failure is not None
    assert ticks == 5


@pytest.mark.parametrize(
    ("outcome", "blamed"),
    [
        (Outcome(failure=failure_of(EngineError("x"))), True),
        (Outcome(report={"avisos": [{"codigo": "arquivo_ilegivel"}]}), True),
        (Outcome(report={"avisos": [{"codigo": "pdf_protegido"}]}), False),
    ],
)
def test_without_room_no_failure_and_no_unread_file_is_the_dossiers_fault(
    outcome: Outcome, blamed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(child, "_worked", lambda *_: outcome)
    assert child.work(_job("d"), Settings()) is outcome
    monkeypatch.setattr(child, "has_room", lambda _: False)
    found = child.work(_job("d"), Settings())
    assert (found.failure is not None and found.failure.sem_espaco) is blamed
    assert blamed or found is outcome


@pytest.mark.parametrize("deep", ["", "/".join(["pasta" * 8] * 4)])
def test_the_folder_of_a_worker_that_is_gone_is_swept_and_no_other(tmp_path: Path, deep: str) -> None:
    home = tmp_path / deep
    one, gone = Scratch(home), Scratch(home)
    (gone.folder / "resto").write_text("x")
    assert one.sweep() == 0
    os.close(gone._handle)  # as the system does at its death
    assert one.sweep() == 1
    assert not gone.folder.exists() and one.folder.exists()
    assert one.room(1000) and not one.room(10**18)
    one.close()
    assert not root(home).exists()
    assert len(str(root(home))) < 75
