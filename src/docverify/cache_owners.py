"""Whose an entry of the page cache is, as files beside them; light to import, as who forgets reads no page.

Each entity has entries of its own, so that how fast its pages are read tells nothing of another's. Of each dossier it
is written down which entries it has made or used, so that :func:`forget` finds them all.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

SUFFIX = ".json"
TEMPORARY = ".tmp-"
_OWNERS = "donos"
_LEFT_S = 3_600.0


@dataclass(frozen=True, slots=True)
class Owner:
    """Whose entries they are.

    Attributes:
        entidade: Id of the entity; a folder of the cache is called so.
        dossie: Id of the dossier.
    """

    entidade: str
    dossie: str


_now: list[Owner] = []
"""Of this process, the last one counts; a process has one dossier in hand at a time."""


@contextlib.contextmanager
def owned(owner: Owner) -> Iterator[None]:
    """Within it, what is opened as :class:`PageCache` belongs to a dossier.

    Args:
        owner: Whose dossier, and which.
    """
    _now.append(owner)
    try:
        yield
    finally:
        _now.pop()


def owner_now() -> Owner | None:
    """Return whose entries are made and used now, None where nobody is named."""
    return _now[-1] if _now else None


def apart(path: Path, entidade: str) -> Path:
    """Return the file in which what would be kept in one for all is kept for one entity."""
    return path.with_name(f"{path.stem}-{entidade}{path.suffix}")


def journal(top: Path, owner: Owner) -> Path:
    """Return where it is written down which entries a dossier has made or used."""
    return top / owner.entidade / _OWNERS / owner.dossie


def owners(top: Path) -> list[Owner]:
    """Return all dossiers that have entries, by what is written down.

    Args:
        top: The cache's folder.
    """
    return [Owner(path.parent.parent.name, path.name) for path in sorted(top.glob(f"*/{_OWNERS}/*"))]


def forget(top: Path, owner: Owner) -> int:
    """Remove every entry that a dossier has made or used; again after an interruption it goes on.

    Args:
        top: The cache's folder.
        owner: The dossier.

    Returns:
        How many were removed.

    Raises:
        OSError: Something cannot be removed.
    """
    base, removed = top / owner.entidade, 0
    for path in held(top, owner):
        path.unlink(missing_ok=True)
        removed += 1
    for path in base.glob(f"??/{TEMPORARY}*"):  # of a process that was killed while it wrote
        with contextlib.suppress(FileNotFoundError):
            if time.time() - path.stat().st_mtime > _LEFT_S:
                path.unlink()
    journal(top, owner).unlink(missing_ok=True)
    return removed


def held(top: Path, owner: Owner) -> list[Path]:
    """Return the entries that are still there of those that a dossier has made or used."""
    base = top / owner.entidade
    try:
        keys = journal(top, owner).read_text(encoding="ascii").split()
    except FileNotFoundError:
        return []
    paths = [base / key[:2] / f"{key}{SUFFIX}" for key in dict.fromkeys(keys) if key.isalnum()]
    return [path for path in paths if path.exists()]
