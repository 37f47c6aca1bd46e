"""Fire certificates: kilograms of GLP said in many ways, and what looks like them."""

from __future__ import annotations

import pytest
from tests.unit.documents.acts import extract_text, values

HEAD = """## CORPO DE BOMBEIROS MILITAR DO ESTADO DE GOIÁS
# CERTIFICADO DE CONFORMIDADE - CERCON
^ Nº 123.456/26
RAZÃO SOCIAL: GÁS DO VALE LTDA
CNPJ: 11.222.333/0001-81
ENDEREÇO: Rua das Flores, 100, Centro, Goiânia - GO
ATIVIDADE: REVENDA DE GÁS LIQUEFEITO DE PETRÓLEO (GLP)
"""
FOOT = "\nEmissão: 10/03/2026\nValidade: 10/03/2027\n"


@pytest.mark.parametrize(
    ("said", "kg"),
    [
        ("Capacidade de armazenamento: 1.560 kg de GLP", 1560),
        ("CAPACIDADE DE ARMAZENAMENTO (KG)\t6.240", 6240),
        ("Capacidade máxima: 120 botijões P-13", 1560),
        ("armazenamento de até 480 botijões de 13 kg de GLP", 6240),
        ("com capacidade de armazenamento de 1.560 (mil quinhentos e sessenta) quilogramas de GLP", 1560),
        ("Área 1: capacidade de GLP 1.560 kg\nÁrea 2: capacidade de GLP 520 kg", 2080),
        ("Área 1: 1.560 kg de GLP\nÁrea 2: 520 kg de GLP\nCapacidade total: 2.080 kg de GLP", 2080),
        ("QUANTIDADE MÁXIMA DE GLP\n12.480 kg", 12480),
    ],
)
def test_capacity_in_many_wordings(said: str, kg: int) -> None:
    assert values(extract_text("certificado_bombeiros", HEAD + said + FOOT))["capacidade_glp_kg"] == kg


@pytest.mark.parametrize(
    "said",
    [
        "Classe de armazenamento: III",
        "Revenda de recipientes de até 90 kg",
        "Extintores de pó químico: 6 kg",
        "Carga de incêndio: 300 kg de madeira equivalente",
        "Área construída: 1.560 m²",
        "Revenda de botijões P-13 e P-45",
        "Projeto técnico nº 1.560/2024",
    ],
)
def test_what_is_no_capacity(said: str) -> None:
    assert "capacidade_glp_kg" not in values(extract_text("certificado_bombeiros", HEAD + said + FOOT))


def test_two_capacities_of_equal_standing_are_a_doubt() -> None:
    text = HEAD + "Capacidade de armazenamento: 1.560 kg de GLP\nCapacidade de armazenamento: 6.240 kg de GLP" + FOOT
    found = extract_text("certificado_bombeiros", text).campos
    assert found["capacidade_glp_kg"].confianca < 0.8


@pytest.mark.parametrize(
    ("activity", "covers"),
    [
        ("ATIVIDADE: REVENDA DE GÁS LIQUEFEITO DE PETRÓLEO (GLP)", True),
        ("OCUPAÇÃO: Posto de revenda de GLP", True),
        ("OCUPAÇÃO: Depósito de recipientes transportáveis de GLP", True),
        ("OCUPAÇÃO: RESTAURANTE E LANCHONETE", False),
        ("OCUPAÇÃO: C-2", None),
    ],
)
def test_resale_of_glp(activity: str, covers: bool | None) -> None:
    head = HEAD.replace("ATIVIDADE: REVENDA DE GÁS LIQUEFEITO DE PETRÓLEO (GLP)", activity).replace(
        "GÁS DO VALE", "VALE"
    )
    assert values(extract_text("certificado_bombeiros", head + FOOT)).get("contempla_revenda_glp") is covers


def test_denied_activity() -> None:
    text = HEAD.replace("ATIVIDADE: REVENDA", "OBS.: este certificado não contempla a revenda")
    assert values(extract_text("certificado_bombeiros", text + FOOT))["contempla_revenda_glp"] is False


def test_number_beside_the_title_not_the_houses_nor_the_projects() -> None:
    text = HEAD + "NÚMERO: 100\nProjeto técnico nº 9876/2020\nSubstitui o certificado nº 555/2023" + FOOT
    assert values(extract_text("certificado_bombeiros", text))["numero"] == "123.456/26"


def test_company_of_a_sentence() -> None:
    text = """## CORPO DE BOMBEIROS MILITAR DO ESTADO DE ALAGOAS
CNPJ 33.000.167/0001-01
# CERTIFICADO DE REGULARIDADE Nº 2026/006007
Certificamos que as instalações da empresa GÁS DO VALE LTDA, CNPJ 11.222.333/0001-81, situadas na Rua das Flores, nº 100, Centro, Maceió/AL, CEP 57020-540, foram vistoriadas em 26 de março de 2026, estando habilitadas para a atividade de revenda de GLP, com capacidade de armazenamento de 1.560 kg de GLP.
Maceió, 15 de abril de 2026.
"""  # noqa: E501
    got = values(extract_text("certificado_bombeiros", text))
    assert got["razao_social"] == "GÁS DO VALE LTDA"
    assert got["cnpj"] == "11222333000181", "not the issuer's own"
    assert got["endereco"]["logradouro"] == "Rua das Flores"  # type: ignore[index]
    assert got["data_emissao"] == "2026-04-15", "not the day of the inspection"
    assert got["atividade"] == "revenda de GLP"
