"""A TOML table that knows its place in the file, and complains with line, key and remedy."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime
from difflib import get_close_matches
from typing import Any

from docverify.norms.schema import MissingKeyError, UnknownKeyError, UnknownReferenceError, WrongValueError
from docverify.norms.toml_lines import KeyPath, TomlLines

KINDS = {
    str: "um texto",
    bool: "true ou false",
    int: "um número inteiro",
    list: "uma lista",
    dict: "uma tabela",
    date: "uma data",
}
"""What a value must be, in words."""


def of_kind(value: Any, kind: type) -> bool:
    """Tell whether a value of the file is of a kind: true is no number, and a day with an hour is no day."""
    if (kind is int and isinstance(value, bool)) or (kind is date and isinstance(value, datetime)):
        return False
    return isinstance(value, kind)


class Table:
    """A TOML table with its place in the file."""

    def __init__(self, value: Mapping[str, Any], path: KeyPath, arquivo: str, lines: TomlLines) -> None:
        self.value, self.path, self.arquivo, self.lines = value, path, arquivo, lines

    def _place(self, key: str | int | None) -> tuple[str, int, str]:
        path = self.path if key is None else (*self.path, key)
        dotted = ""
        for part in path:
            dotted += f"[{part}]" if isinstance(part, int) else f".{part}" if dotted else part
        return self.arquivo, self.lines.find(path), dotted

    def only(self, *keys: str) -> None:
        """Complain about a key that nothing reads."""
        for key in self.value:
            if key not in keys:
                near = get_close_matches(key, keys, n=1)
                remedy = f"Você quis dizer '{near[0]}'?" if near else f"Chaves aceitas: {', '.join(keys)}."
                raise UnknownKeyError(*self._place(key), "chave desconhecida.", remedy)

    def get(self, key: str, kind: type, default: Any = ...) -> Any:
        """Return the value of ``key``, of type ``kind``; without a default it must be there."""
        if key not in self.value:
            if default is ...:
                raise MissingKeyError(*self._place(None), f"falta a chave '{key}'.", f"Acrescente-a: {KINDS[kind]}.")
            return default
        value = self.value[key]
        if not of_kind(value, kind):
            raise WrongValueError(*self._place(key), "tipo errado.", f"Deve ser {KINDS[kind]}.")
        if isinstance(value, str) and not value.strip():
            raise WrongValueError(*self._place(key), "está vazia.", "Escreva o texto ou apague a chave.")
        return value

    def texts(self, key: str, default: Any = ()) -> tuple[str, ...]:
        """Return a list of texts."""
        value = self.get(key, list, default)
        for item in value:
            if not isinstance(item, str):
                raise WrongValueError(*self._place(key), "tipo errado.", "Deve ser uma lista de textos.")
        return tuple(value)

    def names(self, key: str, known: Mapping[str, Any] | tuple[str, ...], what: str) -> tuple[str, ...]:
        """Return a list of texts, each of which must be one of ``known``."""
        found = self.texts(key)
        for name in found:
            self.known(key, name, known, what)
        return found

    def choice(self, key: str, allowed: tuple[str, ...], default: Any) -> Any:
        """Return a text that must be one of ``allowed``."""
        value = self.get(key, str, default)
        if value is not None and value not in allowed:
            options = " ou ".join(f"'{a}'" for a in allowed)
            raise self.wrong(key, f"{value!r} não é aceita.", f"Use {options}.")
        return value

    def table(self, key: str, default: Any = ...) -> Table:
        """Return the table under ``key``."""
        return Table(self.get(key, dict, default), (*self.path, key), self.arquivo, self.lines)

    def tables(self, key: str, default: Any = ...) -> list[Table]:
        """Return the list of tables under ``key``."""
        found = []
        for index, item in enumerate(self.get(key, list, default)):
            if not isinstance(item, dict):
                raise WrongValueError(*self._place(key), "tipo errado.", "Deve ser uma lista de tabelas.")
            found.append(Table(item, (*self.path, key, index), self.arquivo, self.lines))
        return found

    def reference(self, key: str, known: Mapping[str, Any] | tuple[str, ...], what: str) -> str | None:
        """Return the name under ``key``, which must be one of ``known``."""
        name: str | None = self.get(key, str, None)
        if name is not None:
            self.known(key, name, known, what)
        return name

    def known(self, key: str, name: str, known: Mapping[str, Any] | tuple[str, ...], what: str) -> None:
        """Complain where ``name`` is not one of ``known``."""
        if name not in known:
            near = get_close_matches(name, list(known), n=1)
            remedy = f"Você quis dizer '{near[0]}'?" if near else f"Existem: {', '.join(known)}."
            raise UnknownReferenceError(*self._place(key), f"{what} '{name}' não existe.", remedy)

    def missing(self, problem: str, remedy: str) -> MissingKeyError:
        """Return the error of something that the table lacks."""
        return MissingKeyError(*self._place(None), problem, remedy)

    def wrong(self, key: str, problem: str, remedy: str) -> WrongValueError:
        """Return the error of a wrong value of ``key``."""
        return WrongValueError(*self._place(key), problem, remedy)
