"""An invented norm of one or two rules, to try each thing that a norm's file can say."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Any

from docverify.model import Decision, Document, DossierFacts, Ficha, Item, Pedido
from docverify.norms.bases import Bases
from docverify.norms.decide import decide
from docverify.norms.parser import parse_norm
from docverify.norms.registry import CheckSpec
from docverify.values.addresses import Endereco
from tests.acceptance.norms.cases import document

DAY = date(2026, 11, 30)
HEAD = """
esquema = 1
id = "MUN1"
titulo = "Decreto nº 1"
ementa = "Decreto nº 1, inventado"
atividade = "revenda_glp"
modalidades = ["automotivos", "flutuante"]
perfis = ["sistema", "solicitacao_anp"]
[vigencia]
inicio = 2000-01-01
fonte = "inventada"
[situacoes]
novo = "novo"
substituicao = ["novo", "troca"]
alteracao_endereco = "alteracao_endereco"
operacao = "operacao"
[resultado]
aceito = "acolhido"
em_analise = "em_analise"
defeito = "pendente"
[efeitos.acolhido]
mensagem = "Bom."
citacao = "art. 1º"
[efeitos.em_analise]
mensagem = "Dúvida."
citacao = "art. 1º"
[efeitos.pendente]
mensagem = "Falta."
citacao = "art. 2º"
peso = 1
[efeitos.indeferir]
mensagem = "Não."
citacao = "art. 3º"
peso = 2
[avisos]
cancelar = "Cancela-se."
reexame = "Reexamina-se."
"""


OWN = "11222333000181"
OTHER = "33000167000101"
HERE = {"logradouro": "Rua Coronel Silva Teles", "numero": "1450", "municipio": "Campinas", "uf": "SP"}
THERE = {"logradouro": "Avenida Brasil", "numero": "7", "municipio": "Campinas", "uf": "SP"}


def a_ficha(pedido: Pedido | None = None, **changes: Any) -> Ficha:
    base = Ficha(
        "json",
        pedido or Pedido(modalidade="automotivos"),
        razao_social="Posto Taquaral Ltda",
        cnpj=OWN,
        endereco=Endereco(**HERE),
    )
    return replace(base, **changes)


def paper(tipo: str, number: int = 0, **campos: Any) -> Document:
    return document(tipo, {"campos": campos}, number)


def rule(id: str = "R-1", **keys: Any) -> str:
    """Return a rule's TOML; values are TOML already."""
    lines = {"descricao": '"Regra"', "citacao": '"art. 9º"', "situacoes": '["novo"]', **keys}
    body = "\n".join(f"{k} = {v}" for k, v in lines.items() if v is not None)
    return f'\n[[regras]]\nid = "{id}"\n{body}\n'


def judge(
    rules: str,
    checks: dict[str, CheckSpec],
    documents: list[Document] | None = None,
    ficha: Ficha | None = None,
    facts: DossierFacts | None = None,
    bases: Bases | None = None,
    settings: str = "",
) -> Decision:
    if "troca" not in rules:
        rules += rule("R-T", situacoes='["troca"]', nao_verificavel='"Nada."')
    norm = parse_norm(HEAD + settings + rules, "mun1.toml", checks)
    declared = ficha or a_ficha()
    facts = facts or DossierFacts()
    return decide(declared, declared.pedido, documents or [], facts, norm, DAY, bases=bases)


def item(decision: Decision, id: str = "R-1") -> Item:
    return next(i for i in decision.itens if i.id == id)


def codes(decision: Decision, id: str = "R-1") -> list[str]:
    return [f"{m.codigo}:{m.gravidade}" for m in item(decision, id).motivos]


ALVARA = '["alvara_funcionamento"]'
LICENCA = '["licenca_operacao"]'


def states(decision: Decision) -> dict[str, str]:
    return {i.id: i.situacao for i in decision.itens if i.id != "R-T"}


GOOD, OLD = {"validade": "2027-01-01"}, {"validade": "2020-01-01"}
