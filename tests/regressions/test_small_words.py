"""Words that are also something else: each was once read as what it is not."""

from __future__ import annotations

import pytest

from docverify.documents.kinds_endereco import uf
from docverify.documents.patterns import Campo


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("compensado para 3453", []),
        ("ALVARÁ VÁLIDO PARA 2026", []),
        ("Estado do Para", ["PA"]),
        ("Belém, Pará", ["PA"]),
        ("para o Ceará", ["CE"]),
        ("CAMPINAS SP", ["SP"]),
    ],
)
def test_para_is_no_state_without_accent_or_estado(text: str, found: list[str]) -> None:
    assert [p.valor for p in uf(text, Campo(especie="uf"))] == found
