"""Honest damage: what a scanner, an old copier, a fax and a phone do to a sheet that a person can still read.

The damage itself lies in ``damage_paper``, ``damage_scan`` and ``damage_photo``, one small function a kind. Here kinds
are put together to what an office receives: clean (a flatbed), poor (copies, faxes, few dots, crooked sheets) and photo
(a phone); ``damage_catalog`` names every kind alone.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

import cv2
import numpy as np

from samples.generator import damage_paper as papel
from samples.generator import damage_photo as celular
from samples.generator import damage_scan as vidro

Imagem = np.ndarray
TIERS = ("digital", "clean", "poor", "photo")
DPI = {"clean": (200, 200, 300, 300, 300, 400), "poor": (150, 200, 200, 300), "photo": (180, 200, 230)}
MODOS_RUIM = {"copia": 46, "bitonal": 12, "fax": 12, "torta": 10, "poucos_pontos": 8, "termico": 6, "livro": 6}
"""Kinds of bad scans and how often each comes; a paper's pages share one."""

_POUCOS = (100, 110, 120)  # dots per inch of a picture sent by a messenger


@dataclass(frozen=True)
class Folha:
    """One page as pixels; ``giro``: degrees clockwise that its EXIF mark turns it by; ``um_bit``: black and white."""

    imagem: Imagem
    dpi: int
    giro: int = 0
    um_bit: bool = False
    qualidade: int = 85


def limpa(img: Imagem, dpi: int, rng: random.Random, *, cinza: bool, ruido: float = 1.0) -> Folha:
    """Return a good office scan, with the stamps, holes and folds that office papers have; ``ruido`` scales its grain.

    At ``ruido`` under 1 (the small ready dossiers) the sheet itself is left as printed.
    """
    if ruido >= 1:
        img = _de_escritorio(img, rng, 0.6)
    graus = rng.uniform(-0.7, 0.7) if rng.random() < 0.8 else rng.uniform(-2, 2)
    img = vidro.inclina(img, graus)
    if cinza:
        img = papel.cinza(img)
    img = vidro.desfoca(img, rng.uniform(0.3, 0.6) * dpi / 200)
    img = vidro.niveis(img, rng, (8, 40), (246, 254))
    return Folha(papel.ruido(img, ruido * rng.uniform(1.0, 3.0), rng), dpi, qualidade=rng.randint(78, 90))


def _de_escritorio(img: Imagem, rng: random.Random, ate: float) -> Imagem:
    """Lay on what papers gather in an office, each now and then; ``ate``: greatest strength."""
    for dano, chance in (
        (papel.guilhoche, 0.07),
        (papel.marca_dagua, 0.07),
        (papel.carimbos, 0.13),
        (papel.selo_redondo, 0.12),
        (papel.dobras, 0.15),
        (papel.furos, 0.22),
        (papel.grampo, 0.10),
    ):
        if rng.random() < chance:
            img = dano(img, rng, rng.uniform(0, ate))
    return img


def ruim(
    img: Imagem, dpi: int, rng: random.Random, outra: Imagem | None, *, modo: str | None = None, giro: int = 0
) -> Folha:
    """Return a bad scan.

    Args:
        img: The sheet.
        dpi: Its dots per inch.
        rng: Chance.
        outra: Another page, whose print may show through.
        modo: Of :data:`MODOS_RUIM`; drawn where None.
        giro: Degrees that the sheet lay turned by, unmarked.
    """
    modo = modo or rng.choices(list(MODOS_RUIM), weights=list(MODOS_RUIM.values()))[0]
    img = _de_escritorio(img, rng, 0.8)
    if modo == "termico":
        img = papel.termico(img, rng, rng.uniform(0, 0.7))
    img = papel.cinza(img)
    if outra is not None and modo in {"copia", "livro", "torta"} and rng.random() < 0.5:
        img = papel.verso(img, rng, rng.uniform(0, 0.5), outra)
    if modo == "livro":
        img = vidro.lombada(img, rng, rng.uniform(0.1, 0.8))
    folha = _copiada(img, dpi, rng, modo)
    if giro:
        folha = Folha(
            np.ascontiguousarray(np.rot90(folha.imagem, giro // 90)),
            folha.dpi,
            um_bit=folha.um_bit,
            qualidade=folha.qualidade,
        )
    return folha


def _copiada(img: Imagem, dpi: int, rng: random.Random, modo: str) -> Folha:
    graus = rng.uniform(3, 15) if modo == "torta" else rng.uniform(0.2, 2.8)
    fundo = rng.choice([255, 255, 30]) if modo == "torta" else 255
    img = vidro.inclina(img, rng.choice([-1, 1]) * graus, fundo, inteira=modo == "torta")
    if modo == "fax":
        return Folha(vidro.fax(img, dpi, rng, fino=True, retic=rng.random() < 0.2), 204, um_bit=True)
    if modo == "bitonal":
        return Folha(vidro.um_bit(vidro.desfoca(img, 0.4), rng, rng.uniform(0, 0.8)), dpi, um_bit=True)
    if modo == "poucos_pontos":
        alvo = rng.choice(_POUCOS)
        img = vidro.poucos_pontos(img, dpi, alvo)
        return Folha(papel.ruido(img, rng.uniform(1, 3), rng), alvo, qualidade=rng.randint(55, 75))
    img = vidro.desfoca(img, rng.uniform(0.45, 0.8) * dpi / 200)
    if modo == "copia" and rng.random() < 0.6:
        img = papel.toner_fraco(img, rng, rng.uniform(0, 0.6))
    img = vidro.niveis(img, rng, (0, 40), (225, 252))
    if modo == "copia" and rng.random() < 0.6:
        img = vidro.bordas_escuras(img, rng, rng.uniform(0, 0.8))
    if rng.random() < 0.25:
        img = vidro.riscos(img, rng, rng.uniform(0, 0.6))
    img = papel.manchas(papel.ruido(img, rng.uniform(4, 9), rng), rng, rng.uniform(0, 0.8))
    return Folha(img, dpi, qualidade=rng.randint(38, 58))


def foto(img: Imagem, dpi: int, rng: random.Random, ruido: float = 1.0) -> Folha:
    """Return a phone's photograph of the sheet on a table, or of a screen; ``ruido`` scales its grain."""
    forca = rng.uniform(0.1, 0.75)
    if ruido >= 1:
        img = _de_escritorio(img, rng, 0.6)
    tela = ruido >= 1 and rng.random() < 0.1
    if tela:
        img = celular.moire(img, rng, rng.uniform(0, 0.6))
    img = celular.na_mesa(img, rng, forca, qual="escura" if tela else None, corta=rng.random() < 0.1)
    if not tela:
        img = celular.luz_desigual(img, rng, rng.uniform(0, 0.6))
        if rng.random() < 0.55:
            img = celular.sombra(img, rng, rng.uniform(0, 0.7))
    img = vidro.desfoca(img, rng.uniform(0.5, 0.9))
    if ruido >= 1 and rng.random() < 0.3:
        img = rng.choice([celular.movida, celular.fora_de_foco])(img, rng, rng.uniform(0, 0.3), dpi)
    img = papel.ruido(img, ruido * rng.uniform(2.5, 6), rng)
    giro = rng.choice([0, 0, 0, 90, 270])
    if giro:  # the pixels lie on their side and EXIF says so
        img = np.ascontiguousarray(np.rot90(img, giro // 90))
    return Folha(img, dpi, giro=giro, qualidade=rng.randint(60, 86))


MODOS_ILEGIVEL = ("desfocada", "movida", "poucos_pontos", "apagada", "escura")


def ilegivel(img: Imagem, dpi: int, rng: random.Random, modo: str) -> Folha:
    """Return the sheet so that nobody reads it: a mistake on purpose, never drawn in a tier.

    Args:
        img: The sheet.
        dpi: Its dots per inch.
        rng: Chance.
        modo: Of :data:`MODOS_ILEGIVEL`.
    """
    img = papel.cinza(img)
    if modo == "desfocada":
        img = celular.fora_de_foco(img, rng, 8.0, dpi)
    elif modo == "movida":
        img = celular.movida(img, rng, 9.0, dpi)
    elif modo == "poucos_pontos":
        img = vidro.poucos_pontos(img, dpi, 36)
        dpi = 36
    elif modo == "apagada":
        f = 255 - (255 - img.astype(np.float32)) * 0.035
        img = np.clip(f, 0, 255).astype(np.uint8)
    else:
        img = (12 + img.astype(np.float32) * 0.04).astype(np.uint8)
    return Folha(papel.ruido(img, 4.0, rng), dpi, qualidade=60)


def branca(dpi: int, rng: random.Random, tier: str) -> Folha:
    """Return the blank back of a sheet."""
    img = np.full((int(11.69 * dpi), int(8.27 * dpi)), 255, np.uint8)
    if tier == "clean":
        return limpa(img, dpi, rng, cinza=True, ruido=0.9)
    img = vidro.niveis(vidro.desfoca(img, 0.6), rng, (0, 30), (225, 252))
    if rng.random() < 0.5:
        img = vidro.bordas_escuras(img, rng, rng.uniform(0, 0.6))
    img = papel.manchas(papel.ruido(img, rng.uniform(4, 9), rng), rng, rng.uniform(0, 0.5))
    return Folha(cv2.GaussianBlur(img, (0, 0), 0.4), dpi, qualidade=rng.randint(38, 58))
