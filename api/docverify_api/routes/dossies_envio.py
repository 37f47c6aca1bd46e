"""Sending a dossier at once, and having one verified again."""

from __future__ import annotations

from typing import Annotated, Any
from uuid import UUID

from fastapi import APIRouter, Body, Depends, Request
from fastapi.responses import Response
from starlette.concurrency import run_in_threadpool

from docverify.norms import loader
from docverify.store import dossiers, names
from docverify.store.actors import Actor
from docverify_api import models, uploads
from docverify_api.auth import StoreDep, require
from docverify_api.problems import Problem
from docverify_api.routes.dossies_comum import Machine, Sender, answer, only_json

router = APIRouter()

FIELDS = ("nome", "norma", "data", "prioridade", "rascunho", "ficha", "csrf_token")
FILES = ("arquivos", "ficha")
MAX_NAME = 200
_YES, _NO = ("true", "1", "sim"), ("false", "0", "nao", "não")

_FORM: dict[str, Any] = {
    "requestBody": {
        "required": True,
        "content": {
            "multipart/form-data": {
                "schema": {
                    "type": "object",
                    "properties": {
                        "arquivos": {
                            "type": "array",
                            "items": {"type": "string", "format": "binary"},
                            "description": "PDF, JPEG, PNG, TIFF, WebP; ou só um zip do dossiê; ficha.json é a Ficha",
                        },
                        "ficha": {"type": "string", "description": "ficha.json, como arquivo ou como texto"},
                        "nome": {"type": "string", "maxLength": MAX_NAME},
                        "norma": {"type": "string", "examples": ["GLP297"]},
                        "data": {"type": "string", "format": "date", "description": "data de referência"},
                        "prioridade": {"type": "string", "enum": ["interativo", "lote"], "default": "interativo"},
                        "rascunho": {"type": "boolean", "default": False, "description": "não enviar ainda"},
                    },
                    "additionalProperties": False,
                }
            }
        },
    }
}


@router.post(
    "/dossies",
    status_code=202,
    response_model=models.Dossie,
    responses={
        200: {"model": models.Dossie, "description": "O mesmo conteúdo já tinha sido enviado: é o mesmo dossiê"},
        201: {"model": models.Dossie, "description": "Rascunho criado"},
        202: {"description": "Guardado e na fila"},
        507: {"description": "Sem espaço"},
    },
    openapi_extra=_FORM,
    summary="Envia um dossiê, ou começa um rascunho",
)
async def enviar_dossie(request: Request, store: StoreDep, actor: Sender, machine: Machine) -> Response:
    """Guarda os arquivos e põe o dossiê na fila. O mesmo conteúdo, enviado de novo, é o mesmo dossiê."""
    async with uploads.read_form(request, machine) as form:
        text = uploads.texts(form, FIELDS, FILES)
        text.pop("ficha", None)
        priority, draft = _priority(text.get("prioridade")), _flag("rascunho", text.get("rascunho"))

        def stored() -> tuple[UUID, int]:
            ficha, scans = uploads.ficha_of(form.getlist("ficha"), machine)
            papers, other = uploads.papers_of([*form.getlist("arquivos"), *scans], machine)
            if ficha is not None and other is not None:
                raise Problem(422, "ficha_invalida", "há mais de uma ficha.json no envio; deixe só a que vale")
            ficha = ficha if ficha is not None else other
            declared = uploads.declare(ficha, text.get("norma"), text.get("data"), machine)
            received = uploads.send(
                store, actor, papers, ficha, declared,
                nome=name_of(text.get("nome")), prioridade=priority, rascunho=draft,
            )  # fmt: skip
            return received.id, 201 if draft else 202 if received.novo else 200

        dossie_id, status = await run_in_threadpool(stored)
    return await run_in_threadpool(answer, store, actor, dossie_id, status)


@router.post(
    "/dossies/{dossie_id}/reprocessar",
    status_code=202,
    response_model=models.Dossie,
    responses={202: {"description": "Na fila; o veredito em vigor fica até haver outro"}},
    dependencies=[Depends(only_json)],
    summary="Verifica de novo",
)
def reprocessar_dossie(
    dossie_id: UUID,
    store: StoreDep,
    machine: Machine,
    actor: Annotated[Actor, Depends(require("dossie.reprocessar"))],
    pedido: Annotated[models.Reprocesso | None, Body()] = None,
) -> Response:
    """Põe uma nova verificação na fila, com outra norma ou data se for o caso."""
    asked = pedido or models.Reprocesso()
    norma = None
    if asked.norma is not None:
        norma = loader.load_norm(asked.norma, pasta=machine.norms).id
    if asked.data is not None and not 1900 <= asked.data.year <= 2100:
        raise Problem(422, "data_invalida", "a data de referência fica entre 1900 e 2100", campo="data")
    dossiers.reprocess(store, actor, dossie_id, norma=norma, data=asked.data, porque=asked.porque)
    return answer(store, actor, dossie_id, 202)


def name_of(text: str | None) -> str:
    """Return a dossier's name as given.

    Raises:
        Problem: 422 it is too long.
    """
    name = names.title(text or "")
    if len(name) > MAX_NAME:
        raise Problem(422, "dados_invalidos", f"o nome tem {len(name)} caracteres; o limite é {MAX_NAME}", campo="nome")
    return name


def _priority(text: str | None) -> str:
    if text not in (None, "interativo", "lote"):
        raise Problem(422, "dados_invalidos", "prioridade é interativo ou lote", campo="prioridade")
    return text or "interativo"


def _flag(name: str, text: str | None) -> bool:
    if text is None or text.lower() in _NO:
        return False
    if text.lower() in _YES:
        return True
    raise Problem(422, "dados_invalidos", f"{name} é true ou false", campo=name)
