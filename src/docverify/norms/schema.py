"""What a norm's data file says, as frozen dataclasses, and the faults that such a file can have.

A norm is data: its rules with their citations, what the text says (``literal``) and what is our reading of it
(``inferencias``), which documents answer a rule, which checks they must pass, and what follows where they do not. The
reading of the TOML file is in :mod:`docverify.norms.parser`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from types import MappingProxyType
from typing import Any, Literal

from docverify.errors import RuleSetError

Escolha = Literal["melhor", "ato_vigente"]
"""How one of several documents of the rule's types is chosen: the best copy, or the act in force."""

Por = Literal["estabelecimento", "estado"]
"""For whom a part is owed once each: every establishment of the Ficha, or every State in which it works."""

De = Literal["requerente", "substituida", "qualquer"]
"""Whose papers answer a rule: the applicant's, those of the company that it takes the place of, or anybody's."""

ETIQUETAS = ("varias_vias", "pos_registro", "notificacao", "sempre")
"""Tags of a request that follow from its data and not from its situation (see `docverify.norms.applicability`)."""

MAXIMO = 36_500
"""Of a number of days or years in a norm's file; more is a slip of the pen, and no day that a calendar has."""

COMUNS: Mapping[str, Any] = MappingProxyType(
    {
        "aceita_lei_13726": False,
        "protocolo_renovacao_aceito": False,
        "prazo_fim_dia_util": False,
        "lo_120_dias": True,
        "modalidade_omitida": "revisar",
    }
)
"""Settings that checks look for whatever the norm, with the value where the norm's file does not name them."""


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
        itens: What the texts of a list may be, where the checks that use it know; empty: anything.
    """

    nome: str
    padrao: Any
    valores: tuple[Any, ...]
    descricao: str
    citacao: str
    itens: tuple[str, ...] = ()


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
class RuleNotice:
    """A notice raised when an item is broken.

    Attributes:
        codigo: Of the norm's notices.
        motivos: Codes of the reasons on which it is raised; empty: whatever the reason.
    """

    codigo: str
    motivos: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Part:
    """One of several documents that a rule asks for at once (fields as of :class:`Rule`).

    Attributes:
        por: Owed once for each establishment, or for each State; None: once.
        opcional: Its absence is no fault.
        situacoes: Tags of the request under which it is owed; empty: whenever the rule is.
    """

    documentos: tuple[str, ...]
    descricao: str | None = None
    auxiliares: tuple[str, ...] = ()
    escolha: Escolha = "melhor"
    de: De = "requerente"
    por: Por | None = None
    opcional: bool = False
    verificacoes: tuple[CheckCall, ...] = ()
    situacoes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule of the norm, an item of the report.

    Attributes:
        id: ``GLP-06`` style.
        descricao: What is asked for, in Portuguese.
        citacao: Provision within the norm.
        fontes: Each provision that asks for it, where several do (the union is owed).
        situacoes: Tags of the request under which it has an object; one is enough.
        modalidades: Modalities in which it has an object; empty: all.
        perfis: Profiles in which it has an object; empty: all.
        solicitavel: The authority may ask for it by its id (``pedido.solicitados``).
        grupo: Group of rules of which one is enough.
        de: Whose papers answer it.
        partes: Documents that it asks for at once; then ``documentos`` is empty.
        suprido_por: Id of the rule whose conformity answers this one where it has no document of its own.
        documentos: Types of document that answer it; empty for a rule on the whole dossier.
        auxiliares: Types that its checks may also look at.
        escolha: How one of several copies is chosen.
        formalidade: Form asked for (for a reader).
        literal: What the text says.
        inferencias: What it does not say and we read into it.
        ausente: Effect where the document is missing.
        defeituoso: Effect where it is there but does not conform.
        efeito_por_motivo: Effect of a reason's code, instead of the rule's own.
        avisos: Notices raised where the item is broken.
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
    modalidades: tuple[str, ...] = ()
    perfis: tuple[str, ...] = ()
    solicitavel: bool = False
    grupo: str | None = None
    de: De = "requerente"
    partes: tuple[Part, ...] = ()
    suprido_por: str | None = None
    efeito_por_motivo: Mapping[str, str] = field(default_factory=dict)
    avisos: tuple[RuleNotice, ...] = ()

    @property
    def tipos(self) -> tuple[str, ...]:
        """Every type of document that answers it, those of its parts too."""
        return tuple(dict.fromkeys((*self.documentos, *(t for p in self.partes for t in p.documentos))))

    @property
    def chamadas(self) -> tuple[CheckCall, ...]:
        """Every check that it owes, those of its parts too."""
        return (*self.verificacoes, *(c for p in self.partes for c in p.verificacoes))

    def of_part(self, part: Part) -> Rule:
        """Return the rule that a part alone would be."""
        return replace(
            self,
            documentos=part.documentos,
            auxiliares=part.auxiliares,
            escolha=part.escolha,
            de=part.de,
            verificacoes=part.verificacoes,
            partes=(),
        )


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
        antecessoras: What came before, oldest first.
        substitui: An office's file that stands in for the package's norm of the same id.
        situacoes: Situations of a request that the norm knows, each with the tags whose rules apply.
        modalidades: Modalities that it tells apart, the usual one first; empty where it knows none.
        perfis: Profiles that it tells apart; empty where it knows none.
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
    situacoes: Mapping[str, tuple[str, ...]]
    ajustes: Mapping[str, Setting]
    efeitos: Mapping[str, EffectSpec]
    aceito: str
    em_analise: str
    defeito: str
    avisos: Mapping[str, str]
    regras: tuple[Rule, ...]
    modalidades: tuple[str, ...] = ()
    perfis: tuple[str, ...] = ()
    antecessoras: tuple[Successor, ...] = ()
    substitui: bool = False

    def cite(self, provision: str) -> str:
        """Return the citation of a provision of this norm, ``Portaria ANP nº 297/2003, art. 6º, VI``."""
        return f"{self.titulo}, {provision}"

    def setting(self, name: str) -> Any:
        """Return the value of a setting of the norm, or of one of :data:`COMUNS`.

        Raises:
            KeyError: If there is no such setting; the parser has checked every name that a rule uses.
        """
        return self.ajustes[name].padrao if name in self.ajustes else COMUNS[name]

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
            if isinstance(value, list):
                strange = [
                    str(v)[:40] for v in value if not isinstance(v, str) or (known.itens and v not in known.itens)
                ]
                if strange:
                    raise RuleSetError(
                        f"O ajuste '{name}' de {self.id} não aceita '{strange[0]}' na lista. "
                        f"Use: {', '.join(known.itens) or 'textos'}."
                    )
            if type(value) is int and not 0 <= value <= MAXIMO:
                raise RuleSetError(f"O ajuste '{name}' de {self.id} não aceita {str(value)[:20]}. Use 0 a {MAXIMO}.")
            new[name] = replace(known, padrao=value)
        return replace(self, ajustes=new)
