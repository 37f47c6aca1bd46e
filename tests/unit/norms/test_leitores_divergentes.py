"""Nothing rests on a field of which two readers saw different things, neither a defect nor a silence."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from docverify.model import Document, DossierFacts, Item, Pedido
from docverify.norms import decide
from docverify.norms.parser import parse_norm
from docverify.norms.registry import CHECKS
from tests.acceptance.norms.cases import document
from tests.unit.norms.dossiers import BASES, CASES, ORDER, judge, parsed
from tests.unit.norms.invented import HEAD, a_ficha, rule

DAY = date(2026, 11, 30)


def disputed(paper: Document, *names: str, visto: str = "outra coisa") -> Document:
    changed = {n: replace(paper.campos[n], testemunha="diverge", visto=visto, confianca=0.5) for n in names}
    return replace(paper, campos={**paper.campos, **changed})


def judged(fields: dict[str, Any], *names: str, visto: str = "31/12/2025") -> Item:
    paper = disputed(document("alvara_funcionamento", {"campos": fields}, 0), *names, visto=visto)
    text = HEAD + rule(documentos='["alvara_funcionamento"]', verificacoes='[{ nome = "validade" }]')
    norm = parse_norm(text + rule("R-T", situacoes='["troca"]', nao_verificavel='"Nada."'), "mun1.toml", CHECKS)
    declared = a_ficha(Pedido(situacao="novo"))
    return decide(declared, declared.pedido, [paper], DossierFacts(), norm, DAY).itens[0]


@pytest.mark.parametrize("valor", ["2026-12-31", "2025-12-31"])
def test_a_validity_that_two_readers_see_differently_neither_passes_nor_fails(valor: str) -> None:
    item = judged({"validade": valor}, "validade")
    assert item.situacao == "em_analise"
    (reason,) = item.motivos
    assert (reason.codigo, reason.gravidade) == ("leitores_divergentes", "revisar")
    assert valor in reason.mensagem and "31/12/2025" in reason.mensagem
    assert reason.evidencia is not None and reason.evidencia.campo == "validade"


def test_what_no_check_looks_at_raises_no_doubt() -> None:
    assert judged({"validade": "2026-12-31", "nome_fantasia": "Gás"}, "nome_fantasia").situacao == "conforme"


def test_a_declared_value_that_the_witness_disputes_is_a_doubt() -> None:
    declared, papers = parsed(BASES[0])
    sound = judge(BASES[0], declared, papers)
    changed = [disputed(p, "cnpj") if "cnpj" in p.campos else p for p in papers]
    told = judge(BASES[0], declared, changed)
    assert sound.resultado == "aceito" and told.resultado == "em_analise"
    codes = {r.codigo for i in told.itens for r in i.motivos if r.gravidade == "revisar"}
    assert codes == {"leitores_divergentes"}


@given(st.data())
@settings(max_examples=60, deadline=None)
def test_a_divergence_makes_no_item_worse_than_a_doubt_and_no_dossier_acceptable(data: Any) -> None:
    case = data.draw(st.sampled_from(BASES + CASES))
    declared, papers = parsed(case)
    if declared.origem != "json":
        return
    before = judge(case, declared, papers)
    spots = [(i, n) for i, p in enumerate(papers) for n in p.campos]
    if not spots:
        return
    at, name = data.draw(st.sampled_from(spots))
    after = judge(case, declared, [disputed(p, name) if i == at else p for i, p in enumerate(papers)])
    for was, now in zip(before.itens, after.itens, strict=True):
        assert ORDER[now.situacao] <= max(ORDER[was.situacao], ORDER["em_analise"]), (case["nome"], name, now.id)
    if before.resultado == "rejeitado":
        assert after.resultado != "aceito", (case["nome"], name)
    if before.resultado == "em_analise":
        assert after.resultado != "aceito", (case["nome"], name)
