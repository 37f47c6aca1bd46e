"""The Ficha Cadastral: complete, with a valid CNPJ, and ``ficha.json`` a true transcription of the signed one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from docverify.model import Reason
from docverify.norms import labels
from docverify.norms.checks.identidade import mask
from docverify.norms.context import Context
from docverify.norms.registry import Parameter, check
from docverify.values.identifiers import cnpj as cnpj_values
from docverify.values.identifiers import cpf as cpf_values
from docverify.values.names import compare_person
from docverify.values.text import fold

_KM = re.compile(r"\bKM ?\d")
"""On a highway the kilometre is the number."""


def _missing(thing: Any, path: list[str], place: str) -> Iterator[str]:
    """Yield the keys under ``path`` that have no value; a list must have an item, and each item the key."""
    value = getattr(thing, path[0])
    here = f"{place}.{path[0]}" if place else path[0]
    if value is None or value in ("", ()):
        if path[0] != "numero" or not _KM.search(fold(str(getattr(thing, "logradouro", "") or ""))):
            yield here
    elif len(path) > 1:
        for item in value if isinstance(value, tuple) else (value,):
            yield from _missing(item, path[1:], here)


@check("ficha_completa", alcance="dossie", campos=Parameter(list, itens="ficha"))
def ficha_completa(ctx: Context) -> Iterator[Reason]:
    """Every datum that the norm's form asks for is declared."""
    absent: dict[str, None] = {}
    for key in ctx.param("campos"):
        absent.update(dict.fromkeys(_missing(ctx.ficha, key.split("."), "")))
    if not absent:
        return
    read = ctx.ficha.confiancas
    # a scanned form whose label was found with nothing beside it tells so by a confidence without a value
    sure = [k for k in absent if ctx.ficha.origem == "json" or read.get(k, 0.0) >= ctx.dossie.limiares.ficha]
    unsure = [k for k in absent if k not in sure]
    for keys, gravity in ((sure, "impede"), (unsure, "revisar")):
        if keys:
            names = ", ".join(labels.CHAVES_FICHA.get(k, k) for k in keys)
            message = f"Na Ficha Cadastral falta informar: {names}. "
            message += "Complete a Ficha." if gravity == "impede" else "Pode ser falha de leitura: confira na Ficha."
            yield ctx.motivo("ficha_incompleta", gravity, message)  # type: ignore[arg-type]


@check("cnpj_da_ficha", alcance="dossie")
def cnpj_da_ficha(ctx: Context) -> Iterator[Reason]:
    """The declared CNPJ has valid check digits."""
    declared = ctx.ficha.cnpj
    if declared is None or cnpj_values.is_valid(declared):
        return
    scanned = ctx.ficha.origem == "digitalizada"
    hint = "Pode ser erro de leitura: confira na Ficha." if scanned else "Corrija a Ficha."
    yield ctx.motivo(
        "cnpj_invalido",
        "revisar" if scanned else "impede",
        f"O CNPJ declarado na Ficha ({mask(declared)}) não tem dígitos verificadores válidos. {hint}",
    )


@check("transcricao")
def transcricao(ctx: Context) -> Iterator[Reason]:
    """What only the Ficha prints is the same on the signed form and in ``ficha.json``."""
    if ctx.ficha.origem != "json":
        return
    yield from _classe(ctx)
    yield from _responsavel(ctx)
    yield from _distribuidores(ctx)


def _classe(ctx: Context) -> Iterator[Reason]:
    found, declared = ctx.campo("classe_armazenamento"), ctx.ficha.classe_armazenamento
    if found is None or declared is None or fold(str(found.valor)) == fold(declared):
        return
    yield ctx.motivo(
        "capacidade_incompativel_com_classe",
        "revisar",
        f"A Ficha assinada traz a classe de armazenamento “{found.lido}”, e os dados declarados trazem a classe "
        f"{declared}. Confira a transcrição.",
        "classe_armazenamento",
        declarado=f"Classe {declared}",
    )


def _responsavel(ctx: Context) -> Iterator[Reason]:
    found, declared = ctx.campo("responsavel"), ctx.ficha.responsavel
    if found is None or declared is None or declared.nome is None or not isinstance(found.valor, dict):
        return
    name, number = found.valor.get("nome"), str(found.valor.get("cpf") or "")
    if declared.cpf and number != declared.cpf and cpf_values.is_valid(number):
        yield ctx.motivo(
            "representante_sem_poderes",
            "revisar",
            f"A Ficha assinada traz o CPF {number} para o responsável, e os dados declarados trazem {declared.cpf}. "
            "Confira a transcrição.",
            "responsavel",
            declarado=declared.cpf,
        )
    if not name:
        return
    outcome = compare_person(str(name), declared.nome, found.confianca)
    if outcome.nivel in ("revisar", "impede"):
        yield ctx.motivo(
            "representante_sem_poderes",
            "revisar",
            f"A Ficha assinada traz como responsável “{name}”, e os dados declarados trazem “{declared.nome}”. "
            "Confira a transcrição.",
            "responsavel",
            declarado=declared.nome,
            similaridade=outcome.similaridade,
        )


def _distribuidores(ctx: Context) -> Iterator[Reason]:
    found = ctx.campo("distribuidores")
    declared = {d.cnpj for d in ctx.ficha.distribuidores if d.cnpj}
    if found is None or not declared or not isinstance(found.valor, list):
        return
    read = {str(d["cnpj"]) for d in found.valor if isinstance(d, dict) and d.get("cnpj")}
    valid = {c for c in read if cnpj_values.is_valid(c)}
    if valid - declared and declared - read:
        shown = ", ".join(mask(c) for c in sorted(declared))
        yield ctx.motivo(
            "cnpj_divergente",
            "revisar",
            f"O CNPJ do distribuidor na Ficha assinada ({', '.join(mask(c) for c in sorted(valid))}) não é o dos dados "
            f"declarados ({shown}). Confira a transcrição.",
            "distribuidores",
            declarado=shown,
        )
