"""What the page of a dossier shows: how it stands, its verdict sorted by urgency, and where the evidence is seen."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from docverify.report import view as report_view
from docverify.report.view import ItemView, Place, ReasonView, View, inert
from docverify.store import listing
from docverify.store.actors import Actor
from docverify.values.private import masked
from docverify_api import dizeres

_GROUPS: tuple[tuple[str, str, tuple[str, ...], bool], ...] = (
    ("O que corrigir", "corrigir", ("nao_conforme", "ausente"), True),
    ("O que uma pessoa deve conferir", "conferir", ("em_analise",), True),
    ("O que está conforme", "conformes", ("conforme",), False),
    ("O que não se verifica por documentos", "nao-verificaveis", ("nao_verificavel", "nao_aplicavel"), False),
)
"""Heading, anchor, situations of items, and whether it is open at first: what asks for a person comes first."""

_WHOLE_PAGE_WIDTH = 700

Row = sa.Row[Any]


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a dossier is that waits or is being verified.

    Attributes:
        etapa: In words.
        feito: Steps done.
        total: Steps in all, None where nobody knows.
        posicao: In the queue, from 1, None where it does not wait.
    """

    etapa: str
    feito: int
    total: int | None
    posicao: int | None


def context(connection: Connection, actor: Actor, dossie_id: UUID, versao: int | None) -> dict[str, Any]:
    """Return what the page of a dossier shows.

    Args:
        connection: To the database.
        actor: Who looks.
        dossie_id: Which.
        versao: Of its verdict, None: that in force.

    Raises:
        NotFound: There is no such dossier within reach, or no such version.
    """
    row = listing.get(connection, actor, dossie_id)
    known = listing.versions(connection, actor, dossie_id)
    verdict = listing.report_of(connection, actor, dossie_id, versao) if known or versao is not None else None
    shown = _view(verdict)
    waiting = row.estado in listing.WAITING
    run = listing.last_run(connection, dossie_id)
    told: dict[str, Any] = {
        "d": row,
        "situacao": dizeres.como_esta(row.estado, verdict.resultado if verdict and shown else row.resultado),
        "esperando": waiting,
        "etapas": dizeres.ETAPAS,
        "estados": {state: dizeres.ESTADOS[state] for state in listing.WAITING},
        "o_que_fazer": dizeres.ERROS.get(row.erro_codigo or "", dizeres.ERROS["defeito"]),
        "rodada_falhou": run if run is not None and run.estado == "erro" and row.estado != "erro" else None,
        "versoes": known,
        "versao": verdict,
        "view": shown,
        "arquivos": listing.files_of(connection, dossie_id),
        "resultado_em_palavras": lambda codigo: dizeres.RESULTADOS.get(codigo, codigo),
    }
    if waiting:
        progress = _progress(connection, row)
        told |= {
            "etapa": progress.etapa,
            "feito": progress.feito,
            "total": progress.total,
            "posicao": progress.posicao,
        }
    if shown is not None:
        pages = listing.pages_of(connection, dossie_id)
        where = _Pictures(dossie_id, pages)
        told |= {
            "sem_imagens": not pages and any(file.expurgado_em is None for file in told["arquivos"]),
            "apagados": {
                number
                for number, document in enumerate(verdict.relatorio["documentos"] if verdict else (), start=1)
                if document.get("expurgado")
            },
            "grupos": [
                (title, anchor, [i for i in shown.itens if i.situacao in kinds and not i.fora], opened)
                for title, anchor, kinds, opened in _GROUPS
            ],
            "fora": [item for item in shown.itens if item.fora],
            "recortes": where.crop,
            "pagina": where.page,
            "motivos_com_lugar": with_places,
        }
    return told


def with_places(item: ItemView) -> list[tuple[ReasonView, Place | None]]:
    """Return the reasons of an item, each with the place to show beside it; a place is shown once."""
    shown: set[tuple[object, ...]] = set()
    found: list[tuple[ReasonView, Place | None]] = []
    for reason in item.motivos:
        place = reason.place
        key = None if place is None else (place.arquivo, place.pagina, place.caixa)
        if key is None or key in shown:
            found.append((reason, None))
        else:
            shown.add(key)
            found.append((reason, place))
    return found


def _view(verdict: Row | None) -> View | None:
    """Return a report as a person reads it; None for one of which nothing but the decision is left."""
    if verdict is None or verdict.relatorio.get("expurgado"):
        return None
    report: Mapping[str, Any] = verdict.relatorio
    return report_view.build({**report, "dossie": masked(report["dossie"])})


def _progress(connection: Connection, row: Row) -> Progress:
    told: Mapping[str, Any] = row.progresso or {}
    stage = str(told.get("etapa") or row.estado)
    total, done = told.get("total"), told.get("feito")
    return Progress(
        dizeres.ETAPAS.get(stage, dizeres.ESTADOS.get(stage, stage)),
        done if isinstance(done, int) else 0,
        total if isinstance(total, int) and total > 0 else None,
        listing.position(connection, row.id) if row.estado == "na_fila" else None,
    )


class _Pictures:
    """Addresses of the pictures of a dossier's places."""

    def __init__(self, dossie_id: UUID, pages: Iterable[Row]) -> None:
        self._at = f"/v1/dossies/{dossie_id}/paginas"
        self._orders = {(inert(page.arquivo), page.numero): page.ordem for page in pages}

    def crop(self, place: Place) -> str | None:
        """Return the address of the picture of a place, None where there is none of its page."""
        order = self._orders.get((place.arquivo, place.pagina))
        if order is None:
            return None
        if place.caixa is None or not _holds(place.caixa):
            return f"{self._at}/{order}?largura={_WHOLE_PAGE_WIDTH}"
        return f"{self._at}/{order}/recorte?caixa=" + ",".join(f"{edge:.5f}" for edge in place.caixa)

    def page(self, place: Place) -> str | None:
        """Return the address of the whole page."""
        order = self._orders.get((place.arquivo, place.pagina))
        return None if order is None else f"{self._at}/{order}"


def _holds(box: tuple[float, float, float, float]) -> bool:
    x0, y0, x1, y1 = (round(edge, 5) for edge in box)
    return 0 <= x0 < x1 <= 1 and 0 <= y0 < y1 <= 1
