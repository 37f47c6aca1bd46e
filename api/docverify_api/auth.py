"""Who asks: a session's cookie or an API key, and what they may do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

from fastapi import Depends, Request

from docverify.store.actors import Actor
from docverify.store.opening import Store
from docverify.store.rights import Right, may
from docverify_api.problems import Problem


def get_store(request: Request) -> Store:
    """Return the installation that the application serves."""
    store: Store = request.app.state.store
    return store


def get_actor(request: Request) -> Actor:
    """Return who asks.

    Raises:
        Problem: 401 where nobody valid does; 403 ``csrf`` where a session's unsafe request has no CSRF token.
    """
    raise Problem(401, "nao_autenticado", "entre com usuário e senha ou envie uma chave em Authorization: Bearer")


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


StoreDep = Annotated[Store, Depends(get_store)]
"""The installation."""
