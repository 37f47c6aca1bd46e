"""Forms filled one character a box."""

from __future__ import annotations

from docverify.documents.combs import spelled
from docverify.documents.layout import build
from docverify.model import Page, Word

_PITCH = 0.021


def _page(*combs: tuple[str, float, float], words: tuple[Word, ...] = (), cells: bool = False) -> Page:
    """Make a page of combs (text, left, top); a blank leaves its box empty."""
    found = list(words)
    boxes = []
    for text, left, top in combs:
        for place, char in enumerate(text):
            x = left + place * _PITCH
            boxes.append((x, top, x + _PITCH, top + 0.017))
            if char != " ":
                width = 0.006 if char in "I1-" else 0.010
                middle = x + _PITCH / 2
                found.append(Word(char, (middle - width / 2, top + 0.004, middle + width / 2, top + 0.013), 0.95, 0))
    return Page(
        "a.pdf", 1, "0" * 64, 2480, 3508, tuple(found), tuple(boxes) if cells else (), source="ocr",
        quality=0.95, blank=False,
    )  # fmt: skip


def test_characters_of_boxes_are_words() -> None:
    page = _page(("GÁS PEDRA BRANCA LTDA - ME", 0.1, 0.1), ("11222333000181", 0.1, 0.2), cells=True)
    assert build(page).text.raw == "GÁS PEDRA BRANCA LTDA - ME\n11222333000181"


def test_short_field_in_boxes_of_the_same_width() -> None:
    page = _page(("AVENIDA GOIÁS", 0.1, 0.1), ("1450", 0.1, 0.2))
    assert build(page).text.raw == "AVENIDA GOIÁS\n1450"


def test_a_few_ticks_are_no_comb() -> None:
    page = _page(("X  X   X", 0.1, 0.1))
    assert spelled(page) is page


def test_small_cells_go_and_others_stay() -> None:
    page = _page(("CENTRO", 0.1, 0.1), cells=True)
    wide = (0.05, 0.3, 0.9, 0.4)
    page = Page(**{name: getattr(page, name) for name in page.__dataclass_fields__} | {"cells": (*page.cells, wide)})
    assert spelled(page).cells == (wide,)


def test_prose_with_single_letters_stays() -> None:
    words = tuple(
        Word(text, (0.1 + 0.05 * place, 0.1, 0.1 + 0.05 * place + 0.008 * len(text), 0.11), 0.9, 0)
        for place, text in enumerate(["a", "casa", "e", "o", "pai", "a", "ver", "o", "mar", "e", "a", "rua"])
    )
    page = _page(words=words)
    assert [word.text for word in spelled(page).words] == [word.text for word in words]


def test_what_a_reader_took_for_a_word_in_a_row_of_boxes() -> None:
    wide = Word("GÁS", (0.1, 0.104, 0.1 + 3 * _PITCH - 0.008, 0.113), 0.99, 0)
    page = _page(("    DO VALE LTDA", 0.1, 0.1), words=(wide,))
    assert build(page).text.raw == "GÁS DO VALE LTDA"


def test_boxes_read_from_pixels_are_a_doubt() -> None:
    page = _page(("CHAMA AZUL", 0.1, 0.1))
    assert all(word.confidence <= 0.6 for word in spelled(page).words)
