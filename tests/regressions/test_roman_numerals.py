"""A reader of pixels takes the capital I of a Roman numeral for a small L: the street is the same."""

from __future__ import annotations

import pytest

from docverify.values.addresses import Endereco, compare_address


@pytest.mark.parametrize("read", ["Travessa Dom Pedro Il", "Travessa Dom Pedro lI", "Travessa Dom Pedro ll"])
def test_a_numeral_read_with_small_letters(read: str) -> None:
    found = dict(compare_address(Endereco(logradouro=read), Endereco(logradouro="Travessa Dom Pedro II"), 0.95))
    assert found["logradouro"].nivel in ("igual", "alerta")


def test_another_numeral_is_another_street() -> None:
    one, other = Endereco(logradouro="Rua Dom Pedro I"), Endereco(logradouro="Rua Dom Pedro II")
    assert dict(compare_address(one, other, 0.95))["logradouro"].nivel not in ("igual", "alerta")
