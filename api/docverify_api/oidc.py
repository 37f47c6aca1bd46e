"""Sign-in by another service (OpenID Connect), through Authlib. Off unless ``DOCVERIFY_OIDC_ISSUER`` names one.

Authorization code with PKCE, ``state`` and ``nonce``; what must come back with the browser lies in a signed cookie that
lasts ten minutes. The service only says who somebody is: accounts are made here, by an administrator, and what they may
do is written here. When the service is away or set up wrongly, passwords go on working.
"""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

import httpx2
import structlog
from authlib.common.errors import AuthlibBaseError
from authlib.integrations.starlette_client import OAuth
from fastapi import Request
from itsdangerous import BadData, URLSafeTimedSerializer
from joserfc.errors import JoseError
from starlette.responses import Response

from docverify.store.config import ServiceSettings
from docverify.store.opening import Store
from docverify.store.secret import derived
from docverify_api import csrf
from docverify_api.links import absolute

_COOKIE = "docverify_oidc"
_LASTS_S = 600
_LONGEST = 3500
_FAILURES = (
    AuthlibBaseError,
    JoseError,
    httpx2.HTTPError,
    httpx2.InvalidURL,
    ValueError,
    KeyError,
    TypeError,
    RuntimeError,
)
_ASYMMETRIC = ("RS", "PS", "ES", "Ed")
_log = structlog.get_logger(__name__)


class OidcError(Exception):
    """The other service does not answer, or its answer does not hold."""


@dataclass(frozen=True, slots=True)
class Identity:
    """Whom the other service vouches for.

    Attributes:
        subject: Issuer and the service's own name of the person; never given to another.
        email: Their address, if the service says that it has checked it; else None.
        proximo: Where they wanted to go.
    """

    subject: str
    email: str | None
    proximo: str


def name(settings: ServiceSettings) -> str | None:
    """Return what the service is called on the page; None where there is none that can be used."""
    return None if settings.oidc_issuer is None or fault(settings) else urlsplit(settings.oidc_issuer).hostname


def fault(settings: ServiceSettings) -> str | None:
    """Return what is wrong with the settings, for a person; None where nothing is, or there are none."""
    if settings.oidc_issuer is None:
        return None
    parts = urlsplit(settings.oidc_issuer)
    if not parts.hostname or not (parts.scheme == "https" or (parts.scheme == "http" and _loopback(parts.hostname))):
        return "DOCVERIFY_OIDC_ISSUER precisa ser um endereço https://"
    if not settings.oidc_client_id:
        return "falta DOCVERIFY_OIDC_CLIENT_ID"
    return None


async def start(request: Request, store: Store, proximo: str) -> Response:
    """Send the browser to the other service.

    Args:
        request: What is answered.
        store: The installation.
        proximo: Where to go on afterwards; an own path.

    Raises:
        OidcError: It does not answer, or not as it should.
    """
    request.scope["session"] = {}
    try:
        client = await _client(store.settings)
        back = absolute(request, store.settings, "/oidc/retorno")
        answer: Response = await client.authorize_redirect(request, back)
    except _FAILURES as error:
        raise _told("oidc_indisponivel", error) from error
    value = _serializer(store).dumps({"sessao": request.scope["session"], "proximo": proximo})
    if len(value) > _LONGEST:
        value = _serializer(store).dumps({"sessao": request.scope["session"], "proximo": "/"})
    csrf.set_cookie(request, store.settings, answer, value, plain=_COOKIE, age=_LASTS_S)
    return answer


async def finish(request: Request, store: Store) -> Identity:
    """Return whom the other service vouches for, of the address by which the browser came back.

    Args:
        request: To ``/oidc/retorno``.
        store: The installation.

    Raises:
        OidcError: ``state``, ``nonce``, signature, issuer, audience or time do not hold, or the service is away.
    """
    settings = store.settings
    raw = request.cookies.get(csrf.cookie_name(request, settings, _COOKIE), "")
    try:
        kept = _serializer(store).loads(raw, max_age=_LASTS_S)
        request.scope["session"] = dict(kept["sessao"])
        client = await _client(settings)
        expected = {
            "iss": {"essential": True, "values": [client.server_metadata["issuer"]]},
            "aud": {"essential": True, "values": [settings.oidc_client_id]},
        }
        token = await client.authorize_access_token(request, claims_options=expected)
        claims = dict(token["userinfo"])
        if "email" not in claims and client.server_metadata.get("userinfo_endpoint"):
            more = await client.userinfo(token=token)
            if more.get("sub") == claims["sub"]:
                claims = {**more, **claims}
        subject = f"{claims['iss']}#{claims['sub']}"
    except (BadData, *_FAILURES) as error:
        raise _told("oidc_recusado", error) from error
    if not isinstance(claims["sub"], str) or not 1 <= len(claims["sub"]) <= 255 or "\0" in subject:
        raise OidcError
    email = claims.get("email")
    known = isinstance(email, str) and claims.get("email_verified") in (True, "true")
    return Identity(subject, email if known else None, str(kept["proximo"]))


def forget(request: Request, store: Store, response: Response) -> None:
    """Take the cookie of the way there and back from the browser: each is gone once."""
    csrf.set_cookie(request, store.settings, response, "", plain=_COOKIE, age=0)


async def _client(settings: ServiceSettings) -> Any:
    """Return Authlib's client of the service, with what the service says of itself.

    Raises:
        RuntimeError: There is no such service, or it says that it is another.
    """
    if name(settings) is None:
        raise RuntimeError(fault(settings) or "sem DOCVERIFY_OIDC_ISSUER")
    issuer, secret = str(settings.oidc_issuer), settings.oidc_client_secret
    client = OAuth().register(
        "oidc",
        client_id=settings.oidc_client_id,
        client_secret=None if secret is None else secret.get_secret_value(),
        server_metadata_url=issuer.rstrip("/") + "/.well-known/openid-configuration",
        client_kwargs={
            "scope": "openid email profile",
            "code_challenge_method": "S256",
            "timeout": 10.0,
            **({"token_endpoint_auth_method": "none"} if secret is None else {}),
        },
    )
    metadata = await client.load_server_metadata()
    if str(metadata.get("issuer", "")).rstrip("/") != issuer.rstrip("/"):
        raise RuntimeError("o serviço diz ter outro issuer")
    offered = metadata.get("id_token_signing_alg_values_supported") or ["RS256"]
    metadata["id_token_signing_alg_values_supported"] = [alg for alg in offered if str(alg).startswith(_ASYMMETRIC)]
    return client


def _serializer(store: Store) -> URLSafeTimedSerializer:
    return URLSafeTimedSerializer(derived(store.secret, "oidc"), salt="docverify.oidc")


def _told(event: str, error: Exception) -> OidcError:
    """Write down what failed, without anything that a token or an address may hold, and return the error of it."""
    _log.warning(event, tipo=type(error).__name__, codigo=str(getattr(error, "error", ""))[:60])
    return OidcError(event)


def _loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
