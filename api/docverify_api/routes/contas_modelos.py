"""What the routes of accounts take and give."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field, StrictBool, StrictInt, StrictStr

from docverify.store.identity import LOGIN_LONGEST, NAME_LONGEST
from docverify.store.keys import DEFAULT_DAYS, LONGEST_DAYS
from docverify.store.rights import SCOPES

Papel = Literal["entidade", "analista", "supervisor", "auditor", "administrador"]
Nome = Annotated[StrictStr, Field(min_length=1, max_length=NAME_LONGEST)]
Login = Annotated[StrictStr, Field(min_length=6, max_length=LOGIN_LONGEST, description="endereço de e-mail")]
Cnpj = Annotated[StrictStr, Field(max_length=24, description="com ou sem máscara; vazio: nenhum")]
Escopo = Literal[
    "dossies:criar",
    "dossies:ler",
    "dossies:reprocessar",
    "originais:ler",
    "ganchos:gerir",
    "contas:gerir",
    "auditoria:ler",
    "metricas:ler",
]
assert set(Escopo.__args__) == set(SCOPES)  # type: ignore[attr-defined]  # a typing form names its values so


class _Taken(BaseModel):
    model_config = ConfigDict(extra="forbid")


class EntidadeNova(_Taken):
    """An entity to make."""

    nome: Nome
    cnpj: Cnpj | None = None


class EntidadeMudanca(_Taken):
    """What is to change of an entity; what is absent stays."""

    nome: Nome | None = None
    cnpj: Cnpj | None = None
    ativa: StrictBool | None = Field(default=None, description="falso: ninguém dela entra mais, por senha ou chave")


class EntidadeVista(BaseModel):
    """An entity."""

    model_config = ConfigDict(from_attributes=True)

    id: UUID
    nome: str
    cnpj: str | None
    ativa: bool
    criada_em: datetime


class Entidades(BaseModel):
    """A page of entities by name."""

    itens: list[EntidadeVista]
    proximo: str | None = Field(description="cursor da página seguinte; nulo: não há mais")


class UsuarioNovo(_Taken):
    """An account to make."""

    nome: Nome
    login: Login
    papel: Papel
    entidade_id: UUID | None = Field(default=None, description="sem ela, a da própria conta")
    todas_entidades: StrictBool = Field(default=False, description="vê os dossiês de todas as entidades")


class UsuarioMudanca(_Taken):
    """What is to change of an account; what is absent stays. All but the name ends its sessions."""

    nome: Nome | None = None
    papel: Papel | None = None
    todas_entidades: StrictBool | None = None
    ativo: StrictBool | None = Field(default=None, description="falso: não entra mais, por senha ou chave")


class UsuarioVisto(BaseModel):
    """An account."""

    model_config = ConfigDict(from_attributes=True)

    id: UUID
    entidade_id: UUID
    nome: str
    login: str
    papel: Papel
    todas_entidades: bool
    ativo: bool
    criado_em: datetime


class Usuarios(BaseModel):
    """A page of accounts by login."""

    itens: list[UsuarioVisto]
    proximo: str | None = Field(description="cursor da página seguinte; nulo: não há mais")


class Convite(BaseModel):
    """A one-time link by which a person sets a password. It is shown this once."""

    link: str
    token: str
    expira_em: datetime


class UsuarioCriado(UsuarioVisto):
    """A new account, and the link for its person."""

    convite: Convite


class ChaveNova(_Taken):
    """A key to make."""

    nome: Nome
    escopos: list[Escopo] = Field(min_length=1, max_length=20)
    dias: StrictInt = Field(default=DEFAULT_DAYS, ge=1, le=LONGEST_DAYS, description="depois dos quais não vale mais")


class ChaveVista(BaseModel):
    """A key, without its secret."""

    model_config = ConfigDict(from_attributes=True)

    id: UUID
    usuario_id: UUID
    entidade_id: UUID
    nome: str
    prefixo: str = Field(description="com que a chave começa, depois de dv_")
    escopos: list[str]
    criada_em: datetime
    expira_em: datetime | None
    revogada_em: datetime | None
    usada_em: datetime | None = Field(description="última vez, ao minuto")


class ChaveCriada(ChaveVista):
    """A new key. It is shown this once."""

    chave: str


class Chaves(BaseModel):
    """Keys, the newest first."""

    itens: list[ChaveVista]


class ChaveUsada(BaseModel):
    """The key by which somebody asks."""

    id: UUID
    escopos: list[str]


class Eu(BaseModel):
    """Who asks, and what they may do now."""

    usuario: UsuarioVisto
    entidade: EntidadeVista
    direitos: list[str]
    chave: ChaveUsada | None = Field(description="nula em sessão")
    csrf_token: str | None = Field(description="vai em X-CSRF-Token com tudo o que altera algo; nulo com chave")
