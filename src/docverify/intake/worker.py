"""Child process that opens untrusted PDFs and images, alone with its memory limit.

pdfium is not thread-safe and a hostile file can exhaust memory or crash native code, so that nothing of it runs in the
process that decides. This file is run as a script and imports nothing of docverify: it starts fast, and a crash or a
limit takes down one file, never the dossier.

Protocol: one JSON request a line on standard input; for each, one JSON header line on standard output, followed by
``bytes`` raw bytes. Commands are :func:`probe`, :func:`render` and :func:`layer`.
"""

from __future__ import annotations

import contextlib
import json
import math
import resource
import sys
from pathlib import Path
from typing import Any

import pypdfium2 as pdfium
import pypdfium2.raw as raw
from PIL import Image, ImageFile, ImageOps

from docverify.intake import pdf_damage, pdf_shell, pdf_text
from docverify.intake.pdf_text import Failure

MAX_READ_PIXELS = 40_000_000
"""Larger images are opened (up to the request's ``max_pixels``) but handed over reduced: an A4 page at 600 dots an inch
has 35 million pixels, and reading needs several copies of what it gets."""

MIN_SIDE_PT = 20.0
"""A page with a shorter side shows nothing that a person could read."""


class OpenFile:
    """The file opened last, kept open since its pages are asked for one after the other."""

    def __init__(self) -> None:
        self.path = ""
        self.pdf: Any = None

    def get(self, path: str) -> Any:
        """Return the pdfium document of ``path``.

        Raises:
            Failure: ``senha`` or ``ilegivel``.
        """
        if self.path == path and self.pdf is not None:
            return self.pdf
        self.close()
        try:
            self.pdf = pdfium.PdfDocument(path)
        except pdfium.PdfiumError as error:
            code = "senha" if getattr(error, "err_code", None) == raw.FPDF_ERR_PASSWORD else "ilegivel"
            raise Failure(code, str(error)) from error
        self.path = path
        with contextlib.suppress(pdfium.PdfiumError):
            self.pdf.init_forms()
        return self.pdf

    def close(self) -> None:
        """Close the file that is open, if any."""
        if self.pdf is not None:
            with contextlib.suppress(Exception):
                self.pdf.close()
        self.pdf = None
        self.path = ""


OPEN = OpenFile()


def probe(request: dict[str, Any]) -> tuple[dict[str, Any], bytes]:
    """Say how many pages the file has and what is noteworthy about it."""
    if request["tipo"] == "pdf":
        return _probe_pdf(request), b""
    image = _open_image(request)
    notes = []
    frames = getattr(image, "n_frames", 1) if image.format == "TIFF" else 1
    if image.format in ("GIF", "WEBP", "PNG") and getattr(image, "is_animated", False):
        notes.append("imagem_animada")
    if frames > request["max_paginas"]:
        raise Failure("limite", f"{frames} páginas")
    # A truncated file shows only when decoded: better now, by name, than in the middle of reading.
    _decode(image)
    return {"paginas": frames, "notas": notes}, b""


def _probe_pdf(request: dict[str, Any]) -> dict[str, Any]:
    pdf = OPEN.get(request["path"])
    count = len(pdf)
    if count == 0:
        raise Failure("ilegivel", "nenhuma página")
    if count > request["max_paginas"]:
        raise Failure("limite", f"{count} páginas")
    notes = []
    if raw.FPDF_GetSecurityHandlerRevision(pdf) != -1:
        notes.append("senha_de_proprietario")
    if raw.FPDF_GetSignatureCount(pdf) > 0:
        notes.append("assinatura_digital")
    if raw.FPDFDoc_GetJavaScriptActionCount(pdf) > 0:
        notes.append("javascript")
    if raw.FPDFDoc_GetAttachmentCount(pdf) > 0:
        notes.append("anexos")
    if raw.FPDF_GetFormType(pdf) in (raw.FORMTYPE_XFA_FULL, raw.FORMTYPE_XFA_FOREGROUND):
        notes.append("xfa")
    if pdf_damage.is_damaged(Path(request["path"])):
        notes.append(pdf_damage.NOTE)
    if (shell := pdf_shell.shell_of(pdf, Path(request["path"]), frozenset(notes))) is not None:
        raise Failure(shell, "")
    return {"paginas": count, "notas": notes}


def render(request: dict[str, Any]) -> tuple[dict[str, Any], bytes]:
    """Give the pixels of one page: grey or RGB, 8 bits, row after row."""
    if request["tipo"] == "pdf":
        return _render_pdf(request)
    image = _open_image(request)
    if getattr(image, "n_frames", 1) > 1:
        try:
            image.seek(request["pagina"])
        except (EOFError, OSError, ValueError) as error:
            raise Failure("ilegivel", str(error)) from error
        _check_pixels(image, request)
    dpi = image.info.get("dpi", (0, 0))
    times = math.ceil(math.sqrt(image.width * image.height / MAX_READ_PIXELS))
    flat = _flatten(_decode(image), times)
    channels = 1 if flat.mode == "L" else 3
    data = flat.tobytes()
    try:
        dots = float(dpi[0]) / times
    except (TypeError, ValueError, IndexError, ZeroDivisionError):
        dots = 0.0
    header = {"largura": flat.width, "altura": flat.height, "canais": channels, "dpi": dots if dots < 5000 else 0.0}
    return header, data


def _render_pdf(request: dict[str, Any]) -> tuple[dict[str, Any], bytes]:
    page = _page(request)
    try:
        _check_size(*page.get_size())
        if request.get("sem_texto"):
            pdf_text.hide_text(page, request.get("so_objetos"))
        header, data = _draw(page, request)
        header["anotacoes"] = max(0, raw.FPDFPage_GetAnnotCount(page))
        return header, data
    finally:
        page.close()


def _draw(page: Any, request: dict[str, Any]) -> tuple[dict[str, Any], bytes]:
    width, height = page.get_size()
    scale = request["dpi"] / 72
    # A poster or a hostile MediaBox is shown with fewer dots an inch instead of exhausting memory.
    most = min(request["max_pixels"], MAX_READ_PIXELS)
    scale = min(scale, math.sqrt(most / (width * height)), 30_000 / max(width, height))
    over, grey = not request.get("sem_anotacoes"), bool(request.get("cinza"))
    bitmap = page.render(scale=scale, grayscale=grey, rev_byteorder=True, may_draw_forms=over, draw_annots=over)
    data = _pack(bitmap)
    channels = 1 if bitmap.n_channels == 1 else 3
    header = {"largura": bitmap.width, "altura": bitmap.height, "canais": channels, "dpi": scale * 72}
    bitmap.close()
    return header, data


def _check_size(width: float, height: float) -> None:
    if not (math.isfinite(width) and math.isfinite(height)) or min(width, height) < MIN_SIDE_PT:
        raise Failure("ilegivel", "página sem tamanho")
    if max(width, height) / min(width, height) > 50:
        raise Failure("ilegivel", "página sem proporção")


def _pack(bitmap: Any) -> bytes:
    row = bitmap.width * (1 if bitmap.n_channels == 1 else bitmap.n_channels)
    buffer = bytes(bitmap.buffer)
    if bitmap.stride != row:
        buffer = b"".join(buffer[y * bitmap.stride : y * bitmap.stride + row] for y in range(bitmap.height))
    if bitmap.n_channels == 4:
        rgba = Image.frombuffer("RGBA", (bitmap.width, bitmap.height), buffer, "raw", "RGBA", 0, 1)
        return rgba.convert("RGB").tobytes()
    return buffer


def _page(request: dict[str, Any]) -> Any:
    try:
        return OPEN.get(request["path"])[request["pagina"]]
    except (pdfium.PdfiumError, IndexError) as error:
        raise Failure("ilegivel", str(error)) from error


def layer(request: dict[str, Any]) -> tuple[dict[str, Any], bytes]:
    """Give the characters of a PDF page and its drawings, grey: whole and without text (``desenhos``: how many follow).

    The second is left out where there is nothing but text. The header is that of ``pdf_text.characters`` with that of
    ``render``.
    """
    page = _page(request)
    try:
        _check_size(*page.get_size())
        header, columns, beside = pdf_text.characters(page)
        annotations = max(0, raw.FPDFPage_GetAnnotCount(page))
        header |= {"texto": len(columns), "desenhos": 0, "anotacoes": annotations}
        if header["caracteres"] <= 0:
            return header, columns
        drawn, full = _draw(page, request)
        header |= drawn | {"desenhos": 1}
        if not beside and annotations == 0:
            return header, columns + full
        pdf_text.hide_text(page, None)
        _, bare = _draw(page, request)
        return header | {"desenhos": 2}, b"".join((columns, full, bare))
    finally:
        page.close()


def _open_image(request: dict[str, Any]) -> Image.Image:
    try:
        image = Image.open(request["path"])
    except Image.DecompressionBombError as error:
        raise Failure("limite", "pixels demais") from error
    except Exception as error:  # Pillow's plugins raise what they please on damaged headers
        raise Failure("ilegivel", str(error)) from error
    _check_pixels(image, request)
    return image


def _check_pixels(image: Image.Image, request: dict[str, Any]) -> None:
    if image.width * image.height > request["max_pixels"]:
        raise Failure("limite", f"{image.width} × {image.height} pixels")
    if min(image.width, image.height) < 8:
        raise Failure("ilegivel", f"imagem de {image.width} × {image.height} pixels")


def _decode(image: Image.Image) -> Image.Image:
    try:
        image.load()
    except MemoryError:
        raise
    except Exception as error:  # as above, for damaged bodies
        raise Failure("ilegivel", str(error)) from error
    return image


def _flatten(image: Image.Image, times: int) -> Image.Image:
    """Upright by EXIF, on white paper, 8 bits, grey or RGB, both sides divided by ``times``."""
    with contextlib.suppress(Exception):  # damaged EXIF: shown as stored
        ImageOps.exif_transpose(image, in_place=True)
    if times > 1 and image.mode in ("L", "LA", "RGB", "RGBA", "CMYK"):
        image, times = image.reduce(times), 1
    flat = _on_paper(image)
    return flat.reduce(times) if times > 1 else flat


def _on_paper(image: Image.Image) -> Image.Image:
    if image.mode in ("I", "F") or image.mode.startswith("I;16"):
        extremes: Any = image.getextrema()
        span = 65535 if image.mode.startswith("I;16") or float(extremes[1]) > 255 else 255
        scaled = image.convert("F").point(lambda v: v * (255.0 / span))
        return scaled.convert("L")
    if "A" in image.getbands() or "transparency" in image.info:
        rgba = image.convert("RGBA")
        paper = Image.new("RGBA", rgba.size, (255, 255, 255, 255))
        paper.alpha_composite(rgba)
        return paper.convert("RGB")
    if image.mode in ("1", "L"):
        return image.convert("L")
    return image.convert("RGB")


COMMANDS = {"probe": probe, "render": render, "layer": layer}


def serve(commands: dict[str, Any]) -> None:
    """Answer requests, by the functions of their names, until standard input ends."""
    limit = int(sys.argv[1])
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    Image.MAX_IMAGE_PIXELS = None  # our own limit is checked before any pixel is decoded
    ImageFile.LOAD_TRUNCATED_IMAGES = False
    out = sys.stdout.buffer
    sys.stdout = sys.stderr  # nothing but the protocol on standard output
    for line in sys.stdin.buffer:
        request = json.loads(line)
        payload = b""
        try:
            header, payload = commands[request["comando"]](request)
            header["ok"] = True
        except Failure as error:
            header = {"ok": False, "codigo": error.codigo, "detalhe": error.detalhe}
        except MemoryError:
            OPEN.close()
            header = {"ok": False, "codigo": "memoria", "detalhe": Path(request["path"]).name}
        except Exception as error:  # a defect or a library's surprise: this file fails, the next one is served
            header = {"ok": False, "codigo": "ilegivel", "detalhe": f"{type(error).__name__}: {error}"}
        header["bytes"] = len(payload)
        out.write(json.dumps(header).encode() + b"\n")
        out.write(payload)
        out.flush()


if __name__ == "__main__":
    serve(COMMANDS)
