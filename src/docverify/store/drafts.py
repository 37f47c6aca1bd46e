"""Drafts: dossiers put together step by step by the entity that they belong to, then sent."""

from __future__ import annotations

from datetime import UTC, datetime
from uuid import UUID

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from docverify.model_ficha import Ficha
from docverify.store.actors import Actor
from docverify.store.contents import Original, content_hash, naming
from docverify.store.dossiers import (
    Envio,
    Recebido,
    declared,
    enqueue,
    found_again,
    insert_files,
    nothing,
    owner,
    refuse_full,
    refuse_mixed_zip,
    release_purged,
    row_values,
    same,
    with_unique_names,
)
from docverify.store.listing import Row, files_of
from docverify.store.names import unique
from docverify.store.opening import Store
from docverify.store.refusals import Conflict, Invalid, NotFound, TooMany
from docverify.store.tables import arquivos, dossies
from docverify.values.brasilia import today


def create_draft(store: Store, actor: Actor, envio: Envio) -> UUID:
    """Begin a dossier that is sent later.

    Raises:
        TooMany: As many drafts of the entity are open as dossiers of it may wait.
        SweptError: Originals must be stored again.
    """
    entidade, _ = owner(actor)
    named = with_unique_names(envio)
    with store.database.begin() as connection:
        naming(connection, store.files, entidade, (o.digest for o in named))
        _refuse_many(connection, store, entidade)
        values = row_values(actor, envio, datetime.now(UTC)) | {"estado": "rascunho"}
        connection.execute(dossies.insert().values(**values))
        created: UUID = values["id"]
        insert_files(connection, created, entidade, named, start=0)
        store.ledger.append(
            connection, actor, "dossie.criar", "dossie", created, entidade_id=entidade,
            depois={"arquivos": len(named), "ficha": envio.ficha is not None},
        )  # fmt: skip
    return created


def set_ficha(store: Store, actor: Actor, dossie_id: UUID, data: bytes, declarado: Ficha) -> None:
    """Give a draft its Ficha, or another one.

    Raises:
        NotFound: There is no such dossier of the actor's entity.
        Conflict: It is sent.
    """
    with store.database.begin() as connection:
        draft = _draft(connection, actor, dossie_id)
        values = {"ficha": data, **declared(draft.nome, declarado), "atualizado_em": datetime.now(UTC)}
        connection.execute(dossies.update().where(dossies.c.id == dossie_id).values(**values))
        store.ledger.append(
            connection, actor, "ficha.gravar", "dossie", dossie_id, entidade_id=draft.entidade_id,
            antes={"ficha": draft.ficha is not None}, depois={"ficha": True},
        )  # fmt: skip


def add_file(
    store: Store, actor: Actor, dossie_id: UUID, files: tuple[Original, ...], *, max_files: int, max_bytes: int
) -> list[UUID]:
    """Put originals into a draft.

    Args:
        store: Of the installation.
        actor: Of the entity that it belongs to.
        dossie_id: The draft.
        files: Stored already.
        max_files: Of the whole dossier.
        max_bytes: Of the whole dossier.

    Returns:
        The ids of the files, in the order given.

    Raises:
        NotFound: There is no such dossier of the actor's entity.
        Conflict: It is sent.
        Invalid: It would hold too much.
        SweptError: Originals must be stored again.
    """
    with store.database.begin() as connection:
        draft = _draft(connection, actor, dossie_id)
        naming(connection, store.files, draft.entidade_id, (o.digest for o in files))
        there = files_of(connection, dossie_id)
        if len(there) + len(files) > max_files:
            raise Invalid("limite_excedido", f"o dossiê teria mais de {max_files} arquivos, que é o limite")
        if sum(f.bytes for f in there) + sum(o.bytes for o in files) > max_bytes:
            raise Invalid("limite_excedido", f"o dossiê passaria de {max_bytes // 1_000_000} MB, que é o limite")
        refuse_mixed_zip([f.midia for f in there] + [o.midia for o in files], with_ficha=draft.ficha is not None)
        taken = [f.nome for f in there]
        named = []
        for file in files:
            name = unique(file.nome, taken)
            taken.append(name)
            named.append(Original(name, file.digest, file.bytes, file.midia))
        start = max((f.ordem for f in there), default=-1) + 1
        ids = insert_files(connection, dossie_id, draft.entidade_id, tuple(named), start=start)
        _touch(connection, dossie_id)
        store.ledger.append(
            connection, actor, "arquivo.juntar", "dossie", dossie_id, entidade_id=draft.entidade_id,
            depois={"arquivos": [{"id": str(i), "sha256": o.digest} for i, o in zip(ids, named, strict=True)]},
        )  # fmt: skip
    return ids


def remove_file(store: Store, actor: Actor, dossie_id: UUID, arquivo_id: UUID) -> None:
    """Take a file out of a draft; its original is swept later.

    Raises:
        NotFound: There is no such dossier of the actor's entity, or no such file in it.
        Conflict: It is sent.
    """
    with store.database.begin() as connection:
        draft = _draft(connection, actor, dossie_id)
        gone = connection.execute(
            arquivos.delete()
            .where(arquivos.c.id == arquivo_id, arquivos.c.dossie_id == dossie_id)
            .returning(arquivos.c.digest)
        ).scalar_one_or_none()
        if gone is None:
            raise NotFound
        _touch(connection, dossie_id)
        store.ledger.append(
            connection, actor, "arquivo.retirar", "arquivo", arquivo_id, entidade_id=draft.entidade_id,
            antes={"dossie": str(dossie_id), "sha256": gone},
        )  # fmt: skip


def submit(store: Store, actor: Actor, dossie_id: UUID) -> Recebido:
    """Send a draft. Where its content is that of another dossier, the draft goes and that one is the answer.

    Raises:
        NotFound: There is no such dossier of the actor's entity.
        Conflict: It is sent already.
        Invalid: There is nothing in it.
        TooMany: Too many dossiers of the entity wait.
    """
    with store.database.begin() as connection:
        draft = _draft(connection, actor, dossie_id)
        entidade = draft.entidade_id
        files = files_of(connection, dossie_id)
        if not files and draft.ficha is None:
            raise nothing()
        refuse_mixed_zip([f.midia for f in files], with_ficha=draft.ficha is not None)
        conteudo = content_hash(((f.nome, f.digest) for f in files), draft.ficha, draft.norma_pedida, draft.data_pedida)
        release_purged(connection, entidade, conteudo)
        twin = same(connection, entidade, conteudo)
        if twin is None:
            refuse_full(connection, store, entidade)
            now = datetime.now(UTC)
            values = {"conteudo": conteudo, "estado": "na_fila", "hoje": today(), "enviado_em": now}
            values |= {"atualizado_em": now, "pedido_id": actor.pedido_id}
            try:
                with connection.begin_nested():
                    connection.execute(dossies.update().where(dossies.c.id == dossie_id).values(**values))
            except sa.exc.IntegrityError:
                twin = same(connection, entidade, conteudo)
                if twin is None:
                    raise Conflict(
                        "envio_simultaneo", "o mesmo dossiê está sendo mudado agora; tente de novo"
                    ) from None
        if twin is not None:
            _drop(connection, store, actor, draft, f"mesmo conteúdo do dossiê {twin}")
            return found_again(connection, store, actor, twin)
        enqueue(connection, store, actor, dossie_id, draft.prioridade, len(files), conteudo)
    return Recebido(dossie_id, novo=True)


def delete_draft(store: Store, actor: Actor, dossie_id: UUID) -> None:
    """Drop a draft; its originals are swept later.

    Raises:
        NotFound: There is no such dossier of the actor's entity.
        Conflict: It is sent: what was judged is kept.
    """
    with store.database.begin() as connection:
        _drop(connection, store, actor, _draft(connection, actor, dossie_id), None)


def drop_drafts(store: Store, actor: Actor, before: datetime) -> int:
    """Drop the drafts that nobody has touched since a moment; return how many."""
    old = sa.select(dossies).where(dossies.c.estado == "rascunho", dossies.c.atualizado_em < before)
    with store.database.begin() as connection:
        found = connection.execute(old.limit(500).with_for_update(skip_locked=True)).all()
        for draft in found:
            _drop(connection, store, actor, draft, "rascunho sem envio há tempo demais")
    return len(found)


def sent() -> Conflict:
    """Return the refusal to change what was sent."""
    return Conflict("ja_enviado", "o dossiê já foi enviado e não muda mais; envie outro")


def _draft(connection: Connection, actor: Actor, dossie_id: UUID) -> Row:
    entidade, _ = owner(actor)
    query = sa.select(dossies).where(dossies.c.id == dossie_id, dossies.c.entidade_id == entidade)
    found = connection.execute(query.with_for_update()).one_or_none()
    if found is None:
        raise NotFound
    if found.estado != "rascunho":
        raise sent()
    return found


def _refuse_many(connection: Connection, store: Store, entidade: UUID) -> None:
    """Keep drafts, which cost room and nobody's time, from growing without end."""
    there = (dossies.c.entidade_id == entidade, dossies.c.estado == "rascunho")
    most = store.settings.max_queued
    if connection.execute(sa.select(sa.func.count()).select_from(dossies).where(*there)).scalar_one() >= most:
        raise TooMany("rascunhos_demais", f"esta entidade já tem {most} rascunhos; envie ou apague alguns", 3600)


def _touch(connection: Connection, dossie_id: UUID) -> None:
    connection.execute(dossies.update().where(dossies.c.id == dossie_id).values(atualizado_em=datetime.now(UTC)))


def _drop(connection: Connection, store: Store, actor: Actor, draft: Row, why: str | None) -> None:
    connection.execute(dossies.delete().where(dossies.c.id == draft.id))
    store.ledger.append(
        connection, actor, "dossie.apagar", "dossie", draft.id, entidade_id=draft.entidade_id,
        antes={"estado": draft.estado}, porque=why,
    )  # fmt: skip
