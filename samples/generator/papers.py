"""One finished paper: data, stamps, PDF and truth together."""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from samples.generator.changes import Ajuste
from samples.generator.company import Empresa
from samples.generator.document import ATOS, montar
from samples.generator.layouts import GRUPOS, Layout, carregar
from samples.generator.render import carimbar, contar
from samples.generator.truth import verdade

AUTENTICAVEIS = {
    "inscricao_estadual",
    "contrato_social",
    "estatuto_social",
    "ata_eleicao",
    "alvara_funcionamento",
    "certificado_bombeiros",
}
"""Types of which GLP297 wants an authenticated copy (contract, section 4, reading 4)."""
FIRMADOS = {"ficha_cadastral", "requerimento_cancelamento"}
"""Papers whose signature a notary recognises."""


@dataclass(frozen=True)
class Papel:
    """A drawn paper; ``campos`` is the truth, ``dados`` what it was drawn from."""

    layout: Layout
    dados: dict[str, Any]
    pdf: bytes
    paginas: int
    campos: dict[str, Any]
    carimbos: tuple[Layout, ...]

    @property
    def tipo(self) -> str:
        """Return the contract's type."""
        return self.layout.tipo


@lru_cache(maxsize=1)
def todos() -> list[Layout]:
    """Return every layout of both groups."""
    return carregar(GRUPOS)


def _carimbo(pasta: str, grupo: str, uf: str, rng: random.Random, modo: str | None = None) -> list[Layout]:
    """Draw a stamp of the folder: of the paper's own group, else of the working one."""
    for g in (grupo, "working"):
        opcoes = [
            x
            for x in todos()
            if x.tipo == pasta
            and x.grupo == g
            and x.serve(uf)
            and (modo is None or (x.autenticacao or "cartorio") == modo)
        ]
        if opcoes:
            return [rng.choices(opcoes, weights=[x.peso for x in opcoes])[0]]
    return []


def papel(
    e: Empresa,
    layout: Layout,
    semente: int,
    aj: Ajuste | None = None,
    pedido: dict[str, Any] | None = None,
    outro: Empresa | None = None,
) -> Papel:
    """Draw one paper of the company on that layout, with the stamps that its data call for.

    Papers outside GLP297's list carry a notary's stamp only where the scenario asks for one.
    """
    d = montar(e, layout, semente, aj, pedido, outro)
    rng = random.Random(f"{semente}/{layout.nome}/carimbos")
    uf, carimbos = e.endereco.uf, []
    digital = layout.autenticacao == "digital"
    if layout.tipo in ATOS:
        # The Junta's own digital footer is an authentication too (contract, section 4, reading 4): no notary beside it.
        digital = digital and d["junta"] is not None
        if d["junta"] and layout.junta != "propria":
            aj_digital = (aj.extra if aj else {}).get("junta_digital")
            carimbos += _carimbo(
                "_junta",
                layout.grupo,
                d["junta"]["uf"],
                rng,
                "cartorio"  # no Junta signed anything digitally in the 1990s
                if e.epoca == "1990"
                else None
                if aj_digital is None
                else "digital"
                if aj_digital
                else "cartorio",
            )
            digital = digital or any(c.autenticacao == "digital" for c in carimbos)
    pedida = aj is not None and aj.extra.get("autenticada", False)
    if (
        (layout.tipo in AUTENTICAVEIS or pedida)
        and not digital
        and layout.autenticacao != "propria"
        and d["autenticacao"]
    ):
        modo = d["autenticacao"]["tipo"]
        carimbos += (
            _carimbo("_servidor", layout.grupo, uf, rng)
            if modo == "servidor"
            else _carimbo("_autenticacao", layout.grupo, uf, rng, modo)
        )
    if layout.tipo in FIRMADOS and d["firma"] and layout.firma != "propria":
        carimbos += _carimbo("_firma", layout.grupo, uf, rng)
    pdf = carimbar(layout, d, carimbos, semente)
    return Papel(layout, d, pdf, contar(pdf), verdade(d, layout, carimbos), tuple(carimbos))
