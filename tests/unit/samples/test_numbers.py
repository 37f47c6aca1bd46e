"""The generator's own check digits, against published examples and an independent library."""

from __future__ import annotations

import random

import pytest
from samples.generator import numbers
from stdnum.br import cnpj, cpf

ROTEIROS = {
    "AC": ("004823001", "0100482300112"),
    "AP": ("012345", "030123459"),
    "BA": ("000003", "100000306"),
    "GO": ("987654", "109876547"),
    "MG": ("062307904", "0623079040081"),
    "PE": ("321418", "032141840"),
    "RO": ("00062521", "00000000625213"),
    "RJ": ("9999999", "99999993"),
    "SP": ("1100424911", "110042490114"),
}
"""Digits that a State leaves free, and the whole number of its published example."""


@pytest.mark.parametrize("alfanumerico", [False, True])
def test_cnpj_agrees_with_stdnum(alfanumerico: bool) -> None:
    rng = random.Random(5)
    for _ in range(200):
        numero = numbers.novo_cnpj(rng, alfanumerico=alfanumerico)
        assert cnpj.is_valid(numero)
        assert numero.isdigit() is not alfanumerico
        assert cnpj.compact(numbers.mascara_cnpj(numero)) == numero


def test_official_alphanumeric_example() -> None:
    assert numbers.cnpj_dv("12ABC34501DE") == "35"


def test_cpf_agrees_with_stdnum() -> None:
    rng = random.Random(6)
    assert all(cpf.is_valid(numbers.novo_cpf(rng)) for _ in range(200))


@pytest.mark.parametrize(("uf", "par"), ROTEIROS.items())
def test_state_registration_follows_the_published_example(uf: str, par: tuple[str, str]) -> None:
    livre, inteiro = par
    assert numbers._IE[uf][0](livre) == inteiro


def test_every_state_has_a_mask_of_its_own_length() -> None:
    rng = random.Random(7)
    for uf in numbers._IE:
        ie = numbers.nova_ie(rng, uf)
        impressa = numbers.mascara_ie(ie, uf)
        assert "".join(c for c in impressa if c.isdigit()) == ie
