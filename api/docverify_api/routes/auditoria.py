"""The audit chain, for who may read it."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any
from uuid import UUID

from fastapi import APIRouter, Depends, Query
from pydantic import BaseModel, ConfigDict, Field

from docverify.store import trail
from docverify.store.actors import Actor
from docverify_api.auth import StoreDep, require
from docverify_api.models import Dia

router = APIRouter(tags=["auditoria"])

_PLAIN = r"^[^\x00-\x1f\x7f]*$"
Texto = Annotated[str, Query(max_length=200, pattern=_PLAIN)]


class EntradaVista(BaseModel):
    """An entry of the audit chain."""

    model_config = ConfigDict(from_attributes=True)

    numero: int = Field(description="na cadeia, sem falhas")
    quando: datetime
    ator: str = Field(description="quem: o login, ou sistema")
    usuario_id: UUID | None
    chave_id: UUID | None = Field(description="a chave de API usada, se foi uma")
    papel: str | None
    entidade_id: UUID | None
    acao: str = Field(description="o quê, por exemplo dossie.enviar")
    alvo_tipo: str
    alvo_id: str | None
    antes: dict[str, Any] | None
    depois: dict[str, Any] | None
    porque: str | None
    pedido_id: str | None = Field(description="o X-Request-Id do pedido")
    anterior: str = Field(description="o resumo da entrada anterior")
    resumo: str = Field(description="HMAC-SHA-256 desta entrada")


class Auditoria(BaseModel):
    """A page of the audit chain, the newest first."""

    itens: list[EntradaVista]
    proximo: str | None = Field(description="cursor da página seguinte; nulo: não há mais")


@router.get("/auditoria", operation_id="listar_auditoria", summary="Quem fez o quê, quando e por quê")
def listar_auditoria(
    store: StoreDep,
    actor: Annotated[Actor, Depends(require("auditoria.ler"))],
    acao: Annotated[Texto | None, Query(description="com ponto no fim, todas as que começam assim: dossie.")] = None,
    alvo_tipo: Texto | None = None,
    alvo_id: Texto | None = None,
    ator: Texto | None = None,
    desde: Annotated[Dia | None, Query(description="primeiro dia (Brasília)")] = None,
    ate: Annotated[Dia | None, Query(description="último dia (Brasília)")] = None,
    entidade_id: UUID | None = None,
    limite: Annotated[int, Query(ge=1, le=trail.MAX_PAGE)] = 50,
    cursor: Annotated[str | None, Query(max_length=64)] = None,
) -> Auditoria:
    """A conta vê as entradas da própria entidade; a que vê todas as entidades vê todas. CPFs vêm mascarados."""
    filtro = trail.Filtro(acao, alvo_tipo, alvo_id, ator, desde, ate, entidade_id)
    with store.database.begin() as connection:
        found, following = trail.find(connection, actor, filtro, limite=limite, cursor=cursor)
    return Auditoria(itens=[EntradaVista(**entry) for entry in found], proximo=following)
