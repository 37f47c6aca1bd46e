"""The norms that this installation verifies by, and the schema of a report."""

from __future__ import annotations

import json
from functools import cache
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path
from fastapi.responses import Response

from docverify.errors import RuleSetError, UndefinedNormError
from docverify.norms import loader
from docverify.norms.loader import CatalogEntry
from docverify.norms.schema import Norm
from docverify.resources import package_path
from docverify.settings import Settings
from docverify.store.actors import Actor
from docverify.store.refusals import NotFound
from docverify_api import models
from docverify_api.auth import get_actor
from docverify_api.problems import Problem
from docverify_api.uploads import machine_of

router = APIRouter(tags=["normas"])

Anybody = Annotated[Actor, Depends(get_actor)]
Machine = Annotated[Settings, Depends(machine_of)]


@router.get("/normas", response_model=models.Normas, summary="Normas conhecidas")
def listar_normas(machine: Machine, actor: Anybody) -> models.Normas:
    """Lista as normas do docverify e as que a instalação escreveu."""
    try:
        known, there = loader.catalog(machine.norms), loader.available(machine.norms)
        return models.Normas(normas=[models.NormaResumo(**_short(entry, there)) for entry in known.values()])
    except RuleSetError as error:
        raise _wrong(error) from error


@router.get("/normas/{norma_id}", response_model=models.Norma, summary="Uma norma, item por item")
def ler_norma(
    norma_id: Annotated[str, Path(max_length=40, pattern=r"^[A-Za-z0-9_-]+$")], machine: Machine, actor: Anybody
) -> models.Norma:
    """Dá os itens de uma norma, com a citação de cada um."""
    try:
        norm = loader.load_norm(norma_id, pasta=machine.norms)
        entry = loader.catalog(machine.norms)[norm.id]
        short = _short(entry, loader.available(machine.norms))
    except UndefinedNormError as error:
        raise NotFound(error.mensagem) from error
    except RuleSetError as error:
        raise _wrong(error) from error
    return models.Norma(
        **{**short, "fim": norm.fim},
        ementa=norm.ementa,
        citacao=norm.titulo,
        situacoes=list(norm.situacoes),
        itens=_items(norm),
    )


@router.get(
    "/esquemas/relatorio-1.json",
    response_class=Response,
    responses={200: {"description": "JSON Schema", "content": {"application/json": {"schema": {"type": "object"}}}}},
    summary="JSON Schema do relatório",
)
def ler_esquema(actor: Anybody) -> Response:
    """Dá o esquema a que todo relatório obedece."""
    return Response(_schema(), media_type="application/json")


def _short(entry: CatalogEntry, there: tuple[str, ...]) -> dict[str, Any]:
    return {
        "id": entry.id,
        "titulo": entry.titulo,
        "atividade": entry.atividade,
        "inicio": entry.inicio,
        "fim": entry.fim,
        "disponivel": entry.id in there,
    }


def _items(norm: Norm) -> list[models.Item]:
    return [
        models.Item(
            id=rule.id,
            descricao=rule.descricao,
            citacao=norm.cite(rule.citacao),
            situacoes=list(rule.situacoes),
            documentos=list(rule.tipos),
            nao_verificavel=rule.nao_verificavel,
        )
        for rule in norm.regras
    ]


def _wrong(error: RuleSetError) -> Problem:
    return Problem(503, "normas_invalidas", f"as normas desta instalação não podem ser lidas: {error}")


@cache
def _schema() -> bytes:
    text = package_path("report", "schema", "relatorio-1.json").read_text(encoding="utf-8")
    return json.dumps(json.loads(text), ensure_ascii=False).encode("utf-8")
