"""The clerk's path in a real browser: by keyboard, on a phone's width, in the dark, without JavaScript."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, FileChooser, Locator, Page, expect

from docverify.store.opening import Store
from docverify.store.tables import dossies, sessoes
from tests.service import pages_made, people
from tests.service.browser.conftest import Served, sign_in, watched
from tests.service.test_pages_ficha import typed

SAMPLE = Path(__file__).parents[3] / "samples" / "dossies" / "02_documento_ausente"
ENGLISH = re.compile(
    r"\b(the|and|of|is|not|file|upload|submit|error|loading|page|user|password|status|list|empty|queue)\b",
    re.IGNORECASE,
)


@pytest.fixture
def clerk(served: Served) -> people.Person:
    return people.user(served.store, senha=people.PASSWORD)


@pytest.mark.parametrize(("width", "scheme"), [(340, "dark"), (1200, "light")])
def test_every_page_fits_its_screen_and_is_for_everybody(
    chromium: Browser, served: Served, clerk: people.Person, width: int, scheme: str
) -> None:
    long = "Comercial_de_Gas_" * 8
    done = pages_made.dossier(served.store, clerk, nome=long, relatorio=pages_made.report(), file_name=f"{long}.pdf")
    waits = pages_made.dossier(served.store, clerk, estado="na_fila")
    failed = pages_made.dossier(
        served.store, clerk, estado="erro", erro_codigo="protegido_por_senha", erro_mensagem="a.pdf pede senha"
    )
    seen = watched(chromium, served, viewport={"width": width, "height": 700}, color_scheme=scheme)
    sign_in(seen, clerk)
    for path in ("/", "/dossies/novo", f"/dossies/{done}", f"/dossies/{failed}", f"/dossies/{waits}", "/contas"):
        seen.page.goto(path)
        for summary in seen.page.locator("summary").all():
            summary.click()
        wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        assert seen.page.evaluate(wide) == 0, f"{path} scrolls sideways"
        text = seen.page.inner_text("body")
        assert not ENGLISH.search(text), (path, ENGLISH.search(text))
        told = Axe().run(seen.page, options=RULES)
        assert told.violations_count == 0, f"{path}: {told.generate_report()}"
    assert seen.wrong == []
    seen.page.context.close()


RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}
"""Of axe-core: contrast, labels, names, order of headings, landmarks …"""


def test_numbers_are_checked_while_they_are_typed(chromium: Browser, served: Served, clerk: people.Person) -> None:
    seen = watched(chromium, served)
    sign_in(seen, clerk)
    page = seen.page
    page.goto("/dossies/novo")
    cnpj = page.get_by_label("CNPJ (obrigatório)", exact=True)
    for text, told in (
        ("11.222.333/0001-82", "Os dígitos verificadores do CNPJ não conferem."),
        ("123", "CNPJ deve ter 14 caracteres, não 3."),
    ):
        cnpj.fill(text)
        page.keyboard.press("Tab")
        expect(page.locator("#cnpj-erro")).to_have_text(told)
        expect(cnpj).to_have_attribute("aria-invalid", "true")
    for text, written in (("11222333000181", "11.222.333/0001-81"), ("12abc34501de35", "12.ABC.345/01DE-35")):
        cnpj.fill(text)
        page.keyboard.press("Tab")
        expect(cnpj).to_have_value(written)
        expect(page.locator("#cnpj-erro")).to_be_hidden()
    page.get_by_role("button", name="Acrescentar sócio").click()
    expect(page.locator('[id="socios.2.nome"]')).to_be_focused()
    assert seen.wrong == []
    page.context.close()


@pytest.fixture
def worker(store: Store, tmp_path: Path) -> Iterator[None]:
    """A worker of this test's installation."""
    assert store.settings.database_url is not None and store.settings.secret is not None
    told = {
        "DOCVERIFY_HOME": str(store.settings.home),
        "DOCVERIFY_DATABASE_URL": store.settings.database_url.get_secret_value(),
        "DOCVERIFY_SECRET": store.settings.secret.get_secret_value(),
        "DOCVERIFY_CACHE": str(tmp_path / "cache"),
        "OMP_THREAD_LIMIT": "1",
    }
    log = (tmp_path / "worker.log").open("wb")
    process = subprocess.Popen(
        [sys.executable, "-m", "docverify", "worker"], env=os.environ | told, stdout=log, stderr=log
    )
    try:
        yield
    finally:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(30)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        log.close()


def tab_to(page: Page, wanted: Locator, limit: int = 120) -> None:
    """Press Tab until something has the focus, as who uses no mouse must."""
    for _ in range(limit):
        if wanted.evaluate("(node) => node === document.activeElement"):
            outlined = wanted.evaluate("(node) => getComputedStyle(node).outlineStyle")
            assert outlined != "none", "the focus is not seen"
            return
        page.keyboard.press("Tab")
    raise AssertionError("not to be reached by Tab")


def choose(page: Page, choosers: list[FileChooser], files: list[Path]) -> None:
    """Open the field that has the focus, and choose files."""
    page.keyboard.press("Enter")
    for _ in range(100):
        if choosers:
            choosers.pop().set_files(files)
            return
        page.wait_for_timeout(100)
    raise AssertionError("no files can be chosen")


def test_from_sign_in_to_the_verdict_by_the_keyboard(
    chromium: Browser, served: Served, clerk: people.Person, worker: None
) -> None:
    seen = watched(chromium, served)
    page = seen.page
    choosers: list[FileChooser] = []
    page.on("filechooser", lambda chooser: choosers.append(chooser))  # now: when the key is pressed it may be too late
    sign_in(seen, clerk)
    tab_to(page, page.get_by_role("link", name="Novo", exact=True))
    page.keyboard.press("Enter")
    page.wait_for_url("**/dossies/novo")
    tab_to(page, page.get_by_label("Arquivos do dossiê"))
    choose(page, choosers, sorted(SAMPLE.glob("*.pdf")))
    expect(page.locator("#escolhidos li")).to_have_count(6)
    tab_to(page, page.get_by_label("Digitar aqui os dados principais"))
    page.keyboard.press("ArrowDown")
    tab_to(page, page.get_by_label("Arquivo ficha.json", exact=True))
    choose(page, choosers, [SAMPLE / "ficha.json"])
    tab_to(page, page.get_by_role("button", name="Enviar para verificação"))
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"/dossies/[0-9a-f-]{36}$"))
    expect(page.get_by_role("progressbar", name="Andamento da verificação")).to_be_visible()
    expect(page.get_by_text("Pode fechar esta página")).to_be_visible()

    expect(page.get_by_role("heading", name=re.compile("O que corrigir"))).to_be_visible(timeout=150_000)
    wanted = json.loads(SAMPLE.with_name(f"{SAMPLE.name}.esperado.json").read_text(encoding="utf-8"))
    assert wanted["resultado"] == "rejeitado"
    header = page.locator("header.veredito")
    expect(header).to_contain_text("Rejeitado")
    expect(header).to_contain_text("O que fazer:")
    missing = [name for name, item in wanted["itens"].items() if item["situacao"] in ("ausente", "nao_conforme")]
    shown = page.locator("section[aria-labelledby=corrigir] article").evaluate_all("(all) => all.map((n) => n.id)")
    assert shown == missing
    page.get_by_text(re.compile("O que está conforme")).click()
    picture = page.locator("figure img").first
    picture.scroll_into_view_if_needed()
    expect(picture).to_have_js_property("complete", True)
    page.wait_for_function("(node) => node.naturalWidth > 100", arg=picture.element_handle())
    for name, kind in (("PDF", "application/pdf"), ("JSON", "application/json")):
        answer = page.request.get(str(page.get_by_role("link", name=name, exact=True).get_attribute("href")))
        assert answer.status == 200 and answer.headers["content-type"].startswith(kind)
    report = page.request.get(str(page.get_by_role("link", name="JSON", exact=True).get_attribute("href"))).json()
    assert report["resultado"] == "rejeitado"
    page.get_by_role("link", name="página para imprimir").click()
    expect(page.get_by_role("heading", name="Item a item")).to_be_visible()
    page.go_back()
    page.get_by_role("button", name="Sair").click()
    page.wait_for_url("**/entrar")
    assert seen.wrong == []
    page.context.close()


def test_without_javascript_a_form_is_sent_and_the_page_follows(
    chromium: Browser, served: Served, clerk: people.Person
) -> None:
    seen = watched(chromium, served, java_script_enabled=False)
    page = seen.page
    sign_in(seen, clerk)
    page.get_by_role("link", name="Novo dossiê").click()
    declared = typed(json.loads((SAMPLE / "ficha.json").read_text(encoding="utf-8")))
    for name, text in declared.items():
        field = page.locator(f'[name="{name}"]')
        if field.evaluate("(node) => node.tagName") == "SELECT":
            field.select_option(text)
        else:
            field.fill(text)
    page.get_by_role("button", name="Enviar para verificação").click()
    expect(page.locator("#arquivos-erro")).to_contain_text("ao menos um arquivo")
    expect(page.get_by_label("CNPJ (obrigatório)", exact=True)).to_have_value(declared["cnpj"])
    page.get_by_label("Arquivos do dossiê").set_input_files(sorted(SAMPLE.glob("*.pdf"))[:2])
    page.get_by_role("button", name="Enviar para verificação").click()
    expect(page.locator("#etapa")).to_have_text("Na fila")
    with served.store.database.begin() as connection:
        connection.execute(sa.update(dossies).values(estado="erro", erro_codigo="vazio", erro_mensagem="sem páginas"))
    expect(page.get_by_text("A verificação não chegou a um resultado.")).to_be_visible()
    assert [told for told in seen.wrong if "422" not in told] == []
    page.context.close()


def test_the_form_shows_what_its_norm_asks_for(chromium: Browser, served: Served, clerk: people.Person) -> None:
    seen = watched(chromium, served)
    page = seen.page
    sign_in(seen, clerk)
    page.goto("/dossies/novo")
    parts = {
        "classe": page.get_by_label("Classe de armazenamento de GLP"),
        "modalidade": page.get_by_label("Modalidade da revenda"),
        "filiais": page.get_by_text("Para TRR e distribuidor"),
        "efetivação": page.get_by_label("Data do ato que se comunica"),
    }
    for norm, situation, shown in (
        ("", "novo", {"classe"}),
        ("GLP297", "novo", {"classe"}),
        ("GLP297", "alteracao_endereco", {"classe", "efetivação"}),
        ("RES41", "novo", {"modalidade"}),
        ("TRR97", "novo", {"filiais"}),
        ("PR95", "novo", set()),
    ):
        page.locator("#norma").select_option(norm)
        page.locator("#situacao").select_option(situation)
        assert {name for name, part in parts.items() if part.is_visible()} == shown, norm
    page.get_by_label("Já está entre os arquivos").check()
    expect(page.locator("#norma")).to_be_hidden()
    expect(page.get_by_label("Norma da Ficha digitalizada")).to_be_visible()
    assert seen.wrong == []
    page.context.close()


def test_nothing_typed_is_lost_where_the_session_ends_meanwhile(
    chromium: Browser, served: Served, clerk: people.Person
) -> None:
    seen = watched(chromium, served)
    page = seen.page
    sign_in(seen, clerk)
    page.goto("/dossies/novo")
    page.get_by_label("Já está entre os arquivos").check()
    page.get_by_label("Nome do dossiê").fill("Escrito com calma")
    page.get_by_label("Arquivos do dossiê").set_input_files(sorted(SAMPLE.glob("*.pdf"))[:1])
    with served.store.database.begin() as connection:
        connection.execute(sessoes.delete())
    page.get_by_role("button", name="Enviar para verificação").click()
    with page.expect_popup() as other:
        page.get_by_role("link", name="Entre de novo em outra aba").click()
    other.value.get_by_label("E-mail").fill(clerk.login)
    other.value.get_by_label("Senha").fill(people.PASSWORD)
    other.value.get_by_role("button", name="Entrar").click()
    other.value.wait_for_url("**/")
    page.get_by_role("button", name="Enviar para verificação").click()
    expect(page.get_by_role("heading", name="Escrito com calma")).to_be_visible()
    page.context.close()


def test_progress_is_told_as_it_happens(chromium: Browser, served: Served, clerk: people.Person) -> None:
    made = pages_made.dossier(served.store, clerk, estado="na_fila")
    seen = watched(chromium, served)
    page = seen.page
    sign_in(seen, clerk)
    page.goto(f"/dossies/{made}")

    def change(**columns: object) -> None:
        with served.store.database.begin() as connection:
            connection.execute(sa.update(dossies).values(**columns))

    expect(page.locator("#situacao")).to_have_text("Na fila")
    for state, stage, steps, told in (
        ("processando", "Lendo as páginas", {"etapa": "lendo", "feito": 3, "total": 7}, "3 de 7 páginas"),
        ("processando", "Aplicando a norma", {"etapa": "decidindo", "feito": 0, "total": None}, ""),
    ):
        change(estado=state, progresso=steps)
        expect(page.locator("#etapa")).to_have_text(stage)
        expect(page.locator("#situacao")).to_have_text("Em verificação")
        expect(page.locator("#detalhe")).to_have_text(told)
    change(estado="erro", erro_codigo="vazio", erro_mensagem="o dossiê não tem páginas")
    expect(page.get_by_text("O dossiê não tem páginas.")).to_be_visible()
    assert seen.wrong == []
    page.context.close()


def test_files_that_bring_the_ficha_are_all_that_is_needed(
    chromium: Browser, served: Served, clerk: people.Person, tmp_path: Path
) -> None:
    seen = watched(chromium, served)
    page = seen.page
    sign_in(seen, clerk)
    for files, mode in (
        ([SAMPLE.parent / "15_compactado.zip"], "digitalizada"),
        ([*sorted(SAMPLE.glob("*.pdf")), SAMPLE / "ficha.json"], "arquivo"),
    ):
        page.goto("/dossies/novo")
        page.get_by_label("Arquivos do dossiê").set_input_files(files)
        expect(page.locator(f"#modo-{mode}")).to_be_checked()
        expect(page.get_by_label("CNPJ (obrigatório)", exact=True)).to_be_hidden()
        page.get_by_role("button", name="Enviar para verificação").click()
        expect(page.locator("#etapa")).to_have_text("Na fila")
    page.goto("/dossies/novo")
    page.get_by_label("CNPJ (obrigatório)", exact=True).fill("11222333000181")
    page.get_by_label("Arquivos do dossiê").set_input_files(SAMPLE.parent / "15_compactado.zip")
    expect(page.locator("#modo-digitada")).to_be_checked()
    assert seen.wrong == []
    page.context.close()
