"""Sequences are what spaCy's own matcher finds; it is asked again here, for every phrase that the data files hold."""

from __future__ import annotations

import random
import tomllib
from collections.abc import Iterator

import pytest
import spacy
from spacy.matcher import Matcher
from spacy.tokens import Doc

from docverify.documents.anchors import _compile
from docverify.documents.sequences import Sequences, Step
from docverify.resources import models_path


def _both(phrases: dict[str, list[str]]) -> tuple[Sequences, Matcher, list[str]]:
    ours, theirs, words = Sequences(), Matcher(spacy.blank("pt").vocab), set()
    for name, written in phrases.items():
        patterns = []
        for phrase in written:
            steps, used = _compile(name, phrase)
            words |= used
            ours.add(name, steps)
            patterns.append(
                [
                    ({} if s.words is None else {"ORTH": {"IN": sorted(s.words)}}) | ({"OP": "?"} if s.optional else {})
                    for s in steps
                ]
            )
        theirs.add(name, patterns, greedy="LONGEST")
    return ours, theirs, sorted(words)


def _of_spacy(matcher: Matcher, words: list[str]) -> list[tuple[str, int, int]]:
    doc = Doc(matcher.vocab, words=words)
    return sorted((matcher.vocab.strings[key], start, end) for key, start, end in matcher(doc))


def _files() -> Iterator[tuple[str, dict[str, list[str]]]]:
    for path in sorted(models_path().glob("*/*.toml")):
        phrases = tomllib.loads(path.read_text(encoding="utf-8")).get("frases")
        if isinstance(phrases, dict) and all(isinstance(v, list) for v in phrases.values()):
            yield f"{path.parent.name}/{path.name}", phrases


FILES = dict(_files())


@pytest.mark.parametrize("name", list(FILES))
def test_every_phrase_of_the_data_is_found_as_spacy_finds_it(name: str) -> None:
    ours, theirs, words = _both(FILES[name])
    chance = random.Random(name)
    written = [phrase.split() for phrases in FILES[name].values() for phrase in phrases]
    found = 0
    for _ in range(40):
        text: list[str] = []
        while len(text) < 60:
            for part in chance.choice(written):
                if part.endswith("?") and chance.random() < 0.5:
                    continue
                choice = chance.choice(part.removesuffix("?").split("|"))
                text.append(chance.choice(words) if choice == "_" or chance.random() < 0.05 else choice)
            text += chance.choices([*words, "_"], k=chance.randrange(3))
        expected = _of_spacy(theirs, text)
        assert sorted(ours.find(text)) == expected
        found += len(expected)
    assert found > 40


def test_random_sequences_of_few_words_are_found_as_spacy_finds_them() -> None:
    chance = random.Random(11)
    for _ in range(150):
        parts = ["A", "B", "A|B", "B|C", "_", "#"]
        phrases = {
            name: [
                " ".join([*(chance.choice(parts) + chance.choice(["", "?"]) for _ in range(chance.randrange(4))), "C"])
                for _ in range(2)
            ]
            for name in ("um", "dois")
        }
        ours, theirs, _ = _both(phrases)
        for _ in range(10):
            text = chance.choices(["A", "B", "C", "#", "_"], k=12)
            assert sorted(ours.find(text)) == _of_spacy(theirs, text), (phrases, text)


def test_a_sequence_that_may_be_nothing_is_found_nowhere() -> None:
    ours = Sequences()
    ours.add("x", [Step(frozenset("A"), optional=True)])
    assert ours.find([]) == []
    assert ours.find(["B", "A"]) == [("x", 1, 2)]
