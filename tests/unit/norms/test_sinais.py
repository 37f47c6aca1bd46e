"""Signs on a paper become reasons for a person, each with its place; never a defect, never a silence."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from docverify.model import DossierFacts, Item, Pedido
from docverify.norms import decide
from docverify.norms.parser import parse_norm
from docverify.norms.registry import CHECKS
from docverify.values.sinais import REMENDO, Sinal
from tests.acceptance.norms.cases import document
from tests.unit.norms.dossiers import BASES, CASES, ORDER, judge, parsed
from tests.unit.norms.invented import HEAD, a_ficha, rule

DAY = date(2026, 11, 30)
CODES = ("documento_alterado", "documento_reutilizado", "leitores_divergentes")


def signed(code: str, **changes: object) -> Sinal:
    return replace(Sinal(code, REMENDO, (0.1, 0.2, 0.3, 0.4), 1, "validade", None, "31/12/2026"), **changes)  # type: ignore[arg-type]


def judged(*signs: Sinal, validade: str = "2026-12-31") -> Item:
    paper = document("alvara_funcionamento", {"campos": {"validade": validade}}, 0)
    text = HEAD + rule(documentos='["alvara_funcionamento"]', verificacoes='[{ nome = "validade" }]')
    norm = parse_norm(text + rule("R-T", situacoes='["troca"]', nao_verificavel='"Nada."'), "mun1.toml", CHECKS)
    declared = a_ficha(Pedido(situacao="novo"))
    return decide(declared, declared.pedido, [replace(paper, sinais=signs)], DossierFacts(), norm, DAY).itens[0]


@pytest.mark.parametrize("code", CODES)
def test_a_sign_is_a_reason_with_its_place(code: str) -> None:
    item = judged(signed(code))
    assert item.situacao == "em_analise"
    (reason,) = item.motivos
    assert (reason.codigo, reason.gravidade) == (code, "revisar")
    assert REMENDO in reason.mensagem
    assert reason.mensagem.startswith("O alvará")
    assert reason.evidencia is not None
    assert (reason.evidencia.documento, reason.evidencia.pagina, reason.evidencia.campo) == (0, 1, "validade")
    assert reason.evidencia.caixa == (0.1, 0.2, 0.3, 0.4)
    assert reason.evidencia.lido == "31/12/2026"


def test_no_sign_no_reason() -> None:
    assert judged().situacao == "conforme"


def test_a_defect_stays_one() -> None:
    item = judged(signed("documento_alterado"), validade="2025-12-31")
    assert item.situacao == "nao_conforme"
    assert {r.codigo for r in item.motivos} == {"validade_vencida", "documento_alterado"}


@given(st.data())
@settings(max_examples=40, deadline=None)
def test_a_sign_makes_no_item_worse_than_a_doubt_and_no_dossier_better(data: st.DataObject) -> None:
    case = data.draw(st.sampled_from(BASES + CASES))
    declared, papers = parsed(case)
    if not papers:
        return
    before = judge(case, declared, papers)
    at, code = data.draw(st.integers(0, len(papers) - 1)), data.draw(st.sampled_from(CODES))
    sign = signed(code, pagina=papers[at].paginas[0], campo=None)
    after = judge(case, declared, [replace(p, sinais=(sign,)) if i == at else p for i, p in enumerate(papers)])
    for was, now in zip(before.itens, after.itens, strict=True):
        assert ORDER[now.situacao] <= max(ORDER[was.situacao], ORDER["em_analise"]), (case["nome"], now.id)
    if before.resultado != "aceito":
        assert after.resultado != "aceito", case["nome"]
