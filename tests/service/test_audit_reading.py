"""The audit chain as people and programs get it: the API's pages, `docverify audit verify` and `export`."""

from __future__ import annotations

import csv
import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
import sqlalchemy as sa

from docverify.cli.app import run
from docverify.store.actors import Actor, system
from docverify.store.checkpoints import stored
from docverify.store.opening import Store
from docverify.values.private import CPF_MASK
from tests.service.people import entity, key_client, session_client, user

CPF = "529.982.247-25"


@pytest.fixture
def environment(store: Store, database_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DOCVERIFY_HOME", str(store.settings.home))
    monkeypatch.setenv("DOCVERIFY_DATABASE_URL", database_url)
    monkeypatch.setenv("DOCVERIFY_SECRET", "segredo somente para os testes")


def append(store: Store, actor: Actor, acao: str, **more: Any) -> None:
    with store.database.begin() as connection:
        store.ledger.append(
            connection, actor, acao, more.pop("alvo_tipo", "dossie"), more.pop("alvo_id", uuid4()),
            entidade_id=more.pop("entidade_id", actor.entidade_id), **more,
        )  # fmt: skip


def test_verify_says_that_a_chain_is_whole_and_leaves_a_checkpoint(
    store: Store, environment: None, capsys: pytest.CaptureFixture[str]
) -> None:
    append(store, system(), "a.b")
    assert run(["audit", "verify"]) == 0
    assert "íntegra: 1 entrada, 0 pontos" in capsys.readouterr().out
    assert [point.numero for point in stored(store.files, store.ledger)] == [1]


def test_verify_says_where_what_and_when(store: Store, environment: None, capsys: pytest.CaptureFixture[str]) -> None:
    for _ in range(3):
        append(store, system(), "dossie.enviar")
    with store.database.begin() as connection:
        connection.execute(sa.text("ALTER TABLE auditoria DISABLE TRIGGER ALL"))
        connection.execute(sa.text("UPDATE auditoria SET ator = 'outro' WHERE numero = 2"))
        connection.execute(sa.text("ALTER TABLE auditoria ENABLE TRIGGER ALL"))
    assert run(["audit", "verify"]) == 1
    out = capsys.readouterr().out
    assert "a entrada 2 não é a que foi escrita (dossie.enviar)" in out
    assert str(datetime.now(UTC).year) in out
    assert run(["audit", "verify", "--json"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert (told["intacta"], told["problemas"], told["achados"][0]["numero"]) == (False, 1, 2)
    assert stored(store.files, store.ledger) == []


def test_verify_with_another_secret(
    store: Store, environment: None, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    append(store, system(), "a.b")
    monkeypatch.setenv("DOCVERIFY_SECRET", "um segredo de outra instalação")
    assert run(["audit", "verify"]) == 2
    told = capsys.readouterr()
    assert "outra chave" in told.err
    assert told.out == ""


def test_verify_without_a_database(
    environment: None, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DOCVERIFY_DATABASE_URL", "postgresql://ninguem@127.0.0.1:1/nada?connect_timeout=2")
    for asked in (["audit", "verify"], ["audit", "export"], ["purge", "--dry-run"], ["user", "list"]):
        assert run(asked) == 4
        assert "banco de dados" in capsys.readouterr().err


def test_exports_mask_cpfs_and_hold_no_formula(store: Store, environment: None, tmp_path: Path) -> None:
    append(store, system(), "a.b", depois={"n": 1}, porque=f"pedido de {CPF}")
    append(store, system(), "a.b", alvo_id='=HYPERLINK("http://x";"y")', porque="@SUM(1)\n+2")
    with store.database.begin() as connection:  # one from before a rule of masking was there
        connection.execute(sa.text("ALTER TABLE auditoria DISABLE TRIGGER ALL"))
        connection.execute(sa.text("UPDATE auditoria SET porque = :cpf WHERE numero = 1"), {"cpf": CPF})
        connection.execute(sa.text("ALTER TABLE auditoria ENABLE TRIGGER ALL"))
    lines, table = tmp_path / "a.jsonl", tmp_path / "a.csv"
    assert run(["audit", "export", "-o", str(lines)]) == 0
    assert run(["audit", "export", "--format", "csv", "-o", str(table)]) == 0
    for path in (lines, table):
        assert "529.982" not in path.read_text(encoding="utf-8")
    entries = [json.loads(line) for line in lines.read_text(encoding="utf-8").splitlines()]
    assert [entry["numero"] for entry in entries] == [1, 2]
    with table.open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    assert rows[1]["alvo_id"] == '\'=HYPERLINK("http://x";"y")'
    assert rows[1]["porque"] == "'@SUM(1)\n+2"
    assert not list(tmp_path.glob(".*.parte"))


def test_exports_of_some_days(store: Store, environment: None, capsys: pytest.CaptureFixture[str]) -> None:
    append(store, system(), "a.b")
    tomorrow = (datetime.now(UTC) + timedelta(days=2)).date().isoformat()
    assert run(["audit", "export", "--desde", tomorrow]) == 0
    assert capsys.readouterr().out == ""
    assert run(["audit", "export", "--ate", tomorrow]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 1
    assert run(["audit", "export", "--ate", "ontem"]) == 2


def test_the_api_gives_an_auditor_the_entries_of_the_own_entity(store: Store) -> None:
    auditor, other = user(store, "auditor"), user(store, "auditor")
    append(store, auditor.actor, "dossie.enviar", depois={"cpf": CPF, "texto": CPF})
    append(store, other.actor, "dossie.enviar")
    append(store, system(), "servico.iniciar", entidade_id=None)
    client = session_client(store, auditor)
    found = client.get("/v1/auditoria").json()
    assert {entry["entidade_id"] for entry in found["itens"]} == {str(auditor.entidade_id)}
    assert CPF not in json.dumps(found)
    assert CPF_MASK in json.dumps(found)
    foreign = client.get("/v1/auditoria", params={"entidade_id": str(other.entidade_id)})
    assert (foreign.status_code, foreign.json()["itens"]) == (200, [])


def test_who_sees_all_entities_sees_all_entries(store: Store) -> None:
    auditor = user(store, "auditor", todas=True)
    append(store, system(), "servico.iniciar", entidade_id=None)
    found = session_client(store, auditor).get("/v1/auditoria", params={"acao": "servico."}).json()
    assert [entry["acao"] for entry in found["itens"]] == ["servico.iniciar"]


@pytest.mark.parametrize(("papel", "status"), [("entidade", 403), ("analista", 403), ("supervisor", 403)])
def test_other_roles_may_not(store: Store, papel: str, status: int) -> None:
    assert session_client(store, user(store, papel)).get("/v1/auditoria").status_code == status


def test_a_key_needs_the_scope(store: Store) -> None:
    administrador = user(store, "administrador", entity(store))
    assert key_client(store, administrador, ["dossies:ler"]).get("/v1/auditoria").status_code == 403
    assert key_client(store, administrador, ["auditoria:ler"]).get("/v1/auditoria").status_code == 200


def test_pages_and_filters(store: Store) -> None:
    auditor = user(store, "auditor")
    alvo = str(uuid4())
    for number in range(7):
        append(store, auditor.actor, f"x.{number}", alvo_id=alvo)
    client = session_client(store, auditor)
    numbers, cursor = [], None
    while True:
        params = {"limite": 3, "alvo_id": alvo} | ({"cursor": cursor} if cursor else {})
        page = client.get("/v1/auditoria", params=params).json()
        numbers += [entry["acao"] for entry in page["itens"]]
        cursor = page["proximo"]
        if cursor is None:
            break
    assert numbers == [f"x.{number}" for number in range(6, -1, -1)]
    assert len(client.get("/v1/auditoria", params={"acao": "x.3"}).json()["itens"]) == 1
    assert client.get("/v1/auditoria", params={"ator": "ninguem"}).json()["itens"] == []
    assert client.get("/v1/auditoria", params={"desde": "2100-01-01"}).json()["itens"] == []
    assert client.get("/v1/auditoria", params={"ate": "9999-12-31"}).status_code == 200
    assert client.get("/v1/auditoria", params={"desde": "0001-01-01"}).status_code == 200


@pytest.mark.parametrize(
    "params",
    [
        {"cursor": "xyz"},
        {"cursor": "0"},
        {"cursor": "f" * 16},
        {"cursor": "-1"},
        {"cursor": "١"},
        {"limite": 0},
        {"limite": 201},
        {"acao": "a\0"},
        {"desde": "ontem"},
        {"entidade_id": "x"},
    ],
)
def test_what_cannot_be_used_is_told(store: Store, params: dict[str, Any]) -> None:
    client = session_client(store, user(store, "auditor"))
    assert client.get("/v1/auditoria", params=params).status_code == 422
