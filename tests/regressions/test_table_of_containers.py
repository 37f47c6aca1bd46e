"""A table of containers: the last column of one row and the first of the next are no "975 P-45"."""

from __future__ import annotations

import pytest

from docverify.documents.extract import extract
from tests.unit.documents.pages import layout

HEAD = "CORPO DE BOMBEIROS MILITAR\nCERTIFICADO DE APROVAÇÃO\nRevenda de GLP\n"


def capacity(table: str) -> tuple[object, float]:
    found = extract("certificado_bombeiros", [layout(HEAD + table)]).campos.get("capacidade_glp_kg")
    return (None, 0.0) if found is None else (found.valor, found.confianca)


def test_the_total_of_the_table() -> None:
    value, sure = capacity(
        "Recipiente de GLP\tPeso líquido\tQuantidade\tMassa total (kg)\n"
        "P-13\t13 kg\t75\t975\nP-45\t45 kg\t13\t585\nTOTAL DE GLP ARMAZENADO\t\t\t1.560"
    )
    assert value == 1560 and sure >= 0.8


@pytest.mark.parametrize("total", ["1.600", "2.000,00"])
def test_a_total_that_the_rows_do_not_make_is_not_held(total: str) -> None:
    value, sure = capacity(f"Recipiente\tQuantidade\tMassa total (kg)\nP-13\t75\t975\nP-45\t13\t585\nTOTAL\t\t{total}")
    assert value != 43_875 and sure < 0.8
