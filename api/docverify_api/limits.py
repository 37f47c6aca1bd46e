"""How much may be asked: bytes of a request, uploads at a time, requests in a minute.

All of it is counted in this process, and nothing of it is read before it is known to be within the limits. What is
refused is answered at once; the server drops the rest of the body, so that the client sees the answer.
"""

from __future__ import annotations

import asyncio
import hashlib
import math
import re
import time
from collections import Counter, OrderedDict
from http.cookies import CookieError, SimpleCookie
from typing import Any

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from docverify_api.middleware import refuse
from docverify_api.problems import Problem

COOKIES = ("docverify_sessao", "__Host-docverify_sessao")
"""The cookie of a session, by http and by https."""

_UPLOADS = re.compile(r"/(v1/)?dossies(/.*)?")
_FREE = ("/saude", "/pronto", "/metrics", "/estatico/")
_SILENCE_S = 60.0
"""A client that sends nothing of its body for so long holds a place that others wait for."""
_SLOWEST_BYTES_S = 10_000
"""What comes slower than this, a minute given, is no upload but a place that is held."""
_REMEMBERED = 20_000
_RETRY_UPLOAD_S = 5


class Uploads:
    """Lets through at most so many requests with files at a time; who comes without a name sends no files at all.

    The last eighth of the places is for others: one key or session cannot hold them all.

    Args:
        app: What is inside.
        most: At a time.
    """

    def __init__(self, app: ASGIApp, *, most: int, gauge: Gauge) -> None:
        self._app = app
        self._most = most
        self._share = most - most // 8
        self._gauge = gauge
        self._held: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request."""
        if not is_upload(scope):
            await self._app(scope, receive, send)
            return
        name = credential(scope)
        if name is None:
            detalhe = "entre com usuário e senha ou envie uma chave em Authorization: Bearer"
            headers = {"WWW-Authenticate": "Bearer"}
            await refuse(scope, receive, send, Problem(401, "nao_autenticado", detalhe, headers=headers))
            return
        if self._gauge.value >= self._most or self._held[name] >= self._share:
            detalhe = "já há envios demais ao mesmo tempo; tente de novo em alguns segundos"
            headers = {"Retry-After": str(_RETRY_UPLOAD_S)}
            await refuse(scope, receive, send, Problem(429, "envios_demais", detalhe, headers=headers))
            return
        self._gauge.value += 1
        self._held[name] += 1
        try:
            await self._app(scope, receive, send)
        finally:
            self._gauge.value -= 1
            self._held[name] -= 1
            if not self._held[name]:
                del self._held[name]


class Gauge:
    """A number that goes up and down, read by the metrics."""

    def __init__(self) -> None:
        self.value = 0


class Bodies:
    """Refuses bodies that are too long, told by their length or found while they are read, and those that stand still.

    Args:
        app: What is inside.
        upload: Bytes of a request with files, at most.
        other: Bytes of any other, at most.
    """

    def __init__(self, app: ASGIApp, *, upload: int, other: int) -> None:
        self._app = app
        self._upload = upload
        self._other = other

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        limit = self._upload if is_upload(scope) else self._other
        told = Headers(scope=scope)
        if "content-length" in told and "transfer-encoding" in told:
            # a proxy before us may have seen another end of it, and somebody else's request after that (RFC 9112, 6.1)
            detalhe, headers = "o pedido diz seu tamanho de duas maneiras", {"Connection": "close"}
            await refuse(scope, receive, send, Problem(400, "pedido_invalido", detalhe, headers=headers))
            return
        length = told.get("content-length", "0")
        if not length.isascii() or not length.isdigit() or int(length[:20]) > limit:
            await refuse(scope, receive, send, too_long(limit))
            return
        total, ended = 0, False
        started = asyncio.get_running_loop().time()

        async def counted() -> Message:
            nonlocal total, ended
            if ended:  # waiting for the client to go may take as long as it takes
                return await receive()
            try:
                async with asyncio.timeout(_SILENCE_S):
                    message = await receive()
            except TimeoutError:
                # of this class, since FastAPI makes a 400 of any other that comes while it reads
                raise HTTPException(408) from None
            total += len(message.get("body", b""))
            patience = _SILENCE_S + total / _SLOWEST_BYTES_S
            if asyncio.get_running_loop().time() - started > patience:
                raise HTTPException(408)
            ended = message["type"] != "http.request" or not message.get("more_body", False)
            if total > limit:
                raise HTTPException(413)
            return message

        await self._app(scope, counted, send)


class Rates:
    """Lets through so many requests a minute of one key or session, or of one address that shows none that is good.

    A credential counts for itself only once it was found good: otherwise whoever makes one up for each request would
    never be stopped.

    Args:
        app: What is inside.
        per_minute: Requests; as many may come at once.
    """

    def __init__(self, app: ASGIApp, *, per_minute: int) -> None:
        self._app = app
        self._full = float(per_minute)
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()
        self._good: OrderedDict[str, None] = OrderedDict()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request."""
        if scope["type"] != "http" or scope["path"].startswith(_FREE):
            await self._app(scope, receive, send)
            return
        shown = credential(scope)
        client = scope.get("client")
        whose = shown if shown is not None and shown in self._good else f"de {client[0] if client else '?'}"
        wait = self._take(whose, time.monotonic())
        if wait > 0:
            detalhe = "pedidos demais em pouco tempo; espere e tente de novo"
            headers = {"Retry-After": str(math.ceil(wait))}
            await refuse(scope, receive, send, Problem(429, "pedidos_demais", detalhe, headers=headers))
            return
        await self._app(scope, receive, send)
        if shown is not None:
            if scope.get("state", {}).get("actor") is not None:
                self._good[shown] = None
                self._good.move_to_end(shown)
                _forget_oldest(self._good)
            else:
                self._good.pop(shown, None)

    def _take(self, whose: str, now: float) -> float:
        """Take one request out of a bucket; return 0, or the seconds until there is one."""
        left, at = self._buckets.get(whose, (self._full, now))
        left = min(self._full, left + (now - at) * self._full / 60)
        granted = left >= 1
        self._buckets[whose] = (left - 1 if granted else left, now)
        self._buckets.move_to_end(whose)
        _forget_oldest(self._buckets)
        return 0.0 if granted else (1 - left) * 60 / self._full


def is_upload(scope: Scope) -> bool:
    """Tell whether a request brings files."""
    if scope["type"] != "http" or scope["method"] not in ("POST", "PUT"):
        return False
    kind = Headers(scope=scope).get("content-type", "").lower()
    return kind.startswith("multipart/form-data") and _UPLOADS.fullmatch(scope["path"]) is not None


def credential(scope: Scope) -> str | None:
    """Return a hash of the key or session that a request shows, None where it shows none."""
    headers = Headers(scope=scope)
    shown = headers.get("authorization")
    if shown is None:
        try:
            cookies = SimpleCookie(headers.get("cookie", ""))
        except CookieError:
            return None
        shown = next((cookies[name].value for name in COOKIES if name in cookies), None)
    return None if shown is None else hashlib.sha256(shown.encode("utf-8", "surrogateescape")).hexdigest()


def too_long(limit: int) -> Problem:
    """Return the problem of a body that is too long."""
    return Problem(413, "limite_excedido", f"o pedido passa do limite de {limit} bytes")


def _forget_oldest(remembered: OrderedDict[str, Any]) -> None:
    while len(remembered) > _REMEMBERED:
        remembered.popitem(last=False)
