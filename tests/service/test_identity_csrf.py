from __future__ import annotations

from typing import Any
from uuid import uuid4

from starlette.testclient import TestClient

from docverify.store.opening import Store
from tests.service import people

_NEW = {"nome": "Caio", "login": "caio@exemplo.com.br", "papel": "analista"}


def _codigo(answer: Any) -> tuple[int, str]:
    assert answer.headers["content-type"] == "application/problem+json"
    return answer.status_code, answer.json()["codigo"]


def test_what_changes_something_needs_the_sessions_own_token(store: Store) -> None:
    chief = people.user(store, "administrador")
    client = people.session_client(store, chief)
    other = people.session_client(store, chief)
    foreign = people.session_client(store, people.user(store, "administrador"))
    mine = client.headers.pop("X-CSRF-Token")
    for headers in (
        {},
        {"X-CSRF-Token": ""},
        {"X-CSRF-Token": mine[:-1] + ("0" if mine[-1] != "0" else "1")},
        {"X-CSRF-Token": other.headers["X-CSRF-Token"]},
        {"X-CSRF-Token": foreign.headers["X-CSRF-Token"]},
        {"X-CSRF-Token": mine, "Sec-Fetch-Site": "cross-site"},
    ):
        for method, path in (
            ("POST", "/v1/usuarios"),
            ("PATCH", f"/v1/usuarios/{uuid4()}"),
            ("DELETE", f"/v1/chaves/{uuid4()}"),
        ):
            assert _codigo(client.request(method, path, json=_NEW, headers=headers)) == (403, "csrf")
        assert client.get("/v1/usuarios", headers=headers).status_code == 200
    assert client.post("/sair").status_code == 403
    assert client.post("/v1/usuarios", json=_NEW, headers={"X-CSRF-Token": mine}).status_code == 201
    key = people.key_client(store, chief, ["contas:gerir"])
    assert key.post("/v1/usuarios", json=_NEW | {"login": "d@exemplo.com.br"}).status_code == 201


def _multipart(client: TestClient, path: str, *, end: str, token: str | None) -> Any:
    """Send a form with a file, as a page does: the session's token in a field, none in a header."""
    own = "" if token is None else f'--x\r\nContent-Disposition: form-data; name="csrf_token"\r\n\r\n{token}\r\n'
    file = '--x\r\nContent-Disposition: form-data; name="arquivos"; filename="a.pdf"\r\n\r\n%PDF-1.4 nada\r\n'
    headers = {"Content-Type": "multipart/form-data; boundary=x"}
    return client.post(path, content=(own + file + end).encode("ascii"), headers=headers)


def test_a_form_with_files_carries_the_token_in_a_field_and_must_be_whole(store: Store) -> None:
    client = people.session_client(store, people.user(store, "entidade"))
    token = client.headers.pop("X-CSRF-Token")
    for wrong in (None, "", token[:-1], "x" * 64):
        assert _codigo(_multipart(client, "/v1/dossies", end="--x--\r\n", token=wrong)) == (403, "csrf")
    assert _codigo(_multipart(client, "/v1/dossies", end="", token=token)) == (400, "pedido_invalido")
    assert _multipart(client, "/v1/dossies", end="--x--\r\n", token=token).status_code == 202
