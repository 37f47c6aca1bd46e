"""One child per dossier: whatever becomes of it, the parent gets an outcome and nothing is left behind."""

from __future__ import annotations

import os
import time
from datetime import date
from pathlib import Path

import pytest

from docverify.settings import Settings
from docverify.work import sandbox
from docverify.work.job import Job
from tests.unit.work import tasks

SETTINGS = Settings(dossier_timeout_s=30)


def _job(path: Path | str = "d") -> Job:
    return Job(Path(path), date(2026, 11, 30))


def _alive(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


def test_a_report_comes_back() -> None:
    assert sandbox.run(_job(), SETTINGS, tasks.good).report == {
        "versao": 1,
        "dossie": "?",
        "resultado": "aceito",
        "dia": "2026-11-30",
    }


def test_standard_output_of_the_child_is_not_ours(capfd: pytest.CaptureFixture[str]) -> None:
    assert sandbox.run(_job(), SETTINGS, tasks.noisy).report
    assert capfd.readouterr().out == ""


@pytest.mark.parametrize(
    ("task", "codigo", "status"),
    [
        (tasks.missing_ficha, "ficha_ausente", 2),
        (tasks.no_engine, "falha_do_motor", 4),
        (tasks.crash, "falha_do_motor", 4),
        (tasks.killed, "falha_do_motor", 4),
        (tasks.silent, "defeito", 70),
        (tasks.raises, "defeito", 70),
    ],
)
def test_every_end_of_a_child_has_its_code(task: sandbox.Task, codigo: str, status: int) -> None:
    outcome = sandbox.run(_job(), SETTINGS, task)
    assert outcome.report is None and outcome.failure is not None
    assert (outcome.failure.codigo, outcome.failure.exit_status) == (codigo, status)
    assert outcome.failure.mensagem and "\n" not in outcome.failure.mensagem


def test_memory_is_limited() -> None:
    limited = Settings(dossier_timeout_s=30, dossier_memory_bytes=2_000_000_000)
    outcome = sandbox.run(_job(), limited, tasks.greedy)
    assert outcome.report == {"versao": 1, "resultado": "em_analise"}


def test_a_child_that_hangs_is_stopped_with_everything_it_started(tmp_path: Path) -> None:
    told = tmp_path / "pids"
    started = time.monotonic()
    outcome = sandbox.run(_job(told), Settings(dossier_timeout_s=3), tasks.hang)
    assert time.monotonic() - started < 20
    assert outcome.failure is not None and outcome.failure.codigo == "tempo_esgotado"
    assert outcome.failure.exit_status == 4
    child, grandchild = map(int, told.read_text(encoding="ascii").split())
    deadline = time.monotonic() + 5
    while time.monotonic() < deadline and (_alive(child) or _alive(grandchild)):
        time.sleep(0.05)
    assert not _alive(child) and not _alive(grandchild)


def test_nothing_is_left_in_the_temporary_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    sandbox.run(_job(), SETTINGS, tasks.crash)
    assert [p for p in tmp_path.iterdir() if p.name.startswith("docverify-")] == []


def test_descendants_of_this_process_hold_its_children() -> None:
    pid = os.fork()
    if pid == 0:
        time.sleep(30)
        os._exit(0)
    try:
        assert pid in sandbox.descendants(os.getpid())
    finally:
        os.kill(pid, 9)
        os.waitpid(pid, 0)


def test_a_server_that_is_killed_costs_no_dossier_its_report(tmp_path: Path) -> None:
    with sandbox.Crew(SETTINGS, tasks.server_killed_once) as crew:
        for name in ("a", "b"):  # the first child of a crew, and one that has served
            outcome = crew.run(_job(tmp_path / name))
            assert outcome.report is not None and outcome.report["resultado"] == "aceito"


def test_a_child_that_cannot_be_started_is_a_failure_of_the_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise EOFError

    monkeypatch.setattr(sandbox, "_Child", refuse)
    outcome = sandbox.run(_job(), SETTINGS, tasks.good)
    assert outcome.failure is not None and outcome.failure.codigo == "falha_do_motor"
