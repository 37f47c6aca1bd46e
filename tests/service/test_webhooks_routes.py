"""``/v1/ganchos``: who may, within which reach, and what is refused."""

from __future__ import annotations

import uuid
from collections.abc import Iterator

import pytest
from fastapi import FastAPI

from docverify.store import hooks, webhooks
from docverify.store.config import ServiceSettings
from docverify.store.opening import Store, open_store
from docverify_api.app import create_app
from tests.service import people
from tests.service.receiver import Receiver, receiving


@pytest.fixture
def store(service_settings: ServiceSettings) -> Iterator[Store]:
    opened = open_store(service_settings.model_copy(update={"webhook_private": True}), pool=4)
    yield opened
    opened.close()


@pytest.fixture
def app(store: Store) -> FastAPI:
    return create_app(store)


@pytest.fixture
def told() -> Iterator[Receiver]:
    with receiving() as receiver:
        yield receiver


def test_a_webhook_is_made_tested_changed_and_deleted(store: Store, app: FastAPI, told: Receiver) -> None:
    admin = people.session_client(store, people.user(store, "administrador"), app)
    made = admin.post("/v1/ganchos", json={"url": told.url})
    assert made.status_code == 201
    secret = made.json()["segredo"]
    assert secret.startswith("dvg_")
    where = made.headers["Location"]
    seen = admin.get(where)
    assert seen.status_code == 200
    assert seen.json() == {k: v for k, v in made.json().items() if k != "segredo"}
    assert admin.get("/v1/ganchos").json() == {"itens": [seen.json()]}
    assert secret not in admin.get("/v1/ganchos").text + admin.get("/v1/auditoria").text

    sent = admin.post(f"{where}/teste")
    assert sent.status_code == 202
    entrega_id = sent.json()["entrega_id"]
    (waiting,) = admin.get(f"{where}/entregas").json()["itens"]
    assert (waiting["id"], waiting["estado"], waiting["evento"]) == (entrega_id, "pendente", "teste")
    assert webhooks.deliver(store, uuid.UUID(entrega_id)) == "entregue"
    stamp = int(told.got[0].headers["Docverify-Timestamp"])
    assert told.got[0].headers["Docverify-Signature"] == webhooks.signature(secret, stamp, told.got[0].body)
    (done,) = admin.get(f"{where}/entregas").json()["itens"]
    assert (done["estado"], done["resposta"], done["tentativas"]) == ("entregue", 200, 1)

    assert admin.patch(where, json={"ativo": False}).json()["ativo"] is False
    assert admin.post(f"{where}/teste").status_code == 409
    with receiving() as other:
        assert admin.patch(where, json={"url": other.url}).json()["url"] == other.url
    assert admin.post(f"{where}/segredo").json()["segredo"] != secret
    assert admin.delete(where).status_code == 204
    for method, path in (("get", where), ("delete", where), ("get", f"{where}/entregas"), ("post", f"{where}/teste")):
        assert getattr(admin, method)(path).status_code == 404


def test_only_administrators_manage_webhooks(store: Store, app: FastAPI, told: Receiver) -> None:
    admin = people.user(store, "administrador")
    gancho, _ = hooks.create(store, admin.actor, told.url)
    where = f"/v1/ganchos/{gancho.id}"
    for papel in ("entidade", "analista", "supervisor", "auditor"):
        who = people.session_client(store, people.user(store, papel, admin.entidade_id), app)
        assert who.post("/v1/ganchos", json={"url": told.url}).status_code == 403, papel
        assert who.patch(where, json={"ativo": False}).status_code == 403, papel
        for method, path in (
            ("get", "/v1/ganchos"),
            ("get", where),
            ("delete", where),
            ("get", f"{where}/entregas"),
            ("post", f"{where}/teste"),
            ("post", f"{where}/segredo"),
        ):
            assert getattr(who, method)(path).status_code == 403, (papel, method, path)
    assert people.client(store, app).get("/v1/ganchos").status_code == 401


def test_another_entitys_webhook_is_not_there(store: Store, app: FastAPI, told: Receiver) -> None:
    mine, theirs = people.user(store, "administrador"), people.user(store, "administrador")
    gancho, _ = hooks.create(store, theirs.actor, told.url)
    who = people.session_client(store, mine, app)
    where = f"/v1/ganchos/{gancho.id}"
    assert who.get("/v1/ganchos").json() == {"itens": []}
    for method, path in (
        ("get", where),
        ("delete", where),
        ("get", f"{where}/entregas"),
        ("post", f"{where}/teste"),
        ("post", f"{where}/segredo"),
    ):
        foreign, absent = (getattr(who, method)(p) for p in (path, path.replace(str(gancho.id), str(uuid.uuid4()))))
        assert foreign.status_code == absent.status_code == 404
        assert foreign.json()["codigo"] == absent.json()["codigo"]
    assert who.patch(where, json={"ativo": False}).status_code == 404
    body = {"url": told.url, "entidade_id": str(theirs.entidade_id)}
    assert who.post("/v1/ganchos", json=body).status_code == 404
    assert who.post("/v1/ganchos", json=body | {"entidade_id": str(uuid.uuid4())}).status_code == 404

    over_all = people.session_client(store, people.user(store, "administrador", todas=True), app)
    assert over_all.get(where).status_code == 200
    assert over_all.post("/v1/ganchos", json=body).json()["entidade_id"] == str(theirs.entidade_id)
    assert over_all.post("/v1/ganchos", json=body | {"entidade_id": str(uuid.uuid4())}).status_code == 404


def test_a_key_needs_the_scope(store: Store, app: FastAPI) -> None:
    admin = people.user(store, "administrador")
    assert people.key_client(store, admin, ["dossies:ler"], app).get("/v1/ganchos").status_code == 403
    assert people.key_client(store, admin, ["ganchos:gerir"], app).get("/v1/ganchos").status_code == 200


_NO_WEBHOOK: tuple[dict[str, object], ...] = (
    {},
    {"url": ""},
    {"url": 7},
    {"url": None},
    {"url": "https://exemplo.com/", "outro": 1},
    {"url": "https://exemplo.com/", "entidade_id": "x"},
    {"url": "https://a:b@exemplo.com/"},
    {"url": "https://exemplo.com/\u0000"},
    {"url": "javascript:alert(1)"},
    {"url": "http://169.254.169.254/latest/meta-data/"},
    {"url": "https://nao-existe.invalid/"},
    {"url": "https://exemplo.com/" + "a" * 2001},
)


def test_what_is_no_webhook_is_refused(store: Store, app: FastAPI) -> None:
    admin = people.session_client(store, people.user(store, "administrador"), app)
    for body in _NO_WEBHOOK:
        answer = admin.post("/v1/ganchos", json=body)
        assert answer.status_code == 422, body
        assert answer.headers["Content-Type"].startswith("application/problem+json")
    assert admin.get("/v1/ganchos").json() == {"itens": []}


def test_the_own_network_is_refused_without_the_setting(service_settings: ServiceSettings, told: Receiver) -> None:
    strict = open_store(service_settings)
    try:
        admin = people.session_client(strict, people.user(strict, "administrador"))
        answer = admin.post("/v1/ganchos", json={"url": told.url})
        assert (answer.status_code, answer.json()["codigo"]) == (422, "endereco_recusado")
        assert answer.json()["campo"] == "url"
    finally:
        strict.close()
    assert told.got == []


def test_an_entity_has_so_many_webhooks_at_most(
    store: Store, app: FastAPI, told: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hooks, "MOST", 2)
    admin = people.session_client(store, people.user(store, "administrador"), app)
    answers = [admin.post("/v1/ganchos", json={"url": told.url}) for _ in range(3)]
    assert [a.status_code for a in answers] == [201, 201, 409]
    assert answers[-1].json()["codigo"] == "ganchos_demais"


def test_a_change_of_nothing_changes_nothing(store: Store, app: FastAPI, told: Receiver) -> None:
    person = people.user(store, "administrador")
    gancho, _ = hooks.create(store, person.actor, told.url)
    admin = people.session_client(store, person, app)
    assert admin.patch(f"/v1/ganchos/{gancho.id}", json={}).json()["url"] == told.url
    assert admin.patch(f"/v1/ganchos/{gancho.id}", json={"url": "http://[::ffff:169.254.169.254]/"}).status_code == 422
