"""Hints in a document's text: what they may soften, and what they may not."""

from __future__ import annotations

from docverify.norms.checks.text import has_address, has_letters
from docverify.values.addresses import Endereco

DECLARED = Endereco("Rua da Independência", "2387", "Casa", "Centro", "29900000", "Linhares", "ES")


def test_street_and_number_elsewhere_are_a_hint_where_the_street_is_in_doubt() -> None:
    assert has_address("Estabelecido na R DA INDEPENDENCIA, 2387 - CENTRO - LINHARES - ES", DECLARED, ["logradouro"])
    assert not has_address("Estabelecido na R DAS FLORES, 2387 - LINHARES - ES", DECLARED, ["logradouro"])


def test_the_same_street_and_number_in_another_town_are_no_hint_about_the_town() -> None:
    other = "LOGRADOURO R DA INDEPENDENCIA NÚMERO 2387 COMPLEMENTO CASA BAIRRO CENTRO MUNICÍPIO VITORIA UF ES"
    assert not has_address(other, DECLARED, ["municipio"])
    assert not has_address(other, DECLARED, ["municipio", "uf"])
    assert has_address(f"{other} - R DA INDEPENDENCIA, 2387, CENTRO, LINHARES/ES", DECLARED, ["municipio"])


def test_a_name_whose_blanks_were_swallowed_stands_in_the_text() -> None:
    assert has_letters("NOME: COMERCIO DEGASBOA VISTALTDA", "Comércio de Gás Boa Vista")
    assert not has_letters("NOME: COMERCIO DE GAS BOA VISTA DO NORTE LTDA", "Gás do Sul Ltda")
    other = "COMERCIO DE GAS BOA VISTA DO NORTE LTDA"
    assert not has_letters(f"NOME: {other}", "Comércio de Gás Boa Vista", but_not=other)
    assert not has_letters("GASBOM", "Gás Bom")
