"""The blocks of data that came with the other five norms, joined for one paper (DATA.md, section 4b)."""

from __future__ import annotations

import random
from datetime import date
from typing import Any

from samples.generator import blocks_private as privados
from samples.generator import blocks_public as publicos
from samples.generator import numbers, pools, style
from samples.generator.changes import Ajuste
from samples.generator.company import Empresa
from samples.generator.layouts import Layout
from samples.generator.ramos import ramo_de, substituida


def blocos(
    e: Empresa, outro: Empresa | None, layout: Layout, est: style.Estilo, aj: Ajuste, emissao: date, semente: int
) -> dict[str, Any]:
    """Return the blocks; each draws from a source of its own, so that none moves another."""

    def fonte(nome: str) -> random.Random:
        return random.Random(f"{semente}/{layout.tipo}/{nome}")

    if outro is None:
        outro = substituida(e, random.Random(f"{e.cnpj}/outra"))
    lista = publicos.tanques(e)
    return {
        "epoca": e.epoca,
        "rotulo_cnpj": "CGC" if e.epoca == "1990" else "CNPJ",
        "ramo": e.ramo,
        "agencia": privados.agencia(e),
        "assunto": privados.assunto(e),
        "modalidade": privados.modalidade(e),
        "tanques": lista,
        "tancagem_total": f"{sum(t['m3'] for t in lista)} m³",
        "vias": [style.endereco(v, est, fonte("vias")) for v in e.vias],
        "estados": [{"uf": u, "nome": pools.UFS[u][0]} for u in e.estados],
        "filiais": [
            {
                "cnpj": numbers.mascara_cnpj(f.cnpj),
                "cnpj_puro": f.cnpj,
                "ie": numbers.mascara_ie(f.ie, f.endereco.uf),
                "ie_pura": f.ie,
                "uf": f.endereco.uf,
                "endereco": style.endereco(f.endereco, est, fonte("filiais")),
            }
            for f in e.filiais
        ],
        "outra": privados.outra(outro, est, fonte("outra")),
        "certidao": publicos.certidao(fonte("certidao"), layout, aj),
        "conclusao": publicos.conclusao(fonte("conclusao"), e, layout, aj, emissao),
        "embarcacao": publicos.embarcacao(e),
        "baixa": publicos.baixa(fonte("baixa"), aj, emissao),
        "processo": publicos.processo(fonte("processo"), e, emissao),
        "historico": publicos.historico(fonte("historico"), e),
        "cgc": publicos.cgc(fonte("cgc"), e, emissao),
        "procuracao": privados.procuracao(fonte("procuracao"), e, est, emissao),
        "identidade": privados.identidade(fonte("identidade"), e, aj, emissao),
        "incorporacao": privados.incorporacao(fonte("incorporacao"), e, emissao),
        "distrato": privados.distrato(fonte("distrato"), e, emissao),
        "encerramento": privados.encerramento(fonte("encerramento"), e, aj, emissao),
        "projeto": privados.projeto(fonte("projeto"), e, emissao),
        "cessao": privados.cessao(fonte("cessao"), e, emissao),
        "atividade_do_ramo": ramo_de(e).atividade,
    }
