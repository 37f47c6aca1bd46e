from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from docverify.reading.engine import ReadWord
from docverify.reading.merge import DOUBTED, figures_differ, merge, overlap


def word(text: str, x: float, y: float = 0.0, confidence: float = 0.9, line: int = 0, width: float = 50) -> ReadWord:
    return ReadWord(text, x, y, x + width, y + 10, confidence, line)


def test_the_more_confident_reading_of_a_place_stands() -> None:
    first = [word("Alvara", 0, confidence=0.5), word("de", 60)]
    second = [word("Alvará", 1, confidence=0.95), word("do", 61, confidence=0.6)]
    assert [w.text for w in merge(first, second)] == ["Alvará", "de"]


def test_words_that_only_the_second_saw_join_their_line() -> None:
    first = [word("CNPJ:", 0, line=0), word("outra", 0, y=30, line=1)]
    second = [word("11.222.333/0001-81", 60, width=120)]
    merged = merge(first, second)
    assert [w.text for w in merged] == ["CNPJ:", "11.222.333/0001-81", "outra"]
    assert [w.line for w in merged] == [0, 0, 1]


def test_ornaments_are_not_added() -> None:
    assert merge([word("texto", 0)], [word("«8%,", 200, confidence=0.45)]) == [word("texto", 0)]


def test_numbers_that_differ_are_doubted_whichever_stands() -> None:
    for ours, theirs in ((0.95, 0.85), (0.85, 0.95)):
        (kept,) = merge([word("02/09/2023", 0, confidence=ours)], [word("02/09/2028", 0, confidence=theirs)])
        assert kept.confidence == DOUBTED
    (same,) = merge([word("02/09/2023", 0, confidence=0.85)], [word("02/09/2023.", 0, confidence=0.95)])
    assert same.confidence == 0.95
    assert not figures_differ([word("Data", 0)], [word("02/09/2023", 0)])


@given(
    st.lists(st.tuples(st.text(min_size=1, max_size=5), st.floats(0, 900), st.floats(0, 900), st.floats(0, 1))),
    st.lists(st.tuples(st.text(min_size=1, max_size=5), st.floats(0, 900), st.floats(0, 900), st.floats(0, 1))),
)
def test_merging_invents_nothing_and_numbers_lines_in_order(a: list, b: list) -> None:
    first = [word(t, x, y, c, line=i // 3) for i, (t, x, y, c) in enumerate(a)]
    second = [word(t, x, y, c, line=i) for i, (t, x, y, c) in enumerate(b)]
    merged = merge(first, second)
    known = {(w.text, w.x0, w.y0) for w in (*first, *second)}
    assert all((w.text, w.x0, w.y0) in known for w in merged)
    assert sorted({w.line for w in merged}) == list(range(len({w.line for w in merged})))
    assert merge(first, []) == merge(merge(first, []), [])


def test_overlap_of_degenerate_words() -> None:
    assert overlap(word("a", 0, width=0), word("b", 0)) == 0.0
