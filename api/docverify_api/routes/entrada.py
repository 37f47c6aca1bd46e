"""The pages of entry: sign-in and out, and the one-time links of the first administrator and of everybody else."""

from __future__ import annotations

from typing import Annotated

import structlog
from fastapi import APIRouter, Depends, Query, Request
from fastapi.responses import RedirectResponse, Response
from starlette.concurrency import run_in_threadpool

from docverify.store.actors import Actor
from docverify.store.invitations import FIRST, PASSWORD, Invitation, look
from docverify.store.opening import Store
from docverify.store.passwords import SHORTEST
from docverify.store.people import (
    accept_invitation,
    authenticate_session,
    claim_first,
    first_faults,
    sign_in,
    sign_in_vouched,
    sign_out,
)
from docverify.store.refusals import Gone, Invalid, NotFound, Refusal, TooMany
from docverify.store.users import has_administrator
from docverify_api import csrf, oidc, pages
from docverify_api.auth import StoreDep, get_actor, session_token
from docverify_api.csrf import text_of
from docverify_api.problems import of_error
from docverify_api.routes import contas_pagina
from docverify_api.visits import admitted, form_page, hashing, sentence, visit_of

router = APIRouter()
router.include_router(contas_pagina.router)

_log = structlog.get_logger(__name__)
_Next = Annotated[str, Query(max_length=2000)]
_Token = Annotated[str, Query(max_length=200)]


@router.get("/entrar")
def entrar(request: Request, store: StoreDep, proximo: _Next = "/") -> Response:
    """Show the form of sign-in, or lead on whoever has signed in."""
    with store.database.begin() as connection:
        token = session_token(request)
        alive = token and authenticate_session(connection, store.settings, store.secret, token)
        begun = bool(alive) or has_administrator(connection)
    if alive:
        return RedirectResponse(pages.own_path(proximo), 303)
    return _entry(request, store, proximo, begun=begun)


@router.post("/entrar")
async def entrar_com_senha(request: Request, store: StoreDep) -> Response:
    """Sign in by password."""
    form = await request.form()
    csrf.check_before(request, store, form)
    login, senha = text_of(form, "login") or "", text_of(form, "senha") or ""
    place = text_of(form, "proximo") or "/"
    try:
        token = await hashing(sign_in, store, login, senha, visit_of(request))
    except Refusal as error:
        _log.info("entrada_recusada", codigo=error.codigo)
        headers = {"Retry-After": str(error.wait)} if isinstance(error, TooMany) else {}
        answer = _entry(request, store, place, 429 if headers else 401, login=login[:254], erro=error.mensagem)
        answer.headers.update(headers)
        return answer
    return admitted(request, store, token, place)


@router.get("/oidc/entrar")
async def entrar_por_oidc(request: Request, store: StoreDep, proximo: _Next = "/") -> Response:
    """Send whoever signs in to the other service."""
    if oidc.name(store.settings) is None:
        raise NotFound()
    try:
        return await oidc.start(request, store, pages.own_path(proximo))
    except oidc.OidcError:
        told = "a entrada por outro serviço não responde agora; entre com e-mail e senha ou tente mais tarde"
        return await run_in_threadpool(_entry, request, store, proximo, 503, erro=told)


@router.get("/oidc/retorno")
async def voltar_de_oidc(request: Request, store: StoreDep) -> Response:
    """Sign in whoever comes back from the other service."""
    if oidc.name(store.settings) is None:
        raise NotFound()
    try:
        found = await oidc.finish(request, store)
        token = await run_in_threadpool(sign_in_vouched, store, found.subject, found.email, visit_of(request))
        answer = admitted(request, store, token, found.proximo)
    except oidc.OidcError:
        told = "a entrada pelo outro serviço não foi concluída; tente de novo ou entre com e-mail e senha"
        answer = await run_in_threadpool(_entry, request, store, "/", 401, erro=told)
    except Refusal as error:
        _log.info("entrada_recusada", codigo=error.codigo)
        answer = await run_in_threadpool(_entry, request, store, "/", 403, erro=error.mensagem)
    oidc.forget(request, store, answer)
    return answer


@router.post("/sair")
def sair(request: Request, store: StoreDep, actor: Annotated[Actor, Depends(get_actor)]) -> Response:
    """Sign out."""
    sign_out(store, actor, session_token(request))
    answer = RedirectResponse("/entrar", 303)
    csrf.set_cookie(request, store.settings, answer, "", age=0)
    return answer


@router.get("/primeiro-acesso")
def primeiro_acesso(request: Request, store: StoreDep, token: _Token = "") -> Response:
    """Show the form by which the first administrator is made."""
    _looked(store, FIRST, token)
    return form_page(request, store, "primeiro_acesso.html", token=token, v={}, erros={}, minimo=SHORTEST)


@router.post("/primeiro-acesso")
async def criar_primeiro(request: Request, store: StoreDep) -> Response:
    """Make the first administrator."""
    form = await request.form()
    csrf.check_before(request, store, form)
    typed = {name: text_of(form, name) or "" for name in ("entidade", "nome", "login")}
    senha, token = text_of(form, "senha") or "", text_of(form, "token") or ""
    await run_in_threadpool(_looked, store, FIRST, token)
    faults: list[Refusal] = [*first_faults(**typed, senha=senha)]
    try:
        _same_twice(senha, text_of(form, "senha2") or "")
    except Invalid as error:
        faults.append(error)
    if not faults:
        try:
            session = await hashing(claim_first, store, token, **typed, senha=senha, visit=visit_of(request))
            return admitted(request, store, session, "/")
        except Refusal as error:
            if isinstance(error, Gone) or error.campo is None:
                raise
            faults.append(error)
    erros = {error.campo or "": sentence(error.mensagem) for error in faults}
    status = of_error(faults[0]).status
    return form_page(request, store, "primeiro_acesso.html", status, token=token, v=typed, erros=erros, minimo=SHORTEST)


@router.get("/convite")
def convite(request: Request, store: StoreDep, token: _Token = "") -> Response:
    """Show the form by which somebody sets a password."""
    return _invited(request, store, _looked(store, PASSWORD, token), token)


@router.post("/convite")
async def definir_senha(request: Request, store: StoreDep) -> Response:
    """Set a password."""
    form = await request.form()
    csrf.check_before(request, store, form)
    senha, token = text_of(form, "senha") or "", text_of(form, "token") or ""
    invitation = await run_in_threadpool(_looked, store, PASSWORD, token)
    try:
        _same_twice(senha, text_of(form, "senha2") or "")
        session = await hashing(accept_invitation, store, token, senha, visit_of(request))
    except Invalid as error:
        return _invited(request, store, invitation, token, error)
    return admitted(request, store, session, "/")


def _entry(
    request: Request,
    store: Store,
    place: str,
    status: int = 200,
    *,
    login: str = "",
    erro: str = "",
    begun: bool = True,
) -> Response:
    return form_page(
        request,
        store,
        "entrar.html",
        status,
        proximo=pages.own_path(place),
        v={"login": login},
        erro=erro,
        iniciado=begun,
        oidc=oidc.name(store.settings),
        falta=oidc.fault(store.settings),
    )


def _invited(
    request: Request, store: Store, invitation: Invitation, token: str, error: Invalid | None = None
) -> Response:
    return form_page(
        request,
        store,
        "convite.html",
        200 if error is None else 422,
        token=token,
        convidado=invitation,
        erros={} if error is None else {error.campo or "senha": sentence(error.mensagem)},
        minimo=SHORTEST,
    )


def _looked(store: Store, finalidade: str, token: str) -> Invitation:
    with store.database.begin() as connection:
        return look(connection, finalidade, token)


def _same_twice(senha: str, again: str) -> None:
    if senha != again:
        raise Invalid("senhas_diferentes", "as duas senhas não são iguais; digite-as de novo", campo="senha2")
