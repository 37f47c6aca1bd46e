"""Typst to PDF, with the stamps laid over where the page is free."""

from __future__ import annotations

import importlib
import json
import random
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pypdfium2 as pdfium
import typst

from samples.generator.layouts import RAIZ, Layout

_FONTES = ("caveat", "kalam", "roboto", "roboto_slab", "roboto_mono", "montserrat", "eb_garamond", "barlow_condensed")
_BAIXA = 36  # dpi at which free room is looked for
_CHEIA = 0.01  # share of inked pixels above which a stamp would cover text


class RenderError(RuntimeError):
    """A layout does not compile, or prints another number of pages than it declares."""


@dataclass(frozen=True)
class Carimbo:
    """A stamp to lay over; ``pagina`` counts from 1, lengths in millimetres, ``angulo`` in degrees."""

    layout: Layout
    pagina: int
    x: float
    y: float
    angulo: float


@lru_cache(maxsize=1)
def _compilador() -> typst.Compiler:
    pastas: list[str] = []
    for nome in _FONTES:
        try:
            modulo = importlib.import_module(f"fontpkg_{nome}")
        except ImportError:
            continue
        pastas.append(str(Path(str(modulo.__file__)).parent / "files"))
    return typst.Compiler(root=str(RAIZ), font_paths=[*pastas])


def _caminho(layout: Layout) -> str:
    return f"/{layout.grupo}/{layout.tipo}/{layout.caminho.name}"


def _fonte(layout: Layout, carimbos: list[Carimbo]) -> bytes:
    """Return a main file that includes the layout and lays the stamps in the foreground of their pages."""
    linhas = ['#import "/lib.typ": dados']
    if carimbos:
        linhas.append("#let d = dados()")
        pecas = []
        for i, c in enumerate(carimbos):
            linhas.append(f'#import "{_caminho(c.layout)}": carimbo as c{i}')
            pecas.append(
                f"  if here().page() == {c.pagina} {{ place(top + left, "
                f"dx: {c.x:.2f}mm, dy: {c.y:.2f}mm, rotate({c.angulo:.2f}deg, "
                f"block(width: {c.layout.largura}mm, {{ set text(fill: rgb(d.cor_carimbo)); c{i}(d) }}))) }}"
            )
        linhas += ["#set page(foreground: context {", *pecas, "})"]
    linhas.append(f'#include "{_caminho(layout)}"')
    return "\n".join(linhas).encode()


def compilar(layout: Layout, d: dict[str, Any], carimbos: list[Carimbo] | None = None) -> bytes:
    """Return the paper as a PDF with its text.

    Raises:
        RenderError: where the layout does not compile.
    """
    try:
        pdf = _compilador().compile(
            _fonte(layout, carimbos or []),
            format="pdf",
            sys_inputs={"data": json.dumps(d)},
            timestamp=0,
            pdf_tags=False,
        )
    except Exception as erro:  # the engine raises its own type and a plain RuntimeError
        raise RenderError(f"{layout.nome}: {erro}") from erro
    if not isinstance(pdf, bytes):
        raise RenderError(f"{layout.nome}: sem páginas")
    return pdf


def paginas(pdf: bytes, dpi: float) -> list[np.ndarray]:
    """Return the pages of a PDF as grey or colour (BGR) images at ``dpi``."""
    documento = pdfium.PdfDocument(pdf)
    try:
        return [
            np.ascontiguousarray(p.render(scale=dpi / 72, rev_byteorder=False).to_numpy()[:, :, :3]) for p in documento
        ]
    finally:
        documento.close()


def contar(pdf: bytes) -> int:
    """Return the number of pages."""
    documento = pdfium.PdfDocument(pdf)
    try:
        return len(documento)
    finally:
        documento.close()


def _livre(
    pagina: np.ndarray,
    largura: float,
    altura: float,
    rng: random.Random,
    ocupado: list[tuple[float, float, float, float]],
) -> tuple[float, float, float]:
    """Return the upper left corner (mm) of a place with the least ink for a stamp, and its share of ink."""
    cinza = cv2.cvtColor(pagina, cv2.COLOR_BGR2GRAY)
    tinta = (cinza < 215).astype(np.float32)
    mm = _BAIXA / 25.4
    for x0, y0, x1, y1 in ocupado:
        tinta[int(y0 * mm) : int(y1 * mm), int(x0 * mm) : int(x1 * mm)] = 3
    w, h = int(largura * mm), int(altura * mm)
    soma = cv2.integral(tinta)
    alto, larg = tinta.shape
    margem = int(5 * mm)
    melhores: list[tuple[float, int, int]] = []
    for y in range(margem, alto - h - margem, 4):
        for x in range(margem, larg - w - margem, 6):
            total = soma[y + h, x + w] - soma[y, x + w] - soma[y + h, x] + soma[y, x]
            melhores.append((float(total), x, y))
    if not melhores:
        return 5.0, 5.0, 1.0
    minimo = min(melhores)[0]
    bons = [m for m in melhores if m[0] <= minimo + 0.5]
    _, x, y = rng.choice(bons)
    return x / mm, y / mm, minimo / max(w * h, 1)


def carimbar(layout: Layout, d: dict[str, Any], carimbos: list[Layout], semente: int) -> bytes:
    """Compile a paper and lay the stamps on it: a footer at the foot of each page, others where there is room."""
    pdf = compilar(layout, d)
    total = contar(pdf)
    if layout.paginas and total != layout.paginas:
        raise RenderError(f"{layout.nome}: {total} páginas em vez de {layout.paginas}")
    if not carimbos:
        return pdf
    rng = random.Random(f"carimbos/{semente}")
    imagens = paginas(pdf, _BAIXA)
    ocupado: dict[int, list[tuple[float, float, float, float]]] = {i: [] for i in range(1, total + 1)}
    postos: list[Carimbo] = []
    for carimbo in sorted(carimbos, key=lambda c: c.onde != "rodape"):
        alvos = (
            range(1, total + 1)
            if carimbo.onde in {"todas", "rodape"}
            else [1]
            if carimbo.onde == "primeira"
            else [total]
        )
        feitos: list[tuple[float, Carimbo]] = []
        for p in alvos:
            alto_mm, larg_mm = (v * 25.4 / _BAIXA for v in imagens[p - 1].shape[:2])
            if carimbo.onde == "rodape":
                x, y, angulo, tinta = (larg_mm - carimbo.largura) / 2, alto_mm - carimbo.altura - 4, 0.0, 0.0
            else:
                x, y, tinta = _livre(imagens[p - 1], carimbo.largura + 2, carimbo.altura + 2, rng, ocupado[p])
                angulo = rng.choice([0.0, rng.uniform(-3.5, 3.5)])
            feitos.append((tinta, Carimbo(carimbo, p, x + 1, y + 1, angulo)))
        # A full page gets no seal (it is on its back); the paper gets at least one, where there is most room.
        for tinta, posto in feitos:
            if tinta < _CHEIA or tinta == min(t for t, _ in feitos):
                ocupado[posto.pagina].append((posto.x, posto.y, posto.x + carimbo.largura, posto.y + carimbo.altura))
                postos.append(posto)
    return compilar(layout, d, postos)
