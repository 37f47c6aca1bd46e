"""One-time links: by one the first administrator is made, by others people set their passwords.

Only the hash of a link's token is stored. Looking at a link does not use it up (mail scanners look at links); what it
is for does, once. A new link for a person puts the earlier ones out of use.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID, uuid4

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from docverify.store.actors import Actor
from docverify.store.audit import Ledger
from docverify.store.identity import LIVE, refuse_above, user_row, utcnow
from docverify.store.refusals import Conflict, Gone
from docverify.store.tables import convites, entidades, usuarios
from docverify.store.tokens import looks_like_token, new_token, token_hash

FIRST = "primeiro_administrador"
PASSWORD = "definir_senha"
LASTS = {FIRST: timedelta(hours=24), PASSWORD: timedelta(hours=72)}


@dataclass(frozen=True, slots=True)
class Invitation:
    """A link that may still be used.

    Attributes:
        id: Of its row.
        usuario_id: Whose password it sets; None for the first administrator's.
        login: Theirs.
        nome: Theirs.
        entidade_id: Theirs.
        senha_hash: The password that they have now, hashed.
    """

    id: UUID
    usuario_id: UUID | None
    login: str
    nome: str
    entidade_id: UUID | None
    senha_hash: str | None


def invite(connection: Connection, ledger: Ledger, actor: Actor, usuario_id: UUID) -> tuple[str, datetime]:
    """Make a link by which a user sets a password; what they have now stays until then.

    Args:
        connection: In a transaction.
        ledger: The audit chain.
        actor: Who hands it over.
        usuario_id: For whom.

    Returns:
        The token, shown once, and when it expires.

    Raises:
        NotFound: There is no such user within reach.
        Forbidden: The account is above the actor.
        Conflict: ``usuario_inativo``.
    """
    row = user_row(connection, actor, usuario_id, locked=True)
    refuse_above(actor, row.papel, row.todas_entidades)
    if not row.ativo:
        raise Conflict("usuario_inativo", "esta conta está desativada; reative-a antes de convidar")
    withdraw(connection, usuario_id)
    token, expira_em = issue(connection, PASSWORD, usuario_id)
    ledger.append(
        connection,
        actor,
        "usuario.convidar",
        "usuario",
        usuario_id,
        entidade_id=row.entidade_id,
        depois={"expira_em": expira_em.isoformat()},
    )
    return token, expira_em


def issue(connection: Connection, finalidade: str, usuario_id: UUID | None) -> tuple[str, datetime]:
    """Write down a new link, and return its token and when it expires."""
    token, now = new_token(), utcnow()
    expira_em = now + LASTS[finalidade]
    connection.execute(
        convites.insert().values(
            id=uuid4(),
            token_hash=token_hash(token),
            finalidade=finalidade,
            usuario_id=usuario_id,
            criado_em=now,
            expira_em=expira_em,
        )
    )
    return token, expira_em


def withdraw(connection: Connection, usuario_id: UUID) -> None:
    """Put a user's links out of use."""
    connection.execute(convites.delete().where(convites.c.usuario_id == usuario_id, convites.c.usado_em.is_(None)))


def look(connection: Connection, finalidade: str, token: str, *, locked: bool = False) -> Invitation:
    """Return what a link is for, if it may still be used; it is not used up by that.

    Args:
        connection: In a transaction.
        finalidade: :data:`FIRST` or :data:`PASSWORD`.
        token: From the link.
        locked: Let nobody else use it until the transaction ends.

    Raises:
        Gone: ``convite_invalido``: unknown, used, expired, or for an account that is switched off.
    """
    if not looks_like_token(token):
        raise _gone(finalidade)
    query = (
        sa.select(convites.c.id, convites.c.usuario_id, LIVE.label("ativo"), *_USER)
        .join_from(convites, usuarios, usuarios.c.id == convites.c.usuario_id, isouter=True)
        .join(entidades, entidades.c.id == usuarios.c.entidade_id, isouter=True)
        .where(
            convites.c.token_hash == token_hash(token),
            convites.c.finalidade == finalidade,
            convites.c.usado_em.is_(None),
            convites.c.expira_em > utcnow(),
        )
    )
    row = connection.execute(query.with_for_update(of=convites) if locked else query).one_or_none()
    if row is None or (row.usuario_id is not None and not row.ativo):
        raise _gone(finalidade)
    return Invitation(row.id, row.usuario_id, row.login or "", row.nome or "", row.entidade_id, row.senha_hash)


def use(connection: Connection, invitation: Invitation) -> None:
    """Use a link up."""
    connection.execute(convites.update().where(convites.c.id == invitation.id).values(usado_em=utcnow()))


_USER = (usuarios.c.login, usuarios.c.nome, usuarios.c.entidade_id, usuarios.c.senha_hash)


def _gone(finalidade: str) -> Gone:
    remedy = "peça outro a um administrador"
    if finalidade == FIRST:
        remedy = "se ainda não há administrador, pare docverify serve e inicie de novo: ele mostra outro"
    return Gone("convite_invalido", f"este link já foi usado, venceu ou não existe; {remedy}")
