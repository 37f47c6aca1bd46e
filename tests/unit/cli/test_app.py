"""Exit statuses and the one line on standard error, whatever goes wrong."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from datetime import date
from pathlib import Path

import pytest

from docverify.cli import app, doctor, logs, options
from docverify.errors import EngineMissingError, UnreadableFileError
from docverify.report import serialize
from docverify.settings import Settings
from docverify.work import sandbox
from docverify.work.job import Failure, Job, Outcome
from tests.signed_files import folder_with, root
from tests.unit.report.made import verification


@pytest.fixture
def jobs(monkeypatch: pytest.MonkeyPatch) -> list[Job]:
    """Answer every job with a rejected report; keep the jobs."""
    seen: list[Job] = []

    def fake(job: Job, _: Settings, __: object = None) -> Outcome:
        seen.append(job)
        return Outcome(report=serialize.to_dict(verification()))

    monkeypatch.setattr(sandbox, "run", fake)
    return seen


def _answer(monkeypatch: pytest.MonkeyPatch, outcome: Outcome) -> None:
    monkeypatch.setattr(sandbox, "run", lambda *_: outcome)


def _one_line(text: str) -> str:
    assert text.count("\n") == 1 and text.startswith("docverify: "), text
    return text


@pytest.mark.parametrize(("resultado", "status"), [("aceito", 0), ("rejeitado", 1), ("em_analise", 3)])
def test_the_result_is_the_exit_status(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], resultado: str, status: int
) -> None:
    report = {**serialize.to_dict(verification()), "resultado": resultado}
    _answer(monkeypatch, Outcome(report=report))
    assert app.run(["verify", "d", "--json"]) == status
    out, err = capfd.readouterr()
    assert json.loads(out) == report and err == ""


def test_without_json_the_summary_is_printed(jobs: list[Job], capfd: pytest.CaptureFixture[str]) -> None:
    assert app.run(["verify", "d"]) == 1
    assert capfd.readouterr().out.startswith("REJEITADO")


def test_a_reader_who_is_gone_is_no_rejection(tmp_path: Path) -> None:
    # through a real pipe that nobody reads: the library would leave with 1, which says that a dossier was rejected
    call = "from docverify.cli.app import run; import sys; sys.exit(run(['norms', 'show', 'GLP297']))"
    reading, writing = os.pipe()
    os.close(reading)
    try:
        done = subprocess.run([sys.executable, "-c", call], stdout=writing, stderr=subprocess.PIPE, timeout=60)
    finally:
        os.close(writing)
    assert (done.returncode, done.stderr) == (4, b"")


@pytest.mark.parametrize(
    ("redirection", "encoding", "status"),
    [(">&-", "utf-8", 4), ("2>&-", "utf-8", 0), (">/dev/null", "ascii", 0), (">/dev/full", "utf-8", 4)],
)
def test_whatever_the_streams_are_the_status_is_of_the_contract(redirection: str, encoding: str, status: int) -> None:
    call = f'"{sys.executable}" -m docverify norms list {redirection}'
    environment = {**os.environ, "PYTHONIOENCODING": encoding}
    done = subprocess.run(["/bin/sh", "-c", call], capture_output=True, env=environment, timeout=60)
    assert done.returncode == status, done.stderr
    assert done.stderr.count(b"\n") == (status != 0)


def test_options_reach_the_job(jobs: list[Job], tmp_path: Path) -> None:
    target = tmp_path / "r.html"
    app.run(["verify", "d", "--json", "--norm", "GLP297", "--date", "2026-01-31", "--report", str(target)])
    assert jobs == [Job(Path("d"), options.today(), "GLP297", date(2026, 1, 31), target)]


@pytest.mark.parametrize(
    "call",
    [
        ["verify"],
        ["verify", "", "--json"],
        ["verify", "d", "--nada"],
        ["verify", "d", "e"],
        ["verify", "d", "--date"],
        ["verify", "d", "--date", "31/01/2026"],
        ["verify", "d", "--date", "2026-02-30"],
        ["verify", "d", "--date", "20260130"],
        ["verify", "d", "--date", "0202-01-30"],
        ["verify", "d", "--report", "r.doc"],
        ["verify", "d", "--report", "/nao/existe/r.html"],
        ["batch", "d"],
        ["batch", "d", "--output", "x", "--workers", "0"],
        ["batch", "d", "--output", "x", "--workers", "dois"],
        ["nada"],
        [],
        ["norms", "nada"],
        ["norms", "show", "NADA"],
        ["eval", "/nao/existe"],
    ],
)
def test_a_call_that_cannot_be_used_is_2_with_one_line_in_portuguese(
    jobs: list[Job], capfd: pytest.CaptureFixture[str], call: list[str]
) -> None:
    assert app.run(call) == 2
    out, err = capfd.readouterr()
    assert out == "" or call == []
    _one_line(err)
    for english in ("Missing", "No such", "Invalid", "Usage", "unexpected", "is not a valid"):
        assert english not in err
    assert jobs == []


@pytest.mark.parametrize(("codigo", "status"), [("ficha_ausente", 2), ("tempo_esgotado", 4), ("defeito", 70)])
def test_a_failure_has_its_status_one_line_and_no_traceback(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], codigo: str, status: int
) -> None:
    monkeypatch.delenv("DOCVERIFY_DEBUG", raising=False)
    _answer(monkeypatch, Outcome(failure=Failure(codigo, "por isto", status, "Traceback ...")))
    assert app.run(["verify", "d", "--json"]) == status
    out, err = capfd.readouterr()
    assert out == "" and _one_line(err) == "docverify: por isto\n"


def test_debug_shows_the_traceback(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("DOCVERIFY_DEBUG", "1")
    _answer(monkeypatch, Outcome(failure=Failure("defeito", "por isto", 70, "Traceback ...")))
    assert app.run(["verify", "d"]) == 70
    assert "Traceback" in capfd.readouterr().err


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (UnreadableFileError("não leio"), 2),
        (EngineMissingError("instale"), 4),
        (MemoryError(), 4),
        (KeyboardInterrupt(), 4),
        (OSError(28, "No space left on device"), 4),
        (ZeroDivisionError("segredo do documento"), 70),
        (RecursionError(), 70),
    ],
)
def test_every_exception_has_its_status(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], error: BaseException, status: int
) -> None:
    def fails(*_: object) -> Outcome:
        raise error

    monkeypatch.delenv("DOCVERIFY_DEBUG", raising=False)
    monkeypatch.setattr(sandbox, "run", fails)
    assert app.run(["verify", "d"]) == status
    err = _one_line(capfd.readouterr().err)
    assert "segredo" not in err


def test_a_setting_that_cannot_be_used_is_named(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DOCVERIFY_RENDER_DPI", "muito")
    assert app.run(["verify", "d"]) == 2
    assert "DOCVERIFY_RENDER_DPI" in _one_line(capfd.readouterr().err)


def test_a_batch_runs_without_saying_how_many_at_a_time(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "s").mkdir()
    assert app.run(["batch", str(tmp_path / "s"), "--output", str(tmp_path / "o.jsonl")]) == 0
    assert capfd.readouterr() == ("", "")


def test_version_and_help(capfd: pytest.CaptureFixture[str]) -> None:
    assert app.run(["version"]) == 0
    assert capfd.readouterr().out.startswith("docverify ")
    assert app.run(["--help"]) == 0
    out = capfd.readouterr().out
    for command in ("verify", "batch", "eval", "norms", "doctor", "version"):
        assert command in out


@pytest.mark.parametrize("call", [[], ["verify"], ["batch"], ["eval"], ["norms"], ["norms", "show"]])
def test_help_is_portuguese(call: list[str], capfd: pytest.CaptureFixture[str]) -> None:
    assert app.run([*call, "--help"]) == 0
    out = capfd.readouterr().out
    assert out.startswith("Uso: docverify") and "Mostra esta ajuda" in out
    assert not [
        w for w in ("Usage", "Options", "OPTIONS", "Arguments", "Commands", "required", "Show this") if w in out
    ]


def test_norms_are_listed_shown_and_checked(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert app.run(["norms", "list"]) == 0
    assert "GLP297" in capfd.readouterr().out
    assert app.run(["norms", "show", "GLP297"]) == 0
    out = capfd.readouterr().out
    assert "GLP-06" in out and "art. 6º" in out and "inferência" in out
    assert "em vigor de 20/11/2003 a 01/12/2016" in out and "documento: Alvará de funcionamento" in out
    assert app.run(["norms", "check"]) == 0
    broken = tmp_path / "ruim.toml"
    broken.write_text("[norma\n", encoding="utf-8")
    assert app.run(["norms", "check", str(broken)]) == 2
    assert "ruim.toml" in _one_line(capfd.readouterr().err)


def test_doctor_says_what_to_do(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    blocked = tmp_path / "arquivo"
    blocked.write_text("", encoding="ascii")
    findings = {f.nome: f for f in doctor.examine(Settings(tesseract_cmd="nao-ha", cache=blocked / "cache"))}
    assert findings["tesseract"].certo is False and "tesseract-ocr" in findings["tesseract"].detalhe
    assert findings["cache"].certo is False and "DOCVERIFY_CACHE" in findings["cache"].detalhe
    monkeypatch.setenv("DOCVERIFY_TESSERACT_CMD", "nao-ha")
    assert app.run(["doctor"]) == 4
    assert "[X] tesseract" in capfd.readouterr().out


def test_doctor_counts_the_outside_data_and_says_which_line_is_wrong(tmp_path: Path) -> None:
    none = {f.nome: f for f in doctor.examine(Settings())}["bases"]
    assert none.certo is None and "DOCVERIFY_BASES" in none.detalhe
    (tmp_path / "cadin.csv").write_text("documento\n33000167000101\n", encoding="utf-8")
    some = {f.nome: f for f in doctor.examine(Settings(bases=tmp_path))}["bases"]
    assert some.certo is True and some.detalhe == "cadin.csv: 1 linha(s)"
    (tmp_path / "cadin.csv").write_text("documento\n191\n", encoding="utf-8")
    bad = {f.nome: f for f in doctor.examine(Settings(bases=tmp_path))}["bases"]
    assert bad.certo is False and "linha 2" in bad.detalhe


def test_doctor_says_who_reads_and_what_is_compared(tmp_path: Path) -> None:
    def found(name: str, machine: Settings) -> doctor.Finding:
        return {f.nome: f for f in doctor.examine(machine)}[name]

    both = found("leitores", Settings())
    assert both.certo is True and "ppocr" in both.detalhe.replace("-", "").lower()
    for alone in (Settings(readers="tesseract"), Settings(readers="ppocr"), Settings(second_reader=False)):
        remark = found("leitores", alone)
        assert remark.certo is None and "cascata" in remark.detalhe
    assert found("digitais", Settings()).certo is None
    assert found("digitais", Settings(digitais=tmp_path / "digitais.sqlite")).certo is True
    (tmp_path / "nota.txt").write_text("isto não é um registro de páginas\n" * 50, encoding="utf-8")
    broken = found("digitais", Settings(digitais=tmp_path / "nota.txt"))
    assert broken.certo is False and "DOCVERIFY_DIGITAIS" in broken.detalhe


def test_doctor_counts_the_roots(tmp_path: Path) -> None:
    none = {f.nome: f for f in doctor.examine(Settings())}["raízes"]
    assert none.certo is None and "DOCVERIFY_RAIZES" in none.detalhe
    folder = folder_with(tmp_path / "raizes", [root()])
    some = {f.nome: f for f in doctor.examine(Settings(raizes=folder))}["raízes"]
    assert some.certo is True and some.detalhe.startswith("1 instalada")
    (folder / "lixo.crt").write_bytes(b"x")
    bad = {f.nome: f for f in doctor.examine(Settings(raizes=folder))}["raízes"]
    assert bad.certo is None and "lixo.crt" in bad.detalhe


def test_logs_mask_cpfs_and_drop_what_documents_say() -> None:
    event = {
        "event": "x",
        "quem": "CPF 390.533.447-05",
        "lido": "segredo",
        "n": {"texto": "segredo", "k": ["39053344705"]},
    }
    told = json.dumps(logs.mask(None, "info", event))
    assert "segredo" not in told and "390" not in told and "05" not in told
