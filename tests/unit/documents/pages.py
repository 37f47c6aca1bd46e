"""Pages made of plain text, for tests: lines become words with boxes, as a reader would hand them over.

Markup at the head of a line: ``# `` large and centred (a title), ``## `` a little larger and centred, ``^ `` centred,
``> `` at the right margin, ``~ `` small print; a tab parts columns (evenly spread over the width). Everything else
is left-aligned prose, wrapped at the right margin.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Sequence
from dataclasses import replace

from docverify.documents.layout import PageLayout, build
from docverify.model import Box, Page, Word

_WIDTH, _HEIGHT = 2480, 3508
_LEFT, _RIGHT = 0.08, 0.93
_STYLES = {"# ": (0.020, "c"), "## ": (0.0145, "c"), "^ ": (0.0105, "c"), "> ": (0.0105, "r"), "~ ": (0.0085, "l")}
_PITCH = 0.52  # mean width of a character in its height
_LOOK_ALIKES = {
    "O": "0", "I": "1", "L": "I", "S": "5", "B": "8", "E": "F", "C": "G", "A": "4", "N": "M", "R": "K", "G": "6",
    "a": "e", "e": "c", "o": "0", "i": "l", "l": "1", "t": "f", "u": "n", "n": "u", "m": "rn", "s": "5", "c": "e",
    "ã": "a", "ç": "c", "é": "e", "Ã": "A", "Ç": "C",
}  # fmt: skip


def page(
    text: str,
    *,
    arquivo: str = "a.pdf",
    numero: int = 1,
    cells: Sequence[Box] = (),
    confidence: float = 0.95,
    quality: float = 0.95,
    source: str = "ocr",
) -> Page:
    """Lay out a text on an A4 page; a text of blanks gives a blank page."""
    rows: list[tuple[str, float, str]] = []
    for line in text.strip("\n").split("\n"):
        height, place = 0.0105, "l"
        for mark, (h, p) in _STYLES.items():
            if line.startswith(mark):
                height, place, line = h, p, line[len(mark) :]
                break
        rows.extend((part, height, place) for part in _wrap(line, height, place))
    total = sum(h * 1.45 for _, h, _ in rows)
    scale = min(1.0, 0.90 / total) if total else 1.0
    words: list[Word] = []
    y = 0.05
    for number, (line, height, place) in enumerate(rows):
        words.extend(_words(line, height * scale, place, y, confidence, number))
        y += height * scale * 1.45
    digest = hashlib.sha256(text.encode()).hexdigest()
    return Page(
        arquivo, numero, digest, _WIDTH, _HEIGHT, tuple(words), tuple(cells), source=source if words else "nenhuma",  # type: ignore[arg-type]
        quality=quality if words else 1.0, blank=not words,
    )  # fmt: skip


def layout(text: str, **options: object) -> PageLayout:
    """Lay out a text and build its geometry."""
    return build(page(text, **options))  # type: ignore[arg-type]


def pages(*texts: str, arquivo: str = "a.pdf") -> list[Page]:
    """Lay out the pages of one file."""
    return [page(text, arquivo=arquivo, numero=number) for number, text in enumerate(texts, 1)]


def noisy(source: Page, rate: float, seed: int) -> Page:
    """Spoil a page as OCR does: look-alike letters, lost letters and words, split and joined words.

    Args:
        source: A clean page.
        rate: Share of characters that are touched; words are lost, split or joined at about the same rate.
        seed: Of the random choices.
    """
    chance = random.Random(seed)
    out: list[Word] = []
    for word in source.words:
        if chance.random() < rate * 0.5:
            continue
        text = "".join(_spoil(char, rate, chance) for char in word.text).strip()
        if not text:
            continue
        x0, y0, x1, y1 = word.box
        if len(text) > 5 and chance.random() < rate:
            cut = chance.randint(2, len(text) - 2)
            middle = x0 + (x1 - x0) * cut / len(text)
            out.append(replace(word, text=text[:cut], box=(x0, y0, middle - 0.001, y1), confidence=0.6))
            out.append(replace(word, text=text[cut:], box=(middle + 0.001, y0, x1, y1), confidence=0.6))
        elif out and out[-1].line == word.line and chance.random() < rate * 0.5:
            before = out[-1]
            if 0 <= x0 - before.box[2] < 0.03:
                box = (before.box[0], y0, x1, y1)
                out[-1] = replace(before, text=before.text + text, box=box, confidence=0.6)
            else:
                out.append(replace(word, text=text))
        else:
            out.append(replace(word, text=text, confidence=word.confidence if text == word.text else 0.65))
    return replace(source, words=tuple(out), quality=max(0.3, source.quality - 2.5 * rate))


def _spoil(char: str, rate: float, chance: random.Random) -> str:
    if chance.random() >= rate:
        return char
    kind = chance.random()
    if kind < 0.7:
        return _LOOK_ALIKES.get(char, char)
    return "" if kind < 0.85 else char + chance.choice(".,'|")


def _wrap(line: str, height: float, place: str) -> list[str]:
    if "\t" in line or place != "l":
        return [line]
    room = int((_RIGHT - _LEFT) / _char(height))
    parts, now = [], ""
    for word in line.split(" "):
        if now and len(now) + 1 + len(word) > room:
            parts.append(now)
            now = word
        else:
            now = f"{now} {word}" if now else word
    return [*parts, now]


def _char(height: float) -> float:
    return height * _PITCH * _HEIGHT / _WIDTH


def _words(line: str, height: float, place: str, y: float, confidence: float, number: int) -> list[Word]:
    columns = line.split("\t")
    words = []
    for column, piece in enumerate(columns):
        piece = piece.strip()
        width = len(piece) * _char(height)
        if len(columns) > 1:
            x = _LEFT + (_RIGHT - _LEFT) * column / len(columns)
        elif place == "c":
            x = max(0.01, 0.5 - width / 2)
        elif place == "r":
            x = max(0.01, _RIGHT - width)
        else:
            x = _LEFT
        for word in piece.split():
            end = x + len(word) * _char(height)
            box = (round(x, 5), round(y, 5), round(min(end, 1.0), 5), round(y + height, 5))
            words.append(Word(word, box, confidence, number))
            x = end + _char(height)
    return words
