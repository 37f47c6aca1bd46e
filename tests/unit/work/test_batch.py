"""A batch: a line for each entry, once, in order, whatever happens in between."""

from __future__ import annotations

import contextlib
import json
import os
import random
import signal
import subprocess
import sys
import time
from datetime import date
from pathlib import Path

import pytest

from docverify.errors import BadInputError
from docverify.settings import Settings
from docverify.work import batch
from docverify.work.output import LineFile, OutputBusyError, OutputUnusableError
from tests.unit.work import tasks

TODAY = date(2026, 11, 30)
SETTINGS = Settings(dossier_timeout_s=30)

_RUN = """
import sys
from datetime import date
from pathlib import Path
from docverify.settings import Settings
from docverify.work import batch
from tests.unit.work import tasks

if __name__ == "__main__":
    batch.sandbox._preload[:] = []  # the tasks of the tests need nothing of it
    batch.sandbox.prepare_for_many = lambda: None
    source, output = map(Path, sys.argv[1:])
    batch.run(batch.entries(source)[0], output, today=date(2026, 11, 30), settings=Settings(), workers=2,
              task=tasks.by_name)
"""


def _source(folder: Path, *names: str) -> Path:
    folder.mkdir()
    for name in names:
        if "." in name:
            (folder / name).write_bytes(b"x")
        else:
            (folder / name).mkdir()
    return folder


def _lines(path: Path) -> list[dict]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_entries_are_folders_zips_and_pdfs_in_order(tmp_path: Path) -> None:
    source = _source(tmp_path / "s", "b", "A.zip", "a.PDF", "leia.txt", ".oculta", "A.esperado.json")
    dossiers, others = batch.entries(source)
    assert [p.name for p in dossiers] == ["A.zip", "a.PDF", "b"]
    assert others == ["leia.txt"]


def test_a_source_that_is_no_folder_is_bad_input(tmp_path: Path) -> None:
    with pytest.raises(BadInputError, match="pasta"):
        batch.entries(tmp_path / "nada")


def test_each_entry_gets_its_line_in_order_and_errors_get_theirs(tmp_path: Path) -> None:
    source = _source(tmp_path / "s", "a", "cai-1", "ruim-2.zip", "z.pdf")
    output = tmp_path / "o.jsonl"
    end = batch.run(batch.entries(source)[0], output, today=TODAY, settings=SETTINGS, workers=3, task=tasks.by_name)
    assert (end.total, end.feitos) == (4, 4)
    lines = _lines(output)
    assert [line["dossie"] for line in lines] == ["a", "cai-1", "ruim-2.zip", "z.pdf"]
    assert lines[1]["erro"]["codigo"] == "falha_do_motor"
    assert lines[2] == {"dossie": "ruim-2.zip", "erro": {"codigo": "ficha_ausente", "mensagem": "não há ficha"}}
    assert lines[0]["resultado"] == "aceito" and "erro" not in lines[0]


def test_what_has_a_line_is_not_done_again(tmp_path: Path) -> None:
    source = _source(tmp_path / "s", "a", "b")
    output = tmp_path / "o.jsonl"
    output.write_text('{"dossie":"a","resultado":"rejeitado"}\n{"dossie":"b","resul', encoding="utf-8")
    told: list[batch.Progress] = []
    batch.run(batch.entries(source)[0], output, today=TODAY, settings=SETTINGS, task=tasks.good, notify=told.append)
    assert [line["resultado"] for line in _lines(output)] == ["rejeitado", "aceito"]
    assert [p.feitos for p in told] == [1, 2]


@pytest.mark.slow
def test_killed_at_any_time_it_goes_on_to_the_same_output(tmp_path: Path) -> None:
    names = [f"d{number:02}" for number in range(14)] + ["ruim-1", "cai-1"]
    source = _source(tmp_path / "s", *names)
    whole = tmp_path / "whole.jsonl"
    batch.run(batch.entries(source)[0], whole, today=TODAY, settings=SETTINGS, workers=2, task=tasks.by_name)
    script = tmp_path / "run.py"
    script.write_text(_RUN, encoding="utf-8")
    output = tmp_path / "o.jsonl"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    chance = random.Random(7)
    kills = 0
    for _ in range(40):
        process = subprocess.Popen([sys.executable, str(script), str(source), str(output)], env=environment)
        before = output.stat().st_size if output.exists() else 0
        deadline = time.monotonic() + 60
        # at least one line of progress each time, however slow the machine is, then a kill at any moment
        while process.poll() is None and time.monotonic() < deadline:
            if output.exists() and output.stat().st_size > before:
                break
            time.sleep(0.01)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(chance.uniform(0.0, 0.4))
            break
        process.send_signal(signal.SIGKILL)
        process.wait()
        kills += 1
    assert process.returncode == 0 and kills >= 1
    assert output.read_bytes() == whole.read_bytes()


def test_two_runs_do_not_write_one_output(tmp_path: Path) -> None:
    with LineFile(tmp_path / "o"), pytest.raises(OutputBusyError):
        LineFile(tmp_path / "o")
    LineFile(tmp_path / "o").__exit__(None, None, None)


def test_a_file_that_is_no_output_of_ours_is_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "o"
    path.write_bytes(b"meu diario\nsegunda linha\nresto")
    with pytest.raises(OutputUnusableError, match="linha 1"):
        LineFile(path)
    assert path.read_bytes() == b"meu diario\nsegunda linha\nresto"


def test_an_output_that_cannot_be_opened_is_bad_input(tmp_path: Path) -> None:
    with pytest.raises(OutputUnusableError):
        LineFile(tmp_path / "nao" / "o")


def test_a_disk_that_fails_leaves_whole_lines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "o"
    with LineFile(path) as lines:
        lines.append({"dossie": "a"})
        real = os.write

        def torn(handle: int, data: bytes) -> int:
            if len(data) < 8:
                raise OSError(28, "No space left on device")
            return real(handle, data[: len(data) // 2])

        monkeypatch.setattr(os, "write", torn)
        with pytest.raises(OSError, match="space"):
            lines.append({"dossie": "b", "x": "y" * 50})
        monkeypatch.undo()
    assert path.read_bytes() == b'{"dossie":"a"}\n'


def test_children_end_when_the_batch_is_killed(tmp_path: Path) -> None:
    source = _source(tmp_path / "s", *[f"d{number}" for number in range(40)])
    script = tmp_path / "run.py"
    script.write_text(_RUN, encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    output = tmp_path / "o"
    process = subprocess.Popen([sys.executable, str(script), str(source), str(output)], env=environment)
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline and not (output.exists() and output.stat().st_size):
        time.sleep(0.05)
    family = batch.sandbox.descendants(process.pid)
    assert family
    process.kill()
    process.wait()
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline and any(Path(f"/proc/{pid}").exists() for pid in family):
        time.sleep(0.05)
    assert not [pid for pid in family if Path(f"/proc/{pid}").exists()]


def test_the_output_is_a_plain_file(tmp_path: Path) -> None:
    pipe = tmp_path / "cano"
    os.mkfifo(pipe)
    for path in (pipe, Path("/dev/null")):
        with pytest.raises(OutputUnusableError, match="arquivo comum"):
            LineFile(path)
