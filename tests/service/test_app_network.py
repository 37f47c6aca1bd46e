"""Over a real connection: what clients see of a refusal while they send, and what stays of those who go."""

from __future__ import annotations

import contextlib
import socket
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import httpx
import pytest
import sqlalchemy as sa
import uvicorn
from fastapi import Request

from docverify.store.opening import Store
from docverify.store.tables import arquivos, dossies, rodadas
from docverify_api import limits
from docverify_api.app import create_app
from docverify_api.connections import Connection
from docverify_api.limits import Gauge
from tests.service import people

HEADERS = {"Authorization": "Bearer boa"}
FIVE_MB = b"%PDF-1.7\n" + b"x" * 5_000_000


class Running:
    """A server on a port of its own, with a route that takes files as slowly as it is told."""

    def __init__(self, store: Store, most: int = 2) -> None:
        app = create_app(replace(store, settings=store.settings.model_copy(update={"max_uploads": most})))
        self.hold = threading.Event()
        self.gauge: Gauge = app.state.uploads

        @app.post("/v1/dossies/teste/envio/inteiro")
        async def envio(request: Request) -> dict[str, int]:
            return {"bytes": len(await request.body())}

        @app.post("/v1/dossies/teste/envio/lento")
        async def anexo(request: Request) -> dict[str, int]:
            async with request.form() as form:
                return {"partes": len(form)}

        config = uvicorn.Config(
            app,
            http=Connection,
            log_config=None,
            access_log=False,
            ws="none",
            lifespan="on",
            timeout_graceful_shutdown=1,
        )
        self.server = uvicorn.Server(config)
        self.listener = socket.socket()
        self.listener.bind(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.thread = threading.Thread(target=self.server.run, kwargs={"sockets": [self.listener]})

    def __enter__(self) -> Running:
        self.thread.start()
        while not self.server.started:
            time.sleep(0.01)
        return self

    def __exit__(self, *_: object) -> None:
        self.server.should_exit = True
        self.thread.join()
        self.listener.close()

    def begin_upload(self, sent: int, path: str = "/v1/dossies/teste/envio/lento", key: str = "boa") -> socket.socket:
        """Send the head of an upload and so many bytes of it."""
        made = socket.create_connection(("127.0.0.1", self.port))
        head = (
            f"POST {path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {key}\r\n"
            f"Content-Type: multipart/form-data; boundary=b\r\nContent-Length: {len(FIVE_MB)}\r\n\r\n"
            f'--b\r\nContent-Disposition: form-data; name="arquivos"; filename="a.pdf"\r\n\r\n%PDF-1.7\n'
        )
        made.sendall(head.encode() + b"x" * sent)
        return made

    def wait_for(self, uploads: int) -> None:
        """Wait until so many uploads are under way."""
        until = time.monotonic() + 5
        while self.gauge.value != uploads:
            assert time.monotonic() < until, f"{self.gauge.value} uploads, not {uploads}"
            time.sleep(0.01)


@pytest.fixture
def running(store: Store) -> Iterator[Running]:
    with Running(store) as made:
        yield made


def test_a_client_that_sends_much_sees_that_there_are_too_many(running: Running) -> None:
    busy = [running.begin_upload(1_000_000) for _ in range(2)]
    running.wait_for(2)
    for _ in range(3):
        answer = httpx.post(f"{running.url}/v1/dossies/teste/envio/lento", files={"arquivos": FIVE_MB}, headers=HEADERS)
        assert answer.status_code == 429 and answer.json()["codigo"] == "envios_demais"
        assert answer.headers["Retry-After"] == "5"
    for each in busy:
        each.close()
    running.wait_for(0)
    answer = httpx.post(f"{running.url}/v1/dossies/teste/envio/lento", files={"arquivos": FIVE_MB}, headers=HEADERS)
    assert answer.json() == {"partes": 1}


def test_a_refusal_leaves_the_connection_in_order(running: Running) -> None:
    with httpx.Client(base_url=running.url) as client:
        for _ in range(2):
            refused = client.post("/v1/dossies/teste/envio/lento", files={"arquivos": FIVE_MB})
            assert refused.status_code == 401
            assert client.get("/v1/inexistente").status_code == 404


def test_a_chunked_body_that_grows_too_long_is_told_so(running: Running) -> None:
    def parts() -> Iterator[bytes]:
        for _ in range(40):
            yield b"x" * 100_000

    answer = httpx.post(f"{running.url}/v1/dossies/teste/envio/inteiro", content=parts(), headers=HEADERS)
    assert answer.status_code == 413 and answer.json()["codigo"] == "limite_excedido"


def test_a_client_that_goes_in_the_middle_leaves_its_place(running: Running) -> None:
    for _ in range(3):
        gone = running.begin_upload(300_000)
        running.wait_for(1)
        gone.close()
        running.wait_for(0)


def test_of_an_upload_that_breaks_off_nothing_stays(running: Running, store: Store) -> None:
    key = people.key(store, people.user(store), ["dossies:criar", "dossies:ler"])
    for sent in (0, 1_000, 3_000_000):
        gone = running.begin_upload(sent, "/v1/dossies", key)
        running.wait_for(1)
        gone.close()
        running.wait_for(0)
    with store.database.begin() as connection:
        for table in (dossies, arquivos, rodadas):
            assert connection.execute(sa.select(sa.func.count()).select_from(table)).scalar_one() == 0
    assert store.files.keys("") == []
    folder = Path(store.settings.storage_url)
    assert not folder.exists() or not [path for path in folder.rglob("*") if path.is_file()]


def test_a_client_that_is_not_done_when_the_server_stops_is_told_so(running: Running) -> None:
    with running.begin_upload(1_000) as slow:
        running.wait_for(1)
        running.server.should_exit = True
        slow.settimeout(10)
        told = slow.recv(4096)
    assert told.startswith(b"HTTP/1.1 503") and b"retry-after: 10" in told.lower()


def test_a_client_that_falls_silent_loses_its_place(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "_SILENCE_S", 0.3)
    silent = running.begin_upload(1_000)
    silent.settimeout(5)
    told = b""
    while part := silent.recv(4096):  # head and body may come one after the other
        told += part
        if b"tempo_esgotado" in told:
            break
    assert told.startswith(b"HTTP/1.1 408") and b"tempo_esgotado" in told
    running.wait_for(0)
    silent.close()


def test_a_client_that_drips_loses_its_place(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "_SILENCE_S", 1.0)
    with running.begin_upload(1_000) as dripping:
        dripping.settimeout(0.1)
        told, until = b"", time.monotonic() + 10
        while b"tempo_esgotado" not in told and time.monotonic() < until:  # never silent for long, and never done
            with contextlib.suppress(OSError):
                dripping.sendall(b"x")
            with contextlib.suppress(TimeoutError):
                told += dripping.recv(4096)
        assert told.startswith(b"HTTP/1.1 408")
    running.wait_for(0)


def test_nobody_holds_all_places(store: Store) -> None:
    with Running(store, most=8) as running:
        busy = [running.begin_upload(1_000) for _ in range(7)]
        running.wait_for(7)
        send = {"files": {"arquivos": ("a.pdf", b"x")}}
        lento = f"{running.url}/v1/dossies/teste/envio/lento"
        assert httpx.post(lento, headers=HEADERS, **send).status_code == 429
        others = {"Authorization": "Bearer de outrem"}
        assert httpx.post(lento, headers=others, **send).status_code == 200
        for each in busy:
            each.close()
        running.wait_for(0)
        assert httpx.post(lento, headers=HEADERS, **send).status_code == 200
