"""A paper that seems missing may be one that was taken for another: what is too much and resembles it is a doubt."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from docverify import ficha
from docverify.model import Decision, Document, DossierFacts
from docverify.norms import decide, load_norm
from tests.acceptance.norms.cases import BASE, build


def judged(*extra: Document) -> Decision:
    declared, documents = build({"norma": "GLP297", "nome": "x", "tira": ["alvara_funcionamento"]})
    parsed = ficha.parse(json.dumps(declared, default=str).encode())
    day = BASE["data_referencia"]
    return decide(parsed, parsed.pedido, [*documents, *extra], DossierFacts(), load_norm("GLP297"), day)


def item(decision: Decision, name: str) -> str:
    return next(i.situacao for i in decision.itens if i.id == name)


OTHER = Document("x.pdf", (1,), "desconhecido", 0.99, {}, qualidade=0.95)


def test_without_a_look_alike_it_is_missing() -> None:
    assert item(judged(), "GLP-06") == "ausente"
    assert item(judged(replace(OTHER, indicios={"alvara_funcionamento": 1.4})), "GLP-06") == "ausente"


@pytest.mark.parametrize("tipo", ["desconhecido", "declaracao_prefeitura"])
def test_a_paper_that_nobody_asked_for_and_that_resembles_it_is_a_doubt(tipo: str) -> None:
    paper = replace(OTHER, tipo=tipo, indicios={"alvara_funcionamento": 3.1})
    decision = judged(paper)
    assert item(decision, "GLP-06") == "em_analise" and decision.resultado == "em_analise"


def test_one_of_two_papers_of_a_type_may_be_it() -> None:
    twin = replace(OTHER, tipo="requerimento", indicios={"alvara_funcionamento": 3.1})
    assert item(judged(twin), "GLP-06") == "em_analise"
