"""What is going on, in numbers: for the metrics and for whoever asks whether the service is ready.

A handful of aggregate queries; none grows with the number of entities or dossiers that it names.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from docverify.store import jobs

BUCKETS = (1.0, 2.0, 5.0, 10.0, 20.0, 30.0, 60.0, 120.0, 300.0, 600.0, 900.0, 1800.0)
"""Upper bounds of the histograms, in seconds."""
_PATIENCE = "3s"


@dataclass(frozen=True, slots=True)
class Histogram:
    """How long something took.

    Attributes:
        counts: How often up to each of `BUCKETS`, and once more for what took longer; not cumulative.
        total: Of all together, in seconds.
    """

    counts: tuple[int, ...]
    total: float


@dataclass(frozen=True, slots=True)
class Readings:
    """Numbers of one moment.

    Attributes:
        fila: (estado, prioridade) of runs under way -> how many, and the age of the oldest in seconds.
        terminadas: Final state of runs -> how many, and how many attempts they took.
        espera: From being asked for to the first attempt, of runs that ended in a verdict.
        duracao: From the first attempt to the verdict.
        vereditos: resultado -> how many verdicts, of all versions.
        dossies: estado -> how many.
        tarefas: (task, status) -> how many jobs.
        entregas: estado -> how many deliveries of webhooks.
        trabalhadores: Workers that were heard of lately.
        auditoria: Number of the latest entry of the audit chain.
        banco_bytes: Size of the database.
        conexoes: Open connections to it, of all programs.
    """

    fila: dict[tuple[str, str], tuple[int, float]]
    terminadas: dict[str, tuple[int, int]]
    espera: Histogram
    duracao: Histogram
    vereditos: dict[str, int]
    dossies: dict[str, int]
    tarefas: dict[tuple[str, str], int]
    entregas: dict[str, int]
    trabalhadores: int
    auditoria: int
    banco_bytes: int
    conexoes: int


def read(connection: Connection, stalled_s: float) -> Readings:
    """Return the numbers of this moment.

    Args:
        connection: In a transaction of its own, whose statements are given 3 s each from here on.
        stalled_s: Seconds of silence after which a worker counts as gone.
    """
    connection.execute(sa.text(f"SET LOCAL statement_timeout = '{_PATIENCE}'"))
    whole = connection.execute(_WHOLE).one()
    return Readings(
        fila={(r.estado, r.prioridade): (r.n, max(0.0, float(r.idade))) for r in connection.execute(_WAITING)},
        terminadas={r.estado: (r.n, r.tentativas) for r in connection.execute(_ENDED)},
        espera=_histogram(connection, _WAITED),
        duracao=_histogram(connection, _TOOK),
        vereditos=_counted(connection, "SELECT resultado, count(*) FROM vereditos GROUP BY 1"),
        dossies=_counted(connection, "SELECT estado, count(*) FROM dossies GROUP BY 1"),
        tarefas={(r.task_name, r.status): r.n for r in connection.execute(_JOBS)},
        entregas=_counted(connection, "SELECT estado, count(*) FROM entregas GROUP BY 1"),
        trabalhadores=workers(connection, stalled_s),
        auditoria=whole.auditoria,
        banco_bytes=whole.bytes,
        conexoes=whole.conexoes,
    )


def workers(connection: Connection, stalled_s: float) -> int:
    """Return how many workers were heard of lately, on whatever machine.

    Args:
        connection: In a transaction.
        stalled_s: Seconds of silence after which a worker counts as gone.
    """
    heard = sa.text(
        "SELECT count(*) FROM procrastinate_workers WHERE last_heartbeat > now() - make_interval(secs => :stalled)"
    )
    rows = int(connection.execute(heard, {"stalled": stalled_s}).scalar_one())
    # each registers once for each of its queues; one of the two may be a moment ahead
    return -(-rows // jobs.REGISTRATIONS)


def _counted(connection: Connection, query: str) -> dict[str, int]:
    return {str(name): int(count) for name, count in connection.execute(sa.text(query))}


def _histogram(connection: Connection, query: sa.TextClause) -> Histogram:
    counts, total = [0] * (len(BUCKETS) + 1), 0.0
    for row in connection.execute(query, {"bounds": list(BUCKETS)}):
        counts[row.balde] = row.n
        total += float(row.soma)
    return Histogram(tuple(counts), total)


def _between(begun: str, ended: str) -> Any:
    """Return a query of how long verdicts took from one column to another; a bound belongs to the bucket below it."""
    seconds = f"GREATEST(0, EXTRACT(EPOCH FROM {ended} - {begun}))::float8"
    return sa.text(
        f"SELECT width_bucket({seconds} - 1e-6, CAST(:bounds AS float8[])) AS balde, count(*) AS n, "
        f"sum({seconds}) AS soma FROM rodadas WHERE estado = 'concluida' AND {begun} IS NOT NULL "
        f"AND {ended} IS NOT NULL GROUP BY 1"
    )


_WAITED = _between("pedida_em", "iniciada_em")
_TOOK = _between("iniciada_em", "terminada_em")
_WAITING = sa.text(
    "SELECT estado, prioridade, count(*) AS n, EXTRACT(EPOCH FROM now() - min(pedida_em)) AS idade FROM rodadas "
    "WHERE estado IN ('na_fila', 'processando') GROUP BY 1, 2"
)
_ENDED = sa.text(
    "SELECT estado, count(*) AS n, sum(tentativa) AS tentativas FROM rodadas "
    "WHERE estado NOT IN ('na_fila', 'processando') GROUP BY 1"
)
_JOBS = sa.text("SELECT task_name, status::text AS status, count(*) AS n FROM procrastinate_jobs GROUP BY 1, 2")
_WHOLE = sa.text(
    "SELECT COALESCE((SELECT max(numero) FROM auditoria), 0) AS auditoria, "
    "pg_database_size(current_database()) AS bytes, "
    "(SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()) AS conexoes"
)
