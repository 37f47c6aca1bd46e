"""Damage that lies on the sheet itself: stamps, seals, holes, folds, security print, the back's ink, faded print.

Every function takes a sheet (grey or BGR), a source of chance and a strength 0..1, and returns a new sheet of the same
size. At full strength a person still reads the page without trouble.
"""

from __future__ import annotations

import math
import random

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

Imagem = np.ndarray

_TINTAS = ((150, 60, 40), (60, 40, 170), (90, 110, 30), (140, 40, 120))  # BGR: blue, red, green, violet
_FONTE = "/usr/share/fonts/truetype/liberation/LiberationSans-Bold.ttf"
_AVISOS = ("CÓPIA", "DOCUMENTO", "BRASIL", "REPÚBLICA FEDERATIVA DO BRASIL")
"""Words that say nothing of who issued the paper nor whether it is authenticated: the truth must stay the same."""


def colorida(img: Imagem) -> Imagem:
    """Return the sheet with three channels."""
    return cv2.cvtColor(img, cv2.COLOR_GRAY2BGR) if img.ndim == 2 else img


def cinza(img: Imagem) -> Imagem:
    """Return the sheet with one channel."""
    return cv2.cvtColor(img, cv2.COLOR_BGR2GRAY) if img.ndim == 3 else img


def ruido(img: Imagem, sigma: float, rng: random.Random) -> Imagem:
    """Add a sensor's grain of ``sigma`` levels."""
    gerador = np.random.default_rng(rng.randint(0, 10**6))
    grao = gerador.standard_normal(img.shape[:2], dtype=np.float32) * np.float32(sigma)
    if img.ndim == 3:
        grao = grao[..., None]
    saida: Imagem = np.clip(img.astype(np.float32) + grao, 0, 255).astype(np.uint8)
    return saida


def _letra(tamanho: int) -> ImageFont.ImageFont | ImageFont.FreeTypeFont:
    try:
        return ImageFont.truetype(_FONTE, max(8, tamanho))
    except OSError:
        return ImageFont.load_default(max(8, tamanho))


def _texto(texto: str, tamanho: int) -> Imagem:
    """Return a mask 0..1 of a text set in one line."""
    fonte = _letra(tamanho)
    x0, y0, x1, y1 = fonte.getbbox(texto)
    tela = Image.new("L", (int(x1 - x0) + 8, int(y1 - y0) + 8), 0)
    ImageDraw.Draw(tela).text((4 - x0, 4 - y0), texto, font=fonte, fill=255)
    return np.asarray(tela, np.float32) / 255


def _girada(mascara: Imagem, graus: float) -> Imagem:
    alto, larg = mascara.shape
    lado = int(math.hypot(alto, larg)) + 4
    m = cv2.getRotationMatrix2D((larg / 2, alto / 2), graus, 1.0)
    m[:, 2] += (lado / 2 - larg / 2, lado / 2 - alto / 2)
    return cv2.warpAffine(mascara, m, (lado, lado))


def _tinge(img: Imagem, mascara: Imagem, x: int, y: int, cor: tuple[int, int, int], opaco: float) -> None:
    """Lay ink over, as ink lies: what is under it darkens and never brightens."""
    alto, larg = img.shape[:2]
    x0, y0, x1, y1 = max(0, x), max(0, y), min(larg, x + mascara.shape[1]), min(alto, y + mascara.shape[0])
    if x1 <= x0 or y1 <= y0:
        return
    parte = mascara[y0 - y : y1 - y, x0 - x : x1 - x, None] * opaco
    tinta = 1 - parte * (1 - np.array(cor, np.float32) / 255)
    img[y0:y1, x0:x1] = np.clip(img[y0:y1, x0:x1].astype(np.float32) * tinta, 0, 255).astype(np.uint8)


def carimbos(img: Imagem, rng: random.Random, forca: float) -> Imagem:
    """Lay coloured rectangular stamps and rubrics over the text."""
    img = colorida(img).copy()
    alto, larg = img.shape[:2]
    for _ in range(1 + round(2 * forca)):
        cor = rng.choice(_TINTAS)
        w, h = int(larg * rng.uniform(0.18, 0.30)), int(larg * rng.uniform(0.06, 0.10))
        mascara = np.zeros((h, w), np.float32)
        cv2.rectangle(mascara, (2, 2), (w - 3, h - 3), 1.0, max(1, larg // 700))
        linhas = rng.sample(["RECEBIDO", "PROTOCOLO GERAL", "CONFERE", "EM ____/____/______", "SETOR DE CADASTRO"], 2)
        for i, linha in enumerate(linhas):
            letras = _texto(linha, int(h * 0.26))
            esc = min(1.0, (w - 12) / letras.shape[1])
            letras = cv2.resize(letras, None, fx=esc, fy=esc, interpolation=cv2.INTER_AREA)
            y, x = int(h * (0.14 + 0.42 * i)), (w - letras.shape[1]) // 2
            vao = mascara[y : y + letras.shape[0], x : x + letras.shape[1]]
            np.maximum(vao, letras[: vao.shape[0], : vao.shape[1]], out=vao)
        mascara = _girada(mascara * _falhas(mascara.shape, rng), rng.uniform(-14, 14))
        x, y = int(rng.uniform(0.05, 0.7) * larg), int(rng.uniform(0.08, 0.85) * alto)
        _tinge(img, mascara, x, y, cor, rng.uniform(0.5, 0.65 + 0.2 * forca))
    return _rubrica(img, rng)


def _rubrica(img: Imagem, rng: random.Random) -> Imagem:
    """Draw a pen's curl in blue."""
    alto, larg = img.shape[:2]
    x, y, r = rng.uniform(0.1, 0.85) * larg, rng.uniform(0.1, 0.9) * alto, larg * rng.uniform(0.015, 0.03)
    t = np.linspace(0, rng.uniform(9, 16), 90)
    fase = rng.uniform(0, 6)
    px = x + t * r * 0.35 + r * np.cos(t * 1.1 + fase)
    py = y + r * np.sin(t * 1.7 + fase) * (1 - t / 40)
    pontos = np.round(np.stack([px, py], axis=1)).astype(np.int32)
    cv2.polylines(img, [pontos], False, (150, 60, 30), max(1, larg // 800), cv2.LINE_AA)
    return img


def _falhas(forma: tuple[int, ...], rng: random.Random) -> Imagem:
    """Return the unevenness of a stamp's pad, 0..1."""
    gerador = np.random.default_rng(rng.randint(0, 10**6))
    grosso = cv2.resize(gerador.random((6, 10)).astype(np.float32), (forma[1], forma[0]), interpolation=cv2.INTER_CUBIC)
    saida: Imagem = np.clip(0.55 + 0.6 * grosso, 0, 1)
    return saida


def selo_redondo(img: Imagem, rng: random.Random, forca: float) -> Imagem:
    """Press a round seal, lettered along its rim, over the text."""
    img = colorida(img).copy()
    alto, larg = img.shape[:2]
    raio = int(larg * rng.uniform(0.055, 0.085))
    lado = 2 * raio + 8
    mascara = np.zeros((lado, lado), np.float32)
    c = lado // 2
    fino = max(1, larg // 800)
    for fator in (1.0, 0.94, 0.62):
        cv2.circle(mascara, (c, c), int(raio * fator), 1.0, fino, cv2.LINE_AA)
    letreiro = f"ASSESSORIA E CONTABILIDADE * {rng.choice(['RECEBIDO', 'ARQUIVO', 'EXPEDIENTE'])} * "
    for i, letra in enumerate(letreiro):
        if letra == " ":
            continue
        angulo = 2 * math.pi * i / len(letreiro)
        glifo = _girada(_texto(letra, int(raio * 0.22)), -math.degrees(angulo) - 90)
        gx = int(c + raio * 0.78 * math.cos(angulo) - glifo.shape[1] / 2)
        gy = int(c + raio * 0.78 * math.sin(angulo) - glifo.shape[0] / 2)
        vao = mascara[max(0, gy) : gy + glifo.shape[0], max(0, gx) : gx + glifo.shape[1]]
        np.maximum(vao, glifo[: vao.shape[0], : vao.shape[1]], out=vao)
    x, y = int(rng.uniform(0.1, 0.8) * (larg - lado)), int(rng.uniform(0.1, 0.9) * (alto - lado))
    _tinge(img, mascara * _falhas(mascara.shape, rng), x, y, rng.choice(_TINTAS), 0.5 + 0.35 * forca)
    return img


def marca_dagua(img: Imagem, rng: random.Random, forca: float) -> Imagem:
    """Print a large grey word across the page, under the text."""
    img = img.copy()
    alto, larg = img.shape[:2]
    palavra = rng.choice(_AVISOS)
    mascara = _texto(palavra, int(larg * rng.uniform(0.09, 0.13)))
    esc = min(1.0, larg * 0.95 / mascara.shape[1])
    mascara = _girada(cv2.resize(mascara, None, fx=esc, fy=esc, interpolation=cv2.INTER_AREA), rng.uniform(25, 55))
    nivel = round(238 - 48 * forca)
    passos = (0.5,) if rng.random() < 0.6 else (0.22, 0.74)
    for fy in passos:
        x, y = int((larg - mascara.shape[1]) / 2), int(alto * fy - mascara.shape[0] / 2)
        _por_baixo(img, mascara, x, y, nivel)
    return img


def _por_baixo(img: Imagem, mascara: Imagem, x: int, y: int, nivel: int) -> None:
    alto, larg = img.shape[:2]
    x0, y0, x1, y1 = max(0, x), max(0, y), min(larg, x + mascara.shape[1]), min(alto, y + mascara.shape[0])
    parte = mascara[y0 - y : y1 - y, x0 - x : x1 - x]
    tinta = 255 - parte * (255 - nivel)
    vao = img[y0:y1, x0:x1]
    img[y0:y1, x0:x1] = np.minimum(vao, (tinta[..., None] if img.ndim == 3 else tinta).astype(np.uint8))


def guilhoche(img: Imagem, rng: random.Random, forca: float) -> Imagem:
    """Print the fine waves of security paper under the text, in a pale colour."""
    img = colorida(img).copy()
    alto, larg = img.shape[:2]
    fundo = np.full((alto, larg), 255, np.uint8)
    x = np.arange(0, larg + 8, 8, dtype=np.float32)
    passo = larg / rng.uniform(45, 80)
    periodo, altura = larg / rng.uniform(3, 7), passo * rng.uniform(1.5, 4)
    for i in range(int(alto / passo) + 8):
        fase = i * rng.choice([0.16, 0.16, 0.2])
        y = i * passo + altura * np.sin(2 * np.pi * x / periodo + fase) * np.sin(2 * np.pi * x / larg + i * 0.05)
        pontos = np.round(np.stack([x, y], axis=1) * 8).astype(np.int32)
        cv2.polylines(fundo, [pontos], False, 0, max(1, round(larg / 1700)), cv2.LINE_AA, shift=3)
    cor = np.array(rng.choice([(190, 225, 190), (225, 205, 180), (190, 205, 235)]), np.float32)
    cor = 255 - (255 - cor) * (0.5 + 0.8 * forca)
    mistura = 255 - (255 - cor) * (1 - fundo[..., None].astype(np.float32) / 255)
    if rng.random() < 0.5:  # the paper itself is tinted
        mistura *= 1 - (1 - cor / 255) * 0.3
    saida: Imagem = np.minimum(img, np.clip(mistura, 0, 255).astype(np.uint8))
    return saida


def verso(img: Imagem, rng: random.Random, forca: float, outra: Imagem | None = None) -> Imagem:
    """Let the print of the back show through, mirrored."""
    costas = cinza(img if outra is None else outra)
    if costas.shape != img.shape[:2]:
        costas = cv2.resize(costas, (img.shape[1], img.shape[0]))
    costas = cv2.GaussianBlur(cv2.flip(costas, 1), (0, 0), img.shape[1] / 750)
    desvio = np.array([[1, 0, rng.uniform(-0.02, 0.02) * img.shape[1]], [0, 1, rng.uniform(-9, 9)]], np.float32)
    costas = cv2.warpAffine(costas, desvio, (img.shape[1], img.shape[0]), borderValue=255)
    palida = 255 - (255 - costas.astype(np.float32)) * (0.05 + 0.17 * forca)
    saida: Imagem = np.minimum(img, (palida[..., None] if img.ndim == 3 else palida).astype(np.uint8))
    return saida


def furos(img: Imagem, rng: random.Random, forca: float) -> Imagem:
    """Punch the two holes of a binder in the margin; strong: nearer to the text."""
    img = img.copy()
    alto, larg = img.shape[:2]
    raio, x = int(larg * 0.0143), int(larg * (0.035 + 0.03 * forca * rng.random()))
    meio = alto * rng.uniform(0.46, 0.54)
    nivel = rng.choice([30, 60, 120])
    for y in (meio - larg * 0.19, meio + larg * 0.19):
        centro = (x, int(y))
        cv2.circle(img, centro, raio, (nivel,) * 3 if img.ndim == 3 else nivel, -1, cv2.LINE_AA)
    return img


def grampo(img: Imagem, rng: random.Random, forca: float) -> Imagem:
    """Fold the stapled corner over, with its shadow, and leave the staple."""
    img = img.copy()
    larg = img.shape[1]
    n = int(larg * (0.03 + 0.04 * forca))
    canto = np.array([[0, 0], [n, 0], [0, n]], np.int32)
    tom = rng.randint(150, 205)
    cv2.fillConvexPoly(img, canto, (tom,) * 3 if img.ndim == 3 else tom, cv2.LINE_AA)
    grosso = max(2, larg // 400)
    cv2.line(img, (n, 0), (0, n), (110,) * 3 if img.ndim == 3 else 110, grosso, cv2.LINE_AA)
    cv2.line(img, (n + 8, n // 2), (n + n // 2, n // 2 - 8), (60,) * 3 if img.ndim == 3 else 60, grosso, cv2.LINE_AA)
    return img


def dobras(img: Imagem, rng: random.Random, forca: float) -> Imagem:
    """Crease the sheet as a letter is: two folds across, at times one down."""
    alto, larg = img.shape[:2]
    f = img.astype(np.float32)
    lugares = [("y", alto / 3), ("y", 2 * alto / 3)] if rng.random() < 0.6 else [("y", alto / 2)]
    if rng.random() < 0.4:
        lugares.append(("x", larg / 2))
    for eixo, lugar in lugares:
        lugar += rng.uniform(-0.02, 0.02) * alto
        n = alto if eixo == "y" else larg
        d = (np.arange(n, dtype=np.float32) - lugar) / larg
        sombra = 1 - (0.10 + 0.22 * forca) * np.exp(-((d / 0.0016) ** 2)) - 0.05 * forca * np.exp(-((d / 0.02) ** 2))
        luz = 1 + 0.05 * forca * np.exp(-(((d - 0.004) / 0.003) ** 2))
        perfil = sombra * luz
        perfil = perfil[:, None] if eixo == "y" else perfil[None, :]
        f *= perfil[..., None] if img.ndim == 3 else perfil
    saida: Imagem = np.clip(f, 0, 255).astype(np.uint8)
    return saida


def toner_fraco(img: Imagem, rng: random.Random, forca: float) -> Imagem:
    """Print with an empty cartridge: pale, weaker in stripes down the page."""
    larg = img.shape[1]
    gerador = np.random.default_rng(rng.randint(0, 10**6))
    faixas = cv2.GaussianBlur(gerador.random((1, larg)).astype(np.float32), (0, 0), larg / 18)
    faixas = (faixas - faixas.min()) / (np.ptp(faixas) + 1e-6)
    quanto = np.clip(0.72 - 0.42 * forca + 0.22 * faixas, 0.22, 1.0)
    f = 255 - (255 - img.astype(np.float32)) * (quanto[..., None] if img.ndim == 3 else quanto)
    saida: Imagem = np.clip(f, 0, 255).astype(np.uint8)
    return saida


def termico(img: Imagem, rng: random.Random, forca: float) -> Imagem:
    """Fade like thermal paper: brownish grey print on yellowed paper, paler in patches."""
    img = colorida(img)
    alto, larg = img.shape[:2]
    gerador = np.random.default_rng(rng.randint(0, 10**6))
    mancha = cv2.resize(gerador.random((5, 4)).astype(np.float32), (larg, alto), interpolation=cv2.INTER_CUBIC)
    quanto = np.clip(0.75 - 0.40 * forca + 0.2 * (mancha - 0.5), 0.25, 1)[..., None]
    papel = np.array([215, 236, 244], np.float32) * (0.96 + 0.04 * mancha[..., None])
    tinta = np.array([95, 80, 85], np.float32)
    preto = (255 - img.astype(np.float32)) / 255
    saida: Imagem = np.clip(papel - (papel - tinta) * preto * quanto, 0, 255).astype(np.uint8)
    return saida


def manchas(img: Imagem, rng: random.Random, forca: float) -> Imagem:
    """Scatter the specks of a dirty glass, and at full strength a ring of coffee."""
    img = img.copy()
    alto, larg = img.shape[:2]
    for _ in range(rng.randint(10, 25 + int(80 * forca))):
        nivel = rng.randint(40, 150)
        centro = (rng.randrange(larg), rng.randrange(alto))
        cv2.circle(img, centro, rng.choice([0, 1, 1, 2]), (nivel,) * 3 if img.ndim == 3 else nivel, -1)
    if forca > 0.6:
        aro = np.zeros((alto, larg), np.float32)
        centro = (int(rng.uniform(0.2, 0.8) * larg), int(rng.uniform(0.2, 0.8) * alto))
        cv2.circle(aro, centro, int(larg * 0.1), 1.0, max(2, larg // 150), cv2.LINE_AA)
        aro = cv2.GaussianBlur(aro, (0, 0), larg / 500)
        cor = np.array([150, 185, 205], np.float32) if img.ndim == 3 else np.float32(185)
        aro = aro[..., None] if img.ndim == 3 else aro
        img = np.clip(img * (1 - aro * (1 - cor / 255) * 0.8), 0, 255).astype(np.uint8)
    return img
