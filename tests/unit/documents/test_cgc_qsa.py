"""Old CGC cards, and the page of partners of the Receita."""

from __future__ import annotations

import pytest
from tests.unit.documents.acts import extract_text
from tests.unit.documents.paper_cases import Paper, misses
from tests.unit.documents.papers_cgc import CARTOES, QSA


@pytest.mark.parametrize("paper", CARTOES, ids=lambda p: str(p[2]["razao_social"]))
def test_card(paper: Paper) -> None:
    assert misses(paper) == {}


def test_partners_of_the_qsa_are_those_whose_qualification_says_so() -> None:
    card = "# COMPROVANTE DE INSCRIÇÃO E DE SITUAÇÃO CADASTRAL\nNÚMERO DE INSCRIÇÃO: 11.222.333/0001-81\n"
    found = extract_text("comprovante_cnpj", card, QSA)
    assert found.campos_extras["socios"].valor == [
        {"nome": "JOÃO CARLOS DA SILVA"},
        {"nome": "SÔNIA APARECIDA DE SOUZA"},
    ]
    assert found.campos["cnpj"].valor == "11222333000181"


@pytest.mark.parametrize("junk", ["", "11.222.333 0001 82", "QSA", "Nome/Nome Empresarial:\nQualificação:", "f" * 3000])
def test_junk_is_read_as_nothing(junk: str) -> None:
    found = extract_text("comprovante_cnpj", junk)
    assert not {"cnpj", "socios"} & {*found.campos, *found.campos_extras}
