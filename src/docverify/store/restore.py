"""Putting a copy back, into an installation that is empty; everything is checked before and after.

The originals come first and the database last, in one transaction: a restoration that is interrupted leaves an
installation that is still empty, and may be begun again.
"""

from __future__ import annotations

import contextlib
import os
from dataclasses import dataclass
from pathlib import Path
from uuid import UUID

import sqlalchemy as sa

from docverify.errors import BadInputError
from docverify.store import migrate, pgtools
from docverify.store.audit import Ledger
from docverify.store.backup import (
    FILES,
    BackupError,
    BackupFolderError,
    Manifest,
    counts,
    digest_of,
    note,
    read_manifest,
)
from docverify.store.checkpoints import FOLDER as CHECKPOINTS
from docverify.store.config import ServiceSettings
from docverify.store.database import Database, open_database
from docverify.store.files import FileStore, open_files
from docverify.store.secret import FILE as SECRET
from docverify.store.secret import load_secret


class NotEmptyError(BadInputError):
    """There is something already where the copy should go."""


class OtherSecretError(BadInputError):
    """The secret at hand is not the one that the copy was made with."""


@dataclass(frozen=True, slots=True)
class Restored:
    """What was put back.

    Attributes:
        manifesto: Of the copy.
        segredo: The installation has the secret that it was made with.
    """

    manifesto: Manifest
    segredo: bool


def restore(settings: ServiceSettings, folder: Path, *, other_secret: bool = False) -> Restored:
    """Put a copy into an empty installation.

    Args:
        settings: Which installation.
        folder: Where the copy lies.
        other_secret: Go on although the secret is lost: the audit chain can then no longer be checked.

    Raises:
        BackupFolderError: The folder holds no copy that this version understands.
        BackupError: The copy is damaged, or did not arrive whole.
        NotEmptyError: The installation is not empty.
        OtherSecretError: Its secret is another.
        EngineError: The database or the store of files cannot be reached, or there is no room.
    """
    manifest = read_manifest(folder)
    if not migrate.knows(manifest.revisao):
        raise BackupFolderError(
            f"a cópia em {folder} é de um docverify mais novo ({manifest.docverify}); atualize o docverify"
        )
    source = FileStore(str(folder / FILES))
    _check(folder, source, manifest)
    files = open_files(settings)
    with contextlib.closing(open_database(settings, pool=2)) as database:
        _see_that_it_is_empty(database, files, manifest)
        same = _bring_secret(settings, folder, manifest, other_secret=other_secret)
        _bring_files(source, files, manifest)
        arguments = ("--single-transaction", "--exit-on-error", "--no-owner", "--no-privileges")
        pgtools.run("pg_restore", database, *arguments, str(folder / manifest.banco))
        with database.begin() as connection:
            found = counts(connection)
        if found != manifest.linhas:
            names = sorted(name for name in {*found, *manifest.linhas} if found.get(name) != manifest.linhas.get(name))
            raise BackupError(f"as tabelas não voltaram inteiras ({', '.join(names)}); apague este banco e repita")
        migrate.upgrade(database)
        note(database, Ledger(load_secret(settings)), "copia.restaurar", manifest)
    return Restored(manifest, same)


def _check(folder: Path, source: FileStore, manifest: Manifest) -> None:
    """Read the whole copy before anything is touched.

    Raises:
        BackupError: Something in it is not what it was.
    """
    dump = folder / manifest.banco
    if Path(manifest.banco).name != manifest.banco or not dump.is_file() or digest_of(dump) != manifest.banco_sha256:
        raise BackupError(f"{manifest.banco} falta ou foi alterado na cópia; use outra cópia")
    damaged = [entry for entry in manifest.originais if not source.sound(UUID(entry.entidade), entry.digest)]
    if damaged:
        raise BackupError(
            f"{len(damaged)} original(is) da cópia faltam ou foram alterados ({damaged[0].digest[:12]}…); use outra"
        )


def _see_that_it_is_empty(database: Database, files: FileStore, manifest: Manifest) -> None:
    """See that nothing can be written over.

    Raises:
        NotEmptyError: There are tables, or originals that are not of the copy.
    """
    remedy = "restaure em outra pasta (DOCVERIFY_HOME) ou em outro banco, vazios"
    with database.begin() as connection:
        if sa.inspect(connection).get_table_names():
            raise NotEmptyError(f"o banco de dados não está vazio; {remedy}")
    ours = {entry.key for entry in manifest.originais}
    if any(key not in ours for key in files.keys("originais")):
        raise NotEmptyError(f"o armazenamento já tem originais que não são desta cópia; {remedy}")


def _bring_secret(settings: ServiceSettings, folder: Path, manifest: Manifest, *, other_secret: bool) -> bool:
    """Take the secret from the copy where it is there and none is given; tell whether it is the right one.

    Raises:
        OtherSecretError: It is not, and nobody said that it is lost.
    """
    own, kept = settings.home / SECRET, folder / SECRET
    if settings.secret is None and not own.exists():
        if kept.is_file():
            _take(kept, own)
        elif not other_secret:
            raise OtherSecretError(
                "a cópia foi feita sem o segredo da instalação; informe-o em DOCVERIFY_SECRET ou ponha o arquivo "
                f"“{SECRET}” em {settings.home}. Se ele se perdeu, use --sem-segredo: tudo volta, mas a auditoria "
                "anterior não poderá mais ser conferida"
            )
    same = Ledger(load_secret(settings)).fingerprint == manifest.segredo
    if not same and not other_secret:
        raise OtherSecretError(
            f"o segredo (DOCVERIFY_SECRET ou {own}) não é o da instalação que foi copiada; informe o certo. Se ele se "
            "perdeu, use --sem-segredo: tudo volta, mas a auditoria anterior não poderá mais ser conferida"
        )
    return same


def _take(kept: Path, own: Path) -> None:
    own.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    handle = os.open(own, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "wb") as stream:
        stream.write(kept.read_bytes())
        stream.flush()
        os.fsync(stream.fileno())


def _bring_files(source: FileStore, files: FileStore, manifest: Manifest) -> None:
    for entry in manifest.originais:
        entidade = UUID(entry.entidade)
        with source.open(entidade, entry.digest) as stream:
            files.put(entidade, stream)
        if not files.sound(entidade, entry.digest):
            raise BackupError(f"o original {entry.digest[:12]} não chegou inteiro; confira o disco e repita")
    for key in source.keys(CHECKPOINTS):
        files.put_bytes(key, source.read(key))
