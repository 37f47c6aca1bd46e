"""Papers that look like those of public offices and are others: none is taken for one of them."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from tests.unit.documents.pages import layout

from docverify.documents.classify import classify_page
from docverify.model import DESCONHECIDO

_FILE = Path(__file__).parent / "sosias.toml"
PAPERS = [
    pytest.param(entry["texto"], id=entry["nome"])
    for entry in tomllib.loads(_FILE.read_text(encoding="utf-8"))["papel"]
]


@pytest.mark.parametrize("texto", PAPERS)
def test_a_look_alike_is_no_paper_of_the_list(texto: str) -> None:
    kind = classify_page(layout(texto))
    assert kind.tipo == DESCONHECIDO, (kind.tipo, kind.confianca, kind.sinais)
