"""Terms of retention: the policy's file, and what is due when."""

from __future__ import annotations

import dataclasses
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from docverify.model import TIPOS
from docverify.store.retention import OTHERS, Guardado, RetentionError, Situacao, due, load
from docverify.values.brasilia import BRASILIA

OWN = load(None)
NOON = datetime(2020, 1, 1, 15, tzinfo=UTC)
DONE = Situacao("concluido", "aceito", False, NOON, (), ficha=True)


def day(after: int) -> date:
    return NOON.astimezone(BRASILIA).date() + timedelta(days=after)


def test_everything_has_a_term_with_a_reason_and_a_source() -> None:
    assert set(OWN.prazos) == {*TIPOS, *OTHERS}
    assert all(term.razao and term.fonte for term in OWN.prazos.values())


def test_an_office_says_what_it_wants_otherwise(tmp_path: Path) -> None:
    path = tmp_path / "r.toml"
    path.write_text(
        '[[prazos]]\npara = ["procuracao", "ficha"]\ndias = 10\nrazao = "norma interna 3"\n[lista]\nmanter = ["cnpj"]\n'
    )
    policy = load(path)
    assert (policy.prazos["procuracao"].dias, policy.prazos["ficha"].razao) == (10, "norma interna 3")
    assert policy.prazos["procuracao"].fonte == "escolha da instalação"
    assert policy.prazos["contrato_social"] == OWN.prazos["contrato_social"]
    assert policy.manter == {"cnpj"}


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ("x = = 1", "line 1", "não é TOML"),
        ("\nprazo = 1", "linha 2", "“prazo” não existe"),
        ("prazos = 1", "linha 1", "não é uma lista"),
        ('[[prazos]]\npara = ["procuracao"]\ndias = 1\nrazao = "x"\nmotivo = "y"', "linha 5", "“motivo” não existe"),
        ('[[prazos]]\npara = ["procuraçao"]\ndias = 1\nrazao = "x"', "linha 2", "“procuraçao” não é um tipo"),
        ('[[prazos]]\npara = "procuracao"\ndias = 1\nrazao = "x"', "linha 2", "lista de tipos"),
        ('[[prazos]]\npara = []\ndias = 1\nrazao = "x"', "linha 2", "lista de tipos"),
        ('[[prazos]]\npara = ["ficha"]\ndias = -1\nrazao = "x"', "linha 3", "número inteiro"),
        ('[[prazos]]\npara = ["ficha"]\ndias = true\nrazao = "x"', "linha 3", "número inteiro"),
        ('[[prazos]]\npara = ["ficha"]\ndias = 1.5\nrazao = "x"', "linha 3", "número inteiro"),
        ('[[prazos]]\npara = ["ficha"]\nrazao = "x"', "linha 1", "número inteiro"),
        ('[[prazos]]\npara = ["ficha"]\ndias = 1', "linha 1", "falta “razao”"),
        ('[[prazos]]\npara = ["ficha"]\ndias = 1\nrazao = "x"\nfonte = 1', "linha 5", "“fonte” é um texto"),
        (
            '[[prazos]]\npara = ["ficha"]\ndias = 1\nrazao = "x"\n\n'
            '[[prazos]]\npara = ["ficha"]\ndias = 2\nrazao = "y"',
            "linha 7",
            "em dois",
        ),
        ('[lista]\nmanter = ["cpf"]', "linha 2", "manter"),
        ("[lista]\nguardar = []", "linha 2", "manter"),
        ("lista = 1", "linha 1", "manter"),
    ],
)
def test_what_is_wrong_is_told_with_line_and_key(tmp_path: Path, text: str, line: str, said: str) -> None:
    path = tmp_path / "r.toml"
    path.write_text(text)
    with pytest.raises(RetentionError) as told:
        load(path)
    assert line in told.value.mensagem
    assert said in told.value.mensagem


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(RetentionError, match="não consigo ler"):
        load(tmp_path / "nada.toml")


def test_an_original_stays_as_long_as_the_document_with_the_longest_term_on_it() -> None:
    alone = Guardado("rg.pdf", frozenset({"documento_identidade"}))
    both = Guardado("tudo.pdf", frozenset({"documento_identidade", "contrato_social"}))
    case = dataclasses.replace(DONE, originais=(alone, both))
    assert due(case, OWN, day(180)) is None
    first = due(case, OWN, day(181))
    assert first is not None
    assert (first.originais, first.inteiro, first.ficha) == ({"rg.pdf"}, False, False)
    assert due(case, OWN, day(1827)) == first
    last = due(case, OWN, day(1828))
    assert last is not None
    assert (last.originais, last.inteiro, last.ficha) == ({"rg.pdf", "tudo.pdf"}, True, True)


def test_what_nothing_was_read_of_stays_longest() -> None:
    case = dataclasses.replace(DONE, originais=(Guardado("x.pdf", frozenset()),))
    assert due(case, OWN, day(1827)) is None
    assert due(case, OWN, day(1828)) is not None


def test_the_day_is_brasilias() -> None:
    late = datetime(2020, 1, 2, 2, 59, tzinfo=UTC)  # 23:59 of the first in Brasília
    case = dataclasses.replace(
        DONE, concluido_em=late, originais=(Guardado("rg.pdf", frozenset({"documento_identidade"})),)
    )
    assert due(case, OWN, day(180)) is None
    assert due(case, OWN, day(181)) is not None


def test_a_dossier_that_ended_as_an_error_goes_as_a_whole() -> None:
    case = Situacao("erro", None, False, NOON, (Guardado("x.pdf", frozenset()),), ficha=True)
    assert due(case, OWN, day(180)) is None
    found = due(case, OWN, day(181))
    assert found is not None
    assert found.inteiro


CASES = st.builds(
    Situacao,
    estado=st.sampled_from(["rascunho", "na_fila", "processando", "concluido", "erro", "expurgado"]),
    resultado=st.sampled_from([None, "aceito", "rejeitado", "em_analise"]),
    em_andamento=st.booleans(),
    concluido_em=st.none()
    | st.dates(date(2000, 1, 1), date(2040, 1, 1)).map(lambda d: datetime(d.year, d.month, d.day, 2, tzinfo=UTC)),
    originais=st.lists(
        st.builds(
            Guardado,
            nome=st.sampled_from("abcdef"),
            tipos=st.frozensets(st.sampled_from(TIPOS), max_size=3),
            expurgado=st.booleans(),
        ),
        max_size=4,
        unique_by=lambda original: original.nome,
    ).map(tuple),
    ficha=st.booleans(),
)


@settings(deadline=None)
@given(CASES, st.dates(date(2000, 1, 1), date(2060, 1, 1)))
def test_nothing_goes_before_its_term(case: Situacao, today: date) -> None:
    found = due(case, OWN, today)
    if found is None:
        return
    assert case.estado in ("concluido", "erro")
    assert not case.em_andamento
    assert case.resultado in ("aceito", "rejeitado") or case.estado == "erro"
    assert case.concluido_em is not None
    age = (today - case.concluido_em.astimezone(BRASILIA).date()).days
    for original in case.originais:
        if original.nome in found.originais:
            assert not original.expurgado
            names = ["erro"] if case.estado == "erro" else sorted(original.tipos) or ["padrao"]
            assert all(age > OWN.prazos[name].dias for name in names)
    if found.inteiro:
        assert all(o.expurgado or o.nome in found.originais for o in case.originais)
    if found.inteiro or found.ficha:
        assert age > OWN.prazos["erro" if case.estado == "erro" else "ficha"].dias


@settings(deadline=None)
@given(CASES, st.dates(date(2000, 1, 1), date(2060, 1, 1)))
def test_what_is_due_stays_due(case: Situacao, today: date) -> None:
    found, later = due(case, OWN, today), due(case, OWN, today + timedelta(days=1))
    if found is not None:
        assert later is not None
        assert found.originais <= later.originais
        assert found.inteiro <= later.inteiro
