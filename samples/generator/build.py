"""From a plan to a folder on disk: layouts chosen, papers drawn, damaged and packed, the answer beside."""

from __future__ import annotations

import json
import random
import shutil
import tomllib
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import Any

from samples.generator import pack
from samples.generator.choice import Escolha, SemLayout
from samples.generator.company import Empresa, ficha_declarada, nova_empresa
from samples.generator.frame import empresa_do, plano_do
from samples.generator.layouts import RAIZ
from samples.generator.papers import papel, todos
from samples.generator.plan import Doc, Plano, base
from samples.generator.scenarios import CENARIOS, situacao_de
from samples.generator.scripts import roteiros_de

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
    norma: str = "GLP297"
    """``destaque``: a layout to show where it fits; ``leve``: small files (200 dpi, grey), no extra papers;
    ``referencia`` rules GLP297 only: the scripts of the other norms draw theirs."""


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


def _plano_glp(p: Pedido, rng: random.Random) -> Plano:
    nomes = list(CENARIOS)
    nome = p.cenario or rng.choices(nomes, weights=[CENARIOS[n][1] for n in nomes])[0]
    plano = base(_empresa(p, nome, rng), rng, nome, situacao_de(nome, rng))
    CENARIOS[nome][0](plano, rng)
    if not p.leve:
        _acompanham(plano, rng)
    destaque = next((x for x in todos() if x.nome == p.destaque), None)
    if destaque and not p.leve and destaque.tipo not in {d.tipo for d in plano.docs} and destaque.tipo in _DISTRATORES:
        plano.docs.append(Doc(destaque.tipo))
    return plano


def _plano_da_norma(p: Pedido, rng: random.Random) -> Plano:
    roteiros = roteiros_de(p.norma)
    nome = p.cenario or rng.choices(list(roteiros), weights=[r.peso for r in roteiros.values()])[0]
    roteiro = roteiros[nome]
    plano = plano_do(roteiro, empresa_do(roteiro, rng), rng)
    if not p.leve and rng.random() < 0.3:
        plano.docs.append(Doc("desconhecido"))
    return plano


def montar_dossie(p: Pedido, destino: Path, escolha: Escolha) -> dict[str, Any]:
    """Write one dossier, a folder with ``NAME.esperado.json`` beside it, and return what is expected of it."""
    rng = random.Random(f"{p.semente}/{p.nome}")
    plano = _plano_glp(p, rng) if p.norma == "GLP297" else _plano_da_norma(p, rng)
    pecas: list[pack.Peca] = []
    usados: list[str] = []
    for i, doc in enumerate(plano.docs):
        de_quem = doc.empresa or plano.empresa
        layout = escolha.um(doc, p.grupo, de_quem, rng, p.destaque)
        if layout is None:
            if doc.tipo in _DISTRATORES:
                continue
            raise SemLayout(f"{plano.norma}/{plano.cenario}: {doc.tipo} {de_quem.endereco.uf}")
        usados.append(layout.nome)
        folha = papel(de_quem, layout, p.semente * 1000 + i, doc.ajuste, plano.pedido, doc.outro)
        peca = pack.digitalizar(
            folha, p.tier, p.semente * 1000 + i, leve=p.leve, enxuto=p.leve and p.norma != "GLP297", brancas=0.12
        )
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
            _sem_chave(ficha, chave)
        (pasta / "ficha.json").write_text(json.dumps(ficha, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")
    esperado = _esperado(p, plano, embalagem, documentos, usados)
    (destino / f"{p.nome}.esperado.json").write_text(
        json.dumps(esperado, ensure_ascii=False, indent=1) + "\n", encoding="utf-8"
    )
    return esperado


def _sem_chave(ficha: dict[str, Any], chave: str) -> None:
    """Delete the key at a dotted path; a number is an index of a list."""
    *pais, ultimo = chave.split(".")
    alvo: Any = ficha
    for pai in pais:
        alvo = alvo[int(pai)] if isinstance(alvo, list) else alvo[pai]
    del alvo[ultimo]


def _esperado(
    p: Pedido, plano: Plano, embalagem: str, documentos: list[dict[str, Any]], usados: list[str]
) -> dict[str, Any]:
    return {
        "dossie": p.nome,
        "cenario": plano.cenario,
        "norma": plano.norma,
        "situacao": plano.pedido["situacao"],
        **{k: plano.pedido[k] for k in ("modalidade", "perfil") if k in plano.pedido},
        "data_referencia": plano.empresa.referencia.isoformat(),
        "resultado": plano.resultado,
        **({"efeito": plano.efeito} if plano.efeito else {}),
        "itens": {i: {"situacao": s, "motivos": m} for i, (s, m) in sorted(plano.itens.items())},
        "avisos": plano.avisos,
        "documentos": documentos,
        "camada": p.tier,
        "embalagem": embalagem,
        "layouts": usados,
        "grupo": "held_back" if any(x.startswith("held_back/") for x in usados) else "working",
        "semente": p.semente,
    }


def gerar(
    destino: Path,
    quantos: int,
    semente: int,
    grupos: list[str],
    tiers: list[str],
    normas: Sequence[str] = ("GLP297",),
    avisa: Callable[[str], None] = lambda _texto: None,
) -> list[dict[str, Any]]:
    """Write ``quantos`` dossiers, turn by turn over norms, groups, tiers and layouts; same arguments, same bytes.

    A scenario that has no layout for one of its papers is left out, and ``avisa`` is told so.
    """
    destino.mkdir(parents=True, exist_ok=True)
    escolha = Escolha()
    vez: Counter[str] = Counter()
    usos: Counter[str] = Counter()
    saida = []
    for i in range(quantos):
        norma = normas[i % len(normas)]
        volta = i // len(normas)
        grupo, tier = grupos[volta % len(grupos)], tiers[(volta // len(grupos)) % len(tiers)]
        rng = random.Random(f"{semente}/{i}")
        pedido = Pedido(f"d{semente:03d}_{i:04d}", semente * 100000 + i, grupo, tier, norma=norma)
        if norma == "GLP297":
            candidatos = [x.nome for x in todos() if x.grupo == grupo and not x.tipo.startswith("_")]
            if candidatos:
                menor = min(vez[c] for c in candidatos)
                destaque = rng.choice([c for c in candidatos if vez[c] == menor])
                vez[destaque] += 1
                pedido = replace(pedido, destaque=destaque)
        else:
            roteiros = roteiros_de(norma)
            menos = min(usos[f"{norma}/{n}"] / r.peso for n, r in roteiros.items())
            cenario = rng.choice([n for n, r in roteiros.items() if usos[f"{norma}/{n}"] / r.peso <= menos])
            usos[f"{norma}/{cenario}"] += 1
            pedido = replace(pedido, cenario=cenario)
        feito = um_dossie(pedido, destino, escolha, avisa)
        if feito is not None:
            saida.append(feito)
    return saida


def um_dossie(
    pedido: Pedido, destino: Path, escolha: Escolha, avisa: Callable[[str], None], tentativas: int = 6
) -> dict[str, Any] | None:
    """Write one dossier; where no layout fits the company drawn, draw another company, and at last give up."""
    for tentativa in range(tentativas):
        try:
            return montar_dossie(replace(pedido, semente=pedido.semente + tentativa * 7_000_000), destino, escolha)
        except SemLayout as erro:
            falta = str(erro)
    avisa(f"sem layout, dossiê não desenhado: {falta}")
    return None
