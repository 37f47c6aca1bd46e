"""Phrases as data, found in noisy running text: the words that stand before a value in prose.

A *phrase* is written as words in upper case without accents: ``COM SEDE E? FORO? NA|NO|A|EM``; ``X?`` may be missing,
``A|B`` is either, ``_`` is any one word, ``_?`` may be any one word, ``#`` a number. Punctuation between words does not
count. They are looked for (``sequences``) among the tokens of ``tokenizer``, which puts misread words right.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import spacy

from docverify.documents.sequences import Sequences, Step
from docverify.documents.tokenizer import NUMBER, FoldedTokenizer, Lexicon
from docverify.errors import RuleSetError
from docverify.resources import models_path

_CHOICE = re.compile(r"[A-Z&]+|#")
_SPACED = re.compile(r"(?<![A-Z0-9])(?:[A-Z][ \t\n]{1,4}){4,}[A-Z](?![A-Z0-9])")
_PARAGRAPH = re.compile(r"\n\s*\n")


@dataclass(frozen=True, slots=True)
class Anchor:
    """A phrase found.

    Attributes:
        name: Key of the phrase list that it belongs to.
        start: Offset of its first character.
        end: After its last character.
        score: 1.0 where every word stood as written, lower where characters were put right.
    """

    name: str
    start: int
    end: int
    score: float


class Phrases:
    """Named lists of phrases, compiled.

    Args:
        phrases: Phrase list per name.
        protected: Real words near to the phrases' own, never to be taken for one of them.

    Raises:
        RuleSetError: If a phrase is not written as the module says.
    """

    def __init__(self, phrases: Mapping[str, Sequence[str]], protected: Iterable[str] = ()) -> None:
        self._sequences = Sequences()
        self._compact: list[tuple[str, str]] = []
        words: set[str] = set(protected) | words_of("_comum", "prosa.toml", "nomes_de_pessoas")
        for name, written in phrases.items():
            for phrase in written:
                steps, used = _compile(name, phrase)
                self._sequences.add(name, steps)
                words |= used
                if not set(phrase) & set("?|_#") and len(phrase) >= 8:
                    self._compact.append((phrase.replace(" ", ""), name))
        self._compact.sort(key=lambda pair: (-len(pair[0]), pair))
        self._tokenizer = FoldedTokenizer(spacy.blank("pt").vocab, Lexicon(words))

    def find(self, folded: str) -> list[Anchor]:
        """Find every phrase in folded text (``fold_same_length``), by place; the longest first at one place."""
        tokens = self._tokenizer.tokens(folded)
        found = list(self._spaced(folded))
        for name, first, last in self._sequences.find(tokens.words):
            start, end = tokens.starts[first], tokens.ends[last - 1]
            if _PARAGRAPH.search(folded, start, end):
                continue
            edits = sum(tokens.edits[first:last])
            score = max(0.5, 1.0 - 1.2 * edits / max(6, end - start))
            found.append(Anchor(name, start, end, round(score, 4)))
        found.sort(key=lambda a: (a.start, -a.end, a.name))
        return found

    def _spaced(self, folded: str) -> Iterable[Anchor]:
        """Find phrases printed letter by letter (``C O N S O L I D A Ç Ã O``)."""
        for run in _SPACED.finditer(folded):
            joined = "".join(run.group().split())
            for compact, name in self._compact:
                if compact in joined:
                    yield Anchor(name, run.start(), run.end(), 0.95)
                    break


def _compile(name: str, phrase: str) -> tuple[list[Step], set[str]]:
    steps: list[Step] = []
    words: set[str] = set()
    for part in phrase.split():
        choices = part.removesuffix("?")
        allowed: frozenset[str] | None = None
        if choices != "_":
            alternatives = choices.split("|")
            if not all(_CHOICE.fullmatch(a) for a in alternatives):
                raise RuleSetError(
                    f"frases.{name}: {phrase!r} está mal escrita em {part!r}. Use maiúsculas sem acento, '|', '?', '_'."
                )
            words.update(a for a in alternatives if a != NUMBER)
            allowed = frozenset(alternatives)
        steps.append(Step(allowed, part.endswith("?")))
    return steps, words


@lru_cache(maxsize=64)
def load(*path: str) -> Phrases:
    """Load the phrases of ``models/<path>``: a TOML file with a table ``frases`` and a list ``proteger``.

    Raises:
        RuleSetError: If the file is not such a file; the message names it.
    """
    data = _read(path)
    phrases = data.get("frases")
    if not isinstance(phrases, dict) or not all(isinstance(v, list) for v in phrases.values()):
        raise RuleSetError(f"{'/'.join(path)}: falta a tabela 'frases' com listas de frases.")
    return Phrases(phrases, data.get("proteger", ()))


@lru_cache(maxsize=64)
def words_of(folder: str, name: str, key: str) -> frozenset[str]:
    """Load a list of words, written as one text, from ``models/<folder>/<name>``.

    Raises:
        RuleSetError: If the file has no such text; the message names both.
    """
    text = _read((folder, name)).get(key)
    if not isinstance(text, str):
        raise RuleSetError(f"{folder}/{name}: falta o texto '{key}'.")
    return frozenset(text.split())


def _read(path: tuple[str, ...]) -> dict[str, Any]:
    file = models_path().joinpath(*path)
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise RuleSetError(f"{file}: não pôde ser lido ({error}). Corrija ou reinstale o pacote.") from error
