"""Every kind of damage alone, by name, at a strength 0..1: what a measurement of the reading goes through."""

from __future__ import annotations

import random
from collections.abc import Callable

import cv2
import numpy as np

from samples.generator import damage_paper as papel
from samples.generator import damage_photo as celular
from samples.generator import damage_scan as vidro
from samples.generator.degrade import Folha

Imagem = np.ndarray
Dano = Callable[[Imagem, int, random.Random, float], Folha]


def _so(f: Callable[[Imagem, random.Random, float], Imagem], qualidade: int = 80) -> Dano:
    def dano(img: Imagem, dpi: int, rng: random.Random, forca: float) -> Folha:
        return Folha(papel.ruido(f(img, rng, forca), 2.0, rng), dpi, qualidade=qualidade)

    return dano


def _pontos(alvo: int) -> Dano:
    def dano(img: Imagem, dpi: int, rng: random.Random, forca: float) -> Folha:
        del forca
        return Folha(papel.ruido(vidro.poucos_pontos(img, dpi, alvo), 2.0, rng), alvo, qualidade=75)

    return dano


def _fax(fino: bool, retic: bool) -> Dano:
    def dano(img: Imagem, dpi: int, rng: random.Random, forca: float) -> Folha:
        del forca
        return Folha(vidro.fax(img, dpi, rng, fino=fino, retic=retic), 204, um_bit=True)

    return dano


def _bitonal(img: Imagem, dpi: int, rng: random.Random, forca: float) -> Folha:
    return Folha(vidro.um_bit(vidro.desfoca(img, 0.4), rng, forca), dpi, um_bit=True)


def _jpeg(img: Imagem, dpi: int, rng: random.Random, forca: float) -> Folha:
    del rng
    return Folha(img, dpi, qualidade=round(80 - 50 * forca))


def _giro(graus: int) -> Dano:
    def dano(img: Imagem, dpi: int, rng: random.Random, forca: float) -> Folha:
        del forca
        return Folha(papel.ruido(np.ascontiguousarray(np.rot90(img, graus // 90)), 2.0, rng), dpi)

    return dano


def _em(qual: str, corta: bool = False) -> Dano:
    def dano(img: Imagem, dpi: int, rng: random.Random, forca: float) -> Folha:
        foto = celular.na_mesa(img, rng, forca, qual=qual, corta=corta)
        foto = vidro.desfoca(celular.luz_desigual(foto, rng, 0.25), 0.6)
        return Folha(papel.ruido(foto, 4.0, rng), dpi, qualidade=78)

    return dano


def _na_mao(f: Callable[[Imagem, random.Random, float, int], Imagem]) -> Dano:
    def dano(img: Imagem, dpi: int, rng: random.Random, forca: float) -> Folha:
        foto = f(celular.na_mesa(img, rng, 0.3, qual="madeira"), rng, forca, dpi)
        return Folha(papel.ruido(foto, 3.0, rng), dpi, qualidade=78)

    return dano


def _luz(f: Callable[[Imagem, random.Random, float], Imagem]) -> Dano:
    def dano(img: Imagem, dpi: int, rng: random.Random, forca: float) -> Folha:
        foto = f(celular.na_mesa(img, rng, 0.3, qual="escura"), rng, forca)
        return Folha(papel.ruido(vidro.desfoca(foto, 0.6), 4.0, rng), dpi, qualidade=78)

    return dano


def _curva(img: Imagem, dpi: int, rng: random.Random, forca: float) -> Folha:
    dobrada, mascara = celular.curva(papel.colorida(img), rng, forca)
    mesa = celular.mesa(*dobrada.shape[:2], rng, "madeira")
    foto = dobrada * mascara[..., None] + mesa * (1 - mascara[..., None])
    n = img.shape[1] // 15
    fundo = celular.mesa(foto.shape[0] + 2 * n, foto.shape[1] + 2 * n, rng, "madeira")
    fundo[n:-n, n:-n] = foto
    return Folha(cv2.GaussianBlur(np.clip(fundo, 0, 255).astype(np.uint8), (0, 0), 0.6), dpi, qualidade=78)


DANOS: dict[str, Dano] = {
    "carimbos": _so(papel.carimbos),
    "selo_redondo": _so(papel.selo_redondo),
    "marca_dagua": _so(papel.marca_dagua),
    "guilhoche": _so(papel.guilhoche),
    "verso": _so(papel.verso),
    "furos": _so(papel.furos),
    "grampo": _so(papel.grampo),
    "dobras": _so(papel.dobras),
    "toner_fraco": _so(papel.toner_fraco),
    "termico": _so(papel.termico),
    "manchas": _so(papel.manchas),
    "torto": _so(vidro.torto),
    "bordas_escuras": _so(vidro.bordas_escuras),
    "lombada": _so(vidro.lombada),
    "riscos": _so(vidro.riscos),
    "jpeg": _jpeg,
    "um_bit": _bitonal,
    "fax_fino": _fax(True, False),
    "fax_padrao": _fax(False, False),
    "fax_reticula": _fax(True, True),
    "dpi_75": _pontos(75),
    "dpi_100": _pontos(100),
    "dpi_150": _pontos(150),
    "dpi_600": _pontos(600),
    "giro_90": _giro(90),
    "giro_180": _giro(180),
    "giro_270": _giro(270),
    "mesa_madeira": _em("madeira"),
    "mesa_pano": _em("pano"),
    "mesa_escura": _em("escura"),
    "mesa_pedra": _em("pedra"),
    "mesa_clara": _em("clara"),
    "cortada": _em("madeira", corta=True),
    "curva": _curva,
    "luz_desigual": _luz(celular.luz_desigual),
    "sombra": _luz(celular.sombra),
    "moire": _so(celular.moire),
    "movida": _na_mao(celular.movida),
    "fora_de_foco": _na_mao(celular.fora_de_foco),
}
"""Name of the damage -> what makes it. ``img`` is a page at ``dpi`` (grey or BGR)."""

SEM_FORCA = frozenset(n for n in DANOS if n.startswith(("fax_", "dpi_", "giro_")))
"""Kinds whose strength lies in the name."""
