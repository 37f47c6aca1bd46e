"""What a company does: dealer in GLP, fuel station of four kinds, TRR, distributor; and companies of each."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from datetime import date, timedelta

from samples.generator import numbers, pools
from samples.generator.company import Empresa, Endereco, Filial, nova_empresa, nova_pessoa, novo_endereco

_REAL = date(1994, 8, 1)  # no company of the 1990s is older than the Real: its capital would be in cruzeiros


@dataclass(frozen=True)
class Ramo:
    """One activity: how such companies are called, what their papers say that they do, their CNAE."""

    atividade: str
    formas: tuple[str, ...]
    fantasias: tuple[str, ...]
    cnae: str
    secundarios: tuple[str, ...]
    atividades: tuple[tuple[str, str], ...]
    objetos: tuple[str, ...]
    modalidade: str | None = None
    ufs: tuple[str, ...] = ()


_NOMES_POSTO = (
    "Auto Posto {n}",
    "Posto {n} Comércio de Combustíveis",
    "{n} Comércio de Combustíveis",
    "{s} & {t} Combustíveis",
    "Posto de Serviços {n}",
    "Comercial de Combustíveis {n}",
    "{n} Derivados de Petróleo",
    "Abastecedora {n} de Combustíveis",
)
_CNAES_POSTO = ("4732600", "4729602", "4520005")
GLP = Ramo(
    "revenda_glp",
    tuple(pools.FORMAS),
    tuple(pools.FANTASIAS),
    "4784900",
    (),
    tuple(pools.ATIVIDADES_GLP),
    (
        "o comércio varejista de gás liquefeito de petróleo (GLP) em recipientes transportáveis e de água mineral",
        "a exploração do ramo de comércio varejista de gás liquefeito de petróleo - GLP "
        "e transporte rodoviário de cargas",
        "o comércio varejista de gás liqüefeito de petróleo (GLP), bebidas e produtos alimentícios",
    ),
)
POSTO = Ramo(
    "revenda_varejista",
    _NOMES_POSTO,
    ("Posto {n}", "Auto Posto {n}", "Rede {n}"),
    "4731800",
    _CNAES_POSTO,
    (
        ("Comércio varejista de combustíveis para veículos automotores", "Comércio varejista de combustíveis"),
        ("Posto revendedor de combustíveis automotivos", "Posto de combustíveis"),
        ("Comércio varejista de combustíveis e lubrificantes para veículos automotores", "Posto de combustíveis"),
        ("Revenda varejista de combustíveis automotivos", "Revenda de combustíveis"),
        ("Posto de abastecimento e serviços: comércio varejista de combustíveis líquidos", "Posto de gasolina"),
    ),
    (
        "o comércio varejista de combustíveis para veículos automotores, de lubrificantes e loja de conveniência",
        "a exploração do ramo de posto revendedor de combustíveis automotivos, com venda a varejo de gasolina, "
        "etanol e óleo diesel, e serviços de lavagem e lubrificação",
        "a revenda varejista de combustíveis automotivos e o comércio varejista de lubrificantes",
    ),
    "automotivos",
)
GNV = Ramo(
    "revenda_varejista",
    ("Posto {n} GNV", "{n} Gás Natural Veicular", "Auto Posto {n}", "{n} Comércio de Combustíveis"),
    ("Posto {n}", "GNV {n}"),
    "4731800",
    _CNAES_POSTO,
    (
        ("Comércio varejista de gás natural veicular (GNV)", "Posto de GNV"),
        ("Posto revendedor de gás natural veicular - GNV", "Revenda de GNV"),
        ("Revenda varejista de combustíveis automotivos: gás natural veicular", "Posto de GNV"),
    ),
    (
        "o comércio varejista de combustíveis para veículos automotores, exclusivamente gás natural veicular (GNV)",
        "a revenda varejista de gás natural veicular - GNV e o comércio varejista de lubrificantes",
    ),
    "gnv",
    ("RJ", "SP", "BA", "PE", "CE", "RN", "SC", "PR", "RS", "MG", "ES"),
)
FLUTUANTE = Ramo(
    "revenda_varejista",
    ("Posto Flutuante {n}", "Pontão {n} Comércio de Combustíveis", "{n} Navegação e Combustíveis"),
    ("Pontão {n}", "Flutuante {n}"),
    "4731800",
    ("4732600",),
    (
        ("Posto revendedor flutuante de combustíveis", "Posto flutuante"),
        ("Comércio varejista de combustíveis em posto flutuante", "Posto flutuante de combustíveis"),
        ("Revenda varejista de combustíveis automotivos em embarcação (pontão)", "Pontão de combustíveis"),
    ),
    (
        "o comércio varejista de combustíveis para veículos automotores e embarcações, em posto revendedor flutuante",
        "a revenda varejista de combustíveis em pontão flutuante e o comércio varejista de lubrificantes",
    ),
    "flutuante",
    ("AM", "PA", "RO", "AP"),
)
MARITIMO = Ramo(
    "revenda_varejista",
    ("Posto Náutico {n}", "Marina {n} Comércio de Combustíveis", "{n} Posto Marítimo"),
    ("Marina {n}", "Posto Náutico {n}"),
    "4731800",
    ("4732600", "4729602"),
    (
        ("Posto revendedor marítimo de combustíveis", "Posto marítimo"),
        ("Comércio varejista de combustíveis para embarcações marítimas", "Posto de combustíveis marítimo"),
    ),
    (
        "o comércio varejista de combustíveis para veículos automotores e embarcações, em posto revendedor marítimo",
        "a revenda varejista de combustíveis a embarcações, em terra firme, e o comércio de lubrificantes",
    ),
    "maritima",
    ("RJ", "SC", "BA", "ES", "PE", "CE", "RN", "SP"),
)
TRR = Ramo(
    "trr",
    (
        "TRR {n}",
        "{n} Transportador Revendedor Retalhista",
        "{n} Comércio e Transporte de Óleo Diesel",
        "{s} Diesel",
        "Retalhista {n} de Derivados de Petróleo",
    ),
    ("TRR {n}", "{n} Diesel"),
    "4681802",
    ("4681805", "4930203"),
    (
        ("Transportador revendedor retalhista (TRR) de óleo diesel e lubrificantes", "TRR"),
        ("Comércio atacadista de combustíveis realizado por transportador retalhista (TRR)", "TRR - óleo diesel"),
        ("Transporte e revenda retalhista de óleo diesel, óleo combustível e querosene", "Revenda de óleo diesel"),
    ),
    (
        "a atividade de transportador revendedor retalhista (TRR) de óleo diesel, óleo combustível, querosene "
        "e óleos lubrificantes",
        "o transporte e a revenda retalhista de óleo diesel e de lubrificantes (TRR)",
    ),
)
DISTRIBUIDOR = Ramo(
    "distribuidor",
    ("{n} Distribuidora de Combustíveis", "{n} Distribuidora de Petróleo", "Companhia {n} de Derivados de Petróleo"),
    ("{n}", "Distribuidora {n}"),
    "4681801",
    ("4681805", "4930203"),
    (
        ("Distribuição de combustíveis líquidos derivados de petróleo e álcool carburante", "Distribuidora"),
        ("Comércio atacadista de gasolina, óleo diesel e álcool carburante (distribuidor)", "Distribuidora"),
    ),
    (
        "a distribuição de combustíveis líquidos derivados de petróleo, álcool combustível e lubrificantes",
        "a aquisição, o armazenamento, o transporte e a distribuição de gasolina, óleo diesel e álcool combustível",
    ),
)
RAMOS: dict[str, Ramo] = {
    "revenda_glp": GLP,
    "posto": POSTO,
    "gnv": GNV,
    "flutuante": FLUTUANTE,
    "maritimo": MARITIMO,
    "trr": TRR,
    "distribuidor": DISTRIBUIDOR,
}
"""Names that a layout's ``ramos`` may hold. Posto, gnv, flutuante and maritimo are RES41's four modalities."""
COMBUSTIVEIS = tuple(r for r in RAMOS if r != "revenda_glp")
POSTOS = ("posto", "gnv", "flutuante", "maritimo")
MODALIDADES = {
    "automotivos": (1, "posto revendedor de combustíveis automotivos"),
    "gnv": (2, "posto revendedor exclusivo de GNV"),
    "flutuante": (3, "posto revendedor flutuante"),
    "maritima": (4, "posto revendedor marítimo"),
}
"""The number and the name by which the Ficha of RES41 tells the modality (art. 7, par. 2, b)."""


def ramo_de(e: Empresa) -> Ramo:
    """Return what the company does."""
    return RAMOS[e.ramo]


def nova_no_ramo(
    rng: random.Random,
    referencia: date,
    ramo: str,
    *,
    uf: str | None = None,
    municipio: str | None = None,
    sa: bool = False,
    filial: bool = False,
    filiais: int = 0,
    vias: int = 0,
) -> Empresa:
    """Invent a company of an activity; before 1998 a company of those years.

    Args:
        rng: source of chance.
        referencia: day against which the dossier is judged.
        ramo: a key of ``RAMOS``.
        uf: its State; drawn among those that suit the activity where left out.
        municipio: its town.
        sa: a company by shares.
        filial: the establishment that applies is a branch.
        filiais: how many branches it has, each in another State (TRR).
        vias: how many further roads lead to it.
    """
    r = RAMOS[ramo]
    if uf is None and r.ufs:
        uf = rng.choice(r.ufs)
    e = nova_empresa(rng, referencia, uf=uf, municipio=municipio, sa=sa, filial=filial)
    if ramo != "revenda_glp":
        n, s, t = rng.choice(pools.NUCLEOS), rng.choice(pools.SOBRENOMES[:22]), rng.choice(pools.SOBRENOMES[:22])
        secundarios = tuple(rng.sample(r.secundarios, rng.randint(0, len(r.secundarios))))
        e = e.com(
            nucleo=rng.choice(r.formas).format(n=n, s=s, t=t if t != s else "Irmãos"),
            fantasia=rng.choice(r.fantasias).format(n=n) if e.fantasia else None,
            cnae_principal=r.cnae,
            cnaes_secundarios=secundarios,
            ramo=ramo,
            distribuidores=(),
        )
    if e.epoca == "1990":
        e = _de_entao(e, rng)
    elif (referencia - e.abertura).days < 500:
        e = e.com(abertura=referencia - timedelta(days=rng.randint(600, 4000)))
        e = e.com(socios=tuple(replace(p, entrada=e.abertura) for p in e.socios))
        e = e.com(responsavel=e.socios[0])
    outras = [u for u in pools.UFS if u != e.endereco.uf]
    lugares = [novo_endereco(rng, uf=u) for u in rng.sample(outras, filiais)]
    ordens = [f"{i + 2:04d}" for i in range(filiais)]
    return e.com(
        filiais=tuple(
            Filial(numbers.novo_cnpj(rng, raiz=e.raiz, ordem=o), numbers.nova_ie(rng, a.uf), a)
            for o, a in zip(ordens, lugares, strict=True)
        ),
        estados=tuple(dict.fromkeys([e.endereco.uf, *(a.uf for a in lugares)])) if ramo == "trr" else (),
        vias=tuple(_via(e.endereco, rng) for _ in range(vias)),
    )


def _via(a: Endereco, rng: random.Random) -> Endereco:
    """Return the address of a side street of the same block."""
    nome = rng.choice([x for x in pools.RUAS if x != a.nome])
    return replace(
        a, tipo=rng.choice(["Rua", "Avenida", "Travessa"]), nome=nome, numero=str(rng.randint(3, 990)), complemento=None
    )


def _de_entao(e: Empresa, rng: random.Random) -> Empresa:
    """Make a company of the 1990s: its dates, its kind, its people."""
    ultimo = (e.referencia - timedelta(days=200) - _REAL).days
    abertura = _REAL + timedelta(days=rng.randint(0, max(ultimo, 30)))
    sufixo = e.sufixo if e.sa or "EIRELI" not in e.sufixo else "Ltda"
    socios = e.socios
    if not e.sa and len(socios) < 2:
        meio = e.capital // 2
        socios = (
            replace(socios[0], quotas=e.capital - meio),
            nova_pessoa(rng, e.endereco.uf, administrador=False, quotas=meio),
        )
    socios = tuple(replace(p, entrada=abertura, nascimento=mais_velho(p.nascimento, e.referencia)) for p in socios)
    return e.com(
        abertura=abertura,
        sufixo=sufixo,
        socios=socios,
        responsavel=socios[0],
        email="",
        porte="ME" if "ME" in sufixo else e.porte,
    )


def estabelecimento(e: Empresa, filial: Filial) -> Empresa:
    """Return the company as a paper of one of its branches sees it."""
    return e.com(
        cnpj=filial.cnpj, ie=filial.ie, endereco=filial.endereco, sede=e.endereco, filial=True, filiais=(), vias=()
    )


def mais_velho(nascimento: date, referencia: date) -> date:
    """Return a day of birth of a person of age on the reference date."""
    while nascimento.year > referencia.year - 22:
        nascimento = nascimento.replace(year=nascimento.year - 20, day=min(nascimento.day, 28))
    return nascimento


def substituida(e: Empresa, rng: random.Random) -> Empresa:
    """Invent the company that operated at the same address before (RES41 art. 7 IV), of another root and name."""
    outra = nova_no_ramo(rng, e.referencia, e.ramo, uf=e.endereco.uf, municipio=e.endereco.municipio)
    while outra.nucleo.split()[-1] in e.nucleo:
        outra = nova_no_ramo(rng, e.referencia, e.ramo, uf=e.endereco.uf, municipio=e.endereco.municipio)
    return outra.com(endereco=e.endereco, sede=e.endereco, estados=(), filiais=(), vias=())
