from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docverify.values.validity import Term, add_term, find_exercise, find_open_ended, find_terms, in_force

DAYS = st.dates(date(1990, 1, 1), date(2090, 12, 31))
TERMS = st.builds(Term, st.integers(0, 20), st.integers(0, 60), st.integers(0, 400))


@pytest.mark.parametrize(
    ("text", "term"),
    [
        ("validade: 12 (doze) meses", Term(meses=12)),
        ("válido por 12 meses", Term(meses=12)),
        ("VALIDADE: 3 ANOS", Term(anos=3)),
        ("5 anos a contar da emissão", Term(anos=5)),
        ("validade de 180 dias", Term(dias=180)),
        ("prazo de validade de um ano", Term(anos=1)),
        ("validade: 01 (hum) ano", Term(anos=1)),
        ("VALIDADE DA LICENÇA: 10 anos", Term(anos=10)),
        ("validade de 2 (dois) anos", Term(anos=2)),
        ("validade de 1 ano e 6 meses", Term(anos=1, meses=6)),
        ("por até 1 (um) ano a contar da data da primeira inspeção", Term(anos=1)),
        ("validade de cento e oitenta dias", Term(dias=180)),
    ],
)
def test_terms_of_validity(text: str, term: Term) -> None:
    (match,) = find_terms(text)
    assert (match.termo, match.validade, match.reparado) == (term, True, False)


def test_where_a_term_starts() -> None:
    assert find_terms("5 anos a contar da emissão")[0].a_partir == "emissao"
    assert find_terms("1 (um) ano, contado da data da vistoria")[0].a_partir == "vistoria"
    assert find_terms("validade: 12 meses")[0].a_partir is None


@pytest.mark.parametrize(
    "text",
    ["maiores de 18 anos", "há 5 anos no ramo", "antecedência mínima de 120 dias, contados da data da expiração"],
)
def test_terms_of_something_else(text: str) -> None:
    assert [m.validade for m in find_terms(text)] == [False]


@pytest.mark.parametrize(
    "text",
    ["12 (dez) meses", "aos vinte e três dias do mês de março", "aos 5 dias do mês de maio", "0 meses", "120 anos"],
)
def test_what_is_no_term(text: str) -> None:
    assert find_terms(text) == []


def test_a_misread_figure_says_so() -> None:
    (match,) = find_terms("validade: l2 meses")
    assert (match.termo, match.reparado) == (Term(meses=12), True)


@pytest.mark.parametrize(
    "text",
    [
        "prazo indeterminado",
        "VALIDADE: INDETERMINADA",
        "terá validade enquanto não se modificarem as condições",
        "Alvará definitivo",
        "tempo indeterminado",
        "Validade: Prazo Indeterminado",
        "em caráter permanente",
    ],
)
def test_open_ended_papers(text: str) -> None:
    (match,) = find_open_ended(text)
    assert match.sociedade is False


@pytest.mark.parametrize(
    "text",
    [
        "A sociedade terá prazo de duração indeterminado.",
        "O prazo de duração da sociedade é indeterminado",
        "iniciará suas atividades em 01/01/2020 e seu prazo de duração é por tempo indeterminado",
    ],
)
def test_open_ended_companies(text: str) -> None:
    assert [m.sociedade for m in find_open_ended(text)] == [True] * len(find_open_ended(text))
    assert find_open_ended(text)


@pytest.mark.parametrize(
    "text", ["prazo determinado", "decisão definitiva", "válido até 31/12/2026", "licença provisória"]
)
def test_what_is_not_open_ended(text: str) -> None:
    assert find_open_ended(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "EXERCÍCIO 2026",
        "exercício de 2026",
        "ano de exercício: 2026",
        "Exercício fiscal de 2.026",
        "EXERCÍCIO\n2026",
        "EXERCICIO: 2026",
        "ALVARÁ DE LICENÇA E FUNCIONAMENTO 2026",
        "ALVARÁ ELETRÔNICO 2026",
        "Ano Exercício 2026",
        "EXERCÍCIO - 2026",
    ],
)
def test_exercise_years(text: str) -> None:
    assert [(m.ano, m.reparado) for m in find_exercise(text)] == [(2026, False)]


def test_a_misread_exercise_says_so() -> None:
    assert [(m.ano, m.reparado) for m in find_exercise("EXERCÍCIO 2O26")] == [(2026, True)]


@pytest.mark.parametrize(
    "text",
    [
        "ano base 2025",
        "no exercício da atividade",
        "ALVARÁ Nº 2026/123",
        "ALVARÁ DE FUNCIONAMENTO 2026/00012",
        "exercício 2026/2027",
        "Alvará emitido em 2026",
        "exercício da profissão desde 2010",
    ],
)
def test_what_is_no_exercise(text: str) -> None:
    assert find_exercise(text) == []


@pytest.mark.parametrize(
    ("start", "term", "end"),
    [
        (date(2026, 1, 31), Term(meses=1), date(2026, 2, 28)),
        (date(2024, 2, 29), Term(anos=1), date(2025, 2, 28)),
        (date(2026, 11, 30), Term(meses=3), date(2027, 2, 28)),
        (date(2026, 3, 5), Term(anos=1), date(2027, 3, 5)),
        (date(2026, 12, 31), Term(dias=1), date(2027, 1, 1)),
        (date(2026, 3, 5), Term(), date(2026, 3, 5)),
    ],
)
def test_calendar_arithmetic(start: date, term: Term, end: date) -> None:
    assert add_term(start, term) == end


@given(DAYS, st.integers(0, 400), TERMS)
def test_a_later_start_never_ends_earlier(start: date, later: int, term: Term) -> None:
    assert add_term(start, term) <= add_term(start + timedelta(days=later), term)


@given(DAYS, TERMS, TERMS)
def test_a_longer_term_never_ends_earlier(start: date, term: Term, more: Term) -> None:
    longer = Term(term.anos + more.anos, term.meses + more.meses, term.dias + more.dias)
    assert add_term(start, term) <= add_term(start, longer)


@given(DAYS, DAYS, DAYS)
def test_expiry_is_monotone(validade: date, one: date, other: date) -> None:
    early, late = min(one, other), max(one, other)
    assert in_force(validade, early) or not in_force(validade, late)
    assert in_force(validade, validade)
    assert not in_force(validade, validade + timedelta(days=1))


def test_beyond_the_calendar() -> None:
    with pytest.raises(OverflowError):
        add_term(date(9999, 1, 1), Term(anos=1))
