"""The verdict of a run: written once, by the attempt that holds the run, with all that it rests on."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from docverify.store import webhooks
from docverify.store.actors import system
from docverify.store.audit import Ledger
from docverify.store.config import ServiceSettings
from docverify.store.listing import search_text
from docverify.store.runs import Attempt, steps
from docverify.store.tables import dossies, paginas, rodadas, vereditos


@dataclass(frozen=True, slots=True)
class Origin:
    """What a verdict rests on beside the dossier.

    Attributes:
        motor: Versions of docverify, reading, confirmation, and the hash of the whole program.
        configuracao: Settings on which a result depends.
        norma_versao: Hash of the norm's data file.
    """

    motor: Mapping[str, Any]
    configuracao: Mapping[str, Any]
    norma_versao: str


@dataclass(frozen=True, slots=True)
class Pagina:
    """An image of a page in the store of files.

    Attributes:
        arquivo: As the report names it.
        numero: From 1.
        largura: Pixels.
        altura: Pixels.
        endereco: Its key.
    """

    arquivo: str
    numero: int
    largura: int
    altura: int
    endereco: str


def finish(
    connection: Connection,
    ledger: Ledger,
    settings: ServiceSettings,
    attempt: Attempt,
    report: Mapping[str, Any],
    origin: Origin,
    pages: Sequence[Pagina] = (),
) -> UUID | None:
    """Write the verdict of a run; again by the same attempt it changes nothing.

    Args:
        connection: In a transaction of its own.
        ledger: Told of the verdict.
        settings: Of the service, for the webhooks that are told.
        attempt: Must hold the run still.
        report: In the contract's shape.
        origin: What it rests on.
        pages: Images of its pages, in the store already; none: those that are there stay.

    Returns:
        The verdict's id; None where the attempt was overtaken or the run is over: nothing was written.
    """
    run = connection.execute(
        sa.select(rodadas).where(rodadas.c.id == attempt.rodada_id).with_for_update()
    ).one_or_none()
    if run is None or run.tentativa != attempt.tentativa:
        return None
    if run.estado == "concluida":  # written by this very attempt, whose answer was lost on the way
        written = sa.select(vereditos.c.id).where(vereditos.c.rodada_id == run.id)
        return connection.execute(written).scalar_one_or_none()
    dossier = connection.execute(sa.select(dossies).where(dossies.c.id == run.dossie_id).with_for_update()).one()
    if run.estado != "processando":
        return None
    now = datetime.now(UTC)
    if dossier.estado == "expurgado":
        connection.execute(rodadas.update().where(rodadas.c.id == run.id).values(estado="cancelada", terminada_em=now))
        return None
    veredito_id, versao = uuid.uuid4(), dossier.versao + 1
    told = {**report, "dossie": dossier.nome}
    connection.execute(
        vereditos.insert().values(
            id=veredito_id,
            dossie_id=run.dossie_id,
            entidade_id=run.entidade_id,
            rodada_id=run.id,
            versao=versao,
            relatorio=told,
            resultado=told["resultado"],
            efeito=told["efeito"]["codigo"],
            norma=told["norma"],
            norma_versao=origin.norma_versao,
            motor=dict(origin.motor),
            configuracao=dict(origin.configuracao),
            criado_em=now,
        )
    )
    ended = {"estado": "concluida", "terminada_em": now, "erro_codigo": None, "erro_mensagem": None}
    connection.execute(rodadas.update().where(rodadas.c.id == run.id).values(**ended))
    connection.execute(
        dossies.update()
        .where(dossies.c.id == run.dossie_id)
        .values(
            estado="concluido",
            versao=versao,
            norma=told["norma"],
            resultado=told["resultado"],
            efeito=told["efeito"]["codigo"],
            **_declared(dossier.nome, told.get("ficha") or {}),
            progresso=steps("pronto"),
            erro_codigo=None,
            erro_mensagem=None,
            concluido_em=now,
            atualizado_em=now,
        )
    )
    if pages:
        replace_pages(connection, run.dossie_id, run.entidade_id, pages)
    webhooks.announce(connection, settings, run.id, "veredito.novo")
    ledger.append(
        connection, system(attempt.pedido_id), "veredito.criar", "dossie", run.dossie_id, entidade_id=run.entidade_id,
        antes={"versao": dossier.versao, "resultado": dossier.resultado},
        depois={
            "veredito": str(veredito_id), "rodada": str(run.id), "tentativa": run.tentativa, "versao": versao,
            "resultado": told["resultado"], "efeito": told["efeito"]["codigo"], "norma": told["norma"],
        },
    )  # fmt: skip
    return veredito_id


def replace_pages(connection: Connection, dossie_id: UUID, entidade_id: UUID, pages: Sequence[Pagina]) -> None:
    """Put images of all pages of a dossier in the place of those that were there.

    Args:
        connection: In a transaction.
        dossie_id: The dossier.
        entidade_id: Whose it is.
        pages: In the order of the dossier.
    """
    connection.execute(paginas.delete().where(paginas.c.dossie_id == dossie_id))
    rows = [
        {
            "dossie_id": dossie_id,
            "entidade_id": entidade_id,
            "ordem": ordem,
            "arquivo": page.arquivo,
            "numero": page.numero,
            "largura": page.largura,
            "altura": page.altura,
            "endereco": page.endereco,
        }
        for ordem, page in enumerate(pages)
    ]
    if rows:
        connection.execute(paginas.insert(), rows)


def _declared(nome: str, ficha: Mapping[str, Any]) -> dict[str, Any]:
    """What the list shows of a dossier."""
    where = ficha.get("endereco") or {}
    cnpj, company = _column(ficha.get("cnpj")), _column(ficha.get("razao_social"))
    return {
        "cnpj": cnpj,
        "razao_social": company,
        "municipio": _column(where.get("municipio")),
        "uf": _column(where.get("uf")),
        "busca": search_text(nome, company, cnpj),
    }


def _column(value: object) -> str | None:
    """Return a value as PostgreSQL takes it: its texts hold no NUL."""
    return None if value is None else str(value).replace("\0", "\ufffd")
