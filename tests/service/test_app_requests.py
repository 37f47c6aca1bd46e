"""What is done for every request: id, log, headers, limits, an answer for what nobody caught."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Annotated, Any
from uuid import uuid4

import pytest
import sqlalchemy as sa
import structlog
from fastapi import Depends, FastAPI, Request
from fastapi.responses import Response
from starlette.testclient import TestClient
from structlog.testing import capture_logs

from docverify.cli import logs
from docverify.store.actors import Actor
from docverify.store.opening import Store
from docverify_api.app import create_app
from docverify_api.auth import get_actor
from docverify_api.middleware import Served

CPF = "529.982.247-25"


class _Odd(Exception):
    """One that no handler knows."""


def _application(store: Store, **changes: Any) -> FastAPI:
    app = create_app(replace(store, settings=store.settings.model_copy(update=changes)))

    @app.get("/v1/teste/{numero}")
    def teste(request: Request, numero: str) -> dict[str, str]:
        structlog.get_logger("teste").info("dentro", numero=len(numero))
        if request.headers.get("authorization") == "Bearer boa":
            request.state.actor = Actor("maria", usuario_id=uuid4())
        return {"numero": numero}

    @app.get("/v1/defeito")
    def defeito() -> None:
        raise _Odd(f"a linha de {CPF} não serve")

    @app.get("/v1/banco/{estado}")
    def banco(estado: str) -> None:
        cause = Exception("o servidor se foi")
        cause.sqlstate = estado  # type: ignore[attr-defined]
        raise sa.exc.OperationalError("SELECT 1", None, cause)

    @app.get("/v1/quem")
    def quem(actor: Annotated[Actor, Depends(get_actor)]) -> str:
        return actor.ator

    @app.get("/v1/proprio")
    def proprio() -> Response:
        return Response("x", headers={"Content-Security-Policy": "sandbox", "Cache-Control": "private"})

    @app.post("/v1/corpo")
    async def corpo(request: Request) -> dict[str, int]:
        return {"bytes": len(await request.body())}

    @app.post("/v1/dossies/teste")
    async def envio(request: Request) -> dict[str, int]:
        async with request.form() as form:
            return {"partes": len(form)}

    return app


@pytest.fixture
def logged(capsys: pytest.CaptureFixture[str]) -> Iterator[Callable[[], list[dict[str, Any]]]]:
    """Logs as the service writes them; returns the lines so far."""
    root = logging.getLogger()
    former = (root.handlers[:], root.level)
    logs.configure(["serve"])
    yield lambda: [json.loads(line) for line in capsys.readouterr().err.splitlines()]
    root.handlers[:], root.level = former
    structlog.reset_defaults()


@pytest.fixture
def client(store: Store) -> Iterator[Callable[..., TestClient]]:
    """Makes a client of an application with other settings."""
    made: list[TestClient] = []

    def make(**changes: Any) -> TestClient:
        found = TestClient(_application(store, **changes))
        found.__enter__()
        made.append(found)
        return found

    yield make
    for each in made:
        each.__exit__(None, None, None)


Make = Callable[..., TestClient]
Lines = Callable[[], list[dict[str, Any]]]


def test_a_request_keeps_the_id_that_it_came_with(client: Make) -> None:
    answer = client().get("/v1/teste/1", headers={"X-Request-Id": "abc-1.2_3"})
    assert answer.headers["X-Request-Id"] == "abc-1.2_3"


@pytest.mark.parametrize("given", ["", "a b", "x" * 65, "a\tb", "é".encode(), "<script>"])
def test_an_id_that_cannot_stand_in_a_log_is_replaced(client: Make, given: str | bytes) -> None:
    found = client().get("/v1/nada", headers={"X-Request-Id": given})
    made = found.headers["X-Request-Id"]
    assert len(made) == 32 and made.isalnum()
    assert found.json()["pedido_id"] == made


def test_the_log_tells_the_template_of_a_path_and_no_query(client: Make) -> None:
    with capture_logs(processors=[structlog.contextvars.merge_contextvars]) as told:
        client().get(f"/v1/teste/{CPF}?q={CPF}", headers={"X-Request-Id": "p1"})
    assert [entry["event"] for entry in told] == ["dentro", "pedido"]
    assert {entry["pedido_id"] for entry in told} == {"p1"}
    line = told[1]
    assert (line["metodo"], line["rota"], line["status"]) == ("GET", "/v1/teste/{numero}", 200)
    assert CPF not in json.dumps(told)


def test_who_asked_stands_in_the_log_by_id(client: Make) -> None:
    with capture_logs() as told:
        client().get("/v1/teste/1", headers={"Authorization": "Bearer boa"})
    assert "usuario_id" in told[-1] and "maria" not in json.dumps(told) and "boa" not in json.dumps(told)


def test_a_path_that_is_none_has_no_template(client: Make) -> None:
    with capture_logs() as told:
        assert client().get(f"/v1/inexistente/{CPF}").status_code == 404
    assert told[-1]["rota"] == "(nenhuma)"


def test_observers_are_told_of_each_request(client: Make) -> None:
    found = client()
    seen: list[Served] = []
    found.app.state.observers.append(seen.append)  # type: ignore[attr-defined]
    found.get("/v1/teste/7")
    assert [(served.metodo, served.rota, served.status) for served in seen] == [("GET", "/v1/teste/{numero}", 200)]
    assert seen[0].segundos > 0


def test_what_nobody_caught_is_a_problem_that_tells_nothing(client: Make, logged: Lines) -> None:
    answer = client().get("/v1/defeito", headers={"X-Request-Id": "p9"})
    assert answer.status_code == 500 and answer.headers["content-type"] == "application/problem+json"
    assert answer.json()["codigo"] == "defeito" and answer.json()["pedido_id"] == "p9"
    assert "_Odd" not in answer.text and CPF not in answer.text
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    lines = logged()
    told = next(line for line in lines if line["event"] == "defeito")
    assert told["pedido_id"] == "p9" and told["excecao"][0]["tipo"] == "_Odd"
    assert any("in defeito" in frame or frame.endswith(" defeito") for frame in told["excecao"][0]["onde"])
    assert CPF not in json.dumps(lines) and "não serve" not in json.dumps(lines, ensure_ascii=False)


@pytest.mark.parametrize(("state", "status", "codigo"), [("57P01", 503, "indisponivel"), ("53100", 507, "sem_espaco")])
def test_a_database_that_is_away_or_full_is_told_as_such(client: Make, state: str, status: int, codigo: str) -> None:
    answer = client().get(f"/v1/banco/{state}")
    assert (answer.status_code, answer.json()["codigo"]) == (status, codigo)
    assert status != 503 or answer.headers["Retry-After"] == "5"


def test_headers_protect_and_a_route_may_say_its_own(client: Make) -> None:
    found = client()
    answer = found.get("/v1/teste/1")
    policy = answer.headers["Content-Security-Policy"]
    assert "default-src 'self'" in policy and "frame-ancestors 'none'" in policy and "unsafe" not in policy
    assert answer.headers["Cache-Control"] == "no-store" and answer.headers["Referrer-Policy"] == "no-referrer"
    assert "Strict-Transport-Security" not in answer.headers
    own = found.get("/v1/proprio").headers
    assert own["Content-Security-Policy"] == "sandbox" and own["Cache-Control"] == "private"
    assert own["X-Frame-Options"] == "DENY"


def test_by_https_browsers_come_no_other_way(client: Make) -> None:
    found = client(public_url="https://docverify.exemplo.br")
    answer = found.get("/v1/teste/1", headers={"Host": "docverify.exemplo.br"})
    assert answer.status_code == 200 and "Strict-Transport-Security" in answer.headers


@pytest.mark.parametrize("host", ["mau.exemplo.com", "docverify.exemplo.br.mau.com", "", "[", "10.0.0.1:8765"])
def test_another_host_is_refused(client: Make, host: str) -> None:
    answer = client(public_url="https://docverify.exemplo.br").get("/v1/teste/1", headers={"Host": host})
    assert answer.status_code == 421 and answer.json()["codigo"] == "endereco_errado"


@pytest.mark.parametrize("host", ["docverify.exemplo.br:8443", "DOCVERIFY.exemplo.br", "localhost:1", "[::1]:8765"])
def test_the_public_and_the_local_names_are_let_in(client: Make, host: str) -> None:
    found = client(public_url="https://docverify.exemplo.br")
    assert found.get("/v1/teste/1", headers={"Host": host}).status_code == 200


def test_so_many_requests_a_minute_and_no_more(client: Make) -> None:
    found = client(requests_per_minute=3)
    assert [found.get("/v1/teste/1").status_code for _ in range(4)] == [200, 200, 200, 429]
    answer = found.get("/v1/teste/1")
    assert answer.json()["codigo"] == "pedidos_demais" and 1 <= int(answer.headers["Retry-After"]) <= 20


def test_who_makes_up_a_key_for_each_request_is_stopped_and_a_good_one_goes_on(client: Make) -> None:
    found = client(requests_per_minute=3)
    good = {"Authorization": "Bearer boa"}
    assert found.get("/v1/teste/1", headers=good).status_code == 200
    made_up = [found.get("/v1/teste/1", headers={"Authorization": f"Bearer {n}"}).status_code for n in range(4)]
    assert made_up == [200, 200, 429, 429]
    assert [found.get("/v1/teste/1", headers=good).status_code for _ in range(4)] == [200, 200, 200, 429]


def test_a_body_that_is_too_long_is_not_read(client: Make) -> None:
    found = client()
    answer = found.post("/v1/corpo", content=b"x" * 2_300_000)
    assert answer.status_code == 413 and answer.json()["codigo"] == "limite_excedido"

    def parts() -> Iterator[bytes]:
        for _ in range(30):
            yield b"x" * 100_000

    answer = found.post("/v1/corpo", content=parts())
    assert answer.status_code == 413 and answer.headers["content-type"] == "application/problem+json"
    assert found.post("/v1/corpo", content=b"x" * 100_000).json() == {"bytes": 100_000}


def test_files_may_be_longer_than_other_bodies(client: Make) -> None:
    found = client(max_upload_bytes=4_000_000)
    headers = {"Authorization": "Bearer boa"}
    fits, too_long = {"arquivos": ("a.pdf", b"x" * 3_000_000)}, {"arquivos": ("a.pdf", b"x" * 4_000_000)}
    assert found.post("/v1/dossies/teste", files=fits, headers=headers).json() == {"partes": 1}
    assert found.post("/v1/dossies/teste", files=too_long, headers=headers).status_code == 413


def test_files_of_nobody_are_not_read(client: Make) -> None:
    answer = client().post("/v1/dossies/teste", files={"arquivos": ("a.pdf", b"x" * 10_000)})
    assert answer.status_code == 401 and answer.headers["WWW-Authenticate"] == "Bearer"


def test_so_many_uploads_at_a_time_and_no_more(client: Make) -> None:
    found = client(max_uploads=2)
    gauge = found.app.state.uploads  # type: ignore[attr-defined]
    send = {"files": {"arquivos": ("a.pdf", b"x")}, "headers": {"Authorization": "Bearer boa"}}
    gauge.value = 2
    answer = found.post("/v1/dossies/teste", **send)  # type: ignore[arg-type]
    assert answer.status_code == 429 and answer.json()["codigo"] == "envios_demais"
    assert int(answer.headers["Retry-After"]) > 0
    assert found.get("/v1/teste/1").status_code == 200
    gauge.value = 1
    assert found.post("/v1/dossies/teste", **send).status_code == 200  # type: ignore[arg-type]
    assert gauge.value == 1


def test_the_description_names_problems_security_and_operations(client: Make) -> None:
    schema = client().get("/v1/openapi.json").json()
    assert schema["openapi"].startswith("3.1")
    names: list[str] = []
    for methods in schema["paths"].values():
        for operation in methods.values():
            names.append(operation["operationId"])
            assert operation["responses"]["default"] == {"$ref": "#/components/responses/Problemadefault"}
            assert "HTTPValidationError" not in json.dumps(operation)
            assert ("401" in operation["responses"]) == bool(operation.get("security"))
    assert len(names) == len(set(names))
    assert {"chave", "sessao"} <= set(schema["components"]["securitySchemes"])
    assert schema["paths"]["/v1/quem"]["get"]["security"] and "401" in schema["paths"]["/v1/quem"]["get"]["responses"]


def test_the_description_is_for_people_who_read_portuguese(client: Make) -> None:
    found = client().get("/v1/openapi.json").json()
    told: list[str] = []

    def look(node: Any) -> None:
        for entry in node.values() if isinstance(node, dict) else node if isinstance(node, list) else ():
            look(entry)
        if isinstance(node, dict):
            told.extend(node[name] for name in ("description", "summary") if isinstance(node.get(name), str))

    look(found)
    assert len(told) > 50
    english = [text for text in told if re.search(r"(?i)\b(the|returns?|of|who|response|dossier|an)\b", text)]
    assert english == []


def test_the_page_of_the_api_needs_no_other_host(client: Make) -> None:
    page = client().get("/v1/docs")
    assert page.status_code == 200 and "/v1/teste/{numero}" in page.text
    assert "<code>arquivos</code>" in page.text and "<code>escopos</code> (obrigatório)" in page.text
    assert all(re.match(r"(/(?!/)|#)", place) for place in re.findall(r'(?:href|src|action)="([^"]*)"', page.text))
    assert "<script" not in page.text and "style=" not in page.text
