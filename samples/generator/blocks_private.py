"""Blocks of data of papers that people and companies write: powers, identity, mergers, closings, projects, leases."""

from __future__ import annotations

import random
from datetime import date, timedelta
from typing import Any

from samples.generator import numbers, pools, style
from samples.generator.changes import Ajuste
from samples.generator.company import Empresa, Pessoa, nova_pessoa, novo_endereco
from samples.generator.extras import pessoa
from samples.generator.ramos import MODALIDADES, mais_velho, ramo_de
from samples.generator.written import data, extenso, milhar, prazo, reais

_AGENCIAS = {
    "atual": {
        "sigla": "ANP",
        "nome": "Agência Nacional do Petróleo, Gás Natural e Biocombustíveis",
        "curto": "Agência Nacional do Petróleo",
        "ministerio": "Ministério de Minas e Energia",
    },
    "1990": {
        "sigla": "DNC",
        "nome": "Departamento Nacional de Combustíveis",
        "curto": "Departamento Nacional de Combustíveis",
        "ministerio": "Ministério de Minas e Energia",
    },
}
_ASSUNTOS = {
    "revenda_varejista": "autorização para o exercício da atividade de revenda varejista de combustíveis automotivos",
    "trr": "registro de Transportador Revendedor Retalhista - TRR",
    "distribuidor": "registro de distribuidor de combustíveis",
    "revenda_glp": "autorização para o exercício da atividade de revenda de GLP",
}


def agencia(e: Empresa) -> dict[str, str]:
    """Return the regulator of those years (DATA.md, ``d.agencia``)."""
    return dict(_AGENCIAS[e.epoca])


def assunto(e: Empresa) -> str:
    """Return what the company asks for."""
    if e.epoca == "1990" and ramo_de(e).atividade == "revenda_varejista":
        return "registro de posto revendedor de combustíveis"
    return _ASSUNTOS[ramo_de(e).atividade]


def modalidade(e: Empresa) -> dict[str, Any] | None:
    """Return the modality of a fuel station (DATA.md, ``d.modalidade``)."""
    m = ramo_de(e).modalidade
    return None if m is None else {"codigo": MODALIDADES[m][0], "nome": MODALIDADES[m][1], "chave": m}


def procurador(e: Empresa) -> Pessoa:
    """Return the company's attorney, the same on every paper."""
    return nova_pessoa(random.Random(f"{e.cnpj}/procurador"), e.endereco.uf, administrador=False)


def quem(p: Pessoa, e: Empresa, est: style.Estilo, rng: random.Random) -> dict[str, Any]:
    """Return a person of age (DATA.md, PESSOA)."""
    d = pessoa(p, e, est, rng)
    d["nascimento"] = data(mais_velho(p.nascimento, e.referencia))
    return d


def procuracao(rng: random.Random, e: Empresa, est: style.Estilo, emissao: date) -> dict[str, Any]:
    """Return a power of attorney (DATA.md, ``d.procuracao``)."""
    sigla = _AGENCIAS[e.epoca]["sigla"]
    outorgado = procurador(e)
    poderes = rng.choice(
        [
            f"representar a outorgante perante a {_AGENCIAS[e.epoca]['nome']} - {sigla}, podendo requerer, assinar "
            "fichas cadastrais, juntar e retirar documentos e praticar os demais atos necessários",
            f"em nome da outorgante, requerer autorizações e registros junto à {sigla}, assinar requerimentos e fichas "
            "cadastrais, prestar esclarecimentos e cumprir exigências",
            "representar a outorgante perante repartições públicas federais, estaduais e municipais, em especial a "
            f"{sigla}, assinando requerimentos e declarações",
        ]
    )
    return {
        "outorgante": est.texto(e.razao_social),
        "representante": quem(e.responsavel, e, est, rng),
        "outorgado": quem(outorgado, e, est, rng),
        "poderes": poderes,
        "livro": f"{rng.randint(100, 900)}",
        "folha": f"{rng.randint(1, 200):03d}",
        "traslado": "primeiro traslado",
        "prazo": prazo(rng.choice([12, 24])),
        "oab": f"OAB/{e.endereco.uf} {milhar(rng.randint(21000, 399000))}",
    }


def identidade(rng: random.Random, e: Empresa, aj: Ajuste, emissao: date) -> dict[str, Any]:
    """Return an identity document of the responsible person, or of the attorney (DATA.md, ``d.identidade``)."""
    p: Pessoa = procurador(e) if aj.extra.get("procurador") else e.responsavel
    pai = f"{rng.choice(pools.NOMES_M)} {' '.join(p.nome.split()[-2:])}"
    mae = f"{rng.choice(pools.NOMES_F)} {rng.choice(pools.SOBRENOMES[:22])} {p.nome.split()[-1]}"
    nascimento = mais_velho(p.nascimento, emissao)
    return {
        "nome": p.nome.upper(),
        "cpf": numbers.mascara_cpf(p.cpf),
        "cpf_puro": p.cpf,
        "rg": p.rg,
        "orgao": f"SSP/{e.endereco.uf}",
        "pai": pai.upper(),
        "mae": mae.upper(),
        "nascimento": data(nascimento),
        "naturalidade": f"{novo_endereco(rng, uf=e.endereco.uf).municipio} - {e.endereco.uf}".upper(),
        "sexo": "F" if p.feminino else "M",
        "registro_cnh": f"{rng.randint(10**10, 10**11 - 1)}",
        "espelho": f"{rng.randint(10**9, 10**10 - 1)}",
        "primeira_habilitacao": data(nascimento.replace(year=nascimento.year + 19, day=min(nascimento.day, 28))),
        "categoria": rng.choice(["B", "AB", "D", "AE"]),
        "doc_origem": f"CN: {novo_endereco(rng, uf=e.endereco.uf).municipio.upper()} LV A{rng.randint(10, 99)} "
        f"FL {rng.randint(1, 200)} N {rng.randint(1000, 9999)}",
        "titulo_eleitor": f"{rng.randint(10**11, 10**12 - 1)}",
        "registro_conselho": f"{e.endereco.uf}-{rng.randint(10000, 99999)}/O-{rng.randint(0, 9)}",
    }


def outra(outro: Empresa, est: style.Estilo, rng: random.Random) -> dict[str, Any]:
    """Return the other company of the story (DATA.md, ``d.outra``)."""
    return {
        "nome": est.texto(outro.razao_social),
        "fantasia": est.texto(outro.fantasia) if outro.fantasia else None,
        "cnpj": numbers.mascara_cnpj(outro.cnpj),
        "cnpj_puro": outro.cnpj,
        "endereco": style.endereco(outro.endereco, est, rng),
        "nire": outro.nire,
        "ie": numbers.mascara_ie(outro.ie, outro.endereco.uf),
        "responsavel": {
            "nome": est.texto(outro.responsavel.nome),
            "cpf": numbers.mascara_cpf(outro.responsavel.cpf),
            "identidade": outro.responsavel.rg,
            "funcao": outro.funcao,
        },
        "socios": [quem(p, outro, est, rng) for p in outro.socios],
    }


def incorporacao(rng: random.Random, e: Empresa, emissao: date) -> dict[str, Any]:
    """Return a merger in which the company takes the other over (DATA.md, ``d.incorporacao``)."""
    return {
        "especie": "incorporação",
        "data_base": data(emissao.replace(day=1) - timedelta(days=1)),
        "patrimonio": reais(rng.randint(90, 2400) * 100000),
        "peritos": [f"{rng.choice(pools.NOMES_M)} {rng.choice(pools.SOBRENOMES)}" for _ in range(2)],
        "crc": f"{e.endereco.uf}-{rng.randint(10000, 99999)}/O-{rng.randint(0, 9)}",
        "texto": "assumindo a incorporadora todo o ativo e o passivo da incorporada, a quem sucede em todos os "
        "direitos e obrigações",
    }


def distrato(rng: random.Random, e: Empresa, emissao: date) -> dict[str, Any]:
    """Return how a company was wound up (DATA.md, ``d.distrato``)."""
    return {
        "motivo": rng.choice(["por mútuo acordo dos sócios", "por não mais interessar aos sócios a sua continuação"]),
        "encerramento": data(emissao - timedelta(days=rng.randint(2, 30))),
        "liquidante": e.responsavel.nome,
        "guarda_livros": e.socios[-1].nome,
        "haveres": reais(e.capital * 100),
    }


def encerramento(rng: random.Random, e: Empresa, aj: Ajuste, emissao: date) -> dict[str, Any]:
    """Return the closing of a business (DATA.md, ``d.encerramento``)."""
    dia = aj.extra.get("efetivacao") or emissao - timedelta(days=rng.randint(3, 20))
    return {
        "data": data(dia),
        "motivo": rng.choice(["desinteresse comercial", "término do contrato de locação do imóvel", "venda do imóvel"]),
    }


def projeto(rng: random.Random, e: Empresa, emissao: date) -> dict[str, Any]:
    """Return a project of installations with its schedule (DATA.md, ``d.projeto``)."""
    etapas, dia = [], emissao + timedelta(days=30)
    for i, nome in enumerate(
        [
            "Terraplenagem e fundações",
            "Obras civis",
            "Montagem dos tanques",
            "Tubulações e elétrica",
            "Testes e entrega",
        ]
    ):
        fim = dia + timedelta(days=rng.randint(20, 50))
        etapas.append({"numero": i + 1, "etapa": nome, "inicio": data(dia), "termino": data(fim), "percentual": "20%"})
        dia = fim + timedelta(days=1)
    return {
        "titulo": "Projeto das instalações de armazenamento e distribuição",
        "etapas": etapas,
        "inicio": etapas[0]["inicio"],
        "termino": etapas[-1]["termino"],
        "responsavel_tecnico": f"Eng. {rng.choice(pools.NOMES_M)} {rng.choice(pools.SOBRENOMES)}",
        "crea": f"{rng.randint(506000000, 507999999)}",
        "art": f"{rng.randint(2802723000000, 2802724000000)}",
        "investimento": reais(rng.randint(400, 4800) * 100000),
        "area": f"{milhar(rng.randint(2500, 19000))} m²",
    }


def cessao(rng: random.Random, e: Empresa, emissao: date) -> dict[str, Any]:
    """Return a lease of room in another's base (DATA.md, ``d.cessao``)."""
    cedente = rng.choice(
        ["Terminais Reunidos do Litoral S.A.", "Base Central de Tancagem Ltda", "Armazéns Gerais Petrobase S/A"]
    )
    lugar = novo_endereco(rng, uf=e.endereco.uf)
    m3 = rng.choice([500, 750, 1000, 1500, 2000])
    return {
        "cedente": cedente,
        "cedente_cnpj": numbers.mascara_cnpj(numbers.novo_cnpj(rng)),
        "cedente_endereco": f"{lugar.logradouro}, {lugar.numero} - {lugar.bairro} - {lugar.municipio}/{lugar.uf}",
        "base": f"Base de Distribuição de {lugar.municipio}/{lugar.uf}",
        "capacidade": f"{milhar(m3)} m³",
        "capacidade_extenso": f"{milhar(m3)} ({extenso(m3)}) metros cúbicos",
        "produtos": "gasolina, óleo diesel e álcool combustível",
        "prazo": prazo(rng.choice([12, 24, 36, 60])),
        "inicio": data(emissao + timedelta(days=1)),
        "valor": reais(rng.randint(80, 900) * 10000),
        "foro": lugar.municipio,
    }
