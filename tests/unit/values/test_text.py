from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docverify.values.numbers_pt import parse_number_words
from docverify.values.text import collapse, fold, fold_same_length, words


@given(st.text())
def test_offsets_survive(s: str) -> None:
    assert len(fold_same_length(s)) == len(s)


@given(st.text())
def test_fold_twice_is_fold_once(s: str) -> None:
    assert fold(fold(s)) == fold(s)


def test_accents_and_decomposed_text_meet() -> None:
    assert fold("São José") == fold("Sa\u0303o Jose\u0301") == "SAO JOSE"


def test_an_ordinal_is_not_a_zero_and_a_superscript_is_not_a_digit() -> None:
    assert fold("1º de março, nº 3, 2026¹") == "1º DE MARCO, Nº 3, 2026¹"
    assert fold("n° 5") == "Nº 5"


def test_collapse_and_words() -> None:
    assert collapse("  a \n b\u00a0c ") == "a b c"
    assert words("Rua D'Ávila, nº 10") == ["RUA", "D", "AVILA", "N", "10"]


_UNITS = [
    "zero",
    "um",
    "dois",
    "três",
    "quatro",
    "cinco",
    "seis",
    "sete",
    "oito",
    "nove",
    "dez",
    "onze",
    "doze",
    "treze",
    "catorze",
    "quinze",
    "dezesseis",
    "dezessete",
    "dezoito",
    "dezenove",
]
_TENS = ["", "", "vinte", "trinta", "quarenta", "cinquenta", "sessenta", "setenta", "oitenta", "noventa"]
_HUNDREDS = [
    "",
    "cento",
    "duzentos",
    "trezentos",
    "quatrocentos",
    "quinhentos",
    "seiscentos",
    "setecentos",
    "oitocentos",
    "novecentos",
]


def say(n: int) -> str:
    """Portuguese words of 0 to 999,999, written here independently of the reader."""
    if n < 20:
        return _UNITS[n]
    if n < 100:
        return _TENS[n // 10] + (f" e {_UNITS[n % 10]}" if n % 10 else "")
    if n == 100:
        return "cem"
    if n < 1000:
        return _HUNDREDS[n // 100] + (f" e {say(n % 100)}" if n % 100 else "")
    head = "mil" if n // 1000 == 1 else f"{say(n // 1000)} mil"
    return head + (f" e {say(n % 1000)}" if n % 1000 else "")


@given(st.integers(0, 999_999))
def test_number_words_are_read_back(n: int) -> None:
    assert parse_number_words(say(n)) == n
    assert parse_number_words(say(n).upper()) == n


@pytest.mark.parametrize(
    "s", ["vinte trinta", "vinte e doze", "mil mil", "cem cem", "um um", "um posto", "e", "doze e", "x"]
)
def test_what_is_no_number(s: str) -> None:
    assert parse_number_words(s) in (None, 12 if s == "doze e" else None)
