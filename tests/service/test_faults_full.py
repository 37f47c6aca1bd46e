"""No room on each of the disks, and scans that are away: told as such, nothing half-written, and then it goes on."""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
import sqlalchemy as sa
from moto.server import ThreadedMotoServer
from pydantic import SecretStr
from starlette.testclient import TestClient

from docverify.store import contents
from docverify.store.audit_check import verify
from docverify.store.config import ServiceSettings
from docverify.store.opening import Store, open_store
from docverify.store.tables import arquivos, dossies, rodadas, vereditos
from docverify.work.scratch import root
from tests.service import people
from tests.service.queue_tools import run_row, until, worker

PDF = b"%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n"
SCOPES = ["dossies:criar", "dossies:ler"]


@pytest.fixture(autouse=True)
def _no_litter(tmp_path: Path) -> Iterator[None]:
    yield
    shutil.rmtree(root(tmp_path / "casa"), ignore_errors=True)


def upload(client: TestClient, number: int, size: int = 100) -> httpx.Response:
    """Send a dossier of about so many bytes that is its own."""
    ficha = json.dumps({
        "pedido": {"norma": "GLP297", "situacao": "novo", "data_protocolo": "2026-11-30"},
        "razao_social": f"Gás {number} Ltda", "cnpj": "11222333000181",
    }).encode()  # fmt: skip
    scan = PDF + b"%% %d " % number + bytes(size)
    named = [("ficha", ("ficha.json", ficha)), ("arquivos", ("a.pdf", scan))]
    return client.post("/v1/dossies", files=named)


def refused(answer: httpx.Response, status: int, codigo: str) -> None:
    """See that an answer says what is wrong."""
    assert (answer.status_code, answer.json()["codigo"]) == (status, codigo), answer.text
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert int(answer.headers["Retry-After"]) > 0


def counts(store: Store) -> tuple[int, ...]:
    """Return how many dossiers, files, runs and verdicts there are."""
    with store.database.begin() as c:
        tables = (dossies, arquivos, rodadas, vereditos)
        return tuple(c.execute(sa.select(sa.func.count()).select_from(t)).scalar_one() for t in tables)


def fill(disk: Path, left: int = 0) -> Path:
    """Fill a disk but for some bytes; return the file that does."""
    ballast = disk / "lastro"
    with ballast.open("wb", buffering=0) as stream:
        for size in (1 << 20, 4096):
            while shutil.disk_usage(disk).free >= size + left:
                stream.write(bytes(size))
    return ballast


def opened(settings: ServiceSettings, **changes: object) -> Store:
    """Open an installation with other settings."""
    return open_store(settings.model_copy(update=changes), pool=4)


def test_no_room_for_scans(service_settings: ServiceSettings, small_disk: Path) -> None:
    store = opened(service_settings, storage=str(small_disk / "arquivos"))
    try:
        client = people.key_client(store, people.user(store), SCOPES)
        assert upload(client, 1).status_code == 202
        ballast = fill(small_disk, 500_000)
        refused(upload(client, 2, 2_000_000), 507, "sem_espaco")
        assert counts(store) == (1, 1, 1, 0)
        assert len(store.files.keys("")) == 1 and not list((small_disk / "arquivos").glob(".parte-*"))
        ballast.unlink()
        assert upload(client, 2, 2_000_000).status_code == 202
        with worker(store.settings, DOCVERIFY_STORAGE=str(small_disk / "arquivos")):
            until(lambda: counts(store)[3] == 2)
        assert counts(store) == (2, 2, 2, 2) and contents.orphans(store) == 0
    finally:
        store.close()


def test_no_room_for_what_an_upload_is_read_into(
    store: Store, small_disk: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = people.key_client(store, people.user(store), SCOPES)
    monkeypatch.setattr(tempfile, "tempdir", str(small_disk))
    ballast = fill(small_disk, 500_000)
    refused(upload(client, 1, 3_000_000), 507, "sem_espaco")
    assert counts(store) == (0, 0, 0, 0) and store.files.keys("") == []
    assert [path.name for path in small_disk.iterdir()] == ["lastro"]
    ballast.unlink()
    assert upload(client, 1, 3_000_000).status_code == 202
    assert counts(store) == (1, 1, 1, 0)


@pytest.mark.slow
def test_no_room_in_the_database(database_disk: Path, tmp_path: Path) -> None:
    settings = ServiceSettings(
        home=database_disk / "casa", storage=str(tmp_path / "arquivos"),
        secret=SecretStr("segredo somente para os testes"),
        heartbeat_s=0.5, stalled_s=2.0, watch_s=0.5, retry_s=0.1,
    )  # fmt: skip
    store = open_store(settings, pool=4)
    try:
        client = people.key_client(store, people.user(store), SCOPES)
        taken = 0
        while upload(client, taken).status_code == 202 and taken < 3:
            taken += 1
        taken = counts(store)[0]
        ballast = fill(database_disk)
        with pytest.raises(sa.exc.DBAPIError), store.database.begin() as c:
            for _ in range(200):  # what is left of the files that it has already
                c.execute(sa.text("CREATE TABLE IF NOT EXISTS cheia (x text)"))
                c.execute(
                    sa.text("INSERT INTO cheia SELECT repeat(md5(random()::text), 200) FROM generate_series(1, 500)")
                )
        answers = [upload(client, number) for number in range(100, 400)]
        seen = {answer.status_code for answer in answers}
        assert seen <= {202, 503, 507}
        own = settings.model_copy(update={"database_url": SecretStr(store.database.url), "home": tmp_path / "casa"})
        with worker(own, DOCVERIFY_STORAGE=settings.storage_url) as process:
            ballast.unlink()
            wanted = taken + sum(answer.status_code == 202 for answer in answers)
            until(lambda: store.database.patiently(lambda _: counts(store)[3]) == wanted)
            assert process.poll() is None
        again = upload(client, 999)
        assert again.status_code == 202
        assert counts(store) == (wanted + 1, wanted + 1, wanted + 1, wanted) and verify(store).intacta
    finally:
        store.close()


@pytest.mark.slow
def test_scans_that_are_away_for_a_while(service_settings: ServiceSettings, monkeypatch: pytest.MonkeyPatch) -> None:
    import boto3

    monkeypatch.setattr("docverify.store.files._TRIES", 1)
    server = ThreadedMotoServer(port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    address, keys = f"http://{host}:{port}", {"key": "x", "secret": "y"}
    boto3.client(
        "s3", endpoint_url=address, aws_access_key_id="x", aws_secret_access_key="y", region_name="us-east-1"
    ).create_bucket(Bucket="afastado")
    options = {
        **keys,
        "client_kwargs": {"endpoint_url": address},
        "config_kwargs": {"retries": {"max_attempts": 0}},
    }
    store = opened(service_settings, storage="s3://afastado/d", storage_options=options)
    back = ThreadedMotoServer(ip_address=host, port=port, verbose=False)  # of the same process: it knows the bucket
    try:
        client = people.key_client(store, people.user(store), SCOPES)
        first = upload(client, 1)
        assert first.status_code == 202
        with store.database.begin() as c:
            run = c.execute(sa.select(rodadas.c.id)).scalar_one()
        server.stop()
        refused(upload(client, 2), 503, "indisponivel")
        assert counts(store) == (1, 1, 1, 0)
        environment = {"DOCVERIFY_STORAGE": "s3://afastado/d", "DOCVERIFY_STORAGE_OPTIONS": json.dumps(options)}
        with worker(store.settings, **environment) as process:
            until(lambda: run_row(store, run).devolvidas >= 1)
            back.start()
            assert upload(client, 2).status_code == 202
            until(lambda: counts(store)[3] == 2)
            assert process.poll() is None
        assert counts(store) == (2, 2, 2, 2) and len(store.files.keys("originais")) == 2
    finally:
        store.close()
        if back._thread is not None:
            back.stop()
