from __future__ import annotations

import contextlib
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import psycopg
import pytest
import sqlalchemy as sa

from docverify.store.cluster import Cluster
from docverify.store.database import Database, passing
from docverify.store.embedded import DatabaseUnavailableError, Embedded
from tests.service.other_user import NOBODY, forked, succeeded

ROOT = os.geteuid() == 0


def _kill(server: Embedded) -> None:
    process = server._cluster.postmaster()
    assert process is not None
    process.kill()
    with contextlib.suppress(ChildProcessError):
        process.wait(10)


def _one(url: str) -> int:
    with psycopg.connect(url) as connection:
        row = connection.execute("SELECT 1").fetchone()
        assert row is not None
        return int(row[0])


def _servers(folder: Path) -> list[int]:
    """The first processes of the servers on a folder: those whose parent is no server of it."""
    ours = {}
    for process in psutil.process_iter():
        with contextlib.suppress(psutil.Error, OSError):
            if process.name() == "postgres" and Path(process.cwd()) == folder:
                ours[process.pid] = process.ppid()
    return [pid for pid, parent in ours.items() if parent not in ours]


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Path]:
    yield tmp_path / "casa"
    cluster = Cluster(tmp_path / "casa" / "postgres")
    if cluster.exists and cluster.running():
        cluster.stop()


@pytest.fixture
def nobodys() -> Iterator[Path]:
    """A folder that belongs to an ordinary user, where that user can come to it."""
    folder = Path(tempfile.mkdtemp(prefix="docverify-t-"))
    folder.chmod(0o755)
    os.chown(folder, NOBODY, NOBODY)
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


def test_the_last_one_to_let_go_stops_the_server(home: Path) -> None:
    first, second = Embedded(home), Embedded(home)
    first.close()
    assert _one(second.url) == 1
    second.close()
    second.close()
    assert second.pid is None
    third = Embedded(home)
    assert _one(third.url) == 1
    third.close()


def test_who_is_killed_holds_nothing_any_more(home: Path) -> None:
    server = Embedded(home)
    child = forked(lambda: (Embedded(home), time.sleep(60)))
    time.sleep(0.5)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    server.close()
    assert server.pid is None


def test_a_forked_child_does_not_let_go_for_its_parent(home: Path) -> None:
    server = Embedded(home)
    assert succeeded(forked(server.close))
    assert _one(server.url) == 1
    server.close()


def test_a_killed_server_is_started_again_and_nothing_committed_is_lost(home: Path) -> None:
    server = Embedded(home)
    database = Database(server.url, server)
    with database.begin() as connection:
        connection.execute(sa.text("CREATE TABLE t AS SELECT 7 AS n"))
    for _ in range(2):
        _kill(server)
        assert database.patiently(lambda c: c.execute(sa.text("SELECT n FROM t")).scalar(), seconds=30) == 7
    database.close()


def test_a_number_that_another_process_has_now_is_no_server(home: Path) -> None:
    server = Embedded(home)
    _kill(server)
    stale = home / "postgres" / "postmaster.pid"
    assert stale.exists()
    # a process of the server's own user: PostgreSQL itself would refuse to start
    sleeper = subprocess.Popen(["sleep", "60"], user=(home / "postgres").stat().st_uid if ROOT else None)
    for path in (stale, home / "postgres" / ".s.PGSQL.5432.lock"):
        path.write_text("\n".join([str(sleeper.pid), *path.read_text().split("\n")[1:]]))
    server.ensure()
    assert _one(server.url) == 1
    assert sleeper.poll() is None
    sleeper.kill()
    sleeper.wait()
    server.close()


def test_a_pid_file_cut_short_is_no_obstacle(home: Path) -> None:
    server = Embedded(home)
    _kill(server)
    (home / "postgres" / "postmaster.pid").write_text("")
    server.ensure()
    assert _one(server.url) == 1
    server.close()


def test_of_several_who_start_it_at_once_one_does(home: Path) -> None:
    def use() -> None:
        server = Embedded(home)
        database = Database(server.url, server)
        until = time.monotonic() + 1.0
        while time.monotonic() < until:
            assert database.patiently(lambda c: c.execute(sa.text("SELECT 1")).scalar(), seconds=30) == 1
        database.close()

    children = [forked(use) for _ in range(6)]
    server = Embedded(home)
    time.sleep(0.2)
    _kill(server)  # and all of them at once once more
    server.ensure()
    kept = [succeeded(child) for child in children]
    assert server.pid is not None
    assert len(_servers(home / "postgres")) == 1
    server.close()
    assert all(kept)
    time.sleep(0.2)
    assert _servers(home / "postgres") == []


@pytest.mark.parametrize("name", ["x" * 140, "com espaço", 'd\'água "$HOME" `ls`'])
def test_any_path_will_do(tmp_path: Path, name: str) -> None:
    server = Embedded(tmp_path / name)
    assert _one(server.url) == 1
    database = Database(server.url, server)
    _kill(server)
    assert database.patiently(lambda c: c.execute(sa.text("SELECT 1")).scalar(), seconds=30) == 1
    folder = server._cluster.socket_folder()
    assert folder is not None
    database.close()
    assert folder == tmp_path / name / "postgres" or not folder.exists()


def test_what_an_interrupted_beginning_left_is_swept(home: Path) -> None:
    (home / "postgres.novo-abc").mkdir(parents=True)
    (home / "postgres.novo-abc" / "PG_VERSION").write_text("18")
    server = Embedded(home)
    assert _one(server.url) == 1
    assert sorted(path.name for path in home.iterdir()) == [".postgres-uso", ".postgres-vez", "postgres"]
    server.close()


@pytest.mark.skipif(not ROOT, reason="needs to become another user")
@pytest.mark.parametrize("name", ["casa", "x" * 140])
def test_no_other_user_of_the_machine_gets_in(nobodys: Path, name: str) -> None:
    home = nobodys.parent / f"{nobodys.name}-root" / name
    home.parent.mkdir(mode=0o755)
    try:
        server = Embedded(home)
        folder = server._cluster.socket_folder()
        assert folder is not None

        def knock() -> None:
            with socket.socket(socket.AF_UNIX) as stranger, pytest.raises(PermissionError):
                stranger.connect(str(folder / ".s.PGSQL.5432"))
            with pytest.raises(PermissionError):
                list(home.iterdir())

        assert succeeded(forked(knock, uid=NOBODY))
        server.close()
    finally:
        shutil.rmtree(home.parent)


@pytest.mark.skipif(not ROOT, reason="needs to become another user")
def test_an_ordinary_user_has_one_too(nobodys: Path) -> None:
    def use() -> None:
        server = Embedded(nobodys / "casa")
        assert _one(server.url) == 1
        _kill(server)
        server.ensure()
        assert _one(server.url) == 1
        server.close()

    assert succeeded(forked(use, uid=NOBODY))


@pytest.mark.skipif(not ROOT, reason="needs to become another user")
def test_a_home_that_cannot_be_written_says_what_to_do(nobodys: Path) -> None:
    os.chown(nobodys, 0, 0)

    def use() -> None:
        with pytest.raises(DatabaseUnavailableError, match="dê permissão .* DOCVERIFY_HOME"):
            Embedded(nobodys / "casa")
        with pytest.raises(DatabaseUnavailableError, match="dê permissão .* DOCVERIFY_HOME"):
            Embedded(nobodys)

    assert succeeded(forked(use, uid=NOBODY))


def test_a_home_that_is_a_file_says_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "casa").write_text("")
    with pytest.raises(DatabaseUnavailableError, match="DOCVERIFY_HOME"):
        Embedded(tmp_path / "casa")


def test_a_full_disk_says_so(small_disk: Path) -> None:
    with pytest.raises(DatabaseUnavailableError, match="libere espaço"):
        Embedded(small_disk / "casa")
    assert not (small_disk / "casa" / "postgres").exists()


def test_a_disk_that_is_full_for_a_while_costs_nothing_that_was_committed(database_disk: Path) -> None:
    server = Embedded(database_disk / "casa")
    database = Database(server.url, server)
    with database.begin() as connection:
        connection.execute(sa.text("CREATE TABLE t (n int, x text)"))
    full = database_disk / "cheio"
    full.write_bytes(bytes(shutil.disk_usage(database_disk).free - 2_000_000))
    insert = sa.text("INSERT INTO t SELECT :n, string_agg(md5(random()::text), '') FROM generate_series(1, 20000)")
    committed = []
    caught: sa.exc.DBAPIError | None = None
    for number in range(200):
        try:
            with database.begin() as connection:
                connection.execute(insert, {"n": number})
        except sa.exc.DBAPIError as error:
            caught = error
            break
        committed.append(number)
    assert caught is not None and passing(caught)
    with pytest.raises(DatabaseUnavailableError):
        database.patiently(lambda c: c.execute(insert, {"n": -1}), seconds=1)
    full.unlink()

    def rows(connection: sa.Connection) -> list[int]:
        connection.execute(insert, {"n": 1000})
        return list(connection.execute(sa.text("SELECT n FROM t ORDER BY n")).scalars())

    assert database.patiently(rows, seconds=60) == [*committed, 1000]
    database.close()


def test_what_is_wrong_with_a_statement_is_not_tried_again(store_database: Database) -> None:
    with pytest.raises(sa.exc.ProgrammingError) as caught:
        store_database.patiently(lambda c: c.execute(sa.text("SELECT nada")))
    assert not passing(caught.value)
    with pytest.raises(sa.exc.IntegrityError), store_database.begin() as connection:
        connection.execute(sa.text("INSERT INTO instalacao VALUES ('x', '1'), ('x', '1')"))


def test_patience_ends(tmp_path: Path) -> None:
    away = Database(f"postgresql://u@/b?host={tmp_path}")
    begun = time.monotonic()
    with pytest.raises(DatabaseUnavailableError, match="confira se o PostgreSQL está no ar"):
        away.patiently(lambda c: c.execute(sa.text("SELECT 1")), seconds=0.5)
    assert 0.4 < time.monotonic() - begun < 10
    away.close()


def test_who_stops_within_a_transaction_does_not_hold_its_locks_for_ever(store_database: Database) -> None:
    with store_database.begin() as connection:
        limit = connection.execute(sa.text("SHOW idle_in_transaction_session_timeout")).scalar()
    assert limit == "1min"
