"""The boundaries between the stages of an attempt, by name: where a test may end the process, and see what becomes.

In the order in which an attempt reaches them; ``etapa:<name>`` for each step that the child tells of.
"""

from __future__ import annotations

STAGES = (
    "recebida",
    "iniciada",
    "buscada",
    "etapa:abrindo",
    "etapa:lendo",
    "etapa:conferindo",
    "etapa:decidindo",
    "etapa:ilustrando",
    "decidida",
    "ilustrada",
    "gravando",
    "gravada",
)


def reached(_stage: str) -> None:
    """Do nothing; tests put something in its place."""
