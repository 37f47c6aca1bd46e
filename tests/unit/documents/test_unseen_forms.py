"""Forms whose values do not stand where their labels begin: wrapped, centred, over their label, at its mid-height."""

from __future__ import annotations

from typing import Any

import pytest
from tests.unit.documents.sheet import Sheet

from docverify.documents.extract import extract
from docverify.documents.layout import build
from docverify.model import Page, Word

NAME = "ARAUCÁRIA TRANSPORTADOR REVENDEDOR RETALHISTA LTDA"


def form() -> Sheet:
    sheet = Sheet()
    sheet.lines(0.05, 0.03, "PREFEITURA MUNICIPAL DE CAMPINAS", "ALVARÁ DE FUNCIONAMENTO", height=0.014, centred=0.9)
    return sheet


def read(sheet: Sheet, tipo: str = "alvara_funcionamento") -> dict[str, Any]:
    found = extract(tipo, [sheet.layout()])
    return {name: field.valor for name, field in {**found.campos_extras, **found.campos}.items()}


@pytest.mark.parametrize("ruled", [True, False])
def test_a_label_at_mid_height_of_a_name_over_two_lines(ruled: bool) -> None:
    sheet = form()
    sheet.put(0.06, 0.12, "CNPJ")
    sheet.put(0.3, 0.12, "11.222.333/0001-81")
    sheet.put(0.06, 0.1465, "Razão social")
    sheet.lines(0.3, 0.14, "ARAUCÁRIA TRANSPORTADOR", "REVENDEDOR RETALHISTA LTDA")
    if ruled:
        for left, right in ((0.05, 0.29), (0.29, 0.7)):
            sheet.rule(left, 0.115, right, 0.135)
            sheet.rule(left, 0.135, right, 0.17)
    assert read(sheet)["razao_social"] == NAME


def test_a_label_of_two_lines_with_its_value_between_them() -> None:
    sheet = form()
    sheet.lines(0.06, 0.12, "Nome ou razão social do", "contribuinte")
    sheet.put(0.35, 0.1265, NAME)
    assert read(sheet)["razao_social"] == NAME


def test_values_centred_under_heads_that_stand_at_the_left() -> None:
    sheet = form()
    for x, head in ((0.06, "Logradouro"), (0.5, "Nº"), (0.6, "Bairro")):
        sheet.put(x, 0.12, head, 0.008)
    for x, value in ((0.2, "RUA DAS ACÁCIAS"), (0.53, "45"), (0.7, "CENTRO")):
        sheet.put(x, 0.13, value)
    sheet.put(0.06, 0.15, "Cidade", 0.008)
    sheet.put(0.5, 0.15, "UF", 0.008)
    sheet.put(0.25, 0.16, "VITÓRIA")
    sheet.put(0.7, 0.16, "ES")
    assert read(sheet)["endereco"] == {
        "logradouro": "RUA DAS ACÁCIAS",
        "numero": "45",
        "bairro": "CENTRO",
        "municipio": "VITÓRIA",
        "uf": "ES",
    }


def test_a_value_wider_than_its_head_is_not_cut_where_the_head_begins() -> None:
    sheet = form()
    sheet.put(0.42, 0.12, "Nome empresarial", 0.008)
    sheet.put(0.75, 0.12, "CNPJ", 0.008)
    sheet.put(0.24, 0.13, NAME)
    sheet.put(0.75, 0.13, "11.222.333/0001-81")
    assert read(sheet)["razao_social"] == NAME


def test_a_wrapped_address_has_no_comma_where_its_column_ended() -> None:
    sheet = form()
    sheet.put(0.06, 0.12, "Endereço:")
    sheet.lines(0.3, 0.12, "RUA DAS FLORES, 123 - VILA", "NOVA - GOVERNADOR", "VALADARES - MG")
    address = read(sheet)["endereco"]
    assert (address["bairro"], address["municipio"], address["uf"]) == ("VILA NOVA", "GOVERNADOR VALADARES", "MG")


def test_an_address_goes_on_in_a_line_that_calls_its_cep() -> None:
    sheet = form()
    sheet.put(0.06, 0.12, "Localização")
    sheet.lines(0.3, 0.12, "AVENIDA BRASIL, N. 1.450 - BOA VISTA", "- CEP 13010-300 - CAMPINAS/SP")
    sheet.put(0.06, 0.16, "Porte")
    sheet.put(0.3, 0.16, "ME")
    address = read(sheet)["endereco"]
    assert (address["numero"], address["cep"], address["municipio"]) == ("1450", "13010300", "CAMPINAS")


def test_labels_under_values_of_two_lines() -> None:
    sheet = form()
    for x, value, label in ((0.06, "11.222.333/0001-81", "CNPJ"), (0.6, "POSTO AURORA", "Nome fantasia")):
        sheet.put(x, 0.12, value, 0.0115)
        sheet.put(x, 0.1335, label, 0.0075)
    y = sheet.lines(0.06, 0.16, "ARAUCÁRIA TRANSPORTADOR", "REVENDEDOR RETALHISTA LTDA", height=0.0115)
    sheet.put(0.06, y - 0.001, "Razão social", 0.0075)
    sheet.put(0.6, 0.16, "123.456-7", 0.0115)
    sheet.put(0.6, 0.1735, "Inscrição municipal", 0.0075)
    sheet.put(0.06, 0.21, "RUA DAS ACÁCIAS Nº 45, CENTRO, CAMPINAS-SP CEP 13010-300", 0.0115)
    sheet.put(0.06, 0.2235, "Endereço", 0.0075)
    found = read(sheet)
    assert found["razao_social"] == NAME
    assert found["endereco"]["numero"] == "45"


def test_an_office_beside_the_line_that_closes_the_ficha() -> None:
    sheet = Sheet()
    sheet.lines(0.05, 0.03, "FICHA CADASTRAL DE REVENDEDOR DE GLP - FC/REVGLP", height=0.014, centred=0.9)
    rows = (
        ("Razão social", NAME),
        ("CNPJ", "11.222.333/0001-81"),
        ("Nome", "WANDERLEY ESTEVES DRUMMOND"),
        ("Nº da identidade / órgão", "1234567 SSP/SP"),
        ("CPF", "390.533.447-05"),
        ("Cargo", "Diretor Presidente"),
    )
    y = 0.1
    for place, (label, value) in enumerate(rows):
        if place == 2:
            sheet.put(0.05, y, "RESPONSÁVEL PELO PREENCHIMENTO", 0.011)
            y += 0.016
        sheet.put(0.06, y, label)
        sheet.put(0.36, y, value)
        y += 0.016
    sheet.put(0.06, y, "Campinas, 12 de março de 2026")
    assert read(sheet, "ficha_cadastral")["responsavel"] == {
        "nome": "WANDERLEY ESTEVES DRUMMOND",
        "identidade": "1234567 SSP/SP",
        "cpf": "39053344705",
        "funcao": "Diretor Presidente",
    }


@pytest.mark.parametrize(
    ("glued", "parted"),
    [
        ("RuaSete", "Rua Sete"),
        ("NARUA", "NA RUA"),
        ("RUADAS", "RUA DAS"),
        ("GÁSLTDA", "GÁSLTDA"),
        ("COMBUSTÍVEISLTDA", "COMBUSTÍVEIS LTDA"),
        ("ESTABELECIDANA", "ESTABELECIDA NA"),
        ("CNPJ11.222.333/0001-81", "CNPJ 11.222.333/0001-81"),
        ("EMPRESARIAL", "EMPRESARIAL"),
        ("RODOVIÁRIOS", "RODOVIÁRIOS"),
        ("contato@postoAurora.com.br", "contato@postoAurora.com.br"),
    ],
)
def test_swallowed_blanks(glued: str, parted: str) -> None:
    words = (Word(glued, (0.1, 0.1, 0.3, 0.11), 0.97, 0),)
    layout = build(Page("a.pdf", 1, "0" * 64, 2480, 3508, words, (), source="ocr", quality=0.95))
    assert layout.text.raw == parted


def test_no_number_whose_stroke_was_misread_and_a_state_without_its_label() -> None:
    sheet = form()
    for x, head in ((0.06, "Logradouro"), (0.5, "Número"), (0.65, "Complemento")):
        sheet.put(x, 0.12, head, 0.008)
    for x, value in ((0.06, "R DOM PEDRO II"), (0.5, "SIN"), (0.65, "LOTE 12")):
        sheet.put(x, 0.13, value)
    sheet.put(0.06, 0.15, "CEP", 0.008)
    sheet.put(0.3, 0.15, "Município", 0.008)
    sheet.put(0.06, 0.16, "86.010-020")
    sheet.put(0.3, 0.16, "LONDRINA")
    sheet.put(0.7, 0.16, "PR")
    assert read(sheet)["endereco"] == {
        "logradouro": "R DOM PEDRO II",
        "numero": "S/N",
        "complemento": "LOTE 12",
        "cep": "86010020",
        "municipio": "LONDRINA",
        "uf": "PR",
    }


def test_asterisks_over_a_label_are_not_made_good_by_the_next_row() -> None:
    sheet = form()
    rows = (
        (("11.222.333/0001-81", "CNPJ"), ("POSTO AURORA", "Nome fantasia"), ("123.456-7", "Inscrição municipal")),
        (("RUA SETE DE SETEMBRO", "Logradouro"), ("2139", "Número"), ("", "Complemento")),
        (("CENTRO", "Bairro"), ("CAMPINAS", "Município"), ("FUNDOS", "Referência")),
    )
    y = 0.12
    for row in rows:
        for x, (value, label) in zip((0.06, 0.4, 0.7), row, strict=True):
            sheet.put(x, y, value, 0.0115)
            sheet.put(x, y + 0.0135, label, 0.0075)
        y += 0.04
    address = read(sheet)["endereco"]
    assert address["numero"] == "2139"
    assert "complemento" not in address
