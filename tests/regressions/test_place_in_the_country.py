"""A farm's own name beside "Zona Rural" is its complement, and an aside in brackets is no district.

A fire certificate that printed "(CHÁCARA 8), ZONA RURAL, ASSIS, Estado de São Paulo" gave the district "(CHÁCARA 8)".
"""

from __future__ import annotations

import pytest

from docverify.values.addresses import parse_address


@pytest.mark.parametrize(
    ("text", "complemento", "bairro", "municipio", "uf"),
    [
        (
            "BR-010, km 12, (CHÁCARA 8), ZONA RURAL, ASSIS, Estado de São Paulo",
            "CHÁCARA 8",
            "ZONA RURAL",
            "ASSIS",
            "SP",
        ),
        ("Estrada do Barreiro, S/N, Zona Rural, Chácara 8, Assis - SP", "Chácara 8", "Zona Rural", "Assis", "SP"),
        ("Estrada Y, s/n, Sítio Boa Vista, Zona Rural, Natal/RN", "Sítio Boa Vista", "Zona Rural", "Natal", "RN"),
        ("Rua A, 5 (fundos), Centro, Natal/RN", "fundos", "Centro", "Natal", "RN"),
        ("Rua X, 10, Chácara Santo Antônio, São Paulo - SP", None, "Chácara Santo Antônio", "São Paulo", "SP"),
    ],
)
def test_parts(text: str, complemento: str | None, bairro: str, municipio: str, uf: str) -> None:
    found = parse_address(text)
    assert found is not None
    assert (found.complemento, found.bairro, found.municipio, found.uf) == (complemento, bairro, municipio, uf)
