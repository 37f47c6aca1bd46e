"""A value with a stroke drawn through it was read through the stroke and accepted."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from docverify.confirmation import confirm
from docverify.confirmation.strikes import struck
from docverify.intake.sources import Pixels
from docverify.reading.plate import Plate
from docverify.values.sinais import RISCADO
from tests.unit.confirmation.made import FICHA, FakeReader, a_document, a_field, drawn, witnesses

_WORDS = ("31/12/2026", "13-12-34", "RUA DAS FLORES, 12", "12.345.678/0001-95")
_X, _TOP, _FOOT = 60, 60, 90  # of the digits


def value(text: str, strokes: tuple[tuple[float, float, int], ...] = (), blur: float = 0.6) -> tuple[Pixels, Pixels]:
    """Draw a value; each stroke by its height at both ends in heights of the letters, from their top, and thickness."""
    (wide, _), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, 1.4, 3)
    image = np.full((150, wide + 2 * _X), 245, np.uint8)
    cv2.putText(image, text, (_X, _FOOT), cv2.FONT_HERSHEY_SIMPLEX, 1.4, 20, 3, cv2.LINE_AA)
    for left, right, thick in strokes:
        ends = [(x, round(_TOP + y * (_FOOT - _TOP))) for x, y in ((_X - 8, left), (_X + wide + 8, right))]
        cv2.line(image, ends[0], ends[1], 40, thick, cv2.LINE_AA)
    image = np.asarray(cv2.GaussianBlur(image, (0, 0), blur), np.uint8)
    return image, np.array([_X - 4, _TOP - 8, _X + wide + 4, _FOOT + 8])


def told(text: str, strokes: tuple[tuple[float, float, int], ...] = (), blur: float = 0.6) -> bool:
    image, core = value(text, strokes, blur)
    return struck(image, (float(core[0]), float(core[1]), float(core[2]), float(core[3])))


@pytest.mark.parametrize("text", _WORDS)
@pytest.mark.parametrize(
    "strokes",
    [((0.5, 0.5, 2),), ((0.5, 0.5, 4),), ((0.4, 0.6, 3),), ((0.62, 0.4, 3),), ((0.3, 0.3, 2), (0.65, 0.65, 2))],
)
def test_a_stroke_through_the_letters_is_seen(text: str, strokes: tuple[tuple[float, float, int], ...]) -> None:
    assert told(text, strokes)


@pytest.mark.parametrize("text", _WORDS)
@pytest.mark.parametrize("blur", [0.6, 2.0, 3.0])
@pytest.mark.parametrize("strokes", [(), ((1.05, 1.05, 3),), ((1.3, 1.3, 2),), ((-0.2, -0.2, 3),)])
def test_rules_beside_dashes_and_blur_are_none(
    text: str, strokes: tuple[tuple[float, float, int], ...], blur: float
) -> None:
    assert not told(text, strokes, blur)


def test_a_struck_validity_is_a_sign_on_its_document() -> None:
    page, plate = drawn(["Validade: 31/12/2026"])
    field = a_field(page, "2026-12-31", 0, 1)
    reader = FakeReader(lambda call, row: "31/12/2026")
    (clean,) = confirm([a_document(validade=field)], [page], FICHA, witnesses(plate, reader, None))
    assert clean.sinais == ()
    image = np.array(plate.upright)
    height, width = image.shape[:2]
    x0, y0, x1, y1 = field.trechos[0].caixa
    left, top, right, foot = int(x0 * width), int(y0 * height), int(x1 * width), int(y1 * height)
    ink = np.flatnonzero((image[top:foot, left:right, 0] < 128).any(axis=1))
    middle = top + int((ink[0] + ink[-1]) // 2)
    cv2.line(image, (left - 3, middle), (right + 3, middle), (20, 20, 20), 2)
    (found,) = confirm([a_document(validade=field)], [page], FICHA, witnesses(Plate(image, plate.warp), reader, None))
    (sign,) = found.sinais
    assert (sign.codigo, sign.mensagem, sign.campo) == ("documento_alterado", RISCADO, "validade")
