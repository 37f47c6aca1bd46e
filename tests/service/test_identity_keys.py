from __future__ import annotations

from datetime import timedelta

import pytest
import sqlalchemy as sa

from docverify.store.actors import system
from docverify.store.identity import utcnow
from docverify.store.opening import Store
from docverify.store.people import authenticate_key, entities, keys, users
from docverify.store.refusals import Forbidden, Invalid, NotFound
from docverify.store.rights import BY_ROLE, SCOPES, may
from docverify.store.tables import auditoria, chaves
from tests.service import people


def _who(store: Store, raw: str, **options: object):  # type: ignore[no-untyped-def]
    with store.database.begin() as connection:
        return authenticate_key(connection, raw, **options)  # type: ignore[arg-type]


def test_a_key_stands_for_its_user(store: Store) -> None:
    person = people.user(store, "entidade")
    raw = people.key(store, person, ["dossies:ler"])
    actor = _who(store, raw, pedido_id="p1")
    assert (actor.usuario_id, actor.entidade_id, actor.ator) == (person.id, person.entidade_id, person.login)
    assert (actor.escopos, actor.pedido_id) == (frozenset({"dossies:ler"}), "p1")
    assert actor.chave_id is not None


@pytest.mark.parametrize("spoil", [lambda k: k[:-1] + ("A" if k[-1] != "A" else "B"), lambda k: k + "x", str.upper])
def test_a_key_that_differs_anywhere_opens_nothing(store: Store, spoil) -> None:  # type: ignore[no-untyped-def]
    raw = people.key(store, people.user(store), ["dossies:ler"])
    assert _who(store, raw) is not None
    assert _who(store, spoil(raw)) is None


def test_what_is_no_key_opens_nothing(store: Store) -> None:
    for raw in ["", "dv_", "dv_0123456789_", "dv_" + "0" * 10 + "_" + "A" * 43, "\0", "dv__", "é" * 57]:
        assert _who(store, raw) is None, raw


def test_the_secret_is_nowhere_in_the_database(store: Store) -> None:
    raw = people.key(store, people.user(store), ["dossies:ler"])
    secret = raw.split("_", 2)[2]
    with store.database.begin() as connection:
        for table in (chaves, auditoria):
            text = connection.execute(sa.text(f"SELECT string_agg(t::text, '|') FROM {table.name} t")).scalar_one()
            assert secret not in text


def test_an_expired_a_revoked_and_a_switched_off_key(store: Store) -> None:
    person = people.user(store)
    raw = people.key(store, person, ["dossies:ler"])
    assert _who(store, raw, now=utcnow() + timedelta(days=364)) is not None
    assert _who(store, raw, now=utcnow() + timedelta(days=366)) is None
    with store.database.begin() as connection:
        users.change(connection, store.ledger, system(), person.id, {"ativo": False})
    assert _who(store, raw) is None
    with store.database.begin() as connection:
        users.change(connection, store.ledger, system(), person.id, {"ativo": True})
        (row,) = keys.find(connection, person.actor)
        keys.revoke(connection, store.ledger, person.actor, row.id)
        keys.revoke(connection, store.ledger, person.actor, row.id)
    assert _who(store, raw) is None


def test_a_key_of_an_entity_that_is_switched_off(store: Store) -> None:
    people.user(store, "administrador", todas=True)
    person = people.user(store)
    raw = people.key(store, person, ["dossies:ler"])
    with store.database.begin() as connection:
        entities.change(connection, store.ledger, system(), person.entidade_id, {"ativa": False})
    assert _who(store, raw) is None


def test_the_last_use_is_noted_at_most_once_a_minute(store: Store) -> None:
    person = people.user(store)
    raw = people.key(store, person, ["dossies:ler"])
    begin = utcnow()
    seen = []
    for seconds in (0, 30, 59, 61):
        _who(store, raw, now=begin + timedelta(seconds=seconds))
        with store.database.begin() as connection:
            seen.append(keys.find(connection, person.actor)[0].usada_em - begin)
    assert [round(entry.total_seconds()) for entry in seen] == [0, 0, 0, 61]


def test_no_key_does_more_than_its_user_and_its_scopes(store: Store) -> None:
    for papel, theirs in BY_ROLE.items():
        person = people.user(store, papel)
        for scope, rights in SCOPES.items():
            if not rights & theirs:
                with pytest.raises(Invalid):
                    people.key(store, person, [scope])
                continue
            actor = _who(store, people.key(store, person, [scope]))
            assert {right for right in BY_ROLE["administrador"] if may(actor, right)} == rights & theirs


def test_a_change_of_role_counts_at_once(store: Store) -> None:
    person = people.user(store, "supervisor")
    raw = people.key(store, person, ["dossies:reprocessar", "dossies:ler"])
    assert may(_who(store, raw), "dossie.reprocessar")
    with store.database.begin() as connection:
        users.change(connection, store.ledger, system(), person.id, {"papel": "analista"})
    assert not may(_who(store, raw), "dossie.reprocessar")
    assert may(_who(store, raw), "dossie.ler")


def test_a_key_makes_no_key(store: Store) -> None:
    person = people.user(store, "administrador")
    actor = _who(store, people.key(store, person, list(SCOPES)))
    assert not may(actor, "chave.gerir")
    with store.database.begin() as connection, pytest.raises(Forbidden):
        keys.create(connection, store.ledger, actor, nome="outra", escopos=["dossies:ler"])


@pytest.mark.parametrize("escopos", [[], ["dossies:tudo"], ["dossies:ler", "contas:gerir"]])
def test_a_scope_that_is_not_there_or_not_the_users(store: Store, escopos: list[str]) -> None:
    with pytest.raises(Invalid, match="escopo"):
        people.key(store, people.user(store, "analista"), escopos)


def test_an_administrator_revokes_within_reach_only(store: Store) -> None:
    chief = people.user(store, "administrador")
    clerk = people.user(store, "entidade", chief.entidade_id)
    stranger = people.user(store, "entidade")
    for person in (clerk, stranger):
        people.key(store, person, ["dossies:ler"])
    with store.database.begin() as connection:
        (reached,) = keys.find(connection, chief.actor, todas=True)
        (foreign,) = keys.find(connection, stranger.actor)
        assert reached.usuario_id == clerk.id
        assert "segredo_hash" not in reached._mapping
        keys.revoke(connection, store.ledger, chief.actor, reached.id)
        with pytest.raises(NotFound):
            keys.revoke(connection, store.ledger, chief.actor, foreign.id)
        with pytest.raises(NotFound):
            keys.revoke(connection, store.ledger, clerk.actor, foreign.id)
        with pytest.raises(Forbidden):
            keys.find(connection, clerk.actor, todas=True)
