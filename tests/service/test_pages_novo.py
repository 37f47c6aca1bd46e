"""The form of a new dossier: what a person sends becomes a dossier in the queue, or comes back with what is wrong."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from httpx import Response
from starlette.testclient import TestClient

from docverify.store.opening import Store
from docverify.store.tables import arquivos, dossies, rodadas
from docverify_api import ficha_form
from tests.service import people
from tests.service.test_pages_ficha import typed

SAMPLE = Path(__file__).parents[2] / "samples" / "dossies" / "02_documento_ausente"
PDF = b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF\n"


@pytest.fixture
def clerk(store: Store) -> people.Person:
    return people.user(store)


@pytest.fixture
def browser(store: Store, clerk: people.Person) -> TestClient:
    made = people.session_client(store, clerk)
    made.headers["Accept"] = "text/html"
    del made.headers["X-CSRF-Token"]  # a form has it in a field
    return made


def fields(browser: TestClient, **changes: str) -> dict[str, str]:
    """The form as a browser would send it, with the sample's Ficha typed."""
    page = browser.get("/dossies/novo").text
    token = re.search(r'name="csrf_token" value="([0-9a-f]+)"', page)
    assert token is not None
    declared = json.loads((SAMPLE / "ficha.json").read_text(encoding="utf-8"))
    return {"csrf_token": token[1], "modo": "digitada", **typed(declared)} | changes


def post(browser: TestClient, values: dict[str, str], *files: tuple[str, bytes], field: str = "arquivos") -> Response:
    parts: list[tuple[str, Any]] = [(field, file) for file in files] or [(field, ("", b""))]
    return browser.post("/dossies/novo", data=values, files=parts)


def rows(store: Store, table: sa.Table) -> list[Any]:
    with store.database.begin() as connection:
        return list(connection.execute(sa.select(table)).all())


def test_a_typed_ficha_and_files_become_a_dossier_in_the_queue(store: Store, browser: TestClient) -> None:
    values = fields(browser, nome_dossie="Pedido \u202eda Ana", data_referencia="01/12/2026")
    answer = post(browser, values, ("a.pdf", PDF), ("b.pdf", PDF + b"2"))
    (row,) = rows(store, dossies)
    assert answer.status_code == 303
    assert answer.headers["location"] == f"/dossies/{row.id}"
    assert (row.estado, row.nome, row.prioridade) == ("na_fila", "Pedido da Ana", "interativo")
    assert row.data_pedida is not None and row.data_pedida.isoformat() == "2026-12-01"
    assert json.loads(row.ficha)["cnpj"] == "16854722000143"
    assert [r.nome for r in rows(store, arquivos)] == ["a.pdf", "b.pdf"]
    assert len(rows(store, rodadas)) == 1
    page = browser.get(answer.headers["location"]).text
    assert "Na fila" in page and "a.pdf" in page


def test_the_same_sent_twice_is_one_dossier_and_the_page_says_so(store: Store, browser: TestClient) -> None:
    values = fields(browser)
    first, second = post(browser, values, ("a.pdf", PDF)), post(browser, values, ("a.pdf", PDF))
    assert second.headers["location"] == first.headers["location"] + "?repetido=sim"
    assert "já tinham sido enviados" in browser.get(second.headers["location"]).text
    assert len(rows(store, dossies)) == 1


def test_ficha_json_may_be_sent_instead(store: Store, browser: TestClient) -> None:
    values = fields(browser, modo="arquivo", cnpj="nada disto conta")
    data = (SAMPLE / "ficha.json").read_bytes()
    answer = browser.post(
        "/dossies/novo", data=values, files=[("arquivos", ("a.pdf", PDF)), ("ficha", ("ficha.json", data))]
    )
    assert answer.status_code == 303
    assert rows(store, dossies)[0].ficha == data


def test_the_ficha_may_be_among_the_scans(store: Store, browser: TestClient) -> None:
    values = fields(browser, modo="digitalizada", norma_digitalizada="GLP297")
    assert post(browser, values, ("a.pdf", PDF)).status_code == 303
    (row,) = rows(store, dossies)
    assert (row.ficha, row.norma_pedida) == (None, "GLP297")


def beside(page: str, name: str) -> str:
    """The error that stands beside a field, which must point to it."""
    found = re.search(rf'<p class="erro" id="{re.escape(name)}-erro">(.*?)</p>', page)
    assert found is not None, f"no error beside {name}"
    assert re.search(
        rf'id="{re.escape(name)}"[^>]*aria-invalid="true"[^>]*aria-describedby="{re.escape(name)}-erro', page
    )
    assert f'<a href="#{name}">' in page
    return found[1]


def test_errors_stand_beside_the_fields_with_what_was_typed(store: Store, browser: TestClient) -> None:
    values = fields(browser, cnpj='"><script>x', razao_social="Gás & Cia", **{"endereco.cep": "12"})
    answer = post(browser, values, ("a.pdf", PDF))
    assert answer.status_code == 422
    assert "14 caracteres" in beside(answer.text, "cnpj") or "CNPJ" in beside(answer.text, "cnpj")
    assert "8 algarismos" in beside(answer.text, "endereco.cep")
    assert 'value="Gás &amp; Cia"' in answer.text and "<script>x" not in answer.text
    assert 'value="Ana Lúcia da Silva Queirós"' in answer.text
    assert "escolha-os de novo" in answer.text
    assert rows(store, dossies) == [] and store.files.keys("originais") == []


@pytest.mark.parametrize(
    ("changes", "files", "place", "said"),
    [
        ({}, (), "arquivos", "ao menos um arquivo"),
        ({}, (("a.pdf", b""),), "arquivos", "vazio"),
        ({}, (("a.docx", b"PK\x03\x04" + b"\0" * 26 + b"word/document.xml"),), "arquivos", "PDF"),
        ({}, (("a.pdf", PDF), ("ficha.json", b"{}")), "arquivos", "ficha.json entre os arquivos"),
        ({}, (("a.zip", b"PK\x03\x04" + b"\0" * 26 + b"a.pdf"),), "arquivos", "zip"),
        ({"modo": "arquivo"}, (("a.pdf", PDF),), "ficha", "Escolha o arquivo"),
        ({"modo": "digitalizada", "norma_digitalizada": "X1"}, (("a.pdf", PDF),), "norma_digitalizada", "X1"),
        ({"norma": ""}, (("a.pdf", PDF),), "norma", "Escolha a norma"),
        ({"data_referencia": "31/02/2026"}, (("a.pdf", PDF),), "data_referencia", "data"),
    ],
)
def test_what_cannot_be_taken_says_where_and_why(
    store: Store,
    browser: TestClient,
    changes: dict[str, str],
    files: tuple[tuple[str, bytes], ...],
    place: str,
    said: str,
) -> None:
    answer = post(browser, fields(browser, **changes), *files)
    assert answer.status_code == 422
    assert said in beside(answer.text, place)
    assert rows(store, dossies) == []


def test_digits_that_do_not_hold_are_sent_once_a_person_has_confirmed_them(store: Store, browser: TestClient) -> None:
    values = fields(browser, cnpj="16854722000144")
    answer = post(browser, values, ("a.pdf", PDF))
    assert "não conferem" in beside(answer.text, "cnpj") and 'name="conferido"' in answer.text
    assert post(browser, values | {"conferido": "sim"}, ("a.pdf", PDF)).status_code == 303
    assert rows(store, dossies)[0].cnpj == "16854722000144"


def test_a_full_queue_keeps_what_was_typed(store: Store, clerk: people.Person) -> None:
    small = store.settings.model_copy(update={"max_queued": 1})
    tight = Store(small, store.database, store.files, store.ledger, store.secret)
    browser = people.session_client(tight, clerk)
    browser.headers["Accept"] = "text/html"
    assert post(browser, fields(browser), ("a.pdf", PDF)).status_code == 303
    answer = post(browser, fields(browser), ("b.pdf", PDF + b"2"))
    assert answer.status_code == 429 and int(answer.headers["retry-after"]) > 0
    assert "na fila" in answer.text and 'value="Ana Lúcia da Silva Queirós"' in answer.text


@pytest.mark.parametrize("token", ["", "0" * 64])
def test_a_form_of_another_site_is_refused(store: Store, browser: TestClient, token: str) -> None:
    answer = post(browser, fields(browser, csrf_token=token), ("a.pdf", PDF))
    assert answer.status_code == 403 and answer.headers["content-type"].startswith("text/html")
    assert rows(store, dossies) == [] and store.files.keys("originais") == []


@pytest.mark.parametrize("papel", ["analista", "supervisor", "auditor"])
def test_who_may_not_send_is_refused(store: Store, papel: str) -> None:
    reader = people.session_client(store, people.user(store, papel))
    assert post(reader, {"modo": "digitada"}, ("a.pdf", PDF)).status_code == 403


def test_what_passes_the_limit_of_bytes_is_a_page_that_says_so(store: Store, clerk: people.Person) -> None:
    small = store.settings.model_copy(update={"max_upload_bytes": 100_000})
    browser = people.session_client(Store(small, store.database, store.files, store.ledger, store.secret), clerk)
    browser.headers["Accept"] = "text/html"
    answer = post(browser, {"modo": "digitalizada"}, ("a.pdf", PDF + b"0" * 200_000))
    assert answer.status_code == 413 and answer.headers["content-type"].startswith("text/html")
    assert "limite" in answer.text and 'data-maximo="100000"' in browser.get("/dossies/novo").text


def test_the_form_has_every_field_that_it_can_take(browser: TestClient) -> None:
    page = browser.get("/dossies/novo").text
    offered = set(re.findall(r'name="([^"]+)"', page))
    assert set(ficha_form.names({})) - {ficha_form.CONFERIDO} <= offered
