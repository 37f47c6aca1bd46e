"""A fold taken for the edge of the sheet cut off half a scan, and the notary's stamp with it."""

from __future__ import annotations

import numpy as np

from docverify.reading.photo import find_sheet


def _scan(*, fold: bool, table: bool) -> np.ndarray:
    """Draw a page between dark borders; with ``table`` the upper border is dark too, as around a photographed sheet."""
    page = np.full((1400, 1000), 235, np.uint8)
    page[:, :60] = page[:, -60:] = 50
    page[-80:] = 50
    if table:
        page[:80] = 50
    if fold:
        page[520:540, 60:-60] = 120
    return page


def _holds(found: tuple[np.ndarray, tuple[int, int]] | None, x: float, y: float) -> bool:
    """Tell whether a point of the picture is on what is kept of it."""
    if found is None:
        return True
    matrix, (width, height) = found
    u, v, w = matrix @ np.array([x, y, 1.0])
    return bool(-1 <= u / w <= width + 1 and -1 <= v / w <= height + 1)


def test_a_fold_is_no_edge() -> None:
    assert _holds(find_sheet(_scan(fold=True, table=False)), 500, 250)


def test_a_sheet_on_a_dark_table_is_still_found() -> None:
    found = find_sheet(_scan(fold=False, table=True))
    assert found is not None
    assert _holds(found, 500, 250)
    assert not _holds(found, 500, 20)
