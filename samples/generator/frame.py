"""The common frame of the dossiers of the five other norms: a script, and a dossier in order to start from."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from samples.generator.changes import Ajuste
from samples.generator.company import Empresa
from samples.generator.layouts import Layout
from samples.generator.plan import Doc, Plano
from samples.generator.ramos import nova_no_ramo

Muda = Callable[[Plano, random.Random], None]
EFEITOS: dict[str, dict[str, str]] = {
    "RES41": {"aceito": "apto_a_outorga", "rejeitado": "pendente", "em_analise": "em_analise"},
} | {
    n: {"aceito": "apto_a_registro", "rejeitado": "nao_expedir", "em_analise": "em_analise"}
    for n in ("TRR97", "TRR95", "PR95", "DIST95")
}
COM_DATA = ("data", "mes_ano", "prazo", "prazo_dias")
"""Kinds of validity that name or imply a day."""


@dataclass(frozen=True)
class Roteiro:
    """One scenario of one norm: the request, the company that it needs, and what is changed on a dossier in order.

    Attributes:
        referencias: the days to draw the reference date from.
        base: papers and expected items of a dossier in order.
        muda: what is right or wrong with it.
    """

    norma: str
    nome: str
    base: Muda
    muda: Muda
    ramo: str
    referencias: tuple[date, ...]
    situacao: str = "novo"
    modalidade: str | None = None
    perfil: str | None = None
    filiais: int = 0
    vias: int = 0
    peso: float = 1.0
    fora_de_vigencia: bool = False


ROTEIROS: dict[str, Roteiro] = {}
"""``NORMA/nome`` to script."""


def registra(roteiro: Roteiro) -> None:
    """Put a script on the list.

    Raises:
        ValueError: where its name is taken.
    """
    chave = f"{roteiro.norma}/{roteiro.nome}"
    if chave in ROTEIROS:
        raise ValueError(chave)
    ROTEIROS[chave] = roteiro


def nada(p: Plano, rng: random.Random) -> None:
    """Change nothing: everything is in order."""


def empresa_do(r: Roteiro, rng: random.Random, uf: str | None = None) -> Empresa:
    """Invent the company that the script needs."""
    return nova_no_ramo(rng, rng.choice(r.referencias), r.ramo, uf=uf, filiais=r.filiais, vias=r.vias)


def plano_do(r: Roteiro, e: Empresa, rng: random.Random) -> Plano:
    """Return the dossier of a script."""
    pedido: dict[str, Any] = {"norma": r.norma, "situacao": r.situacao, "data_protocolo": e.referencia.isoformat()}
    if r.modalidade:
        pedido["modalidade"] = r.modalidade
    if r.perfil:
        pedido["perfil"] = r.perfil
    efeitos = EFEITOS[r.norma]
    p = Plano(e, pedido, [], {}, r.nome, norma=r.norma, efeitos=dict(efeitos), efeito=efeitos["aceito"])
    if r.fora_de_vigencia:
        p.avisos.append("norma_fora_de_vigencia")
    r.base(p, rng)
    r.muda(p, rng)
    return p


def poe(p: Plano, tipo: str, **ajuste: Any) -> Doc:
    """Add a paper of the applicant; no notary's stamp unless asked for with ``autenticada``."""
    autenticada = bool(ajuste.pop("autenticada", False))
    empresa, outro = ajuste.pop("empresa", None), ajuste.pop("outro", None)
    serve: Callable[[Layout], bool] = ajuste.pop("serve", lambda _l: True)
    extra = {"autenticada": autenticada} | ajuste.pop("extra", {})
    ajuste.setdefault("firma", tipo != "ficha_cadastral")
    aj = Ajuste(autenticacao="cartorio" if autenticada else None, extra=extra, **ajuste)
    doc = Doc(tipo, aj, serve, empresa=empresa, outro=outro)
    p.docs.append(doc)
    return doc


def com_validade(*kinds: str) -> dict[str, Any]:
    """Return the arguments of ``poe`` for a paper whose layout must show one of these kinds of validity."""
    return {"validades": kinds, "serve": lambda layout: bool(set(kinds) & set(layout.validade))}


def tira(p: Plano, tipo: str) -> None:
    """Take every paper of a type away."""
    antes = len(p.docs)
    p.docs = [d for d in p.docs if d.tipo != tipo]
    if len(p.docs) == antes:
        raise ValueError(f"{p.cenario}: sem {tipo}")


def vence(p: Plano, tipo: str, item: str, **falha: Any) -> None:
    """Let a paper be expired."""
    alvo = p.doc(tipo)
    alvo.ajuste = replace(alvo.ajuste, vencido=True)
    p.exige(tipo, lambda layout: bool({"data", "mes_ano", "prazo", "prazo_dias"} & set(layout.validade)))
    p.falha(item, "validade_vencida", **falha)


def marca(p: Plano, situacao: str, *itens: str) -> None:
    """Say what is expected of items."""
    p.itens |= {i: (situacao, []) for i in itens}
