"""Every route, asked by everybody: nobody, each role, each scope of a key, for what is theirs and what is not."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import httpx
import pytest
import sqlalchemy as sa
from fastapi import FastAPI
from fastapi.routing import iter_route_contexts
from starlette.testclient import TestClient

from docverify.store.opening import Store
from docverify.store.rights import BY_ROLE, SCOPES
from docverify_api.app import create_app
from tests.security.routes import FREE, PERSON, ROUTES, Route
from tests.security.world import House, house
from tests.service import people

ROLES = tuple(BY_ROLE)
SAFE = ("GET", "HEAD")
OTHERS = {"ordem": "1", "norma_id": "GLP297", "nome": "docverify.css", "estado": "desativar"}
_ID = re.compile(r"[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}")


@pytest.fixture
def open_store(store: Store) -> Store:
    """The installation, which lets through as much as is asked here."""
    settings = store.settings.model_copy(update={"requests_per_minute": 1_000_000})
    return Store(settings, store.database, store.files, store.ledger, store.secret)


def values(of: House, route: Route) -> dict[str, str]:
    """Return what fills the template of a route for what an entity has."""
    return OTHERS | {
        "dossie_id": str(of.dossiers[route.state]),
        "arquivo_id": str(of.files[route.state]),
        "entidade_id": str(of.id),
        "usuario_id": str(of.clerk.id),
        "chave_id": str(of.key),
        "gancho_id": str(of.hook),
    }


def nowhere() -> dict[str, str]:
    """Return what fills it for what nobody has."""
    names = ("dossie_id", "arquivo_id", "entidade_id", "usuario_id", "chave_id", "gancho_id")
    return OTHERS | {name: str(uuid4()) for name in names}


def ask(client: TestClient, route: Route, where: dict[str, str], **more: Any) -> httpx.Response:
    """Ask for a route."""
    return client.request(route.method, route.address(where), **route.sent, **more)


def told(answer: httpx.Response) -> tuple[Any, ...]:
    """Return what an answer tells, but for ids."""
    headers = sorted(name for name in answer.headers if name != "x-request-id")
    return answer.status_code, headers, re.sub(r'"pedido_id":"[^"]*"', "", _ID.sub("ID", answer.text))


def guarded() -> list[Route]:
    """Return the routes that ask who comes."""
    return [route for route in ROUTES if route.needs != FREE]


def may(route: Route, rights: frozenset[Any] | set[Any]) -> bool:
    """Tell whether certain rights are enough for a route."""
    return route.needs in (FREE, PERSON) or route.needs in rights


def test_the_table_holds_every_route(open_store: Store) -> None:
    there = {(method, str(c.path)) for c in iter_route_contexts(create_app(open_store).routes) for method in c.methods}
    assert there == {(route.method, route.path) for route in ROUTES}
    assert len(ROUTES) == len(there)


def strangers(store: Store, app: FastAPI, of: House) -> Iterator[tuple[str, TestClient]]:
    """Yield who is nobody: without anything, with what is none, with what was good once."""
    yield "ninguém", people.client(store, app)
    made = people.client(store, app)
    made.headers["Authorization"] = "Bearer dv_0123456789_" + "A" * 43
    yield "chave inventada", made
    chief = people.user(store, "administrador", of.id)
    with_key = people.key_client(store, chief, list(SCOPES), app)
    with_session = people.session_client(store, chief, app)
    assert with_key.get("/v1/eu").status_code == with_session.get("/v1/eu").status_code == 200
    who = {"who": chief.id}
    with store.database.begin() as connection:
        connection.execute(sa.text("UPDATE chaves SET revogada_em = now() WHERE usuario_id = :who"), who)
        connection.execute(
            sa.text("UPDATE sessoes SET expira_em = now() - interval '1 s' WHERE usuario_id = :who"), who
        )
    yield "chave revogada", with_key
    yield "sessão vencida", with_session


def test_who_is_nobody_gets_nothing(open_store: Store) -> None:
    of, app = house(open_store, "A"), create_app(open_store)
    for name, client in strangers(open_store, app, of):
        for route in guarded():
            place = (name, route.method, route.path)
            answer = ask(client, route, values(of, route))
            assert answer.status_code == 401, place
            assert answer.headers["content-type"] == "application/problem+json", place
            assert told(answer) == told(ask(client, route, nowhere())), place
            if not route.path.startswith(("/v1/", "/metrics")):
                page = ask(client, route, values(of, route), headers={"Accept": "text/html"})
                assert page.status_code in (303, 401), place
                assert page.status_code == 401 or page.headers["location"].startswith("/entrar"), place


@pytest.mark.parametrize("papel", ROLES)
def test_each_role_gets_what_it_may(open_store: Store, papel: str) -> None:
    """What it may, with whatever answer; what it may not, with 403 and nothing else."""
    of, app = house(open_store, "A"), create_app(open_store)
    client = people.session_client(open_store, people.user(open_store, papel, of.id), app)
    for route in guarded():
        answer = ask(client, route, values(of, route))
        place = (papel, route.method, route.path, answer.status_code)
        if may(route, BY_ROLE[papel]) and not route.everywhere:
            assert answer.status_code not in (401, 403) and answer.status_code < 500, place
        else:
            assert answer.status_code == 403, place
            assert told(answer) == told(ask(client, route, nowhere())) or route.everywhere, place


@pytest.mark.parametrize("papel", ["entidade", "auditor", "administrador"])
def test_each_scope_of_a_key_opens_its_own(open_store: Store, papel: str) -> None:
    of, app = house(open_store, "A"), create_app(open_store)
    person = people.user(open_store, papel, of.id)
    for scope, rights in SCOPES.items():
        if not rights & BY_ROLE[papel]:
            continue
        client = people.key_client(open_store, person, [scope], app)
        for route in guarded():
            if route.path in ("/sair", "/contas/senha"):  # of a session alone
                continue
            answer = ask(client, route, values(of, route))
            place = (papel, scope, route.method, route.path, answer.status_code)
            if may(route, rights & BY_ROLE[papel]) and not route.everywhere:
                # "somente_por_sessao" is about whom a key may change, not about its scope
                assert answer.status_code != 401 and answer.status_code < 500, place
                assert answer.status_code != 403 or "somente_por_sessao" in answer.text, place
            else:
                assert answer.status_code == 403, place


def test_the_own_is_there_and_the_foreign_is_not(open_store: Store) -> None:
    """What is asked for by who has the right: the own with its status, the foreign as if it were nowhere."""
    other, app = house(open_store, "B"), create_app(open_store)
    common = house(open_store, "A")
    for route in guarded():
        # what is changed is made anew for each
        own = common if route.method in SAFE else house(open_store, f"A {route.method} {route.path}")
        chief = people.user(open_store, "administrador", own.id, todas=route.everywhere)
        client = people.session_client(open_store, chief, app)
        place = (route.method, route.path)
        if route.names and not route.everywhere:
            foreign = ask(client, route, values(other, route))
            assert foreign.status_code == 404, (*place, foreign.text)
            assert told(foreign) == told(ask(client, route, nowhere())), place
            if "arquivo_id" in route.path:
                mixed = values(own, route) | {"arquivo_id": str(other.files[route.state])}
                assert told(ask(client, route, mixed)) == told(foreign), place
        subject = values(own, route)
        if route.path.endswith("/{estado}"):  # nobody switches the own entity off
            subject["entidade_id"] = str(other.id)
        if route.needs != FREE:
            answer = ask(client, route, subject)
            assert answer.status_code == route.own, (*place, answer.text[:500])


def test_who_sees_all_entities_sees_them_and_changes_no_foreign_draft(open_store: Store) -> None:
    other, app = house(open_store, "B"), create_app(open_store)
    boss = people.user(open_store, "administrador", people.entity(open_store), todas=True)
    client = people.session_client(open_store, boss, app)
    for route in guarded():
        if not route.names:
            continue
        answer = ask(client, route, values(other, route))
        place = (route.method, route.path, answer.text[:300])
        if route.owner:
            assert answer.status_code == 404, place
        elif route.method in SAFE:
            assert answer.status_code == 200, place
        else:
            assert answer.status_code not in (401, 403), place


@pytest.mark.parametrize("papel", ROLES)
def test_lists_hold_nothing_foreign(open_store: Store, papel: str) -> None:
    own, other = house(open_store, "A"), house(open_store, "B")
    foreigner = people.user(open_store, "administrador", other.id)
    client = people.session_client(open_store, people.user(open_store, papel, own.id))
    for route in ROUTES:
        if not route.listed or not may(route, BY_ROLE[papel]):
            continue
        for query in ("", f"?entidade_id={other.id}", "?q=B", f"?usuario_id={other.clerk.id}", "?limite=200"):
            answer = client.get(route.path + query)
            others_keys = route.path == "/v1/chaves" and "usuario_id" in query and papel != "administrador"
            assert answer.status_code == (403 if others_keys else 200), (route.path, query, answer.text)
            for foreign in (*other.ids, str(foreigner.id), foreigner.login, other.clerk.login, "Casa B", "Dossiê B"):
                assert foreign not in answer.text, (route.path, query, foreign)


def test_lists_hold_the_own(open_store: Store) -> None:
    own = house(open_store, "A")
    client = people.session_client(open_store, people.user(open_store, "administrador", own.id))
    assert str(own.dossiers["concluido"]) in client.get("/v1/dossies").text
    assert str(own.dossiers["concluido"]) in client.get("/").text
    assert str(own.clerk.id) in client.get("/v1/usuarios").text
    assert str(own.id) in client.get("/v1/entidades").text
    assert str(own.hook) in client.get("/v1/ganchos").text
    assert str(own.key) in client.get("/v1/chaves?todas=true").text
    assert own.clerk.login in client.get("/contas").text


def test_whatever_changes_something_needs_the_token_of_the_session(open_store: Store) -> None:
    of, app = house(open_store, "A"), create_app(open_store)
    client = people.session_client(open_store, people.user(open_store, "administrador", of.id, todas=True), app)
    mine = client.headers.pop("X-CSRF-Token")
    for route in ROUTES:
        if route.method in SAFE:
            continue
        for headers in ({}, {"X-CSRF-Token": "0" * 64}, {"X-CSRF-Token": mine, "Sec-Fetch-Site": "cross-site"}):
            answer = ask(client, route, values(of, route), headers=headers)
            assert (answer.status_code, answer.json()["codigo"]) == (403, "csrf"), (route.method, route.path)
    with open_store.database.begin() as connection:
        acts = connection.execute(sa.text("SELECT count(*) FROM auditoria WHERE ator <> 'sistema'")).scalar_one()
    assert acts == 1, "the key of the clerk's, and nothing since"
