"""What a dossier consists of, as a hash; and when an original that no row names may go.

An original is stored before the row that names it, so that nobody is told of a dossier whose bytes may be lost. Between
the two, a sweep must not take it for rubbish. Whoever writes rows that name originals holds :func:`naming` in that
transaction and sees there that they are still in the store; whoever deletes originals holds :func:`deleting` while it
looks for rows and deletes. The two exclude each other, so that of an upload and a sweep at the same moment either
the sweep sees the row, or the upload sees that its file is gone and stores it again.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any
from uuid import UUID

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from docverify.store.files import FileStore, original
from docverify.store.opening import Store
from docverify.store.tables import arquivos, entidades

_LOCK = 0x6F726967
_BATCH = 200


@dataclass(frozen=True, slots=True)
class Original:
    """A file of a dossier, stored.

    Attributes:
        nome: Safe, see `docverify.store.names`.
        digest: SHA-256, hexadecimal.
        bytes: Length.
        midia: By its content.
    """

    nome: str
    digest: str
    bytes: int
    midia: str


class SweptError(Exception):
    """Originals went between being stored and being named; they must be stored again.

    Attributes:
        digests: Which.
    """

    def __init__(self, digests: Sequence[str]) -> None:
        super().__init__(f"{len(digests)} originals are not in the store")
        self.digests = tuple(digests)


def content_hash(files: Iterable[tuple[str, str]], ficha: bytes | None, norma: str | None, data: date | None) -> str:
    """Return what tells one dossier from another: two of the same hash are the same dossier.

    Args:
        files: Name and digest of each, in any order.
        ficha: Bytes of ficha.json.
        norma: As asked for.
        data: Reference date, as asked for.

    Returns:
        SHA-256, hexadecimal.
    """
    told: dict[str, Any] = {
        "arquivos": sorted(files),
        "ficha": None if ficha is None else hashlib.sha256(ficha).hexdigest(),
        "norma": norma,
        "data": None if data is None else data.isoformat(),
    }
    return hashlib.sha256(json.dumps(told, sort_keys=True, ensure_ascii=True).encode("ascii")).hexdigest()


def naming(connection: Connection, files: FileStore, entidade: UUID, digests: Iterable[str]) -> None:
    """Hold off deletions until the transaction ends, and see that originals are there to be named.

    Args:
        connection: In the transaction that writes the rows.
        files: Where the originals are.
        entidade: Whose they are.
        digests: Of the originals.

    Raises:
        SweptError: Some are not there.
        StorageError: The store cannot be reached.
    """
    connection.execute(sa.text("SELECT pg_advisory_xact_lock_shared(:lock)"), {"lock": _LOCK})
    gone = [digest for digest in dict.fromkeys(digests) if not files.exists(original(entidade, digest))]
    if gone:
        raise SweptError(gone)


def deleting(connection: Connection) -> None:
    """Hold off the naming of originals until the transaction ends: within it, look for rows, then delete."""
    connection.execute(sa.text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})


def named(connection: Connection, entidade: UUID, digests: Sequence[str]) -> set[str]:
    """Return which of some digests a dossier of an entity names and has not purged."""
    query = sa.select(arquivos.c.digest).where(
        arquivos.c.entidade_id == entidade, arquivos.c.digest.in_(digests), arquivos.c.expurgado_em.is_(None)
    )
    return set(connection.execute(query).scalars())


def orphans(store: Store) -> int:
    """Delete the originals that no dossier names: of uploads that came to nothing, and of dropped drafts.

    Safe at any moment and in several processes at once (see above); an upload that loses a file to it stores it again.

    Returns:
        How many were deleted.

    Raises:
        StorageError: The store cannot be reached; what was not deleted is deleted next time.
    """
    deleted = 0
    with store.database.begin() as connection:
        everybody = list(connection.execute(sa.select(entidades.c.id)).scalars())
    for entidade in everybody:
        digests = [key.rsplit("/", 1)[-1] for key in store.files.keys(f"originais/{entidade}")]
        with store.database.begin() as connection:
            candidates = [d for chunk in _chunks(digests) for d in _unnamed(connection, entidade, chunk)]
        for chunk in _chunks(candidates):
            with store.database.begin() as connection:  # short, as uploads wait for it
                deleting(connection)
                for digest in _unnamed(connection, entidade, chunk):
                    store.files.delete(original(entidade, digest))
                    deleted += 1
    return deleted


def _unnamed(connection: Connection, entidade: UUID, digests: Sequence[str]) -> list[str]:
    there = named(connection, entidade, digests)
    return [digest for digest in digests if digest not in there]


def _chunks(digests: Sequence[str]) -> Iterator[Sequence[str]]:
    for start in range(0, len(digests), _BATCH):
        yield digests[start : start + _BATCH]
