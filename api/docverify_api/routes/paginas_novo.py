"""The page of a new dossier: files, and the Ficha typed, as ficha.json or among the scans."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from fastapi import APIRouter, Depends, Request
from fastapi.responses import Response

from docverify.ficha import MODALIDADES
from docverify.ficha_reader import CLASSES
from docverify.norms import loader
from docverify.report import codes, words
from docverify.settings import Settings
from docverify.store.actors import Actor
from docverify.values.brasilia import today
from docverify.values.ufs import UFS
from docverify_api import ficha_form, pages
from docverify_api.auth import StoreDep, require

router = APIRouter()

Sender = Annotated[Actor, Depends(require("dossie.criar"))]


@router.get("/dossies/novo")
def novo(request: Request, store: StoreDep, actor: Sender) -> Response:
    """Show the empty form."""
    return _form(request, store.settings.max_upload_bytes, {"data_protocolo": today().isoformat()}, {})


def _form(
    request: Request,
    max_bytes: int,
    values: Mapping[str, str],
    errors: Mapping[str, str],
    status: int = 200,
    *,
    had_files: bool = False,
    digits: bool = False,
) -> Response:
    settings = Settings()
    norms = [(n.id, f"{n.titulo} ({n.id})") for n in loader.catalog(settings.norms).values()]
    return pages.render(
        request,
        "novo.html",
        status,
        secao="novo",
        v=values,
        erros=errors,
        havia_arquivos=had_files,
        digitos=digits,
        limites={"arquivos": settings.max_files, "bytes": min(max_bytes, settings.max_total_bytes)},
        linhas={name: ficha_form.rows_of(values, name) for name in ficha_form.LISTAS},
        normas=[("", "Escolha"), *norms],
        normas_opcionais=[("", "A que a Ficha disser"), *norms],
        situacoes=list(words.PEDIDOS.items()),
        perfis=[(code, _capital(name)) for code, name in codes.PERFIS.items()],
        modalidades=[("", "Escolha"), *((m, _capital(codes.MODALIDADES[m])) for m in MODALIDADES)],
        classes=[("", "Escolha"), *((c, c) for c in CLASSES)],
        ufs=[("", "—"), *((uf, uf) for uf in sorted(UFS))],
    )


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
