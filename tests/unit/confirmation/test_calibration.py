from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docverify.confirmation.calibration import ESTADOS, calibrated, default_calibration, parse
from docverify.confirmation.deciding import ESPECIES, OUTROS
from docverify.norms.context import default_limiares
from tests.unit.confirmation.made import a_document, a_field, drawn

KINDS = sorted({OUTROS, *ESPECIES.values()})


@given(st.sampled_from(KINDS), st.sampled_from(ESTADOS), st.floats(0, 1), st.floats(0, 1))
def test_a_higher_score_is_never_less_probable(especie: str, estado: str, one: float, other: float) -> None:
    low, high = sorted((one, other))
    maps = default_calibration()
    assert 0.0 <= maps.probability(especie, estado, low) <= maps.probability(especie, estado, high) <= 1.0  # type: ignore[arg-type]


@pytest.mark.parametrize("especie", KINDS)
def test_what_nobody_confirms_decides_nothing(especie: str) -> None:
    maps, limits = default_calibration(), default_limiares()
    for score in (0.0, 0.5, 1.0):
        assert maps.probability(especie, "diverge", score) < limits.campo
        assert maps.probability(especie, "nao_viu", score) < limits.campo
        assert maps.probability(especie, "concorda", score, reparado=True) < limits.quase_igual


@pytest.mark.parametrize(
    "points", ["[]", "[[0.0, 0.5], [0.0, 0.6]]", "[[0.0, 0.5], [0.5, 0.4]]", "[[0.0, 0.5], [0.5, 1.4]]"]
)
def test_a_map_that_is_none_is_refused(points: str) -> None:
    with pytest.raises(ValueError, match="monotone"):
        parse(f'[[mapa]]\nespecie = "data"\nestado = "texto"\npontos = {points}\n')


def test_an_unknown_state_is_refused() -> None:
    with pytest.raises(ValueError, match="state"):
        parse('[[mapa]]\nespecie = "data"\nestado = "talvez"\npontos = [[0.0, 1.0]]\n')


def test_each_field_gets_the_map_of_its_kind_and_state() -> None:
    maps = parse(
        '[teto]\nnao_viu = 0.5\n[[mapa]]\nespecie = "data"\nestado = "concorda"\npontos = [[0.0, 0.2], [1.0, 0.9]]\n'
        '[[mapa]]\nespecie = "outros"\nestado = "texto"\npontos = [[0.0, 0.99]]\n'
    )
    page, _ = drawn(["Validade: 31/12/2026", "Exercício: 2026"])
    seen = a_field(page, "2026-12-31", 0, 1, confianca=0.5, testemunha="concorda")
    document = a_document(
        validade=seen,
        data_emissao=replace(seen, testemunha="nao_viu", confianca=0.9),
        exercicio=a_field(page, 2026, 1, 1, confianca=0.4),
    )
    (told,) = calibrated([document], [page], maps)
    assert {n: (f.confianca, f.bruta) for n, f in told.campos.items()} == {
        "validade": (0.55, 0.5),
        "data_emissao": (0.5, 0.9),
        "exercicio": (0.4, 0.4),
    }
    assert calibrated([told], [page], maps) == (told,), "a probability is not made one again"
    (text,) = calibrated([document], [replace(page, source="texto")], maps)
    assert text.campos["exercicio"].confianca == 0.99


def test_what_another_document_says_is_believed_however_faint() -> None:
    maps = default_calibration()
    assert maps.probability("identificador", "prova", 0.05) >= 0.5
    assert maps.probability("identificador", "concorda", 0.05) < 0.3
    assert maps.probability("identificador", "prova", 0.05, reparado=True) <= 0.85
