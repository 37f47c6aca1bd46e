"""What a phone does: a sheet on a table in perspective, light from one side, shadows, a moved hand, a screen's grid."""

from __future__ import annotations

import random

import cv2
import numpy as np

from samples.generator.damage_paper import colorida

Imagem = np.ndarray
MESAS = ("madeira", "pano", "escura", "clara", "pedra")


def mesa(alto: int, larg: int, rng: random.Random, qual: str) -> Imagem:
    """Return a table's top; ``clara`` is a white desk, hardly darker than paper."""
    gerador = np.random.default_rng(rng.randint(0, 10**6))

    def nuvem(linhas: int, colunas: int) -> Imagem:
        bruto = gerador.random((max(2, linhas), max(2, colunas))).astype(np.float32)
        return cv2.resize(bruto, (larg, alto), interpolation=cv2.INTER_CUBIC)

    if qual == "madeira":
        cor = np.array(rng.choice([(60, 90, 120), (45, 60, 75), (95, 130, 165)]), np.float32)
        f = cor * (0.75 + 0.35 * nuvem(alto // 40, 4) + 0.15 * nuvem(alto // 8, 8))[..., None]
    elif qual == "pano":
        cor = np.array(rng.choice([(120, 70, 50), (60, 60, 110), (80, 110, 80)]), np.float32)
        y, x = np.mgrid[0:alto, 0:larg].astype(np.float32)
        trama = np.sin(x * 0.9) * np.sin(y * 0.9)
        f = cor * (0.85 + 0.12 * trama + 0.25 * nuvem(5, 5))[..., None]
    elif qual == "pedra":
        cor = np.array((120, 128, 132), np.float32)
        f = cor * (0.7 + 0.5 * nuvem(alto // 12, larg // 12))[..., None]
    elif qual == "clara":
        cor = np.array(rng.choice([(196, 204, 208), (186, 190, 190), (178, 196, 206)]), np.float32)
        f = cor * (0.97 + 0.06 * nuvem(4, 4))[..., None]
    else:
        cor = np.array(rng.choice([(40, 40, 60), (55, 50, 48), (85, 85, 85)]), np.float32)
        f = cor * (0.85 + 0.3 * nuvem(6, 6))[..., None]
    saida: Imagem = np.clip(f, 0, 255)
    return saida


def curva(img: Imagem, rng: random.Random, forca: float) -> tuple[Imagem, Imagem]:
    """Bend a sheet that was rolled: its edges curve. Returns the sheet in a margin, and its mask 0..1."""
    alto, larg = img.shape[:2]
    folga = int(alto * 0.02) + 2
    onda = alto * 0.013 * forca
    x = np.arange(larg, dtype=np.float32) / larg
    desce = (onda * np.sin(np.pi * x * rng.uniform(0.8, 1.3) + rng.uniform(-0.4, 0.4))).astype(np.float32)
    yy, xx = np.mgrid[0 : alto + 2 * folga, 0:larg].astype(np.float32)
    yy = yy - folga - desce[None, :]
    dobrada = cv2.remap(img, xx, yy, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=(0, 0, 0))
    mascara = ((yy >= 0) & (yy <= alto - 1)).astype(np.float32)
    return dobrada, mascara


def na_mesa(img: Imagem, rng: random.Random, forca: float, *, qual: str | None = None, corta: bool = False) -> Imagem:
    """Photograph the sheet on a table: perspective and turn grow with strength.

    Args:
        img: The sheet.
        rng: Chance.
        forca: 0..1; a turn of up to 9 degrees, corners moved by up to 5 % of the width.
        qual: One of :data:`MESAS`; drawn where None.
        corta: A margin of the sheet lies outside the frame (its print stays inside).
    """
    img, papel = curva(colorida(img), rng, forca * rng.random())
    alto, larg = img.shape[:2]
    borda = int(larg * (rng.uniform(0.04, 0.10) if not corta else rng.uniform(0.04, 0.06)))
    fundo_alto, fundo_larg = alto + 2 * borda, larg + 2 * borda
    cena = mesa(fundo_alto, fundo_larg, rng, qual or rng.choice(MESAS))
    jeito = larg * (0.008 + 0.042 * forca)
    origem = np.array([[0, 0], [larg, 0], [larg, alto], [0, alto]], np.float32)
    graus = 0.5 if corta else rng.uniform(0.3, 1.5 + 7.5 * forca)
    angulo = np.deg2rad(rng.choice([-1, 1]) * graus)
    centro = np.array([fundo_larg / 2, fundo_alto / 2])
    if corta:  # towards one side, so that its white margin is cut off by the frame
        centro += np.array(rng.choice([(-1, 0), (1, 0), (0, -1), (0, 1)])) * borda * 1.35
        jeito = larg * 0.004
    escala = min(1.0, 0.985 / (abs(np.cos(angulo)) + abs(np.sin(angulo)) * 0.75))
    volta = np.array([[np.cos(angulo), -np.sin(angulo)], [np.sin(angulo), np.cos(angulo)]])
    destino = (origem - np.array([larg / 2, alto / 2])) * escala @ volta.T + centro
    destino += np.array([[rng.uniform(-jeito, jeito), rng.uniform(-jeito, jeito)] for _ in range(4)])
    m = cv2.getPerspectiveTransform(origem, destino.astype(np.float32))
    tamanho = (fundo_larg, fundo_alto)
    folha = cv2.warpPerspective(img, m, tamanho, flags=cv2.INTER_LINEAR, borderValue=(0, 0, 0))
    mascara = cv2.GaussianBlur(cv2.warpPerspective(papel, m, tamanho, flags=cv2.INTER_LINEAR), (3, 3), 0)[..., None]
    desvio = np.array([[1, 0, larg / 260], [0, 1, larg / 200]], np.float32)  # the sheet's own thin shadow on the table
    sombra = cv2.GaussianBlur(cv2.warpAffine(mascara[..., 0], desvio, tamanho), (0, 0), larg / 300)
    tom = np.array([0.93, 0.97, 0.99], np.float32)
    cena = cena * (1 - 0.35 * sombra)[..., None]
    saida: Imagem = np.clip(folha.astype(np.float32) * tom * mascara + cena * (1 - mascara), 0, 255).astype(np.uint8)
    return saida


def luz_desigual(img: Imagem, rng: random.Random, forca: float) -> Imagem:
    """Light the scene from one side: the far corner gets down to a third of the light."""
    alto, larg = img.shape[:2]
    y, x = np.mgrid[0:alto, 0:larg].astype(np.float32)
    a = rng.uniform(0, 2 * np.pi)
    rampa = (x / larg - 0.5) * np.cos(a) + (y / alto - 0.5) * np.sin(a)
    fator = 0.92 - 0.14 * forca + (0.12 + 0.62 * forca) * rampa
    fator = np.clip(fator, 0.25, 1.08)
    saida: Imagem = np.clip(img * (fator[..., None] if img.ndim == 3 else fator), 0, 255).astype(np.uint8)
    return saida


def sombra(img: Imagem, rng: random.Random, forca: float) -> Imagem:
    """Throw the shadow of the hand with the phone over a part of the sheet."""
    alto, larg = img.shape[:2]
    reduz = 8
    mascara = np.zeros((alto // reduz + 1, larg // reduz + 1), np.float32)
    px, py = rng.uniform(0.1, 0.9), rng.choice([0.0, 1.0, rng.uniform(0.2, 0.8)])
    pontos = np.array(
        [
            [(px + dx) * larg / reduz, (py + dy) * alto / reduz]
            for dx, dy in ((-0.3, -0.35), (0.0, -0.22), (0.3, -0.2), (0.35, 0.3), (-0.2, 0.35))
        ],
        np.int32,
    )
    cv2.fillPoly(mascara, [pontos], 1.0)
    mascara = cv2.GaussianBlur(mascara, (0, 0), larg / reduz * rng.uniform(0.008, 0.04))
    mascara = cv2.resize(mascara, (larg, alto))
    fator = 1 - (0.2 + 0.38 * forca) * mascara
    saida: Imagem = (img * (fator[..., None] if img.ndim == 3 else fator)).astype(np.uint8)
    return saida


def movida(img: Imagem, rng: random.Random, forca: float, dpi: int = 200) -> Imagem:
    """Shake the hand: blur along one direction, up to 0.5 mm on the sheet."""
    comprimento = max(2, round((0.12 + 0.38 * forca) / 25.4 * dpi))
    lado = comprimento | 1
    nucleo = np.zeros((lado, lado), np.float32)
    a = rng.uniform(0, np.pi)
    c = lado // 2
    dx, dy = np.cos(a) * comprimento / 2, np.sin(a) * comprimento / 2
    ponta, fim = (round(c - dx), round(c - dy)), (round(c + dx), round(c + dy))
    cv2.line(nucleo, ponta, fim, 1.0, 1, cv2.LINE_AA)
    return cv2.filter2D(img, -1, nucleo / max(nucleo.sum(), 1e-6))


def fora_de_foco(img: Imagem, rng: random.Random, forca: float, dpi: int = 200) -> Imagem:
    """Miss the focus: a disc of up to 0.45 mm across on the sheet."""
    raio = max(0.6, (0.08 + 0.15 * forca) / 25.4 * dpi)
    lado = 2 * int(np.ceil(raio)) + 1
    y, x = np.mgrid[0:lado, 0:lado] - lado // 2
    disco = np.clip(raio + 0.5 - np.hypot(x, y), 0, 1).astype(np.float32)
    del rng
    return cv2.filter2D(img, -1, disco / disco.sum())


def moire(img: Imagem, rng: random.Random, forca: float) -> Imagem:
    """Photograph a screen: its grid and the sensor's beat, in bands of colour."""
    img = colorida(img)
    alto, larg = img.shape[:2]
    y, x = np.mgrid[0:alto, 0:larg].astype(np.float32)
    f = img.astype(np.float32)
    passo, a = rng.uniform(2.2, 3.4), rng.uniform(-0.12, 0.12)
    for canal in range(3):
        u = x * np.cos(a) + y * np.sin(a) + canal * passo / 3
        v = y * np.cos(a) - x * np.sin(a)
        grade = np.sin(2 * np.pi * u / passo) * 0.7 + np.sin(2 * np.pi * v / (passo * 1.03)) * 0.5
        banda = np.sin(2 * np.pi * (u / rng.uniform(45, 90) + v / rng.uniform(60, 160)))
        f[..., canal] *= 1 + (0.03 + 0.09 * forca) * grade + (0.02 + 0.05 * forca) * banda
    saida: Imagem = np.clip(f, 0, 255).astype(np.uint8)
    return saida
