from __future__ import annotations

import json
import threading
from typing import Any
from uuid import uuid4

import pytest
import sqlalchemy as sa
from starlette.testclient import TestClient

from docverify.store.actors import system
from docverify.store.opening import Store
from docverify.store.people import users
from docverify.store.refusals import Conflict
from docverify.store.rights import BY_ROLE, SCOPES
from docverify.store.tables import auditoria, usuarios
from tests.service import people

_NEW = {"nome": "Caio", "login": "caio@exemplo.com.br", "papel": "analista"}


def _chief(store: Store, *, todas: bool = False) -> tuple[people.Person, TestClient]:
    person = people.user(store, "administrador", todas=todas)
    return person, people.session_client(store, person)


def _codigo(answer: Any) -> tuple[int, str]:
    assert answer.headers["content-type"] == "application/problem+json"
    return answer.status_code, answer.json()["codigo"]


def _asked(client: TestClient, right: str) -> Any:
    """Ask for something that needs a right."""
    paths = {
        "usuario.gerir": "/v1/usuarios",
        "entidade.gerir": "/v1/entidades",
        "chave.gerir": "/v1/chaves",
        "gancho.gerir": "/v1/ganchos",
    }
    return client.get(paths[right])


def test_each_role_gets_what_it_may_and_nothing_else(store: Store) -> None:
    stranger = people.client(store)
    for papel, rights in BY_ROLE.items():
        client = people.session_client(store, people.user(store, papel))
        for right in ("usuario.gerir", "entidade.gerir", "chave.gerir", "gancho.gerir"):
            assert _asked(client, right).status_code == (200 if right in rights else 403), (papel, right)
            assert _asked(stranger, right).status_code == 401


def test_a_key_gets_what_its_scopes_leave(store: Store) -> None:
    chief = people.user(store, "administrador")
    for scope, rights in SCOPES.items():
        client = people.key_client(store, chief, [scope])
        for right in ("usuario.gerir", "entidade.gerir", "gancho.gerir"):
            assert _asked(client, right).status_code == (200 if right in rights else 403), (scope, right)
    assert _asked(people.key_client(store, chief, list(SCOPES)), "chave.gerir").status_code == 403


def test_who_asks(store: Store) -> None:
    person = people.user(store, "supervisor")
    told = people.session_client(store, person).get("/v1/eu").json()
    assert set(told["direitos"]) == BY_ROLE["supervisor"]
    assert (told["chave"], len(told["csrf_token"])) == (None, 64)
    told = people.key_client(store, person, ["dossies:ler"]).get("/v1/eu").json()
    assert (told["direitos"], told["csrf_token"]) == (["dossie.ler"], None)
    assert told["chave"]["escopos"] == ["dossies:ler"]


def test_a_key_that_is_none_is_not_made_up_for_by_a_cookie(store: Store) -> None:
    client = people.session_client(store, people.user(store))
    assert client.get("/v1/eu").status_code == 200
    for header in ("Bearer", "Bearer ", "Basic YTpi", "Bearer dv_x_y", "Bearer " + "a" * 500, "\x7f"):
        answer = client.get("/v1/eu", headers={"Authorization": header})
        assert _codigo(answer) == (401, "nao_autenticado"), header
        assert answer.headers["www-authenticate"].startswith("Bearer")


def test_a_cookie_that_is_none(store: Store) -> None:
    client = people.client(store)
    for token in ("", "x", "A" * 43, "\x7f", "A" * 5000):
        assert client.get("/v1/eu", headers={"Cookie": f"docverify_sessao={token}"}).status_code == 401


def test_an_account_is_made_and_its_link_shown_once(store: Store) -> None:
    chief, client = _chief(store)
    made = client.post("/v1/usuarios", json=_NEW | {"login": " Caio@Exemplo.com.BR "})
    assert made.status_code == 201
    told = made.json()
    assert (told["login"], told["entidade_id"], told["ativo"]) == (_NEW["login"], str(chief.entidade_id), True)
    assert told["convite"]["link"] == f"http://testserver/convite?token={told['convite']['token']}"
    assert people.client(store).get(told["convite"]["link"]).status_code == 200
    seen = client.get(made.headers["location"])
    assert seen.status_code == 200 and "convite" not in seen.json() and "senha_hash" not in seen.json()
    assert _codigo(client.post("/v1/usuarios", json=_NEW)) == (409, "login_em_uso")
    again = client.post(f"/v1/usuarios/{told['id']}/convite")
    assert again.status_code == 201
    assert people.client(store).get(told["convite"]["link"]).status_code == 410
    with store.database.begin() as connection:
        text = connection.execute(sa.text("SELECT string_agg(a::text, '|') FROM auditoria a")).scalar_one()
    assert told["convite"]["token"] not in text and again.json()["token"] not in text


def test_foreign_things_are_not_there(store: Store) -> None:
    _, client = _chief(store)
    stranger = people.user(store, "entidade")
    people.key(store, stranger, ["dossies:ler"])
    with store.database.begin() as connection:
        key_id = connection.execute(sa.text("SELECT id FROM chaves")).scalar_one()
    for method, path, body in (
        ("GET", f"/v1/usuarios/{stranger.id}", None),
        ("PATCH", f"/v1/usuarios/{stranger.id}", {"nome": "x"}),
        ("POST", f"/v1/usuarios/{stranger.id}/convite", None),
        ("GET", f"/v1/entidades/{stranger.entidade_id}", None),
        ("PATCH", f"/v1/entidades/{stranger.entidade_id}", {"nome": "x"}),
        ("DELETE", f"/v1/chaves/{key_id}", None),
        ("POST", "/v1/usuarios", _NEW | {"entidade_id": str(stranger.entidade_id)}),
        ("GET", f"/v1/usuarios/{uuid4()}", None),
    ):
        assert _codigo(client.request(method, path, json=body)) == (404, "nao_encontrado"), path
    assert client.get("/v1/usuarios", params={"entidade_id": str(stranger.entidade_id)}).json()["itens"] == []
    assert client.get("/v1/chaves", params={"todas": True}).json()["itens"] == []
    assert client.get("/v1/chaves", params={"usuario_id": str(stranger.id)}).json()["itens"] == []
    assert [entry["id"] for entry in client.get("/v1/entidades").json()["itens"]] != []
    assert str(stranger.entidade_id) not in client.get("/v1/entidades").text


def test_an_administrator_of_one_entity_does_not_reach_beyond_it(store: Store) -> None:
    chief, client = _chief(store)
    boss = people.user(store, "administrador", chief.entidade_id, todas=True)
    assert _codigo(client.post("/v1/entidades", json={"nome": "Nova"})) == (403, "sem_permissao")
    own = f"/v1/entidades/{chief.entidade_id}"
    assert _codigo(client.patch(own, json={"nome": "Outro nome"})) == (403, "sem_permissao")
    assert _codigo(client.post("/v1/usuarios", json=_NEW | {"todas_entidades": True})) == (403, "sem_permissao")
    clerk = people.user(store, "entidade", chief.entidade_id)
    path = f"/v1/usuarios/{clerk.id}"
    assert _codigo(client.patch(path, json={"todas_entidades": True})) == (403, "sem_permissao")
    for body in ({"nome": "x"}, {"ativo": False}, {"papel": "entidade"}, {"todas_entidades": False}):
        assert _codigo(client.patch(f"/v1/usuarios/{boss.id}", json=body)) == (403, "sem_permissao")
    assert _codigo(client.post(f"/v1/usuarios/{boss.id}/convite")) == (403, "sem_permissao")
    people.key(store, boss, ["dossies:ler"])
    (key,) = client.get("/v1/chaves", params={"todas": True}).json()["itens"]
    assert _codigo(client.delete(f"/v1/chaves/{key['id']}")) == (403, "sem_permissao")
    assert client.patch(path, json={"papel": "administrador"}).status_code == 200


@pytest.mark.parametrize("todas", [False, True])
@pytest.mark.parametrize("change", [{"papel": "entidade"}, {"ativo": False}, {"todas_entidades": True}])
def test_nobody_raises_or_removes_themselves(store: Store, todas: bool, change: dict[str, Any]) -> None:
    chief, client = _chief(store, todas=todas)
    path = f"/v1/usuarios/{chief.id}"
    answer = client.patch(path, json=change)
    if todas and change == {"todas_entidades": True}:
        assert answer.status_code == 200, "nothing changes"
    else:
        assert _codigo(answer) == (403, "sem_permissao")
    assert client.patch(path, json={"nome": "Outro"}).json()["nome"] == "Outro"
    assert client.patch(path, json={}).status_code == 200


def test_a_key_makes_and_changes_no_administrator(store: Store) -> None:
    chief = people.user(store, "administrador", todas=True)
    other = people.user(store, "administrador", chief.entidade_id)
    clerk = people.user(store, "entidade", chief.entidade_id)
    client = people.key_client(store, chief, ["contas:gerir"])
    for method, path, body in (
        ("POST", "/v1/usuarios", _NEW | {"papel": "administrador"}),
        ("POST", "/v1/usuarios", _NEW | {"todas_entidades": True}),
        ("PATCH", f"/v1/usuarios/{clerk.id}", {"papel": "administrador"}),
        ("PATCH", f"/v1/usuarios/{other.id}", {"ativo": False}),
        ("POST", f"/v1/usuarios/{other.id}/convite", None),
        ("POST", f"/v1/usuarios/{chief.id}/convite", None),
    ):
        assert _codigo(client.request(method, path, json=body)) == (403, "somente_por_sessao"), (path, body)
    assert client.patch(f"/v1/usuarios/{clerk.id}", json={"papel": "analista"}).status_code == 200


def test_the_last_administrator_stays(store: Store) -> None:
    boss, client = _chief(store, todas=True)
    other = people.user(store, "administrador", todas=True)
    path = f"/v1/usuarios/{other.id}"
    assert client.patch(path, json={"ativo": False}).status_code == 200
    assert client.patch(path, json={"ativo": True}).status_code == 200
    with store.database.begin() as connection:
        connection.execute(usuarios.update().where(usuarios.c.id == boss.id).values(papel="entidade"))
    for change in ({"ativo": False}, {"papel": "analista"}, {"todas_entidades": False}):
        with pytest.raises(Conflict) as refused, store.database.begin() as connection:
            users.change(connection, store.ledger, system(), other.id, change)
        assert refused.value.codigo == "ultimo_administrador"


def test_of_two_last_administrators_neither_removes_the_other_at_once(store: Store) -> None:
    pair = [_chief(store, todas=True) for _ in range(2)]
    answers: list[int] = []
    together = threading.Barrier(2)

    def remove(client: TestClient, target: people.Person) -> None:
        together.wait()
        answers.append(client.patch(f"/v1/usuarios/{target.id}", json={"ativo": False}).status_code)

    threads = [
        threading.Thread(target=remove, args=(pair[0][1], pair[1][0])),
        threading.Thread(target=remove, args=(pair[1][1], pair[0][0])),
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with store.database.begin() as connection:
        active = connection.execute(sa.select(sa.func.count()).where(usuarios.c.ativo)).scalar_one()
    assert active == 1 and 200 in answers, answers


def test_an_entity_that_is_switched_off_lets_nobody_in(store: Store) -> None:
    boss, client = _chief(store, todas=True)
    person = people.user(store, senha=people.PASSWORD)
    theirs = people.session_client(store, person)
    path = f"/v1/entidades/{person.entidade_id}"
    assert client.patch(path, json={"ativa": False}).json()["ativa"] is False
    assert theirs.get("/v1/eu").status_code == 401
    page = people.client(store)
    token = page.get("/entrar").text.split('name="csrf_token" value="')[1].split('"')[0]
    form = {"csrf_token": token, "login": person.login, "senha": people.PASSWORD}
    assert page.post("/entrar", data=form).status_code == 401
    assert client.patch(path, json={"ativa": True}).status_code == 200
    assert theirs.get("/v1/eu").status_code == 401, "its sessions are at an end"
    own = f"/v1/entidades/{boss.entidade_id}"
    assert _codigo(client.patch(own, json={"ativa": False})) == (409, "propria_entidade")


@pytest.mark.parametrize("change", [{"ativo": False}, {"papel": "analista"}, {"todas_entidades": True}])
def test_a_change_of_power_ends_the_sessions_at_once(store: Store, change: dict[str, Any]) -> None:
    _, client = _chief(store, todas=True)
    person = people.user(store, "entidade")
    theirs = people.session_client(store, person)
    assert client.patch(f"/v1/usuarios/{person.id}", json={"nome": "Outro"}).status_code == 200
    assert theirs.get("/v1/eu").status_code == 200
    assert client.patch(f"/v1/usuarios/{person.id}", json=change).status_code == 200
    assert theirs.get("/v1/eu").status_code == 401


def test_entities_are_unique_and_have_a_valid_cnpj(store: Store) -> None:
    _, client = _chief(store, todas=True)
    made = client.post("/v1/entidades", json={"nome": "Sindicato  Um", "cnpj": "11.222.333/0001-81"})
    assert made.status_code == 201
    assert (made.json()["nome"], made.json()["cnpj"]) == ("Sindicato Um", "11222333000181")
    for body in ({"nome": "Sindicato Um"}, {"nome": "Dois", "cnpj": "11222333000181"}):
        assert _codigo(client.post("/v1/entidades", json=body)) == (409, "entidade_existente")
    assert _codigo(client.post("/v1/entidades", json={"nome": "Três", "cnpj": "11222333000182"}))[1] == "cnpj_invalido"
    third = client.post("/v1/entidades", json={"nome": "Três"}).json()
    path = f"/v1/entidades/{third['id']}"
    assert _codigo(client.patch(path, json={"nome": "Sindicato Um"})) == (409, "entidade_existente")
    assert client.patch(path, json={"cnpj": "11444777000161"}).json()["cnpj"] == "11444777000161"
    assert client.patch(path, json={"cnpj": None}).json()["cnpj"] is None


def test_lists_go_on_by_cursor(store: Store) -> None:
    boss, client = _chief(store, todas=True)
    logins = sorted([boss.login, *(people.user(store).login for _ in range(6))])
    found, cursor = [], None
    while True:
        query = {"limite": 3} | ({} if cursor is None else {"cursor": cursor})
        page = client.get("/v1/usuarios", params=query).json()
        found += [entry["login"] for entry in page["itens"]]
        cursor = page["proximo"]
        if cursor is None:
            break
    assert found == logins
    names = [entry["nome"] for entry in client.get("/v1/entidades").json()["itens"]]
    assert len(names) == 7 and len(set(names)) == 7
    for wrong in ("!", "A", "AA==", "/w", "é", "\0"):
        assert _codigo(client.get("/v1/usuarios", params={"cursor": wrong})) == (422, "cursor_invalido")


_NO_ACCOUNTS: list[Any] = [
    {},
    [],
    None,
    {"nome": "x", "login": "x@y.com", "papel": "rei"},
    _NEW | {"nome": ""},
    _NEW | {"nome": "  "},
    _NEW | {"nome": "a\0b"},
    _NEW | {"nome": "a\u202eb"},
    _NEW | {"nome": "a\nb"},
    _NEW | {"nome": "\ud800"},
    _NEW | {"nome": "x" * 121},
    _NEW | {"nome": 7},
    _NEW | {"login": "sem-arroba"},
    _NEW | {"login": "a@b"},
    _NEW | {"login": "a\0@b.com"},
    _NEW | {"login": "a b@c.com"},
    _NEW | {"login": "a@" + "b." * 130 + "com"},
    _NEW | {"entidade_id": "1"},
    _NEW | {"todas_entidades": "sim"},
    _NEW | {"todas_entidades": 1},
    _NEW | {"senha": "x"},
]


def test_what_is_no_account_is_told_so(store: Store) -> None:
    _, client = _chief(store, todas=True)
    headers = {"Content-Type": "application/json"}
    for body in _NO_ACCOUNTS:
        answer = client.post("/v1/usuarios", content=json.dumps(body).encode("ascii"), headers=headers)
        assert answer.status_code == 422, (body, answer.text)
        assert answer.headers["content-type"] == "application/problem+json"


_NO_KEYS: list[dict[str, Any]] = [
    {"nome": "x", "escopos": []},
    {"nome": "x", "escopos": ["tudo"]},
    {"nome": "x", "escopos": ["dossies:ler"], "dias": 0},
    {"nome": "x", "escopos": ["dossies:ler"], "dias": 10**30},
    {"nome": "x", "escopos": ["dossies:ler"], "dias": "7"},
    {"nome": "\x1b[31m", "escopos": ["dossies:ler"]},
    {"nome": "x", "escopos": ["contas:gerir"]},
]


def test_what_is_no_key_is_told_so(store: Store) -> None:
    client = people.session_client(store, people.user(store, "entidade"))
    for body in _NO_KEYS:
        assert client.post("/v1/chaves", json=body).status_code == 422, body


def test_a_key_by_the_api(store: Store) -> None:
    person = people.user(store, "entidade")
    client = people.session_client(store, person)
    made = client.post("/v1/chaves", json={"nome": "ERP", "escopos": ["dossies:ler", "dossies:criar"], "dias": 30})
    assert made.status_code == 201
    raw = made.json().pop("chave")
    assert raw.startswith(f"dv_{made.json()['prefixo']}_")
    (listed,) = client.get("/v1/chaves").json()["itens"]
    assert "chave" not in listed and "segredo_hash" not in listed and listed["revogada_em"] is None
    program = people.client(store)
    program.headers["Authorization"] = f"Bearer {raw}"
    assert program.get("/v1/eu").json()["direitos"] == ["dossie.criar", "dossie.ler"]
    assert client.delete(f"/v1/chaves/{listed['id']}").status_code == 204
    assert program.get("/v1/eu").status_code == 401
    colleague = people.session_client(store, people.user(store, "entidade", person.entidade_id))
    assert _codigo(colleague.delete(f"/v1/chaves/{listed['id']}")) == (404, "nao_encontrado")
    assert _codigo(colleague.get("/v1/chaves", params={"todas": True})) == (403, "sem_permissao")


def test_everything_is_written_down_with_before_and_after(store: Store) -> None:
    boss, client = _chief(store, todas=True)
    person = people.user(store, "entidade")
    client.patch(f"/v1/usuarios/{person.id}", json={"papel": "analista", "nome": "Novo nome"})
    client.patch(f"/v1/entidades/{person.entidade_id}", json={"nome": "Casa nova"})
    with store.database.begin() as connection:
        rows = connection.execute(
            sa.select(auditoria).where(auditoria.c.usuario_id == boss.id).order_by(auditoria.c.numero)
        ).all()
    first, second = rows
    assert (first.acao, first.ator, first.alvo_id, first.pedido_id is not None) == (
        "usuario.alterar",
        boss.login,
        str(person.id),
        True,
    )
    assert first.antes["papel"] == "entidade" and first.depois == {"papel": "analista", "nome": "Novo nome"}
    assert (second.acao, second.depois) == ("entidade.alterar", {"nome": "Casa nova"})
