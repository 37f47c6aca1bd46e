"""Certificates of the Junta Comercial: which Junta, who the partners are, since when."""

from __future__ import annotations

import pytest
from tests.unit.documents.acts import extract_text
from tests.unit.documents.paper_cases import Paper, misses
from tests.unit.documents.papers_junta import CERTIDOES


@pytest.mark.parametrize("paper", CERTIDOES, ids=lambda p: str(p[2]["nire"]))
def test_certificate(paper: Paper) -> None:
    assert misses(paper) == {}


def test_who_left_is_no_partner() -> None:
    text = """## JUNTA COMERCIAL DO ESTADO DO CEARÁ
# CERTIDÃO ESPECÍFICA
Empresa: POSTO PRAIA DO FUTURO LTDA	NIRE: 23200111222
SÓCIOS
FABIANA CORREIA DIAS - CPF 390.533.447-05 - admitida em 10/01/2012
RETIRA-SE DA SOCIEDADE PAULO HENRIQUE NUNES, CPF 529.982.247-25
Certidão emitida para CARLOS EDUARDO MOTA, CPF 111.444.777-35, em 05/05/2026
"""
    found = extract_text("certidao_junta", text)
    assert [s["nome"] for s in found.campos["socios"].valor] == ["FABIANA CORREIA DIAS"]
    assert found.campos_extras["socios_entrada"].valor == [
        {"nome": "FABIANA CORREIA DIAS", "data_entrada": "2012-01-10"}
    ]


def test_a_day_that_nothing_calls_an_entry_is_none() -> None:
    text = """## JUNTA COMERCIAL DO ESTADO DO CEARÁ
# CERTIDÃO SIMPLIFICADA
Empresa: POSTO PRAIA DO FUTURO LTDA	NIRE: 23200111222
Sócio	CPF	Nascimento
FABIANA CORREIA DIAS	390.533.447-05	10/01/1980
"""
    assert "socios_entrada" not in extract_text("certidao_junta", text).campos_extras


@pytest.mark.parametrize("junk", ["", "3²", "NIRE", "SÓCIOS", "NOME\nNOME\nCPF", "NIRE: 1", "RETIRA-SE", "b" * 3000])
def test_junk_is_read_as_nothing(junk: str) -> None:
    assert not {"socios", "nire", "junta_comercial"} & set(extract_text("certidao_junta", junk).campos)
