"""The small syntax of phrases, and the words that OCR spoils."""

from __future__ import annotations

import pytest
from pages import layout

from docverify.documents.phrases import Lexicon, content_words, expand


def test_choices_and_optional_parts() -> None:
    assert set(expand("alvará (de|para) [licença] x")) >= {"alvará  licença x", "alvará   x"}
    assert set(expand("a [b [c]]")) == {"a b c", "a b ", "a "}
    assert expand("licença de operação") == ["licença de operação"]


@pytest.mark.parametrize("wrong", ["(a|b", "a)", "[a"])
def test_unmatched_brackets(wrong: str) -> None:
    with pytest.raises(ValueError, match="par"):
        expand(wrong)


def test_too_many_readings() -> None:
    with pytest.raises(ValueError, match="leituras demais"):
        expand("(a|b|c|d|e|f|g|h|i|j|k)" * 3)


def test_content_words() -> None:
    assert content_words("Alvará de Localização e Funcionamento") == ["ALVARA", "LOCALIZACAO", "FUNCIONAMENTO"]
    assert content_words("C.N.P.J. nº 1") == ["CNPJ", "Nº".replace("º", ""), "1"]
    assert content_words("S/A") == ["SA"]
    assert content_words("DAS") == ["DAS"]


@pytest.mark.parametrize(
    "text",
    [
        "LICENÇA DE OPERAÇÃO",
        "LICENCA OPERACAO",
        "L1CENÇA DE 0PERAÇÃO",
        "LICENÇADEOPERAÇÃO",
        "LICEN ÇA DE OPERAÇÃO",
        "L I C E N Ç A  D E  O P E R A Ç Ã O",
        "LICENCA DE OPERACA0",
        "^ LICENÇA\n^ DE OPERAÇÃO",
    ],
)
def test_a_phrase_is_found_in_spoiled_words(text: str) -> None:
    assert Lexicon(["licença de operação"]).find(layout(text))


@pytest.mark.parametrize(
    "text", ["LICENÇA DE INSTALAÇÃO", "OPERAÇÃO LICENÇA", "LICENÇA PRÉVIA DE OPERAÇÃO", "LICENCIADO"]
)
def test_other_words_are_not_taken_for_it(text: str) -> None:
    assert not Lexicon(["licença de operação"]).find(layout(text))


def test_a_tie_is_not_guessed() -> None:
    lexicon = Lexicon(["barco", "marco"])
    assert not lexicon.find(layout("TARCO"))


def test_a_phrase_without_words_is_refused() -> None:
    with pytest.raises(ValueError, match="sem palavra"):
        Lexicon(["..."])
