from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from html.parser import HTMLParser

import pytest
import sqlalchemy as sa
from starlette.testclient import TestClient

from docverify.store.opening import Store
from docverify.store.tables import auditoria, paginas
from tests.service import pages_made, people

HTML = {"Accept": "text/html,application/xhtml+xml"}


@pytest.fixture
def clerk(store: Store) -> people.Person:
    return people.user(store)


@pytest.fixture
def browser(store: Store, clerk: people.Person) -> TestClient:
    made = people.session_client(store, clerk)
    made.headers["Accept"] = HTML["Accept"]
    return made


def test_an_empty_list_says_how_to_begin(browser: TestClient) -> None:
    answer = browser.get("/")
    assert answer.status_code == 200
    assert "Ainda não há dossiês" in answer.text and 'href="/dossies/novo"' in answer.text
    assert answer.headers["cache-control"] == "no-store"


def test_the_list_shows_words_dates_of_brasilia_and_formatted_numbers(
    store: Store, clerk: people.Person, browser: TestClient
) -> None:
    when = datetime(2026, 12, 1, 1, 30, tzinfo=UTC)
    made = pages_made.dossier(
        store, clerk, nome="Pedido de 529.982.247-25", relatorio=pages_made.report(), criado_em=when
    )
    page = browser.get("/").text
    assert f'href="/dossies/{made}"' in page
    assert "30/11/2026 22:30" in page
    assert "11.222.333/0001-81" in page
    assert "Rejeitado" in page and "etiqueta rejeitado" in page
    assert "529.982.247-25" not in page


def test_the_list_is_filtered_and_goes_on_by_cursor(store: Store, clerk: people.Person, browser: TestClient) -> None:
    begin = datetime(2026, 11, 1, 12, tzinfo=UTC)
    for number in range(55):
        pages_made.dossier(store, clerk, nome=f"Pedido {number:02}", criado_em=begin + timedelta(hours=number))
    pages_made.dossier(store, clerk, nome="Pedido único", estado="erro", criado_em=begin)
    first = browser.get("/").text
    assert "Pedido 54" in first and "Pedido 05" in first and "Pedido 04" not in first
    following = first.split('rel="next" href="')[1].split('"')[0].replace("&amp;", "&")
    second = browser.get(following).text
    assert "Pedido 04" in second and "Pedido único" in second and "Voltar aos mais novos" in second
    only = browser.get("/", params={"estado": "erro", "q": "UNICO"}).text
    assert "Pedido único" in only and "Pedido 01" not in only
    assert '<option value="erro" selected>' in only
    none = browser.get("/", params={"q": "nada\0 parecido"})
    assert none.status_code == 200 and "Nenhum dossiê corresponde" in none.text
    assert browser.get("/", params={"cursor": "inventado"}).status_code == 200


def test_a_verdict_says_what_to_mend_with_the_evidence_beside_it(
    store: Store, clerk: people.Person, browser: TestClient
) -> None:
    made = pages_made.dossier(store, clerk, relatorio=pages_made.report())
    answer = browser.get(f"/dossies/{made}")
    page = answer.text
    assert answer.status_code == 200
    assert "O alvará venceu em 31/12/2025." in page
    assert "Corrija o que está marcado" in page
    assert f"/v1/dossies/{made}/paginas/1/recorte?caixa=0.10000,0.20000,0.40000,0.23000" in page
    for ending in ("pdf", "html", "json"):
        assert f'href="/v1/dossies/{made}/relatorio.{ending}?versao=1"' in page
    assert (
        page.index("O que corrigir") < page.index("O que uma pessoa deve conferir") < page.index("O que está conforme")
    )
    assert "Alvará de funcionamento" in page and "alvara.pdf" in page
    assert "http-equiv" not in page.split("</head>")[0]


def test_who_looks_at_a_verdict_is_on_record(store: Store, clerk: people.Person, browser: TestClient) -> None:
    made = pages_made.dossier(store, clerk, relatorio=pages_made.report())
    assert browser.get(f"/dossies/{made}").status_code == 200
    with store.database.begin() as connection:
        query = sa.select(auditoria.c.acao, auditoria.c.usuario_id).where(auditoria.c.alvo_id == str(made))
        assert connection.execute(query).all() == [("relatorio.ler", clerk.id)]


def test_progress_is_shown_without_javascript(store: Store, clerk: people.Person, browser: TestClient) -> None:
    steps = {"etapa": "lendo", "feito": 2, "total": 7}
    made = pages_made.dossier(store, clerk, estado="processando", progresso=steps)
    page = browser.get(f"/dossies/{made}").text
    assert '<noscript><meta http-equiv="refresh"' in page.split("</head>")[0]
    assert "Lendo as páginas" in page and "2 de 7 páginas" in page
    assert f'data-eventos="/v1/dossies/{made}/eventos"' in page


def test_an_error_says_why_and_what_to_do(store: Store, clerk: people.Person, browser: TestClient) -> None:
    made = pages_made.dossier(
        store, clerk, estado="erro", erro_codigo="protegido_por_senha", erro_mensagem="a.pdf pede senha"
    )
    page = browser.get(f"/dossies/{made}").text
    assert "A pdf pede" not in page
    assert "A.pdf pede senha." in page or "a.pdf pede senha." in page
    assert "Salve os PDFs sem senha" in page


def test_hostile_names_and_texts_are_inert(store: Store, clerk: people.Person, browser: TestClient) -> None:
    hostile = '<script>alert(1)</script>"onerror="x\u202egpj.exe'
    told = pages_made.report(dossie=hostile)
    told["itens"][0]["motivos"][0]["mensagem"] = hostile
    told["itens"][0]["motivos"][0]["evidencia"]["lido"] = hostile
    told["documentos"][0]["arquivo"] = hostile
    told["documentos"][0]["campos"]["validade"]["lido"] = hostile
    made = pages_made.dossier(store, clerk, nome=hostile, relatorio=told, file_name=hostile, razao_social=hostile)
    pages = [browser.get("/").text, browser.get(f"/dossies/{made}").text, browser.get("/", params={"q": hostile}).text]
    for page in pages:
        assert "&lt;script&gt;alert(1)" in page
        assert "<script>" not in page and "\u202e" not in page
        assert not re.search(r'<[^>]*"onerror="x', page)


def test_no_page_holds_a_script_or_a_style(store: Store, clerk: people.Person, browser: TestClient) -> None:
    waiting = pages_made.dossier(store, clerk, estado="na_fila")
    done = pages_made.dossier(store, clerk, relatorio=pages_made.report())
    for path in ("/", "/dossies/novo", f"/dossies/{waiting}", f"/dossies/{done}", "/nada"):
        answer = browser.get(path)
        assert answer.status_code == (404 if path == "/nada" else 200)
        seen = Seen()
        seen.feed(answer.text)
        assert seen.lang == "pt-BR" and seen.titles == 1, path
        assert not seen.wrong, (path, seen.wrong)
        assert seen.labelled >= seen.fields, (path, "a field without label")


def test_what_belongs_to_others_is_not_there(store: Store, browser: TestClient) -> None:
    other = people.user(store)
    made = pages_made.dossier(store, other, nome="Segredo do outro", relatorio=pages_made.report())
    missing = browser.get("/dossies/7b0c5a9e-2f43-4a57-9b06-1d4d7d1c3a11")
    foreign = browser.get(f"/dossies/{made}")
    assert (foreign.status_code, missing.status_code) == (404, 404)
    assert foreign.headers["content-type"].startswith("text/html")
    same = [re.sub(r"<code>.*?</code>", "", page.text) for page in (foreign, missing)]
    assert same[0] == same[1] and "Segredo" not in same[0]
    assert browser.get("/dossies/nao-e-um-numero").status_code == 404
    assert "Segredo" not in browser.get("/").text
    assert browser.get(f"/dossies/{made}?versao=1").status_code == 404


def test_versions_that_are_not_there(store: Store, clerk: people.Person, browser: TestClient) -> None:
    made = pages_made.dossier(store, clerk, relatorio=pages_made.report())
    for version in ("2", "0", "-1", "um", "99999999999", "１"):
        assert browser.get(f"/dossies/{made}", params={"versao": version}).status_code == 404, version


def test_who_has_not_signed_in_is_sent_to_and_back(store: Store) -> None:
    stranger = people.client(store)
    answer = stranger.get("/dossies/novo?x=1", headers=HTML)
    assert answer.status_code == 303
    assert answer.headers["location"] == "/entrar?proximo=%2Fdossies%2Fnovo%3Fx%3D1"
    assert stranger.get("/v1/eu").status_code == 401


def test_errors_are_pages_for_people_and_problems_for_programs(browser: TestClient) -> None:
    page = browser.get("/nada")
    assert page.status_code == 404 and page.headers["content-type"].startswith("text/html")
    assert "Não encontrado" in page.text
    problem = browser.get("/nada", headers={"Accept": "application/json"})
    assert problem.headers["content-type"] == "application/problem+json"
    api = browser.get("/v1/nada")
    assert api.headers["content-type"] == "application/problem+json"


@pytest.mark.parametrize("papel", ["analista", "supervisor", "auditor"])
def test_who_sends_nothing_is_not_offered_to(store: Store, papel: str) -> None:
    reader = people.session_client(store, people.user(store, papel))
    page = reader.get("/", headers=HTML).text
    assert "/dossies/novo" not in page
    answer = reader.get("/dossies/novo", headers=HTML)
    assert answer.status_code == 403 and "peça a um administrador" in answer.text


def test_who_sees_all_entities_sees_whose_a_dossier_is(store: Store, clerk: people.Person) -> None:
    pages_made.dossier(store, clerk)
    supervisor = people.session_client(store, people.user(store, "supervisor", todas=True))
    page = supervisor.get("/", headers=HTML).text
    assert "Gás Bom" in page and "Entidade" in page.split("<tbody>")[0]


class Seen(HTMLParser):
    """What a page must not hold, and whether its fields have labels."""

    def __init__(self) -> None:
        super().__init__()
        self.wrong: list[str] = []
        self.lang, self.titles, self.fields, self.labelled = "", 0, 0, 0
        self._labels: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = dict(attrs)
        if tag == "html":
            self.lang = told.get("lang") or ""
        self.titles += tag == "h1"
        if tag in ("style", "iframe", "object", "base") or (tag == "script" and not told.get("src")):
            self.wrong.append(tag)
        self.wrong += [f"{tag} {name}" for name in told if name == "style" or name.startswith("on")]
        for name in ("src", "href", "action"):
            if (told.get(name) or "/").partition(":")[0].lower() in ("http", "https", "javascript", "data"):
                self.wrong.append(f"{tag} {told[name]}")
        if tag == "label":
            self._labels.add(told.get("for") or "")
            self.labelled += 1
        if tag in ("input", "select", "textarea") and told.get("type") != "hidden":
            self.fields += 1
        if tag == "img" and not told.get("alt"):
            self.wrong.append("img without alt")


def test_images_that_are_not_there_are_asked_for_once(store: Store, clerk: people.Person, browser: TestClient) -> None:
    made = pages_made.dossier(store, clerk, relatorio=pages_made.report())
    with store.database.begin() as connection:
        connection.execute(paginas.delete())
    for _ in range(2):
        page = browser.get(f"/dossies/{made}").text
        assert "As imagens das páginas estão sendo preparadas" in page and "<img" not in page
    with store.database.begin() as connection:
        jobs = connection.execute(sa.text("SELECT task_name, args FROM procrastinate_jobs")).all()
    assert jobs == [("docverify.ilustrar", {"dossie_id": str(made)})]


def test_a_purged_dossier_says_that_it_is(store: Store, clerk: people.Person, browser: TestClient) -> None:
    told = pages_made.report() | {"expurgado": True}
    made = pages_made.dossier(store, clerk, nome="expurgado", estado="expurgado", relatorio=told)
    page = browser.get(f"/dossies/{made}").text
    assert "foram apagados ao fim do prazo de guarda" in page and "O resultado foi: Rejeitado." in page
    assert "O alvará venceu" not in page


def test_a_document_that_is_purged_is_told_and_the_rest_stays(
    store: Store, clerk: people.Person, browser: TestClient
) -> None:
    told = pages_made.report()
    told["documentos"][0] |= {"campos": {}, "expurgado": True}
    made = pages_made.dossier(store, clerk, relatorio=told)
    page = browser.get(f"/dossies/{made}").text
    assert "O conteúdo deste documento foi apagado" in page and "O que corrigir" in page


def test_a_list_takes_as_many_queries_however_long_it_is(
    store: Store, clerk: people.Person, browser: TestClient
) -> None:
    asked: list[str] = []
    sa.event.listen(store.database.engine, "before_cursor_execute", lambda *told: asked.append(told[2]))
    counts = []
    for number in (1, 40):
        for _ in range(number):
            pages_made.dossier(store, clerk, relatorio=pages_made.report())
        browser.get("/")
        asked.clear()
        assert browser.get("/").status_code == 200
        counts.append(len(asked))
    assert counts[0] == counts[1] and len([query for query in asked if "FROM dossies" in query]) == 1


def test_static_files_are_kept_by_browsers_until_they_change(browser: TestClient) -> None:
    address = browser.get("/").text.split('rel="stylesheet" href="')[1].split('"')[0]
    kept = browser.get(address)
    assert kept.headers["content-type"].startswith("text/css") and "immutable" in kept.headers["cache-control"]
    assert browser.get("/estatico/docverify.css?v=velho").headers["cache-control"] == "no-cache"
    for path in ("/estatico/nada.css", "/estatico/..%2Fapp.py", "/estatico/%2e%2e/app.py", "/estatico/"):
        assert browser.get(path).status_code == 404, path
