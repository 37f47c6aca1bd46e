from __future__ import annotations

import html
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
import sqlalchemy as sa
from joserfc.jwk import ECKey
from pydantic import SecretStr
from starlette.testclient import TestClient

from docverify.store.opening import Store
from docverify.store.tables import auditoria, usuarios
from tests.service import people
from tests.service.provider import CLIENT, Provider


@pytest.fixture
def provider() -> Iterator[Provider]:
    made = Provider()
    yield made
    made.close()


@pytest.fixture
def linked(store: Store, provider: Provider) -> Store:
    """The installation, with that provider."""
    return _with(store, provider)


def _with(store: Store, provider: Provider, **more: Any) -> Store:
    named = {"oidc_issuer": provider.issuer, "oidc_client_id": CLIENT, "oidc_client_secret": SecretStr("segredo")}
    return replace(store, settings=store.settings.model_copy(update=named | more))


def _walk(client: TestClient, provider: Provider, proximo: str = "/dossies/novo", **change: str):  # type: ignore[no-untyped-def]
    """Go there and back, as a browser does."""
    there = client.get("/oidc/entrar", params={"proximo": proximo})
    assert there.status_code == 302, there.text
    return client.get("/oidc/retorno", params=provider.consent(there.headers["location"]) | change)


def test_it_is_off_unless_named(store: Store) -> None:
    client = people.client(store)
    assert "/oidc/" not in client.get("/entrar").text
    assert client.get("/oidc/entrar").status_code == 404
    assert client.get("/oidc/retorno").status_code == 404


def test_somebody_signs_in(linked: Store, provider: Provider) -> None:
    person = people.user(linked, "analista", login="ana@exemplo.com.br")
    client = people.client(linked)
    assert "Entrar com 127.0.0.1" in client.get("/entrar").text
    done = _walk(client, provider)
    assert (done.status_code, done.headers["location"]) == (303, "/dossies/novo")
    assert client.get("/v1/eu").json()["usuario"]["id"] == str(person.id)
    with linked.database.begin() as connection:
        told = connection.execute(sa.select(auditoria.c.acao).order_by(auditoria.c.numero)).scalars().all()
        linked_to = connection.execute(sa.select(usuarios.c.oidc_sub).where(usuarios.c.id == person.id)).scalar_one()
    assert told[-2:] == ["usuario.vincular", "sessao.abrir"]
    assert linked_to == f"{provider.issuer}#pessoa-1"


def test_after_the_first_time_the_providers_own_name_counts(linked: Store, provider: Provider) -> None:
    person = people.user(linked, login="ana@exemplo.com.br")
    _walk(people.client(linked), provider)
    provider.claims["email"] = "ana.nova@exemplo.com.br"
    client = people.client(linked)
    assert _walk(client, provider).status_code == 303
    assert client.get("/v1/eu").json()["usuario"]["id"] == str(person.id)
    provider.claims |= {"sub": "pessoa-2", "email": "ana@exemplo.com.br"}
    other = people.client(linked)
    assert _walk(other, provider).status_code == 403, "who has the address now is not who had it then"
    assert other.get("/v1/eu").status_code == 401


def test_an_address_that_is_unknown_or_not_checked_opens_nothing(linked: Store, provider: Provider) -> None:
    people.user(linked, login="ana@exemplo.com.br")
    client = people.client(linked)
    for claims in [
        {"email_verified": False},
        {"email_verified": None},
        {"email": None},
        {"email": "outra@exemplo.com.br"},
    ]:
        provider.spoil = claims
        answer = _walk(client, provider)
        assert answer.status_code == 403 and "Não há conta ativa" in html.unescape(answer.text), claims
        assert client.get("/v1/eu").status_code == 401


def test_an_account_that_is_off_stays_off(linked: Store, provider: Provider) -> None:
    person = people.user(linked, login="ana@exemplo.com.br")
    _walk(people.client(linked), provider)
    with linked.database.begin() as connection:
        connection.execute(usuarios.update().where(usuarios.c.id == person.id).values(ativo=False))
    assert _walk(people.client(linked), provider).status_code == 403


def test_a_token_that_does_not_hold_opens_nothing(linked: Store, provider: Provider) -> None:
    people.user(linked, login="ana@exemplo.com.br")
    client = people.client(linked)
    for spoil in [
        {"nonce": "outro"},
        {"nonce": None},
        {"aud": "outro-programa"},
        {"iss": "https://mau.example"},
        {"exp": 1_000_000_000},
        {"sub": None},
        {"sub": ""},
        {"sub": "a\0b"},
        {"sub": 7},
    ]:
        provider.spoil = spoil
        answer = _walk(client, provider)
        assert answer.status_code == 401 and "não foi concluída" in html.unescape(answer.text), spoil
        assert client.get("/v1/eu").status_code == 401
    provider.spoil = {}
    assert _walk(client, provider).status_code == 303


def test_a_token_of_another_key_opens_nothing(linked: Store, provider: Provider) -> None:
    people.user(linked, login="ana@exemplo.com.br")
    provider.key = ECKey.generate_key("P-256", {"kid": "1"})
    assert _walk(people.client(linked), provider).status_code == 401


def test_state_must_be_this_browsers(linked: Store, provider: Provider) -> None:
    people.user(linked, login="ana@exemplo.com.br")
    assert _walk(people.client(linked), provider, state="outro").status_code == 401
    mine, theirs = people.client(linked), people.client(linked)
    back = provider.consent(theirs.get("/oidc/entrar").headers["location"])
    assert mine.get("/oidc/retorno", params=back).status_code == 401, "without having set out"
    mine.get("/oidc/entrar")
    assert mine.get("/oidc/retorno", params=back).status_code == 401, "with another's way back"
    assert theirs.get("/oidc/retorno", params=back).status_code == 303
    assert theirs.get("/oidc/retorno", params=back).status_code == 401, "a second time"


def test_a_cookie_that_was_changed_or_is_old(linked: Store, provider: Provider) -> None:
    people.user(linked, login="ana@exemplo.com.br")
    client = people.client(linked)
    back = provider.consent(client.get("/oidc/entrar").headers["location"])
    value = client.cookies["docverify_oidc"]
    client.cookies.clear()
    client.cookies.set("docverify_oidc", value[:-2] + ("aa" if not value.endswith("aa") else "bb"))
    assert client.get("/oidc/retorno", params=back).status_code == 401


def test_the_person_refuses(linked: Store, provider: Provider) -> None:
    client = people.client(linked)
    client.get("/oidc/entrar")
    answer = client.get("/oidc/retorno", params={"error": "access_denied", "error_description": "<script>"})
    assert answer.status_code == 401 and "<script>" not in answer.text


def test_the_address_may_come_from_userinfo(linked: Store, provider: Provider) -> None:
    people.user(linked, login="ana@exemplo.com.br")
    provider.claims = {"sub": "pessoa-1"}
    provider.userinfo = {"sub": "outra", "email": "ana@exemplo.com.br", "email_verified": True}
    assert _walk(people.client(linked), provider).status_code == 403, "userinfo of somebody else"
    provider.userinfo["sub"] = "pessoa-1"
    assert _walk(people.client(linked), provider).status_code == 303


@pytest.mark.parametrize("proximo", ["https://mau.example/", "//mau.example", "/" + "a" * 1900])
def test_it_leads_to_own_paths_only(linked: Store, provider: Provider, proximo: str) -> None:
    people.user(linked, login="ana@exemplo.com.br")
    place = _walk(people.client(linked), provider, proximo).headers["location"]
    assert place == (proximo if proximo.startswith("/a") else "/")


def test_when_the_provider_is_away_passwords_go_on(linked: Store, provider: Provider) -> None:
    person = people.user(linked, senha=people.PASSWORD)
    provider.down = True
    client = people.client(linked)
    away = client.get("/oidc/entrar")
    assert away.status_code == 503 and "entre com e-mail e senha" in away.text
    token = client.get("/entrar").text.split('name="csrf_token" value="')[1].split('"')[0]
    done = client.post("/entrar", data={"csrf_token": token, "login": person.login, "senha": people.PASSWORD})
    assert done.status_code == 303


def test_a_provider_that_says_it_is_another(linked: Store, provider: Provider) -> None:
    provider.metadata = {"issuer": "https://mau.example"}
    assert people.client(linked).get("/oidc/entrar").status_code == 503


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        ({"oidc_issuer": "http://idp.example"}, "DOCVERIFY_OIDC_ISSUER"),
        ({"oidc_issuer": "idp.example"}, "DOCVERIFY_OIDC_ISSUER"),
        ({"oidc_client_id": None}, "DOCVERIFY_OIDC_CLIENT_ID"),
    ],
)
def test_settings_that_cannot_work_say_so(
    store: Store, provider: Provider, settings: dict[str, Any], told: str
) -> None:
    client = people.client(_with(store, provider, **settings))
    page = client.get("/entrar")
    assert page.status_code == 200 and told in page.text and "/oidc/entrar" not in page.text
    assert client.get("/oidc/entrar").status_code == 404
    assert provider.seen == []


def test_a_client_without_secret(store: Store, provider: Provider) -> None:
    people.user(store, login="ana@exemplo.com.br")
    assert _walk(people.client(_with(store, provider, oidc_client_secret=None)), provider).status_code == 303
