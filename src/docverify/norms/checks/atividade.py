"""Whether a paper covers the resale of GLP."""

from __future__ import annotations

import re
from collections.abc import Iterator

from docverify.model import Reason
from docverify.norms.checks.text import has
from docverify.norms.context import Context
from docverify.norms.registry import Parameter, check
from docverify.values.text import fold

GLP = re.compile(
    r"\bG\.? ?L\.? ?P\b|GAS (LIQUEFEITO|LP\b|DE COZINHA|ENGARRAFADO)|LIQUEFEITO|\bP ?-? ?(13|45)\b|BOTIJ|"
    r"REVENDA DE GAS|COMERCIO (VAREJISTA )?DE GAS|DEPOSITO DE GAS|\b47\.?84-?9"
)
"""GLP in any form covers GLP297 (contract, section 4, reading 1)."""

_CNAE_GLP = "4784900"


@check("habilitacao_glp")
def habilitacao_glp(ctx: Context) -> Iterator[Reason]:
    """The certificate covers the resale of full transportable containers of GLP."""
    message = (
        "O certificado não contempla a revenda de recipientes transportáveis cheios de GLP. "
        "Apresente o certificado que contemple essa atividade."
    )
    found = ctx.doc.campos.get("contempla_revenda_glp")
    if found is not None and found.valor is True:
        if not ctx.firme("contempla_revenda_glp"):
            yield ctx.duvida("O certificado parece contemplar a revenda de GLP.", "contempla_revenda_glp")
        return
    activity = ctx.campo("atividade")
    if found is None and activity is not None and GLP.search(fold(str(activity.valor))):
        if not ctx.firme("atividade"):
            yield ctx.duvida("O certificado parece contemplar a revenda de GLP.", "atividade")
        return
    hint = has(ctx.doc.texto, GLP)
    if found is not None and found.valor is False and not hint:
        field = "atividade" if activity is not None else "contempla_revenda_glp"
        yield ctx.defeito("atividade_nao_contemplada", message, field)
        return
    if activity is not None and not hint:
        yield ctx.defeito("atividade_nao_contemplada", f"A atividade é “{activity.lido}”. {message}", "atividade")
        return
    yield ctx.falta("atividade_nao_contemplada", message, "contempla_revenda_glp", indicio=hint)


@check("atividade", campos=Parameter(list, (), ["atividade"]))
def atividade(ctx: Context) -> Iterator[Reason]:
    """An activity that says nothing of GLP is worth a warning, where the norm does not ask for one on this paper."""
    for name in ctx.param("campos"):
        found = ctx.campo(name)
        if found is not None:
            if not GLP.search(fold(str(found.valor))) and not has(ctx.doc.texto, GLP):
                yield ctx.motivo(
                    "atividade_nao_contemplada",
                    "alerta",
                    f"A atividade {ctx.no_doc} (“{found.lido[:120]}”) não fala de GLP.",
                    name,
                    inferencia=True,
                )
            return


@check("cnae_glp")
def cnae_glp(ctx: Context) -> Iterator[Reason]:
    """A CNPJ card without 4784-9/00 among its activities is worth a warning: the norm asks for no CNAE."""
    main = ctx.campo("cnae_principal")
    others = ctx.campo("cnaes_secundarios")
    if main is None:
        return
    codes = {str(main.valor)} | {str(c) for c in (others.valor if others else ())}
    if _CNAE_GLP not in codes and not has(ctx.doc.texto, re.compile(r"47\.?84-?9-?/?00")):
        yield ctx.motivo(
            "cnae_principal_divergente",
            "impede" if ctx.ajuste("exige_cnae") else "alerta",
            "O comprovante do CNPJ não traz o CNAE 4784-9/00 (comércio varejista de GLP) entre as atividades."
            + ctx.nota_ajuste("exige_cnae"),
            "cnae_principal",
            inferencia=True,
        )
