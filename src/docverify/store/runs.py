"""Runs: what was asked for once and ends in one verdict or one error, whatever happens on the way.

A run belongs to one job of the queue at a time (``rodadas.tarefa``): a second job for it does nothing while that one
lives. Whoever begins an attempt raises the run's fence (``rodadas.tentativa``); every later word about the run names
the attempt, and what an attempt says that was overtaken is not heard. States: ``na_fila`` -> ``processando`` ->
``concluida``, ``erro`` or ``cancelada``; the last three are final.
"""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Any, Literal
from uuid import UUID

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from docverify.store import fairness, jobs, webhooks
from docverify.store.actors import Actor, system
from docverify.store.audit import Ledger
from docverify.store.config import ServiceSettings
from docverify.store.contents import Original
from docverify.store.tables import arquivos, dossies, rodadas
from docverify.values.brasilia import today

Etapa = Literal["na_fila", "abrindo", "lendo", "conferindo", "decidindo", "ilustrando", "pronto"]
Ended = Literal["de_novo", "erro"]

_UNDER_WAY = ("na_fila", "processando")
_LONGEST_WAIT_S = 300.0
_DIED_CODE = "falha_do_motor"
_DIED = (
    "o processamento foi interrompido {count} vezes sem chegar ao fim (o processo caiu ou foi morto, talvez por falta "
    "de memória); divida o dossiê em arquivos menores ou peça o reprocessamento"
)


@dataclass(frozen=True, slots=True)
class Attempt:
    """One attempt at a run, with all that it needs.

    Attributes:
        rodada_id: The run.
        tentativa: The fence; from 1.
        numero: Of the run in its dossier; from 1.
        dossie_id: What is verified.
        entidade_id: Whose it is.
        nome: The dossier's name, as the report shows it.
        norma: Asked for, None where the Ficha says.
        data: Reference date asked for.
        hoje: The day of the verification: when it was sent, in Brasília.
        ficha: Bytes of ficha.json.
        arquivos: The originals.
        pedido_id: Of the request that asked for the run.
    """

    rodada_id: UUID
    tentativa: int
    numero: int
    dossie_id: UUID
    entidade_id: UUID
    nome: str
    norma: str | None
    data: date | None
    hoje: date
    ficha: bytes | None
    arquivos: tuple[Original, ...]
    pedido_id: str | None


def request(
    connection: Connection,
    ledger: Ledger,
    actor: Actor,
    dossie_id: UUID,
    *,
    motivo: Literal["envio", "reprocesso"],
    prioridade: str,
    parametros: Mapping[str, Any] | None = None,
) -> UUID:
    """Ask for a run of a dossier and put its job into the queue; whoever calls writes the audit entry.

    Args:
        connection: In the transaction that stores what the run is about.
        ledger: Not written to here.
        actor: Who asks.
        dossie_id: Of the dossier, which the caller holds locked or has just made.
        motivo: Sent for the first time, or asked for again.
        prioridade: ``interativo`` or ``lote``.
        parametros: ``norma`` and ``data`` (ISO) replace those of the dossier; the rest is only kept.

    Returns:
        The run's id.
    """
    kind: fairness.Prioridade = "lote" if prioridade == "lote" else "interativo"
    row = connection.execute(
        sa.select(dossies.c.entidade_id, dossies.c.rodada).where(dossies.c.id == dossie_id).with_for_update()
    ).one()
    rodada_id, now = uuid.uuid4(), datetime.now(UTC)
    turno = fairness.turn(connection, row.entidade_id, kind)
    connection.execute(
        rodadas.insert().values(
            id=rodada_id,
            dossie_id=dossie_id,
            entidade_id=row.entidade_id,
            numero=row.rodada + 1,
            motivo=motivo,
            estado="na_fila",
            prioridade=kind,
            turno=turno,
            tarefa=_deferred(connection, rodada_id, kind, turno),
            pedida_por=actor.usuario_id,
            pedido_id=actor.pedido_id,
            parametros=dict(parametros or {}),
            pedida_em=now,
        )
    )
    _dossier(connection, dossie_id, rodada=row.rodada + 1, estado="na_fila", progresso=steps("na_fila"))
    return rodada_id


def begin(
    connection: Connection, ledger: Ledger, settings: ServiceSettings, rodada_id: UUID, tarefa: int
) -> Attempt | None:
    """Begin an attempt: raises the fence, so that earlier attempts are not heard any more.

    Args:
        connection: In a transaction of its own.
        ledger: Told where the run ends here.
        settings: ``attempts``, and ``stalled_s`` after which another job's worker counts as gone.
        rodada_id: The run.
        tarefa: The job that is being done.

    Returns:
        None where there is nothing to do: the run has ended, is another job's, or ends now, after too many attempts.
    """
    run = connection.execute(sa.select(rodadas).where(rodadas.c.id == rodada_id).with_for_update()).one_or_none()
    if run is None or run.estado not in _UNDER_WAY:
        return None
    if run.tarefa is not None and run.tarefa != tarefa and jobs.alive(connection, run.tarefa, settings.stalled_s):
        return None
    dossier = connection.execute(sa.select(dossies).where(dossies.c.id == run.dossie_id).with_for_update()).one()
    if dossier.estado == "expurgado":
        _run(connection, rodada_id, estado="cancelada", terminada_em=datetime.now(UTC))
        return None
    tried = run.tentativa - run.devolvidas
    if tried >= settings.attempts:
        code, message = run.erro_codigo or _DIED_CODE, run.erro_mensagem or _DIED.format(count=tried)
        _fail_for_good(connection, ledger, settings, run, dossier, code, message)
        return None
    fairness.begun(connection, run.prioridade, run.turno)
    _run(
        connection, rodada_id, estado="processando", tentativa=run.tentativa + 1, tarefa=tarefa,
        iniciada_em=run.iniciada_em or datetime.now(UTC),
    )  # fmt: skip
    _dossier(connection, run.dossie_id, estado="processando", progresso=steps("abrindo"))
    asked = run.parametros
    return Attempt(
        rodada_id,
        run.tentativa + 1,
        run.numero,
        run.dossie_id,
        run.entidade_id,
        dossier.nome,
        asked.get("norma") or dossier.norma_pedida,
        date.fromisoformat(asked["data"]) if asked.get("data") else dossier.data_pedida,
        dossier.hoje or today(),
        dossier.ficha,
        originals(connection, run.dossie_id),
        run.pedido_id or dossier.pedido_id,
    )


def originals(connection: Connection, dossie_id: UUID) -> tuple[Original, ...]:
    """Return the originals of a dossier that are not purged, in their order."""
    rows = connection.execute(
        sa.select(arquivos.c.nome, arquivos.c.digest, arquivos.c.bytes, arquivos.c.midia)
        .where(arquivos.c.dossie_id == dossie_id, arquivos.c.expurgado_em.is_(None))
        .order_by(arquivos.c.ordem, arquivos.c.id)
    )
    return tuple(Original(*row) for row in rows)


def progress(connection: Connection, attempt: Attempt, etapa: Etapa, feito: int = 0, total: int | None = None) -> bool:
    """Say how far an attempt is.

    Args:
        connection: In a transaction.
        attempt: Which.
        etapa: What it does now.
        feito: Pages done.
        total: Pages in all, None where nothing is counted.

    Returns:
        False where the attempt was overtaken or the run has ended: there is no use in going on.
    """
    if not _holds(connection, attempt):
        return False
    return _dossier(connection, attempt.dossie_id, progresso=steps(etapa, feito, total))


def fail(
    connection: Connection,
    ledger: Ledger,
    settings: ServiceSettings,
    attempt: Attempt,
    *,
    codigo: str,
    mensagem: str,
    retry: bool,
) -> Ended | None:
    """Say that an attempt failed: the run waits for the next one, or ends as ``erro``.

    A former verdict stays in force: its dossier is ``concluido`` again, and only the run says ``erro``.

    Args:
        connection: In a transaction of its own.
        ledger: Told where the run ends.
        settings: ``attempts``; ``retry_s``, doubled for each attempt.
        attempt: Which.
        codigo: One of the contract's ``erro.codigo``.
        mensagem: One line in Portuguese.
        retry: Another attempt may go otherwise.

    Returns:
        What became of the run; None where the attempt was overtaken or the run had ended.
    """
    run = _held(connection, attempt)
    if run is None:
        return None
    tried = run.tentativa - run.devolvidas
    if retry and tried < settings.attempts:
        wait = min(settings.retry_s * 2 ** (tried - 1), _LONGEST_WAIT_S)
        _wait(connection, run, wait, erro_codigo=codigo, erro_mensagem=mensagem)
        return "de_novo"
    dossier = connection.execute(sa.select(dossies).where(dossies.c.id == attempt.dossie_id).with_for_update()).one()
    _fail_for_good(connection, ledger, settings, run, dossier, codigo, mensagem)
    return "erro"


def give_back(connection: Connection, settings: ServiceSettings, attempt: Attempt, *, wait: bool) -> bool:
    """Give a run back to the queue through no fault of its own: the worker stops, the disk is full, the scans are away.

    Such attempts are not counted: they go on for as long as it takes.

    Args:
        connection: In a transaction.
        settings: ``retry_s``, doubled for each time that the run was given back, up to five minutes.
        attempt: Which.
        wait: Not at once.

    Returns:
        False where the attempt was overtaken or the run had ended.
    """
    run = _held(connection, attempt)
    if run is None:
        return False
    seconds = min(settings.retry_s * 2 ** min(run.devolvidas, 20), _LONGEST_WAIT_S) if wait else 0.0
    _wait(connection, run, seconds, devolvidas=run.devolvidas + 1)
    return True


def requeue_lost(connection: Connection) -> list[UUID]:
    """Give a new job to each run that waits or is under way and has none (any more).

    Args:
        connection: In a transaction; one caller at a time.

    Returns:
        The runs.
    """
    lost = connection.execute(
        sa.select(rodadas)
        .where(rodadas.c.estado.in_(_UNDER_WAY))
        .where(
            sa.text(
                "NOT EXISTS (SELECT 1 FROM procrastinate_jobs AS jobs "
                "WHERE jobs.id = rodadas.tarefa AND jobs.status IN ('todo', 'doing'))"
            )
        )
        .limit(500)
        .with_for_update(skip_locked=True)
    ).all()
    for run in lost:
        _run(connection, run.id, tarefa=_deferred(connection, run.id, run.prioridade, run.turno))
    return [run.id for run in lost]


def steps(etapa: Etapa, feito: int = 0, total: int | None = None) -> dict[str, Any]:
    """Return ``dossies.progresso``."""
    return {"etapa": etapa, "feito": feito, "total": total}


def _deferred(
    connection: Connection, rodada_id: UUID, kind: fairness.Prioridade, turno: int, at: datetime | None = None
) -> int:
    level = fairness.priority(kind, turno)
    return jobs.defer(connection, "docverify.verificar", {"rodada_id": str(rodada_id)}, priority=level, at=at)


def _holds(connection: Connection, attempt: Attempt) -> bool:
    run = rodadas.c
    found = sa.select(run.id).where(run.id == attempt.rodada_id, run.tentativa == attempt.tentativa)
    return connection.execute(found.where(run.estado == "processando")).scalar_one_or_none() is not None


def _held(connection: Connection, attempt: Attempt) -> sa.Row[Any] | None:
    """Return an attempt's run, locked, if the attempt holds it still."""
    query = sa.select(rodadas).where(rodadas.c.id == attempt.rodada_id).with_for_update()
    run = connection.execute(query).one_or_none()
    if run is None or run.estado != "processando" or run.tentativa != attempt.tentativa:
        return None
    return run


def _wait(connection: Connection, run: sa.Row[Any], seconds: float, **values: Any) -> None:
    # by the database's clock, as the queue sees it: a worker's own may be wrong
    now: datetime = connection.execute(sa.select(sa.func.now())).scalar_one()
    at = now + timedelta(seconds=seconds) if seconds > 0 else None
    job = _deferred(connection, run.id, run.prioridade, run.turno, at)
    _run(connection, run.id, estado="na_fila", tarefa=job, **values)
    _dossier(connection, run.dossie_id, estado="na_fila", progresso=steps("na_fila"))


def _fail_for_good(
    connection: Connection,
    ledger: Ledger,
    settings: ServiceSettings,
    run: sa.Row[Any],
    dossier: sa.Row[Any],
    codigo: str,
    mensagem: str,
) -> None:
    now = datetime.now(UTC)
    _run(connection, run.id, estado="erro", terminada_em=now, erro_codigo=codigo, erro_mensagem=mensagem)
    if dossier.versao:
        _dossier(connection, run.dossie_id, estado="concluido", progresso=steps("pronto"))
    else:
        ended = {"estado": "erro", "erro_codigo": codigo, "erro_mensagem": mensagem, "concluido_em": now}
        _dossier(connection, run.dossie_id, progresso=steps("pronto"), **ended)
    webhooks.announce(connection, settings, run.id, "verificacao.erro")
    ledger.append(
        connection, system(run.pedido_id or dossier.pedido_id), "rodada.falhar", "dossie", run.dossie_id,
        entidade_id=run.entidade_id, depois={"rodada": str(run.id), "tentativas": run.tentativa, "codigo": codigo},
    )  # fmt: skip


def _run(connection: Connection, rodada_id: UUID, **values: Any) -> None:
    connection.execute(rodadas.update().where(rodadas.c.id == rodada_id).values(**values))


def _dossier(connection: Connection, dossie_id: UUID, **values: Any) -> bool:
    """Change a dossier's row, unless it was purged meanwhile; tell whether it was changed."""
    row = dossies.update().where(dossies.c.id == dossie_id, dossies.c.estado != "expurgado")
    return connection.execute(row.values(atualizado_em=datetime.now(UTC), **values)).rowcount == 1
