"""What somebody must see to now and then, and that one of many does it."""

from __future__ import annotations

import asyncio
import io
import os
import shutil
import uuid
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
import sqlalchemy as sa
from procrastinate import App
from procrastinate.jobs import Job, Status

from docverify.store.files import original
from docverify.store.jobs import QUEUE, defer
from docverify.store.opening import Store
from docverify.store.tables import dossies, instalacao
from docverify.work.queue import FencedManager, PatientConnector
from docverify.work.scratch import Scratch
from docverify.work.watch import Watch
from tests.service.queue_tools import jobs, run_row, send, someone


@pytest.fixture
def scratch(store: Store) -> Iterator[Scratch]:
    """A worker's folder."""
    made = Scratch(store.settings.home)
    yield made
    made.close()


def test_old_drafts_and_what_nobody_names_go_and_the_rest_stays(store: Store, scratch: Scratch) -> None:
    actor = someone(store)
    entidade = actor.entidade_id
    assert entidade is not None
    send(store, actor, {}, {"a.pdf": b"fica"})
    kept = store.files.put(entidade, io.BytesIO(b"fica"))[0]
    lost = store.files.put(entidade, io.BytesIO(b"de ninguem"))[0]
    old, new = uuid.uuid4(), uuid.uuid4()
    now = datetime.now(UTC)
    with store.database.begin() as c:
        for draft, touched in ((old, now - timedelta(days=30)), (new, now)):
            c.execute(
                dossies.insert().values(
                    id=draft, entidade_id=entidade, nome="Rascunho", estado="rascunho", prioridade="lote",
                    criado_por=actor.usuario_id, criado_em=touched, atualizado_em=touched,
                )
            )  # fmt: skip
    Watch(store, scratch).look()
    with store.database.begin() as c:
        drafts = c.execute(sa.select(dossies.c.id).where(dossies.c.estado == "rascunho")).scalars().all()
    assert drafts == [new]
    assert store.files.exists(original(entidade, kept)) and not store.files.exists(original(entidade, lost))


def test_the_house_is_kept_by_whoever_comes_first_and_not_again_soon(store: Store, scratch: Scratch) -> None:
    entidade = someone(store).entidade_id
    assert entidade is not None
    Watch(store, scratch).look()
    lost = store.files.put(entidade, io.BytesIO(b"de ninguem"))[0]
    Watch(store, scratch).look()
    assert store.files.exists(original(entidade, lost))
    with store.database.begin() as c:
        c.execute(instalacao.update().where(instalacao.c.chave == "arrumacao.originais").values(valor=1.5))
    Watch(store, scratch).look()
    assert not store.files.exists(original(entidade, lost))


def test_only_one_of_many_rescues(store: Store, scratch: Scratch) -> None:
    _, run = send(store, someone(store))
    with store.database.begin() as c:
        c.execute(sa.text("DELETE FROM procrastinate_jobs"))
    watch = Watch(store, scratch)
    with store.database.begin() as other:
        other.execute(sa.text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": 0x76696769})
        watch.look()
        assert jobs(store) == []
    watch.look()
    assert [job.id for job in jobs(store)] == [run_row(store, run).tarefa]


def test_a_folder_whose_maker_was_killed_is_swept_once_it_is_old(scratch: Scratch) -> None:
    young, old = (scratch.folder.parent / name for name in (".w-00000001", ".w-00000002"))
    for folder in (young, old):
        folder.mkdir()
        (folder / ".em-uso").touch()
    os.utime(old, (0, 0))
    assert scratch.sweep() == 1
    assert young.exists() and not old.exists() and scratch.folder.exists()
    shutil.rmtree(young)


def test_a_job_that_went_to_another_is_not_ended_by_who_had_it(store: Store) -> None:
    with store.database.begin() as c:
        had, has = c.execute(
            sa.text("INSERT INTO procrastinate_workers SELECT FROM generate_series(1, 2) RETURNING id")
        ).scalars()
        number = defer(c, "docverify.ilustrar", {"dossie_id": str(uuid.uuid4())})
        held = "UPDATE procrastinate_jobs SET status = 'doing', worker_id = :has WHERE id = :job"
        c.execute(sa.text(held), {"has": has, "job": number})

    def left(worker_id: int) -> int:
        asyncio.run(ended(worker_id))
        with store.database.begin() as c:
            return int(c.execute(sa.text("SELECT count(*) FROM procrastinate_jobs")).scalar_one())

    async def ended(worker_id: int) -> None:
        connector = PatientConnector(conninfo=store.database.url, min_size=1, max_size=2)
        async with App(connector=connector).open_async():
            job = Job(
                id=number, queue=QUEUE, lock=None, queueing_lock=None, task_name="docverify.ilustrar",
                worker_id=worker_id,
            )  # fmt: skip
            await FencedManager(connector).finish_job(job, Status.SUCCEEDED, delete_job=True)

    assert (left(had), left(has)) == (1, 0)
