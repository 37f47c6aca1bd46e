from __future__ import annotations

import json
from pathlib import Path

import pytest

from docverify.values.errors import InvalidValue
from docverify.values.identifiers import inscricao_estadual as ie

DATA = Path(__file__).parent / "data"
VECTORS = [(v["uf"], v["inscricao_estadual"]) for v in json.loads((DATA / "ie_vectors.json").read_text("utf-8"))]
ORACLE = json.loads((DATA / "ie_oraculo.json").read_text("utf-8"))["validas"]


def test_all_states_are_covered() -> None:
    assert len(ie.UFS) == 27
    assert {uf for uf, _ in VECTORS} == set(ie.UFS) == set(ORACLE)


@pytest.mark.parametrize(("uf", "number"), VECTORS)
def test_examples_of_the_routines_hold(uf: str, number: str) -> None:
    assert ie.is_valid(number, uf)
    assert uf in ie.uf_candidates(number)
    assert ie.validate(ie.format(number, uf), uf) == number


@pytest.mark.parametrize("uf", sorted(ORACLE))
def test_agrees_with_an_independent_implementation(uf: str) -> None:
    for number in ORACLE[uf]:
        assert ie.validate(number, uf) == number


@pytest.mark.parametrize("uf", sorted(ORACLE))
def test_a_wrong_check_digit_is_told_from_a_wrong_shape(uf: str) -> None:
    """Of the ten last digits few hold: two formats of one length never hold for more than three."""
    for number in ORACLE[uf][:6]:
        if uf == "SP" and number.startswith("P"):
            continue
        outcomes = []
        for digit in "0123456789":
            try:
                ie.validate(number[:-1] + digit, uf)
                outcomes.append("vale")
            except InvalidValue as error:
                outcomes.append(error.code)
        assert set(outcomes) == {"vale", "digito"}
        assert outcomes.count("vale") <= 3


@pytest.mark.parametrize(
    ("number", "uf", "code"),
    [
        ("110042490115", "SP", "digito"),
        ("11004249011", "SP", "tamanho"),
        ("99.999.99-3", "XX", "formato"),
        ("ISENTO", "SP", "formato"),
        ("990482300112", "AC", "tamanho"),
        ("9900482300112", "AC", "formato"),
        ("041234568", "AM", "digito"),
    ],
)
def test_codes(number: str, uf: str, code: str) -> None:
    with pytest.raises(InvalidValue) as caught:
        ie.validate(number, uf)
    assert caught.value.code == code


def test_masks_and_zeros_are_forgiven() -> None:
    assert ie.is_valid("110.042.490.114", "sp")
    assert ie.is_valid("27.123.456-3", "SE")
    assert ie.is_valid("28.311.594-7", "MS")
    assert ie.validate("130000019", "MT") == "00130000019"
    assert ie.canonical("13.000.001-9", "MT") == "00130000019"


@pytest.mark.parametrize("text", ["ISENTO", "isenta", "Isento de inscrição estadual", "ISENTO *"])
def test_isento_is_data(text: str) -> None:
    assert ie.is_isento(text)


def test_a_number_is_not_isento() -> None:
    assert not ie.is_isento("110042490114")
    assert not ie.is_isento(None)
