"""A value of which one line was read is completed by the lines next to it, where they hold the missing words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from tests.unit.documents.sheet import Sheet

from docverify.documents import declared
from docverify.documents.declared_lines import completed
from docverify.documents.layout import PageLayout
from docverify.model import Document, Ficha, Field, Pedido
from docverify.values.addresses import Endereco

FICHA = Ficha(
    origem="json",
    pedido=Pedido(norma="TRR"),
    razao_social="Bom Jesus Transportador Revendedor Retalhista Ltda",
    cnpj="11222333000181",
    endereco=Endereco(
        logradouro="Rua Coronel Joaquim Teodoro",
        numero="1450",
        bairro="Conjunto Habitacional Esperança",
        municipio="Juazeiro do Norte",
        uf="CE",
    ),
)


def of(layout: PageLayout, texts: Sequence[str], value: Any) -> Field:
    """Make the field that was read from the segments of the given texts."""
    words = [w for s in layout.segments if s.text.raw in texts for w in s.text.words]
    assert words
    return Field(value, " ".join(texts), 0.98, 1, layout.box_of(words), trechos=layout.trechos_of(words))


def whole(sheet: Sheet, read: str, tipo: str = "comprovante_cnpj", line: str = "") -> Field:
    layout = sheet.layout()
    campos: Mapping[str, Field] = {"razao_social": of(layout, [line or read], read)}
    [document] = declared.complete([Document("a.pdf", (1,), tipo, 0.97, campos)], [layout.page], FICHA)
    return document.campos["razao_social"]


def address(sheet: Sheet, valor: dict[str, str]) -> Field:
    layout = sheet.layout()
    field = of(layout, list(valor.values()), valor)
    [document] = declared.complete(
        [Document("a.pdf", (1,), "comprovante_cnpj", 0.97, {"endereco": field})], [layout.page], FICHA
    )
    return document.campos["endereco"]


def test_the_first_line_of_a_name_is_completed_below() -> None:
    sheet = Sheet()
    sheet.put(0.06, 0.30, "NOME EMPRESARIAL", 0.008)
    sheet.lines(0.06, 0.312, "BOM JESUS TRANSPORTADOR", "REVENDEDOR RETALHISTA LTDA.")
    found = whole(sheet, "BOM JESUS TRANSPORTADOR")
    assert found.valor == "BOM JESUS TRANSPORTADOR REVENDEDOR RETALHISTA LTDA."
    assert len(found.trechos) == 2 and found.confianca <= 0.9
    assert found.caixa[1] < 0.313 and found.caixa[3] > 0.33


@pytest.mark.parametrize("over", ["Certificamos que a empresa", "RAZÃO SOCIAL", None])
def test_the_last_line_of_a_centred_name_is_completed_above(over: str | None) -> None:
    sheet = Sheet()
    if over:
        sheet.lines(0.05, 0.286, over, centred=0.9)
    sheet.lines(0.05, 0.30, "BOM JESUS TRANSPORTADOR REVENDEDOR", "RETALHISTA LTDA", centred=0.9)
    found = whole(sheet, "RETALHISTA LTDA", "alvara_funcionamento")
    assert found.valor == "BOM JESUS TRANSPORTADOR REVENDEDOR RETALHISTA LTDA"


def test_a_label_level_with_the_second_line() -> None:
    sheet = Sheet()
    sheet.put(0.3, 0.30, "BOM JESUS TRANSPORTADOR REVENDEDOR")
    sheet.put(0.06, 0.313, "Razão social:")
    sheet.put(0.3, 0.313, "RETALHISTA LTDA")
    assert whole(sheet, "RETALHISTA LTDA", "alvara_funcionamento").valor.startswith("BOM JESUS")


def test_three_lines() -> None:
    sheet = Sheet()
    sheet.lines(0.06, 0.30, "BOM JESUS", "TRANSPORTADOR REVENDEDOR", "RETALHISTA LTDA")
    assert whole(sheet, "BOM JESUS").valor == "BOM JESUS TRANSPORTADOR REVENDEDOR RETALHISTA LTDA"
    assert whole(sheet, "RETALHISTA LTDA").valor == "BOM JESUS TRANSPORTADOR REVENDEDOR RETALHISTA LTDA"


@pytest.mark.parametrize(
    ("lines", "read"),
    [
        (["BOM JESUS TRANSPORTADOR", "REVENDEDOR RETALHISTA NORTE LTDA"], "BOM JESUS TRANSPORTADOR"),
        (["BOM JESUS TRANSPORTADOR", "REVENDEDOR RETALHISTA"], "BOM JESUS TRANSPORTADOR"),
        (["BOM JESUS TRANSPORTADOR", "ATIVA", "REVENDEDOR RETALHISTA LTDA"], "BOM JESUS TRANSPORTADOR"),
        (["BOM JESUS TRANSPORTADOR LTDA", "REVENDEDOR RETALHISTA LTDA"], "BOM JESUS TRANSPORTADOR LTDA"),
        (["NOVO BOM JESUS TRANSPORTADOR REVENDEDOR", "RETALHISTA LTDA"], "RETALHISTA LTDA"),
        (["IRMÃOS ALVES E", "BOM JESUS TRANSPORTADOR REVENDEDOR", "RETALHISTA LTDA"], "RETALHISTA LTDA"),
        (["SANTA CRUZ TRANSPORTADOR REVENDEDOR", "RETALHISTA LTDA"], "RETALHISTA LTDA"),
    ],
)
def test_lines_of_another_name_are_not_joined(lines: list[str], read: str) -> None:
    sheet = Sheet()
    sheet.lines(0.06, 0.30, *lines)
    assert whole(sheet, read).valor == read


def test_lines_far_apart_or_of_other_print_are_not_joined() -> None:
    apart, small = Sheet(), Sheet()
    apart.put(0.06, 0.30, "BOM JESUS TRANSPORTADOR")
    apart.put(0.06, 0.34, "REVENDEDOR RETALHISTA LTDA")
    small.put(0.06, 0.30, "BOM JESUS TRANSPORTADOR", 0.02)
    small.put(0.06, 0.325, "REVENDEDOR RETALHISTA LTDA", 0.009)
    assert whole(apart, "BOM JESUS TRANSPORTADOR").valor == "BOM JESUS TRANSPORTADOR"
    assert whole(small, "BOM JESUS TRANSPORTADOR").valor == "BOM JESUS TRANSPORTADOR"


def test_parts_of_an_address_wrapped_in_narrow_cells() -> None:
    sheet = Sheet()
    sheet.put(0.06, 0.30, "R CEL JOAQUIM TEODORO")
    sheet.put(0.5, 0.30, "1450")
    sheet.lines(0.06, 0.33, "CONJUNTO HABITACIONAL", "ESPERANCA")
    sheet.lines(0.4, 0.33, "JUAZEIRO DO", "NORTE")
    sheet.put(0.7, 0.33, "CE")
    found = address(
        sheet,
        {
            "logradouro": "R CEL JOAQUIM TEODORO",
            "numero": "1450",
            "bairro": "CONJUNTO HABITACIONAL",
            "municipio": "JUAZEIRO DO",
            "uf": "CE",
        },
    )
    assert found.valor["bairro"] == "CONJUNTO HABITACIONAL ESPERANCA"
    assert found.valor["municipio"] == "JUAZEIRO DO NORTE"
    assert found.valor["logradouro"] == "R CEL JOAQUIM TEODORO"


def test_a_district_of_three_lines_read_for_two() -> None:
    sheet = Sheet()
    sheet.lines(0.06, 0.33, "CONJUNTO", "HABITACIONAL", "ESPERANCA")
    layout = sheet.layout()
    field = of(layout, ["CONJUNTO", "HABITACIONAL"], {"logradouro": "R X", "bairro": "CONJUNTO HABITACIONAL"})
    paper = Document("a.pdf", (1,), "comprovante_cnpj", 0.97, {"endereco": field})
    [document] = declared.complete([paper], [layout.page], FICHA)
    assert document.campos["endereco"].valor["bairro"] == "CONJUNTO HABITACIONAL ESPERANCA"


def test_two_rows_of_a_form_are_not_one_name() -> None:
    sheet = Sheet()
    sheet.put(0.06, 0.30, "Matriz:")
    sheet.put(0.3, 0.30, "BOM JESUS TRANSPORTADOR REVENDEDOR")
    sheet.put(0.06, 0.325, "Nome:")
    sheet.put(0.3, 0.325, "RETALHISTA LTDA")
    layout = sheet.layout()
    field = of(layout, ["RETALHISTA LTDA"], "RETALHISTA LTDA")
    paper = Document("a.pdf", (1,), "alvara_funcionamento", 0.97, {"razao_social": field})
    assert completed(paper.campos, paper, [layout], FICHA)["razao_social"] == field


def test_a_district_of_another_name_stays_as_read() -> None:
    sheet = Sheet()
    sheet.put(0.06, 0.30, "R CEL JOAQUIM TEODORO")
    sheet.put(0.5, 0.30, "1450")
    sheet.lines(0.06, 0.33, "CONJUNTO HABITACIONAL", "BOA ESPERANCA")
    found = address(sheet, {"logradouro": "R CEL JOAQUIM TEODORO", "numero": "1450", "bairro": "CONJUNTO HABITACIONAL"})
    assert found.valor["bairro"] == "CONJUNTO HABITACIONAL"


@pytest.mark.parametrize(("read", "wanted"), [("145O", "1450"), ("145A", "145A"), ("14O", "14O"), ("1450", "1450")])
def test_a_nought_read_for_a_letter_in_the_declared_number(read: str, wanted: str) -> None:
    sheet = Sheet()
    sheet.put(0.06, 0.30, "R CEL JOAQUIM TEODORO")
    sheet.put(0.5, 0.30, read)
    found = address(sheet, {"logradouro": "R CEL JOAQUIM TEODORO", "numero": read})
    assert found.valor["numero"] == wanted
    assert found.reparado == (read != wanted)
    assert found.confianca <= (0.85 if read != wanted else 1.0)
