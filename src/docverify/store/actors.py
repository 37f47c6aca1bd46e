"""Who acts: a person through a session or a key, or docverify itself."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID


@dataclass(frozen=True, slots=True)
class Actor:
    """Who acts, as far as rights and the audit chain need to know.

    Attributes:
        ator: The login, or ``sistema``.
        usuario_id: None for the system.
        papel: One of `docverify.store.tables.PAPEIS`; None for the system.
        entidade_id: The entity that the person belongs to; None for the system.
        todas_entidades: Sees the dossiers of every entity.
        chave_id: The key that was used, if one was.
        escopos: What that key may do at most; None without a key.
        pedido_id: Of the request that all this happens for.
    """

    ator: str
    usuario_id: UUID | None = None
    papel: str | None = None
    entidade_id: UUID | None = None
    todas_entidades: bool = False
    chave_id: UUID | None = None
    escopos: frozenset[str] | None = None
    pedido_id: str | None = None


def system(pedido_id: str | None = None) -> Actor:
    """Return docverify itself, at work for a request of somebody's."""
    return Actor("sistema", todas_entidades=True, pedido_id=pedido_id)
