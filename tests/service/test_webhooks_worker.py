"""Webhooks as a worker tells them: beside the verdicts, never in front of one."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
import sqlalchemy as sa

from docverify.store import hooks
from docverify.store.config import ServiceSettings
from docverify.store.opening import Store, open_store
from docverify.store.tables import entregas, vereditos
from tests.service import people, queue_tools
from tests.service.receiver import Receiver, receiving

PRIVATE = {"DOCVERIFY_WEBHOOK_PRIVATE": "true"}


@pytest.fixture
def store(service_settings: ServiceSettings) -> Iterator[Store]:
    opened = open_store(service_settings.model_copy(update={"webhook_private": True}), pool=4)
    yield opened
    opened.close()


@pytest.fixture
def told() -> Iterator[Receiver]:
    with receiving() as receiver:
        yield receiver


def _deliveries(store: Store) -> list[Any]:
    with store.database.begin() as connection:
        return list(connection.execute(sa.select(entregas)))


def _delivered(store: Store, count: int) -> bool:
    return [row.estado for row in _deliveries(store)] == ["entregue"] * count


def test_a_slow_receiver_holds_up_no_verdict(store: Store, told: Receiver) -> None:
    admin = people.user(store, "administrador")
    hooks.create(store, admin.actor, told.url)
    told.wait_s = 2.0
    runs = [queue_tools.send(store, admin.actor)[1] for _ in range(4)]
    with queue_tools.worker(store.settings, **PRIVATE):
        queue_tools.until(lambda: _delivered(store, 4), 120)
    assert all(queue_tools.over(store, run) for run in runs)
    with store.database.begin() as connection:
        query = sa.select(vereditos.c.criado_em).order_by(vereditos.c.criado_em)
        verdicts = list(connection.execute(query).scalars())
    when = sorted(row.entregue_em for row in _deliveries(store))
    assert any(later < told_of for later, told_of in zip(verdicts[1:], when, strict=False)), (
        "a verdict was there while the receiver was still being told of the one before"
    )
    gaps = [later - earlier for earlier, later in zip(when, when[1:], strict=False)]
    assert min(gaps) > timedelta(seconds=1.9), "one receiver is told one thing after the other"
    assert len({got.headers["Docverify-Delivery"] for got in told.got}) == 4


def test_a_delivery_of_a_worker_that_was_killed_is_made_by_the_next(store: Store, told: Receiver) -> None:
    admin = people.user(store, "administrador")
    hooks.create(store, admin.actor, told.url)
    told.wait_s = 5.0
    queue_tools.send(store, admin.actor)
    with queue_tools.worker(store.settings, **PRIVATE) as first:
        queue_tools.until(lambda: told.got, 120)
        first.kill()
    assert [row.estado for row in _deliveries(store)] == ["pendente"]
    told.wait_s = 0.0
    with queue_tools.worker(store.settings, **PRIVATE):
        queue_tools.until(lambda: _delivered(store, 1), 120)
    (row,) = _deliveries(store)
    assert row.tentativas == 2
    first_told, second_told = told.got
    assert first_told.body == second_told.body, "the receiver knows the repetition by its id"
