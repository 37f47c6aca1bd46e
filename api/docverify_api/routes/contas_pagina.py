"""The page of accounts (``/contas``): own password and keys; for administrators users, entities and webhooks.

What is shown once (a key, a link, a webhook's secret) is in the answer to the form that made it, and nowhere else.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any
from uuid import UUID

from fastapi import APIRouter, Depends, Form, Query, Request
from fastapi.responses import RedirectResponse, Response

from docverify.store import entities, hooks, invitations, keys, users
from docverify.store.actors import Actor
from docverify.store.identity import cursor_of, place_of, user_row
from docverify.store.opening import Store
from docverify.store.passwords import SHORTEST
from docverify.store.people import change_password
from docverify.store.refusals import Invalid, NotFound, Refusal, TooMany
from docverify.store.rights import BY_ROLE, SCOPES, may
from docverify.store.users import PUBLIC
from docverify_api import dizeres, pages
from docverify_api.auth import StoreDep, get_actor, require
from docverify_api.links import absolute
from docverify_api.problems import of_error
from docverify_api.visits import admitted, hashing, sentence, visit_of

router = APIRouter(prefix="/contas")

ESCOPOS = {
    "dossies:criar": "enviar dossiês",
    "dossies:ler": "ver dossiês e relatórios",
    "dossies:reprocessar": "mandar verificar de novo",
    "originais:ler": "baixar os originais",
    "ganchos:gerir": "cuidar dos ganchos (webhooks)",
    "contas:gerir": "cuidar de contas e entidades",
    "auditoria:ler": "ler a trilha de auditoria",
    "metricas:ler": "ler as métricas",
}
_Person = Annotated[Actor, Depends(get_actor)]
_OfKeys = Annotated[Actor, Depends(require("chave.gerir"))]
_OfUsers = Annotated[Actor, Depends(require("usuario.gerir"))]
_OfEntities = Annotated[Actor, Depends(require("entidade.gerir"))]
_OfHooks = Annotated[Actor, Depends(require("gancho.gerir"))]
_Text = Annotated[str, Form(max_length=2000)]
_Box = Annotated[bool, Form()]
_PAGE = 100
_FORMS = ("senha", "chave", "usuario", "entidade", "gancho")
"""The forms of the page; a field's name begins with its form's, save in the first."""


@router.get("")
def contas(
    request: Request,
    store: StoreDep,
    actor: _Person,
    cursor: Annotated[str | None, Query(max_length=1500)] = None,
    feito: Annotated[str, Query(max_length=40)] = "",
) -> Response:
    """Show the page."""
    return _show(request, store, actor, cursor=cursor, feito=_DONE.get(feito, ""))


@router.post("/senha")
async def mudar_senha(
    request: Request, store: StoreDep, actor: _Person, atual: _Text = "", senha: _Text = "", senha2: _Text = ""
) -> Response:
    """Change the own password; all other sessions end."""
    try:
        if senha != senha2:
            raise Invalid("senhas_diferentes", "as duas senhas não são iguais; digite-as de novo", campo="senha2")
        token = await hashing(change_password, store, actor, atual, senha, visit_of(request))
    except Refusal as error:
        return _show(request, store, actor, error=error, onde="senha")
    return admitted(request, store, token, "/contas?feito=senha")


@router.post("/chaves")
def criar_chave(
    request: Request,
    store: StoreDep,
    actor: _OfKeys,
    chave_escopos: Annotated[list[str], Form(default_factory=list, max_length=20)],
    chave_nome: _Text = "",
    chave_dias: _Text = "",
) -> Response:
    """Make a key, and show it once."""
    try:
        with store.database.begin() as connection:
            made = keys.create(
                connection, store.ledger, actor, nome=chave_nome, escopos=chave_escopos, dias=_days(chave_dias)
            )
    except Refusal as error:
        typed = {"nome": chave_nome, "dias": chave_dias, "escopos": chave_escopos}
        return _show(request, store, actor, error=error, onde="chave", typed=typed)
    return _show(request, store, actor, segredo=("Nova chave", made[1]))


@router.post("/chaves/{chave_id}/revogar")
def revogar_chave(request: Request, store: StoreDep, actor: _OfKeys, chave_id: UUID) -> Response:
    """Revoke a key."""

    def act() -> None:
        with store.database.begin() as connection:
            keys.revoke(connection, store.ledger, actor, chave_id)

    return _done(request, store, actor, act, "chave")


@router.post("/usuarios")
def criar_usuario(
    request: Request,
    store: StoreDep,
    actor: _OfUsers,
    usuario_nome: _Text = "",
    usuario_login: _Text = "",
    usuario_papel: _Text = "",
    usuario_entidade_id: _Text = "",
    todas_entidades: _Box = False,
) -> Response:
    """Make an account, and show its link once."""
    try:
        with store.database.begin() as connection:
            row = users.create(
                connection,
                store.ledger,
                actor,
                nome=usuario_nome,
                login=usuario_login,
                papel=usuario_papel,
                entidade_id=_id(usuario_entidade_id),
                todas_entidades=todas_entidades,
            )
            token, _ = invitations.invite(connection, store.ledger, actor, row.id)
    except Refusal as error:
        typed = {
            "nome": usuario_nome,
            "login": usuario_login,
            "papel": usuario_papel,
            "entidade_id": usuario_entidade_id,
            "todas": todas_entidades,
        }
        return _show(request, store, actor, error=error, onde="usuario", typed=typed)
    return _show(request, store, actor, segredo=_link(request, store, row.nome, token))


@router.get("/usuarios/{usuario_id}")
def usuario(request: Request, store: StoreDep, actor: _OfUsers, usuario_id: UUID) -> Response:
    """Show an account."""
    return _one(request, store, actor, usuario_id)


@router.post("/usuarios/{usuario_id}")
def mudar_usuario(
    request: Request,
    store: StoreDep,
    actor: _OfUsers,
    usuario_id: UUID,
    nome: _Text = "",
    papel: _Text = "",
    todas_entidades: _Box = False,
    ativo: _Box = False,
) -> Response:
    """Change an account."""
    changes = {"nome": nome, "papel": papel, "todas_entidades": todas_entidades, "ativo": ativo}
    try:
        with store.database.begin() as connection:
            users.change(connection, store.ledger, actor, usuario_id, changes)
    except NotFound:
        raise
    except Refusal as error:
        return _one(request, store, actor, usuario_id, error=error)
    return RedirectResponse("/contas?feito=usuario#usuarios", 303)


@router.post("/usuarios/{usuario_id}/convite")
def convidar(request: Request, store: StoreDep, actor: _OfUsers, usuario_id: UUID) -> Response:
    """Make a new link for an account, and show it once."""
    try:
        with store.database.begin() as connection:
            row = users.get(connection, actor, usuario_id)
            token, _ = invitations.invite(connection, store.ledger, actor, usuario_id)
    except NotFound:
        raise
    except Refusal as error:
        return _one(request, store, actor, usuario_id, error=error)
    return _show(request, store, actor, segredo=_link(request, store, row.nome, token))


@router.post("/entidades")
def criar_entidade(
    request: Request, store: StoreDep, actor: _OfEntities, entidade_nome: _Text = "", entidade_cnpj: _Text = ""
) -> Response:
    """Make an entity."""
    try:
        with store.database.begin() as connection:
            entities.create(connection, store.ledger, actor, nome=entidade_nome, cnpj=entidade_cnpj)
    except Refusal as error:
        typed = {"nome": entidade_nome, "cnpj": entidade_cnpj}
        return _show(request, store, actor, error=error, onde="entidade", typed=typed)
    return RedirectResponse("/contas?feito=entidade#entidades", 303)


@router.post("/entidades/{entidade_id}/{estado}")
def ligar_entidade(request: Request, store: StoreDep, actor: _OfEntities, entidade_id: UUID, estado: str) -> Response:
    """Switch an entity on or off."""
    if estado not in ("ativar", "desativar"):
        raise NotFound()

    def act() -> None:
        with store.database.begin() as connection:
            entities.change(connection, store.ledger, actor, entidade_id, {"ativa": estado == "ativar"})

    return _done(request, store, actor, act, "entidade")


@router.post("/ganchos")
def criar_gancho(request: Request, store: StoreDep, actor: _OfHooks, gancho_url: _Text = "") -> Response:
    """Register a webhook, and show its secret once."""
    try:
        _, secret = hooks.create(store, actor, gancho_url.strip())
    except Refusal as error:
        return _show(request, store, actor, error=error, onde="gancho", typed={"url": gancho_url})
    return _show(request, store, actor, segredo=("Segredo do novo gancho", secret))


@router.post("/ganchos/{gancho_id}/apagar")
def apagar_gancho(request: Request, store: StoreDep, actor: _OfHooks, gancho_id: UUID) -> Response:
    """Delete a webhook."""
    return _done(request, store, actor, lambda: hooks.remove(store, actor, gancho_id), "gancho")


_DONE = {
    "senha": "Senha mudada. As outras sessões desta conta foram encerradas.",
    "chave": "Chave revogada.",
    "usuario": "Conta mudada.",
    "entidade": "Entidade gravada.",
    "gancho": "Gancho apagado.",
}


def _done(request: Request, store: Store, actor: Actor, act: Callable[[], None], what: str) -> Response:
    try:
        act()
    except NotFound:
        raise
    except Refusal as error:
        return _show(request, store, actor, error=error, onde="")
    return RedirectResponse(f"/contas?feito={what}", 303)


def _show(
    request: Request,
    store: Store,
    actor: Actor,
    *,
    error: Refusal | None = None,
    onde: str = "",
    typed: Mapping[str, Any] | None = None,
    segredo: tuple[str, str] | None = None,
    cursor: str | None = None,
    feito: str = "",
) -> Response:
    """Return the page, with a form's error in its place and what was typed kept."""
    assert actor.usuario_id is not None and actor.entidade_id is not None
    after = None if cursor is None else place_of(cursor)
    with store.database.begin() as connection:
        told: dict[str, Any] = {
            "eu": user_row(connection, actor, actor.usuario_id),
            "casa": entities.get(connection, actor, actor.entidade_id),
            "chaves": keys.find(connection, actor) if may(actor, "chave.gerir") else [],
            "usuarios": [],
            "entidades": [],
            "ganchos": hooks.find(connection, actor) if may(actor, "gancho.gerir") else [],
            "mais": None,
        }
        if may(actor, "usuario.gerir"):
            rows = users.find(connection, actor, limite=_PAGE + 1, depois=after)
            told["usuarios"] = rows[:_PAGE]
            told["mais"] = cursor_of(rows[_PAGE - 1].login) if len(rows) > _PAGE else None
        if may(actor, "entidade.gerir"):
            told["entidades"] = entities.find(connection, actor, limite=500)
    answer = pages.render(
        request,
        "contas.html",
        200 if error is None else of_error(error).status,
        secao="contas",
        papeis=list(dizeres.PAPEIS_EXPLICADOS.items()),
        nomes={row.id: row.nome for row in told["entidades"]},
        entidades_para_escolher=[(str(row.id), row.nome) for row in told["entidades"] if row.ativa],
        escopos=[(scope, ESCOPOS[scope]) for scope in SCOPES if SCOPES[scope] & BY_ROLE[actor.papel or ""]],
        minimo=SHORTEST,
        segredo=segredo,
        feito=feito,
        **_of_forms(error, onde, typed or {}),
        **told,
    )
    if isinstance(error, TooMany):
        answer.headers["Retry-After"] = str(error.wait)
    return answer


def _of_forms(error: Refusal | None, onde: str, typed: Mapping[str, Any]) -> dict[str, Any]:
    """Return, by form, what was typed and which field is at fault; and what is at no field."""
    v: dict[str, dict[str, Any]] = {form: {} for form in _FORMS}
    erros: dict[str, dict[str, str]] = {form: {} for form in _FORMS}
    if error is None:
        return {"v": v, "erros": erros, "erro": ""}
    if onde in v:
        v[onde] = {f"{onde}_{name}": value for name, value in typed.items()}
    if onde not in v or error.campo is None:
        return {"v": v, "erros": erros, "erro": sentence(error.mensagem)}
    erros[onde] = {error.campo if onde == "senha" else f"{onde}_{error.campo}": sentence(error.mensagem)}
    return {"v": v, "erros": erros, "erro": ""}


def _one(request: Request, store: Store, actor: Actor, usuario_id: UUID, *, error: Refusal | None = None) -> Response:
    with store.database.begin() as connection:
        row = user_row(connection, actor, usuario_id)
        house = entities.get(connection, actor, row.entidade_id)
        held = keys.find(connection, actor, usuario_id=usuario_id)
    return pages.render(
        request,
        "conta.html",
        200 if error is None else of_error(error).status,
        secao="contas",
        conta={column.name: getattr(row, column.name) for column in PUBLIC},
        casa=house,
        chaves=held,
        proprio=usuario_id == actor.usuario_id,
        papeis=list(dizeres.PAPEIS_EXPLICADOS.items()),
        erro="" if error is None else sentence(error.mensagem),
    )


def _link(request: Request, store: Store, nome: str, token: str) -> tuple[str, str]:
    where = absolute(request, store.settings, f"/convite?token={token}")
    return f"Link para {nome} definir a senha (vale por 72 horas, uma só vez)", where


def _days(text: str) -> int:
    if not text.strip():
        return keys.DEFAULT_DAYS
    if not (text.strip().isascii() and text.strip().isdigit() and len(text.strip()) <= 5):
        raise Invalid("prazo_invalido", f"a chave vale de 1 a {keys.LONGEST_DAYS} dias", campo="dias")
    return int(text)


def _id(text: str) -> UUID | None:
    try:
        return UUID(text) if text else None
    except ValueError as error:
        raise Invalid("entidade_invalida", "escolha a entidade da lista", campo="entidade_id") from error
