"""Let workers of two machines share the dossiers of one database, kill one half-way, and compare with one worker alone.

PostgreSQL is the embedded one's programs, told to listen on TCP and to ask for a password, and each worker is a
``docverify worker`` with a home of its own, as on a machine of its own: in a network namespace with nothing but a
cable (veth) to the database's, where this machine permits (root on Linux, with iproute2); otherwise all speak over the
loopback, and the output says so. The scans are in a folder that both share, as of a network file system.

The dossiers are sent once and the database is copied before anybody works, so that both ways start from the same rows:
what is stored at the end has to be the same, byte by byte, but for the times that it took (``tempos``).
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import os
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import psutil
import psycopg
import sqlalchemy as sa
from psycopg import sql
from pydantic import SecretStr

from docverify import ficha as ficha_json
from docverify.store import dossiers
from docverify.store.actors import Actor, system
from docverify.store.audit_check import verify
from docverify.store.config import ServiceSettings
from docverify.store.contents import Original
from docverify.store.embedded import Embedded
from docverify.store.opening import Store, open_store
from docverify.store.people import entities, users
from docverify.store.tables import auditoria, rodadas, vereditos

ROOT = Path(__file__).resolve().parents[1]
SAMPLES = ("01_aceito", "02_documento_ausente", "05_capacidade_ausente", "13_arquivo_ilegivel", "08_sem_autenticacao")
"""Born-digital, but for what the last two are about; each is sent in as many variants of its Ficha as are needed."""
PATIENCE = {"HEARTBEAT_S": "0.5", "STALLED_S": "3", "WATCH_S": "0.5", "RETRY_S": "0.2"}
_TEMPLATE = "modelo"
_USER = "docverify"


@dataclass(frozen=True)
class Machine:
    """Where a worker runs.

    Attributes:
        name: Of it, and of its network namespace.
        before: Words before a command that is to run there.
        database: Address at which it reaches the database.
        cable: Our end of its cable, None where it has no network of its own.
    """

    name: str
    before: tuple[str, ...]
    database: str
    cable: str | None = None

    def cut(self, *, off: bool) -> None:
        """Pull its cable out, or put it back in."""
        if self.cable is not None:
            _ip("link", "set", self.cable, "down" if off else "up")


@contextlib.contextmanager
def machines(count: int = 2) -> Iterator[list[Machine]]:
    """So many machines, each with a network of its own where that may be."""
    run = f"dv{secrets.token_hex(3)}"
    names = [f"{run}{number}" for number in range(count)]
    try:
        try:
            made = [_wired(name) for name in names]
        except (OSError, subprocess.CalledProcessError):
            loop = Random(run)
            made = [Machine(n, (), f"127.{loop.randrange(1, 255)}.{loop.randrange(255)}.9") for n in names]
        yield made
    finally:
        for name in names:
            with contextlib.suppress(OSError, subprocess.CalledProcessError):
                _ip("netns", "del", name)  # its cable goes with it


def separate(made: Sequence[Machine]) -> bool:
    """Tell whether machines have networks of their own."""
    return all(machine.cable is not None for machine in made)


def _wired(name: str) -> Machine:
    # 198.18.0.0/15 is for measurements of networks (RFC 2544), and on no network that a machine is part of
    net = f"198.{secrets.choice((18, 19))}.{secrets.randbelow(256)}.{4 * secrets.randbelow(64)}"
    stem, _, last = net.rpartition(".")
    ours, theirs = f"{stem}.{int(last) + 1}", f"{stem}.{int(last) + 2}"
    _ip("netns", "add", name)
    _ip("link", "add", f"{name}a", "type", "veth", "peer", "name", f"{name}b", "netns", name)
    _ip("addr", "add", f"{ours}/30", "dev", f"{name}a")
    _ip("link", "set", f"{name}a", "up")
    for words in (("addr", "add", f"{theirs}/30", "dev", f"{name}b"), ("link", "set", f"{name}b", "up")):
        _ip("-n", name, *words)
    _ip("-n", name, "link", "set", "lo", "up")
    return Machine(name, ("ip", "netns", "exec", name), ours, f"{name}a")


def _ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True, capture_output=True)


@dataclass
class Postgres:
    """A server that listens on TCP and asks for a password.

    Attributes:
        server: The embedded one, by whose socket it is set up.
        password: Of the user who owns each database; no more than that.
    """

    server: Embedded
    password: str

    def url(self, database: str, host: str) -> str:
        """Return the address of a database as ``DOCVERIFY_DATABASE_URL`` names it."""
        return f"postgresql://{_USER}:{self.password}@{host}:5432/{database}"

    def create(self, database: str, template: str = "template1") -> None:
        """Make a database, as a copy of another."""
        with psycopg.connect(self.server.url, autocommit=True) as connection:
            connection.execute(
                sql.SQL("CREATE DATABASE {} OWNER {} TEMPLATE {}").format(
                    sql.Identifier(database), sql.Identifier(_USER), sql.Identifier(template)
                )
            )


@contextlib.contextmanager
def postgresql(home: Path, addresses: Sequence[str]) -> Iterator[Postgres]:
    """A PostgreSQL that listens on some addresses of this machine."""
    server = Embedded(home)
    try:
        made = Postgres(server, secrets.token_hex(12))
        with psycopg.connect(server.url, autocommit=True) as connection:
            connection.execute(f"CREATE ROLE {_USER} LOGIN PASSWORD '{made.password}'")
            connection.execute(f"ALTER SYSTEM SET listen_addresses = '{','.join(addresses)}'")
            for setting in ("fsync", "full_page_writes", "synchronous_commit"):  # no machine loses its power here
                connection.execute(f"ALTER SYSTEM SET {setting} = off")
        with (home / "postgres" / "pg_hba.conf").open("a", encoding="utf-8") as stream:
            stream.write(f"\nhost all {_USER} all scram-sha-256\n")
        assert server.pid is not None
        postmaster = psutil.Process(server.pid)
        postmaster.send_signal(signal.SIGINT)  # its "fast shutdown"
        postmaster.wait(60)
        server.ensure()
        yield made
    finally:
        server.close()


@dataclass
class Installation:
    """One database with the dossiers in it, and the folder of their scans.

    Attributes:
        store: Open, as on the database's own machine.
        settings: Of a worker, but for what is its machine's own.
        cache: Of pages; None: each machine has one of its own.
        logs: What each machine's worker said.
    """

    postgres: Postgres
    folder: Path
    name: str
    host: str
    cache: Path | None = None
    logs: dict[str, Path] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.secret = "segredo da medição"  # noqa: S105
        self.storage = self.folder / self.name
        self.store: Store = open_store(
            ServiceSettings(
                home=self.folder / "casa",
                database_url=SecretStr(self.postgres.url(self.name, self.host)),
                storage=str(self.storage),
                secret=SecretStr(self.secret),
            ),
            pool=2,
        )

    def copied(self, name: str) -> Installation:
        """Close this one, and return a copy of all that it holds."""
        self.store.close()
        self.postgres.create(name, self.name)
        shutil.copytree(self.storage, self.folder / name)
        return Installation(self.postgres, self.folder, name, self.host, self.cache)

    @contextlib.contextmanager
    def worker(self, machine: Machine, **more: str) -> Iterator[subprocess.Popen[bytes]]:
        """Run ``docverify worker`` on a machine for the time of a block."""
        home = self.folder / f"{self.name}-{machine.name}"
        told = PATIENCE | more | {
            "HOME": str(home),
            "CACHE": str(self.cache or home / "cache"),
            "DATABASE_URL": self.postgres.url(self.name, machine.database),
            "STORAGE": str(self.storage),
            "SECRET": self.secret,
        }  # fmt: skip
        log = self.logs[machine.name] = self.folder / f"{self.name}-{machine.name}.log"
        with log.open("ab") as stream:
            process = subprocess.Popen(
                [*machine.before, sys.executable, "-m", "docverify", "worker"],
                env=os.environ
                | {f"DOCVERIFY_{name}": value for name, value in told.items()}
                | {"OMP_THREAD_LIMIT": "1"},
                stdout=stream,
                stderr=stream,
            )
        try:
            yield process
        finally:
            with contextlib.suppress(ProcessLookupError):
                process.send_signal(signal.SIGCONT)
                process.terminate()
            try:
                process.wait(40)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()

    def events(self, machine: Machine, event: str) -> list[str]:
        """Return the runs of which a machine's worker told an event."""
        lines = self.logs[machine.name].read_text(encoding="utf-8").splitlines()
        told = [json.loads(line) for line in lines if line.startswith("{") and line.endswith("}")]
        return [str(line.get("rodada_id")) for line in told if line["event"] == event]

    def busy(self, machine: Machine) -> bool:
        """Tell whether a machine's worker has begun a dossier that is not done."""
        begun = len(self.events(machine, "rodada.iniciada"))
        return begun > len(self.events(machine, "rodada.concluida"))

    def verdicts(self) -> int:
        """Return how many there are."""
        with self.store.database.begin() as c:
            return int(c.execute(sa.select(sa.func.count()).select_from(vereditos)).scalar_one())

    def going(self) -> int:
        """Return how many runs are not over."""
        with self.store.database.begin() as c:
            query = sa.select(sa.func.count()).where(rodadas.c.estado.in_(("na_fila", "processando")))
            return int(c.execute(query).scalar_one())

    def reports(self) -> list[tuple[str, str]]:
        """Return each dossier's stored reports, without the times, in the order of the dossiers."""
        with self.store.database.begin() as c:
            rows = c.execute(sa.select(vereditos.c.dossie_id, vereditos.c.relatorio)).all()
        told = [(str(row.dossie_id), {k: v for k, v in row.relatorio.items() if k != "tempos"}) for row in rows]
        return sorted((dossie, json.dumps(report, sort_keys=True)) for dossie, report in told)

    def check(self, count: int) -> None:
        """See that each of so many dossiers has one verdict, everywhere that one is told of, and that nothing is left.

        Raises:
            AssertionError: It is otherwise.
        """
        with self.store.database.begin() as c:
            per_run = c.execute(sa.select(vereditos.c.rodada_id)).scalars().all()
            states = set(c.execute(sa.select(rodadas.c.estado)).scalars())
            written = sa.select(sa.func.count()).where(auditoria.c.acao == "veredito.criar")
            told = c.execute(written).scalar_one()
            waiting = c.execute(sa.text("SELECT count(*) FROM procrastinate_jobs")).scalar_one()
        found = (len(per_run), len(set(per_run)), states, told, waiting)
        if found != (count, count, {"concluida"}, count, 0):
            raise AssertionError(f"verdicts, runs with one, states, audit entries, jobs left: {found}")
        chain = verify(self.store)
        if not chain.intacta:
            raise AssertionError(f"the audit chain: {chain.achados}")
        left = [str(path) for path in self.folder.glob(f"{self.name}-*/tmp/*")]
        if left:
            raise AssertionError(f"temporary files: {left}")


def variants(count: int, kinds: int, seed: int = 2026) -> Iterator[tuple[str, bytes, Path]]:
    """Yield name, Ficha and folder of so many dossiers, all different."""
    chance = Random(seed)
    for number in range(count):
        folder = ROOT / "samples" / "dossies" / SAMPLES[number % kinds]
        ficha = json.loads((folder / "ficha.json").read_bytes())
        ficha["telefone"] = f"(83) 3{chance.randrange(10**7):07}"
        ficha["data"] = f"2026-11-{chance.randrange(1, 26):02}"
        yield f"{folder.name} {number}", json.dumps(ficha, ensure_ascii=False).encode(), folder


def send(store: Store, count: int, kinds: int) -> None:
    """Send so many dossiers of one entity, as the API does."""
    with store.database.begin() as c:
        entity = entities.create(c, store.ledger, system(), nome="Entidade de medição")
        clerk = users.create(
            c, store.ledger, system(), nome="Ana", login="ana@exemplo.com.br", papel="entidade", entidade_id=entity.id
        )
    actor = Actor(clerk.login, clerk.id, clerk.papel, clerk.entidade_id, pedido_id="medicao")
    for name, ficha, folder in variants(count, kinds):
        papers = [
            Original(path.name, *store.files.put(entity.id, io.BytesIO(path.read_bytes())), "application/pdf")
            for path in sorted(folder.glob("*.pdf"))
        ]
        parsed = ficha_json.parse(ficha, ("GLP297",))
        dossiers.send(store, actor, dossiers.Envio(name, tuple(papers), ficha, parsed))


def until(told: Callable[[], Any], seconds: float) -> None:
    """Wait until something is so.

    Raises:
        TimeoutError: It does not come about.
    """
    end = time.monotonic() + seconds
    while not told():
        if time.monotonic() > end:
            raise TimeoutError(f"not within {seconds} s")
        time.sleep(0.05)


def kill_at_work(shared: Installation, machine: Machine, worker: subprocess.Popen[bytes], patience: float) -> None:
    """Kill a worker that has a dossier in hand: held still first, so that it cannot finish it meanwhile."""
    end = time.monotonic() + patience
    while time.monotonic() < end:
        worker.send_signal(signal.SIGSTOP)
        time.sleep(0.05)  # what it was about to say is in its log
        if shared.busy(machine):
            worker.kill()
            worker.wait()
            return
        worker.send_signal(signal.SIGCONT)
        time.sleep(0.05)
    raise TimeoutError("it never had a dossier in hand")


@dataclass(frozen=True)
class Shared:
    """How it went.

    Attributes:
        separate: The machines had networks of their own.
        by: Verdicts of each machine; the first one's worker was killed.
        again: Runs that were begun more than once.
        same: What is stored equals what one worker alone has stored.
        seconds: That two took, and that one took.
    """

    separate: bool
    by: Mapping[str, int]
    again: int
    same: bool
    seconds: tuple[float, float]


def share(
    folder: Path, count: int, kinds: int = len(SAMPLES), *, own_caches: bool = False, patience: float = 600.0
) -> Shared:
    """Have two machines share so many dossiers, kill one's worker half-way, and compare with one worker alone.

    Args:
        folder: For all that they need; below it nothing is left running.
        count: Dossiers.
        kinds: How many of the samples they are variants of.
        own_caches: Each machine reads each page itself.
        patience: Seconds for each way.

    Raises:
        AssertionError: Something was lost or doubled, or was left behind.
        TimeoutError: It takes too long.
    """
    cache = None if own_caches else folder / "cache"
    with machines(2) as (first, second), postgresql(folder / "banco", [first.database, second.database]) as postgres:
        postgres.create(_TEMPLATE)
        sent = Installation(postgres, folder, _TEMPLATE, first.database, cache)
        send(sent.store, count, kinds)
        shared = sent.copied("dois")
        try:
            started = time.monotonic()
            with shared.worker(first) as killed, shared.worker(second):
                until(lambda: shared.verdicts() >= count // 2 and shared.events(first, "rodada.concluida"), patience)
                kill_at_work(shared, first, killed, patience)
                until(lambda: shared.going() == 0, patience)
            two = time.monotonic() - started
            with shared.worker(first):  # the machine comes back, and clears away what the killed one left
                until(lambda: shared.events(first, "temporarios.removidos"), 60)
            shared.check(count)
            by = {m.name: len(shared.events(m, "rodada.concluida")) for m in (first, second)}
            with shared.store.database.begin() as c:
                again = c.execute(sa.select(sa.func.count()).where(rodadas.c.tentativa > 1)).scalar_one()
            found = shared.reports()
        finally:
            shared.store.close()
        alone = Installation(postgres, folder, _TEMPLATE, first.database, cache).copied("um")
        try:
            started = time.monotonic()
            with alone.worker(second):
                until(lambda: alone.going() == 0, patience)
            one = time.monotonic() - started
            alone.check(count)
            same = found == alone.reports()
        finally:
            alone.store.close()
        return Shared(separate((first, second)), by, again, same, (two, one))


def main() -> int:
    """Print how it went; exit status 1 where what two stored is not what one stored."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=120, help="dossiers")
    parser.add_argument("--shared-cache", action="store_true", help="one page cache for both machines")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="docverify-b-") as folder:
        told = share(Path(folder).resolve(), asked.count, own_caches=not asked.shared_cache)
    print("network namespaces of their own" if told.separate else "NOT separate: one network namespace, over loopback")
    killed, other = told.by.values()
    print(f"{asked.count} dossiers, one verdict each, audit chain whole, no job and no temporary file left")
    print(f"verdicts: {killed} by the worker that was killed half-way, {other} by the other; begun again: {told.again}")
    print(f"two workers, one killed: {told.seconds[0]:.1f} s; one worker: {told.seconds[1]:.1f} s")
    print(f"stored reports (without tempos) the same: {told.same}")
    return 0 if told.same else 1


if __name__ == "__main__":
    sys.exit(main())
