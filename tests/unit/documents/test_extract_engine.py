"""The engine itself: pattern files, junk, determinism, time."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from tests.unit.documents.pages import layout

from docverify.documents import patterns
from docverify.documents.contract import campos_of
from docverify.documents.extract import extract
from docverify.documents.layout import build
from docverify.documents.registry import KINDS
from docverify.errors import RuleSetError
from docverify.model import TIPOS, Page, Word

MODULE_KINDS = frozenset(("orgao", "validade"))
"""Kinds whose values a field module finds."""


@pytest.mark.parametrize("tipo", TIPOS)
def test_pattern_files_are_sound(tipo: str) -> None:
    for name, campo in patterns.load(tipo).campo.items():
        assert campo.rotulos or campo.fracos or campo.prosa or campo.solto or campo.opcoes, name
        assert 0 <= campo.solto <= 1
        assert campo.linhas >= 1


@pytest.mark.parametrize("tipo", ["comprovante_cnpj", "inscricao_estadual", "alvara_funcionamento"])
def test_kinds_exist_and_extras_are_marked(tipo: str) -> None:
    for name, campo in patterns.load(tipo).campo.items():
        assert campo.especie in KINDS.keys() | MODULE_KINDS
        assert "." in name or campo.extra or name in campos_of(tipo)


@pytest.mark.parametrize("tipo", TIPOS)
def test_every_type_stands_blank_and_junk(tipo: str) -> None:
    blank = extract(tipo, [layout("")])
    assert (blank.campos, blank.campos_extras) == ({}, {})
    assert extract(tipo, []).campos == {}
    junk = "\n".join(["3²½ ﬁ 🙂 \ufffd", "CNPJ:", "CNPJ: ********", "VALIDADE", ": : :", "ENDEREÇO:", "Nº", "()[]{}"])
    for field in extract(tipo, [layout(junk)]).campos.values():
        assert 0 <= field.confianca <= 1


def _written(folder: Path, text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "_comum").mkdir()
    (folder / "_comum" / "campos.toml").write_text('usa = []\n[campo.cnpj]\nespecie = "cnpj"\nrotulos = ["cnpj"]\n')
    (folder / "alvara_funcionamento").mkdir()
    (folder / "alvara_funcionamento" / "campos.toml").write_text(text, encoding="utf-8")
    monkeypatch.setattr(patterns, "models_path", lambda: folder)
    patterns.load.cache_clear()


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("usa = [", "TOML"),
        ('usa = ["nada"]', "nada"),
        ("estranho = 1", "estranho"),
        ('[campo.x]\nespecie = "data"\nrotulo = ["x"]', "rotulo"),
        ('[campo.x]\nrotulos = ["x"]', "especie"),
    ],
)
def test_wrong_pattern_files_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, word: str) -> None:
    _written(tmp_path, text, monkeypatch)
    try:
        with pytest.raises(RuleSetError) as caught:
            patterns.load("alvara_funcionamento")
        assert word in caught.value.mensagem
        assert "campos.toml" in caught.value.mensagem
    finally:
        patterns.load.cache_clear()


def test_a_type_adds_to_the_common_fields(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _written(tmp_path, 'usa = ["cnpj"]\n[campo.cnpj]\nrotulos = ["número de inscrição"]', monkeypatch)
    try:
        assert patterns.load("alvara_funcionamento").campo["cnpj"].rotulos == ("cnpj", "número de inscrição")
    finally:
        patterns.load.cache_clear()


def test_the_same_page_gives_the_same_fields() -> None:
    text = "## PREFEITURA MUNICIPAL DE ASSIS\nCNPJ: 11.222.333/0001-81\nRazão Social: GAS LTDA\nValidade: 31/12/2026"
    first = extract("alvara_funcionamento", [layout(text)])
    assert all(extract("alvara_funcionamento", [layout(text)]) == first for _ in range(2))


def test_a_page_of_ten_thousand_words_takes_seconds_at_most() -> None:
    words = tuple(
        Word(text, (x / 60, y / 200, (x + 0.8) / 60, (y + 0.7) / 200), 0.9)
        for y in range(160)
        for x, text in enumerate(["CNPJ", "11.222.333/0001-81", "Validade:", "31/12/2026", "Rua", "Centro"] * 10)
    )
    started = time.process_time()
    extract("alvara_funcionamento", [build(Page("a.pdf", 1, "x", 2480, 3508, words))])
    assert time.process_time() - started < 60


def test_one_word_of_a_million_characters() -> None:
    words = (Word("A1" * 500_000, (0.1, 0.1, 0.9, 0.2), 0.9), Word("CNPJ:", (0.1, 0.3, 0.2, 0.31), 0.9))
    started = time.process_time()
    extract("alvara_funcionamento", [build(Page("a.pdf", 1, "x", 2480, 3508, words))])
    assert time.process_time() - started < 20
