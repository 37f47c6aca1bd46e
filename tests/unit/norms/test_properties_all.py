"""What must hold of every decision, under every norm, in every situation that has a dossier in order."""

from __future__ import annotations

import unicodedata
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from docverify.model import Decision, Document, Ficha
from docverify.norms import available, load_norm
from docverify.values.addresses import Endereco
from tests.acceptance.norms.cases import (
    base_of,
    norms_with_cases,
)
from tests.unit.norms.dossiers import BASES, CASES, GRAVE, NAMES, ORDER, WHICH, Case, in_order, judge, parsed


def essence(decision: Decision, *, messages: bool = True) -> Any:
    items = [
        (i.id, i.situacao, sorted((m.codigo, m.gravidade, m.mensagem if messages else "") for m in i.motivos))
        for i in decision.itens
    ]
    return decision.resultado, decision.efeito, items, sorted(n.codigo for n in decision.avisos)


def test_every_norm_has_cases() -> None:
    assert set(norms_with_cases()) == set(available())


@pytest.mark.parametrize("index", range(len(BASES)), ids=NAMES)
def test_a_dossier_in_order_is_accepted(index: int) -> None:
    decision = in_order(index)[2]
    assert decision.resultado == "aceito", essence(decision)


@given(st.sampled_from(CASES), st.randoms(use_true_random=False), st.booleans())
@settings(max_examples=250, deadline=None)
def test_order_and_names_of_files_decide_nothing(case: Case, random: Any, renamed: bool) -> None:
    declared, documents = parsed(case)
    shuffled = list(documents)
    random.shuffle(shuffled)
    if renamed:
        shuffled = [replace(d, arquivo=f"{random.random()}.bin") for d in shuffled]
    assert essence(judge(case, declared, documents)) == essence(judge(case, declared, shuffled))


def _bare(text: str) -> str:
    return "".join(c for c in unicodedata.normalize("NFD", text) if not unicodedata.combining(c))


FORMS = {"caixa alta": str.upper, "caixa baixa": str.lower, "sem acentos": _bare, "tudo": lambda t: _bare(t).upper()}


def respelt(declared: Ficha, form: Any) -> Ficha:
    def text(value: str | None) -> str | None:
        return None if value is None else form(value)

    def place(e: Endereco) -> Endereco:
        names = ("logradouro", "complemento", "bairro", "municipio")
        return replace(e, **{n: text(getattr(e, n)) for n in names})

    person = declared.responsavel
    return replace(
        declared,
        razao_social=text(declared.razao_social),
        nome_fantasia=text(declared.nome_fantasia),
        endereco=place(declared.endereco) if declared.endereco else None,
        vias_de_acesso=tuple(place(v) for v in declared.vias_de_acesso),
        socios=tuple(replace(s, nome=form(s.nome)) for s in declared.socios),
        responsavel=replace(person, nome=text(person.nome), funcao=text(person.funcao)) if person else None,
        distribuidores=tuple(replace(d, razao_social=text(d.razao_social)) for d in declared.distribuidores),
        local=text(declared.local),
    )


@given(st.sampled_from(CASES), st.sampled_from(sorted(FORMS)))
@settings(max_examples=250, deadline=None)
def test_case_and_accents_of_the_ficha_decide_nothing(case: Case, form: str) -> None:
    declared, documents = parsed(case)

    def grave(decision: Decision) -> Any:
        items = [
            (i.id, i.situacao, sorted((m.codigo, m.gravidade) for m in i.motivos if m.gravidade in GRAVE))
            for i in decision.itens
        ]
        return decision.resultado, decision.efeito, items

    changed = respelt(declared, FORMS[form])
    assert grave(judge(case, declared, documents)) == grave(judge(case, changed, documents))


def worse(before: Decision, after: Decision) -> list[str]:
    pairs = zip(before.itens, after.itens, strict=True)
    return [a.id for b, a in pairs if ORDER[a.situacao] > ORDER[b.situacao]]


def others_worse(case: Case, before: Decision, after: Decision, more: Document) -> list[str]:
    """Return the items that are worse, but those that only such a document gives an object."""
    had = {i.id: i.situacao for i in before.itens}
    of_type = {r.id for r in load_norm(case["norma"]).regras if more.tipo in (*r.tipos, *r.auxiliares)}
    own = {i for i in of_type if had[i] in ("nao_aplicavel", "nao_verificavel")}
    return [i for i in worse(before, after) if i not in own]


@given(WHICH, st.data())
@settings(max_examples=250, deadline=None)
def test_a_valid_document_never_makes_an_item_worse(index: int, data: Any) -> None:
    """From any part of a dossier in order, one more of its documents, or one more copy, makes no item worse."""
    case = BASES[index]
    declared, documents, _ = in_order(index)
    kept = data.draw(st.sets(st.sampled_from(range(len(documents)))))
    part = [d for i, d in enumerate(documents) if i in kept]
    more = replace(documents[data.draw(st.sampled_from(range(len(documents))))], arquivo="mais.pdf")
    before, after = judge(case, declared, part), judge(case, declared, [*part, more])
    assert others_worse(case, before, after, more) == [], (case["nome"], [d.tipo for d in part], more.tipo)


@given(st.sampled_from(CASES), st.data())
@settings(max_examples=150, deadline=None)
def test_a_copy_of_what_is_there_never_makes_an_item_worse(case: Case, data: Any) -> None:
    declared, documents = parsed(case)
    if not documents:
        return
    again = replace(documents[data.draw(st.sampled_from(range(len(documents))))], arquivo="mais.pdf")
    before, after = judge(case, declared, documents), judge(case, declared, [*documents, again])
    assert worse(before, after) == [], (case["nome"], again.tipo)


DATED = ("validade", "exercicio")


@given(WHICH, st.data())
@settings(max_examples=120, deadline=None)
def test_of_two_copies_the_best_decides_and_the_other_is_mentioned(index: int, data: Any) -> None:
    case = BASES[index]
    declared, documents, before = in_order(index)
    dated = [d for d in documents if set(DATED) & set(d.campos)]
    if not dated:
        return
    good = data.draw(st.sampled_from(dated))
    name = next(n for n in DATED if n in good.campos)
    old = "1990-01-31" if name == "validade" else 1990
    fields = {n: f for n, f in good.campos.items() if n not in DATED}
    bad = replace(
        good, arquivo="velho.pdf", campos={**fields, name: replace(good.campos[name], valor=old, lido=str(old))}
    )
    after = judge(case, declared, data.draw(st.permutations([*documents, bad])))
    assert worse(before, after) == []
    assert after.resultado == "aceito"
    judged = [i for i in before.itens if any(documents[d].tipo == good.tipo for d in i.documentos)]
    alone = judge(case, declared, [bad if d is good else d for d in documents])
    broken = {i.id for i in alone.itens if i.situacao == "nao_conforme"} & {i.id for i in judged}
    told = {i.id: [m for m in i.motivos if "não foi usado" in m.mensagem] for i in after.itens}
    direct = [r.id for r in load_norm(case["norma"]).regras if good.tipo in r.tipos]
    for item in broken & set(direct):
        assert told[item], item


@given(st.sampled_from(CASES), st.integers(min_value=0, max_value=4000))
@settings(max_examples=250, deadline=None)
def test_a_later_day_never_makes_an_expired_paper_good(case: Case, days: int) -> None:
    declared, documents = parsed(case)
    start = case.get("data_referencia", base_of(case)["data_referencia"])

    def expired(day: date) -> set[str]:
        codes = ("validade_vencida", "exercicio_divergente", "mandato_vencido")
        return {
            i.id
            for i in judge(case, declared, documents, day).itens
            if any(m.codigo in codes and m.gravidade == "impede" for m in i.motivos)
        }

    assert expired(start) <= expired(start + timedelta(days=days))


CHARACTERS = st.sampled_from("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ")


def _printed(documents: tuple[Document, ...], value: str) -> bool:
    """Tell whether some field of some document is the identifier, however it is punctuated."""

    def plain(thing: Any) -> str:
        return "".join(c for c in str(thing).upper() if c.isalnum())

    def inside(thing: Any) -> bool:
        if isinstance(thing, dict):
            return any(inside(v) for v in thing.values())
        if isinstance(thing, list | tuple):
            return any(inside(v) for v in thing)
        return plain(thing) == plain(value)

    return any(inside(f.valor) for d in documents for f in d.campos.values())


def identifiers(declared: Ficha) -> dict[str, str]:
    """Return the declared identifiers with the place of each."""
    found = {"cnpj": declared.cnpj, "inscricao_estadual": declared.inscricao_estadual}
    for i, branch in enumerate(declared.filiais):
        found |= {f"filiais.{i}.cnpj": branch.cnpj, f"filiais.{i}.inscricao_estadual": branch.inscricao_estadual}
    for i, partner in enumerate(declared.socios):
        found[f"socios.{i}.documento"] = partner.documento
    for i, supplier in enumerate(declared.distribuidores):
        found[f"distribuidores.{i}.cnpj"] = supplier.cnpj
    if declared.responsavel:
        found["responsavel.cpf"] = declared.responsavel.cpf
    return {k: v for k, v in found.items() if v}


def with_identifier(declared: Ficha, place: str, value: str) -> Ficha:
    first, *rest = place.split(".")
    if not rest:
        return replace(declared, **{first: value})
    if len(rest) == 1:
        return replace(declared, **{first: replace(getattr(declared, first), **{rest[0]: value})})
    things = list(getattr(declared, first))
    things[int(rest[0])] = replace(things[int(rest[0])], **{rest[1]: value})
    return replace(declared, **{first: tuple(things)})


@given(WHICH, st.data(), CHARACTERS)
@settings(max_examples=400, deadline=None)
def test_one_changed_character_of_a_printed_identifier_is_never_conforme(index: int, data: Any, char: str) -> None:
    declared, documents, before = in_order(index)
    places = {p: v for p, v in identifiers(declared).items() if _printed(documents, v)}
    place = data.draw(st.sampled_from(sorted(places)))
    value = places[place]
    at = data.draw(st.sampled_from([i for i, c in enumerate(value) if c.isalnum()]))
    other = value[:at] + char + value[at + 1 :]
    if other == value or (not place.endswith("cnpj") and not char.isdigit()):
        return
    decision = judge(BASES[index], with_identifier(declared, place, other), list(documents))
    assert decision.resultado != "aceito", (place, other)
    changed = [a.id for b, a in zip(before.itens, decision.itens, strict=True) if a.situacao != b.situacao]
    assert changed, (place, other)
