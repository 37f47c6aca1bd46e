"""Pages drawn in code, their words as a first reader would give them, and readers that say what a test wants."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any

import numpy as np
from PIL import Image, ImageDraw

from docverify.confirmation import Witnesses
from docverify.intake.sources import Pixels
from docverify.model import Box, Document, Ficha, Field, Page, Pedido, Trecho, Word
from docverify.reading import PageCache, Plate, ReadWord
from tests.made_files import font

SIZE = (1240, 1754)
FICHA = Ficha(
    "json", Pedido(data_protocolo=date(2026, 1, 10)), razao_social="Gás Bom Jesus Ltda", cnpj="11222333000181"
)


def drawn(lines: Sequence[str], shown: Sequence[str] | None = None, size: int = 26) -> tuple[Page, Plate]:
    """Draw lines, one word after the other; the page's words say ``lines`` where the picture shows ``shown``."""
    image = Image.new("L", SIZE, 245)
    pen = ImageDraw.Draw(image)
    words: list[Word] = []
    for number, (said, seen) in enumerate(zip(lines, shown or lines, strict=True)):
        x, y = 120.0, 150.0 + 90 * number
        for word, picture in zip(said.split(), seen.split(), strict=True):
            pen.text((x, y), picture, fill=20, font=font(size))
            x0, y0, x1, y1 = pen.textbbox((x, y), picture, font=font(size))
            box = (x0 / SIZE[0], (y0 - 5) / SIZE[1], x1 / SIZE[0], (y1 + 5) / SIZE[1])
            words.append(Word(word, box, 0.98, number))
            x = x1 + 0.35 * size
    page = Page("a.pdf", 1, "d1g3st", *SIZE, tuple(words))
    return page, Plate(np.asarray(image.convert("RGB"), np.uint8))


def a_field(page: Page, valor: Any, line: int, first: int, last: int | None = None, **more: Any) -> Field:
    """Return a field that stands on the words ``first`` to ``last`` of a line."""
    row = [w for w in page.words if w.line == line][first : None if last is None else last + 1]
    box: Box = (row[0].box[0], min(w.box[1] for w in row), row[-1].box[2], max(w.box[3] for w in row))
    lido = " ".join(w.text for w in row)
    return Field(valor, lido, more.pop("confianca", 0.97), page.numero, box, trechos=(Trecho(lido, box),), **more)


def a_document(tipo: str = "alvara_funcionamento", **campos: Field) -> Document:
    return Document("a.pdf", (1,), tipo, 0.99, campos=campos)


@dataclass
class FakeReader:
    """Says what it is told to, at the places where ink is, line by line; counts how often it was asked."""

    say: Callable[[int, int], str] | Exception
    name: str = "falso"
    version: str = "1"
    confidence: float = 0.9
    calls: list[int] = field(default_factory=list)

    def read(self, image: Pixels, *, layout: str = "pagina", dpi: int = 300) -> list[ReadWord]:
        assert layout == "bloco"
        rows = np.flatnonzero((image < 128).any(axis=1))
        starts = [rows[0], *rows[1:][np.diff(rows) > 25]]
        self.calls.append(len(starts))
        if isinstance(self.say, Exception):
            raise self.say
        words = []
        for number, top in enumerate(starts):
            band = image[top : top + 25]
            columns = np.flatnonzero((band < 128).any(axis=0))
            text = self.say(len(self.calls), number)
            if text:
                box = (float(columns[0]), float(top), float(columns[-1]), float(top + 25))
                words.append(ReadWord(text, *box, self.confidence, number))
        return words


@dataclass
class FakeLead:
    """A first reader whose second opinion is a fixed text."""

    text: str
    name: str = "primeiro"
    version: str = "1"
    calls: int = 0

    def read(self, image: Pixels, *, layout: str = "pagina", dpi: int = 300) -> list[ReadWord]:
        raise AssertionError("the first reader is shown lines")

    def lines(self, images: Sequence[Pixels]) -> list[tuple[str, float]]:
        self.calls += 1
        return [(self.text, 0.98) for _ in images]


def witnesses(plate: Plate, witness: Any, lead: Any = None, cache: PageCache | None = None) -> Witnesses:
    return Witnesses(witness, lead, {("a.pdf", 1): plate}, cache or PageCache(None, 1))
