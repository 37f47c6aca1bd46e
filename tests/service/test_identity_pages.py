from __future__ import annotations

import html
import re
from uuid import UUID, uuid4

import pytest
import sqlalchemy as sa
from starlette.testclient import TestClient

from docverify.store.opening import Store
from docverify.store.people import first_admin_link, invitations
from docverify.store.tables import convites, usuarios
from tests.service import people
from tests.service.people import PASSWORD

_TOKEN = re.compile(r'name="csrf_token" value="([^"]+)"')


def _csrf(page: str) -> str:
    found = _TOKEN.search(page)
    assert found is not None
    return found[1]


def _post(client: TestClient, path: str, source: str | None = None, **data: str):  # type: ignore[no-untyped-def]
    """Fill in the form of a page and send it, as a browser does."""
    page = client.get(source or path)
    return client.post(path, data={"csrf_token": _csrf(page.text), **data})


def _sign_in(client: TestClient, login: str, senha: str = PASSWORD, **data: str):  # type: ignore[no-untyped-def]
    return _post(client, "/entrar", login=login, senha=senha, **data)


@pytest.fixture
def client(store: Store) -> TestClient:
    return people.client(store)


def test_the_first_administrator_comes_by_a_link_that_works_once(store: Store, client: TestClient) -> None:
    assert "docverify serve" in client.get("/entrar").text
    token = first_admin_link(store)
    assert token is not None
    other = first_admin_link(store)
    page = client.get("/primeiro-acesso", params={"token": token})
    assert page.status_code == 200
    form = {
        "csrf_token": _csrf(page.text),
        "token": token,
        "entidade": "Entidade <b>Um</b>",
        "nome": "Ana",
        "login": "Ana@Exemplo.com.br",
        "senha": PASSWORD,
        "senha2": PASSWORD,
    }
    done = client.post("/primeiro-acesso", data=form)
    assert (done.status_code, done.headers["location"]) == (303, "/")
    assert "HttpOnly" in done.headers["set-cookie"] and "SameSite=lax" in done.headers["set-cookie"]
    me = client.get("/v1/eu").json()
    assert (me["usuario"]["login"], me["usuario"]["papel"]) == ("ana@exemplo.com.br", "administrador")
    assert me["usuario"]["todas_entidades"] is True
    assert first_admin_link(store) is None
    for used in (token, other):
        again = people.client(store).get("/primeiro-acesso", params={"token": used})
        assert again.status_code == 410


def test_a_mistake_in_the_first_form_keeps_what_was_typed(store: Store, client: TestClient) -> None:
    token = first_admin_link(store) or ""
    for wrong, told in (
        ({"login": "sem-arroba"}, "endereço de e-mail"),
        ({"senha": "curta", "senha2": "curta"}, "ao menos 10"),
        ({"senha2": "outra coisa"}, "não são iguais"),
        ({"entidade": " "}, "Escreva o nome"),
    ):
        form = {"entidade": "Casa", "nome": "Ana <i>", "login": "a@b.com.br", "senha": PASSWORD, "senha2": PASSWORD}
        page = client.get("/primeiro-acesso", params={"token": token})
        answer = client.post("/primeiro-acesso", data={"csrf_token": _csrf(page.text), "token": token, **form, **wrong})
        assert answer.status_code == 422
        assert told in answer.text and "aria-invalid" in answer.text
        assert "Ana &lt;i&gt;" in answer.text and "<i>" not in answer.text
        assert PASSWORD not in answer.text
    assert first_admin_link(store) is not None


def test_the_first_form_tells_all_its_mistakes_at_once(store: Store, client: TestClient) -> None:
    token = first_admin_link(store) or ""
    page = client.get("/primeiro-acesso", params={"token": token})
    empty = dict.fromkeys(("entidade", "nome", "login", "senha"), "") | {"senha2": "outra"}
    answer = client.post("/primeiro-acesso", data={"csrf_token": _csrf(page.text), "token": token, **empty})
    assert answer.status_code == 422
    assert answer.text.count('aria-invalid="true"') == 5
    gone = client.get("/primeiro-acesso", params={"token": "nenhum"}, headers={"Accept": "text/html"})
    assert gone.status_code == 410 and "docverify serve" in gone.text and 'href="/entrar"' in gone.text


def test_sign_in_and_out(store: Store, client: TestClient) -> None:
    person = people.user(store, "analista", senha=PASSWORD)
    done = _sign_in(client, f"  {person.login.upper()} ", proximo="/dossies/novo?x=1")
    assert (done.status_code, done.headers["location"]) == (303, "/dossies/novo?x=1")
    assert client.get("/v1/eu").json()["usuario"]["id"] == str(person.id)
    assert client.get("/entrar").status_code == 303
    out = client.post("/sair", data={"csrf_token": client.get("/v1/eu").json()["csrf_token"]})
    assert (out.status_code, out.headers["location"]) == (303, "/entrar")
    assert client.get("/v1/eu").status_code == 401


def test_sign_in_leads_to_own_paths_only(store: Store) -> None:
    person = people.user(store, senha=PASSWORD)
    for place in [
        "https://mau.example/",
        "//mau.example",
        "/\\mau.example",
        "javascript:alert(1)",
        "/a\nb",
        " //mau.example",
        "x",
    ]:
        answer = _sign_in(people.client(store), person.login, proximo=place)
        assert answer.headers["location"] == "/", place


def test_a_wrong_password_and_an_unknown_login_answer_the_same(store: Store, client: TestClient) -> None:
    person = people.user(store, senha=PASSWORD)
    never = people.user(store)
    answers = [
        _sign_in(client, login, senha)
        for login, senha in (
            (person.login, "outra senha qualquer"),
            ("ninguem@exemplo.com.br", PASSWORD),
            (never.login, ""),
            ("\0'; DROP TABLE usuarios; --", PASSWORD),
        )
    ]
    assert {answer.status_code for answer in answers} == {401}
    assert all("E-mail ou senha não conferem." in html.unescape(answer.text) for answer in answers)
    assert not any("docverify_sessao" in answer.headers.get("set-cookie", "") for answer in answers)


def test_a_session_that_somebody_planted_is_not_the_one_after_sign_in(store: Store, client: TestClient) -> None:
    victim = people.user(store, senha=PASSWORD)
    planted = people.session_client(store, people.user(store))
    token = planted.cookies["docverify_sessao"]
    page = client.get("/entrar")
    client.cookies.set("docverify_sessao", token)
    done = client.post("/entrar", data={"csrf_token": _csrf(page.text), "login": victim.login, "senha": PASSWORD})
    assert done.status_code == 303
    assert f"docverify_sessao={token}" not in done.headers["set-cookie"]
    assert planted.get("/v1/eu").status_code == 401, "the planted session is at an end"
    invented = "A" * 43
    other = people.client(store)
    page = other.get("/entrar")
    other.cookies.set("docverify_sessao", invented)
    done = other.post("/entrar", data={"csrf_token": _csrf(page.text), "login": victim.login, "senha": PASSWORD})
    assert invented not in done.headers["set-cookie"]


def test_the_form_of_entry_must_be_our_own(store: Store, client: TestClient) -> None:
    person = people.user(store, senha=PASSWORD)
    form = {"login": person.login, "senha": PASSWORD}
    token = _csrf(client.get("/entrar").text)
    assert client.post("/entrar", data=form).status_code == 403
    assert client.post("/entrar", data={**form, "csrf_token": token[:-1] + "x"}).status_code == 403
    stranger = people.client(store)
    assert stranger.post("/entrar", data={**form, "csrf_token": token}).status_code == 403, "another browser's token"
    crossed = client.post("/entrar", data={**form, "csrf_token": token}, headers={"Sec-Fetch-Site": "cross-site"})
    assert crossed.status_code == 403
    assert client.post("/entrar", data={**form, "csrf_token": token}).status_code == 303


def test_with_tls_cookies_are_bound_to_it(store: Store) -> None:
    person = people.user(store, senha=PASSWORD)
    client = people.client(store, base_url="https://testserver")
    done = _sign_in(client, person.login)
    cookie = next(c for c in done.headers.get_list("set-cookie") if "docverify_sessao" in c)
    assert cookie.startswith("__Host-docverify_sessao=") and "Secure" in cookie and "Path=/" in cookie
    assert client.get("/v1/eu").status_code == 200
    token = client.cookies["__Host-docverify_sessao"]
    plain = people.client(store, base_url="https://testserver")
    plain.cookies.set("docverify_sessao", token)
    assert plain.get("/v1/eu").status_code == 401, "without its prefix another host may have set it"


def test_guessing_is_slowed_and_ends_with_the_guessing(store: Store, client: TestClient) -> None:
    person = people.user(store, senha=PASSWORD)
    limit = store.settings.logins_per_minute
    for _ in range(limit):
        assert _sign_in(client, person.login, "errada, errada").status_code == 401
    held = _sign_in(client, person.login)
    assert held.status_code == 429
    assert 1 <= int(held.headers["retry-after"]) <= 60
    with store.database.begin() as connection:
        connection.execute(sa.text("UPDATE entradas SET quando = quando - interval '61 seconds'"))
    assert _sign_in(client, person.login).status_code == 303


def test_an_invitation_sets_a_password_once(store: Store, client: TestClient) -> None:
    chief = people.user(store, "administrador", todas=True)
    person = people.user(store, "analista", senha=PASSWORD)
    before = people.session_client(store, person)
    with store.database.begin() as connection:
        old, _ = invitations.invite(connection, store.ledger, chief.actor, person.id)
        token, _ = invitations.invite(connection, store.ledger, chief.actor, person.id)
    assert client.get("/convite", params={"token": old}).status_code == 410, "a newer link puts it out of use"
    for _ in range(2):
        assert client.get("/convite", params={"token": token}).status_code == 200, "looking does not use it up"
    new = "outra frase bem comprida"
    weak = _post(client, "/convite", f"/convite?token={token}", token=token, senha="1234567890", senha2="1234567890")
    assert weak.status_code == 422 and "fácil de adivinhar" in weak.text
    done = _post(client, "/convite", f"/convite?token={token}", token=token, senha=new, senha2=new)
    assert done.status_code == 303
    assert client.get("/v1/eu").json()["usuario"]["id"] == str(person.id)
    assert before.get("/v1/eu").status_code == 401, "sessions from before the change are at an end"
    assert people.client(store).get("/convite", params={"token": token}).status_code == 410
    assert _sign_in(people.client(store), person.login, PASSWORD).status_code == 401
    assert _sign_in(people.client(store), person.login, new).status_code == 303


def test_a_link_that_is_none(client: TestClient) -> None:
    for token in ["", "x", "A" * 43, "'; --", "\0" * 43, "é" * 43]:
        for path in ("/convite", "/primeiro-acesso"):
            assert client.get(path, params={"token": token}).status_code == 410, token


def test_an_expired_link_and_one_of_an_account_that_is_off(store: Store, client: TestClient) -> None:
    chief, person = people.user(store, "administrador", todas=True), people.user(store)
    with store.database.begin() as connection:
        token, _ = invitations.invite(connection, store.ledger, chief.actor, person.id)
        connection.execute(usuarios.update().where(usuarios.c.id == person.id).values(ativo=False))
    assert client.get("/convite", params={"token": token}).status_code == 410
    with store.database.begin() as connection:
        connection.execute(usuarios.update().where(usuarios.c.id == person.id).values(ativo=True))
        connection.execute(convites.update().values(expira_em=sa.text("now() - interval '1 second'")))
    assert client.get("/convite", params={"token": token}).status_code == 410


def test_the_password_is_changed_by_who_knows_it(store: Store, client: TestClient) -> None:
    person = people.user(store, senha=PASSWORD)
    _sign_in(client, person.login)
    other = people.session_client(store, person)
    new = "uma frase nova e comprida"
    wrong = _post(client, "/contas/senha", "/contas", atual="não é esta", senha=new, senha2=new)
    assert wrong.status_code == 422 and "A senha atual não confere." in wrong.text
    token = client.cookies["docverify_sessao"]
    done = _post(client, "/contas/senha", "/contas", atual=PASSWORD, senha=new, senha2=new)
    assert (done.status_code, done.headers["location"]) == (303, "/contas?feito=senha")
    assert client.cookies["docverify_sessao"] != token
    assert "Senha mudada" in client.get("/contas?feito=senha").text
    assert other.get("/v1/eu").status_code == 401


def test_keys_users_and_entities_by_the_page(store: Store) -> None:
    chief = people.user(store, "administrador", todas=True)
    client = people.session_client(store, chief)
    del client.headers["X-CSRF-Token"]
    made = _post(client, "/contas/chaves", "/contas", chave_nome="integração <x>", chave_escopos="dossies:ler")
    raw = re.search(r"dv_[0-9a-f]{10}_[A-Za-z0-9_-]{43}", made.text)
    assert made.status_code == 200 and raw is not None and "<x>" not in made.text
    assert raw[0] not in client.get("/contas").text
    program = people.client(store)
    program.headers["Authorization"] = f"Bearer {raw[0]}"
    assert program.get("/v1/eu").status_code == 200
    revoke = re.search(r"/contas/chaves/[0-9a-f-]+/revogar", client.get("/contas").text)
    assert revoke is not None and _post(client, revoke[0], "/contas").status_code == 303
    assert program.get("/v1/eu").status_code == 401

    assert _post(client, "/contas/entidades", "/contas", entidade_nome="Outra", entidade_cnpj="").status_code == 303
    bad = _post(client, "/contas/entidades", "/contas", entidade_nome="Nova", entidade_cnpj="11.111.111/1111-11")
    assert bad.status_code == 422 and "CNPJ não confere" in bad.text and 'value="Nova"' in bad.text
    made = _post(
        client,
        "/contas/usuarios",
        "/contas",
        usuario_nome="Bia",
        usuario_login="bia@exemplo.com.br",
        usuario_papel="analista",
        usuario_entidade_id=str(chief.entidade_id),
    )
    link = re.search(r"http://testserver/convite\?token=([A-Za-z0-9_-]{43})", made.text)
    assert link is not None
    assert people.client(store).get(link[0]).status_code == 200
    page = re.search(r"/contas/usuarios/[0-9a-f-]{36}(?=\">Bia)", client.get("/contas").text)
    assert page is not None and client.get(page[0]).status_code == 200
    changed = _post(client, page[0], usuario="", nome="Bia", papel="supervisor")
    assert changed.status_code == 303
    with store.database.begin() as connection:
        row = connection.execute(sa.select(usuarios).where(usuarios.c.login == "bia@exemplo.com.br")).one()
    assert (row.papel, row.ativo) == ("supervisor", False), "a box that is not ticked is not sent"
    own = _post(client, f"/contas/usuarios/{chief.id}", nome="Eu", papel="entidade", ativo="true")
    assert own.status_code == 403 and "ninguém muda o próprio papel" in own.text.lower()


def test_pages_show_each_only_what_is_theirs(store: Store) -> None:
    clerk = people.session_client(store, people.user(store, "entidade"))
    page = clerk.get("/contas").text
    assert "Chaves de API" in page and "Usuários" not in page and "Entidades" not in page and "Ganchos" not in page
    auditor = people.session_client(store, people.user(store, "auditor"))
    assert "Chaves de API" not in auditor.get("/contas").text
    chief = people.session_client(store, people.user(store, "administrador"))
    page = chief.get("/contas").text
    assert "Usuários" in page and "Criar uma entidade" not in page and "todas as entidades" not in page
    stranger = people.user(store)
    assert chief.get(f"/contas/usuarios/{stranger.id}").status_code == 404
    assert chief.get(f"/contas/usuarios/{uuid4()}").status_code == 404


def test_pages_are_plain_and_every_field_has_its_label(store: Store) -> None:
    chief = people.user(store, "administrador", todas=True)
    client = people.session_client(store, chief)
    people.key(store, chief, ["dossies:ler"])
    stranger = people.client(store)
    with store.database.begin() as connection:
        token, _ = invitations.invite(connection, store.ledger, chief.actor, people_user(store))
    texts = [
        client.get("/contas").text,
        client.get(f"/contas/usuarios/{people_user(store)}").text,
        stranger.get("/entrar").text,
        stranger.get("/convite", params={"token": token}).text,
    ]
    for text in texts:
        assert "<script" not in text and "style=" not in text and not re.search(r"\son[a-z]+=", text)
        ids = re.findall(r'\sid="([^"]+)"', text)
        assert len(ids) == len(set(ids)), "an id is there once"
        labels = set(re.findall(r'<label for="([^"]+)"', text))
        for field in re.findall(r"<(?:input|select)\s[^>]*>", text):
            if 'type="hidden"' not in field and "aria-label=" not in field:
                name = re.search(r'\sid="([^"]+)"', field)
                assert name is not None and name[1] in labels, field


def people_user(store: Store) -> UUID:
    return people.user(store).id
