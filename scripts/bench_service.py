"""Measure the service under load, client and server on the same cores.

Parts: ``envio`` 50 concurrent uploads of 5 MB (time to the 202, memory of the server process above idle, answers
that are no 202) with the workers at work, and twice as many uploads against a server that admits fewer (429 with
Retry-After, and all of them in once tried again); ``lista`` a list of 10,000 dossiers (each filter, the search, a
later page); ``veredito`` one born-digital sample from upload to verdict; ``parado`` what an idle installation holds
in memory and takes of a core. The server is a real ``docverify serve`` with
an embedded PostgreSQL, in a home of its own that is removed afterwards.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import re
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import zlib
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any
from uuid import UUID

import httpx
import psutil
import sqlalchemy as sa

from docverify.store.actors import Actor, system
from docverify.store.config import ServiceSettings
from docverify.store.opening import Store, open_store
from docverify.store.people import entities, keys, users

ROOT = Path(__file__).resolve().parents[1]
SAMPLE = ROOT / "samples" / "dossies" / "01_aceito"
SCOPES = ["dossies:criar", "dossies:ler", "originais:ler"]
_ADDRESS = re.compile(r"http://127\.0\.0\.1:[0-9]+")
MB = 1_000_000


class Served:
    """A running ``docverify serve``.

    Attributes:
        url: Its address.
        pid: Of the server process (the API; workers and PostgreSQL are processes of their own).
    """

    def __init__(self, url: str, pid: int) -> None:
        self.url = url
        self.pid = pid

    def resident(self) -> int:
        """Return the bytes that the server process holds in memory."""
        pages = int(Path(f"/proc/{self.pid}/statm").read_text(encoding="ascii").split()[1])
        return pages * os.sysconf("SC_PAGESIZE")


def prepare(home: Path) -> tuple[UUID, str]:
    """Make an installation with one clerk; return its entity and the clerk's key."""
    store = open_store(ServiceSettings(home=home), pool=2)
    try:
        with store.database.begin() as connection:
            entity = entities.create(connection, store.ledger, system(), nome="Entidade de medição")
            for role, login in (("administrador", "admin@exemplo.com.br"), ("entidade", "balcao@exemplo.com.br")):
                person = users.create(
                    connection, store.ledger, system(), nome=login, login=login, papel=role,
                    entidade_id=entity.id, todas_entidades=role == "administrador",
                )  # fmt: skip
            actor = Actor(person.login, person.id, person.papel, person.entidade_id)
            _, key = keys.create(connection, store.ledger, actor, nome="medição", escopos=SCOPES)
    finally:
        store.close()
    return UUID(str(entity.id)), key


@contextmanager
def served(home: Path, workers: int, **settings: object) -> Iterator[Served]:
    """Run the service on a free port."""
    env = {**os.environ, "DOCVERIFY_HOME": str(home), "DOCVERIFY_CACHE": str(home / "cache"), "OMP_THREAD_LIMIT": "1"}
    env |= {f"DOCVERIFY_{name.upper()}": str(value) for name, value in settings.items()}
    command = [sys.executable, "-m", "docverify", "serve", "--port", "0", "--workers", str(workers)]
    with (home / "serve.log").open("ab") as log:
        process = subprocess.Popen(command, env=env, stdout=subprocess.PIPE, stderr=log, text=True)
    try:
        yield Served(_address(process), process.pid)
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(60)


def _address(process: subprocess.Popen[str]) -> str:
    if process.stdout is None:
        raise AssertionError
    for line in process.stdout:
        if found := _ADDRESS.search(line):
            threading.Thread(target=process.stdout.read, daemon=True).start()
            return found[0]
    raise RuntimeError("docverify serve ended; see serve.log in its home")


class Peak:
    """The most that the server process holds, looked at twenty times a second."""

    def __init__(self, server: Served) -> None:
        self._server = server
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._look, daemon=True)
        self.bytes = server.resident()

    def __enter__(self) -> Peak:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._thread.join()

    def _look(self) -> None:
        while not self._stop.wait(0.05):
            self.bytes = max(self.bytes, self._server.resident())


def scan(size: int, seed: int) -> bytes:
    """Return a PDF of about ``size`` bytes: one page that holds an image of noise, different for each seed."""
    side = int((size / 3) ** 0.5)
    data = zlib.compress(Random(seed).randbytes(side * side * 3), 0)
    parts = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R "
        b"/Resources << /XObject << /I 5 0 R >> >> >>",
        b"<< /Length 26 >>\nstream\n595 0 0 842 0 0 cm /I Do  \nendstream",
        b"<< /Type /XObject /Subtype /Image /Width %d /Height %d /ColorSpace /DeviceRGB /BitsPerComponent 8 "
        b"/Filter /FlateDecode /Length %d >>\nstream\n" % (side, side, len(data)) + data + b"\nendstream",
    ]
    out, offsets = bytearray(b"%PDF-1.4\n"), []
    for number, part in enumerate(parts, 1):
        offsets.append(len(out))
        out += b"%d 0 obj\n" % number + part + b"\nendobj\n"
    start = len(out)
    out += b"xref\n0 6\n0000000000 65535 f \n" + b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    out += b"trailer << /Size 6 /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % start
    return bytes(out)


async def _upload(client: httpx.AsyncClient, body: bytes, ficha: bytes) -> tuple[float, int, str]:
    started = time.perf_counter()
    answer = await client.post(
        "/v1/dossies",
        files=[("arquivos", ("digitalizado.pdf", body, "application/pdf"))],
        data={"ficha": ficha.decode("utf-8")},
    )
    return time.perf_counter() - started, answer.status_code, answer.headers.get("retry-after", "")


async def _many(server: Served, key: str, bodies: Sequence[bytes]) -> list[tuple[float, int, str]]:
    ficha = (SAMPLE / "ficha.json").read_bytes()
    limits = httpx.Limits(max_connections=len(bodies), max_keepalive_connections=0)
    headers = {"Authorization": f"Bearer {key}"}
    async with httpx.AsyncClient(base_url=server.url, headers=headers, timeout=120, limits=limits) as client:
        return list(await asyncio.gather(*(_upload(client, body, ficha) for body in bodies)))


def p95(times: Sequence[float]) -> float:
    """Return the 95th percentile."""
    return statistics.quantiles(times, n=20, method="inclusive")[-1] if len(times) > 1 else times[0]


def uploads(home: Path, key: str, count: int, size: int, workers: int, rounds: int) -> dict[str, Any]:
    """Measure concurrent uploads: time to the answer, what the answers are, memory of the server."""
    found: dict[str, Any] = {"simultaneos": count, "bytes_cada": size, "trabalhadores": workers, "rodadas": []}
    with served(home, workers) as server:
        asyncio.run(_many(server, key, [scan(20_000, 1)]))  # what is loaded once is part of idle
        time.sleep(3)
        idle = server.resident()
        for number in range(rounds):
            bodies = [scan(size, 1000 * (number + 1) + i) for i in range(count)]
            with Peak(server) as peak:
                answers = asyncio.run(_many(server, key, bodies))
                time.sleep(1)
            times = [seconds for seconds, _, _ in answers]
            found["rodadas"].append(
                {
                    "p50_s": round(statistics.median(times), 2),
                    "p95_s": round(p95(times), 2),
                    "max_s": round(max(times), 2),
                    "respostas": dict(Counter(status for _, status, _ in answers)),
                    "memoria_parado_mb": round(idle / MB),
                    "memoria_a_mais_mb": round((peak.bytes - idle) / MB),
                }
            )
    return found


def beyond(home: Path, key: str, count: int, size: int) -> dict[str, Any]:
    """See what becomes of twice as many uploads as are admitted: refused ones say when, and get in then."""
    with served(home, 0, max_uploads=count) as server:
        bodies = [scan(size, 900_000 + i) for i in range(2 * count)]
        first = asyncio.run(_many(server, key, bodies))
        refused = [body for body, (_, status, _) in zip(bodies, first, strict=True) if status == 429]
        waits = [wait for _, status, wait in first if status == 429]
        time.sleep(max((int(wait) for wait in waits if wait.isdigit()), default=0))
        again: Counter[int] = Counter()
        some = count // 2  # one key holds seven eighths of the places at most
        for start in range(0, len(refused), some):
            again.update(status for _, status, _ in asyncio.run(_many(server, key, refused[start : start + some])))
    return {
        "limite": count,
        "enviados": 2 * count,
        "respostas": dict(Counter(status for _, status, _ in first)),
        "com_retry_after": sum(wait.isdigit() for wait in waits),
        "tentados_de_novo": dict(again),
    }


_FILL = """
INSERT INTO dossies (id, entidade_id, nome, estado, conteudo, prioridade, criado_por, criado_em, enviado_em,
                     atualizado_em, concluido_em, versao, norma, resultado, efeito, cnpj, razao_social, municipio, uf,
                     busca)
SELECT gen_random_uuid(), :entity, 'Dossiê ' || n, 'concluido', md5(n::text), 'lote', :person, at, at, at, at, 1,
       (ARRAY['GLP297', 'RES41', 'TRR97'])[1 + n % 3], (ARRAY['aceito', 'rejeitado', 'em_analise'])[1 + n % 3],
       'acolhido', lpad(n::text, 14, '0'), 'Comércio de Gás ' || n || ' Ltda', 'Campinas', 'SP',
       'dossie ' || n || ' comercio de gas ' || n || ' ltda ' || lpad(n::text, 14, '0')
FROM (SELECT n, now() - n * interval '1 minute' AS at FROM generate_series(1, :count) AS n) AS made
"""


def fill(store: Store, entity: UUID, count: int) -> None:
    """Put so many decided dossiers into the list."""
    with store.database.begin() as connection:
        person = connection.execute(
            sa.text("SELECT id FROM usuarios WHERE entidade_id = :entity AND papel = 'entidade'"), {"entity": entity}
        ).scalar_one()
        connection.execute(sa.text(_FILL), {"entity": entity, "person": person, "count": count})
    with store.database.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.execute(sa.text("ANALYZE dossies"))


def listing(home: Path, entity: UUID, key: str, count: int, asked: int) -> dict[str, Any]:
    """Measure the list: whole, filtered, searched, and a later page."""
    with served(home, 0, requests_per_minute=1_000_000) as server:
        store = open_store(ServiceSettings(home=home), pool=2)
        try:
            fill(store, entity, count)
        finally:
            store.close()
        kinds = {
            "inicio": {},
            "resultado": {"resultado": "em_analise"},
            "norma": {"norma": "RES41"},
            "busca": {"q": "gás 77"},
            "busca_sem_achar": {"q": "não existe"},
            "cnpj": {"cnpj": "00000000005000"},
        }
        found: dict[str, Any] = {"dossies": count}
        with httpx.Client(base_url=server.url, headers={"Authorization": f"Bearer {key}"}, timeout=60) as client:
            cursor = ""
            for _ in range(20):  # a page deep in the list
                page = client.get("/v1/dossies", params={"limite": 200, **({"cursor": cursor} if cursor else {})})
                page.raise_for_status()
                cursor = next((str(v) for k, v in page.json().items() if "cursor" in k or "proxim" in k), "")
            for name, query in {**kinds, "pagina_20": {"cursor": cursor}}.items():
                times = []
                for _ in range(asked):
                    started = time.perf_counter()
                    client.get("/v1/dossies", params=query).raise_for_status()
                    times.append((time.perf_counter() - started) * 1000)
                found[name] = {"p50_ms": round(statistics.median(times), 1), "p95_ms": round(p95(times), 1)}
    return found


def verdict(home: Path, key: str, workers: int) -> dict[str, Any]:
    """Measure one sample from upload to verdict, on a server that has just started."""
    with served(home, workers) as server:
        headers = {"Authorization": f"Bearer {key}"}
        with httpx.Client(base_url=server.url, headers=headers, timeout=60) as client:
            papers = [path for path in sorted(SAMPLE.iterdir()) if path.name != "ficha.json"]
            started = time.perf_counter()
            answer = client.post(
                "/v1/dossies",
                files=[("arquivos", (path.name, path.read_bytes())) for path in papers],
                data={"ficha": (SAMPLE / "ficha.json").read_text(encoding="utf-8")},
            )
            answer.raise_for_status()
            place = answer.headers["location"]
            while (state := client.get(place).json())["estado"] not in ("concluido", "erro"):
                time.sleep(0.2)
            seconds = time.perf_counter() - started
            report = client.get(f"{place}/relatorio.json").json()
        return {"segundos": round(seconds, 1), "estado": state["estado"], "resultado": report.get("resultado")}


def idle(home: Path, workers: int, seconds: float) -> dict[str, Any]:
    """Measure an installation that nobody asks anything: proportional memory by kind of process, and time of a core."""
    with served(home, workers) as server:
        time.sleep(25)  # workers warm a child when they start
        before = {process.pid: process for process in _family(server.pid, home)}
        spent = {pid: sum(process.cpu_times()[:2]) for pid, process in before.items()}
        time.sleep(seconds)
        held: Counter[str] = Counter()
        used: Counter[str] = Counter()
        for pid, process in before.items():
            with contextlib.suppress(psutil.NoSuchProcess):
                kind = _kind(process, server.pid)
                held[kind] += process.memory_full_info().pss
                used[kind] += sum(process.cpu_times()[:2]) - spent[pid]
    return {
        "trabalhadores": workers,
        "memoria_mb": {kind: round(held[kind] / MB) for kind in held},
        "nucleo_por_cento": {kind: round(100 * used[kind] / seconds, 1) for kind in used},
    }


def _family(pid: int, home: Path) -> list[psutil.Process]:
    family = [psutil.Process(pid), *psutil.Process(pid).children(recursive=True)]
    databases = [p for p in psutil.process_iter(["name", "cwd"]) if p.info["cwd"] == str(home / "postgres")]
    return list({process.pid: process for process in (*family, *databases)}.values())


def _kind(process: psutil.Process, server: int) -> str:
    if process.name() == "postgres":
        return "postgresql"
    if process.pid == server:
        return "servidor"
    return "trabalhadores"


def main() -> None:
    """Measure what was asked for, print it, and keep it in ``build/bench-service.json``."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--parts", default="parado,veredito,envio,lista")
    parser.add_argument("--count", type=int, default=50, help="concurrent uploads")
    parser.add_argument("--bytes", type=int, default=5 * MB, help="of each")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--dossiers", type=int, default=10_000, help="in the list")
    parser.add_argument("--asked", type=int, default=200, help="requests for each kind of list")
    chosen = parser.parse_args()
    found: dict[str, Any] = {"nucleos": os.cpu_count()}
    for part in chosen.parts.split(","):
        with tempfile.TemporaryDirectory(prefix="docverify-bench-", ignore_cleanup_errors=True) as folder:
            home = Path(folder) / "casa"
            home.mkdir()
            entity, key = prepare(home)
            if part == "veredito":
                found[part] = verdict(home, key, chosen.workers)
            elif part == "envio":
                found[part] = uploads(home, key, chosen.count, chosen.bytes, chosen.workers, chosen.rounds)
                found["alem_do_limite"] = beyond(home, key, chosen.count, chosen.bytes)
            elif part == "parado":
                found[part] = idle(home, chosen.workers, 30)
            elif part == "lista":
                found[part] = listing(home, entity, key, chosen.dossiers, chosen.asked)
            else:
                parser.error(f"unknown part {part}")
        print(
            json.dumps(
                {name: found[name] for name in (part, "alem_do_limite") if name in found}, ensure_ascii=False, indent=1
            ),
            flush=True,
        )
    target = ROOT / "build" / "bench-service.json"
    target.parent.mkdir(exist_ok=True)
    target.write_text(json.dumps(found, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
