"""A changed file keeps what it said before; a filled or signed one says the same as before."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from samples.generator.tampered import Lugar, achar, colar, escanear, revisar

from docverify.intake import open_dossier
from docverify.intake.revisions import first_revision_end
from docverify.intake.sources import RawPage
from docverify.model import Page, Word
from docverify.reading.looks import pasted_pictures, typed_over
from docverify.reading.revised import replaced_print
from docverify.reading.textlayer import LayerReading
from docverify.settings import Settings
from docverify.values.sinais import COLAGEM, DIGITADO
from tests import made_files
from tests.integration import small

DATE = "31/12/2026"


@pytest.fixture
def alvara() -> bytes:
    return small.pdf(small.ALVARA.replace("VALIDADE", DATE))


def page_of(folder: Path, data: bytes, use) -> object:  # type: ignore[no-untyped-def]
    made_files.folder(folder, {"a.pdf": data})
    with open_dossier(folder, Settings(cache=folder / "cache")) as intake:
        return use(intake.fontes[0].pages()[0])


def test_replaced_print_is_told_with_its_place(tmp_path: Path, alvara: bytes) -> None:
    place = achar(alvara, DATE)
    found = page_of(tmp_path / "d", revisar(alvara, place, "31/12/2029"), replaced_print)
    assert isinstance(found, tuple)
    assert found
    for x0, y0, x1, y1 in found:
        assert place.caixa[0] - 0.02 < x0 < x1 < place.caixa[2] + 0.05
        assert place.caixa[1] - 0.02 < y0 < y1 < place.caixa[3] + 0.02


def test_what_is_filled_in_where_nothing_stood_replaces_nothing(tmp_path: Path, alvara: bytes) -> None:
    empty = Lugar(0, (0.6, 0.8, 0.75, 0.812), 595.0, 842.0)
    assert page_of(tmp_path / "d", revisar(alvara, empty, "PROTOCOLO 123"), replaced_print) == ()


def test_one_revision_is_no_change(tmp_path: Path, alvara: bytes) -> None:
    assert page_of(tmp_path / "d", alvara, replaced_print) == ()


def test_a_later_revision_that_changes_nothing_seen(tmp_path: Path, alvara: bytes) -> None:
    same = alvara + alvara[alvara.rindex(b"xref") :]
    assert page_of(tmp_path / "d", same, replaced_print) == ()


def test_ends_of_revisions(tmp_path: Path, alvara: bytes) -> None:
    path = tmp_path / "a.pdf"
    for data, end in (
        (alvara, None),
        (b"", None),
        (b"%%EOF" * 9, None),
        (revisar(alvara, achar(alvara, DATE), "x"), len(alvara.rstrip())),
        (b"%PDF-1.7 /Linearized " + b"x" * 400 + b"%%EOF" + b"y" * 400 + b"%%EOF", None),
    ):
        path.write_bytes(data)
        found = first_revision_end(path)
        assert found == end, data[:40]
    assert first_revision_end(tmp_path / "none.pdf") is None


def test_a_revision_that_is_no_pdf_says_nothing(tmp_path: Path, alvara: bytes) -> None:
    broken = b"%PDF-1.7\n" + b"z" * 400 + b"\n%%EOF\n" + alvara
    seen = page_of(tmp_path / "d", broken, lambda raw: replaced_print(raw))
    assert seen == ()


def test_a_small_picture_over_the_scan(tmp_path: Path, alvara: bytes) -> None:
    scan, place = escanear(np.asarray(small.scan(alvara, 200)), 3), achar(alvara, DATE)
    whole, (found,) = page_of(
        tmp_path / "d", colar(scan, 200, place.caixa, "31/12/2029"), lambda raw: pasted_pictures(raw.text_layer())
    )  # type: ignore[misc]
    assert whole
    assert found[0] < place.caixa[0] < place.caixa[2] < found[2]


def test_a_scan_alone_or_in_strips_is_no_collage(tmp_path: Path, alvara: bytes) -> None:
    scan = made_files.image_pdf(small.scan(alvara, 150))
    assert page_of(tmp_path / "one", scan, lambda raw: pasted_pictures(raw.text_layer())) == (True, ())
    strips = "\n".join(f"q 500 0 0 20 40 {80 * i + 40} cm /Im1 Do Q" for i in range(9))
    many = made_files.image_pdf(small.scan(alvara, 150), overlay=strips)
    assert page_of(tmp_path / "many", many, lambda raw: pasted_pictures(raw.text_layer())) == (True, ())


def typed(text: str, x: float = 150, y: float = 400) -> str:
    return f"q 1 1 1 rg {x - 2} {y - 4} 75 16 re f Q BT 0 g /F1 12 Tf {x} {y} Td ({text}) Tj ET"


def layer(raw: RawPage, words: tuple[Word, ...]) -> LayerReading:
    return LayerReading("misto", words, layer=raw.text_layer())


def scanned(words: int) -> Page:
    drawn = tuple(Word(f"palavra{i}", (0.1, 0.1 + i / 200, 0.2, 0.11 + i / 200), 0.9, i) for i in range(words))
    return Page("a.pdf", 1, "0", 10, 10, drawn)


def test_text_that_a_program_put_over_the_scan(tmp_path: Path, alvara: bytes) -> None:
    data = made_files.image_pdf(small.scan(alvara, 150), overlay=typed("31/12/2029"))
    words = (Word("31/12/2029", (0.25, 0.5, 0.37, 0.52), 1.0, 3), Word("até", (0.2, 0.5, 0.24, 0.52), 1.0, 3))
    found = page_of(tmp_path / "d", data, lambda raw: typed_over(layer(raw, words), scanned(60)))
    assert found == {DIGITADO: ((0.2, 0.5, 0.37, 0.52),), COLAGEM: ()}
    many = tuple(replace(words[0], line=i) for i in range(20))
    assert page_of(tmp_path / "d", data, lambda raw: typed_over(layer(raw, many), scanned(200))) == {}, "a filled form"
    assert page_of(tmp_path / "d", data, lambda raw: typed_over(layer(raw, words), scanned(3))) == {}, "hardly a scan"
    assert page_of(tmp_path / "e", alvara, lambda raw: typed_over(layer(raw, words), scanned(60))) == {}, "no scan"


def test_images_have_no_revisions() -> None:
    raw = RawPage("a.png", 1, "0", "imagem", Path("a.png"), None, 1)  # type: ignore[arg-type]
    assert replaced_print(raw) == ()
    assert pasted_pictures(raw.text_layer()) == (False, ())
