"""Reading dossiers: list, status, events, report, versions, originals, pages, reprocessing; and who may."""

from __future__ import annotations

import io
import json
import statistics
import subprocess
import sys
import threading
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from PIL import Image
from starlette.testclient import TestClient

from docverify.report.serialize import dumps
from docverify.store import listing
from docverify.store.actors import system
from docverify.store.files import derived_page
from docverify.store.opening import Store
from docverify.store.tables import arquivos, auditoria, dossies, paginas, rodadas, vereditos
from docverify_api import rendering, streams
from docverify_api.app import create_app
from docverify_api.routes.dossies_paginas import disposition
from tests.service import people
from tests.service.pages_made import dossier, report

CPF = "529.982.247-25"


@pytest.fixture
def clerk(store: Store) -> people.Person:
    """A clerk of an entity."""
    return people.user(store, "entidade")


@pytest.fixture
def api(store: Store, clerk: people.Person) -> TestClient:
    """The clerk's client, with a key."""
    return people.key_client(store, clerk, ["dossies:criar", "dossies:ler", "originais:ler"])


@contextmanager
def queries(store: Store) -> Iterator[list[str]]:
    """Collect the statements that are executed."""
    found: list[str] = []

    def note(*arguments: Any) -> None:
        found.append(arguments[2])

    sa.event.listen(store.database.engine, "before_cursor_execute", note)
    try:
        yield found
    finally:
        sa.event.remove(store.database.engine, "before_cursor_execute", note)


def waiting_jobs(store: Store, task: str) -> int:
    """Return how many jobs of a task wait."""
    query = sa.text("SELECT count(*) FROM procrastinate_jobs WHERE task_name = :task AND status = 'todo'")
    with store.database.begin() as connection:
        return int(connection.execute(query, {"task": task}).scalar_one())


def accesses(store: Store, acao: str) -> int:
    """Return how many entries of an action the audit chain has."""
    query = sa.select(sa.func.count()).where(auditoria.c.acao == acao)
    with store.database.begin() as connection:
        return int(connection.execute(query).scalar_one())


def test_status_has_the_verdict_in_short_and_a_tag(store: Store, api: TestClient, clerk: people.Person) -> None:
    made = dossier(store, clerk, relatorio=report(), nome=f"Loja de {CPF}")
    got = api.get(f"/v1/dossies/{made}")
    assert got.status_code == 200
    body = got.json()
    assert body["veredito"] == {"versao": 1, "norma": "GLP297", "resultado": "rejeitado", "efeito": "nao_acolhido"}
    assert body["posicao"] is None
    assert CPF not in got.text
    again = api.get(f"/v1/dossies/{made}", headers={"If-None-Match": got.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    with store.database.begin() as connection:
        connection.execute(dossies.update().values(progresso={"etapa": "lendo", "feito": 1, "total": 3}))
    changed = api.get(f"/v1/dossies/{made}", headers={"If-None-Match": got.headers["etag"]})
    assert (changed.status_code, changed.json()["progresso"]["feito"]) == (200, 1)


def test_the_list_pages_through_everything_once(store: Store, api: TestClient, clerk: people.Person) -> None:
    now = datetime.now(UTC)
    made = [dossier(store, clerk, criado_em=now - timedelta(minutes=n // 3)) for n in range(11)]  # with equal times
    dossier(store, people.user(store))
    seen: list[str] = []
    cursor = None
    for _ in range(10):
        page = api.get("/v1/dossies", params={"limite": 3} | ({"cursor": cursor} if cursor else {})).json()
        seen += [entry["id"] for entry in page["dossies"]]
        cursor = page["proximo"]
        if cursor is None:
            break
    assert len(seen) == len(set(seen)) == 11
    assert set(seen) == {str(one) for one in made}


def test_cursors_are_ours_or_nothing(store: Store, api: TestClient, clerk: people.Person) -> None:
    for _ in range(3):
        dossier(store, clerk)
    good = api.get("/v1/dossies", params={"limite": 1}).json()["proximo"]
    middle = good[:9] + ("A" if good[9] != "A" else "B") + good[10:]
    for wrong in ("x", "é", good + "!", good[:-4], middle, good + good, "=" * 8, "AAAA" * 30):
        got = api.get("/v1/dossies", params={"cursor": wrong})
        assert (got.status_code, got.json()["codigo"]) == (422, "cursor_invalido"), wrong


def test_filters_and_search(store: Store, api: TestClient, clerk: people.Person) -> None:
    old = datetime.now(UTC) - timedelta(days=10)
    ours = dossier(
        store, clerk, nome="Depósito São José", razao_social="JOÃO & Filhos 100% Gás Ltda", relatorio=report()
    )
    other = dossier(
        store, clerk, nome="Posto", estado="na_fila", criado_em=old, cnpj="12ABC34501DE35", busca="posto 12abc34501de35"
    )

    def found(**params: Any) -> set[str]:
        got = api.get("/v1/dossies", params=params)
        assert got.status_code == 200, got.text
        return {entry["id"] for entry in got.json()["dossies"]}

    us, them = {str(ours)}, {str(other)}
    assert found(q="deposito sao jose") == found(q="JOÃO") == found(q="filhos depósito") == us
    assert found(q="11.222.333/0001-81") == found(q="11222333") == found(q="222.333") == us
    assert found(q="12.ABC.345/01DE-35") == found(cnpj="12.abc.345/01de-35") == them
    assert found(q="100%") == us
    assert found(q="%") == us
    assert found(q="_") == found(q="\\") == found(q="' OR 1=1 --") == set()
    assert found(q="   ") == us | them
    assert found(resultado="rejeitado") == found(estado="concluido") == us
    assert found(estado="na_fila") == found(ate=(old + timedelta(days=2)).date().isoformat()) == them
    assert found(desde=(old + timedelta(days=2)).date().isoformat()) == us
    assert found(norma="glp297") == us | them
    assert found(norma="RES41") == found(entidade_id=str(uuid.uuid4())) == set()
    assert found(entidade_id=str(clerk.entidade_id)) == us | them
    assert found(desde="0001-01-01", ate="9999-12-31") == us | them


def test_wrong_parameters_are_422(api: TestClient) -> None:
    for params in (
        {"limite": 0}, {"limite": 201}, {"limite": "x"}, {"limite": 10**30}, {"estado": "feito"}, {"resultado": ""},
        {"desde": "ontem"}, {"ate": "2026-13-01"}, {"q": "a\0b"}, {"norma": "\0"}, {"cnpj": "123"}, {"cnpj": "\0"},
        {"q": "x" * 201}, {"entidade_id": "1"}, {"cursor": "\0"},
    ):  # fmt: skip
        got = api.get("/v1/dossies", params=params)
        assert got.status_code == 422, (params, got.text)
        assert got.headers["content-type"] == "application/problem+json"


def test_lists_mask_cpfs(store: Store, api: TestClient, clerk: people.Person) -> None:
    dossier(store, clerk, nome=f"x {CPF}", razao_social="MARIA 52998224725", file_name="RG 52998224725.pdf")
    made = dossier(store, clerk, estado="erro", erro_codigo="defeito", erro_mensagem=f"o arquivo {CPF} não abre")
    texts = [api.get(path).text for path in ("/v1/dossies", f"/v1/dossies/{made}", f"/v1/dossies/{made}/arquivos")]
    assert all("52998224725" not in text.replace(".", "").replace("-", "") for text in texts)


def test_a_list_of_ten_thousand_is_quick_by_a_constant_number_of_queries(
    store: Store, api: TestClient, clerk: people.Person
) -> None:
    first = dossier(store, clerk)
    api.get("/v1/dossies")  # a key's first use is noted
    with queries(store) as few:
        api.get("/v1/dossies")
    with store.database.begin() as connection:
        connection.execute(
            sa.text(
                "INSERT INTO dossies (id, entidade_id, nome, estado, conteudo, prioridade, criado_por, criado_em,"
                " atualizado_em, cnpj, razao_social, busca) SELECT gen_random_uuid(), entidade_id, 'Loja ' || n,"
                " 'na_fila', 'c' || n, 'lote', criado_por, criado_em - n * interval '1 minute', atualizado_em, cnpj,"
                " 'Gás ' || n, 'loja ' || n || ' gas ' || n || ' ' || cnpj"
                " FROM dossies, generate_series(1, 10000) n WHERE id = :id"
            ),
            {"id": first},
        )
        connection.execute(sa.text("ANALYZE dossies"))
    with queries(store) as many:
        got = api.get("/v1/dossies", params={"limite": 200})
    assert len(got.json()["dossies"]) == 200
    assert len(many) == len(few)
    deep = got.json()["proximo"]
    times = []
    for params in ({}, {"q": "loja 9876"}, {"q": "nada disto"}, {"cursor": deep}, {"estado": "na_fila"}) * 4:
        began = time.perf_counter()
        assert api.get("/v1/dossies", params=params).status_code == 200
        times.append(time.perf_counter() - began)
    # the bar of 0.3 s is the benchmark's; here a machine that is busy with other things must not fail a sound list
    assert statistics.median(times) < 1.0


def test_events_tell_progress_and_end_with_the_verdict(
    store: Store, api: TestClient, clerk: people.Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "PERIOD_S", 0.05)
    made = dossier(store, clerk, estado="processando", progresso={"etapa": "lendo", "feito": 0, "total": 2})
    real, blips = streams._row, [1]

    def shaky(*arguments: Any) -> Any:
        if blips and blips.pop():
            raise sa.exc.OperationalError("SELECT", {}, Exception("away"))
        return real(*arguments)

    monkeypatch.setattr(streams, "_row", shaky)

    def work() -> None:
        for values in (
            {"progresso": {"etapa": "lendo", "feito": 2, "total": 2}},
            {"estado": "concluido", "versao": 1, "resultado": "aceito", "efeito": "acolhido", "norma": "GLP297"},
        ):
            time.sleep(0.6)
            with store.database.begin() as connection:
                connection.execute(dossies.update().values(**values))

    worker = threading.Thread(target=work)
    worker.start()
    got = api.get(f"/v1/dossies/{made}/eventos")
    worker.join()
    assert got.headers["content-type"].startswith("text/event-stream")
    told = [block.split("\r\n") for block in got.text.strip().split("\r\n\r\n") if not block.startswith(":")]
    names = [lines[0].removeprefix("event: ") for lines in told]
    data = [json.loads(lines[1].removeprefix("data: ")) for lines in told]
    assert names == ["progresso", "progresso", "veredito"]
    assert [entry.get("progresso", {}).get("feito") for entry in data] == [0, 2, None]
    assert data[-1]["resultado"] == "aceito"
    assert streams.gauge_of(api.app).value == 0  # type: ignore[arg-type]


def test_events_of_an_error_of_a_draft_and_of_too_many(store: Store, clerk: people.Person) -> None:
    app = create_app(replace(store, settings=store.settings.model_copy(update={"max_streams": 1})))
    client = people.key_client(store, clerk, ["dossies:ler"], app)
    failed = dossier(store, clerk, estado="erro", erro_codigo="ficha_ausente", erro_mensagem="não há Ficha")
    got = client.get(f"/v1/dossies/{failed}/eventos")
    assert "event: erro" in got.text
    assert "ficha_ausente" in got.text
    draft = client.get(f"/v1/dossies/{dossier(store, clerk, estado='rascunho')}/eventos")
    assert (draft.status_code, draft.json()["codigo"]) == (409, "nao_enviado")
    streams.gauge_of(app).value = 1
    full = client.get(f"/v1/dossies/{failed}/eventos")
    assert (full.status_code, full.json()["codigo"]) == (429, "acompanhamentos_demais")
    assert full.headers["retry-after"]


def test_the_report_in_each_form(store: Store, api: TestClient, clerk: people.Person) -> None:
    told = report(dossie="<script>alert(1)</script>")
    made = dossier(store, clerk, relatorio=told)
    top = f"/v1/dossies/{made}/relatorio"
    as_json = api.get(top)
    assert as_json.headers["content-type"] == "application/json"
    assert as_json.text == dumps(told), "byte for byte as it was stored, in its order"
    assert api.get(f"{top}.json").content == as_json.content
    assert api.get(f"{top}.json", headers={"If-None-Match": as_json.headers["etag"]}).status_code == 304
    page = api.get(top, headers={"Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"})
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert "data:image/jpeg;base64," in page.text
    assert "<script" not in page.text
    assert "script-src" not in page.headers["content-security-policy"]
    assert "default-src 'none'" in page.headers["content-security-policy"]
    assert api.get(f"{top}.html").content == page.content
    paper = api.get(top, headers={"Accept": "application/pdf"})
    assert paper.headers["content-type"] == "application/pdf"
    assert paper.content.startswith(b"%PDF-")
    assert api.get(f"{top}.pdf").content == paper.content
    wrong = api.get(top, headers={"Accept": "image/png"})
    assert (wrong.status_code, wrong.json()["codigo"]) == (406, "formato_nao_oferecido")
    assert accesses(store, "relatorio.ler") == 1, "one entry for a reader, a dossier and an hour"


def test_versions(store: Store, api: TestClient, clerk: people.Person) -> None:
    made = dossier(store, clerk, relatorio=report())
    second = report(resultado="aceito")
    with store.database.begin() as connection:
        first = connection.execute(sa.select(vereditos)).one()
        run = connection.execute(sa.select(rodadas)).one()
        connection.execute(rodadas.insert().values(run._asdict() | {"id": uuid.uuid4(), "numero": 2}))
        other = connection.execute(sa.select(rodadas.c.id).where(rodadas.c.numero == 2)).scalar_one()
        values = {"id": uuid.uuid4(), "rodada_id": other, "versao": 2, "relatorio": second, "resultado": "aceito"}
        connection.execute(vereditos.insert().values(first._asdict() | values))
        connection.execute(dossies.update().values(versao=2, resultado="aceito"))
    listed = api.get(f"/v1/dossies/{made}/versoes").json()["versoes"]
    assert [(v["versao"], v["resultado"]) for v in listed] == [(2, "aceito"), (1, "rejeitado")]
    top = f"/v1/dossies/{made}/relatorio.json"
    assert api.get(top).json()["resultado"] == api.get(listed[0]["relatorio"]).json()["resultado"] == "aceito"
    assert api.get(top, params={"versao": 1}).json()["resultado"] == "rejeitado"
    assert api.get(top, params={"versao": 3}).status_code == 404
    for wrong in (0, -1, "x", 2**31, 10**40):
        assert api.get(top, params={"versao": wrong}).status_code == 422


def test_without_a_verdict_the_report_says_why(store: Store, api: TestClient, clerk: people.Person) -> None:
    waits = dossier(store, clerk, estado="na_fila")
    failed = dossier(store, clerk, estado="erro", erro_codigo="protegido_por_senha", erro_mensagem="pede senha")
    for suffix in ("", ".json", ".html", ".pdf"):
        got = api.get(f"/v1/dossies/{waits}/relatorio{suffix}")
        assert (got.status_code, got.json()["codigo"]) == (409, "sem_veredito")
        assert got.json()["estado"] == "na_fila"
        got = api.get(f"/v1/dossies/{failed}/relatorio{suffix}")
        assert (got.status_code, got.json()["codigo"]) == (409, "protegido_por_senha")
    assert api.get(f"/v1/dossies/{waits}/paginas/0").json()["codigo"] == "sem_veredito"


def test_originals_are_handed_over_and_never_shown(store: Store, api: TestClient, clerk: people.Person) -> None:
    name = 'alvará "novo"; 100%.html'
    made = dossier(store, clerk, file_name=name, relatorio=report())
    (file,) = api.get(f"/v1/dossies/{made}/arquivos").json()["arquivos"]
    got = api.get(file["original"])
    assert got.status_code == 200
    assert got.content == b"%PDF-1.4 " + made.bytes
    assert got.headers["content-type"] == "application/octet-stream"
    assert got.headers["x-content-type-options"] == "nosniff"
    assert got.headers["content-length"] == str(file["bytes"])
    said = got.headers["content-disposition"]
    assert said.startswith("attachment;")
    assert "filename*=UTF-8''alvar%C3%A1%20%22novo%22%3B%20100%25.html" in said
    assert accesses(store, "original.ler") == 1
    api.get(file["original"])
    assert accesses(store, "original.ler") == 2, "each access to an original is on record"
    assert api.get(f"/v1/dossies/{made}/arquivos/{uuid.uuid4()}/original").status_code == 404
    with store.database.begin() as connection:
        connection.execute(arquivos.update().values(expurgado_em=datetime.now(UTC)))
    gone = api.get(file["original"])
    assert (gone.status_code, gone.json()["codigo"]) == (410, "expurgado")


def test_an_original_that_is_lost_is_no_defect_of_the_asker(
    store: Store, api: TestClient, clerk: people.Person
) -> None:
    made = dossier(store, clerk)
    (file,) = api.get(f"/v1/dossies/{made}/arquivos").json()["arquivos"]
    for key in store.files.keys("originais"):
        store.files.delete(key)
    got = api.get(file["original"])
    assert (got.status_code, got.json()["codigo"]) == (503, "indisponivel")
    assert accesses(store, "original.ler") == 0


@pytest.mark.parametrize("how", ["same length", "longer", "link"])
def test_an_original_that_was_changed_in_the_store_is_shown_to_nobody(
    store: Store, api: TestClient, clerk: people.Person, tmp_path: Path, how: str
) -> None:
    made = dossier(store, clerk)
    (file,) = api.get(f"/v1/dossies/{made}/arquivos").json()["arquivos"]
    assert store.files.folder is not None
    (key,) = store.files.keys("originais")
    kept = store.files.folder / key
    came = kept.read_bytes()
    if how == "link":
        (tmp_path / "outro").write_bytes(b"segredo")
        kept.unlink()
        kept.symlink_to(tmp_path / "outro")
    else:
        kept.write_bytes(came[:-1] + b"?" if how == "same length" else came + b"?")
    got = api.get(file["original"])
    assert (got.status_code, got.json()["codigo"]) == (503, "indisponivel")
    assert accesses(store, "original.ler") == 0


def test_names_in_headers_hold_nothing_else() -> None:
    for name in ("a\r\nSet-Cookie: x", 'a"b', "a\\b", "ação.pdf", "%41"):
        said = disposition(name)
        assert "\r" not in said
        assert "\n" not in said
        assert said.count('"') == 2
        assert said.isascii()


def test_pages_and_crops(store: Store, api: TestClient, clerk: people.Person) -> None:
    made = dossier(store, clerk, relatorio=report())
    (page,) = api.get(f"/v1/dossies/{made}/paginas").json()["paginas"]
    assert (page["arquivo"], page["numero"], page["largura"]) == ("alvara.pdf", 1, 800)
    whole = api.get(page["imagem"])
    assert whole.headers["content-type"] == "image/jpeg"
    assert Image.open(io.BytesIO(whole.content)).size == (800, 1100)
    assert api.get(page["imagem"], headers={"If-None-Match": whole.headers["etag"]}).status_code == 304
    assert Image.open(io.BytesIO(api.get(page["imagem"], params={"largura": 200}).content)).size == (200, 275)
    assert api.get(page["imagem"], params={"largura": 2400}).content == whole.content
    cut = api.get(page["recorte"].replace("x0,y0,x1,y1", "0.1,0.2,0.4,0.23"))
    assert cut.status_code == 200
    assert Image.open(io.BytesIO(cut.content)).width < 800
    for wrong in (
        "",
        "1,2,3",
        "0.4,0.2,0.1,0.3",
        "0,0,1,1.1",
        "-0.1,0,1,1",
        "nan,0,1,1",
        "0,0,inf,1",
        "a,b,c,d",
        "0,0,0,0",
    ):
        got = api.get(page["imagem"] + "/recorte", params={"caixa": wrong})
        assert (got.status_code, got.json()["codigo"]) == (422, "caixa_invalida"), wrong
    assert api.get(page["imagem"] + "/recorte").status_code == 422
    for wrong_width in (99, 2401, "x", 10**30):
        assert api.get(page["imagem"], params={"largura": wrong_width}).status_code == 422
    assert api.get(f"/v1/dossies/{made}/paginas/7").status_code == 404
    for wrong_page in ("-1", "x", str(2**31)):
        assert api.get(f"/v1/dossies/{made}/paginas/{wrong_page}").status_code == 422
    assert accesses(store, "pagina.ler") == 1


def test_pages_that_are_lost_are_made_again(store: Store, api: TestClient, clerk: people.Person) -> None:
    made = dossier(store, clerk, relatorio=report())
    store.files.delete(derived_page(clerk.entidade_id, made, 1, 1))
    paths = ["paginas/1", "paginas/1/recorte?caixa=0,0,1,1", "relatorio.html", "relatorio.pdf"]
    for path in paths:
        got = api.get(f"/v1/dossies/{made}/{path}")
        assert (got.status_code, got.json()["codigo"]) == (503, "pagina_em_preparo"), path
        assert got.headers["retry-after"] == "2"
    assert waiting_jobs(store, "docverify.ilustrar") == 1, "asked for once, however often somebody looks"
    with store.database.begin() as connection:
        connection.execute(paginas.delete())
    for path in [*paths, "paginas"]:
        assert api.get(f"/v1/dossies/{made}/{path}").json()["codigo"] == "pagina_em_preparo"
    assert api.get(f"/v1/dossies/{made}/relatorio.json").status_code == 200
    with store.database.begin() as connection:
        connection.execute(arquivos.update().values(expurgado_em=datetime.now(UTC)))
    assert api.get(f"/v1/dossies/{made}/paginas/1").status_code == 410
    assert api.get(f"/v1/dossies/{made}/relatorio.html").status_code == 200, "without pictures, which nobody can make"


def test_pages_that_are_damaged_are_as_good_as_lost(store: Store, api: TestClient, clerk: people.Person) -> None:
    made = dossier(store, clerk, relatorio=report())
    key = derived_page(clerk.entidade_id, made, 1, 1)
    whole = store.files.read(key)
    for damaged in (b"", b"nenhuma imagem", whole[: len(whole) // 2]):
        store.files.put_bytes(key, damaged)
        for path in ("paginas/1?largura=200", "paginas/1/recorte?caixa=0,0,1,1", "relatorio.html", "relatorio.pdf"):
            got = api.get(f"/v1/dossies/{made}/{path}")
            assert (got.status_code, got.json()["codigo"]) == (503, "pagina_em_preparo"), path
    assert waiting_jobs(store, "docverify.ilustrar") == 1


def test_verified_again(store: Store, clerk: people.Person) -> None:
    chief = people.user(store, "supervisor", clerk.entidade_id)
    client = people.session_client(store, chief)
    made = dossier(store, clerk, relatorio=report())
    top = f"/v1/dossies/{made}/reprocessar"
    body = {"norma": "res41", "data": "2026-10-01", "porque": f"pedido de {CPF}"}
    asked = client.post(top, json=body)
    assert (asked.status_code, asked.json()["estado"]) == (202, "na_fila")
    assert asked.json()["veredito"]["versao"] == 1, "the verdict in force stays"
    with store.database.begin() as connection:
        run = connection.execute(sa.select(rodadas).where(rodadas.c.numero == 2)).one()
        entry = connection.execute(sa.select(auditoria).where(auditoria.c.acao == "dossie.reprocessar")).one()
    assert (run.motivo, run.parametros["norma"], run.parametros["data"]) == ("reprocesso", "RES41", "2026-10-01")
    assert CPF not in json.dumps([run.parametros, entry.porque, entry.depois])
    again = client.post(top)
    assert (again.status_code, again.json()["codigo"]) == (409, "em_andamento")
    for wrong in ({"norma": "X1"}, {"data": "x"}, {"outra": 1}, {"porque": "\0"}, {"data": "0001-01-01"}, [1]):
        assert client.post(top, json=wrong).status_code == 422, wrong
    assert client.post(top, content=b"{", headers={"Content-Type": "application/json"}).status_code == 422
    assert client.post(top, content=b"x", headers={"Content-Type": "text/plain"}).status_code == 415
    draft = client.post(f"/v1/dossies/{dossier(store, clerk, estado='rascunho')}/reprocessar")
    assert (draft.status_code, draft.json()["codigo"]) == (409, "nao_enviado")
    purged = client.post(f"/v1/dossies/{dossier(store, clerk, estado='expurgado')}/reprocessar")
    assert (purged.status_code, purged.json()["codigo"]) == (410, "expurgado")
    assert waiting_jobs(store, "docverify.verificar") == 1


def test_who_may_what(store: Store, clerk: people.Person) -> None:
    app = create_app(store)
    made = dossier(store, clerk, relatorio=report())
    with store.database.begin() as connection:
        file = connection.execute(sa.select(arquivos.c.id)).scalar_one()
    reads = ["", "/relatorio.json", "/versoes", "/arquivos", "/paginas", "/paginas/1", f"/arquivos/{file}/original"]
    reads += ["/paginas/1/recorte?caixa=0,0,1,1"]
    for papel in ("entidade", "analista", "supervisor", "auditor", "administrador"):
        ours = people.session_client(store, people.user(store, papel, clerk.entidade_id), app)
        theirs = people.session_client(store, people.user(store, papel), app)
        everywhere = people.session_client(store, people.user(store, papel, todas=True), app)
        for path in reads:
            assert ours.get(f"/v1/dossies/{made}{path}").status_code == 200, (papel, path)
            assert everywhere.get(f"/v1/dossies/{made}{path}").status_code == 200, (papel, path)
            foreign = theirs.get(f"/v1/dossies/{made}{path}")
            assert (foreign.status_code, foreign.json()["codigo"]) == (404, "nao_encontrado"), (papel, path)
        assert len(theirs.get("/v1/dossies").json()["dossies"]) == 0
        assert len(everywhere.get("/v1/dossies").json()["dossies"]) == 1
        allowed = papel in ("supervisor", "administrador")
        assert theirs.post(f"/v1/dossies/{made}/reprocessar").status_code == (404 if allowed else 403)
    nobody = people.client(store, app)
    only_reads = people.key_client(store, clerk, ["dossies:ler"], app)
    for path in reads:
        assert nobody.get(f"/v1/dossies/{made}{path}").status_code == 401
        hidden = "original" in path or "/paginas/" in path
        assert only_reads.get(f"/v1/dossies/{made}{path}").status_code == (403 if hidden else 200), path


def test_ids_that_are_none(api: TestClient) -> None:
    for wrong in ("1", "x" * 300, "..%2f..", "%00", "0" * 40):
        assert api.get(f"/v1/dossies/{wrong}").status_code in (404, 422), wrong
    missing = api.get(f"/v1/dossies/{uuid.uuid4()}")
    assert (missing.status_code, missing.json()["codigo"]) == (404, "nao_encontrado")
    assert api.patch(f"/v1/dossies/{uuid.uuid4()}").status_code == 405


def test_norms(api: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    listed = api.get("/v1/normas").json()["normas"]
    assert {"GLP297", "RES41", "TRR97", "TRR95", "PR95", "DIST95"} <= {norm["id"] for norm in listed}
    norm = api.get("/v1/normas/glp297").json()
    item = next(item for item in norm["itens"] if item["id"] == "GLP-06")
    assert item["citacao"].startswith(norm["citacao"])
    assert "alvara_funcionamento" in item["documentos"]
    missing = api.get("/v1/normas/XYZ")
    assert (missing.status_code, missing.json()["codigo"]) == (404, "nao_encontrado")
    assert api.get("/v1/normas/%00").status_code == 422
    assert "properties" in api.get("/v1/esquemas/relatorio-1.json").json()


def test_serving_needs_nothing_of_what_reads() -> None:
    heavy = ("cv2", "spacy", "openvino", "rapidocr", "pypdfium2", "typst", "numpy")
    code = f"import sys, docverify_api.app; print([m for m in {heavy} if m in sys.modules])"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "[]"


@pytest.mark.parametrize(
    ("accept", "form"),
    [
        (None, "json"),
        ("", "json"),
        ("*/*", "json"),
        ("application/pdf", "pdf"),
        ("text/*", "html"),
        ("application/*;q=0.1, text/html", "html"),
        ("application/json;q=0, */*", "html"),
        ("application/pdf;q=0.9, application/json;q=0.8", "pdf"),
        ("image/png", None),
        ("text/html;q=0", None),
        ("text/html;q=abc", None),
        (";;,,", None),
    ],
)
def test_negotiation(accept: str | None, form: str | None) -> None:
    assert rendering.negotiated(accept) == form


def test_the_system_sees_every_row(store: Store, clerk: people.Person) -> None:
    made = dossier(store, clerk)
    with store.database.begin() as connection:
        assert listing.get(connection, system(), made).id == made
