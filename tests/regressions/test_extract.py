"""Mistakes that extraction once made, each with the smallest paper that showed it."""

from __future__ import annotations

from typing import Any

from docverify.documents.extract import extract
from docverify.documents.layout import build
from docverify.model import Page, Word
from tests.unit.documents.pages import layout

HEAD = "## PREFEITURA MUNICIPAL DE ASSIS\n# ALVARÁ DE FUNCIONAMENTO\n"


def values(text: str, tipo: str = "alvara_funcionamento") -> dict[str, Any]:
    return {name: field.valor for name, field in extract(tipo, [layout(HEAD + text)]).campos.items()}


def test_vitoria_is_not_a_misread_vistoria() -> None:
    text = "LOGRADOURO\tNÚMERO\nRUA SETE\t10\nBAIRRO\tMUNICÍPIO\tUF\nCENTRO\tVITÓRIA\tES\n"
    assert values(text)["endereco"]["municipio"] == "VITÓRIA"


def test_a_street_named_after_a_professor_is_not_cut() -> None:
    assert values("Logradouro: AVENIDA PROFESSOR ÁLVARO GUIÃO\nNúmero: 12")["endereco"]["logradouro"] == (
        "AVENIDA PROFESSOR ÁLVARO GUIÃO"
    )


def test_cidade_nova_is_a_district_not_a_label() -> None:
    text = "LOGRADOURO\tNÚMERO\tBAIRRO\nRUA SETE\t10\tCIDADE NOVA\n"
    assert values(text)["endereco"]["bairro"] == "CIDADE NOVA"


def test_an_empty_cell_of_a_table_is_not_filled_from_further_down() -> None:
    text = "Número\tComplemento\tBairro\n721\t\tRIO ABAIXO\nCARACTERÍSTICAS DO PROJETO\nLogradouro: ESTRADA RIO ABAIXO"
    assert "complemento" not in values(text)["endereco"]


def test_an_empty_value_is_not_filled_from_the_next_row() -> None:
    text = "Logradouro:\tRUA SETE\nNúmero:\t1384\tComplemento:\nBairro:\tCONJUNTO ESPERANÇA\nCidade:\tASSIS"
    endereco = values(text)["endereco"]
    assert endereco["bairro"] == "CONJUNTO ESPERANÇA"
    assert "complemento" not in endereco


def test_the_next_row_is_not_the_second_line_of_a_value() -> None:
    text = "Nome Empresarial:\tSÃO JUDAS GÁS EIRELI\nNome Fantasia:\tGÁS SÃO JUDAS\nCNPJ:\t11.222.333/0001-81"
    found = values(text)
    assert found["razao_social"] == "SÃO JUDAS GÁS EIRELI"
    assert found["nome_fantasia"] == "GÁS SÃO JUDAS"


def test_obriga_se_is_not_sergipe() -> None:
    assert "uf_emissor" not in values("O contribuinte OBRIGA-\nse a cumprir a Lei do Município de Assis.")


def test_words_parted_at_the_end_of_a_line_are_whole() -> None:
    text = "Atividade: COMÉRCIO VAREJISTA DE GÁS LIQUE-\nFEITO DE PETRÓLEO"
    assert values(text)["atividade"] == "COMÉRCIO VAREJISTA DE GÁS LIQUEFEITO DE PETRÓLEO"


def test_a_slanting_stamp_does_not_enter_the_line_below_it() -> None:
    words = (
        Word("Empresa:", (0.10, 0.50, 0.18, 0.51), 1.0),
        Word("GÁS", (0.19, 0.50, 0.23, 0.51), 1.0),
        Word("HORIZONTE", (0.24, 0.50, 0.34, 0.51), 1.0),
        Word("eir", (0.26, 0.46, 0.33, 0.56), 1.0),
        Word("LTDA", (0.35, 0.50, 0.40, 0.51), 1.0),
    )
    found = extract("alvara_funcionamento", [build(Page("a.pdf", 1, "x", 2480, 3508, words))])
    assert found.campos["razao_social"].valor == "GÁS HORIZONTE LTDA"


def test_the_prefeitura_keeps_its_cnpj_when_something_stands_between() -> None:
    text = "## PREFEITURA MUNICIPAL DE RIO BRANCO\tEXERCÍCIO\n^ Secretaria Municipal de Urbanismo\n"
    text += "CNPJ: 35.995.654/0001-87\n"
    text += "# ALVARÁ\nNome fantasia\tCNPJ/CPF\nGÁS JÁ\t11.222.333/0001-81\n"
    assert extract("alvara_funcionamento", [layout(text)]).campos["cnpj"].valor == "11222333000181"


def test_rules_read_as_strokes_do_not_part_label_and_value() -> None:
    words = (
        Word("Data:", (0.830, 0.154, 0.856, 0.160), 0.9),
        Word("|", (0.858, 0.120, 0.860, 0.170), 0.4),
        Word("24/07/2017", (0.862, 0.150, 0.948, 0.160), 0.9),
    )
    found = extract("licenca_operacao", [build(Page("a.pdf", 1, "x", 2480, 3508, words))])
    assert found.campos["data_emissao"].valor == "2017-07-24"


def test_the_number_of_a_law_is_no_house_number() -> None:
    law = "Aprovado pela Instrução Normativa RFB nº 748, de 2007."
    text = f"LOGRADOURO\tBAIRRO/DISTRITO\nR MAL DEODORO\tCENTRO\n\n\n{law}"
    assert values(text)["endereco"] == {"logradouro": "R MAL DEODORO", "bairro": "CENTRO"}
