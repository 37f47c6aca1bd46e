"""Reading dossiers: the list, one, its progress, its report in each form, its versions."""

from __future__ import annotations

from typing import Annotated, Any, Literal
from uuid import UUID

from fastapi import APIRouter, Query, Request
from fastapi.responses import Response
from sse_starlette.sse import EventSourceResponse
from starlette.concurrency import run_in_threadpool

from docverify.report.serialize import dumps
from docverify.store import listing
from docverify.store.actors import Actor
from docverify.store.audit import note_access
from docverify.store.listing import Filtro, Row
from docverify.store.opening import Store
from docverify.store.refusals import Conflict
from docverify.values.identifiers import cnpj as cnpj_number
from docverify_api import models, rendering, streams
from docverify_api.auth import StoreDep
from docverify_api.problems import Problem
from docverify_api.routes.dossies_comum import MAX_INT, Reader, judged, shown, tagged

router = APIRouter()

Versao = Annotated[int | None, Query(ge=1, le=MAX_INT, description="a do veredito; sem ela, o último")]
_STREAMS_WAIT_S = "10"
_CSP = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'; sandbox"
_REPORT: dict[str, Any] = {
    "type": "object",
    "description": "O relatório do contrato; o JSON Schema completo está em /v1/esquemas/relatorio-1.json",
    "externalDocs": {"url": "/v1/esquemas/relatorio-1.json"},
}
_EVENT: dict[str, Any] = {
    "type": "object",
    "description": "Um evento; data é JSON",
    "properties": {
        "event": {"type": "string", "enum": ["progresso", "veredito", "erro"]},
        "data": {"type": "string", "contentMediaType": "application/json"},
    },
}
_JSON: dict[int | str, dict[str, Any]] = {
    200: {"description": "O relatório", "content": {"application/json": {"schema": _REPORT}}}
}
_HTML: dict[int | str, dict[str, Any]] = {
    200: {"description": "O relatório em HTML", "content": {"text/html": {"schema": {"type": "string"}}}}
}
_PDF: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "O relatório em PDF",
        "content": {"application/pdf": {"schema": {"type": "string", "format": "binary"}}},
    }
}
_ANY: dict[int | str, dict[str, Any]] = {
    200: {"description": "O relatório", "content": _JSON[200]["content"] | _HTML[200]["content"] | _PDF[200]["content"]}
}


@router.get("/dossies", response_model=models.Lista, summary="Lista os dossiês, do mais novo ao mais antigo")
def listar_dossies(
    store: StoreDep,
    actor: Reader,
    estado: Annotated[models.Estado | None, Query(description="só os que estão nele")] = None,
    resultado: Annotated[models.Resultado | None, Query(description="só os que têm este")] = None,
    norma: Annotated[models.Texto | None, Query(max_length=40, description="como GLP297")] = None,
    cnpj: Annotated[models.Texto | None, Query(max_length=40, description="com ou sem pontos")] = None,
    desde: Annotated[models.Dia | None, Query(description="criados neste dia (de Brasília) ou depois")] = None,
    ate: Annotated[models.Dia | None, Query(description="criados neste dia (de Brasília) ou antes")] = None,
    q: Annotated[
        models.Texto | None, Query(max_length=200, description="palavras do nome, da empresa ou do CNPJ")
    ] = None,
    entidade_id: Annotated[UUID | None, Query(description="para quem vê mais de uma entidade")] = None,
    limite: Annotated[int, Query(ge=1, le=listing.MAX_PAGE, description="quantos de uma vez")] = 50,
    cursor: Annotated[models.Texto | None, Query(max_length=400, description="`proximo` da resposta anterior")] = None,
) -> models.Lista:
    """Lista o que esta conta alcança. CPFs aparecem mascarados."""
    filtro = Filtro(
        estado=estado,
        resultado=resultado,
        norma=None if norma is None else norma.strip().upper(),
        cnpj=None if cnpj is None else _cnpj(cnpj),
        desde=desde,
        ate=ate,
        q=q,
        entidade_id=entidade_id,
    )
    with store.database.begin() as connection:
        rows, following = listing.find(connection, store.secret, actor, filtro, limite=limite, cursor=cursor)
    return models.Lista(dossies=[models.resumo(row) for row in rows], proximo=following)


@router.get(
    "/dossies/{dossie_id}",
    response_model=models.Dossie,
    responses={304: {"description": "Não mudou"}},
    summary="Estado de um dossiê",
)
def ler_dossie(dossie_id: UUID, request: Request, store: StoreDep, actor: Reader) -> Response:
    """Diz o estado, o progresso e, havendo, o veredito em resumo."""
    with store.database.begin() as connection:
        body = shown(connection, actor, dossie_id)
    return tagged(request, body.model_dump_json().encode(), "application/json")


@router.get(
    "/dossies/{dossie_id}/eventos",
    response_class=Response,
    responses={200: {"description": "Eventos", "content": {"text/event-stream": {"schema": _EVENT}}}},
    summary="Progresso, ao vivo",
)
async def acompanhar_dossie(dossie_id: UUID, request: Request, store: StoreDep, actor: Reader) -> Response:
    """Envia eventos progresso e, no fim, veredito ou erro; então termina."""
    row = await run_in_threadpool(_row, store, actor, dossie_id)
    if row.estado == "rascunho":
        raise Conflict("nao_enviado", "o dossiê ainda é rascunho; envie-o primeiro")
    gauge = streams.gauge_of(request.app)
    if gauge.value >= store.settings.max_streams:
        raise Problem(
            429, "acompanhamentos_demais", "há acompanhamentos demais ao mesmo tempo; consulte o estado",
            headers={"Retry-After": _STREAMS_WAIT_S},
        )  # fmt: skip
    return EventSourceResponse(streams.events(store, actor, dossie_id, gauge), ping=streams.HEARTBEAT_S)


@router.get("/dossies/{dossie_id}/relatorio", response_class=Response, responses=_ANY, summary="Relatório")
async def ler_relatorio(
    dossie_id: UUID, request: Request, store: StoreDep, actor: Reader, versao: Versao = None
) -> Response:
    """Dá o relatório em JSON, HTML ou PDF, conforme o cabeçalho Accept."""
    wanted = rendering.negotiated(request.headers.get("accept"))
    if wanted is None:
        raise Problem(406, "formato_nao_oferecido", "há relatório em application/json, text/html e application/pdf")
    return await _report(request, store, actor, dossie_id, versao, wanted)


@router.get("/dossies/{dossie_id}/relatorio.json", response_class=Response, responses=_JSON, summary="Relatório, JSON")
async def ler_relatorio_json(
    dossie_id: UUID, request: Request, store: StoreDep, actor: Reader, versao: Versao = None
) -> Response:
    """Dá o relatório como o contrato o descreve."""
    return await _report(request, store, actor, dossie_id, versao, "json")


@router.get("/dossies/{dossie_id}/relatorio.html", response_class=Response, responses=_HTML, summary="Relatório, HTML")
async def ler_relatorio_html(
    dossie_id: UUID, request: Request, store: StoreDep, actor: Reader, versao: Versao = None
) -> Response:
    """Dá o relatório para pessoas, com as imagens das evidências."""
    return await _report(request, store, actor, dossie_id, versao, "html")


@router.get("/dossies/{dossie_id}/relatorio.pdf", response_class=Response, responses=_PDF, summary="Relatório, PDF")
async def ler_relatorio_pdf(
    dossie_id: UUID, request: Request, store: StoreDep, actor: Reader, versao: Versao = None
) -> Response:
    """Dá o relatório para pessoas, com as imagens das evidências."""
    return await _report(request, store, actor, dossie_id, versao, "pdf")


@router.get("/dossies/{dossie_id}/versoes", response_model=models.Versoes, summary="Vereditos de um dossiê")
def listar_versoes(dossie_id: UUID, store: StoreDep, actor: Reader) -> models.Versoes:
    """Lista os vereditos, do último ao primeiro, com as versões do que os produziu."""
    with store.database.begin() as connection:
        rows = listing.versions(connection, actor, dossie_id)
    return models.Versoes(versoes=[models.versao(row) for row in rows])


async def _report(
    request: Request,
    store: Store,
    actor: Actor,
    dossie_id: UUID,
    versao: int | None,
    form: Literal["json", "html", "pdf"],
) -> Response:
    verdict = await run_in_threadpool(_verdict, store, actor, dossie_id, versao)
    name = f"relatorio-{dossie_id}-{verdict.versao}"
    headers = {"Content-Disposition": f'inline; filename="{name}.{form}"', "Vary": "Accept"}
    if form == "json":
        return tagged(request, dumps(verdict.relatorio).encode("utf-8"), "application/json", headers)
    body = await rendering.render(store, dossie_id, verdict.relatorio, form)
    if form == "pdf":
        return tagged(request, body, "application/pdf", headers)
    return tagged(request, body, "text/html; charset=utf-8", {**headers, "Content-Security-Policy": _CSP})


def _verdict(store: Store, actor: Actor, dossie_id: UUID, versao: int | None) -> Row:
    with store.database.begin() as connection:
        judged(connection, actor, dossie_id)
        verdict = listing.report_of(connection, actor, dossie_id, versao)
        note_access(
            connection, store.ledger, actor, "relatorio.ler", dossie_id,
            entidade_id=verdict.entidade_id, detalhe={"versao": verdict.versao},
        )  # fmt: skip
    return verdict


def _row(store: Store, actor: Actor, dossie_id: UUID) -> Row:
    with store.database.begin() as connection:
        return listing.get(connection, actor, dossie_id)


def _cnpj(text: str) -> str:
    try:
        found = cnpj_number.compact(text)
    except ValueError:
        found = ""
    if len(found) != cnpj_number.LENGTH:
        raise Problem(422, "dados_invalidos", "o CNPJ tem 14 caracteres, com ou sem pontos", campo="cnpj")
    return found
