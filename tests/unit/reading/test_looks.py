"""What is seen beside the words: in the plane of the page as shown, whatever way the file has it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from samples.generator.tampered import Imagem, achar, com_qr, escanear, remendar

from docverify.intake.sources import RawPage, Render
from docverify.model import Page
from docverify.reading.cache import PageCache, cache_key
from docverify.reading.looks import look
from docverify.reading.textlayer import LayerReading
from docverify.values.sinais import REMENDO
from tests.integration import small

DATE = "31/12/2026"
CODE = "https://campinas.sp.gov.br/v/AB12CD34"


@pytest.fixture(scope="module")
def forged() -> tuple[Imagem, tuple[float, float, float, float]]:
    pdf = small.pdf(small.ALVARA.replace("VALIDADE", DATE))
    place = achar(pdf, DATE).caixa
    scan = escanear(com_qr(np.asarray(small.scan(pdf, 200)), CODE, (0.7, 0.75)), 5)
    return remendar(scan, place, "31/12/2029"), place


def seen(pixels: Imagem, rotation: int = 0, **changes: object) -> Page:
    raw = RawPage("a.png", 1, "0", "imagem", Path("a.png"), None, 1)  # type: ignore[arg-type]
    page = replace(Page("a.png", 1, "0", 10, 10, (), rotation=rotation), **changes)  # type: ignore[arg-type]
    return look(raw, page, Render(np.ascontiguousarray(pixels), 200.0), LayerReading("pixels"))


@pytest.mark.parametrize("rotation", [0, 90, 180, 270])
def test_boxes_stand_on_the_page_as_shown(
    forged: tuple[Imagem, tuple[float, float, float, float]], rotation: int
) -> None:
    upright, place = forged
    page = seen(np.rot90(upright, rotation // 90), rotation)
    (sign,), (code,) = page.sinais, page.codigos
    assert (sign.codigo, sign.mensagem) == ("documento_alterado", REMENDO)
    assert sign.caixa[0] < place[0] < place[2] < sign.caixa[2]
    assert sign.caixa[1] < place[1] < place[3] < sign.caixa[3]
    assert code.texto == CODE
    assert 0.7 < code.caixa[0] < code.caixa[2] < 0.84
    assert page.impressao == seen(upright).impressao


def test_the_cache_gives_back_the_same(
    forged: tuple[Imagem, tuple[float, float, float, float]], tmp_path: Path
) -> None:
    page, cache, key = seen(forged[0]), PageCache(tmp_path, 10**9), cache_key("0", "x")
    cache.put(key, page)
    assert page.sinais
    assert page.codigos
    assert cache.get(key, "a.png", 1) == page


def test_nothing_is_looked_for_on_a_page_that_was_not_read(
    forged: tuple[Imagem, tuple[float, float, float, float]],
) -> None:
    for changes in ({"blank": True}, {"failure": "não pôde ser lida"}):
        page = seen(forged[0], **changes)
        assert (page.codigos, page.sinais, page.impressao) == ((), (), "")


@pytest.mark.parametrize("shape", [(8, 8), (8, 3000), (3000, 8), (1, 400), (300, 300, 3), (600, 31)])
@pytest.mark.parametrize("level", [0, 255, None])
def test_any_picture_can_be_looked_at(shape: tuple[int, ...], level: int | None) -> None:
    noise = np.random.default_rng(1).integers(0, 256, shape, dtype=np.uint8)
    page = seen(noise if level is None else np.full(shape, level, np.uint8))
    assert page.sinais == ()
    assert page.codigos == ()
