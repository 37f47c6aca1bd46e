"""Purging: originals, derived pages, what verdicts say and what machines keep of a dossier go, and that is proved.

A purge is written down before anything is deleted (`docverify.store.purge_plan`); from that moment nobody is given the
originals. Every step may be done again: after a crash between any two of them :func:`execute` ends clean. What stays is
the stub (ids, digests, kinds, sizes, dates, what was decided, the rule that was applied) and the audit chain, which
holds no more than that.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Protocol
from uuid import UUID

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from docverify.errors import EngineError
from docverify.store import purge_rows
from docverify.store.actors import Actor
from docverify.store.contents import deleting, named
from docverify.store.files import original
from docverify.store.listing import files_of, pages_of
from docverify.store.opening import Store
from docverify.store.scrub import owners
from docverify.store.tables import expurgos

_AGAIN = timedelta(days=2)
"""For how long after a purge what a late worker may have written is looked for once more."""

_AT_ONCE = 20
"""Originals deleted in one transaction: uploads wait for it."""

_COMPACTED = ("arquivos", "dossies", "vereditos", "decisoes", "rodadas", "paginas", "entregas")


class PurgeIncompleteError(EngineError):
    """Something that was purged is still there."""


@dataclass(frozen=True, slots=True)
class Trace:
    """By what a dossier's leftovers are found outside of the store.

    Attributes:
        dossie_id: Its id.
        entidade_id: Whose it is.
    """

    dossie_id: UUID
    entidade_id: UUID


class Leftover(Protocol):
    """A place outside of the store that may keep something of a dossier."""

    nome: str

    def forget(self, trace: Trace) -> None:
        """Remove what is kept; nothing there is no error."""

    def held(self, trace: Trace) -> list[str]:
        """Return what is still kept."""


@dataclass(frozen=True, slots=True)
class Feito:
    """A purge that is done.

    Attributes:
        expurgo_id: Its id.
        dossie_id: Of which dossier.
        inteiro: Nothing stays but the stub.
        prova: What was looked at afterwards, and how much there was of it.
    """

    expurgo_id: UUID
    dossie_id: UUID
    inteiro: bool
    prova: dict[str, Any]


def execute(store: Store, actor: Actor, expurgo_id: UUID, leftovers: Sequence[Leftover]) -> Feito:
    """Do a purge that was begun, or the rest of it.

    Args:
        store: Of the installation.
        actor: Who purges.
        expurgo_id: From `docverify.store.purge_plan`.
        leftovers: Where this machine may keep something.

    Raises:
        PurgeIncompleteError: Something is still there; what is done stays done.
        EngineError: The store of files or a leftover's place cannot be reached; again later.
    """
    with store.database.begin() as connection:
        row = connection.execute(sa.select(expurgos).where(expurgos.c.id == expurgo_id)).one()
    trace = _trace(row)
    _step("originais")
    kept = _delete_originals(store, row)
    _step("derivados")
    derived = _delete_derived(store, row)
    _step("sobras")
    for place in leftovers:
        place.forget(trace)
    _step("linhas")
    if row.estado == "iniciado":
        with store.database.begin() as connection:
            purge_rows.scrub(connection, row)
    _step("prova")
    proof = _prove(store, row, trace, leftovers, kept, derived)
    _step("registro")
    with store.database.begin() as connection:
        done = connection.execute(
            expurgos.update()
            .where(expurgos.c.id == expurgo_id, expurgos.c.estado == "apagado")
            .values(estado="concluido", prova=proof, concluido_em=datetime.now(UTC))
        )
        if done.rowcount:
            store.ledger.append(
                connection, actor, "expurgo.concluir", "dossie", row.dossie_id, entidade_id=row.entidade_id,
                depois={"expurgo": str(expurgo_id), "prova": proof},
            )  # fmt: skip
    return Feito(expurgo_id, row.dossie_id, row.inteiro, proof)


def unfinished(store: Store) -> list[UUID]:
    """Return the purges that were begun and not ended, oldest first."""
    query = sa.select(expurgos.c.id).where(expurgos.c.estado != "concluido").order_by(expurgos.c.iniciado_em)
    with store.database.begin() as connection:
        return list(connection.execute(query).scalars())


def look_again(store: Store, leftovers: Sequence[Leftover]) -> int:
    """Delete what a worker that came back late may have written of what was purged lately; return how much.

    Raises:
        EngineError: The store of files or a leftover's place cannot be reached.
    """
    query = sa.select(expurgos).where(
        expurgos.c.estado == "concluido", expurgos.c.concluido_em > datetime.now(UTC) - _AGAIN
    )
    with store.database.begin() as connection:
        rows = connection.execute(query).all()
    found = 0
    for row in rows:
        found += _delete_derived(store, row)
        for place in leftovers:
            found += len(place.held(_trace(row)))
            place.forget(_trace(row))
    return found


def compact(store: Store, *, wait_s: float = 5.0) -> list[str]:
    """Have PostgreSQL write the tables anew, so that its files hold nothing of rows that were changed.

    Each table is locked for the moment that this takes. On the embedded server the write-ahead log follows; on another
    one that is its administrator's. PostgreSQL's statistics never hold such values (see the first migration).

    Args:
        store: Of the installation.
        wait_s: How long to wait for a table that is in use, in seconds.

    Returns:
        The tables that could not be had.
    """
    missed = []
    with store.database.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.execute(sa.text(f"SET lock_timeout = '{int(wait_s * 1000)}ms'"))
        try:
            for table in _COMPACTED:
                if not _vacuumed(connection, f"(FULL, ANALYZE) {table}"):
                    missed.append(table)
            if store.database.embedded is not None:
                for statement in ("CHECKPOINT", "SELECT pg_switch_wal()", "CHECKPOINT"):
                    connection.execute(sa.text(statement))
        finally:
            connection.execute(sa.text("RESET lock_timeout"))
    return missed


def _vacuumed(connection: Connection, what: str) -> bool:
    try:
        connection.execute(sa.text(f"VACUUM {what}"))
    except sa.exc.DBAPIError:
        return False
    return True


def _step(_: str) -> None:
    """Stand between two steps; tests end the process here."""


def _trace(row: sa.Row[Any]) -> Trace:
    return Trace(row.dossie_id, row.entidade_id)


def _digests(row: sa.Row[Any]) -> list[str]:
    return list(dict.fromkeys(file["sha256"] for file in row.plano["arquivos"]))


def _delete_originals(store: Store, row: sa.Row[Any]) -> set[str]:
    """Delete the originals; return those that another dossier of the entity still needs."""
    digests, needed = _digests(row), set[str]()
    for start in range(0, len(digests), _AT_ONCE):
        some = digests[start : start + _AT_ONCE]
        with store.database.begin() as connection:
            deleting(connection)
            there = named(connection, row.entidade_id, some)
            for digest in some:
                if digest not in there:
                    store.files.delete(original(row.entidade_id, digest))
        needed |= there
    return needed


def _delete_derived(store: Store, row: sa.Row[Any]) -> int:
    """Delete the page images, but those of originals that stay; return how many."""
    stray = _stray(store, row)
    for key in stray:
        store.files.delete(key)
    return len(stray)


def _stray(store: Store, row: sa.Row[Any]) -> list[str]:
    """Return the keys of page images that are there and no row of an original that stays names."""
    keys = store.files.keys(f"derivados/{row.entidade_id}/{row.dossie_id}")
    if not keys:
        return []
    staying: set[str] = set()
    if not row.inteiro:
        with store.database.begin() as connection:
            files = files_of(connection, row.dossie_id)
            names = frozenset(f.nome for f in files)
            gone = {f.nome for f in files if f.expurgado_em is not None}
            staying = {p.endereco for p in pages_of(connection, row.dossie_id) if not owners(p.arquivo, names) & gone}
    return [key for key in keys if key not in staying]


def _prove(
    store: Store, row: sa.Row[Any], trace: Trace, leftovers: Sequence[Leftover], kept: set[str], derived: int
) -> dict[str, Any]:
    """Look for everything that was to go.

    Raises:
        PurgeIncompleteError: Something is there.
    """
    there = [f"original {d[:12]}" for d in _digests(row) if d not in kept and _exists(store, row, d)]
    there += [f"imagem {key}" for key in _stray(store, row)]
    for place in leftovers:
        there += [f"{place.nome}: {what}" for what in place.held(trace)]
    with store.database.begin() as connection:
        counted, left = purge_rows.look(connection, row)
    there += left
    if there:
        raise PurgeIncompleteError(
            f"o expurgo do dossiê {row.dossie_id} não terminou, ainda há: {', '.join(there[:5])}; rode docverify purge "
            "de novo"
        )
    return {
        "originais_apagados": len(_digests(row)) - len(kept),
        "originais_de_outro_dossie": len(kept),
        "imagens_apagadas": derived,
        "linhas_conferidas": counted,
        "fora_do_banco": [place.nome for place in leftovers],
        "encontrado": 0,
        "conferido_em": datetime.now(UTC).isoformat(),
    }


def _exists(store: Store, row: sa.Row[Any], digest: str) -> bool:
    """Tell whether an original is there and nobody has sent it again meanwhile."""
    if not store.files.exists(original(row.entidade_id, digest)):
        return False
    with store.database.begin() as connection:
        deleting(connection)
        return digest not in named(connection, row.entidade_id, [digest]) and store.files.exists(
            original(row.entidade_id, digest)
        )
