"""A font may lie about what its glyphs say: numbers that decide are looked at before a text layer is believed."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from docverify.errors import EngineError
from docverify.intake import open_dossier
from docverify.model import Page, Word
from docverify.reading import read_all
from docverify.reading.engine import ReadWord
from docverify.reading.proof import MAX_LOOKS, borne_out, deciding
from docverify.reading.textlayer import LayerReading
from docverify.settings import Settings
from tests.made_files import assemble, folder, lines

SETTINGS = Settings(cache_enabled=False, ocr_jobs=1)
BODY = (
    "PREFEITURA MUNICIPAL DE CAMPINAS",
    "ALVARÁ DE FUNCIONAMENTO",
    "Razão Social: Comércio de Gás Ltda",
    "Validade:",
)
NAMES = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "slash")
GLYPHS = dict(zip("0123456789/", NAMES, strict=True))


def page_with(drawn: str, said: str) -> bytes:
    """Return a PDF that shows ``drawn`` and whose text is ``said``."""
    codes = range(65, 65 + len(drawn))
    names = " ".join("/" + GLYPHS[c] for c in drawn)
    content = f"{lines(*BODY)}\nBT /F2 14 Tf 150 712.8 Td ({''.join(map(chr, codes))}) Tj ET".encode("cp1252")
    pairs = "".join(f"<{code:02X}> <{ord(s):04X}>\n" for code, s in zip(codes, said, strict=True))
    table = (
        "/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /X def /CMapType 2 def "
        f"1 begincodespacerange <00> <FF> endcodespacerange {len(said)} beginbfchar\n{pairs}endbfchar endcmap end end"
    ).encode()
    return assemble(
        [
            b"<< /Type /Catalog /Pages 2 0 R >>",
            b"<< /Type /Pages /Kids [4 0 R] /Count 1 >>",
            b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 5 0 R "
            b"/Resources << /Font << /F1 3 0 R /F2 6 0 R >> >> >>",
            b"<< /Length %d >>\nstream\n%b\nendstream" % (len(content), content),
            f"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding << /Differences [65 {names}] >> "
            "/ToUnicode 7 0 R >>".encode(),
            b"<< /Length %d >>\nstream\n%b\nendstream" % (len(table), table),
        ]
    )


def read(tmp_path: Path, data: bytes) -> Page:
    with open_dossier(folder(tmp_path / "d", {"a.pdf": data}), SETTINGS) as intake:
        (page,) = read_all(intake, SETTINGS).pages
    return page


def test_what_the_glyphs_show_counts_and_the_lie_is_noted(tmp_path: Path) -> None:
    page = read(tmp_path, page_with("20/10/2025", "31/12/2030"))
    text = " ".join(w.text for w in page.words)
    assert "2025" in text
    assert "2030" not in text
    assert page.source == "ocr"
    assert {"texto_oculto", "camada_divergente"} <= set(page.notes)


def test_an_honest_font_of_its_own_is_believed(tmp_path: Path) -> None:
    page = read(tmp_path, page_with("31/12/2030", "31/12/2030"))
    assert page.source == "texto"
    assert page.notes == ()
    assert "31/12/2030" in [w.text for w in page.words]


def words(*texts: str) -> list[Word]:
    return [Word(t, (0.1, 0.1 + i / 100, 0.2, 0.11 + i / 100), 1.0) for i, t in enumerate(texts)]


def said(*texts: str) -> LayerReading:
    return LayerReading("texto", tuple(words(*texts)))


def test_which_words_decide() -> None:
    page = words(
        "CEP", "13010-300", "Validade", "31/12/2026", "capacidade", "520", "kg", "1º", "de", "março", "de", "2026"
    )
    assert [w.text for w in deciding(page)] == ["31/12/2026", "520", "março", "2026"]
    assert [w.text for w in deciding(words("11.222.333/0001-81", "12.ABC.345/01DE-35", "12", "meses"))] == [
        "11.222.333/0001-81",
        "12.ABC.345/01DE-35",
        "12",
    ]


class Seer:
    name = version = "vidente"

    def __init__(self, text: str, confidence: float = 0.99) -> None:
        self.text, self.confidence = text, confidence

    def lines(self, images: Sequence[np.ndarray]) -> list[tuple[str, float]]:
        return [(self.text, self.confidence)] * len(images)

    def read(self, image: np.ndarray, *, layout: str = "pagina", dpi: int = 300) -> list[ReadWord]:
        if self.text == "falha":
            raise EngineError("falhou")
        return [ReadWord(self.text, 0, 0, 9, 9, self.confidence, 0)]


@pytest.mark.parametrize(
    ("looker", "witness", "answer"),
    [
        (Seer("31/12/2030"), Seer("falha"), "confirmada"),  # nobody else is asked
        (Seer("20/10/2025"), Seer("20/10/2025"), "divergente"),
        (Seer("20/10/2025"), Seer("31/12/2030"), "confirmada"),  # one of the two bears the layer out
        (Seer("20/10/2025"), Seer("2O/1"), "incerta"),
        (Seer("20/10/2025", 0.4), Seer("20/10/2025"), "incerta"),
        (Seer("31/12/2030", 0.4), Seer("31/12/2030"), "confirmada"),
        (Seer("3111212030"), Seer("20/10/2025"), "confirmada"),  # slashes read as ones
        (Seer("31112/2030"), Seer("falha"), "confirmada"),  # one of them
        (Seer("31/12/203O"), Seer("falha"), "confirmada"),
        (Seer("31/112/2030"), Seer("31/112/2030"), "divergente"),  # a one too many is no slash
        (Seer("20/10/2025"), Seer("falha"), "incerta"),  # an engine that fails bears nothing out
        (None, Seer("31/12/2030"), "confirmada"),  # one engine alone, of whole images
        (None, Seer("20/10/2025"), "incerta"),
    ],
)
def test_two_must_see_the_same_other_figures(tmp_path: Path, looker: Seer | None, witness: Seer, answer: str) -> None:
    top = folder(tmp_path / "d", {"a.pdf": page_with("31/12/2030", "31/12/2030")})
    with open_dossier(top, SETTINGS) as intake:
        (raw,) = intake.fontes[0].pages()
        assert borne_out(raw, said("31/12/2030"), looker, witness) == answer
        assert borne_out(raw, said("Validade", "sem", "número"), looker, witness) == "confirmada"
        assert borne_out(raw, said(*["31/12/2030"] * (MAX_LOOKS + 1)), Seer("x"), Seer("x")) == "incerta"
