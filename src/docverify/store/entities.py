"""Entities: whoever sends dossiers, or judges them. Every row that is about an applicant belongs to one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any
from uuid import UUID, uuid4

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.engine import Connection, Row

from docverify.store.actors import Actor
from docverify.store.audit import Ledger
from docverify.store.identity import clean_name, utcnow, within
from docverify.store.refusals import Conflict, Forbidden, Invalid, NotFound
from docverify.store.sessions import end_sessions_of
from docverify.store.tables import entidades, usuarios
from docverify.store.users import lock_administration, refuse_without_administrator
from docverify.values.errors import InvalidValue
from docverify.values.identifiers import cnpj as cnpjs


def create(connection: Connection, ledger: Ledger, actor: Actor, *, nome: str, cnpj: str | None = None) -> Row[Any]:
    """Make an entity.

    Args:
        connection: In a transaction.
        ledger: The audit chain.
        actor: Who; must see all entities.
        nome: Unique.
        cnpj: With or without mask; unique.

    Raises:
        Forbidden: The actor sees only its own entity.
        Invalid: ``nome_invalido``, ``cnpj_invalido``.
        Conflict: ``entidade_existente``.
    """
    _see_all(actor)
    row = connection.execute(
        insert(entidades)
        .values(id=uuid4(), nome=clean_name(nome), cnpj=_cnpj(cnpj), criada_em=utcnow())
        .on_conflict_do_nothing()
        .returning(entidades)
    ).one_or_none()
    if row is None:
        raise _taken()
    ledger.append(connection, actor, "entidade.criar", "entidade", row.id, entidade_id=row.id, depois=_told(row))
    return row


def get(connection: Connection, actor: Actor, entidade_id: UUID) -> Row[Any]:
    """Return an entity.

    Raises:
        NotFound: There is none within reach.
    """
    row = connection.execute(
        sa.select(entidades).where(entidades.c.id == entidade_id, within(actor, entidades.c.id))
    ).one_or_none()
    if row is None:
        raise NotFound()
    return row


def find(connection: Connection, actor: Actor, *, limite: int = 50, depois: str | None = None) -> list[Row[Any]]:
    """Return entities within reach by name.

    Args:
        connection: In a transaction.
        actor: Who asks.
        limite: At most so many.
        depois: Only those whose name comes after this one.
    """
    query = sa.select(entidades).where(within(actor, entidades.c.id)).order_by(entidades.c.nome).limit(limite)
    return list(connection.execute(query if depois is None else query.where(entidades.c.nome > depois)))


def names(connection: Connection, ids: Iterable[UUID]) -> dict[UUID, str]:
    """Return what some entities are called; for who sees all of them."""
    found = connection.execute(sa.select(entidades.c.id, entidades.c.nome).where(entidades.c.id.in_(set(ids))))
    return {row.id: row.nome for row in found}


def change(
    connection: Connection, ledger: Ledger, actor: Actor, entidade_id: UUID, changes: Mapping[str, Any]
) -> Row[Any]:
    """Change an entity's name, CNPJ, or whether it is active. The users of one that is not are let in nowhere.

    Args:
        connection: In a transaction.
        ledger: The audit chain.
        actor: Who; must see all entities.
        entidade_id: Which.
        changes: ``nome``, ``cnpj``, ``ativa``, as far as given.

    Raises:
        NotFound: There is none within reach.
        Forbidden: The actor sees only its own entity.
        Invalid: ``nome_invalido``, ``cnpj_invalido``.
        Conflict: ``entidade_existente``, ``propria_entidade``, ``ultimo_administrador``.
    """
    lock_administration(connection)
    before = get(connection, actor, entidade_id)
    _see_all(actor)
    values: dict[str, Any] = {}
    if changes.get("nome") is not None:
        values["nome"] = clean_name(changes["nome"])
    if "cnpj" in changes:
        values["cnpj"] = _cnpj(changes["cnpj"])
    if changes.get("ativa") is not None:
        values["ativa"] = changes["ativa"]
    values = {name: value for name, value in values.items() if getattr(before, name) != value}
    if not values:
        return before
    if values.get("ativa") is False and entidade_id == actor.entidade_id:
        raise Conflict("propria_entidade", "ninguém desativa a própria entidade; peça a um administrador de outra")
    try:
        with connection.begin_nested():
            after = connection.execute(
                entidades.update().where(entidades.c.id == entidade_id).values(**values).returning(entidades)
            ).one()
    except sa.exc.IntegrityError as error:
        raise _taken() from error
    if values.get("ativa") is False:
        refuse_without_administrator(connection)
        end_sessions_of(connection, usuarios.c.entidade_id == entidade_id)
    ledger.append(
        connection,
        actor,
        "entidade.alterar",
        "entidade",
        entidade_id,
        entidade_id=entidade_id,
        antes={name: getattr(before, name) for name in values},
        depois=values,
    )
    return after


def _see_all(actor: Actor) -> None:
    if not actor.todas_entidades:
        raise Forbidden("entidades são criadas e mudadas só por quem vê todas as entidades")


def _cnpj(text: str | None) -> str | None:
    if text is None or not text.strip():
        return None
    try:
        return cnpjs.validate(text)
    except InvalidValue as error:
        raise Invalid("cnpj_invalido", "o CNPJ não confere: veja os 14 caracteres", campo="cnpj") from error


def _taken() -> Conflict:
    return Conflict("entidade_existente", "já há uma entidade com este nome ou CNPJ", campo="nome")


def _told(row: Row[Any]) -> dict[str, Any]:
    return {"nome": row.nome, "cnpj": row.cnpj, "ativa": row.ativa}
