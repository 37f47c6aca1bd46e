"""Dossiers: sending, reading, their pages and papers."""

from __future__ import annotations

from fastapi import APIRouter

from docverify_api.routes import dossies_envio, dossies_leitura, dossies_paginas, dossies_rascunho

router = APIRouter(tags=["dossiês"])
for _part in (dossies_envio, dossies_rascunho, dossies_leitura, dossies_paginas):
    router.include_router(_part.router)
