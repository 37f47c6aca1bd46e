"""For who runs the service: is it alive, is it ready, what is it doing (no prefix, no session)."""

from __future__ import annotations

import ipaddress
from typing import Annotated

from fastapi import APIRouter, FastAPI, Request, Security
from fastapi.responses import Response
from fastapi.security import HTTPBearer
from pydantic import BaseModel, Field
from starlette.concurrency import run_in_threadpool

from docverify.store.rights import may
from docverify.store.tokens import same
from docverify_api import metrics
from docverify_api.auth import COOKIE, StoreDep, get_actor
from docverify_api.problems import Problem
from docverify_api.readiness import Readiness

router = APIRouter(tags=["operação"])

_FORWARDED = ("forwarded", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip", "via")
_BEARER = HTTPBearer(scheme_name="metricas", description="DOCVERIFY_METRICS_TOKEN, ou uma chave", auto_error=False)


class Vivo(BaseModel):
    """The process answers; nothing else was asked."""

    vivo: bool


class Pronto(BaseModel):
    """The service can do its work."""

    pronto: bool
    partes: dict[str, str] = Field(description="banco, revisao, armazenamento: ok, ou o que há")
    trabalhadores: int | None = Field(
        description="processos que verificam, em todos os computadores; 0: o envio espera"
    )


def install(app: FastAPI) -> None:
    """Let an application count what it does and look after itself.

    Args:
        app: With ``state.store``, ``state.observers`` and ``state.uploads``; not yet started.
    """
    app.state.metrics = metrics.install(app, app.state.store)
    app.state.readiness = Readiness(app.state.store)


@router.get("/saude", operation_id="saude", summary="O processo responde")
async def saude() -> Vivo:
    """Say that the process answers, whatever becomes of database and files."""
    return Vivo(vivo=True)


@router.get("/pronto", operation_id="pronto", summary="Banco de dados e arquivos atendem")
def pronto(request: Request) -> Pronto:
    """Say whether everything that an upload needs is there."""
    readiness: Readiness = request.app.state.readiness
    state = readiness.look()
    if state.pronto:
        return Pronto(pronto=True, partes=dict(state.partes), trabalhadores=state.trabalhadores)
    missing = "; ".join(f"{name}: {part}" for name, part in state.partes.items() if part != "ok")
    raise Problem(
        503,
        "nao_pronto",
        f"o serviço não está pronto ({missing})",
        headers={"Retry-After": "5"},
        partes=dict(state.partes),
        trabalhadores=state.trabalhadores,
    )


@router.get(
    "/metrics",
    operation_id="metricas",
    summary="Métricas para o Prometheus",
    response_class=Response,
    responses={
        200: {
            "content": {
                "text/plain": {"schema": {"type": "string"}},
                "application/openmetrics-text": {"schema": {"type": "string"}},
            }
        }
    },
)
async def metricas(
    request: Request,
    store: StoreDep,
    _bearer: Annotated[object, Security(_BEARER)] = None,
    _session: Annotated[object, Security(COOKIE)] = None,
) -> Response:
    """Return the numbers, to who may have them."""
    token = store.settings.metrics_token
    if not _has_token(request, token.get_secret_value() if token else None) and not (
        token is None and _from_here(request)
    ):
        actor = await get_actor(request)
        if not may(actor, "metricas.ler"):
            raise Problem(403, "sem_permissao", "esta conta não pode ler as métricas; peça a um administrador")
    gathered: metrics.Metrics = request.app.state.metrics
    body, media_type = await run_in_threadpool(gathered.exposed, request.headers.get("accept", ""))
    return Response(body, media_type=media_type)


for _path, _asked in (("/saude", saude), ("/pronto", pronto)):  # load balancers ask by HEAD
    router.add_api_route(_path, _asked, methods=["HEAD"], include_in_schema=False)


def _has_token(request: Request, token: str | None) -> bool:
    scheme, _, given = request.headers.get("authorization", "").partition(" ")
    return token is not None and scheme.lower() == "bearer" and same(given.strip(), token)


def _from_here(request: Request) -> bool:
    """Tell whether a program of this machine asks, and for itself: not a reverse proxy for somebody else."""
    if request.client is None or any(name in request.headers for name in _FORWARDED):
        return False
    try:
        return ipaddress.ip_address(request.client.host).is_loopback
    except ValueError:
        return False
