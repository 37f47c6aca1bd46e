"""Accounts: who asks, entities, users and their one-time links, keys (``/v1/eu``, ``/v1/entidades`` …)."""

from __future__ import annotations

from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Depends, Query, Request, Response

from docverify.store import entities, invitations, keys, users
from docverify.store.actors import Actor
from docverify.store.identity import cursor_of, place_of, user_row
from docverify.store.rights import BY_ROLE, may
from docverify_api.auth import StoreDep, get_actor, require
from docverify_api.links import absolute
from docverify_api.routes.contas_modelos import (
    ChaveCriada,
    ChaveNova,
    Chaves,
    ChaveUsada,
    ChaveVista,
    Convite,
    EntidadeMudanca,
    EntidadeNova,
    Entidades,
    EntidadeVista,
    Eu,
    UsuarioCriado,
    UsuarioMudanca,
    UsuarioNovo,
    Usuarios,
    UsuarioVisto,
)

router = APIRouter(tags=["contas"])

_Anybody = Annotated[Actor, Depends(get_actor)]
_OfUsers = Annotated[Actor, Depends(require("usuario.gerir"))]
_OfEntities = Annotated[Actor, Depends(require("entidade.gerir"))]
_OfKeys = Annotated[Actor, Depends(require("chave.gerir"))]
_Limit = Annotated[int, Query(ge=1, le=200)]
_Cursor = Annotated[str | None, Query(max_length=1500, description="`proximo` da página anterior")]


@router.get("/eu", operation_id="quem_sou", summary="Diz quem pede e o que pode")
def eu(store: StoreDep, actor: _Anybody, request: Request) -> Eu:
    """Return who asks."""
    assert actor.usuario_id is not None and actor.entidade_id is not None
    with store.database.begin() as connection:
        row = user_row(connection, actor, actor.usuario_id)
        house = entities.get(connection, actor, actor.entidade_id)
    used = None if actor.chave_id is None else ChaveUsada(id=actor.chave_id, escopos=sorted(actor.escopos or ()))
    return Eu(
        usuario=UsuarioVisto.model_validate(row),
        entidade=EntidadeVista.model_validate(house),
        direitos=sorted(right for right in BY_ROLE[actor.papel or ""] if may(actor, right)),
        chave=used,
        csrf_token=request.state.csrf or None,
    )


@router.get("/entidades", operation_id="listar_entidades", summary="Lista as entidades ao alcance")
def listar_entidades(store: StoreDep, actor: _OfEntities, limite: _Limit = 50, cursor: _Cursor = None) -> Entidades:
    """Return entities by name."""
    after = None if cursor is None else place_of(cursor)
    with store.database.begin() as connection:
        rows = entities.find(connection, actor, limite=limite + 1, depois=after)
    more = cursor_of(rows[limite - 1].nome) if len(rows) > limite else None
    return Entidades(itens=[EntidadeVista.model_validate(row) for row in rows[:limite]], proximo=more)


@router.post("/entidades", status_code=201, operation_id="criar_entidade", summary="Cria uma entidade")
def criar_entidade(store: StoreDep, actor: _OfEntities, body: EntidadeNova, response: Response) -> EntidadeVista:
    """Make an entity."""
    with store.database.begin() as connection:
        row = entities.create(connection, store.ledger, actor, nome=body.nome, cnpj=body.cnpj)
    response.headers["Location"] = f"/v1/entidades/{row.id}"
    return EntidadeVista.model_validate(row)


@router.get("/entidades/{entidade_id}", operation_id="ver_entidade", summary="Mostra uma entidade")
def ver_entidade(store: StoreDep, actor: _OfEntities, entidade_id: UUID) -> EntidadeVista:
    """Return an entity."""
    with store.database.begin() as connection:
        return EntidadeVista.model_validate(entities.get(connection, actor, entidade_id))


@router.patch("/entidades/{entidade_id}", operation_id="mudar_entidade", summary="Muda ou desativa uma entidade")
def mudar_entidade(store: StoreDep, actor: _OfEntities, entidade_id: UUID, body: EntidadeMudanca) -> EntidadeVista:
    """Change an entity."""
    with store.database.begin() as connection:
        changes = body.model_dump(exclude_unset=True)
        row = entities.change(connection, store.ledger, actor, entidade_id, changes)
    return EntidadeVista.model_validate(row)


@router.get("/usuarios", operation_id="listar_usuarios", summary="Lista as contas ao alcance")
def listar_usuarios(
    store: StoreDep,
    actor: _OfUsers,
    entidade_id: UUID | None = None,
    limite: _Limit = 50,
    cursor: _Cursor = None,
) -> Usuarios:
    """Return accounts by login."""
    after = None if cursor is None else place_of(cursor)
    with store.database.begin() as connection:
        rows = users.find(connection, actor, entidade_id=entidade_id, limite=limite + 1, depois=after)
    more = cursor_of(rows[limite - 1].login) if len(rows) > limite else None
    return Usuarios(itens=[UsuarioVisto.model_validate(row) for row in rows[:limite]], proximo=more)


@router.post("/usuarios", status_code=201, operation_id="criar_usuario", summary="Cria uma conta e o link da senha")
def criar_usuario(
    store: StoreDep, actor: _OfUsers, body: UsuarioNovo, request: Request, response: Response
) -> UsuarioCriado:
    """Make an account; the answer holds the one-time link by which its person sets a password."""
    with store.database.begin() as connection:
        row = users.create(
            connection,
            store.ledger,
            actor,
            nome=body.nome,
            login=body.login,
            papel=body.papel,
            entidade_id=body.entidade_id,
            todas_entidades=body.todas_entidades,
        )
        token, expira_em = invitations.invite(connection, store.ledger, actor, row.id)
    response.headers["Location"] = f"/v1/usuarios/{row.id}"
    seen = UsuarioVisto.model_validate(row)
    link = absolute(request, store.settings, f"/convite?token={token}")
    return UsuarioCriado(**seen.model_dump(), convite=Convite(link=link, token=token, expira_em=expira_em))


@router.get("/usuarios/{usuario_id}", operation_id="ver_usuario", summary="Mostra uma conta")
def ver_usuario(store: StoreDep, actor: _OfUsers, usuario_id: UUID) -> UsuarioVisto:
    """Return an account."""
    with store.database.begin() as connection:
        return UsuarioVisto.model_validate(users.get(connection, actor, usuario_id))


@router.patch("/usuarios/{usuario_id}", operation_id="mudar_usuario", summary="Muda ou desativa uma conta")
def mudar_usuario(store: StoreDep, actor: _OfUsers, usuario_id: UUID, body: UsuarioMudanca) -> UsuarioVisto:
    """Change an account."""
    with store.database.begin() as connection:
        changes = body.model_dump(exclude_unset=True)
        row = users.change(connection, store.ledger, actor, usuario_id, changes)
    return UsuarioVisto.model_validate(row)


@router.post(
    "/usuarios/{usuario_id}/convite",
    status_code=201,
    operation_id="convidar_usuario",
    summary="Faz um novo link para a pessoa definir a senha",
)
def convidar_usuario(store: StoreDep, actor: _OfUsers, usuario_id: UUID, request: Request) -> Convite:
    """Make a one-time link; earlier ones are of no use any more."""
    with store.database.begin() as connection:
        token, expira_em = invitations.invite(connection, store.ledger, actor, usuario_id)
    link = absolute(request, store.settings, f"/convite?token={token}")
    return Convite(link=link, token=token, expira_em=expira_em)


@router.get("/chaves", operation_id="listar_chaves", summary="Lista as próprias chaves, ou as de quem se administra")
def listar_chaves(
    store: StoreDep,
    actor: _OfKeys,
    usuario_id: UUID | None = None,
    todas: Annotated[bool, Query(description="de todas as contas ao alcance; só administradores")] = False,
) -> Chaves:
    """Return keys without their secrets."""
    with store.database.begin() as connection:
        rows = keys.find(connection, actor, usuario_id=usuario_id, todas=todas)
    return Chaves(itens=[ChaveVista.model_validate(row) for row in rows])


@router.post("/chaves", status_code=201, operation_id="criar_chave", summary="Cria uma chave e a mostra uma vez")
def criar_chave(store: StoreDep, actor: _OfKeys, body: ChaveNova) -> ChaveCriada:
    """Make a key for the own account."""
    with store.database.begin() as connection:
        row, raw = keys.create(
            connection, store.ledger, actor, nome=body.nome, escopos=list(body.escopos), dias=body.dias
        )
    return ChaveCriada(**ChaveVista.model_validate(row).model_dump(), chave=raw)


@router.delete("/chaves/{chave_id}", status_code=204, operation_id="revogar_chave", summary="Revoga uma chave")
def revogar_chave(store: StoreDep, actor: _OfKeys, chave_id: UUID) -> None:
    """Revoke a key: it opens nothing any more, and stays in the list."""
    with store.database.begin() as connection:
        keys.revoke(connection, store.ledger, actor, chave_id)
