"""The words by which papers show that another reseller gave way, and the corner that an address names."""

from __future__ import annotations

import time

import pytest

from docverify.norms.checks.substituicao import PALAVRAS
from docverify.norms.checks.text import has
from docverify.norms.checks.vias import other_road


@pytest.mark.parametrize(
    ("o_que", "text"),
    [
        ("retomada", "MANDADO DE IMISSÃO NA POSSE"),
        ("retomada", "MANDADO DE\nREINTEGRAÇÃO DE POSSE"),
        ("retomada", "para reintegrar o autor na posse do imóvel"),
        ("retomada", "MANDADO DE DESPEJO"),
        ("mudanca", "resolvem alterar o endereço da sede"),
        ("mudanca", "a transferência da sede para outro município"),
        ("mudanca", "fica extinta a filial"),
        ("mudanca", "passa a ter por objeto o comércio de bebidas"),
        ("sucessao", "assume o ativo e o passivo"),
        ("sucessao", "a incorporadora sucede em todos os direitos"),
        ("encerramento", "encerrou as atividades"),
        ("encerramento", "foi baixada de ofício"),
    ],
)
def test_words_that_show_it(o_que: str, text: str) -> None:
    assert has(text, PALAVRAS[o_que].certas)


@pytest.mark.parametrize(
    ("o_que", "text"),
    [
        ("retomada", "MANDADO DE PENHORA E AVALIAÇÃO"),
        ("mudanca", "aumento do capital social"),
        ("mudanca", "QUARTA ALTERAÇÃO CONTRATUAL DA SOCIEDADE POSTO A LTDA, com sede na Rua B"),
        ("mudanca", "o encerramento do exercício social dar-se-á em 31 de dezembro"),
        ("mudanca", "em caso de dissolução da sociedade, os haveres serão apurados"),
        ("sucessao", "contrato de comodato"),
        ("encerramento", "declaramos que a empresa está em dia com os tributos"),
    ],
)
def test_words_that_do_not(o_que: str, text: str) -> None:
    assert not has(text, PALAVRAS[o_que].certas)


@pytest.mark.parametrize("unit", ["TRANSFER", "ALTERACAO ", "MUDANCA ", "PASSA", "X", "ENCERR "])
def test_long_texts_cost_little(unit: str) -> None:
    text = unit * (1_000_000 // len(unit))
    start = time.perf_counter()
    for words in PALAVRAS.values():
        for pattern in (words.certas, words.talvez, words.nega):
            if pattern is not None:
                has(text, pattern)
    assert time.perf_counter() - start < 10


@pytest.mark.parametrize(
    ("address", "road"),
    [
        ("Av. Brasil, 100, esquina com a Rua General Osório", "RUA GENERAL OSORIO"),
        ("Rua A, 10, esq. c/ Av. Central", "AV. CENTRAL"),
        ("Rua A, 10", None),
        ("Esquina do Sabor Ltda", None),
        ("", None),
    ],
)
def test_the_road_at_a_corner(address: str, road: str | None) -> None:
    assert other_road(address) == road
