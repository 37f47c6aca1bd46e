"""Half-years and their deadlines (Portaria MME nº 10/1997, art. 3º, § 3º)."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docverify.norms.checks.semestre import anterior, semestre_de

DAYS = st.dates(min_value=date(1950, 1, 1), max_value=date(2100, 12, 31))


@pytest.mark.parametrize(
    ("day", "nome", "prazo"),
    [
        (date(1997, 1, 1), "1º período de 1997", date(1997, 7, 31)),
        (date(1997, 6, 30), "1º período de 1997", date(1997, 7, 31)),
        (date(1997, 7, 1), "2º período de 1997", date(1998, 1, 31)),
        (date(1997, 12, 31), "2º período de 1997", date(1998, 1, 31)),
    ],
)
def test_the_deadline_of_a_half_is_the_last_day_of_the_month_after_it(day: date, nome: str, prazo: date) -> None:
    half = semestre_de(day)
    assert (half.nome, half.prazo) == (nome, prazo)


@given(DAYS)
def test_a_day_falls_in_its_half_and_after_the_one_before(day: date) -> None:
    half = semestre_de(day)
    assert half.inicio <= day < half.prazo
    before = anterior(half)
    assert before.inicio < half.inicio
    assert (half.inicio - before.inicio).days in (181, 182, 184)
    assert half.inicio < before.prazo < half.prazo
