"""Applications of all agents, requests of cancellation, notices of closing: who, where, when, what."""

from __future__ import annotations

import pytest
from tests.unit.documents.acts import extract_text
from tests.unit.documents.paper_cases import Paper, misses
from tests.unit.documents.papers_pedidos import CANCELAMENTOS, ENCERRAMENTOS
from tests.unit.documents.papers_requerimentos import REQUERIMENTOS


@pytest.mark.parametrize("paper", CANCELAMENTOS, ids=lambda p: str(p[2]["razao_social"]))
def test_cancellation(paper: Paper) -> None:
    assert misses(paper) == {}


@pytest.mark.parametrize("paper", ENCERRAMENTOS, ids=lambda p: str(p[2]["razao_social"]))
def test_closing(paper: Paper) -> None:
    assert misses(paper) == {}


@pytest.mark.parametrize("paper", REQUERIMENTOS, ids=lambda p: str(p[2]["razao_social"]))
def test_application(paper: Paper) -> None:
    assert misses(paper) == {}


def test_an_address_above_is_pointed_to_not_printed() -> None:
    text = """# REQUERIMENTO DE CANCELAMENTO
POSTO SOL LTDA, CNPJ 11.222.333/0001-81, requer o cancelamento da autorização, pois não opera mais no endereço acima indicado.
Natal, 4 de maio de 2026.
"""  # noqa: E501
    assert "endereco" not in extract_text("requerimento_cancelamento", text).campos
