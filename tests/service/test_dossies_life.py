"""Dossiers over a real connection, and after a purge; limits that hold while many come at once."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import httpx
import sqlalchemy as sa
import uvicorn
from fastapi import FastAPI

from docverify.store import contents, purge, purge_plan
from docverify.store.actors import system
from docverify.store.opening import Store
from docverify.store.tables import arquivos, dossies
from docverify.work.leftovers import PageCacheLeftover
from docverify_api import streams
from docverify_api.app import create_app
from tests.service import pages_made, people, purge_made


@contextmanager
def running(app: FastAPI) -> Iterator[str]:
    """Serve an application on a port of its own; yields its address."""
    server = uvicorn.Server(
        uvicorn.Config(app, log_config=None, access_log=False, ws="none", timeout_graceful_shutdown=1)
    )
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    while not server.started:
        time.sleep(0.01)
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join()
        listener.close()


def wait_until(app: FastAPI, open_streams: int) -> None:
    """Wait until so many streams are open."""
    until = time.monotonic() + 10
    while streams.gauge_of(app).value != open_streams:
        assert time.monotonic() < until, streams.gauge_of(app).value
        time.sleep(0.02)


def test_a_stream_whose_watcher_goes_gives_its_place_back(store: Store) -> None:
    clerk = people.user(store)
    app = create_app(replace(store, settings=store.settings.model_copy(update={"max_streams": 2})))
    waits = pages_made.dossier(store, clerk, estado="na_fila")
    headers = {"Authorization": f"Bearer {people.key(store, clerk, ['dossies:ler'])}"}
    with running(app) as url, httpx.Client(base_url=url, headers=headers) as client:
        path = f"/v1/dossies/{waits}/eventos"
        with client.stream("GET", path) as one, client.stream("GET", path) as two:
            assert (one.status_code, two.status_code) == (200, 200)
            lines = one.iter_lines(), two.iter_lines()  # kept: httpx closes the answer with its iterator
            assert [next(each) for each in lines] == ["event: progresso"] * 2
            wait_until(app, 2)
            third = client.get(path)
            assert (third.status_code, third.json()["codigo"]) == (429, "acompanhamentos_demais")
        wait_until(app, 0)
        with client.stream("GET", path) as again:
            assert again.status_code == 200
        wait_until(app, 0)


def test_twenty_different_uploads_at_once_are_twenty_dossiers(store: Store) -> None:
    clerk = people.user(store)
    headers = {"Authorization": f"Bearer {people.key(store, clerk, ['dossies:criar'])}"}
    common = b"%PDF-1.4\n" + b"c" * 200_000

    def send(number: int) -> int:
        own = b"%PDF-1.4\n" + str(number).encode() * 100_000
        files = [("arquivos", ("comum.pdf", common)), ("arquivos", ("deste.pdf", own))]
        return httpx.post(f"{url}/v1/dossies", files=files, headers=headers, timeout=60).status_code

    with running(create_app(store)) as url, ThreadPoolExecutor(20) as pool:
        assert set(pool.map(send, range(20))) == {202}
    with store.database.begin() as connection:
        assert connection.execute(sa.select(sa.func.count()).select_from(dossies)).scalar_one() == 20
        digests = set(connection.execute(sa.select(arquivos.c.digest)).scalars())
    assert len(digests) == 21
    assert len(store.files.keys("originais")) == 21
    assert contents.orphans(store) == 0


def test_of_a_purged_dossier_every_route_says_so_or_shows_the_stub(store: Store, tmp_path: Path) -> None:
    clerk = people.user(store)
    chief = people.user(store, "administrador", clerk.entidade_id)
    made = purge_made.dossier(store, clerk)
    client = people.session_client(store, chief)
    (first, *_) = client.get(f"/v1/dossies/{made}/arquivos").json()["arquivos"]
    begun = purge_plan.begin_on_request(store, system(), made, "pedido do titular")
    purge.execute(store, system(), begun, [PageCacheLeftover(tmp_path / "cache")])
    top = f"/v1/dossies/{made}"
    shown = client.get(top).json()
    assert (shown["estado"], shown["veredito"]["resultado"]) == ("expurgado", "rejeitado")
    expected = {
        "/relatorio.json": 200, "/relatorio.html": 200, "/relatorio.pdf": 200, "/versoes": 200, "/arquivos": 200,
        "/eventos": 200, "/paginas": 410, "/paginas/1": 410, "/paginas/1/recorte?caixa=0,0,1,1": 410,
        f"/arquivos/{first['id']}/original": 410,
    }  # fmt: skip
    for path, status in expected.items():
        assert client.get(top + path).status_code == status, path
    again = client.post(f"{top}/reprocessar")
    assert (again.status_code, again.json()["codigo"]) == (410, "expurgado")
    assert client.delete(top).status_code == 409
    assert purge_made.MARK not in "".join(client.get(top + path).text for path, s in expected.items() if s == 200)
