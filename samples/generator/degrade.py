"""Honest damage: what a scanner, an old copier, a fax and a phone do to a sheet that a person can still read."""

from __future__ import annotations

import random
from dataclasses import dataclass

import cv2
import numpy as np

Imagem = np.ndarray
TIERS = ("digital", "clean", "poor", "photo")
DPI = {"clean": (200, 300, 200), "poor": (150, 200, 200), "photo": (190, 210)}


@dataclass(frozen=True)
class Folha:
    """One page as pixels; ``giro``: degrees clockwise that its EXIF mark turns it by; ``um_bit``: a fax."""

    imagem: Imagem
    dpi: int
    giro: int = 0
    um_bit: bool = False
    qualidade: int = 85


def _ruido(img: Imagem, sigma: float, semente: int) -> Imagem:
    gerador = np.random.default_rng(semente)
    ruido = gerador.standard_normal(img.shape[:2], dtype=np.float32) * np.float32(sigma)
    if img.ndim == 3:
        ruido = ruido[..., None]
    saida: Imagem = np.clip(img.astype(np.float32) + ruido, 0, 255).astype(np.uint8)
    return saida


def _inclina(img: Imagem, graus: float, fundo: int = 255) -> Imagem:
    alto, larg = img.shape[:2]
    m = cv2.getRotationMatrix2D((larg / 2, alto / 2), graus, 1.0)
    return cv2.warpAffine(
        img, m, (larg, alto), flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_CONSTANT, borderValue=(fundo, fundo, fundo)
    )


def _cinza(img: Imagem) -> Imagem:
    return cv2.cvtColor(img, cv2.COLOR_BGR2GRAY) if img.ndim == 3 else img


def limpa(img: Imagem, dpi: int, rng: random.Random, *, cinza: bool, ruido: float = 1.0) -> Folha:
    """Return a good office scan; ``ruido`` scales its grain."""
    img = _inclina(img, rng.uniform(-0.7, 0.7))
    if cinza:
        img = _cinza(img)
    img = cv2.GaussianBlur(img, (0, 0), rng.uniform(0.3, 0.6) * dpi / 200)
    claro, escuro = rng.randint(246, 254), rng.randint(8, 40)
    img = (escuro + img.astype(np.float32) * (claro - escuro) / 255).astype(np.uint8)
    return Folha(_ruido(img, ruido * rng.uniform(1.0, 3.0), rng.randint(0, 10**6)), dpi, qualidade=rng.randint(78, 90))


def ruim(img: Imagem, dpi: int, rng: random.Random, outra: Imagem | None, *, fax: bool, giro: int) -> Folha:
    """Return a bad copy: skew, faint toner, blur, show-through, dark edges, a coarse JPEG, or a one-bit fax."""
    img = _cinza(img)
    if outra is not None and not fax and rng.random() < 0.5:
        verso = cv2.flip(_cinza(outra), 1)
        verso = cv2.GaussianBlur(cv2.resize(verso, (img.shape[1], img.shape[0])), (0, 0), 2.2)
        img = np.minimum(img, (255 - (255 - verso.astype(np.float32)) * rng.uniform(0.06, 0.13)).astype(np.uint8))
    img = _inclina(img, rng.choice([-1, 1]) * rng.uniform(0.4, 2.8))
    img = cv2.GaussianBlur(img, (0, 0), rng.uniform(0.5, 0.85) * dpi / 200)
    f = img.astype(np.float32)
    if rng.random() < 0.6:  # faint toner, weaker in stripes
        gerador = np.random.default_rng(rng.randint(0, 10**6))
        faixas = cv2.GaussianBlur(gerador.random((1, img.shape[1])).astype(np.float32), (0, 0), img.shape[1] / 18)
        faixas = (faixas - faixas.min()) / (np.ptp(faixas) + 1e-6)
        forca = rng.uniform(0.60, 0.75) + 0.2 * faixas
        f = 255 - (255 - f) * forca
    else:
        f = 255 - (255 - f) * rng.uniform(0.85, 1.0)
    f = f * rng.uniform(0.90, 0.985)
    if not fax and rng.random() < 0.6:
        f = _bordas(f, rng)
    img = _ruido(np.clip(f, 0, 255).astype(np.uint8), rng.uniform(4, 9), rng.randint(0, 10**6))
    _manchas(img, rng)
    if fax:
        limiar = cv2.GaussianBlur(img, (0, 0), 14).astype(np.float32) - rng.uniform(20, 32)
        img = np.where(img > limiar, 255, 0).astype(np.uint8)
    if giro:
        img = np.ascontiguousarray(np.rot90(img, giro // 90))
    return Folha(img, dpi, um_bit=fax, qualidade=rng.randint(38, 58))


def _bordas(f: Imagem, rng: random.Random) -> Imagem:
    """Darken one or two edges as an open copier lid does."""
    alto, larg = f.shape[:2]
    sombra = np.ones_like(f)
    for lado in rng.sample(["e", "d", "c", "b"], rng.randint(1, 2)):
        n = int(min(alto, larg) * rng.uniform(0.008, 0.022))
        rampa = np.linspace(0.12, 1.0, n, dtype=np.float32)
        if lado == "e":
            sombra[:, :n] *= rampa
        elif lado == "d":
            sombra[:, -n:] *= rampa[::-1]
        elif lado == "c":
            sombra[:n] *= rampa[:, None]
        else:
            sombra[-n:] *= rampa[::-1][:, None]
    saida: Imagem = f * sombra
    return saida


def _manchas(img: Imagem, rng: random.Random) -> None:
    """Put specks, and at times punch holes, on a grey page."""
    alto, larg = img.shape[:2]
    for _ in range(rng.randint(10, 60)):
        cv2.circle(img, (rng.randrange(larg), rng.randrange(alto)), rng.choice([0, 1, 1]), rng.randint(40, 140), -1)
    if rng.random() < 0.3:
        for fracao in (0.4, 0.6):
            cv2.circle(img, (int(larg * 0.022), int(alto * fracao)), int(larg * 0.013), 60, -1)


def foto(img: Imagem, dpi: int, rng: random.Random, ruido: float = 1.0) -> Folha:
    """Return a phone's photograph of the sheet on a table; ``ruido`` scales its grain."""
    alto, larg = img.shape[:2]
    borda = int(larg * rng.uniform(0.05, 0.10))
    fundo_alto, fundo_larg = alto + 2 * borda, larg + 2 * borda
    gerador = np.random.default_rng(rng.randint(0, 10**6))
    cor = np.array(rng.choice([(60, 90, 120), (85, 85, 85), (45, 60, 75), (120, 130, 135), (40, 40, 60)]), np.float32)
    veios = cv2.resize(
        gerador.random((max(fundo_alto // 120, 2), 6)).astype(np.float32),
        (fundo_larg, fundo_alto),
        interpolation=cv2.INTER_CUBIC,
    )
    cena = np.clip(cor * (0.8 + 0.4 * veios[..., None]), 0, 255).astype(np.uint8)
    jeito = larg * 0.028
    origem = np.array([[0, 0], [larg, 0], [larg, alto], [0, alto]], np.float32)
    angulo = np.deg2rad(rng.choice([-1, 1]) * rng.uniform(0.5, 6.0))
    centro = np.array([fundo_larg / 2, fundo_alto / 2])
    escala = min(1.0, 0.985 / (abs(np.cos(angulo)) + abs(np.sin(angulo)) * 0.75))
    volta = np.array([[np.cos(angulo), -np.sin(angulo)], [np.sin(angulo), np.cos(angulo)]])
    destino = (origem - np.array([larg / 2, alto / 2])) * escala @ volta.T + centro
    destino += np.array([[rng.uniform(-jeito, jeito), rng.uniform(-jeito, jeito)] for _ in range(4)])
    m = cv2.getPerspectiveTransform(origem, destino.astype(np.float32))
    if img.ndim == 2:
        img = cv2.cvtColor(img, cv2.COLOR_GRAY2BGR)
    folha = cv2.warpPerspective(img, m, (fundo_larg, fundo_alto), flags=cv2.INTER_AREA, borderValue=(0, 0, 0))
    mascara = (
        cv2.GaussianBlur(
            cv2.warpPerspective(np.full((alto, larg), 255, np.uint8), m, (fundo_larg, fundo_alto)), (3, 3), 0
        ).astype(np.float32)[..., None]
        / 255
    )
    tom = np.array([0.93, 0.97, 0.99], np.float32)
    f: Imagem = folha.astype(np.float32) * tom * mascara + cena.astype(np.float32) * (1 - mascara)
    f = _luz(f, rng)
    f = cv2.GaussianBlur(f, (0, 0), rng.uniform(0.55, 0.95))
    if rng.random() < 0.25:  # moiré of a screen or of a fine print
        y, x = np.mgrid[0 : f.shape[0], 0 : f.shape[1]].astype(np.float32)
        f *= (1 + 0.025 * np.sin(x * rng.uniform(0.4, 0.9) + y * rng.uniform(0.2, 0.6)))[..., None]
    img = _ruido(np.clip(f, 0, 255).astype(np.uint8), ruido * rng.uniform(2.5, 6), rng.randint(0, 10**6))
    giro = rng.choice([0, 0, 0, 90, 270])
    if giro:  # the pixels lie on their side and EXIF says so
        img = np.ascontiguousarray(np.rot90(img, giro // 90))
    return Folha(img, dpi, giro=giro, qualidade=rng.randint(72, 86))


def _luz(f: Imagem, rng: random.Random) -> Imagem:
    """Light the scene from one side and throw a soft shadow."""
    alto, larg = f.shape[:2]
    y, x = np.mgrid[0:alto, 0:larg].astype(np.float32)
    a = rng.uniform(0, 2 * np.pi)
    rampa = (x / larg - 0.5) * np.cos(a) + (y / alto - 0.5) * np.sin(a)
    f = f * (0.90 + rng.uniform(0.15, 0.35) * rampa)[..., None]
    if rng.random() < 0.6:
        sombra = np.ones((alto // 8, larg // 8), np.float32)
        px, py = rng.uniform(0, 1), rng.choice([0.0, 1.0])
        pontos = np.array(
            [
                [(px + dx) * larg / 8, (py + dy) * alto / 8]
                for dx, dy in ((-0.3, -0.35), (0.3, -0.2), (0.35, 0.3), (-0.2, 0.35))
            ],
            np.int32,
        )
        cv2.fillPoly(sombra, [pontos], rng.uniform(0.55, 0.75))
        sombra = cv2.resize(cv2.GaussianBlur(sombra, (0, 0), larg / 8 * 0.03), (larg, alto))
        f = f * sombra[..., None]
    return f


def branca(dpi: int, rng: random.Random, tier: str) -> Folha:
    """Return the blank back of a sheet."""
    img = np.full((int(11.69 * dpi), int(8.27 * dpi)), 255, np.uint8)
    return limpa(img, dpi, rng, cinza=True) if tier == "clean" else ruim(img, dpi, rng, None, fax=False, giro=0)
