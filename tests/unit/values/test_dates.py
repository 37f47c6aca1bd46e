from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docverify.values.dates import MAX_YEAR, MIN_YEAR, find_dates, parse_date
from tests.unit.values.test_text import say

MONTHS = [
    "janeiro",
    "fevereiro",
    "março",
    "abril",
    "maio",
    "junho",
    "julho",
    "agosto",
    "setembro",
    "outubro",
    "novembro",
    "dezembro",
]

DAYS = st.dates(date(MIN_YEAR, 1, 1), date(MAX_YEAR, 12, 31))

FORMS = (
    lambda d: f"{d:%d/%m/%Y}",
    lambda d: f"{d:%d.%m.%Y}",
    lambda d: f"{d:%d-%m-%Y}",
    lambda d: f"{d.day}/{d.month}/{d.year}",
    lambda d: f"{d:%d} / {d:%m} / {d.year}",
    lambda d: f"{d:%Y-%m-%d}",
    lambda d: f"{d.day} de {MONTHS[d.month - 1]} de {d.year}",
    lambda d: f"{d:%d} de {MONTHS[d.month - 1].capitalize()} de {d.year}",
    lambda d: f"{d.day} DE {MONTHS[d.month - 1].upper()} DE {d.year // 1000}.{d.year % 1000:03d}",
    lambda d: f"{d:%d} {MONTHS[d.month - 1][:3].upper()} {d.year}",
    lambda d: f"{d:%d} {MONTHS[d.month - 1][:3].upper()}. {d.year}",
    lambda d: f"{d:%d}/{MONTHS[d.month - 1][:3]}/{d.year}",
    lambda d: f"{d.day} ({say(d.day)}) de {MONTHS[d.month - 1]} de {d.year}",
    lambda d: f"{say(d.day)} dias do mês de {MONTHS[d.month - 1]} de {say(d.year)}",
    lambda d: f"{d.day} dias do mês de {MONTHS[d.month - 1]} do ano de {d.year}",
    lambda d: f"{d:%d} de {d:%m} de {d.year}",
)


@pytest.mark.parametrize("form", FORMS)
@given(day=DAYS)
def test_every_written_form_is_read_back(form: object, day: date) -> None:
    printed = form(day)  # type: ignore[operator]
    assert parse_date(printed) == day
    (match,) = find_dates(f"Campinas, {printed}.")
    assert (match.data, match.precisao, match.lido, match.normativa) == (day, "dia", printed, False)
    assert match.reparado is False


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("31.12.26", "2026-12-31"),
        ("13/08/99", "1999-08-13"),
        ("01/02/59", "2059-02-01"),
        ("01/02/60", "1960-02-01"),
        ("1º de março de 2026", "2026-03-01"),
        ("1°/03/2026", "2026-03-01"),
        ("primeiro de janeiro de dois mil e vinte e cinco", "2025-01-01"),
        ("aos vinte e três dias do mês de março de dois mil e vinte e seis", "2026-03-23"),
        ("Validade31/12/2026", "2026-12-31"),
        ("31/12/2026VÁLIDO", "2026-12-31"),
        ("80101911/26.06.2025", "2025-06-26"),
        ("23 de março de\n2026", "2026-03-23"),
        ("quinta-feira, 5 de março de 2026.", "2026-03-05"),
        ("Emitido no dia 03/08/2026 às 10:11:12", "2026-08-03"),
    ],
)
def test_clean_forms(text: str, day: str) -> None:
    (match,) = find_dates(text)
    assert match.data.isoformat() == day
    assert match.reparado is False


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("3l/12/2O26", "2026-12-31"),
        ("31/I2/2026", "2026-12-31"),
        ("0S/03/2026", "2026-03-05"),
        ("1 4 MAR. 2022", "2022-03-14"),
        ("14MAR.2022", "2022-03-14"),
        ("1o de março de 2026", "2026-03-01"),
        ("5 de dezernbro de 2025", "2025-12-05"),
        ("5 de fevere1ro de 2025", "2025-02-05"),
        ("3 1 / 1 2 / 2 0 2 6", "2026-12-31"),
        ("31 12 2026", "2026-12-31"),
        ("31,12,2026", "2026-12-31"),
        ("31/12.2026", "2026-12-31"),
        ("31/12/20 26", "2026-12-31"),
    ],
)
def test_what_was_repaired_says_so(text: str, day: str) -> None:
    (match,) = find_dates(text)
    assert match.data.isoformat() == day
    assert match.reparado is True


@pytest.mark.parametrize(
    "text",
    [
        "31/02/2026",
        "29/02/2023",
        "32/01/2026",
        "01/13/2026",
        "00/01/2026",
        "31/12/1899",
        "31/12/2101",
        "31 de fevereiro de 2026",
        "10 de juIho de 2025",
        "Processo 04/931.619/2025",
        "(11) 3232-1234",
        "47.167.066/0001-34",
        "0012345-67.2024.8.26.0100",
        "Nº 1234/2024",
        "Alvará nº 12/2026",
        "ALVARÁ DE FUNCIONAMENTO 12/2026",
        "Licença 05/2026",
        "13/2026",
        "1.31.04.0",
        "47.31-8-00",
        "26/00123/11",
        "E27/24352/11210/2023",
        "CAA-03071/24",
        "Decreto 41827/2016",
        "07 05 26",
        "CEP 13010-300",
        "hoje",
        "seg",
        "2025",
        "10 dias",
        "até 31 de dezembro",
    ],
)
def test_what_is_no_date(text: str) -> None:
    assert find_dates(text) == []


@pytest.mark.parametrize(
    ("text", "precisao", "primeiro", "ultimo"),
    [
        ("Validade: 12/2026", "mes", date(2026, 12, 1), date(2026, 12, 31)),
        ("02/2024", "mes", date(2024, 2, 1), date(2024, 2, 29)),
        ("válido até DEZ/26", "mes", date(2026, 12, 1), date(2026, 12, 31)),
        ("fevereiro de 2025", "mes", date(2025, 2, 1), date(2025, 2, 28)),
        ("Validade: 2026", "ano", date(2026, 1, 1), date(2026, 12, 31)),
    ],
)
def test_coarser_dates_cover_their_span(text: str, precisao: str, primeiro: date, ultimo: date) -> None:
    (match,) = find_dates(text)
    assert (match.precisao, match.primeiro, match.ultimo, match.data) == (precisao, primeiro, ultimo, ultimo)
    assert parse_date(text) is None


@pytest.mark.parametrize(
    "text",
    [
        "Lei nº 9.847, de 26 de outubro de 1999",
        "Instrução Normativa RFB nº 2.119, de 06 de dezembro de 2022",
        "Portaria ANP nº 297, de 18.11.2003",
        "Portaria ANP nº 297/2003, de 18/11/2003",
        "Decreto Municipal n. 1.234 de 5 de maio de 2010",
        "Resolução ANP nº 41, de 5 de novembro de\n2013",
        "publicada no D.O.U. de 20/11/2003",
    ],
)
def test_the_date_of_a_law_is_marked(text: str) -> None:
    (match,) = find_dates(text)
    assert match.normativa is True


@pytest.mark.parametrize(
    "text",
    [
        "nos termos da Lei nº 9.847, válido até 31/12/2026",
        "Licença nº 123, de 05/03/2026",
        "Alvará emitido em 05/03/2026",
    ],
)
def test_the_date_of_the_paper_is_not(text: str) -> None:
    (match,) = find_dates(text)
    assert match.normativa is False


def test_several_dates_of_one_line() -> None:
    found = find_dates("VALIDADE ATÉ : 15/06/2022 EE 15/06/2017 | de 01/01/2026-31/12/2026")
    assert [m.data.isoformat() for m in found] == ["2022-06-15", "2017-06-15", "2026-01-01", "2026-12-31"]


@given(st.text(alphabet="0123456789/.-, OlISdemarço", max_size=60))
def test_matches_lie_in_the_text_and_do_not_overlap(text: str) -> None:
    last = 0
    for match in find_dates(text):
        assert match.start >= last
        assert text[match.start : match.end] == match.lido
        assert MIN_YEAR <= match.data.year <= MAX_YEAR
        last = match.end


@given(DAYS, st.integers(0, 9))
def test_one_misread_digit_never_gives_the_declared_day(day: date, digit: int) -> None:
    printed = f"{day:%d/%m/%Y}"
    for at in (0, 1, 3, 4, 6, 7, 8, 9):
        changed = printed[:at] + str(digit) + printed[at + 1 :]
        if changed != printed:
            assert all(m.data != day for m in find_dates(changed))
