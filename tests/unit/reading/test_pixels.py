from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import Image, ImageDraw

from docverify.intake import open_dossier
from docverify.intake.sources import Pixels, Render
from docverify.model import Page, Word, shown_box
from docverify.reading import imaging, ruling
from docverify.reading.pixels import PixelReading, read_pixels
from docverify.reading.plate import turn
from docverify.reading.ppocr import PpOcrReader
from docverify.reading.read import read_all
from docverify.settings import Settings
from tests.made_files import encoded, folder, font, page_image

SETTINGS = Settings(cache_enabled=False)
BODY = (
    "PREFEITURA MUNICIPAL DE CAMPINAS",
    "Alvará de Localização e Funcionamento",
    "Inscrição Municipal: 1536789-4",
    "CNPJ: 11.222.333/0001-81",
    "Razão Social: GÁS BOM JESUS LTDA",
    "Data de emissão: 15/03/2026",
    "Validade: 31/12/2026",
    "O presente alvará deverá ser afixado em local visível",
    "e perderá sua validade em caso de mudança de endereço.",
)
KEYS = ("11.222.333/0001-81", "31/12/2026", "15/03/2026", "1536789-4")


def rgb(image: Image.Image) -> Pixels:
    return np.asarray(image.convert("RGB"))


def read(pixels: Pixels, dpi: float = 150) -> PixelReading:
    return read_pixels(Render(np.ascontiguousarray(pixels), dpi), PpOcrReader())


def texts(reading: PixelReading) -> set[str]:
    return {w.text for w in reading.words}


def missing(reading: PixelReading) -> list[str]:
    return [k for k in KEYS if k not in texts(reading)]


def turned(pixels: Pixels, degrees: float) -> Pixels:
    height, width = pixels.shape[:2]
    matrix = cv2.getRotationMatrix2D((width / 2, height / 2), degrees, 1)
    return np.asarray(cv2.warpAffine(pixels, matrix, (width, height), borderValue=(255, 255, 255)), np.uint8)


def dark_share(pixels: Pixels, word: Word, reading: PixelReading) -> float:
    """Share of dark pixels inside a word's box on the page as shown."""
    page = Page("a", 1, "", reading.width, reading.height, reading.words, warp=reading.warp)
    x0, y0, x1, y1 = shown_box(page, word.box)
    upright = imaging.grey(turn(pixels, reading.rotation))
    height, width = upright.shape
    return float((upright[int(y0 * height) : int(y1 * height) + 1, int(x0 * width) : int(x1 * width) + 1] < 128).mean())


@pytest.mark.parametrize("rotation", [0, 90, 180, 270])
def test_the_way_up_is_found(rotation: int) -> None:
    pixels = turn(rgb(page_image(*BODY)), -rotation % 360)
    reading = read(pixels)
    assert reading.rotation == rotation
    assert not missing(reading)
    assert all(dark_share(pixels, w, reading) > 0.03 for w in reading.words if w.text in KEYS)


@pytest.mark.parametrize("degrees", [-12.0, -3.0, 1.5, 8.0])
def test_skew_is_undone_and_boxes_lead_back_to_the_page(degrees: float) -> None:
    pixels = turned(rgb(page_image(*BODY)), degrees)
    reading = read(pixels)
    assert not missing(reading)
    assert reading.warp is not None
    assert all(dark_share(pixels, w, reading) > 0.02 for w in reading.words if w.text in KEYS)
    # level again: the words of one line share their height
    by_line: dict[int, list[Word]] = {}
    for w in reading.words:
        by_line.setdefault(w.line, []).append(w)
    for line in by_line.values():
        assert max(w.box[3] for w in line) - min(w.box[3] for w in line) < 0.02


def test_a_photo_of_a_sheet_on_a_table() -> None:
    sheet = rgb(page_image(*BODY, size=40))
    height, width = sheet.shape[:2]
    table = np.full((height + 300, width + 300, 3), (60, 50, 45), np.uint8)
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    lying = np.array([[170, 140], [width + 90, 190], [width + 130, height + 120], [120, height + 160]], np.float32)
    matrix = cv2.getPerspectiveTransform(corners, lying)
    size = (table.shape[1], table.shape[0])
    photo = cv2.warpPerspective(sheet, matrix, size, dst=table.copy(), borderMode=cv2.BORDER_TRANSPARENT)
    light = np.linspace(1.0, 0.5, photo.shape[1])[None, :, None]
    pixels = np.asarray(photo * light, np.uint8)
    reading = read(pixels, 0)
    assert not missing(reading)
    assert reading.rotation == 0


def test_small_type_is_enlarged() -> None:
    reading = read(rgb(page_image(*BODY, size=13, width=620, height=877, left=50, top=60)), 75)
    assert not missing(reading)


def test_uneven_light() -> None:
    pixels = rgb(page_image(*BODY))
    shade = np.linspace(0.35, 1.0, pixels.shape[0])[:, None, None]
    assert not missing(read(np.asarray(pixels * shade, np.uint8)))


def test_a_coloured_stamp_over_the_print() -> None:
    image = page_image(*BODY)
    ink = Image.new("RGB", image.size, "white")
    draw = ImageDraw.Draw(ink)
    draw.ellipse((200, 260, 620, 620), outline=(40, 50, 200), width=7)
    draw.text((260, 330), "CARTÓRIO", fill=(40, 50, 200), font=font(54))
    draw.text((260, 470), "CONFERE", fill=(40, 50, 200), font=font(54))
    pixels = np.minimum(rgb(image), rgb(ink))
    assert not missing(read(pixels))


def test_boxed_fields_are_read_and_their_cells_found() -> None:
    image = Image.new("RGB", (1240, 1754), "white")
    draw = ImageDraw.Draw(image)
    fields = [
        ("NÚMERO DE INSCRIÇÃO", KEYS[0]),
        ("VALIDADE", KEYS[1]),
        ("DATA DE ABERTURA", KEYS[2]),
        ("INSCRIÇÃO", KEYS[3]),
    ]
    for row, (label, value) in enumerate(fields):
        top = 150 + row * 90
        draw.rectangle((90, top, 620, top + 62), outline="black", width=3)
        draw.text((98, top + 5), label, fill="black", font=font(14))
        draw.text((98, top + 28), value, fill="black", font=font(22))
    reading = read(rgb(image))
    assert not missing(reading)
    assert len(reading.cells) == 4
    for word in reading.words:
        if word.text in KEYS:
            x, y = (word.box[0] + word.box[2]) / 2, (word.box[1] + word.box[3]) / 2
            assert sum(c[0] < x < c[2] and c[1] < y < c[3] for c in reading.cells) == 1


def test_white_on_a_dark_band() -> None:
    image = page_image(*BODY)
    draw = ImageDraw.Draw(image)
    draw.rectangle((100, 900, 1140, 960), fill=(60, 60, 60))
    draw.text((120, 912), "CERTIFICADO NÚMERO 889977", fill="white", font=font(30))
    reading = read(rgb(image))
    assert "889977" in texts(reading)
    assert not missing(reading)


@pytest.mark.parametrize("kind", ["branca", "pó", "sombra"])
def test_blank_pages(kind: str) -> None:
    pixels = np.full((1754, 1240, 3), 250, np.uint8)
    if kind == "pó":
        rng = np.random.default_rng(4)
        for x, y in rng.integers(20, 1200, (60, 2)):
            cv2.circle(pixels, (int(x), int(y)), int(rng.integers(1, 5)), (60, 60, 60), -1)
    if kind == "sombra":
        pixels[:, :40] = 90
    reading = read(pixels)
    assert reading.blank
    assert reading.words == ()


def test_a_picture_that_says_nothing_is_badly_read_but_not_blank() -> None:
    rng = np.random.default_rng(5)
    small = rng.integers(0, 255, (44, 31, 3), dtype=np.uint8)
    reading = read(np.asarray(cv2.resize(small, (1240, 1754), interpolation=cv2.INTER_NEAREST), np.uint8))
    assert not reading.blank
    assert reading.quality < 0.6


def test_measures_take_degenerate_images() -> None:
    for shape in ((8, 8), (8, 3000), (3000, 8)):
        for value in (0, 128, 255):
            image = np.full(shape, value, np.uint8)
            found = imaging.glyphs(imaging.ink(image))
            imaging.skew(found, image.shape)
            imaging.even_light(image)
            ruling.find_rules(imaging.ink(image), 20)
            assert read(image).words == ()


def test_the_number_of_jobs_changes_nothing(tmp_path: Path) -> None:
    files = {f"{i}.png": encoded(page_image(f"Página {i}", *BODY[i:])) for i in range(4)}
    top = folder(tmp_path / "d", files)
    results = []
    for jobs in (1, 3):
        settings = Settings(cache_enabled=False, ocr_jobs=jobs)
        with open_dossier(top, settings) as intake:
            results.append(read_all(intake, settings).pages)
    assert results[0] == results[1]
