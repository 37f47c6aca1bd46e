"""The clerk's pages: the list of dossiers, a new one, its progress and verdict, and the static files."""

from __future__ import annotations

from typing import Annotated, Any
from urllib.parse import urlencode
from uuid import UUID

from fastapi import APIRouter, Depends, Query, Request
from fastapi.responses import Response
from fastapi.staticfiles import StaticFiles

from docverify.norms import loader
from docverify.store import entities, listing
from docverify.store.actors import Actor
from docverify.store.audit import note_access
from docverify.store.refusals import Invalid, NotFound
from docverify.store.tables import ESTADOS
from docverify.values.identifiers import cnpj
from docverify_api import dizeres, pages, rendering, telas, uploads
from docverify_api.auth import StoreDep, require
from docverify_api.routes import paginas_novo

router = APIRouter()
router.include_router(paginas_novo.router)  # before the route that would take "novo" for a dossier's id
_STATIC = StaticFiles(directory=pages.STATIC)
_FILTERS = ("q", "estado", "resultado", "norma")
_PAGE = 50

Reader = Annotated[Actor, Depends(require("dossie.ler"))]


@router.get("/estatico/{nome}")
async def estatico(request: Request, nome: str, v: Annotated[str | None, Query(max_length=64)] = None) -> Response:
    """Return a style sheet, module or picture; its address changes with its content."""
    answer = await _STATIC.get_response(nome, request.scope)
    kept = pages.stamped(nome, v)
    answer.headers["Cache-Control"] = "public, max-age=31536000, immutable" if kept else "no-cache"
    return answer


@router.get("/")
def lista(request: Request, store: StoreDep, actor: Reader) -> Response:
    """Show the dossiers within reach, the newest first."""
    asked = {name: request.query_params.get(name, "").strip()[:200] for name in _FILTERS}
    cursor = request.query_params.get("cursor")
    with store.database.begin() as connection:
        try:
            rows, following = listing.find(connection, store.secret, actor, _filter(asked), limite=_PAGE, cursor=cursor)
        except Invalid:  # a page kept from before the secret was changed: begin anew
            cursor = None
            rows, following = listing.find(connection, store.secret, actor, _filter(asked), limite=_PAGE)
        names: dict[UUID, str] = {}
        if actor.todas_entidades:
            names = entities.names(connection, (row.entidade_id for row in rows))
    kept = {name: value for name, value in asked.items() if value}
    return pages.render(
        request,
        "lista.html",
        secao="dossies",
        f=asked,
        filtrado=bool(kept) or cursor is not None,
        linhas=rows,
        entidades=names,
        estados=[("", "Todos"), *((e, dizeres.ESTADOS[e]) for e in ESTADOS)],
        resultados=[("", "Todos"), *dizeres.RESULTADOS.items()],
        normas=[("", "Todas"), *((n, n) for n in loader.catalog(uploads.machine_of(request).norms))],
        como_esta=dizeres.como_esta,
        resultado_em_palavras=lambda codigo: dizeres.RESULTADOS.get(codigo, codigo),
        recomeco="/?" + urlencode(kept) if cursor is not None else None,
        proxima="/?" + urlencode(kept | {"cursor": following}) if following else None,
    )


@router.get("/dossies/{dossie_id}")
def dossie(request: Request, store: StoreDep, actor: Reader, dossie_id: str) -> Response:
    """Show how a dossier stands: its progress, then its verdict with the evidence."""
    found, version = _id(dossie_id), request.query_params.get("versao", "")
    if version and not (version.isascii() and version.isdigit() and len(version) < 7):
        raise NotFound
    with store.database.begin() as connection:
        told = telas.context(connection, actor, found, int(version) if version else None)
        if told["view"] is not None:
            note_access(
                connection, store.ledger, actor, "relatorio.ler", found,
                entidade_id=told["d"].entidade_id, detalhe={"versao": told["versao"].versao},
            )  # fmt: skip
    if told.get("sem_imagens"):
        rendering.ask_for_pages(store, found)
    return pages.render(request, "dossie.html", secao="dossies", repetido="repetido" in request.query_params, **told)


def _id(text: str) -> UUID:
    try:
        return UUID(text)
    except ValueError:
        raise NotFound from None


def _filter(asked: dict[str, str]) -> listing.Filtro:
    """Return the filter of a form: a whole CNPJ is looked for as such, whatever no list offers is left out."""
    values: dict[str, Any] = {name: value.replace("\0", "") or None for name, value in asked.items()}
    if values["estado"] not in ESTADOS:
        values["estado"] = None
    if values["resultado"] not in dizeres.RESULTADOS:
        values["resultado"] = None
    if values["q"] and cnpj.is_valid(values["q"]):
        values["q"] = cnpj.compact(values["q"])
    return listing.Filtro(**values)
