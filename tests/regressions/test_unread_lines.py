"""A row of lettering that no reader made anything of: what is not found on the page may stand there.

A fire certificate whose weight and validity lay on lines that the reader lost was refused for stating no capacity.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import numpy as np
import pytest

from docverify.model import LINHAS_NAO_LIDAS, DossierFacts, Item, Pedido
from docverify.norms import decide
from docverify.norms.parser import parse_norm
from docverify.norms.registry import CHECKS
from docverify.reading import lines as reading_lines
from docverify.reading.imaging import rows_of_type
from docverify.reading.lines import look_again
from tests.acceptance.norms.cases import document
from tests.unit.norms.invented import HEAD, a_ficha, rule


def judged(*notes: str) -> Item:
    paper = document("certificado_bombeiros", {"campos": {"validade": "2026-12-31"}}, 0)
    text = HEAD + rule(documentos='["certificado_bombeiros"]', verificacoes='[{ nome = "capacidade_explicita" }]')
    norm = parse_norm(text + rule("R-T", situacoes='["troca"]', nao_verificavel='"Nada."'), "mun1.toml", CHECKS)
    declared = a_ficha(Pedido(situacao="novo"))
    papers = [replace(paper, notas=notes)]
    return decide(declared, declared.pedido, papers, DossierFacts(), norm, date(2026, 11, 30)).itens[0]


def test_a_weight_that_may_stand_on_a_lost_line_refuses_nobody() -> None:
    assert judged().situacao == "nao_conforme"
    doubt = judged(LINHAS_NAO_LIDAS)
    assert doubt.situacao == "em_analise"
    assert [(r.codigo, r.gravidade) for r in doubt.motivos] == [("capacidade_nao_explicita", "revisar")]


@pytest.mark.parametrize(("count", "rows"), [(5, 0), (6, 1), (12, 1)])
def test_a_row_is_six_like_boxes_side_by_side(count: int, rows: int) -> None:
    boxes = np.array([[20 * i, 100, 14, 20] for i in range(count)], np.int32)
    assert rows_of_type(boxes) == rows


def test_specks_and_a_rubric_are_no_row() -> None:
    specks = np.array([[60 * i, 37 * i % 400, 3 + i % 2, 4] for i in range(40)], np.int32)
    rubric = np.array([[100, 100, 180, 60], [300, 90, 90, 80]], np.int32)
    assert rows_of_type(np.vstack([specks, rubric])) == 0


def test_a_line_that_the_second_look_does_not_find_either_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    ink = np.zeros((400, 600), np.uint8)
    for i in range(10):
        ink[200:220, 50 + 24 * i : 64 + 24 * i] = 255
    monkeypatch.setattr(reading_lines, "_in_bands", lambda *_: [])
    light = np.asarray(255 - ink, np.uint8)
    found, share, rows = look_again([], light, ink, 20.0, None, None)  # type: ignore[arg-type]
    assert (found, share, rows) == ([], 1.0, 1)
