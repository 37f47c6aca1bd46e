"""The API's description (OpenAPI 3.1): what FastAPI cannot know by itself, and a page of it without internet."""

from __future__ import annotations

import re
from typing import Any

from fastapi import FastAPI, Request
from fastapi.openapi.utils import get_openapi
from fastapi.responses import Response

from docverify_api.problems import MEDIA_TYPE, Problema

OPENAPI_URL = "/v1/openapi.json"
DOCS_URL = "/v1/docs"
_ENGLISH = frozenset(
    [
        "an",
        "and",
        "are",
        "change",
        "give",
        "is",
        "make",
        "of",
        "response",
        "return",
        "returns",
        "show",
        "that",
        "the",
        "webhook",
        "webhooks",
        "what",
        "which",
        "who",
    ]
)
"""Words that no Portuguese sentence here holds."""
_METHODS = ("get", "put", "post", "delete", "patch")
_PROBLEMS = {
    "400": "O pedido não pôde ser entendido",
    "401": "É preciso entrar ou enviar uma chave",
    "403": "Esta conta não pode fazer isto",
    "404": "Não há nada neste endereço que esta conta possa ver",
    "408": "O envio parou no meio",
    "413": "O corpo passa do limite de bytes",
    "415": "Tipo não aceito",
    "422": "Dados inválidos",
    "429": "Pedidos demais; veja Retry-After",
    "500": "Defeito do docverify",
    "503": "Indisponível no momento; veja Retry-After",
    "default": "Outro problema",
}
_WITH_BODY = frozenset({"400", "408", "413", "415"})
_WITH_NAME = frozenset({"401", "403"})


def install(app: FastAPI) -> None:
    """Let an application describe itself, and show that on a page."""

    def openapi() -> dict[str, Any]:
        if app.openapi_schema is None:
            app.openapi_schema = described(app)
        return app.openapi_schema

    app.openapi = openapi  # type: ignore[method-assign]  # FastAPI's own way to extend it

    @app.get(DOCS_URL, include_in_schema=False)
    def documentacao(request: Request) -> Response:
        from docverify_api import pages  # the templates' environment, of no use to who only wants the description

        return pages.render(request, "documentacao.html", operacoes=operations(app.openapi()), openapi_url=OPENAPI_URL)


def described(app: FastAPI) -> dict[str, Any]:
    """Return the description: each operation with the problems that it may answer and how to say who asks."""
    schema = get_openapi(
        title=app.title, version=app.version, description=app.description, routes=app.routes, openapi_version="3.1.0"
    )
    components = schema.setdefault("components", {})
    schemas = components.setdefault("schemas", {})
    for name in ("HTTPValidationError", "ValidationError"):
        schemas.pop(name, None)
    schemas["Problema"] = Problema.model_json_schema(ref_template="#/components/schemas/{model}")
    components["responses"] = {f"Problema{status}": _problem(told) for status, told in _PROBLEMS.items()}
    for path, methods in schema.get("paths", {}).items():
        for method in _METHODS:
            if method in methods:
                _complete(path, methods[method])
    for shape in schemas.values():  # what each is for, its name and its fields tell
        shape.pop("description", None)
    _in_portuguese(schema)
    return schema


def operations(schema: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the operations of a description in the order of their paths, as the page shows them."""
    found = []
    for path, methods in schema.get("paths", {}).items():
        for method in _METHODS:
            if method in methods:
                operation = methods[method]
                found.append(
                    {
                        "metodo": method.upper(),
                        "caminho": path,
                        "nome": operation.get("operationId", ""),
                        "resumo": operation.get("summary", ""),
                        "texto": operation.get("description", ""),
                        "parametros": [
                            {
                                "nome": parameter["name"],
                                "onde": _PLACES.get(parameter["in"], parameter["in"]),
                                "obrigatorio": parameter.get("required", False),
                                "texto": parameter.get("description", ""),
                            }
                            for parameter in operation.get("parameters", [])
                        ],
                        "corpo": sorted(operation.get("requestBody", {}).get("content", {})),
                        "campos": _fields(schema, operation),
                        "respostas": [
                            (status, answer.get("description", ""))
                            for status, answer in operation.get("responses", {}).items()
                            if status.startswith(("2", "3"))
                        ],
                    }
                )
    return found


_PLACES = {"path": "no caminho", "query": "na consulta", "header": "no cabeçalho", "cookie": "no cookie"}


def _fields(schema: dict[str, Any], operation: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the fields of an operation's body."""
    content = operation.get("requestBody", {}).get("content", {})
    shape: dict[str, Any] = next((media.get("schema", {}) for media in content.values()), {})
    for one in shape.get("anyOf", ()):  # a body that may be left out
        shape = one if one.get("type") != "null" else shape
    if "$ref" in shape:
        shape = schema["components"]["schemas"][shape["$ref"].rpartition("/")[2]]
    return [
        {"nome": name, "obrigatorio": name in shape.get("required", ()), "texto": field.get("description", "")}
        for name, field in shape.get("properties", {}).items()
    ]


def _problem(told: str) -> dict[str, Any]:
    return {"description": told, "content": {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problema"}}}}


def _in_portuguese(node: Any, *, answer: bool = False) -> None:
    """Leave out what FastAPI took from the code's own docstrings, which are in English: this is read by people.

    Args:
        node: Of the description, changed where it stands.
        answer: The node is a response, which must say something.
    """
    if isinstance(node, list):
        for entry in node:
            _in_portuguese(entry)
    if not isinstance(node, dict):
        return
    told = node.get("description")
    if isinstance(told, str) and not _ENGLISH.isdisjoint(re.findall(r"[a-z]+", told.lower())):
        del node["description"]
        if answer:
            node["description"] = "Feito"
    for name, entry in node.items():
        if name == "responses" and isinstance(entry, dict):
            for each in entry.values():
                _in_portuguese(each, answer=True)
        else:
            _in_portuguese(entry)


def _complete(path: str, operation: dict[str, Any]) -> None:
    named = bool(operation.get("security"))
    responses = operation.setdefault("responses", {})
    if "HTTPValidationError" in str(responses.get("422")):
        del responses["422"]
    for status in _PROBLEMS:
        if status in _WITH_BODY and "requestBody" not in operation:
            continue
        if status in _WITH_NAME and not named:
            continue
        if status == "404" and "{" not in path:
            continue
        told = responses.get(status)
        if told is None or not told.get("content"):
            responses[status] = {"$ref": f"#/components/responses/Problema{status}"}
