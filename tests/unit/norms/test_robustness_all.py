"""Bad readings, junk, gaps and stray papers, under every norm: judged, never a crash, never a guess."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from docverify.model import TIPOS
from docverify.norms.other_company import NOMEIAM_OUTRA
from docverify.values.addresses import Endereco
from tests.acceptance.norms.cases import (
    document,
)
from tests.unit.norms.dossiers import BASES, CASES, NAMES, WHICH, Case, in_order, judge, parsed


@pytest.mark.parametrize("case", CASES, ids=[f"{c['norma']}: {c['nome']}" for c in CASES])
def test_nothing_is_decided_on_what_was_hardly_read(case: Case) -> None:
    declared, documents = parsed(case)
    dim = [
        replace(d, qualidade=0.3, campos={n: replace(f, confianca=0.3) for n, f in d.campos.items()}) for d in documents
    ]
    doubtful = {**case, "fatos": {**case.get("fatos", {}), "paginas_em_duvida": True}}
    for item in judge(doubtful, declared, dim).itens:
        for reason in item.motivos:
            assert reason.evidencia is None or reason.gravidade != "impede", (item.id, reason)


@given(WHICH, st.data(), st.floats(min_value=0, max_value=0.49))
@settings(max_examples=300, deadline=None)
def test_a_dossier_is_not_rejected_for_one_field_read_badly(index: int, data: Any, confidence: float) -> None:
    declared, documents, _ = in_order(index)
    places = [(i, n) for i, d in enumerate(documents) for n in d.campos]
    at, name = data.draw(st.sampled_from(places))
    document = documents[at]
    fields = {**document.campos, name: replace(document.campos[name], confianca=confidence)}
    changed = [*documents[:at], replace(document, campos=fields), *documents[at + 1 :]]
    assert judge(BASES[index], declared, changed).resultado in ("aceito", "em_analise"), (document.tipo, name)


JUNK = st.sampled_from(
    [None, "", "3²", "x" * 20_000, [], {}, [None], [{"nome": None}], {"cep": 1}, 10**30, -1, 2.5, False]
)


@given(st.sampled_from(CASES), st.data())
@settings(max_examples=300, deadline=None)
def test_junk_in_any_field_is_judged_and_never_a_crash(case: Case, data: Any) -> None:
    declared, documents = parsed(case)
    spoilt = []
    for old in documents:
        fields = dict(old.campos)
        for name in data.draw(st.sets(st.sampled_from(sorted(fields)), max_size=3)) if fields else ():
            value = data.draw(JUNK)
            fields[name] = replace(fields[name], valor=value, lido=str(value))
        spoilt.append(replace(old, campos=fields))
    assert judge(case, declared, spoilt).resultado in ("aceito", "rejeitado", "em_analise")


@given(st.sampled_from(CASES), st.data())
@settings(max_examples=200, deadline=None)
def test_what_the_ficha_lacks_is_judged_and_never_a_crash(case: Case, data: Any) -> None:
    declared, documents = parsed(case)
    keys = ("razao_social", "cnpj", "inscricao_estadual", "endereco", "responsavel", "nome_fantasia", "data")
    lists = ("socios", "filiais", "vias_de_acesso", "distribuidores", "estados_onde_atua")
    gone: dict[str, Any] = {k: None for k in data.draw(st.sets(st.sampled_from(keys)))}
    gone |= {k: () for k in data.draw(st.sets(st.sampled_from(lists)))}
    decision = judge(case, replace(declared, **gone), documents)
    assert decision.resultado in ("aceito", "rejeitado", "em_analise")
    if {"cnpj", "razao_social"} & set(gone) and case["norma"] != "RES41":
        situations = {i.situacao for i in decision.itens}
        assert decision.resultado != "aceito" or situations <= {"nao_verificavel", "nao_aplicavel", "conforme"}


OTHERS = {
    "cnpj": "00000000000191",
    "razao_social": "TRANSPORTES SERRA AZUL LTDA",
    "endereco": {"logradouro": "Rua Zacarias Quintino", "numero": "9", "municipio": "Palmas", "uf": "TO"},
    "validade": "1990-01-31",
    "situacao_cadastral": "BAIXADA",
    "resultado": "positiva",
    "municipio_emissor": "Palmas",
}
NAME_OTHERS = (*NOMEIAM_OUTRA, "contrato_cessao_espaco")


@pytest.mark.parametrize("index", range(len(BASES)), ids=NAMES)
def test_another_company_place_or_day_on_any_paper_is_never_accepted(index: int) -> None:
    case = BASES[index]
    declared, documents, _ = in_order(index)
    accepted = []
    for at, paper in enumerate(documents):
        if paper.tipo in NAME_OTHERS or (case["base"] == "fusao" and paper.tipo == "licenca_operacao"):
            continue
        for name in set(paper.campos) & set(OTHERS):
            value = OTHERS[name]
            fields = {**paper.campos, name: replace(paper.campos[name], valor=value, lido=str(value))}
            changed = [*documents[:at], replace(paper, campos=fields), *documents[at + 1 :]]
            if judge(case, declared, changed).resultado == "aceito":
                accepted.append((paper.tipo, name))
    assert accepted == []


@pytest.mark.parametrize("index", range(len(BASES)), ids=NAMES)
def test_one_more_paper_of_any_type_in_the_applicants_name_rejects_nothing(index: int) -> None:
    case = BASES[index]
    declared, documents, _ = in_order(index)
    assert declared.endereco is not None
    place = {n: v for n in ("logradouro", "numero", "municipio", "uf") if (v := getattr(declared.endereco, n))}
    own = {"cnpj": declared.cnpj, "razao_social": declared.razao_social, "endereco": place}
    for tipo in TIPOS:
        decision = judge(case, declared, [*documents, document(tipo, {"campos": own}, 99)])
        assert decision.resultado != "rejeitado", tipo


STRANGER = {"cnpj": "00000000000191", "razao_social": "TRANSPORTES SERRA AZUL LTDA", "validade": "2030-01-01"}


@pytest.mark.parametrize("index", range(len(BASES)), ids=NAMES)
def test_one_more_paper_of_another_company_rejects_nothing(index: int) -> None:
    """A stray paper may raise a doubt; only a CNPJ card where none else is there contradicts the Ficha."""
    case = BASES[index]
    declared, documents, _ = in_order(index)
    assert declared.endereco is not None
    here = {n: v for n in ("logradouro", "numero", "municipio", "uf") if (v := getattr(declared.endereco, n))}
    for tipo in TIPOS:
        if tipo == "comprovante_cnpj" and all(d.tipo != tipo for d in documents):
            continue
        for place in (here, OTHERS["endereco"], None):
            stray = document(tipo, {"campos": {**STRANGER, "endereco": place}}, 99)
            assert judge(case, declared, [*documents, stray]).resultado != "rejeitado", (tipo, place)


@pytest.mark.parametrize("index", range(len(BASES)), ids=NAMES)
def test_a_scanned_ficha_that_was_read_badly_rejects_nothing(index: int) -> None:
    declared, documents, _ = in_order(index)
    keys = (
        "cnpj",
        "razao_social",
        "inscricao_estadual",
        "endereco.logradouro",
        "endereco.numero",
        "endereco.municipio",
    )
    keys += ("endereco.uf", "responsavel.nome", "responsavel.cpf", "socios", "filiais", "distribuidores")
    scanned = replace(declared, origem="digitalizada", confiancas=dict.fromkeys(keys, 0.5))
    other = "Zulmira Tavares Bento"
    misread: list[dict[str, Any]] = [
        {},
        {"cnpj": STRANGER["cnpj"]},
        {"razao_social": STRANGER["razao_social"]},
        {"inscricao_estadual": "999999990"},
        {"endereco": Endereco(**OTHERS["endereco"])},
        {"socios": tuple(replace(s, nome=other, documento=None) for s in declared.socios)},
        {"filiais": tuple(replace(f, cnpj=STRANGER["cnpj"]) for f in declared.filiais)},
    ]
    if declared.responsavel is not None:
        misread.append({"responsavel": replace(declared.responsavel, nome=other, cpf=None)})
    for change in misread:
        decision = judge(BASES[index], replace(scanned, **change), list(documents))
        assert decision.resultado != "rejeitado", change
