"""What a machine keeps of a dossier outside of the store: its pages in the cache, their looks in the registry.

`docverify.store.purge` asks to have it forgotten; every worker, too, looks now and then for what its own machine still
holds of dossiers that were purged from another one.
"""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from uuid import UUID

import sqlalchemy as sa

from docverify import cache_owners
from docverify.errors import EngineError
from docverify.settings import Settings
from docverify.store.config import ServiceSettings
from docverify.store.opening import Store
from docverify.store.purge import Leftover, Trace
from docverify.store.tables import arquivos, dossies, entidades

_WAIT_S = 30.0


class PageCacheLeftover:
    """Pages that were read, and what was found on them.

    Args:
        top: The cache's folder.
    """

    nome = "cache de páginas"

    def __init__(self, top: Path) -> None:
        self._top = top

    def forget(self, trace: Trace) -> None:
        """Remove every entry that the dossier has made or used.

        Raises:
            EngineError: Something cannot be removed.
        """
        try:
            cache_owners.forget(self._top, _owner(trace))
        except OSError as error:
            raise EngineError(f"não consigo apagar do cache de páginas ({error.strerror}): {self._top}") from error

    def held(self, trace: Trace) -> list[str]:
        """Return what is left."""
        return [path.name for path in cache_owners.held(self._top, _owner(trace))]


class RegistryLeftover:
    """Looks of pages, of ``DOCVERIFY_DIGITAIS``: kept by the dossier's id, in a file for each entity.

    Args:
        path: As the setting names it.
    """

    nome = "registro de páginas apresentadas"

    def __init__(self, path: Path) -> None:
        self._path = path.expanduser()

    def forget(self, trace: Trace) -> None:
        """Remove the pages that the dossier presented, so that the file holds none of their bytes.

        Raises:
            EngineError: The file cannot be used.
        """
        self._rows(trace, remove=True)

    def held(self, trace: Trace) -> list[str]:
        """Return what is left.

        Raises:
            EngineError: The file cannot be used.
        """
        return [f"página {number}" for number in self._rows(trace, remove=False)]

    def dossiers(self, entidade_id: UUID) -> set[UUID]:
        """Return the dossiers of an entity that have pages here.

        Raises:
            EngineError: The file cannot be used.
        """
        with _registry(self._at(entidade_id)) as connection:
            found = [] if connection is None else connection.execute("SELECT DISTINCT dossie FROM pagina").fetchall()
        return {UUID(name) for (name,) in found}

    def _rows(self, trace: Trace, *, remove: bool) -> list[int]:
        with _registry(self._at(trace.entidade_id)) as connection:
            if connection is None:
                return []
            named = (str(trace.dossie_id),)
            found = connection.execute("SELECT id FROM pagina WHERE dossie = ?", named).fetchall()
            if remove:
                connection.executemany("DELETE FROM pagina WHERE id = ?", found)
            return [number for (number,) in found]

    def _at(self, entidade_id: UUID) -> Path:
        return cache_owners.apart(self._path, str(entidade_id))


@contextlib.contextmanager
def _registry(path: Path) -> Iterator[sqlite3.Connection | None]:
    """A transaction in a registry of which no byte stays of what is deleted; None where there is none."""
    if not path.exists():
        yield None
        return
    try:
        with contextlib.closing(sqlite3.connect(path, timeout=_WAIT_S)) as connection, connection:
            connection.execute("PRAGMA foreign_keys = ON")
            connection.execute("PRAGMA secure_delete = ON")
            yield connection
    except sqlite3.Error as error:
        raise EngineError(f"o registro de DOCVERIFY_DIGITAIS não pôde ser usado ({error})") from error


def of_machine(settings: Settings, service: ServiceSettings) -> tuple[Leftover, ...]:
    """Return where this machine may keep something of a dossier.

    Args:
        settings: Of verification.
        service: Of the service.
    """
    found: list[Leftover] = [PageCacheLeftover(cache_folder(settings, service))]
    if settings.digitais is not None:
        found.append(RegistryLeftover(settings.digitais))
    return tuple(found)


def cache_folder(settings: Settings, service: ServiceSettings) -> Path:
    """Return the folder of the workers' page cache: under home, unless another one is asked for."""
    return settings.cache if "cache" in settings.model_fields_set else service.home / "cache"


def sweep(store: Store, top: Path) -> int:
    """Forget what this machine's cache holds of dossiers that are gone, or of which something was purged since.

    Args:
        store: The installation.
        top: The cache's folder.

    Returns:
        Of how many dossiers something was forgotten.

    Raises:
        OSError: Something cannot be removed.
    """
    there: dict[UUID, cache_owners.Owner] = {}
    for owner in cache_owners.owners(top):
        try:
            there[UUID(owner.dossie)] = owner
        except ValueError:
            continue
    gone = 0
    for dossie_id in _purged(store, there, top):
        cache_owners.forget(top, there[dossie_id])
        gone += 1
    return gone


def sweep_registry(store: Store, path: Path) -> int:
    """Forget what this machine's registry of pages holds of dossiers that are gone, or of which something was purged.

    Args:
        store: The installation.
        path: As ``DOCVERIFY_DIGITAIS`` names it.

    Returns:
        Of how many dossiers something was forgotten.

    Raises:
        EngineError: The registry cannot be used.
    """
    place, gone = RegistryLeftover(path), 0
    with store.database.begin() as connection:
        houses = list(connection.execute(sa.select(entidades.c.id)).scalars())
    for house in houses:
        there = place.dossiers(house)
        if not there:
            continue
        with store.database.begin() as connection:
            purged = sa.select(arquivos.c.dossie_id).where(arquivos.c.expurgado_em.is_not(None))
            kept = sa.select(dossies.c.id).where(
                dossies.c.id.in_(there), dossies.c.estado != "expurgado", dossies.c.id.not_in(purged)
            )
            staying = set(connection.execute(kept).scalars())
        for dossie_id in there - staying:
            place.forget(Trace(dossie_id, house))
            gone += 1
    return gone


def _purged(store: Store, there: dict[UUID, cache_owners.Owner], top: Path) -> Iterable[UUID]:
    if not there:
        return []
    with store.database.begin() as connection:
        kept = set(
            connection.execute(
                sa.select(dossies.c.id).where(dossies.c.id.in_(there), dossies.c.estado != "expurgado")
            ).scalars()
        )
        when = connection.execute(
            sa.select(arquivos.c.dossie_id, sa.func.max(arquivos.c.expurgado_em))
            .where(arquivos.c.dossie_id.in_(there), arquivos.c.expurgado_em.is_not(None))
            .group_by(arquivos.c.dossie_id)
        ).all()
    since = {row.dossie_id: row[1] for row in when if row[1] > _written(top, there[row.dossie_id])}
    return [dossie_id for dossie_id in there if dossie_id not in kept or dossie_id in since]


def _written(top: Path, owner: cache_owners.Owner) -> datetime:
    """Return when a dossier last made or used an entry."""
    try:
        return datetime.fromtimestamp(cache_owners.journal(top, owner).stat().st_mtime, UTC)
    except OSError:
        return datetime.max.replace(tzinfo=UTC)


def _owner(trace: Trace) -> cache_owners.Owner:
    return cache_owners.Owner(str(trace.entidade_id), str(trace.dossie_id))
