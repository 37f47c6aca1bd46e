from __future__ import annotations

import hashlib
import io
import os
import signal
import stat
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import pytest

from docverify.store import files
from docverify.store.config import ServiceSettings
from docverify.store.files import FileStore, MissingFileError, StorageError, StorageFullError, open_files, original
from docverify.store.opening import Store
from tests.service.other_user import forked

ENTITY = UUID(int=7)
CONTENT = b"abc" * 1000
DIGEST = hashlib.sha256(CONTENT).hexdigest()


@pytest.fixture
def folder(tmp_path: Path) -> FileStore:
    return FileStore(str(tmp_path / "arquivos"))


def _everything(top: Path) -> list[str]:
    return sorted(str(path.relative_to(top)) for path in top.rglob("*") if path.is_file())


def test_an_original_is_kept_under_its_hash(store: Store) -> None:
    entidade = uuid4()
    digest, length = store.files.put(entidade, io.BytesIO(b"abc"))
    assert (digest[:8], length) == ("ba7816bf", 3)
    assert store.files.read(original(entidade, digest)) == b"abc"
    assert store.files.keys("originais") == [original(entidade, digest)]
    store.files.check()
    assert store.files.keys("") == [original(entidade, digest)]


def test_nobody_else_on_the_machine_reads_scans(folder: FileStore, tmp_path: Path) -> None:
    folder.put(ENTITY, io.BytesIO(CONTENT))
    assert stat.S_IMODE((tmp_path / "arquivos").stat().st_mode) == 0o700
    assert stat.S_IMODE((tmp_path / "arquivos" / original(ENTITY, DIGEST)).stat().st_mode) == 0o600


def test_one_entitys_originals_are_not_anothers(folder: FileStore) -> None:
    folder.put(ENTITY, io.BytesIO(CONTENT))
    with pytest.raises(MissingFileError):
        folder.open(uuid4(), DIGEST)
    folder.delete(original(uuid4(), DIGEST))
    assert folder.sound(ENTITY, DIGEST)


def test_what_is_not_there_is_typed(folder: FileStore, tmp_path: Path) -> None:
    for call in (
        lambda: folder.read("derivados/x.jpg"),
        lambda: folder.open(ENTITY, DIGEST),
        lambda: folder.fetch(ENTITY, DIGEST, tmp_path / "x"),
        lambda: folder.read("../segredo"),
    ):
        with pytest.raises(MissingFileError):
            call()
    assert not (tmp_path / "x").exists()
    assert not folder.exists("derivados/x.jpg")
    assert folder.keys("derivados") == []
    folder.delete("derivados/x.jpg")


def test_an_original_that_was_changed_is_found_out_and_healed_by_sending_it_again(
    folder: FileStore, tmp_path: Path
) -> None:
    folder.put(ENTITY, io.BytesIO(CONTENT))
    (tmp_path / "arquivos" / original(ENTITY, DIGEST)).write_bytes(CONTENT[:-1] + b"x")
    target = tmp_path / "copia"
    with pytest.raises(MissingFileError, match="foi alterado"):
        folder.fetch(ENTITY, DIGEST, target)
    assert not target.exists()
    assert not folder.sound(ENTITY, DIGEST)
    folder.put(ENTITY, io.BytesIO(CONTENT))
    folder.fetch(ENTITY, DIGEST, target)
    assert target.read_bytes() == CONTENT


def test_the_same_content_by_many_at_once_is_one_file(folder: FileStore, tmp_path: Path) -> None:
    found: list[tuple[str, int]] = []
    threads = [
        threading.Thread(target=lambda: found.append(folder.put(ENTITY, io.BytesIO(CONTENT)))) for _ in range(12)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [(DIGEST, len(CONTENT))] * 12
    assert _everything(tmp_path / "arquivos") == [original(ENTITY, DIGEST)]


class _Fault:
    """Lets the Nth of the calls that reach the disk fail."""

    def __init__(self, nth: int) -> None:
        self.left = nth

    def wrap(self, call: Callable[..., Any]) -> Callable[..., Any]:
        def called(*arguments: Any, **named: Any) -> Any:
            self.left -= 1
            if self.left == 0:
                raise OSError(5, "Input/output error")
            return call(*arguments, **named)

        return called

    def stream(self, opened: Any) -> Any:
        opened_write, opened_flush = opened.write, opened.flush
        fault = self

        class Stream:
            write = staticmethod(fault.wrap(opened_write))
            flush = staticmethod(fault.wrap(opened_flush))
            fileno = staticmethod(opened.fileno)

            def __enter__(self) -> Any:
                return self

            def __exit__(self, *_: object) -> None:
                opened.close()

        return Stream()


def test_whichever_call_to_the_disk_fails_nothing_is_half_written(
    folder: FileStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    top = tmp_path / "arquivos"
    fdopen = os.fdopen
    failed = 0
    for nth in range(1, 100):
        fault = _Fault(nth)
        with monkeypatch.context() as patched:
            for name in ("fsync", "replace", "mkdir", "open"):
                patched.setattr(os, name, fault.wrap(getattr(os, name)))
            patched.setattr(os, "fdopen", lambda *a, fault=fault: fault.stream(fdopen(*a)))
            try:
                folder.put(ENTITY, io.BytesIO(CONTENT))
            except StorageError as error:
                failed += 1
                assert "Input/output error" in error.mensagem
            else:
                assert fault.left > 0
                break
        for path in _everything(top) if top.exists() else ():
            assert path == original(ENTITY, DIGEST)
            assert folder.sound(ENTITY, DIGEST)
        folder.delete(original(ENTITY, DIGEST)) if folder.exists(original(ENTITY, DIGEST)) else None
    else:
        pytest.fail("it never succeeds")
    assert failed >= 10
    assert folder.sound(ENTITY, DIGEST)


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="looks up in /proc which file is synced")
def test_it_is_on_the_disk_before_it_is_promised(
    folder: FileStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The bytes, then the name, then every folder that got a new entry."""
    done: list[str] = []
    fsync, replace, unlink = os.fsync, os.replace, os.unlink
    top = tmp_path / "arquivos"

    def named(handle: int) -> str:
        path = Path(f"/proc/self/fd/{handle}").readlink()
        return "bytes" if path.name.startswith(".parte-") else os.path.relpath(path, top)

    monkeypatch.setattr(os, "fsync", lambda handle: (done.append(named(handle)), fsync(handle))[1])
    monkeypatch.setattr(os, "replace", lambda *paths: (done.append("nome"), replace(*paths))[1])
    monkeypatch.setattr(os, "unlink", lambda *paths, **more: (done.append("apagado"), unlink(*paths, **more))[1])
    folder.put(ENTITY, io.BytesIO(CONTENT))
    own = f"originais/{ENTITY}"
    assert done[:8] == ["..", "bytes", "nome", f"{own}/{DIGEST[:2]}", own, "originais", ".", "apagado"]
    done.clear()
    monkeypatch.setattr(os, "remove", lambda path: (done.append("apagado"), unlink(path))[1])
    folder.delete(original(ENTITY, DIGEST))
    assert done == ["apagado", f"{own}/{DIGEST[:2]}"]


def test_a_full_disk_is_told_and_when_there_is_room_again_it_works(small_disk: Path) -> None:
    full = FileStore(str(small_disk / "arquivos"))
    with pytest.raises(StorageFullError, match="libere espaço"):
        full.put(ENTITY, io.BytesIO(bytes(6_000_000)))
    assert _everything(small_disk) == []
    assert full.put(ENTITY, io.BytesIO(CONTENT)) == (DIGEST, len(CONTENT))
    room = full.free()
    assert room is not None and room < 5_000_000


def test_a_full_disk_where_an_original_is_copied_to_leaves_nothing(folder: FileStore, small_disk: Path) -> None:
    digest, _ = folder.put(ENTITY, io.BytesIO(bytes(6_000_000)))
    with pytest.raises(StorageFullError):
        folder.fetch(ENTITY, digest, small_disk / "copia")
    assert _everything(small_disk) == []


def test_what_a_killed_upload_left_is_swept_and_never_shown(folder: FileStore, tmp_path: Path) -> None:
    class Endless(io.RawIOBase):
        def read(self, _: int = -1) -> bytes:
            time.sleep(0.01)
            return b"x" * 1000

    child = forked(lambda: folder.put(ENTITY, Endless()))  # type: ignore[arg-type]
    until = time.monotonic() + 10
    while not list((tmp_path / "arquivos").glob(".parte-*")) and time.monotonic() < until:
        time.sleep(0.01)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    assert folder.keys("") == []
    assert folder.old_parts() == 0  # it may be of an upload under way
    assert folder.old_parts(hours=0) == 1
    assert _everything(tmp_path / "arquivos") == []


def test_a_stream_that_breaks_leaves_nothing(folder: FileStore, tmp_path: Path) -> None:
    class Broken(io.RawIOBase):
        def __init__(self) -> None:
            self._left = iter([b"x" * 100])

        def read(self, _: int = -1) -> bytes:
            try:
                return next(self._left)
            except StopIteration:
                raise ConnectionResetError(104, "Connection reset by peer") from None

    with pytest.raises(StorageError, match="Connection reset"):
        folder.put(ENTITY, Broken())  # type: ignore[arg-type]
    assert _everything(tmp_path / "arquivos") == []


def test_a_setting_that_names_no_store_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(StorageError, match="use uma pasta ou s3://"):
        open_files(ServiceSettings(home=tmp_path, storage="nada://balde"))


def test_only_the_store_knows_of_file_systems_elsewhere() -> None:
    package = Path(files.__file__).parents[1]
    named = [path for path in package.rglob("*.py") if "import fsspec" in path.read_text(encoding="utf-8")]
    assert [path.relative_to(package).as_posix() for path in named] == ["store/files.py"]


@pytest.fixture(autouse=True)
def _no_waiting(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(files, "_WAIT_S", 0.01)
    yield
