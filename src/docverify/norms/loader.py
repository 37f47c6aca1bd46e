"""Finding and loading the norms that travel with the package, and choosing one for a request."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

from docverify.errors import RuleSetError, UndefinedNormError
from docverify.model import Pedido
from docverify.norms import checks as _registered  # noqa: F401 - importing it fills the registry
from docverify.norms.parser import parse_norm
from docverify.norms.registry import CHECKS
from docverify.norms.schema import Norm, Successor
from docverify.resources import package_path


@dataclass(frozen=True, slots=True)
class CatalogEntry:
    """A norm that the contract knows, whether or not its data file is in this version."""

    id: str
    titulo: str
    atividade: str
    inicio: date


def load_file(path: Path) -> Norm:
    """Load and validate one norm file.

    Raises:
        RuleSetError: If the file is missing or wrong.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise RuleSetError(f"Não foi possível ler a norma em {path.name}: {error}. Reinstale o docverify.") from error
    return parse_norm(text, path.name, CHECKS)


@cache
def _packaged(norm_id: str) -> Norm:
    return in_chain(load_file(package_path("norms", f"{norm_id.lower()}.toml")))


@cache
def _catalog_file() -> Mapping[str, Any]:
    return tomllib.loads(package_path("norms", "catalogo.toml").read_text(encoding="utf-8"))


@cache
def catalog() -> Mapping[str, CatalogEntry]:
    """Return every norm of the contract by id."""
    rows = _catalog_file()["normas"]
    return {e["id"]: CatalogEntry(e["id"], e["titulo"], e["atividade"], e["inicio"]) for e in rows}


@cache
def chain(atividade: str) -> tuple[Successor, ...]:
    """Return the norms of an activity that are known, oldest first, whether or not the product has them.

    Those whose first day is not known come last.
    """
    raw = _catalog_file()
    rows = [r for r in (*raw["normas"], *raw["elos"]) if r["atividade"] == atividade]
    links = [Successor(r["titulo"], r.get("inicio"), r.get("em_vigor", False)) for r in rows]
    return tuple(sorted(links, key=lambda s: s.desde or date.max))


def in_chain(norm: Norm) -> Norm:
    """Return a norm with what came before it and, where its file does not say, what came after."""
    links = [s for s in chain(norm.atividade) if s.norma != norm.titulo]
    before = tuple(s for s in links if s.desde is not None and s.desde < norm.inicio)
    after = tuple(s for s in links if s not in before)
    return replace(norm, antecessoras=before, sucessoras=norm.sucessoras or after)


def available() -> tuple[str, ...]:
    """Return the ids of the norms whose data files are in this version, in the catalog's order."""
    return tuple(i for i in catalog() if package_path("norms", f"{i.lower()}.toml").is_file())


def load_norm(norm_id: str, ajustes: Mapping[str, Any] | None = None) -> Norm:
    """Return a norm by id, with some of its settings replaced.

    Args:
        norm_id: ``GLP297`` and the like, in any case.
        ajustes: Settings to replace, see :class:`docverify.norms.schema.Setting`.

    Raises:
        UndefinedNormError: If the id is unknown, or the norm is not in this version yet.
        RuleSetError: If its file, or a setting, is wrong.
    """
    known = catalog()
    wanted = norm_id.strip().upper()
    if wanted not in known:
        raise UndefinedNormError(f"A norma '{norm_id[:40]}' não é conhecida. Use uma de: {', '.join(known)}.")
    if wanted not in available():
        raise UndefinedNormError(
            f"A norma {wanted} ({known[wanted].titulo}) ainda não está disponível nesta versão. "
            f"Disponíveis: {', '.join(available())}."
        )
    norm = _packaged(wanted)
    return norm.with_settings(ajustes) if ajustes else norm


def choose_norm(pedido: Pedido, override: str | None = None) -> str:
    """Return the id of the norm under which a request is judged.

    The call (``--norm``) wins over ``pedido.norma``; without either, it is the latest norm of the activity that was in
    force, or had been, on the day of the protocol. Whether it still was is said by a notice, never decided here.

    Raises:
        UndefinedNormError: If nothing says which norm it is, or none is known for that activity and day.
    """
    named = override or pedido.norma
    if named:
        wanted = named.strip().upper()
        if wanted not in catalog():
            raise UndefinedNormError(f"A norma '{named[:40]}' não é conhecida. Use uma de: {', '.join(catalog())}.")
        return wanted
    if pedido.atividade is None or pedido.data_protocolo is None:
        raise UndefinedNormError(
            "Não se sabe por qual norma verificar. Informe 'pedido.norma' (ou --norm), ou então 'pedido.atividade' e "
            "'pedido.data_protocolo'."
        )
    day = pedido.data_protocolo
    candidates = [e for e in catalog().values() if e.atividade == pedido.atividade and e.inicio <= day]
    if not candidates:
        raise UndefinedNormError(
            f"Nenhuma norma conhecida regia '{pedido.atividade}' em {day:%d/%m/%Y}. Informe 'pedido.norma' (ou --norm)."
        )
    return max(candidates, key=lambda e: e.inicio).id
