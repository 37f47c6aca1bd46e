"""Blocks of data of papers that public bodies issue: certidões, works, navy, courts, registries, the old CGC card."""

from __future__ import annotations

import random
from datetime import date, timedelta
from typing import Any

from samples.generator import numbers, pools
from samples.generator.changes import Ajuste
from samples.generator.company import Empresa, nova_pessoa
from samples.generator.issuers_more import CLASSIFICADORAS
from samples.generator.layouts import Layout
from samples.generator.written import data, extenso, milhar

_TITULOS = {
    "negativa": ("Negativa", "Certidão Negativa de Débitos"),
    "positiva_com_efeito_de_negativa": (
        "Positiva com Efeitos de Negativa",
        "Certidão Positiva com Efeitos de Negativa de Débitos",
    ),
    "positiva": ("Positiva", "Certidão Positiva de Débitos"),
}
_EMBARCACOES = ("Pontão", "Balsa-Posto", "Flutuante", "Chata")
_NOMES_DE_BARCO = ("Pontão", "Balsa", "Flutuante", "Posto")
_PRODUTOS = {
    "trr": ("óleo diesel", "óleo diesel", "querosene", "óleo combustível"),
    "gnv": ("GNV - gás natural veicular",),
    "distribuidor": ("gasolina A", "óleo diesel", "álcool anidro", "álcool hidratado"),
}


def certidao(rng: random.Random, layout: Layout, aj: Ajuste) -> dict[str, Any]:
    """Return the outcome of a certidão (DATA.md, ``d.certidao``)."""
    bons = [r for r in layout.resultados if r != "positiva"] or list(layout.resultados)
    resultado = aj.extra.get("resultado") or rng.choice(bons)
    curto, titulo = _TITULOS[resultado]
    return {
        "resultado": resultado,
        "negativa": resultado == "negativa",
        "com_efeito": resultado == "positiva_com_efeito_de_negativa",
        "positiva": resultado == "positiva",
        "curto": curto,
        "titulo": titulo,
        "debitos": [
            {"processo": f"{rng.randint(10000, 99999)}.{rng.randint(100000, 999999)}/{rng.randint(2001, 2018)}-00"}
            for _ in range(2)
        ],
    }


def tanques(e: Empresa) -> list[dict[str, Any]]:
    """Return the tanks of the establishment, the same on every paper of the company."""
    rng = random.Random(f"{e.cnpj}/tanques")
    produtos = _PRODUTOS.get(e.ramo, ("gasolina comum", "óleo diesel S10", "etanol hidratado", "gasolina aditivada"))
    if e.epoca == "1990" and e.ramo not in _PRODUTOS:
        produtos = ("gasolina", "óleo diesel", "álcool hidratado")
    return [
        {
            "numero": f"{i:02d}",
            "produto": rng.choice(produtos),
            "litros": milhar(m3 * 1000),
            "capacidade": f"{m3} m³",
            "m3": m3,
            "tipo": rng.choice(["subterrâneo, parede dupla", "aéreo horizontal", "aéreo vertical"]),
        }
        for i, m3 in enumerate((rng.choice([15, 20, 30]) for _ in range(rng.randint(2, 4))), start=1)
    ]


def conclusao(rng: random.Random, e: Empresa, layout: Layout, aj: Ajuste, emissao: date) -> dict[str, Any]:
    """Return the works that a town certifies as finished, with or without tanks (DATA.md, ``d.conclusao``)."""
    contempla = bool(aj.extra.get("tancagem", "sim" in layout.tancagem))
    lista = tanques(e)
    total = sum(t["m3"] for t in lista)
    area = f"{milhar(rng.randint(180, 2900))},{rng.randint(10, 99)} m²"
    obras = rng.choice(
        [
            "as obras civis das instalações",
            "as obras de construção civil do estabelecimento",
            "a edificação comercial em alvenaria, com escritório e cobertura",
        ]
    )
    tancagem = rng.choice(
        [
            f"a tancagem, de {len(lista)} ({extenso(len(lista))}) tanques com capacidade total de {total} m³",
            f"o parque de tanques de armazenamento ({len(lista)} tanques, {total} m³) e sua bacia de contenção",
            f"os {len(lista)} tanques de combustíveis, com {milhar(total * 1000)} litros no total",
        ]
    )
    return {
        "contempla_tancagem": contempla,
        "titulo": rng.choice(
            [
                "Habite-se",
                "Auto de Conclusão de Obra",
                "Certificado de Conclusão de Obra",
                "Certidão de Conclusão de Obra",
                "Termo de Conclusão de Obra",
            ]
        ),
        "obras": obras,
        "tancagem": tancagem if contempla else None,
        "descricao": f"{obras} e {tancagem}" if contempla else obras,
        "tanques": lista if contempla else [],
        "capacidade_total": f"{total} m³" if contempla else None,
        "area": area,
        "alvara_construcao": f"{rng.randint(10, 999)}/{emissao.year - 1}",
        "alvara_construcao_data": data(emissao - timedelta(days=rng.randint(120, 420))),
        "conclusao": data(emissao - timedelta(days=rng.randint(4, 40))),
        "vistoria": data(emissao - timedelta(days=rng.randint(1, 3))),
        "matricula": f"{milhar(rng.randint(1200, 98000))} do {rng.randint(1, 4)}º Registro de Imóveis",
        "inscricao_imobiliaria": f"{rng.randint(1, 99):02d}.{rng.randint(1, 999):03d}.{rng.randint(1, 9999):04d}",
        "responsavel_tecnico": f"Eng. {rng.choice(pools.NOMES_M)} {rng.choice(pools.SOBRENOMES)}",
        "crea": f"{rng.randint(506000000, 507999999)}",
        "uso": rng.choice(["comercial", "comercial - depósito de combustíveis", "industrial e comercial"]),
    }


def embarcacao(e: Empresa) -> dict[str, Any]:
    """Return the vessel of the company, the same on every paper (DATA.md, ``d.embarcacao``)."""
    rng = random.Random(f"{e.cnpj}/embarcacao")
    return {
        "nome": " ".join(rng.choice(x) for x in (_NOMES_DE_BARCO, pools.NUCLEOS, ["I", "II", "III"])),
        "inscricao": f"{rng.randint(1, 99):03d}-{rng.randint(100000, 999999)}-{rng.randint(0, 9)}",
        "indicativo": f"PP{rng.randint(1000, 9999)}",
        "tipo": rng.choice(_EMBARCACOES),
        "servico": "Posto de abastecimento de combustíveis",
        "porto": e.endereco.municipio,
        "ano": rng.randint(1988, min(2020, e.referencia.year - 1)),
        "material": rng.choice(["Aço", "Aço carbono"]),
        "comprimento": f"{rng.randint(18, 48)},{rng.randint(10, 99)} m",
        "boca": f"{rng.randint(6, 12)},{rng.randint(10, 99)} m",
        "pontal": f"{rng.randint(1, 3)},{rng.randint(10, 99)} m",
        "arqueacao": f"{rng.randint(60, 480)}",
        "borda_livre": f"{rng.randint(280, 900)} mm",
        "area_navegacao": rng.choice(["Navegação Interior - Área 1", "Interior, Área 2"]),
        "classificadora": rng.choice(CLASSIFICADORAS),
        "proximo_endosso": data(e.referencia + timedelta(days=rng.randint(40, 300))),
    }


def baixa(rng: random.Random, aj: Ajuste, emissao: date) -> dict[str, Any]:
    """Return how the other company's municipal registration ended (DATA.md, ``d.baixa``)."""
    oficio = rng.random() < 0.4
    return {
        "oficio": oficio,
        "texto": "baixa de ofício" if oficio else "encerramento das atividades",
        "motivo": "não localização do contribuinte no endereço cadastrado" if oficio else "pedido do contribuinte",
        "data": data(emissao - timedelta(days=rng.randint(20, 300))),
        "processo": f"{rng.randint(1000, 99999)}/{emissao.year}",
        "inscricao": f"{rng.randint(100, 999)}.{rng.randint(100, 999)}-{rng.randint(0, 9)}",
    }


def processo(rng: random.Random, e: Empresa, emissao: date) -> dict[str, Any]:
    """Return a lawsuit over the property (DATA.md, ``d.processo``)."""
    especie, acao = rng.choice(
        [
            ("imissão na posse", "Ação de Imissão na Posse"),
            ("reintegração de posse", "Ação de Reintegração de Posse"),
            ("despejo", "Ação de Despejo por Falta de Pagamento"),
        ]
    )
    autor = nova_pessoa(rng, e.endereco.uf)
    return {
        "numero": f"{rng.randint(1000000, 9999999)}-{rng.randint(10, 99)}.{emissao.year - rng.randint(0, 2)}.8.26."
        f"{rng.randint(1, 700):04d}",
        "especie": especie,
        "acao": acao,
        "vara": f"{rng.randint(1, 9)}ª Vara Cível",
        "comarca": e.endereco.municipio,
        "juiz": f"{rng.choice(pools.NOMES_M + pools.NOMES_F)} {' '.join(rng.sample(pools.SOBRENOMES, 2))}",
        "escrivao": f"{rng.choice(pools.NOMES_M + pools.NOMES_F)} {rng.choice(pools.SOBRENOMES)}",
        "oficial": f"{rng.choice(pools.NOMES_M)} {rng.choice(pools.SOBRENOMES)}",
        "autor": autor.nome,
        "autor_cpf": numbers.mascara_cpf(autor.cpf),
        "advogado": f"{rng.choice(pools.NOMES_M)} {rng.choice(pools.SOBRENOMES)}",
        "oab": f"OAB/{e.endereco.uf} {milhar(rng.randint(21000, 399000))}",
        "cumprimento": data(min(emissao + timedelta(days=rng.randint(3, 15)), e.referencia - timedelta(days=1))),
        "decisao": data(emissao - timedelta(days=rng.randint(1, 20))),
    }


def historico(rng: random.Random, e: Empresa) -> list[dict[str, Any]]:
    """Return what the Junta filed of the company, oldest first (DATA.md, ``d.historico``)."""
    atos = [(e.abertura, "090", "CONTRATO" if not e.sa else "ATO CONSTITUTIVO", "Constituição da sociedade")]
    dias = max((e.referencia - e.abertura).days - 40, 10)
    for _ in range(rng.randint(1, 4)):
        atos.append(
            (
                e.abertura + timedelta(days=rng.randint(5, dias)),
                "002",
                "ALTERAÇÃO",
                rng.choice(
                    [
                        "Alteração de dados (exceto nome empresarial)",
                        "Alteração de atividades econômicas (principal e secundárias)",
                        "Consolidação de contrato/estatuto",
                        "Entrada de sócio/administrador",
                        "Alteração de capital social",
                    ]
                ),
            )
        )
    return [
        {
            "data": data(dia),
            "codigo": codigo,
            "ato": ato,
            "evento": evento,
            "numero": f"{dia.year}{rng.randint(1000000, 9999999)}" if i else e.nire,
        }
        for i, (dia, codigo, ato, evento) in enumerate(sorted(atos))
    ]


def cgc(rng: random.Random, e: Empresa, emissao: date) -> dict[str, Any]:
    """Return what the old CGC card prints besides name, number and address (DATA.md, ``d.cgc``)."""
    codigo = {"trr": "41.52", "distribuidor": "41.51"}.get(e.ramo, "41.41")
    return {
        "atividade_codigo": codigo,
        "natureza_codigo": "3" if not e.sa else "2",
        "tipo": "MATRIZ" if not e.filial else "FILIAL",
        "ordem": e.cnpj[8:12],
        "dv": e.cnpj[12:],
        "cpf_responsavel": numbers.mascara_cpf(e.responsavel.cpf),
        "orgao": f"{rng.randint(1, 10):02d}.{rng.randint(1, 9)}.{rng.randint(10, 99)}.{rng.randint(10, 99)}",
        "validade": data(date(emissao.year + 1, 6, 30)),
    }
