from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from tests.unit.documents.pages import layout, page

from docverify.documents.layout import build
from docverify.model import Page, Word


def test_columns_are_segments_and_prose_is_one() -> None:
    built = layout("CNPJ\tINSCRIÇÃO MUNICIPAL\nA empresa abaixo identificada está licenciada.")
    assert [s.text.raw for s in built.segments[:2]] == ["CNPJ", "INSCRIÇÃO MUNICIPAL"]
    assert built.text.raw.split("\n")[0] == "CNPJ\tINSCRIÇÃO MUNICIPAL"
    assert built.right_of(built.segments[0]) == built.segments[1]


def test_a_character_knows_its_word() -> None:
    built = layout("Razão Social: GÁS DO ZÉ LTDA")
    start = built.text.folded.index("GAS")
    found = built.text.words_of(start, start + 3)
    assert [built.page.words[i].text for i in found] == ["GÁS"]
    assert built.offset_of[found[0]] == start


def test_words_at_slightly_different_heights_are_one_line() -> None:
    words = (Word("VALIDADE", (0.1, 0.100, 0.2, 0.112), 0.9), Word("ATÉ", (0.21, 0.104, 0.25, 0.116), 0.9))
    built = build(Page("a.pdf", 1, "x", 1000, 1400, words))
    assert built.text.raw == "VALIDADE ATÉ"


def test_cell_borders_part_segments() -> None:
    words = (Word("NÚMERO", (0.1, 0.1, 0.2, 0.11), 0.9), Word("BAIRRO", (0.21, 0.1, 0.3, 0.11), 0.9))
    cells = ((0.09, 0.09, 0.205, 0.2), (0.205, 0.09, 0.4, 0.2))
    built = build(Page("a.pdf", 1, "x", 1000, 1400, words, cells))
    assert [s.cell for s in built.segments] == [0, 1]


def test_blank_page_has_no_segments() -> None:
    assert build(page("")).segments == ()


boxes = st.tuples(st.floats(0, 0.9), st.floats(0, 0.9), st.floats(0.001, 0.1), st.floats(0.001, 0.05)).map(
    lambda b: (b[0], b[1], b[0] + b[2], b[1] + b[3])
)


@given(st.lists(st.tuples(st.text("ABç1", min_size=1, max_size=5), boxes), max_size=40))
def test_no_word_is_lost_or_doubled(items: list[tuple[str, tuple[float, float, float, float]]]) -> None:
    words = tuple(Word(text, box, 0.9) for text, box in items)
    built = build(Page("a.pdf", 1, "x", 1000, 1400, words))
    read = built.page.words  # words that a reader ran together are parted
    assert sorted("".join(w.text for w in read)) == sorted("".join(w.text for w in words))
    assert sorted(i for s in built.segments for i in s.text.words) == list(range(len(read)))
    assert sorted(built.text.words) == list(range(len(read)))
    assert sorted(i for b in built.blocks for i in b) == [s.index for s in built.segments]
