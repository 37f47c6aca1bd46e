"""Whatever is killed, paused or full at whatever moment: one verdict each, nothing lost, nothing doubled, no litter."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import UUID

import psutil
import pytest
import sqlalchemy as sa
from pydantic import SecretStr

from docverify.store import gauges
from docverify.store.config import ServiceSettings
from docverify.store.opening import Store, open_store
from docverify.store.tables import auditoria, dossies, paginas, rodadas, vereditos
from docverify.work.scratch import root
from docverify.work.stages import STAGES
from tests.service.queue_tools import (
    dossier_row,
    jobs,
    over,
    run_row,
    send,
    someone,
    until,
    verdicts_of,
    worker,
)

FICHA = {"cnpj": "20419417000109"}
_AT_ONCE = 4


@pytest.fixture(autouse=True)
def _no_litter(tmp_path: Path) -> Iterator[None]:
    """Take away what killed workers leave behind that no other came to sweep."""
    yield
    shutil.rmtree(root(tmp_path / "casa"), ignore_errors=True)


def whole(store: Store, sent: list[tuple[UUID, UUID]]) -> None:
    """See that every dossier has one verdict, everywhere that one is told of, and that the queue is empty."""
    with store.database.begin() as c:
        told = c.execute(sa.select(vereditos.c.rodada_id)).scalars().all()
        assert sorted(told) == sorted(run for _, run in sent)
        assert set(c.execute(sa.select(dossies.c.estado)).scalars()) == {"concluido"}
        assert set(c.execute(sa.select(rodadas.c.estado)).scalars()) == {"concluida"}
        assert set(c.execute(sa.select(dossies.c.versao)).scalars()) == {1}
        written = sa.select(sa.func.count()).where(auditoria.c.acao == "veredito.criar")
        assert c.execute(written).scalar_one() == len(sent)
    until(lambda: not jobs(store))


def all_over(store: Store) -> bool:
    """Tell whether no run waits or is under way."""
    with store.database.begin() as c:
        going = sa.select(sa.func.count()).where(rodadas.c.estado.in_(("na_fila", "processando")))
        return c.execute(going).scalar_one() == 0


def test_a_worker_killed_at_any_stage_loses_and_doubles_nothing(store: Store) -> None:
    actor = someone(store)
    sent = [send(store, actor, FICHA, {"a.pdf": b"%PDF-"}) for _ in STAGES]
    settings = store.settings.model_copy(update={"attempts": 20})  # one of them may be met by many a killed worker
    for start in range(0, len(STAGES), _AT_ONCE):
        with contextlib.ExitStack() as stack:
            wave = STAGES[start : start + _AT_ONCE]
            killed = [stack.enter_context(worker(settings, stage)) for stage in wave]
            assert [process.wait(120) for process in killed] == [-signal.SIGKILL] * len(wave)
    assert {path.name for path in store.settings.home.glob("morto.*")} == {f"morto.{stage}" for stage in STAGES}
    with worker(settings) as process:
        until(lambda: all_over(store))
        whole(store, sent)
        until(lambda: len(list(root(store.settings.home).glob("w-*"))) == 1)
        process.terminate()
        assert process.wait(30) == 0
    assert not root(store.settings.home).exists()
    with store.database.begin() as c:
        assert c.execute(sa.select(sa.func.max(rodadas.c.tentativa))).scalar_one() > 1


def test_two_workers_share_the_work_and_one_is_killed(store: Store) -> None:
    actor = someone(store)
    sent = [send(store, actor, {**FICHA, "teste": {"pausa_s": 0.03}}) for _ in range(16)]
    with worker(store.settings) as one, worker(store.settings):
        until(lambda: len([run for _, run in sent if over(store, run)]) >= 4)
        one.kill()
        until(lambda: all_over(store))
        whole(store, sent)


def test_a_killed_worker_takes_its_children_with_it(store: Store) -> None:
    _, run = send(store, someone(store), {"teste": {"pausa_s": 30}})
    with worker(store.settings) as process:
        until(lambda: dossier_row(store, run_row(store, run).dossie_id).progresso["etapa"] == "abrindo")
        until(lambda: len(psutil.Process(process.pid).children(recursive=True)) >= 2)
        family = psutil.Process(process.pid).children(recursive=True)
        process.kill()
        _, alive = psutil.wait_procs(family, timeout=60)
        assert alive == []


def test_a_paused_worker_that_comes_back_is_not_heard_and_goes_on_with_the_next(store: Store) -> None:
    actor = someone(store)
    dossie, run = send(store, actor, {**FICHA, "teste": {"pausa_s": 0.4}})
    with worker(store.settings) as paused:
        until(lambda: run_row(store, run).estado == "processando")
        paused.send_signal(signal.SIGSTOP)
        with worker(store.settings) as other:
            until(lambda: over(store, run))
            other.terminate()
            assert other.wait(30) == 0
        (verdict,) = verdicts_of(store, dossie)
        paused.send_signal(signal.SIGCONT)
        second, later = send(store, actor, FICHA)
        until(lambda: over(store, later))
        assert [v.id for v in verdicts_of(store, dossie)] == [verdict.id]
        assert run_row(store, run).tentativa == 2
        assert len(verdicts_of(store, second)) == 1
        paused.terminate()
        assert paused.wait(30) == 0
    whole(store, [(dossie, run), (second, later)])


def test_a_job_that_is_marked_as_a_workers_and_that_it_does_not_do_is_put_back(store: Store) -> None:
    actor = someone(store)
    with worker(store.settings):
        first = send(store, actor, FICHA)
        until(lambda: over(store, first[1]))
        with store.database.begin() as c:
            count = c.execute(sa.text("SELECT count(*) FROM procrastinate_workers")).scalar_one()
        assert count == 1, "a process is one worker, whatever it listens to"
        with store.database.begin() as c:
            assert gauges.workers(c, store.settings.stalled_s) == 1
        with store.database.begin() as c:  # as where the answer to a fetch is lost with the connection
            dossie, run = send(store, actor, FICHA, connection=c)
            marked = sa.text(
                "UPDATE procrastinate_jobs SET status = 'doing', "
                "worker_id = (SELECT max(id) FROM procrastinate_workers) WHERE id = :job"
            )
            tarefa = c.execute(sa.select(rodadas.c.tarefa).where(rodadas.c.id == run)).scalar_one()
            c.execute(marked, {"job": tarefa})
        until(lambda: over(store, run))
        whole(store, [first, (dossie, run)])  # while it works: the job goes out of the queue after the verdict


def test_each_failure_ends_with_its_reason_or_is_got_over_and_blocks_nobody(store: Store, tmp_path: Path) -> None:
    actor = someone(store)
    marker = str(tmp_path / "marca")
    told: dict[str, dict[str, Any]] = {name: {"faz": name} for name in ("ilegivel", "motor", "defeito", "morre")}
    sent = {name: send(store, actor, {"teste": does}) for name, does in told.items()}
    changed = send(store, actor, FICHA, {"a.pdf": b"%PDF-"})
    for path in Path(store.settings.storage_url).rglob("originais/**/*"):
        if path.is_file():
            path.chmod(0o600)
            path.write_bytes(b"%PDF! outro")
    good = [
        send(store, actor, {"teste": does}, {"b.pdf": b"%PDF- b"})
        for does in ({"faz": "uma_vez", "marca": marker}, {"faz": "morre_depois"}, {})
    ]
    with worker(store.settings):
        until(lambda: all_over(store), 90)
    ended = {name: (dossier_row(store, dossie), run_row(store, run)) for name, (dossie, run) in sent.items()}
    ended["alterado"] = (dossier_row(store, changed[0]), run_row(store, changed[1]))
    for name, code, attempts in (
        ("ilegivel", "arquivo_ilegivel", 1),
        ("motor", "falha_do_motor", 3),
        ("defeito", "defeito", 3),
        ("morre", "falha_do_motor", 3),
        ("alterado", "falha_do_motor", 3),
    ):
        row, run = ended[name]
        assert (row.estado, row.erro_codigo, run.tentativa) == ("erro", code, attempts), name
        assert row.erro_mensagem and "segredo" not in row.erro_mensagem
    assert "alterado" in ended["alterado"][0].erro_mensagem
    for dossie, _ in good:
        assert dossier_row(store, dossie).estado == "concluido" and len(verdicts_of(store, dossie)) == 1
    with store.database.begin() as c:
        drawn = set(c.execute(sa.select(paginas.c.dossie_id)).scalars())
    assert drawn == {good[0][0], good[2][0]}, "the verdict outlived who drew, the pages did not"
    assert until(lambda: jobs(store) == [])


def test_told_to_stop_a_worker_finishes_what_it_has(store: Store) -> None:
    dossie, run = send(store, someone(store), {"teste": {"pausa_s": 0.3}})
    _, waiting = send(store, someone(store), {"teste": {"pausa_s": 5}})
    with worker(store.settings) as process:
        until(lambda: run_row(store, run).estado == "processando")
        process.terminate()
        assert process.wait(30) == 0
    assert len(verdicts_of(store, dossie)) == 1
    assert run_row(store, waiting).estado == "na_fila"


def test_told_to_stop_a_worker_gives_back_what_it_cannot_finish_and_leaves_nothing(store: Store) -> None:
    _, run = send(store, someone(store), {"teste": {"pausa_s": 30}})
    with worker(store.settings, TEST_GRACE_S="0.5") as process:
        until(lambda: dossier_row(store, run_row(store, run).dossie_id).progresso["etapa"] == "abrindo")
        process.terminate()
        assert process.wait(30) == 0
    row = run_row(store, run)
    assert (row.estado, row.tentativa, row.devolvidas) == ("na_fila", 1, 1)
    assert not root(store.settings.home).exists()


def test_a_worker_with_two_jobs_does_two_at_a_time(store: Store) -> None:
    sent = [send(store, someone(store), {"teste": {"pausa_s": 0.5}}) for _ in range(2)]
    with worker(store.settings, TEST_JOBS="2"):
        until(lambda: all(run_row(store, run).estado == "processando" for _, run in sent))
        until(lambda: all_over(store))
    whole(store, sent)


def test_told_twice_a_worker_ends_at_once(store: Store) -> None:
    _, run = send(store, someone(store), {"teste": {"pausa_s": 30}})
    with worker(store.settings) as process:
        until(lambda: run_row(store, run).estado == "processando")
        process.terminate()
        time.sleep(0.3)
        process.terminate()
        started = time.monotonic()
        assert process.wait(30) == 143
        assert time.monotonic() - started < 3


@pytest.fixture
def own_database(tmp_path: Path) -> Iterator[Store]:
    """An installation with a database server of its own, which may be killed."""
    settings = ServiceSettings(
        home=tmp_path / "casa",
        secret=SecretStr("segredo somente para os testes"),
        heartbeat_s=0.5,
        stalled_s=2.0,
        watch_s=0.5,
        retry_s=0.1,
    )
    store = open_store(settings, pool=4)
    yield store
    store.close()


@pytest.mark.parametrize("seconds", [3, pytest.param(30, marks=pytest.mark.slow)])
def test_a_database_that_is_killed_and_comes_back_costs_nothing(own_database: Store, seconds: float) -> None:
    store = own_database
    embedded = store.database.embedded
    assert embedded is not None
    actor = someone(store)
    sent = [send(store, actor, {**FICHA, "teste": {"pausa_s": 0.2}}) for _ in range(3)]
    settings = store.settings.model_copy(update={"database_url": SecretStr(store.database.url)})
    with worker(settings) as process:
        until(lambda: run_row(store, sent[0][1]).estado == "processando")
        assert embedded.pid
        os.kill(embedded.pid, signal.SIGKILL)
        time.sleep(seconds)
        embedded.ensure()
        until(lambda: store.database.patiently(lambda _: all_over(store)))
        whole(store, sent)
        assert run_row(store, sent[0][1]).tentativa == 1, "what was found while it was away was kept"
        assert process.poll() is None
        process.terminate()
        assert process.wait(30) == 0


def test_a_full_disk_is_waited_for_and_not_held_against_the_dossier(store: Store) -> None:
    top = root(store.settings.home)
    top.mkdir(parents=True)
    mount = ["mount", "-t", "tmpfs", "-o", "size=60m,mode=700", "tmpfs", str(top)]
    if os.geteuid() != 0 or subprocess.run(mount, capture_output=True, check=False).returncode != 0:
        pytest.skip("only root may mount a small file system")
    try:
        ballast = top / "lastro"
        ballast.write_bytes(bytes(50_000_000))
        dossie, run = send(store, someone(store), FICHA, {"a.pdf": b"%PDF-"})
        with worker(store.settings):
            until(lambda: run_row(store, run).devolvidas > store.settings.attempts)
            assert verdicts_of(store, dossie) == []
            ballast.unlink()
            until(lambda: over(store, run))
        whole(store, [(dossie, run)])
        row = run_row(store, run)
        assert row.tentativa == row.devolvidas + 1
    finally:
        subprocess.run(["umount", "-l", str(top)], check=True)
        top.rmdir()


def test_told_to_stop_without_a_database_a_worker_ends_in_time_and_what_it_had_is_done_by_the_next(
    own_database: Store,
) -> None:
    store = own_database
    embedded = store.database.embedded
    assert embedded is not None and embedded.pid
    dossie, run = send(store, someone(store), {**FICHA, "teste": {"pausa_s": 0.3}})
    settings = store.settings.model_copy(update={"database_url": SecretStr(store.database.url)})
    with worker(settings, TEST_GRACE_S="0.5") as process:
        until(lambda: run_row(store, run).estado == "processando")
        os.kill(embedded.pid, signal.SIGKILL)
        process.terminate()
        assert process.wait(30) == 143
    embedded.ensure()
    with worker(settings):
        until(lambda: store.database.patiently(lambda _: all_over(store)))
    whole(store, [(dossie, run)])
