"""The classification data of ``models/<tipo>/classificacao.toml``, checked and ready.

A *kind of paper* (``Papel``) is a type of the contract, or, in ``models/desconhecido``, some other paper that people
put in a dossier (a bill, a receipt, a sanitary licence), so that "surely none of the types" rests on positive evidence
too. Its evidence is words in four roles: ``titulo`` (names the paper: counts by how it stands on the page), ``rotulo``
(label of a form), ``prosa`` (wording), ``contra`` (speaks against); and who issued it (``emissor``), which decides
where titles are shared: an *alvará* of the fire brigade is not the town's.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal

from docverify.documents.phrases import Lexicon
from docverify.errors import RuleSetError
from docverify.model import DESCONHECIDO, TIPOS
from docverify.resources import models_path

Role = Literal["titulo", "rotulo", "prosa", "contra"]

_DEFAULTS: Mapping[Role, tuple[float, float]] = {
    "titulo": (6.0, 8.0),
    "rotulo": (0.6, 3.0),
    "prosa": (0.8, 3.0),
    "contra": (-3.0, -8.0),
}
_GROUP_KEYS = {"frases", "peso", "teto", "emissor", "sem", "onde"}
_PAPER_KEYS = {"nome", "descricao", "paginas", "anexo_de", "emissor", "titulo", "rotulo", "prosa", "contra", "papel"}


@dataclass(frozen=True, slots=True)
class Group:
    """Phrases with one role and one weight.

    Attributes:
        papel: Index of the kind of paper.
        role: What a hit means.
        weight: Points of one full hit (natural-log odds).
        cap: Points that the group gives at most.
        issuers: Issuers one of whom must stand on the page for the full weight; empty: none is asked for.
        without: Factor where none of them stands there.
        only_title: ``contra``: counts only where the phrase stands as a title, by how much it does.
    """

    papel: int
    role: Role
    weight: float
    cap: float
    issuers: tuple[str, ...]
    without: float
    only_title: bool


@dataclass(frozen=True, slots=True)
class Papel:
    """A kind of paper.

    Attributes:
        nome: The type, or a name of its own where ``tipo`` is ``desconhecido``.
        tipo: One of ``model.TIPOS``.
        descricao: In Portuguese.
        varias: Its later pages may repeat the title (a running header).
        anexo_de: Types whose documents it belongs to where it lies among their pages (covers and terms of the Junta).
        issuers: Points per issuer.
    """

    nome: str
    tipo: str
    descricao: str
    varias: bool
    anexo_de: tuple[str, ...]
    issuers: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Evidence:
    """All classification data.

    Attributes:
        papeis: Kinds of paper.
        groups: All groups of all kinds.
        lexicon: Every phrase.
        owners: Per phrase of the lexicon, index of its group; or -1 - i for issuer i.
        issuers: Names of issuers.
    """

    papeis: tuple[Papel, ...]
    groups: tuple[Group, ...]
    lexicon: Lexicon
    owners: tuple[int, ...]
    issuers: tuple[str, ...]


@lru_cache(maxsize=1)
def load() -> Evidence:
    """Load the data that travels with the package.

    Raises:
        RuleSetError: If a file is wrong; the message names file, key and remedy.
    """
    return load_from(models_path())


def load_from(folder: Path) -> Evidence:
    """Load the data of a folder laid out like ``models/``.

    Args:
        folder: Holds ``_comum/emissores.toml`` and ``<tipo>/classificacao.toml``.

    Raises:
        RuleSetError: If a file is wrong; the message names file, key and remedy.
    """
    phrases: list[str] = []
    owners: list[int] = []
    issuers: list[str] = []
    common = folder / "_comum" / "emissores.toml"
    for entry in _read(common).get("emissor", []):
        issuers.append(str(entry["nome"]))
        for phrase in entry["frases"]:
            phrases.append(phrase)
            owners.append(-len(issuers))
    papeis: list[Papel] = []
    groups: list[Group] = []
    for path in sorted(folder.glob("*/classificacao.toml")):
        tipo = path.parent.name
        if tipo not in TIPOS:
            raise RuleSetError(f"{path}: a pasta {tipo!r} não é um tipo do contrato; renomeie-a.")
        data = _read(path)
        entries = data.get("papel", []) if tipo == DESCONHECIDO else [{"nome": tipo, **data}]
        for entry in entries:
            papeis.append(_papel(entry, tipo, issuers, path))
            for group, words in _groups(entry, len(papeis) - 1, issuers, path):
                groups.append(group)
                phrases.extend(words)
                owners.extend([len(groups) - 1] * len(words))
    try:
        lexicon = Lexicon(phrases)
    except ValueError as error:
        raise RuleSetError(f"{folder}: {error}. Corrija a frase.") from error
    return Evidence(tuple(papeis), tuple(groups), lexicon, tuple(owners), tuple(issuers))


def _read(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise RuleSetError(f"{path}: não pôde ser lido ({error}). Corrija ou reinstale o pacote.") from error


def _papel(entry: Mapping[str, Any], tipo: str, issuers: list[str], path: Path) -> Papel:
    unknown = sorted(set(entry) - _PAPER_KEYS)
    if unknown or "nome" not in entry:
        raise RuleSetError(f"{path}: chave desconhecida {unknown} ou falta 'nome'; use {sorted(_PAPER_KEYS)}.")
    weights = {str(key): float(value) for key, value in entry.get("emissor", {}).items()}
    strange = sorted(set(weights) - set(issuers))
    if strange:
        raise RuleSetError(f"{path}: emissor {strange} não está em _comum/emissores.toml.")
    anexo = tuple(entry.get("anexo_de", ()))
    if set(anexo) - set(TIPOS):
        raise RuleSetError(f"{path}: anexo_de {anexo} tem um tipo fora do contrato.")
    pages = entry.get("paginas", "uma")
    if pages not in ("uma", "varias"):
        raise RuleSetError(f"{path}: paginas = {pages!r}; use 'uma' ou 'varias'.")
    return Papel(str(entry["nome"]), tipo, str(entry.get("descricao", "")), pages == "varias", anexo, weights)


def _groups(entry: Mapping[str, Any], papel: int, issuers: list[str], path: Path) -> list[tuple[Group, list[str]]]:
    out: list[tuple[Group, list[str]]] = []
    for role, (weight, cap) in _DEFAULTS.items():
        for number, raw in enumerate(entry.get(role, []), 1):
            where = f"{path}: {entry['nome']}, {role} {number}"
            unknown = sorted(set(raw) - _GROUP_KEYS)
            if unknown:
                raise RuleSetError(f"{where}: chave desconhecida {unknown}; use {sorted(_GROUP_KEYS)}.")
            words = raw.get("frases", [])
            if not words or not all(isinstance(word, str) for word in words):
                raise RuleSetError(f"{where}: 'frases' deve ser uma lista de textos que não seja vazia.")
            needed = tuple(raw.get("emissor", ()))
            if set(needed) - set(issuers):
                raise RuleSetError(f"{where}: emissor {needed} não está em _comum/emissores.toml.")
            group = Group(
                papel,
                role,
                float(raw.get("peso", weight)),
                float(raw.get("teto", cap if "peso" not in raw or role in ("rotulo", "prosa") else raw["peso"])),
                needed,
                float(raw.get("sem", 0.25)),
                raw.get("onde") == "titulo",
            )
            out.append((group, list(words)))
    return out
