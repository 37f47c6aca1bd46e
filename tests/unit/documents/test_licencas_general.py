"""Licences, fire certificates and State registrations in wordings unlike each other, and forms of unlike make."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from tests.unit.documents.pages import layout

from docverify.documents.classify import classify_page
from docverify.documents.extract import extract
from docverify.documents.layout import PageLayout, build
from docverify.model import Page, Word
from docverify.values.text import fold

_READ = 0.5
PAPERS = [
    pytest.param(entry["tipo"], entry["texto"], entry["campos"], id=entry["nome"])
    for entry in tomllib.loads((Path(__file__).parent / "licencas.toml").read_text(encoding="utf-8"))["papel"]
]


def _key(value: object) -> str:
    return "".join(c for c in fold(str(value)) if c.isalnum())


def _same(wanted: Any, found: Any) -> bool:
    if isinstance(wanted, dict):
        return isinstance(found, dict) and all(_key(found.get(name)) == _key(value) for name, value in wanted.items())
    return _key(wanted) == _key(found) if isinstance(wanted, str) else bool(wanted == found)


@pytest.mark.parametrize(("tipo", "texto", "campos"), PAPERS)
def test_what_a_paper_prints_is_read(tipo: str, texto: str, campos: dict[str, Any]) -> None:
    page = layout(texto)
    assert classify_page(page).tipo == tipo
    found = extract(tipo, [page]).campos
    wrong = {
        name: (found[name].valor, found[name].confianca) if name in found else None
        for name, value in campos.items()
        if name not in found or found[name].confianca < _READ or not _same(value, found[name].valor)
    }
    assert not wrong


def _drawn(rows: list[tuple[float, float, float, str]]) -> PageLayout:
    """Lay words out by hand: ``(left, top, height, text)`` for each run."""
    words = []
    for line, (x, y, height, text) in enumerate(rows):
        for word in text.split():
            end = x + len(word) * height * 0.7
            words.append(Word(word, (x, y, end, y + height), 0.95, line))
            x = end + height * 0.5
    return build(Page("a.pdf", 1, "0" * 64, 2480, 3508, tuple(words), (), source="texto", quality=0.95, blank=False))


def test_labels_stand_under_their_values() -> None:
    rows = [(0.2, 0.05, 0.015, "PREFEITURA MUNICIPAL DE IMPERATRIZ"), (0.2, 0.10, 0.018, "ALVARÁ DE FUNCIONAMENTO")]
    pairs = [
        ("MARANHÃO GÁS LTDA", "Nome ou razão social"), ("11.222.333/0001-81", "CNPJ"),
        ("RUA CEARÁ", "Logradouro"), ("S/Nº", "Número"), ("CENTRO", "Bairro"), ("IMPERATRIZ", "Município"),
        ("18/04/2027", "Data de validade"),
    ]  # fmt: skip
    for place, (value, label) in enumerate(pairs):
        top = 0.16 + place * 0.04
        rows += [(0.1, top, 0.010, value), (0.1, top + 0.015, 0.007, label)]
    found = extract("alvara_funcionamento", [_drawn(rows)]).campos
    assert found["razao_social"].valor == "MARANHÃO GÁS LTDA"
    assert found["cnpj"].valor == "11222333000181"
    assert found["validade"].valor == "2027-04-18"
    address = {"logradouro": "RUA CEARÁ", "numero": "S/N", "bairro": "CENTRO", "municipio": "IMPERATRIZ"}
    assert found["endereco"].valor == address


def test_a_column_of_labels_set_to_the_right_needs_no_colons() -> None:
    rows = [(0.2, 0.05, 0.015, "PREFEITURA MUNICIPAL DE CUIABÁ"), (0.2, 0.10, 0.018, "ALVARÁ DE FUNCIONAMENTO")]
    pairs = [
        ("alvará", "90559/2026"), ("titular", "SIQUEIRA GÁS LTDA"), ("CNPJ", "11.222.333/0001-81"),
        ("atividade", "COMÉRCIO VAREJISTA DE GÁS DE COZINHA E ÁGUA"), ("desde", "03/12/1997"),
        ("validade", "24/03/2027"),
    ]  # fmt: skip
    for place, (label, value) in enumerate(pairs):
        left = 0.34 - len(label) * 0.007
        rows.append((left, 0.2 + place * 0.016, 0.010, label))
        rows.append((0.346, 0.2 + place * 0.016, 0.010, value))
    found = extract("alvara_funcionamento", [_drawn(rows)]).campos
    assert found["razao_social"].valor == "SIQUEIRA GÁS LTDA"
    assert found["atividade"].valor == "COMÉRCIO VAREJISTA DE GÁS DE COZINHA E ÁGUA"
    assert found["validade"].valor == "2027-03-24"


def test_a_small_head_that_no_pattern_knows_ends_the_value_above_it() -> None:
    rows = [
        (0.2, 0.05, 0.015, "CORPO DE BOMBEIROS MILITAR DO ACRE"), (0.2, 0.10, 0.018, "CERTIFICADO DE APROVAÇÃO"),
        (0.1, 0.200, 0.007, "Atividade econômica exercida"), (0.1, 0.212, 0.010, "REVENDA DE GLP EM RECIPIENTES"),
        (0.1, 0.229, 0.007, "Quadro de guarda"), (0.1, 0.241, 0.010, "ATÉ 325 QUILOGRAMAS DE GLP"),
    ]  # fmt: skip
    found = extract("certificado_bombeiros", [_drawn(rows)]).campos
    assert found["atividade"].valor == "REVENDA DE GLP EM RECIPIENTES"
