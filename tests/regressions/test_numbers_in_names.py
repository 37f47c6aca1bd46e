"""A number in a company's name, in figures or written out, is the same number; another number is another company."""

from __future__ import annotations

import pytest

from docverify.values.names import compare_company


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("POSTO 1º DE MAIO LTDA", "POSTO PRIMEIRO DE MAIO LTDA"),
        ("Posto II Irmãos Ltda", "POSTO DOIS IRMAOS LTDA"),
        ("Auto Posto 3 Marias Ltda", "AUTO POSTO TRÊS MARIAS LTDA"),
    ],
)
def test_the_same_number_written_out(one: str, other: str) -> None:
    assert compare_company(one, other).nivel == "alerta"
    assert compare_company(other, one, 0.97, (True, False)).nivel == "alerta"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Posto 2 Irmãos Ltda", "POSTO TRES IRMAOS LTDA"),
        ("Posto Brasil Primeiro Ltda", "POSTO BRASIL SEGUNDO LTDA"),
        ("Posto Brasil Ltda", "POSTO BRASIL DOIS LTDA"),
        ("Posto Brasil II Ltda", "POSTO BRASIL TERCEIRO LTDA"),
    ],
)
def test_another_number(one: str, other: str) -> None:
    assert compare_company(one, other).nivel == "impede"
