"""The checks that a norm's file may name: small functions, registered with the parameters that they take."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from docverify.model import Notice, Reason

if TYPE_CHECKING:
    from docverify.norms.context import Context


@dataclass(frozen=True, slots=True)
class NaoVerificavel:
    """A check's word that papers cannot answer: the item is ``nao_verificavel`` unless something graver stands.

    Attributes:
        motivo: Why, an ``alerta``; None where the item needs no reason.
    """

    motivo: Reason | None = None


@dataclass(frozen=True, slots=True)
class SemObjeto:
    """A check's word that the rule has no object here: the item is ``nao_aplicavel`` unless something graver stands.

    Attributes:
        motivo: Why, an ``alerta``; None where the item needs no reason.
    """

    motivo: Reason | None = None


Achado = Reason | Notice | NaoVerificavel | SemObjeto
"""What a check may yield."""

CheckFunction = Callable[["Context"], Iterable[Achado]]
"""Yields what stands against the document (or the dossier), and notices; nothing where all is well."""

Alcance = Literal["documento", "dossie"]
"""``documento``: run on each candidate of the rule; ``dossie``: run once for the rule."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of a check.

    Attributes:
        tipo: Python type of the value.
        valores: Allowed values, empty for any of the type.
        padrao: Default; ``...`` where the parameter must be given; a text ``@nome`` stands for a setting.
        itens: What its texts name (`docverify.norms.vocabulary`); empty: they are words for a reader.
    """

    tipo: type
    valores: tuple[Any, ...] = ()
    padrao: Any = ...
    itens: str = ""


@dataclass(frozen=True, slots=True)
class CheckSpec:
    """A registered check."""

    nome: str
    funcao: CheckFunction
    alcance: Alcance
    parametros: Mapping[str, Parameter] = field(default_factory=dict)


CHECKS: dict[str, CheckSpec] = {}
"""Every registered check by name; filled by importing :mod:`docverify.norms.checks`."""

GRAVIDADE = Parameter(str, ("impede", "revisar", "alerta", "nao_exigir"), "impede")
"""The usual parameter for how grave the finding is; ``nao_exigir`` switches the check off."""

TETO = "teto"
"""Parameter of every check: its reasons are no graver than this; ``nao_exigir`` switches the check off."""


def check(
    nome: str, *, alcance: Alcance = "documento", **parametros: Parameter
) -> Callable[[CheckFunction], CheckFunction]:
    """Register a function under the name that norm files use.

    Args:
        nome: Name in ``verificacoes``.
        alcance: Whether it looks at one document or at the whole dossier.
        **parametros: Its parameters.

    Raises:
        ValueError: If the name is taken.
    """

    def register(function: CheckFunction) -> CheckFunction:
        if nome in CHECKS:
            raise ValueError(f"check {nome!r} registered twice")
        CHECKS[nome] = CheckSpec(nome, function, alcance, parametros)
        return function

    return register
