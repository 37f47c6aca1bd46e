"""Strict reading of a JSON object: every complaint names the place, the value and the remedy, in Portuguese."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Sequence
from datetime import date
from difflib import get_close_matches
from typing import Any, NoReturn

from docverify.errors import InvalidFichaError
from docverify.values.ufs import UFS

MAX_TEXT = 500
"""Longest string accepted, in characters."""

MAX_LIST = 500
"""Longest list accepted."""

MAX_DEPTH = 20
"""Deepest nesting accepted; the contract's own shape has 4 levels."""

CLASSES = ("I", "II", "III", "IV", "V", "VI", "VII", "Especial")

_CNPJ = re.compile(r"[0-9A-Z]{12}[0-9]{2}")
_ISO = re.compile(r"(\d{4})-(\d{2})-(\d{2})", re.ASCII)


def fail(message: str) -> NoReturn:
    """Raise the error of this module with ``ficha.json:`` in front of ``message``."""
    raise InvalidFichaError(f"ficha.json: {message}")


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    seen: dict[str, Any] = {}
    for key, value in pairs:
        if key in seen:
            fail(f"a chave {_show(key)} aparece duas vezes no mesmo objeto. Deixe só uma.")
        seen[key] = value
    return seen


def _constant(text: str) -> NoReturn:
    fail(f"{text} não é um valor JSON. Use um número, um texto ou null.")


def _show(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= 60 else text[:57] + "..."


def _kind(value: Any) -> str:
    if value is None:
        return "null"
    names = {bool: "true/false", int: "um número", float: "um número", str: "um texto", list: "uma lista"}
    return names.get(type(value), "um objeto")


def load_json(data: bytes, max_bytes: int) -> dict[str, Any]:
    """Return the JSON object in ``data``.

    Args:
        data: UTF-8 bytes, a byte order mark allowed.
        max_bytes: Size limit.

    Raises:
        InvalidFichaError: If it is too long, not UTF-8, not JSON, nested too deeply, repeats a key, holds ``NaN`` or
            ``Infinity``, or is not an object.
    """
    if not isinstance(data, bytes | bytearray):
        fail("o conteúdo não foi lido como arquivo.")
    if len(data) > max_bytes:
        fail(f"tem {len(data)} bytes, mais que o limite de {max_bytes}. Confira se o arquivo é mesmo a ficha.")
    try:
        text = bytes(data).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        fail(f"não está em UTF-8 (byte {error.start}). Salve o arquivo em UTF-8.")
    try:
        found = json.loads(text, object_pairs_hook=_pairs, parse_constant=_constant)
    except json.JSONDecodeError as error:
        fail(f"não é JSON válido na linha {error.lineno}, coluna {error.colno}. Corrija a escrita nesse ponto.")
    except RecursionError:
        fail("tem objetos aninhados demais.")
    except ValueError:
        # Python refuses to convert integers of thousands of digits
        fail("tem um número grande demais.")
    if not isinstance(found, dict):
        fail(f"deve ser um objeto {{...}}, e é {_kind(found)}.")
    if _depth(found) > MAX_DEPTH:
        fail("tem objetos aninhados demais.")
    return found


def _depth(value: Any) -> int:
    deepest = 0
    stack: list[tuple[Any, int]] = [(value, 1)]
    while stack:
        thing, depth = stack.pop()
        deepest = max(deepest, depth)
        if depth > MAX_DEPTH:
            break
        inner: Sequence[Any] = ()
        if isinstance(thing, dict):
            inner = list(thing.values())
        elif isinstance(thing, list):
            inner = thing
        stack.extend((x, depth + 1) for x in inner)
    return deepest


class Node:
    """A JSON object together with its place (``pedido``, ``socios[0]``)."""

    def __init__(self, value: dict[str, Any], place: str) -> None:
        self.value = value
        self.place = place

    def _at(self, key: str) -> str:
        return f"{self.place}.{key}" if self.place else key

    def only(self, *keys: str) -> None:
        """Complain about the first key that is not one of ``keys``, naming the nearest one that is."""
        for key in self.value:
            if key not in keys:
                near = get_close_matches(key.lower(), keys, n=1, cutoff=0.6)
                hint = f" Você quis dizer '{near[0]}'?" if near else f" Chaves aceitas: {', '.join(keys)}."
                where = f" em '{self.place}'" if self.place else ""
                fail(f"chave desconhecida {_show(key)}{where}.{hint}")

    def text(self, key: str) -> str | None:
        """Return the stripped text of ``key``; missing, ``null`` and blank are ``None``."""
        value = self.value.get(key)
        if value is None:
            return None
        if not isinstance(value, str):
            hint = ' Escreva o número entre aspas, como "1450".' if isinstance(value, int | float) else ""
            fail(f"'{self._at(key)}' deve ser um texto, e é {_kind(value)}.{hint}")
        if len(value) > MAX_TEXT:
            fail(f"'{self._at(key)}' tem {len(value)} caracteres, mais que o limite de {MAX_TEXT}.")
        if any(unicodedata.category(c) in ("Cc", "Cs") and c not in "\t\n\r" for c in value):
            fail(f"'{self._at(key)}' tem caracteres de controle. Apague-os.")
        clean = " ".join(unicodedata.normalize("NFC", value).split())
        return clean or None

    def required_text(self, key: str) -> str:
        """Return the text of ``key``, which must be there and not blank."""
        value = self.text(key)
        if value is None:
            fail(f"falta '{self._at(key)}'. Informe esse dado.")
        return value

    def choice(self, key: str, allowed: Sequence[str]) -> str | None:
        """Return the text of ``key``, one of ``allowed`` exactly."""
        value = self.text(key)
        if value is not None and value not in allowed:
            near = get_close_matches(value, allowed, n=1, cutoff=0.6)
            hint = f" Você quis dizer '{near[0]}'?" if near else ""
            fail(f"'{self._at(key)}' é {_show(value)}, e deve ser um de: {', '.join(allowed)}.{hint}")
        return value

    def date(self, key: str) -> date | None:
        """Return the ISO date of ``key`` (years 1900 to 2100)."""
        value = self.text(key)
        if value is None:
            return None
        match = _ISO.fullmatch(value)
        try:
            if match is None:
                raise ValueError
            found = date(int(match[1]), int(match[2]), int(match[3]))
            if not 1900 <= found.year <= 2100:
                raise ValueError
        except ValueError:
            fail(f"'{self._at(key)}' é {_show(value)}, e deve ser uma data AAAA-MM-DD que existe, como 2026-11-30.")
        return found

    def cnpj(self, key: str, *, required: bool = False) -> str | None:
        """Return the CNPJ of ``key`` without punctuation; the form is checked, the check digits are not."""
        value = self.required_text(key) if required else self.text(key)
        if value is None:
            return None
        bare = re.sub(r"[./\- ]", "", value).upper()
        if not _CNPJ.fullmatch(bare):
            fail(
                f"'{self._at(key)}' é {_show(value)}, e um CNPJ tem 14 posições: 12 letras ou algarismos e 2 "
                'algarismos, como "11.222.333/0001-81".'
            )
        return bare

    def _digits(self, key: str, length: int, example: str) -> str | None:
        value = self.text(key)
        if value is None:
            return None
        bare = re.sub(r"[./\- ]", "", value)
        if not (bare.isascii() and bare.isdigit() and len(bare) == length):
            fail(f"'{self._at(key)}' é {_show(value)}, e deve ter {length} algarismos, como \"{example}\".")
        return bare

    def cpf(self, key: str) -> str | None:
        """Return the 11 digits of a CPF; the check digits are not checked."""
        return self._digits(key, 11, "529.982.247-25")

    def cep(self, key: str) -> str | None:
        """Return the 8 digits of a CEP."""
        return self._digits(key, 8, "13010-300")

    def uf(self, key: str) -> str | None:
        """Return the two letters of a State in upper case."""
        value = self.text(key)
        return None if value is None else self._uf(value, self._at(key))

    def _uf(self, value: str, place: str) -> str:
        if value.upper() not in UFS:
            fail(f"'{place}' é {_show(value)}, e deve ser a sigla de uma UF, como \"SP\".")
        return value.upper()

    def storage_class(self, key: str) -> str | None:
        """Return a class of storage of GLP (``I`` to ``VII``, ``Especial``); ``Classe III`` and ``3`` count."""
        value = self.text(key)
        if value is None:
            return None
        bare = re.sub(r"^CLASSE\s+", "", value.upper())
        if bare in ("1", "2", "3", "4", "5", "6", "7"):
            return CLASSES[int(bare) - 1]
        for known in CLASSES:
            if bare == known.upper():
                return known
        fail(f"'{self._at(key)}' é {_show(value)}, e deve ser uma de: {', '.join(CLASSES)}.")

    def _list(self, key: str) -> list[Any] | None:
        value = self.value.get(key)
        if value is None:
            return None
        if not isinstance(value, list):
            fail(f"'{self._at(key)}' deve ser uma lista [...], e é {_kind(value)}.")
        if len(value) > MAX_LIST:
            fail(f"'{self._at(key)}' tem {len(value)} itens, mais que o limite de {MAX_LIST}.")
        return value

    def texts(self, key: str) -> tuple[str, ...] | None:
        """Return a list of texts that are not blank, or ``None`` where the key is missing."""
        value = self._list(key)
        if value is None:
            return None
        inner = Node({f"{key}[{i}]": v for i, v in enumerate(value)}, self.place)
        return tuple(inner.required_text(k) for k in inner.value)

    def ufs(self, key: str) -> tuple[str, ...]:
        """Return a list of State abbreviations."""
        return tuple(self._uf(v, f"{self._at(key)}[{i}]") for i, v in enumerate(self.texts(key) or ()))

    def child(self, key: str) -> Node | None:
        """Return the object under ``key``, or ``None`` where it is missing or ``null``."""
        value = self.value.get(key)
        if value is None:
            return None
        if not isinstance(value, dict):
            fail(f"'{self._at(key)}' deve ser um objeto {{...}}, e é {_kind(value)}.")
        return Node(value, self._at(key))

    def children(self, key: str) -> list[Node]:
        """Return the objects of the list under ``key``."""
        found = []
        for index, value in enumerate(self._list(key) or ()):
            if not isinstance(value, dict):
                fail(f"'{self._at(key)}[{index}]' deve ser um objeto {{...}}, e é {_kind(value)}.")
            found.append(Node(value, f"{self._at(key)}[{index}]"))
        return found
