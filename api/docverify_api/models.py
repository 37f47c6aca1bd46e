"""The shapes of the API's answers and bodies about dossiers and norms."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime
from typing import Annotated, Any, Literal
from uuid import UUID

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from docverify.store.listing import Row
from docverify.values.private import masked

Estado = Literal["rascunho", "na_fila", "processando", "concluido", "erro", "expurgado"]
Resultado = Literal["aceito", "rejeitado", "em_analise"]
Prioridade = Literal["interativo", "lote"]
Etapa = Literal["na_fila", "abrindo", "lendo", "conferindo", "decidindo", "ilustrando", "pronto"]

_ISO = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")

Texto = Annotated[str, Field(pattern=r"^[^\x00-\x08\x0b\x0c\x0e-\x1f\x7f]*$")]
"""Text that every database and log takes."""


def _iso(value: object) -> object:
    """Let through a day as ISO 8601 writes it; pydantic would take a number for seconds since 1970."""
    if isinstance(value, str) and not _ISO.fullmatch(value):
        raise ValueError("AAAA-MM-DD")
    if isinstance(value, (int, float)):
        raise ValueError("AAAA-MM-DD")
    return value


Dia = Annotated[date, BeforeValidator(_iso)]
"""A day of a request."""


class Progresso(BaseModel):
    """How far a verification is."""

    etapa: Etapa
    feito: int = Field(description="páginas lidas, na etapa de leitura")
    total: int | None = Field(description="páginas ao todo, quando se sabe")


class Erro(BaseModel):
    """Why a verification ended without a verdict."""

    codigo: str = Field(description="erro.codigo do contrato")
    mensagem: str


class VereditoResumo(BaseModel):
    """The verdict in force, in short."""

    versao: int
    norma: str
    resultado: Resultado
    efeito: str


class Links(BaseModel):
    """Where the rest of a dossier is."""

    dossie: str
    eventos: str
    relatorio: str
    relatorio_html: str
    relatorio_pdf: str
    versoes: str
    arquivos: str
    paginas: str


class DossieResumo(BaseModel):
    """A dossier, as the list shows it."""

    id: UUID
    entidade_id: UUID
    nome: str = Field(description="CPF mascarado")
    estado: Estado
    prioridade: Prioridade
    cnpj: str | None
    razao_social: str | None = Field(description="CPF mascarado")
    municipio: str | None
    uf: str | None
    norma_pedida: str | None
    data_pedida: date | None
    criado_em: datetime
    enviado_em: datetime | None
    atualizado_em: datetime
    concluido_em: datetime | None
    progresso: Progresso | None
    erro: Erro | None
    veredito: VereditoResumo | None = Field(description="o veredito em vigor; nulo enquanto não há nenhum")
    links: Links


class Arquivo(BaseModel):
    """A file of a dossier."""

    id: UUID
    ordem: int
    nome: str = Field(description="CPF mascarado; o relatório traz o nome inteiro")
    bytes: int
    midia: str = Field(description="pelo conteúdo, não pelo nome")
    sha256: str
    expurgado_em: datetime | None
    original: str = Field(description="endereço do original")


class Dossie(DossieResumo):
    """A dossier."""

    tem_ficha: bool = Field(description="a Ficha veio como ficha.json, à parte dos arquivos")
    rodada: int = Field(description="quantas vezes se pediu a verificação")
    posicao: int | None = Field(description="lugar aproximado na fila, a partir de 1")
    arquivos: list[Arquivo]


class Lista(BaseModel):
    """A page of the list of dossiers."""

    dossies: list[DossieResumo]
    proximo: str | None = Field(description="cursor da página seguinte; nulo na última")


class Arquivos(BaseModel):
    """The files of a dossier."""

    arquivos: list[Arquivo]


class Pagina(BaseModel):
    """A page image."""

    ordem: int
    arquivo: str = Field(description="como o relatório o chama")
    numero: int = Field(description="página do arquivo, a partir de 1")
    largura: int
    altura: int
    imagem: str
    recorte: str = Field(description="modelo de endereço: troque x0,y0,x1,y1 pela caixa da evidência")


class Paginas(BaseModel):
    """The page images of a dossier."""

    paginas: list[Pagina]


class Versao(BaseModel):
    """A verdict of a dossier."""

    versao: int
    criado_em: datetime
    resultado: Resultado
    efeito: str
    norma: str
    norma_versao: str = Field(description="hash do arquivo da norma")
    motor: dict[str, Any] = Field(description="versões do docverify, dos leitores e da calibração")
    expurgado_em: datetime | None
    relatorio: str


class Versoes(BaseModel):
    """The verdicts of a dossier, the latest first."""

    versoes: list[Versao]


class Reprocesso(BaseModel):
    """What to verify again by."""

    model_config = ConfigDict(extra="forbid")

    norma: Annotated[Texto, Field(min_length=1, max_length=40)] | None = Field(
        default=None, description="em vez da pedida"
    )
    data: Dia | None = Field(default=None, description="data de referência, em vez da pedida")
    porque: Annotated[Texto, Field(max_length=1_000)] | None = Field(default=None, description="fica na auditoria")


class Item(BaseModel):
    """A rule of a norm."""

    id: str
    descricao: str
    citacao: str
    situacoes: list[str] = Field(description="marcas do pedido em que tem objeto")
    documentos: list[str] = Field(description="tipos de documento que o atendem")
    nao_verificavel: str | None = Field(description="por que não se verifica só por documentos")


class NormaResumo(BaseModel):
    """A norm, in short."""

    id: str
    titulo: str
    atividade: str
    inicio: date
    fim: date | None
    disponivel: bool = Field(description="pode ser usada nesta instalação")


class Normas(BaseModel):
    """The norms that are known."""

    normas: list[NormaResumo]


class Norma(NormaResumo):
    """A norm."""

    ementa: str
    citacao: str
    situacoes: list[str] = Field(description="situações de pedido que conhece")
    itens: list[Item]


def resumo(row: Row) -> DossieResumo:
    """Return a dossier's row as the list shows it."""
    return DossieResumo(**_resumo(row))


def dossie(row: Row, files: list[Row], posicao: int | None) -> Dossie:
    """Return a dossier's row, with its files."""
    return Dossie(
        **_resumo(row),
        tem_ficha=row.ficha is not None,
        rodada=row.rodada,
        posicao=posicao,
        arquivos=[arquivo(file) for file in files],
    )


def arquivo(row: Row) -> Arquivo:
    """Return a file's row."""
    return Arquivo(
        id=row.id,
        ordem=row.ordem,
        nome=masked(row.nome),
        bytes=row.bytes,
        midia=row.midia,
        sha256=row.digest,
        expurgado_em=utc(row.expurgado_em),
        original=f"/v1/dossies/{row.dossie_id}/arquivos/{row.id}/original",
    )


def pagina(row: Row) -> Pagina:
    """Return a page image's row."""
    where = f"/v1/dossies/{row.dossie_id}/paginas/{row.ordem}"
    return Pagina(
        ordem=row.ordem,
        arquivo=row.arquivo,
        numero=row.numero,
        largura=row.largura,
        altura=row.altura,
        imagem=where,
        recorte=f"{where}/recorte?caixa=x0,y0,x1,y1",
    )


def versao(row: Row) -> Versao:
    """Return a verdict's row."""
    return Versao(
        versao=row.versao,
        criado_em=row.criado_em.astimezone(UTC),
        resultado=row.resultado,
        efeito=row.efeito,
        norma=row.norma,
        norma_versao=row.norma_versao,
        motor=row.motor,
        expurgado_em=utc(row.expurgado_em),
        relatorio=f"/v1/dossies/{row.dossie_id}/relatorio.json?versao={row.versao}",
    )


def utc(moment: datetime | None) -> datetime | None:
    """Return a moment as the API writes it."""
    return None if moment is None else moment.astimezone(UTC)


def _resumo(row: Row) -> dict[str, Any]:
    top = f"/v1/dossies/{row.id}"
    return {
        "id": row.id,
        "entidade_id": row.entidade_id,
        "nome": masked(row.nome),
        "estado": row.estado,
        "prioridade": row.prioridade,
        "cnpj": row.cnpj,
        "razao_social": masked(row.razao_social),
        "municipio": row.municipio,
        "uf": row.uf,
        "norma_pedida": row.norma_pedida,
        "data_pedida": row.data_pedida,
        "criado_em": utc(row.criado_em),
        "enviado_em": utc(row.enviado_em),
        "atualizado_em": utc(row.atualizado_em),
        "concluido_em": utc(row.concluido_em),
        "progresso": row.progresso,
        "erro": None
        if row.erro_codigo is None
        else Erro(codigo=row.erro_codigo, mensagem=masked(row.erro_mensagem or "")),
        "veredito": None
        if row.versao == 0 or row.resultado is None  # nothing is left of the latter after a purge
        else VereditoResumo(versao=row.versao, norma=row.norma, resultado=row.resultado, efeito=row.efeito),
        "links": Links(
            dossie=top,
            eventos=f"{top}/eventos",
            relatorio=f"{top}/relatorio",
            relatorio_html=f"{top}/relatorio.html",
            relatorio_pdf=f"{top}/relatorio.pdf",
            versoes=f"{top}/versoes",
            arquivos=f"{top}/arquivos",
            paginas=f"{top}/paginas",
        ),
    }
