"""What a norm's data file says, as frozen dataclasses, and the faults that such a file can have.

A norm is data: its rules with their citations, what the text says (``literal``) and what is our reading of it
(``inferencias``), which documents answer a rule, which checks they must pass, and what follows where they do not. The
reading of the TOML file is in :mod:`docverify.norms.parser`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any, Literal

from docverify.errors import RuleSetError

Escolha = Literal["melhor", "ato_vigente"]
"""How one of several documents of the rule's types is chosen: the best copy, or the act in force."""


class NormFileError(RuleSetError):
    """A norm's data file cannot be used.

    Attributes:
        arquivo: Name of the file.
        linha: Line from 1.
        chave: Dotted path of the key.
        remedio: What to do.
    """

    def __init__(self, arquivo: str, linha: int, chave: str, problema: str, remedio: str) -> None:
        where = f"{arquivo}, linha {linha}" + (f", chave '{chave}'" if chave else "")
        super().__init__(f"{where}: {problema} {remedio}")
        self.arquivo, self.linha, self.chave, self.remedio = arquivo, linha, chave, remedio


class NormSyntaxError(NormFileError):
    """The file is not TOML."""


class MissingKeyError(NormFileError):
    """A key that must be there is not."""


class UnknownKeyError(NormFileError):
    """A key that nothing reads, most often a misspelling."""


class WrongValueError(NormFileError):
    """A value of the wrong type, or outside what is allowed."""


class UnknownReferenceError(NormFileError):
    """A name (check, setting, effect, document type) that does not exist."""


@dataclass(frozen=True, slots=True)
class Setting:
    """A reading of the law that may be configured.

    Attributes:
        nome: Name used by the rules as ``@nome``.
        padrao: Value in use (the file's default until :meth:`Norm.with_settings` replaces it).
        valores: Allowed values; empty where any value of the default's type is allowed.
        descricao: What it decides, in Portuguese.
        citacao: The provision that it reads.
    """

    nome: str
    padrao: Any
    valores: tuple[Any, ...]
    descricao: str
    citacao: str


@dataclass(frozen=True, slots=True)
class CheckCall:
    """One check that a rule owes.

    Attributes:
        nome: Name in the registry of checks.
        citacao: Provision (within the norm) that the check's reasons cite.
        inferencia: The text does not say it: the reasons say so.
        cruzamento: Compares with the Ficha, so its findings count for the veracity of the Ficha too.
        parametros: Arguments; a text ``@nome`` stands for a setting.
    """

    nome: str
    citacao: str
    inferencia: bool = False
    cruzamento: bool = False
    parametros: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule of the norm, an item of the report.

    Attributes:
        id: ``GLP-06`` style.
        descricao: What is asked for, in Portuguese.
        citacao: Provision within the norm.
        fontes: Each provision that asks for it, where several do (the union is owed).
        situacoes: Situations of the request in which it has an object.
        documentos: Types of document that answer it; empty for a rule on the whole dossier.
        auxiliares: Types that its checks may also look at.
        escolha: How one of several copies is chosen.
        formalidade: Form asked for (for a reader).
        literal: What the text says.
        inferencias: What it does not say and we read into it.
        ausente: Effect where the document is missing.
        defeituoso: Effect where it is there but does not conform.
        verificacoes: Checks owed.
        nao_verificavel: Why it cannot be verified from documents, else None.
    """

    id: str
    descricao: str
    citacao: str
    situacoes: tuple[str, ...]
    fontes: tuple[str, ...] = ()
    documentos: tuple[str, ...] = ()
    auxiliares: tuple[str, ...] = ()
    escolha: Escolha = "melhor"
    formalidade: str | None = None
    literal: tuple[str, ...] = ()
    inferencias: tuple[str, ...] = ()
    ausente: str | None = None
    defeituoso: str | None = None
    verificacoes: tuple[CheckCall, ...] = ()
    nao_verificavel: str | None = None


@dataclass(frozen=True, slots=True)
class EffectSpec:
    """A legal consequence: the graver one wins."""

    codigo: str
    mensagem: str
    citacao: str
    peso: int = 0


@dataclass(frozen=True, slots=True)
class Successor:
    """A norm that came after, with the first day on which it was in force where that day is known."""

    norma: str
    desde: date | None = None
    em_vigor: bool = False


@dataclass(frozen=True, slots=True)
class Norm:
    """A norm, whole.

    Attributes:
        id: ``GLP297`` style.
        titulo: Short title, as citations begin.
        ementa: Long title with dates.
        atividade: The activity it regulates (contract, ``pedido.atividade``).
        inicio: First day in force.
        fim: Last day in force, None where still in force.
        fonte_vigencia: Where the window is known from.
        sucessoras: What came after, oldest first.
        situacoes: Situations of a request that the norm knows, each with the situation whose rules apply.
        ajustes: Settings by name.
        efeitos: Effects by code; the outcome of a dossier names one of them.
        aceito: Code of the effect of an accepted dossier.
        em_analise: Code of the effect of a dossier in doubt.
        defeito: Code of the effect of a defect whose rule names none.
        avisos: Notices that checks may raise.
        regras: Rules in the norm's order.
    """

    id: str
    titulo: str
    ementa: str
    atividade: str
    inicio: date
    fim: date | None
    fonte_vigencia: str
    sucessoras: tuple[Successor, ...]
    situacoes: Mapping[str, str]
    ajustes: Mapping[str, Setting]
    efeitos: Mapping[str, EffectSpec]
    aceito: str
    em_analise: str
    defeito: str
    avisos: Mapping[str, str]
    regras: tuple[Rule, ...]

    def cite(self, provision: str) -> str:
        """Return the citation of a provision of this norm, ``Portaria ANP nº 297/2003, art. 6º, VI``."""
        return f"{self.titulo}, {provision}"

    def setting(self, name: str) -> Any:
        """Return the value of a setting.

        Raises:
            KeyError: If the norm has no such setting; the parser has checked every name that a rule uses.
        """
        return self.ajustes[name].padrao

    def with_settings(self, values: Mapping[str, Any]) -> Norm:
        """Return the norm with some settings replaced.

        Raises:
            RuleSetError: If a name or a value is not allowed.
        """
        new = dict(self.ajustes)
        for name, value in values.items():
            known = new.get(name)
            if known is None:
                raise RuleSetError(f"{self.id} não tem o ajuste '{name}'. Ajustes: {', '.join(sorted(new))}.")
            wrong_type = type(value) is not type(known.padrao)
            if wrong_type or (known.valores and value not in known.valores):
                allowed = ", ".join(str(v) for v in known.valores) or f"um valor como {known.padrao!r}"
                raise RuleSetError(f"O ajuste '{name}' de {self.id} não aceita {value!r}. Use {allowed}.")
            new[name] = replace(known, padrao=value)
        return replace(self, ajustes=new)
