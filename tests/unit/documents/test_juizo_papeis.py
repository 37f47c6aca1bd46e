"""Orders on possession, contracts on space in a depot, projects: whose names, which place; other rulings are none."""

from __future__ import annotations

import pytest
from tests.unit.documents import pages
from tests.unit.documents.acts import extract_text
from tests.unit.documents.paper_cases import Paper, misses
from tests.unit.documents.papers_juizo import CESSOES, MANDADOS, OUTRAS_DECISOES, PROJETOS

from docverify.documents.classify import classify_page


@pytest.mark.parametrize("paper", [*MANDADOS, *CESSOES, *PROJETOS], ids=lambda p: str(p[1].strip().split("\n")[0][:40]))
def test_paper(paper: Paper) -> None:
    assert misses(paper) == {}


@pytest.mark.parametrize("text", OUTRAS_DECISOES, ids=("sentenca", "distribuicao", "citacao"))
def test_another_ruling_is_no_order_on_possession(text: str) -> None:
    assert classify_page(pages.layout(text)).tipo != "mandado_judicial"


def test_each_column_has_the_role_at_its_head() -> None:
    text = """## PODER JUDICIÁRIO DO ESTADO DO ACRE
# MANDADO DE REINTEGRAÇÃO DE POSSE
Requerido	Requerente
POSTO PURUS LTDA	BANCO DO NORTE S.A.
CNPJ 11.222.333/0001-81	CNPJ 33.000.167/0001-01
"""
    found = extract_text("mandado_judicial", text).campos
    assert (found["razao_social"].valor, found["cnpj"].valor) == ("POSTO PURUS LTDA", "11222333000181")


@pytest.mark.parametrize("junk", ["", "3²", "RÉU", "RÉU:", "CEDENTE LTDA", "CRONOGRAMA", "LTDA LTDA S.A.", "d" * 3000])
@pytest.mark.parametrize("tipo", ["mandado_judicial", "contrato_cessao_espaco", "projeto_instalacoes"])
def test_junk_is_read_as_nothing(tipo: str, junk: str) -> None:
    found = extract_text(tipo, junk)
    assert not {"razao_social", "cnpj", "endereco", "cedente", "cronograma"} & {*found.campos, *found.campos_extras}


def test_a_name_cut_by_a_neighbour_cell_is_not_read_in_part() -> None:
    text = """## PODER JUDICIÁRIO DO ESTADO DO ACRE
# MANDADO DE REINTEGRAÇÃO DE POSSE
Parte autora	Parte ré
MARIA DAS DORES LIMA	POSTO ALTO ACRE COMÉRCIO DE
CPF 111.444.777-35	COMBUSTÍVEIS LTDA
"""
    found = extract_text("mandado_judicial", text).campos
    assert "razao_social" not in found or found["razao_social"].confianca < 0.75
