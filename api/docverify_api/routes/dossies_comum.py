"""What the routes of dossiers share: the answer that is a dossier, tags of answers, bodies that are JSON."""

from __future__ import annotations

import hashlib
from typing import Annotated, Any
from uuid import UUID

from fastapi import Depends, Request
from fastapi.responses import Response
from sqlalchemy.engine import Connection

from docverify.settings import Settings
from docverify.store import listing
from docverify.store.actors import Actor
from docverify.store.listing import Row
from docverify.store.opening import Store
from docverify.values.private import masked
from docverify_api import models
from docverify_api.auth import require
from docverify_api.problems import Problem
from docverify_api.uploads import machine_of

Reader = Annotated[Actor, Depends(require("dossie.ler"))]
Sender = Annotated[Actor, Depends(require("dossie.criar"))]
Machine = Annotated[Settings, Depends(machine_of)]

MAX_INT = 2_147_483_647
"""Of PostgreSQL's integer."""

FICHA_SCHEMA: dict[str, Any] = {"type": "object", "description": "ficha.json, como no contrato"}


def shown(connection: Connection, actor: Actor, dossie_id: UUID) -> models.Dossie:
    """Return a dossier as the API answers it.

    Raises:
        NotFound: There is none within the actor's reach.
    """
    row = listing.get(connection, actor, dossie_id)
    place = listing.position(connection, dossie_id) if row.estado == "na_fila" else None
    return models.dossie(row, listing.files_of(connection, dossie_id), place)


def answer(store: Store, actor: Actor, dossie_id: UUID, status: int) -> Response:
    """Return the answer to who has just made or sent a dossier; blocks."""
    with store.database.begin() as connection:
        body = shown(connection, actor, dossie_id)
    return Response(
        body.model_dump_json(), status, media_type="application/json", headers={"Location": f"/v1/dossies/{dossie_id}"}
    )


def judged(connection: Connection, actor: Actor, dossie_id: UUID) -> Row:
    """Return the row of a dossier that has a verdict.

    Raises:
        NotFound: There is none within the actor's reach.
        Problem: 409 it has no verdict; the state, and the error if it ended in one, say why.
    """
    row = listing.get(connection, actor, dossie_id)
    if row.versao == 0:
        why = listing.no_verdict(row)
        raise Problem(409, why.codigo, masked(why.mensagem), estado=row.estado)
    return row


def tagged(request: Request, body: bytes, media_type: str, headers: dict[str, str] | None = None) -> Response:
    """Return an answer with the hash of its content; without the content where the client has it (RFC 9110, 13.1.2)."""
    tag = f'"{hashlib.sha256(body).hexdigest()[:32]}"'
    told = {**(headers or {}), "ETag": tag, "Cache-Control": "private, no-cache"}
    asked = request.headers.get("if-none-match", "")
    if asked.strip() == "*" or tag in [part.strip().removeprefix("W/") for part in asked.split(",")]:
        return Response(status_code=304, headers=told)
    return Response(body, media_type=media_type, headers=told)


def only_json(request: Request) -> None:
    """Refuse a body that says it is something else than JSON.

    Raises:
        Problem: 415.
    """
    media = request.headers.get("content-type", "").split(";")[0].strip().lower()
    if media and media != "application/json":
        raise Problem(415, "tipo_nao_aceito", "envie o corpo como application/json")
