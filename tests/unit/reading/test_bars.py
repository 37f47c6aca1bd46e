"""A barcode drawn with lines is no lettering; what else is drawn beside the text is."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageDraw

from docverify.intake import open_dossier
from docverify.reading.layer_check import lettering
from docverify.reading.textlayer import read_layer
from docverify.settings import Settings
from tests.made_files import folder, font, lines, pdf

_WIDTHS = (2, 1, 1, 3, 1, 2, 2, 1, 3, 1, 1, 2, 3, 1, 2, 1, 1, 3, 2, 1, 2, 2, 1, 3, 1, 2)


def _barcode(height: float, lean: float = 0.0) -> str:
    """Return a barcode drawn as filled rectangles, in PDF operators."""
    x, out = 120.0, [f"q 1 {lean} {-lean} 1 0 0 cm"]
    for index, width in enumerate(_WIDTHS):
        if index % 2 == 0:
            out.append(f"{x} 200 {width * 1.2:.2f} {height} re f")
        x += width * 1.2 + 1.2
    return "\n".join([*out, *(f"{x + 4 * i} 200 1.2 {height} re f" for i in range(12)), "Q"])


def _verdict(tmp_path: Path, drawn: str) -> str:
    data = pdf([lines("ALVARÁ DE FUNCIONAMENTO", "Inscrição 123.456", "Validade 31/12/2026") + drawn])
    with open_dossier(folder(tmp_path / "d", {"a.pdf": data}), Settings()) as dossier:
        (page,) = dossier.fontes[0].pages()
        return read_layer(page).verdict


def test_a_barcode_beside_the_text_is_nothing_to_read(tmp_path: Path) -> None:
    assert _verdict(tmp_path, _barcode(20)) == "texto"


def test_nor_is_one_on_a_stamp_set_askew(tmp_path: Path) -> None:
    assert _verdict(tmp_path, _barcode(20, 0.03)) == "texto"


def test_a_few_letters_drawn_beside_it_are(tmp_path: Path) -> None:
    """An E, drawn five times: lettering as curves."""
    bar = "{x} 300 1.5 10 re {x} 300 6 1.5 re {x} 304 6 1.5 re {x} 308.5 6 1.5 re f"
    drawn = "\n".join(bar.format(x=100 + 9 * i) for i in range(8))
    assert _verdict(tmp_path, _barcode(20) + "\n" + drawn) == "misto"


@given(st.text("ABCDEFGHKLMNOPRSTUVXZ0234567890", min_size=8, max_size=24), st.integers(0, 40))
def test_letters_count_whatever_sticks_stand_among_them(text: str, sticks: int) -> None:
    page = Image.new("L", (1700, 200), 255)
    ImageDraw.Draw(page).text((20, 60), "Il1" * (sticks // 3) + text, font=font(26), fill=0)
    assert lettering(np.asarray(page), 150 / 72) > 0
