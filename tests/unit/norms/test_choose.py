"""Which norm a request is judged under."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from docverify.errors import UndefinedNormError
from docverify.model import Pedido
from docverify.norms import Norm, available, catalog, choose_norm, load_norm
from docverify.norms.effects import window_notice
from docverify.norms.loader import in_chain


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
        # the norm of that day is not in the product: the one before it is used, and a notice names it
        ("revenda_varejista", date(2005, 3, 1), "PR95"),
        ("revenda_varejista", date(2026, 11, 30), "RES41"),
        ("trr", date(2026, 11, 30), "TRR97"),
        ("distribuidor", date(2000, 1, 1), "DIST95"),
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


def _told(norm: Norm, day: date) -> str:
    return " ".join(n.mensagem for n in window_notice(norm, day))


@pytest.mark.parametrize(
    ("norm_id", "day", "says"),
    [
        ("GLP297", date(2005, 1, 1), ()),
        (
            "GLP297",
            date(2017, 1, 1),
            ("sucedida pela Resolução ANP nº 51/2016", "Hoje vigora a Resolução ANP nº 958/2023"),
        ),
        ("GLP297", date(2003, 11, 19), ("ainda não estava em vigor", "Hoje vigora a Resolução ANP nº 958/2023")),
        ("PR95", date(1999, 1, 1), ("Portaria MME nº 9/1997", "Resolução ANP nº 948/2023")),
        ("PR95", date(2005, 1, 1), ("sucedida pela Portaria ANP nº 116/2000",)),
        ("PR95", date(2015, 1, 1), ("sucedida pela Resolução ANP nº 41/2013",)),
        ("TRR97", date(1996, 1, 1), ("vigorava a Portaria MME nº 62/1995",)),
        ("TRR95", date(1994, 1, 1), ("vigorava a Portaria MINFRA nº 250/1991",)),
        (
            "RES41",
            date(2005, 1, 1),
            ("vigorou de 06/11/2013", "vigorava a Portaria ANP nº 116/2000", "Hoje vigora a Res"),
        ),
        ("RES41", date(2026, 11, 30), ("sucedida pela Resolução ANP nº 948/2023, que vigora hoje",)),
        ("DIST95", date(2000, 1, 1), ("sucedida pela Portaria ANP nº 29/1999",)),
    ],
)
def test_outside_the_window_the_norm_of_that_day_and_the_one_now_in_force_are_named(
    norm_id: str, day: date, says: tuple[str, ...]
) -> None:
    told = _told(load_norm(norm_id), day)
    assert all(s in told for s in says), told
    assert bool(told) == bool(says)


def test_an_offices_norm_without_successors_takes_those_of_its_chain() -> None:
    alone = replace(load_norm("GLP297"), sucessoras=())
    assert [s.norma for s in in_chain(alone).sucessoras] == ["Resolução ANP nº 51/2016", "Resolução ANP nº 958/2023"]


def test_a_norm_of_the_catalog_that_is_not_here_yet_says_so() -> None:
    for norm_id in set(catalog()) - set(available()):
        with pytest.raises(UndefinedNormError, match="ainda não está disponível"):
            load_norm(norm_id)


@pytest.mark.parametrize("junk", ["", "3²", "../glp297", "x" * 1_000_000])
def test_junk_is_no_norm(junk: str) -> None:
    with pytest.raises(UndefinedNormError) as caught:
        load_norm(junk)
    assert len(caught.value.mensagem) < 300
