"""The patterns of a document type: ``models/<tipo>/campos.toml`` and ``padroes.jsonl``, read, checked and merged.

``models/_comum/campos.toml`` holds what all papers share. A type takes fields from it by name (``usa``), adds to them
or brings its own. A list in the type's file is added to the common one; ``sem`` takes phrases away; a plain value
replaces.

Keys of a field (``[campo.<nome>]``; an address part is ``[campo."endereco.cep"]``):

======== ==============================================================================================
especie  kind of the value, see ``registry.KINDS``
rotulos  labels of forms and tables, in any case, accents or not
fracos   labels that also announce other things ("data", "numero", "nome")
prosa    phrases that announce the value in running text ("inscrita no CNPJ sob o nº")
opcoes   especie ``opcao``: normal form -> spellings
dono     it is the establishment's: what stands with an issuer, an accountant, a partner is not it
proprio  phrases nearby that speak for this field, beyond the common ones
alheio   phrases nearby that speak against it
solto    certainty of a value that stands without any label, 0 (default) = not taken
linhas   how many lines a text value may run on
extra    report it among ``campos_extras``
minimo   least certainty to be reported
======== ==============================================================================================
"""

from __future__ import annotations

import json
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError

from docverify.errors import RuleSetError
from docverify.resources import models_path

COMUM = "_comum"


class Campo(BaseModel):
    """Patterns of one field, see the module."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    especie: str
    rotulos: tuple[str, ...] = ()
    fracos: tuple[str, ...] = ()
    prosa: tuple[str, ...] = ()
    opcoes: dict[str, tuple[str, ...]] = {}
    proprio: tuple[str, ...] = ()
    alheio: tuple[str, ...] = ()
    solto: float = 0.0
    linhas: int = 1
    dono: bool = False
    extra: bool = False
    minimo: float = 0.15


class Contexto(BaseModel):
    """Phrases that say whose the value beside them is.

    Attributes:
        secoes_alheias: Headings of parts that are about somebody else (accountant, partner, issuer).
        secoes_proprias: Headings of parts that are about the establishment.
        alheio: Words that make the value after them somebody else's.
        proprio: Words that make it the establishment's.
        emissor: Words of the lines in which an issuer names itself.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    secoes_alheias: tuple[str, ...] = ()
    secoes_proprias: tuple[str, ...] = ()
    alheio: tuple[str, ...] = ()
    proprio: tuple[str, ...] = ()
    emissor: tuple[str, ...] = ()


class Padroes(BaseModel):
    """All patterns of one document type.

    Attributes:
        usa: Names of common fields that the type has.
        sem: Field (or ``contexto``) -> phrases of the common file that the type does not use.
        campo: The fields.
        outros: Labels of things that are not fields of the type; they end a value and are never one.
        so_isolados: Labels that are common words too ("rua", "local"): they count only before a colon or alone.
        contexto: See :class:`Contexto`.
        spacy: Token patterns of ``padroes.jsonl`` (``{"label": "<campo>", "pattern": [...]}``): phrases that announce
            the field's value, with alternatives and gaps. Tokens are upper case without accents, ``#`` is a number.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    usa: tuple[str, ...] = ()
    sem: dict[str, tuple[str, ...]] = {}
    campo: dict[str, Campo] = {}
    outros: tuple[str, ...] = ()
    so_isolados: tuple[str, ...] = ()
    contexto: Contexto = Contexto()
    spacy: tuple[dict[str, Any], ...] = ()


@cache
def load(tipo: str) -> Padroes:
    """Load the merged patterns of a document type.

    Args:
        tipo: One of ``model.TIPOS``; a type without a file of its own has the common fields that ``_comum`` names.

    Raises:
        RuleSetError: If a file is not as the module says; the message names file and key.
    """
    folder = models_path()
    common = _read(folder / COMUM / "campos.toml")
    path = folder / tipo / "campos.toml"
    own: dict[str, Any] = _read(path) if path.is_file() else {}
    dropped = own.get("sem", {})
    context = {k: [p for p in v if p not in dropped.get("contexto", ())] for k, v in common.get("contexto", {}).items()}
    fields: dict[str, Any] = {}
    for name in own.get("usa", common.get("usa", ())):
        if name not in common.get("campo", {}):
            raise RuleSetError(f"{path}: usa = [...] cita o campo '{name}', que não existe em {COMUM}/campos.toml.")
        fields[name] = dict(common["campo"][name])
        if name == "endereco.logradouro" and "endereco.tipo" in common["campo"]:
            # The kind of a street is a part of its name wherever a form parts them.
            fields["endereco.tipo"] = dict(common["campo"]["endereco.tipo"])
    for name, phrases in dropped.items():
        for key in ("rotulos", "fracos", "prosa", "alheio", "proprio"):
            if name in fields and key in fields[name]:
                fields[name][key] = [p for p in fields[name][key] if p not in phrases]
    for name, entry in own.get("campo", {}).items():
        fields[name] = _merge(fields.get(name, {}), entry)
    merged = {
        "usa": own.get("usa", ()),
        "sem": dropped,
        "campo": fields,
        "outros": [*common.get("outros", ()), *own.get("outros", ())],
        "so_isolados": [*common.get("so_isolados", ()), *own.get("so_isolados", ())],
        "contexto": _merge(context, own.get("contexto", {})),
        "spacy": (*_jsonl(folder / COMUM / "padroes.jsonl", fields), *_jsonl(folder / tipo / "padroes.jsonl", fields)),
    }
    unknown = set(own) - {"usa", "sem", "campo", "outros", "so_isolados", "contexto"}
    if unknown:
        raise RuleSetError(f"{path}: chave desconhecida '{sorted(unknown)[0]}'. Retire-a ou corrija o nome.")
    try:
        return Padroes.model_validate(merged)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        raise RuleSetError(f"{path}: {where}: {first['msg']}. Corrija o arquivo de padrões.") from error


def _read(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise RuleSetError(f"{path}: não é TOML em UTF-8 ({error}).") from error


def _merge(base: dict[str, Any], extra: dict[str, Any]) -> dict[str, Any]:
    merged = dict(base)
    for key, value in extra.items():
        if isinstance(value, list) and isinstance(merged.get(key), list):
            merged[key] = [*merged[key], *(item for item in value if item not in merged[key])]
        elif isinstance(value, dict) and isinstance(merged.get(key), dict):
            merged[key] = {**merged[key], **value}
        else:
            merged[key] = value
    return merged


def _jsonl(path: Path, fields: dict[str, Any]) -> list[dict[str, Any]]:
    """Read token patterns; those of fields that the type has not are left out (the common file serves all types)."""
    if not path.is_file():
        return []
    found = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if not line.strip():
            continue
        try:
            entry = json.loads(line)
            label, pattern = entry["label"], entry["pattern"]
        except (ValueError, KeyError, TypeError) as error:
            raise RuleSetError(f"{path}, linha {number}: esperado {{'label': ..., 'pattern': [...]}}.") from error
        if not isinstance(pattern, list) or not all(isinstance(token, dict) for token in pattern):
            raise RuleSetError(f"{path}, linha {number}: 'pattern' é uma lista de objetos, um por palavra.")
        if label in fields:
            found.append(entry)
    return found
