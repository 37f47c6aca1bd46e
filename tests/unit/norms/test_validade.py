"""The validity engine: dates, exercise years, open-ended papers, renewal protocols; one table a lawyer can check."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from docverify.model import Document, DossierFacts, Item, Pedido
from docverify.norms import decide
from docverify.norms.parser import parse_norm
from docverify.norms.registry import CHECKS
from docverify.norms.schema import Norm
from tests.acceptance.norms.cases import document
from tests.unit.norms.invented import HEAD, OTHER, a_ficha, rule

DAY = date(2026, 11, 30)


def norm(check: str, tipo: str, protocolo: bool, ajustes: str = "") -> Norm:
    flag = ", protocolo = true" if protocolo else ""
    text = HEAD + ajustes + rule(documentos=f'["{tipo}"]', verificacoes=f'[{{ nome = "{check}"{flag} }}]')
    return parse_norm(text + rule("R-T", situacoes='["troca"]', nao_verificavel='"Nada."'), "mun1.toml", CHECKS)


def judged(
    check: str,
    fields: dict[str, Any],
    tipo: str = "alvara_funcionamento",
    day: date = DAY,
    protocols: list[dict[str, Any]] | None = None,
    ajustes: str = "",
) -> Item:
    papers: list[Document] = [document(tipo, {"campos": fields}, 0)]
    papers += [document("protocolo_renovacao", {"campos": p}, i) for i, p in enumerate(protocols or [], start=1)]
    declared = a_ficha(Pedido(situacao="novo"))
    rules = norm(check, tipo, protocols is not None, ajustes)
    return decide(declared, declared.pedido, papers, DossierFacts(), rules, day).itens[0]


def short(item: Item) -> list[str]:
    return [f"{m.codigo}:{m.gravidade}" for m in item.motivos]


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"validade": "2026-11-30"}, []),
        ({"validade": "2026-11-29"}, ["validade_vencida:impede"]),
        ({"validade": {"valor": "2026-11-29", "confianca": 0.5}}, ["confianca_baixa:revisar"]),
        ({"validade": {"valor": "2027-11-29", "confianca": 0.5}}, ["confianca_baixa:revisar"]),
        ({"validade": "amanhã"}, ["confianca_baixa:revisar"]),
        ({"validade": "2025-01-01", "data_emissao": "2026-01-01"}, ["confianca_baixa:revisar"]),
        ({"exercicio": 2026}, []),
        ({"exercicio": 2025}, ["validade_vencida:impede"]),
        ({"exercicio": 2027}, ["exercicio_divergente:revisar"]),
        ({"validade": "2027-11-29", "data_emissao": "2026-12-01"}, ["confianca_baixa:revisar"]),
        ({"exercicio": 0}, ["confianca_baixa:revisar"]),
        ({"exercicio": {"valor": 2026, "confianca": 0.4}}, ["confianca_baixa:revisar"]),
        ({"prazo_indeterminado": True}, []),
        ({"prazo_indeterminado": True, "exercicio": 2020}, []),
        ({}, ["validade_nao_encontrada:revisar"]),
    ],
)
def test_in_force_on_the_day(fields: dict[str, Any], said: list[str]) -> None:
    assert short(judged("validade", fields)) == said


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"exercicio": 2026}, []),
        ({"exercicio": 2025}, ["exercicio_divergente:impede"]),
        ({"exercicio": 2027}, ["exercicio_divergente:revisar"]),
        ({"exercicio": {"valor": 2026, "confianca": 0.4}}, ["confianca_baixa:revisar"]),
        ({"exercicio": {"valor": 2025, "confianca": 0.4}}, ["confianca_baixa:revisar"]),
        ({"exercicio": 2026, "validade": "2026-03-31"}, ["validade_vencida:impede"]),
        ({"exercicio": 2025, "validade": "2027-03-31"}, ["exercicio_divergente:impede"]),
        ({"exercicio": 2026, "prazo_indeterminado": True}, []),
        ({"prazo_indeterminado": True, "data_emissao": "2026-02-01"}, ["exercicio_divergente:revisar"]),
        ({"validade": "2026-12-31"}, []),
        ({"validade": "2027-03-31", "data_emissao": "2026-04-01"}, []),
        ({"validade": "2026-12-31", "data_emissao": "2025-12-20"}, []),
        ({"validade": "2027-03-31"}, ["exercicio_divergente:revisar"]),
        ({"validade": "2029-03-31", "data_emissao": "2026-04-01"}, ["exercicio_divergente:revisar"]),
        ({"validade": "2025-12-31"}, ["validade_vencida:impede"]),
        ({"data_emissao": "2026-02-01"}, []),
        ({"data_emissao": "2025-02-01"}, ["exercicio_divergente:impede"]),
        ({"data_emissao": {"valor": "2025-02-01", "confianca": 0.5}}, ["confianca_baixa:revisar"]),
        ({"data_emissao": "2027-02-01"}, ["exercicio_divergente:revisar"]),
        ({}, ["validade_nao_encontrada:revisar"]),
    ],
)
def test_of_the_exercise_year(fields: dict[str, Any], said: list[str]) -> None:
    assert short(judged("exercicio_do_ano", fields)) == said


LO = "licenca_operacao"
UNTIL = {"validade": "2026-10-31"}


@pytest.mark.parametrize(
    ("tipo", "protocols", "said"),
    [
        ("alvara_funcionamento", [], ["validade_vencida:impede"]),
        ("alvara_funcionamento", ["2026-10-30"], ["validade_vencida:alerta"]),
        ("alvara_funcionamento", ["2026-10-31"], ["protocolo_fora_do_prazo:revisar"]),
        ("alvara_funcionamento", ["2026-11-01"], ["protocolo_fora_do_prazo:impede", "validade_vencida:impede"]),
        ("alvara_funcionamento", ["2026-11-01", "2026-10-01"], ["validade_vencida:alerta"]),
        ("alvara_funcionamento", ["2026-10-01", "2026-11-01"], ["validade_vencida:alerta"]),
        (LO, ["2026-07-03"], ["validade_vencida:alerta"]),  # 120 days before
        (LO, ["2026-07-04"], ["protocolo_fora_do_prazo:revisar"]),  # 119
        (LO, ["2026-11-01"], ["protocolo_fora_do_prazo:impede", "validade_vencida:impede"]),
    ],
)
def test_a_renewal_asked_for_in_time_heals(tipo: str, protocols: list[str], said: list[str]) -> None:
    filed = [{"data_protocolo": p, "documento_renovado": tipo} for p in protocols]
    assert short(judged("validade", UNTIL, tipo, protocols=filed)) == said


@pytest.mark.parametrize(
    ("protocol", "said"),
    [
        ({"data_protocolo": "2026-01-10"}, ["tipo_incerto:revisar"]),
        ({"data_protocolo": "2026-01-10", "documento_renovado": LO}, ["validade_vencida:impede"]),
        ({"documento_renovado": "alvara_funcionamento"}, ["confianca_baixa:revisar"]),
        (
            {"data_protocolo": "2026-01-10", "documento_renovado": "alvara_funcionamento", "cnpj": OTHER},
            ["validade_vencida:impede"],
        ),
    ],
)
def test_a_protocol_that_says_too_little_or_is_anothers_heals_nothing(
    protocol: dict[str, Any], said: list[str]
) -> None:
    assert short(judged("validade", UNTIL, protocols=[protocol])) == said


def test_an_exercise_ends_with_its_year_and_a_renewal_in_it_heals() -> None:
    filed = {"data_protocolo": "2025-12-01", "documento_renovado": "alvara_funcionamento"}
    assert short(judged("exercicio_do_ano", {"exercicio": 2025}, protocols=[filed])) == ["exercicio_divergente:alerta"]
    late = {**filed, "data_protocolo": "2026-01-02"}
    assert "protocolo_fora_do_prazo:impede" in short(judged("exercicio_do_ano", {"exercicio": 2025}, protocols=[late]))


def test_the_120_days_are_a_setting() -> None:
    off = '[ajustes.lo_120_dias]\npadrao = false\ndescricao = "x"\ncitacao = "art. 1º"\n'
    filed = [{"data_protocolo": "2026-10-01", "documento_renovado": LO}]
    assert short(judged("validade", UNTIL, LO, protocols=filed, ajustes=off)) == ["validade_vencida:alerta"]


def test_where_no_protocol_is_accepted_it_is_said() -> None:
    declared = a_ficha(Pedido(situacao="novo"))
    papers = [
        document("alvara_funcionamento", {"campos": UNTIL}, 0),
        document("protocolo_renovacao", {"campos": {"data_protocolo": "2026-01-10"}}, 1),
    ]
    rules = norm("validade", "alvara_funcionamento", protocolo=False)
    item = decide(declared, declared.pedido, papers, DossierFacts(), rules, DAY).itens[0]
    assert short(item) == ["validade_vencida:impede", "protocolo_nao_aceito:impede"]
    missing = decide(declared, declared.pedido, papers[1:], DossierFacts(), rules, DAY).itens[0]
    assert short(missing) == ["documento_ausente:impede", "protocolo_nao_aceito:impede"]


DATES = st.dates(date(2020, 1, 1), date(2032, 12, 31)).map(date.isoformat)
FIELDS = st.fixed_dictionaries(
    {},
    optional={
        "validade": DATES,
        "data_emissao": DATES,
        "exercicio": st.integers(2020, 2032),
        "prazo_indeterminado": st.just(True),
    },
)
PROTOCOLS = st.lists(
    st.fixed_dictionaries({"data_protocolo": DATES}, optional={"documento_renovado": st.just("alvara_funcionamento")}),
    max_size=2,
)


@given(
    st.sampled_from(["validade", "exercicio_do_ano"]),
    FIELDS,
    PROTOCOLS | st.none(),
    st.dates(date(2020, 1, 1), date(2032, 12, 31)),
    st.integers(0, 2000),
)
@example(
    "exercicio_do_ano",
    {"validade": "2022-01-01", "exercicio": 2020},
    [{"data_protocolo": "2021-01-01", "documento_renovado": "alvara_funcionamento"}],
    date(2021, 4, 1),
    276,
)
@settings(max_examples=300, deadline=None)
def test_a_later_day_never_makes_an_expired_paper_good(
    check: str, fields: dict[str, Any], protocols: list[dict[str, Any]] | None, day: date, days: int
) -> None:
    first = judged(check, fields, day=day, protocols=protocols)
    later = judged(check, fields, day=date.fromordinal(day.toordinal() + days), protocols=protocols)
    if first.situacao == "nao_conforme":
        assert later.situacao == "nao_conforme", (short(first), short(later))


@given(st.sampled_from(["validade", "exercicio_do_ano"]), st.data())
@settings(max_examples=150, deadline=None)
def test_junk_in_a_field_is_a_doubt_and_no_crash(check: str, data: Any) -> None:
    junk = st.sampled_from(["", "3²", "99/99/9999", "x" * 5000, None, 10**30, -5, 3.5, True])
    names = ("validade", "data_emissao", "exercicio", "prazo_indeterminado")
    item = judged(check, {n: data.draw(junk) for n in names})
    assert item.situacao in ("conforme", "nao_conforme", "em_analise")
