"""Random tokens, and what is stored of them: a hash that gives nothing away."""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets

TOKEN_BYTES = 32
_TOKEN = re.compile(r"[A-Za-z0-9_-]{43}")  # what secrets.token_urlsafe makes of 32 bytes


def new_token() -> str:
    """Return a new token: 256 random bits, safe in addresses and cookies."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def looks_like_token(text: str) -> bool:
    """Tell whether a text has the form of a token, before anything is asked of the database."""
    return _TOKEN.fullmatch(text) is not None


def token_hash(token: str) -> str:
    """Return what is stored of a token. With 256 random bits a plain hash is enough: there is nothing to guess."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def same(left: str, right: str) -> bool:
    """Compare two secrets in a time that does not tell where they differ."""
    return hmac.compare_digest(left.encode("utf-8", "surrogatepass"), right.encode("utf-8", "surrogatepass"))
