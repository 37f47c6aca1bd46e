"""The checks, by subject; importing this package registers them all."""

from __future__ import annotations

from docverify.norms.checks import (
    atividade,
    capacidade,
    dossie,
    emissor,
    endereco,
    ficha_cadastral,
    formalidade,
    identidade,
    inscricao,
    pessoas,
    societario,
    validade,
)

__all__ = [
    "atividade",
    "capacidade",
    "dossie",
    "emissor",
    "endereco",
    "ficha_cadastral",
    "formalidade",
    "identidade",
    "inscricao",
    "pessoas",
    "societario",
    "validade",
]
