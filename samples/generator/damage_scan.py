"""What a flatbed, an old copier and a fax do: skew, dark edges, the gutter of a book, streaks, few dots, one bit."""

from __future__ import annotations

import random

import cv2
import numpy as np

from samples.generator.damage_paper import cinza

Imagem = np.ndarray


def inclina(img: Imagem, graus: float, fundo: int = 255, *, inteira: bool = False) -> Imagem:
    """Turn the sheet; ``inteira`` enlarges the picture so that no corner is lost, as a wide glass does."""
    alto, larg = img.shape[:2]
    m = cv2.getRotationMatrix2D((larg / 2, alto / 2), graus, 1.0)
    tamanho = (larg, alto)
    if inteira:
        cos, sen = abs(m[0, 0]), abs(m[0, 1])
        tamanho = (int(alto * sen + larg * cos), int(alto * cos + larg * sen))
        m[:, 2] += ((tamanho[0] - larg) / 2, (tamanho[1] - alto) / 2)
    return cv2.warpAffine(
        img, m, tamanho, flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_CONSTANT, borderValue=(fundo, fundo, fundo)
    )


def torto(img: Imagem, rng: random.Random, forca: float) -> Imagem:
    """Lay the sheet crooked on the glass: 2 to 15 degrees, the lid white or black."""
    graus = rng.choice([-1, 1]) * (2 + 13 * forca)
    return inclina(img, graus, rng.choice([255, 255, 25]), inteira=True)


def bordas_escuras(img: Imagem, rng: random.Random, forca: float) -> Imagem:
    """Darken the edges as an open copier lid does, up to a black frame."""
    alto, larg = img.shape[:2]
    sombra = np.ones((alto, larg), np.float32)
    for lado in rng.sample(["e", "d", "c", "b"], rng.randint(1, 2 + round(2 * forca))):
        n = int(min(alto, larg) * rng.uniform(0.010, 0.018 + 0.02 * forca))
        rampa = np.clip(np.linspace(0.04, 1.15, n, dtype=np.float32), 0, 1)
        if lado == "e":
            sombra[:, :n] *= rampa
        elif lado == "d":
            sombra[:, -n:] *= rampa[::-1]
        elif lado == "c":
            sombra[:n] *= rampa[:, None]
        else:
            sombra[-n:] *= rampa[::-1][:, None]
    saida: Imagem = (img * (sombra[..., None] if img.ndim == 3 else sombra)).astype(np.uint8)
    return saida


def lombada(img: Imagem, rng: random.Random, forca: float) -> Imagem:
    """Throw the shadow of a bound book's gutter along one side; lines bend down into it a little."""
    alto, larg = img.shape[:2]
    dist = np.arange(larg, dtype=np.float32) / larg
    if rng.random() < 0.5:
        dist = dist[::-1]
    largura = 0.05 + 0.05 * forca
    perfil = np.exp(-((dist / largura) ** 2))
    desce = (perfil * alto * 0.012 * forca).astype(np.float32)
    y, x = np.mgrid[0:alto, 0:larg].astype(np.float32)
    img = cv2.remap(img, x, y - desce[None, :], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    luz = 1 - (0.35 + 0.4 * forca) * perfil
    saida: Imagem = (img * (luz[None, :, None] if img.ndim == 3 else luz[None, :])).astype(np.uint8)
    return saida


def riscos(img: Imagem, rng: random.Random, forca: float) -> Imagem:
    """Draw the streaks of a dirty feeder: thin lines down the whole page, dark or white."""
    img = img.copy()
    alto, larg = img.shape[:2]
    for _ in range(1 + int(6 * forca * rng.random() + 2 * forca)):
        x = rng.randrange(larg)
        grosso = rng.choice([1, 1, 1, 2])
        claro = rng.random() < 0.35
        faixa = img[:, x : x + grosso].astype(np.float32)
        img[:, x : x + grosso] = (faixa + (255 - faixa) * 0.8 if claro else faixa * 0.55).astype(np.uint8)
    del alto
    return img


def poucos_pontos(img: Imagem, dpi: int, alvo: int) -> Imagem:
    """Sample the sheet at ``alvo`` dots per inch."""
    fator = alvo / dpi
    return cv2.resize(img, None, fx=fator, fy=fator, interpolation=cv2.INTER_AREA if fator < 1 else cv2.INTER_CUBIC)


def desfoca(img: Imagem, sigma: float) -> Imagem:
    """Blur by a lens, ``sigma`` in pixels."""
    return cv2.GaussianBlur(img, (0, 0), max(0.05, sigma))


def niveis(img: Imagem, rng: random.Random, preto: tuple[int, int], branco: tuple[int, int]) -> Imagem:
    """Press black and white into a scanner's range."""
    escuro, claro = rng.randint(*preto), rng.randint(*branco)
    saida: Imagem = (escuro + img.astype(np.float32) * (claro - escuro) / 255).astype(np.uint8)
    return saida


def um_bit(img: Imagem, rng: random.Random, forca: float) -> Imagem:
    """Threshold to black and white as a copier's text mode does; strong: thin or thick strokes."""
    img = cinza(img)
    local = cv2.GaussianBlur(img, (0, 0), max(6, img.shape[1] / 120)).astype(np.float32)
    corte = local - 28 + rng.choice([-1, 1]) * 9 * forca
    grao = np.random.default_rng(rng.randint(0, 10**6)).standard_normal(img.shape, dtype=np.float32) * (2 + 4 * forca)
    return np.where(img.astype(np.float32) + grao > corte, 255, 0).astype(np.uint8)


def reticula(img: Imagem, rng: random.Random, forca: float) -> Imagem:
    """Dither to one bit in a 4x4 screen, as a fax's photo mode does; print stays mostly solid."""
    img = cinza(img).astype(np.float32)
    tela = np.array([[0, 8, 2, 10], [12, 4, 14, 6], [3, 11, 1, 9], [15, 7, 13, 5]], np.float32)
    limiar = (tela + 0.5) / 16 * (60 + 90 * forca) + 118 - 40 * forca
    alto, larg = img.shape
    mosaico = np.tile(limiar, (alto // 4 + 1, larg // 4 + 1))[:alto, :larg]
    del rng
    return np.where(img > mosaico, 255, 0).astype(np.uint8)


def fax(img: Imagem, dpi: int, rng: random.Random, *, fino: bool, retic: bool = False) -> Imagem:
    """Send the sheet by fax: 204 dots across by 98 or 196 lines down, one bit, shown again at square dots (204 dpi)."""
    fx, linhas = 204 / dpi, 196 if fino else 98
    baixa = cv2.resize(cinza(img), None, fx=fx, fy=linhas / dpi, interpolation=cv2.INTER_AREA)
    bits = reticula(baixa, rng, 0.3) if retic else um_bit(baixa, rng, rng.uniform(0.0, 0.5))
    return cv2.resize(bits, None, fx=1.0, fy=204 / linhas, interpolation=cv2.INTER_NEAREST)
