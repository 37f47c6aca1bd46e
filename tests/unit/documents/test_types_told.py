"""Papers of which the type alone is proved: told surely, and what uses the same words is not taken for one of them."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from tests.unit.documents.pages import layout

from docverify.documents.classify import classify_page
from docverify.model import DESCONHECIDO
from docverify.norms.dossier import default_limiares

PAPERS = [
    pytest.param(entry["tipo"], entry["texto"], id=f"{entry['tipo']}-{entry['nome']}")
    for entry in tomllib.loads((Path(__file__).parent / "tipos.toml").read_text(encoding="utf-8"))["papel"]
]


@pytest.mark.parametrize(("tipo", "texto"), PAPERS)
def test_a_type_is_told(tipo: str, texto: str) -> None:
    kind = classify_page(layout(texto))
    told = kind.tipo if kind.confianca >= default_limiares().tipo else DESCONHECIDO
    assert told == tipo, (kind.tipo, kind.confianca, kind.sinais, kind.points)
