"""The fair queue: entities take turns, whoever waits for an answer goes first, and a batch never starves.

*Between entities*: start-time fair queueing. Each kind of run (``interativo``, ``lote``) has a clock, the turn of the
latest run of that kind that was begun. A new run's turn is one after the clock or after its own entity's last waiting
run, whichever is later: the first run of an entity comes next even where another has a thousand waiting, and nobody
pays today for having been busy yesterday.

*Between kinds*: interactive runs go first; but once `BATCH_EVERY` of them have gone before a waiting batch run, that
one goes next. A batch therefore has at least one in nine of all beginnings, however many people wait.

Both are written into the job's priority, a 32-bit number by which Procrastinate sorts.
"""

from __future__ import annotations

from typing import Literal
from uuid import UUID

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.engine import Connection

from docverify.store.tables import relogio, rodadas

Prioridade = Literal["interativo", "lote"]

BATCH_EVERY = 8
"""Interactive runs that may go before a waiting batch run."""

NEXT = 2_000_000_000
"""Priority of a batch run whose time has come."""
URGENT = 1_500_000_000
"""Priority of work that somebody watches: page images that are missing."""
_BASES = {"interativo": 1_000_000_000, "lote": 0}
_LAST_TURN = 999_999_999


def turn(connection: Connection, entidade_id: UUID, prioridade: Prioridade) -> int:
    """Return the turn of an entity's next run.

    Two that ask at the same moment may be told the same: the queue then takes them in the order of their jobs.

    Args:
        connection: In the transaction that stores the run.
        entidade_id: Whose.
        prioridade: Of which kind.
    """
    clock = sa.select(relogio.c.turno).where(relogio.c.prioridade == prioridade).scalar_subquery()
    own = (
        sa.select(sa.func.max(rodadas.c.turno))
        .where(rodadas.c.entidade_id == entidade_id, rodadas.c.prioridade == prioridade)
        .where(rodadas.c.estado == "na_fila")
        .scalar_subquery()
    )
    # GREATEST leaves out what is NULL
    return int(connection.execute(sa.select(sa.func.coalesce(sa.func.greatest(clock, own), 0) + 1)).scalar_one())


def priority(prioridade: Prioridade, turno: int) -> int:
    """Return the priority of the job of a run."""
    return _BASES[prioridade] - min(turno, _LAST_TURN)


def begun(connection: Connection, prioridade: Prioridade, turno: int) -> None:
    """Note that a run was begun: its clock goes on, and a batch run that was passed too often goes next.

    Args:
        connection: In the transaction that begins it.
        prioridade: Of which kind it is.
        turno: Its turn.
    """
    started = insert(relogio).values(prioridade=prioridade, turno=turno, passados=0)
    forward = {"turno": sa.func.greatest(relogio.c.turno, turno), "passados": 0}
    connection.execute(started.on_conflict_do_update(index_elements=[relogio.c.prioridade], set_=forward))
    if prioridade == "lote":
        return
    waiting = connection.execute(_FIRST_OF_BATCH).scalar_one_or_none()
    if waiting is None:
        return
    passed = insert(relogio).values(prioridade="lote", turno=0, passados=1)
    counted = passed.on_conflict_do_update(
        index_elements=[relogio.c.prioridade], set_={"passados": relogio.c.passados + 1}
    )
    if connection.execute(counted.returning(relogio.c.passados)).scalar_one() >= BATCH_EVERY:
        connection.execute(_GOES_NEXT, {"id": waiting, "priority": NEXT})


_FIRST_OF_BATCH = sa.text(
    "SELECT id FROM procrastinate_jobs WHERE status = 'todo' AND priority <= 0 AND task_name = 'docverify.verificar' "
    "AND (scheduled_at IS NULL OR scheduled_at <= now()) ORDER BY priority DESC, id LIMIT 1 FOR UPDATE SKIP LOCKED"
)
_GOES_NEXT = sa.text("UPDATE procrastinate_jobs SET priority = :priority WHERE id = :id AND status = 'todo'")
