"""From the company's facts to the data of one paper (DATA.md, section 4)."""

from __future__ import annotations

import random
from datetime import date, timedelta
from typing import Any

from samples.generator import bodies, issuers, numbers, pools, style
from samples.generator.blocks import blocos
from samples.generator.changes import Ajuste
from samples.generator.company import Empresa, nova_pessoa, novo_endereco
from samples.generator.dates import datas as datas_do_papel
from samples.generator.extras import ato, extra, glp, ie_extra, obra, outros, pessoa, qr
from samples.generator.layouts import Layout
from samples.generator.ramos import ramo_de
from samples.generator.written import data, extenso, milhar, prazo, prazo_em_dias, reais

ATOS = {"contrato_social", "estatuto_social", "ata_eleicao", "distrato_social", "ato_incorporacao"}
"""Acts of the company, of its seat and its matriz, which the Junta registers."""
_DO_ESTADO = {
    "inscricao_estadual",
    "licenca_operacao",
    "certificado_bombeiros",
    "certidao_negativa_estadual",
    "certificado_borda_livre",
    "protocolo_transferencia_titularidade",
    "certidao_junta",
    "mandado_judicial",
}


def _cnae(codigo: str) -> dict[str, str]:
    return {
        "codigo": f"{codigo[:2]}.{codigo[2:4]}-{codigo[4]}-{codigo[5:]}",
        "ibge": f"{codigo[:4]}-{codigo[4]}/{codigo[5:]}",
        "puro": codigo,
        "descricao": pools.CNAES[codigo],
    }


def _ordem_filial(e: Empresa) -> str:
    base = e.raiz + "0001"
    return base + numbers.cnpj_dv(base)


def montar(
    e: Empresa,
    layout: Layout,
    semente: int,
    aj: Ajuste | None = None,
    pedido: dict[str, Any] | None = None,
    outro: Empresa | None = None,
) -> dict[str, Any]:
    """Return the data of one paper.

    Args:
        e: the company that the paper is about: the declared one, or the one that operated there before.
        layout: its declaration rules kinds of validity, acts and States.
        semente: seed of all that this paper draws.
        aj: the scenario's changes on this paper.
        pedido: the ``pedido`` of the Ficha, for application and Ficha.
        outro: the other company of the story, invented where left out.
    """
    aj = aj or Ajuste()
    rng = random.Random(f"{semente}/{layout.tipo}")
    tipo = layout.tipo
    est = style.sortear(rng, tipo, e)
    ato_social = tipo in ATOS
    local = aj.endereco or (e.sede if ato_social else e.endereco)
    cnpj = aj.cnpj or (_ordem_filial(e) if ato_social else e.cnpj)
    nomeada = e.com(nucleo=aj.nucleo or e.nucleo, sufixo=aj.sufixo or e.sufixo)
    municipio, uf = aj.emissor or (local.municipio, local.uf)
    if tipo in _DO_ESTADO and not aj.emissor:
        uf = e.endereco.uf
    datas = datas_do_papel(rng, tipo, layout, e, aj)
    emissao: date = datas["emissao"]
    d_ato, emissao, registro = ato(rng, e, layout, aj, emissao)
    principal, secundarios = aj.cnaes or (e.cnae_principal, e.cnaes_secundarios)
    socios = aj.socios or e.socios
    situacao_data = (
        e.abertura
        if aj.situacao_cnpj == "ATIVA"
        else max(e.referencia - timedelta(days=rng.randint(30, 900)), e.abertura + timedelta(days=20))
    )
    assinatura_aut = emissao + timedelta(days=rng.randint(0, 30))
    assinatura_aut = min(max(assinatura_aut, e.referencia - timedelta(days=60)), e.referencia - timedelta(days=1))
    aut_tipo = "cartorio" if aj.autenticacao == "auto" else aj.autenticacao
    atividade = aj.atividade or rng.choice(ramo_de(e).atividades)
    sig, cert = rng.choice(bodies.CERTIFICADOS.get(uf, bodies.CERTIFICADO_GERAL))
    if tipo == "licenca_operacao":
        sig, cert = layout.tipo_licenca or "LO", "Licença de Operação"
    em = issuers.emissor(rng, tipo, municipio, uf, e.epoca)
    natureza = (
        ("205-4", "Sociedade Anônima Fechada")
        if e.sa
        else ("230-5", "Empresa Individual de Responsabilidade Limitada (de Natureza Empresária)")
        if "EIRELI" in e.sufixo
        else ("206-2", "Sociedade Empresária Limitada")
    )
    d: dict[str, Any] = {
        "tipo": tipo,
        "semente": rng.randint(1, 10**6),
        "sorteio": [round(rng.random(), 4) for _ in range(20)],
        "cor_carimbo": rng.choice(["#1f3a93", "#1a1a1a", "#5b2a86", "#8c1d1d", "#0b5d3b"]),
        "empresa": {
            "nome": style.nome(nomeada, est),
            "fantasia": est.texto(e.fantasia) if e.fantasia else None,
            "cnpj": numbers.mascara_cnpj(cnpj),
            "cnpj_puro": cnpj,
            "cnpj_raiz": numbers.mascara_cnpj(cnpj)[:10],
            "matriz_filial": "FILIAL" if e.filial and not ato_social else "MATRIZ",
            "porte": e.porte,
            "natureza": {"codigo": natureza[0], "nome": natureza[1]},
            "abertura": data(e.abertura),
            "situacao": aj.situacao_cnpj,
            "data_situacao": data(situacao_data),
            "motivo_situacao": None
            if aj.situacao_cnpj == "ATIVA"
            else "OMISSAO DE DECLARACOES"
            if aj.situacao_cnpj == "INAPTA"
            else "EXTINCAO POR ENCERRAMENTO LIQUIDACAO VOLUNTARIA",
            "cnae_principal": _cnae(principal),
            "cnaes_secundarios": [_cnae(c) for c in secundarios],
            "telefone": e.telefone,
            "email": e.email,
            "ie": numbers.mascara_ie(aj.ie or e.ie, e.endereco.uf),
            "ie_pura": aj.ie or e.ie,
            "im": e.im,
            "situacao_ie": aj.extra.get("situacao_ie") or rng.choice(["HABILITADO", "ATIVO", "Habilitada", "Ativa"]),
            "sa": e.sa,
            "nire": issuers.mascara_nire(rng, e.nire),
            "nire_puro": e.nire,
            "capital": {
                "valor": reais(e.capital * 100),
                "extenso": f"{extenso(e.capital)} reais",
                "decimal": f"{e.capital}.00",
                "quotas": milhar(e.capital),
                "quotas_extenso": extenso(e.capital, feminino=True),
                "unitario": "R$ 1,00",
            },
            "objeto": rng.choice(ramo_de(e).objetos),
        },
        "endereco": style.endereco(local, est, rng),
        "socios": [pessoa(p, e, est, rng) for p in socios],
        "responsavel": {
            "nome": est.texto(e.responsavel.nome),
            "identidade": f"{e.responsavel.rg} SSP/{e.endereco.uf}" if rng.random() < 0.5 else e.responsavel.rg,
            "cpf": numbers.mascara_cpf(e.responsavel.cpf),
            "cpf_puro": e.responsavel.cpf,
            "funcao": e.funcao,
        },
        "distribuidores": [
            {
                "razao_social": est.texto(x["razao_social"]),
                "cnpj": numbers.mascara_cnpj(x["cnpj"]),
                "cnpj_puro": x["cnpj"],
                "marcas": [est.texto(m) for m in x["marcas"]],
            }
            for x in e.distribuidores
        ],
        "pedido": {
            "situacao": (pedido or {}).get("situacao", "novo"),
            "data_protocolo": data(e.referencia),
            "autorizacao": (pedido or {}).get("situacao", "novo") in {"novo", "recadastramento"},
            "destinatario": rng.choice(
                [
                    "Agência Nacional do Petróleo - ANP",
                    "Agência Nacional do Petróleo, Gás Natural e Biocombustíveis - ANP",
                ]
            ),
        },
        "doc": {
            "numero": rng.choice(
                [
                    f"{emissao.year}/{rng.randint(100, 99999):06d}",
                    f"{rng.randint(100, 99999)}/{emissao.year}",
                    f"{rng.randint(1000, 9999999):07d}",
                    f"{rng.randint(1, 999):03d}.{rng.randint(1, 999):03d}/{emissao.year % 100:02d}",
                ]
            ),
            "emissao": data(emissao),
            "validade_tipo": datas["validade_tipo"],
            "validade": data(datas["validade"]) if datas["validade"] else None,
            "prazo": prazo(datas["prazo"]),
            "prazo_dias": prazo_em_dias(datas["prazo_dias"]) if datas["prazo_dias"] else None,
            "exercicio": datas["exercicio"],
            "processo": f"{rng.randint(1, 99):02d}/{rng.randint(100, 999)}.{rng.randint(100, 999)}/{emissao.year}",
            "protocolo": f"{rng.randint(10000, 999999)}/{emissao.year}",
            "protocolo_data": data(emissao - timedelta(days=rng.randint(5, 60))),
            "codigo": issuers.codigo(rng),
            "hora": f"{rng.randint(8, 18):02d}:{rng.randint(0, 59):02d}:{rng.randint(0, 59):02d}",
            "data_impressao": data(min(emissao + timedelta(days=rng.randint(0, 6)), e.referencia)),
            "cidade": municipio,
        },
        "emissor": em,
        "certificado": {"sigla": sig, "nome": cert},
        "atividade": est.texto(atividade[0]),
        "atividade_curta": est.texto(atividade[1]),
        "glp": glp(e, aj),
        "obra": obra(rng),
        "outros": outros(rng, emissao),
        "contador": _contador(rng, uf),
        "ato": d_ato,
        "filiais": [{"cnpj": numbers.mascara_cnpj(e.cnpj), "endereco": style.endereco(e.endereco, est, rng)}]
        if e.filial and ato_social
        else [],
        "junta": issuers.junta(rng, e.sede.uf, e.nire, registro)
        if tipo == "certidao_junta" or (ato_social and aj.registrado)
        else None,
        "autenticacao": issuers.autenticacao(rng, aut_tipo, e.endereco.municipio, e.endereco.uf, assinatura_aut)
        if aut_tipo
        else None,
        "firma": issuers.firma(
            rng,
            est.texto(e.responsavel.nome),
            e.endereco.municipio,
            e.endereco.uf,
            min(emissao + timedelta(days=1), e.referencia),
        )
        if aj.firma
        else None,
        "qr": qr(f"https://{em['site']}/v/{rng.randint(10**8, 10**9)}"),
        "ie_extra": ie_extra(rng, e, emissao, municipio),
        "extra": extra(rng, e, emissao),
        "renovacao": {
            "protocolo": f"{rng.randint(10000, 999999)}/{emissao.year}",
            "data": data(emissao),
            "documento": rng.choice(["Licença de Operação"]),
            "documento_numero": f"{rng.randint(1000, 99999)}/{emissao.year - 4}",
            "documento_validade": data(emissao + timedelta(days=rng.randint(20, 200))),
        },
    }
    novos = blocos(e, outro, layout, est, aj, emissao, semente)
    if not e.filiais:  # a branch that applies prints itself as one in the matriz's contrato
        del novos["filiais"]
    d |= novos
    _acertos(d, e, aj)
    _omitir(d, aj.omitir)
    return d


def _acertos(d: dict[str, Any], e: Empresa, aj: Ajuste) -> None:
    """Set what the years and the scenario rule."""
    if e.epoca == "1990":
        d["pedido"]["destinatario"] = f"{d['agencia']['nome']} - {d['agencia']['sigla']}"
        d["empresa"]["email"] = None
    if "objeto" in aj.extra:
        d["empresa"]["objeto"] = aj.extra["objeto"]
    if "protocolo" in aj.extra:
        d["renovacao"]["data"] = data(aj.extra["protocolo"])
    if "vencimento" in aj.extra:
        d["renovacao"]["documento_validade"] = data(aj.extra["vencimento"])


def _contador(rng: random.Random, uf: str) -> dict[str, str]:
    p = nova_pessoa(rng, uf)
    a = novo_endereco(rng, uf=uf)
    return {
        "nome": p.nome,
        "crc": f"{uf}-{rng.randint(10000, 99999)}/O-{rng.randint(0, 9)}",
        "cpf": numbers.mascara_cpf(p.cpf),
        "cnpj": numbers.mascara_cnpj(numbers.novo_cnpj(rng)),
        "escritorio": f"Escritório Contábil {p.nome.split()[-1]} S/C Ltda",
        "endereco": f"{a.logradouro}, {a.numero} - {a.bairro} - {a.municipio}/{a.uf} - CEP {a.cep[:5]}-{a.cep[5:]}",
        "telefone": f"({rng.randint(11, 99)}) 3{rng.randint(100, 999)}-{rng.randint(1000, 9999)}",
    }


def _omitir(d: dict[str, Any], caminhos: tuple[str, ...]) -> None:
    """Set the data at the dotted paths to none (an incomplete Ficha)."""
    for caminho in caminhos:
        *pais, ultimo = caminho.split(".")
        alvo: Any = d
        for pai in pais:
            alvo = alvo[pai]
        alvo[ultimo] = [] if isinstance(alvo[ultimo], list) else None
