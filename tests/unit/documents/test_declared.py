"""What the Ficha declares is found on papers that no pattern understood, and on no other."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from tests.unit.documents.pages import page, pages

from docverify.documents import declared
from docverify.model import Document, Ficha, Field, Page, Pedido
from docverify.values.addresses import Endereco

CNPJ = "11222333000181"
FICHA = Ficha(
    origem="json",
    pedido=Pedido(norma="GLP297"),
    razao_social="Comércio de Gás Estrela do Vale Ltda",
    cnpj=CNPJ,
    inscricao_estadual="110.042.490.114",
    endereco=Endereco(
        logradouro="Rua Barão de Jaguara",
        numero="1450",
        bairro="Centro",
        cep="13015001",
        municipio="Campinas",
        uf="SP",
    ),
)


def paper(tipo: str, campos: Mapping[str, Field] | None = None) -> Document:
    return Document("a.pdf", (1,), tipo, 0.97, dict(campos or {}))


def read(text: str, tipo: str = "alvara_funcionamento", campos: Mapping[str, Field] | None = None) -> Mapping[str, Any]:
    [document] = declared.complete([paper(tipo, campos)], [page(text)], FICHA)
    return document.campos


def field(value: Any, confidence: float) -> Field:
    return Field(value, str(value), confidence, 1, (0.1, 0.1, 0.2, 0.2))


@pytest.mark.parametrize(
    "line",
    [
        "Fica autorizada COMERCIO DE GAS ESTRELA DO VALE LTDA - ME a exercer",
        "beneficiário\tCOM. DE GÁS ESTRELA DO VALE LTDA",
        "concede à empresa Comércio de Gás Estrela do Vale Ltda, CNPJ",
        "Estabelecimento: COMÉRCIO DE GÁS ESTRELA DO VALE",
    ],
)
def test_the_company_name_where_no_label_announces_it(line: str) -> None:
    found = read(line)["razao_social"]
    assert "ESTRELA DO VALE" in found.valor.upper()
    assert 0.8 < found.confianca <= 0.9


@pytest.mark.parametrize(
    "line",
    [
        "AUTO COMERCIO DE GAS ESTRELA DO VALE LTDA",
        "COMERCIO DE GAS ESTRELA DO VALE NORTE LTDA",
        "COMERCIO DE GAS ESTRELA DO VALE II LTDA",
        "Proprietário do imóvel: Comércio de Gás Estrela do Vale Ltda",
        "Distribuidora: Comércio de Gás Estrela do Vale Ltda",
        "GAS ESTRELA DO VALE LTDA",
        "COMERCIO DE GAS ESTRELA DO MAR LTDA",
    ],
)
def test_another_name_is_not_it(line: str) -> None:
    assert "razao_social" not in read(line)


def test_a_name_over_two_lines_of_a_block() -> None:
    text = "A presente licença é concedida para COMERCIO DE GAS\nESTRELA DO VALE LTDA"
    assert read(text)["razao_social"].valor.endswith("LTDA")


def test_the_cnpj_and_not_one_that_differs() -> None:
    assert read("registro 11.222.333/0001-81 fls. 3")["cnpj"].valor == CNPJ
    assert "cnpj" not in read("registro 11.222.333/0002-62 fls. 3")


def test_street_and_number_in_a_row_with_what_follows() -> None:
    found = read("no imóvel da R. BARÃO DE JAGUARA, nº 1450, CENTRO, CAMPINAS - SP, CEP 13015-001, para")["endereco"]
    assert found.valor == {
        "logradouro": "R. BARÃO DE JAGUARA",
        "numero": "1450",
        "bairro": "CENTRO",
        "municipio": "CAMPINAS",
        "uf": "SP",
        "cep": "13015001",
    }


@pytest.mark.parametrize("line", ["Rua Barão de Jaguara, 145, Centro", "Rua Barão de Jaguara, 12 fundos 1450"])
def test_another_number_is_not_it(line: str) -> None:
    assert "endereco" not in read(line)


def test_an_address_that_was_read_in_part_is_completed_and_one_that_differs_is_not() -> None:
    line = "Rua Barão de Jaguara, 1450 - Centro - Campinas/SP"
    part = read(line, campos={"endereco": field({"municipio": "CAMPINAS"}, 0.9)})["endereco"]
    assert part.valor["numero"] == "1450" and part.valor["municipio"] == "CAMPINAS"
    other = {"logradouro": "Rua do Sol", "municipio": "Valinhos"}
    assert read(line, campos={"endereco": field(other, 0.9)})["endereco"].valor == other


def test_a_weak_reading_gives_way_but_not_another_company() -> None:
    line = "PARA COMERCIO DE GAS ESTRELA DO VALE LTDA, 11.222.333/0001-81"
    found = read(line, campos={"razao_social": field("DO VALE CENTRO", 0.3)})
    assert found["razao_social"].valor == "COMERCIO DE GAS ESTRELA DO VALE LTDA"
    other = {"razao_social": field("GAS DO SUL LTDA", 0.3), "cnpj": field("33000167000101", 0.3)}
    kept = read(line, campos=other)
    assert kept["razao_social"].valor == "GAS DO SUL LTDA" and kept["cnpj"].valor == "33000167000101"


def test_a_reading_that_counts_is_never_touched() -> None:
    line = "PARA COMERCIO DE GAS ESTRELA DO VALE LTDA"
    assert read(line, campos={"razao_social": field("OUTRA", 0.6)})["razao_social"].valor == "OUTRA"


def test_the_state_registration_on_its_own_paper() -> None:
    assert read("cadastro 110.042.490.114 ativo", "inscricao_estadual")["inscricao_estadual"].valor == "110042490114"
    assert "inscricao_estadual" not in read("cadastro 110.042.490.115 ativo", "inscricao_estadual")


@pytest.mark.parametrize("tipo", sorted(declared.OF_OTHERS))
def test_papers_about_others_are_left_alone(tipo: str) -> None:
    line = "COMERCIO DE GAS ESTRELA DO VALE LTDA, 11.222.333/0001-81, Rua Barão de Jaguara, 1450"
    assert read(line, tipo) == {}


def test_a_later_part_of_a_document_is_searched_for_the_first() -> None:
    own: list[Page] = pages("capa", "em nome de COMERCIO DE GAS ESTRELA DO VALE LTDA")
    documents = [Document("a.pdf", (1, 2), "contrato_social", 0.9)]
    [found] = declared.complete(documents, own, FICHA)
    assert found.campos["razao_social"].pagina == 2


@pytest.mark.parametrize("name", ["", "LTDA", "A", "S/A", "x" * 100_000])
def test_a_ficha_of_junk_finds_nothing(name: str) -> None:
    junk = Ficha(origem="json", pedido=Pedido(), razao_social=name, cnpj="", endereco=Endereco(logradouro=name))
    [document] = declared.complete([paper("alvara_funcionamento")], [page("LTDA A S/A x 1")], junk)
    assert document.campos == {}


def test_a_form_filled_one_character_a_box() -> None:
    boxes = " ".join("11222333000181")
    name = " ".join("COMERCIODEGASESTRELADOVALELTDA")
    found = read(f"01 CNPJ\n{boxes}\n02 NOME\n{name}", "ficha_cadastral")
    assert found["cnpj"].valor == CNPJ and found["razao_social"].valor == FICHA.razao_social
    assert "cnpj" not in read(" ".join("11222333000262"), "ficha_cadastral")
    longer = read(" ".join("AUTOCOMERCIODEGASESTRELADOVALELTDA"), "ficha_cadastral")
    assert "razao_social" not in longer


def test_a_trade_name_taken_for_the_company_on_a_paper_of_its_cnpj() -> None:
    line = "PARA COMERCIO DE GAS ESTRELA DO VALE LTDA"
    fields = {"cnpj": field(CNPJ, 0.95), "razao_social": field("ESTRELA GAS", 0.9)}
    assert read(line, campos=fields)["razao_social"].valor == "COMERCIO DE GAS ESTRELA DO VALE LTDA"
    other = {"cnpj": field(CNPJ, 0.95), "razao_social": field("GAS DO SUL LTDA", 0.9)}
    assert read(line, campos=other)["razao_social"].valor == "GAS DO SUL LTDA"
    alien = {"cnpj": field("33000167000101", 0.95), "razao_social": field("ESTRELA GAS", 0.9)}
    assert read(line, campos=alien)["razao_social"].valor == "ESTRELA GAS"


def test_a_weak_reading_that_took_the_word_before_the_name_gives_way_on_a_paper_of_the_cnpj() -> None:
    line = "INDETERMINADO COMERCIO DE GAS ESTRELA DO VALE LTDA"
    fields = {"cnpj": field(CNPJ, 0.82), "razao_social": field(line, 0.37)}
    assert read(line, campos=fields)["razao_social"].valor == "COMERCIO DE GAS ESTRELA DO VALE LTDA"
    sure = {"cnpj": field(CNPJ, 0.82), "razao_social": field("AUTO " + line[14:], 0.7)}
    assert read(line, campos=sure)["razao_social"].valor.startswith("AUTO")


@pytest.mark.parametrize(
    "line",
    [
        "Endereço para correspondência: Rua Barão de Jaguara, 1450, Centro",
        "sócio residente e domiciliado na Rua Barão de Jaguara, 1450, Centro",
        "Matriz: Rua Barão de Jaguara, 1450, Centro",
        "Proprietário do imóvel: CNPJ 11.222.333/0001-81",
        "Distribuidora inscrita sob 11.222.333/0001-81",
    ],
)
def test_what_is_said_to_be_of_another_place_or_person_is_not_taken(line: str) -> None:
    assert read(line) == {}
