"""Anchors of marks on a page (stamps, seals, footers) and the text around an anchor."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from docverify.documents.layout import PageLayout
from docverify.documents.phrases import Hit, Lexicon
from docverify.documents.standing import Sheet
from docverify.errors import RuleSetError
from docverify.model import Box, Field, shown_box
from docverify.resources import models_path


@dataclass(frozen=True, slots=True)
class Anchor:
    """A phrase of a mark as it stands on a page.

    Attributes:
        group: Name of its group in ``models/_marcas/marcas.toml``.
        phrase: Index in the lexicon (to count different ones).
        words: Indexes into ``Page.words``.
        box: Around them, on the flattened page.
        exact: Read as the lexicon spells it.
    """

    group: str
    phrase: int
    words: tuple[int, ...]
    box: Box
    exact: bool


@dataclass(frozen=True, slots=True)
class Marked:
    """A page with its anchors."""

    layout: PageLayout
    sheet: Sheet
    anchors: Mapping[str, tuple[Anchor, ...]]

    def of(self, group: str) -> tuple[Anchor, ...]:
        """Return the anchors of a group, top to bottom."""
        return self.anchors.get(group, ())

    def near(self, anchor: Anchor, group: str, reach_y: float = 0.13, reach_x: float = 0.4) -> list[Anchor]:
        """Return different anchors of a group in the neighbourhood of a mark's anchor, one per wording.

        Args:
            anchor: The one to look around.
            group: Which anchors.
            reach_y: Vertical gap at most, in fractions of the page.
            reach_x: Horizontal gap at most.
        """
        found: dict[int, Anchor] = {}
        taken: set[int] = set()
        for other in sorted(self.of(group), key=lambda a: -len(a.words)):
            if _gap(anchor.box, other.box, 1) > reach_y or _gap(anchor.box, other.box, 0) > reach_x:
                continue
            if taken & set(other.words):
                continue
            taken |= set(other.words)
            found.setdefault(other.phrase, other)
        return list(found.values())

    def window(self, anchor: Anchor, up: float = 0.0, down: float = 0.10, aside: float = 0.45) -> Window:
        """Return the running text around an anchor, line by line; words of the anchor come as they stand."""
        x0, y0, x1, y1 = anchor.box
        chosen: list[int] = []
        for line in self.layout.lines:
            for index in line:
                box = self.layout.segments[index].box
                middle = (box[1] + box[3]) / 2
                if y0 - up - 0.004 <= middle <= y1 + down and box[0] < x1 + aside and box[2] > x0 - aside:
                    chosen.extend(self.layout.segments[index].text.words)
        return self._window(chosen, anchor)

    def block(self, anchor: Anchor) -> Window:
        """Return the text of the block that an anchor begins in: a stamp apart from others on the same lines."""
        number = next(s.block for s in self.layout.segments if anchor.words[0] in s.text.words)
        segments = [self.layout.segments[index] for index in self.layout.blocks[number]]
        return self._window([word for segment in segments for word in segment.text.words], anchor)

    def _window(self, chosen: list[int], anchor: Anchor) -> Window:
        texts = [self.layout.page.words[word].text for word in chosen]
        starts: list[int] = []
        length = 0
        for text in texts:
            starts.append(length)
            length += len(text) + 1
        first = next((s for word, s in zip(chosen, starts, strict=True) if word in anchor.words), 0)
        return Window(" ".join(texts), tuple(chosen), tuple(starts), first)

    def field(self, value: Any, read: str, confidence: float, words: Sequence[int]) -> Field:
        """Make a field of some words of this page; it always names its file (the caller drops the document's own)."""
        page = self.layout.page
        box = shown_box(page, self.layout.box_of(words))
        sure = round(min(0.99, max(0.0, confidence)), 4)
        return Field(value, read, sure, page.numero, box, page.arquivo, trechos=self.layout.trechos_of(words))


@dataclass(frozen=True, slots=True)
class Window:
    """Text around an anchor, with the word of each character.

    Attributes:
        text: Words joined by blanks.
        words: Indexes into ``Page.words``.
        starts: Offset of each word in ``text``.
        anchor: Offset of the anchor's first word.
    """

    text: str
    words: tuple[int, ...]
    starts: tuple[int, ...]
    anchor: int

    def words_of(self, start: int, end: int) -> tuple[int, ...]:
        """Return the words that characters ``start`` to ``end`` touch."""
        ends = (*self.starts[1:], len(self.text) + 1)
        spans = zip(self.words, self.starts, ends, strict=True)
        return tuple(word for word, first, last in spans if first < end and last - 1 > start)


def find_anchors(layout: PageLayout) -> Marked:
    """Find every anchor of a page; what lies within a reservation ("cópia autenticada do ...") does not count."""
    lexicon, owners = _lexicon()
    hits = lexicon.find(layout)
    reserved = [set(hit.words) for hit in hits if owners[hit.phrase] == "ressalva"]
    anchors: dict[str, list[Anchor]] = {}
    for hit in hits:
        group = owners[hit.phrase]
        if group == "ressalva" or any(set(hit.words) <= words for words in reserved):
            continue
        if not hit.exact and len(hit.words) == 1 and _short(layout, hit):
            continue
        anchors.setdefault(group, []).append(Anchor(group, hit.phrase, hit.words, layout.box_of(hit.words), hit.exact))
    return Marked(layout, Sheet(layout), {group: tuple(found) for group, found in anchors.items()})


def _short(layout: PageLayout, hit: Hit) -> bool:
    return len(layout.page.words[hit.words[0]].text) < 6


def _gap(a: Box, b: Box, axis: int) -> float:
    return max(0.0, b[axis] - a[axis + 2], a[axis] - b[axis + 2])


@lru_cache(maxsize=1)
def _lexicon() -> tuple[Lexicon, tuple[str, ...]]:
    path = models_path() / "_marcas" / "marcas.toml"
    data = read_toml(path)
    phrases: list[str] = []
    owners: list[str] = []
    for entry in data.get("grupo", []):
        if set(entry) != {"nome", "frases"}:
            raise RuleSetError(f"{path}: cada grupo tem 'nome' e 'frases', nada mais; corrija {sorted(entry)}.")
        for phrase in entry["frases"]:
            phrases.append(str(phrase))
            owners.append(str(entry["nome"]))
    return Lexicon(phrases), tuple(owners)


def read_toml(path: Path) -> dict[str, Any]:
    """Read a data file of the package.

    Raises:
        RuleSetError: If it is missing or not TOML.
    """
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise RuleSetError(f"{path}: não pôde ser lido ({error}). Corrija ou reinstale o pacote.") from error
