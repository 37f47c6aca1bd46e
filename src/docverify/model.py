"""The nouns of the whole house: pages, words, fields, documents, reasons, items, the decision.

Frozen dataclasses without behaviour beyond small views of themselves. Boxes are fractions of the page as shown upright,
origin at the top left; confidences and similarities are 0..1; pages count from 1 within their file; dates are
``datetime.date`` inside and ISO strings at the edge (contract, section 1 to 3).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any, Literal

from docverify.model_ficha import Distribuidor, Ficha, Filial, Pedido, Responsavel, Socio
from docverify.values.assinaturas import Assinatura
from docverify.values.legibilidade import Legibilidade
from docverify.values.sinais import Codigo, Sinal

__all__ = [
    "DESCONHECIDO",
    "TIPOS",
    "Box",
    "Decision",
    "Distribuidor",
    "Document",
    "DossierFacts",
    "Effect",
    "Evidence",
    "Ficha",
    "Field",
    "Filial",
    "Gravidade",
    "Item",
    "Notice",
    "Page",
    "Pedido",
    "Reason",
    "Responsavel",
    "Resultado",
    "SituacaoItem",
    "Socio",
    "Testemunha",
    "Timings",
    "Trecho",
    "Verification",
    "Word",
    "shown_box",
]

Box = tuple[float, float, float, float]
"""``(x0, y0, x1, y1)`` in fractions of the upright page, ``x0 <= x1`` and ``y0 <= y1``."""

TIPOS: tuple[str, ...] = (
    "requerimento",
    "ficha_cadastral",
    "comprovante_cnpj",
    "inscricao_estadual",
    "contrato_social",
    "estatuto_social",
    "ata_eleicao",
    "alvara_funcionamento",
    "certificado_bombeiros",
    "licenca_operacao",
    "certificado_borda_livre",
    "certidao_junta",
    "protocolo_renovacao",
    "protocolo_transferencia_titularidade",
    "certidao_negativa_federal",
    "certidao_negativa_estadual",
    "comprovante_conclusao_obras",
    "procuracao",
    "documento_identidade",
    "requerimento_cancelamento",
    "mandado_judicial",
    "distrato_social",
    "ato_incorporacao",
    "declaracao_prefeitura",
    "comunicacao_encerramento",
    "projeto_instalacoes",
    "contrato_cessao_espaco",
    "desconhecido",
)
"""Every ``tipo`` of the contract, ``desconhecido`` last."""

DESCONHECIDO = "desconhecido"

Gravidade = Literal["impede", "revisar", "alerta"]
SituacaoItem = Literal["conforme", "nao_conforme", "ausente", "em_analise", "nao_aplicavel", "nao_verificavel"]
Resultado = Literal["aceito", "rejeitado", "em_analise"]

LINHAS_NAO_LIDAS = "linhas_nao_lidas"
"""Note of a page with a row of lettering that no reader made anything of: what is not found on it may be there."""

ARQUIVO_DANIFICADO = "arquivo_danificado"
"""Note of a page whose file lost bytes on its way (`docverify.intake.pdf_damage`): likewise."""


@dataclass(frozen=True, slots=True)
class Word:
    """One word as a reader saw it.

    Attributes:
        text: NFC text without surrounding blanks, never empty.
        box: Place on the *flattened* page (see ``Page.warp``), where lines of text are level.
        confidence: The reader's own, 0..1; 1.0 for a trusted text layer.
        line: Number of the reader's own line within the page, -1 where the reader knows none.
    """

    text: str
    box: Box
    confidence: float
    line: int = -1


@dataclass(frozen=True, slots=True)
class Page:
    """One page, read.

    Attributes:
        arquivo: Name of the file within the dossier (relative, ``/``).
        numero: From 1 within the file.
        digest: Hash of the page's content, independent of the file's name.
        width: Of the upright page, in pixels of the image that was read (or of a render at the reading resolution).
        height: Likewise.
        words: In reading order of the reader.
        cells: Ruled rectangles found on the flattened page (table cells, boxed fields), without any order.
        warp: Row-major 3x3 homography from fractions of the flattened page (deskewed, perspective removed; the space of
            ``words`` and ``cells``) to fractions of the upright page as shown; None where both are the same.
        source: ``texto`` (trusted text layer), ``ocr``, or ``nenhuma`` (blank or failed).
        rotation: Clockwise degrees (0, 90, 180, 270) applied to the file's page to show it upright.
        quality: 0..1, how well it was read (mean confidence weighted by length, lowered where ink stays unread).
        blank: Nothing is printed on it.
        failure: Why it could not be read (Portuguese), else None.
        notes: Codes of what was noticed (``texto_oculto``, ``camada_ocr``, ...).
        codigos: QR codes and barcodes on it.
        sinais: Places that look changed, whatever stands there.
        impressao: Perceptual hash of its picture (see ``reading.fingerprint``); empty for a page of text.
        legibilidade: Whether its picture could be read; None for a page of text.
    """

    arquivo: str
    numero: int
    digest: str
    width: int
    height: int
    words: tuple[Word, ...]
    cells: tuple[Box, ...] = ()
    warp: tuple[float, ...] | None = None
    source: Literal["texto", "ocr", "nenhuma"] = "ocr"
    rotation: int = 0
    quality: float = 1.0
    blank: bool = False
    failure: str | None = None
    notes: tuple[str, ...] = ()
    codigos: tuple[Codigo, ...] = ()
    sinais: tuple[Sinal, ...] = ()
    impressao: str = ""
    legibilidade: Legibilidade | None = None


def shown_box(page: Page, box: Box) -> Box:
    """Map a box of the flattened page to the page as shown upright (see :func:`shown_by`)."""
    return shown_by(page.warp, box)


def shown_by(warp: tuple[float, ...] | None, box: Box) -> Box:
    """Map a box of the flattened page to the page as shown upright (the boxes that reports carry).

    Args:
        warp: ``Page.warp`` of the page that the box stands on.
        box: In fractions of the flattened page.

    Returns:
        The upright bounding box of the mapped corners, clipped to 0..1 and rounded to 5 decimals.
    """
    x0, y0, x1, y1 = box
    corners = [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]
    if warp is not None:
        a, b, c, d, e, f, g, h, i = warp
        mapped = []
        for x, y in corners:
            w = g * x + h * y + i
            mapped.append(((a * x + b * y + c) / w, (d * x + e * y + f) / w))
        corners = mapped
    xs = [min(1.0, max(0.0, x)) for x, _ in corners]
    ys = [min(1.0, max(0.0, y)) for _, y in corners]
    return (round(min(xs), 5), round(min(ys), 5), round(max(xs), 5), round(max(ys), 5))


Testemunha = Literal["prova", "concorda", "diverge", "nao_viu"]
"""What speaks for a value that was read from pixels, beside its reader (see `docverify.confirmation`)."""


@dataclass(frozen=True, slots=True)
class Trecho:
    """A run of words on one line of print, as read.

    Attributes:
        texto: The words, joined by blanks.
        caixa: Around them, on the flattened page (the space of ``Page.words``).
    """

    texto: str
    caixa: Box


@dataclass(frozen=True, slots=True)
class Field:
    """One field of a document.

    Attributes:
        valor: Normal form, JSON-able (str, int, bool, dict for an address, list of str or dict).
        lido: What stands on the paper, as read.
        confianca: 0..1; after `docverify.confirmation` the probability that ``valor`` is right.
        pagina: From 1 within ``arquivo``.
        caixa: Where it stands on the page as shown.
        arquivo: Only where it is another file than the document's own.
        reparado: The reading was repaired (look-alike characters) to get ``valor``.
        trechos: The words that it was read from, line by line; empty where it stands on no words.
        testemunha: ``prova``: an independent document says the same; ``concorda`` / ``diverge``: a second reader saw
            the same, or something else; ``nao_viu``: it was asked and could not say. None: nobody was asked.
        visto: What the second reader saw where it diverges.
        bruta: ``confianca`` before it was made a probability; None where it was not.
    """

    valor: Any
    lido: str
    confianca: float
    pagina: int
    caixa: Box
    arquivo: str | None = None
    reparado: bool = False
    trechos: tuple[Trecho, ...] = ()
    testemunha: Testemunha | None = None
    visto: str | None = None
    bruta: float | None = None


@dataclass(frozen=True, slots=True)
class Document:
    """Pages of one file that are one document (or a part of one, see ``continua``).

    Attributes:
        arquivo: File name.
        paginas: Page numbers within the file.
        tipo: One of :data:`TIPOS`.
        confianca: Of ``tipo``, 0..1.
        campos: Fields of the contract's table for ``tipo``.
        campos_extras: What else was read.
        continua: Index (in the list of documents) of the entry that this one continues, else None.
        qualidade: Lowest ``Page.quality`` of its pages that are not blank.
        texto: Text of all pages, for checks that look for words (authentication marks and the like); not reported.
        origem: ``texto`` | ``ocr``: ``ocr`` if any page was read from pixels.
        notas: Codes of what was noticed on its pages.
        indicios: Other types whose marks it bears, with their points (see ``documents.classify``).
        assinaturas: Digital signatures of its files.
        sinais: What a person must see on it, each at its place.
        conselho: Why its worst page is hard to read and what to do, in Portuguese; empty where none is.
    """

    arquivo: str
    paginas: tuple[int, ...]
    tipo: str
    confianca: float
    campos: Mapping[str, Field] = field(default_factory=dict)
    campos_extras: Mapping[str, Field] = field(default_factory=dict)
    continua: int | None = None
    qualidade: float = 1.0
    texto: str = ""
    origem: Literal["texto", "ocr"] = "ocr"
    notas: tuple[str, ...] = ()
    indicios: Mapping[str, float] = field(default_factory=dict)
    assinaturas: tuple[Assinatura, ...] = ()
    sinais: tuple[Sinal, ...] = ()
    conselho: str = ""


@dataclass(frozen=True, slots=True)
class Evidence:
    """Where on a page a reason is seen, and what was compared."""

    documento: int
    campo: str | None = None
    pagina: int | None = None
    caixa: Box | None = None
    lido: str | None = None
    declarado: str | None = None
    similaridade: float | None = None


@dataclass(frozen=True, slots=True)
class Reason:
    """One reason of an item, with the citation that it rests on."""

    codigo: str
    gravidade: Gravidade
    mensagem: str
    citacao: str
    inferencia: bool = False
    evidencia: Evidence | None = None


@dataclass(frozen=True, slots=True)
class Item:
    """One rule of the norm, answered."""

    id: str
    descricao: str
    citacao: str
    situacao: SituacaoItem
    documentos: tuple[int, ...] = ()
    motivos: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class Effect:
    """The legal consequence of the whole."""

    codigo: str
    mensagem: str
    citacao: str


@dataclass(frozen=True, slots=True)
class Notice:
    """An entry of ``avisos``."""

    codigo: str
    mensagem: str
    arquivo: str | None = None


@dataclass(frozen=True, slots=True)
class DossierFacts:
    """What the decision must know of the dossier beyond its documents.

    Attributes:
        paginas_em_duvida: Some page is unidentified (``desconhecido`` under the threshold) or was read too badly, so
            that a document that seems missing may be there.
        arquivos_ilegiveis: Names of files that could not be read.
        paginas_ilegiveis: Of each page on which something is printed that could not be read, where it is and what to
            do, in Portuguese.
    """

    paginas_em_duvida: bool = False
    arquivos_ilegiveis: tuple[str, ...] = ()
    paginas_ilegiveis: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Decision:
    """What the norm answers for a dossier."""

    norma: str
    titulo_norma: str
    situacao: str
    modalidade: str | None
    perfil: str | None
    data_referencia: date
    resultado: Resultado
    efeito: Effect
    itens: tuple[Item, ...]
    avisos: tuple[Notice, ...] = ()


@dataclass(frozen=True, slots=True)
class Timings:
    """Cost of one verification: seconds and page counts."""

    ocr_s: float = 0.0
    total_s: float = 0.0
    paginas: int = 0
    paginas_ocr: int = 0
    paginas_cache: int = 0


@dataclass(frozen=True, slots=True)
class Verification:
    """Everything that a report shows."""

    dossie: str
    ficha: Ficha
    decisao: Decision
    documentos: tuple[Document, ...]
    tempos: Timings
    paginas: tuple[Page, ...] = ()
