"""The fair queue, simulated: the real queue and its real order, without the work."""

from __future__ import annotations

from uuid import UUID

import pytest
import sqlalchemy as sa

from docverify.store import fairness, runs
from docverify.store.actors import Actor
from docverify.store.opening import Store
from tests.service.queue_tools import send, someone


def ask(store: Store, actor: Actor, prioridade: str = "interativo", count: int = 1) -> list[UUID]:
    """Send dossiers."""
    return [send(store, actor, prioridade=prioridade)[1] for _ in range(count)]


def serve(store: Store, count: int) -> list[UUID]:
    """Begin so many runs in the queue's order; return them."""
    begun = []
    for _ in range(count):
        with store.database.begin() as c:
            worker = c.execute(sa.text("SELECT worker_id FROM procrastinate_register_worker_v1()")).scalar_one()
            fetch = sa.text("SELECT id, args ->> 'rodada_id' AS run FROM procrastinate_fetch_job_v2(NULL, :w)")
            job = c.execute(fetch, {"w": worker}).one()
            if job.id is None:
                break
            assert runs.begin(c, store.ledger, store.settings, UUID(job.run), job.id) is not None
            begun.append(UUID(job.run))
    return begun


def test_a_thousand_waiting_of_one_do_not_hold_back_the_first_of_another(store: Store) -> None:
    big, small = someone(store, "Grande"), someone(store, "Pequena")
    many = ask(store, big, count=40)
    assert serve(store, 10) == many[:10]
    one, two = ask(store, small, count=2)
    order = serve(store, 6)
    assert order.index(one) <= 1 and order.index(two) <= 3
    assert [run for run in order if run in many] == many[10:14], "each entity's own in the order of sending"


def test_entities_take_turns(store: Store) -> None:
    sent = {name: ask(store, someone(store, name), count=5) for name in "abc"}
    order = serve(store, 15)
    for start in range(0, 15, 3):
        assert {next(n for n, own in sent.items() if run in own) for run in order[start : start + 3]} == set("abc")


def test_who_was_busy_before_is_not_punished(store: Store) -> None:
    busy, new = someone(store, "Ocupada"), someone(store, "Nova")
    ask(store, busy, count=20)
    serve(store, 20)
    first, later = ask(store, busy, count=2), ask(store, new, count=2)
    assert serve(store, 4) == [first[0], later[0], first[1], later[1]]


def test_who_waits_for_an_answer_goes_before_a_batch_and_a_batch_does_not_starve(store: Store) -> None:
    office, shop = someone(store, "Lote"), someone(store, "Balcão")
    batch = ask(store, office, "lote", 3)
    people = ask(store, shop, count=30)
    order = serve(store, 33)
    places = [order.index(run) for run in batch]
    assert order[:8] == people[:8]
    assert places == [8, 17, 26]
    assert [run for run in order if run in people] == people


def test_a_batch_alone_is_done_in_its_order(store: Store) -> None:
    runs_sent = ask(store, someone(store), "lote", 5)
    assert serve(store, 6) == runs_sent


@pytest.mark.parametrize("turno", [0, 1, 10**9, 10**12])
def test_priorities_stay_within_32_bits_and_never_cross(turno: int) -> None:
    batch, people = fairness.priority("lote", turno), fairness.priority("interativo", turno)
    assert -(2**31) <= batch <= 0 < people < fairness.URGENT < fairness.NEXT < 2**31
