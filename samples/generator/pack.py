"""How the papers lie in files: one each, several in one, all in one, pages apart, TIFF, WebP; blank backs too."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any

from samples.generator import degrade, files
from samples.generator.degrade import DPI, Folha
from samples.generator.papers import AUTENTICAVEIS, Papel
from samples.generator.render import paginas

EMBALAGENS = {
    "digital": ["por_documento", "por_documento", "grupos", "tudo_num_pdf"],
    "clean": ["por_documento", "por_documento", "grupos", "tudo_num_pdf", "tiff", "png", "jpeg"],
    "poor": ["por_documento", "grupos", "tudo_num_pdf", "tiff", "jpeg"],
    "photo": ["jpeg", "jpeg", "jpeg", "webp", "por_documento", "tudo_num_pdf"],
}
_NOMES = ["scan", "doc", "IMG_", "digitalizacao", "Documento ", "anexo", "WhatsApp Image "]


@dataclass
class Peca:
    """A paper ready to be packed: its PDF, or its pages as pixels; ``brancas``: pages (from 1) with a blank back."""

    papel: Papel
    camada: str
    pdf: bytes | None = None
    folhas: list[Folha] = field(default_factory=list)
    brancas: set[int] = field(default_factory=set)
    ilegivel: str | None = None

    @property
    def fisicas(self) -> list[int]:
        """Return, for each page of the paper, its place among the sheets (1-based, blanks counted)."""
        lugar, saida = 0, []
        for p in range(1, self.papel.paginas + 1):
            lugar += 1
            saida.append(lugar)
            lugar += p in self.brancas
        return saida

    @property
    def em_branco(self) -> bool:
        """Tell whether the paper is a blank sheet, which belongs to no document."""
        return self.papel.layout.caminho.stem == "branca"

    @property
    def total(self) -> int:
        """Return the number of sheets, blanks counted."""
        return self.papel.paginas + len(self.brancas)


def digitalizar(
    papel: Papel, tier: str, semente: int, *, leve: bool = False, enxuto: bool = False, brancas: float = 0.0
) -> Peca:
    """Return the paper as that tier shows it; ``leve``: 200 dpi, grey; ``enxuto``: text where text may be."""
    rng = random.Random(f"{semente}/{papel.layout.nome}/{tier}")
    if tier == "digital":
        mistura = rng.random()
        if papel.tipo in AUTENTICAVEIS and mistura < 0.35 and not leve:
            return digitalizar(papel, "clean", semente, leve=leve)
        if papel.tipo == "comprovante_cnpj" and mistura < 0.3 and not enxuto:  # "print to PDF": the page has no text
            return Peca(papel, "digital", folhas=[Folha(i, 200, qualidade=92) for i in paginas(papel.pdf, 200)])
        return Peca(papel, "digital", pdf=papel.pdf)
    dpi = 200 if leve else rng.choice(DPI[tier])
    imagens = paginas(papel.pdf, dpi)
    peca = Peca(papel, tier)
    cinza = leve or rng.random() < 0.6
    modo = rng.choices(list(degrade.MODOS_RUIM), weights=list(degrade.MODOS_RUIM.values()))[0]
    giro = rng.choice([90, 180, 270]) if tier == "poor" and rng.random() < 0.15 else 0
    for i, img in enumerate(imagens):
        outra = imagens[(i + 1) % len(imagens)] if len(imagens) > 1 else imagens[0]
        if tier == "clean":
            peca.folhas.append(degrade.limpa(img, dpi, rng, cinza=cinza, ruido=0.5 if leve else 1.0))
        elif tier == "poor":
            peca.folhas.append(degrade.ruim(img, dpi, rng, outra, modo=modo, giro=giro))
        else:
            peca.folhas.append(degrade.foto(img, dpi, rng, 0.5 if leve else 1.0))
        if leve:
            peca.folhas[-1] = replace(peca.folhas[-1], qualidade=42 if tier == "clean" else 50)
        if tier != "photo" and rng.random() < brancas:
            peca.folhas.append(degrade.branca(dpi, rng, tier))
            peca.brancas.add(i + 1)
    return peca


def _como_pdf(peca: Peca) -> bytes:
    return peca.pdf if peca.pdf is not None else files.pdf(peca.folhas)


def estragar(conteudo: bytes, modo: str, rng: random.Random) -> bytes:
    """Return a file that cannot be read: cut, locked or garbage."""
    if modo == "senha":
        return _com_senha(conteudo)
    if modo == "truncado":
        return conteudo[:700]
    return bytes(rng.randrange(256) for _ in range(4000))


def _com_senha(conteudo: bytes) -> bytes:
    """Return a PDF that wants a password (its one page is drawn anew; nobody can open it to see)."""
    from fpdf import FPDF
    from fpdf.enums import EncryptionMethod

    pdf = FPDF()
    pdf.set_creation_date(datetime(2026, 11, 30, 12, tzinfo=UTC))
    pdf.add_page()
    pdf.set_font("helvetica", size=12)
    pdf.cell(text="documento protegido")
    pdf.set_encryption(owner_password="dono", user_password="segredo", encryption_method=EncryptionMethod.RC4)  # noqa: S106
    return bytes(pdf.output())


def empacotar(
    pecas: list[Peca], embalagem: str, rng: random.Random
) -> tuple[list[tuple[str, bytes]], list[dict[str, Any]]]:
    """Return the files, and the entries of ``documentos`` with the pages where each paper lies.

    Pages count from 1 within a file. A paper in several files has an entry for each, the later ones with ``continua``.
    """
    arquivos: list[tuple[str, bytes]] = []
    documentos: list[dict[str, Any]] = []
    pecas = list(pecas)
    rng.shuffle(pecas)
    prefixo, numero = rng.choice(_NOMES), rng.randint(1, 40)

    def nome(extensao: str) -> str:
        return f"{prefixo}{numero + len(arquivos):0{rng.choice([3])}d}.{extensao}"

    def entra(peca: Peca, arquivo: str, inicio: int) -> None:
        if peca.em_branco:
            return
        documentos.append(
            {
                "arquivo": arquivo,
                "paginas": [inicio + p for p in peca.fisicas],
                "tipo": peca.papel.tipo,
                "campos": peca.papel.campos,
                "camada": peca.camada,
                "layout": peca.papel.layout.nome,
            }
        )

    for peca in [p for p in pecas if p.ilegivel]:
        arquivos.append((nome("pdf"), estragar(_como_pdf(peca), str(peca.ilegivel), rng)))
    pecas = [p for p in pecas if not p.ilegivel]
    if embalagem in {"grupos", "tudo_num_pdf"}:
        cortes = [pecas] if embalagem == "tudo_num_pdf" else _grupos(pecas, rng)
        for grupo in cortes:
            arquivo, inicio = nome("pdf"), 0
            for peca in grupo:
                entra(peca, arquivo, inicio)
                inicio += peca.total
            arquivos.append(
                (arquivo, files.juntar([_como_pdf(p) for p in grupo]) if len(grupo) > 1 else _como_pdf(grupo[0]))
            )
    else:
        for peca in pecas:
            if embalagem == "por_documento" or not peca.folhas:
                arquivo = nome("pdf")
                entra(peca, arquivo, 0)
                arquivos.append((arquivo, _como_pdf(peca)))
            elif embalagem == "tiff":
                arquivo = nome("tif")
                entra(peca, arquivo, 0)
                arquivos.append((arquivo, files.tiff(peca.folhas)))
            else:
                _soltas(peca, embalagem, nome, arquivos, documentos)
    return arquivos, documentos


def _soltas(
    peca: Peca,
    formato: str,
    nome: Callable[[str], str],
    arquivos: list[tuple[str, bytes]],
    documentos: list[dict[str, Any]],
) -> None:
    """Put each page in a picture of its own; the first entry carries the fields."""
    extensao = {"jpeg": "jpg", "png": "png", "webp": "webp"}[formato]
    primeiro: int | None = None
    for i, folha in enumerate(peca.folhas, start=1):
        arquivo = nome(extensao)
        arquivos.append((arquivo, files.imagem(folha, formato.upper())))
        if i not in peca.fisicas or peca.em_branco:
            continue
        entrada: dict[str, Any] = {
            "arquivo": arquivo,
            "paginas": [1],
            "tipo": peca.papel.tipo,
            "camada": peca.camada,
            "layout": peca.papel.layout.nome,
        }
        if primeiro is None:
            primeiro = len(documentos)
            entrada["campos"] = peca.papel.campos
        else:
            entrada |= {"campos": {}, "continua": primeiro}
        documentos.append(entrada)


def _grupos(pecas: list[Peca], rng: random.Random) -> list[list[Peca]]:
    saida: list[list[Peca]] = []
    resto = list(pecas)
    while resto:
        n = rng.randint(1, 4)
        saida.append(resto[:n])
        resto = resto[n:]
    return saida
