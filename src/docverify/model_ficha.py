"""The nouns of what is declared: the Ficha Cadastral and the request, parts of `docverify.model`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Literal

from docverify.values.addresses import Endereco


@dataclass(frozen=True, slots=True)
class Distribuidor:
    """A distributor whose brands the reseller sells."""

    razao_social: str | None = None
    cnpj: str | None = None
    marcas: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Socio:
    """A partner of the company as the Ficha declares."""

    nome: str
    documento: str | None = None
    data_entrada: date | None = None


@dataclass(frozen=True, slots=True)
class Responsavel:
    """The natural person who fills and signs the Ficha."""

    nome: str | None = None
    identidade: str | None = None
    cpf: str | None = None
    funcao: str | None = None


@dataclass(frozen=True, slots=True)
class Filial:
    """A branch as the Ficha declares (TRR)."""

    cnpj: str | None = None
    uf: str | None = None
    inscricao_estadual: str | None = None


@dataclass(frozen=True, slots=True)
class Pedido:
    """What is asked for (``pedido`` of ficha.json, defaults applied)."""

    norma: str | None = None
    atividade: str | None = None
    situacao: str = "novo"
    modalidade: str | None = None
    perfil: str = "sistema"
    solicitados: tuple[str, ...] | None = None
    data_protocolo: date | None = None
    data_efetivacao: date | None = None
    data_notificacao: date | None = None
    data_registro_anterior: date | None = None


@dataclass(frozen=True, slots=True)
class Ficha:
    """The declared data, from ``ficha.json`` (``json``) or from a scanned Ficha Cadastral (``digitalizada``).

    Attributes:
        confiancas: For a scanned Ficha, confidence per key (``endereco.numero`` style); empty for JSON.
    """

    origem: Literal["json", "digitalizada"]
    pedido: Pedido
    razao_social: str | None = None
    nome_fantasia: str | None = None
    cnpj: str | None = None
    inscricao_estadual: str | None = None
    telefone: str | None = None
    classe_armazenamento: str | None = None
    endereco: Endereco | None = None
    vias_de_acesso: tuple[Endereco, ...] = ()
    filiais: tuple[Filial, ...] = ()
    estados_onde_atua: tuple[str, ...] = ()
    distribuidores: tuple[Distribuidor, ...] = ()
    socios: tuple[Socio, ...] = ()
    responsavel: Responsavel | None = None
    local: str | None = None
    data: date | None = None
    confiancas: Mapping[str, float] = field(default_factory=dict)
