"""Pages to files: PDF, JPEG, PNG, TIFF, WebP; the same bytes for the same pages."""

from __future__ import annotations

import hashlib
import io
import re
import time
from collections.abc import Sequence

import cv2
import pypdfium2 as pdfium
from PIL import Image

from samples.generator.degrade import Folha

_DIA = time.struct_time((2026, 11, 30, 12, 0, 0, 0, 334, 0))
_EXIF_ORIENTATION = 0x0112


def _pil(folha: Folha) -> Image.Image:
    img = folha.imagem
    pil = Image.fromarray(cv2.cvtColor(img, cv2.COLOR_BGR2RGB) if img.ndim == 3 else img)
    return pil.convert("1", dither=Image.Dither.NONE) if folha.um_bit else pil


def _em_pe(folha: Folha) -> Image.Image:
    """Return the page turned as EXIF says: what a phone's app puts in a PDF."""
    pil = _pil(folha)
    return pil.rotate(-folha.giro, expand=True) if folha.giro else pil


def pdf(folhas: Sequence[Folha]) -> bytes:
    """Return one PDF of images, JPEG inside (CCITT for a fax)."""
    partes = []
    for folha in folhas:
        saida = io.BytesIO()
        qualidade = {} if folha.um_bit else {"quality": folha.qualidade}
        _em_pe(folha).save(saida, "PDF", resolution=folha.dpi, creationDate=_DIA, modDate=_DIA, **qualidade)
        partes.append(saida.getvalue())
    return partes[0] if len(partes) == 1 else juntar(partes)


def juntar(pdfs: Sequence[bytes]) -> bytes:
    """Return several PDFs as one, text layers kept."""
    destino = pdfium.PdfDocument.new()
    for parte in pdfs:
        origem = pdfium.PdfDocument(parte)
        destino.import_pages(origem)
        origem.close()
    saida = io.BytesIO()
    destino.save(saida)
    destino.close()
    return _sem_relogio(saida.getvalue())


def _sem_relogio(pdf: bytes) -> bytes:
    """Replace, length for length, the clock and the random identifier that PDFium writes."""
    pdf = re.sub(rb"/CreationDate\(D:\d{14}", b"/CreationDate(D:20261130120000", pdf, count=1)
    identificador = (
        hashlib.md5(re.sub(rb"/ID\[<[0-9A-F]{32}><[0-9A-F]{32}>\]", b"", pdf), usedforsecurity=False)
        .hexdigest()
        .upper()
        .encode()
    )
    return re.sub(
        rb"/ID\[<[0-9A-F]{32}><[0-9A-F]{32}>\]", b"/ID[<" + identificador + b"><" + identificador + b">]", pdf
    )


def imagem(folha: Folha, formato: str) -> bytes:
    """Return one page as ``JPEG``, ``PNG`` or ``WEBP``, with the EXIF orientation where the pixels are turned."""
    pil = _pil(folha)
    saida = io.BytesIO()
    extra: dict[str, object] = {"dpi": (folha.dpi, folha.dpi)}
    if formato in {"JPEG", "WEBP"}:
        if pil.mode == "1":
            pil = pil.convert("L")
        extra["quality"] = folha.qualidade
        if folha.giro:
            exif = Image.Exif()
            exif[_EXIF_ORIENTATION] = {90: 6, 180: 3, 270: 8}[folha.giro]
            extra["exif"] = exif
    pil.save(saida, formato, **extra)
    return saida.getvalue()


def tiff(folhas: Sequence[Folha]) -> bytes:
    """Return one TIFF with a page for each sheet."""
    imagens = [_em_pe(f) for f in folhas]
    saida = io.BytesIO()
    modo = "group4" if all(i.mode == "1" for i in imagens) else "jpeg"
    if modo == "jpeg":
        imagens = [i.convert("L") if i.mode == "1" else i for i in imagens]
    imagens[0].save(
        saida, "TIFF", save_all=True, append_images=imagens[1:], compression=modo, dpi=(folhas[0].dpi, folhas[0].dpi)
    )
    return saida.getvalue()
