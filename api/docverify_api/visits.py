"""What the pages of entry share: from where somebody comes, slow work off the event loop, the session's cookie."""

from __future__ import annotations

import asyncio
import contextvars
from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar

from fastapi import Request
from fastapi.responses import RedirectResponse, Response

from docverify.store.opening import Store
from docverify.store.passwords import HASHING
from docverify.store.people import Visit
from docverify.store.sessions import LONGEST
from docverify_api import csrf, pages
from docverify_api.auth import pedido_of, session_token

P = ParamSpec("P")
R = TypeVar("R")


def visit_of(request: Request) -> Visit:
    """Return from where a request comes."""
    host = request.client.host if request.client is not None else ""
    return Visit(endereco_ip=host, pedido_id=pedido_of(request), token=session_token(request) or None)


async def hashing(function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """Call a function that hashes passwords where at most two do so at a time; what logs say of the request goes along.

    Args:
        function: Which.
        args: Its arguments.
        kwargs: Its named arguments.
    """
    context = contextvars.copy_context()
    return await asyncio.get_running_loop().run_in_executor(HASHING, lambda: context.run(function, *args, **kwargs))


def admitted(request: Request, store: Store, token: str, place: str) -> Response:
    """Return the answer that gives the browser its session and leads on.

    Args:
        request: What it answers.
        store: The installation.
        token: Of the new session.
        place: Where to go on; another server's address is replaced.
    """
    answer = RedirectResponse(pages.own_path(place), 303, headers={"Cache-Control": "no-store"})
    csrf.set_cookie(request, store.settings, answer, token, age=int(LONGEST.total_seconds()))
    csrf.keep_before(request, store, answer, "")
    return answer


def form_page(request: Request, store: Store, template: str, status: int = 200, **context: Any) -> Response:
    """Return a page with a form that is sent without session; it and the browser get matching tokens.

    Args:
        request: What it answers.
        store: The installation.
        template: Of the page.
        status: Of HTTP.
        context: What the template shows.
    """
    cookie, token = csrf.before(request, store)
    answer = pages.render(request, template, status, csrf_token=token, ator=None, **context)
    csrf.keep_before(request, store, answer, cookie)
    return answer


def sentence(text: str) -> str:
    """Return a message of the store as a sentence of a page."""
    return f"{text[:1].upper()}{text[1:].rstrip('.')}."
