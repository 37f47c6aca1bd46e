"""What the evaluation of one rule gives, before it becomes an item of the report."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from docverify.model import Notice, Reason
from docverify.norms.registry import NaoVerificavel, SemObjeto
from docverify.norms.schema import Rule

Declaracao = NaoVerificavel | SemObjeto
"""A check's word on the rule itself."""

Estado = Literal["conforme", "nao_conforme", "em_analise", "ausente"]

PESO = {"impede": 2, "revisar": 1, "alerta": 0}
"""Order of gravity."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A reason together with the check that gave it."""

    motivo: Reason
    verificacao: str
    cruzamento: bool = False


@dataclass(frozen=True, slots=True)
class Ran:
    """What the checks of a rule gave, in the order of the file."""

    achados: tuple[Finding, ...] = ()
    avisos: tuple[Notice, ...] = ()
    declaracoes: tuple[Declaracao, ...] = ()


@dataclass(frozen=True, slots=True)
class Evaluation:
    """What the checks of a rule found on one candidate."""

    indice: int
    achados: tuple[Finding, ...] = ()
    avisos: tuple[Notice, ...] = ()
    declaracoes: tuple[Declaracao, ...] = ()

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
        faltas: What is said of documents that are not there, or may be on a page that was not told.
        ausente: A document that is owed is surely not there.
        declaracoes: Words of the checks on the rule itself.
        partes: Outcomes of its parts.
    """

    rule: Rule
    escolhido: int | None = None
    achados: tuple[Finding, ...] = ()
    outros: tuple[Reason, ...] = ()
    usados: tuple[int, ...] = ()
    avisos: tuple[Notice, ...] = ()
    faltas: tuple[Reason, ...] = ()
    ausente: bool = False
    declaracoes: tuple[Declaracao, ...] = ()
    partes: tuple[RuleOutcome, ...] = ()

    @property
    def motivos(self) -> tuple[Reason, ...]:
        """Every reason: what is missing, then gravest first, otherwise in the order of the checks."""
        reasons = [a.motivo for a in self.achados]
        return self.faltas + tuple(sorted(reasons, key=lambda r: -PESO[r.gravidade])) + self.outros

    @property
    def estado(self) -> Estado:
        """How the rule's documents stand, checks on the whole dossier apart."""
        grades = {r.gravidade for r in self.motivos}
        if self.ausente:
            return "ausente"
        return "nao_conforme" if "impede" in grades else "em_analise" if "revisar" in grades else "conforme"

    @property
    def candidato(self) -> bool:
        """Tell whether some document of the rule's types is there."""
        return self.escolhido is not None
