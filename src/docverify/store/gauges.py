"""What is going on, in numbers: for the metrics and for whoever asks whether the service is ready.

A handful of aggregate queries; none grows with the number of entities or dossiers that it names.
"""

from __future__ import annotations

from dataclasses import dataclass

import sqlalchemy as sa
from sqlalchemy.engine import Connection

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
    terminadas, espera, duracao = _ended(connection)
    return Readings(
        fila={(r.estado, r.prioridade): (r.n, max(0.0, float(r.idade))) for r in connection.execute(_WAITING)},
        terminadas=terminadas,
        espera=espera,
        duracao=duracao,
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
    return int(
        connection.execute(heard, {"stalled": stalled_s}).scalar_one()
    )  # each registers once, for all its queues


def _counted(connection: Connection, query: str) -> dict[str, int]:
    return {str(name): int(count) for name, count in connection.execute(sa.text(query))}


def _ended(connection: Connection) -> tuple[dict[str, tuple[int, int]], Histogram, Histogram]:
    """Return the final states of runs, and how long those that ended in a verdict waited and took: in one look."""
    states: dict[str, tuple[int, int]] = {}
    waited, took = ([0] * (len(BUCKETS) + 1) for _ in range(2))
    waited_s = took_s = 0.0
    for row in connection.execute(_ENDED, {"bounds": list(BUCKETS)}):
        count, tries = states.get(row.estado, (0, 0))
        states[row.estado] = (count + row.n, tries + row.tentativas)
        if row.estado == "concluida":  # the others need not have begun
            waited[row.esperou] += row.n
            took[row.levou] += row.n
            waited_s += row.esperou_s
            took_s += row.levou_s
    return states, Histogram(tuple(waited), waited_s), Histogram(tuple(took), took_s)


def _bucket(seconds: str) -> str:
    """Return which of `BUCKETS` a time belongs to; a bound belongs to the bucket below it, as Prometheus has it."""
    return f"width_bucket({seconds} - 1e-6, CAST(:bounds AS float8[]))"


_ENDED = sa.text(
    f"SELECT estado, {_bucket('espera')} AS esperou, {_bucket('duracao')} AS levou, count(*) AS n, "
    "sum(tentativa) AS tentativas, sum(espera) AS esperou_s, sum(duracao) AS levou_s FROM ("
    "SELECT estado, tentativa, GREATEST(0, EXTRACT(EPOCH FROM iniciada_em - pedida_em)::float8) AS espera, "
    "GREATEST(0, EXTRACT(EPOCH FROM terminada_em - iniciada_em)::float8) AS duracao "
    "FROM rodadas WHERE estado NOT IN ('na_fila', 'processando')) AS terminadas GROUP BY 1, 2, 3"
)
_WAITING = sa.text(
    "SELECT estado, prioridade, count(*) AS n, EXTRACT(EPOCH FROM now() - min(pedida_em)) AS idade FROM rodadas "
    "WHERE estado IN ('na_fila', 'processando') GROUP BY 1, 2"
)
_JOBS = sa.text("SELECT task_name, status::text AS status, count(*) AS n FROM procrastinate_jobs GROUP BY 1, 2")
_WHOLE = sa.text(
    "SELECT COALESCE((SELECT max(numero) FROM auditoria), 0) AS auditoria, "
    "pg_database_size(current_database()) AS bytes, "
    "(SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()) AS conexoes"
)
