"""Addresses for people: as they see the service, behind a reverse proxy or not."""

from __future__ import annotations

from fastapi import Request

from docverify.store.config import ServiceSettings


def absolute(request: Request, settings: ServiceSettings, path: str) -> str:
    """Return a whole address.

    Args:
        request: Whose own address is taken where ``DOCVERIFY_PUBLIC_URL`` names none.
        settings: Of the service.
        path: With its leading slash.
    """
    return (settings.public_url or str(request.base_url).rstrip("/")) + path
