"""Accounts of people: made by an administrator, who hands over a one-time link; changed, switched off, never deleted.

What everybody did stays in the audit chain under their account, so accounts outlive the people who leave.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import UUID, uuid4

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.engine import Connection, Row

from docverify.store.actors import Actor
from docverify.store.audit import Ledger
from docverify.store.identity import clean_login, clean_name, refuse_above, user_row, utcnow, within
from docverify.store.invitations import withdraw
from docverify.store.refusals import Conflict, Forbidden, Invalid, NotFound
from docverify.store.sessions import end_sessions_of
from docverify.store.tables import PAPEIS, entidades, usuarios

_LOCK = 0x70657373
PUBLIC = tuple(column for column in usuarios.c if column.name not in ("senha_hash", "oidc_sub"))
"""The columns that may be shown."""


def lock_administration(connection: Connection) -> None:
    """Let only one transaction at a time decide who administers: of two last ones, none removes the other."""
    connection.execute(sa.text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})


def has_administrator(connection: Connection) -> bool:
    """Tell whether there is an active administrator who sees all entities."""
    query = (
        sa.select(usuarios.c.id)
        .join_from(usuarios, entidades, entidades.c.id == usuarios.c.entidade_id)
        .where(usuarios.c.papel == "administrador", usuarios.c.todas_entidades, usuarios.c.ativo, entidades.c.ativa)
        .limit(1)
    )
    return connection.execute(query).one_or_none() is not None


def refuse_without_administrator(connection: Connection) -> None:
    """See to it that a change leaves somebody who can administer the installation.

    Raises:
        Conflict: ``ultimo_administrador``.
    """
    if not has_administrator(connection):
        raise Conflict(
            "ultimo_administrador", "este é o último administrador ativo de todas as entidades: crie outro antes"
        )


def create(
    connection: Connection,
    ledger: Ledger,
    actor: Actor,
    *,
    nome: str,
    login: str,
    papel: str,
    entidade_id: UUID | None = None,
    todas_entidades: bool = False,
) -> Row[Any]:
    """Make an account without a password; a link of `docverify.store.invitations.invite` lets its user set one.

    Args:
        connection: In a transaction.
        ledger: The audit chain.
        actor: Who makes it.
        nome: Of the person.
        login: E-mail address; unique in the installation.
        papel: One of `docverify.store.tables.PAPEIS`.
        entidade_id: Whose; the actor's own if not given.
        todas_entidades: Sees the dossiers of all entities.

    Raises:
        NotFound: The entity is out of reach.
        Forbidden: The account would be above the actor.
        Invalid: ``login_invalido``, ``nome_invalido``, ``papel_invalido``.
        Conflict: ``login_em_uso``.
    """
    refuse_above(actor, papel, todas_entidades)
    if papel not in PAPEIS:
        raise Invalid("papel_invalido", f"o papel é um de: {', '.join(PAPEIS)}", campo="papel")
    where = entidade_id or actor.entidade_id
    query = sa.select(entidades.c.id).where(entidades.c.id == where, within(actor, entidades.c.id))
    if where is None or connection.execute(query).one_or_none() is None:
        raise NotFound("não há essa entidade ao alcance desta conta")
    row = connection.execute(
        insert(usuarios)
        .values(
            id=uuid4(),
            entidade_id=where,
            nome=clean_name(nome),
            login=clean_login(login),
            papel=papel,
            todas_entidades=todas_entidades,
            criado_em=utcnow(),
        )
        .on_conflict_do_nothing(index_elements=["login"])
        .returning(*PUBLIC)
    ).one_or_none()
    if row is None:
        raise Conflict("login_em_uso", "já há uma conta com este endereço de e-mail", campo="login")
    ledger.append(connection, actor, "usuario.criar", "usuario", row.id, entidade_id=row.entidade_id, depois=told(row))
    return row


def get(connection: Connection, actor: Actor, usuario_id: UUID) -> Row[Any]:
    """Return an account.

    Raises:
        NotFound: There is none within reach.
    """
    return user_row(connection, actor, usuario_id)


def find(
    connection: Connection,
    actor: Actor,
    *,
    entidade_id: UUID | None = None,
    limite: int = 50,
    depois: str | None = None,
) -> list[Row[Any]]:
    """Return accounts within reach by login.

    Args:
        connection: In a transaction.
        actor: Who asks.
        entidade_id: Only this entity's.
        limite: At most so many.
        depois: Only those whose login comes after this one.
    """
    query = sa.select(*PUBLIC).where(within(actor, usuarios.c.entidade_id)).order_by(usuarios.c.login).limit(limite)
    if entidade_id is not None:
        query = query.where(usuarios.c.entidade_id == entidade_id)
    if depois is not None:
        query = query.where(usuarios.c.login > depois)
    return list(connection.execute(query))


def change(
    connection: Connection, ledger: Ledger, actor: Actor, usuario_id: UUID, changes: Mapping[str, Any]
) -> Row[Any]:
    """Change an account's name, role, reach, or whether it is active. All but a new name ends its sessions.

    Args:
        connection: In a transaction.
        ledger: The audit chain.
        actor: Who changes it.
        usuario_id: Whose account.
        changes: ``nome``, ``papel``, ``todas_entidades``, ``ativo``, as far as given.

    Raises:
        NotFound: There is none within reach.
        Forbidden: The account is or would be above the actor, or is the actor's own (nobody raises themselves).
        Invalid: ``nome_invalido``, ``papel_invalido``.
        Conflict: ``ultimo_administrador``.
    """
    lock_administration(connection)
    before = user_row(connection, actor, usuario_id, locked=True)
    values = {name: changes[name] for name in ("papel", "todas_entidades", "ativo") if changes.get(name) is not None}
    if changes.get("nome") is not None:
        values["nome"] = clean_name(changes["nome"])
    values = {name: value for name, value in values.items() if getattr(before, name) != value}
    if values.get("papel", "entidade") not in PAPEIS:
        raise Invalid("papel_invalido", f"o papel é um de: {', '.join(PAPEIS)}", campo="papel")
    refuse_above(actor, before.papel, before.todas_entidades)
    refuse_above(actor, values.get("papel", before.papel), bool(values.get("todas_entidades", before.todas_entidades)))
    power = values.keys() - {"nome"}
    if power and usuario_id == actor.usuario_id:
        raise Forbidden("ninguém muda o próprio papel, alcance ou estado; peça a outro administrador")
    if not values:
        return get(connection, actor, usuario_id)
    after = connection.execute(
        usuarios.update().where(usuarios.c.id == usuario_id).values(**values).returning(*PUBLIC)
    ).one()
    if power:
        if before.papel == "administrador" and before.todas_entidades:
            refuse_without_administrator(connection)
        end_sessions_of(connection, usuarios.c.id == usuario_id)
    if values.get("ativo") is False:
        withdraw(connection, usuario_id)
    ledger.append(
        connection,
        actor,
        "usuario.alterar",
        "usuario",
        usuario_id,
        entidade_id=before.entidade_id,
        antes={name: getattr(before, name) for name in values},
        depois=values,
    )
    return after


def told(row: Row[Any]) -> dict[str, Any]:
    """Return what the audit chain tells of an account."""
    return {
        "nome": row.nome,
        "login": row.login,
        "papel": row.papel,
        "todas_entidades": row.todas_entidades,
        "ativo": row.ativo,
        "entidade_id": str(row.entidade_id),
    }
