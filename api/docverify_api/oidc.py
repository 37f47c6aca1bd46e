"""Sign-in by another service (OpenID Connect), through Authlib. Off unless ``DOCVERIFY_OIDC_ISSUER`` names one."""

from __future__ import annotations

from urllib.parse import urlsplit

from docverify.store.config import ServiceSettings


def name(settings: ServiceSettings) -> str | None:
    """Return what the service is called on the page; None where there is none."""
    if settings.oidc_issuer is None or settings.oidc_client_id is None:
        return None
    return urlsplit(settings.oidc_issuer).hostname or settings.oidc_issuer
