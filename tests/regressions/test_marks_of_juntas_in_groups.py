"""Registration marks whose number stands in groups or whose day is led to by "em", and papers of boats in sentences."""

# ruff: noqa: E501 - marks are written as they stand on paper

from __future__ import annotations

import pytest

from docverify.documents.authentication import find_marks
from docverify.documents.extract import extract
from tests.unit.documents.pages import layout

_ACT = "# CONTRATO SOCIAL\nA sociedade girará sob o nome empresarial GÁS BOM LTDA.\nAnápolis, 10 de março de 1995.\n\n"


@pytest.mark.parametrize(
    ("stamp", "number"),
    [
        ("Junta Comercial do Estado de Goiás\nRegistrado sob o nº 52 2 0123456 7\nem sessão de 20 de março de 1995", "52 2 0123456 7"),
        ("JUNTA COMERCIAL DO PARANÁ\nCHANCELA\nREGISTRO EM 20/03/1995\nNÚMERO 41 2 0123456-7", "41 2 0123456-7"),
        ("JUCERJA\nCertifico o deferimento em 20/03/1995 e o registro sob o nº 00001234567", "00001234567"),
        ("JUCEA\nDeferido em 20/03/1995\nRegistro nº 13200123456", "13200123456"),
    ],
)  # fmt: skip
def test_number_and_day(stamp: str, number: str) -> None:
    found = find_marks([layout(_ACT + stamp)]).fields()
    assert found["numero_registro"].valor == number
    assert found["data_registro"].valor == "1995-03-20"


@pytest.mark.parametrize(
    "text",
    [
        "arquivada na JUCESP sob nº 35 2 0123456-7 em sessão de 03/03/2020, resolvem alterar o contrato social",
        "Foro de Itu. Deferido em assembleia de 20/03/1995. Registro nº 13200123456 no cartório de imóveis.",
    ],
)
def test_what_an_act_tells_is_no_mark(text: str) -> None:
    assert find_marks([layout(_ACT + text)]).numero_registro is None


def test_a_boat_and_its_owner_in_a_sentence() -> None:
    text = (
        "## MARINHA DO BRASIL\n# CERTIFICADO DE BORDA-LIVRE\nNº 123\n"
        'Certifico que à embarcação "Flutuante Santa Rita III", do tipo balsa-posto, pertencente à firma NOVA ALIANÇA '
        "NAVEGAÇÃO E COMBUSTÍVEIS LTDA EPP, foi atribuída a borda-livre de 300 mm. Vale este certificado até o dia 28 "
        "de julho de 2018."
    )
    found = {name: field.valor for name, field in extract("certificado_borda_livre", [layout(text)]).campos.items()}
    assert found["embarcacao"] == "Flutuante Santa Rita III"
    assert found["razao_social"] == "NOVA ALIANÇA NAVEGAÇÃO E COMBUSTÍVEIS LTDA EPP"
    assert found["validade"] == "2018-07-28"
