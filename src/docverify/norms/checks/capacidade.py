"""The kilograms of GLP that the fire brigade's certificate states, and the class that the Ficha declares."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date

from docverify.model import Field, Reason
from docverify.norms.context import Context
from docverify.norms.registry import check
from docverify.values.glp_classes import Tabela, class_limits
from docverify.values.quantities import find_kilograms
from docverify.values.text import fold

_QUILOS = re.compile(r"\bKGS?\b|\d ?KG|\bQUILO|\bKILO")
_BOTIJOES = re.compile(r"BOTIJ|RECIPIENT|\bP ?-? ?(13|45|20|90)\b|CILINDR|VASILHAM")
_UNIDADE = re.compile(
    r"[(\[]\s?(?:EM\s)?(?:KGS?|QUILOGRAMAS?)\b[^)\]\n]{0,12}[)\]](?!\s*[:\-.]*\s*(?:-|NAO|NIHIL|X{2,}))"
)
"""The unit in a label or a column's head, ``MASSA TOTAL (KG)``: the figures may stand where nobody read them."""
_CLASSE = re.compile(r"\bCLASSE\b")


def table_of(ctx: Context) -> Tabela:
    """Return the table of classes of the reference date: DNC 27/1996 before the cut, NBR 15514 since."""
    cut = ctx.ajuste("tabela_classes_corte")
    assert isinstance(cut, date)
    return "DNC27" if ctx.dossie.data_referencia < cut else "NBR15514"


_TABELAS = {"DNC27": "Portaria DNC nº 27/1996, art. 4º", "NBR15514": "ABNT NBR 15514"}


def _kg(value: int) -> str:
    return f"{value:,}".replace(",", ".") + " kg"


def _mass(found: Field | None) -> int | None:
    """Return the kilograms of a field, None where its value is no positive whole number."""
    value = found.valor if found else None
    return value if isinstance(value, int) and not isinstance(value, bool) and value > 0 else None


@check("capacidade_explicita")
def capacidade_explicita(ctx: Context) -> Iterator[Reason]:
    """The certificate states the storage capacity in kilograms of GLP."""
    found = ctx.campo("capacidade_glp_kg")
    if found is None:
        text = ctx.doc.texto[:200_000]
        hint = any(not m.recipiente for m in find_kilograms(text)) or _UNIDADE.search(fold(text)) is not None
        yield ctx.falta(
            "capacidade_nao_explicita",
            "O certificado não traz a capacidade de armazenamento em quilogramas de GLP. "
            "Apresente o certificado que a explicite.",
            "capacidade_glp_kg",
            indicio=hint,
        )
        return
    kg = _mass(found)
    if kg is None:
        yield ctx.duvida("A capacidade não foi lida como um número de quilogramas.", "capacidade_glp_kg")
        return
    if not ctx.firme("capacidade_glp_kg"):
        yield ctx.duvida(f"A capacidade parece ser de {_kg(kg)}.", "capacidade_glp_kg")
    read = fold(found.lido)
    if _QUILOS.search(read):
        return
    if _BOTIJOES.search(read):
        yield ctx.motivo(
            "capacidade_nao_explicita",
            ctx.ajuste("capacidade_em_botijoes"),
            f"A capacidade está dita em recipientes (“{found.lido}”), que dão {_kg(kg)} de GLP; a norma "
            "a pede em quilogramas." + ctx.nota_ajuste("capacidade_em_botijoes"),
            "capacidade_glp_kg",
            inferencia=True,
        )
    elif _CLASSE.search(read) and not any(c.isdigit() for c in read):
        yield ctx.motivo(
            "capacidade_nao_explicita",
            "revisar",
            f"O certificado parece dizer só a classe (“{found.lido}”), e a norma pede os quilogramas. Confira.",
            "capacidade_glp_kg",
        )


_NO_RESELLER_HOLDS = 400_000
"""Kilograms; four times the limit above which a storage is of class Especial (NBR 15514): more was misread."""


@check("capacidade_na_classe")
def capacidade_na_classe(ctx: Context) -> Iterator[Reason]:
    """The kilograms lie within the declared class: above it, or within a smaller one, the two contradict each other."""
    kg, classe = _mass(ctx.campo("capacidade_glp_kg")), ctx.ficha.classe_armazenamento
    if kg is None or classe is None:
        # a class that is not declared is the fault of the Ficha, said there (ficha_incompleta)
        return
    table = table_of(ctx)
    try:
        low, high = class_limits(classe, table)
    except (KeyError, ValueError):
        yield ctx.motivo(
            "capacidade_incompativel_com_classe",
            "revisar",
            f"A classe {classe} não existe na tabela da {_TABELAS[table]}. Confira a Ficha.",
            "capacidade_glp_kg",
            declarado=f"Classe {classe}",
        )
        return
    if kg > (low or 0) and (high is None or kg <= high):
        return
    if kg > _NO_RESELLER_HOLDS:
        yield ctx.duvida(f"A capacidade lida ({_kg(kg)} de GLP) não é plausível para uma revenda.", "capacidade_glp_kg")
        return
    limits = (
        f"mais de {_kg(low or 0)}" + ("" if high is None else f" até {_kg(high)}") if low else f"até {_kg(high or 0)}"
    )
    yield ctx.defeito(
        "capacidade_incompativel_com_classe",
        f"O certificado permite {_kg(kg)} de GLP, e a classe {classe} declarada na Ficha vai de {limits} "
        f"({_TABELAS[table]}). Corrija a classe na Ficha ou apresente o certificado da capacidade declarada.".replace(
            "vai de até", "vai até"
        )
        + ctx.nota_ajuste("tabela_classes_corte"),
        "capacidade_glp_kg",
        declarado=f"Classe {classe}",
        chaves=("classe_armazenamento",),
    )
