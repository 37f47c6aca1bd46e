"""A dossier's papers: the originals as they came, and images of their pages."""

from __future__ import annotations

import math
import os
import pathlib
import tempfile
from collections.abc import Iterator
from functools import partial
from typing import IO, Annotated, Any
from urllib.parse import quote
from uuid import UUID

from fastapi import APIRouter, Depends, Path, Query, Request
from fastapi.responses import Response, StreamingResponse
from starlette.concurrency import run_in_threadpool

from docverify.store import listing
from docverify.store.actors import Actor
from docverify.store.audit import note_access
from docverify.store.listing import Row
from docverify.store.opening import Store
from docverify.store.refusals import Gone, NotFound
from docverify_api import models, rendering
from docverify_api.auth import StoreDep, require
from docverify_api.problems import Problem
from docverify_api.routes.dossies_comum import MAX_INT, Reader, judged, tagged

router = APIRouter()

_BLOCK = 1 << 18
_JPEG: dict[int | str, dict[str, Any]] = {
    200: {"description": "Imagem", "content": {"image/jpeg": {"schema": {"type": "string", "format": "binary"}}}},
    304: {"description": "Não mudou"},
}
_ORIGINAL: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "O arquivo, como veio",
        "content": {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}},
    }
}

Ordem = Annotated[int, Path(ge=0, le=MAX_INT)]
Owner = Annotated[Actor, Depends(require("original.ler"))]


@router.get("/dossies/{dossie_id}/arquivos", response_model=models.Arquivos, summary="Arquivos de um dossiê")
def listar_arquivos(dossie_id: UUID, store: StoreDep, actor: Reader) -> models.Arquivos:
    """Lista os arquivos como foram enviados."""
    with store.database.begin() as connection:
        listing.get(connection, actor, dossie_id)
        rows = listing.files_of(connection, dossie_id)
    return models.Arquivos(arquivos=[models.arquivo(row) for row in rows])


@router.get(
    "/dossies/{dossie_id}/arquivos/{arquivo_id}/original",
    response_class=Response,
    responses=_ORIGINAL,
    summary="Original",
)
def ler_original(dossie_id: UUID, arquivo_id: UUID, store: StoreDep, actor: Owner) -> Response:
    """Dá o arquivo byte por byte como veio, sempre para guardar e nunca para abrir no navegador. Fica na auditoria."""
    with store.database.begin() as connection:
        row = listing.file_of(connection, actor, dossie_id, arquivo_id)
    stream = _sound(store, row.entidade_id, row.digest)
    try:
        with store.database.begin() as connection:
            note_access(
                connection, store.ledger, actor, "original.ler", dossie_id,
                entidade_id=row.entidade_id, detalhe={"arquivo": str(row.id), "sha256": row.digest},
            )  # fmt: skip
    except BaseException:
        stream.close()
        raise
    headers = {
        "Content-Disposition": disposition(row.nome),
        "Content-Length": str(row.bytes),
        "X-Content-Type-Options": "nosniff",
        "Content-Security-Policy": "default-src 'none'; sandbox",
    }
    return StreamingResponse(_blocks(stream), media_type="application/octet-stream", headers=headers)


@router.get("/dossies/{dossie_id}/paginas", response_model=models.Paginas, summary="Páginas de um dossiê")
def listar_paginas(dossie_id: UUID, store: StoreDep, actor: Reader) -> models.Paginas:
    """Lista as imagens das páginas, na ordem do dossiê."""
    with store.database.begin() as connection:
        row = listing.get(connection, actor, dossie_id)
        rows = listing.pages_of(connection, dossie_id)
    if not rows and row.versao:
        _refuse_purged(store, row)
        raise rendering.ask_for_pages(store, dossie_id)
    return models.Paginas(paginas=[models.pagina(found) for found in rows])


@router.get(
    "/dossies/{dossie_id}/paginas/{ordem}",
    response_class=Response,
    responses=_JPEG,
    summary="Imagem de uma página",
)
async def ler_pagina(
    dossie_id: UUID,
    ordem: Ordem,
    request: Request,
    store: StoreDep,
    actor: Owner,
    largura: Annotated[int | None, Query(ge=100, le=2400, description="pixels, no máximo")] = None,
) -> Response:
    """Dá a página em pé, como o relatório a mede."""
    row = await run_in_threadpool(_page, store, actor, dossie_id, ordem)
    data = await rendering.in_turn(partial(rendering.page, store, dossie_id, row.endereco, largura), "imagem")
    return tagged(request, data, "image/jpeg")


@router.get(
    "/dossies/{dossie_id}/paginas/{ordem}/recorte",
    response_class=Response,
    responses=_JPEG,
    summary="Recorte de uma página",
)
async def recortar_pagina(
    dossie_id: UUID,
    ordem: Ordem,
    request: Request,
    store: StoreDep,
    actor: Owner,
    caixa: Annotated[models.Texto, Query(max_length=200, description="x0,y0,x1,y1, em frações da página")],
) -> Response:
    """Dá o que está em volta de uma caixa do relatório, com a caixa marcada."""
    box = _box(caixa)
    row = await run_in_threadpool(_page, store, actor, dossie_id, ordem)
    data = await rendering.in_turn(partial(rendering.crop, store, dossie_id, row.endereco, box), "imagem")
    return tagged(request, data, "image/jpeg")


def disposition(name: str) -> str:
    """Return ``Content-Disposition`` for a file to be kept under a name (RFC 6266, RFC 8187)."""
    plain = "".join(c if " " <= c <= "~" and c not in '"\\%' else "_" for c in name)
    return f"attachment; filename=\"{plain}\"; filename*=UTF-8''{quote(name, safe='')}"


def _sound(store: Store, entidade: UUID, digest: str) -> IO[bytes]:
    """Open a copy of an original that was seen to be what was sent: what was changed in the store is shown to nobody.

    Raises:
        StorageError: It is not there, is not what it was, or the store cannot be reached.
    """
    handle, name = tempfile.mkstemp(prefix="original-")
    os.close(handle)
    path = pathlib.Path(name)
    try:
        store.files.fetch(entidade, digest, path)
        return path.open("rb")
    finally:
        path.unlink(missing_ok=True)


def _blocks(stream: IO[bytes]) -> Iterator[bytes]:
    with stream:
        while block := stream.read(_BLOCK):
            yield block


def _page(store: Store, actor: Actor, dossie_id: UUID, ordem: int) -> Row:
    """Return a page's row, its being looked at on record."""
    with store.database.begin() as connection:
        row = judged(connection, actor, dossie_id)
        rows = listing.pages_of(connection, dossie_id)
        found = next((page for page in rows if page.ordem == ordem), None)
        if found is not None:
            note_access(connection, store.ledger, actor, "pagina.ler", dossie_id, entidade_id=row.entidade_id)
    if found is None:
        _refuse_purged(store, row)
        if not rows:
            raise rendering.ask_for_pages(store, dossie_id)
        raise NotFound(f"este dossiê não tem a página {ordem}; tem {len(rows)}, a partir de {rows[0].ordem}")
    return found


def _refuse_purged(store: Store, row: Row) -> None:
    with store.database.begin() as connection:
        files = listing.files_of(connection, row.id)
    if row.estado == "expurgado" or (files and all(file.expurgado_em is not None for file in files)):
        raise Gone("expurgado", "as páginas deste dossiê foram expurgadas no prazo de guarda; fica só o registro")


def _box(text: str) -> tuple[float, float, float, float]:
    try:
        x0, y0, x1, y1 = (float(part) for part in text.split(","))
    except ValueError:
        x0 = y0 = x1 = y1 = math.nan
    if not (0 <= x0 < x1 <= 1 and 0 <= y0 < y1 <= 1):
        raise Problem(
            422, "caixa_invalida", "caixa é x0,y0,x1,y1 em frações da página, de 0 a 1, com x0 < x1 e y0 < y1",
            campo="caixa",
        )  # fmt: skip
    return x0, y0, x1, y1
