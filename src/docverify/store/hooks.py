"""Webhooks of an entity: who registers, changes and removes them. What they are told, `docverify.store.webhooks` says.

An address is written whole to its own row only: its path and query may hold secrets of the receiver.
"""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from docverify.store import outbound, webhooks
from docverify.store.actors import Actor
from docverify.store.opening import Store
from docverify.store.refusals import Conflict, Invalid, NotFound
from docverify.store.rights import reaches
from docverify.store.tables import entidades, entregas, ganchos
from docverify.store.tokens import new_token

MOST = 20
"""Webhooks that one entity may have."""
_PREFIX = "dvg_"


@dataclass(frozen=True, slots=True)
class Gancho:
    """A webhook, without its secret.

    Attributes:
        id: Of it.
        entidade_id: Whose dossiers it is told of.
        url: Where to.
        ativo: Whether it is told.
        criado_em: When it was registered.
    """

    id: UUID
    entidade_id: UUID
    url: str
    ativo: bool
    criado_em: datetime


@dataclass(frozen=True, slots=True)
class Entrega:
    """A delivery: something that a webhook is told.

    Attributes:
        id: As in ``Docverify-Delivery``.
        evento: What happened.
        dossie_id: To which dossier; None for a test.
        estado: ``pendente``, ``entregue`` or ``desistida``.
        tentativas: Attempts so far.
        resposta: Status of the latest answer.
        detalhe: What went wrong in the latest attempt.
        criada_em: When it happened.
        proxima_em: When it is tried next.
        entregue_em: When it arrived.
    """

    id: UUID
    evento: str
    dossie_id: UUID | None
    estado: str
    tentativas: int
    resposta: int | None
    detalhe: str | None
    criada_em: datetime
    proxima_em: datetime | None
    entregue_em: datetime | None


def create(store: Store, actor: Actor, url: str, entidade_id: UUID | None = None) -> tuple[Gancho, str]:
    """Register a webhook.

    Args:
        store: The installation.
        actor: A person with the right ``gancho.gerir``.
        url: Where to.
        entidade_id: Whose dossiers it is told of; none: of the actor's own entity.

    Returns:
        The webhook, and its secret, which is not shown again.

    Raises:
        Invalid: The address cannot be used.
        NotFound: There is no such entity within reach.
        Conflict: The entity has `MOST` already.
    """
    owner = entidade_id or actor.entidade_id
    if not reaches(actor, owner) or owner is None or actor.usuario_id is None:
        raise NotFound
    checked(store, url)
    made = Gancho(uuid.uuid4(), owner, url, True, datetime.now(UTC))
    secret = _PREFIX + new_token()
    with store.database.begin() as connection:
        entity = sa.select(entidades.c.id).where(entidades.c.id == owner).with_for_update()
        if connection.execute(entity).one_or_none() is None:
            raise NotFound
        count = sa.select(sa.func.count()).select_from(ganchos).where(ganchos.c.entidade_id == owner)
        if connection.execute(count).scalar_one() >= MOST:
            raise Conflict("ganchos_demais", f"a entidade já tem {MOST} ganchos; apague um que não seja mais usado")
        connection.execute(
            ganchos.insert().values(
                id=made.id,
                entidade_id=owner,
                url=url,
                segredo=secret,
                criado_por=actor.usuario_id,
                criado_em=made.criado_em,
            )
        )
        _note(store, connection, actor, "criar", made, None, {"destino": _origin(url), "ativo": True})
    return made, secret


def find(connection: Connection, actor: Actor) -> list[Gancho]:
    """Return all webhooks within reach, the latest first.

    Args:
        connection: In a transaction.
        actor: Who asks.
    """
    query = _within(actor, sa.select(*_SHOWN)).order_by(ganchos.c.criado_em.desc(), ganchos.c.id)
    return [Gancho(*row) for row in connection.execute(query)]


def get(connection: Connection, actor: Actor, gancho_id: UUID) -> Gancho:
    """Return a webhook.

    Raises:
        NotFound: There is none within reach.
    """
    row = connection.execute(_within(actor, sa.select(*_SHOWN)).where(ganchos.c.id == gancho_id)).one_or_none()
    if row is None:
        raise NotFound
    return Gancho(*row)


def change(store: Store, actor: Actor, gancho_id: UUID, *, url: str | None = None, ativo: bool | None = None) -> Gancho:
    """Change where a webhook goes, or switch it on or off.

    Raises:
        Invalid: The address cannot be used.
        NotFound: There is none within reach.
    """
    if url is not None:
        checked(store, url)
    with store.database.begin() as connection:
        before = _locked(connection, actor, gancho_id)
        after = Gancho(
            before.id,
            before.entidade_id,
            before.url if url is None else url,
            before.ativo if ativo is None else ativo,
            before.criado_em,
        )
        if after == before:
            return before
        connection.execute(ganchos.update().where(ganchos.c.id == gancho_id).values(url=after.url, ativo=after.ativo))
        told = [{"destino": _origin(each.url), "ativo": each.ativo} for each in (before, after)]
        _note(store, connection, actor, "alterar", before, *told)
    return after


def renew_secret(store: Store, actor: Actor, gancho_id: UUID) -> str:
    """Give a webhook a new secret; the old one signs nothing from now on.

    Returns:
        The secret, which is not shown again.

    Raises:
        NotFound: There is none within reach.
    """
    secret = _PREFIX + new_token()
    with store.database.begin() as connection:
        found = _locked(connection, actor, gancho_id)
        connection.execute(ganchos.update().where(ganchos.c.id == gancho_id).values(segredo=secret))
        _note(store, connection, actor, "trocar_segredo", found, None, None)
    return secret


def remove(store: Store, actor: Actor, gancho_id: UUID) -> None:
    """Delete a webhook, with what it was yet to be told.

    Raises:
        NotFound: There is none within reach.
    """
    with store.database.begin() as connection:
        found = _locked(connection, actor, gancho_id)
        connection.execute(ganchos.delete().where(ganchos.c.id == gancho_id))
        _note(store, connection, actor, "apagar", found, {"destino": _origin(found.url), "ativo": found.ativo}, None)


def try_out(store: Store, actor: Actor, gancho_id: UUID) -> UUID:
    """Put a message that tells nothing on its way to a webhook.

    Returns:
        The delivery's id.

    Raises:
        NotFound: There is none within reach.
        Conflict: It is switched off.
    """
    with store.database.begin() as connection:
        found = _locked(connection, actor, gancho_id)
        if not found.ativo:
            raise Conflict("gancho_desligado", "o gancho está desligado; ligue-o antes de testar")
        made = webhooks.announce_test(connection, store.settings, found.id, found.entidade_id)
        _note(store, connection, actor, "testar", found, None, {"entrega": str(made)})
    return made


def deliveries(connection: Connection, actor: Actor, gancho_id: UUID, limit: int) -> list[Entrega]:
    """Return what a webhook was told and is to be told, the latest first.

    Args:
        connection: In a transaction.
        actor: Who asks.
        gancho_id: The webhook.
        limit: At most so many.

    Raises:
        NotFound: There is none within reach.
    """
    get(connection, actor, gancho_id)
    names = Entrega.__dataclass_fields__
    query = (
        sa.select(*(entregas.c[name] for name in names))
        .where(entregas.c.gancho_id == gancho_id)
        .order_by(entregas.c.criada_em.desc(), entregas.c.id)
        .limit(limit)
    )
    return [Entrega(*row) for row in connection.execute(query)]


def checked(store: Store, url: str) -> None:
    """See that an address can be used as a webhook's. Resolves its name: not within a transaction.

    Raises:
        Invalid: It cannot.
    """
    try:
        outbound.addresses(outbound.parse(url), private=store.settings.webhook_private)
    except (outbound.DestinationError, outbound.DeliveryError) as error:
        raise Invalid(outbound.DestinationError.codigo, error.mensagem, campo="url") from error


_SHOWN = tuple(ganchos.c[name] for name in Gancho.__dataclass_fields__)


def _within(actor: Actor, query: sa.Select[Any]) -> sa.Select[Any]:
    return query if actor.todas_entidades else query.where(ganchos.c.entidade_id == actor.entidade_id)


def _locked(connection: Connection, actor: Actor, gancho_id: UUID) -> Gancho:
    query = _within(actor, sa.select(*_SHOWN)).where(ganchos.c.id == gancho_id).with_for_update()
    row = connection.execute(query).one_or_none()
    if row is None:
        raise NotFound
    return Gancho(*row)


def _origin(url: str) -> str:
    return outbound.parse(url).origin


def _note(
    store: Store,
    connection: Connection,
    actor: Actor,
    verb: str,
    hook: Gancho,
    before: Mapping[str, Any] | None,
    after: Mapping[str, Any] | None,
) -> None:
    store.ledger.append(
        connection,
        actor,
        f"gancho.{verb}",
        "gancho",
        hook.id,
        entidade_id=hook.entidade_id,
        antes=before,
        depois=after,
    )
