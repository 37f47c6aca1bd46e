"""QR codes and barcodes: found on scans of any size and way up, never taken for more than text."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
import zxingcpp
from PIL import Image

from docverify.reading.codes import MAX_TEXT, find_codes, inert, may_hold_codes
from tests import made_files

ADDRESS = "https://validar.exemplo.sp.gov.br/v/AB12CD34EF"


def bars(text: str, kind: zxingcpp.BarcodeFormat, width: int, height: int) -> np.ndarray:
    drawn = np.array(zxingcpp.create_barcode(text, kind).to_image(scale=1))
    return np.asarray(cv2.resize(drawn, (width, height), interpolation=cv2.INTER_NEAREST), np.uint8)


def sheet(*codes: tuple[np.ndarray, int, int], width: int = 1240, height: int = 1754) -> np.ndarray:
    page = np.asarray(
        made_files.page_image("ALVARÁ DE FUNCIONAMENTO", "Validade: 31/12/2027", width=width, height=height), np.uint8
    ).copy()
    for code, x, y in codes:
        page[y : y + code.shape[0], x : x + code.shape[1]] = code[:, :, None]
    return page


def qr(text: str = ADDRESS, side: int = 180) -> np.ndarray:
    return bars(text, zxingcpp.BarcodeFormat.QRCode, side, side)


def test_a_qr_code_is_told_with_its_place() -> None:
    (found,) = find_codes(sheet((qr(), 900, 1400)))
    assert (found.texto, found.formato) == (ADDRESS, "QRCode")
    x0, y0, x1, y1 = found.caixa
    assert 900 / 1240 < x0 < x1 < 1080 / 1240
    assert 1400 / 1754 < y0 < y1 < 1580 / 1754


@pytest.mark.parametrize("turns", [0, 1, 2, 3])
@pytest.mark.parametrize("size", [(1240, 1754), (2480, 3508)])
def test_any_way_up_and_any_size(turns: int, size: tuple[int, int]) -> None:
    width, height = size
    page = sheet((qr(side=width // 8), width // 2, height // 2), width=width, height=height)
    assert [c.texto for c in find_codes(np.ascontiguousarray(np.rot90(page, turns)))] == [ADDRESS]


def test_a_small_code_on_a_large_page_is_looked_for_at_full_size() -> None:
    page = sheet((qr(side=74), 300, 2000), width=2480, height=3508)
    assert [c.texto for c in find_codes(page)] == [ADDRESS]


def test_linear_codes_and_short_accidents() -> None:
    long_one = bars("20260012345678", zxingcpp.BarcodeFormat.Code128, 500, 90)
    short_one = bars("1234", zxingcpp.BarcodeFormat.Code128, 300, 90)
    found = find_codes(sheet((long_one, 200, 900), (short_one, 200, 1200)))
    assert [(c.texto, c.formato) for c in found] == [("20260012345678", "Code128")]


def test_nothing_on_print_and_on_grain() -> None:
    assert find_codes(sheet()) == ()
    grain = np.random.default_rng(1).integers(0, 256, (900, 700), dtype=np.uint8)
    assert find_codes(grain) == ()
    assert find_codes(np.zeros((8, 8), np.uint8)) == ()


def test_content_is_inert() -> None:
    assert inert("CNPJ: 1\r\nValidade:\t2\x1b[31m") == "CNPJ: 1; Validade: 2 [31m"
    assert inert("a\u202eb\u200bc\ue000d\ufeff") == "abcd"
    assert inert("\n;\n ") == ""
    assert len(inert("x" * 10_000)) == MAX_TEXT
    (found,) = find_codes(sheet((qr("linha 1\nlinha 2 \u202eavesso"), 300, 900)))
    assert found.texto == "linha 1; linha 2 avesso"


def test_the_same_content_counts_once() -> None:
    assert len(find_codes(sheet((qr(), 200, 900), (qr(), 700, 900)))) == 1


@pytest.mark.parametrize("side", [80, 120, 180])
def test_a_drawn_page_with_a_code_is_looked_at(side: int) -> None:
    assert may_hold_codes(cv2.cvtColor(sheet((qr(side=side), 433, 917)), cv2.COLOR_RGB2GRAY))


def test_print_and_shaded_headings_are_no_codes() -> None:
    page = cv2.cvtColor(sheet(), cv2.COLOR_RGB2GRAY)
    assert not may_hold_codes(page)
    page[700:760, 100:1100] = 90
    assert not may_hold_codes(page)
    dense = Image.new("L", (1240, 1754), 255)
    assert not may_hold_codes(np.asarray(dense))
