"""The progress of a dossier as server-sent events, by looking at its row."""

from __future__ import annotations

import json
import time
from collections.abc import AsyncIterator
from typing import Any
from uuid import UUID

import anyio
from fastapi import FastAPI
from sse_starlette.event import ServerSentEvent
from starlette.concurrency import run_in_threadpool

from docverify.store import listing
from docverify.store.actors import Actor
from docverify.store.listing import Row
from docverify.store.opening import Store
from docverify.store.refusals import NotFound
from docverify.values.private import masked
from docverify_api.limits import Gauge
from docverify_api.outages import AWAY

PERIOD_S = 1.0
"""Between two looks at the row."""

HEARTBEAT_S = 10
"""Between comments that keep proxies from taking a quiet stream for a dead one."""

LONGEST_S = 3600.0
"""A stream ends after this; the client opens another and is asked again who it is."""


def gauge_of(app: FastAPI) -> Gauge:
    """Return the number of streams that are open."""
    if not hasattr(app.state, "streams"):
        app.state.streams = Gauge()
    found: Gauge = app.state.streams
    return found


async def events(store: Store, actor: Actor, dossie_id: UUID, gauge: Gauge) -> AsyncIterator[ServerSentEvent]:
    """Yield ``progresso`` whenever it changes, then ``veredito`` or ``erro``, and end.

    A database that is away for a while is waited for.

    Args:
        store: Of the installation.
        actor: Who watches.
        dossie_id: Which dossier.
        gauge: Counts this stream while it is open.
    """
    gauge.value += 1
    ends = time.monotonic() + LONGEST_S
    told: str | None = None
    try:
        while time.monotonic() < ends:
            try:
                row = await run_in_threadpool(_row, store, actor, dossie_id)
            except AWAY:
                await anyio.sleep(PERIOD_S)
                continue
            except NotFound:  # a draft that was dropped
                return
            name, data = _event(row)
            text = json.dumps(data, ensure_ascii=False)
            if text != told:
                yield ServerSentEvent(text, event=name)
                told = text
            if name != "progresso":
                return
            await anyio.sleep(PERIOD_S)
    finally:
        gauge.value -= 1


def _row(store: Store, actor: Actor, dossie_id: UUID) -> Row:
    with store.database.begin() as connection:
        return listing.get(connection, actor, dossie_id)


def _event(row: Row) -> tuple[str, dict[str, Any]]:
    told: dict[str, Any] = {"id": str(row.id), "estado": row.estado}
    if row.estado == "erro":
        return "erro", told | {"codigo": row.erro_codigo, "mensagem": masked(row.erro_mensagem or "")}
    if row.estado == "expurgado" or (row.estado == "concluido" and row.versao):
        verdict = {name: getattr(row, name) for name in ("versao", "norma", "resultado", "efeito")}
        return "veredito", told | verdict | {"relatorio": f"/v1/dossies/{row.id}/relatorio"}
    return "progresso", told | {"progresso": row.progresso}
