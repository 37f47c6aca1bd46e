"""Who may do what: rights by role, and what a key's scopes leave of them.

Besides the right itself, a row must belong to the actor's entity, unless the actor sees all entities.
"""

from __future__ import annotations

from typing import Literal, get_args
from uuid import UUID

from docverify.store.actors import Actor

Right = Literal[
    "dossie.criar",
    "dossie.ler",
    "dossie.reprocessar",
    "original.ler",
    "chave.gerir",
    "gancho.gerir",
    "usuario.gerir",
    "entidade.gerir",
    "auditoria.ler",
    "metricas.ler",
]

BY_ROLE: dict[str, frozenset[Right]] = {
    "entidade": frozenset({"dossie.criar", "dossie.ler", "original.ler", "chave.gerir"}),
    "analista": frozenset({"dossie.ler", "original.ler", "chave.gerir"}),
    "supervisor": frozenset({"dossie.ler", "dossie.reprocessar", "original.ler", "chave.gerir"}),
    "auditor": frozenset({"dossie.ler", "original.ler", "auditoria.ler", "metricas.ler"}),
    "administrador": frozenset(get_args(Right)),
}
"""An administrator may do what a clerk may, so that an office of one person needs one account."""

SCOPES: dict[str, frozenset[Right]] = {
    "dossies:criar": frozenset({"dossie.criar"}),
    "dossies:ler": frozenset({"dossie.ler"}),
    "dossies:reprocessar": frozenset({"dossie.reprocessar"}),
    "originais:ler": frozenset({"original.ler"}),
    "ganchos:gerir": frozenset({"gancho.gerir"}),
    "contas:gerir": frozenset({"usuario.gerir", "entidade.gerir"}),
    "auditoria:ler": frozenset({"auditoria.ler"}),
    "metricas:ler": frozenset({"metricas.ler"}),
}
"""What a key may do at most. No scope makes keys: a stolen key must not outlive its revocation."""


def may(actor: Actor, right: Right) -> bool:
    """Tell whether somebody has a right at all; whose rows it reaches, :func:`reaches` tells.

    Args:
        actor: Who.
        right: What.
    """
    if actor.papel is None:
        return actor.usuario_id is None and actor.ator == "sistema"
    if right not in BY_ROLE.get(actor.papel, frozenset()):
        return False
    return actor.escopos is None or any(right in SCOPES.get(scope, frozenset()) for scope in actor.escopos)


def reaches(actor: Actor, entidade_id: UUID | None) -> bool:
    """Tell whether an entity's rows are within somebody's reach."""
    return actor.todas_entidades or (entidade_id is not None and actor.entidade_id == entidade_id)
