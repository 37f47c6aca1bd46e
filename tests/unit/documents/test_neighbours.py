"""Columns beside a value that a row read as one line leaves at its ends."""

from __future__ import annotations

import time

import pytest

from docverify.documents.kinds_endereco import endereco, municipio, texto_curto
from docverify.documents.kinds_texto import empresa, pessoa
from docverify.documents.patterns import Campo

CAMPO = Campo.__new__(Campo)
"""No kind of free text looks at its field."""


@pytest.mark.parametrize(
    ("raw", "name"),
    [
        ("G7.Y9H.JWE/0001-20 MT DISTRIBUIDORA DE GAS SAO JUDAS LTDA - ME", "DISTRIBUIDORA DE GAS SAO JUDAS LTDA - ME"),
        ("MT 12.345.678/0001-90 GAS BOM", "GAS BOM"),
        ("CNPJ: 12.345.678/0001-90 GAS BOM LTDA", "GAS BOM LTDA"),
        ("13.456.789-01 MT GAS BOM LTDA", "GAS BOM LTDA"),
        ("RAZÃO SOCIAL: GAS BOM LTDA", "GAS BOM LTDA"),
        ("GAS BOM LTDA - ME 12.345.678/0001-90 MT", "GAS BOM LTDA - ME"),
        ("GAS BOM LTDA (19) 3251-0000", "GAS BOM LTDA"),
        ("11.222.333 JOSE DA SILVA", "11.222.333 JOSE DA SILVA"),
        ("JOAO DA SILVA 39053344705", "JOAO DA SILVA 39053344705"),
        ("3M GAS 24 HORAS LTDA", "3M GAS 24 HORAS LTDA"),
        ("99 POSTO 2000 LTDA", "99 POSTO 2000 LTDA"),
        ("MT GAS LTDA", "MT GAS LTDA"),
    ],
)
def test_names_of_companies_stand_alone(raw: str, name: str) -> None:
    (found,) = empresa(raw, CAMPO)
    assert found.valor == name
    assert raw[found.start : found.end].strip() == name
    assert found.worth >= 0.8


def test_a_name_between_two_numbers_and_a_stamp_are_hardly_names() -> None:
    for raw in ("GAS BOM LTDA 12.345.678/0001-90 OUTRA COISA LTDA", "Reconheço a firma por SEMELHANÇA de: VÂNIA LIMA"):
        (found,) = empresa(raw, CAMPO)
        assert found.worth <= 0.4
    assert empresa("12.345.678/0001-90", CAMPO) == []


@pytest.mark.parametrize("raw", ["390.533.447-05 MARIA DE SOUZA LIMA", "MARIA DE SOUZA LIMA 390.533.447-05"])
def test_names_of_persons_stand_alone(raw: str) -> None:
    (found,) = pessoa(raw, CAMPO)
    assert found.valor == "MARIA DE SOUZA LIMA"


def test_parts_of_addresses_stand_alone() -> None:
    for raw in ("75.901-720 JARDIM AMERICA", "JARDIM AMERICA CEP 75.901-720", "Bairro: JARDIM AMERICA"):
        (found,) = texto_curto(raw, CAMPO)
        assert found.valor == "JARDIM AMERICA"
    assert texto_curto("CEP 13010-300", CAMPO) == []
    assert municipio("13010-300 CAMPINAS", CAMPO)[0].valor == "CAMPINAS"


def test_a_sentence_that_goes_on_is_no_complement() -> None:
    (found,) = endereco("Rua das Flores, 10, ANEXO, CEP69020-690 e duração por prazo indeterminado", CAMPO)
    assert found.valor["complemento"] == "ANEXO"
    assert found.valor["cep"] == "69020690"


@pytest.mark.parametrize("junk", ["1", "12.", "MT ", "CNPJ ", "A1/", "CEP ", "- ", "11.222.333/"])
def test_junk_is_read_in_linear_time(junk: str) -> None:
    begin = time.process_time()
    for kind in (empresa, pessoa, texto_curto):
        kind(junk * 100_000, CAMPO)
    assert time.process_time() - begin < 10
