"""The same promises on S3, against moto's server."""

from __future__ import annotations

import hashlib
import io
import socket
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import boto3
import pytest
from moto.server import ThreadedMotoServer

from docverify.store import files
from docverify.store.config import ServiceSettings
from docverify.store.files import FileStore, MissingFileError, StorageError, open_files, original
from tests.service.other_user import forked, succeeded

ENTITY = UUID(int=7)
CONTENT = b"abc" * 1000
DIGEST = hashlib.sha256(CONTENT).hexdigest()
KEYS = {"key": "x", "secret": "y"}


@pytest.fixture(scope="module")
def endpoint() -> Iterator[str]:
    server = ThreadedMotoServer(port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    yield f"http://{host}:{port}"
    server.stop()


def _client(endpoint: str) -> Any:
    return boto3.client(
        "s3", endpoint_url=endpoint, aws_access_key_id="x", aws_secret_access_key="y", region_name="us-east-1"
    )


@pytest.fixture
def bucket(endpoint: str) -> str:
    name = f"b{uuid4().hex}"
    _client(endpoint).create_bucket(Bucket=name)
    return name


@pytest.fixture
def s3(endpoint: str, bucket: str, tmp_path: Path) -> FileStore:
    options: dict[str, object] = {**KEYS, "client_kwargs": {"endpoint_url": endpoint}}
    return open_files(ServiceSettings(home=tmp_path, storage=f"s3://{bucket}/docverify", storage_options=options))


@pytest.fixture(autouse=True)
def parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where parts wait on this machine: a folder of the test's own."""
    folder = tmp_path / "temporarios"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    return folder


def test_an_original_goes_there_and_back(s3: FileStore, endpoint: str, bucket: str, parts: Path) -> None:
    assert s3.put(ENTITY, io.BytesIO(CONTENT)) == (DIGEST, len(CONTENT))
    key = original(ENTITY, DIGEST)
    assert s3.keys("originais") == s3.keys("") == [key]
    assert _client(endpoint).get_object(Bucket=bucket, Key=f"docverify/{key}")["Body"].read() == CONTENT
    with s3.open(ENTITY, DIGEST) as stream:
        assert stream.read() == CONTENT
    target = parts / "copia"
    s3.fetch(ENTITY, DIGEST, target)
    assert target.read_bytes() == s3.read(key) == CONTENT
    assert s3.sound(ENTITY, DIGEST) and s3.exists(key)
    target.unlink()
    assert list(parts.iterdir()) == []
    s3.check()
    assert s3.free() is None
    s3.delete(key)
    s3.delete(key)
    assert not s3.exists(key) and s3.keys("") == []


def test_another_process_sees_at_once_what_one_has_stored(s3: FileStore) -> None:
    assert not s3.exists(original(ENTITY, DIGEST))
    assert s3.keys("originais") == []
    assert succeeded(forked(lambda: s3.put(ENTITY, io.BytesIO(CONTENT))))
    assert s3.exists(original(ENTITY, DIGEST))
    assert s3.keys("originais") == [original(ENTITY, DIGEST)]


def test_what_is_not_there_is_typed(s3: FileStore, tmp_path: Path) -> None:
    with pytest.raises(MissingFileError):
        s3.read("derivados/x.jpg")
    with pytest.raises(MissingFileError):
        s3.open(ENTITY, DIGEST)
    with pytest.raises(MissingFileError):
        s3.fetch(ENTITY, DIGEST, tmp_path / "x")
    assert not (tmp_path / "x").exists()
    assert not s3.sound(ENTITY, DIGEST)


def test_an_original_that_was_changed_is_found_out(s3: FileStore, endpoint: str, bucket: str, tmp_path: Path) -> None:
    s3.put(ENTITY, io.BytesIO(CONTENT))
    _client(endpoint).put_object(Bucket=bucket, Key=f"docverify/{original(ENTITY, DIGEST)}", Body=b"outro")
    with pytest.raises(MissingFileError, match="foi alterado"):
        s3.fetch(ENTITY, DIGEST, tmp_path / "x")
    assert not (tmp_path / "x").exists()


def test_a_large_file_goes_in_pieces(s3: FileStore, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    sent: list[int] = []
    call = s3._fs._call_s3

    async def counted(method: str, *arguments: Any, **named: Any) -> Any:
        sent.append(len(named.get("Body", b"")))
        return await call(method, *arguments, **named)

    monkeypatch.setattr(s3._fs, "_call_s3", counted)
    content = bytes(range(256)) * (1 << 17)  # 32 MiB
    digest, length = s3.put(ENTITY, io.BytesIO(content))
    assert length == len(content)
    assert max(sent) <= 2 * files._REMOTE_BLOCK and sum(sent) == length
    s3.fetch(ENTITY, digest, tmp_path / "x")


def test_a_bucket_that_is_not_there_says_so(endpoint: str, parts: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "_WAIT_S", 0.01)
    away = FileStore(f"s3://nao-ha-{uuid4().hex}", {**KEYS, "client_kwargs": {"endpoint_url": endpoint}})
    with pytest.raises(StorageError, match="balde"):
        away.put(ENTITY, io.BytesIO(CONTENT))
    with pytest.raises(StorageError):
        away.check()
    assert list(parts.iterdir()) == []


def test_a_server_that_is_away_for_a_moment_is_waited_for(parts: Path, bucket: str) -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    address = f"http://127.0.0.1:{port}"
    store = FileStore(f"s3://{bucket}/p", {**KEYS, "client_kwargs": {"endpoint_url": address}})
    server = ThreadedMotoServer(ip_address="127.0.0.1", port=port, verbose=False)

    def come() -> None:
        time.sleep(1)
        server.start()  # of the same process: it knows the bucket

    thread = threading.Thread(target=come)
    thread.start()
    try:
        assert store.put(ENTITY, io.BytesIO(CONTENT)) == (DIGEST, len(CONTENT))
        thread.join()
        assert store.read(original(ENTITY, DIGEST)) == CONTENT
    finally:
        thread.join()
        server.stop()


def test_a_server_that_stays_away_is_typed(parts: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "_TRIES", 1)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    store = FileStore("s3://balde", {**KEYS, "client_kwargs": {"endpoint_url": f"http://127.0.0.1:{port}"}})
    with pytest.raises(StorageError, match="tente de novo"):
        store.put(ENTITY, io.BytesIO(CONTENT))
    assert list(parts.iterdir()) == []
