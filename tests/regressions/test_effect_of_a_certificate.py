"""A title set over several lines whose last is the word NEGATIVA alone was taken for a negative answer."""

from __future__ import annotations

import pytest

from docverify.documents.extract import extract
from tests.unit.documents.sheet import Sheet

BODY = (
    "Certifica-se que a empresa AUTO POSTO EXEMPLO LTDA, CNPJ 11.222.333/0001-81, tem débitos inscritos",
    "em dívida ativa cuja cobrança está parada por decisão judicial.",
)


@pytest.mark.parametrize(
    ("title", "answer"),
    [
        (("CERTIDÃO POSITIVA", "COM EFEITO DE", "NEGATIVA"), "positiva_com_efeito_de_negativa"),
        (("CERTIDÃO POSITIVA DE DÉBITOS", "(COM EFEITOS DE CERTIDÃO", "NEGATIVA)"), "positiva_com_efeito_de_negativa"),
        (("CERTIDÃO", "COM EFEITO -", "DE NEGATIVA"), "positiva_com_efeito_de_negativa"),
        (("CERTIDÃO", "NEGATIVA"), "negativa"),
    ],
)
def test_title(title: tuple[str, ...], answer: str) -> None:
    sheet = Sheet()
    sheet.lines(0.1, 0.05, "PROCURADORIA DA FAZENDA NACIONAL", centred=0.8)
    y = sheet.lines(0.1, 0.12, *title, height=0.022, centred=0.8)
    if answer != "negativa":
        sheet.lines(0.1, y + 0.05, *BODY)
    found = extract("certidao_negativa_federal", [sheet.layout()]).campos
    assert found["resultado"].valor == answer
