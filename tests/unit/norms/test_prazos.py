"""Terms are counted in calendar days; their end may move to a working day, never back."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docverify.norms.prazos import add_months, deadline, holidays, is_working


@pytest.mark.parametrize(
    ("start", "days", "working", "last"),
    [
        (date(2026, 10, 30), 30, False, date(2026, 11, 29)),  # a Sunday
        (date(2026, 10, 30), 30, True, date(2026, 11, 30)),
        (date(2026, 8, 8), 30, True, date(2026, 9, 8)),  # 7 September is a Monday, and a holiday
        (date(2026, 11, 25), 30, True, date(2026, 12, 28)),  # Christmas is a Friday
        (date(2025, 12, 31), 1, True, date(2026, 1, 2)),
        (date(2024, 2, 28), 1, False, date(2024, 2, 29)),
        (date.max, 30, True, date.max),
    ],
)
def test_the_last_day(start: date, days: int, working: bool, last: date) -> None:
    assert deadline(start, days, working=working) == last


@pytest.mark.parametrize("good_friday", [date(2024, 3, 29), date(2025, 4, 18), date(2026, 4, 3), date(2038, 4, 23)])
def test_good_friday_moves_with_easter(good_friday: date) -> None:
    assert good_friday in holidays(good_friday.year)
    assert not is_working(good_friday)


def test_the_twentieth_of_november_is_one_since_2024() -> None:
    assert date(2023, 11, 20) not in holidays(2023)
    assert date(2024, 11, 20) in holidays(2024)


@pytest.mark.parametrize(
    ("start", "months", "day"),
    [
        (date(2026, 1, 31), 1, date(2026, 2, 28)),
        (date(2023, 11, 30), 3, date(2024, 2, 29)),
        (date(2026, 5, 10), 10, date(2027, 3, 10)),
        (date.max, 1, date.max),
    ],
)
def test_months_end_on_the_same_day_or_the_last(start: date, months: int, day: date) -> None:
    assert add_months(start, months) == day


@given(st.dates(date(1900, 1, 1), date(2200, 1, 1)), st.integers(0, 400))
def test_a_term_is_never_shortened_and_never_by_more_than_a_few_days(start: date, days: int) -> None:
    plain, working = deadline(start, days, working=False), deadline(start, days, working=True)
    assert plain == start + timedelta(days=days)
    assert plain <= working <= plain + timedelta(days=6)
    assert is_working(working)
