"""From a plan to a folder on disk: layouts chosen, papers drawn, damaged and packed, the answer beside."""

from __future__ import annotations

import json
import random
import shutil
import tomllib
from collections import Counter
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import Any

from samples.generator import pack
from samples.generator.company import Empresa, ficha_declarada, nova_empresa
from samples.generator.document import ATOS
from samples.generator.layouts import RAIZ, Layout
from samples.generator.papers import papel, todos
from samples.generator.plan import Doc, Plano, base
from samples.generator.scenarios import CENARIOS, situacao_de

REFERENCIA = date(2026, 11, 30)
_DISTRATORES = {"licenca_operacao": 0.3, "protocolo_renovacao": 0.12, "desconhecido": 0.5}


@dataclass(frozen=True)
class Pedido:
    """What is asked of one dossier."""

    nome: str
    semente: int
    grupo: str
    tier: str
    cenario: str | None = None
    embalagem: str | None = None
    referencia: date = REFERENCIA
    destaque: str | None = None
    leve: bool = False
    """``destaque``: a layout to show where it fits; ``leve``: small files (200 dpi, grey), no extra papers."""


class Escolha:
    """Chooses layouts so that all of them get their turn."""

    def __init__(self) -> None:
        """Start with every layout unused."""
        self.usos: Counter[str] = Counter()

    def um(self, doc: Doc, grupo: str, e: Empresa, rng: random.Random, destaque: str | None) -> Layout | None:
        """Return the least used fitting layout of the group, else of the working one; none where nothing fits."""
        atos = {doc.ajuste.especie} if doc.ajuste.especie else {"constituicao", "consolidacao"}
        for g in dict.fromkeys((grupo, "working")):
            opcoes = [
                x
                for x in todos()
                if x.tipo == doc.tipo
                and x.grupo == g
                and x.serve(e.endereco.uf, e.endereco.municipio)
                and doc.serve(x)
                and (e.sa or "ltda" in x.sociedades or x.tipo in ATOS)
                and (doc.tipo != "contrato_social" or bool(atos & set(x.atos)))
                and (doc.tipo != "comprovante_cnpj" or ("FILIAL" if e.filial else "MATRIZ") in x.matriz_filial)
            ]
            if not opcoes:
                continue
            escolhido = next((x for x in opcoes if x.nome == destaque), None)
            if escolhido is None:
                menor = min(self.usos[x.nome] / x.peso for x in opcoes)
                escolhido = rng.choice([x for x in opcoes if self.usos[x.nome] / x.peso <= menor])
            self.usos[escolhido.nome] += 1
            return escolhido
        return None


class SemLayout(LookupError):
    """No layout can draw a paper that the scenario needs."""


def _endereco_raro(e: Empresa, rng: random.Random) -> Empresa:
    """Give the company an address of a shape that only held-back dossiers have (``enderecos.toml``)."""
    formas = tomllib.loads((RAIZ / "held_back" / "enderecos.toml").read_text(encoding="utf-8"))["endereco"]
    forma: dict[str, Any] = dict(rng.choice([f for f in formas if e.endereco.uf in f.get("ufs", [e.endereco.uf])]))
    forma.pop("ufs", None)
    novo = replace(e.endereco, **{"complemento": None, **forma})
    return e.com(endereco=novo, sede=e.sede if e.filial else novo)


def _empresa(p: Pedido, nome: str, rng: random.Random) -> Empresa:
    """Invent the company that suits the scenario and the layout that is to be shown."""
    destaque = next((x for x in todos() if x.nome == p.destaque), None)
    uf = rng.choice(destaque.ufs) if destaque and destaque.ufs else None
    municipio = rng.choice(destaque.municipios) if destaque and destaque.municipios else None
    sa = (
        nome == "sa_sem_ata"
        or (destaque is not None and destaque.tipo in {"estatuto_social", "ata_eleicao"})
        or rng.random() < 0.06
    )
    alteracao = nome == "contrato_sem_consolidacao" or (
        destaque is not None and destaque.tipo == "contrato_social" and "constituicao" not in destaque.atos
    )
    if alteracao:
        sa = False
    if destaque is not None and destaque.tipo == "contrato_social":
        sa = False
    alfa = not alteracao and not sa and "vencido" not in nome and rng.random() < 0.17
    filial = (
        not sa
        and not alfa
        and nome != "responsavel_estranho"
        and rng.random() < 0.1
        and any(x.filiais for x in todos() if x.tipo == "contrato_social")
    )
    e = nova_empresa(rng, p.referencia, uf=uf, municipio=municipio, sa=sa, filial=filial, alfanumerico=alfa)
    if p.grupo == "held_back" and rng.random() < 0.35:
        e = _endereco_raro(e, rng)
    return e.com(extra={"jovem": alfa})


def _acompanham(plano: Plano, rng: random.Random) -> None:
    """Add papers that nobody asked for, as people do."""
    tem = {d.tipo for d in plano.docs}
    for tipo, chance in _DISTRATORES.items():
        if tipo not in tem and rng.random() < chance:
            plano.docs.append(Doc(tipo))
            if tipo == "desconhecido" and rng.random() < 0.35:
                plano.docs.append(Doc(tipo))


def montar_dossie(p: Pedido, destino: Path, escolha: Escolha) -> dict[str, Any]:
    """Write one dossier, a folder with ``NAME.esperado.json`` beside it, and return what is expected of it."""
    rng = random.Random(f"{p.semente}/{p.nome}")
    nomes = list(CENARIOS)
    nome = p.cenario or rng.choices(nomes, weights=[CENARIOS[n][1] for n in nomes])[0]
    plano = base(_empresa(p, nome, rng), rng, nome, situacao_de(nome, rng))
    CENARIOS[nome][0](plano, rng)
    if not p.leve:
        _acompanham(plano, rng)
    destaque = next((x for x in todos() if x.nome == p.destaque), None)
    if destaque and not p.leve and destaque.tipo not in {d.tipo for d in plano.docs} and destaque.tipo in _DISTRATORES:
        plano.docs.append(Doc(destaque.tipo))
    pecas: list[pack.Peca] = []
    usados: list[str] = []
    for i, doc in enumerate(plano.docs):
        layout = escolha.um(doc, p.grupo, plano.empresa, rng, p.destaque)
        if layout is None:
            if doc.tipo in _DISTRATORES:
                continue
            raise SemLayout(f"{nome}: {doc.tipo} {plano.empresa.endereco.uf}")
        usados.append(layout.nome)
        folha = papel(plano.empresa, layout, p.semente * 1000 + i, doc.ajuste, plano.pedido)
        peca = pack.digitalizar(folha, p.tier, p.semente * 1000 + i, leve=p.leve, brancas=0.12)
        peca.ilegivel = doc.ilegivel
        pecas.append(peca)
    embalagem = p.embalagem or rng.choice(pack.EMBALAGENS[p.tier])
    arquivos, documentos = pack.empacotar(pecas, embalagem, rng)
    pasta = destino / p.nome
    if pasta.exists():
        shutil.rmtree(pasta)
    pasta.mkdir(parents=True)
    for arquivo, conteudo in arquivos:
        (pasta / arquivo).write_bytes(conteudo)
    if plano.ficha_json:
        ficha = ficha_declarada(plano.empresa, plano.pedido, rng)
        for chave in plano.omitir_ficha:
            pai, _, filho = chave.partition(".")
            if filho:
                del ficha[pai][filho]
            else:
                del ficha[pai]
        (pasta / "ficha.json").write_text(json.dumps(ficha, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")
    esperado = _esperado(p, plano, embalagem, documentos, usados)
    (destino / f"{p.nome}.esperado.json").write_text(
        json.dumps(esperado, ensure_ascii=False, indent=1) + "\n", encoding="utf-8"
    )
    return esperado


def _esperado(
    p: Pedido, plano: Plano, embalagem: str, documentos: list[dict[str, Any]], usados: list[str]
) -> dict[str, Any]:
    return {
        "dossie": p.nome,
        "cenario": plano.cenario,
        "norma": "GLP297",
        "situacao": plano.pedido["situacao"],
        "data_referencia": p.referencia.isoformat(),
        "resultado": plano.resultado,
        "efeito": plano.efeito,
        "itens": {i: {"situacao": s, "motivos": m} for i, (s, m) in sorted(plano.itens.items())},
        "avisos": plano.avisos,
        "documentos": documentos,
        "camada": p.tier,
        "embalagem": embalagem,
        "layouts": usados,
        "grupo": "held_back" if any(x.startswith("held_back/") for x in usados) else "working",
        "semente": p.semente,
    }


def gerar(destino: Path, quantos: int, semente: int, grupos: list[str], tiers: list[str]) -> list[dict[str, Any]]:
    """Write ``quantos`` dossiers, turn by turn over groups, tiers and layouts; same arguments, same bytes."""
    destino.mkdir(parents=True, exist_ok=True)
    escolha = Escolha()
    vez: Counter[str] = Counter()
    saida = []
    for i in range(quantos):
        grupo, tier = grupos[i % len(grupos)], tiers[(i // len(grupos)) % len(tiers)]
        candidatos = [x.nome for x in todos() if x.grupo == grupo and not x.tipo.startswith("_")]
        rng = random.Random(f"{semente}/{i}")
        destaque = None
        if candidatos:
            menor = min(vez[c] for c in candidatos)
            destaque = rng.choice([c for c in candidatos if vez[c] == menor])
            vez[destaque] += 1
        pedido = Pedido(f"d{semente:03d}_{i:04d}", semente * 100000 + i, grupo, tier, destaque=destaque)
        for tentativa in range(6):
            try:
                saida.append(
                    montar_dossie(replace(pedido, semente=pedido.semente + tentativa * 7_000_000), destino, escolha)
                )
                break
            except SemLayout:
                continue
    return saida
