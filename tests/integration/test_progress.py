"""A dossier says how far it is, station by station."""

from __future__ import annotations

from datetime import date
from pathlib import Path

from docverify.intake import open_dossier
from docverify.settings import Settings
from docverify.verify import walk

SAMPLE = Path(__file__).parents[2] / "samples" / "dossies" / "05_capacidade_ausente"


def told(settings: Settings, *, with_pages: bool) -> list[tuple[str, int, int | None]]:
    """Return what a walk says."""
    said: list[tuple[str, int, int | None]] = []
    with open_dossier(SAMPLE, settings) as intake:
        pages = sum(source.page_count for source in intake.fontes)
        walk(
            intake,
            today=date(2026, 11, 30),
            settings=settings,
            with_pages=with_pages,
            notify=lambda *step: said.append(step),
        )
    assert [step for step in said if step[0] == "lendo"] in ([], [("lendo", n, pages) for n in range(1, pages + 1)])
    return said


def test_stations_come_in_their_order_and_those_that_are_remembered_are_left_out(tmp_path: Path) -> None:
    settings = Settings(cache=tmp_path)
    first = told(settings, with_pages=True)
    assert list(dict.fromkeys(step[0] for step in first)) == ["lendo", "conferindo", "decidindo"]
    assert [step[0] for step in told(settings, with_pages=False)] == ["decidindo"]
    again = told(settings, with_pages=True)
    assert list(dict.fromkeys(step[0] for step in again)) == ["lendo", "decidindo"]
