"""What must hold of every decision, whatever the dossier."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from docverify import ficha
from docverify.errors import InvalidFichaError
from docverify.model import Decision, Document, DossierFacts, Ficha, Pedido
from docverify.norms import decide, load_norm
from docverify.norms.context import default_limiares
from tests.acceptance.norms.cases import BASE, all_cases, build, field

NORM = load_norm("GLP297")
DAY: date = BASE["data_referencia"]
CASES = [c.data for c in all_cases("GLP297")]
NEW = [c for c in CASES if "situacao" not in c.get("pedido", {})]


def parsed(case: dict[str, Any]) -> tuple[Ficha, list[Document]]:
    declared, documents = build(case)
    return ficha.parse(json.dumps(declared, default=str).encode()), documents


def judge(declared: Ficha, documents: list[Document], day: date = DAY, facts: DossierFacts | None = None) -> Decision:
    return decide(declared, declared.pedido, documents, facts or DossierFacts(), NORM, day)


IN_ORDER = next(c for c in CASES if c["nome"] == "dossiê em ordem")
FIELDS = [(i, name) for i, d in enumerate(parsed(IN_ORDER)[1]) for name in d.campos]


def with_field(documents: list[Document], index: int, name: str, **changes: Any) -> list[Document]:
    document = documents[index]
    changed = {**document.campos, name: replace(document.campos[name], **changes)}
    return [*documents[:index], replace(document, campos=changed), *documents[index + 1 :]]


@pytest.mark.parametrize("case", NEW, ids=[c["nome"] for c in NEW])
def test_nothing_is_decided_on_what_was_hardly_read(case: dict[str, Any]) -> None:
    declared, documents = parsed(case)
    dim = [
        replace(d, qualidade=0.3, campos={n: replace(f, confianca=0.3) for n, f in d.campos.items()}) for d in documents
    ]
    decision = judge(declared, dim, facts=DossierFacts(paginas_em_duvida=True))
    for item in decision.itens:
        for reason in item.motivos:
            assert reason.evidencia is None or reason.gravidade != "impede"
    assert decision.resultado != "aceito"


@given(st.sampled_from(FIELDS), st.floats(min_value=0, max_value=0.49))
def test_a_dossier_is_not_rejected_for_one_field_read_badly(place: tuple[int, str], confidence: float) -> None:
    declared, documents = parsed(IN_ORDER)
    decision = judge(declared, with_field(documents, *place, confianca=confidence))
    assert decision.resultado in ("aceito", "em_analise")


DECIDING = {
    ("comprovante_cnpj", "cnpj"),
    ("comprovante_cnpj", "situacao_cadastral"),
    ("comprovante_cnpj", "razao_social"),
    ("comprovante_cnpj", "endereco"),
    ("inscricao_estadual", "autenticacao"),
    ("contrato_social", "autenticacao"),
    ("contrato_social", "consolidado"),
    ("alvara_funcionamento", "validade"),
    ("alvara_funcionamento", "razao_social"),
    ("alvara_funcionamento", "autenticacao"),
    ("certificado_bombeiros", "validade"),
    ("certificado_bombeiros", "capacidade_glp_kg"),
    ("certificado_bombeiros", "contempla_revenda_glp"),
    ("ficha_cadastral", "firma_reconhecida"),
}


@pytest.mark.parametrize(("tipo", "name"), sorted(DECIDING))
def test_what_decides_is_never_accepted_below_the_threshold(tipo: str, name: str) -> None:
    declared, documents = parsed(IN_ORDER)
    index = next(i for i, d in enumerate(documents) if d.tipo == tipo)
    assert judge(declared, with_field(documents, index, name, confianca=0.25)).resultado == "em_analise"
    gone = replace(documents[index], campos={n: f for n, f in documents[index].campos.items() if n != name})
    assert judge(declared, [*documents[:index], gone, *documents[index + 1 :]]).resultado != "aceito"


@given(st.sampled_from(CASES), st.randoms(use_true_random=False))
@settings(max_examples=60)
def test_the_order_of_documents_decides_nothing(case: dict[str, Any], random: Any) -> None:
    declared, documents = parsed(case)
    shuffled = list(documents)
    random.shuffle(shuffled)

    def essence(decision: Decision) -> Any:
        items = [
            (i.id, i.situacao, sorted((m.codigo, m.gravidade, m.mensagem) for m in i.motivos)) for i in decision.itens
        ]
        return decision.resultado, decision.efeito, items, sorted(n.codigo for n in decision.avisos)

    assert essence(judge(declared, documents)) == essence(judge(declared, shuffled))


@given(st.sampled_from(NEW), st.integers(min_value=0, max_value=4000))
@settings(max_examples=60)
def test_a_paper_that_is_expired_stays_expired(case: dict[str, Any], days: int) -> None:
    declared, documents = parsed(case)

    def expired(day: date) -> set[str]:
        decision = judge(declared, documents, day)
        return {
            i.id
            for i in decision.itens
            if any(m.codigo == "validade_vencida" and m.gravidade == "impede" for m in i.motivos)
        }

    assert expired(DAY) <= expired(DAY + timedelta(days=days))


@given(st.sampled_from(NEW), st.sampled_from(range(7)))
@settings(max_examples=80)
def test_one_more_good_paper_never_makes_an_item_worse(case: dict[str, Any], which: int) -> None:
    declared, documents = parsed(case)
    order = {"conforme": 0, "em_analise": 1, "nao_conforme": 2, "ausente": 3}
    good = parsed(IN_ORDER)[1][which]
    before, after = judge(declared, documents), judge(declared, [*documents, replace(good, arquivo="mais.pdf")])
    if before.resultado == "aceito":
        assert after.resultado == "aceito"
    worse = [
        a.id
        for b, a in zip(before.itens, after.itens, strict=True)
        if order.get(a.situacao, 0) > order.get(b.situacao, 0)
    ]
    # what a document says may contradict the Ficha only where the document is there
    assert worse in ([], ["GLP-09"])


CNPJ = "11222333000181"


@given(st.integers(min_value=0, max_value=13), st.sampled_from("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"))
def test_any_other_character_in_the_cnpj_is_never_taken_for_the_declared(position: int, character: str) -> None:
    other = CNPJ[:position] + character + CNPJ[position + 1 :]
    declared, documents = parsed(IN_ORDER)
    index = next(i for i, d in enumerate(documents) if d.tipo == "comprovante_cnpj")
    decision = judge(declared, with_field(documents, index, "cnpj", valor=other, lido=other))
    assert (decision.resultado == "aceito") == (other == CNPJ)


PRINT_CNPJ = [(i, d.tipo) for i, d in enumerate(parsed(IN_ORDER)[1]) if "cnpj" in d.campos]
ITEM_OF = {
    "requerimento": "GLP-01",
    "ficha_cadastral": "GLP-02",
    "comprovante_cnpj": "GLP-03",
    "inscricao_estadual": "GLP-04",
    "contrato_social": "GLP-05",
    "alvara_funcionamento": "GLP-06",
}


@given(
    st.sampled_from(PRINT_CNPJ),
    st.integers(min_value=0, max_value=13),
    st.none() | st.sampled_from("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"),
    st.sampled_from(["texto", "ocr"]),
)
@settings(max_examples=150, deadline=None)
def test_a_cnpj_off_by_one_character_or_swap_is_never_conforme(
    paper: tuple[int, str], position: int, character: str | None, origem: Any
) -> None:
    index, tipo = paper
    if character is None:  # two neighbours change places
        at = min(position, 12)
        other = CNPJ[:at] + CNPJ[at + 1] + CNPJ[at] + CNPJ[at + 2 :]
    else:
        other = CNPJ[:position] + character + CNPJ[position + 1 :]
    if other == CNPJ:
        return
    declared, documents = parsed(IN_ORDER)
    changed = with_field(documents, index, "cnpj", valor=other, lido=other)
    changed[index] = replace(changed[index], origem=origem)
    decision = judge(declared, changed)
    assert decision.resultado != "aceito"
    item = next(i for i in decision.itens if i.id == ITEM_OF[tipo])
    assert item.situacao in ("em_analise", "nao_conforme")


EXTRAS = ("licenca_operacao", "procuracao", "documento_identidade", "certidao_junta", "desconhecido")


@given(st.lists(st.sampled_from([*range(7), *EXTRAS]), min_size=1, max_size=4), st.booleans())
@settings(max_examples=80, deadline=None)
def test_more_valid_papers_never_turn_an_acceptance_into_a_rejection(more: list[Any], text: bool) -> None:
    declared, documents = parsed(IN_ORDER)
    assert judge(declared, documents).resultado == "aceito"
    for number, which in enumerate(more):
        good = documents[which] if isinstance(which, int) else Document("x", (1,), which, 0.98, qualidade=0.95)
        documents.append(replace(good, arquivo=f"mais{number}.pdf", origem="texto" if text else "ocr"))
    assert judge(declared, documents).resultado != "rejeitado"


def test_a_repaired_number_that_is_another_is_a_doubt() -> None:
    declared, documents = parsed(IN_ORDER)
    index = next(i for i, d in enumerate(documents) if d.tipo == "alvara_funcionamento")
    changed = with_field(documents, index, "cnpj", valor="33000167000101", lido="33.0O0.167/0001-01", reparado=True)
    assert judge(declared, changed).resultado == "em_analise"


def test_the_same_question_has_the_same_answer() -> None:
    for case in CASES[:20]:
        declared, documents = parsed(case)
        assert judge(declared, documents) == judge(declared, documents)


JUNK: list[Any] = [
    None,
    "",
    "3²",
    "x" * 5000,
    7,
    -1,
    1.5,
    True,
    [],
    {},
    ["x", None, 3],
    [{"nome": None}],
    {"numero": 3},
]


@pytest.mark.parametrize("junk", JUNK, ids=[repr(j)[:20] for j in JUNK])
@pytest.mark.parametrize(("index", "name"), FIELDS)
def test_no_value_of_a_field_crashes_a_check(index: int, name: str, junk: Any) -> None:
    declared, documents = parsed(IN_ORDER)
    changed = with_field(documents, index, name, valor=junk, lido="lixo")
    assert judge(declared, changed).resultado in ("aceito", "em_analise", "rejeitado")


def test_an_empty_dossier_is_rejected_for_what_it_lacks_and_a_doubtful_one_is_not() -> None:
    declared, _ = parsed(IN_ORDER)
    assert judge(declared, []).efeito.codigo == "nao_admitido"
    doubtful = judge(declared, [], facts=DossierFacts(paginas_em_duvida=True))
    assert doubtful.resultado == "em_analise"


def test_a_situation_that_the_norm_does_not_know_is_an_error_of_the_ficha() -> None:
    declared, documents = parsed(IN_ORDER)
    for situation in ("operacao", "semestral", "desativacao"):
        with pytest.raises(InvalidFichaError, match=situation):
            decide(declared, Pedido(situacao=situation), documents, DossierFacts(), NORM, DAY)


@pytest.mark.parametrize(
    ("day", "says"),
    [
        (date(2003, 11, 19), "ainda não estava em vigor"),
        (date(2003, 11, 20), None),
        (date(2016, 12, 1), None),
        (date(2016, 12, 2), "Resolução ANP nº 51/2016"),
        (date(2026, 11, 30), "Resolução ANP nº 958/2023"),
    ],
)
def test_outside_its_window_the_norm_names_what_is_in_force(day: date, says: str | None) -> None:
    declared, documents = parsed(IN_ORDER)
    said = [n.mensagem for n in judge(declared, documents, day).avisos if n.codigo == "norma_fora_de_vigencia"]
    assert [says in m for m in said] == ([] if says is None else [True]) if says else said == []


def test_a_scanned_ficha_that_was_read_badly_rejects_nothing() -> None:
    declared, documents = parsed(IN_ORDER)
    scanned = replace(declared, origem="digitalizada", cnpj="33000167000101", confiancas={"cnpj": 0.6})
    assert judge(scanned, documents).resultado == "em_analise"
    sure = replace(scanned, confiancas={"cnpj": 0.99})
    assert judge(sure, documents).resultado == "rejeitado"


def test_a_blank_of_a_scanned_ficha_is_a_defect_only_where_its_label_was_found() -> None:
    declared, documents = parsed(IN_ORDER)
    blank = replace(declared, origem="digitalizada", telefone=None)
    assert judge(blank, documents).resultado == "em_analise"
    assert judge(replace(blank, confiancas={"telefone": 0.95}), documents).resultado == "rejeitado"


def test_fields_on_a_later_part_point_to_that_part() -> None:
    declared, documents = parsed(IN_ORDER)
    index = next(i for i, d in enumerate(documents) if d.tipo == "alvara_funcionamento")
    changed = with_field(documents, index, "validade", valor="2025-01-01", arquivo="verso.jpg")
    part = Document("verso.jpg", (1,), "alvara_funcionamento", 0.98, continua=index)
    decision = judge(declared, [*changed, part])
    item = next(i for i in decision.itens if i.id == "GLP-06")
    assert item.documentos == (index, len(changed))
    reason = next(m for m in item.motivos if m.codigo == "validade_vencida")
    assert reason.evidencia is not None
    assert reason.evidencia.documento == len(changed)


def test_a_loop_of_continuations_does_not_hang() -> None:
    declared, documents = parsed(IN_ORDER)
    looped = [replace(d, continua=(i + 1) % len(documents)) for i, d in enumerate(documents)]
    assert judge(declared, looped).resultado in ("rejeitado", "em_analise")


def test_thresholds_are_shares() -> None:
    limits = default_limiares()
    assert limits.indicio > 0  # points, not a share
    for name in set(limits.__slots__) - {"indicio"}:
        assert 0 < getattr(limits, name) < 1
    assert limits.concordante < limits.campo <= limits.identificador <= limits.quase_igual


def test_a_giant_text_is_looked_at_in_linear_time() -> None:
    declared, documents = parsed(IN_ORDER)
    for text in ("A" * 1_000_000, "12 " * 300_000, "SITUACAO " * 100_000, "\n* " * 300_000, "S.A " * 200_000):
        noisy = [replace(d, texto=text) for d in documents]
        assert judge(declared, noisy).resultado in ("aceito", "em_analise", "rejeitado")


def test_fields_of_the_harness_are_fields() -> None:
    assert field({"valor": 1, "lido": "um"}, 1).lido == "um"
