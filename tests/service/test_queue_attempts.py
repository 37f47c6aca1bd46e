"""One attempt, with a crew of the test's own: what is handed to a child, and what becomes of what it gives back."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from typing import Any
from uuid import UUID

import pytest
import sqlalchemy as sa

from docverify.store.files import StorageError, derived_page
from docverify.store.opening import Store
from docverify.store.tables import dossies, paginas
from docverify.work.attempts import Attempts
from docverify.work.job import Job, Outcome, PageImage
from docverify.work.sandbox import Listener, Step
from docverify.work.scratch import Scratch
from tests.service.queue_tasks import ORIGIN
from tests.service.queue_tools import again, dossier_row, run_row, send, someone, verdicts_of

REPORT: dict[str, Any] = {
    "norma": "GLP297",
    "resultado": "aceito",
    "efeito": {"codigo": "acolhido"},
    "ficha": {},
    "avisos": [],
}


class Crew:
    """Does what the test says, with one picture."""

    def __init__(self) -> None:
        self.meanwhile: Callable[[Job, Listener], object] = lambda job, notify: None
        self.report = REPORT
        self.jobs: list[Job] = []

    def run(self, job: Job, notify: Listener) -> Outcome:
        """Do it."""
        self.jobs.append(job)
        self.meanwhile(job, notify)
        assert job.paginas is not None
        job.paginas.mkdir(parents=True)
        picture = job.paginas / "0.jpg"
        picture.write_bytes(b"imagem %d" % len(self.jobs))
        return Outcome(report=self.report, origin=ORIGIN, pages=(PageImage("a.pdf", 1, 1, 1, picture),))


@pytest.fixture
def crew() -> Crew:
    """What stands for the children."""
    return Crew()


@pytest.fixture
def attempts(store: Store, crew: Crew) -> Iterator[Attempts]:
    """Does attempts in this process."""
    scratch = Scratch(store.settings.home)
    yield Attempts(store, crew, scratch, threading.Event())  # type: ignore[arg-type]
    assert [path.name for path in scratch.folder.iterdir()] == [".em-uso"], "nothing stays behind"
    scratch.close()


def verify(store: Store, attempts: Attempts, run: UUID) -> None:
    """Do an attempt as the run's own job."""
    attempts.verify(run, run_row(store, run).tarefa)


def images(store: Store) -> list[str]:
    """Return what is drawn in the store of files."""
    return store.files.keys("derivados")


def named(store: Store) -> list[str]:
    """Return what the rows name."""
    with store.database.begin() as c:
        return list(c.execute(sa.select(paginas.c.endereco)).scalars())


def test_a_child_gets_a_folder_of_the_originals_by_their_names(store: Store, attempts: Attempts, crew: Crew) -> None:
    seen: dict[str, bytes] = {}

    def look(job: Job, notify: Listener) -> None:
        seen.update({path.name: path.read_bytes() for path in job.path.iterdir()})

    crew.meanwhile = look
    dossie, run = send(store, someone(store), {"a": 1}, {"a.pdf": b"um", "b.pdf": b"dois"})
    verify(store, attempts, run)
    assert seen == {"ficha.json": b'{"a": 1}', "a.pdf": b"um", "b.pdf": b"dois"}
    (job,) = crew.jobs
    assert job.path.name == str(dossie) and str(job.today) == "2026-11-30"
    assert not job.path.exists()
    assert images(store) == named(store) == [derived_page(dossier_row(store, dossie).entidade_id, dossie, 1, 0)]


def test_a_zip_that_is_all_there_is_is_the_dossier_itself(store: Store, attempts: Attempts, crew: Crew) -> None:
    seen: list[tuple[bool, bytes]] = []
    crew.meanwhile = lambda job, notify: seen.append((job.path.is_file(), job.path.read_bytes()))
    _, run = send(store, someone(store), None, {"tudo.zip": b"PK"})
    verify(store, attempts, run)
    assert seen == [(True, b"PK")]
    crew.meanwhile = lambda job, notify: seen.append((job.path.is_file(), b""))
    _, run = send(store, someone(store), {}, {"tudo.zip": b"PK"})
    verify(store, attempts, run)
    assert seen[1:] == [(False, b"")]


def test_how_far_it_is_stands_in_the_dossier(store: Store, attempts: Attempts, crew: Crew) -> None:
    dossie, run = send(store, someone(store))
    seen = []

    def tell(job: Job, notify: Listener) -> None:
        for step in (Step("lendo", 2, 9), Step("conferindo")):
            assert notify(step)
            seen.append(dossier_row(store, dossie).progresso)

    crew.meanwhile = tell
    verify(store, attempts, run)
    assert seen == [{"etapa": "lendo", "feito": 2, "total": 9}, {"etapa": "conferindo", "feito": 0, "total": None}]
    assert dossier_row(store, dossie).progresso["etapa"] == "pronto"


def test_a_dossier_purged_meanwhile_gets_no_verdict_and_leaves_no_picture(
    store: Store, attempts: Attempts, crew: Crew
) -> None:
    dossie, run = send(store, someone(store))

    def purge(job: Job, notify: Listener) -> None:
        with store.database.begin() as c:
            c.execute(dossies.update().where(dossies.c.id == dossie).values(estado="expurgado"))
        assert not notify(Step("lendo"))

    crew.meanwhile = purge
    verify(store, attempts, run)
    assert verdicts_of(store, dossie) == [] and images(store) == [] and run_row(store, run).estado == "cancelada"


def test_what_nobody_foresaw_is_a_defect_and_ends_after_its_attempts(
    store: Store, attempts: Attempts, crew: Crew
) -> None:
    crew.report = {"resultado": "aceito"}
    dossie, run = send(store, someone(store))
    for _ in range(store.settings.attempts):
        verify(store, attempts, run)
    row = dossier_row(store, dossie)
    assert (row.estado, row.erro_codigo) == ("erro", "defeito") and "KeyError" in row.erro_mensagem


def test_scans_that_are_away_are_waited_for_and_pictures_that_cannot_be_stored_are_done_without(
    store: Store, attempts: Attempts, crew: Crew, monkeypatch: pytest.MonkeyPatch
) -> None:
    dossie, run = send(store, someone(store), {}, {"a.pdf": b"um"})

    def away(*_: object) -> None:
        raise StorageError("o armazenamento não responde")

    with monkeypatch.context() as patched:
        patched.setattr(store.files, "fetch", away)
        for _ in range(store.settings.attempts + 1):
            verify(store, attempts, run)
    row = run_row(store, run)
    assert (row.estado, row.devolvidas, crew.jobs) == ("na_fila", store.settings.attempts + 1, [])
    monkeypatch.setattr(store.files, "put_bytes", away)
    verify(store, attempts, run)
    assert len(verdicts_of(store, dossie)) == 1 and images(store) == []


def test_the_pictures_of_a_new_run_take_the_place_of_those_before(store: Store, attempts: Attempts) -> None:
    actor = someone(store)
    dossie, run = send(store, actor)
    verify(store, attempts, run)
    second = again(store, actor, dossie)
    verify(store, attempts, second)
    assert actor.entidade_id is not None
    assert images(store) == named(store) == [derived_page(actor.entidade_id, dossie, 2, 0)]


def test_pictures_are_drawn_anew_in_place_and_not_over_a_run_that_went_on(
    store: Store, attempts: Attempts, crew: Crew
) -> None:
    actor = someone(store)
    dossie, run = send(store, actor)
    attempts.illustrate(dossie)
    assert crew.jobs == [], "a run is under way that will draw them"
    verify(store, attempts, run)
    (key,) = named(store)
    attempts.illustrate(dossie)
    assert crew.jobs[-1].so_paginas and images(store) == named(store) == [key]
    assert store.files.read(key) == b"imagem 2"
    crew.meanwhile = lambda job, notify: again(store, actor, dossie)
    attempts.illustrate(dossie)
    assert images(store) == named(store) == [key]
    with store.database.begin() as c:
        c.execute(dossies.update().values(estado="expurgado"))
    attempts.illustrate(dossie)
    assert len(crew.jobs) == 3
