"""Whether a page could be read, and why not: measured on its picture, told by its words; a blank sheet is none."""

from __future__ import annotations

import random
from dataclasses import replace

import cv2
import numpy as np
import pytest
from samples.generator import degrade
from samples.generator.damage_paper import dobras, furos, manchas, ruido

from docverify.model import Page, Word
from docverify.reading.legibility import bears_print, judge, judged, printed
from docverify.values.legibilidade import CONSELHOS, Legibilidade, legibilidade_from

_LINES = 26


def _sheet(scale: float = 1.0) -> np.ndarray:
    sheet = np.full((1754, 1240), 250, np.uint8)
    for row in range(_LINES):
        cv2.putText(
            sheet, f"CERTIFICADO DE VISTORIA {row:02d} VALIDADE", (140, 160 + 58 * row), 0, 1.1, 20, 2, cv2.LINE_AA
        )
    if scale != 1.0:
        sheet = np.asarray(cv2.resize(sheet, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
    return sheet


def _words(confidence: float, count: int = _LINES) -> tuple[Word, ...]:
    rows = ((160 + 58 * row) / 1754 for row in range(count))
    return tuple(
        Word("CERTIFICADO", (140 / 1240, y - 0.018, 420 / 1240, y + 0.002), confidence, i) for i, y in enumerate(rows)
    )


def _page(words: tuple[Word, ...], *, blank: bool = False) -> Page:
    source = "nenhuma" if blank else "ocr"
    return Page("a.pdf", 1, "d", 1240, 1754, words, source=source, quality=0.9, blank=blank)


def test_a_page_that_was_read_is_legible_whatever_it_looks_like() -> None:
    dim = (_sheet() * 0.2).astype(np.uint8)
    assert judge(dim, _words(0.97), None, 0, 0.95).veredito == "legivel"


@pytest.mark.parametrize(
    ("spoilt", "reason"),
    [
        (cv2.GaussianBlur(_sheet(), (0, 0), 9), "desfocada"),
        (_sheet(0.25), "resolucao_baixa"),
        ((228 + _sheet() * 0.09).astype(np.uint8), "texto_claro"),
        ((_sheet() * 0.12).astype(np.uint8), "escura"),
    ],
)
def test_what_is_wrong_is_named_with_advice(spoilt: np.ndarray, reason: str) -> None:
    found = judge(spoilt, _words(0.4), None, 0, 0.4)
    assert found.veredito == "ilegivel"
    assert found.motivos[0] == reason
    assert found.mensagem
    assert "{" not in found.mensagem


def test_a_sharp_page_that_nobody_can_read_is_not_called_blurred() -> None:
    assert judge(_sheet(), _words(0.4), None, 0, 0.4).motivos == ("nao_reconhecida",)


def test_a_page_on_its_side_is_measured_upright() -> None:
    spoilt = np.rot90(cv2.GaussianBlur(_sheet(), (0, 0), 9))
    assert judge(spoilt, _words(0.4), None, 90, 0.4).motivos[0] == "desfocada"


def test_half_read_is_poor_and_not_unreadable() -> None:
    words = tuple(replace(w, confidence=0.95 if i % 2 else 0.5) for i, w in enumerate(_words(0.9)))
    assert judge(_sheet(), words, None, 0, 0.7).veredito == "ruim"


def test_a_sheet_with_a_number_alone_is_legible() -> None:
    sheet = np.full((1754, 1240), 250, np.uint8)
    cv2.putText(sheet, "Fls. 12", (900, 120), 0, 1.1, 20, 2, cv2.LINE_AA)
    word = (Word("Fls.12", (0.72, 0.05, 0.9, 0.07), 0.96, 0),)
    assert judge(sheet, word, None, 0, 0.96).veredito == "legivel"
    assert judge(_sheet(), word, None, 0, 0.96).veredito == "ilegivel"


def test_words_at_the_frame_tell_of_a_sheet_cut_off() -> None:
    words = tuple(replace(w, box=(0.6, w.box[1], 1.0, w.box[3])) for w in _words(0.5))
    assert "folha_cortada" in judge(_sheet(), words, None, 0, 0.5).motivos


@pytest.mark.parametrize("seed", range(3))
def test_blank_sheets_bear_no_print(seed: int) -> None:
    rng = random.Random(seed)
    white = np.full((1754, 1240), 255, np.uint8)
    for sheet in (
        degrade.branca(150, rng, "clean").imagem,
        degrade.branca(150, rng, "poor").imagem,
        manchas(dobras(furos(ruido(white, 4, rng), rng, 0.6), rng, 0.8), rng, 0.5),
        cv2.cvtColor(degrade.foto(np.dstack([white] * 3), 150, rng, 0.9).imagem, cv2.COLOR_BGR2RGB),
    ):
        assert printed(sheet) <= 4


@pytest.mark.parametrize("modo", degrade.MODOS_ILEGIVEL)
def test_print_that_nobody_reads_is_no_blank_page(modo: str) -> None:
    folha = degrade.ilegivel(_sheet(), 150, random.Random(7), modo)
    assert bears_print(folha.imagem)
    assert bears_print(np.rot90(folha.imagem))
    page = judged(_page((), blank=True), folha.imagem)
    assert not page.blank
    assert page.legibilidade is not None
    assert page.legibilidade.veredito == "ilegivel"
    assert [s.codigo for s in page.sinais] == ["documento_ilegivel"]
    assert page.quality <= 0.3


def test_a_blank_page_stays_blank() -> None:
    page = judged(_page((), blank=True), np.full((1754, 1240), 255, np.uint8))
    assert page.blank
    assert not page.sinais


def test_a_failed_page_is_left_alone() -> None:
    page = replace(_page(()), failure="danificada")
    assert judged(page, _sheet()) is page


def test_every_reason_has_its_advice_and_survives_the_cache() -> None:
    for reason in CONSELHOS:
        verdict = Legibilidade("ilegivel", (reason,), 75, {"borda": 0.2})
        assert verdict.mensagem.endswith(".")
        data = {"veredito": "ilegivel", "motivos": [reason], "dpi": 75, "medidas": {"borda": 0.2}}
        assert legibilidade_from(data) == verdict
    assert legibilidade_from(None) is None
    assert "75 pontos" in Legibilidade("ruim", ("resolucao_baixa",), 75).mensagem


@pytest.mark.parametrize("shape", [(1, 1), (3, 900), (900, 3), (20, 20)])
def test_strange_pictures_do_no_harm(shape: tuple[int, int]) -> None:
    picture = np.full(shape, 128, np.uint8)
    assert not bears_print(picture)
    assert judge(picture, (), None, 0).veredito == "ilegivel"


def test_what_is_no_sheet_is_not_called_pale() -> None:
    strip = np.full((400, 8000), 235, np.uint8)
    for left in range(100, 7800, 300):
        cv2.putText(strip, "CERTO", (left, 200), 0, 1.4, 200, 3)
    assert judge(strip, (), None, 0, 0.0).motivos == ("nao_reconhecida",)
