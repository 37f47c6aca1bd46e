"""What the evaluation of one rule gives, before it becomes an item of the report."""

from __future__ import annotations

from dataclasses import dataclass

from docverify.model import Notice, Reason
from docverify.norms.schema import Rule

PESO = {"impede": 2, "revisar": 1, "alerta": 0}
"""Order of gravity."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A reason together with the check that gave it."""

    motivo: Reason
    verificacao: str
    cruzamento: bool = False


@dataclass(frozen=True, slots=True)
class Evaluation:
    """What the checks of a rule found on one candidate."""

    indice: int
    achados: tuple[Finding, ...] = ()
    avisos: tuple[Notice, ...] = ()

    def conta(self, gravidade: str) -> int:
        """Return how many findings are of a gravity."""
        return sum(a.motivo.gravidade == gravidade for a in self.achados)


@dataclass(frozen=True, slots=True)
class RuleOutcome:
    """The answer of a rule on documents.

    Attributes:
        escolhido: Index of the document that decides, None where there is none of the rule's types.
        achados: Findings on it (and on the dossier, for the rule).
        outros: What stood against the copies that were not used, as warnings.
        usados: Every document that was looked at for the answer, its continuations too.
        avisos: Notices raised.
    """

    rule: Rule
    escolhido: int | None = None
    achados: tuple[Finding, ...] = ()
    outros: tuple[Reason, ...] = ()
    usados: tuple[int, ...] = ()
    avisos: tuple[Notice, ...] = ()

    @property
    def motivos(self) -> tuple[Reason, ...]:
        """Every reason, gravest first, otherwise in the order of the checks."""
        reasons = [a.motivo for a in self.achados]
        return tuple(sorted(reasons, key=lambda r: -PESO[r.gravidade])) + self.outros
