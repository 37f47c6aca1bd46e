"""Runs: who holds one, whose word counts, how often it is tried, and that there is one verdict."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import pytest
import sqlalchemy as sa

from docverify.store import runs, verdicts
from docverify.store.actors import Actor
from docverify.store.opening import Store
from docverify.store.runs import Attempt
from docverify.store.tables import auditoria, dossies, paginas, rodadas
from docverify.store.verdicts import Origin, Pagina
from docverify.work.watch import rescue_stalled
from tests.service.queue_tools import again, dossier_row, jobs, run_row, send, someone, verdicts_of

REPORT: dict[str, Any] = {
    "dossie": "pasta-interna",
    "norma": "GLP297",
    "resultado": "rejeitado",
    "efeito": {"codigo": "nao_acolhido", "mensagem": "", "citacao": ""},
    "ficha": {
        "cnpj": "20419417000109",
        "razao_social": "Gás \x00 Ltda",
        "endereco": {"municipio": "Natal", "uf": "RN"},
    },
}
ORIGIN = Origin({"docverify": "1"}, {"render_dpi": 300}, "a" * 64)


@pytest.fixture
def actor(store: Store) -> Actor:
    """A clerk."""
    return someone(store)


def fetched(store: Store, job: int | None = None) -> int:
    """Let a worker that was just heard of take the next job; return the job."""
    with store.database.begin() as c:
        worker = c.execute(sa.text("SELECT worker_id FROM procrastinate_register_worker_v1()")).scalar_one()
        found = c.execute(sa.text("SELECT id FROM procrastinate_fetch_job_v2(NULL, :w)"), {"w": worker}).scalar_one()
    assert found is not None and (job is None or job == found)
    return int(found)


def begun(store: Store, run: UUID, job: int | None = None) -> Attempt | None:
    """Begin an attempt as the run's own job, or as another."""
    taken = run_row(store, run).tarefa if job is None else job
    with store.database.begin() as c:
        return runs.begin(c, store.ledger, store.settings, run, taken)


def held(store: Store, run: UUID) -> Attempt:
    """Begin an attempt that begins."""
    attempt = begun(store, run)
    assert attempt is not None
    return attempt


def finished(store: Store, attempt: Attempt, pages: tuple[Pagina, ...] = ()) -> UUID | None:
    """Write an attempt's verdict."""
    with store.database.begin() as c:
        return verdicts.finish(c, store.ledger, store.settings, attempt, REPORT, ORIGIN, pages)


def failed(store: Store, attempt: Attempt, *, retry: bool, code: str = "falha_do_motor") -> str | None:
    """Say that an attempt failed."""
    with store.database.begin() as c:
        return runs.fail(c, store.ledger, store.settings, attempt, codigo=code, mensagem="o motor falhou", retry=retry)


def progressed(store: Store, attempt: Attempt) -> bool:
    """Say that an attempt reads."""
    with store.database.begin() as c:
        return runs.progress(c, attempt, "lendo", 3, 7)


def acts(store: Store) -> list[str]:
    """Return what the audit chain tells."""
    with store.database.begin() as c:
        return list(c.execute(sa.select(auditoria.c.acao).order_by(auditoria.c.numero)).scalars())


def test_an_attempt_knows_all_that_was_sent(store: Store, actor: Actor) -> None:
    dossie, run = send(store, actor, {"cnpj": "1"}, {"a.pdf": b"um", "b.pdf": b"dois"})
    attempt = held(store, run)
    assert (attempt.tentativa, attempt.numero, attempt.nome) == (1, 1, "Dossiê do João")
    assert [f.nome for f in attempt.arquivos] == ["a.pdf", "b.pdf"]
    assert attempt.ficha == b'{"cnpj": "1"}' and attempt.pedido_id == "pedido-1"
    assert progressed(store, attempt)
    assert dossier_row(store, dossie).progresso == {"etapa": "lendo", "feito": 3, "total": 7}


def test_a_verdict_is_written_once_with_all_that_it_rests_on(store: Store, actor: Actor) -> None:
    dossie, run = send(store, actor)
    attempt = held(store, run)
    first = finished(store, attempt, (Pagina("a.pdf", 1, 10, 20, "derivados/x"),))
    assert first is not None and finished(store, attempt) == first
    (verdict,) = verdicts_of(store, dossie)
    assert verdict.relatorio == {**REPORT, "dossie": "Dossiê do João"}
    assert list(verdict.relatorio) == list(REPORT), "the order of keys is the contract's"
    assert (verdict.versao, verdict.norma_versao, verdict.configuracao) == (1, "a" * 64, {"render_dpi": 300})
    row = dossier_row(store, dossie)
    assert (row.estado, row.resultado, row.razao_social, row.uf) == ("concluido", "rejeitado", "Gás \ufffd Ltda", "RN")
    assert "20419417000109" in row.busca
    with store.database.begin() as c:
        assert c.execute(sa.select(paginas.c.endereco)).scalars().all() == ["derivados/x"]
    assert acts(store) == ["veredito.criar"]
    assert begun(store, run) is None


def test_of_two_jobs_for_one_run_the_second_does_nothing_while_the_first_lives(store: Store, actor: Actor) -> None:
    _, run = send(store, actor)
    own = fetched(store, run_row(store, run).tarefa)
    attempt = held(store, run)
    assert begun(store, run, job=own + 1000) is None
    assert progressed(store, attempt)
    with store.database.begin() as c:
        c.execute(sa.text("UPDATE procrastinate_workers SET last_heartbeat = now() - interval '1 hour'"))
    other = begun(store, run, job=own + 1000)
    assert other is not None and other.tentativa == 2


def test_what_an_overtaken_attempt_says_is_not_heard(store: Store, actor: Actor) -> None:
    dossie, run = send(store, actor)
    slow, quick = held(store, run), held(store, run)
    assert not progressed(store, slow)
    assert failed(store, slow, retry=False) is None
    with store.database.begin() as c:
        assert not runs.give_back(c, store.settings, slow, wait=False)
    assert finished(store, slow) is None
    assert verdicts_of(store, dossie) == []
    assert finished(store, quick) is not None
    assert finished(store, slow) is None and not progressed(store, quick)
    assert len(verdicts_of(store, dossie)) == 1


def test_an_engines_failure_is_tried_again_with_doubled_waits_and_then_told(store: Store, actor: Actor) -> None:
    dossie, run = send(store, actor)
    waits = []
    for _ in range(store.settings.attempts - 1):
        assert failed(store, held(store, run), retry=True) == "de_novo"
        row = run_row(store, run)
        assert row.estado == "na_fila" and dossier_row(store, dossie).estado == "na_fila"
        with store.database.begin() as c:
            wait = sa.text("SELECT extract(epoch FROM scheduled_at - now()) FROM procrastinate_jobs WHERE id = :id")
            waits.append(float(c.execute(wait, {"id": row.tarefa}).scalar_one()))
    assert waits == [pytest.approx(0.1, abs=0.08), pytest.approx(0.2, abs=0.08)]
    assert failed(store, held(store, run), retry=True) == "erro"
    row = dossier_row(store, dossie)
    assert (row.estado, row.erro_codigo, row.erro_mensagem) == ("erro", "falha_do_motor", "o motor falhou")
    assert begun(store, run) is None and acts(store) == ["rodada.falhar"]


def test_bad_input_is_final_at_once(store: Store, actor: Actor) -> None:
    dossie, run = send(store, actor)
    assert failed(store, held(store, run), retry=False, code="vazio") == "erro"
    assert run_row(store, run).erro_codigo == dossier_row(store, dossie).erro_codigo == "vazio"


def test_what_kills_its_worker_each_time_ends_as_an_error_and_is_never_begun_again(store: Store, actor: Actor) -> None:
    dossie, run = send(store, actor)
    for _ in range(store.settings.attempts):
        assert begun(store, run) is not None  # and the worker dies
    assert begun(store, run) is None
    row = dossier_row(store, dossie)
    assert (row.estado, row.erro_codigo) == ("erro", "falha_do_motor")
    assert "3 vezes" in row.erro_mensagem
    with store.database.begin() as c:
        assert runs.requeue_lost(c) == []


def test_an_attempt_that_is_given_back_is_not_counted(store: Store, actor: Actor) -> None:
    _, run = send(store, actor)
    for _ in range(2 * store.settings.attempts):
        with store.database.begin() as c:
            assert runs.give_back(c, store.settings, held(store, run), wait=False)
    assert finished(store, held(store, run)) is not None


def test_a_reprocess_that_fails_leaves_the_verdict_in_force(store: Store, actor: Actor) -> None:
    dossie, run = send(store, actor)
    finished(store, held(store, run))
    second = again(store, actor, dossie)
    assert dossier_row(store, dossie).estado == "na_fila"
    assert failed(store, held(store, second), retry=False) == "erro"
    row = dossier_row(store, dossie)
    assert (row.estado, row.versao, row.erro_codigo) == ("concluido", 1, None)
    assert run_row(store, second).erro_codigo == "falha_do_motor"
    third = again(store, actor, dossie)
    assert finished(store, held(store, third)) is not None
    assert [v.versao for v in verdicts_of(store, dossie)] == [1, 2]
    assert run_row(store, third).numero == 3


def test_a_purged_dossier_gets_no_verdict(store: Store, actor: Actor) -> None:
    dossie, run = send(store, actor)
    attempt = held(store, run)
    with store.database.begin() as c:
        c.execute(dossies.update().values(estado="expurgado"))
    assert finished(store, attempt) is None and verdicts_of(store, dossie) == []
    assert run_row(store, run).estado == "cancelada" and dossier_row(store, dossie).estado == "expurgado"


def test_a_run_without_a_job_gets_one_again(store: Store, actor: Actor) -> None:
    _, run = send(store, actor)
    _, other = send(store, actor)
    held(store, run)
    with store.database.begin() as c:
        c.execute(sa.text("DELETE FROM procrastinate_jobs WHERE id = :id"), {"id": run_row(store, run).tarefa})
        assert runs.requeue_lost(c) == [run]
        assert runs.requeue_lost(c) == []
    assert {row.id for row in jobs(store)} == {run_row(store, run).tarefa, run_row(store, other).tarefa}
    assert held(store, run).tentativa == 2


def test_jobs_of_silent_workers_are_fetched_again_but_not_while_the_database_has_only_just_started(
    store: Store, actor: Actor
) -> None:
    _, run = send(store, actor)
    own = fetched(store)
    with store.database.begin() as c:
        assert rescue_stalled(c, 2.0) == []
        c.execute(sa.text("UPDATE procrastinate_workers SET last_heartbeat = now() - interval '3 seconds'"))
        age = c.execute(sa.text("SELECT extract(epoch FROM now() - pg_postmaster_start_time())")).scalar_one()
        assert rescue_stalled(c, float(age) + 60) == []
        assert rescue_stalled(c, 0.5) == [own]
        assert rescue_stalled(c, 0.5) == []
        assert fetched_again(c) == own


def fetched_again(connection: sa.Connection) -> int | None:
    """Take the next job in a transaction."""
    worker = connection.execute(sa.text("SELECT worker_id FROM procrastinate_register_worker_v1()")).scalar_one()
    taken = sa.text("SELECT id FROM procrastinate_fetch_job_v2(NULL, :w)")
    return connection.execute(taken, {"w": worker}).scalar_one()


def test_other_norm_and_day_of_a_reprocess_are_those_of_the_attempt(store: Store, actor: Actor) -> None:
    dossie, run = send(store, actor)
    finished(store, held(store, run))
    with store.database.begin() as c:
        second = runs.request(
            c, store.ledger, actor, dossie, motivo="reprocesso", prioridade="interativo",
            parametros={"norma": "CMB948", "data": "2026-01-02"},
        )  # fmt: skip
    attempt = held(store, second)
    assert attempt.norma == "CMB948" and str(attempt.data) == "2026-01-02"
    with store.database.begin() as c:
        assert c.execute(sa.select(rodadas.c.motivo).where(rodadas.c.id == second)).scalar_one() == "reprocesso"
