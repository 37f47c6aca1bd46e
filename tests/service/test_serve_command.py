"""``docverify serve`` as a person starts and stops it, without workers: what needs them is in `test_serve_whole`."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import psutil
import pytest

from tests.service.serving import Serve


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An installation that several of these tests start one after the other."""
    return tmp_path_factory.mktemp("casa")


@pytest.fixture(scope="module")
def serving(home: Path) -> Iterator[Serve]:
    with Serve(home, "--workers", "0") as started:
        started.ready()
        yield started


def _refused(home: Path, *arguments: str, port: int = 0, **environment: str) -> str:
    """Start one that must not come up; return what it says."""
    with Serve(home, "--workers", "0", *arguments, port=port, environment=environment) as started:
        assert started.ended() == 2, started.err
    told = [line for line in started.err.splitlines() if line.startswith("docverify: ")]
    assert len(told) == 1 and "Traceback" not in started.err
    return told[0]


def test_it_tells_its_address_and_a_link_that_no_log_holds(serving: Serve) -> None:
    address, link = serving.ready(), serving.first_link()
    assert link is not None
    page = httpx.get(f"{address}/primeiro-acesso", params={"token": link})
    assert page.status_code == 200
    serving.until_logged("pedido")
    assert link not in serving.err
    assert all(json.loads(line)["time"] for line in serving.err.splitlines())


def test_while_the_database_is_away_nothing_breaks_and_then_it_goes_on(serving: Serve) -> None:
    address, link = serving.ready(), serving.first_link()
    postmaster = int((serving.home / "postgres" / "postmaster.pid").read_text().split()[0])
    seen: set[int] = set()
    os.kill(postmaster, signal.SIGKILL)
    until = time.monotonic() + 60
    while "banco_reiniciado" not in serving.err or 200 not in seen:
        assert time.monotonic() < until, serving.err
        seen.add(httpx.get(f"{address}/primeiro-acesso", params={"token": link or ""}).status_code)
        if "banco_reiniciado" not in serving.err:
            seen.discard(200)
        time.sleep(0.05)
    assert seen <= {200, 503} and serving.process.poll() is None


def test_what_it_makes_is_nobody_elses_business_whatever_the_mask(tmp_path: Path) -> None:
    with Serve(
        tmp_path / "casa", "--workers", "1",
        before=("sh", "-c", 'umask 022; exec "$@"', "sh"),
    ) as started:  # fmt: skip
        started.ready()
        files = [path for path in (tmp_path / "casa").rglob("*") if "postgres" not in path.parts]
        assert files
        told = Path(f"/proc/{started.process.pid}/status").read_text(encoding="utf-8")
        assert "\nUmask:\t0077\n" in told
        assert [path for path in files if not path.is_symlink() and path.stat().st_mode & 0o077] == []


def test_a_second_one_on_the_same_folder_is_refused(serving: Serve, home: Path) -> None:
    told = _refused(home)
    assert "já está em uso por outro docverify serve" in told and str(serving.process.pid) in told


def test_a_port_that_is_taken_is_told(serving: Serve, tmp_path: Path) -> None:
    port = int(serving.ready().rpartition(":")[2])
    told = _refused(tmp_path / "outra", port=port)
    assert f"a porta {port} de 127.0.0.1 já está em uso" in told and "--port" in told
    assert not (tmp_path / "outra" / "postgres").exists()


def test_a_folder_that_cannot_be_written_to_is_told(tmp_path: Path) -> None:
    (tmp_path / "arquivo").write_text("x")
    told = _refused(tmp_path / "arquivo" / "casa")
    assert "não posso escrever na pasta" in told and "DOCVERIFY_HOME" in told


def test_an_address_of_another_machine_is_told(tmp_path: Path) -> None:
    assert "não é desta máquina" in _refused(tmp_path / "casa", "--host", "192.0.2.1")


def test_a_setting_that_cannot_be_used_is_told_without_its_secret(tmp_path: Path) -> None:
    assert "DOCVERIFY_MAX_UPLOADS tem um valor que não serve: 'muitos'" in _refused(
        tmp_path / "casa", DOCVERIFY_MAX_UPLOADS="muitos"
    )
    told = _refused(tmp_path / "casa", DOCVERIFY_DATABASE_URL="mysql://eu:senhasecreta@aqui/banco")
    assert "PostgreSQL" in told and "senhasecreta" not in told


def test_a_database_that_is_away_is_told(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        url = f"postgresql://eu:senhasecreta@127.0.0.1:{taken.getsockname()[1]}/banco"
        with Serve(tmp_path / "casa", "--workers", "0", environment={"DOCVERIFY_DATABASE_URL": url}) as started:
            assert started.ended() == 4
    assert "DOCVERIFY_DATABASE_URL" in started.err and "senhasecreta" not in started.err


def test_another_postgresql_is_used_where_it_is_named(tmp_path: Path, database_url: str) -> None:
    environment = {"DOCVERIFY_DATABASE_URL": database_url, "DOCVERIFY_CACHE": str(tmp_path / "cache")}
    with Serve(tmp_path / "casa", "--workers", "1", environment=environment) as started:
        address = started.ready()
        started.until_logged("trabalhador.pronto")
        assert httpx.get(f"{address}/pronto").status_code == 200
        family = psutil.Process(started.process.pid).children(recursive=True)
        assert not any(database_url in word for each in family for word in _words(each))
        assert started.stop() == 0
    assert not (tmp_path / "casa" / "postgres").exists() and database_url not in started.err


def test_a_worker_that_joined_keeps_the_database_until_it_ends_too(tmp_path: Path) -> None:
    home = tmp_path / "casa"
    environment = {name: value for name, value in os.environ.items() if not name.startswith("DOCVERIFY_")}
    command = [sys.executable, "-m", "docverify", "worker"]
    with Serve(home, "--workers", "0") as started:
        started.ready()
        log = tmp_path / "trabalhador.log"
        with log.open("wb") as stream:
            worker = subprocess.Popen(command, env=environment | {"DOCVERIFY_HOME": str(home)}, stderr=stream)
        try:
            until = time.monotonic() + 30
            while "trabalhador.pronto" not in log.read_text(encoding="utf-8"):
                assert time.monotonic() < until and worker.poll() is None
                time.sleep(0.05)
            postmaster = home / "postgres" / "postmaster.pid"
            assert started.stop() == 0 and postmaster.exists()
            worker.terminate()
            assert worker.wait(30) == 0
            assert not postmaster.exists()
        finally:
            worker.kill()
            worker.wait()


def test_told_to_stop_it_lets_an_upload_end_and_leaves_nothing_running(tmp_path: Path) -> None:
    with Serve(tmp_path / "casa", "--workers", "0") as started:
        port = int(started.ready().rpartition(":")[2])
        family = psutil.Process(started.process.pid).children(recursive=True)
        body = b"token=nenhum&x=" + b"y" * 1000
        with socket.create_connection(("127.0.0.1", port)) as slow:
            head = (
                f"POST /primeiro-acesso HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: http://127.0.0.1:{port}\r\n"
                f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\n\r\n"
            )
            slow.sendall(head.encode() + body[:100])
            begun = time.monotonic()
            started.process.send_signal(signal.SIGTERM)
            while _accepts(port):
                assert time.monotonic() - begun < 10
                time.sleep(0.05)
            slow.settimeout(0.2)
            with pytest.raises(TimeoutError):  # it waits for the rest
                slow.recv(1)
            slow.sendall(body[100:])
            slow.settimeout(10)
            assert slow.recv(4096).startswith(b"HTTP/1.1 4")
        assert started.ended(30) == 0
        assert time.monotonic() - begun < 30
    assert not [process for process in family if process.is_running()]
    assert not (tmp_path / "casa" / "postgres" / "postmaster.pid").exists()


def test_the_first_process_of_a_container_buries_the_dead(tmp_path: Path) -> None:
    unshare = shutil.which("unshare")
    before = [str(unshare), "--pid", "--fork", "--mount-proc", "--kill-child"]
    if unshare is None or subprocess.run([*before, "true"], check=False, capture_output=True).returncode != 0:
        pytest.skip("this machine lets nobody make a process namespace")
    with Serve(tmp_path / "casa", "--workers", "0", before=before) as started:
        started.ready()
        first = psutil.Process(started.process.pid).children()[0]
        postmaster = next(child for child in first.children(recursive=True) if "postgres" in child.name())
        postmaster.kill()
        started.until_logged("banco_reiniciado")
        until = time.monotonic() + 15
        while _unburied(first, postmaster.pid):
            assert time.monotonic() < until
            time.sleep(0.1)
        os.kill(first.pid, signal.SIGTERM)
        assert started.ended(30) == 0


def _words(process: psutil.Process) -> list[str]:
    try:
        return process.cmdline()
    except psutil.Error:  # it has just ended
        return []


def _accepts(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), timeout=2).close()
    except OSError:
        return False
    return True


def _unburied(first: psutil.Process, pid: int) -> bool:
    return any(child.pid == pid for child in first.children(recursive=True))
