"""Every script of the five other norms, by norm."""

from __future__ import annotations

from samples.generator import plan_1990, plan_res41, plan_res41_more
from samples.generator.frame import ROTEIROS, Roteiro

NORMAS = ("GLP297", "RES41", "TRR97", "TRR95", "PR95", "DIST95")
MODULOS = (plan_res41, plan_res41_more, plan_1990)
"""Modules whose import registers scripts."""


def roteiros_de(norma: str) -> dict[str, Roteiro]:
    """Return the scripts of a norm by name, in the order in which they stand in their module."""
    return {r.nome: r for r in ROTEIROS.values() if r.norma == norma}
