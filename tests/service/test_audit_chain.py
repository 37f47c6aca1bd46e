from __future__ import annotations

import json
import threading
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
import sqlalchemy as sa
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import SecretStr

from docverify.store.actors import Actor, system
from docverify.store.audit import GENESIS, Ledger, note_access
from docverify.store.audit_check import Verificacao, verify
from docverify.store.checkpoints import FOLDER, checkpoint, stored
from docverify.store.config import ServiceSettings
from docverify.store.embedded import DatabaseUnavailableError
from docverify.store.opening import Store, open_store
from docverify.store.tables import auditoria

CLERK = Actor("ana@posto.example", uuid4(), "entidade", uuid4(), chave_id=uuid4(), pedido_id="pedido-1")
COLUMNS = [column.name for column in auditoria.c]


def fill(store: Store, count: int = 6) -> None:
    for number in range(count):
        with store.database.begin() as connection:
            store.ledger.append(
                connection,
                CLERK,
                "dossie.enviar",
                "dossie",
                uuid4(),
                entidade_id=CLERK.entidade_id,
                antes={"estado": "rascunho", "n": number},
                depois={"estado": "na_fila", "n": number, "x": 0.1},
                porque="envio",
            )


def tamper(store: Store, *statements: str, **values: Any) -> None:
    with store.database.begin() as connection:
        connection.execute(sa.text("ALTER TABLE auditoria DISABLE TRIGGER ALL"))
        for statement in statements:
            connection.execute(sa.text(statement), values)
        connection.execute(sa.text("ALTER TABLE auditoria ENABLE TRIGGER ALL"))


def kinds(result: Verificacao) -> set[str]:
    return {found.tipo for found in result.achados}


def test_a_chain_that_nobody_touched_is_whole(store: Store) -> None:
    assert verify(store).intacta
    fill(store)
    result = verify(store)
    assert (result.intacta, result.entradas, result.total) == (True, 6, 0)
    with store.database.begin() as connection:
        first = connection.execute(sa.select(auditoria).order_by(auditoria.c.numero).limit(1)).mappings().one()
    assert (first["numero"], first["anterior"]) == (1, GENESIS)


CHANGES = {
    "numero": "numero + 100",
    "quando": "quando + interval '1 microsecond'",
    "usuario_id": "gen_random_uuid()",
    "chave_id": "NULL",
    "ator": "'outro@posto.example'",
    "papel": "'administrador'",
    "entidade_id": "gen_random_uuid()",
    "acao": "'dossie.ler'",
    "alvo_tipo": "'usuario'",
    "alvo_id": "'x'",
    "antes": "jsonb_set(antes, '{n}', '99')",
    "depois": "depois - 'x'",
    "porque": "NULL",
    "pedido_id": "pedido_id || ' '",
    "anterior": "repeat('a', 64)",
    "resumo": "repeat('b', 64)",
}


def test_every_column_is_tried() -> None:
    assert set(CHANGES) == set(COLUMNS)


@pytest.mark.parametrize("column", COLUMNS)
def test_a_changed_column_is_found(store: Store, column: str) -> None:
    fill(store)
    tamper(store, f"UPDATE auditoria SET {column} = {CHANGES[column]} WHERE numero = 3")
    result = verify(store)
    assert not result.intacta
    assert "alterada" in kinds(result)
    assert any(found.numero == 3 for found in result.achados)
    assert not result.outra_chave


@pytest.mark.parametrize(
    ("statement", "kind"),
    [
        ("DELETE FROM auditoria WHERE numero = 1", "ausente"),
        ("DELETE FROM auditoria WHERE numero IN (1, 2)", "ausente"),
        ("DELETE FROM auditoria WHERE numero = 4", "ausente"),
        ("DELETE FROM auditoria WHERE numero = 6", "truncada"),
        ("DELETE FROM auditoria WHERE numero > 2", "truncada"),
        ("DELETE FROM auditoria", "truncada"),
        ("TRUNCATE auditoria", "truncada"),
        (
            "INSERT INTO auditoria (numero, quando, ator, acao, alvo_tipo, anterior, resumo) SELECT 7, now(), 'x', "
            "'y', 'z', resumo, repeat('c', 64) FROM auditoria WHERE numero = 6",
            "alterada",
        ),
        (
            "INSERT INTO auditoria (numero, quando, ator, acao, alvo_tipo, anterior, resumo) VALUES (0, now(), 'x', "
            "'y', 'z', repeat('0', 64), repeat('c', 64))",
            "intrusa",
        ),
    ],
)
def test_what_was_taken_away_or_put_in_is_found(store: Store, statement: str, kind: str) -> None:
    fill(store)
    assert checkpoint(store) is not None
    tamper(store, statement)
    result = verify(store)
    assert kind in kinds(result)
    assert not result.outra_chave


def test_an_empty_table_is_found_without_any_checkpoint(store: Store) -> None:
    fill(store)
    tamper(store, "DELETE FROM auditoria")
    assert kinds(verify(store)) == {"truncada"}


def test_entries_in_another_order_are_found(store: Store) -> None:
    fill(store)
    tamper(
        store,
        "UPDATE auditoria SET numero = -1 WHERE numero = 2",
        "UPDATE auditoria SET numero = 2 WHERE numero = 3",
        "UPDATE auditoria SET numero = 3 WHERE numero = -1",
    )
    assert {found.numero for found in verify(store).achados} >= {2, 3}


def test_an_older_state_that_grew_again_is_found(store: Store) -> None:
    fill(store, 4)
    assert checkpoint(store) is not None
    tamper(store, "DELETE FROM auditoria WHERE numero > 2")
    fill(store, 5)
    result = verify(store)
    assert kinds(result) == {"truncada"}
    assert result.achados[0].numero == 4
    assert checkpoint(store) is None, "a checkpoint is never replaced by what does not hold it"
    assert kinds(verify(store)) == {"truncada"}


@pytest.mark.parametrize(
    "statement",
    [
        "ALTER TABLE auditoria DISABLE TRIGGER auditoria_so_cresce",
        "DROP TRIGGER auditoria_so_cresce ON auditoria",
        "CREATE OR REPLACE FUNCTION auditoria_so_cresce() RETURNS trigger LANGUAGE plpgsql AS "
        "$$ BEGIN RETURN NULL; END $$",
        "CREATE RULE nada AS ON INSERT TO auditoria DO INSTEAD NOTHING",
        "ALTER TABLE auditoria ENABLE ROW LEVEL SECURITY",
    ],
)
def test_a_guard_that_was_switched_off_is_found(store: Store, statement: str) -> None:
    fill(store, 2)
    with store.database.begin() as connection:
        connection.execute(sa.text(statement))
    assert kinds(verify(store)) == {"gatilho"}


@pytest.mark.parametrize(
    "statement", ["UPDATE auditoria SET ator = 'x'", "DELETE FROM auditoria", "TRUNCATE auditoria"]
)
def test_the_database_refuses_changes(store: Store, statement: str) -> None:
    fill(store, 1)
    with pytest.raises(sa.exc.DBAPIError, match="só cresce"), store.database.begin() as connection:
        connection.execute(sa.text(statement))


def test_another_secret_is_no_tampering(store: Store, service_settings: ServiceSettings) -> None:
    fill(store)
    checkpoint(store)
    other = open_store(service_settings.model_copy(update={"secret": SecretStr("outro segredo, de outra máquina")}))
    try:
        result = verify(other)
        assert result.outra_chave
        assert not result.intacta
        assert checkpoint(other) is None
    finally:
        other.close()
    assert verify(store).intacta


def test_a_mark_of_another_key_does_not_hide_tampering(store: Store) -> None:
    fill(store)
    tamper(
        store,
        "UPDATE auditoria SET ator = 'x' WHERE numero = 2",
        "UPDATE instalacao SET valor = '{\"digital\": \"0123456789abcdef\"}' WHERE chave = 'auditoria_chave'",
    )
    result = verify(store)
    assert not result.outra_chave
    assert kinds(result) == {"alterada", "chave"}


@pytest.mark.parametrize("field", ["numero", "resumo", "quando", "assinatura"])
def test_a_changed_checkpoint_is_found(store: Store, field: str) -> None:
    fill(store)
    made = checkpoint(store)
    assert made is not None
    content = json.loads(store.files.read(made.endereco))
    content[field] = {"numero": 2, "resumo": "0" * 64, "quando": "2020-01-01T00:00:00+00:00", "assinatura": "0"}[field]
    store.files.put_bytes(made.endereco, json.dumps(content).encode())
    assert kinds(verify(store)) == {"ponto"}


@pytest.mark.parametrize("data", [b"", b"{", b"[]", b"{}", b'{"numero": "x"}', b"\xff"])
def test_a_checkpoint_that_cannot_be_understood_is_found(store: Store, data: bytes) -> None:
    store.files.put_bytes(f"{FOLDER}/2020-01-01.json", data)
    fill(store, 1)
    assert "ponto" in kinds(verify(store))


def test_checkpoints_follow_the_chain(store: Store) -> None:
    assert checkpoint(store) is None
    fill(store, 2)
    first = checkpoint(store)
    assert first is not None
    assert first.numero == 2
    assert checkpoint(store) is None
    fill(store, 1)
    second = checkpoint(store)
    assert second is not None
    assert second.numero == 3
    assert {point.numero for point in stored(store.files, store.ledger)} >= {3}
    assert verify(store).pontos in (1, 2)  # 2 where midnight passed between both


def test_checkpoints_of_several_days_all_count(store: Store) -> None:
    fill(store, 2)
    made = checkpoint(store)
    assert made is not None
    store.files.put_bytes(f"{FOLDER}/2020-01-01.json", store.files.read(made.endereco))
    fill(store, 2)
    checkpoint(store)
    result = verify(store)
    assert (result.intacta, result.pontos) == (True, 2)


def test_eight_writers_at_once_make_one_chain_without_gaps(store: Store) -> None:
    failures: list[BaseException] = []

    def write() -> None:
        try:
            fill(store, 10)
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=write) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures
    result = verify(store)
    assert (result.intacta, result.entradas) == (True, 80)


def test_an_entry_is_gone_with_its_transaction(store: Store) -> None:
    fill(store, 1)
    with pytest.raises(RuntimeError), store.database.begin() as connection:
        store.ledger.append(connection, CLERK, "a.b", "dossie", "1", entidade_id=None)
        raise RuntimeError
    fill(store, 1)
    result = verify(store)
    assert (result.intacta, result.entradas) == (True, 2)


ODD: list[dict[str, Any]] = [
    {"z": 1, "a": 2, "ç": {"b": [1, 2.5, None, True, False], "a": []}},
    {"nul": "a\0b", "surrogate": "\ud800x", "emoji": "🔥", "nfd": "a\u0301", "rtl": "\u202eabc", "sep": "\u2028"},
    {"big": 10**30, "neg": -(2**63), "max": 2**63 - 1, "zero": -0.0, "tiny": 5e-324, "inf": float("inf")},
    {"nan": float("nan"), "when": datetime(2026, 1, 1, tzinfo=UTC), "id": uuid4(), "set": {"x"}, "tuple": (1, "2")},
    {"a\0": 1, "a\ufffd": 2, "": "", " ": {}},
    {"cpf": "52998224725", "texto": "CPF 529.982.247-25", "escape": '\\u0000 " \n'},
]


TOLD = ("antes", "depois", "ator", "porque", "pedido_id")


@pytest.mark.parametrize("state", ODD)
def test_whatever_json_it_tells_an_entry_keeps_its_hash(store: Store, state: dict[str, Any]) -> None:
    odd = replace(CLERK, ator="x\0\ud800529.982.247-25", pedido_id="p\0529.982.247-25")
    with store.database.begin() as connection:
        store.ledger.append(
            connection, odd, "a.b", "t", "alvo\0\ud800", entidade_id=None, antes=state, depois=state, porque="\0\ud8001"
        )
    assert verify(store).intacta
    with store.database.begin() as connection:
        row = connection.execute(sa.select(auditoria)).mappings().one()
    told = json.dumps({k: str(v) for k, v in row.items() if k in TOLD})
    assert not any(number in told for number in ("529.982", "52998224725"))


JSONS = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda children: st.lists(children, max_size=3) | st.dictionaries(st.text(max_size=4), children, max_size=3),
    max_leaves=6,
)
ENTRIES = st.fixed_dictionaries(
    {
        "numero": st.integers(1, 2**62),
        "quando": st.datetimes(timezones=st.just(UTC)),
        "usuario_id": st.none() | st.uuids(),
        "chave_id": st.none() | st.uuids(),
        "ator": st.text(),
        "papel": st.none() | st.text(),
        "entidade_id": st.none() | st.uuids(),
        "acao": st.text(),
        "alvo_tipo": st.text(),
        "alvo_id": st.none() | st.text(),
        "antes": st.none() | st.dictionaries(st.text(max_size=4), JSONS, max_size=3),
        "depois": st.none() | st.dictionaries(st.text(max_size=4), JSONS, max_size=3),
        "porque": st.none() | st.text(),
        "pedido_id": st.none() | st.text(),
        "anterior": st.text(alphabet="0123456789abcdef", min_size=64, max_size=64),
    }
)


@settings(deadline=None)
@given(ENTRIES, ENTRIES, st.sampled_from([name for name in COLUMNS if name != "resumo"]))
def test_any_single_change_changes_the_hash(entry: dict[str, Any], other: dict[str, Any], column: str) -> None:
    ledger = Ledger(b"segredo")
    changed = {**entry, column: other[column]}
    same = json.dumps(entry[column], default=str, sort_keys=True) == json.dumps(
        changed[column], default=str, sort_keys=True
    )
    assert (ledger.digest(entry) == ledger.digest(changed)) is same


def test_the_hash_needs_the_secret() -> None:
    entry = {name: None for name in COLUMNS}
    assert Ledger(b"a").digest(entry) != Ledger(b"b").digest(entry)
    assert Ledger(b"a").fingerprint != Ledger(b"b").fingerprint


def test_access_is_noted_each_time_for_originals_and_once_an_hour_for_pages(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    dossie, entidade = uuid4(), uuid4()

    def look(acao: Any, who: Actor = CLERK) -> bool:
        with store.database.begin() as connection:
            return note_access(connection, store.ledger, who, acao, dossie, entidade_id=entidade, detalhe={"ordem": 1})

    assert [look("original.ler"), look("original.ler")] == [True, True]
    assert [look("pagina.ler"), look("relatorio.ler")] == [True, True]
    before = datetime.now(UTC).hour
    assert look("pagina.ler") is (datetime.now(UTC).hour != before)
    assert look("pagina.ler", replace(CLERK, chave_id=None)) is True
    assert look("pagina.ler", replace(CLERK, usuario_id=uuid4())) is True

    later = datetime.now(UTC) + timedelta(hours=1)
    monkeypatch.setattr("docverify.store.audit._now", lambda: later)
    assert look("pagina.ler") is True
    monkeypatch.undo()
    assert verify(store).intacta


def test_a_database_without_tables_is_told(store: Store) -> None:
    with store.database.begin() as connection:
        connection.execute(sa.text("DROP TABLE auditoria CASCADE"))
    with pytest.raises(DatabaseUnavailableError, match="não tem as tabelas"):
        verify(store)


@pytest.mark.slow
def test_a_long_chain_is_looked_through_in_bounded_memory(store: Store) -> None:
    """The memory that 20,000 entries take is far under what holding them would: some 1 kB each as rows of Python."""
    import tracemalloc

    ledger, rows, previous = store.ledger, [], GENESIS
    start = datetime(2026, 1, 1, tzinfo=UTC)
    for number in range(1, 20_001):
        entry: dict[str, Any] = dict.fromkeys(COLUMNS)
        entry |= {"numero": number, "quando": start + timedelta(seconds=number), "ator": "sistema", "acao": "a.b"}
        entry |= {"alvo_tipo": "dossie", "alvo_id": str(uuid4()), "anterior": previous, "depois": {"n": "x" * 200}}
        previous = ledger.digest({k: v for k, v in entry.items() if k != "resumo"})
        rows.append({**entry, "resumo": previous})
    with store.database.begin() as connection:
        ledger.append(connection, system(), "a.b", "t", None, entidade_id=None)
    tamper(store, "DELETE FROM auditoria")
    with store.database.begin() as connection:
        connection.execute(auditoria.insert(), rows)
    rows.clear()
    verify(store)
    tracemalloc.start()
    result = verify(store)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert (result.intacta, result.entradas) == (True, 20_000)
    assert peak < 12_000_000
