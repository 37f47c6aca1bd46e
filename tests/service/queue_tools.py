"""What the tests of the queue share: an entity with dossiers, workers in processes, and waiting for what they do."""

from __future__ import annotations

import contextlib
import io
import json
import os
import subprocess
import sys
import time
import uuid
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any
from uuid import UUID

import sqlalchemy as sa

from docverify.store import runs
from docverify.store.actors import Actor
from docverify.store.config import ServiceSettings
from docverify.store.opening import Store
from docverify.store.tables import arquivos, dossies, entidades, rodadas, usuarios, vereditos

ROOT = Path(__file__).parents[2]


def someone(store: Store, name: str = "Entidade") -> Actor:
    """Return a clerk of a new entity."""
    entidade, usuario, now = uuid.uuid4(), uuid.uuid4(), datetime.now(UTC)
    with store.database.begin() as c:
        c.execute(entidades.insert().values(id=entidade, nome=f"{name} {entidade}", criada_em=now))
        c.execute(
            usuarios.insert().values(
                id=usuario, entidade_id=entidade, nome="Ana", login=f"{usuario}@x.br", papel="entidade", criado_em=now
            )
        )
    return Actor("ana", usuario, "entidade", entidade, pedido_id="pedido-1")


def send(
    store: Store,
    actor: Actor,
    ficha: Mapping[str, Any] | None = None,
    files: Mapping[str, bytes] | None = None,
    *,
    prioridade: str = "interativo",
    connection: sa.Connection | None = None,
) -> tuple[UUID, UUID]:
    """Store a dossier and ask for its run, in a transaction that is open or in one of its own; return both ids."""
    assert actor.entidade_id is not None
    dossie, now = uuid.uuid4(), datetime.now(UTC)
    stored = [(name, *store.files.put(actor.entidade_id, io.BytesIO(data))) for name, data in (files or {}).items()]
    with store.database.begin() if connection is None else contextlib.nullcontext(connection) as c:
        c.execute(
            dossies.insert().values(
                id=dossie,
                entidade_id=actor.entidade_id,
                nome="Dossiê do João",
                estado="na_fila",
                conteudo=uuid.uuid4().hex,
                ficha=None if ficha is None else json.dumps(ficha).encode(),
                prioridade=prioridade,
                hoje=date(2026, 11, 30),
                criado_por=actor.usuario_id,
                pedido_id=actor.pedido_id,
                criado_em=now,
                enviado_em=now,
                atualizado_em=now,
            )
        )
        for ordem, (name, digest, length) in enumerate(stored):
            c.execute(
                arquivos.insert().values(
                    id=uuid.uuid4(),
                    dossie_id=dossie,
                    entidade_id=actor.entidade_id,
                    ordem=ordem,
                    nome=name,
                    digest=digest,
                    bytes=length,
                    midia="application/zip" if name.endswith(".zip") else "application/pdf",
                    criado_em=now,
                )
            )
        run = runs.request(c, store.ledger, actor, dossie, motivo="envio", prioridade=prioridade)
    return dossie, run


def again(store: Store, actor: Actor, dossie: UUID) -> UUID:
    """Ask for another run."""
    with store.database.begin() as c:
        return runs.request(c, store.ledger, actor, dossie, motivo="reprocesso", prioridade="interativo")


def run_row(store: Store, run: UUID) -> sa.Row[Any]:
    """Return a run."""
    with store.database.begin() as c:
        return c.execute(sa.select(rodadas).where(rodadas.c.id == run)).one()


def dossier_row(store: Store, dossie: UUID) -> sa.Row[Any]:
    """Return a dossier."""
    with store.database.begin() as c:
        return c.execute(sa.select(dossies).where(dossies.c.id == dossie)).one()


def verdicts_of(store: Store, dossie: UUID) -> list[sa.Row[Any]]:
    """Return the verdicts of a dossier, oldest first."""
    query = sa.select(vereditos).where(vereditos.c.dossie_id == dossie).order_by(vereditos.c.versao)
    with store.database.begin() as c:
        return list(c.execute(query))


def jobs(store: Store) -> list[sa.Row[Any]]:
    """Return what is in the queue."""
    with store.database.begin() as c:
        return list(c.execute(sa.text("SELECT * FROM procrastinate_jobs ORDER BY id")))


def environment(settings: ServiceSettings, **more: str) -> dict[str, str]:
    """Return the environment of a worker of an installation."""
    assert settings.database_url is not None and settings.secret is not None
    told = {
        "HOME": str(settings.home),
        "DATABASE_URL": settings.database_url.get_secret_value(),
        "SECRET": settings.secret.get_secret_value(),
        "HEARTBEAT_S": str(settings.heartbeat_s),
        "STALLED_S": str(settings.stalled_s),
        "WATCH_S": str(settings.watch_s),
        "RETRY_S": str(settings.retry_s),
        "ATTEMPTS": str(settings.attempts),
    }
    return os.environ | {f"DOCVERIFY_{name}": value for name, value in told.items()} | more


@contextlib.contextmanager
def worker(settings: ServiceSettings, stage: str = "", **more: str) -> Iterator[subprocess.Popen[bytes]]:
    """Run a worker for the time of a block."""
    command = [sys.executable, "-m", "tests.service.queue_worker", *([stage] if stage else [])]
    process = subprocess.Popen(command, cwd=ROOT, env=environment(settings, **more))
    try:
        yield process
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        process.wait()


def until(told: Callable[[], Any], seconds: float = 90.0) -> Any:
    """Wait until something is so, and return it."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        found = told()
        if found:
            return found
        time.sleep(0.1)
    raise AssertionError(f"not within {seconds} s")


def over(store: Store, run: UUID) -> bool:
    """Tell whether a run has ended."""
    return run_row(store, run).estado in ("concluida", "erro", "cancelada")
