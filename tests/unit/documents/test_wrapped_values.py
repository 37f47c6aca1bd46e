"""Names of two lines whose label stands level with the second, or under them, or centred."""

from __future__ import annotations

import pytest
from tests.unit.documents.sheet import Sheet
from tests.unit.documents.test_unseen_forms import form, read

from docverify.documents.kinds_endereco import as_dict
from docverify.values.addresses import Endereco

FIRST, SECOND = "ARAUCÁRIA TRANSPORTADOR REVENDEDOR", "RETALHISTA LTDA"
NAME = f"{FIRST} {SECOND}"


@pytest.mark.parametrize("ruled", [True, False])
def test_captions_under_centred_values(ruled: bool) -> None:
    sheet, y = form(), 0.12
    for lines, caption in (
        ((FIRST, SECOND), "Razão social"),
        (("11.222.333/0001-81",), "CNPJ"),
        (("RUA DAS ACÁCIAS, 45 - CENTRO",), "Endereço"),
        (("COMÉRCIO VAREJISTA DE COMBUSTÍVEIS",), "Atividade"),
        (("31/12/2026",), "Validade"),
    ):
        below = sheet.lines(0.05, y, *lines, centred=0.9)
        sheet.lines(0.05, below, caption, height=0.008, centred=0.9)
        if ruled:
            sheet.rule(0.05, y - 0.003, 0.95, below + 0.012)
        y = below + 0.015 + (0.0 if ruled else 0.012)
    assert read(sheet)["razao_social"] == NAME


@pytest.mark.parametrize("colon", ["", ":"])
@pytest.mark.parametrize("ruled", [True, False])
def test_a_label_level_with_the_second_line(colon: str, ruled: bool) -> None:
    sheet = form()
    sheet.put(0.06, 0.10, "CNPJ" + colon)
    sheet.put(0.3, 0.10, "11.222.333/0001-81")
    sheet.put(0.3, 0.13, FIRST)
    sheet.put(0.06, 0.1431, "Razão social" + colon)
    sheet.put(0.3, 0.1431, SECOND)
    if ruled:
        sheet.rule(0.05, 0.125, 0.95, 0.16)
    assert read(sheet)["razao_social"] == NAME


def test_a_label_and_the_second_line_in_one_run() -> None:
    sheet = form()
    sheet.put(0.163, 0.13, FIRST)
    sheet.put(0.06, 0.1431, f"Razão social: {SECOND}")
    sheet.put(0.06, 0.17, "CNPJ: 11.222.333/0001-81")
    assert read(sheet)["razao_social"] == NAME


def _rows(sheet: Sheet, step: float) -> None:
    sheet.put(0.06, 0.12, "Endereço:")
    sheet.put(0.3, 0.12, "RUA DAS ACÁCIAS, 45")
    sheet.put(0.3, 0.12 + step, "CONJUNTO BOA VISTA")
    sheet.put(0.06, 0.12 + 2 * step, "Razão social:")
    sheet.put(0.3, 0.12 + 2 * step, "GÁS DO VALE LTDA")


@pytest.mark.parametrize("step", [0.0131, 0.016, 0.02])
def test_the_second_line_of_the_value_above_is_left_to_it(step: float) -> None:
    sheet = form()
    _rows(sheet, step)
    assert read(sheet)["razao_social"] == "GÁS DO VALE LTDA"


@pytest.mark.parametrize("heading", ["DADOS DO CONTRIBUINTE", "IDENTIFICAÇÃO DA EMPRESA", "Fica licenciado:"])
def test_a_heading_over_the_values_is_no_line_of_them(heading: str) -> None:
    sheet = form()
    sheet.put(0.3, 0.13, heading)
    sheet.put(0.06, 0.1431, "Razão social:")
    sheet.put(0.3, 0.1431, "GÁS DO VALE LTDA")
    assert read(sheet)["razao_social"] == "GÁS DO VALE LTDA"


def test_a_state_is_no_town() -> None:
    torn = Endereco("Estrada Velha", "S/N", "CHÁCARA 8, ASSIS, Estado de", None, None, "São Paulo", None)
    fixed = as_dict(torn)
    assert (fixed["complemento"], fixed["municipio"], fixed["uf"]) == ("CHÁCARA 8", "ASSIS", "SP")
