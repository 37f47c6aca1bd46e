"""Which papers answer a rule: parts, establishments, States, groups, the other company's, those that stand in."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from docverify.model import DossierFacts, Filial, Pedido
from docverify.norms.registry import CheckSpec
from docverify.values.addresses import Endereco
from tests.unit.norms.invented import (
    ALVARA,
    GOOD,
    HERE,
    LICENCA,
    OLD,
    OTHER,
    OWN,
    THERE,
    a_ficha,
    codes,
    item,
    judge,
    paper,
    rule,
    states,
)

PARTS = rule() + (
    "[[regras.partes]]\ndocumentos = " + ALVARA + '\nverificacoes = [{ nome = "validade" }]\n'
    '[[regras.partes]]\ndocumentos = ["licenca_operacao"]\nopcional = true\nverificacoes = [{ nome = "validade" }]\n'
    '[[regras.partes]]\ndocumentos = ["comprovante_cnpj"]\nsituacoes = ["troca"]\n'
)


@pytest.mark.parametrize(
    ("documents", "situation", "state"),
    [
        ([("alvara_funcionamento", GOOD)], "novo", "conforme"),
        ([("alvara_funcionamento", GOOD), ("licenca_operacao", OLD)], "novo", "nao_conforme"),
        ([("licenca_operacao", GOOD)], "novo", "ausente"),
        ([("alvara_funcionamento", GOOD)], "substituicao", "ausente"),
        ([("alvara_funcionamento", GOOD), ("comprovante_cnpj", {"cnpj": OWN})], "substituicao", "conforme"),
        ([("alvara_funcionamento", OLD)], "substituicao", "ausente"),
    ],
)
def test_every_part_is_owed_and_the_worst_stands(
    checks: dict[str, CheckSpec], documents: list[tuple[str, dict[str, Any]]], situation: str, state: str
) -> None:
    papers = [paper(t, i, **c) for i, (t, c) in enumerate(documents)]
    decision = judge(PARTS, checks, papers, a_ficha(Pedido(situacao=situation)))
    assert item(decision).situacao == state
    assert set(item(decision).documentos) <= set(range(len(papers)))
    in_doubt = judge(PARTS, checks, papers, a_ficha(Pedido(situacao=situation)), DossierFacts(paginas_em_duvida=True))
    expected = {"ausente": "nao_conforme" if OLD in [c for _, c in documents] else "em_analise"}.get(state, state)
    assert item(in_doubt).situacao == expected


ESTABLISHMENTS = rule() + (
    '[[regras.partes]]\ndocumentos = ["inscricao_estadual"]\npor = "estabelecimento"\n'
    'verificacoes = [{ nome = "cnpj" }, { nome = "inscricao_estadual" }, { nome = "uf_emissor" }]\n'
)
BRANCH = "11222333000262"
BRANCHES = a_ficha(inscricao_estadual="110042490114", filiais=(Filial(BRANCH, "MT", "00130000019"),))
MATRIZ_IE = {"cnpj": OWN, "inscricao_estadual": "110042490114", "uf": "SP"}
FILIAL_IE = {"cnpj": BRANCH, "inscricao_estadual": "00130000019", "uf": "MT"}


@pytest.mark.parametrize(
    ("papers", "state", "said"),
    [
        ([MATRIZ_IE, FILIAL_IE], "conforme", []),
        ([FILIAL_IE, MATRIZ_IE], "conforme", []),
        ([MATRIZ_IE], "nao_conforme", ["filial_nao_coberta:impede"]),
        ([], "ausente", ["documento_ausente:impede", "documento_ausente:impede"]),
        ([FILIAL_IE], "ausente", ["documento_ausente:impede"]),
        ([MATRIZ_IE, {**FILIAL_IE, "cnpj": None}], "conforme", []),  # told by its inscription
        ([MATRIZ_IE, {"uf": "MT"}], "conforme", []),  # told by its State
        ([MATRIZ_IE, {"situacao": "ATIVO"}], "em_analise", ["confianca_baixa:revisar"]),  # by elimination
        ([MATRIZ_IE, {**FILIAL_IE, "cnpj": OTHER}], "nao_conforme", ["cnpj_divergente:impede"]),
        ([MATRIZ_IE, {**FILIAL_IE, "uf": "GO"}], "nao_conforme", ["uf_emissor_divergente:impede"]),
        ([MATRIZ_IE, MATRIZ_IE], "nao_conforme", ["filial_nao_coberta:impede"]),
    ],
)
def test_a_paper_is_owed_for_each_establishment_and_compared_with_it(
    checks: dict[str, CheckSpec], papers: list[dict[str, Any]], state: str, said: list[str]
) -> None:
    documents = [paper("inscricao_estadual", i, **p) for i, p in enumerate(papers)]
    decision = judge(ESTABLISHMENTS, checks, documents, BRANCHES)
    assert item(decision).situacao == state
    assert codes(decision) == said


STATES = rule() + '[[regras.partes]]\ndocumentos = ["certidao_negativa_estadual"]\npor = "estado"\n'


@pytest.mark.parametrize(
    ("states", "papers", "state", "said"),
    [
        (("GO", "MT"), ["GO", "MT"], "conforme", []),
        (("GO", "MT"), ["GO"], "nao_conforme", ["uf_nao_coberta:impede"]),
        (("GO", "MT"), [], "ausente", ["documento_ausente:impede"]),
        (("GO", "MT"), ["GO", None], "em_analise", ["confianca_baixa:revisar"]),
        (("GO", "MT"), ["GO", "Estado de Mato Grosso"], "conforme", []),
        ((), ["SP"], "conforme", []),
        ((), ["GO"], "nao_conforme", ["uf_nao_coberta:impede"]),
    ],
)
def test_a_paper_is_owed_for_each_state(
    checks: dict[str, CheckSpec], states: tuple[str, ...], papers: list[str | None], state: str, said: list[str]
) -> None:
    documents = [paper("certidao_negativa_estadual", i, uf=uf) for i, uf in enumerate(papers)]
    decision = judge(STATES, checks, documents, a_ficha(estados_onde_atua=states))
    assert (item(decision).situacao, codes(decision)) == (state, said)


GROUP = (
    rule("K-1", situacoes='["troca"]', grupo='"k"', documentos='["comprovante_cnpj"]', de='"substituida"')
    + rule("K-2", situacoes='["troca"]', grupo='"k"', documentos='["distrato_social"]', de='"substituida"',
           verificacoes='[{ nome = "validade" }]')
    + rule("R-1", documentos='["comprovante_cnpj"]', verificacoes='[{ nome = "cnpj" }]')
)  # fmt: skip
SWAP = a_ficha(Pedido(situacao="substituicao"))
OWN_CARD = {"cnpj": OWN, "razao_social": "Posto Taquaral Ltda", "endereco": HERE}
OTHER_CARD = {"cnpj": OTHER, "razao_social": "Auto Posto Serra Azul Ltda", "endereco": HERE}


def test_one_of_a_group_is_enough_and_the_others_only_warn(checks: dict[str, CheckSpec]) -> None:
    papers = [paper("comprovante_cnpj", 0, **OWN_CARD), paper("comprovante_cnpj", 1, **OTHER_CARD)]
    bad = paper("distrato_social", 2, **OLD)
    alone = judge(GROUP, checks, papers, SWAP)
    assert states(alone) == {"K-1": "conforme", "K-2": "nao_aplicavel", "R-1": "conforme"}
    both = judge(GROUP, checks, [*papers, bad], SWAP)
    assert states(both) == states(alone)
    assert codes(both, "K-2") == ["validade_vencida:alerta"]
    only_bad = judge(GROUP, checks, [papers[0], bad], SWAP)
    assert states(only_bad) == {"K-1": "nao_aplicavel", "K-2": "nao_conforme", "R-1": "conforme"}
    none = judge(GROUP, checks, papers[:1], SWAP)
    assert states(none) == {"K-1": "nao_aplicavel", "K-2": "nao_aplicavel", "R-1": "conforme"}


def test_a_group_of_which_one_rule_applies_is_owed(checks: dict[str, CheckSpec]) -> None:
    decision = judge(
        GROUP.replace('["troca"]', '["operacao"]', 1), checks, [paper("comprovante_cnpj", **OWN_CARD)], SWAP
    )
    assert states(decision) == {"K-1": "nao_aplicavel", "K-2": "ausente", "R-1": "conforme"}


@pytest.mark.parametrize(
    ("changes", "k1", "own"),
    [
        ({}, "conforme", "ausente"),
        ({"endereco": THERE}, "nao_aplicavel", "nao_conforme"),  # another company, elsewhere
        ({"endereco": None}, "em_analise", "nao_conforme"),  # nobody knows where
        ({"cnpj": {"valor": OTHER, "confianca": 0.5}}, "em_analise", "em_analise"),
        ({"cnpj": None}, "conforme", "ausente"),  # told by its name
        ({"cnpj": None, "razao_social": None}, "nao_aplicavel", "conforme"),
        ({"cnpj": "11222333000262"}, "nao_aplicavel", "nao_conforme"),  # a branch of the applicant
        ({"razao_social": "POSTO TAQUARAL LTDA"}, "em_analise", "nao_conforme"),  # the applicant's name
        ({"razao_social": None}, "conforme", "ausente"),
    ],
)
def test_another_companys_paper_is_told_by_company_and_place(
    checks: dict[str, CheckSpec], changes: dict[str, Any], k1: str, own: str
) -> None:
    card = paper("comprovante_cnpj", **{**OTHER_CARD, **changes})
    decision = judge(GROUP, checks, [card], SWAP)
    assert (states(decision)["K-1"], states(decision)["R-1"]) == (k1, own)


def test_in_a_plain_request_nobody_elses_papers_are_looked_for(checks: dict[str, CheckSpec]) -> None:
    card = paper("comprovante_cnpj", **OTHER_CARD)
    assert states(judge(GROUP, checks, [card]))["R-1"] == "nao_conforme"


def test_another_access_road_is_the_place_too(checks: dict[str, CheckSpec]) -> None:
    ficha = replace(SWAP, vias_de_acesso=(Endereco(**THERE),))
    card = paper("comprovante_cnpj", **{**OTHER_CARD, "endereco": THERE})
    assert states(judge(GROUP, checks, [card], ficha))["K-1"] == "conforme"


SUPPLIED = rule("R-1", documentos=LICENCA, suprido_por='"R-2"') + rule(
    "R-2", documentos='["protocolo_transferencia_titularidade"]', verificacoes='[{ nome = "validade" }]'
)


@pytest.mark.parametrize(
    ("documents", "state"),
    [
        ([], "ausente"),
        ([("protocolo_transferencia_titularidade", GOOD)], "conforme"),
        ([("protocolo_transferencia_titularidade", {})], "em_analise"),
        ([("protocolo_transferencia_titularidade", OLD)], "ausente"),
        ([("licenca_operacao", {}), ("protocolo_transferencia_titularidade", OLD)], "conforme"),
    ],
)
def test_a_rule_may_answer_for_another(
    checks: dict[str, CheckSpec], documents: list[tuple[str, dict[str, Any]]], state: str
) -> None:
    papers = [paper(t, i, **c) for i, (t, c) in enumerate(documents)]
    assert item(judge(SUPPLIED, checks, papers)).situacao == state


def test_a_partners_number_on_the_applicants_own_act_makes_it_nobody_elses(checks: dict[str, CheckSpec]) -> None:
    act = replace(
        paper("comprovante_cnpj", cnpj=OTHER, endereco=HERE), texto="a sociedade POSTO TAQUARAL LTDA, com sede"
    )
    decision = states(judge(GROUP, checks, [act], SWAP))
    assert (decision["K-1"], decision["R-1"]) == ("em_analise", "nao_conforme")
