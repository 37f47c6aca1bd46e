"""An address, or an article of a law, was taken for a company's name with a confidence that decides."""

from __future__ import annotations

import pytest

from docverify.documents.candidates import Candidate
from docverify.documents.resolve import resolve
from tests.unit.documents.pages import layout


@pytest.mark.parametrize("text", ["PC CEL JOAQUIM TEODORO 2601 FUNDOS", "ART. 997", "Av. Brasil, 500"])
def test_another_line_is_no_sure_name(text: str) -> None:
    page = layout(text)
    words = tuple(range(len(page.page.words)))

    def confidence(valor: str) -> float:
        found = resolve([page], [Candidate("razao_social", valor, valor, 0, words, 0.95, "abaixo")], 0.1, "a.pdf")
        return 0.0 if found is None else found.confianca

    assert confidence(text) < 0.5
    for name in ("R S DERIVADOS 2000 LTDA", "AV BRASIL POSTO 500 LTDA ME", "Largo da Batalha Combustíveis"):
        assert confidence(name) > 0.8
