"""Data from outside the dossier that an office may have: debts, revocations, establishments already authorised.

Nothing here is fetched: an operator exports the files and names their folder (``DOCVERIFY_BASES``). What is not there
is not known (None), and the rules that need it are ``nao_verificavel``.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from docverify.values.addresses import Endereco


@dataclass(frozen=True, slots=True)
class SocioDeDevedora:
    """Who was a partner of a company with a debt.

    Attributes:
        nome: Of the partner.
        documento: CPF or CNPJ, canonical where known.
        saida: When the partner left the company, None where still there or not known.
    """

    nome: str
    documento: str | None = None
    saida: date | None = None


@dataclass(frozen=True, slots=True)
class Debito:
    """A debt in Cadin.

    Attributes:
        documento: CNPJ or CPF of the debtor, canonical.
        nome: Of the debtor.
        data: Since when.
        socios: Partners of the debtor; None where the file does not tell partners at all.
    """

    documento: str
    nome: str | None = None
    data: date | None = None
    socios: tuple[SocioDeDevedora, ...] | None = None


@dataclass(frozen=True, slots=True)
class Revogacao:
    """A revoked authorisation.

    Attributes:
        cnpj: Of the company, canonical.
        data: Of the revocation.
        razao_social: Of the company.
        socios: Names of partners and responsible persons at that time, each with CPF or CNPJ where known.
    """

    cnpj: str
    data: date | None = None
    razao_social: str | None = None
    socios: tuple[tuple[str, str | None], ...] = ()


@dataclass(frozen=True, slots=True)
class Autorizacao:
    """An establishment that is authorised.

    Attributes:
        cnpj: Canonical.
        razao_social: Of the company.
        endereco: Of the establishment.
        atividade: As the file says it, None where it does not.
    """

    cnpj: str
    razao_social: str | None = None
    endereco: Endereco | None = None
    atividade: str | None = None


@dataclass(frozen=True, slots=True)
class Bases:
    """What is known from outside; each None where there is no such file."""

    cadin: tuple[Debito, ...] | None = None
    revogadas: tuple[Revogacao, ...] | None = None
    autorizadas: tuple[Autorizacao, ...] | None = None
