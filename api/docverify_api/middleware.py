"""What is done for every request: its id, its line in the log, protecting headers, an answer for what nobody caught."""

from __future__ import annotations

import asyncio
import re
import secrets
import time
from collections.abc import Callable, MutableMapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

import structlog
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect, Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from docverify_api import problems
from docverify_api.problems import Problem

_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")
_QUIET = ("/saude", "/pronto", "/metrics", "/estatico")
_OPERATION = frozenset({"/saude", "/pronto", "/metrics"})
_STATIC = "/estatico/"
_ABORTED = 499
"""What the log says of a request whose client was gone before the answer (nginx's number; it is never sent)."""

CONTENT_SECURITY_POLICY = (
    "default-src 'self'; img-src 'self' data: blob:; object-src 'none'; "
    "frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
)

_log = structlog.get_logger("docverify.api")


@dataclass(frozen=True, slots=True)
class Served:
    """A request that was answered.

    Attributes:
        metodo: Of HTTP.
        rota: The template of its path (``/v1/dossies/{dossie_id}``), never the path itself; ``(nenhuma)`` without one.
        status: Of the answer; 499 where the client had gone.
        segundos: From its first line to the last byte of the answer.
    """

    metodo: str
    rota: str
    status: int
    segundos: float


Observer = Callable[[Served], None]
"""Told of every request that was answered; it must be quick and must not raise."""


class Requests:
    """Gives each request its id, tells of it in the log, and answers what nobody caught.

    Args:
        app: What is inside.
        observers: Told of each; the list may still grow.
    """

    def __init__(self, app: ASGIApp, observers: Sequence[Observer] = ()) -> None:
        self._app = app
        self._observers = observers

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        pedido_id = request_id(Headers(scope=scope).get("x-request-id"))
        scope.setdefault("state", {})["pedido_id"] = pedido_id
        begun, status = time.perf_counter(), _ABORTED
        started = False

        async def answer(message: Message) -> None:
            nonlocal status, started
            if message["type"] == "http.response.start":
                status, started = message["status"], True
                MutableHeaders(scope=message)["X-Request-Id"] = pedido_id
            await send(message)

        with structlog.contextvars.bound_contextvars(pedido_id=pedido_id):
            try:
                await self._app(scope, receive, answer)
            except ClientDisconnect:  # while the route read: nothing is wrong here, and nobody waits for an answer
                status = _ABORTED
            except asyncio.CancelledError:  # by the server, which stops and has waited long enough
                _log.warning("interrompido", rota=route_of(scope))
                if not started:
                    await _stopping(scope, receive, answer)
            except Exception as error:
                _log.error("defeito", rota=route_of(scope), exc_info=error)
                if not started:  # half an answer cannot be taken back: the server closes the connection
                    await _defect(scope, receive, answer)
            finally:
                served = Served(scope["method"], route_of(scope), status, time.perf_counter() - begun)
                self._tell(scope, served)

    def _tell(self, scope: Scope, served: Served) -> None:
        level = "debug" if served.rota.startswith(_QUIET) else "error" if served.status == 500 else "info"
        getattr(_log, level)(
            "pedido",
            metodo=served.metodo,
            rota=served.rota,
            status=served.status,
            ms=round(served.segundos * 1000, 1),
            **_who(scope.get("state", {})),
        )
        for observer in self._observers:
            observer(served)


class Protection:
    """Headers that protect people from pages that were not meant for them; what a route has set itself stays.

    Args:
        app: What is inside.
        https: Users come by https: browsers are told to come no other way.
    """

    def __init__(self, app: ASGIApp, *, https: bool = False) -> None:
        self._app = app
        self._headers = {
            "Content-Security-Policy": CONTENT_SECURITY_POLICY,
            "X-Content-Type-Options": "nosniff",
            "Referrer-Policy": "no-referrer",
            "Cross-Origin-Opener-Policy": "same-origin",
            "Cross-Origin-Resource-Policy": "same-origin",
            "X-Frame-Options": "DENY",
        } | ({"Strict-Transport-Security": "max-age=31536000"} if https else {})

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        static = scope["path"].startswith(_STATIC)

        async def protected(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in self._headers.items():
                    headers.setdefault(name, value)
                # a shared computer's browser keeps nothing of a dossier
                headers.setdefault("Cache-Control", "public, max-age=3600" if static else "no-store")
            await send(message)

        await self._app(scope, receive, protected)


class Hosts:
    """Refuses requests for another host than the public address: a page of elsewhere that had its name rebound to us.

    Health and metrics answer under any name: load balancers ask by address.

    Args:
        app: What is inside.
        public_url: As users see the service; None: any host.
    """

    def __init__(self, app: ASGIApp, public_url: str | None) -> None:
        self._app = app
        name = urlsplit(public_url).hostname if public_url else None
        self._allowed = frozenset({name.lower(), "localhost", "127.0.0.1", "::1"}) if name else None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request."""
        if scope["type"] == "http" and self._allowed is not None and scope["path"] not in _OPERATION:
            host = _hostname(Headers(scope=scope).get("host", ""))
            if host not in self._allowed:
                problem = Problem(421, "endereco_errado", "este serviço não atende por este endereço")
                await refuse(scope, receive, send, problem)
                return
        await self._app(scope, receive, send)


def request_id(given: str | None) -> str:
    """Return the id of a request: as it was given, if it can stand in a log as it is, else a new one."""
    return given if given is not None and _ID.fullmatch(given) else secrets.token_hex(16)


def route_of(scope: Scope) -> str:
    """Return the template of the path that a request took; paths hold ids, templates do not."""
    context = scope.get("fastapi", {}).get("effective_route_context")
    template = getattr(context, "path_format", None) or getattr(scope.get("route"), "path_format", None)
    if template:
        return str(template)
    if "endpoint" in scope and not scope.get("path_params"):  # a route without parts that vary
        return str(scope["path"])
    mounted = scope.get("root_path", "") if "app_root_path" in scope else ""
    return f"{mounted}/…" if mounted else "(nenhuma)"


async def refuse(scope: Scope, receive: Receive, send: Send, problem: Problem) -> None:
    """Answer with a problem without having read the body; the server drops what of it still comes."""
    await problems.response(Request(scope), problem)(scope, receive, send)


async def _defect(scope: Scope, receive: Receive, send: Send) -> None:
    problem = Problem(500, "defeito", "defeito do docverify; informe o pedido_id a quem cuida do serviço")
    await refuse(scope, receive, send, problem)


async def _stopping(scope: Scope, receive: Receive, send: Send) -> None:
    detalhe = "o serviço está parando; repita o pedido em instantes"
    await refuse(scope, receive, send, Problem(503, "indisponivel", detalhe, headers={"Retry-After": "10"}))


def _who(state: MutableMapping[str, Any]) -> dict[str, str]:
    """Return who asked, by ids; an actor's name may be a person's."""
    actor = state.get("actor")
    if actor is None:
        return {}
    ids = {"usuario_id": actor.usuario_id, "chave_id": actor.chave_id}
    return {name: str(value) for name, value in ids.items() if value is not None}


def _hostname(header: str) -> str:
    try:
        return (urlsplit(f"//{header}").hostname or "").lower()
    except ValueError:
        return ""
