"""The day in Brasília, by which requests are judged."""

from __future__ import annotations

from datetime import date, datetime, timedelta, timezone

BRASILIA = timezone(timedelta(hours=-3), "BRT")
"""Brasília time: UTC-3 all year since Decreto nº 9.772/2019 ended summer time."""


def today() -> date:
    """Return today's date in Brasília, the only place where the house asks for it."""
    return datetime.now(BRASILIA).date()
