"""What people read: verdict first, pictures of the evidence, and text of the documents inert everywhere."""

from __future__ import annotations

import base64
import html.parser
import io
import re
from pathlib import Path

import pypdfium2
import pytest
from PIL import Image
from rich.console import Console

from docverify.report import book, crops, pdf, serialize, terminal, view
from docverify.report import html as html_report
from docverify.report.book import ReportTargetError
from docverify.report.crops import Cropper
from tests.unit.report.made import EVIL, VALIDADE, page, verification


def _report() -> dict:
    return serialize.to_dict(verification())


def _terminal(**options: object) -> str:
    console = Console(file=io.StringIO(), width=110, **options)  # type: ignore[arg-type]
    terminal.render(_report(), console)
    return console.file.getvalue()  # type: ignore[attr-defined]


def _html() -> str:
    return html_report.render(view.build(_report()), Cropper(page))


class _Tags(html.parser.HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.seen: list[tuple[str, dict[str, str | None]]] = []
        self.text: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.text.append(data)


def test_the_terminal_says_the_verdict_first_and_the_urgent_before_the_good() -> None:
    text = _terminal()
    assert text.startswith("REJEITADO")
    assert text.index("GLP-06") < text.index("GLP-01") < text.index("GLP-05")
    assert "O que fazer:" in text
    assert "lido “31/12/2025”" in text


def test_the_terminal_says_the_same_without_colour_and_is_not_steered() -> None:
    plain = _terminal()
    coloured = _terminal(force_terminal=True, color_system="standard")
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == plain
    assert "\x1b" not in plain and "\u202e" not in plain


def test_html_holds_no_element_and_no_address_that_a_document_brought() -> None:
    tags = _Tags()
    tags.feed(_html())
    assert "script" not in {tag for tag, _ in tags.seen}
    assert all("onerror" not in attributes for _, attributes in tags.seen)
    sources = [attributes["src"] for tag, attributes in tags.seen if tag == "img"]
    assert sources and all(source and source.startswith("data:image/jpeg;base64,") for source in sources)
    assert not [a for _, attributes in tags.seen for a in ("href", "action", "srcset") if attributes.get(a)]
    said = "".join(tags.text)
    assert "<script>alert(1)</script>" in said and "{{ 7*7 }}" in said
    assert "\u202e" not in said


def test_html_gives_each_item_its_citation_reason_and_what_was_read_against_what_was_declared() -> None:
    text = _html()
    for told in ("art. 6º, VI", "O alvará venceu.", "31/12/2025", "POSTO X LTDA", "93 %", "Item a item"):
        assert told in text
    assert '<html lang="pt-BR">' in text
    tags = _Tags()
    tags.feed(text)
    assert all(attributes.get("alt") for tag, attributes in tags.seen if tag == "img")


def test_html_is_the_same_twice() -> None:
    assert _html() == _html()


def test_a_page_that_cannot_be_shown_costs_its_picture_only() -> None:
    text = html_report.render(view.build(_report()), Cropper(lambda _file, _number: None))
    assert "<img" not in text and "O alvará venceu." in text


def test_the_crop_shows_the_box_framed_with_its_surroundings() -> None:
    whole = page("a", 1)
    cut = crops.cut(whole, VALIDADE)
    assert cut.width > (VALIDADE[2] - VALIDADE[0]) * whole.width
    colours = cut.getcolors(1 << 20)
    assert colours is not None
    by_colour = {colour: count for count, colour in colours}
    assert by_colour[(0, 0, 0)] > 1000, "the evidence is in the picture"
    assert any(r > 150 and g < 80 and b < 80 for r, g, b in by_colour), "and framed"


@pytest.mark.parametrize(
    "box", [(0.0, 0.0, 0.0, 0.0), (0.99, 0.99, 1.0, 1.0), (0.0, 0.0, 1.0, 1.0), (0.4, 0.4, 0.3, 0.3)]
)
def test_a_crop_at_the_edge_or_of_a_degenerate_box_is_a_picture(box: tuple[float, float, float, float]) -> None:
    cut = crops.cut(Image.new("RGB", (40, 60)), box)
    assert cut.width >= 1 and cut.height >= 1


def test_the_pdf_says_the_same_and_is_the_same_twice() -> None:
    built = view.build(_report())
    data = pdf.render(built, Cropper(page))
    assert data == pdf.render(built, Cropper(page))
    document = pypdfium2.PdfDocument(data)
    pages = [document[i] for i in range(len(document))]
    text = " ".join(p.get_textpage().get_text_bounded() for p in pages)
    for told in ("REJEITADO", "GLP-06", "31/12/2025", "Não conforme", '#eval("1")', "POSTO X LTDA"):
        assert told in text
    pictures = [o for p in pages for o in p.get_objects() if o.type == pypdfium2.raw.FPDF_PAGEOBJ_IMAGE]
    assert pictures
    document.close()


def test_a_report_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    book.write(_report(), page, tmp_path / "r.html")
    assert (tmp_path / "r.html").read_text(encoding="utf-8").rstrip().endswith("</html>")
    book.write(_report(), page, tmp_path / "r.pdf")
    assert (tmp_path / "r.pdf").read_bytes().startswith(b"%PDF")
    with pytest.raises(ReportTargetError, match="nao-existe"):
        book.write(_report(), page, tmp_path / "nao-existe" / "r.html")
    assert sorted(p.name for p in tmp_path.iterdir()) == ["r.html", "r.pdf"]


def test_pictures_are_jpegs_and_made_once() -> None:
    calls: list[tuple[str, int]] = []

    def counted(file: str, number: int) -> Image.Image:
        calls.append((file, number))
        return page(file, number)

    cropper = Cropper(counted)
    place = view.build(_report()).itens[2].motivos[0].place
    assert place is not None
    first = cropper.data_uri(place)
    assert first == cropper.data_uri(place) and len(calls) == 1
    assert first is not None
    picture = Image.open(io.BytesIO(base64.b64decode(first.partition(",")[2])))
    assert picture.format == "JPEG"


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (None, "—"),
        (True, "sim"),
        (False, "não"),
        ("2026-03-01", "01/03/2026"),
        ("2026-03-01x", "2026-03-01x"),
        (1560, "1560"),
        (["a", "b"], "a, b"),
        ({"logradouro": "Rua X", "numero": "10", "cep": ""}, "Logradouro: Rua X; Número: 10"),
        ([{"nome": "A"}, {"nome": "B"}], "Nome: A | Nome: B"),
    ],
)
def test_values_are_said_as_a_person_writes_them(value: object, said: str) -> None:
    assert view.human(value) == said


@pytest.mark.parametrize(
    ("value", "said"), [(1.0, "100 %"), (0.9999, "99 %"), (0.5, "50 %"), (0.0, "0 %"), (None, "—")]
)
def test_a_probability_is_never_rounded_up_to_certainty(value: float | None, said: str) -> None:
    assert view.percent(value) == said


def test_nothing_in_a_view_steers() -> None:
    assert view.inert(EVIL).isprintable()
    assert view.inert("a\ud800b") == "a b"


@pytest.mark.parametrize(
    ("name", "value", "shown"),
    [
        ("cnpj", "11222333000181", "11.222.333/0001-81"),
        ("cnpj", "112223330001", "112223330001"),
        ("documento", "39053344705", "390.533.447-05"),
        ("endereco", {"cep": "13010300"}, "CEP: 13010-300"),
        ("cnaes_secundarios", ["4784900", "5320202"], "4784-9/00, 5320-2/02"),
        ("autenticacao", "cartorio", "em cartório"),
        ("documento_renovado", "alvara_funcionamento", "Alvará de funcionamento"),
        ("numero", "11222333000181", "11222333000181"),
    ],
)
def test_codes_and_numbers_are_written_as_people_write_them(name: str, value: object, shown: str) -> None:
    assert view.human(value, name) == shown


def test_only_a_report_with_doubts_sends_a_person_to_check_them() -> None:
    told = []
    for situation in ("conforme", "em_analise"):
        report = _report()
        for item in report["itens"]:
            if item["situacao"] == "em_analise":
                item["situacao"] = "conforme"
        report["itens"][0]["situacao"] = situation
        told.append("conferido por uma pessoa" in view.build(report).o_que_fazer)
    assert told == [False, True]
