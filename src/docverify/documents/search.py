"""The spaCy pipeline that finds a document type's phrases in folded text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any

import spacy
from rapidfuzz import fuzz, process
from spacy.language import Language
from spacy.pipeline import SpanRuler

from docverify.documents.anchors import words_of
from docverify.documents.labels import Hit
from docverify.documents.patterns import Padroes
from docverify.documents.tokenizer import FoldedTokenizer, Lexicon, Tokens, phrase

_SPANS = "achados"
_FIGURE = re.compile(r"(?<=\D)(?=\d)")
_LIKE = 88
"""Per cent of likeness of a label whose blanks were lost or invented."""

Pattern = str | list[dict[str, Any]]


class Search:
    """Labels, announcing phrases, headings and telling words of one document type, by spaCy's SpanRuler."""

    def __init__(self, padroes: Padroes) -> None:
        self.padroes = padroes
        entries = list(_entries(padroes))
        words = {word for _, pattern in entries for word in _words(pattern)}
        self.nlp: Language = spacy.blank("pt")
        names = words_of("_comum", "prosa.toml", "nomes_de_pessoas")
        self.tokenizer = FoldedTokenizer(self.nlp.vocab, Lexicon(words | names))
        self.nlp.tokenizer = self.tokenizer
        ruler = self.nlp.add_pipe("span_ruler", config={"spans_key": _SPANS, "annotate_ents": False})
        assert isinstance(ruler, SpanRuler)
        self.ruler = ruler
        ruler.add_patterns(
            [
                {"label": key, "pattern": " ".join(phrase(p)) if isinstance(p, str) else p}
                for key, p in entries
                if not isinstance(p, str) or phrase(p)
            ]
        )
        self._beginnings = self._first_words(entries)
        self.only_alone = frozenset(" ".join(phrase(text)) for text in padroes.so_isolados)
        # For labels whose words OCR glued or cut: compared without blanks.
        self.compact: dict[str, list[tuple[str, str]]] = {}
        for key, pattern in entries:
            papel, _, campo = key.partition("|")
            if papel in ("rotulo", "fraco", "outro") and isinstance(pattern, str):
                joined = "".join(phrase(pattern))
                if len(joined) >= 6:
                    self.compact.setdefault(joined, []).append((papel, campo))

        self._compact_near = lru_cache(maxsize=64)(self._like_long)

    def _first_words(self, entries: Iterable[tuple[str, Pattern]]) -> frozenset[str] | None:
        """Return words of which every text that holds a pattern has one; None where some pattern is of any words."""
        found: set[str] = set()
        for _, pattern in entries:
            if isinstance(pattern, str):
                found.update(self.tokens(" ".join(phrase(pattern))).words[:1])
                continue
            named = [words for words in map(_needed, pattern) if words]
            if not named:
                return None
            found |= named[0]
        return frozenset(found)

    def _like_long(self, size: int) -> list[str]:
        """Return the labels without blanks that are long enough, and not too long, for the likeness asked for."""
        return [name for name in self.compact if 2 * min(size, len(name)) * 100 >= _LIKE * (size + len(name))]

    def tokens(self, folded: str) -> Tokens:
        """Tokenize folded text with this type's lexicon."""
        return self.tokenizer.tokens(folded)

    def find(self, folded: str) -> list[Hit]:
        """Find all phrases in a folded text, overlapping ones too, by start and then longest first."""
        tokens = self.tokens(folded)
        if self._beginnings is not None and self._beginnings.isdisjoint(tokens.words):
            return []
        doc = self.ruler(tokens.doc)
        found = []
        for span in doc.spans[_SPANS]:
            papel, _, campo = span.label_.partition("|")
            edits = sum(tokens.edits[span.start : span.end])
            start, end = tokens.starts[span.start], tokens.ends[span.end - 1]
            quality = max(0.5, 1.0 - 1.2 * edits / max(6, end - start))
            found.append(Hit(papel, campo, start, end, span.end - span.start, round(quality, 4)))
        found.sort(key=lambda hit: (hit.start, -hit.end, hit.papel, hit.campo))
        return found

    def find_glued(self, folded: str, *, exact: bool = False) -> list[Hit]:
        """Find a label at a text's start whose blanks OCR lost or invented (``RAZAOSOCIAL``, ``RAZ AO SOCIAL``).

        Args:
            folded: Text of a segment.
            exact: The letters must be the label's, none misread; the label may be shorter then (``CNPJNº``).

        Returns:
            What the label announces; nothing where none is like it.
        """
        head = folded.split(":", 1)[0] if ":" in folded[:60] else _FIGURE.split(folded[:60])[0] or folded[:60]
        letters = "".join(c for c in head.replace("º", "O").replace("°", "O") if c.isalpha())
        if exact:
            at = len(head.rstrip())
            return [Hit(papel, campo, 0, at, 2, 0.95) for papel, campo in self.compact.get(letters, ())]
        if not 7 <= len(letters) <= 45:
            return []
        best = process.extractOne(letters, self._compact_near(len(letters)), scorer=fuzz.ratio, score_cutoff=_LIKE)
        if best is None:
            return []
        name, score, _ = best
        end = len(head.rstrip())
        return [Hit(papel, campo, 0, end, 2, round(score / 110, 4)) for papel, campo in self.compact[name]]


def _needed(token: dict[str, Any]) -> set[str]:
    return set(_words([token])) if token.get("OP", "1") in ("1", "+") else set()


def _entries(padroes: Padroes) -> Iterator[tuple[str, Pattern]]:
    for name, campo in padroes.campo.items():
        for papel, phrases in (
            ("rotulo", campo.rotulos),
            ("fraco", campo.fracos),
            ("prosa", campo.prosa),
            ("alheio", campo.alheio),
            ("proprio", campo.proprio),
        ):
            for text in phrases:
                yield f"{papel}|{name}", text
    contexto = padroes.contexto
    for papel, phrases in (
        ("outro", padroes.outros),
        ("secao_alheia", contexto.secoes_alheias),
        ("secao_propria", contexto.secoes_proprias),
        ("alheio", contexto.alheio),
        ("proprio", contexto.proprio),
        ("emissor", contexto.emissor),
    ):
        for text in phrases:
            yield f"{papel}|", text
    for entry in padroes.spacy:
        yield f"prosa|{entry['label']}", entry["pattern"]


def _words(pattern: Pattern) -> Iterator[str]:
    if isinstance(pattern, str):
        yield from phrase(pattern)
        return
    for token in pattern:
        for key in ("ORTH", "TEXT"):
            value = token.get(key)
            if isinstance(value, str):
                yield value
            elif isinstance(value, dict):
                yield from value.get("IN", ())
