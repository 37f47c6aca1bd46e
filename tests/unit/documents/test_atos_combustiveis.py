"""Dissolutions, incorporations and contracts of fuel companies, with their branches."""

from __future__ import annotations

import pytest
from tests.unit.documents.acts import extract_text
from tests.unit.documents.paper_cases import Paper, misses
from tests.unit.documents.papers_atos import CONTRATOS, DISTRATOS, INCORPORACOES


@pytest.mark.parametrize("paper", [*DISTRATOS, *INCORPORACOES, *CONTRATOS], ids=lambda p: f"{p[0]}-{p[1][:40].strip()}")
def test_act(paper: Paper) -> None:
    assert misses(paper) == {}


def test_who_is_taken_over_is_not_the_company() -> None:
    text = """# ATO DE INCORPORAÇÃO
A INCORPORADA POSTO VELHO LTDA, CNPJ 33.000.167/0001-01, é incorporada pela INCORPORADORA REDE NOVA LTDA, CNPJ 11.222.333/0001-81, que a sucede em todos os direitos e obrigações.
Natal, 3 de abril de 2026.
"""  # noqa: E501
    found = extract_text("ato_incorporacao", text).campos
    assert (found["razao_social"].valor, found["cnpj"].valor) == ("REDE NOVA LTDA", "11222333000181")


def test_a_branch_of_another_root_is_none() -> None:
    text = """# CONTRATO SOCIAL
POSTO SOL LTDA, CNPJ 11.222.333/0001-81, com sede na Rua A, nº 1, Natal/RN. A sócia REDE LTDA tem filial no CNPJ 33.000.167/0002-84.
"""  # noqa: E501
    assert "filiais" not in extract_text("contrato_social", text).campos_extras


def test_the_state_that_ends_a_sentence_is_no_part_of_the_next_name() -> None:
    text = """# DISTRATO SOCIAL
POSTO SOL LTDA
JOÃO CARLOS DA SILVA, brasileiro, casado, empresário, CPF nº 390.533.447-05, residente em Sobral/CE. SÔNIA APARECIDA DE SOUZA, brasileira, solteira, empresária, CPF nº 529.982.247-25, residente em Sobral/CE.
Cada sócio recebe os haveres de suas quotas, no total de R$ 50.000,00.
Sobral, 4 de maio de 2026.
"""  # noqa: E501
    found = extract_text("distrato_social", text).campos
    assert [s["nome"] for s in found["socios"].valor] == ["JOÃO CARLOS DA SILVA", "SÔNIA APARECIDA DE SOUZA"]
    assert "capital_social" not in found and "administradores" not in found


def test_a_bare_r_behind_the_words_that_lead_to_a_street() -> None:
    text = """# INSTRUMENTO PARTICULAR DE INCORPORAÇÃO DE SOCIEDADE
REDE NOVA LTDA, com sede na R VISC DE TAUNAY, Nº 4761, PARQUE INDUSTRIAL, CURITIBA/PR, CEP 80215-760, CNPJ 11.222.333/0001-81, doravante INCORPORADORA; POSTO VELHO LTDA, CNPJ 33.000.167/0001-01, doravante INCORPORADA, ajustam a incorporação.
Curitiba, 4 de maio de 2026.
"""  # noqa: E501
    address = extract_text("ato_incorporacao", text).campos["endereco"].valor
    assert (address["numero"], address["municipio"], address["uf"]) == ("4761", "CURITIBA", "PR")
