"""Words around a part of an address that are none of it."""

from __future__ import annotations

import pytest

from docverify.documents.address_lines import one_line
from docverify.documents.address_words import district, is_state_said, states_apart, street
from docverify.documents.kinds_endereco import as_dict, municipio
from docverify.documents.kinds_texto import empresa
from docverify.documents.patterns import Campo
from docverify.values.addresses import parse_address


@pytest.mark.parametrize(
    "said",
    [
        "Estado de São Paulo",
        "Estado de\tSão Paulo",
        "Estado de\nSão Paulo",
        "Estado de, São Paulo",
        "Estadode São Paulo",
        "Estado deSão Paulo",
        "no ESTADO DE SAO PAULO",
    ],
)
def test_a_state_said_in_words_is_no_town(said: str) -> None:
    read = as_dict(parse_address(one_line(f"ESTRADA DO BARREIRO, S/N, CHÁCARA 8, ZONA RURAL, ASSIS, {said}")))
    assert (read["municipio"], read["uf"], read["complemento"]) == ("ASSIS", "SP", "CHÁCARA 8")


def test_a_street_or_a_town_of_a_states_name_stays() -> None:
    assert states_apart("Rua Estado de São Paulo 12") == "Rua Estado de São Paulo 12"
    read = as_dict(parse_address(one_line("RUA A, 10, CENTRO, SÃO PAULO, Estado de\nSão Paulo")))
    assert (read["municipio"], read["uf"]) == ("SÃO PAULO", "SP")


def test_a_cell_with_a_state_said_holds_no_town() -> None:
    text = "ASSIS, Estado de São Paulo"
    assert is_state_said(text, text.index("São"))
    assert not is_state_said("município de São Paulo", 13)


@pytest.mark.parametrize(
    ("read", "wanted"),
    [
        ("do RODOVIA BR-04O", "RODOVIA BR-040"),
        ("na Rua das Flores", "Rua das Flores"),
        ("Praça Coronel Joaquim Teodoro Bairr o", "Praça Coronel Joaquim Teodoro"),
        ("Rua do Bairro", "Rua do Bairro"),
        ("Avenida O Globo", "Avenida O Globo"),
        ("Rua BR-OOO", "Rua BR-OOO"),
        ("ALAMEDA DOM PEDRO II", "ALAMEDA DOM PEDRO II"),
    ],
)
def test_a_street_alone(read: str, wanted: str) -> None:
    assert street(read) == wanted


def test_a_district_without_its_label() -> None:
    assert district("SETOROU ZONA RURAL") == "ZONA RURAL"
    assert district("Setor ou Bairro Centro") == "Centro"
    assert district("SETOR OESTE") == "SETOR OESTE"
    assert district("SETOR BUENO") == "SETOR BUENO"


@pytest.mark.parametrize("before", ["firma ", "a empresa ", "Aempresa ", "à firma ", "FIRMA ", "empresa "])
def test_what_calls_a_company_is_none_of_its_name(before: str) -> None:
    campo = Campo(especie="empresa")
    assert empresa(f"{before}NOVA ALIANÇA NAVEGAÇÃO LTDA", campo)[0].valor == "NOVA ALIANÇA NAVEGAÇÃO LTDA"


def test_a_name_that_begins_so_stays() -> None:
    campo = Campo(especie="empresa")
    assert empresa("EMPRESA BRASILEIRA DE GÁS LTDA", campo)[0].valor == "EMPRESA BRASILEIRA DE GÁS LTDA"
    assert municipio("São Paulo", campo)[0].valor == "São Paulo"
