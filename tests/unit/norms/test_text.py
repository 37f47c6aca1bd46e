"""Hints in a document's text: what they may soften, and what they may not."""

from __future__ import annotations

from docverify.norms.checks.text import has_address
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
