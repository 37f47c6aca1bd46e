"""Papers of public offices, told and read: ``papeis/<tipo>.toml`` holds papers in wordings unlike each other.

Each paper says what it prints: that is what must be read, and nothing else may be said with confidence.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from tests.unit.documents.pages import layout

from docverify.documents.authentication import find_marks
from docverify.documents.classify import classify_page
from docverify.documents.extract import extract
from docverify.values.text import fold

_FOLDER = Path(__file__).parent / "papeis"
_SURE = 0.8
PAPERS = [
    pytest.param(path.stem, entry["texto"], entry["campos"], id=f"{path.stem}-{entry['nome']}")
    for path in sorted(_FOLDER.glob("*.toml"))
    for entry in tomllib.loads(path.read_text(encoding="utf-8"))["papel"]
]


def _same(wanted: object, found: object) -> bool:
    if isinstance(wanted, dict) and isinstance(found, dict):
        return all(_key(found.get(name)) == _key(value) for name, value in wanted.items())
    if isinstance(wanted, str) and isinstance(found, str):
        return fold(wanted) == fold(found)
    return type(wanted) is type(found) and wanted == found


def _key(value: Any) -> str:
    return fold(str(value)).replace(".", "")


@pytest.mark.parametrize(("tipo", "texto", "campos"), PAPERS)
def test_a_paper_is_told_from_others(tipo: str, texto: str, campos: dict[str, Any]) -> None:
    kind = classify_page(layout(texto))
    assert (kind.tipo, kind.confianca >= _SURE) == (tipo, True), (kind.confianca, kind.sinais, kind.points)


@pytest.mark.parametrize(("tipo", "texto", "campos"), PAPERS)
def test_what_it_prints_is_read_and_nothing_else_is_said(tipo: str, texto: str, campos: dict[str, Any]) -> None:
    page = layout(texto)
    found = dict(extract(tipo, [page]).campos)
    code = find_marks([page]).codigo_verificacao
    if code is not None:
        found["codigo_verificacao"] = code
    wrong = {
        name: (found[name].valor if name in found else None)
        for name, value in campos.items()
        if name not in found or not _same(value, found[name].valor)
    }
    assert not wrong
    unasked = {n: (f.valor, f.confianca) for n, f in found.items() if n not in campos and f.confianca >= _SURE}
    assert not unasked
