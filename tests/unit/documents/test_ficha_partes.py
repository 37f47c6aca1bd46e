"""Fichas whose parts are called and ordered otherwise than on the form of the norm, composed anew."""

from __future__ import annotations

import pytest
from tests.unit.documents.acts import extract_text, values

from docverify.documents.fields_ficha import parse_class

OTHER_NAMES = """# CADASTRO DO REVENDEDOR DE GLP
Firma ou razão social: CHAMA DO SERTÃO GÁS LTDA
CNPJ nº: 11.222.333/0001-81
Classe de armazenamento: II
III - Distribuidores que abastecem a revenda
Firma ou razão social: NORTE SUL DISTRIBUIDORA DE GLP LTDA
CNPJ nº: 33.000.167/0001-01
Marcas: NORTE GÁS
IV - Quem preencheu
Nome: MARCOS VINÍCIUS LACERDA
Identidade: 23.456.789-1 SSP/SP
CPF nº: 390.533.447-05
Função: Sócio-gerente
"""

NO_HEADINGS = """# FICHA CADASTRAL - FC/REVGLP
Nome empresarial: CHAMA DO SERTÃO GÁS LTDA
CNPJ: 11.222.333/0001-81
Distribuidor: NORTE SUL DISTRIBUIDORA DE GLP LTDA
CNPJ do distribuidor: 33.000.167/0001-01
Marcas: NORTE GÁS
Nome: MARCOS VINÍCIUS LACERDA
Identidade: 23.456.789-1 SSP/SP
CPF: 390.533.447-05
Função: Sócio-gerente
"""

SIDE_BY_SIDE = """# FICHA CADASTRAL PARA REVENDEDOR DE GLP
NOME EMPRESARIAL\tCNPJ
CHAMA DO SERTÃO GÁS LTDA\t11.222.333/0001-81
Distribuidor(a)\tResponsável pelo preenchimento
Razão social\tNome
NORTE SUL DISTRIBUIDORA DE GLP LTDA\tMARCOS VINÍCIUS LACERDA
CNPJ\tCPF
33.000.167/0001-01\t390.533.447-05
Marcas\tFunção
NORTE GÁS\tSócio-gerente
"""

SAID_BY_LABELS = """# FICHA CADASTRAL PARA REVENDEDOR DE GLP
Responsável - nome
MARCOS VINÍCIUS LACERDA
C.2 CPF\tC.3 Função
390.533.447-05\tSócio-gerente
Distribuidor - razão social
NORTE SUL DISTRIBUIDORA DE GLP LTDA
Distribuidor - CNPJ\tDistribuidor - marcas comercializadas
33.000.167/0001-01\tNORTE GÁS
Revendedor - firma, razão social ou denominação
CHAMA DO SERTÃO GÁS LTDA
Revendedor - CNPJ\tRevendedor - telefone
11.222.333/0001-81\t(87) 3861-1020
"""

DISTRIBUTOR = {"razao_social": "NORTE SUL DISTRIBUIDORA DE GLP LTDA", "cnpj": "33000167000101", "marcas": ["NORTE GÁS"]}


@pytest.mark.parametrize("text", [OTHER_NAMES, NO_HEADINGS, SIDE_BY_SIDE, SAID_BY_LABELS])
def test_each_label_belongs_to_its_part(text: str) -> None:
    got = values(extract_text("ficha_cadastral", text))
    assert got["razao_social"] == "CHAMA DO SERTÃO GÁS LTDA"
    assert got["cnpj"] == "11222333000181"
    assert got["distribuidores"] == [DISTRIBUTOR]
    person = got["responsavel"]
    assert isinstance(person, dict)
    assert person["nome"] == "MARCOS VINÍCIUS LACERDA"
    assert person["cpf"] == "39053344705"
    assert person["funcao"] == "Sócio-gerente"


def test_a_name_without_colon_under_the_heading_of_the_person() -> None:
    text = """# FICHA CADASTRAL
RESPONSÁVEL PELO PREENCHIMENTO DA FICHA
NOME MARCOS VINÍCIUS LACERDA
CPF 390.533.447-05
"""
    got = values(extract_text("ficha_cadastral", text))
    assert got["responsavel"] == {"nome": "MARCOS VINÍCIUS LACERDA", "cpf": "39053344705"}


@pytest.mark.parametrize(("text", "classe"), [("ⅢI", "III"), ("ⅡI", "II"), ("Ⅲ", "III"), ("ⅢII", "III"), ("½", None)])
def test_roman_numerals_drawn_as_one_letter(text: str, classe: str | None) -> None:
    assert parse_class(text) == classe
