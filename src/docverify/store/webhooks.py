"""Telling an entity's programs that a verification ended: signed, at least once, for as long as it is worth trying.

What is told is stored in the transaction of the verdict, and so is the job that delivers it: there is no verdict of
which nobody is told, and none is told of that there is not. A receiver may be told twice (the same ``id``). A body
holds no text of a document; a CPF in a name is masked.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import random
import uuid
from datetime import UTC, datetime, timedelta
from typing import Any, Literal
from uuid import UUID

import sqlalchemy as sa
import structlog
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.engine import Connection

from docverify import __version__
from docverify.errors import DocverifyError
from docverify.store import outbound
from docverify.store.actors import system
from docverify.store.config import ServiceSettings
from docverify.store.jobs import defer
from docverify.store.opening import Store
from docverify.store.tables import dossies, entidades, entregas, ganchos, rodadas, vereditos
from docverify.values.private import masked

Evento = Literal["veredito.novo", "verificacao.erro", "teste"]

KEPT = timedelta(days=30)
"""How long a settled delivery is kept."""
_FIRST_WAIT = timedelta(minutes=1)
_LONGEST_WAIT = timedelta(hours=6)
_LEASE = timedelta(minutes=2)
_OFF = "o gancho foi desligado"

_log = structlog.get_logger(__name__)


def announce(connection: Connection, settings: ServiceSettings, rodada_id: UUID, evento: Evento) -> int:
    """Store what the entity's active webhooks are to be told of a run, with the jobs that tell them.

    Called once a run has ended, in the transaction in which it ends; again for the same run it does nothing.

    Args:
        connection: In that transaction, with the verdict and the dossier as they are to be told.
        settings: Of the service.
        rodada_id: The run.
        evento: ``veredito.novo``, or ``verificacao.erro`` where it ended for good without a verdict.

    Returns:
        How many are told.
    """
    run = connection.execute(
        sa.select(
            rodadas.c.dossie_id,
            rodadas.c.entidade_id,
            rodadas.c.erro_codigo,
            dossies.c.nome,
            dossies.c.versao,
            dossies.c.resultado,
            dossies.c.efeito,
            dossies.c.norma,
            entidades.c.nome.label("entidade"),
            vereditos.c.id.label("veredito_id"),
        )
        .join(dossies, dossies.c.id == rodadas.c.dossie_id)
        .join(entidades, entidades.c.id == rodadas.c.entidade_id)
        .outerjoin(vereditos, vereditos.c.rodada_id == rodadas.c.id)
        .where(rodadas.c.id == rodada_id)
    ).one()
    hooks = connection.execute(
        sa.select(ganchos.c.id).where(ganchos.c.entidade_id == run.entidade_id, ganchos.c.ativo).order_by(ganchos.c.id)
    ).scalars()
    told = 0
    for gancho_id in hooks.all():
        body = {
            "evento": evento,
            "dossie_id": str(run.dossie_id),
            "entidade_id": str(run.entidade_id),
            "entidade": run.entidade,
            "nome": masked(run.nome),
            "versao": run.versao or None,
            "resultado": run.resultado,
            "efeito": run.efeito,
            "norma": run.norma,
            "erro": run.erro_codigo if evento == "verificacao.erro" else None,
            "link": f"{settings.address()}/dossies/{run.dossie_id}",
        }
        rows = {"dossie_id": run.dossie_id, "veredito_id": run.veredito_id, "rodada_id": rodada_id}
        told += _store(connection, gancho_id, run.entidade_id, evento, body, rows) is not None
    return told


def announce_test(connection: Connection, settings: ServiceSettings, gancho_id: UUID, entidade_id: UUID) -> UUID:
    """Store a message that tells nothing, to see whether a webhook arrives; with the job that delivers it.

    Args:
        connection: In a transaction.
        settings: Of the service.
        gancho_id: The webhook.
        entidade_id: Whose it is.

    Returns:
        The delivery's id.
    """
    body = {"evento": "teste", "entidade_id": str(entidade_id), "link": settings.address()}
    made = _store(connection, gancho_id, entidade_id, "teste", body, {})
    assert made is not None  # a test is of no run, so that nothing can be in its way
    return made


def deliver(store: Store, entrega_id: UUID) -> str | None:
    """Try once to deliver; where that fails, the next attempt is put into the queue.

    Args:
        store: The installation.
        entrega_id: Which delivery; one that is settled already is left alone.

    Returns:
        Its state afterwards; None where there is no such delivery (any more).
    """
    now = datetime.now(UTC)
    with store.database.begin() as connection:
        row = connection.execute(
            sa.select(entregas, ganchos.c.url, ganchos.c.segredo, ganchos.c.ativo)
            .join(ganchos, ganchos.c.id == entregas.c.gancho_id)
            .where(entregas.c.id == entrega_id)
            .with_for_update(of=entregas)
        ).one_or_none()
        if row is None or row.estado != "pendente":
            return None if row is None else str(row.estado)
        if not row.ativo or row.tentativas >= store.settings.webhook_attempts:
            _settle(connection, entrega_id, "desistida", row.resposta, row.detalhe if row.ativo else _OFF)
            return "desistida"
        connection.execute(
            entregas.update()
            .where(entregas.c.id == entrega_id)
            .values(tentativas=row.tentativas + 1, proxima_em=now + _LEASE)
        )
    status, problem = _send(row, private=store.settings.webhook_private)
    log = _log.bind(entrega_id=str(entrega_id), gancho_id=str(row.gancho_id), tentativa=row.tentativas + 1)
    with store.database.begin() as connection:
        if status == 410:  # the webhook's row before its deliveries', as everybody takes them
            hook = sa.select(ganchos.c.id).where(ganchos.c.id == row.gancho_id)
            connection.execute(hook.with_for_update(key_share=True))
        held = connection.execute(
            sa.select(entregas.c.id)
            .where(entregas.c.id == entrega_id, entregas.c.estado == "pendente")
            .where(entregas.c.tentativas == row.tentativas + 1)
            .with_for_update()
        ).one_or_none()
        if held is None:  # deleted meanwhile, or another attempt has overtaken this one
            log.info("entrega.superada", resposta=status)
            return None
        state = _after(store, connection, row, status, problem)
    log.info("entrega.tentada", estado=state, resposta=status, detalhe=problem)
    return state


def rescue(connection: Connection) -> int:
    """Put deliveries that are due, but have no job (any more), back into the queue.

    Args:
        connection: In a transaction; one caller at a time.

    Returns:
        How many.
    """
    lost = connection.execute(
        sa.text(
            "SELECT id FROM entregas WHERE estado = 'pendente' AND proxima_em < :due AND NOT EXISTS ("
            "SELECT 1 FROM procrastinate_jobs AS jobs WHERE jobs.status IN ('todo', 'doing') "
            "AND jobs.task_name = 'docverify.entregar' AND jobs.args ->> 'entrega_id' = entregas.id::text) LIMIT 500"
        ),
        {"due": datetime.now(UTC) - _LEASE},
    ).scalars()
    count = 0
    for entrega_id in lost.all():
        _enqueue(connection, entrega_id, at=None)
        count += 1
    return count


def sweep(connection: Connection) -> int:
    """Delete deliveries that were settled longer than `KEPT` ago.

    Returns:
        How many.
    """
    old = entregas.delete().where(entregas.c.estado != "pendente", entregas.c.criada_em < datetime.now(UTC) - KEPT)
    return connection.execute(old).rowcount


def signature(secret: str, timestamp: int, body: bytes) -> str:
    """Return the value of ``Docverify-Signature``.

    Args:
        secret: Of the webhook, as it was shown once.
        timestamp: Seconds since 1970, as in ``Docverify-Timestamp``.
        body: The bytes that are sent.
    """
    signed = str(timestamp).encode("ascii") + b"." + body
    return "v1=" + hmac.new(secret.encode("utf-8"), signed, hashlib.sha256).hexdigest()


def wait(attempt: int, chance: float) -> timedelta:
    """Return how long to wait after an attempt that failed: doubled each time, never the same for all.

    Args:
        attempt: Its number, from 1.
        chance: Between 0 and 1.
    """
    doubled: timedelta = _FIRST_WAIT * 2 ** min(attempt - 1, 20)
    return min(doubled, _LONGEST_WAIT) * (0.75 + 0.5 * chance)


def _store(
    connection: Connection,
    gancho_id: UUID,
    entidade_id: UUID,
    evento: Evento,
    body: dict[str, Any],
    rows: dict[str, Any],
) -> UUID | None:
    """Store a delivery and its job; None where that run was told to that webhook already."""
    now = datetime.now(UTC)
    entrega_id = uuid.uuid4()
    full = {"id": str(entrega_id), "quando": now.isoformat(timespec="seconds"), **body}
    made = connection.execute(
        insert(entregas)
        .values(
            id=entrega_id,
            gancho_id=gancho_id,
            entidade_id=entidade_id,
            evento=evento,
            corpo=json.dumps(full, ensure_ascii=False),
            estado="pendente",
            criada_em=now,
            proxima_em=now,
            **rows,
        )
        .on_conflict_do_nothing(index_elements=[entregas.c.gancho_id, entregas.c.rodada_id])
        .returning(entregas.c.id)
    ).scalar_one_or_none()
    if made is None:
        return None
    # first attempts at one receiver go one after the other: a slow one holds up nobody but itself
    defer(connection, "docverify.entregar", {"entrega_id": str(entrega_id)}, lock=f"gancho:{gancho_id}")
    return entrega_id


def _enqueue(connection: Connection, entrega_id: UUID, at: datetime | None) -> None:
    arguments = {"entrega_id": str(entrega_id)}
    defer(connection, "docverify.entregar", arguments, lock=f"entrega:{entrega_id}", at=at)


def _send(row: Any, *, private: bool) -> tuple[int | None, str | None]:
    """Return the status of the answer, or what went wrong instead."""
    body = row.corpo.encode("utf-8")
    timestamp = int(datetime.now(UTC).timestamp())
    headers = [
        ("Content-Type", "application/json"),
        ("User-Agent", f"docverify/{__version__}"),
        ("Docverify-Event", row.evento),
        ("Docverify-Delivery", str(row.id)),
        ("Docverify-Timestamp", str(timestamp)),
        ("Docverify-Signature", signature(row.segredo, timestamp, body)),
    ]
    try:
        status = outbound.post(outbound.parse(row.url), body, headers, private=private)
    except DocverifyError as error:
        return None, error.mensagem
    return status, None if 200 <= status < 300 else f"o servidor respondeu {status}"


def _after(store: Store, connection: Connection, row: Any, status: int | None, problem: str | None) -> str:
    """Write down what came of an attempt; return the state of the delivery."""
    if problem is None:
        _settle(connection, row.id, "entregue", status, None)
        return "entregue"
    attempt = row.tentativas + 1
    if status == 410 or attempt >= store.settings.webhook_attempts:
        _settle(connection, row.id, "desistida", status, problem)
        if status == 410:
            _switch_off(store, connection, row)
        return "desistida"
    # no secret hangs on this chance
    due = datetime.now(UTC) + wait(attempt, random.random())
    connection.execute(
        entregas.update().where(entregas.c.id == row.id).values(resposta=status, detalhe=problem, proxima_em=due)
    )
    _enqueue(connection, row.id, at=due)
    return "pendente"


def _settle(connection: Connection, entrega_id: UUID, state: str, status: int | None, detail: str | None) -> None:
    delivered = datetime.now(UTC) if state == "entregue" else None
    connection.execute(
        entregas.update()
        .where(entregas.c.id == entrega_id)
        .values(estado=state, resposta=status, detalhe=detail, proxima_em=None, entregue_em=delivered)
    )


def _switch_off(store: Store, connection: Connection, row: Any) -> None:
    """Switch off a webhook whose receiver says that it is gone for good."""
    was = connection.execute(
        ganchos.update().where(ganchos.c.id == row.gancho_id, ganchos.c.ativo).values(ativo=False)
    ).rowcount
    connection.execute(
        entregas.update()
        .where(entregas.c.gancho_id == row.gancho_id, entregas.c.estado == "pendente")
        .values(estado="desistida", detalhe=_OFF, proxima_em=None)
    )
    if was:
        store.ledger.append(
            connection,
            system(),
            "gancho.desligar",
            "gancho",
            row.gancho_id,
            entidade_id=row.entidade_id,
            antes={"ativo": True},
            depois={"ativo": False},
            porque="o servidor respondeu 410: não existe mais",
        )
