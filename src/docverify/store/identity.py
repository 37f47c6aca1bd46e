"""Of a row of ``usuarios`` the actor; and whose rows an actor reaches. What keys, sessions and accounts share."""

from __future__ import annotations

import base64
import binascii
import re
import unicodedata
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import sqlalchemy as sa
from sqlalchemy.engine import Connection, Row

from docverify.store.actors import Actor
from docverify.store.refusals import Forbidden, Invalid, NotFound
from docverify.store.tables import entidades, usuarios

LOGIN_LONGEST = 254
NAME_LONGEST = 120
_LOGIN = re.compile(r"[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-z0-9](?:[a-z0-9-]{0,62})(?:\.[a-z0-9-]{1,63}){1,8}")

ACTOR_COLUMNS = (
    usuarios.c.id.label("usuario_id"),
    usuarios.c.nome.label("usuario_nome"),
    usuarios.c.login,
    usuarios.c.papel,
    usuarios.c.entidade_id,
    usuarios.c.todas_entidades,
)
"""What :func:`actor_of` needs of a user."""

LIVE = sa.and_(usuarios.c.ativo, entidades.c.ativa)
"""That a user may do anything at all, now (of ``usuarios`` joined with ``entidades``)."""


def utcnow() -> datetime:
    """Return the time, in UTC."""
    return datetime.now(UTC)


def actor_of(
    row: Row[*tuple[Any, ...]],
    *,
    chave_id: UUID | None = None,
    escopos: frozenset[str] | None = None,
    pedido_id: str | None = None,
) -> Actor:
    """Return who a row with :data:`ACTOR_COLUMNS` is, with the role that the row has now."""
    return Actor(
        ator=row.login,
        usuario_id=row.usuario_id,
        papel=row.papel,
        entidade_id=row.entidade_id,
        todas_entidades=row.todas_entidades,
        chave_id=chave_id,
        escopos=escopos,
        pedido_id=pedido_id,
    )


def within(actor: Actor, column: sa.ColumnElement[Any] | sa.Column[Any]) -> sa.ColumnElement[bool]:
    """Return the condition that a row's entity is within somebody's reach.

    Args:
        actor: Who.
        column: The row's ``entidade_id``.
    """
    if actor.todas_entidades:
        return sa.true()
    return column == actor.entidade_id if actor.entidade_id is not None else sa.false()


def user_row(connection: Connection, actor: Actor, usuario_id: UUID, *, locked: bool = False) -> Row[Any]:
    """Return a user's row, if the actor reaches it.

    Args:
        connection: In a transaction.
        actor: Who asks.
        usuario_id: Who is asked for.
        locked: Hold the row until the transaction ends.

    Raises:
        NotFound: There is no such user within reach.
    """
    query = sa.select(usuarios).where(usuarios.c.id == usuario_id, within(actor, usuarios.c.entidade_id))
    row = connection.execute(query.with_for_update() if locked else query).one_or_none()
    if row is None:
        raise NotFound()
    return row


def refuse_above(actor: Actor, papel: str, todas_entidades: bool) -> None:
    """See to it that nobody makes, changes or lets in an account that is above their own.

    Args:
        actor: Who acts.
        papel: Role of the account.
        todas_entidades: Whether the account sees all entities.

    Raises:
        Forbidden: The account sees all entities and the actor does not; or the actor is a key, and the account an
            administrator's: what a key may do would not end with the key's revocation.
    """
    if todas_entidades and not actor.todas_entidades:
        raise Forbidden("só quem vê todas as entidades pode cuidar de uma conta que vê todas as entidades")
    if actor.chave_id is not None and (papel == "administrador" or todas_entidades):
        raise Forbidden(
            "contas de administrador não se criam nem se mudam por chave: entre com usuário e senha",
            "somente_por_sessao",
        )


def clean_login(login: str) -> str:
    """Return a login as it is stored: an e-mail address in lower case.

    Raises:
        Invalid: ``login_invalido``.
    """
    text = login.strip().lower()
    if len(text) > LOGIN_LONGEST or _LOGIN.fullmatch(text) is None:
        raise Invalid("login_invalido", "escreva um endereço de e-mail, como nome@exemplo.com.br", campo="login")
    return text


def clean_name(nome: str, campo: str = "nome") -> str:
    """Return a name as it is stored: single blanks, no control characters.

    Raises:
        Invalid: ``nome_invalido``: empty, too long, or with characters that cannot be seen.
    """
    if any(unicodedata.category(char) in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp") for char in nome.strip()):
        raise Invalid("nome_invalido", "o nome tem caracteres que não se veem", campo=campo)
    text = " ".join(unicodedata.normalize("NFC", nome).split())
    if not 1 <= len(text) <= NAME_LONGEST:
        what = "escreva o nome" if not text else f"o nome passa de {NAME_LONGEST} caracteres"
        raise Invalid("nome_invalido", what, campo=campo)
    return text


def cursor_of(place: str) -> str:
    """Return an opaque cursor after a place in a list."""
    return base64.urlsafe_b64encode(place.encode("utf-8")).decode("ascii").rstrip("=")


def place_of(cursor: str) -> str:
    """Return the place that :func:`cursor_of` named.

    Raises:
        Invalid: ``cursor_invalido``.
    """
    try:
        raw = base64.b64decode(cursor.encode("ascii") + b"=" * (-len(cursor) % 4), altchars=b"-_", validate=True)
        text = raw.decode("utf-8")
    except (ValueError, binascii.Error) as error:
        raise Invalid("cursor_invalido", "o cursor não é desta lista; comece do início", campo="cursor") from error
    if "\0" in text or len(text) > 1000:
        raise Invalid("cursor_invalido", "o cursor não é desta lista; comece do início", campo="cursor")
    return text
