"""Terms and deadlines: calendar days and months, and what becomes of one that ends on a day without office hours.

None of the norms says working days: days are counted in a row, the first one not (Lei 9.784/1999, art. 66). Whether a
term that ends on a Saturday, a Sunday or a holiday goes on to the next working day (the same article, § 1º) is the
setting ``prazo_fim_dia_util`` of each norm.
"""

from __future__ import annotations

from calendar import monthrange
from datetime import MAXYEAR, date, timedelta
from functools import cache

_FIXOS = ((1, 1), (4, 21), (5, 1), (9, 7), (10, 12), (11, 2), (11, 15), (12, 25))
"""Month and day of the national holidays of Lei 662/1949 (as of Lei 10.607/2002) and Lei 6.802/1980."""

_CONSCIENCIA_NEGRA = 2024
"""First year in which 20 November is a national holiday (Lei 14.759/2023)."""


def _easter(year: int) -> date:
    """Return Easter Sunday of the Gregorian calendar (the anonymous algorithm of 1876)."""
    a, b, c = year % 19, year // 100, year % 100
    d, e = divmod(b, 4)
    f = (b - (b + 8) // 25 + 1) // 3
    h = (19 * a + b - d - f + 15) % 30
    i, k = divmod(c, 4)
    m = (32 + 2 * e + 2 * i - h - k) % 7
    n = (a + 11 * h + 22 * m) // 451
    month, day = divmod(h + m - 7 * n + 114, 31)
    return date(year, month, day + 1)


@cache
def holidays(year: int) -> frozenset[date]:
    """Return the national holidays of a year; those of States and municipalities are not known here."""
    found = {date(year, month, day) for month, day in _FIXOS}
    found.add(_easter(year) - timedelta(days=2))  # Good Friday, kept by custom as a holiday everywhere (Lei 9.093/1995)
    if year >= _CONSCIENCIA_NEGRA:
        found.add(date(year, 11, 20))
    return frozenset(found)


def is_working(day: date) -> bool:
    """Tell whether offices are open on a day, holidays of States and municipalities apart."""
    return day.weekday() < 5 and day not in holidays(day.year)


def add_days(start: date, days: int) -> date:
    """Return the day that is ``days`` after ``start``, the last day of the calendar where there is none."""
    try:
        return start + timedelta(days=days)
    except OverflowError:
        return date.max


def add_months(start: date, months: int) -> date:
    """Return the same day of the month, ``months`` later, or the last day of that month where it is shorter."""
    years, month = divmod(start.month - 1 + months, 12)
    if start.year + years > MAXYEAR:
        return date.max
    year = start.year + years
    return date(year, month + 1, min(start.day, monthrange(year, month + 1)[1]))


def end_of_term(last: date, *, working: bool) -> date:
    """Return the last day of a term; with ``working`` it goes on to the next working day."""
    while working and not is_working(last) and last < date.max:
        last += timedelta(days=1)
    return last


def deadline(start: date, days: int, *, working: bool) -> date:
    """Return the last day of a term of calendar days that begins the day after ``start``.

    Args:
        start: The day of the act, which does not count.
        days: Length of the term.
        working: A term that ends on a day without office hours goes on to the next working day.
    """
    return end_of_term(add_days(start, days), working=working)
