"""Dossiers: sent and reprocessed; `drafts` puts them together step by step, `listing` reads them.

A dossier is what its content is: the same files, Ficha, norm and date sent twice by an entity, even at the same
moment, are one dossier. Once sent it is closed: what was judged is what was sent.
"""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Any
from uuid import UUID

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.engine import Connection

from docverify.errors import DefectError, EngineError, EngineTimeoutError
from docverify.model_ficha import Ficha
from docverify.store import runs
from docverify.store.actors import Actor
from docverify.store.contents import Original, content_hash, naming
from docverify.store.listing import WAITING, files_of, form_purged, get, search_text
from docverify.store.names import title, unique
from docverify.store.opening import Store
from docverify.store.refusals import Conflict, Forbidden, Gone, Invalid, TooMany
from docverify.store.tables import arquivos, dossies
from docverify.values.brasilia import today
from docverify.values.private import masked

_QUEUE_WAIT_S = 60
_NAME_FALLBACK = "dossiê"
_NOT_ITS_FAULT = (EngineError.codigo, EngineTimeoutError.codigo, DefectError.codigo)
"""Codes with which a run ends for which the dossier cannot be blamed."""


@dataclass(frozen=True, slots=True)
class Envio:
    """What somebody sends.

    Attributes:
        nome: One line for people; empty: taken from the Ficha or the first file.
        arquivos: Stored already; names need not be unique.
        ficha: Bytes of ficha.json, None without one.
        declarado: The same, parsed.
        norma: Asked for, None where the Ficha says.
        data: Reference date asked for.
        prioridade: ``interativo`` or ``lote``.
    """

    nome: str = ""
    arquivos: tuple[Original, ...] = ()
    ficha: bytes | None = None
    declarado: Ficha | None = None
    norma: str | None = None
    data: date | None = None
    prioridade: str = "interativo"


@dataclass(frozen=True, slots=True)
class Recebido:
    """Where what was sent is.

    Attributes:
        id: Of the dossier.
        novo: It was not there before.
    """

    id: UUID
    novo: bool


def send(store: Store, actor: Actor, envio: Envio) -> Recebido:
    """Store a dossier and put it into the queue, in one transaction; or find the one that it already is.

    Args:
        store: Of the installation.
        actor: Whose entity it will belong to.
        envio: Its originals are in the store of files.

    Raises:
        Invalid: There is nothing in it.
        TooMany: Too many dossiers of the entity wait.
        SweptError: Originals must be stored again (see `docverify.store.contents`).
    """
    entidade, _ = owner(actor)
    if not envio.arquivos and envio.ficha is None:
        raise nothing()
    named = with_unique_names(envio)
    conteudo = content_hash(((o.nome, o.digest) for o in named), envio.ficha, envio.norma, envio.data)
    with store.database.begin() as connection:
        release_purged(connection, entidade, conteudo)
        there = same(connection, entidade, conteudo)
        if there is not None:
            return found_again(connection, store, actor, there)
        refuse_full(connection, store, entidade)
        naming(connection, store.files, entidade, (o.digest for o in named))
        now = datetime.now(UTC)
        values = row_values(actor, envio, now) | {
            "estado": "na_fila",
            "conteudo": conteudo,
            "hoje": today(),
            "enviado_em": now,
        }
        statement = insert(dossies).values(**values).on_conflict_do_nothing(index_elements=["entidade_id", "conteudo"])
        created = connection.execute(statement.returning(dossies.c.id)).scalar_one_or_none()
        if created is None:  # somebody sent the same between our look and our insert, and is through
            twin = same(connection, entidade, conteudo)
            if twin is None:
                raise Conflict("envio_simultaneo", "o mesmo dossiê está sendo mudado agora; tente de novo")
            return found_again(connection, store, actor, twin)
        insert_files(connection, created, entidade, named, start=0)
        enqueue(connection, store, actor, created, envio.prioridade, len(named), conteudo)
    return Recebido(created, novo=True)


def reprocess(
    store: Store, actor: Actor, dossie_id: UUID, *, norma: str | None, data: date | None, porque: str | None
) -> UUID:
    """Have a dossier verified again; the verdict in force stays until there is another.

    Args:
        store: Of the installation.
        actor: Who asks; needs the right ``dossie.reprocessar``.
        dossie_id: Which.
        norma: Under which norm, None: as before.
        data: Judged against which day, None: as before.
        porque: Why, in the person's words.

    Returns:
        The id of the run.

    Raises:
        NotFound: There is no such dossier within reach.
        Conflict: It is a draft, or a run is under way.
        Gone: Its originals or its Ficha are purged.
    """
    with store.database.begin() as connection:
        row = get(connection, actor, dossie_id, lock=True)
        if row.estado == "rascunho":
            raise Conflict("nao_enviado", "o dossiê ainda é rascunho; envie-o primeiro")
        if row.estado == "expurgado" or any(f.expurgado_em is not None for f in files_of(connection, dossie_id)):
            raise Gone("expurgado", "os originais deste dossiê foram expurgados; não há o que verificar de novo")
        if form_purged(connection, dossie_id):  # without what was declared, another question would be answered
            raise Gone("expurgado", "a Ficha deste dossiê foi expurgada; não há com que o comparar de novo")
        if row.estado in WAITING:
            raise Conflict("em_andamento", "uma verificação deste dossiê está em andamento; espere que termine")
        parameters = {"norma": norma, "data": None if data is None else data.isoformat(), "porque": masked(porque)}
        given = {key: value for key, value in parameters.items() if value is not None}
        run = runs.request(
            connection, store.ledger, actor, dossie_id,
            motivo="reprocesso", prioridade="interativo", parametros=given,
        )  # fmt: skip
        store.ledger.append(
            connection, actor, "dossie.reprocessar", "dossie", dossie_id, entidade_id=row.entidade_id,
            antes={"versao": row.versao}, depois={"rodada": str(run), **given}, porque=porque,
        )  # fmt: skip
    return run


def owner(actor: Actor) -> tuple[UUID, UUID]:
    """Return the entity and the user that a new dossier belongs to.

    Raises:
        Forbidden: The actor belongs to no entity.
    """
    if actor.entidade_id is None or actor.usuario_id is None:
        raise Forbidden("só quem pertence a uma entidade envia dossiês")
    return actor.entidade_id, actor.usuario_id


def nothing() -> Invalid:
    """Return the refusal of a dossier without content."""
    return Invalid("vazio", "não há nada para verificar: envie ao menos um arquivo ou a ficha.json")


def row_values(actor: Actor, envio: Envio, now: datetime) -> dict[str, Any]:
    """Return the columns of a new dossier, without its state."""
    entidade, usuario = owner(actor)
    nome = title(envio.nome) or title((envio.declarado.razao_social if envio.declarado else None) or "")
    nome = nome or (envio.arquivos[0].nome if envio.arquivos else _NAME_FALLBACK)
    return {
        "id": uuid.uuid4(),
        "entidade_id": entidade,
        "nome": nome,
        "ficha": envio.ficha,
        "norma_pedida": envio.norma,
        "data_pedida": envio.data,
        "prioridade": envio.prioridade,
        "criado_por": usuario,
        "pedido_id": actor.pedido_id,
        "criado_em": now,
        "atualizado_em": now,
        **declared(nome, envio.declarado),
    }


def declared(nome: str, ficha: Ficha | None) -> dict[str, Any]:
    """Return what the list shows of a Ficha until there is a verdict."""
    if ficha is None:
        return {"busca": search_text(nome)}
    where = ficha.endereco
    return {
        "cnpj": ficha.cnpj,
        "razao_social": title(ficha.razao_social or "") or None,  # PostgreSQL takes no NUL
        "municipio": (title(where.municipio or "") or None) if where else None,
        "uf": where.uf if where else None,
        "busca": search_text(nome, title(ficha.razao_social or ""), ficha.cnpj),
    }


def with_unique_names(envio: Envio) -> tuple[Original, ...]:
    """Number equal names by content, so that the order in which files come does not make another dossier."""
    named: list[Original] = []
    for file in sorted(envio.arquivos, key=lambda o: (o.nome, o.digest)):
        name = unique(file.nome, (o.nome for o in named))
        named.append(Original(name, file.digest, file.bytes, file.midia))
    refuse_mixed_zip([o.midia for o in named], with_ficha=envio.ficha is not None)
    return tuple(named)


def refuse_mixed_zip(kinds: list[str], *, with_ficha: bool) -> None:
    """A zip is a whole dossier: which Ficha counts, and what a folder beside a zip means, is not ours to guess."""
    if "application/zip" in kinds and (len(kinds) > 1 or with_ficha):
        raise Invalid(
            "zip_acompanhado", "um zip é o dossiê inteiro: envie-o sozinho, com a ficha.json dentro, ou envie os "
            "arquivos sem zip"
        )  # fmt: skip


def insert_files(
    connection: Connection, dossie_id: UUID, entidade: UUID, files: tuple[Original, ...], *, start: int
) -> list[UUID]:
    """Write the rows of originals; :func:`docverify.store.contents.naming` is held."""
    now = datetime.now(UTC)
    rows = [
        {
            "id": uuid.uuid4(),
            "dossie_id": dossie_id,
            "entidade_id": entidade,
            "ordem": start + number,
            "nome": file.nome,
            "digest": file.digest,
            "bytes": file.bytes,
            "midia": file.midia,
            "criado_em": now,
        }
        for number, file in enumerate(files)
    ]
    if rows:
        connection.execute(arquivos.insert(), rows)
    return [row["id"] for row in rows]  # type: ignore[misc]


def enqueue(
    connection: Connection, store: Store, actor: Actor, dossie_id: UUID, prioridade: str, files: int, conteudo: str
) -> None:
    """Ask for the first run of a dossier, and put its sending on record."""
    run = runs.request(connection, store.ledger, actor, dossie_id, motivo="envio", prioridade=prioridade)
    store.ledger.append(
        connection, actor, "dossie.enviar", "dossie", dossie_id, entidade_id=actor.entidade_id,
        depois={"rodada": str(run), "arquivos": files, "conteudo": conteudo, "prioridade": prioridade},
    )  # fmt: skip


def found_again(connection: Connection, store: Store, actor: Actor, dossie_id: UUID) -> Recebido:
    """Answer for what was sent before; where it ended through no fault of its own, it has another run.

    Who sends it again asks for just that, and a clerk has no right to reprocess.

    Raises:
        TooMany: Too many dossiers of the entity wait.
    """
    row = connection.execute(sa.select(dossies).where(dossies.c.id == dossie_id).with_for_update()).one()
    whole = all(file.expurgado_em is None for file in files_of(connection, dossie_id))
    if row.estado == "erro" and row.erro_codigo in _NOT_ITS_FAULT and whole:
        refuse_full(connection, store, row.entidade_id)
        run = runs.request(connection, store.ledger, actor, dossie_id, motivo="reprocesso", prioridade=row.prioridade)
        store.ledger.append(
            connection, actor, "dossie.reenviar", "dossie", dossie_id, entidade_id=row.entidade_id,
            antes={"estado": row.estado, "codigo": row.erro_codigo}, depois={"rodada": str(run)},
        )  # fmt: skip
    return Recebido(dossie_id, novo=False)


def same(connection: Connection, entidade: UUID, conteudo: str) -> UUID | None:
    """Return the dossier of an entity that has some content, if there is one."""
    query = sa.select(dossies.c.id).where(dossies.c.entidade_id == entidade, dossies.c.conteudo == conteudo)
    return connection.execute(query).scalar_one_or_none()


def release_purged(connection: Connection, entidade: UUID, conteudo: str) -> None:
    """A purged dossier is only a stub: the same content sent again is a new one."""
    purged = (dossies.c.entidade_id == entidade, dossies.c.conteudo == conteudo, dossies.c.estado == "expurgado")
    connection.execute(dossies.update().where(*purged).values(conteudo=None))


def refuse_full(connection: Connection, store: Store, entidade: UUID) -> None:
    """Refuse another dossier where too many of an entity wait.

    Raises:
        TooMany: They do.
    """
    waiting = (
        sa.select(sa.func.count())
        .select_from(dossies)
        .where(dossies.c.entidade_id == entidade, dossies.c.estado.in_(WAITING))
    )
    if connection.execute(waiting).scalar_one() >= store.settings.max_queued:
        raise TooMany(
            "fila_cheia",
            f"esta entidade já tem {store.settings.max_queued} dossiês na fila; espere que alguns terminem",
            _QUEUE_WAIT_S,
        )
