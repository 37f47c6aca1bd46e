"""Ways in which a PDF's text can say what its page does not: what a person sees decides, and the lie is noted."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any, Literal

import pytest

from docverify.intake import open_dossier
from docverify.model import Page
from docverify.reading import read_all
from docverify.report.serialize import to_dict
from docverify.settings import Settings
from docverify.verify import verify
from tests.integration.small import dossier
from tests.made_files import image_pdf, lines, page_image, pdf
from tests.made_forgeries import (
    alvara,
    annotated,
    doubled,
    grouped,
    hidden_layer,
    masked,
    permuted_letters,
    turned,
    unsaid_digit,
    wrong_digits,
)

SETTINGS = Settings(cache_enabled=False, ocr_jobs=1)
SEEN, SAID = "31/10/2026", "31/12/2030"
TEXT = f"BT /F1 12 Tf 60 400 Td (Validade: {SAID}) Tj ET"
"""A validity that the page does not show."""

INVISIBLE: dict[str, Callable[[], bytes]] = {
    "modo invisível": lambda: alvara(SEEN, f"q {TEXT.replace('BT', 'BT 3 Tr')} Q"),
    "só recorte": lambda: alvara(SEEN, f"q {TEXT.replace('BT', 'BT 7 Tr')} Q"),
    "branco": lambda: alvara(SEEN, f"q 1 g {TEXT} Q"),
    "quase branco": lambda: alvara(SEEN, f"q 0.97 g {TEXT} Q"),
    "da cor do fundo": lambda: alvara(SEEN, f"q 0.2 0.3 0.6 rg 40 380 300 50 re f {TEXT} Q"),
    "minúsculo": lambda: alvara(SEEN, f"q {TEXT.replace('12 Tf', '0.4 Tf')} Q"),
    "escala mínima": lambda: alvara(SEEN, f"q 0.05 0 0 0.05 60 400 cm {TEXT} Q"),
    "fora da página": lambda: alvara(SEEN, f"q {TEXT.replace('60 400', '60 2400')} Q"),
    "recortado": lambda: alvara(SEEN, f"q 0 0 5 5 re W n {TEXT} Q"),
    "sob retângulo": lambda: alvara(SEEN, f"q {TEXT} 1 g 40 380 300 50 re f Q"),
    "sob imagem": lambda: alvara(
        SEEN,
        f"q {TEXT} Q q 300 0 0 50 40 380 cm BI /W 1 /H 1 /CS /G /BPC 8 ID \xff EI Q",
    ),
    "opacidade zero": lambda: alvara(SEEN, f"q /G0 gs {TEXT} Q"),
    "camada desligada": lambda: hidden_layer(SEEN, TEXT, "off"),
    "camada de camadas": lambda: hidden_layer(SEEN, TEXT, "ocmd"),
    "camada só de impressão": lambda: hidden_layer(SEEN, TEXT, "print"),
    "dentro de formulários": lambda: grouped(SEEN, f"1 g {TEXT}"),
    "máscara suave": lambda: masked(SEEN, TEXT),
    "sob texto": lambda: alvara(SAID, f"1 g 55 580 330 22 re f 0 g BT /F1 12 Tf 60 585 Td (Validade: {SEEN}) Tj ET"),
    "invisível sobre o visível": lambda: alvara(SEEN, f"BT 3 Tr /F1 12 Tf 60 585 Td (Validade: {SAID}) Tj ET"),
    "invisível quase sobre o visível": lambda: alvara(SEEN, f"BT 3 Tr /F1 12 Tf 64 590 Td (Validade: {SAID}) Tj ET"),
}


def read(tmp_path: Path, data: bytes, settings: Settings = SETTINGS) -> Page:
    top = tmp_path / "d"
    top.mkdir()
    (top / "a.pdf").write_bytes(data)
    with open_dossier(top, settings) as intake:
        (page,) = read_all(intake, settings).pages
    return page


def text(page: Page) -> str:
    return " ".join(w.text for w in page.words)


@pytest.mark.parametrize("way", list(INVISIBLE))
def test_what_is_not_seen_is_not_read_and_is_noted(tmp_path: Path, way: str) -> None:
    page = read(tmp_path, INVISIBLE[way]())
    assert SEEN in text(page)
    assert "2030" not in text(page)
    assert "texto_oculto" in page.notes
    assert page.source == "texto"  # the rest of the page is honest, and nothing is read from pixels


def test_what_the_crop_box_cuts_off_is_not_seen(tmp_path: Path) -> None:
    page = read(tmp_path, alvara(SEEN, TEXT.replace("60 400", "60 30"), page_extra="/CropBox [0 100 595 842]"))
    assert SEEN in text(page)
    assert "2030" not in text(page)
    assert "texto_oculto" in page.notes


@pytest.mark.parametrize("turn", [90, 180, 270])
def test_a_turned_page_hides_no_better(tmp_path: Path, turn: int) -> None:
    page = read(tmp_path, alvara(SEEN, f"q 1 g {TEXT} Q", page_extra=f"/Rotate {turn}"))
    assert SEEN in text(page)
    assert "2030" not in text(page)
    assert "texto_oculto" in page.notes


def test_a_page_drawn_on_its_side_and_shown_upright(tmp_path: Path) -> None:
    page = read(tmp_path, turned(SEEN, f"1 g {TEXT}"))
    assert page.source == "texto"
    assert SEEN in text(page)
    assert "2030" not in text(page)
    assert "texto_oculto" in page.notes


def test_a_font_that_says_other_digits_is_found_out(tmp_path: Path) -> None:
    page = read(tmp_path, wrong_digits(SEEN, SAID))
    assert SEEN in text(page)
    assert "2030" not in text(page)
    assert {"texto_oculto", "camada_divergente"} <= set(page.notes)


@pytest.mark.parametrize("readers", ["tesseract", "ppocr"])
def test_one_reader_alone_believes_no_lying_font_either(tmp_path: Path, readers: Literal["tesseract", "ppocr"]) -> None:
    """Tesseract reads no single lines: the layer was believed as it was where it was the only reader."""
    page = read(tmp_path, wrong_digits(SEEN, SAID), Settings(cache_enabled=False, ocr_jobs=1, readers=readers))
    assert SEEN in text(page)
    assert "2030" not in text(page)


def test_a_single_digit_that_lies_is_found_out(tmp_path: Path) -> None:
    page = read(tmp_path, wrong_digits("31/12/2025", "31/12/2026"))
    assert "31/12/2025" in text(page)
    assert "camada_divergente" in page.notes


def test_a_digit_that_is_drawn_and_not_said(tmp_path: Path) -> None:
    """The page shows 1520 kg, the text says 520 kg: the font draws a one and says that it is a blank."""
    page = read(tmp_path, unsaid_digit("1520", " 520"))
    assert "1520" in text(page)
    assert "camada_divergente" in page.notes


def test_a_font_that_says_other_letters_is_found_out(tmp_path: Path) -> None:
    page = read(tmp_path, permuted_letters())
    assert "GALERA" not in text(page).upper().split()
    assert "MARINA" in text(page).upper()
    assert page.source == "ocr"


def test_print_twice_in_one_place_is_one(tmp_path: Path) -> None:
    page = read(tmp_path, doubled(SEEN))
    assert text(page).count(SEEN) == 1
    assert page.source == "texto"
    assert "texto_oculto" not in page.notes


@pytest.mark.parametrize("kind", ["FreeText", "Stamp", "Redact", "Widget"])
def test_what_lies_over_a_date_is_what_is_seen(tmp_path: Path, kind: str) -> None:
    page = read(tmp_path, annotated(kind, SAID, SEEN))
    assert SEEN in text(page)
    assert SAID not in text(page)
    assert {"texto_oculto", "documento_alterado"} <= set(page.notes)


def test_a_scanners_stale_layer(tmp_path: Path) -> None:
    image = page_image("Prefeitura Municipal de Campinas", "Alvará de Funcionamento", f"Validade: {SEEN}")
    stale = f"BT 3 Tr /F1 16 Tf 52 690 Td (Validade: {SAID}) Tj ET"
    page = read(tmp_path, image_pdf(image, overlay=stale))
    assert SEEN in text(page)
    assert "2030" not in text(page)
    assert {"texto_oculto", "camada_ocr"} <= set(page.notes)


def test_a_digital_stamp_on_a_scan_is_read_beside_it(tmp_path: Path) -> None:
    image = page_image("Prefeitura Municipal de Campinas", "Alvará de Funcionamento", f"Validade: {SEEN}")
    page = read(tmp_path, image_pdf(image, overlay="BT /F1 9 Tf 60 30 Td (Protocolo 2026/004411 em 02/03/2026) Tj ET"))
    assert SEEN in text(page)
    assert "02/03/2026" in text(page)
    assert "texto_oculto" not in page.notes


def test_an_honest_page_is_believed_as_it_is(tmp_path: Path) -> None:
    page = read(tmp_path, pdf([lines("Prefeitura Municipal", f"Validade: {SEEN}", "1.520 kg", "3 de março de 2026")]))
    assert page.source == "texto"
    assert page.notes == ()


def decided(top: Path) -> tuple[str, dict[str, dict[str, Any]]]:
    report = to_dict(verify(top, today=date(2026, 11, 30), settings=SETTINGS))
    (item,) = [i for i in report["itens"] if i["id"] == "GLP-06"]
    return item["situacao"], {m["codigo"]: m for m in item["motivos"]}


DOSSIERS: dict[str, Callable[[], bytes]] = {
    "branco": lambda: alvara("31/12/2026", f"q 1 g {TEXT} Q"),
    "camada desligada": lambda: hidden_layer("31/12/2026", TEXT, "off"),
    "fonte": lambda: wrong_digits("31/12/2026", SAID),
    "anotação": lambda: annotated("FreeText", SAID, "31/12/2026"),
}


@pytest.mark.parametrize("way", list(DOSSIERS))
def test_a_lying_permit_is_for_a_person_to_look_at(tmp_path: Path, way: str) -> None:
    top = dossier(tmp_path / "d")
    (top / "a.pdf").write_bytes(alvara("31/12/2026", ""))
    assert decided(top) == ("conforme", {})
    (top / "a.pdf").write_bytes(DOSSIERS[way]())
    situation, reasons = decided(top)
    assert situation == "em_analise"
    reason = reasons["texto_oculto_divergente"]
    assert SAID in reason["mensagem"]
    assert reason["gravidade"] == "revisar"
    assert reason["evidencia"]["pagina"] == 1
    left, top_edge, right, bottom = reason["evidencia"]["caixa"]
    assert left < right <= 1
    assert top_edge < bottom <= 1
