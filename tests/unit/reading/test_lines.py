"""Lines from likelihoods, characters from tables, words from ink, and the way up of whole pages."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from docverify.intake.sources import Pixels, Render
from docverify.reading.ctc import Spelt, decode, usable
from docverify.reading.detection import Line, find_lines, lean, reading_order, settled, sideways
from docverify.reading.pixels import PixelReading, read_pixels
from docverify.reading.plate import turn
from docverify.reading.ppocr import PpOcrReader
from docverify.reading.spacing import words_of
from tests.made_files import page_image

BODY = (
    "PREFEITURA MUNICIPAL DE CAMPINAS",
    "Alvará de Localização e Funcionamento",
    "CNPJ: 11.222.333/0001-81",
    "Razão Social: GÁS BOM JESUS LTDA",
    "Validade: 31/12/2026",
    "O presente alvará deverá ser afixado em local visível",
)


def page() -> Pixels:
    return np.ascontiguousarray(np.asarray(page_image(*BODY).convert("RGB")))


def read(pixels: Pixels) -> PixelReading:
    return read_pixels(Render(np.ascontiguousarray(pixels), 150), PpOcrReader())


def likelihood(*lines: tuple[float, float, float, float, float]) -> np.ndarray:
    """Draw cores of lines: middle, length, height, clockwise degrees."""
    plane = np.zeros((320, 480), np.float32)
    for x, y, length, height, angle in lines:
        corners = cv2.boxPoints(((x, y), (length, height), angle))
        cv2.fillPoly(plane, [np.round(corners).astype(np.int32)], (0.9,))
    return plane


def test_lines_are_found_with_place_size_and_slant() -> None:
    found = find_lines(likelihood((240, 100, 300, 12, 6.0)), (960, 640))
    assert len(found) == 1
    (line,) = found
    assert (line.x, line.y) == pytest.approx((481, 201), abs=4)
    assert line.angle == pytest.approx(6.0, abs=0.7)
    assert 600 < line.length < 680 and 30 < line.height < 80
    assert find_lines(np.full((320, 480), 0.2, np.float32), (960, 640)) == []


def test_the_lean_is_that_of_the_long_lines_on_a_page_on_its_side_too() -> None:
    assert lean([Line(0, 0, 300, 20, 3.0, 0.9), Line(0, 0, 200, 20, 3.4, 0.9), Line(0, 0, 25, 20, -40.0, 0.9)]) == 3.0
    assert lean([Line(0, 0, 300, 20, -88.0, 0.9)]) == pytest.approx(2.0)
    assert lean([]) == 0.0


def test_a_lone_figure_runs_as_the_page_does_and_a_margin_note_does_not() -> None:
    figure = settled(Line(10, 10, 24, 14, 90.0, 0.9))
    assert (figure.length, figure.height) == (14, 24) and not sideways(figure)
    assert sideways(settled(Line(10, 10, 200, 20, 90.0, 0.9)))
    assert settled(Line(10, 10, 200, 20, 180.0, 0.9)).angle == 0.0


def test_reading_order_is_by_rows() -> None:
    lines = [Line(300, 52, 100, 20, 0, 0.9), Line(100, 50, 100, 20, 0, 0.9), Line(100, 90, 100, 20, 0, 0.9)]
    assert [(line.x, line.y) for line in reading_order(lines)] == [(100, 50), (300, 52), (100, 90)]


def test_a_table_of_likelihoods_is_decoded() -> None:
    alphabet = ("", "a", "b", " ")
    best = [0, 1, 1, 0, 1, 2, 3, 2, 0]
    table = np.full((len(best), 4), 0.02, np.float32)
    for step, character in enumerate(best):
        table[step, character] = 0.9
    read_ = decode(table, alphabet)
    assert read_.text == "aab b"
    assert read_.places == pytest.approx((2.0, 4.5, 5.5, 6.5, 7.5))
    assert read_.confidence == pytest.approx(0.9)
    assert decode(table[:1], alphabet).text == ""


def test_other_scripts_are_not_read() -> None:
    assert usable("ç") and usable("º") and usable("☑") and usable("–")
    assert not usable("中") and not usable("Ж")


def drawn(text: str, blank: int) -> tuple[Spelt, Pixels, Line]:
    """Draw words 12 px a letter, ``blank`` px between them, as a recogniser reads them that swallows the blanks."""
    strip = np.full((48, 900), 255, np.uint8)
    x, places = 20, []
    for word in text.split():
        for _ in word:
            strip[12:36, x : x + 9] = 0
            places.append((x + 4.5) / 8)
            x += 12
        x += blank
    letters = text.replace(" ", "")
    return Spelt(letters, (0.99,) * len(letters), tuple(places), 113), strip, Line(450, 24, 900, 48, 0.0, 0.9)


@pytest.mark.parametrize(("blank", "words"), [(12, ["RUA", "DAS", "FLORES"]), (0, ["RUADASFLORES"])])
def test_swallowed_blanks_are_seen_in_the_ink(blank: int, words: list[str]) -> None:
    spelt, strip, line = drawn("RUA DAS FLORES", blank)
    found = words_of(spelt, strip, line, 4)
    assert [w.text for w in found] == words
    assert all(w.line == 4 for w in found)
    assert found[0].x0 == pytest.approx(20, abs=2)


def test_figures_keep_their_points() -> None:
    spelt, strip, line = drawn("1997 .", 8)
    assert [w.text for w in words_of(spelt, strip, line, 0)] == ["1997."]


def test_the_weakest_character_lowers_a_word() -> None:
    spelt, strip, line = drawn("2026", 0)
    weak = Spelt(spelt.text, (0.99, 0.99, 0.5, 0.99), spelt.places, spelt.steps)
    assert words_of(weak, strip, line, 0)[0].confidence < 0.75 < words_of(spelt, strip, line, 0)[0].confidence


@pytest.mark.parametrize("rotation", [0, 90, 180, 270])
def test_a_page_seen_in_a_mirror(rotation: int) -> None:
    reading = read(turn(page(), rotation)[:, ::-1])
    texts = {w.text for w in reading.words}
    assert {"11.222.333/0001-81", "31/12/2026"} <= texts
    assert reading.warp is not None


def test_an_upright_page_with_a_stamp_on_its_side_stays_upright() -> None:
    pixels = page().copy()
    stamp = np.asarray(
        page_image(
            "CARTÓRIO DO 2º OFÍCIO DE NOTAS",
            "CONFERE COM O ORIGINAL 01/02/2026",
            width=700,
            height=200,
            left=10,
            top=10,
        ).convert("RGB")
    )
    pixels[800:1500, 900:1100] = turn(stamp, 90)
    reading = read(pixels)
    texts = {w.text for w in reading.words}
    assert reading.rotation == 0
    assert {"11.222.333/0001-81", "31/12/2026", "CARTÓRIO", "01/02/2026"} <= texts


def test_few_words_upside_down() -> None:
    pixels = np.ascontiguousarray(
        np.asarray(page_image("VALIDADE 31/12/2026", "CNPJ 11.222.333/0001-81").convert("RGB"))
    )
    reading = read(turn(pixels, 180))
    assert reading.rotation == 180
    assert "31/12/2026" in {w.text for w in reading.words}
