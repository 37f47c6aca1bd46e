"""API keys of programs: ``dv_<prefix>_<secret>``, shown once; the prefix finds the row, a hash of the secret is stored.

A key acts as its user with what its scopes leave of the user's rights *now*: a change of role counts at once, and a key
of somebody who is switched off opens nothing.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import sqlalchemy as sa
from sqlalchemy.engine import Connection, Row

from docverify.store.actors import Actor
from docverify.store.audit import Ledger
from docverify.store.identity import ACTOR_COLUMNS, LIVE, actor_of, clean_name, refuse_above, utcnow, within
from docverify.store.refusals import Conflict, Forbidden, Invalid, NotFound
from docverify.store.rights import BY_ROLE, SCOPES, may
from docverify.store.tables import chaves, entidades, usuarios
from docverify.store.tokens import new_token, same, token_hash

_FORM = re.compile(r"dv_([0-9a-f]{10})_([A-Za-z0-9_-]{43})")
_NOTED = timedelta(minutes=1)
_NO_HASH = token_hash("")
DEFAULT_DAYS = 365
LONGEST_DAYS = 1095
MOST = 50


def authenticate_key(
    connection: Connection, raw: str, *, pedido_id: str | None = None, now: datetime | None = None
) -> Actor | None:
    """Return who a key stands for, if it is valid and its user and entity are active.

    Args:
        connection: In a transaction: the use is noted, at most once a minute.
        raw: As it came in ``Authorization: Bearer``.
        pedido_id: Of the request.
        now: The time; today's if not given.
    """
    found = _FORM.fullmatch(raw)
    if found is None:
        return None
    now = now or utcnow()
    row = connection.execute(
        sa.select(
            chaves.c.id,
            chaves.c.segredo_hash,
            chaves.c.escopos,
            chaves.c.expira_em,
            chaves.c.revogada_em,
            chaves.c.usada_em,
            LIVE.label("ativa"),
            *ACTOR_COLUMNS,
        )
        .join_from(chaves, usuarios, usuarios.c.id == chaves.c.usuario_id)
        .join(entidades, entidades.c.id == usuarios.c.entidade_id)
        .where(chaves.c.prefixo == found[1])
    ).one_or_none()
    if not same(_NO_HASH if row is None else row.segredo_hash, token_hash(found[2])) or row is None:
        return None
    if row.revogada_em is not None or (row.expira_em is not None and row.expira_em <= now) or not row.ativa:
        return None
    if row.usada_em is None or now - row.usada_em >= _NOTED:
        connection.execute(chaves.update().where(chaves.c.id == row.id).values(usada_em=now))
    return actor_of(row, chave_id=row.id, escopos=frozenset(row.escopos), pedido_id=pedido_id)


def create(
    connection: Connection,
    ledger: Ledger,
    actor: Actor,
    *,
    nome: str,
    escopos: Sequence[str],
    dias: int = DEFAULT_DAYS,
) -> tuple[Row[Any], str]:
    """Make a key for the actor.

    Args:
        connection: In a transaction.
        ledger: The audit chain.
        actor: Whose key it is.
        nome: What it is for.
        escopos: What it may do at most, of `docverify.store.rights.SCOPES`.
        dias: After which it expires.

    Returns:
        Its row, and the key itself, which is shown once and stored nowhere.

    Raises:
        Forbidden: The actor is not a person, or is a key.
        Invalid: ``escopo_invalido``, ``prazo_invalido``, ``nome_invalido``.
        Conflict: ``chaves_demais``.
    """
    if actor.usuario_id is None or actor.entidade_id is None or actor.chave_id is not None:
        raise Forbidden("chaves só se criam por quem entrou com usuário e senha", "somente_por_sessao")
    wanted = sorted(set(escopos))
    rights = BY_ROLE.get(actor.papel or "", frozenset())
    for scope in wanted:
        if not SCOPES.get(scope, frozenset()) & rights:
            raise Invalid("escopo_invalido", "há um escopo que não existe ou que esta conta não tem", campo="escopos")
    if not wanted:
        raise Invalid("escopo_invalido", "marque ao menos uma permissão: a chave precisa de um escopo", campo="escopos")
    if not 1 <= dias <= LONGEST_DAYS:
        raise Invalid("prazo_invalido", f"a chave vale de 1 a {LONGEST_DAYS} dias", campo="dias")
    now = utcnow()
    connection.execute(sa.select(usuarios.c.id).where(usuarios.c.id == actor.usuario_id).with_for_update())
    living = sa.and_(chaves.c.usuario_id == actor.usuario_id, chaves.c.revogada_em.is_(None), chaves.c.expira_em > now)
    if connection.execute(sa.select(sa.func.count()).where(living)).scalar_one() >= MOST:
        raise Conflict("chaves_demais", f"esta conta já tem {MOST} chaves em uso; revogue as que não servem mais")
    prefix, secret = secrets.token_hex(5), new_token()
    row = connection.execute(
        chaves.insert()
        .values(
            id=uuid4(),
            entidade_id=actor.entidade_id,
            usuario_id=actor.usuario_id,
            nome=clean_name(nome),
            prefixo=prefix,
            segredo_hash=token_hash(secret),
            escopos=wanted,
            criada_em=now,
            expira_em=now + timedelta(days=dias),
        )
        .returning(*PUBLIC)
    ).one()
    ledger.append(connection, actor, "chave.criar", "chave", row.id, entidade_id=row.entidade_id, depois=_told(row))
    return row, f"dv_{prefix}_{secret}"


PUBLIC = tuple(column for column in chaves.c if column.name != "segredo_hash")
"""The columns that may be shown."""


def find(
    connection: Connection, actor: Actor, *, usuario_id: UUID | None = None, todas: bool = False
) -> list[Row[Any]]:
    """Return keys, the newest first: the actor's own, or those of the users that an administrator reaches.

    Args:
        connection: In a transaction.
        actor: Who asks.
        usuario_id: Only this user's.
        todas: Of every user within reach.

    Raises:
        Forbidden: Somebody else's are asked for without the right to manage users.
    """
    own = not todas and usuario_id in (None, actor.usuario_id)
    if not own and not may(actor, "usuario.gerir"):
        raise Forbidden("as chaves de outros só um administrador vê")
    where = [within(actor, chaves.c.entidade_id)]
    if own:
        where.append(chaves.c.usuario_id == actor.usuario_id)
    elif usuario_id is not None:
        where.append(chaves.c.usuario_id == usuario_id)
    query = sa.select(*PUBLIC).where(*where).order_by(chaves.c.criada_em.desc(), chaves.c.id).limit(1000)
    return list(connection.execute(query))


def revoke(connection: Connection, ledger: Ledger, actor: Actor, chave_id: UUID) -> None:
    """Revoke a key: the actor's own, or that of a user whom an administrator reaches. Once more changes nothing.

    Raises:
        NotFound: There is no such key within reach.
        Forbidden: Its user is above the actor.
    """
    row = connection.execute(
        sa.select(*PUBLIC).where(chaves.c.id == chave_id, within(actor, chaves.c.entidade_id)).with_for_update()
    ).one_or_none()
    if row is None or (row.usuario_id != actor.usuario_id and not may(actor, "usuario.gerir")):
        raise NotFound()
    if row.usuario_id != actor.usuario_id:
        owner = connection.execute(sa.select(usuarios).where(usuarios.c.id == row.usuario_id)).one()
        refuse_above(actor, owner.papel, owner.todas_entidades)
    if row.revogada_em is not None:
        return
    connection.execute(chaves.update().where(chaves.c.id == chave_id).values(revogada_em=utcnow()))
    ledger.append(connection, actor, "chave.revogar", "chave", chave_id, entidade_id=row.entidade_id, antes=_told(row))


def _told(row: Row[Any]) -> dict[str, Any]:
    """Return what the audit chain tells of a key."""
    return {
        "nome": row.nome,
        "prefixo": row.prefixo,
        "escopos": list(row.escopos),
        "usuario_id": str(row.usuario_id),
        "expira_em": None if row.expira_em is None else row.expira_em.isoformat(),
    }
