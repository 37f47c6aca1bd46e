"""The installation's secret: of it the keys of the audit chain and of signed cookies are made."""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import os
import secrets
from pathlib import Path

from docverify.errors import BadInputError
from docverify.store.config import ServiceSettings

FILE = "segredo"
"""Its name under home."""
_SHORTEST = 16


class SecretError(BadInputError):
    """The secret cannot be read or is too short."""


def load_secret(settings: ServiceSettings) -> bytes:
    """Return the secret: ``DOCVERIFY_SECRET``, else the file ``segredo`` under home, made where there is none.

    Raises:
        SecretError: It is too short, or the file cannot be read or written.
    """
    if settings.secret is not None:
        given = settings.secret.get_secret_value()
        if len(given) < _SHORTEST:
            raise SecretError(f"DOCVERIFY_SECRET é curto demais: use ao menos {_SHORTEST} caracteres sorteados")
        return hashlib.sha256(given.encode("utf-8")).digest()
    path = settings.home / FILE
    try:
        settings.home.mkdir(mode=0o700, parents=True, exist_ok=True)  # scans and keys lie there
        with contextlib.suppress(FileExistsError):
            _make(path)
        found = path.read_bytes()
    except OSError as error:
        raise SecretError(f"não consigo ler nem criar {path}: {error.strerror}") from error
    if len(found) < _SHORTEST:
        raise SecretError(f"{path} está vazio ou cortado; recupere-o da cópia de segurança")
    return hashlib.sha256(found).digest()


def derived(secret: bytes, purpose: str) -> bytes:
    """Return a key for one purpose; none tells anything about another."""
    return hmac.digest(secret, purpose.encode("utf-8"), "sha256")


def _make(path: Path) -> None:
    """Write a new secret whole, or leave the one that is there.

    Raises:
        FileExistsError: There is one.
    """
    if path.exists():
        raise FileExistsError
    aside = path.with_name(f".{FILE}-{os.getpid()}-{secrets.token_hex(4)}")
    handle = os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(secrets.token_hex(32).encode("ascii"))
            stream.flush()
            os.fsync(stream.fileno())
        os.link(aside, path)  # of two who make one at once, the first wins
    finally:
        aside.unlink()
