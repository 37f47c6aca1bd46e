"""Finding and loading norms, those of the package and those that an office wrote, and choosing one for a request.

An office keeps its own norms in a folder (``DOCVERIFY_NORMS``), a file each, and in ``ajustes.toml`` of that folder the
settings that it reads otherwise, a table per norm. Every function here takes that folder as ``pasta``; None means that
there is none.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from docverify.errors import RuleSetError, UndefinedNormError
from docverify.model import Pedido
from docverify.norms import checks as _registered  # noqa: F401 - importing it fills the registry
from docverify.norms.parser import parse_norm
from docverify.norms.registry import CHECKS
from docverify.norms.schema import Norm, Successor
from docverify.norms.toml_text import toml_text, toml_values
from docverify.resources import package_path

AJUSTES = "ajustes.toml"
"""Name of the file of an office's settings in its folder of norms."""


@dataclass(frozen=True, slots=True)
class CatalogEntry:
    """A norm that is known, whether or not its data file is in this version.

    Attributes:
        arquivo: The office's file, None for a norm of the package.
        fim: Last day in force where the file is there and says it.
    """

    id: str
    titulo: str
    atividade: str
    inicio: date
    arquivo: Path | None = None
    fim: date | None = None


def load_file(path: Path) -> Norm:
    """Load and validate one norm file.

    Raises:
        RuleSetError: If the file is missing or wrong.
    """
    try:
        text = toml_text(path)
    except ValueError as error:
        raise RuleSetError(f"Não foi possível ler a norma em {path.name}: {error}. Confira o arquivo.") from error
    return parse_norm(text, path.name, CHECKS)


def packaged_file(norm_id: str) -> Path:
    """Return where the file of a norm of the contract is, or would be."""
    return package_path("norms", f"{norm_id.lower()}.toml")


@cache
def _packaged(norm_id: str) -> Norm:
    return in_chain(load_file(packaged_file(norm_id)))


@cache
def _catalog_file() -> Mapping[str, Any]:
    return tomllib.loads(package_path("norms", "catalogo.toml").read_text(encoding="utf-8"))


@cache
def _contract() -> Mapping[str, CatalogEntry]:
    rows = _catalog_file()["normas"]
    return {e["id"]: CatalogEntry(e["id"], e["titulo"], e["atividade"], e["inicio"]) for e in rows}


def catalog(pasta: Path | None = None) -> Mapping[str, CatalogEntry]:
    """Return every known norm by id: those of the contract, then those of the office's folder.

    Raises:
        RuleSetError: If the folder cannot be read or a file of it is wrong.
    """
    found = dict(_contract())
    for norm, path in office(pasta).values():
        found[norm.id] = CatalogEntry(norm.id, norm.titulo, norm.atividade, norm.inicio, path, norm.fim)
    return found


def office(pasta: Path | None) -> Mapping[str, tuple[Norm, Path]]:
    """Return the norms of an office's folder by id, each with its file; none without a folder.

    Raises:
        RuleSetError: If the folder cannot be read, a file of it is wrong, or an id is taken.
    """
    try:
        stamps = tuple((p, p.stat().st_mtime_ns, p.stat().st_size) for p in office_files(pasta))
    except OSError as error:
        raise _unreadable(pasta, error) from error
    return _office(stamps)


def office_files(pasta: Path | None) -> list[Path]:
    """Return the norm files of an office's folder, by name; none without a folder.

    Raises:
        RuleSetError: If the folder cannot be read.
    """
    if pasta is None:
        return []
    try:
        return sorted(p for p in pasta.expanduser().iterdir() if p.suffix == ".toml" and p.name != AJUSTES)
    except OSError as error:
        raise _unreadable(pasta, error) from error


def _unreadable(pasta: Path | None, error: OSError) -> RuleSetError:
    return RuleSetError(f"Não foi possível ler a pasta de normas {pasta} ({error.strerror}). Corrija DOCVERIFY_NORMS.")


def office_settings(pasta: Path | None) -> Mapping[str, Mapping[str, Any]]:
    """Return the settings of ``ajustes.toml`` in an office's folder, by norm; none without the file.

    Raises:
        RuleSetError: If the file cannot be read, or is not a table of settings for each norm.
    """
    if pasta is None or not os.path.lexists(path := pasta.expanduser() / AJUSTES):
        return {}
    try:
        raw = toml_values(toml_text(path))
    except ValueError as error:
        raise RuleSetError(f"{AJUSTES}: não pôde ser lido: {error}. Corrija a escrita.") from error
    for name, table in raw.items():
        if not isinstance(table, dict) or name not in catalog(pasta):
            known = ", ".join(catalog(pasta))
            raise RuleSetError(f"{AJUSTES}: '{name[:40]}' não é tabela de uma norma. Use [ID], com um de: {known}.")
    return raw


@lru_cache(maxsize=8)
def _office(stamps: tuple[tuple[Path, int, int], ...]) -> Mapping[str, tuple[Norm, Path]]:
    """Load an office's files; size and time of change tell a file that was edited from the one in memory."""
    found: dict[str, tuple[Norm, Path]] = {}
    for path, _, _ in stamps:
        norm = load_file(path)
        if norm.id in found:
            other = found[norm.id][1].name
            raise RuleSetError(f"{path.name}: o id '{norm.id}' já é de {other}. Dê a cada norma um id só seu.")
        if norm.id in _contract() and not norm.substitui:
            raise RuleSetError(
                f"{path.name}: o id '{norm.id}' é de uma norma do docverify. Dê-lhe outro, ou escreva "
                "'substitui = true' no começo do arquivo para que valha no lugar dela."
            )
        found[norm.id] = (in_chain(norm), path)
    return found


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


def available(pasta: Path | None = None) -> tuple[str, ...]:
    """Return the ids of the norms whose data files are there, in the catalog's order."""
    own = office(pasta)
    return tuple(i for i in catalog(pasta) if i in own or packaged_file(i).is_file())


def load_norm(norm_id: str, ajustes: Mapping[str, Any] | None = None, pasta: Path | None = None) -> Norm:
    """Return a norm by id, with some of its settings replaced.

    Args:
        norm_id: ``GLP297`` and the like, in any case.
        ajustes: Settings to replace, see :class:`docverify.norms.schema.Setting`.
        pasta: The office's own norms.

    Raises:
        UndefinedNormError: If the id is unknown, or the norm is not in this version yet.
        RuleSetError: If its file, or a setting, is wrong.
    """
    known = catalog(pasta)
    wanted = norm_id.strip().upper()
    if wanted not in known:
        raise UndefinedNormError(f"A norma '{norm_id[:40]}' não é conhecida. Use uma de: {', '.join(known)}.")
    if wanted not in available(pasta):
        raise UndefinedNormError(
            f"A norma {wanted} ({known[wanted].titulo}) ainda não está disponível nesta versão. "
            f"Disponíveis: {', '.join(available(pasta))}."
        )
    own = office(pasta).get(wanted)
    norm = own[0] if own is not None else _packaged(wanted)
    ajustes = {**office_settings(pasta).get(wanted, {}), **(ajustes or {})}
    return norm.with_settings(ajustes) if ajustes else norm


def choose_norm(pedido: Pedido, override: str | None = None, pasta: Path | None = None) -> str:
    """Return the id of the norm under which a request is judged.

    The call (``--norm``) wins over ``pedido.norma``; without either, it is the latest norm of the activity that was in
    force, or had been, on the day of the protocol. Whether it still was is said by a notice, never decided here.

    Raises:
        UndefinedNormError: If nothing says which norm it is, or none is known for that activity and day.
    """
    named = override or pedido.norma
    if named:
        wanted = named.strip().upper()
        known = catalog(pasta)
        if wanted not in known:
            raise UndefinedNormError(f"A norma '{named[:40]}' não é conhecida. Use uma de: {', '.join(known)}.")
        return wanted
    if pedido.atividade is None or pedido.data_protocolo is None:
        raise UndefinedNormError(
            "Não se sabe por qual norma verificar. Informe 'pedido.norma' (ou --norm), ou então 'pedido.atividade' e "
            "'pedido.data_protocolo'."
        )
    day = pedido.data_protocolo
    candidates = [e for e in catalog(pasta).values() if e.atividade == pedido.atividade and e.inicio <= day]
    if not candidates:
        raise UndefinedNormError(
            f"Nenhuma norma conhecida regia '{pedido.atividade}' em {day:%d/%m/%Y}. Informe 'pedido.norma' (ou --norm)."
        )
    return max(candidates, key=lambda e: e.inicio).id
