"""An annotation that covers print is noted; one beside it, or through which it shows, is not."""

from __future__ import annotations

from pathlib import Path

import pytest

from docverify.intake import open_dossier
from docverify.reading import read_all
from docverify.reading.overlay import ALTERED_NOTE, covers_print
from docverify.settings import Settings
from tests.made_files import assemble, folder, image_pdf, lines, page_image, pdf

SETTINGS = Settings(cache_enabled=False, ocr_jobs=1)
SCAN = page_image("ALVARÁ DE FUNCIONAMENTO", "Validade: 20/10/2025", size=34)


def annotation(kind: str, left: float, bottom: float, white: bool = True) -> bytes:
    look = f"{'1 1 1 rg 0 0 120 24 re f 0 g' if white else ''} BT /F1 14 Tf 4 6 Td (31/12/2030) Tj ET".encode()
    form = (
        b"<< /Type /XObject /Subtype /Form /BBox [0 0 120 24] "
        b"/Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >> "
        b"/Length %d >>\nstream\n%b\nendstream" % (len(look), look)
    )
    place = f"{left} {bottom} {left + 120} {bottom + 24}"
    head = f"<< /Type /Annot /Subtype /{kind} /F 4 /Rect [{place}] /AP << /N 8 0 R >> >>"
    return head.encode() + b"|" + form


def scanned(extra: bytes) -> bytes:
    """Return the scan as a PDF with an annotation over it."""
    plain = image_pdf(SCAN)
    head, form = extra.split(b"|")
    bodies = [part.split(b" 0 obj\n", 1)[1].rsplit(b"\nendobj", 1)[0] for part in _objects(plain)]
    bodies[3] = bodies[3].replace(b"/Contents", b"/Annots [7 0 R] /Contents", 1)
    return assemble([*bodies, head, form])


def _objects(data: bytes) -> list[bytes]:
    table = data[data.rindex(b"xref\n0 ") :].split(b"\n")
    count = int(table[1].split()[1])
    starts = [int(row.split()[0]) for row in table[3 : 2 + count]]
    return [data[a:b] for a, b in zip(starts, [*starts[1:], data.rindex(b"xref\n0 ")], strict=True)]


# the date stands at 170 to 440 pixels of 150 an inch from the left, 178 to 212 from the top
@pytest.mark.parametrize(
    ("extra", "altered"),
    [
        (annotation("FreeText", 125, 735), True),
        (annotation("Stamp", 125, 735), True),
        (annotation("FreeText", 300, 300), False),
        (annotation("Link", 125, 735), True),
        (annotation("FreeText", 125, 735, white=False), False),
    ],
)
def test_print_under_an_annotation_of_a_scan(tmp_path: Path, extra: bytes, altered: bool) -> None:
    top = folder(tmp_path / "d", {"a.pdf": scanned(extra)})
    with open_dossier(top, SETTINGS) as intake:
        (page,) = intake.fontes[0].pages()
        assert covers_print(page) is altered


def test_the_page_bears_the_note(tmp_path: Path) -> None:
    top = folder(tmp_path / "d", {"a.pdf": scanned(annotation("FreeText", 125, 735)), "b.pdf": pdf([lines("nada")])})
    with open_dossier(top, SETTINGS) as intake:
        pages = {p.arquivo: p for p in read_all(intake, SETTINGS).pages}
    assert ALTERED_NOTE in pages["a.pdf"].notes
    assert pages["b.pdf"].notes == ()


def test_thousands_of_annotations_are_survived(tmp_path: Path) -> None:
    count = 20_000
    refs = " ".join(f"{6 + i} 0 R" for i in range(count))
    squares = [b"<< /Type /Annot /Subtype /Square /Rect [10 10 50 50] /C [1 0 0] >>"] * count
    top = folder(tmp_path / "d", {"a.pdf": pdf([lines("x")], page_extra=f"/Annots [{refs}]", objects=squares)})
    with open_dossier(top, SETTINGS) as intake:
        (page,) = intake.fontes[0].pages()
        assert covers_print(page) is False
