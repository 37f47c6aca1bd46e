"""Two readers of one page: agreement is certainty, disagreement is doubt."""

from __future__ import annotations

import pytest

from docverify.reading.engine import ReadWord
from docverify.reading.witness import confirm


def line(text: str, confidence: float = 0.95, top: float = 100.0, per_char: float = 10.0) -> list[ReadWord]:
    words, x = [], 50.0
    for token in text.split(" "):
        width = per_char * len(token)
        words.append(ReadWord(token, x, top, x + width, top + 20, confidence, 0))
        x += width + per_char
    return words


def texts(words: list[ReadWord]) -> list[str]:
    return [w.text for w in words]


def test_what_both_spell_alike_is_surer_than_either():
    (word,) = confirm(line("11.222.333/0001-81", 0.9), line("11.222.333/0001.81", 0.8))
    assert word.text == "11.222.333/0001-81"  # the punctuation of numbers is the leading reader's
    assert word.confidence == pytest.approx(0.98)


def test_a_digit_read_otherwise_is_doubted_more_than_a_letter():
    (digits,) = confirm(line("31/12/2026"), line("31/12/2025"))
    (letters,) = confirm(line("CAMPINAS"), line("CAMPINOS"))
    assert digits.text == "31/12/2026"
    assert digits.confidence < 0.8 < letters.confidence < 0.95


def test_a_witness_that_did_not_see_weighs_little():
    (doubted,) = confirm(line("31/12/2026", 0.99), line("3l/|2/Z0", 0.2))
    (contradicted,) = confirm(line("31/12/2026", 0.99), line("31/12/2025", 0.9))
    (alone,) = confirm(line("31/12/2026", 0.99), [])
    assert contradicted.confidence < doubted.confidence < 0.99
    assert alone.confidence == pytest.approx(0.891)


def test_blanks_are_the_witness_business():
    parted = texts(confirm(line("COMERCIO DEGAS LTDA"), line("COMERCIO DE GAS LTDA")))
    assert parted == ["COMERCIO", "DE", "GAS", "LTDA"]
    assert texts(confirm(line("REQUERIM ENTO"), line("REQUERIMENTO"))) == ["REQUERIMENTO"]


def test_accents_are_the_witness_business():
    assert texts(confirm(line("CODIGO"), line("CÓDIGO"))) == ["CÓDIGO"]


def test_an_unsure_leader_gives_way():
    (word,) = confirm(line("1nscr1cao", 0.3), line("Inscrição", 0.9))
    assert word.text == "Inscrição"
    assert word.confidence < 0.9


def test_what_only_the_witness_saw_is_kept_if_it_is_sure():
    both = confirm(line("VALIDADE"), line("VALIDADE") + line("31/12/2026", 0.9, 300) + line("~ij", 0.3, 400))
    assert texts(both) == ["VALIDADE", "31/12/2026"]
    assert both[1].line != both[0].line
    assert both[1].confidence < 0.9


def test_a_longer_group_is_weighed_word_by_word():
    # one box of the witness lies over two of the leader's, so that the whole line hangs together
    lead = line("RUA DAS FLORES 100", 0.95)
    other = [ReadWord(w.text, w.x0 - 6, w.y0, w.x1 + 6, w.y1, w.confidence, 0) for w in line("RUA DAS FLORES 160")]
    read = {w.text: w.confidence for w in confirm(lead, other)}
    assert read["RUA"] > 0.95 and read["FLORES"] > 0.95
    assert read["100"] < 0.8


def test_a_partial_second_look_only_adds():
    first = confirm(line("31/12/2026 CAMPINAS"), line("31/12/2025 CAMPINAS"))
    silent = confirm(first, [], whole=False)
    settled = confirm(first, line("31/12/2026"), whole=False)
    against = confirm(first, line("31/12/2025"), whole=False)
    assert silent == first == against
    assert settled[0].confidence > 0.9


def test_nothing_against_nothing():
    assert confirm([], []) == []
