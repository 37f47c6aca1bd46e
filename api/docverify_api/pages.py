"""Pages of HTML: the templates' environment, how a page is answered, and errors as pages.

A page knows who asks by what `docverify_api.auth` left in ``request.state``: ``actor``, ``csrf`` (the session's token)
and ``nome`` (of the person). Everything from a dossier or a form is escaped; no page holds a script or a style.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from datetime import date, datetime
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit

from fastapi import Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from docverify import __version__
from docverify.report.view import inert
from docverify.store.actors import Actor
from docverify.store.rights import Right, may
from docverify.values.brasilia import BRASILIA
from docverify.values.errors import InvalidValue
from docverify.values.identifiers import cnpj
from docverify.values.private import masked
from docverify_api import dizeres

_FOLDER = Path(__file__).resolve().parent
STATIC = _FOLDER / "static"
"""Where style, modules and pictures lie."""


def render(request: Request, template: str, status: int = 200, **context: Any) -> HTMLResponse:
    """Return a page.

    Args:
        request: What it answers.
        template: File of the folder ``templates``.
        status: Of HTTP.
        context: What the template shows; ``secao`` (``dossies``, ``novo``, ``contas``) marks the place in the menu.
    """
    actor: Actor | None = getattr(request.state, "actor", None)

    def pode(right: Right) -> bool:
        return actor is not None and may(actor, right)

    told: dict[str, Any] = {
        "ator": actor,
        "quem": getattr(request.state, "nome", None) or (actor.ator if actor else ""),
        "papel": dizeres.PAPEIS.get(actor.papel or "", "") if actor else "",
        "csrf_token": getattr(request.state, "csrf", None) or "",
        "pode": pode,
        "secao": "",
        "versao_do_programa": __version__,
    }
    html = _environment().get_template(template).render(told | context)
    return HTMLResponse(html, status, headers={"Cache-Control": "no-store"})


def wants_page(request: Request) -> bool:
    """Tell whether an error is to be a page: who asks for HTML on the pages' own paths, or follows a link elsewhere."""
    path = request.url.path
    if path.startswith("/v1/") or path in ("/saude", "/pronto", "/metrics"):
        return request.headers.get("sec-fetch-dest") == "document"
    return "text/html" in request.headers.get("accept", "")


def error(
    request: Request, status: int, codigo: str, titulo: str, detalhe: str, headers: Mapping[str, str] | None = None
) -> Response:
    """Return an error as a page; who has not signed in is sent to do so, and back.

    Args:
        request: What it answers.
        status: Of HTTP.
        codigo: Stable code of the problem.
        titulo: What it is.
        detalhe: What happened and what to do.
        headers: Sent with it.
    """
    location = next((v for k, v in (headers or {}).items() if k.lower() == "location"), None)
    if location is None and status == 401 and codigo == "nao_autenticado":
        location = "/entrar"
        if request.method in ("GET", "HEAD"):
            query = f"?{request.url.query}" if request.url.query else ""
            location += "?proximo=" + quote(request.url.path + query, safe="")
    if location is not None:
        return RedirectResponse(location, 303, headers={"Cache-Control": "no-store"})
    answer = render(
        request,
        "erro.html",
        status,
        titulo_do_erro=titulo,
        detalhe=detalhe,
        codigo=codigo,
        espera=_wait(headers or {}),
        pedido_id=getattr(request.state, "pedido_id", None),
    )
    answer.headers.update(dict(headers or {}))
    return answer


def own_path(path: str | None, otherwise: str = "/") -> str:
    """Return a path of this server to go on to; what leads elsewhere is replaced.

    Args:
        path: As a form or an address gave it.
        otherwise: What is taken instead.
    """
    if not path or not path.startswith("/") or path.startswith("//") or "\\" in path or not path.isprintable():
        return otherwise
    parts = urlsplit(path)
    return otherwise if parts.scheme or parts.netloc else path


def day(value: date | None) -> str:
    """Return a day as Brazilians write it."""
    return "—" if value is None else value.strftime("%d/%m/%Y")


def moment(value: datetime | None) -> str:
    """Return a moment in Brasília's time."""
    return "—" if value is None else value.astimezone(BRASILIA).strftime("%d/%m/%Y %H:%M")


def cnpj_or(value: str | None) -> str:
    """Return a CNPJ with its mask, anything else as it is."""
    if not value:
        return "—"
    try:
        return cnpj.format(value)
    except InvalidValue:
        return value


def size(value: int) -> str:
    """Return a number of bytes for a person."""
    if value < 1_000_000:
        return f"{max(1, round(value / 1000))} kB"
    return f"{value / 1_000_000:.1f}".removesuffix(".0").replace(".", ",") + " MB"


def static_url(name: str) -> str:
    """Return the address of a static file, which changes with its content."""
    return f"/estatico/{name}?v={_stamp(name)}"


def stamped(name: str, stamp: str | None) -> bool:
    """Tell whether an address of a static file is that of the present content, which may be kept for long."""
    return stamp is not None and (STATIC / name).is_file() and stamp == _stamp(name)


def _wait(headers: Mapping[str, str]) -> str:
    seconds = next((v for k, v in headers.items() if k.lower() == "retry-after"), "")
    if not seconds.isascii() or not seconds.isdigit():
        return ""
    number = int(seconds)
    if number < 120:
        return f"{number} segundo{'' if number == 1 else 's'}"
    return f"{-(-number // 60)} minutos"


def sentence(text: str) -> str:
    """Return a problem's detail as a sentence."""
    text = text.strip()
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "!", "?")) else ".")


@cache
def _stamp(name: str) -> str:
    return hashlib.sha256((STATIC / name).read_bytes()).hexdigest()[:12]


@cache
def _environment() -> Environment:
    made = Environment(
        loader=FileSystemLoader(_FOLDER / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    filters: dict[str, Callable[..., str]] = {
        "inerte": lambda value: inert(str(value)),
        "sem_cpf": lambda value: inert(str(masked(value))),
        "dia": day,
        "momento": moment,
        "cnpj": cnpj_or,
        "tamanho": size,
        "frase": sentence,
    }
    made.filters.update(filters)
    made.globals["estatico"] = static_url
    return made
