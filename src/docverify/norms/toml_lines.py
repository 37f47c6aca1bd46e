"""Where a key stands in a TOML text: ``tomllib`` gives values without lines, and a complaint needs the line."""

from __future__ import annotations

import re

KeyPath = tuple[str | int, ...]

_HEADER = re.compile(r"^\s*(\[\[?)\s*([A-Za-z0-9_.\-]+)\s*\]\]?\s*(?:#.*)?$")
_KEY = re.compile(r"^\s*([A-Za-z0-9_\-]+)\s*=\s*(.*)$")


class TomlLines:
    """Line numbers (from 1) of the keys of a TOML text.

    It knows tables, arrays of tables, ``key = value`` lines and the items of an array written one a line, which is how
    the norms' files are written. Inside an inline table it answers with the line of the table.
    """

    def __init__(self, text: str) -> None:
        self._lines: dict[KeyPath, int] = {(): 1}
        self._scan(text)

    def _scan(self, text: str) -> None:
        table: KeyPath = ()
        counts: dict[KeyPath, int] = {}
        array: KeyPath | None = None
        item = 0
        for number, line in enumerate(text.splitlines(), start=1):
            if array is not None:
                content = line.strip()
                if content.startswith("]"):
                    array = None
                elif content and not content.startswith("#"):
                    self._lines.setdefault((*array, item), number)
                    item += 1
                continue
            header = _HEADER.match(line)
            if header:
                table = self._resolve(tuple(header[2].split(".")), counts, is_array=header[1] == "[[")
                self._lines.setdefault(table, number)
                continue
            key = _KEY.match(line)
            if key:
                path = (*table, key[1])
                self._lines.setdefault(path, number)
                value = key[2].split("#")[0].strip()
                if value.startswith("[") and not value.endswith("]"):
                    array, item = path, 0

    @staticmethod
    def _resolve(names: tuple[str, ...], counts: dict[KeyPath, int], *, is_array: bool) -> KeyPath:
        path: KeyPath = ()
        for depth, name in enumerate(names):
            path = (*path, name)
            last = depth == len(names) - 1
            if last and is_array:
                counts[path] = counts.get(path, -1) + 1
            if path in counts:
                path = (*path, counts[path])
        return path

    def find(self, path: KeyPath) -> int:
        """Return the line of ``path``, or of the nearest thing around it."""
        while path not in self._lines:
            path = path[:-1]
        return self._lines[path]
