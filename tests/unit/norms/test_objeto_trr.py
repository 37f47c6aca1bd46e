"""What an object of a company says of the fuels that a TRR may not sell."""

from __future__ import annotations

import copy
import time

import pytest

from docverify.norms.checks.objeto_trr import _EXCECAO, _EXCLUIDOS
from docverify.values.text import fold
from tests.acceptance.norms.cases import run


def _item(objeto: str) -> tuple[str, list[str]]:
    decision = run({"norma": "TRR97", "muda": {"contrato_social.objeto_social": copy.copy(objeto)}})
    item = next(i for i in decision.itens if i.id == "T97-11")
    return item.situacao, [m.codigo for m in item.motivos]


@pytest.mark.parametrize(
    "objeto",
    [
        "Transportador-Revendedor-Retalhista de combustíveis exceto gás liquefeito de petróleo - gasolina e álcool",
        "comércio de óleo diesel e querosene (excluídos G.L.P., gasolina e álcool combustível); transporte de cargas",
        "TRR de derivados de petróleo, com exceção de gasolina, GLP e etanol",
        "revenda a retalho de óleos combustíveis e lubrificantes",
        "venda de diesel, não incluídos a gasolina e o álcool",
        "comércio de combustíveis e de bebidas alcoólicas",
    ],
)
def test_objects_of_a_trr(objeto: str) -> None:
    assert _item(objeto) == ("conforme", [])


@pytest.mark.parametrize(
    "objeto",
    [
        "comércio de óleo diesel, gasolina e lubrificantes",
        "TRR de óleo diesel, exceto querosene; comércio varejista de álcool combustível",
        "distribuição de G.L.P. em botijões e de óleo diesel",
        "revenda de etanol e diesel",
        "comércio de gás liquefeito de petróleo",
    ],
)
def test_objects_that_name_what_is_left_out(objeto: str) -> None:
    assert _item(objeto) == ("em_analise", ["atividade_nao_contemplada"])


@pytest.mark.parametrize("junk", ["EXCETO " * 20_000, "EXCETO " + "A" * 100_000, "G. L. P " * 20_000, "; . " * 50_000])
def test_junk_is_read_in_no_time(junk: str) -> None:
    started = time.perf_counter()
    _EXCLUIDOS.search(_EXCECAO.sub(" ; ", fold(junk)[:20_000]))
    assert time.perf_counter() - started < 1.0
