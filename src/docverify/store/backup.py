"""A copy of an installation in a folder: a dump of the database, every original that the dump names, a manifest.

The dump, the counts and the list of originals come from one snapshot; the service may go on meanwhile. The folder holds
one generation: what was copied before and is still named stays, what is named no more (purged, for instance) goes. The
manifest is written last; until then it is the one of the last copy that was whole.
"""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import json
import os
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from uuid import UUID

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from docverify import __version__
from docverify.errors import BadInputError, EngineError
from docverify.store import migrate, pgtools
from docverify.store.actors import system
from docverify.store.audit import Ledger
from docverify.store.checkpoints import FOLDER as CHECKPOINTS
from docverify.store.cluster import Cluster
from docverify.store.config import ServiceSettings
from docverify.store.database import Database
from docverify.store.embedded import FOLDER as DATA
from docverify.store.files import FileStore, MissingFileError, original
from docverify.store.opening import Store, open_store
from docverify.store.secret import FILE as SECRET
from docverify.store.tables import arquivos

FORMAT = 1
MANIFEST = "manifesto.json"
FILES = "arquivos"
_TURN = ".vez"
_OURS = (MANIFEST, FILES, SECRET, _TURN)


class BackupError(EngineError):
    """The copy could not be made or is not whole."""


class BackupFolderError(BadInputError):
    """The folder cannot be used for a copy."""


class NoInstallationError(BadInputError):
    """There is no installation where the settings say."""


@dataclass(frozen=True, slots=True)
class Named:
    """An original that the database names.

    Attributes:
        entidade: Whose it is.
        digest: SHA-256, hexadecimal.
    """

    entidade: str
    digest: str

    @property
    def key(self) -> str:
        """Its key in a store of files."""
        return original(UUID(self.entidade), self.digest)


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a copy holds.

    Attributes:
        formato: Of the copy.
        docverify: Version that made it.
        feita_em: When, ISO 8601.
        revisao: Of the tables.
        segredo: Fingerprint of the installation's secret.
        banco: Name of the dump.
        banco_sha256: Its hash.
        linhas: Rows of each table.
        originais: Every original that is in the copy.
        ausentes: Keys of those that were lost before the copy was made.
    """

    formato: int
    docverify: str
    feita_em: str
    revisao: str
    segredo: str
    banco: str
    banco_sha256: str
    linhas: dict[str, int]
    originais: tuple[Named, ...]
    ausentes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What was done.

    Attributes:
        manifesto: Of the copy.
        copiados: Originals that were not in the folder before.
        retirados: Originals that were, and are named no more.
    """

    manifesto: Manifest
    copiados: int
    retirados: int


def exists(settings: ServiceSettings) -> bool:
    """Tell whether there is an installation to open; a database elsewhere is taken to hold one."""
    try:
        return settings.database_url is not None or Cluster(settings.home.expanduser().absolute() / DATA).exists
    except OSError:  # somebody else's: opening it tells what to do
        return True


def backup(settings: ServiceSettings, folder: Path, *, with_secret: bool = False) -> Outcome:
    """Copy the installation; the service may go on meanwhile.

    Args:
        settings: Which installation.
        folder: Where to; made where it is not there. An earlier copy of the same installation is brought up to date.
        with_secret: Put the secret beside the rest: whoever has the copy can then forge the audit chain.

    Raises:
        NoInstallationError: There is nothing to copy.
        BackupFolderError: The folder holds something else, or cannot be written.
        BackupError: The copy is not whole.
        EngineError: The database or the store of files cannot be reached, or there is no room.
    """
    if not exists(settings):
        raise NoInstallationError(
            f"não há instalação em {settings.home}; indique a pasta dela em DOCVERIFY_HOME, ou o banco em "
            "DOCVERIFY_DATABASE_URL"
        )
    with contextlib.closing(open_store(settings, pool=2, migrated=False)) as store, _turn(folder):
        _fit(folder, store)
        return _copied(store, folder, with_secret=with_secret)


def read_manifest(folder: Path) -> Manifest:
    """Return what a copy says that it holds.

    Raises:
        BackupFolderError: It is no copy, or of a newer docverify.
    """
    try:
        data: dict[str, Any] = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
        if data["formato"] != FORMAT:
            raise BackupFolderError(
                f"a cópia em {folder} é de um docverify mais novo ({data['docverify']}); atualize o docverify"
            )
        data["originais"] = tuple(Named(str(UUID(entidade)), str(digest)) for entidade, digest in data["originais"])
        data["ausentes"] = tuple(data["ausentes"])
        return Manifest(**data)
    except FileNotFoundError as error:
        raise BackupFolderError(f"não há cópia inteira em {folder}: falta {MANIFEST}") from error
    except (OSError, ValueError, TypeError, KeyError) as error:
        raise BackupFolderError(
            f"o {MANIFEST} de {folder} não serve ({type(error).__name__}); use outra cópia"
        ) from error


def counts(connection: Connection) -> dict[str, int]:
    """Return how many rows each table has."""
    names = sorted(sa.inspect(connection).get_table_names())
    return {
        name: connection.execute(sa.select(sa.func.count()).select_from(sa.table(name))).scalar_one() for name in names
    }


def digest_of(path: Path) -> str:
    """Return the SHA-256 of a file."""
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def note(database: Database, ledger: Ledger, what: str, manifest: Manifest) -> None:
    """Tell the audit chain of a copy made or put back."""
    told = {"feita_em": manifest.feita_em, "originais": len(manifest.originais), "ausentes": len(manifest.ausentes)}
    with database.begin() as connection:
        ledger.append(connection, system(), what, "instalacao", None, entidade_id=None, depois=told)


def _copied(store: Store, folder: Path, *, with_secret: bool) -> Outcome:
    target = FileStore(str(folder / FILES))
    revision = migrate.revision(store.database)
    if revision is None:
        raise NoInstallationError("o banco de dados não tem as tabelas do docverify; não há o que copiar")
    # before the snapshot: the chain in the dump must not be shorter than what they saw
    points = {key: store.files.read(key) for key in store.files.keys(CHECKPOINTS)}
    made = datetime.now(UTC)
    dump = folder / f"banco-{made:%Y%m%dT%H%M%S%fZ}.dump"
    try:
        lines, named = _dumped(store.database, dump)
        copied, lost = _copy_files(store.files, target, named)
        for key, content in points.items():
            target.put_bytes(key, content)
        if with_secret:
            _keep_secret(store.settings, folder)
        else:
            (folder / SECRET).unlink(missing_ok=True)
        manifest = Manifest(
            FORMAT,
            __version__,
            made.isoformat(),
            revision,
            store.ledger.fingerprint,
            dump.name,
            digest_of(dump),
            lines,
            tuple(entry for entry in named if entry.key not in lost),
            tuple(sorted(lost)),
        )
        _write_manifest(folder, manifest)
    except OSError as error:
        dump.unlink(missing_ok=True)
        raise BackupError(f"não consegui escrever em {folder}: {error.strerror}") from error
    except BaseException:
        dump.unlink(missing_ok=True)
        raise
    gone = _sweep(folder, target, manifest, set(points))
    if revision == migrate.head():
        note(store.database, store.ledger, "copia.fazer", manifest)
    return Outcome(manifest, copied, gone)


def _dumped(database: Database, dump: Path) -> tuple[dict[str, int], list[Named]]:
    """Dump the database; return the rows of each table and the originals named, all of the same moment."""
    with database.engine.connect().execution_options(isolation_level="REPEATABLE READ") as connection:
        connection.execute(sa.text("SET TRANSACTION READ ONLY"))
        connection.execute(sa.text("SET LOCAL idle_in_transaction_session_timeout = 0"))  # the dump takes its time
        snapshot = connection.execute(sa.text("SELECT pg_export_snapshot()")).scalar_one()
        pgtools.run(
            "pg_dump",
            database,
            "--format=custom",
            "--no-owner",
            "--no-privileges",
            f"--snapshot={snapshot}",
            f"--file={dump}",
        )
        dump.chmod(0o600)
        with dump.open("rb") as stream:
            os.fsync(stream.fileno())
        rows = connection.execute(
            sa.select(arquivos.c.entidade_id, arquivos.c.digest)
            .where(arquivos.c.expurgado_em.is_(None))
            .distinct()
            .order_by(arquivos.c.entidade_id, arquivos.c.digest)
        )
        return counts(connection), [Named(str(row.entidade_id), row.digest) for row in rows]


def _copy_files(source: FileStore, target: FileStore, named: list[Named]) -> tuple[int, set[str]]:
    """Copy what the copy has not or has no longer as it was; return how many, and the keys of those that are lost."""
    copied, lost = 0, set()
    for entry in named:
        entidade = UUID(entry.entidade)
        if target.sound(entidade, entry.digest):
            continue
        try:
            if not source.sound(entidade, entry.digest):
                raise MissingFileError(entry.key)
            with source.open(entidade, entry.digest) as stream:
                target.put(entidade, stream)
        except MissingFileError:
            lost.add(entry.key)
            continue
        if not target.sound(entidade, entry.digest):
            raise BackupError(f"o original {entry.digest[:12]} não chegou inteiro à cópia; confira o disco de destino")
        copied += 1
    return copied, lost


def _sweep(folder: Path, target: FileStore, manifest: Manifest, points: set[str]) -> int:
    """Take away what the manifest does not name: earlier dumps, purged originals, parts of an interrupted copy."""
    for path in folder.glob("banco-*.dump"):
        if path.name != manifest.banco:
            path.unlink()
    kept = {entry.key for entry in manifest.originais} | points
    gone = [key for key in target.keys("") if key not in kept]
    for key in gone:
        target.delete(key)
    target.old_parts(hours=0)
    return sum(key.startswith("originais/") for key in gone)


def _keep_secret(settings: ServiceSettings, folder: Path) -> None:
    given = settings.secret
    content = given.get_secret_value().encode("utf-8") if given else (settings.home / SECRET).read_bytes()
    _write(folder / SECRET, content)


def _write_manifest(folder: Path, manifest: Manifest) -> None:
    data = asdict(manifest) | {"originais": [[entry.entidade, entry.digest] for entry in manifest.originais]}
    _write(folder / MANIFEST, json.dumps(data, ensure_ascii=False, indent=1).encode("utf-8"))


def _write(path: Path, content: bytes) -> None:
    aside = path.with_name(f".{path.name}.novo")
    handle = os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(handle, "wb") as stream:
        stream.write(content)
        stream.flush()
        os.fsync(stream.fileno())
    aside.replace(path)
    top = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(top)
    finally:
        os.close(top)


def _fit(folder: Path, store: Store) -> None:
    """See that the folder is empty or holds a copy of this installation.

    Raises:
        BackupFolderError: It is not.
    """
    place = folder.resolve()
    storage = store.settings.storage_url
    if "://" not in storage and place.is_relative_to(Path(storage).expanduser().resolve()):
        raise BackupFolderError(
            f"{folder} fica dentro do armazenamento; faça a cópia em outro lugar, de preferência outro disco"
        )
    if (folder / MANIFEST).exists():
        if read_manifest(folder).segredo != store.ledger.fingerprint:
            raise BackupFolderError(f"{folder} tem a cópia de outra instalação; escolha outra pasta")
        return
    strange = [path.name for path in folder.iterdir() if path.name not in _OURS and not _part(path.name)]
    if strange:
        raise BackupFolderError(f"{folder} não está vazia nem tem uma cópia do docverify; escolha outra pasta")


def _part(name: str) -> bool:
    return (name.startswith("banco-") and name.endswith(".dump")) or name.startswith(".manifesto.json")


@contextlib.contextmanager
def _turn(folder: Path) -> Iterator[None]:
    """Hold the folder; of two copies into it at once the second is refused."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle = os.open(folder / _TURN, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as error:
        raise BackupFolderError(f"não consigo escrever em {folder}: {error.strerror}") from error
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    except BlockingIOError as error:
        raise BackupFolderError(f"outra cópia está sendo feita em {folder}; espere que termine") from error
    finally:
        os.close(handle)
