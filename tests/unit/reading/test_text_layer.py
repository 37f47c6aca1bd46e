"""Visible pixels decide: text that nobody sees is no evidence."""

from __future__ import annotations

from pathlib import Path

import pytest

from docverify.intake import RawPage, open_dossier
from docverify.model import Page, Word
from docverify.reading import read_page
from docverify.reading.hidden import unseen
from docverify.reading.textlayer import LayerReading, is_sane, read_layer
from docverify.settings import Settings
from tests.made_files import folder, image_pdf, lines, page_image, pdf

SETTINGS = Settings(cache_enabled=False)
BODY = (
    "Prefeitura Municipal de Campinas",
    "Alvará de Funcionamento",
    "Validade: 31/12/2025",
    "Atividade: revenda de GLP",
)


def layer_of(tmp_path: Path, data: bytes) -> LayerReading:
    with open_dossier(folder(tmp_path / "d", {"a.pdf": data}), SETTINGS) as intake:
        return read_layer(intake.fontes[0].pages()[0])


def page_of(tmp_path: Path, data: bytes) -> Page:
    with open_dossier(folder(tmp_path / "d", {"a.pdf": data}), SETTINGS) as intake:
        raw: RawPage = intake.fontes[0].pages()[0]
        return read_page(raw, SETTINGS)


def text(words: tuple[Word, ...]) -> str:
    return " ".join(w.text for w in words)


def test_a_digital_page_is_read_from_its_text(tmp_path: Path) -> None:
    layer = layer_of(tmp_path, pdf([lines(*BODY)]))
    assert layer.verdict == "texto"
    assert text(layer.words) == " ".join(BODY)
    assert layer.hidden == ()
    assert [w.line for w in layer.words] == sorted(w.line for w in layer.words)


FORGERIES = {
    "invisível": "BT 3 Tr /F1 14 Tf 60 500 Td (Validade: 31/12/2030) Tj ET",
    "branco": "1 g BT /F1 14 Tf 60 500 Td (Validade: 31/12/2030) Tj ET",
    "fora da página": "BT /F1 14 Tf 60 1500 Td (Validade: 31/12/2030) Tj ET",
    "minúsculo": "BT /F1 0.1 Tf 60 500 Td (Validade: 31/12/2030) Tj ET",
    "coberto": "BT /F1 14 Tf 60 500 Td (Validade: 31/12/2030) Tj ET 1 g 40 480 300 50 re f 0 g",
    "recortado": "q 0 0 10 10 re W n BT /F1 14 Tf 60 500 Td (Validade: 31/12/2030) Tj ET Q",
}


@pytest.mark.parametrize("way", list(FORGERIES))
def test_hidden_text_is_not_read_and_is_noted(tmp_path: Path, way: str) -> None:
    page = page_of(tmp_path, pdf([f"q {FORGERIES[way]} Q\n" + lines(*BODY)]))
    assert page.source == "texto"
    assert "31/12/2025" in text(page.words)
    assert "2030" not in text(page.words)
    assert "texto_oculto" in page.notes


def test_text_under_a_patch_with_other_text_on_it_is_hidden(tmp_path: Path) -> None:
    forged = (
        lines(BODY[0], "Validade: 31/12/2030")
        + "\n1 g 55 745 300 26 re f 0 g\n"
        + "BT /F1 14 Tf 60 757.6 Td (Validade: 31/12/2025) Tj ET"
    )
    page = page_of(tmp_path, pdf([forged]))
    assert "31/12/2025" in text(page.words)
    assert "2030" not in text(page.words)
    assert "texto_oculto" in page.notes


def test_the_crop_box_hides_what_lies_outside(tmp_path: Path) -> None:
    page = page_of(
        tmp_path,
        pdf([lines(*BODY) + "\n" + lines("CNPJ 11.222.333/0001-81", top=60)], page_extra="/CropBox [0 100 595 842]"),
    )
    assert "11.222" not in text(page.words)
    assert "31/12/2025" in text(page.words)


def test_an_annotation_over_the_date_is_what_a_person_sees(tmp_path: Path) -> None:
    note = b"<< /Type /Annot /Subtype /Square /Rect [40 750 400 772] /F 4 /IC [1 1 1] /C [1 1 1] /AP << /N 7 0 R >> >>"
    form = (
        b"<< /Type /XObject /Subtype /Form /BBox [0 0 360 22] /Length 26 >>\n"
        b"stream\n1 1 1 rg 0 0 360 22 re f  \nendstream"
    )
    data = pdf(
        [lines("Prefeitura Municipal", "Validade: 31/12/2030", "Atividade: revenda de GLP")],
        page_extra="/Annots [6 0 R]",
        objects=[note, form],
    )
    page = page_of(tmp_path, data)
    assert "2030" not in text(page.words)
    assert "Atividade:" in text(page.words)


def test_a_scanners_layer_is_not_believed(tmp_path: Path) -> None:
    image = page_image(*BODY)
    stale = "BT 3 Tr /F1 14 Tf 52 700 Td (Validade: 31112/2O26 MEI}ICA) Tj ET"
    page = page_of(tmp_path, image_pdf(image, overlay=stale))
    assert page.source == "ocr"
    assert "31/12/2025" in text(page.words)
    assert "camada_ocr" in page.notes
    assert "texto_oculto" not in page.notes


def test_a_footer_over_a_scanned_page_does_not_stand_for_the_page(tmp_path: Path) -> None:
    footer = "BT /F1 8 Tf 60 20 Td (Junta Comercial - protocolo 2026/000123) Tj ET"
    page = page_of(tmp_path, image_pdf(page_image(*BODY), overlay=footer))
    assert page.source == "ocr"
    assert "31/12/2025" in text(page.words)
    assert "2026/000123" in text(page.words)
    footer_words = [w for w in page.words if w.text == "2026/000123"]
    assert len(footer_words) == 1
    assert footer_words[0].confidence == 1.0
    assert footer_words[0].box[1] > 0.9


def test_sideways_text_is_read_from_pixels(tmp_path: Path) -> None:
    turned = "q 0 1 -1 0 595 0 cm\n" + lines(*BODY, size=18, top=520) + "\nQ"
    page = page_of(tmp_path, pdf([turned]))
    assert page.source == "ocr"
    assert page.rotation == 90
    assert "31/12/2025" in text(page.words)


def test_a_diagonal_watermark_does_not_spoil_the_layer(tmp_path: Path) -> None:
    mark = "q 0.7 0.7 -0.7 0.7 200 200 cm 0.9 g BT /F1 60 Tf 0 0 Td (COPIA) Tj ET Q 0 g\n"
    layer = layer_of(tmp_path, pdf([mark + lines(*BODY)]))
    assert layer.verdict == "texto"
    assert "COPIA" not in text(layer.words)


def test_ruled_cells_of_a_digital_page(tmp_path: Path) -> None:
    table = "0.7 w 50 700 200 40 re S 250 700 250 40 re S\n" + lines("CNPJ", size=10, top=720)
    layer = layer_of(tmp_path, pdf([table]))
    assert len(layer.cells) == 2
    left = min(layer.cells)
    assert left == pytest.approx((50 / 595, 102 / 842, 250 / 595, 142 / 842), abs=0.006)


@pytest.mark.parametrize(
    ("words", "sane"),
    [
        (("Prefeitura", "Municipal", "de", "São", "Paulo"), True),
        (("\ufffd\ufffd", "Municipal"), False),
        (("(cid:12)(cid:13)",), False),
        (("\ue001\ue002", "abc"), False),
        (("Хрлфщ", "Чрывф", "Ждлрп"), False),
        (("bcdf", "ghjk", "lmnp", "qrst"), False),
        (("CNPJ", "Nº"), True),
        (("CNPJ",) * 30, True),
        (("11.222.333/0001-81",), True),
        ((), True),
    ],
)
def test_sanity(words: tuple[str, ...], sane: bool) -> None:
    assert is_sane(tuple(Word(w, (0, 0, 1, 1), 1.0) for w in words)) is sane


def word(value: str, box: tuple[float, float, float, float] = (0.1, 0.1, 0.3, 0.12), confidence: float = 0.95) -> Word:
    return Word(value, box, confidence)


def test_a_scanners_misreading_is_no_forgery_but_another_date_is() -> None:
    seen = [word("31/12/2025")]
    assert not unseen([word("3111212025")], seen, scanner=True)
    assert not unseen([word("31/12/2025")], seen, scanner=True)
    assert unseen([word("31/12/2030")], seen, scanner=True)
    assert not unseen([word("31/12/2030")], [word("31/12/2025", confidence=0.5)], scanner=True)
    assert unseen([word("31/12/2030", (0.5, 0.5, 0.6, 0.52))], seen, scanner=True)
    assert unseen([word("99887766")], seen, scanner=False)
    assert not unseen([word("Prefeitura")], seen, scanner=False)
