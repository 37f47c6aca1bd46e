"""Whatever changes something must come from our own pages, not from another site in the same browser.

With a session: its CSRF token, in the header ``X-CSRF-Token`` or the form field ``csrf_token``. Before there is one
(sign-in, one-time links): the same field, made of a random cookie that another site can neither read nor set. API keys
need none, since a browser never sends them by itself.
"""

from __future__ import annotations

import hmac

from fastapi import Request
from starlette.datastructures import FormData
from starlette.responses import Response

from docverify.settings import Settings
from docverify.store.config import ServiceSettings
from docverify.store.opening import Store
from docverify.store.secret import derived
from docverify.store.tokens import looks_like_token, new_token, same
from docverify_api.forms import whole
from docverify_api.problems import Problem

HEADER = "X-CSRF-Token"
FIELD = "csrf_token"
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
_SESSION = "docverify_sessao"
_BEFORE = "docverify_entrada"
_FORMS = ("application/x-www-form-urlencoded", "multipart/form-data")


def is_secure(request: Request, settings: ServiceSettings) -> bool:
    """Tell whether the browser reaches us through TLS, so that cookies may be bound to it."""
    return request.url.scheme == "https" or (settings.public_url or "").lower().startswith("https://")


def cookie_name(request: Request, settings: ServiceSettings, plain: str = _SESSION) -> str:
    """Return a cookie's name: with TLS prefixed, so that no other host of the domain can have set it (RFC 6265bis)."""
    return f"__Host-{plain}" if is_secure(request, settings) else plain


def set_cookie(
    request: Request, settings: ServiceSettings, response: Response, value: str, *, plain: str = _SESSION, age: int
) -> None:
    """Give the browser a cookie that no script reads and no other site sends along with what changes something.

    Args:
        request: What is answered.
        settings: Whether TLS ends before us.
        response: The answer.
        value: Of the cookie; empty takes it away.
        plain: Its name, without prefix.
        age: Seconds that it lasts.
    """
    response.set_cookie(
        cookie_name(request, settings, plain),
        value,
        max_age=age if value else 0,
        path="/",
        secure=is_secure(request, settings),
        httponly=True,
        samesite="lax",
    )


async def check(request: Request, expected: str) -> None:
    """See to it that a request with a session's cookie comes from that session's own pages.

    Args:
        request: A form is read where the header is missing; the route finds it read.
        expected: The session's CSRF token.

    Raises:
        Problem: 403 ``csrf``.
    """
    if request.method in SAFE:
        return
    given = request.headers.get(HEADER)
    kind = request.headers.get("content-type", "").split(";")[0].strip().lower()
    if given is None and kind in _FORMS:
        given = text_of(await (whole(request, Settings()) if kind == _FORMS[1] else request.form()), FIELD)
    if given is None or not same(given, expected) or _from_elsewhere(request):
        await request.close()  # files that came with it
        raise _refused()


def before(request: Request, store: Store) -> tuple[str, str]:
    """Return the cookie of a browser without session (a new one, or that which it has), and the token for its form."""
    cookie = request.cookies.get(cookie_name(request, store.settings, _BEFORE), "")
    if not looks_like_token(cookie):
        cookie = new_token()
    return cookie, _token(store, cookie)


def keep_before(request: Request, store: Store, response: Response, cookie: str) -> None:
    """Give a browser without session its cookie, for an hour."""
    set_cookie(request, store.settings, response, cookie, plain=_BEFORE, age=3600)


def check_before(request: Request, store: Store, form: FormData) -> None:
    """See to it that a form sent without session comes from our own page.

    Raises:
        Problem: 403 ``csrf``.
    """
    cookie = request.cookies.get(cookie_name(request, store.settings, _BEFORE), "")
    given = text_of(form, FIELD) or ""
    if not looks_like_token(cookie) or not same(given, _token(store, cookie)) or _from_elsewhere(request):
        raise _refused()


def text_of(form: FormData, name: str) -> str | None:
    """Return a form's field, unless it is a file."""
    value = form.get(name)
    return value if isinstance(value, str) else None


def _token(store: Store, cookie: str) -> str:
    return hmac.new(derived(store.secret, "csrf-entrada"), cookie.encode("ascii"), "sha256").hexdigest()


def _from_elsewhere(request: Request) -> bool:
    """Tell whether the browser itself says that another site sent this (it says so over TLS and on this machine)."""
    return request.headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none")


def _refused() -> Problem:
    return Problem(403, "csrf", "esta página ficou aberta por tempo demais; recarregue-a e envie de novo")
