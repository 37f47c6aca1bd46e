"""The processes that serve answers for: started again when they die, ended when it ends, the database among them."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import pytest
from structlog.testing import capture_logs

from docverify.store.embedded import Embedded
from docverify.work import supervisor
from docverify.work.supervisor import Supervisor

_SLEEP = "import time\nwhile True: time.sleep(1)"
_STUBBORN = f"import signal\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\nprint('pronto', flush=True)\n{_SLEEP}"

Make = Callable[..., Supervisor]


@pytest.fixture
def supervised(tmp_path: Path) -> Iterator[Make]:
    """Makes supervisors of processes that run a text; all are ended."""
    made: list[Supervisor] = []

    def make(code: str, count: int = 1, *, patience_s: float = 10.0, embedded: Embedded | None = None) -> Supervisor:
        command = (sys.executable, "-S", "-c", code)
        environment = {"PATH": os.environ["PATH"], "AQUI": str(tmp_path)}
        found = Supervisor(count, environment, embedded, command, patience_s)
        found.start()
        made.append(found)
        return found

    yield make
    for each in made:
        each.hurry()
        each.close()


def _until(what: Callable[[], bool], seconds: float = 15.0) -> None:
    until = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < until
        time.sleep(0.02)


def _alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_as_many_run_as_are_asked_for_and_all_end(supervised: Make) -> None:
    found = supervised(_SLEEP, 3)
    _until(lambda: len(found.pids()) == 3)
    pids = found.pids()
    found.close()
    assert not any(map(_alive, pids)) and found.pids() == []


def test_none_runs_where_none_is_asked_for(supervised: Make) -> None:
    found = supervised(_SLEEP, 0)
    time.sleep(0.3)
    assert found.pids() == []


def test_one_that_dies_is_replaced_and_it_is_said_why(supervised: Make) -> None:
    with capture_logs() as told:
        found = supervised(_SLEEP, 2)
        _until(lambda: len(found.pids()) == 2)
        first, other = found.pids()
        os.kill(first, signal.SIGKILL)
        _until(lambda: len(found.pids()) == 2 and first not in found.pids())
        assert other in found.pids()
    died = [entry for entry in told if entry["event"] == "trabalhador_morreu"]
    assert [entry["motivo"] for entry in died] == ["sinal SIGKILL"] and died[0]["log_level"] == "warning"


def test_one_that_dies_at_once_is_started_ever_more_seldom(supervised: Make, tmp_path: Path) -> None:
    counted = "import os\nopen(os.environ['AQUI'] + '/n', 'a').write('x')\nraise SystemExit(2)"
    with capture_logs() as told:
        supervised(counted)
        _until(lambda: (tmp_path / "n").exists() and (tmp_path / "n").stat().st_size == 3)
    waits = [entry["volta_em_s"] for entry in told if entry["event"] == "trabalhador_morreu"]
    assert waits[:2] == [0.5, 1.0]


def test_one_that_lived_long_is_replaced_soon(supervised: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(supervisor, "_SETTLED_S", 0.0)
    with capture_logs() as told:
        found = supervised("raise SystemExit(1)")
        _until(lambda: sum(entry["event"] == "trabalhador_morreu" for entry in told) >= 3)
        found.close()
    assert {entry["volta_em_s"] for entry in told if entry["event"] == "trabalhador_morreu"} == {0.5}


def test_one_that_does_not_stop_is_killed_with_what_it_started(supervised: Make, tmp_path: Path) -> None:
    child = f"import os\nopen(os.environ['AQUI'] + '/neto', 'w').write(str(os.getpid()))\n{_STUBBORN}"
    parent = f"import subprocess, sys\nsubprocess.Popen([sys.executable, '-S', '-c', {child!r}])\n{_STUBBORN}"
    found = supervised(parent, patience_s=0.5)
    _until(lambda: (tmp_path / "neto").exists() and (tmp_path / "neto").read_text() != "")
    time.sleep(0.3)
    pids = [*found.pids(), int((tmp_path / "neto").read_text())]
    begun = time.monotonic()
    found.close()
    assert time.monotonic() - begun < 5
    _until(lambda: not _running(pids[0]) and not _running(pids[1]))


def _running(pid: int) -> bool:
    """Tell whether a process runs; one that is dead and unburied does not."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text(encoding="ascii", errors="replace")
    except OSError:
        return False
    return stat.rpartition(")")[2].split()[0] != "Z"


def test_who_is_in_a_hurry_does_not_wait(supervised: Make) -> None:
    found = supervised(_STUBBORN, patience_s=60)
    _until(lambda: len(found.pids()) == 1)
    time.sleep(0.5)
    threading.Timer(0.3, found.hurry).start()
    begun = time.monotonic()
    found.close()
    assert time.monotonic() - begun < 5


def test_a_watch_that_stumbles_goes_on(supervised: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    def stumble(*_: object) -> None:
        raise RuntimeError

    monkeypatch.setattr(supervisor, "_reap_orphans", stumble)
    with capture_logs() as told:
        found = supervised(_SLEEP)
        _until(lambda: any(entry["event"] == "vigia_falhou" for entry in told))
        first = found.pids()[0]
        os.kill(first, signal.SIGKILL)
        _until(lambda: found.pids() not in ([], [first]))


def test_the_database_is_brought_up_again(supervised: Make, tmp_path: Path) -> None:
    embedded = Embedded(tmp_path / "casa")
    try:
        with capture_logs() as told:
            supervised(_SLEEP, 0, embedded=embedded)
            killed = embedded.pid
            assert killed is not None
            os.kill(killed, signal.SIGKILL)
            _until(lambda: any(entry["event"] == "banco_reiniciado" for entry in told), 60)
        with psycopg.connect(embedded.url) as connection:
            assert connection.execute("SELECT 1").fetchone() == (1,)
        assert embedded.pid not in (None, killed)
    finally:
        embedded.close()
