"""Passwords: what may be one, and its hash (argon2id, through argon2-cffi).

The parameters are OWASP's first choice for argon2id (Password Storage Cheat Sheet: 46 MiB, one pass) with one pass
more. Hashing is meant to be slow: the service does it in threads of :data:`HASHING`, two at a time, so that a flood
of sign-ins takes about 100 MB at most and leaves the event loop alone.
"""

from __future__ import annotations

import unicodedata
from concurrent.futures import ThreadPoolExecutor
from functools import cache

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from docverify.store.refusals import Invalid
from docverify.store.tokens import new_token

SHORTEST = 10
LONGEST = 256

HASHING = ThreadPoolExecutor(max_workers=2, thread_name_prefix="senha")
"""Where passwords are hashed and checked."""

hasher = PasswordHasher(time_cost=2, memory_cost=46 * 1024, parallelism=1)

_LISTED = """
1234567890 12345678910 123456789a 1234567891 0123456789 0987654321 9876543210 1q2w3e4r5t 1qaz2wsx3edc qwertyuiop
qwerty1234 qwerty12345 qwerty123456 asdfghjkl1 asdfghjklç zxcvbnm123 abcd123456 abc1234567 abcdefghij aabbccddee
password12 password123 password1234 passw0rd123 p@ssw0rd123 administrador administrator administracao admin12345
admin123456 admin@1234 root123456 welcome123 letmein123 iloveyou12 changeme123 senha12345 senha123456 senha@1234
senhasenha senhaforte minhasenha novasenha1 mudar12345 mudar@1234 trocar1234 teste12345 teste123456 brasil1234
brasil2024 brasil2025 brasil2026 flamengo10 flamengo123 corinthians corinthians1 palmeiras1 saopaulo10 vasco12345
deusefiel1 deuseamor1 jesuscristo teamomuito felicidade docverify1 docverify123 gasdecozinha revenda123 botijao123
"""
_COMMON = frozenset(_LISTED.split())
"""The commonest of ten characters and more (published lists of leaked passwords; the trade's and the program's own)."""


def check_new(senha: str, login: str) -> str:
    """Return a new password as it will be hashed.

    Args:
        senha: As it was typed.
        login: Whose it shall be.

    Raises:
        Invalid: ``senha_fraca``: too short or long, the login, or easily guessed. What was typed is not repeated.
    """
    text = normal(senha)
    folded = text.casefold()
    local = login.partition("@")[0].casefold()
    if len(text) < SHORTEST:
        raise _weak(f"a senha precisa de ao menos {SHORTEST} caracteres; uma frase curta serve bem")
    if len(text) > LONGEST:
        raise _weak(f"a senha passa de {LONGEST} caracteres")
    if any(unicodedata.category(char) in ("Cc", "Cs") for char in text):
        raise _weak("a senha tem caracteres que não se digitam")
    if folded == login.casefold() or _made_of(folded, local):
        raise _weak("a senha não pode ser feita do seu endereço de e-mail")
    if folded in _COMMON or len(set(folded)) < 4 or _runs(folded):
        raise _weak("esta senha é das mais usadas e fácil de adivinhar; escolha outra")
    return text


def normal(senha: str) -> str:
    """Return a password in one form, whatever keyboard wrote its accents (NFKC)."""
    return unicodedata.normalize("NFKC", senha)


def hashed(senha: str) -> str:
    """Return the hash of a password that :func:`check_new` took."""
    return hasher.hash(normal(senha).encode("utf-8"))


def verify(stored: str | None, senha: str) -> bool:
    """Tell whether a password is the one that was hashed, with the same work where there is none.

    Args:
        stored: The hash; None where the login is unknown or has no password.
        senha: As it was typed.
    """
    text = normal(senha[: 4 * LONGEST]).encode("utf-8", "surrogatepass")
    try:
        hasher.verify(_nobody() if stored is None else stored, text)
    except (VerificationError, InvalidHashError, UnicodeEncodeError):
        return False
    return stored is not None


def outdated(stored: str) -> bool:
    """Tell whether a hash was made with other parameters than today's."""
    return hasher.check_needs_rehash(stored)


@cache
def _nobody() -> str:
    """Return the hash of a password that nobody has."""
    return hasher.hash(new_token())


def _runs(text: str) -> bool:
    """Tell whether a text only counts up or down, or repeats a short piece."""
    steps = {ord(b) - ord(a) for a, b in zip(text, text[1:], strict=False)}
    if text.isdigit():
        steps = {-1 if step % 10 == 9 else step % 10 for step in steps}  # after 9 comes 0
    repeats = any(text == (text[:n] * len(text))[: len(text)] for n in range(1, 4))
    return repeats or (len(steps) == 1 and steps <= {1, -1})


def _made_of(text: str, local: str) -> bool:
    """Tell whether a text is a name and, besides, only figures and marks: maria2026!!."""
    return len(local) >= 4 and local in text and not text.replace(local, "").strip("0123456789@._-!#$*")


def _weak(mensagem: str) -> Invalid:
    return Invalid("senha_fraca", mensagem, campo="senha")
