"""Known phrases in a noisy page: words are brought to the lexicon's spelling, then spaCy finds the phrases.

OCR spoils letters, splits and joins words, and spaces out titles; forms wrap a phrase over two lines. So each word is
first brought to the nearest word of the lexicon (bounded edit distance, joined or parted where that gives known words),
function words are dropped, and a spaCy ``PhraseMatcher`` looks for the phrases in two readings of the page: block by
block (a title of two lines) and line by line (a phrase with wide gaps).

Phrases are data. Their small syntax: ``(a|b|)`` is a choice, ``[a]`` may be missing, ``município_de`` is the word with
that function word right after it (where the function word tells a heading from a label).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import spacy
from rapidfuzz import process
from rapidfuzz.distance import OSA
from spacy.matcher import PhraseMatcher
from spacy.tokens import Doc

from docverify.documents.layout import PageLayout
from docverify.values.text import fold

_FUNCTION = "A O AS OS E DE DA DO DAS DOS EM NO NA NOS NAS PARA PELO PELA PELOS PELAS COM POR AO AOS UM UMA QUE SE OU"
FUNCTION_WORDS = frozenset(_FUNCTION.split(" "))
"""Words that a phrase does not depend on: OCR loses them, and authors vary them."""

_OTHER = "\u00b7"  # stands for every word outside the lexicon, so that spaCy's store of strings does not grow
_RUN = re.compile(r"[A-Z0-9]+")
_PHRASE_RUN = re.compile(r"[A-Z0-9_]+")
_DOTTED = re.compile(r"(?<![A-Z0-9])(?:[A-Z][./]){1,}[A-Z]?(?![A-Z0-9])")
_MAX_WORD = 60
_DIGIT_LETTERS = str.maketrans("015846", "OISBAG")
_MAX_CHOICES = 400


@dataclass(frozen=True, slots=True)
class Hit:
    """A phrase that was found.

    Attributes:
        phrase: Index of the phrase in the lexicon.
        words: Indexes into ``Page.words``, ascending.
        exact: Every word stood as the lexicon spells it.
    """

    phrase: int
    words: tuple[int, ...]
    exact: bool


class _Token(NamedTuple):
    norm: str
    words: tuple[int, ...]
    exact: bool


class Lexicon:
    """A set of phrases, ready to be looked for."""

    def __init__(self, phrases: Sequence[str]) -> None:
        """Prepare the phrases (with their syntax; see the module).

        Args:
            phrases: In any case, with accents or without; a hit tells the index here.

        Raises:
            ValueError: If a phrase has no word, an unclosed choice, or too many readings.
        """
        self.phrases = tuple(phrases)
        readings: dict[tuple[str, ...], list[int]] = {}
        for index, phrase in enumerate(phrases):
            for reading in expand(phrase):
                key = tuple(content_words(reading))
                if not key:
                    raise ValueError(f"frase sem palavra: {phrase!r}")
                readings.setdefault(key, []).append(index)
        self._known = frozenset(word for key in readings for word in key)
        self._by_length: dict[int, list[str]] = {}
        for word in sorted(self._known):
            self._by_length.setdefault(len(word), []).append(word)
        vocab = spacy.blank("pt").vocab
        self._vocab = vocab
        self._matcher = PhraseMatcher(vocab)
        self._owners: list[list[int]] = []
        for number, (key, owners) in enumerate(sorted(readings.items())):
            self._matcher.add(str(number), [Doc(vocab, words=list(key))])
            self._owners.append(sorted(set(owners)))
        self._nearest = lru_cache(maxsize=100_000)(self._find_nearest)
        self._parted = lru_cache(maxsize=20_000)(self._part)
        self._joined = lru_cache(maxsize=50_000)(self._join)

    def find(self, layout: PageLayout) -> list[Hit]:
        """Find every phrase of the lexicon on a page.

        Args:
            layout: A page with its geometry.

        Returns:
            Hits in the order of their first word; the same words are told once for a phrase.
        """
        found: dict[tuple[int, tuple[int, ...]], Hit] = {}
        by_block = [[layout.segments[i].text.words for i in block] for block in layout.blocks]
        by_line = [[layout.segments[i].text.words for i in row] for row in layout.lines]
        for groups in (by_block, by_line):
            tokens: list[_Token] = []
            for group in groups:
                tokens.extend(self._tokens(layout, group))
                tokens.append(_Token(_OTHER, (), False))
            doc = Doc(self._vocab, words=[token.norm for token in tokens])
            for key, start, end in self._matcher(doc):
                span = tokens[start:end]
                words = tuple(sorted({word for token in span for word in token.words}))
                exact = all(token.exact for token in span)
                for owner in self._owners[int(self._vocab.strings[key])]:
                    found.setdefault((owner, words), Hit(owner, words, exact))
        return sorted(found.values(), key=lambda hit: (hit.words, hit.phrase))

    def _tokens(self, layout: PageLayout, segments: Sequence[Sequence[int]]) -> Iterable[_Token]:
        """Words of a block or a line, in the lexicon's spelling."""
        raw: list[tuple[str, tuple[int, ...]]] = []
        for words in segments:
            raw.extend(_letterspaced(_split(layout, words), self._is_known))
        place = 0
        while place < len(raw):
            text, words = raw[place]
            place += 1
            # A lone zero is the article "o" misread ("CERTIFICO 0 REGISTRO").
            if (text in FUNCTION_WORDS or text == "0") and text not in self._known:
                continue
            if place < len(raw) and f"{text}_{raw[place][0]}" in self._known:
                yield _Token(f"{text}_{raw[place][0]}", words, True)
                place += 1
                continue
            norm = self._nearest(text)
            following = raw[place][0] if place < len(raw) else ""
            joined = self._joined(text, following)
            if joined is not None:
                yield _Token(joined, words + raw[place][1], False)
                place += 1
                continue
            if norm is not None:
                yield _Token(norm, words, norm == text)
                continue
            parts = self._parted(text)
            if parts:
                for part in parts:
                    yield _Token(part, words, False)
            elif len(text) > 2 or text.isdigit():
                yield _Token(_OTHER, words, False)

    def _is_known(self, text: str) -> bool:
        return text in self._known or bool(self._parted(text))

    def _join(self, text: str, following: str) -> str | None:
        """The word that two neighbours are the halves of, where neither is a word of the lexicon as it stands."""
        both = text + following
        if not following or len(text) < 2 or len(both) > _MAX_WORD or text in self._known or following in self._known:
            return None
        if len(both) > 5 and both in self._known:
            return both
        if self._nearest(text) is not None or len(following) < 3 or self._nearest(following) is not None:
            return None
        near = self._nearest(both)
        return near if near is not None and len(near) > 5 else None

    def _find_nearest(self, text: str) -> str | None:
        """The lexicon's word that a word most likely is: itself, or the only nearest within a bounded distance."""
        if text in self._known:
            return text
        if len(text) < 4 or text.isdigit() or len(text) > _MAX_WORD:
            return None
        digits = sum(char.isdigit() for char in text)
        if digits:
            if digits * 2 >= len(text):
                return None
            text = text.translate(_DIGIT_LETTERS)
            if text in self._known:
                return text
        limit = 1 if len(text) < 8 else 2 if len(text) < 13 else 3
        choices = [w for size in range(len(text) - limit, len(text) + limit + 1) for w in self._by_length.get(size, ())]
        near = process.extract(text, choices, scorer=OSA.distance, score_cutoff=limit, limit=2)
        if not near or (len(near) > 1 and near[0][1] == near[1][1]):
            return None
        word = str(near[0][0])
        return word if len(word) >= 5 or (near[0][1] <= 1 and digits) else None

    def _part(self, text: str) -> tuple[str, ...]:
        """Part a run of joined words (``LICENCADEOPERACAO``) into words of the lexicon; empty where that fails."""
        if len(text) < 7 or len(text) > _MAX_WORD:
            return ()
        best: list[tuple[str, ...] | None] = [()] + [None] * len(text)
        for end in range(1, len(text) + 1):
            for start in range(max(0, end - 20), end):
                before, piece = best[start], text[start:end]
                if before is None:
                    continue
                if piece in FUNCTION_WORDS:
                    option = before
                elif len(piece) > 3 and piece in self._known:
                    option = (*before, piece)
                else:
                    continue
                now = best[end]
                if now is None or len(option) < len(now):
                    best[end] = option
        return best[-1] or ()


def expand(phrase: str) -> list[str]:
    """Spell out the choices of a phrase.

    Args:
        phrase: With ``(a|b|)`` for a choice and ``[a]`` for what may be missing; both may be nested.

    Returns:
        Every reading.

    Raises:
        ValueError: If brackets do not match, or there are more than 400 readings.
    """
    text = phrase.replace("[", "(").replace("]", "|)")
    depth, start = 0, -1
    for place, char in enumerate(text):
        if char == "(":
            if depth == 0:
                start = place
            depth += 1
        elif char == ")":
            depth -= 1
            if depth < 0:
                break
            if depth == 0:
                heads = [text[:start] + choice for choice in _choices(text[start + 1 : place])]
                readings = [head + tail for tail in expand(text[place + 1 :]) for h in heads for head in expand(h)]
                if len(readings) > _MAX_CHOICES:
                    raise ValueError(f"frase com leituras demais: {phrase!r}")
                return list(dict.fromkeys(readings))
    if depth != 0:
        raise ValueError(f"parênteses sem par: {phrase!r}")
    return [text]


def _choices(inside: str) -> list[str]:
    parts, depth, now = [], 0, ""
    for char in inside:
        depth += (char == "(") - (char == ")")
        if char == "|" and depth == 0:
            parts.append(now)
            now = ""
        else:
            now += char
    parts.append(now)
    return list(dict.fromkeys("" if set(fold(part).split()) <= FUNCTION_WORDS else part for part in parts))


def content_words(text: str) -> list[str]:
    """The folded words of a phrase without function words (unless it has no others); dotted letters join."""
    words = _PHRASE_RUN.findall(_undot(fold(text)))
    content = [word for word in words if word not in FUNCTION_WORDS]
    return content or words


def _undot(folded: str) -> str:
    """``C.N.P.J.`` and ``S/A`` become one word."""
    return _DOTTED.sub(lambda match: match[0].replace(".", "").replace("/", "") + " ", folded)


def _split(layout: PageLayout, words: Sequence[int]) -> list[tuple[str, int]]:
    """Runs of letters and digits of some words, each with the word that it stands in."""
    runs: list[tuple[str, int]] = []
    for index in words:
        for run in _runs(layout.page.words[index].text[:500]):
            runs.append((run, index))
    return runs


@lru_cache(maxsize=20_000)  # a page is looked through by blocks and by lines, and for several sets of phrases
def _runs(word: str) -> tuple[str, ...]:
    text = fold(word)
    if "." in text or "/" in text:
        text = _undot(text)
    return tuple(run[:_MAX_WORD] for run in _RUN.findall(text))


def _letterspaced(runs: Sequence[tuple[str, int]], known: Callable[[str], bool]) -> list[tuple[str, tuple[int, ...]]]:
    """Join ``C O N S O L I D A C A O``: single letters in a row are one word (parted later).

    Kerning joins some pairs (``A L VA R A``): such a row is joined where that gives a known word.
    """
    out: list[tuple[str, tuple[int, ...]]] = []
    place = 0
    while place < len(runs):
        if len(runs[place][0]) > 2:
            out.append((runs[place][0], (runs[place][1],)))
            place += 1
            continue
        end = place
        while end < len(runs) and len(runs[end][0]) <= 2 and runs[end][0].isalpha():
            end += 1
        row = runs[place:end]
        single = sum(len(run) == 1 for run, _ in row)
        joined = "".join(run for run, _ in row)[:_MAX_WORD]
        if len(row) >= 4 and (single == len(row) or (single * 2 >= len(row) and known(joined))):
            out.append((joined, tuple(index for _, index in row)))
            place = end
        else:
            stop = max(end, place + 1)
            out.extend((run, (index,)) for run, index in runs[place:stop])
            place = stop
    return out
