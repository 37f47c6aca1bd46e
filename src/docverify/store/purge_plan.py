"""What a purge is to take away: worked out of a dossier's rows, written down before anything is deleted."""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Any
from uuid import UUID

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from docverify.store.actors import Actor
from docverify.store.listing import files_of, form_purged, get
from docverify.store.opening import Store
from docverify.store.refusals import Conflict
from docverify.store.retention import Guardado, Politica, Situacao, Vencido, due
from docverify.store.scrub import kinds_by_original
from docverify.store.tables import arquivos, dossies, expurgos, rodadas, vereditos
from docverify.values.private import masked

_BATCH = 200
_UNDER_WAY = ("na_fila", "processando")

Row = sa.Row[Any]


@dataclass(frozen=True, slots=True)
class Previsto:
    """What is due of a dossier.

    Attributes:
        dossie_id: Which.
        entidade_id: Whose.
        arquivos: Its originals that go, as the plan tells of them: id, digest, bytes, kinds.
        ficha: The declared data go.
        inteiro: Everything goes.
        regras: What each is due by.
    """

    dossie_id: UUID
    entidade_id: UUID
    arquivos: tuple[Mapping[str, Any], ...]
    ficha: bool
    inteiro: bool
    regras: tuple[Mapping[str, Any], ...]


def overdue(store: Store, policy: Politica, today: date) -> Iterator[Previsto]:
    """Yield what is due on a day, dossier by dossier, oldest first.

    Args:
        store: Of the installation.
        policy: The terms.
        today: In Brasília.
    """
    shortest = min(term.dias for term in policy.prazos.values())
    # a day more than the term: the day is Brasília's, the column's is not
    before = datetime.combine(today, datetime.min.time(), UTC) - timedelta(days=shortest - 1)
    place = sa.tuple_(dossies.c.concluido_em, dossies.c.id)
    query = (
        sa.select(dossies)
        .where(dossies.c.estado.in_(("concluido", "erro")), dossies.c.concluido_em < before)
        .order_by(dossies.c.concluido_em, dossies.c.id)
        .limit(_BATCH)
    )
    last: tuple[datetime, UUID] | None = None
    while True:
        with store.database.begin() as connection:
            rows = connection.execute(query if last is None else query.where(place > sa.tuple_(*last))).all()
            found = [planned for row in rows if (planned := _of_term(connection, row, policy, today)) is not None]
        yield from found
        if len(rows) < _BATCH:
            return
        last = (rows[-1].concluido_em, rows[-1].id)


def begin_by_term(store: Store, actor: Actor, dossie_id: UUID, policy: Politica, today: date) -> UUID | None:
    """Write down what is due of a dossier; from then on nobody is given these originals any more.

    Args:
        store: Of the installation.
        actor: Who purges.
        dossie_id: Which dossier.
        policy: The terms.
        today: In Brasília.

    Returns:
        The purge's id; None where nothing is due (any more).
    """
    with store.database.begin() as connection:
        row = get(connection, actor, dossie_id, lock=True)
        planned = _of_term(connection, row, policy, today)
        return None if planned is None else _begin(connection, store, actor, row, planned, policy.manter, None)


def begin_on_request(store: Store, actor: Actor, dossie_id: UUID, porque: str) -> UUID:
    """Write down that a whole dossier is to go, whatever its terms.

    Args:
        store: Of the installation.
        actor: Who asks.
        dossie_id: Which dossier.
        porque: Why.

    Returns:
        The purge's id.

    Raises:
        NotFound: There is no such dossier within the actor's reach.
        Conflict: It is a draft, purged already, or a run is under way.
    """
    with store.database.begin() as connection:
        row = get(connection, actor, dossie_id, lock=True)
        return _begin(connection, store, actor, row, _of_request(connection, row), frozenset(), porque)


def foresee_request(store: Store, actor: Actor, dossie_id: UUID) -> Previsto:
    """Return what :func:`begin_on_request` would write down.

    Raises:
        NotFound: There is no such dossier within the actor's reach.
        Conflict: It is a draft, purged already, or a run is under way.
    """
    with store.database.begin() as connection:
        return _of_request(connection, get(connection, actor, dossie_id))


def _of_request(connection: Connection, row: Row) -> Previsto:
    if row.estado == "rascunho":
        raise Conflict("nao_enviado", "o dossiê ainda é rascunho; apague-o em vez de expurgar")
    if row.estado == "expurgado":
        raise Conflict("expurgado", "o dossiê já foi expurgado")
    if row.estado in _UNDER_WAY or _under_way(connection, row.id):
        raise Conflict("em_andamento", "uma verificação deste dossiê está em andamento; espere que termine")
    rule = {"prazo": "pedido", "dias": None, "desde": None, "fonte": "LGPD, art. 18"}
    everything = frozenset(f.nome for f in files_of(connection, row.id) if f.expurgado_em is None)
    return _planned(connection, row, Vencido(everything, True, True, (rule,)))


def situation(connection: Connection, row: Row) -> Situacao:
    """Return a dossier as far as its terms go.

    Args:
        connection: In a transaction.
        row: Of ``dossies``.
    """
    files = files_of(connection, row.id)
    kinds = _kinds(connection, row, frozenset(f.nome for f in files))
    return Situacao(
        row.estado,
        row.resultado,
        _under_way(connection, row.id),
        row.concluido_em,
        tuple(Guardado(f.nome, kinds.get(f.nome, frozenset()), f.expurgado_em is not None) for f in files),
        not form_purged(connection, row.id),
    )


def _of_term(connection: Connection, row: Row, policy: Politica, today: date) -> Previsto | None:
    found = due(situation(connection, row), policy, today)
    return None if found is None else _planned(connection, row, found)


def _planned(connection: Connection, row: Row, found: Vencido) -> Previsto:
    files = files_of(connection, row.id)
    kinds = _kinds(connection, row, frozenset(f.nome for f in files))
    told = [
        {
            "id": str(f.id),
            "sha256": f.digest,
            "bytes": f.bytes,
            "midia": f.midia,
            "tipos": sorted(kinds.get(f.nome, ())),
            "recebido_em": f.criado_em.isoformat(),
        }
        for f in files
        if f.nome in found.originais
    ]
    return Previsto(row.id, row.entidade_id, tuple(told), found.ficha, found.inteiro, found.regras)


def _begin(
    connection: Connection,
    store: Store,
    actor: Actor,
    row: Row,
    planned: Previsto,
    keep: frozenset[str],
    porque: str | None,
) -> UUID:
    made, now = uuid.uuid4(), datetime.now(UTC)
    plan = {
        "arquivos": [dict(file) for file in planned.arquivos],
        "regras": [dict(rule) for rule in planned.regras],
        "manter": sorted(keep),
        "resultado": row.resultado,
        "versao": row.versao,
        "norma": row.norma,
        "enviado_em": None if row.enviado_em is None else row.enviado_em.isoformat(),
        "concluido_em": None if row.concluido_em is None else row.concluido_em.isoformat(),
        "conteudo": row.conteudo,
    }
    connection.execute(
        expurgos.insert().values(
            id=made,
            dossie_id=row.id,
            entidade_id=row.entidade_id,
            estado="iniciado",
            inteiro=planned.inteiro,
            ficha=planned.ficha,
            plano=plan,
            por=actor.ator,
            porque=None if porque is None else masked(porque),
            iniciado_em=now,
        )
    )
    ids = [UUID(file["id"]) for file in planned.arquivos]
    if ids:
        connection.execute(arquivos.update().where(arquivos.c.id.in_(ids)).values(expurgado_em=now))
    values: dict[str, Any] = {"atualizado_em": now}
    if ids or planned.ficha:
        values["conteudo"] = None  # the same sent again is a new dossier
    if planned.inteiro:
        values |= {"estado": "expurgado", "expurgado_em": now}
    connection.execute(dossies.update().where(dossies.c.id == row.id).values(**values))
    store.ledger.append(
        connection, actor, "expurgo.iniciar", "dossie", row.id, entidade_id=row.entidade_id,
        antes={"estado": row.estado, "resultado": row.resultado, "versao": row.versao},
        depois={"expurgo": str(made), "inteiro": planned.inteiro, "ficha": planned.ficha} | plan, porque=porque,
    )  # fmt: skip
    return made


def _kinds(connection: Connection, row: Row, names: frozenset[str]) -> dict[str, frozenset[str]]:
    """Return the types of documents on each original by the latest verdict."""
    if not row.versao:
        return {}
    query = sa.select(vereditos.c.relatorio).where(vereditos.c.dossie_id == row.id, vereditos.c.versao == row.versao)
    report = connection.execute(query).scalar_one_or_none()
    return {} if report is None else kinds_by_original(report, names)


def _under_way(connection: Connection, dossie_id: UUID) -> bool:
    query = sa.select(rodadas.c.id).where(rodadas.c.dossie_id == dossie_id, rodadas.c.estado.in_(_UNDER_WAY))
    return connection.execute(query.limit(1)).first() is not None
