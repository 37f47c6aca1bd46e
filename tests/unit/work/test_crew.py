"""Children that verify one dossier after the other: nothing of one dossier reaches the next."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from docverify.settings import Settings
from docverify.work import sandbox
from docverify.work.job import Job, Outcome
from tests.unit.work import tasks

SETTINGS = Settings(dossier_timeout_s=30)


def _job(name: str = "d") -> Job:
    return Job(Path(name), date(2026, 11, 30))


def _report(outcome: Outcome) -> dict:
    assert outcome.report is not None, outcome.failure
    return dict(outcome.report)


def _gone(pid: int) -> bool:
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline:
        try:
            state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
        except OSError:
            return True
        if state == "Z":
            return True
        time.sleep(0.02)
    return False


@pytest.fixture
def crew() -> Iterator[sandbox.Crew]:
    with sandbox.Crew(SETTINGS, tasks.who) as opened:
        yield opened


def test_one_child_serves_many_each_with_a_folder_of_its_own(crew: sandbox.Crew) -> None:
    reports = [_report(crew.run(_job(name))) for name in "abc"]
    assert len({r["pid"] for r in reports}) == 1
    assert reports[2]["antes"] == ["a", "b"]
    assert len({r["pasta"] for r in reports}) == 3
    assert not any(r["resto"] for r in reports)
    assert not any(Path(r["pasta"]).exists() for r in reports)


def test_children_end_with_the_crew() -> None:
    with sandbox.Crew(SETTINGS, tasks.who) as crew:
        pid = _report(crew.run(_job()))["pid"]
        assert Path(f"/proc/{pid}").exists()
    assert _gone(pid)


def test_two_at_a_time_are_two_children() -> None:
    with sandbox.Crew(SETTINGS, tasks.slow) as crew:
        results: list[Outcome] = []
        threads = [threading.Thread(target=lambda: results.append(crew.run(_job()))) for _ in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(results) == 2 and all(r.report for r in results)
        assert len(crew._idle) == 2


def test_a_child_is_replaced_after_long_service(crew: sandbox.Crew, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sandbox, "MAX_SERVED", 2)
    pids = [_report(crew.run(_job()))["pid"] for _ in range(5)]
    assert [pids.index(pid) for pid in pids] == [0, 0, 2, 2, 4]
    assert _gone(pids[0])


def test_a_child_that_has_grown_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sandbox, "MAX_RESIDENT", 400_000_000)
    with sandbox.Crew(SETTINGS, tasks.grows) as crew:
        served = [len(_report(crew.run(_job()))["antes"]) for _ in range(6)]
    assert served[1] == 1 and served.count(0) >= 2


def test_a_child_that_leaves_something_running_is_replaced_and_what_it_left_ended() -> None:
    with sandbox.Crew(SETTINGS, tasks.leaves) as crew:
        first, second = (_report(crew.run(_job())) for _ in range(2))
        assert first["pid"] != second["pid"]
        assert _gone(first["neto"]) and _gone(second["neto"])


@pytest.mark.parametrize("name", ["cai", "motor", "defeito", "calado"])
def test_what_fails_after_others_has_its_say_in_a_fresh_child(name: str) -> None:
    with sandbox.Crew(SETTINGS, tasks.spoiled) as crew:
        first = _report(crew.run(_job("primeiro")))
        second = _report(crew.run(_job(name)))
    assert second["antes"] == [] and second["pid"] != first["pid"]


def test_what_fails_in_a_fresh_child_fails() -> None:
    with sandbox.Crew(SETTINGS, tasks.crash) as crew:
        outcome = crew.run(_job())
    assert outcome.failure is not None and outcome.failure.codigo == "falha_do_motor"


def test_bad_input_is_not_tried_again_and_keeps_its_child() -> None:
    with sandbox.Crew(SETTINGS, tasks.spoiled) as crew:
        crew.run(_job("primeiro"))
        outcome = crew.run(_job("ficha"))
        assert outcome.failure is not None and outcome.failure.codigo == "ficha_ausente"
        assert len(crew._idle) == 1 and crew._idle[0].served == 2


def test_a_hang_is_one_dossiers_and_the_next_has_a_new_child(tmp_path: Path) -> None:
    with sandbox.Crew(Settings(dossier_timeout_s=4), tasks.good_then_hang) as crew:
        assert crew.run(_job("primeiro")).report
        told = tmp_path / "pids"
        outcome = crew.run(Job(told, date(2026, 11, 30)))
        assert outcome.failure is not None and outcome.failure.codigo == "tempo_esgotado"
        assert all(_gone(int(pid)) for pid in told.read_text().split())
        assert crew.run(_job("terceiro")).report


def test_closing_ends_those_at_work(tmp_path: Path) -> None:
    crew = sandbox.Crew(SETTINGS, tasks.hang)
    told = tmp_path / "pids"
    results: list[Outcome] = []
    thread = threading.Thread(target=lambda: results.append(crew.run(Job(told, date(2026, 11, 30)))))
    thread.start()
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline and not (told.exists() and told.read_text().count(" ")):
        time.sleep(0.05)
    crew.close()
    thread.join(15)
    assert not thread.is_alive() and results[0].failure is not None
    assert all(_gone(int(pid)) for pid in told.read_text().split())
