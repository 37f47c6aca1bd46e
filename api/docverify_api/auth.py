"""Who asks: a session's cookie or an API key, and what they may do.

For every route and page: ``get_actor`` (anybody valid) or ``require(right)``. ``request.state`` then has ``actor``,
``sessao`` (None with a key), ``csrf`` (goes into every form) and ``nome``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

from fastapi import Depends, Request, Security
from fastapi.security import APIKeyCookie, HTTPBearer
from starlette.concurrency import run_in_threadpool

from docverify.store.actors import Actor
from docverify.store.opening import Store
from docverify.store.people import Session, authenticate_key, authenticate_session
from docverify.store.rights import Right, may
from docverify_api import csrf
from docverify_api.problems import Problem

_BEARER = HTTPBearer(scheme_name="chave", description="chave de API: dv_<prefixo>_<segredo>", auto_error=False)
COOKIE = APIKeyCookie(
    name="docverify_sessao",
    scheme_name="sessao",
    description="sessão de quem entrou pela página; o que muda algo leva X-CSRF-Token (veja /v1/eu)",
    auto_error=False,
)
_LONGEST = 200


def get_store(request: Request) -> Store:
    """Return the installation that the application serves."""
    store: Store = request.app.state.store
    return store


async def get_actor(
    request: Request,
    _key: Annotated[object, Security(_BEARER)] = None,
    _session: Annotated[object, Security(COOKIE)] = None,
) -> Actor:
    """Return who asks, and leave in ``request.state`` what pages and logs need of it.

    A key goes before a cookie, and a key that is not valid is not made up for by a cookie.

    Raises:
        Problem: 401 where nobody valid does; 403 ``csrf`` where a session's unsafe request has no CSRF token.
    """
    store = get_store(request)
    header = request.headers.get("authorization")
    session: Session | None = None
    actor: Actor | None = None
    if header is not None:
        actor = await run_in_threadpool(_by_key, store, header, pedido_of(request))
    else:
        session = await run_in_threadpool(_by_cookie, store, session_token(request), pedido_of(request))
        actor = None if session is None else session.actor
    if actor is None:
        raise Problem(
            401,
            "nao_autenticado",
            "entre com usuário e senha ou envie uma chave válida em Authorization: Bearer",
            headers={"WWW-Authenticate": 'Bearer realm="docverify"'},
        )
    request.state.actor = actor
    request.state.sessao = session
    request.state.csrf = "" if session is None else session.csrf
    request.state.nome = None if session is None else session.nome
    if session is not None:
        await csrf.check(request, session.csrf)
    return actor


def require(right: Right) -> Callable[[Actor], Actor]:
    """Return a dependency that gives the actor, if it has a right.

    Args:
        right: What the route needs.
    """

    def check(actor: Annotated[Actor, Depends(get_actor)]) -> Actor:
        if not may(actor, right):
            raise Problem(403, "sem_permissao", "esta conta não pode fazer isto; peça a um administrador")
        return actor

    return check


def session_token(request: Request) -> str:
    """Return the token of the session's cookie; empty where there is none."""
    return request.cookies.get(csrf.cookie_name(request, get_store(request).settings), "")


def pedido_of(request: Request) -> str | None:
    """Return the request's id."""
    return getattr(request.state, "pedido_id", None)


def _by_key(store: Store, header: str, pedido_id: str | None) -> Actor | None:
    scheme, _, raw = header.partition(" ")
    if scheme.lower() != "bearer" or len(raw) > _LONGEST:
        return None
    with store.database.begin() as connection:
        return authenticate_key(connection, raw.strip(), pedido_id=pedido_id)


def _by_cookie(store: Store, token: str, pedido_id: str | None) -> Session | None:
    if not token:
        return None
    with store.database.begin() as connection:
        return authenticate_session(connection, store.settings, store.secret, token, pedido_id=pedido_id)


StoreDep = Annotated[Store, Depends(get_store)]
"""The installation."""
