"""PDFs whose text layer lies, made on the spot: a permit, and ways to say on it what it does not show."""

from __future__ import annotations

from collections.abc import Sequence

from tests.made_files import assemble, pdf

BODY = (
    (14, 760, "PREFEITURA MUNICIPAL DE CAMPINAS"),
    (11, 735, "Secretaria Municipal de Finanças"),
    (18, 690, "ALVARÁ DE LOCALIZAÇÃO E FUNCIONAMENTO"),
    (12, 665, "Nº 2026/001234"),
    (12, 645, "Razão Social: GÁS ESTRELA DO VALE LTDA"),
    (12, 630, "CNPJ: 11.222.333/0001-81"),
    (12, 615, "Endereço: Rua das Acácias, 1450, Centro, Campinas/SP, CEP 13010-300"),
    (12, 600, "Atividade: Comércio varejista de gás liquefeito de petróleo (GLP)"),
    (12, 550, "Data de emissão: 10/01/2026"),
    (12, 480, "Campinas, 10 de janeiro de 2026."),
    (10, 430, "Documento emitido eletronicamente. A autenticidade pode ser verificada no endereço"),
    (10, 416, "https://www.campinas.sp.gov.br/autenticidade com o código de verificação A1B2-C3D4-E5F6."),
)
_GS = "/ExtGState << /G0 << /ca 0 /CA 0 >> >>"
_DIGITS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_HELVETICA = b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>"


def shown(size: float, x: float, y: float, text: str, font: str = "F1") -> str:
    """Return the operators that print a line."""
    safe = text.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")
    return f"BT /{font} {size} Tf {x} {y} Td ({safe}) Tj ET"


def permit(validade: str | None) -> str:
    """Return the content of a permit, with its validity at (60, 585) unless None."""
    body = [shown(size, 60, y, text) for size, y, text in BODY]
    if validade is not None:
        body.append(shown(12, 60, 585, f"Validade: {validade}"))
    return "\n".join(body)


def alvara(validade: str, extra: str, *, page_extra: str = "") -> bytes:
    """Return a permit with more drawn on it, which comes last."""
    content = f"{permit(validade)}\n{extra}".encode("cp1252", "surrogateescape")
    return pdf([content], resources_extra=_GS, page_extra=page_extra)


def turned(validade: str, extra: str) -> bytes:
    """Return a permit drawn on its side, which /Rotate shows upright."""
    content = f"q 0 1 -1 0 842 0 cm {permit(validade)}\n{extra} Q"
    return pdf([content], media_box="[0 0 842 595]", page_extra="/Rotate 90")


def _stream(content: str | bytes, head: str = "") -> bytes:
    data = content.encode("cp1252") if isinstance(content, str) else content
    return f"<< {head} /Length {len(data)} >>\nstream\n".encode() + data + b"\nendstream"


def hidden_layer(validade: str, extra: str, way: str) -> bytes:
    """Return a permit with content on a layer that is not shown.

    Args:
        validade: As shown.
        extra: On the layer.
        way: ``off``; ``ocmd`` (a membership of such a layer); ``print`` (on in print, off on screen).
    """
    usage = "/Usage << /View << /ViewState /OFF >> /Print << /PrintState /ON >> >>" if way == "print" else ""
    config = (
        "/ON [6 0 R] /AS [<< /Event /View /Category [/View] /OCGs [6 0 R] >> "
        "<< /Event /Print /Category [/Print] /OCGs [6 0 R] >>]"
        if way == "print"
        else "/OFF [6 0 R]"
    )
    return pdf(
        [f"{permit(validade)}\n/OC /L1 BDC\n{extra}\nEMC"],
        catalog_extra=f"/OCProperties << /OCGs [6 0 R] /D << {config} >> >>",
        resources_extra=f"/Properties << /L1 {7 if way == 'ocmd' else 6} 0 R >>",
        objects=[
            f"<< /Type /OCG /Name (camada) {usage} >>".encode(),
            b"<< /Type /OCMD /OCGs [6 0 R] /P /AllOn >>",
        ],
    )


def grouped(validade: str, extra: str) -> bytes:
    """Return a permit with content two form XObjects deep."""
    form = "/Type /XObject /Subtype /Form /BBox [0 0 595 842] /Resources"
    return pdf(
        [f"{permit(validade)}\n/X1 Do"],
        resources_extra="/XObject << /X1 6 0 R >>",
        objects=[
            _stream("q /X2 Do Q", f"{form} << /XObject << /X2 7 0 R >> >>"),
            _stream(extra, f"{form} << /Font << /F1 3 0 R >> >>"),
        ],
    )


def masked(validade: str, extra: str) -> bytes:
    """Return a permit with content under a soft mask that lets nothing through."""
    group = "/Group << /S /Transparency /CS /DeviceGray >>"
    form = f"/Type /XObject /Subtype /Form /BBox [0 0 595 842] {group} /Resources << >>"
    return pdf(
        [f"{permit(validade)}\nq /GM gs {extra} Q"],
        resources_extra="/ExtGState << /GM << /SMask << /S /Luminosity /G 6 0 R >> >> >>",
        objects=[_stream("0 g 0 0 595 842 re f", form)],
    )


def _table(pairs: Sequence[tuple[int, str]]) -> bytes:
    rows = "".join(f"<{code:02X}> <{ord(said):04X}>\n" for code, said in pairs)
    return _stream(
        "/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /X def /CMapType 2 def "
        f"1 begincodespacerange <00> <FF> endcodespacerange {len(pairs)} beginbfchar\n{rows}endbfchar endcmap end end"
    )


def _lying(content: str, glyphs: Sequence[str], said: str) -> bytes:
    """Return a page with a font /F2 whose codes from 65 draw ``glyphs`` and say ``said``."""
    names = " ".join(f"/{g}" for g in glyphs)
    return assemble(
        [
            b"<< /Type /Catalog /Pages 2 0 R >>",
            b"<< /Type /Pages /Kids [4 0 R] /Count 1 >>",
            _HELVETICA,
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 5 0 R "
            b"/Resources << /Font << /F1 3 0 R /F2 6 0 R >> >> >>",
            _stream(content),
            f"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding << /Differences [65 {names}] >> "
            "/ToUnicode 7 0 R >>".encode(),
            _table([(65 + i, s) for i, s in enumerate(said)]),
        ]
    )


def _named(drawn: str) -> list[str]:
    return [_DIGITS[int(c)] if c.isdigit() else "slash" if c == "/" else c for c in drawn]


def _codes(count: int) -> str:
    return "".join(chr(65 + i) for i in range(count))


def wrong_digits(drawn: str, said: str) -> bytes:
    """Return a permit whose validity is drawn as ``drawn`` and said to be ``said``."""
    content = f"{permit(None)}\n{shown(12, 60, 585, 'Validade:')}\n{shown(12, 120, 585, _codes(len(said)), 'F2')}"
    return _lying(content, _named(drawn), said)


def unsaid_digit(drawn: str, said: str) -> bytes:
    """Return a permit whose capacity is drawn as ``drawn``, of which the text says ``said``."""
    line = f"{shown(12, 60, 570, 'Capacidade:')}\n{shown(12, 135, 570, _codes(len(said)), 'F2')}"
    content = f"{permit('31/12/2026')}\n{line}\n{shown(12, 166, 570, 'kg de GLP')}"
    return _lying(content, _named(drawn), said)


def permuted_letters() -> bytes:
    """Return a permit whose names are drawn with letters other than the text says."""
    drawn, said = "MARINCTEODLS", "GALERBUIVPZQ"
    swap = str.maketrans(drawn, _codes(len(drawn)))
    names = ("MARINA ALMEIDA DOS SANTOS", "CLEIDE MARTINS DE LACERDA", "ROSANA NASCIMENTO MELLO", "ADEMIR CASTELO")
    words = "\n".join(
        shown(12, 60, 440 - 16 * i, "".join(c for c in name.translate(swap)), "F2") for i, name in enumerate(names)
    )
    return _lying(f"{permit('31/12/2026')}\n{words}", list(drawn), said)


def doubled(validade: str) -> bytes:
    """Return a permit whose validity is printed twice, a little apart, to look bold."""
    return pdf([f"{permit(validade)}\n{shown(12, 60.3, 585, f'Validade: {validade}')}"])


def annotated(kind: str, said: str, seen: str) -> bytes:
    """Return a permit with an annotation over its validity that shows another.

    Args:
        kind: Subtype; ``Widget`` is a form field.
        said: Validity of the page.
        seen: Validity of the annotation.
    """
    look = f"1 1 1 rg 0 0 150 20 re f 0 g {shown(12, 4, 5, seen)}"
    field = f"/FT /Tx /T (validade) /V ({seen}) /DA (/F1 12 Tf 0 g)" if kind == "Widget" else ""
    form = "/AcroForm << /Fields [6 0 R] /DR << /Font << /F1 3 0 R >> >> >>" if kind == "Widget" else ""
    return pdf(
        [permit(said)],
        catalog_extra=form,
        page_extra="/Annots [6 0 R]",
        objects=[
            f"<< /Type /Annot /Subtype /{kind} /F 4 /Rect [112 580 262 600] {field} /AP << /N 7 0 R >> >>".encode(),
            _stream(look, "/Type /XObject /Subtype /Form /BBox [0 0 150 20] /Resources << /Font << /F1 3 0 R >> >>"),
        ],
    )
