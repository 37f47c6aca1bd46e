"""A sign of change counts where it touches a value that an item may rest on."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.unit.documents.pages import page

from docverify.documents import layout
from docverify.documents.signs import on_fields
from docverify.model import Box, Field
from docverify.values.sinais import REMENDO, REVISAO, Sinal

VALUE: Box = (0.30, 0.50, 0.42, 0.515)


def touched(
    box: Box,
    campos: dict[str, Field],
    said: str = REMENDO,
    tipo: str = "alvara_funcionamento",
    code: str = "documento_alterado",
) -> tuple[Sinal, ...]:
    one = replace(page("ALVARÁ"), sinais=(Sinal(code, said, box),))
    return on_fields(tipo, [layout.build(one)], campos)


def validity(box: Box = VALUE, numero: int = 1, arquivo: str | None = None) -> Field:
    return Field("2027-12-31", "31/12/2027", 0.9, numero, box, arquivo)


def test_a_patch_over_a_deciding_value() -> None:
    (sign,) = touched((0.28, 0.49, 0.45, 0.53), {"validade": validity()})
    assert (sign.campo, sign.pagina, sign.lido) == ("validade", 1, "31/12/2027")


def test_one_figure_of_the_value() -> None:
    (sign,) = touched((0.40, 0.498, 0.43, 0.517), {"validade": validity()})
    assert sign.campo == "validade"


@pytest.mark.parametrize("box", [(0.5, 0.5, 0.6, 0.52), (0.28, 0.3, 0.45, 0.34), (0.41, 0.49, 0.8, 0.6)])
def test_beside_it(box: Box) -> None:
    assert touched(box, {"validade": validity()}) == ()


def test_over_what_decides_nothing() -> None:
    assert touched((0.28, 0.49, 0.45, 0.53), {"nome_fantasia": validity()}) == ()
    assert touched((0.28, 0.49, 0.45, 0.53), {"validade": validity(numero=2)}) == ()
    assert touched((0.28, 0.49, 0.45, 0.53), {"validade": validity(arquivo="b.pdf")}) == ()


def test_the_smallest_value_is_meant() -> None:
    (sign,) = touched((0.2, 0.4, 0.6, 0.6), {"endereco": validity((0.25, 0.45, 0.55, 0.55)), "validade": validity()})
    assert sign.campo == "validade"


def test_who_writes_a_paper_may_correct_it() -> None:
    assert touched(VALUE, {"validade": validity()}, REVISAO, "requerimento") == ()
    assert touched(VALUE, {"validade": validity()}, REVISAO, "licenca_operacao")


def test_other_signs_stand_anywhere() -> None:
    (sign,) = touched((0.0, 0.0, 0.1, 0.1), {}, "diz outra coisa", code="texto_oculto_divergente")
    assert (sign.pagina, sign.campo) == (1, None)
