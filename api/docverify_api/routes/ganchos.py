"""Webhooks: an entity's programs are told of each new verdict (``/v1/ganchos``)."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from fastapi import APIRouter, Depends, Query, Response
from pydantic import BaseModel, ConfigDict, Field

from docverify.store import hooks, outbound
from docverify.store.actors import Actor
from docverify.store.hooks import Entrega, Gancho
from docverify_api.auth import StoreDep, require

router = APIRouter(prefix="/ganchos", tags=["ganchos"])

_Manager = Annotated[Actor, Depends(require("gancho.gerir"))]
_Url = Annotated[
    str,
    Field(
        min_length=8,
        max_length=outbound.MAX_URL,
        pattern=r"^[Hh][Tt][Tt][Pp][Ss]?://[!-\[\]-~]+$",
        description="https://… que recebe os avisos",
        examples=["https://exemplo.com.br/avisos"],
    ),
]


class GanchoNovo(BaseModel):
    """A webhook to register."""

    model_config = ConfigDict(extra="forbid")

    url: _Url
    entidade_id: UUID | None = Field(default=None, description="de quem são os dossiês; sem ela, a da própria conta")


class GanchoMudanca(BaseModel):
    """What is to change of a webhook; what is absent stays."""

    model_config = ConfigDict(extra="forbid")

    url: _Url | None = None
    ativo: bool | None = None


class GanchoVisto(BaseModel):
    """A webhook, without its secret."""

    id: UUID
    entidade_id: UUID
    url: str
    ativo: bool = Field(description="desligado, não recebe nada; a resposta 410 do servidor também o desliga")
    criado_em: datetime


class GanchoCriado(GanchoVisto):
    """A new webhook; its secret is shown this once."""

    segredo: str = Field(description="chave da assinatura de cada aviso; não é mostrada outra vez")


class Segredo(BaseModel):
    """A new secret, shown this once."""

    segredo: str


class Ganchos(BaseModel):
    """All webhooks within reach."""

    itens: list[GanchoVisto]


class EntregaVista(BaseModel):
    """Something that a webhook is told."""

    id: UUID = Field(description="como em Docverify-Delivery")
    evento: Literal["veredito.novo", "verificacao.erro", "teste"]
    dossie_id: UUID | None
    estado: Literal["pendente", "entregue", "desistida"]
    tentativas: int
    resposta: int | None = Field(description="status HTTP da última resposta")
    detalhe: str | None
    criada_em: datetime
    proxima_em: datetime | None
    entregue_em: datetime | None


class Entregas(BaseModel):
    """What a webhook was told and is to be told, the latest first."""

    itens: list[EntregaVista]


class TesteEnviado(BaseModel):
    """A message of test on its way."""

    entrega_id: UUID


@router.get("", operation_id="listar_ganchos", summary="Lista os ganchos")
def listar(store: StoreDep, actor: _Manager) -> Ganchos:
    """Return all webhooks within reach."""
    with store.database.begin() as connection:
        return Ganchos(itens=[_seen(hook) for hook in hooks.find(connection, actor)])


@router.post("", status_code=201, operation_id="criar_gancho", summary="Cria um gancho e mostra seu segredo uma vez")
def criar(store: StoreDep, actor: _Manager, body: GanchoNovo, response: Response) -> GanchoCriado:
    """Register a webhook."""
    hook, secret = hooks.create(store, actor, body.url, body.entidade_id)
    response.headers["Location"] = f"/v1/ganchos/{hook.id}"
    return GanchoCriado(**_seen(hook).model_dump(), segredo=secret)


@router.get("/{gancho_id}", operation_id="ver_gancho", summary="Mostra um gancho")
def ver(store: StoreDep, actor: _Manager, gancho_id: UUID) -> GanchoVisto:
    """Return a webhook."""
    with store.database.begin() as connection:
        return _seen(hooks.get(connection, actor, gancho_id))


@router.patch("/{gancho_id}", operation_id="alterar_gancho", summary="Muda o endereço, liga ou desliga")
def alterar(store: StoreDep, actor: _Manager, gancho_id: UUID, body: GanchoMudanca) -> GanchoVisto:
    """Change a webhook."""
    return _seen(hooks.change(store, actor, gancho_id, url=body.url, ativo=body.ativo))


@router.delete("/{gancho_id}", status_code=204, operation_id="apagar_gancho", summary="Apaga um gancho")
def apagar(store: StoreDep, actor: _Manager, gancho_id: UUID) -> None:
    """Delete a webhook, with what it was yet to be told."""
    hooks.remove(store, actor, gancho_id)


@router.post("/{gancho_id}/segredo", operation_id="trocar_segredo_do_gancho", summary="Troca o segredo")
def trocar_segredo(store: StoreDep, actor: _Manager, gancho_id: UUID) -> Segredo:
    """Give a webhook a new secret."""
    return Segredo(segredo=hooks.renew_secret(store, actor, gancho_id))


@router.post("/{gancho_id}/teste", status_code=202, operation_id="testar_gancho", summary="Envia um aviso de teste")
def testar(store: StoreDep, actor: _Manager, gancho_id: UUID) -> TesteEnviado:
    """Put a message that tells nothing on its way."""
    return TesteEnviado(entrega_id=hooks.try_out(store, actor, gancho_id))


@router.get("/{gancho_id}/entregas", operation_id="listar_entregas", summary="Lista as entregas, a última primeiro")
def entregas(
    store: StoreDep, actor: _Manager, gancho_id: UUID, limite: Annotated[int, Query(ge=1, le=200)] = 50
) -> Entregas:
    """Return what a webhook was told."""
    with store.database.begin() as connection:
        found = hooks.deliveries(connection, actor, gancho_id, limite)
    return Entregas(itens=[_delivery(each) for each in found])


def _seen(hook: Gancho) -> GanchoVisto:
    return GanchoVisto.model_validate(hook, from_attributes=True)


def _delivery(each: Entrega) -> EntregaVista:
    return EntregaVista.model_validate(each, from_attributes=True)
