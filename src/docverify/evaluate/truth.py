"""The expected result of a dossier (``esperado.json``) and where it is found."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from docverify.errors import BadInputError

NAME = "esperado.json"


class TruthError(BadInputError):
    """An expected result cannot be used."""


@dataclass(frozen=True, slots=True)
class TrueDocument:
    """One document as it really is.

    Attributes:
        paginas: ``(arquivo, pagina)`` of each of its pages, over all files.
        tipo: Of the contract.
        campos: Name to value in the contract's normal form.
        camada: Tier of its own scan, which may be another than the dossier's.
        grupo: ``working`` or ``held_back``, of its own layout.
        layout: Its layout as the generator names it, ``group/type/name``; empty where it is not told.
    """

    paginas: frozenset[tuple[str, int]]
    tipo: str
    campos: Mapping[str, Any]
    camada: str
    grupo: str
    layout: str = ""


@dataclass(frozen=True, slots=True)
class Truth:
    """What a careful person answers for a dossier whose papers are read perfectly."""

    dossie: str
    resultado: str
    efeito: str | None
    itens: Mapping[str, Mapping[str, Any]]
    documentos: tuple[TrueDocument, ...]
    camada: str
    grupo: str
    layouts: tuple[str, ...] = field(default=())


def find(dossier: Path) -> Path | None:
    """Return where the expected result of a dossier is: inside its folder, or beside its file.

    Args:
        dossier: A folder, ``.zip`` or PDF.
    """
    if dossier.is_dir():
        inside = dossier / NAME
        return inside if inside.is_file() else _beside(dossier.parent, dossier.name)
    return _beside(dossier.parent, dossier.name) or _beside(dossier.parent, dossier.stem)


def _beside(folder: Path, name: str) -> Path | None:
    path = folder / f"{name}.{NAME}"
    return path if path.is_file() else None


def load(path: Path, dossie: str) -> Truth:
    """Load an expected result.

    Args:
        path: The JSON file.
        dossie: Name of the dossier that it is about.

    Raises:
        TruthError: It is not what is expected of it.
    """
    try:
        data = json.loads(path.read_bytes())
        effect = data.get("efeito")
        return Truth(
            dossie=dossie,
            resultado=str(data["resultado"]),
            efeito=effect.get("codigo") if isinstance(effect, Mapping) else effect,
            itens={
                str(name): entry if isinstance(entry, Mapping) else {"situacao": entry, "motivos": []}
                for name, entry in data.get("itens", {}).items()
            },
            documentos=_documents(
                data.get("documentos", []), str(data.get("camada", "?")), str(data.get("grupo", "?"))
            ),
            camada=str(data.get("camada", "?")),
            grupo=str(data.get("grupo", "?")),
            layouts=tuple(map(str, data.get("layouts", []))),
        )
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise TruthError(f"{path}: não é um resultado esperado que se possa usar ({error!r})") from error


def _documents(entries: list[dict[str, Any]], tier: str, group: str) -> tuple[TrueDocument, ...]:
    """Join the entries of a document that is spread over several files (``continua`` names the first)."""
    pages: dict[int, set[tuple[str, int]]] = {}
    for index, entry in enumerate(entries):
        owner = entry.get("continua")
        key = index if owner is None else int(owner)
        pages.setdefault(key, set()).update((str(entry["arquivo"]), int(p)) for p in entry["paginas"])
    return tuple(
        TrueDocument(
            frozenset(found),
            str(entries[key]["tipo"]),
            entries[key].get("campos", {}),
            str(entries[key].get("camada", tier)),
            str(entries[key].get("layout", "")).partition("/")[0] or group,
            str(entries[key].get("layout", "")),
        )
        for key, found in sorted(pages.items())
    )
