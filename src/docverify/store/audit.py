"""The audit chain: who did what, when, to what, with what before and after, and why.

Every entry holds the hash of the one before it, keyed with the installation's secret: nobody who can write to the
database, but does not know the secret, can change, insert or take away an entry unseen. A trigger refuses updates and
deletions. What an entry tells never includes the text of a document; CPFs are masked.
"""

from __future__ import annotations

import hmac
import json
import math
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from docverify.store.actors import Actor
from docverify.store.secret import derived
from docverify.store.tables import auditoria
from docverify.values.private import masked

GENESIS = "0" * 64
_LOCK = 0x61756469


class Ledger:
    """Appends to the chain.

    Args:
        secret: Of the installation (see :func:`docverify.store.secret.load_secret`).
    """

    def __init__(self, secret: bytes) -> None:
        self._key = derived(secret, "auditoria")

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
        connection.execute(sa.text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
        last = connection.execute(
            sa.select(auditoria.c.numero, auditoria.c.resumo).order_by(auditoria.c.numero.desc()).limit(1)
        ).one_or_none()
        entry: dict[str, Any] = {
            "numero": 1 if last is None else last.numero + 1,
            "quando": datetime.now(UTC),
            "usuario_id": actor.usuario_id,
            "chave_id": actor.chave_id,
            "ator": masked(actor.ator),
            "papel": actor.papel,
            "entidade_id": entidade_id,
            "acao": acao,
            "alvo_tipo": alvo_tipo,
            "alvo_id": None if alvo_id is None else str(alvo_id),
            "antes": _plain(antes),
            "depois": _plain(depois),
            "porque": None if porque is None else masked(porque),
            "pedido_id": actor.pedido_id,
            "anterior": GENESIS if last is None else last.resumo,
        }
        connection.execute(auditoria.insert().values(**entry, resumo=self.digest(entry)))
        return int(entry["numero"])

    def digest(self, entry: Mapping[str, Any]) -> str:
        """Return the keyed hash of an entry (all columns but ``resumo``)."""
        return hmac.new(self._key, canonical(entry), "sha256").hexdigest()


def canonical(entry: Mapping[str, Any]) -> bytes:
    """Return an entry as bytes that do not depend on where it was read from."""
    columns = [c.name for c in auditoria.c if c.name != "resumo"]
    values = {name: _text(entry[name]) for name in columns}
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
    if isinstance(value, bool) or value is None or isinstance(value, int):
        return value
    return str(value).replace("\0", "\ufffd").encode("utf-8", "replace").decode("utf-8")
