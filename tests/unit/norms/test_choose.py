"""Which norm a request is judged under."""

from __future__ import annotations

from datetime import date

import pytest

from docverify.errors import UndefinedNormError
from docverify.model import Pedido
from docverify.norms import available, catalog, choose_norm, load_norm


def test_the_call_wins_over_the_ficha_and_the_ficha_over_the_activity() -> None:
    pedido = Pedido(norma="TRR97", atividade="revenda_glp", data_protocolo=date(2026, 11, 30))
    assert choose_norm(pedido, "glp297") == "GLP297"
    assert choose_norm(pedido) == "TRR97"


@pytest.mark.parametrize(
    ("activity", "day", "norm"),
    [
        ("revenda_glp", date(2003, 11, 20), "GLP297"),
        ("revenda_glp", date(2026, 11, 30), "GLP297"),
        ("trr", date(1996, 5, 1), "TRR95"),
        ("trr", date(1997, 1, 17), "TRR97"),
        ("revenda_varejista", date(2013, 11, 6), "RES41"),
        ("revenda_varejista", date(1996, 5, 1), "PR95"),
        ("distribuidor", date(1996, 5, 1), "DIST95"),
    ],
)
def test_by_activity_and_day(activity: str, day: date, norm: str) -> None:
    assert choose_norm(Pedido(atividade=activity, data_protocolo=day)) == norm


@pytest.mark.parametrize(
    "pedido",
    [
        Pedido(),
        Pedido(atividade="revenda_glp"),
        Pedido(data_protocolo=date(2026, 1, 1)),
        Pedido(atividade="revenda_glp", data_protocolo=date(2003, 11, 19)),
        Pedido(norma="XYZ"),
    ],
)
def test_what_cannot_be_told_is_said(pedido: Pedido) -> None:
    with pytest.raises(UndefinedNormError) as caught:
        choose_norm(pedido)
    assert caught.value.codigo == "norma_indefinida"


def test_a_norm_of_the_catalog_that_is_not_here_yet_says_so() -> None:
    for norm_id in set(catalog()) - set(available()):
        with pytest.raises(UndefinedNormError, match="ainda não está disponível"):
            load_norm(norm_id)


@pytest.mark.parametrize("junk", ["", "3²", "../glp297", "x" * 1_000_000])
def test_junk_is_no_norm(junk: str) -> None:
    with pytest.raises(UndefinedNormError) as caught:
        load_norm(junk)
    assert len(caught.value.mensagem) < 300
