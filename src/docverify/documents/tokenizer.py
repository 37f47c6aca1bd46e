"""Text -> spaCy tokens that know their characters, with words that OCR spoilt put back to the lexicon's.

Only words that occur in patterns matter here. A token is therefore one of three things: a word of the lexicon (exact,
or so near that OCR explains the difference), ``#`` for a number, ``_`` for anything else. That keeps spaCy's vocabulary
as small as the patterns, whatever a scan may hold, and makes fuzzy matching a matter of one lookup per word. Values are
never read from tokens: they are found by offsets in the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from rapidfuzz.distance import OSA, Levenshtein
from spacy.tokens import Doc
from spacy.vocab import Vocab

from docverify.values.text import fold_same_length

NUMBER = "#"
UNKNOWN = "_"

MAX_CHARS = 300_000
"""More than a page holds; the rest of a longer text is not searched."""

# "Nº", "N°", "N.º", "C.N.P.J.", words, numbers. Linear: every branch starts with its own kind of character.
_TOKEN = re.compile(r"\bS ?/ ?N\b[º°]?|N\.? ?[º°ª](?:S\b)?|(?:[A-Z]\.){2,}[A-Z]?\b\.?|[A-Z]+|[0-9]+")
_NUMBER_SIGNS = frozenset(("N", "NR", "NRO", "NUM", "NUMERO", "NUMEROS"))
"""Spellings of "number" that labels use for each other; all become ``NO``."""

_DIGITS_AS_LETTERS = str.maketrans({"0": "O", "1": "I", "5": "S", "8": "B", "|": "I", "!": "I", "$": "S"})
_MIXED = re.compile(r"[A-Z]+[015|!$]+[A-Z]*|[015|!$]{1,2}[A-Z]{3,}")


_JOINING = frozenset(("DE", "DO", "DA", "DOS", "DAS", "NO", "NA", "EM"))
"""Small words that a lost blank glues to a word of a label."""


@dataclass(frozen=True, slots=True)
class Tokens:
    """Tokens of one text.

    Attributes:
        vocab: Of the spaCy tokens.
        words: Of the lexicon, ``#`` or ``_``, in order.
        starts: Offset in the text of each token.
        ends: Offset behind each.
        edits: Characters changed to reach the lexicon's word, 0 where it stands there as read.
    """

    vocab: Vocab
    words: tuple[str, ...]
    starts: tuple[int, ...]
    ends: tuple[int, ...]
    edits: tuple[int, ...]

    @property
    def doc(self) -> Doc:
        """One spaCy token for each; made when asked for, since most texts hold nothing to look for."""
        return Doc(self.vocab, words=list(self.words))


def split(folded: str) -> list[tuple[int, int, str]]:
    """Cut folded text into ``(start, end, word)``; punctuation is dropped, ``Nº`` becomes ``NO``."""
    found = []
    for match in _TOKEN.finditer(folded[:MAX_CHARS]):
        word = match.group()
        if len(word) <= 2 and word in _ENDINGS and _is_bracketed(folded, match.start(), match.end()):
            continue
        if word[0] == "N" and any(mark in word for mark in "º°ª"):
            word = "NO"
        elif "/" in word:
            word = "SN"
        elif "." in word:
            word = word.replace(".", "")
        if word in _NUMBER_SIGNS or (word[:3] == "NUM" and len(word) == 6 and OSA.distance(word, "NUMERO") == 1):
            word = "NO"
        found.append((match.start(), match.end(), word))
    return found


_ENDINGS = frozenset(("A", "O", "AS", "OS", "S", "ES"))


def _is_bracketed(folded: str, start: int, end: int) -> bool:
    """Tell whether a piece is an ending in brackets behind a word: ``DO(A) INTERESSADO(A)``, ``ATIVIDADE(S)``."""
    before = folded[max(0, start - 2) : start]
    return len(before) == 2 and before[0].isalpha() and before[1] == "(" and folded[end : end + 1] == ")"


def phrase(text: str) -> list[str]:
    """Return the words of a pattern as data writes it, in the same form as :func:`split` gives."""
    return [word for _, _, word in split(fold_same_length(text))]


class Lexicon:
    """The words that patterns know, and the way from a misread word to one of them."""

    def __init__(self, words: Iterable[str]) -> None:
        self.words = frozenset(words)
        self._by_length: dict[int, tuple[str, ...]] = {}
        for word in sorted(self.words):
            self._by_length[len(word)] = (*self._by_length.get(len(word), ()), word)
        self._nearest = lru_cache(maxsize=20_000)(self._search)
        self.parted = lru_cache(maxsize=20_000)(self._part)

    def nearest(self, word: str) -> tuple[str, int]:
        """Return the lexicon's word for a read word and the characters changed; ``(UNKNOWN, 0)`` if none is near."""
        if word in self.words:
            return word, 0
        return self._nearest(word)

    def _part(self, word: str) -> int:
        """Return where a word is two of the lexicon whose blank was lost (``SOCIALDO``); 0 where it is not."""
        if not 7 <= len(word) <= 40:
            return 0
        cuts = [
            cut
            for cut in range(2, len(word) - 1)
            if word[:cut] in self.words
            and word[cut:] in self.words
            and (min(cut, len(word) - cut) >= 4 or word[:cut] in _JOINING or word[cut:] in _JOINING)
            and max(cut, len(word) - cut) >= 5
        ]
        return cuts[0] if len(cuts) == 1 else 0

    def _search(self, word: str) -> tuple[str, int]:
        size = len(word)
        allowed = _allowed(size)
        if size > 40 or not allowed:
            return UNKNOWN, 0
        best: tuple[int, str] | None = None
        ties = 0
        for length in range(size - allowed, size + allowed + 1):
            for candidate in self._by_length.get(length, ()):
                if len(candidate) < 5:
                    continue
                edits = OSA.distance(word, candidate, score_cutoff=allowed)
                if edits > min(allowed, _allowed(len(candidate))) or _is_inflection(word, candidate):
                    continue
                if best is None or edits < best[0]:
                    best, ties = (edits, candidate), 1
                elif edits == best[0]:
                    ties += 1
        # Two words as near as each other: no reading of it is sure, keep it unknown.
        if best is None or (ties > 1 and best[0] > 1):
            return UNKNOWN, 0
        return best[1], best[0]


def _allowed(size: int) -> int:
    """Return how many characters of a word of a length may be wrong."""
    return 0 if size < 5 else 1 if size < 9 else 2 if size < 14 else 3


def _is_inflection(word: str, candidate: str) -> bool:
    """Tell whether two words differ as two real words do (gender, number), not as a misreading."""
    if Levenshtein.distance(word, candidate) != 1:
        return False
    return word == candidate + "S" or candidate == word + "S" or (word[:-1] == candidate[:-1] and word[-1] in "AOES")


class FoldedTokenizer:
    """spaCy tokenizer over folded text, see the module."""

    def __init__(self, vocab: Vocab, lexicon: Lexicon) -> None:
        self.vocab = vocab
        self.lexicon = lexicon

    def __call__(self, text: str) -> Doc:
        """Tokenize a text (any case, accents or not)."""
        return self.tokens(fold_same_length(text)).doc

    def tokens(self, folded: str) -> Tokens:
        """Tokenize folded text and keep the offsets."""
        words, starts, ends, edits = [], [], [], []
        for start, end, read in _rejoined(folded, split(folded)):
            word, changed = (NUMBER, 0) if read.isdigit() else self.lexicon.nearest(read)
            cut = self.lexicon.parted(read) if word == UNKNOWN and end - start == len(read) else 0
            if cut:
                words += [read[:cut], read[cut:]]
                starts += [start, start + cut]
                ends += [start + cut, end]
                edits += [1, 0]
                continue
            words.append(word)
            starts.append(start)
            ends.append(end)
            edits.append(changed)
        return Tokens(self.vocab, tuple(words), tuple(starts), tuple(ends), tuple(edits))


def _rejoined(folded: str, pieces: list[tuple[int, int, str]]) -> Iterable[tuple[int, int, str]]:
    """Join letters with the digits that OCR put inside a word (``RAZA0``, ``SITUAÇÃ0``), as letters."""
    index = 0
    while index < len(pieces):
        last = index
        while last + 1 < len(pieces) and pieces[last + 1][0] == pieces[last][1]:
            last += 1
        run = folded[pieces[index][0] : pieces[last][1]] if 0 < last - index < 8 else ""
        if run and _MIXED.fullmatch(run) and sum(c.isalpha() for c in run) >= 3:
            yield pieces[index][0], pieces[last][1], run.translate(_DIGITS_AS_LETTERS)
        else:
            yield from pieces[index : last + 1]
        index = last + 1
