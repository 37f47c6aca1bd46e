"""Inscrição estadual of the 27 UFs: structure and check digits.

A check digit that does not hold is a warning, not proof of a wrong number (old formats, States without a published
routine); `validate` therefore tells it (``digito``) from a wrong shape (``formato``, ``tamanho``).
"""

from __future__ import annotations

import re

from docverify.values.errors import InvalidValue
from docverify.values.identifiers._ie_rules import FORMATOS, Formato
from docverify.values.identifiers.match import guard
from docverify.values.text import fold

UFS: tuple[str, ...] = tuple(sorted(FORMATOS))
ISENTO = "ISENTO"
_EXEMPT = re.compile(r"(ISENT[OA]|IMUNE|DISPENSAD[OA]|NAO CONTRIBUINTE)( DE (INSCRICAO|I\.?E\.?)( ESTADUAL)?)?")


def is_isento(number: object) -> bool:
    """Whether the field says that there is no number ("ISENTO"): that is data, not a wrong number."""
    return isinstance(number, str) and len(number) <= 60 and _EXEMPT.fullmatch(fold(number).strip(" .-*")) is not None


def compact(number: str) -> str:
    """Digits (and the leading P of a rural producer of São Paulo) without mask.

    Raises:
        InvalidValue: not a short ASCII text.
    """
    return re.sub(r"[\s.,/\-]+", "", guard(number, "Inscrição estadual")).upper()


def _candidates(value: str, uf: str) -> list[tuple[Formato, str]]:
    """Formats of the State that the length allows, each with the number as that format writes it."""
    formats = [(f, value) for f in FORMATOS[uf] if f.tamanho == len(value)]
    # Mato Grosso prints the number without its leading zeros.
    if not formats and uf == "MT" and 9 <= len(value) < 11:
        formats = [(f, value.zfill(11)) for f in FORMATOS[uf]]
    return formats


def _shape_ok(value: str, formato: Formato) -> bool:
    body = value[1:] if formato.letra else value
    return body.isdigit() and (not formato.prefixos or value.startswith(formato.prefixos))


def validate(number: str, uf: str) -> str:
    """The canonical form of the number in the State ``uf`` (sigla, any case).

    Raises:
        InvalidValue: ``tamanho`` or ``formato`` (also: no such State, "ISENTO"), ``digito`` where only the check
            digits do not hold.
    """
    if not isinstance(uf, str) or uf.strip().upper() not in FORMATOS:
        raise InvalidValue("formato", "UF inexistente.")
    sigla = uf.strip().upper()
    if is_isento(number):
        raise InvalidValue("formato", "“ISENTO” não é um número de inscrição estadual.")
    value = compact(number)
    candidates = _candidates(value, sigla)
    if not candidates:
        raise InvalidValue("tamanho", f"A inscrição estadual de {sigla} não tem {len(value)} caracteres.")
    shaped = [(f, v) for f, v in candidates if _shape_ok(v, f)]
    if not shaped:
        raise InvalidValue("formato", f"O número não tem o formato de uma inscrição estadual de {sigla}.")
    for formato, candidate in shaped:
        digits = [int(c) for c in (candidate[1:] if formato.letra else candidate)]
        if any(digits) and formato.confere(digits):
            return candidate
    raise InvalidValue("digito", f"Os dígitos verificadores da inscrição estadual de {sigla} não conferem.")


def is_valid(number: object, uf: object) -> bool:
    """Whether ``number`` holds in the State ``uf``; never raises."""
    try:
        validate(number, uf)  # type: ignore[arg-type]
    except InvalidValue:
        return False
    return True


def format(number: str, uf: str) -> str:
    """The number as the State prints it.

    Raises:
        InvalidValue: as `validate`.
    """
    value = validate(number, uf)
    formato = next(f for f in FORMATOS[uf.strip().upper()] if f.tamanho == len(value))
    digits = iter(value[1:] if formato.letra else value)
    return "".join(next(digits) if c == "#" else c for c in formato.mascara)


def canonical(number: str, uf: str | None = None) -> str:
    """A form to compare two spellings of a number by, valid or not: no mask, Mato Grosso with its zeros.

    Raises:
        InvalidValue: not a short ASCII text.
    """
    value = compact(number)
    if uf is not None and uf.strip().upper() == "MT" and value.isdigit() and 9 <= len(value) < 11:
        return value.zfill(11)
    return value


def uf_candidates(number: str) -> list[str]:
    """The States in which the number holds, in alphabetical order; empty for junk."""
    return [uf for uf in UFS if is_valid(number, uf)]
