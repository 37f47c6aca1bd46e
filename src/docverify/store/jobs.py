"""Putting a job into the queue within a transaction: what is stored is in the queue, and what is not is not.

Procrastinate's own way to defer opens a connection of its own; its SQL function is called here on ours.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any, Literal

import sqlalchemy as sa
from sqlalchemy.engine import Connection

Task = Literal["docverify.verificar", "docverify.ilustrar", "docverify.entregar"]
QUEUE = "docverify"
"""Of what reads pages; a worker does as many of these at a time as it has children."""
DELIVERIES = "docverify-entregas"
"""Of what only waits for others' servers: no verdict waits behind a webhook."""
_QUEUES: dict[Task, str] = {
    "docverify.verificar": QUEUE,
    "docverify.ilustrar": QUEUE,
    "docverify.entregar": DELIVERIES,
}


def defer(
    connection: Connection,
    task: Task,
    arguments: Mapping[str, Any],
    *,
    priority: int = 0,
    lock: str | None = None,
    queueing_lock: str | None = None,
    at: datetime | None = None,
) -> int:
    """Put a job into the queue.

    Args:
        connection: In the transaction that stores what the job is about.
        task: Which task.
        arguments: JSON-able.
        priority: Higher goes first.
        lock: Jobs of the same lock run one after the other.
        queueing_lock: Of the same one, only one waits.
        at: Not before.

    Returns:
        The job's id.
    """
    statement = sa.text(
        "SELECT unnest(procrastinate_defer_jobs_v1(ARRAY[ROW(:queue, :task, :priority, :lock, :queueing_lock, "
        "CAST(:args AS jsonb), :at)::procrastinate_job_to_defer_v1]))"
    )
    found = connection.execute(
        statement,
        {
            "queue": _QUEUES[task],
            "task": task,
            "priority": priority,
            "lock": lock,
            "queueing_lock": queueing_lock,
            "args": json.dumps(dict(arguments)),
            "at": at,
        },
    ).scalar_one()
    return int(found)


def alive(connection: Connection, job: int, stalled_s: float) -> bool:
    """Tell whether a job waits, or is being done by a worker that was heard of lately.

    Args:
        connection: In a transaction.
        job: Its id.
        stalled_s: Seconds of silence after which a worker counts as gone.
    """
    statement = sa.text(
        "SELECT 1 FROM procrastinate_jobs AS jobs LEFT JOIN procrastinate_workers AS workers "
        "ON workers.id = jobs.worker_id WHERE jobs.id = :job AND (jobs.status = 'todo' OR (jobs.status = 'doing' "
        "AND workers.last_heartbeat > now() - make_interval(secs => :stalled)))"
    )
    return connection.execute(statement, {"job": job, "stalled": stalled_s}).scalar_one_or_none() is not None
