"""Dossiers, read: one, the list with its filters and pages, their files, page images and verdicts.

Every query keeps to what is within the actor's reach; what is not there and what belongs to others are told alike.
"""

from __future__ import annotations

import base64
import binascii
import hmac
import json
import re
import uuid
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from uuid import UUID

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from docverify.store.actors import Actor
from docverify.store.jobs import QUEUE
from docverify.store.refusals import Conflict, Gone, Invalid, NotFound
from docverify.store.secret import derived
from docverify.store.tables import arquivos, dossies, expurgos, paginas, rodadas, vereditos
from docverify.values.brasilia import BRASILIA
from docverify.values.text import fold

WAITING = ("na_fila", "processando")
"""States of a dossier with a run under way."""

MAX_PAGE = 200
_MAX_WORDS = 8
_MAC = 16

Row = sa.Row[Any]


@dataclass(frozen=True, slots=True)
class Filtro:
    """Which dossiers to list; None and empty: all.

    Attributes:
        estado: State.
        resultado: Of the verdict in force.
        norma: Of the verdict in force, or asked for where there is none.
        cnpj: Canonical.
        desde: First day (Brasília) on which it was created.
        ate: Last day.
        q: Words that its name, company or CNPJ hold.
        entidade_id: Of one entity within reach.
    """

    estado: str | None = None
    resultado: str | None = None
    norma: str | None = None
    cnpj: str | None = None
    desde: date | None = None
    ate: date | None = None
    q: str | None = None
    entidade_id: UUID | None = None


def find(
    connection: Connection, secret: bytes, actor: Actor, filtro: Filtro, *, limite: int = 50, cursor: str | None = None
) -> tuple[list[Row], str | None]:
    """Return a page of dossiers, the newest first, by one query.

    Args:
        connection: To the database.
        secret: Of the installation; signs cursors.
        actor: Who asks.
        filtro: Which.
        limite: How many at most, 1 to :data:`MAX_PAGE`.
        cursor: Of the page before, None for the first.

    Returns:
        The rows (all columns but ``ficha``), and the cursor of the next page, None where this is the last.

    Raises:
        Invalid: The cursor is none of ours.
    """
    columns = [column for column in dossies.c if column.name != "ficha"]
    query = sa.select(*columns).where(within_reach(actor), *_conditions(filtro))
    if cursor is not None:
        query = query.where(sa.tuple_(dossies.c.criado_em, dossies.c.id) < sa.tuple_(*_opened(secret, cursor)))
    query = query.order_by(dossies.c.criado_em.desc(), dossies.c.id.desc()).limit(limite + 1)
    found = list(connection.execute(query).all())
    if len(found) <= limite:
        return found, None
    last = found[limite - 1]
    return found[:limite], _closed(secret, last.criado_em, last.id)


def search_text(*parts: str | None) -> str:
    """Return what `Filtro.q` is looked for in: name, company, CNPJ, without accents, in lower case."""
    return " ".join(fold(part).lower() for part in parts if part)


def within_reach(actor: Actor) -> sa.ColumnElement[bool]:
    """Return the condition on ``dossies`` that keeps to what an actor may see."""
    if actor.todas_entidades:
        return sa.true()
    if actor.entidade_id is None:
        return sa.false()
    return dossies.c.entidade_id == actor.entidade_id


def position(connection: Connection, dossie_id: UUID) -> int | None:
    """Return how many jobs go before a dossier that waits, plus one; None where it does not wait.

    A guess at best: others may still come in before it by priority.
    """
    own = sa.text(
        "SELECT 1 + (SELECT count(*) FROM procrastinate_jobs o WHERE o.status = 'todo' AND o.queue_name = :queue"
        " AND o.task_name = j.task_name AND (o.priority, -o.id) > (j.priority, -j.id))"
        " FROM procrastinate_jobs j WHERE j.status = 'todo' AND j.queue_name = :queue"
        " AND j.task_name = 'docverify.verificar' AND j.args->>'rodada_id' = ("
        "SELECT r.id::text FROM rodadas r WHERE r.dossie_id = :dossie ORDER BY r.numero DESC LIMIT 1)"
    )
    found = connection.execute(own, {"queue": QUEUE, "dossie": dossie_id}).scalar()
    return None if found is None else int(found)


def last_run(connection: Connection, dossie_id: UUID) -> Row | None:
    """Return the latest run of a dossier."""
    query = sa.select(rodadas).where(rodadas.c.dossie_id == dossie_id).order_by(rodadas.c.numero.desc()).limit(1)
    return connection.execute(query).one_or_none()


def get(connection: Connection, actor: Actor, dossie_id: UUID, *, lock: bool = False) -> Row:
    """Return a dossier's row.

    Args:
        connection: To the database.
        actor: Who asks.
        dossie_id: Which.
        lock: Nobody else changes it until the transaction ends.

    Raises:
        NotFound: There is no such dossier within the actor's reach.
    """
    query = sa.select(dossies).where(dossies.c.id == dossie_id, within_reach(actor))
    found = connection.execute(query.with_for_update() if lock else query).one_or_none()
    if found is None:
        raise NotFound
    return found


def files_of(connection: Connection, dossie_id: UUID) -> list[Row]:
    """Return the files of a dossier, in the order in which they came."""
    query = sa.select(arquivos).where(arquivos.c.dossie_id == dossie_id)
    return list(connection.execute(query.order_by(arquivos.c.ordem)).all())


def form_purged(connection: Connection, dossie_id: UUID) -> bool:
    """Tell whether the declared data of a dossier are purged; one that never had any is told apart by that."""
    gone = sa.select(expurgos.c.id).where(expurgos.c.dossie_id == dossie_id, expurgos.c.ficha)
    return connection.execute(gone.limit(1)).first() is not None


def file_of(connection: Connection, actor: Actor, dossie_id: UUID, arquivo_id: UUID) -> Row:
    """Return a file of a dossier.

    Raises:
        NotFound: There is none within the actor's reach.
        Gone: It is purged.
    """
    get(connection, actor, dossie_id)
    query = sa.select(arquivos).where(arquivos.c.id == arquivo_id, arquivos.c.dossie_id == dossie_id)
    found = connection.execute(query).one_or_none()
    if found is None:
        raise NotFound
    if found.expurgado_em is not None:
        raise Gone("expurgado", "este original foi expurgado no prazo de guarda; fica só o registro")
    return found


def pages_of(connection: Connection, dossie_id: UUID) -> list[Row]:
    """Return the page images of a dossier, in order."""
    query = sa.select(paginas).where(paginas.c.dossie_id == dossie_id)
    return list(connection.execute(query.order_by(paginas.c.ordem)).all())


def versions(connection: Connection, actor: Actor, dossie_id: UUID) -> list[Row]:
    """Return the verdicts of a dossier without their reports, the latest first.

    Raises:
        NotFound: There is no such dossier within the actor's reach.
    """
    get(connection, actor, dossie_id)
    columns = [column for column in vereditos.c if column.name != "relatorio"]
    query = sa.select(*columns).where(vereditos.c.dossie_id == dossie_id).order_by(vereditos.c.versao.desc())
    return list(connection.execute(query).all())


def report_of(connection: Connection, actor: Actor, dossie_id: UUID, versao: int | None = None) -> Row:
    """Return a verdict with its report.

    Args:
        connection: To the database.
        actor: Who asks.
        dossie_id: Of which dossier.
        versao: Which, None: the latest.

    Raises:
        NotFound: There is no such dossier within the actor's reach, or no such version of its verdict.
        Conflict: It has no verdict yet, or ended as an error.
    """
    row = get(connection, actor, dossie_id)
    if row.versao == 0:
        raise no_verdict(row)
    query = sa.select(vereditos).where(vereditos.c.dossie_id == dossie_id)
    query = query.where(vereditos.c.versao == (row.versao if versao is None else versao))
    found = connection.execute(query).one_or_none()
    if found is None:
        raise NotFound(f"este dossiê não tem a versão {versao}; a última é a {row.versao}")
    return found


def no_verdict(row: Row) -> Conflict:
    """Return why a dossier without a verdict has none."""
    if row.estado == "erro":
        return Conflict(row.erro_codigo or "defeito", row.erro_mensagem or "a verificação terminou em erro")
    return Conflict("sem_veredito", f"ainda não há veredito: o dossiê está no estado “{row.estado}”")


def _conditions(filtro: Filtro) -> list[sa.ColumnElement[bool]]:
    found: list[sa.ColumnElement[bool]] = []
    if any("\0" in text for text in (filtro.norma, filtro.cnpj, filtro.q) if text):
        raise Invalid("dados_invalidos", "os filtros não podem ter o caractere NUL")
    for name in ("estado", "resultado", "cnpj", "entidade_id"):
        value = getattr(filtro, name)
        if value is not None:
            found.append(dossies.c[name] == value)
    if filtro.norma is not None:
        found.append(sa.func.coalesce(dossies.c.norma, dossies.c.norma_pedida) == filtro.norma)
    if filtro.desde is not None:
        found.append(dossies.c.criado_em >= _midnight(filtro.desde))
    if filtro.ate is not None and filtro.ate < date.max:
        found.append(dossies.c.criado_em < _midnight(filtro.ate + timedelta(days=1)))
    found.extend(_word(word) for word in search_text(filtro.q).split()[:_MAX_WORDS])
    return found


def _word(word: str) -> sa.ColumnElement[bool]:
    whole = dossies.c.busca.contains(word, autoescape=True)
    bare = re.sub(r"[./-]", "", word)
    if bare == word or not re.search(r"[0-9]", bare):
        return whole
    return sa.or_(whole, dossies.c.busca.contains(bare, autoescape=True))  # a CNPJ with its points


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time(), BRASILIA).astimezone(UTC)


def _closed(secret: bytes, moment: datetime, dossie_id: UUID) -> str:
    told = json.dumps([moment.astimezone(UTC).isoformat(), str(dossie_id)]).encode("ascii")
    return base64.urlsafe_b64encode(_seal(secret, told) + told).rstrip(b"=").decode("ascii")


def _opened(secret: bytes, cursor: str) -> tuple[datetime, UUID]:
    try:
        raw = base64.b64decode(cursor.encode("ascii") + b"=" * (-len(cursor) % 4), b"-_", validate=True)
        told = raw[_MAC:]
        if not hmac.compare_digest(raw[:_MAC], _seal(secret, told)):
            raise ValueError
        moment, dossie_id = json.loads(told)
        return datetime.fromisoformat(moment), uuid.UUID(dossie_id)
    except (ValueError, binascii.Error) as error:
        raise Invalid(
            "cursor_invalido", "o cursor não é desta lista; comece de novo sem ele", campo="cursor"
        ) from error


def _seal(secret: bytes, told: bytes) -> bytes:
    return hmac.digest(derived(secret, "cursor"), told, "sha256")[:_MAC]
