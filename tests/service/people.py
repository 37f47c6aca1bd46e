"""People for the tests: entities, users of every role, and clients that are signed in or carry a key."""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from fastapi import FastAPI
from starlette.testclient import TestClient

from docverify.store.actors import Actor, system
from docverify.store.opening import Store
from docverify.store.passwords import hashed
from docverify.store.people import entities, keys, sessions, users
from docverify.store.tables import usuarios
from docverify_api.app import create_app

_NUMBER = itertools.count(1)
PASSWORD = "uma frase que só o teste sabe"


@dataclass(frozen=True)
class Person:
    """A user of a test."""

    id: UUID
    entidade_id: UUID
    login: str
    papel: str
    actor: Actor


def entity(store: Store, nome: str | None = None) -> UUID:
    """Make an entity, and return its id."""
    with store.database.begin() as connection:
        row = entities.create(connection, store.ledger, system(), nome=nome or f"Entidade {next(_NUMBER)}")
    return UUID(str(row.id))


def user(
    store: Store,
    papel: str = "entidade",
    entidade_id: UUID | None = None,
    *,
    todas: bool = False,
    senha: str | None = None,
    login: str | None = None,
) -> Person:
    """Make a user: of a new entity, unless one is given; without password, unless one is given."""
    where = entidade_id or entity(store)
    with store.database.begin() as connection:
        row = users.create(
            connection,
            store.ledger,
            system(),
            nome=f"Pessoa {next(_NUMBER)}",
            login=login or f"pessoa{next(_NUMBER)}@exemplo.com.br",
            papel=papel,
            entidade_id=where,
            todas_entidades=todas,
        )
        if senha is not None:
            connection.execute(usuarios.update().where(usuarios.c.id == row.id).values(senha_hash=hashed(senha)))
    actor = Actor(row.login, row.id, row.papel, row.entidade_id, row.todas_entidades)
    return Person(row.id, row.entidade_id, row.login, row.papel, actor)


def client(store: Store, app: FastAPI | None = None, **options: Any) -> TestClient:
    """Return a client that nobody knows."""
    return TestClient(app or create_app(store), follow_redirects=False, **options)


def session_client(store: Store, person: Person, app: FastAPI | None = None) -> TestClient:
    """Return a client with a person's session, its CSRF token in every request."""
    with store.database.begin() as connection:
        token = sessions.open_session(connection, store.settings, person.id, None)
    made = client(store, app)
    made.cookies.set("docverify_sessao", token)
    made.headers["X-CSRF-Token"] = sessions.csrf_token(store.secret, token)
    return made


def key(store: Store, person: Person, escopos: Iterable[str]) -> str:
    """Make a key for a person, and return it."""
    with store.database.begin() as connection:
        return keys.create(connection, store.ledger, person.actor, nome="teste", escopos=list(escopos))[1]


def key_client(store: Store, person: Person, escopos: Iterable[str], app: FastAPI | None = None) -> TestClient:
    """Return a client with a key of a person."""
    made = client(store, app)
    made.headers["Authorization"] = f"Bearer {key(store, person, escopos)}"
    return made
