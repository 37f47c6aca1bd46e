"""Written forms of dates, numbers and terms."""

from __future__ import annotations

from datetime import date

import pytest
from samples.generator import written


@pytest.mark.parametrize(
    ("n", "palavras"),
    [
        (1, "um"),
        (16, "dezesseis"),
        (100, "cem"),
        (121, "cento e vinte e um"),
        (520, "quinhentos e vinte"),
        (1560, "mil, quinhentos e sessenta"),
        (2026, "dois mil e vinte e seis"),
        (24960, "vinte e quatro mil, novecentos e sessenta"),
        (100000, "cem mil"),
    ],
)
def test_numbers_in_words(n: int, palavras: str) -> None:
    assert written.extenso(n) == palavras


def test_feminine_words_agree_with_quotas() -> None:
    assert written.extenso(252, feminino=True) == "duzentas e cinquenta e duas"


def test_first_day_of_a_month() -> None:
    formas = written.data(date(2026, 3, 1))
    assert formas["extenso"] == "1º de março de 2026"
    assert formas["palavras"] == "primeiro dia do mês de março de dois mil e vinte e seis"
    assert formas["carimbo"] == "01 MAR. 2026"
    assert formas["milhar"] == "1º de março de 2.026"


@pytest.mark.parametrize(
    ("inicio", "meses", "fim"),
    [
        (date(2025, 1, 31), 1, date(2025, 2, 28)),
        (date(2024, 2, 29), 12, date(2025, 2, 28)),
        (date(2025, 11, 15), 14, date(2027, 1, 15)),
    ],
)
def test_terms_end_on_the_last_day_that_exists(inicio: date, meses: int, fim: date) -> None:
    assert written.soma_meses(inicio, meses) == fim


def test_a_term_of_whole_years_says_so() -> None:
    assert written.prazo(24)["em_anos"] == "02 (dois) anos"
    assert written.prazo(18)["em_anos"] is None
