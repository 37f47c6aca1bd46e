"""Names of files inside a dossier: which to ignore, and how to write them down safely."""

from __future__ import annotations

from pathlib import PurePosixPath

_SYSTEM = frozenset({"thumbs.db", "ehthumbs.db", "desktop.ini", "__macosx", "icon\r"})
FICHA = "ficha.json"
_EXPECTED = "esperado.json"
_MAX_NAME = 1024


def is_noise(name: str) -> bool:
    """Say whether a path is nothing that a person put into the dossier (hidden, of the operating system, ours).

    Args:
        name: Relative POSIX path.
    """
    parts = PurePosixPath(name).parts
    if any(p.startswith((".", "~$")) and p != ".." or p.casefold() in _SYSTEM for p in parts):
        return True
    return bool(parts) and parts[-1] == _EXPECTED


def printable(name: str) -> str:
    """Return a name that any encoder takes: undecodable bytes become ``?``, overlong names are cut."""
    return name.encode("utf-8", "replace").decode("utf-8")[:_MAX_NAME]


def escapes(name: str) -> bool:
    """Say whether an archive entry's name points outside of the archive (zip slip) or is no name at all.

    Args:
        name: As in the archive, with ``/`` between components.
    """
    path = PurePosixPath(name)
    drive = len(name) > 1 and name[1] == ":" and name[0].isalpha()
    return not name or "\0" in name or path.is_absolute() or drive or ".." in path.parts


def ficha_of(names: list[str]) -> str | None:
    """Return which of ``names`` is the dossier's ficha.json: at the top, or in the only folder at the top.

    Args:
        names: Relative POSIX paths of all files that are not noise.
    """
    for name in sorted(names):
        if name.casefold() == FICHA:
            return name
    tops = {PurePosixPath(name).parts[0] for name in names}
    if len(tops) == 1:
        top = tops.pop()
        for name in sorted(names):
            if name.casefold() == f"{top}/{FICHA}".casefold():
                return name
    return None
