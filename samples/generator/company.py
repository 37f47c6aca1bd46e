"""One invented company: the facts that a whole dossier tells, in normal form."""

from __future__ import annotations

import random
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from typing import Any

from samples.generator import numbers, pools


@dataclass(frozen=True)
class Endereco:
    """An address in mixed case with accents; ``cep`` is 8 digits."""

    tipo: str
    nome: str
    numero: str
    complemento: str | None
    bairro: str
    cep: str
    municipio: str
    uf: str

    @property
    def logradouro(self) -> str:
        """Return street kind and name."""
        return f"{self.tipo} {self.nome}"

    def declarado(self) -> dict[str, str]:
        """Return the address in the shape of ``ficha.json``."""
        corpo = {
            "logradouro": self.logradouro,
            "numero": self.numero,
            "bairro": self.bairro,
            "cep": self.cep,
            "municipio": self.municipio,
            "uf": self.uf,
        }
        return corpo | ({"complemento": self.complemento} if self.complemento else {})


@dataclass(frozen=True)
class Pessoa:
    """A partner, director or signatory."""

    nome: str
    cpf: str
    rg: str
    feminino: bool
    profissao: str
    estado_civil: str
    nascimento: date
    endereco: Endereco
    administrador: bool
    quotas: int
    entrada: date


@dataclass(frozen=True)
class Filial:
    """A branch: its CNPJ (14 characters), its inscrição estadual (bare) and where it is."""

    cnpj: str
    ie: str
    endereco: Endereco


@dataclass(frozen=True)
class Empresa:
    """The declared company. ``nucleo`` is the name without suffix; weights are kilograms."""

    nucleo: str
    sufixo: str
    fantasia: str | None
    cnpj: str
    filial: bool
    endereco: Endereco
    sede: Endereco
    ddd: str
    telefone: str
    email: str
    ie: str
    im: str
    nire: str
    porte: str
    sa: bool
    abertura: date
    cnae_principal: str
    cnaes_secundarios: tuple[str, ...]
    capital: int
    socios: tuple[Pessoa, ...]
    responsavel: Pessoa
    funcao: str
    classe: str
    kg: int
    distribuidores: tuple[dict[str, Any], ...]
    referencia: date
    extra: dict[str, Any] = field(default_factory=dict)
    ramo: str = "revenda_glp"
    filiais: tuple[Filial, ...] = ()
    estados: tuple[str, ...] = ()
    vias: tuple[Endereco, ...] = ()

    @property
    def epoca(self) -> str:
        """Return ``1990`` before 1998 (CGC, DNC), else ``atual``."""
        return "1990" if self.referencia.year < 1998 else "atual"

    @property
    def razao_social(self) -> str:
        """Return the declared name."""
        return f"{self.nucleo} {self.sufixo}"

    @property
    def raiz(self) -> str:
        """Return the first eight characters of the CNPJ."""
        return self.cnpj[:8]

    def com(self, **mudancas: Any) -> Empresa:
        """Return a copy with other facts."""
        return replace(self, **mudancas)


def novo_endereco(rng: random.Random, municipio: str | None = None, uf: str | None = None) -> Endereco:
    """Return an invented address in a real town (of ``uf``, where it is given)."""
    opcoes = [m for m in pools.MUNICIPIOS if (municipio is None or m[0] == municipio) and (uf is None or m[1] == uf)]
    nome, sigla, prefixo, _ = rng.choice(opcoes)
    cep = prefixo + f"{rng.randint(1, 89) * 10:03d}"
    complemento = rng.choice(pools.COMPLEMENTOS) if rng.random() < 0.35 else None
    bairro = rng.choice(pools.BAIRROS)
    if rng.random() < 0.08:
        rodovia = (
            f"BR-{rng.choice(['116', '101', '153', '040', '230'])}"
            if rng.random() < 0.6
            else f"{sigla}-{rng.randint(110, 480)}"
        )
        km = f"KM {rng.randint(2, 480)}" + (",5" if rng.random() < 0.4 else "")
        return Endereco(
            "Rodovia", rodovia, km, complemento, "Zona Rural" if rng.random() < 0.5 else bairro, cep, nome, sigla
        )
    numero = "S/N" if rng.random() < 0.05 else str(rng.randint(3, 4980))
    if numero == "S/N" and complemento is None:
        complemento = "Lote 12"
    return Endereco(rng.choice(pools.TIPOS_RUA), rng.choice(pools.RUAS), numero, complemento, bairro, cep, nome, sigla)


def nova_pessoa(
    rng: random.Random, uf: str, *, administrador: bool = True, quotas: int = 0, entrada: date | None = None
) -> Pessoa:
    """Return an invented person with a valid CPF who lives in ``uf``."""
    feminino = rng.random() < 0.45
    nome = rng.choice(pools.NOMES_F if feminino else pools.NOMES_M)
    sobrenomes = rng.sample(pools.SOBRENOMES, 2)
    if sobrenomes[1] in {"Inácio"}:
        sobrenomes.reverse()
    rg = f"{rng.randint(10, 49)}.{rng.randint(100, 999)}.{rng.randint(100, 999)}-{rng.randint(0, 9)}"
    estado = rng.choice(["solteir@", "casad@ sob o regime de comunhão parcial de bens", "divorciad@", "viúv@"]).replace(
        "@", "a" if feminino else "o"
    )
    nascimento = date(rng.randint(1952, 1999), rng.randint(1, 12), rng.randint(1, 28))
    return Pessoa(
        f"{nome} {' '.join(sobrenomes)}",
        numbers.novo_cpf(rng),
        rg,
        feminino,
        rng.choice(pools.PROFISSOES),
        estado,
        nascimento,
        replace(novo_endereco(rng, uf=uf), complemento=None),
        administrador,
        quotas,
        entrada or date(2020, 1, 1),
    )


def nova_empresa(
    rng: random.Random,
    referencia: date,
    *,
    uf: str | None = None,
    municipio: str | None = None,
    sa: bool = False,
    filial: bool = False,
    alfanumerico: bool = False,
) -> Empresa:
    """Invent a company that sells GLP; every fact agrees with every other."""
    endereco = novo_endereco(rng, municipio, uf)
    uf = endereco.uf
    ddd = next(m[3] for m in pools.MUNICIPIOS if m[0] == endereco.municipio and m[1] == uf)
    n, s, t = rng.choice(pools.NUCLEOS), rng.choice(pools.SOBRENOMES[:22]), rng.choice(pools.SOBRENOMES[:22])
    nucleo = rng.choice(pools.FORMAS).format(n=n, s=s, t=t if t != s else "Irmãos")
    sufixo = (
        rng.choice(["S.A.", "S/A"])
        if sa
        else rng.choice(["Ltda", "Ltda", "Ltda", "Ltda - ME", "Ltda EPP", "Ltda ME", "EIRELI"])
    )
    porte = "DEMAIS" if sa else "EPP" if "EPP" in sufixo else "ME" if "ME" in sufixo or rng.random() < 0.6 else "EPP"
    if alfanumerico:
        abertura = date(2026, 7, 8) + timedelta(days=rng.randint(0, 45))
    else:
        abertura = date(rng.randint(1996, 2023), rng.randint(1, 12), rng.randint(1, 28))
    capital = rng.choice([10000, 20000, 30000, 50000, 80000, 100000, 150000, 250000]) * (10 if sa else 1)
    quantos = 1 if "EIRELI" in sufixo else rng.choice([1, 2, 2, 2, 3])
    if sa:
        quantos = 3
    partes = (
        [capital]
        if quantos == 1
        else [capital // 2, capital - capital // 2]
        if quantos == 2
        else [capital * 6 // 10, capital * 3 // 10, capital // 10]
    )
    socios = tuple(
        nova_pessoa(rng, uf, administrador=i == 0 or sa or rng.random() < 0.5, quotas=q, entrada=abertura)
        for i, q in enumerate(partes)
    )
    indice = rng.choices(range(7), weights=[14, 34, 28, 12, 6, 4, 2])[0]
    classe, minimo, maximo = pools.CLASSES[indice]
    kg = maximo if rng.random() < 0.45 else 13 * rng.randint((minimo // 13) + 1, maximo // 13)
    secundarios = tuple(rng.sample(["4723700", "4930203", "4789099", "5320202", "4759899"], rng.randint(0, 4)))
    distribuidores = tuple(
        {"razao_social": r, "cnpj": numbers.novo_cnpj(rng), "marcas": m}
        for r, m in rng.sample(pools.DISTRIBUIDORES, 1 if rng.random() < 0.75 else 2)
    )
    telefone = (
        f"({ddd}) {rng.choice(['3', '9' + str(rng.randint(6, 9))])}{rng.randint(100, 999)}-{rng.randint(1000, 9999)}"
    )
    fantasia = rng.choice(pools.FANTASIAS).format(n=n) if rng.random() < 0.75 else None
    sede = novo_endereco(rng, uf=uf) if filial else endereco
    cnpj = numbers.novo_cnpj(rng, alfanumerico=alfanumerico, ordem=f"{rng.randint(2, 9):04d}" if filial else "0001")
    im = (
        f"{rng.randint(10000, 999999)}-{rng.randint(0, 9)}"
        if rng.random() < 0.6
        else f"{rng.randint(100, 999)}.{rng.randint(100, 999)}/{rng.randint(100, 999)}-{rng.randint(0, 9)}"
    )
    principal = "4784900" if rng.random() < 0.85 else "4723700"
    if principal != "4784900":
        secundarios = ("4784900", *(c for c in secundarios if c != principal))
    return Empresa(
        nucleo,
        sufixo,
        fantasia,
        cnpj,
        filial,
        endereco,
        sede,
        ddd,
        telefone,
        f"contato{rng.randint(1, 99)}@exemplo.com.br",
        numbers.nova_ie(rng, uf),
        im,
        numbers.novo_nire(rng, uf, sa=sa),
        porte,
        sa,
        abertura,
        principal,
        secundarios,
        capital,
        socios,
        socios[0],
        "Diretor Presidente"
        if sa
        else rng.choice(["Sócio-administrador", "Sócio administrador", "Administrador", "Sócio-gerente"]),
        classe,
        kg,
        distribuidores,
        referencia,
    )


def ficha_declarada(e: Empresa, pedido: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """Return the content of ``ficha.json`` for the company (contract, section 1)."""
    dados: dict[str, Any] = {
        "pedido": pedido,
        "razao_social": e.razao_social,
        "nome_fantasia": e.fantasia,
        "cnpj": e.cnpj,
        "inscricao_estadual": e.ie,
        "telefone": e.telefone,
        "classe_armazenamento": e.classe,
        "endereco": e.endereco.declarado(),
        "distribuidores": [dict(d) for d in e.distribuidores],
        "socios": [{"nome": p.nome, "documento": p.cpf, "data_entrada": p.entrada.isoformat()} for p in e.socios],
        "responsavel": {
            "nome": e.responsavel.nome,
            "identidade": e.responsavel.rg,
            "cpf": e.responsavel.cpf,
            "funcao": e.funcao,
        },
        "local": e.endereco.municipio,
        "data": (e.referencia - timedelta(days=rng.randint(2, 12))).isoformat(),
    }
    if e.ramo != "revenda_glp":
        del dados["classe_armazenamento"], dados["distribuidores"]
    if e.vias:
        dados["vias_de_acesso"] = [v.declarado() for v in e.vias]
    if e.filiais:
        dados["filiais"] = [{"cnpj": f.cnpj, "uf": f.endereco.uf, "inscricao_estadual": f.ie} for f in e.filiais]
    if e.estados:
        dados["estados_onde_atua"] = list(e.estados)
    if e.fantasia is None:
        del dados["nome_fantasia"]
    if e.extra.get("sem_socios"):
        del dados["socios"]
    return dados
