"""``docverify serve`` under faults, with uploads and work under way: the server killed, the database away."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
import sqlalchemy as sa
from pydantic import SecretStr

from docverify.store.audit_check import verify
from docverify.store.config import ServiceSettings
from docverify.store.embedded import Embedded
from docverify.store.opening import Store, open_store
from docverify.store.tables import arquivos, auditoria, dossies, rodadas, vereditos
from tests.service import people
from tests.service.dying_server import MOMENTS
from tests.service.queue_tools import environment, until
from tests.service.serving import Serve

PDF = b"%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n"
FICHA = {
    "pedido": {"norma": "GLP297", "situacao": "novo", "data_protocolo": "2026-11-30"},
    "razao_social": "Gás do Povo Ltda",
    "cnpj": "11222333000181",
    "endereco": {"logradouro": "Rua A", "numero": "1", "municipio": "Campinas", "uf": "SP"},
}


def form(number: int) -> list[tuple[str, tuple[str, bytes]]]:
    """Return a dossier that is its own."""
    ficha = json.dumps({**FICHA, "telefone": f"(83) 30000{number:03}"}).encode()
    return [("ficha", ("ficha.json", ficha)), ("arquivos", ("a.pdf", PDF + b"%% %d\n" % number))]


class Client:
    """A clerk's program, which repeats what it got no answer to."""

    def __init__(self, store: Store) -> None:
        self._key = people.key(store, people.user(store, "entidade"), ["dossies:criar", "dossies:ler"])

    def send(self, address: str, number: int) -> httpx.Response:
        """Send a dossier."""
        headers = {"Authorization": f"Bearer {self._key}"}
        return httpx.post(f"{address}/v1/dossies", files=form(number), headers=headers, timeout=60)

    def sent_at_last(self, address: str, number: int) -> int:
        """Send a dossier until it is taken; return how many that are: one."""
        until(lambda: not told_away(self.send(address, number)), 60)
        return 1

    def look(self, address: str) -> httpx.Response:
        """Ask for the list."""
        return httpx.get(f"{address}/v1/dossies", headers={"Authorization": f"Bearer {self._key}"}, timeout=60)


def told_away(answer: httpx.Response) -> bool:
    """Tell whether an answer says to come again; any other than that or a good one is a defect."""
    if answer.status_code in (200, 202):
        return False
    assert answer.status_code == 503, answer.text
    assert answer.headers["Content-Type"] == "application/problem+json" and int(answer.headers["Retry-After"]) > 0
    assert answer.json()["codigo"] == "indisponivel"
    return True


def ended(store: Store, count: int) -> bool:
    """Tell whether so many runs are over."""

    def over(c: sa.Connection) -> int:
        query = sa.select(sa.func.count()).where(rodadas.c.estado.in_(("concluida", "erro")))
        return int(c.execute(query).scalar_one())

    return store.database.patiently(over) == count


def whole(store: Store, count: int) -> None:
    """See that there are so many dossiers, with one end each, and that nothing lies about."""
    until(lambda: ended(store, count), 120)
    with store.database.begin() as c:
        for table in (dossies, arquivos, rodadas):
            assert c.execute(sa.select(sa.func.count()).select_from(table)).scalar_one() == count
        judged = list(c.execute(sa.select(vereditos.c.rodada_id)).scalars())
        failed = c.execute(sa.select(sa.func.count()).where(rodadas.c.estado == "erro")).scalar_one()
        assert failed == 0 and len(judged) == len(set(judged)) == count
        ends = sa.select(sa.func.count()).where(auditoria.c.acao.in_(("veredito.criar", "rodada.falhar")))
        assert c.execute(ends).scalar_one() == count
        assert set(c.execute(sa.select(dossies.c.estado)).scalars()) <= {"concluido", "erro"}
    assert verify(store).intacta
    files = Path(store.settings.storage_url)
    assert len(store.files.keys("originais")) == count and not list(files.glob(".parte-*"))


def litter(home: Path) -> list[Path]:
    """Return what lies about once nobody works any more."""
    return [*home.glob("envios/*"), *home.glob("tmp/*")]


def told(store: Store) -> dict[str, str]:
    """Return the environment of a service on a test's installation."""
    named = {name: value for name, value in environment(store.settings).items() if name.startswith("DOCVERIFY_")}
    return named | {"DOCVERIFY_CACHE": str(store.settings.home / "cache")}


@pytest.mark.slow
def test_a_server_killed_between_store_and_answer_has_the_dossier_once_when_it_is_sent_again(store: Store) -> None:
    client, home = Client(store), store.settings.home
    for number, moment in enumerate(MOMENTS):
        before = [sys.executable, "-m", "tests.service.dying_server", moment]
        with Serve(home, "--workers", "0", environment=told(store), before=before) as dying:
            with pytest.raises(httpx.TransportError):
                client.send(dying.ready(), number)
            assert dying.ended() == -signal.SIGKILL
    with store.database.begin() as c:
        assert c.execute(sa.select(sa.func.count()).select_from(dossies)).scalar_one() == len(MOMENTS) - 1
    with Serve(home, "--workers", "1", environment=told(store)) as second:
        answers = [client.send(second.ready(), number) for number in range(len(MOMENTS))]
        assert [answer.status_code for answer in answers] == [202, 200, 200], second.err
        whole(store, len(MOMENTS))
        assert second.stop() == 0
    assert litter(home) == []


@pytest.fixture
def apart(tmp_path: Path) -> Iterator[tuple[Store, Embedded]]:
    """An installation whose database is a server of its own that no ``serve`` brings up again."""
    server = Embedded(tmp_path / "banco")
    settings = ServiceSettings(
        home=tmp_path / "casa",
        database_url=SecretStr(server.url),
        secret=SecretStr("segredo somente para os testes"),
        heartbeat_s=0.5, stalled_s=2.0, watch_s=0.5, retry_s=0.1,
    )  # fmt: skip
    store = open_store(settings, pool=4)
    yield store, server
    store.close()
    server.close()


@pytest.mark.slow
def test_while_the_database_is_away_for_30_s_uploads_are_told_to_come_again_and_then_all_goes_on(
    apart: tuple[Store, Embedded],
) -> None:
    store, server = apart
    client = Client(store)
    with Serve(store.settings.home, "--workers", "1", environment=told(store)) as serving:
        address, taken = serving.ready(), 3
        assert [client.send(address, number).status_code for number in range(taken)] == [202] * taken
        serving.until_logged("rodada.iniciada")
        pid = server.pid
        assert pid
        os.kill(pid, signal.SIGKILL)
        end, refused = time.monotonic() + 30, 0
        while time.monotonic() < end:
            refused += told_away(client.send(address, taken)) + told_away(client.look(address))
            time.sleep(0.1)
        assert refused >= 2
        server.ensure()
        client.sent_at_last(address, taken)
        whole(store, taken + 1)
        assert serving.process.poll() is None and '"status": 500' not in serving.err
        assert serving.stop() == 0
    assert litter(store.settings.home) == []


@pytest.mark.slow
def test_an_embedded_database_that_is_killed_again_and_again_costs_nothing(tmp_path: Path) -> None:
    home = tmp_path / "casa"
    store = open_store(ServiceSettings(home=home), pool=4)
    try:
        client, sent = Client(store), 0
        patience = {"DOCVERIFY_STALLED_S": "2", "DOCVERIFY_HEARTBEAT_S": "0.5", "DOCVERIFY_WATCH_S": "0.5"}
        cache = {"DOCVERIFY_CACHE": str(tmp_path / "cache")}
        with Serve(home, "--workers", "1", environment=patience | cache) as serving:
            address = serving.ready()
            for _ in range(3):
                assert store.database.embedded is not None
                pid = until(lambda: store.database.embedded and store.database.embedded.pid)
                sent += client.sent_at_last(address, sent)
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
                sent += client.sent_at_last(address, sent)
            whole(store, sent)
            assert serving.process.poll() is None and '"status": 500' not in serving.err
            assert serving.stop() == 0
    finally:
        store.close()
    assert litter(home) == []
