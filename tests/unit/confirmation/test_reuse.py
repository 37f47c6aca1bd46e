"""One sheet in two documents or two dossiers: shown to a person; a copy, a form, a shared paper are no offence."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from docverify.confirmation.registry import Registry, across, place_of
from docverify.confirmation.reuse import REUSED, same_sheet, sheet_of, within
from docverify.errors import BadInputError
from docverify.model import Document, Ficha, Field, Page, Pedido
from docverify.values.addresses import Endereco
from tests.unit.documents.pages import page

OURS, THEIRS, THIRD = "11222333000181", "19131243000197", "33000167000101"
HERE = Endereco(logradouro="Rua A", numero="1450", cep="13010300", municipio="Campinas", uf="SP")
THERE = replace(HERE, numero="22", cep="01310100")


def sheet(
    number: str = "2026/00123456", cnpj: str = "11.222.333/0001-81", arquivo: str = "a.pdf", until: str = "31/12/2026"
) -> Page:
    return page(
        f"# ALVARÁ DE FUNCIONAMENTO\nNº {number}\nCNPJ {cnpj}\nValidade {until} emitido em 10/01/2026\n"
        "Lei 14.567 de 12/03/1999, fone 3232-1010, CEP 13010-300",
        arquivo=arquivo,
    )


def certificate(number: str = "2026/00123456", arquivo: str = "a.pdf") -> Page:
    return page(
        f"# AUTO DE VISTORIA\nNº {number}\nValidade 31/12/2026 de 10/01/2026\nRegistro 445566778 CEP 13010-300",
        arquivo=arquivo,
    )


def doc(tipo: str = "alvara_funcionamento", arquivo: str = "a.pdf", **campos: str) -> Document:
    fields = {k: Field(v, v, 0.95, 1, (0.1, 0.1, 0.2, 0.2)) for k, v in campos.items()}
    return Document(arquivo, (1,), tipo, 0.99, fields)


def declared(
    cnpj: str | None, endereco: Endereco | None = HERE, situacao: str = "novo", nome: str = "GÁS BOM LTDA"
) -> Ficha:
    return Ficha("json", Pedido(norma="GLP297", situacao=situacao), nome, cnpj=cnpj, endereco=endereco)


def codes(documents: Sequence[Document]) -> list[list[str]]:
    return [[s.codigo for s in d.sinais] for d in documents]


def test_the_same_figures_are_the_same_sheet() -> None:
    assert same_sheet(sheet_of(sheet()), sheet_of(sheet(arquivo="b.pdf")))


@pytest.mark.parametrize(
    "other",
    [
        sheet(cnpj="19.131.243/0001-97"),
        sheet(cnpj="19.131.243/0001-97", number="2026/00999999"),
        sheet(number="2026/00999999", until="30/06/2027"),
        sheet(until="30/06/2027"),
        page("# ALVARÁ"),
        page(""),
    ],
)
def test_one_form_with_other_data_is_another_sheet(other: Page) -> None:
    assert not same_sheet(sheet_of(sheet()), sheet_of(other))


def test_the_look_must_be_near_where_few_figures_speak() -> None:
    few = page("# CARTÃO\nNº 2026/00123456 de 10/01/2026\nramal 4455, CEP 13010-300")
    one, near, far = (sheet_of(replace(few, impressao=h)) for h in ("0" * 64, "0" * 63 + "f", "f" * 64))
    assert same_sheet(one, near)
    assert not same_sheet(one, far)
    assert same_sheet(one, sheet_of(few))


def test_many_figures_need_no_likeness() -> None:
    """A photograph shows the table around the sheet."""
    one, far = (sheet_of(replace(sheet(), impressao=h)) for h in ("0" * 64, "f" * 64))
    assert same_sheet(one, far)


def test_a_page_that_says_little_is_no_sheet_to_know_again() -> None:
    empty = sheet_of(page("# DECLARAÇÃO\nnada consta, 2026"))
    assert not empty.tells
    assert not same_sheet(empty, empty)


def test_one_page_as_two_documents() -> None:
    pages = [sheet(), sheet(arquivo="b.pdf")]
    marked = within([doc(), doc("licenca_operacao", "b.pdf")], pages)
    assert codes(marked) == [[REUSED], [REUSED]]
    assert "“b.pdf”, página 1" in marked[0].sinais[0].mensagem
    assert codes(within([doc(), doc(arquivo="b.pdf")], pages)) == [[], []], "a second copy"
    assert codes(within([doc(), doc("desconhecido", "b.pdf")], pages)) == [[], []]
    other = [sheet(), sheet(arquivo="b.pdf", cnpj="19.131.243/0001-97")]
    assert codes(within([doc(), doc("licenca_operacao", "b.pdf")], other)) == [[], []]


def test_other_papers_of_one_company_and_day_bear_the_same_figures() -> None:
    figures = "CNPJ 11.222.333/0001-81, 10/01/2026, CEP 13010-300, telefone (19) 3232-1010, CPF 390.533.447-05"
    asked = page(f"# REQUERIMENTO\nA empresa {figures} vem requerer a autorização para o exercício da atividade")
    given = page(
        f"# PROCURAÇÃO\nOutorgante: {figures}. Poderes para representar perante órgãos públicos", arquivo="b.pdf"
    )
    assert same_sheet(sheet_of(asked), sheet_of(given))
    assert codes(within([doc("requerimento"), doc("procuracao", "b.pdf")], [asked, given])) == [[], []]


def seen(registry: Registry, paper: Document, one: Page, ficha: Ficha, name: str) -> list[str]:
    (marked,) = across([paper], [one], ficha, name, registry)
    return [s.codigo for s in marked.sinais]


@pytest.fixture
def registry(tmp_path: Path) -> Registry:
    return Registry(tmp_path / "sub" / "digitais.sqlite")


def test_a_paper_that_names_nobody_in_a_second_dossier(registry: Registry) -> None:
    paper = doc("certificado_bombeiros")
    assert seen(registry, paper, certificate(), declared(OURS), "um") == []
    assert seen(registry, paper, certificate(), declared(OURS), "um, de novo") == []
    assert seen(registry, paper, certificate(), declared(THEIRS), "mesmo lugar") == [], "who runs the same place now"
    (marked,) = across([paper], [certificate()], declared(THIRD, THERE), "outro", registry)
    (sign,) = marked.sinais
    assert sign.codigo == REUSED
    assert "“um”" in sign.mensagem
    assert "11.222.333/0001-81" in sign.mensagem
    assert seen(registry, paper, certificate("2026/00777777"), declared(THIRD, THERE), "outro") == []


def test_a_paper_that_names_the_applicant_is_the_applicant_s(registry: Registry) -> None:
    """Who presented it first may be the thief."""
    assert seen(registry, doc(cnpj=OURS), sheet(), declared(THEIRS, THERE), "ladrão") == []
    assert seen(registry, doc(cnpj=OURS), sheet(), declared(OURS), "dono") == []
    assert seen(registry, doc(cnpj=OURS), sheet(), declared(THIRD, THERE), "outro ladrão") == [REUSED]
    assert seen(registry, doc(cnpj=OURS), sheet(), declared(THIRD, THERE, "substituicao"), "sucessor") == []


def test_establishments_of_one_company_share_its_acts(registry: Registry) -> None:
    branch = "11222333000262"
    act, licence = doc("contrato_social", cnpj=OURS), doc("alvara_funcionamento", cnpj=OURS)
    assert seen(registry, act, sheet(), declared(OURS), "matriz") == []
    assert seen(registry, act, sheet(), declared(branch, THERE), "filial") == []
    assert seen(registry, licence, sheet("2026/00888888"), declared(OURS), "matriz") == []
    assert seen(registry, licence, sheet("2026/00888888"), declared(branch, THERE), "filial") == [REUSED]


@pytest.mark.parametrize("tipo", ["documento_identidade", "procuracao", "desconhecido"])
def test_papers_that_anybody_may_present(registry: Registry, tipo: str) -> None:
    assert seen(registry, doc(tipo), sheet(), declared(OURS), "um") == []
    assert seen(registry, doc(tipo), sheet(), declared(THEIRS, THERE), "dois") == []


def test_without_a_cnpj_nothing_is_kept(registry: Registry, tmp_path: Path) -> None:
    assert seen(registry, doc("certificado_bombeiros"), certificate(), declared(None), "um") == []
    with sqlite3.connect(tmp_path / "sub" / "digitais.sqlite") as connection:
        assert connection.execute("SELECT COUNT(*) FROM pagina").fetchone() == (0,)


def test_nothing_printed_is_kept_in_the_clear(registry: Registry, tmp_path: Path) -> None:
    seen(registry, doc("certificado_bombeiros"), certificate("2026/00123456"), declared(OURS), "um")
    assert b"202600123456" not in (tmp_path / "sub" / "digitais.sqlite").read_bytes()


def test_several_at_once(tmp_path: Path) -> None:
    path = tmp_path / "digitais.sqlite"

    def one(number: int) -> list[str]:
        ficha = declared(OURS if number % 2 else THEIRS, HERE if number % 2 else THERE)
        return seen(
            Registry(path), doc("certificado_bombeiros"), certificate(f"2026/0012{number:04d}"), ficha, f"d{number}"
        )

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(one, range(24))) == [[]] * 24
    with sqlite3.connect(path) as connection:
        assert connection.execute("SELECT COUNT(*) FROM pagina").fetchone() == (24,)


def test_a_file_that_is_no_registry_is_named(tmp_path: Path) -> None:
    bad = tmp_path / "x.sqlite"
    bad.write_bytes(b"not a database, but long enough to be looked at" * 40)
    with pytest.raises(BadInputError, match="DOCVERIFY_DIGITAIS"):
        Registry(bad)
    with pytest.raises(BadInputError, match="DOCVERIFY_DIGITAIS"):
        Registry(bad / "under" / "a.sqlite")


@pytest.mark.parametrize(
    ("endereco", "key"),
    [
        (HERE, "13010300/1450"),
        (replace(HERE, numero="1.450-a"), "13010300/1450A"),
        (replace(HERE, cep=None), ""),
        (None, ""),
    ],
)
def test_places(endereco: Endereco | None, key: str) -> None:
    assert place_of(endereco) == key
