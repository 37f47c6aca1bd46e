"""The audit chain, read: pages of it for the API, all of it for exports."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Any
from uuid import UUID

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from docverify.store.actors import Actor
from docverify.store.refusals import Invalid
from docverify.store.tables import auditoria
from docverify.values.brasilia import BRASILIA
from docverify.values.private import masked

MAX_PAGE = 200
_BLOCK = 1_000
_LAST = 2**63 - 1
_IDS = frozenset({"numero", "quando", "usuario_id", "chave_id", "entidade_id", "anterior", "resumo"})
"""Columns that hold no text of a person's making."""


@dataclass(frozen=True, slots=True)
class Filtro:
    """Which entries; None: all.

    Attributes:
        acao: What was done: ``dossie.enviar``; with a final dot all that begins so: ``dossie.``
        alvo_tipo: To what kind of thing.
        alvo_id: To which.
        ator: By whom: login or ``sistema``.
        desde: First day (Brasília).
        ate: Last day.
        entidade_id: Of one entity within reach.
    """

    acao: str | None = None
    alvo_tipo: str | None = None
    alvo_id: str | None = None
    ator: str | None = None
    desde: date | None = None
    ate: date | None = None
    entidade_id: UUID | None = None


def find(
    connection: Connection, actor: Actor, filtro: Filtro, *, limite: int = 50, cursor: str | None = None
) -> tuple[list[dict[str, Any]], str | None]:
    """Return a page of entries, the newest first, CPFs masked.

    Args:
        connection: To the database.
        actor: Who asks; without ``todas_entidades`` the own entity's entries only.
        filtro: Which.
        limite: How many at most, 1 to :data:`MAX_PAGE`.
        cursor: Of the page before, None for the first.

    Returns:
        The entries, and the cursor of the next page, None where this is the last.

    Raises:
        Invalid: The cursor is none of ours.
    """
    query = sa.select(auditoria).where(_reach(actor), *_conditions(filtro))
    if cursor is not None:
        query = query.where(auditoria.c.numero < _opened(cursor))
    rows = connection.execute(query.order_by(auditoria.c.numero.desc()).limit(limite + 1)).mappings().all()
    found = [shown(dict(row)) for row in rows[:limite]]
    return found, f"{found[-1]['numero']:x}" if len(rows) > limite else None


def export(connection: Connection, actor: Actor, filtro: Filtro) -> Iterator[dict[str, Any]]:
    """Yield all entries in their order, CPFs masked, some at a time from the database.

    Args:
        connection: In a transaction, which lasts until the last entry is taken.
        actor: As in :func:`find`.
        filtro: Which.
    """
    query = sa.select(auditoria).where(_reach(actor), *_conditions(filtro)).order_by(auditoria.c.numero)
    for row in connection.execute(query.execution_options(yield_per=_BLOCK)).mappings():
        yield shown(dict(row))


def shown(row: dict[str, Any]) -> dict[str, Any]:
    """Return an entry as it may be shown: entries mask CPFs when they are made, and once more by today's rules."""
    return {name: value if name in _IDS else masked(value) for name, value in row.items()}


def _reach(actor: Actor) -> sa.ColumnElement[bool]:
    if actor.todas_entidades:
        return sa.true()
    return sa.false() if actor.entidade_id is None else auditoria.c.entidade_id == actor.entidade_id


def _conditions(filtro: Filtro) -> Iterator[sa.ColumnElement[bool]]:
    if filtro.acao is not None:
        acao = auditoria.c.acao
        prefix = filtro.acao.endswith(".")
        yield acao.startswith(filtro.acao, autoescape=True) if prefix else acao == filtro.acao
    for column, value in (
        (auditoria.c.alvo_tipo, filtro.alvo_tipo),
        (auditoria.c.alvo_id, filtro.alvo_id),
        (auditoria.c.ator, filtro.ator),
        (auditoria.c.entidade_id, filtro.entidade_id),
    ):
        if value is not None:
            yield column == value
    if filtro.desde is not None:
        yield auditoria.c.quando >= _midnight(filtro.desde)
    if filtro.ate is not None and filtro.ate < date.max:
        yield auditoria.c.quando < _midnight(filtro.ate + timedelta(days=1))


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time(), BRASILIA)


def _opened(cursor: str) -> int:
    try:
        number = int(cursor, 16) if cursor.isascii() and cursor.isalnum() and len(cursor) <= 16 else 0
    except ValueError:
        number = 0
    if not 1 <= number <= _LAST:
        raise Invalid("cursor_invalido", "o cursor não é o de uma página anterior", campo="cursor")
    return number
