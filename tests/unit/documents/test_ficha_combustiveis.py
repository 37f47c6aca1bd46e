"""Fichas of fuel stations, TRR and distributors: parts that come in any number, and the modality."""

from __future__ import annotations

import pytest
from tests.unit.documents.acts import extract_text
from tests.unit.documents.paper_cases import Paper, misses
from tests.unit.documents.papers_ficha import FICHAS

HEAD = "# FICHA CADASTRAL DE POSTO REVENDEDOR\nRazão social: POSTO SOL LTDA\nCNPJ: 11.222.333/0001-81\n"


@pytest.mark.parametrize("paper", FICHAS, ids=lambda p: str(p[2]["razao_social"]))
def test_form(paper: Paper) -> None:
    assert misses(paper) == {}


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("Modalidade: (X) Automotivos ( ) GNV ( ) Flutuante ( ) Marítima", "automotivos"),
        ("Modalidade: ( ) Automotivos ( ) GNV (X) Flutuante ( ) Marítima", "flutuante"),
        ("Modalidade: Automotivos ( )  GNV ( )  Flutuante ( )  Marítima (X)", "maritima"),
        ("Tipo de posto: 3 - Posto revendedor flutuante de combustíveis", "flutuante"),
        ("MODALIDADE: POSTO REVENDEDOR DE COMBUSTÍVEIS AUTOMOTIVOS", "automotivos"),
        ("Modalidade: revenda exclusiva de gás natural veicular", "gnv"),
        ("Modalidade: Automotivos - GNV - Flutuante - Marítima", None),
        ("Modalidade: (X) Automotivos (X) GNV", None),
        ("Modalidade:", None),
    ],
)
def test_modality(line: str, kind: str | None) -> None:
    found = extract_text("ficha_cadastral", HEAD + line + "\nTelefone: (11) 3333-4444\n").campos_extras
    assert (found["modalidade"].valor if "modalidade" in found else None) == kind


def test_access_roads_in_a_table() -> None:
    text = HEAD + (
        "ENDEREÇO: Rua A, 10, Centro, Natal/RN, CEP 59010-000\nVIAS DE ACESSO\n"
        "Logradouro\tNº\tBairro\tMunicípio\tUF\tCEP\n"
        "Rua das Dunas\t1.200\tCentro\tNatal\tRN\t59010-100\n"
        "Av. do Sol\tS/N\tCentro\tNatal\tRN\t59010-200\n"
        "RESPONSÁVEL PELO PREENCHIMENTO\n"
    )
    found = extract_text("ficha_cadastral", text).campos
    roads = found["vias_de_acesso"].valor
    assert [(r["logradouro"], r["numero"], r["cep"]) for r in roads] == [
        ("Rua das Dunas", "1200", "59010100"),
        ("Av. do Sol", "S/N", "59010200"),
    ]
    assert found["endereco"].valor["logradouro"] == "Rua A"


def test_a_branch_is_not_the_forms_own() -> None:
    text = (
        HEAD
        + "FILIAIS\n11.222.333/0002-62 - IE 251040852 - SC\nESTADOS ONDE ATUA: Santa Catarina, Mato Grosso do Sul\n"
    )
    found = extract_text("ficha_cadastral", text).campos
    assert found["cnpj"].valor == "11222333000181"
    assert found["filiais"].valor == [{"cnpj": "11222333000262", "inscricao_estadual": "251040852", "uf": "SC"}]
    assert found["estados_onde_atua"].valor == ["SC", "MS"]
    assert "inscricao_estadual" not in found or found["inscricao_estadual"].confianca < 0.5


@pytest.mark.parametrize(
    "junk", ["", "3²", "SÓCIOS", "FILIAIS\nFILIAIS", "VIAS DE ACESSO\nRua", "MODALIDADE", "e" * 3000]
)
def test_junk_is_read_as_nothing(junk: str) -> None:
    found = extract_text("ficha_cadastral", junk)
    many = {"socios", "filiais", "vias_de_acesso", "estados_onde_atua", "modalidade"}
    assert not many & {*found.campos, *found.campos_extras}


def test_access_roads_in_blocks_of_cells() -> None:
    text = HEAD + (
        "VIAS DE ACESSO\nLogradouro\tNº\nRua Dom Pedro II\t451\nBairro\tMunicípio / UF\tCEP\n"
        "Centro\tCuritiba / PR\t80215-760\nDISTRIBUIDOR\n"
    )
    assert extract_text("ficha_cadastral", text).campos["vias_de_acesso"].valor == [
        {
            "logradouro": "Rua Dom Pedro II",
            "numero": "451",
            "bairro": "Centro",
            "municipio": "Curitiba",
            "uf": "PR",
            "cep": "80215760",
        }
    ]


def test_the_number_of_another_road_is_not_the_forms() -> None:
    text = HEAD + (
        "Endereço: Rodovia BR-040, KM 243, Novo Horizonte, Niterói/RJ, CEP 24020-730\n"
        "Demais vias de acesso:\nVia 1: Travessa Dom Pedro II, nº 697, Novo Horizonte, Niterói/RJ\n"
        "Responsável pelo preenchimento\n"
    )
    found = extract_text("ficha_cadastral", text).campos
    assert found["endereco"].valor["numero"] == "KM 243"
    assert found["vias_de_acesso"].valor[0]["numero"] == "697"


def test_an_area_code_on_the_line_above_is_of_the_number() -> None:
    text = HEAD + "Telefone\n(21)\n98570-5411\nE-mail\n"
    assert extract_text("ficha_cadastral", text).campos["telefone"].valor == "(21) 98570-5411"


def test_the_label_of_a_distributors_number_is_not_its_name() -> None:
    text = """# FICHA CADASTRAL PARA REVENDEDOR DE GLP - FC/REVGLP
Razão social: GÁS SOL LTDA
CNPJ: 11.222.333/0001-81
03 - DISTRIBUIDOR
Razão social do distribuidor: SUPRA GÁS BUTANO S.A.
CNPJ do distribuidor: 33.000.167/0001-01
Marcas comercializadas: SUPRAGÁS
"""
    assert extract_text("ficha_cadastral", text).campos["distribuidores"].valor == [
        {"razao_social": "SUPRA GÁS BUTANO S.A.", "cnpj": "33000167000101", "marcas": ["SUPRAGÁS"]}
    ]
