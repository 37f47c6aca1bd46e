"""The result of comparing two values, in the grades of the public contract."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

Nivel = Literal["igual", "alerta", "revisar", "impede", "indeterminado"]

# From harmless to grave; "indeterminado" (nothing to compare) weighs as nothing said.
_GRAVITY: dict[str, int] = {"indeterminado": 0, "igual": 1, "alerta": 2, "revisar": 3, "impede": 4}


@dataclass(frozen=True, slots=True)
class Comparison:
    """How far two values agree.

    Attributes:
        nivel: ``igual``; ``alerta`` (only spelling: the item stays conforme); ``revisar`` (doubt, a person decides);
            ``impede`` (a defect); ``indeterminado`` (one side is missing or says nothing).
        similaridade: 0.0 (nothing in common) to 1.0 (the same).
        detalhe: what differs, in Portuguese, empty where nothing does.
    """

    nivel: Nivel
    similaridade: float
    detalhe: str = ""


def gravity(nivel: Nivel) -> int:
    """Rank of a level, 0 (nothing said) to 4 (defect)."""
    return _GRAVITY[nivel]


def worst(comparisons: Iterable[Comparison]) -> Comparison:
    """The gravest of several comparisons; ``indeterminado`` where there is none.

    Equal grades keep the first one, so that the answer does not depend on anything but the order given.
    """
    best: Comparison | None = None
    for item in comparisons:
        if best is None or _GRAVITY[item.nivel] > _GRAVITY[best.nivel]:
            best = item
    return best if best is not None else Comparison("indeterminado", 0.0, "nada a comparar")
