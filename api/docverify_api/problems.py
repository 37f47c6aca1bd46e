"""Errors as problem+json (RFC 9457): a stable code for programs, a sentence in Portuguese for people."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from pydantic import BaseModel, ConfigDict, Field
from starlette.exceptions import HTTPException
from starlette.routing import Match

from docverify.errors import BadInputError, DocverifyError
from docverify.store.embedded import DatabaseUnavailableError
from docverify.store.files import StorageError, StorageFullError
from docverify.store.refusals import Conflict, Forbidden, Gone, NotFound, Refusal, TooMany
from docverify_api import pages

MEDIA_TYPE = "application/problem+json"


class Problema(BaseModel):
    """An error, as it is sent."""

    model_config = ConfigDict(extra="allow")

    type: str = Field(description="URN que termina no código")
    title: str
    status: int
    detail: str = Field(description="o que houve e o que fazer")
    codigo: str = Field(description="estável, para programas")
    pedido_id: str | None = Field(default=None, description="do pedido, como nos registros")


class Problem(Exception):
    """What a request cannot have.

    Args:
        status: Of HTTP.
        codigo: Stable, ``snake_case``.
        detalhe: What happened and what to do.
        headers: Sent with it.
        extra: Further members.
    """

    def __init__(
        self, status: int, codigo: str, detalhe: str, *, headers: dict[str, str] | None = None, **extra: Any
    ) -> None:
        super().__init__(detalhe)
        self.status = status
        self.codigo = codigo
        self.detalhe = detalhe
        self.headers = headers or {}
        self.extra = extra


_TITLES = {
    400: "Pedido inválido",
    401: "É preciso entrar",
    403: "Sem permissão",
    404: "Não encontrado",
    405: "Método não permitido",
    406: "Formato não oferecido",
    408: "Tempo esgotado",
    409: "Conflito",
    410: "Não existe mais",
    413: "Grande demais",
    415: "Tipo não aceito",
    421: "Endereço errado",
    422: "Dados inválidos",
    429: "Pedidos demais",
    500: "Defeito",
    503: "Indisponível no momento",
    507: "Sem espaço",
}
_CODES = {
    400: ("pedido_invalido", "o pedido não pôde ser entendido"),
    401: ("nao_autenticado", "entre com usuário e senha ou envie uma chave em Authorization: Bearer"),
    403: ("sem_permissao", "esta conta não pode fazer isto; peça a um administrador"),
    404: ("nao_encontrado", "não há nada neste endereço que esta conta possa ver"),
    405: ("metodo_nao_permitido", "este endereço não aceita este método"),
    406: ("formato_nao_oferecido", "este endereço não responde no formato pedido em Accept"),
    408: ("tempo_esgotado", "o envio parou no meio; confira a conexão e envie de novo"),
    413: ("limite_excedido", "o pedido passa do limite de bytes"),
    415: ("tipo_nao_aceito", "envie multipart/form-data ou application/json"),
}


_METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE")


def response(request: Request, problem: Problem) -> Response:
    """Return a problem as its answer: a page for who looks at pages, problem+json for everybody else."""
    title = _TITLES.get(problem.status, "Erro")
    if pages.wants_page(request):
        return pages.error(request, problem.status, problem.codigo, title, problem.detalhe, problem.headers)
    body = Problema(
        type=f"urn:docverify:problema:{problem.codigo}",
        title=title,
        status=problem.status,
        detail=problem.detalhe,
        codigo=problem.codigo,
        pedido_id=getattr(request.state, "pedido_id", None),
        **problem.extra,
    )
    return JSONResponse(body.model_dump(), problem.status, headers=problem.headers, media_type=MEDIA_TYPE)


def of_error(error: DocverifyError) -> Problem:
    """Return a typed error of the house as a problem."""
    if isinstance(error, StorageFullError):
        return Problem(507, "sem_espaco", error.mensagem, headers={"Retry-After": "60"})
    if isinstance(error, (StorageError, DatabaseUnavailableError)):
        return Problem(503, "indisponivel", error.mensagem, headers={"Retry-After": "10"})
    if isinstance(error, Refusal):
        return _of_refusal(error)
    if isinstance(error, BadInputError):
        return Problem(422, error.codigo, error.mensagem)
    return Problem(500, error.codigo, error.mensagem)


_REFUSALS: dict[type[Refusal], int] = {NotFound: 404, Forbidden: 403, Conflict: 409, Gone: 410, TooMany: 429}


def _of_refusal(error: Refusal) -> Problem:
    headers = {"Retry-After": str(error.wait)} if isinstance(error, TooMany) else None
    extra = {} if error.campo is None else {"campo": error.campo}
    return Problem(_REFUSALS.get(type(error), 422), error.codigo, error.mensagem, headers=headers, **extra)


def install(app: FastAPI) -> None:
    """Answer every error of an application with a problem."""

    @app.exception_handler(Problem)
    def _problem(request: Request, error: Problem) -> Response:
        return response(request, error)

    @app.exception_handler(DocverifyError)
    def _typed(request: Request, error: DocverifyError) -> Response:
        return response(request, of_error(error))

    @app.exception_handler(RequestValidationError)
    def _invalid(request: Request, error: RequestValidationError) -> Response:
        places = [
            {"campo": ".".join(str(part) for part in entry["loc"]), "tipo": str(entry["type"])}
            for entry in error.errors()[:20]
        ]
        named = ", ".join(place["campo"] for place in places[:3]) or "corpo"
        return response(request, Problem(422, "dados_invalidos", f"confira {named}", erros=places))

    @app.exception_handler(HTTPException)
    def _http(request: Request, error: HTTPException) -> Response:
        codigo, detalhe = _CODES.get(error.status_code, ("erro", "o pedido não pôde ser atendido"))
        headers = dict(error.headers or {})
        if error.status_code == 405:
            headers["Allow"] = ", ".join(_allowed(app, request))
        return response(request, Problem(error.status_code, codigo, detalhe, headers=headers))


def _allowed(app: FastAPI, request: Request) -> list[str]:
    """Return all methods that an address takes (RFC 9110, 10.2.1); Starlette names those of one of its routes only."""
    scopes = [dict(request.scope) | {"method": method} for method in _METHODS]
    return [
        scope["method"] for scope in scopes if any(route.matches(scope)[0] is Match.FULL for route in app.router.routes)
    ]
