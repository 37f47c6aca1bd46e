from __future__ import annotations

import spacy
from hypothesis import given
from hypothesis import strategies as st

from docverify.documents.tokenizer import NUMBER, UNKNOWN, FoldedTokenizer, Lexicon, phrase, split
from docverify.values.text import fold_same_length


def words(text: str, *known: str) -> list[str]:
    tokenizer = FoldedTokenizer(spacy.blank("pt").vocab, Lexicon(known))
    return [token.text for token in tokenizer(text)]


def test_number_signs_are_one_word() -> None:
    assert phrase("Nº") == phrase("n.º") == phrase("N°") == phrase("número") == phrase("nr.") == ["NO"]


def test_dotted_abbreviation_is_its_letters() -> None:
    assert phrase("C.N.P.J.") == ["CNPJ"]


def test_labels_glued_to_values_come_apart() -> None:
    assert words("CNPJ:03.560.714/0001-42", "CNPJ")[0] == "CNPJ"
    assert words("CNPJ03560714000142", "CNPJ") == ["CNPJ", NUMBER]
    assert words("validade:31/12/2024", "VALIDADE") == ["VALIDADE", NUMBER, NUMBER, NUMBER]


def test_misread_words_come_back() -> None:
    assert words("RAZA0 S0CIAL", "RAZAO", "SOCIAL") == ["RAZAO", "SOCIAL"]
    assert words("SITUAGAO CADASTRAI", "SITUACAO", "CADASTRAL") == ["SITUACAO", "CADASTRAL"]


def test_other_words_stay_unknown() -> None:
    assert words("PROFESSOR", "PROCESSO") == [UNKNOWN]
    assert words("REDE", "SEDE") == [UNKNOWN]
    assert words("MUNICIPIOS ATIVO", "MUNICIPIO", "ATIVA") == [UNKNOWN, UNKNOWN]


def test_vocabulary_stays_as_small_as_the_patterns() -> None:
    tokenizer = FoldedTokenizer(spacy.blank("pt").vocab, Lexicon(["CNPJ"]))
    before = len(tokenizer.vocab.strings)
    tokenizer(" ".join(f"PALAVRA{chr(65 + i % 26)}{chr(65 + i // 26)}X" for i in range(500)))
    assert len(tokenizer.vocab.strings) <= before + 3


@given(st.text(max_size=300))
def test_offsets_are_those_of_the_text(text: str) -> None:
    folded = fold_same_length(text)
    last = 0
    for start, end, word in split(folded):
        assert last <= start < end <= len(folded)
        assert word
        last = end


def test_a_million_characters_are_cut_not_refused() -> None:
    tokenizer = FoldedTokenizer(spacy.blank("pt").vocab, Lexicon(["CNPJ"]))
    assert tokenizer.tokens("A" * 1_000_001).ends[-1] <= 300_000
