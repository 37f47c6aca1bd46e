"""Sessions of people: a random token in a cookie, its hash in the database.

A session ends where it is not used for ``session_hours``, after :data:`LONGEST` in any case, and at once when its user
signs out, changes the password, is given another role, or is switched off. Ended sessions stay for a while: an address
from which somebody signed in before is told from a stranger's (see `docverify.store.signin`).
"""

from __future__ import annotations

import hmac
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID, uuid4

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from docverify.store.actors import Actor
from docverify.store.config import ServiceSettings
from docverify.store.identity import ACTOR_COLUMNS, LIVE, actor_of, utcnow
from docverify.store.secret import derived
from docverify.store.tables import entidades, sessoes, usuarios
from docverify.store.tokens import looks_like_token, new_token, token_hash

LONGEST = timedelta(days=7)
_NOTED = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class Session:
    """A session that is alive.

    Attributes:
        id: Of its row.
        actor: Who it is.
        nome: Their name.
        csrf: What a form or a script of this session sends back with whatever changes something.
        expira_em: When it ends unless it is used.
    """

    id: UUID
    actor: Actor
    nome: str
    csrf: str
    expira_em: datetime


def csrf_token(secret: bytes, token: str) -> str:
    """Return the CSRF token of a session: made of its own token, so that none is stored and none fits another.

    Args:
        secret: Of the installation.
        token: Of the session.
    """
    return hmac.new(derived(secret, "csrf"), token.encode("utf-8", "surrogatepass"), "sha256").hexdigest()


def open_session(connection: Connection, settings: ServiceSettings, usuario_id: UUID, endereco_ip: str | None) -> str:
    """Open a session for somebody who has proved who they are, and return its token.

    Args:
        connection: In the transaction of the sign-in.
        settings: How long it lasts.
        usuario_id: Whose.
        endereco_ip: Where they sit.
    """
    token = new_token()
    now = utcnow()
    connection.execute(
        sessoes.insert().values(
            id=uuid4(),
            token_hash=token_hash(token),
            usuario_id=usuario_id,
            criada_em=now,
            vista_em=now,
            expira_em=now + timedelta(hours=settings.session_hours),
            endereco_ip=endereco_ip,
        )
    )
    return token


def authenticate_session(
    connection: Connection,
    settings: ServiceSettings,
    secret: bytes,
    token: str,
    *,
    pedido_id: str | None = None,
    now: datetime | None = None,
) -> Session | None:
    """Return the session of a token, if it is alive and its user and entity are active; its end moves on.

    Args:
        connection: In a transaction.
        settings: How long a session lasts.
        secret: Of the installation.
        token: From the cookie.
        pedido_id: Of the request.
        now: The time; today's if not given.
    """
    if not looks_like_token(token):
        return None
    now = now or utcnow()
    row = connection.execute(
        sa.select(sessoes.c.id, sessoes.c.vista_em, sessoes.c.expira_em, sessoes.c.criada_em, *ACTOR_COLUMNS)
        .join_from(sessoes, usuarios)
        .join(entidades, entidades.c.id == usuarios.c.entidade_id)
        .where(
            sessoes.c.token_hash == token_hash(token),
            sessoes.c.expira_em > now,
            sessoes.c.criada_em > now - LONGEST,
            LIVE,
        )
    ).one_or_none()
    if row is None:
        return None
    expira_em = row.expira_em
    if now - row.vista_em >= _NOTED:
        expira_em = min(now + timedelta(hours=settings.session_hours), row.criada_em + LONGEST)
        connection.execute(
            sessoes.update()
            .where(sessoes.c.id == row.id, sessoes.c.expira_em > now)
            .values(vista_em=now, expira_em=expira_em)
        )
    return Session(row.id, actor_of(row, pedido_id=pedido_id), row.usuario_nome, csrf_token(secret, token), expira_em)


def end_session(connection: Connection, token: str) -> bool:
    """End the session of a token, and tell whether it was alive."""
    now = utcnow()
    ended = connection.execute(
        sessoes.update()
        .where(sessoes.c.token_hash == token_hash(token), sessoes.c.expira_em > now)
        .values(expira_em=now)
        .returning(sessoes.c.id)
    )
    return ended.one_or_none() is not None


def end_sessions_of(connection: Connection, whose: sa.ColumnElement[bool]) -> None:
    """End all sessions of some users.

    Args:
        connection: In a transaction.
        whose: A condition on ``usuarios``.
    """
    now = utcnow()
    users = sa.select(usuarios.c.id).where(whose)
    connection.execute(
        sessoes.update().where(sessoes.c.usuario_id.in_(users), sessoes.c.expira_em > now).values(expira_em=now)
    )
