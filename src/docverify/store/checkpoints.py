"""Checkpoints of the audit chain, outside the database: number and hash of its last entry, signed.

Whoever truncates the chain or puts an older database in its place leaves a chain that is whole in itself; it no longer
holds what a checkpoint saw. One file a day, replaced while the chain grows and never by an older state, lies under
``auditoria/`` in the store of files. What nobody can tell is a cut since the last checkpoint by somebody who takes away
the checkpoints too: keep copies of that folder elsewhere.
"""

from __future__ import annotations

import contextlib
import hmac
import json
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import sqlalchemy as sa
import structlog

from docverify.store.audit import Ledger
from docverify.store.files import FileStore, MissingFileError
from docverify.store.opening import Store
from docverify.store.tables import auditoria

FOLDER = "auditoria"
ASIDE = f"{FOLDER}/anteriores"
_LOCK = 0x706F6E74
_LOOKED_AT = 2
"""Of the newest checkpoints, before another is written: all of them are read by `docverify.store.audit_check` only."""


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """What the chain ended with once.

    Attributes:
        numero: Of its last entry.
        resumo: That entry's hash.
        quando: When this was seen.
        chave: Fingerprint of the key.
        valido: The signature holds (by our key; by another's nobody here can tell).
        endereco: Its key in the store of files.
    """

    numero: int
    resumo: str
    quando: datetime
    chave: str
    valido: bool
    endereco: str


def checkpoint(store: Store) -> Checkpoint | None:
    """Write down where the chain ends, if it has grown since and still holds what was written down before.

    Call it once in a while on any machine; of several at once one does it.

    Args:
        store: The installation.

    Returns:
        What was written; None where there was nothing to write, or the chain has lost something (logged as an error:
        ``docverify audit verify`` tells what).

    Raises:
        StorageError: The store of files cannot be reached.
    """
    with store.database.begin() as connection:
        if not connection.execute(sa.text("SELECT pg_try_advisory_xact_lock(:lock)"), {"lock": _LOCK}).scalar_one():
            return None
        order = auditoria.c.numero.desc()
        columns = (auditoria.c.numero, auditoria.c.resumo)
        last = connection.execute(sa.select(*columns).order_by(order).limit(1)).one_or_none()
        known = newest(stored(store.files, store.ledger, last=_LOOKED_AT))
        if known is not None:
            held = connection.execute(sa.select(auditoria.c.resumo).where(auditoria.c.numero == known.numero)).scalar()
            if known.chave != store.ledger.fingerprint or not known.valido or held != known.resumo:
                structlog.get_logger().error("auditoria_nao_confere_com_ponto_de_controle", numero=known.numero)
                return None
        if last is None or (known is not None and known.numero == last.numero):
            return None
        made = datetime.now(UTC)
        content: dict[str, Any] = {
            "numero": last.numero,
            "resumo": last.resumo,
            "quando": made.isoformat(),
            "chave": store.ledger.fingerprint,
        }
        signature = store.ledger.sign(_canonical(content))
        key = f"{FOLDER}/{made.date().isoformat()}.json"
        store.files.put_bytes(key, json.dumps({**content, "assinatura": signature}).encode("utf-8"))
        return Checkpoint(last.numero, last.resumo, made, store.ledger.fingerprint, True, key)


def stored(files: FileStore, ledger: Ledger, *, last: int | None = None) -> list[Checkpoint]:
    """Return the checkpoints, oldest first; one that cannot be understood is there too, as not valid.

    Args:
        files: Where they are.
        ledger: Of the installation.
        last: Only so many of the newest; None for all.

    Raises:
        StorageError: The store of files cannot be reached.
    """
    found = []
    keys = [key for key in files.keys(FOLDER) if not key.startswith(f"{ASIDE}/")]
    for key in keys if last is None else keys[-last:]:
        with contextlib.suppress(MissingFileError):  # set aside meanwhile
            found.append(_parse(key, files.read(key), ledger))
    return sorted(found, key=lambda entry: (entry.endereco, entry.numero))


def newest(found: list[Checkpoint]) -> Checkpoint | None:
    """Return the one that saw most of the chain; what does not hold goes first, so that it is not passed over."""
    return max(found, key=lambda entry: (not entry.valido, entry.numero), default=None)


def _parse(key: str, data: bytes, ledger: Ledger) -> Checkpoint:
    try:
        content = json.loads(data)
        signature = str(content.pop("assinatura"))
        made = datetime.fromisoformat(content["quando"])
        numero, resumo, chave = int(content["numero"]), str(content["resumo"]), str(content["chave"])
        valid = hmac.compare_digest(ledger.sign(_canonical(content)), signature) and made.tzinfo is not None
    except (ValueError, KeyError, TypeError, AttributeError):
        return Checkpoint(0, "", datetime.min.replace(tzinfo=UTC), "", False, key)
    return Checkpoint(numero, resumo, made, chave, valid, key)


def _canonical(content: dict[str, Any]) -> bytes:
    return json.dumps(content, sort_keys=True, ensure_ascii=True, separators=(",", ":")).encode("ascii")
