"""Lines that no straight box fits are cut into pieces that are straight: a bent page loses no line."""

from __future__ import annotations

import numpy as np
import pytest

from docverify.reading.detection import find_lines


def _map(bow: float, *, spaces: bool = True, level: float = 0.9) -> np.ndarray:
    """Draw the detector's map of one line of print, ``bow`` pixels lower in its middle than at its ends."""
    likelihood = np.zeros((120, 700), np.float32)
    for x in range(40, 660):
        middle = 40 + bow * (1 - ((x - 350) / 310) ** 2)
        faint = 0.45 if spaces and (x // 10) % 6 == 0 else level
        likelihood[int(middle) - 3 : int(middle) + 4, x] = faint
    return likelihood


def _covered(lines: list, x: float, y: float) -> bool:
    for line in lines:
        turn = np.radians(line.angle)
        dx, dy = x - line.x, y - line.y
        along, across = dx * np.cos(turn) + dy * np.sin(turn), dy * np.cos(turn) - dx * np.sin(turn)
        if abs(along) <= line.length / 2 and abs(across) <= line.height / 2:
            return True
    return False


def test_a_straight_line_stays_whole() -> None:
    assert len(find_lines(_map(0.0), (700, 120))) == 1


@pytest.mark.parametrize("bow", [12.0, 20.0, 40.0, -30.0])
def test_a_bent_line_is_found_from_end_to_end(bow: float) -> None:
    lines = find_lines(_map(bow), (700, 120))
    assert len(lines) >= 2
    for x in range(50, 650, 10):
        assert _covered(lines, x, 40 + bow * (1 - ((x - 350) / 310) ** 2))
    assert all(line.height < 12 + abs(bow) for line in lines)


def test_cuts_lie_between_words() -> None:
    lines = sorted(find_lines(_map(24.0), (700, 120)), key=lambda line: line.x)
    whole = [line for line in lines[:-1]]
    for before, after in zip(whole, lines[1:], strict=True):
        cut = (before.x + before.length / 2 + after.x - after.length / 2) / 2
        assert min(cut % 60, 60 - cut % 60) <= 14  # spaces are 10 wide and begin every 60


def test_what_hangs_on_a_line_does_not_cost_it() -> None:
    """A stamp's frame that touches the line used to take the line with it."""
    likelihood = _map(0.0)
    likelihood[40:110, 600:604] = 0.7
    lines = find_lines(likelihood, (700, 120))
    assert all(_covered(lines, x, 40) for x in range(60, 560, 10))


def test_faint_scraps_are_no_lines() -> None:
    assert find_lines(_map(30.0, level=0.5), (700, 120)) == []
