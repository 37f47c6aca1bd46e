"""The clerk's pages: the list of dossiers, a new one, its progress and verdict, and the static files."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import Response
from fastapi.staticfiles import StaticFiles

from docverify_api import pages

router = APIRouter()
_STATIC = StaticFiles(directory=pages.STATIC)


@router.get("/estatico/{nome}")
async def estatico(request: Request, nome: str, v: Annotated[str | None, Query(max_length=64)] = None) -> Response:
    """Return a style sheet, module or picture; its address changes with its content."""
    answer = await _STATIC.get_response(nome, request.scope)
    kept = pages.stamped(nome, v)
    answer.headers["Cache-Control"] = "public, max-age=31536000, immutable" if kept else "no-cache"
    return answer
