"""A certidão valid for so many days had the date of its signature, below, for the day on which it expired."""

from __future__ import annotations

import pytest

from docverify.documents.extract import extract
from tests.unit.documents.pages import layout

CERTIDAO = """ESTADO DE MATO GROSSO
SECRETARIA DA FAZENDA DO ESTADO DE MATO GROSSO
CERTIDÃO NEGATIVA DE TRIBUTOS ESTADUAIS Nº 0631040
CERTIFICO que em nome da firma CERRADO DIESEL LTDA, CGC 11.222.333/0001-81, nada consta.
A presente certidão é válida por 90 (noventa) dias.

SINOP, 30 de junho de 1997.

Agente Fiscal de Rendas
"""


@pytest.mark.parametrize(
    ("text", "until"),
    [
        (CERTIDAO, "1997-09-28"),
        (CERTIDAO.replace("por 90 (noventa) dias", "até 15 de agosto de 1997"), "1997-08-15"),
        (CERTIDAO.replace("por 90 (noventa) dias", "por 60 dias, contados da emissão"), "1997-08-29"),
    ],
)
def test_the_date_of_the_signature_is_no_expiry(text: str, until: str) -> None:
    fields = extract("certidao_negativa_estadual", [layout(text)]).campos
    assert fields["validade"].valor == until
    assert fields["data_emissao"].valor == "1997-06-30"
