"""The damage that pages are given: the same each time, of the right kind, and never a change of the paper itself."""

from __future__ import annotations

import random

import cv2
import numpy as np
import pytest
from samples.generator import degrade
from samples.generator.damage_catalog import DANOS, SEM_FORCA
from samples.generator.damage_scan import fax


def _page() -> np.ndarray:
    page = np.full((585, 414, 3), 255, np.uint8)
    for row in range(12):
        cv2.putText(page, f"CNPJ 11.222.333/0001-{row:02d}", (40, 60 + 40 * row), 0, 0.6, (0, 0, 0), 1, cv2.LINE_AA)
    return page


@pytest.mark.parametrize("name", sorted(DANOS))
def test_every_kind_is_repeatable_and_leaves_its_input_alone(name: str) -> None:
    page = _page()
    first = DANOS[name](page, 50, random.Random(3), 0.7)
    again = DANOS[name](page.copy(), 50, random.Random(3), 0.7)
    assert first.imagem.dtype == np.uint8
    assert np.array_equal(first.imagem, again.imagem)
    assert (page == _page()).all()
    assert first.imagem.std() > 5  # something is still printed there


@pytest.mark.parametrize(
    "name", sorted(set(DANOS) - SEM_FORCA - {"jpeg", "cortada", "furos", "grampo", "movida", "fora_de_foco"})
)
def test_strength_is_felt(name: str) -> None:
    weak = DANOS[name](_page(), 50, random.Random(3), 0.0).imagem
    strong = DANOS[name](_page(), 50, random.Random(3), 1.0).imagem
    assert weak.shape != strong.shape or not np.array_equal(weak, strong)


def test_a_fax_has_two_levels_and_square_dots() -> None:
    sent = fax(_page(), 50, random.Random(1), fino=False)
    assert set(np.unique(sent)) == {0, 255}
    assert sent.shape[0] / sent.shape[1] == pytest.approx(585 / 414, rel=0.02)


@pytest.mark.parametrize("modo", sorted(degrade.MODOS_RUIM))
def test_bad_scans_are_grey_and_of_their_kind(modo: str) -> None:
    folha = degrade.ruim(_page(), 50, random.Random(2), _page(), modo=modo, giro=90)
    assert folha.imagem.ndim == 2
    assert folha.um_bit == (modo in {"fax", "bitonal"})
    if folha.um_bit:
        assert set(np.unique(folha.imagem)) <= {0, 255}


def test_a_page_made_unreadable_has_no_print_left() -> None:
    sharp = _page()
    for modo in ("apagada", "escura"):
        pale = degrade.ilegivel(sharp, 50, random.Random(1), modo).imagem
        assert np.ptp(cv2.GaussianBlur(pale, (0, 0), 3).astype(int)) < 40
