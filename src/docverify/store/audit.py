"""The audit chain: who did what, when, to what, with what before and after, and why.

Every entry holds the hash of the one before it, keyed with the installation's secret: nobody who can write to the
database, but does not know the secret, can change, insert or take away an entry unseen. A trigger refuses updates and
deletions. CPFs are masked. What an entry tells never includes what a purge has to forget, for nothing can be taken out
of the chain: no text of a document, no name of a file or of a dossier. Ids, hashes, kinds, sizes and dates say enough.
"""

from __future__ import annotations

import hmac
import json
import math
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, Literal
from uuid import UUID

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.engine import Connection

from docverify.store.actors import Actor
from docverify.store.secret import derived
from docverify.store.tables import auditoria, instalacao
from docverify.values.private import masked

GENESIS = "0" * 64
KEY_NAME = "auditoria_chave"
"""Row of `instalacao` with the fingerprint of the key that the chain was begun with."""

_LOCK = 0x61756469
_MAX_INT = 1 << 63
_HASHED = tuple(column.name for column in auditoria.c if column.name != "resumo")

Access = Literal["original.ler", "pagina.ler", "relatorio.ler"]
_EACH: frozenset[Access] = frozenset({"original.ler"})
"""Kinds of access that get an entry each time; of the others one an hour, reader and dossier says enough."""


class Ledger:
    """Appends to the chain.

    Args:
        secret: Of the installation (see :func:`docverify.store.secret.load_secret`).
    """

    def __init__(self, secret: bytes) -> None:
        self._key = derived(secret, "auditoria")
        self.fingerprint = derived(secret, "auditoria, digital da chave").hex()[:16]

    def append(
        self,
        connection: Connection,
        actor: Actor,
        acao: str,
        alvo_tipo: str,
        alvo_id: UUID | str | None,
        *,
        entidade_id: UUID | None,
        antes: Mapping[str, Any] | None = None,
        depois: Mapping[str, Any] | None = None,
        porque: str | None = None,
    ) -> int:
        """Append an entry within the transaction of what it tells; the next writer waits until that ends.

        Args:
            connection: In the transaction.
            actor: Who.
            acao: What, ``tipo.verbo``: ``dossie.enviar``, ``original.ler``.
            alvo_tipo: What it was done to: ``dossie``, ``usuario`` …
            alvo_id: Which.
            entidade_id: Whose it is.
            antes: State before, JSON-able.
            depois: State after, JSON-able.
            porque: Why, as the person gave it.

        Returns:
            The number of the entry.
        """
        lock(connection)
        last = connection.execute(
            sa.select(auditoria.c.numero, auditoria.c.resumo).order_by(auditoria.c.numero.desc()).limit(1)
        ).one_or_none()
        if last is None:
            begun = insert(instalacao).values(chave=KEY_NAME, valor={"digital": self.fingerprint})
            connection.execute(begun.on_conflict_do_nothing())
        entry: dict[str, Any] = {
            "numero": 1 if last is None else last.numero + 1,
            "quando": _now(),
            "usuario_id": actor.usuario_id,
            "chave_id": actor.chave_id,
            "ator": _clean(masked(actor.ator)),
            "papel": actor.papel,
            "entidade_id": entidade_id,
            "acao": acao,
            "alvo_tipo": alvo_tipo,
            "alvo_id": None if alvo_id is None else _clean(masked(str(alvo_id))),
            "antes": _plain(antes),
            "depois": _plain(depois),
            "porque": None if porque is None else _clean(masked(porque)),
            "pedido_id": None if actor.pedido_id is None else _clean(masked(actor.pedido_id)),
            "anterior": GENESIS if last is None else last.resumo,
        }
        row = {**entry, "resumo": self.digest(entry)}
        for name in ("antes", "depois"):
            row[name] = sa.null() if row[name] is None else row[name]
        connection.execute(auditoria.insert().values(**row))
        return int(entry["numero"])

    def digest(self, entry: Mapping[str, Any]) -> str:
        """Return the keyed hash of an entry (all columns but ``resumo``)."""
        return hmac.new(self._key, canonical(entry), "sha256").hexdigest()

    def sign(self, content: bytes) -> str:
        """Return a keyed hash of something else that vouches for the chain; no entry has the same."""
        return hmac.new(self._key, b"ponto de controle\0" + content, "sha256").hexdigest()


def lock(connection: Connection) -> None:
    """Wait until nobody else appends; held to the end of the transaction."""
    connection.execute(sa.text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})


def note_access(
    connection: Connection,
    ledger: Ledger,
    actor: Actor,
    acao: Access,
    dossie_id: UUID,
    *,
    entidade_id: UUID,
    detalhe: Mapping[str, Any] | None = None,
) -> bool:
    """Note that somebody is about to be shown a dossier's papers: call it before the first byte.

    An original gets an entry each time. Of page images (crops too) and reports the first within a clock hour is noted
    for a reader and a dossier: a person who leafs through a hundred pages would bury the rest of the chain.

    Args:
        connection: In a transaction; like :meth:`Ledger.append` it is to be called last.
        ledger: Of the installation.
        actor: Who reads.
        acao: What kind of access.
        dossie_id: Whose papers.
        entidade_id: The dossier's.
        detalhe: Which of them: ids, digests and numbers; no name of a file.

    Returns:
        Whether an entry was made.
    """
    if acao not in _EACH:
        hour = _now().replace(minute=0, second=0, microsecond=0)
        same = sa.select(auditoria.c.numero).where(
            auditoria.c.alvo_tipo == "dossie",
            auditoria.c.alvo_id == str(dossie_id),
            auditoria.c.acao == acao,
            auditoria.c.usuario_id.is_not_distinct_from(actor.usuario_id),
            auditoria.c.chave_id.is_not_distinct_from(actor.chave_id),
            auditoria.c.quando >= hour,
        )
        if connection.execute(same.limit(1)).first() is not None:
            return False
    ledger.append(connection, actor, acao, "dossie", dossie_id, entidade_id=entidade_id, depois=detalhe)
    return True


def _now() -> datetime:
    return datetime.now(UTC)


def canonical(entry: Mapping[str, Any]) -> bytes:
    """Return an entry as bytes that do not depend on where it was read from."""
    values = {name: _text(entry[name]) for name in _HASHED}
    return json.dumps(values, sort_keys=True, ensure_ascii=False, separators=(",", ":")).encode("utf-8")


def _text(value: Any) -> Any:
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat(timespec="microseconds")
    return str(value) if isinstance(value, UUID) else value


def _plain(value: Mapping[str, Any] | None) -> Any:
    """Return JSON that PostgreSQL gives back as it is: no NUL, no NaN, floats as text, CPFs masked."""
    return None if value is None else _json(masked(dict(value)))


def _json(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {_json(str(key)): _json(entry) for key, entry in value.items()}
    if isinstance(value, (list, tuple, set, frozenset)):
        return [_json(entry) for entry in value]
    if isinstance(value, float):
        return repr(value) if math.isfinite(value) else None
    if isinstance(value, bool) or value is None:
        return value
    if isinstance(value, int):
        return value if -_MAX_INT <= value < _MAX_INT else hex(value)
    if isinstance(value, datetime):
        return value.isoformat()
    return _clean(str(value))


def _clean(text: str) -> str:
    """Return text that PostgreSQL takes and gives back as it is: no NUL, no lone surrogate."""
    return text.replace("\0", "\ufffd").encode("utf-8", "replace").decode("utf-8")
