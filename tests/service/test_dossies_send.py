"""Sending dossiers: at once and step by step, what is refused, and the same content twice."""

from __future__ import annotations

import io
import json
import threading
import zipfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import pytest
import sqlalchemy as sa
from starlette.testclient import TestClient

from docverify.settings import Settings
from docverify.store import contents, drafts
from docverify.store.actors import system
from docverify.store.contents import Original, content_hash
from docverify.store.files import original
from docverify.store.opening import Store
from docverify.store.tables import arquivos, auditoria, dossies, rodadas
from docverify_api.app import create_app
from tests.service import people

PDF = b"%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n"
PNG = b"\x89PNG\r\n\x1a\n" + b"\0" * 32
FICHA = {
    "pedido": {"norma": "GLP297", "situacao": "novo", "data_protocolo": "2026-11-30"},
    "razao_social": "Gás do Povo José da Silva 52998224725 ME",
    "cnpj": "11222333000181",
    "endereco": {"logradouro": "Rua A", "numero": "1", "municipio": "Campinas", "uf": "SP"},
}

Send = Callable[..., Any]


@pytest.fixture
def clerk(store: Store) -> people.Person:
    """A clerk of an entity."""
    return people.user(store, "entidade")


@pytest.fixture
def api(store: Store, clerk: people.Person) -> TestClient:
    """The clerk's client, with a key."""
    return people.key_client(store, clerk, ["dossies:criar", "dossies:ler", "originais:ler"])


def pdf(text: str = "") -> bytes:
    """Return a small PDF that is its own."""
    return PDF + f"% {text}\n".encode()


def files(*named: tuple[str, bytes]) -> list[tuple[str, tuple[str, bytes]]]:
    """Return files of a form."""
    return [("arquivos", (name, data)) for name, data in named]


def counted(store: Store) -> tuple[int, int, int, int]:
    """Return how many dossiers, files, runs and verification jobs there are."""
    with store.database.begin() as connection:
        jobs = connection.execute(
            sa.text("SELECT count(*) FROM procrastinate_jobs WHERE task_name = 'docverify.verificar'")
        ).scalar_one()
        rows = [
            connection.execute(sa.select(sa.func.count()).select_from(table)).scalar_one()
            for table in (dossies, arquivos, rodadas)
        ]
    return rows[0], rows[1], rows[2], jobs


def test_a_dossier_is_stored_and_queued_at_once(store: Store, api: TestClient, clerk: people.Person) -> None:
    sent = api.post(
        "/v1/dossies",
        files=[*files(("alvará.pdf", pdf("a")), ("foto.png", PNG)), ("ficha", ("qualquer.json", json.dumps(FICHA)))],
        data={"norma": "glp297", "data": "2026-11-30", "nome": "Depósito da esquina"},
    )
    assert sent.status_code == 202, sent.text
    body = sent.json()
    assert sent.headers["location"] == f"/v1/dossies/{body['id']}" == body["links"]["dossie"]
    assert body["estado"] == "na_fila"
    assert body["posicao"] == 1
    assert body["norma_pedida"] == "GLP297"
    assert body["cnpj"] == "11222333000181"
    assert "52998224725" not in sent.text, "a CPF in a company's name is masked"
    assert {f["nome"]: f["midia"] for f in body["arquivos"]} == {
        "alvará.pdf": "application/pdf",
        "foto.png": "image/png",
    }
    assert counted(store) == (1, 2, 1, 1)
    for file in body["arquivos"]:
        assert store.files.exists(original(clerk.entidade_id, file["sha256"]))
    with store.database.begin() as connection:
        told = connection.execute(sa.select(auditoria.c.acao, auditoria.c.alvo_id)).all()
        row = connection.execute(sa.select(dossies)).one()
    assert ("dossie.enviar", body["id"]) in [tuple(entry) for entry in told]
    assert json.loads(row.ficha) == FICHA
    assert row.pedido_id == sent.headers["x-request-id"]


def test_the_same_content_is_the_same_dossier_whatever_the_order(store: Store, api: TestClient) -> None:
    one, two = ("a.pdf", pdf("1")), ("a.pdf", pdf("2"))
    first = api.post("/v1/dossies", files=files(one, two))
    again = api.post("/v1/dossies", files=files(two, one), data={"nome": "outro nome"})
    other = api.post("/v1/dossies", files=files(one))
    assert (first.status_code, again.status_code, other.status_code) == (202, 200, 202)
    assert again.json()["id"] == first.json()["id"] != other.json()["id"]
    assert again.headers["location"] == first.headers["location"]
    assert sorted(f["nome"] for f in first.json()["arquivos"]) == ["a (2).pdf", "a.pdf"]
    assert counted(store) == (2, 3, 2, 2)


def test_what_ended_through_no_fault_of_its_own_is_verified_when_it_is_sent_again(
    store: Store, api: TestClient
) -> None:
    first = api.post("/v1/dossies", files=files(("a.pdf", pdf("1")))).json()
    for code, runs, state in (("ficha_ausente", 1, "erro"), ("falha_do_motor", 2, "na_fila")):
        with store.database.begin() as connection:
            connection.execute(rodadas.update().values(estado="erro"))
            connection.execute(dossies.update().values(estado="erro", erro_codigo=code, erro_mensagem="…"))
        again = api.post("/v1/dossies", files=files(("a.pdf", pdf("1"))))
        assert (again.status_code, again.json()["id"], again.json()["estado"]) == (200, first["id"], state)
        assert counted(store) == (1, 1, runs, runs)


def test_what_is_sent_again_waits_in_no_fuller_queue(store: Store, api: TestClient, clerk: people.Person) -> None:
    api.post("/v1/dossies", files=files(("a.pdf", pdf("1"))))
    with store.database.begin() as connection:
        connection.execute(rodadas.update().values(estado="erro"))
        connection.execute(dossies.update().values(estado="erro", erro_codigo="defeito", erro_mensagem="…"))
    narrow = replace(store, settings=store.settings.model_copy(update={"max_queued": 1}))
    found = people.key_client(narrow, clerk, ["dossies:criar", "dossies:ler"])
    assert found.post("/v1/dossies", files=files(("b.pdf", pdf("2")))).status_code == 202
    again = found.post("/v1/dossies", files=files(("a.pdf", pdf("1"))))
    assert (again.status_code, again.json()["codigo"]) == (429, "fila_cheia")
    assert counted(store)[2] == 2, "no further run"


def test_the_same_upload_eight_times_at_once_is_one_dossier(store: Store, clerk: people.Person) -> None:
    app = create_app(store)
    clients = [people.key_client(store, clerk, ["dossies:criar"], app) for _ in range(8)]
    together = threading.Barrier(8)

    def go(client: TestClient) -> tuple[int, str]:
        together.wait()
        sent = client.post("/v1/dossies", files=files(("a.pdf", pdf("x")), ("b.pdf", pdf("y"))))
        return sent.status_code, sent.json()["id"]

    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(go, clients))
    assert sorted(status for status, _ in found) == [200] * 7 + [202]
    assert len({dossie for _, dossie in found}) == 1
    assert counted(store) == (1, 2, 1, 1)


def test_another_entity_sends_the_same_and_has_its_own(store: Store, api: TestClient) -> None:
    other = people.key_client(store, people.user(store), ["dossies:criar"])
    ours, theirs = (client.post("/v1/dossies", files=files(("a.pdf", PDF))) for client in (api, other))
    assert (ours.status_code, theirs.status_code) == (202, 202)
    assert ours.json()["id"] != theirs.json()["id"]


NOT_PAPERS = [
    ("vazio.pdf", b"", 422, "vazio"),
    ("pagina.pdf", b"<html><body>oi</body></html>", 415, "tipo_nao_aceito"),
    ("um.pdf", b"x", 415, "tipo_nao_aceito"),
    ("planilha.csv", b"a;b\n1;2\n", 415, "tipo_nao_aceito"),
    ("contrato.docx", b"PK\x03\x04" + b"\0" * 26 + b"[Content_Types].xml" + b"\0" * 40, 415, "tipo_nao_aceito"),
    ("outro.json", b"{}", 415, "tipo_nao_aceito"),
    ("programa.exe", b"MZ\x90\0" + b"\0" * 60, 415, "tipo_nao_aceito"),
]


def test_what_cannot_be_verified_is_refused_by_name(store: Store, api: TestClient) -> None:
    for name, data, status, codigo in NOT_PAPERS:
        sent = api.post("/v1/dossies", files=files(("bom.pdf", PDF), (name, data)))
        assert (sent.status_code, sent.json()["codigo"]) == (status, codigo), name
        assert sent.headers["content-type"] == "application/problem+json"
        assert name in sent.json()["detail"]
    assert counted(store) == (0, 0, 0, 0)
    assert store.files.keys("originais") == []


def test_content_counts_and_not_the_name(api: TestClient) -> None:
    sent = api.post("/v1/dossies", files=files(("foto.pdf", PNG), ("lixo.txt", b"junk\n" + PDF), ("meio.pdf", PDF[:9])))
    assert sent.status_code == 202
    assert {f["nome"]: f["midia"] for f in sent.json()["arquivos"]} == {
        "foto.pdf": "image/png",
        "lixo.txt": "application/pdf",
        "meio.pdf": "application/pdf",
    }


def test_nothing_at_all_is_no_dossier(api: TestClient) -> None:
    for sent in (
        api.post("/v1/dossies", files=[("arquivos", ("", b""))]),
        api.post("/v1/dossies", files=[("nome", (None, "só um nome"))]),
    ):
        assert (sent.status_code, sent.json()["codigo"]) == (422, "vazio")


def test_a_ficha_alone_is_a_dossier(api: TestClient) -> None:
    sent = api.post("/v1/dossies", files=[("ficha", (None, json.dumps(FICHA)))])
    assert sent.status_code == 202
    assert sent.json()["tem_ficha"] is True
    assert sent.json()["arquivos"] == []
    among = api.post("/v1/dossies", files=files(("Ficha.json", json.dumps(FICHA).encode())))
    assert (among.status_code, among.json()["id"]) == (200, sent.json()["id"])


WRONG_FICHAS: list[tuple[dict[str, Any], str]] = [
    ({"razao": "x"}, "razao"),
    ({"cnpj": 11222333000181}, "cnpj"),
    ({"pedido": {"norma": "XYZ1"}}, "norma"),
    ({"pedido": {}}, "norma"),
]


def test_a_wrong_ficha_is_refused_before_anything_is_stored(store: Store, api: TestClient) -> None:
    for change, told in WRONG_FICHAS:
        sent = api.post("/v1/dossies", files=[*files(("a.pdf", PDF)), ("ficha", (None, json.dumps(FICHA | change)))])
        assert (sent.status_code, sent.json()["codigo"]) == (422, "ficha_invalida")
        assert told in sent.json()["detail"]
    assert counted(store) == (0, 0, 0, 0)
    assert store.files.keys("originais") == []


def test_no_ficha_is_a_defect(api: TestClient) -> None:
    broken = [
        b"{",
        b"\xff\xfe",
        b'{"a":1,"a":2}',
        b'{"a":NaN}',
        b"[" * 3000,
        b"null",
        b"{" + b" " * 1_500_000 + b"}",
    ]
    for ficha in broken:
        sent = api.post("/v1/dossies", files=[*files(("a.pdf", PDF)), ("ficha", ("ficha.json", ficha))])
        assert (sent.status_code, sent.json()["codigo"]) == (422, "ficha_invalida"), ficha[:20]
    nul = json.dumps(FICHA | {"razao_social": "a\0b", "endereco": {"municipio": "x\0y"}})
    sent = api.post("/v1/dossies", files=[("ficha", (None, nul))])
    assert sent.status_code in (202, 422), "PostgreSQL takes no NUL, and nobody is told so by a 500"


WRONG_FIELDS: list[tuple[dict[str, Any], str]] = [
    ({"norma": "ANP999"}, "norma_indefinida"),
    ({"data": "31/12/2026"}, "data_invalida"),
    ({"data": "2026-02-30"}, "data_invalida"),
    ({"data": "2026-W10-1"}, "data_invalida"),
    ({"data": "0001-01-01"}, "data_invalida"),
    ({"prioridade": "urgente"}, "dados_invalidos"),
    ({"rascunho": "talvez"}, "dados_invalidos"),
    ({"nome": "x" * 201}, "dados_invalidos"),
    ({"apelido": "x"}, "campo_desconhecido"),
    ({"nome": ["a", "b"]}, "dados_invalidos"),
    ({"arquivos": "texto"}, "dados_invalidos"),
]


def test_wrong_fields_are_named(api: TestClient) -> None:
    for fields, codigo in WRONG_FIELDS:
        sent = api.post("/v1/dossies", files=files(("a.pdf", PDF)), data=fields)
        assert (sent.status_code, sent.json()["codigo"]) == (422, codigo), fields


def test_another_kind_of_body_is_415(api: TestClient) -> None:
    for options in ({"json": {}}, {"content": b"x"}, {"data": {"nome": "a"}}):
        sent = api.post("/v1/dossies", **options)  # type: ignore[arg-type]
        assert (sent.status_code, sent.json()["codigo"]) == (415, "tipo_nao_aceito")


def test_a_form_that_is_cut_off_is_no_defect(store: Store, api: TestClient) -> None:
    whole = b'--b\r\nContent-Disposition: form-data; name="arquivos"; filename="a.pdf"\r\n\r\n' + PDF + b"\r\n--b--\r\n"
    for cut in (1, 20, 60, 100, len(whole) - 8):
        sent = api.post("/v1/dossies", content=whole[:cut], headers={"Content-Type": "multipart/form-data; boundary=b"})
        assert (sent.status_code, sent.json()["codigo"]) == (400, "pedido_invalido"), cut
    bare = api.post("/v1/dossies", content=whole, headers={"Content-Type": "multipart/form-data"})
    assert (bare.status_code, bare.json()["codigo"]) == (400, "pedido_invalido")
    assert counted(store) == (0, 0, 0, 0)


def test_limits_are_told_with_their_numbers(store: Store, clerk: people.Person) -> None:
    app = create_app(store)
    app.state.maquina = Settings(max_file_bytes=500, max_total_bytes=800, max_files=3, max_ficha_bytes=300)
    client = people.key_client(store, clerk, ["dossies:criar"], app)
    long = client.post("/v1/dossies", files=files(("longo.pdf", PDF + b"x" * 600)))
    assert (long.status_code, long.json()["codigo"], long.json()["limite"]) == (413, "limite_excedido", 500)
    assert "longo.pdf" in long.json()["detail"]
    assert "500" in long.json()["detail"]
    together = client.post("/v1/dossies", files=files(*[(f"{n}.pdf", PDF + b"x" * 400) for n in range(2)]))
    assert (together.status_code, together.json()["limite"]) == (413, 800)
    many = client.post("/v1/dossies", files=files(*[(f"{n}.pdf", pdf(str(n))) for n in range(4)]))
    assert (many.status_code, many.json()["codigo"]) == (422, "limite_excedido")
    assert "3" in many.json()["detail"]
    far_too_many = client.post("/v1/dossies", files=files(*[(f"{n}.pdf", pdf(str(n))) for n in range(9)]))
    assert (far_too_many.status_code, far_too_many.json()["codigo"]) == (422, "limite_excedido")
    for ficha in (("ficha.json", b" " * 400), (None, " " * 400 + "{}")):
        text = client.post("/v1/dossies", files=[("ficha", ficha)])  # type: ignore[list-item]
        assert (text.status_code, text.json()["limite"]) == (413, 300)
    assert counted(store) == (0, 0, 0, 0)
    assert store.files.keys("originais") == []


def test_a_full_queue_says_when_to_come_back(store: Store, clerk: people.Person) -> None:
    small = replace(store, settings=store.settings.model_copy(update={"max_queued": 2}))
    client = people.key_client(small, clerk, ["dossies:criar"])
    statuses = [client.post("/v1/dossies", files=files(("a.pdf", pdf(str(n))))).status_code for n in range(2)]
    full = client.post("/v1/dossies", files=files(("a.pdf", pdf("3"))))
    assert statuses == [202, 202]
    assert (full.status_code, full.json()["codigo"]) == (429, "fila_cheia")
    assert int(full.headers["retry-after"]) > 0
    assert client.post("/v1/dossies", files=files(("a.pdf", pdf("0")))).status_code == 200, "what is there stays there"
    drafts_begun = [client.post("/v1/dossies", files=[("rascunho", (None, "1"))]) for _ in range(3)]
    assert [begun.status_code for begun in drafts_begun] == [201, 201, 429]
    assert drafts_begun[2].json()["codigo"] == "rascunhos_demais"
    other = people.key_client(small, people.user(store), ["dossies:criar"])
    assert other.post("/v1/dossies", files=files(("a.pdf", PDF))).status_code == 202


def test_a_zip_comes_alone(api: TestClient) -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("a.pdf", PDF)
    alone = api.post("/v1/dossies", files=files(("d.zip", packed.getvalue())))
    assert (alone.status_code, alone.json()["arquivos"][0]["midia"]) == (202, "application/zip")
    beside = api.post("/v1/dossies", files=files(("d.zip", packed.getvalue()), ("a.pdf", PDF)))
    with_ficha = api.post(
        "/v1/dossies", files=[*files(("d.zip", packed.getvalue())), ("ficha", (None, json.dumps(FICHA)))]
    )
    for sent in (beside, with_ficha):
        assert (sent.status_code, sent.json()["codigo"]) == (422, "zip_acompanhado")


def test_a_scanned_ficha_in_the_field_for_it_is_a_paper(api: TestClient) -> None:
    sent = api.post("/v1/dossies", files=[*files(("a.pdf", pdf("a"))), ("ficha", ("ficha.pdf", pdf("f")))])
    assert sent.status_code == 202
    assert sent.json()["tem_ficha"] is False
    assert [f["nome"] for f in sent.json()["arquivos"]] == ["a.pdf", "ficha.pdf"]


def test_two_fichas_are_one_too_many(api: TestClient) -> None:
    text = json.dumps(FICHA)
    for parts in (
        [("ficha", (None, text)), ("arquivos", ("ficha.json", text))],
        [("arquivos", ("ficha.json", text)), ("arquivos", ("FICHA.JSON", text))],
        [("ficha", ("a.json", text)), ("ficha", ("b.json", text))],
    ):
        sent = api.post("/v1/dossies", files=parts)  # type: ignore[arg-type]
        assert (sent.status_code, sent.json()["codigo"]) == (422, "ficha_invalida")


def test_hostile_names_are_made_harmless(api: TestClient) -> None:
    names = [
        "../../etc/passwd.pdf",
        "C:\\x\\CON.pdf",
        "a\x00b.pdf",
        "x\u202efdp.exe",
        "-rf",
        "é" * 300 + ".pdf",
        "🦙.pdf",
    ]
    sent = api.post("/v1/dossies", files=files(*[(name, pdf(name)) for name in names]))
    assert sent.status_code == 202, sent.text
    found = [f["nome"] for f in sent.json()["arquivos"]]
    assert len(found) == len(set(found)) == len(names)
    for name in found:
        assert "/" not in name
        assert "\\" not in name
        assert name.isprintable()
        assert not name.startswith((".", "-"))
        assert len(name.encode()) <= 180
    assert "🦙.pdf" in found


def test_step_by_step(store: Store, api: TestClient) -> None:
    begun = api.post("/v1/dossies", files=[("rascunho", (None, "true")), ("nome", (None, "Aos poucos"))])
    assert (begun.status_code, begun.json()["estado"]) == (201, "rascunho")
    top = begun.headers["location"]
    early = api.post(f"{top}/enviar")
    assert (early.status_code, early.json()["codigo"]) == (422, "vazio")
    wrong = api.put(f"{top}/ficha", json=FICHA | {"razao": 1})
    assert (wrong.status_code, wrong.json()["codigo"]) == (422, "ficha_invalida")
    assert api.put(f"{top}/ficha", content=b"", headers={"Content-Type": "application/json"}).status_code == 422
    assert api.put(f"{top}/ficha", content=b"x", headers={"Content-Type": "text/plain"}).status_code == 415
    put = api.put(f"{top}/ficha", json=FICHA)
    assert (put.status_code, put.json()["tem_ficha"]) == (200, True)
    joined = api.post(f"{top}/arquivos", files=files(("a.pdf", pdf("1")), ("a.pdf", pdf("2"))))
    assert joined.status_code == 201
    assert [f["nome"] for f in joined.json()["arquivos"]] == ["a.pdf", "a (2).pdf"]
    away = joined.json()["arquivos"][0]["id"]
    assert api.delete(f"{top}/arquivos/{away}").status_code == 204
    assert api.delete(f"{top}/arquivos/{away}").status_code == 404
    assert counted(store) == (1, 1, 0, 0)
    sent = api.post(f"{top}/enviar")
    assert (sent.status_code, sent.json()["estado"]) == (202, "na_fila")
    assert counted(store) == (1, 1, 1, 1)
    for refused in (
        api.post(f"{top}/enviar"),
        api.put(f"{top}/ficha", json=FICHA),
        api.post(f"{top}/arquivos", files=files(("b.pdf", PDF))),
        api.delete(f"{top}/arquivos/{joined.json()['arquivos'][1]['id']}"),
        api.delete(top),
    ):
        assert (refused.status_code, refused.json()["codigo"]) == (409, "ja_enviado")


def test_a_draft_of_the_same_content_becomes_the_dossier_that_is_there(store: Store, api: TestClient) -> None:
    there = api.post("/v1/dossies", files=files(("a.pdf", PDF))).json()["id"]
    draft = api.post("/v1/dossies", files=[*files(("a.pdf", PDF)), ("rascunho", (None, "true"))])
    sent = api.post(f"{draft.headers['location']}/enviar")
    assert (sent.status_code, sent.json()["id"]) == (200, there)
    assert api.get(draft.headers["location"]).status_code == 404
    assert counted(store) == (1, 1, 1, 1)


def test_two_drafts_of_the_same_content_sent_at_once(store: Store, api: TestClient, clerk: people.Person) -> None:
    form = [*files(("a.pdf", PDF)), ("rascunho", (None, "true"))]
    begun = [api.post("/v1/dossies", files=form).json()["id"] for _ in range(4)]  # type: ignore[arg-type]
    together = threading.Barrier(4)

    def go(dossie: str) -> str:
        together.wait()
        return str(drafts.submit(store, clerk.actor, dossie).id)  # type: ignore[arg-type]

    with ThreadPoolExecutor(4) as pool:
        found = set(pool.map(go, begun))
    assert len(found) == 1
    assert counted(store) == (1, 1, 1, 1)


def test_a_draft_can_be_dropped_and_its_files_are_swept(store: Store, api: TestClient, clerk: people.Person) -> None:
    kept = api.post("/v1/dossies", files=files(("a.pdf", PDF)))
    form = [*files(("a.pdf", PDF), ("b.pdf", pdf("b"))), ("rascunho", (None, "true"))]
    draft = api.post("/v1/dossies", files=form)  # type: ignore[arg-type]
    assert contents.orphans(store) == 0
    assert api.delete(draft.headers["location"]).status_code == 204
    assert contents.orphans(store) == 1
    digest = kept.json()["arquivos"][0]["sha256"]
    assert store.files.keys("originais") == [original(clerk.entidade_id, digest)]


def test_old_drafts_go(store: Store, api: TestClient) -> None:
    api.post("/v1/dossies", files=[*files(("a.pdf", PDF)), ("rascunho", (None, "true"))])  # type: ignore[list-item]
    api.post("/v1/dossies", files=files(("a.pdf", PDF)))
    with store.database.begin() as connection:
        before = connection.execute(sa.select(sa.func.now())).scalar_one()
        connection.execute(dossies.update().values(atualizado_em=sa.text("now() - interval '4 days'")))
    assert drafts.drop_drafts(store, system(), before) == 1
    assert counted(store)[0] == 1


def test_an_upload_that_a_sweep_overtakes_is_stored_again(
    store: Store, api: TestClient, clerk: people.Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, swept = contents.naming, []

    def late(connection: Any, found: Any, entidade: Any, digests: Any) -> None:
        if not swept:
            swept.append(contents.orphans(store))
        real(connection, found, entidade, digests)

    monkeypatch.setattr("docverify.store.dossiers.naming", late)
    sent = api.post("/v1/dossies", files=files(("a.pdf", PDF)))
    assert (sent.status_code, swept) == (202, [1])
    digest = sent.json()["arquivos"][0]["sha256"]
    assert store.files.read(original(clerk.entidade_id, digest)) == PDF
    assert contents.orphans(store) == 0


def test_uploads_and_sweeps_at_the_same_time_lose_nothing(store: Store, clerk: people.Person) -> None:
    app = create_app(store)
    clients = [people.key_client(store, clerk, ["dossies:criar"], app) for _ in range(3)]
    done = threading.Event()

    def sweep() -> int:
        count = 0
        while not done.is_set():
            count += contents.orphans(store)
        return count

    def upload(client: TestClient) -> None:
        for number in range(6):
            sent = client.post("/v1/dossies", files=files(("a.pdf", pdf(str(number)))), data={"nome": str(number)})
            assert sent.status_code in (200, 202), sent.text

    with ThreadPoolExecutor(4) as pool:
        sweeping = pool.submit(sweep)
        for finished in [pool.submit(upload, client) for client in clients]:
            finished.result()
        done.set()
        sweeping.result()
    with store.database.begin() as connection:
        digests = set(connection.execute(sa.select(arquivos.c.digest)).scalars())
    assert len(digests) == 6
    assert all(store.files.exists(original(clerk.entidade_id, digest)) for digest in digests)


def test_a_failure_after_the_bytes_leaves_no_row(
    store: Store, api: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: Any, **__: Any) -> None:
        raise sa.exc.OperationalError("INSERT", {}, Exception("gone"))

    monkeypatch.setattr("docverify.store.dossiers.runs.request", fails)
    sent = api.post("/v1/dossies", files=files(("a.pdf", PDF)))
    assert sent.status_code == 503
    assert counted(store) == (0, 0, 0, 0)
    assert contents.orphans(store) == 1


def test_a_purged_dossier_may_be_sent_again(store: Store, api: TestClient) -> None:
    first = api.post("/v1/dossies", files=files(("a.pdf", PDF)))
    with store.database.begin() as connection:
        connection.execute(dossies.update().values(estado="expurgado"))
    again = api.post("/v1/dossies", files=files(("a.pdf", PDF)))
    assert again.status_code == 202
    assert again.json()["id"] != first.json()["id"]


def test_the_hash_of_a_content_depends_on_each_of_its_parts() -> None:
    base = content_hash([("a", "1"), ("b", "2")], b"f", "GLP297", None)
    assert content_hash([("b", "2"), ("a", "1")], b"f", "GLP297", None) == base
    others = {
        content_hash([("a", "2"), ("b", "1")], b"f", "GLP297", None),
        content_hash([("a", "1")], b"f", "GLP297", None),
        content_hash([("a", "1"), ("b", "2")], None, "GLP297", None),
        content_hash([("a", "1"), ("b", "2")], b"g", "GLP297", None),
        content_hash([("a", "1"), ("b", "2")], b"f", "RES41", None),
        content_hash([("a", "1"), ("b", "2")], b"f", "GLP297", __import__("datetime").date(2026, 1, 1)),
    }
    assert len(others | {base}) == 7


def test_only_who_may_send_sends(store: Store, clerk: people.Person) -> None:
    for papel in ("analista", "supervisor", "auditor"):
        client = people.session_client(store, people.user(store, papel, clerk.entidade_id))
        assert client.post("/v1/dossies", files=files(("a.pdf", PDF))).status_code == 403
    assert people.client(store).post("/v1/dossies", files=files(("a.pdf", PDF))).status_code == 401
    reader = people.key_client(store, clerk, ["dossies:ler"])
    assert reader.post("/v1/dossies", files=files(("a.pdf", PDF))).status_code == 403
    session = people.session_client(store, clerk)
    assert session.post("/v1/dossies", files=files(("a.pdf", PDF))).status_code == 202
    token = session.headers.pop("X-CSRF-Token")
    assert session.post("/v1/dossies", files=files(("a.pdf", PDF))).status_code == 403
    form = {"csrf_token": token}
    assert session.post("/v1/dossies", files=files(("a.pdf", PDF)), data=form).status_code == 200


def test_drafts_of_others_are_not_there(store: Store, api: TestClient) -> None:
    draft = api.post("/v1/dossies", files=[*files(("a.pdf", PDF)), ("rascunho", (None, "true"))])  # type: ignore[list-item]
    top, file = draft.headers["location"], draft.json()["arquivos"][0]["id"]
    stranger = people.key_client(store, people.user(store), ["dossies:criar", "dossies:ler"])
    chief = people.session_client(store, people.user(store, "administrador", todas=True))
    assert chief.get(top).status_code == 200
    for client in (stranger, chief):
        for refused in (
            client.post(f"{top}/enviar"),
            client.put(f"{top}/ficha", json=FICHA),
            client.post(f"{top}/arquivos", files=files(("b.pdf", PDF))),
            client.delete(f"{top}/arquivos/{file}"),
            client.delete(top),
        ):
            assert (refused.status_code, refused.json()["codigo"]) == (404, "nao_encontrado")


def test_originals_named_in_rows_are_there(store: Store, clerk: people.Person) -> None:
    with store.database.begin() as connection, pytest.raises(contents.SweptError):
        contents.naming(connection, store.files, clerk.entidade_id, [Original("a", "0" * 64, 1, "x").digest])
