"""``/saude`` and ``/pronto``: alive without anything, ready with everything."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

import pytest
import sqlalchemy as sa
from fastapi import FastAPI
from pydantic import SecretStr
from starlette.testclient import TestClient

from docverify.store.config import ServiceSettings
from docverify.store.database import Database
from docverify.store.files import StorageError
from docverify.store.opening import Store
from docverify_api import readiness
from docverify_api.app import create_app


@pytest.fixture
def app(store: Store) -> FastAPI:
    return create_app(store)


@pytest.fixture
def client(app: FastAPI) -> TestClient:
    return TestClient(app)


@pytest.fixture
def away(store: Store) -> Callable[[], None]:
    """Take the database away."""

    def take() -> None:
        nowhere = Database("postgresql://ninguem@127.0.0.1:9/nada")
        store.database.engine.dispose()
        store.database.engine = nowhere.engine

    return take


def _worker(store: Store, seconds_ago: float) -> None:
    with store.database.begin() as connection:
        connection.execute(
            sa.text("INSERT INTO procrastinate_workers (last_heartbeat) VALUES (now() - make_interval(secs => :ago))"),
            {"ago": seconds_ago},
        )


def test_everything_is_there(client: TestClient, store: Store) -> None:
    answer = client.get("/pronto")
    assert answer.status_code == 200
    ok = {"banco": "ok", "revisao": "ok", "armazenamento": "ok"}
    assert answer.json() == {"pronto": True, "partes": ok, "trabalhadores": 0}
    assert store.files.keys("teste") == [], "the file that was written to look is gone"


def test_workers_are_told_once_each_and_only_while_they_are_heard_of(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = TestClient(create_app(store))
    _worker(store, 0)
    _worker(store, 0)
    _worker(store, 60)
    assert client.get("/pronto").json()["trabalhadores"] == 2


def test_a_database_that_is_away_is_no_end_of_life(client: TestClient, away: Callable[[], None]) -> None:
    away()
    assert client.get("/saude").json() == {"vivo": True}
    answer = client.get("/pronto")
    assert answer.status_code == 503
    problem = answer.json()
    assert problem["codigo"] == "nao_pronto"
    assert problem["partes"]["banco"] == "não responde"
    assert problem["partes"]["armazenamento"] == "ok"
    assert problem["trabalhadores"] is None
    assert "127.0.0.1" not in answer.text, "nobody learns where the database is"
    assert answer.headers["Retry-After"] == "5"


def test_tables_of_another_version_are_told(client: TestClient, store: Store) -> None:
    with store.database.begin() as connection:
        connection.execute(sa.text("UPDATE alembic_version SET version_num = '9999'"))
    problem = client.get("/pronto").json()
    assert problem["partes"]["revisao"] == "as tabelas não são desta versão do docverify"
    assert problem["partes"]["banco"] == "ok"


def test_an_empty_database_is_told(client: TestClient, store: Store) -> None:
    with store.database.begin() as connection:
        connection.execute(sa.text("DROP TABLE alembic_version"))
    assert client.get("/pronto").json()["partes"]["revisao"] == "o banco de dados não tem as tabelas do docverify"


def test_a_store_that_takes_nothing_is_told_and_asked_again_later(
    client: TestClient, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []

    def check() -> None:
        asked.append(1)
        raise StorageError("não há espaço")

    monkeypatch.setattr(type(store.files), "check", lambda self: check())
    monkeypatch.setattr(readiness, "_FRESH_S", 0.0)
    for _ in range(3):
        assert client.get("/pronto").json()["partes"]["armazenamento"] == "não guarda o que recebe"
    assert len(asked) == 1, "a store is not written to for each question"
    monkeypatch.setattr(readiness, "_STORAGE_FRESH_S", 0.0)
    monkeypatch.setattr(type(store.files), "check", lambda self: None)
    assert client.get("/pronto").status_code == 200


def test_a_store_that_hangs_is_told_and_holds_up_nobody_twice(
    client: TestClient, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    free = threading.Event()
    monkeypatch.setattr(type(store.files), "check", lambda self: free.wait(30))
    monkeypatch.setattr(readiness, "_STORAGE_PATIENCE_S", 0.2)
    monkeypatch.setattr(readiness, "_FRESH_S", 0.0)
    assert client.get("/pronto").json()["partes"]["armazenamento"] == "não responde"
    monkeypatch.setattr(readiness, "_STORAGE_PATIENCE_S", 20.0)
    began = time.monotonic()
    assert client.get("/pronto").status_code == 503
    assert time.monotonic() - began < 5
    free.set()
    assert client.get("/pronto").status_code == 200


def test_load_balancers_ask_by_head(client: TestClient) -> None:
    for path in ("/saude", "/pronto"):
        answer = client.head(path)
        assert (answer.status_code, answer.content) == (200, b""), path


def test_neither_needs_a_name_nor_tells_one(service_settings: ServiceSettings, client: TestClient) -> None:
    assert isinstance(service_settings.database_url, SecretStr)
    for path in ("/saude", "/pronto"):
        answer = client.get(path, headers={"Host": "10.0.0.7:8765"})
        assert answer.status_code == 200
        assert str(service_settings.home) not in answer.text
