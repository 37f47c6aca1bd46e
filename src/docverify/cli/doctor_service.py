"""What ``docverify doctor`` looks at for the service: home, database, clock, secret, store of files.

Nothing is made where there is nothing; an embedded database that is there and does not run is started for the look.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import stat
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import sqlalchemy as sa

from docverify.cli.finding import Finding, size
from docverify.errors import DocverifyError
from docverify.store import migrate
from docverify.store.audit import KEY_NAME, Ledger
from docverify.store.backup import exists
from docverify.store.cluster import ClusterError, programs
from docverify.store.config import ServiceSettings
from docverify.store.database import UNREACHABLE, Database, open_database
from docverify.store.files import FileStore, open_files
from docverify.store.secret import FILE as SECRET
from docverify.store.secret import load_secret
from docverify.store.tables import instalacao

RELEASED = date(2026, 11, 30)
"""Of this version: a clock that stands before it is wrong."""

_OLDEST_SERVER = 13  # as Procrastinate's own description asks
_MOST_APART = timedelta(seconds=5)
_NO_ROOM = 500_000_000
_LITTLE_ROOM = 5_000_000_000


@dataclass(frozen=True, slots=True)
class _Told:
    """What the database said of itself."""

    servidor: str
    versao: int
    revisao: str | None
    agora: datetime
    distancia: timedelta
    segredo: str | None


def examine(service: ServiceSettings) -> list[Finding]:
    """Look at everything that the service needs.

    Args:
        service: The settings to look with.
    """
    found = [_home(service)]
    told: _Told | None = None
    if exists(service):
        try:
            with _opened(service) as database:
                told = _ask(database)
            found.append(_database(service, told))
        except DocverifyError as error:
            found.append(Finding("banco", False, error.mensagem))
        except sa.exc.SQLAlchemyError:
            found.append(Finding("banco", False, UNREACHABLE))
    else:
        found.append(_no_database())
    found.append(_clock(told))
    found.append(_secret(service, told))
    found.append(_storage(service))
    return found


@contextmanager
def _opened(service: ServiceSettings) -> Iterator[Database]:
    with contextlib.closing(open_database(service, pool=1)) as database:
        yield database


def _ask(database: Database) -> _Told:
    with database.begin() as connection:
        before = datetime.now(UTC)
        now = connection.execute(sa.text("SELECT clock_timestamp()")).scalar_one()
        after = datetime.now(UTC)
        version = int(connection.execute(sa.text("SHOW server_version_num")).scalar_one()) // 10_000
        server = str(connection.execute(sa.text("SHOW server_version")).scalar_one())
        secret = None
        if sa.inspect(connection).has_table(instalacao.name):
            kept = connection.execute(sa.select(instalacao.c.valor).where(instalacao.c.chave == KEY_NAME)).scalar()
            secret = None if kept is None else str(kept["digital"])
    apart = max(before - now, now - after, timedelta())
    return _Told(server, version, migrate.revision(database), now, apart, secret)


def _database(service: ServiceSettings, told: _Told) -> Finding:
    where = "embutido" if service.database_url is None else "em DOCVERIFY_DATABASE_URL"
    head = f"PostgreSQL {told.servidor.split()[0]} {where}"
    if told.versao < _OLDEST_SERVER:
        return Finding("banco", False, f"{head}; é preciso a versão {_OLDEST_SERVER} ou mais nova: atualize o servidor")
    if told.revisao is None:
        return Finding("banco", None, f"{head}, ainda sem tabelas; docverify serve as cria")
    if not migrate.knows(told.revisao):
        return Finding(
            "banco", False, f"{head}, de um docverify mais novo (revisão {told.revisao}); atualize o docverify"
        )
    if told.revisao != migrate.head():
        return Finding(
            "banco",
            None,
            f"{head}, revisão {told.revisao}; docverify serve o leva à {migrate.head()}: faça antes uma cópia "
            "(docverify backup)",
        )
    return Finding("banco", True, f"{head}, revisão {told.revisao}")


def _no_database() -> Finding:
    try:
        done = subprocess.run([programs() / "postgres", "--version"], capture_output=True, timeout=20, check=True)
    except (OSError, subprocess.SubprocessError, ClusterError):
        return Finding(
            "banco",
            False,
            "o PostgreSQL embutido não roda nesta máquina; reinstale (pip install docverify), ou indique um banco em "
            "DOCVERIFY_DATABASE_URL",
        )
    version = done.stdout.decode("utf-8", "replace").split()[-1]
    return Finding("banco", None, f"ainda não há; docverify serve cria um PostgreSQL {version} embutido")


def _home(service: ServiceSettings) -> Finding:
    home = service.home.expanduser().absolute()
    place = home
    try:
        while not place.exists():
            place = place.parent
        free = shutil.disk_usage(place).free
        if not os.access(place, os.W_OK | os.X_OK) or not place.is_dir():
            raise PermissionError
        if place == home:
            with tempfile.TemporaryFile(dir=home):
                pass
    except OSError as error:
        return Finding(
            "casa",
            False,
            f"não posso escrever em {home}{f' ({error.strerror})' if error.strerror else ''}; dê permissão a este "
            "usuário, ou indique outra pasta em DOCVERIFY_HOME",
        )
    detail = f"{home}, {size(free)} livres"
    if place != home:
        detail = f"não há instalação em {home}; docverify serve a cria ({size(free)} livres)"
    if free < _NO_ROOM:
        return Finding("casa", False, f"{detail}; libere espaço, ou indique outra pasta em DOCVERIFY_HOME")
    if free < _LITTLE_ROOM:
        return Finding("casa", None, f"{detail}; libere espaço: um dossiê ocupa alguns megabytes")
    return Finding("casa", True if place == home else None, detail)


def _clock(told: _Told | None) -> Finding:
    today = datetime.now(UTC)
    if today.date() < RELEASED:
        return Finding(
            "relógio",
            False,
            f"a máquina está em {today:%d/%m/%Y}, antes desta versão do docverify ({RELEASED:%d/%m/%Y}); acerte a data "
            "(timedatectl set-ntp true): por ela se julga a validade dos documentos",
        )
    if told is None:
        return Finding("relógio", True, f"{today:%d/%m/%Y %H:%M} UTC")
    if told.distancia > _MOST_APART:
        return Finding(
            "relógio",
            False,
            f"o do banco de dados está a {told.distancia.total_seconds():.0f} s do desta máquina; acerte os dois "
            "(timedatectl set-ntp true)",
        )
    return Finding("relógio", True, f"{today:%d/%m/%Y %H:%M} UTC, igual ao do banco de dados")


def _secret(service: ServiceSettings, told: _Told | None) -> Finding:
    path = service.home.expanduser() / SECRET
    try:
        if service.secret is None and not path.is_file():
            if told is not None and told.segredo is not None:
                return Finding(
                    "segredo",
                    False,
                    f"falta o desta instalação; informe-o em DOCVERIFY_SECRET, ou recupere {path} da cópia de "
                    "segurança: sem ele a auditoria não pode ser conferida",
                )
            return Finding("segredo", None, "ainda não há; docverify serve cria um")
        if told is not None and told.segredo not in (None, Ledger(load_secret(service)).fingerprint):
            return Finding(
                "segredo",
                False,
                f"o de {'DOCVERIFY_SECRET' if service.secret else path} não é o desta instalação; informe o certo em "
                "DOCVERIFY_SECRET, o mesmo em todas as máquinas",
            )
        if service.secret is None and stat.S_IMODE(path.stat().st_mode) & 0o077:
            return Finding("segredo", None, f"outros usuários desta máquina podem ler {path}; faça chmod 600 {path}")
    except (DocverifyError, OSError) as error:
        told_why = error.mensagem if isinstance(error, DocverifyError) else f"não consigo ler {path}: {error.strerror}"
        return Finding("segredo", False, told_why)
    if service.database_url is not None and service.secret is None:
        return Finding(
            "segredo",
            None,
            f"só desta máquina ({path}); se outras usam o mesmo banco, ponha o mesmo DOCVERIFY_SECRET em todas",
        )
    return Finding("segredo", True, "DOCVERIFY_SECRET" if service.secret else str(path))


def _storage(service: ServiceSettings) -> Finding:
    try:
        files = open_files(service)
        folder = files.folder
        if folder is not None and not _there(folder):
            return Finding("armazenamento", None, f"ainda não há; docverify serve cria {folder}")
        files.check()
        return _reached(service, files, folder)
    except DocverifyError as error:
        return Finding("armazenamento", False, f"{error.mensagem} (DOCVERIFY_STORAGE)")


def _there(folder: Path) -> bool:
    try:
        return folder.exists()
    except OSError:  # somebody else's: using it tells what to do
        return True


def _reached(service: ServiceSettings, files: FileStore, folder: Path | None) -> Finding:
    if folder is None:
        return Finding("armazenamento", True, f"{service.storage_url.partition('?')[0]} grava, lê e apaga")
    free = files.free() or 0
    detail = f"{folder}, {size(free)} livres"
    if free < _NO_ROOM:
        return Finding("armazenamento", False, f"{detail}; libere espaço")
    if free < _LITTLE_ROOM:
        return Finding("armazenamento", None, f"{detail}; libere espaço")
    if service.database_url is not None:
        return Finding(
            "armazenamento", None, f"{detail}; se outras máquinas usam o mesmo banco, todas precisam ver esta pasta"
        )
    return Finding("armazenamento", True, detail)
