"""Papers that somebody changed after they were issued: what an analyst must be shown (never more than that).

Each function takes a paper as it was and gives the falsified one; which value is changed is found in the paper's own
text, so that every layout can be falsified.
"""

from __future__ import annotations

import io
from dataclasses import dataclass

import cv2
import numpy as np
import pypdfium2 as pdfium
import zxingcpp
from fpdf import FPDF
from PIL import Image, ImageDraw, ImageFont
from pyhanko.pdf_utils import generic
from pyhanko.pdf_utils.incremental_writer import IncrementalPdfFileWriter

Caixa = tuple[float, float, float, float]
Imagem = np.ndarray


@dataclass(frozen=True)
class Lugar:
    """Where a text stands: page from 0, box in fractions of the page (origin top left), size of the page in points."""

    pagina: int
    caixa: Caixa
    largura_pt: float
    altura_pt: float


def achar(pdf: bytes, texto: str) -> Lugar:
    """Return where a paper prints a text first.

    Raises:
        ValueError: it does not.
    """
    documento = pdfium.PdfDocument(pdf)
    try:
        for numero, pagina in enumerate(documento):
            camada = pagina.get_textpage()
            achado = camada.search(texto).get_next()
            if achado is None:
                continue
            largura, altura = pagina.get_size()
            caixas = [camada.get_charbox(achado[0] + i) for i in range(achado[1])]
            x0, y0 = min(c[0] for c in caixas), min(c[1] for c in caixas)
            x1, y1 = max(c[2] for c in caixas), max(c[3] for c in caixas)
            return Lugar(numero, (x0 / largura, 1 - y1 / altura, x1 / largura, 1 - y0 / altura), largura, altura)
    finally:
        documento.close()
    raise ValueError(f"o papel não traz {texto!r}")


def escanear(imagem: Imagem, semente: int, papel: int = 249, grao: float = 2.0) -> Imagem:
    """Return a sheet as a good scanner gives it, straight: paper that is not quite white, with grain."""
    cinza = cv2.cvtColor(imagem, cv2.COLOR_BGR2GRAY) if imagem.ndim == 3 else imagem
    macia = cv2.GaussianBlur(cinza, (0, 0), 0.5).astype(np.float32)
    ruido = np.random.default_rng(semente).standard_normal(cinza.shape, dtype=np.float32) * np.float32(grao)
    return np.asarray(np.clip(25 + macia * (papel - 25) / 255 + ruido, 0, 255), np.uint8)


def remendar(imagem: Imagem, caixa: Caixa, texto: str, fundo: int = 255) -> Imagem:
    """Cover a value with a rectangle and type another one on it, as a picture editor does.

    Args:
        imagem: the scanned page, grey.
        caixa: of the value, in fractions of the page.
        texto: the new value.
        fundo: level of the rectangle.
    """
    altura, largura = imagem.shape[:2]
    x0, y0, x1, y1 = caixa[0] * largura, caixa[1] * altura, caixa[2] * largura, caixa[3] * altura
    margem = (y1 - y0) * 0.45
    pil = Image.fromarray(imagem)
    desenho = ImageDraw.Draw(pil)
    fonte = _fonte(max(10, round((y1 - y0) * 1.25)))
    direita = max(x1, x0 + desenho.textlength(texto, font=fonte))
    desenho.rectangle([x0 - margem, y0 - margem, direita + margem, y1 + margem], fill=fundo)
    desenho.text((x0, y1), texto, fill=25, font=fonte, anchor="ls")
    return np.asarray(pil, np.uint8)


def colar(imagem: Imagem, dpi: int, caixa: Caixa, texto: str) -> bytes:
    """Return a PDF of a scanned page with a small picture of another value over the value in ``caixa``."""
    altura, largura = imagem.shape[:2]
    mm = 25.4 / dpi
    pdf = FPDF(unit="mm", format=(largura * mm, altura * mm))
    pdf.set_auto_page_break(False)
    pdf.add_page()
    pdf.image(Image.fromarray(imagem), 0, 0, largura * mm, altura * mm)
    alto = (caixa[3] - caixa[1]) * altura * 1.9
    fonte = _fonte(max(10, round((caixa[3] - caixa[1]) * altura * 1.25)))
    comprimento = max((caixa[2] - caixa[0]) * largura * 1.1, fonte.getlength(texto) * 1.1)
    # at half the resolution of the scan
    tira = Image.new("L", (round(comprimento), round(alto)), int(np.median(imagem)))
    ImageDraw.Draw(tira).text((comprimento * 0.04, alto * 0.76), texto, fill=25, font=fonte, anchor="ls")
    tira = tira.resize((max(1, tira.width // 2), max(1, tira.height // 2)))
    x, y = (caixa[0] - 0.005) * largura * mm, (caixa[1] * altura - alto * 0.22) * mm
    pdf.image(tira, x, y, comprimento * mm, alto * mm)
    return bytes(pdf.output())


def revisar(pdf: bytes, lugar: Lugar, texto: str) -> bytes:
    """Return a born-digital paper with another value over the one at ``lugar``, saved as an incremental update."""
    x0, y0, x1, y1 = lugar.caixa
    esquerda, base = x0 * lugar.largura_pt, (1 - y1) * lugar.altura_pt
    alto = (y1 - y0) * lugar.altura_pt
    fim = max((x1 - x0) * lugar.largura_pt, 0.62 * 1.3 * alto * len(texto))
    desenho = (
        f"q 1 1 1 rg {esquerda - 1:.2f} {base - 0.35 * alto:.2f} {fim + 2:.2f} {alto * 1.7:.2f} re f Q "
        f"BT 0 g /FTrocado {alto * 1.3:.2f} Tf {esquerda:.2f} {base:.2f} Td ({texto}) Tj ET"
    )
    escritor = IncrementalPdfFileWriter(io.BytesIO(pdf), strict=False)
    fonte = generic.DictionaryObject(
        {
            generic.pdf_name("/Type"): generic.pdf_name("/Font"),
            generic.pdf_name("/Subtype"): generic.pdf_name("/Type1"),
            generic.pdf_name("/BaseFont"): generic.pdf_name("/Helvetica"),
        }
    )
    recursos = generic.DictionaryObject(
        {
            generic.pdf_name("/Font"): generic.DictionaryObject(
                {generic.pdf_name("/FTrocado"): escritor.add_object(fonte)}
            )
        }
    )
    corrente = escritor.add_object(generic.StreamObject(stream_data=desenho.encode("latin-1")))
    escritor.add_stream_to_page(lugar.pagina, corrente, recursos)
    saida = io.BytesIO()
    escritor.write(saida)
    return saida.getvalue()


def com_qr(imagem: Imagem, texto: str, canto: tuple[float, float], lado: float = 0.14) -> Imagem:
    """Print a QR code on a page.

    Args:
        imagem: grey page.
        texto: content of the code.
        canto: its upper left corner, in fractions of the page.
        lado: its side in fractions of the page's width.
    """
    altura, largura = imagem.shape[:2]
    px = round(lado * largura)
    codigo = np.array(zxingcpp.create_barcode(texto, zxingcpp.BarcodeFormat.QRCode).to_image(scale=1))
    saida = imagem.copy()
    x, y = round(canto[0] * largura), round(canto[1] * altura)
    saida[y : y + px, x : x + px] = cv2.resize(codigo, (px, px), interpolation=cv2.INTER_NEAREST)
    return saida


def _fonte(tamanho: int) -> ImageFont.FreeTypeFont:
    for nome in ("LiberationSans-Regular.ttf", "DejaVuSans.ttf"):
        try:
            return ImageFont.truetype(nome, tamanho)
        except OSError:
            continue
    raise RuntimeError("faltam as fontes Liberation ou DejaVu")
