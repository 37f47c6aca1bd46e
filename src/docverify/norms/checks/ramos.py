"""The words by which papers name a line of business: the resale of GLP or of motor fuels, carrying, distribution.

A paper never says it in the norm's own words. ``Posto``, ``comércio varejista de combustíveis`` and the like are the
resale of fuels, ``GLP`` in any form that of GLP (contract, section 4, reading 1).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from docverify.norms.checks.text import folded
from docverify.values.text import fold

GLP = re.compile(
    r"\bG\.? ?L\.? ?P\b|GAS (LIQUEFEITO|LP\b|DE COZINHA|ENGARRAFADO)|LIQUEFEITO|\bP ?-? ?(13|45)\b|BOTIJ|"
    r"REVENDA DE GAS|COMERCIO (VAREJISTA )?DE GAS|DEPOSITO DE GAS|\b47\.?84-?9"
)
"""GLP in any form covers GLP297 (contract, section 4, reading 1)."""

_OUTRO_POSTO = (
    r"(?: (?:D[EOA]S? )?(?:SAUDE|FISCA\w*|POLICIA\w*|MEDICO|AVANCADO|ATENDIMENTO|COLETA|LAVAGEM|TRABALHO|CORREIOS?))"
)
_PRODUTO = r"(?:COMBUST\w{0,8}|COMB\b|GASOLINA|ETANOL|ALCOOL\b(?! (?:EM )?GEL)|(?:OLEO )?DIESEL|GNV\b|GAS NATURAL)"
_NEGOCIO = r"(?:VAREJ|REVEND|ABASTEC|COMERCI|VENDA\b|\bCOM\b\.? ?(?:VAR\b|VAREJ))"
COMBUSTIVEIS = re.compile(
    # blanks that a reader swallowed: POSTODECOMBUSTIVEIS, COMERCIOVAREJISTADECOMBUSTIVEIS
    rf"\bPOSTOS?(?:\b(?!{_OUTRO_POSTO})|D[EO]\w)|\b47\.?3[ .]?1-?8|\bG\.? ?N\.? ?V\b|GAS NATURAL VEICULAR|"
    rf"{_NEGOCIO}[^.;\n]{{0,60}}{_PRODUTO}|{_PRODUTO}[^.;\n]{{0,40}}{_NEGOCIO}|"
    r"ABASTECIMENTO DE (?:VEICULOS|EMBARCAC)"
)
"""The resale of motor fuels."""

_OLEOS = r"(?:COMBUSTIVE(?:L|IS)|DERIVADOS DE PETROLEO|PETROLEO|DIESEL|QUEROSENE|OLEOS? COMBUSTIVE(?:L|IS))"
TRR = re.compile(rf"\bT\.? ?R\.? ?R\b|TRANSPORTADOR\W{{1,3}}REVENDEDOR|\bRETALHISTA\b|\b46\.?81-?8|\b{_OLEOS}\b")
"""Carriers that resell fuels by retail; papers of a company's seat often name the fuels only."""

DISTRIBUICAO = re.compile(rf"\bDISTRIBUI(?:CAO|DORA?|R)\b|\bATACAD[A-Z]*\b|\b46\.?81-?8|\b{_OLEOS}\b")
"""Distributors of fuels."""

_NAO_VAREJO = re.compile(r"\b(ATACAD|RETALHISTA|\bTRR\b|DISTRIBUI(CAO|DOR)|TRANSPORT)")
"""A wholesaler, a distributor or a carrier of fuels is no reseller."""

_CONSUMO_PROPRIO = re.compile(r"\bPONTOS? DE ABASTECIMENTO|\b(ABASTECIMENTO|CONSUMO|FROTA) PROPRI")
"""Who fills only its own vehicles resells nothing (CONAMA 273/2000, art. 2º, II); its licence reads much the same."""

_SO_PRODUTO = re.compile(r"\bCOMBUSTIVE(L|IS)\b|\bGASOLINA\b|\bETANOL\b|\bDIESEL\b|\bDERIVADOS DE PETROLEO\b")


@dataclass(frozen=True, slots=True)
class Ramo:
    """A line of business.

    Attributes:
        palavras: What covers it.
        sigla: How a warning calls it (``não fala de GLP``).
        descricao: How a message asks for it (``não contempla a revenda de ...``).
        cnae: Its CNAE, 7 digits.
    """

    palavras: re.Pattern[str]
    sigla: str
    descricao: str
    cnae: str


RAMOS = {
    "glp": Ramo(GLP, "GLP", "a revenda de GLP", "4784900"),
    "combustiveis": Ramo(COMBUSTIVEIS, "combustíveis", "a revenda varejista de combustíveis automotivos", "4731800"),
    "trr": Ramo(TRR, "TRR nem de combustíveis", "a atividade de transportador-revendedor-retalhista", "4681802"),
    "distribuicao": Ramo(DISTRIBUICAO, "distribuição nem de combustíveis", "a distribuição de combustíveis", "4681801"),
}
"""By the name that norm files use."""


def _pieces(text: str) -> list[str]:
    return [p for p in re.split(r"[;\n|]|\. ", text) if p.strip()]


_ABREVIATURA = re.compile(r"\b(COM|VAR|COMB|VEIC|AUT|LUB|DIST|ATAC|TRANSP)\.\s*")


def covers(text: str, ramo: str) -> bool | None:
    """Tell whether an activity is the line of business; None where its words leave it open.

    An activity that names several is one of them: a fuel reseller who also sells wholesale is a reseller.
    """
    plain = _ABREVIATURA.sub(r"\1 ", fold(text))
    pattern = RAMOS[ramo].palavras
    if ramo != "combustiveis":
        return pattern.search(plain) is not None
    hits = [p for p in _pieces(plain) if pattern.search(p)]
    if _CONSUMO_PROPRIO.search(plain) and not re.search(r"\bVAREJ|\bREVEND|\bPOSTOS?\b", plain):
        return None
    if any(not _NAO_VAREJO.search(p) or re.search(r"\bVAREJ|\bPOSTOS?\b|\b47\.?3[ .]?1-?8", p) for p in hits):
        return True
    if hits:
        return False
    return None if _SO_PRODUTO.search(plain) and not _NAO_VAREJO.search(plain) else False


def without_names(plain: str, names: Iterable[str | None]) -> str:
    """Return a folded text without company and trade names, which say nothing of what a paper allows."""
    for name in names:
        if name and (parts := re.findall(r"[A-Z0-9]+", fold(name))):
            plain = re.sub(r"\b" + r"[\W_]*".join(map(re.escape, parts)), " ", plain)
    return plain


def speaks_of(texto: str, ramo: str, names: Iterable[str | None]) -> bool:
    """Tell whether a document's text speaks of the line of business elsewhere than in a company's own name.

    Args:
        texto: Text of the document.
        ramo: Name of the line.
        names: Company and trade names (``Posto Sol Ltda`` is no line of business).
    """
    return RAMOS[ramo].palavras.search(without_names(folded(texto), names)) is not None
