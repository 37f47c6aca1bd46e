"""What a scenario changes on one paper."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from typing import Any

from samples.generator.company import Endereco, Pessoa


@dataclass(frozen=True)
class Ajuste:
    """What a scenario changes on one paper. ``None`` everywhere: a good paper of the company."""

    cnpj: str | None = None
    nucleo: str | None = None
    sufixo: str | None = None
    endereco: Endereco | None = None
    emissor: tuple[str, str] | None = None
    ie: str | None = None
    situacao_cnpj: str = "ATIVA"
    kg: int | None = None
    explicita: str = "kg"
    atividade: tuple[str, str] | None = None
    cnaes: tuple[str, tuple[str, ...]] | None = None
    vencido: bool = False
    validade: str | None = None
    autenticacao: str | None = "auto"
    registrado: bool = True
    especie: str | None = None
    firma: bool = True
    socios: tuple[Pessoa, ...] | None = None
    omitir: tuple[str, ...] = ()
    emissao: date | None = None
    vence: date | None = None
    validades: tuple[str, ...] = ()
    extra: dict[str, Any] = field(default_factory=dict)
    """``vence``: the day of expiry, where the scenario rules it (issue falls before it, by the layout's term).
    ``validades``: the kinds of validity among which the layout's is drawn, where the norm does not take every kind.

    ``extra``, facts of single types: ``resultado`` (certidão), ``tancagem`` (works), ``protocolo`` and ``vencimento``
    (renewal: days of filing and of the old paper's expiry), ``situacao_ie``, ``junta_digital``, ``no_ano`` (alvará of
    the reference date's year), ``autenticada`` (a notary's stamp), ``procurador`` (identity of the attorney),
    ``efetivacao`` (closing), ``mudanca`` (kind and words of an alteration), ``objeto``,
    ``registro`` (day on which the Junta registered the act).
    """
