"""435 cylinders of one size and 13 of another were read as the weight of the first: less than what may be stored."""

from __future__ import annotations

import pytest

from docverify.documents.extract import extract
from tests.unit.documents.sheet import Sheet


def capacity(*body: str) -> tuple[int, float] | None:
    sheet = Sheet()
    sheet.lines(0.1, 0.05, "CORPO DE BOMBEIROS MILITAR", "CERTIFICADO DE VISTORIA", centred=0.8)
    sheet.lines(0.1, 0.2, "Atividade: revenda de gás liquefeito de petróleo (GLP)", *body)
    found = extract("certificado_bombeiros", [sheet.layout()]).campos.get("capacidade_glp_kg")
    return None if found is None else (found.valor, found.confianca)


@pytest.mark.parametrize(
    "body",
    [
        ("Capacidade de armazenamento: 435 recipientes P-13 e 13 recipientes P-45",),
        ("Capacidade de armazenamento de GLP", "P-13: 5.655 kg", "P-45: 585 kg"),
    ],
)
def test_the_sum_is_a_doubt_where_nothing_states_it(body: tuple[str, ...]) -> None:
    found = capacity(*body)
    assert found is not None
    assert found[0] == 6240
    assert found[1] < 0.8


def test_the_sum_that_the_paper_states_is_the_capacity() -> None:
    found = capacity("Capacidade de armazenamento de GLP", "P-13: 5.655 kg", "P-45: 585 kg", "Total: 6.240 kg")
    assert found is not None
    assert found[0] == 6240
    assert found[1] > 0.8


def test_one_size_alone_is_the_capacity() -> None:
    found = capacity("Capacidade de armazenamento: 480 botijões P-13 (6.240 kg de GLP)")
    assert found is not None
    assert found[0] == 6240
    assert found[1] > 0.8


def test_a_row_of_a_table_of_sizes_is_no_sure_capacity() -> None:
    sheet = Sheet()
    sheet.lines(0.1, 0.05, "CORPO DE BOMBEIROS MILITAR", "CERTIFICADO DE VISTORIA", centred=0.8)
    sheet.lines(0.1, 0.2, "Atividade: revenda de gás liquefeito de petróleo (GLP)")
    for y, cells in (
        (0.30, ("RECIPIENTE", "UNIDADES", "CAPACIDADE (KG)")),
        (0.32, ("13 kg", "435", "5.655")),
        (0.36, ("45 kg", "13", "585")),
    ):
        for x, text in zip((0.1, 0.4, 0.7), cells, strict=True):
            sheet.put(x, y, text)
    found = extract("certificado_bombeiros", [sheet.layout()]).campos.get("capacidade_glp_kg")
    assert found is None or found.confianca < 0.8


def test_a_part_whose_figures_end_the_total_is_no_total() -> None:
    found = capacity("Cilindros P-13 e P-45", "Capacidade de armazenamento (kg): 1.300", "TOTAL DE ÁREA 11.300 m2")
    assert found is None or found[1] < 0.8
