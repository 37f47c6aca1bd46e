"""A dossier before it is drawn (GLP297 among them), and the answer that it deserves (contract, sections 3, 4)."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import Any

from samples.generator.changes import Ajuste
from samples.generator.company import Empresa
from samples.generator.layouts import Layout

BASE = (
    "requerimento",
    "ficha_cadastral",
    "comprovante_cnpj",
    "inscricao_estadual",
    "contrato_social",
    "alvara_funcionamento",
    "certificado_bombeiros",
)
ITEM = {
    "requerimento": "GLP-01",
    "ficha_cadastral": "GLP-02",
    "comprovante_cnpj": "GLP-03",
    "inscricao_estadual": "GLP-04",
    "contrato_social": "GLP-05",
    "estatuto_social": "GLP-05",
    "ata_eleicao": "GLP-05",
    "alvara_funcionamento": "GLP-06",
    "certificado_bombeiros": "GLP-07",
}
NOVO = tuple(f"GLP-{i:02d}" for i in range(1, 10))
EFEITO = {"aceito": "acolhido", "rejeitado": "nao_acolhido", "em_analise": "em_analise"}
PRECISA_VALIDADE = {
    "alvara_funcionamento": {"data", "mes_ano", "prazo", "exercicio", "indeterminado"},
    "certificado_bombeiros": {"data", "mes_ano", "prazo"},
}


@dataclass
class Doc:
    """One paper to draw: its type, the changes on it, and what its layout must be able to do."""

    tipo: str
    ajuste: Ajuste = field(default_factory=Ajuste)
    serve: Callable[[Layout], bool] = lambda _l: True
    ilegivel: str | None = None
    empresa: Empresa | None = None
    outro: Empresa | None = None
    """``empresa``: whose paper it is, where not the applicant's; ``outro``: the other company that it names."""


@dataclass
class Plano:
    """A dossier before it is drawn. ``itens``: id -> (situation, codes of reasons that must be there)."""

    empresa: Empresa
    pedido: dict[str, Any]
    docs: list[Doc]
    itens: dict[str, tuple[str, list[str]]]
    cenario: str
    resultado: str = "aceito"
    efeito: str = "acolhido"
    ficha_json: bool = True
    omitir_ficha: tuple[str, ...] = ()
    avisos: list[str] = field(default_factory=list)
    norma: str = "GLP297"
    efeitos: dict[str, str] = field(default_factory=lambda: dict(EFEITO))
    outra: Empresa | None = None

    def doc(self, tipo: str) -> Doc:
        """Return the paper of that type (the act of a S/A stands for the contrato)."""
        return next(
            d for d in self.docs if d.tipo == tipo or (tipo == "contrato_social" and d.tipo == "estatuto_social")
        )

    def muda(self, tipo: str, **ajuste: Any) -> None:
        """Change one paper."""
        alvo = self.doc(tipo)
        alvo.ajuste = replace(alvo.ajuste, **ajuste)

    def exige(self, tipo: str, serve: Callable[[Layout], bool]) -> None:
        """Ask for a layout that can show the defect."""
        alvo = self.doc(tipo)
        antes = alvo.serve
        alvo.serve = lambda layout: antes(layout) and serve(layout)

    def falha(
        self,
        item: str,
        *codigos: str,
        situacao: str = "nao_conforme",
        resultado: str = "rejeitado",
        efeito: str | None = None,
    ) -> None:
        """Say that an item is not in order."""
        self.itens[item] = (situacao, list(codigos))
        ordem = ["aceito", "em_analise", "rejeitado"]
        if ordem.index(resultado) >= ordem.index(self.resultado):
            self.resultado = resultado
            self.efeito = efeito or self.efeitos[resultado]
        if item not in {"GLP-09", "GLP-11"} and "GLP-09" in self.itens and self.itens["GLP-09"][0] == "conforme":
            del self.itens[
                "GLP-09"
            ]  # whether the comparison as a whole still stands is said only where the contract says it

    def falha_cruzada(self, item: str, *codigos: str) -> None:
        """Say that a paper contradicts the Ficha: on the paper's item and on GLP-09."""
        self.falha(item, *codigos)
        if "novo" in self.pedido["situacao"] or self.pedido["situacao"].startswith(("alteracao", "recadastramento")):
            self.itens["GLP-09"] = ("nao_conforme", list(codigos))


def _diz_validade(aceitas: set[str]) -> Callable[[Layout], bool]:
    return lambda layout: bool(aceitas & set(layout.validade))


def base(e: Empresa, rng: random.Random, nome: str, situacao: str = "novo") -> Plano:
    """Return a dossier in order."""
    pedido: dict[str, Any] = {"norma": "GLP297", "situacao": situacao, "data_protocolo": e.referencia.isoformat()}
    if rng.random() < 0.3:
        pedido = {"atividade": "revenda_glp"} | pedido
    tipos = [*BASE]
    if e.sa:
        tipos[4:5] = ["estatuto_social", "ata_eleicao"]
    docs = [Doc(t) for t in tipos]
    for d in docs:
        if d.tipo in PRECISA_VALIDADE:
            d.serve = _diz_validade(PRECISA_VALIDADE[d.tipo])
        if d.tipo == "contrato_social":
            d.serve = lambda layout: layout.filiais or not e.filial
            if e.extra.get("jovem"):
                d.ajuste = replace(d.ajuste, especie="constituicao")
    itens: dict[str, tuple[str, list[str]]] = {i: ("conforme", []) for i in NOVO}
    itens |= {i: ("nao_verificavel", []) for i in ("GLP-10", "GLP-14", "GLP-15")}
    itens |= {i: ("nao_aplicavel", []) for i in ("GLP-11", "GLP-12", "GLP-13")}
    if situacao == "recadastramento":
        pedido["data_registro_anterior"] = (e.referencia - timedelta(days=rng.randint(40, 200))).isoformat()
        itens["GLP-13"] = ("nao_verificavel", [])
        itens |= {i: ("nao_aplicavel", []) for i in ("GLP-14", "GLP-15")}
    return Plano(e, pedido, docs, itens, nome)
