"""The smaller blocks of a paper's data: weights, works, acts of the company, distractors."""

from __future__ import annotations

import random
from datetime import date, timedelta
from typing import TYPE_CHECKING, Any

import numpy as np
import zxingcpp

from samples.generator import numbers, pools, style
from samples.generator.company import Empresa, Pessoa, nova_pessoa, novo_endereco
from samples.generator.written import data, extenso, milhar, reais, soma_meses

if TYPE_CHECKING:
    from samples.generator.changes import Ajuste
    from samples.generator.layouts import Layout

_ORDINAIS = ["", "primeira", "segunda", "terceira", "quarta", "quinta", "sexta", "sétima", "oitava", "nona"]


def qr(texto: str) -> list[str]:
    """Return a QR code as rows of ``0`` and ``1``."""
    matriz = np.array(zxingcpp.create_barcode(texto, zxingcpp.BarcodeFormat.QRCode).to_image(scale=1))
    return ["".join("1" if v < 128 else "0" for v in linha) for linha in matriz]


def pessoa(p: Pessoa, e: Empresa, est: style.Estilo, rng: random.Random) -> dict[str, Any]:
    """Return a person as the paper names them (DATA.md, PESSOA)."""
    total = sum(s.quotas for s in e.socios) or 1
    qualificacao = (
        ("16-Presidente" if p is e.socios[0] else "10-Diretor")
        if e.sa
        else "49-Sócio-Administrador"
        if p.administrador
        else "22-Sócio"
    )
    return {
        "nome": est.texto(p.nome),
        "cpf": numbers.mascara_cpf(p.cpf),
        "cpf_puro": p.cpf,
        "rg": p.rg,
        "orgao_rg": f"SSP/{e.endereco.uf}",
        "nacionalidade": "brasileira" if p.feminino else "brasileiro",
        "estado_civil": p.estado_civil,
        "profissao": p.profissao,
        "nascimento": data(p.nascimento),
        "endereco": style.endereco(p.endereco, est, rng),
        "qualificacao": qualificacao,
        "administrador": p.administrador,
        "quotas": p.quotas,
        "quotas_texto": milhar(p.quotas),
        "valor": reais(p.quotas * 100),
        "percentual": f"{100 * p.quotas / total:.2f}%".replace(".", ","),
        "entrada": data(p.entrada),
    }


def glp(e: Empresa, aj: Ajuste) -> dict[str, Any]:
    """Return the weight that the fire certificate states (DATA.md, ``d.glp``); none of it for another activity."""
    chaves = ("kg", "texto", "simples", "quilogramas", "extenso", "botijoes", "botijoes_texto")
    if e.ramo != "revenda_glp":
        return {"explicita": "nenhuma", "classe": None, "contempla": None} | dict.fromkeys(chaves)
    kg = aj.kg if aj.kg is not None else e.kg
    classe = next(c for c, menor, maior in pools.CLASSES if menor < kg <= maior)
    contempla = aj.atividade is None
    if aj.explicita != "kg":
        return {"explicita": aj.explicita, "classe": e.classe, "contempla": contempla} | dict.fromkeys(chaves)
    botijoes = kg // 13
    return {
        "explicita": "kg",
        "classe": classe,
        "contempla": contempla,
        "kg": kg,
        "texto": f"{milhar(kg)} kg",
        "simples": f"{kg} kg",
        "quilogramas": f"{milhar(kg)} quilogramas de GLP",
        "extenso": f"{milhar(kg)} kg ({extenso(kg)} quilogramas)",
        "botijoes": botijoes,
        "botijoes_texto": f"{milhar(botijoes)} botijões P-13",
    }


def obra(rng: random.Random) -> dict[str, Any]:
    """Return the building's technical data."""
    return {
        "area": f"{milhar(rng.randint(60, 1900))},{rng.randint(10, 99)} m²",
        "pavimentos": rng.choice([1, 1, 2]),
        "altura": f"{rng.randint(3, 6)},{rng.randint(10, 90)} m",
        "ocupacao": rng.choice(
            ["C-1 Comércio com baixa carga de incêndio", "M-2 Líquidos ou gases inflamáveis", "C-2 Comércio"]
        ),
        "projeto": f"{rng.randint(10000, 299999)}/{rng.randint(2012, 2025)}",
        "responsavel_tecnico": f"Eng. {rng.choice(pools.NOMES_M)} {rng.choice(pools.SOBRENOMES)}",
        "crea": f"{rng.randint(506000000, 507999999)}",
        "art": f"{rng.randint(2802723000000, 2802724000000)}",
        "carga_incendio": f"{rng.choice([300, 600, 1200])} MJ/m²",
    }


def outros(rng: random.Random, emissao: date) -> dict[str, Any]:
    """Return distractors: other papers' numbers and days."""
    antes = emissao - timedelta(days=rng.randint(350, 1500))
    return {
        "certificado_anterior": f"{rng.randint(10000, 999999)}/{antes.year}",
        "certificado_anterior_data": data(antes),
        "certificado_anterior_validade": data(soma_meses(antes, 12)),
        "licenca_instalacao": f"{rng.randint(10000, 99999999)}",
        "licenca_instalacao_data": data(antes - timedelta(days=rng.randint(30, 400))),
        "taxa": reais(rng.randint(8000, 98000)),
        "dam": f"{rng.randint(10**9, 10**10 - 1)}",
        "lei": f"Lei Municipal nº {milhar(rng.randint(1100, 9800))}/{rng.randint(1988, 2019)}",
        "decreto": f"Decreto nº {milhar(rng.randint(10100, 69800))}/{rng.randint(1999, 2021)}",
        "data_vistoria": data(emissao - timedelta(days=rng.randint(2, 25))),
    }


def ato(rng: random.Random, e: Empresa, layout: Layout, aj: Ajuste, emissao: date) -> tuple[dict[str, Any], date, date]:
    """Return the act's data, its signature day and its registration day."""
    social = layout.tipo in {"contrato_social", "estatuto_social", "ata_eleicao"}
    fim = layout.tipo in {"distrato_social", "ato_incorporacao"}
    especie = aj.especie or rng.choice([a for a in layout.atos if a != "alteracao"] or list(layout.atos))
    if layout.tipo == "ata_eleicao":
        especie = "constituicao"
    retirante: Pessoa | None = None
    if social:
        if especie == "constituicao" and layout.tipo != "ata_eleicao":
            emissao, registro = e.abertura - timedelta(days=rng.randint(2, 12)), e.abertura
        else:
            janela = max((e.referencia - e.abertura).days - 30, 12)
            emissao = e.abertura + timedelta(days=rng.randint(8, janela))
            if layout.tipo == "ata_eleicao":
                emissao = max(emissao, e.referencia - timedelta(days=rng.randint(60, 600)))
            registro = min(emissao + timedelta(days=rng.randint(3, 22)), e.referencia - timedelta(days=1))
        if "registro" in aj.extra:
            registro = aj.extra["registro"]
            emissao = registro - timedelta(days=rng.randint(2, 6))
    elif fim:
        especie, registro = (
            "alteracao",
            min(emissao + timedelta(days=rng.randint(3, 20)), e.referencia - timedelta(days=1)),
        )
    else:
        registro = emissao
    n = rng.randint(1, 7)
    mudanca, mudanca_tipo = rng.choice(
        [
            (
                "a alteração do objeto social para inclusão do comércio varejista de gás liquefeito de petróleo",
                "objeto",
            ),
            ("a retirada de sócio e a transferência de suas quotas aos sócios remanescentes", "socios"),
            ("a alteração do endereço da sede da sociedade", "endereco"),
            ("o aumento do capital social", "capital"),
        ]
    )
    if "mudanca" in aj.extra:
        mudanca_tipo, mudanca = aj.extra["mudanca"]
    if mudanca_tipo == "socios" or rng.random() < 0.3:
        retirante = nova_pessoa(rng, e.sede.uf)
    anos = rng.choice([2, 3])
    mandato = soma_meses(emissao, 12 * anos)  # an election is at most 600 days old: the mandate still runs
    est = style.Estilo()
    return (
        {
            "especie": especie,
            "ordinal": _ORDINAIS[n],
            "ordinal_n": n,
            "alterado": especie != "constituicao" and not fim,
            "consolidado": especie == "consolidacao",
            "mudanca": mudanca,
            "mudanca_tipo": mudanca_tipo,
            "testemunhas": [
                {"nome": p.nome, "cpf": numbers.mascara_cpf(p.cpf)}
                for p in (nova_pessoa(rng, e.sede.uf) for _ in range(2))
            ],
            "foro": e.sede.municipio,
            "mandato_ate": data(mandato),
            "mandato_texto": f"{anos} ({extenso(anos)}) anos",
            "hora": rng.choice(["9:00", "10:00", "14:30"]),
            "retirante": pessoa(retirante, e, est, rng) if retirante else None,
            "endereco_anterior": style.endereco(novo_endereco(rng, uf=e.sede.uf), est, rng)
            if mudanca_tipo == "endereco"
            else None,
        },
        emissao,
        registro,
    )


def ie_extra(rng: random.Random, e: Empresa, emissao: date, municipio: str) -> dict[str, Any]:
    """Return what a State's cadastre prints besides the number."""
    return {
        "regime": rng.choice(["SIMPLES NACIONAL", "NORMAL - REGIME PERIÓDICO DE APURAÇÃO", "Simples Nacional"]),
        "data_inscricao": data(e.abertura + timedelta(days=rng.randint(3, 25))),
        "data_consulta": data(emissao),
        "posto_fiscal": f"PF-{rng.randint(10, 12)} {municipio}",
        "cadastro": "CAD-ICMS",
        "rotulo_ie": rng.choice(["Inscrição Estadual", "IE", "Inscr. Estadual", "Nº da Inscrição"]),
    }


def extra(rng: random.Random, e: Empresa, emissao: date) -> dict[str, Any]:
    """Return the data of papers that nobody asked for."""
    terceiro = nova_pessoa(rng, e.endereco.uf)
    itens = []
    for descricao in rng.sample(
        [
            "GLP BOTIJAO P-13",
            "GLP BOTIJAO P-45",
            "AGUA MINERAL 20L",
            "REGULADOR DE GAS",
            "MANGUEIRA 1,20M",
            "VASILHAME P-13",
        ],
        3,
    ):
        q, u = rng.randint(2, 200), rng.randint(900, 18000)
        itens.append({"descricao": descricao, "quantidade": str(q), "unitario": reais(u), "total": reais(q * u)})
    digitos = "".join(str(rng.randint(0, 9)) for _ in range(44))
    return {
        "valor": reais(rng.randint(4000, 480000)),
        "vencimento": data(emissao + timedelta(days=rng.randint(5, 40))),
        "linha_digitavel": f"{digitos[:5]}.{digitos[5:10]} {digitos[10:15]}.{digitos[15:21]} "
        f"{digitos[21:26]}.{digitos[26:32]} {digitos[32]} {digitos[:14]}",
        "consumo": f"{rng.randint(120, 1900)} kWh",
        "chave_nfe": " ".join(digitos[i : i + 4] for i in range(0, 44, 4)),
        "itens": itens,
        "terceiro": {
            "nome": terceiro.nome,
            "cpf": numbers.mascara_cpf(terceiro.cpf),
            "cnpj": numbers.mascara_cnpj(numbers.novo_cnpj(rng)),
        },
    }
