"""A dossier step by step: its Ficha, its files, and sending it."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from fastapi import APIRouter, Depends, Request
from fastapi.responses import Response
from starlette.concurrency import run_in_threadpool

from docverify.store import drafts, listing
from docverify.store.contents import Original
from docverify.store.refusals import Invalid, NotFound
from docverify_api import models, uploads
from docverify_api.auth import StoreDep
from docverify_api.problems import Problem
from docverify_api.routes.dossies_comum import FICHA_SCHEMA, Machine, Sender, answer, only_json

router = APIRouter()

_FICHA: dict[str, Any] = {
    "requestBody": {"required": True, "content": {"application/json": {"schema": FICHA_SCHEMA}}},
}
_FILES: dict[str, Any] = {
    "requestBody": {
        "required": True,
        "content": {
            "multipart/form-data": {
                "schema": {
                    "type": "object",
                    "properties": {"arquivos": {"type": "array", "items": {"type": "string", "format": "binary"}}},
                    "required": ["arquivos"],
                    "additionalProperties": False,
                }
            }
        },
    }
}


@router.put(
    "/dossies/{dossie_id}/ficha",
    response_model=models.Dossie,
    openapi_extra=_FICHA,
    dependencies=[Depends(only_json)],
    summary="Dá a Ficha a um rascunho",
)
async def gravar_ficha(dossie_id: UUID, request: Request, store: StoreDep, actor: Sender, machine: Machine) -> Response:
    """Grava a ficha.json do rascunho, no lugar da que houver. Uma Ficha errada é recusada e diz a chave."""
    data = bytearray()
    async for block in request.stream():
        data += block
        if len(data) > machine.max_ficha_bytes:
            raise Problem(413, "limite_excedido", f"ficha.json passa de {machine.max_ficha_bytes} bytes")

    def stored() -> Response:
        norma = _asked(store, actor, dossie_id)
        declared = uploads.declare(bytes(data), norma, None, machine)
        if declared.ficha is None:
            raise Problem(422, "ficha_invalida", "falta a ficha.json no corpo do pedido")
        drafts.set_ficha(store, actor, dossie_id, bytes(data), declared.ficha)
        return answer(store, actor, dossie_id, 200)

    return await run_in_threadpool(stored)


@router.post(
    "/dossies/{dossie_id}/arquivos",
    status_code=201,
    response_model=models.Dossie,
    openapi_extra=_FILES,
    responses={507: {"description": "Sem espaço"}},
    summary="Junta arquivos a um rascunho",
)
async def juntar_arquivos(
    dossie_id: UUID, request: Request, store: StoreDep, actor: Sender, machine: Machine
) -> Response:
    """Junta arquivos; uma ficha.json entre eles vale de Ficha."""
    async with uploads.read_form(request, machine) as form:
        uploads.texts(form, ("csrf_token",), ("arquivos",))

        def stored() -> None:
            norma = _asked(store, actor, dossie_id)
            papers, ficha = uploads.papers_of(form.getlist("arquivos"), machine)
            if not papers and ficha is None:
                raise Invalid("vazio", "não veio arquivo nenhum no campo “arquivos”", campo="arquivos")
            declared = uploads.declare(ficha, norma, None, machine)

            def named(originals: tuple[Original, ...]) -> None:
                drafts.add_file(
                    store, actor, dossie_id, originals,
                    max_files=machine.max_files, max_bytes=machine.max_total_bytes,
                )  # fmt: skip

            if papers:
                uploads.keep(store, actor, papers, named)
            if ficha is not None and declared.ficha is not None:
                drafts.set_ficha(store, actor, dossie_id, ficha, declared.ficha)

        await run_in_threadpool(stored)
    return await run_in_threadpool(answer, store, actor, dossie_id, 201)


@router.delete("/dossies/{dossie_id}/arquivos/{arquivo_id}", status_code=204, summary="Tira um arquivo de um rascunho")
def tirar_arquivo(dossie_id: UUID, arquivo_id: UUID, store: StoreDep, actor: Sender) -> Response:
    """Tira um arquivo de um rascunho."""
    drafts.remove_file(store, actor, dossie_id, arquivo_id)
    return Response(status_code=204)


@router.post(
    "/dossies/{dossie_id}/enviar",
    status_code=202,
    response_model=models.Dossie,
    responses={
        200: {"model": models.Dossie, "description": "Já havia um dossiê com este conteúdo: é ele; o rascunho se foi"},
        202: {"description": "Na fila"},
    },
    summary="Envia um rascunho",
)
def enviar_rascunho(dossie_id: UUID, store: StoreDep, actor: Sender) -> Response:
    """Fecha o rascunho e o põe na fila."""
    received = drafts.submit(store, actor, dossie_id)
    return answer(store, actor, received.id, 202 if received.novo else 200)


@router.delete("/dossies/{dossie_id}", status_code=204, summary="Apaga um rascunho")
def apagar_rascunho(dossie_id: UUID, store: StoreDep, actor: Sender) -> Response:
    """Apaga um rascunho; o que foi enviado não se apaga."""
    drafts.delete_draft(store, actor, dossie_id)
    return Response(status_code=204)


def _asked(store: StoreDep, actor: Sender, dossie_id: UUID) -> str | None:
    """Return the norm that a draft asks for, so that nothing is stored for a dossier that is not there."""
    with store.database.begin() as connection:
        row = listing.get(connection, actor, dossie_id)
    if row.entidade_id != actor.entidade_id:
        raise NotFound
    if row.estado != "rascunho":
        raise drafts.sent()
    norma: str | None = row.norma_pedida
    return norma
