"""A declared partner whom the contrato qualifies is one, unless it tells that they leave or only witness."""

from __future__ import annotations

from typing import Any

import pytest
from tests.unit.documents.pages import page

from docverify.documents import declared
from docverify.model import Document, Ficha, Field, Pedido, Socio

FICHA = Ficha(
    origem="json",
    pedido=Pedido(norma="TRR95"),
    razao_social="TRR Planalto Ltda",
    cnpj="11222333000181",
    socios=(Socio("Paulo Sérgio Brandão"), Socio("Eliane dos Santos")),
)


def partners(text: str, known: list[Any] | None = None, tipo: str = "contrato_social") -> list[str]:
    fields = {} if known is None else {"socios": Field(known, "lido", 0.9, 1, (0.1, 0.1, 0.2, 0.2))}
    [found] = declared.complete([Document("a.pdf", (1,), tipo, 0.97, fields)], [page(text)], FICHA)
    socios = found.campos.get("socios")
    return [] if socios is None else [p["nome"] for p in socios.valor]


def test_a_partner_left_out_of_the_list_is_added_and_the_list_kept() -> None:
    text = "PAULO SÉRGIO BRANDÃO, brasileiro, casado, CPF 1, e ELIANE DOS SANTOS, brasileira, viúva, resolvem"
    assert partners(text, [{"nome": "PAULO SÉRGIO BRANDÃO"}]) == ["PAULO SÉRGIO BRANDÃO", "Eliane dos Santos"]
    assert partners(text) == ["Paulo Sérgio Brandão", "Eliane dos Santos"]


@pytest.mark.parametrize(
    "text",
    [
        "Testemunhas: ELIANE DOS SANTOS, brasileira, CPF 1",
        "representada por ELIANE DOS SANTOS, brasileira, contadora",
        "PAULO LIMA, casado em comunhão de bens com ELIANE DOS SANTOS, brasileira, comerciante",
        "ELIANE DOS SANTOS, brasileira, viúva. Retira-se da sociedade a sócia ELIANE DOS SANTOS, que cede",
        "ELIANE DOS SANTOS SOUZA LIMA assina o presente sem mais palavras",
        "ELIANE SANTOS, brasileira",
    ],
)
def test_who_is_no_partner_is_not_added(text: str) -> None:
    assert "Eliane dos Santos" not in partners(text)


def test_only_the_contract_tells_partners() -> None:
    assert partners("ELIANE DOS SANTOS, brasileira, viúva", tipo="alvara_funcionamento") == []
