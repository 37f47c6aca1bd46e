"""What a webhook is told: with the verdict or not at all, signed, tried again, and given up."""

from __future__ import annotations

import json
import time
import uuid
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime, timedelta
from typing import Any
from uuid import UUID

import pytest
import sqlalchemy as sa

from docverify.store import hooks, runs, verdicts, webhooks
from docverify.store.actors import system
from docverify.store.config import ServiceSettings
from docverify.store.opening import Store, open_store
from docverify.store.tables import auditoria, dossies, entregas, ganchos
from docverify.store.verdicts import Origin
from tests.service import people
from tests.service.people import Person
from tests.service.receiver import Receiver, receiving


@pytest.fixture
def store(service_settings: ServiceSettings) -> Iterator[Store]:
    opened = open_store(service_settings.model_copy(update={"webhook_private": True, "webhook_attempts": 3}), pool=4)
    yield opened
    opened.close()


@pytest.fixture
def admin(store: Store) -> Person:
    return people.user(store, "administrador")


@pytest.fixture
def told() -> Iterator[Receiver]:
    with receiving() as receiver:
        yield receiver


def _begun(store: Store, person: Person, nome: str = "Posto São José") -> runs.Attempt:
    """A dossier of a person's entity that is being verified."""
    now, dossie_id = datetime.now(UTC), uuid.uuid4()
    with store.database.begin() as connection:
        connection.execute(
            dossies.insert().values(
                id=dossie_id,
                entidade_id=person.entidade_id,
                nome=nome,
                estado="na_fila",
                prioridade="interativo",
                hoje=date(2026, 11, 30),
                criado_por=person.id,
                criado_em=now,
                atualizado_em=now,
            )
        )
        rodada_id = runs.request(
            connection, store.ledger, person.actor, dossie_id, motivo="envio", prioridade="interativo"
        )
    return _attempt(store, rodada_id)


def _attempt(store: Store, rodada_id: UUID) -> runs.Attempt:
    with store.database.begin() as connection:
        job = connection.execute(sa.text("SELECT tarefa FROM rodadas WHERE id = :id"), {"id": rodada_id}).scalar_one()
        attempt = runs.begin(connection, store.ledger, store.settings, rodada_id, job)
    assert attempt is not None
    return attempt


_REPORT = {
    "resultado": "em_analise",
    "efeito": {"codigo": "analise_humana"},
    "norma": "GLP297",
    "ficha": {"razao_social": "JOAO DA SILVA 52998224725", "cnpj": "11222333000181"},
}


def _finish(store: Store, attempt: runs.Attempt) -> None:
    with store.database.begin() as connection:
        verdicts.finish(connection, store.ledger, store.settings, attempt, _REPORT, Origin({}, {}, "0" * 64))


def _rows(store: Store, what: sa.Table = entregas) -> list[Any]:
    with store.database.begin() as connection:
        return list(connection.execute(sa.select(what)))


def _jobs(store: Store) -> list[Any]:
    statement = "SELECT args ->> 'entrega_id' AS id, lock, scheduled_at FROM procrastinate_jobs WHERE task_name = :task"
    with store.database.begin() as connection:
        return list(
            connection.execute(sa.text(statement + " ORDER BY procrastinate_jobs.id"), {"task": "docverify.entregar"})
        )


def _checked(secret: str, headers: dict[str, str], body: bytes) -> None:
    stamp = int(headers["Docverify-Timestamp"])
    assert abs(stamp - time.time()) < 60
    assert headers["Docverify-Signature"] == webhooks.signature(secret, stamp, body)


def test_a_verdict_is_told_signed(store: Store, admin: Person, told: Receiver) -> None:
    gancho, secret = hooks.create(store, admin.actor, told.url)
    attempt = _begun(store, admin, nome="Revenda de 529.982.247-25")
    _finish(store, attempt)
    (row,) = _rows(store)
    assert (row.estado, row.tentativas, row.gancho_id) == ("pendente", 0, gancho.id)
    assert [job.id for job in _jobs(store)] == [str(row.id)]
    assert webhooks.deliver(store, row.id) == "entregue"
    (got,) = told.got
    _checked(secret, got.headers, got.body)
    assert got.headers["Docverify-Event"] == "veredito.novo"
    assert got.headers["Docverify-Delivery"] == str(row.id)
    assert got.headers["Content-Type"] == "application/json"
    body = json.loads(got.body)
    when = datetime.fromisoformat(body.pop("quando"))
    assert abs(when - datetime.now(UTC)) < timedelta(minutes=1)
    with store.database.begin() as connection:
        nome = connection.execute(sa.text("SELECT nome FROM entidades")).scalar_one()
    assert body == {
        "id": str(row.id),
        "evento": "veredito.novo",
        "dossie_id": str(attempt.dossie_id),
        "entidade_id": str(admin.entidade_id),
        "entidade": nome,
        "nome": "Revenda de ***.***.***-**",
        "versao": 1,
        "resultado": "em_analise",
        "efeito": "analise_humana",
        "norma": "GLP297",
        "erro": None,
        "link": f"http://127.0.0.1:8765/dossies/{attempt.dossie_id}",
    }
    assert b"JOAO" not in got.body
    assert b"52998224725" not in got.body
    (row,) = _rows(store)
    assert (row.estado, row.resposta, row.tentativas, row.proxima_em) == ("entregue", 200, 1, None)
    assert webhooks.deliver(store, row.id) == "entregue"
    assert len(told.got) == 1


def test_nothing_is_told_of_a_verdict_that_is_rolled_back(store: Store, admin: Person, told: Receiver) -> None:
    hooks.create(store, admin.actor, told.url)
    attempt = _begun(store, admin)
    with pytest.raises(RuntimeError), store.database.begin() as connection:
        verdicts.finish(connection, store.ledger, store.settings, attempt, _REPORT, Origin({}, {}, "0" * 64))
        raise RuntimeError
    assert _rows(store) == []
    assert _jobs(store) == []


def test_a_run_is_told_once(store: Store, admin: Person, told: Receiver) -> None:
    hooks.create(store, admin.actor, told.url)
    attempt = _begun(store, admin)
    _finish(store, attempt)
    with store.database.begin() as connection:
        assert webhooks.announce(connection, store.settings, attempt.rodada_id, "veredito.novo") == 0
    assert len(_rows(store)) == 1
    assert len(_jobs(store)) == 1


def test_each_version_is_told_and_so_is_an_error(store: Store, admin: Person, told: Receiver) -> None:
    hooks.create(store, admin.actor, told.url)
    first = _begun(store, admin)
    _finish(store, first)
    for fails in (False, True):
        with store.database.begin() as connection:
            again = runs.request(
                connection, store.ledger, admin.actor, first.dossie_id, motivo="reprocesso", prioridade="interativo"
            )
        attempt = _attempt(store, again)
        if not fails:
            _finish(store, attempt)
            continue
        with store.database.begin() as connection:
            runs.fail(
                connection, store.ledger, store.settings, attempt,
                codigo="protegido_por_senha", mensagem="o arquivo pede senha", retry=False,
            )  # fmt: skip
    for row in _rows(store):
        webhooks.deliver(store, row.id)
    bodies = sorted((json.loads(got.body) for got in told.got), key=lambda body: (body["erro"] or "", body["versao"]))
    assert [(b["evento"], b["versao"], b["resultado"], b["erro"]) for b in bodies] == [
        ("veredito.novo", 1, "em_analise", None),
        ("veredito.novo", 2, "em_analise", None),
        ("verificacao.erro", 2, "em_analise", "protegido_por_senha"),
    ]


def test_an_attempt_that_will_be_tried_again_is_no_event(store: Store, admin: Person, told: Receiver) -> None:
    hooks.create(store, admin.actor, told.url)
    attempt = _begun(store, admin)
    with store.database.begin() as connection:
        runs.fail(
            connection, store.ledger, store.settings, attempt, codigo="falha_do_motor", mensagem="caiu", retry=True
        )
    assert _rows(store) == []


def test_only_the_own_entitys_active_webhooks_are_told(store: Store, admin: Person, told: Receiver) -> None:
    other = people.user(store, "administrador")
    hooks.create(store, other.actor, told.url)
    off, _ = hooks.create(store, admin.actor, told.url)
    hooks.change(store, admin.actor, off.id, ativo=False)
    on, _ = hooks.create(store, admin.actor, told.url)
    _finish(store, _begun(store, admin))
    assert [row.gancho_id for row in _rows(store)] == [on.id]


def test_what_is_not_taken_is_tried_again_with_doubled_waits_and_given_up(
    store: Store, admin: Person, told: Receiver
) -> None:
    hooks.create(store, admin.actor, told.url)
    _finish(store, _begun(store, admin))
    entrega_id = _rows(store)[0].id
    for attempt, status in ((1, 503), (2, 302)):
        told.status = status
        before = datetime.now(UTC)
        assert webhooks.deliver(store, entrega_id) == "pendente"
        (row,) = _rows(store)
        assert (row.tentativas, row.resposta) == (attempt, status)
        assert str(status) in row.detalhe
        waited = (row.proxima_em - before) / timedelta(minutes=2 ** (attempt - 1))
        assert 0.74 < waited < 1.5
        assert max(job.scheduled_at for job in _jobs(store) if job.scheduled_at) == row.proxima_em
    told.status = 404
    assert webhooks.deliver(store, entrega_id) == "desistida"
    (row,) = _rows(store)
    assert (row.tentativas, row.resposta, row.proxima_em) == (3, 404, None)
    assert len(_jobs(store)) == 3
    assert len(told.got) == 3
    told.status = 200
    assert webhooks.deliver(store, entrega_id) == "desistida"
    assert len(told.got) == 3


def test_only_2xx_is_taken(store: Store, admin: Person, told: Receiver) -> None:
    hooks.create(store, admin.actor, told.url)
    for status in (200, 201, 202, 204, 299, 300, 301, 400, 401, 404, 429, 500):
        told.status, told.body = status, b""
        _finish(store, _begun(store, admin, nome=str(status)))
        (row,) = [row for row in _rows(store) if row.tentativas == 0]
        assert webhooks.deliver(store, row.id) == ("entregue" if status < 300 else "pendente"), status


def test_each_attempt_is_signed_anew_over_the_same_body(store: Store, admin: Person, told: Receiver) -> None:
    gancho, secret = hooks.create(store, admin.actor, told.url)
    _finish(store, _begun(store, admin))
    entrega_id = _rows(store)[0].id
    told.status = 500
    webhooks.deliver(store, entrega_id)
    renewed = hooks.renew_secret(store, admin.actor, gancho.id)
    told.status = 204
    told.body = b""
    assert webhooks.deliver(store, entrega_id) == "entregue"
    first, second = told.got
    assert first.body == second.body
    _checked(secret, first.headers, first.body)
    _checked(renewed, second.headers, second.body)


def test_nobody_at_the_address_is_a_failed_attempt(store: Store, admin: Person) -> None:
    with receiving() as gone:
        hooks.create(store, admin.actor, gone.url)
    _finish(store, _begun(store, admin))
    (row,) = _rows(store)
    assert webhooks.deliver(store, row.id) == "pendente"
    (row,) = _rows(store)
    assert row.resposta is None
    assert "conexão" in row.detalhe


def test_an_address_that_moved_into_the_own_network_is_not_called(
    store: Store, admin: Person, told: Receiver, service_settings: ServiceSettings
) -> None:
    hooks.create(store, admin.actor, told.url)
    _finish(store, _begun(store, admin))
    strict = open_store(service_settings)
    try:
        assert webhooks.deliver(strict, _rows(store)[0].id) == "pendente"
    finally:
        strict.close()
    assert told.got == []
    assert "rede interna" in _rows(store)[0].detalhe


def test_410_switches_the_webhook_off_and_says_why(store: Store, admin: Person, told: Receiver) -> None:
    gancho, _ = hooks.create(store, admin.actor, told.url)
    _finish(store, _begun(store, admin))
    _finish(store, _begun(store, admin, nome="Outro"))
    told.status = 410
    assert webhooks.deliver(store, _rows(store)[0].id) == "desistida"
    assert {row.estado for row in _rows(store)} == {"desistida"}
    assert [row.ativo for row in _rows(store, ganchos)] == [False]
    last = _rows(store, auditoria)[-1]
    assert (last.acao, last.alvo_id, last.ator) == ("gancho.desligar", str(gancho.id), "sistema")
    assert len(told.got) == 1


def test_what_is_switched_off_meanwhile_is_not_told(store: Store, admin: Person, told: Receiver) -> None:
    gancho, _ = hooks.create(store, admin.actor, told.url)
    _finish(store, _begun(store, admin))
    hooks.change(store, admin.actor, gancho.id, ativo=False)
    assert webhooks.deliver(store, _rows(store)[0].id) == "desistida"
    assert told.got == []


def test_what_is_deleted_meanwhile_is_nobodys(store: Store, admin: Person, told: Receiver) -> None:
    gancho, _ = hooks.create(store, admin.actor, told.url)
    _finish(store, _begun(store, admin))
    entrega_id = _rows(store)[0].id
    hooks.remove(store, admin.actor, gancho.id)
    assert webhooks.deliver(store, entrega_id) is None
    assert webhooks.deliver(store, uuid.uuid4()) is None
    assert told.got == []


def test_an_attempt_that_was_overtaken_writes_nothing(
    store: Store, admin: Person, told: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its worker stood still while it was sending; another one delivered meanwhile."""
    hooks.create(store, admin.actor, told.url)
    _finish(store, _begun(store, admin))
    entrega_id = _rows(store)[0].id
    real: Callable[..., Any] = webhooks._send

    def paused(row: Any, *, private: bool) -> tuple[int | None, str | None]:
        monkeypatch.setattr(webhooks, "_send", real)
        assert webhooks.deliver(store, entrega_id) == "entregue"
        return None, "o servidor demorou demais"

    monkeypatch.setattr(webhooks, "_send", paused)
    assert webhooks.deliver(store, entrega_id) is None
    (row,) = _rows(store)
    assert (row.estado, row.tentativas) == ("entregue", 2)


def test_an_attempt_that_was_overtaken_asks_for_no_other(
    store: Store, admin: Person, told: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The one that overtook it failed and has asked for the next: two chains of attempts would never become one."""
    hooks.create(store, admin.actor, told.url)
    _finish(store, _begun(store, admin))
    entrega_id = _rows(store)[0].id

    def failed(row: Any, *, private: bool) -> tuple[int | None, str | None]:
        return 500, "o servidor respondeu 500"

    def paused(row: Any, *, private: bool) -> tuple[int | None, str | None]:
        monkeypatch.setattr(webhooks, "_send", failed)
        assert webhooks.deliver(store, entrega_id) == "pendente"
        return None, "o servidor demorou demais"

    monkeypatch.setattr(webhooks, "_send", paused)
    before = len(_jobs(store))
    assert webhooks.deliver(store, entrega_id) is None
    assert len(_jobs(store)) == before + 1
    (row,) = _rows(store)
    assert (row.estado, row.tentativas, row.resposta) == ("pendente", 2, 500)


def test_attempts_that_are_killed_count(store: Store, admin: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    with receiving() as told:
        hooks.create(store, admin.actor, told.url)
        _finish(store, _begun(store, admin))
        entrega_id = _rows(store)[0].id

        def killed(row: Any, *, private: bool) -> tuple[int | None, str | None]:
            raise KeyboardInterrupt

        monkeypatch.setattr(webhooks, "_send", killed)
        for _ in range(3):
            with pytest.raises(KeyboardInterrupt):
                webhooks.deliver(store, entrega_id)
        assert webhooks.deliver(store, entrega_id) == "desistida"


def test_a_delivery_without_a_job_is_found(store: Store, admin: Person, told: Receiver) -> None:
    hooks.create(store, admin.actor, told.url)
    _finish(store, _begun(store, admin))
    with store.database.begin() as connection:
        connection.execute(sa.text("UPDATE entregas SET proxima_em = now() - interval '10 minutes'"))
        assert webhooks.rescue(connection) == 0, "its job waits still"
        connection.execute(sa.text("DELETE FROM procrastinate_jobs"))
        assert webhooks.rescue(connection) == 1
        assert webhooks.rescue(connection) == 0
    assert [job.id for job in _jobs(store)] == [str(_rows(store)[0].id)]
    assert webhooks.deliver(store, _rows(store)[0].id) == "entregue"
    with store.database.begin() as connection:
        connection.execute(sa.text("DELETE FROM procrastinate_jobs"))
        assert webhooks.rescue(connection) == 0, "it is settled"


def test_settled_deliveries_are_forgotten_after_a_month(store: Store, admin: Person, told: Receiver) -> None:
    hooks.create(store, admin.actor, told.url)
    for nome in ("a", "b", "c"):
        _finish(store, _begun(store, admin, nome=nome))
    old, new, pending = (row.id for row in _rows(store))
    webhooks.deliver(store, old)
    webhooks.deliver(store, new)
    with store.database.begin() as connection:
        for each in (old, pending):
            long_ago = datetime.now(UTC) - webhooks.KEPT - timedelta(days=1)
            connection.execute(entregas.update().where(entregas.c.id == each).values(criada_em=long_ago))
        assert webhooks.sweep(connection) == 1
    assert {row.id for row in _rows(store)} == {new, pending}


def test_first_attempts_at_one_receiver_go_one_after_the_other(store: Store, admin: Person, told: Receiver) -> None:
    gancho, _ = hooks.create(store, admin.actor, told.url)
    told.status = 500
    for nome in ("a", "b"):
        _finish(store, _begun(store, admin, nome=nome))
    assert {job.lock for job in _jobs(store)} == {f"gancho:{gancho.id}"}
    webhooks.deliver(store, _rows(store)[0].id)
    assert _jobs(store)[-1].lock.startswith("entrega:"), "a retry that waits holds up no later delivery"


def test_waits_double_up_to_six_hours_and_differ() -> None:
    assert [webhooks.wait(n, 0.5) / timedelta(minutes=1) for n in (1, 2, 3, 8)] == [1, 2, 4, 128]
    assert webhooks.wait(40, 0.5) == timedelta(hours=6)
    assert webhooks.wait(1, 0.0) == timedelta(seconds=45)
    assert webhooks.wait(1, 1.0) == timedelta(seconds=75)


def test_no_address_nor_secret_is_in_the_audit_chain(store: Store, admin: Person, told: Receiver) -> None:
    gancho, secret = hooks.create(store, admin.actor, told.url)
    hooks.renew_secret(store, admin.actor, gancho.id)
    hooks.change(store, admin.actor, gancho.id, ativo=False)
    hooks.change(store, admin.actor, gancho.id, ativo=True)
    hooks.try_out(store, admin.actor, gancho.id)
    hooks.remove(store, admin.actor, gancho.id)
    entries = [row for row in _rows(store, auditoria) if row.acao.startswith("gancho.")]
    assert [row.acao.removeprefix("gancho.") for row in entries] == [
        "criar", "trocar_segredo", "alterar", "alterar", "testar", "apagar",
    ]  # fmt: skip
    assert {row.alvo_id for row in entries} == {str(gancho.id)}
    assert {row.entidade_id for row in entries} == {admin.entidade_id}
    text = str(entries)
    assert secret not in text
    assert "/avisos" not in text


def test_the_system_registers_nothing(store: Store, told: Receiver) -> None:
    with pytest.raises(Exception, match="alcan|conta possa ver"):
        hooks.create(store, system(), told.url)
