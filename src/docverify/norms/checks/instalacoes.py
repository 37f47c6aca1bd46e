"""What a distributor owes after its registration: a project with its schedule, or space in another's installations."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from docverify.model import Reason
from docverify.norms.checks.identidade import cnpj, mask, one_slip, razao_social, same_root
from docverify.norms.checks.text import has, has_cnpj, has_words
from docverify.norms.context import Context
from docverify.norms.registry import GRAVIDADE, check
from docverify.values.names import compare_company, core_name

_CRONOGRAMA = re.compile(
    r"\bCRONOGRAMA\b|\bETAPAS? D[AEO]|\bPRAZOS? DE (EXECUCAO|IMPLANTACAO|CONCLUSAO)\b|FISICO[- ]FINANCEIRO"
)


@check("cronograma", gravidade=GRAVIDADE)
def cronograma(ctx: Context) -> Iterator[Reason]:
    """A project of installations comes with the schedule of its building."""
    gravity = ctx.param("gravidade")
    if ctx.doc.tipo != "projeto_instalacoes" or gravity == "nao_exigir" or has(ctx.doc.texto, _CRONOGRAMA):
        return
    yield ctx.motivo(
        "documento_ausente",
        gravity,
        "Não foi encontrado no projeto das instalações o cronograma de implantação, que deve acompanhá-lo. "
        f"Confira ou apresente-o.{ctx.nota_param('gravidade')}",
    )


@check("de_quem_e")
def de_quem_e(ctx: Context) -> Iterator[Reason]:
    """The project is the distributor's, and the distributor is a party to the contract of cession.

    A contract names both parties and a reader takes one of them: only where the distributor's CNPJ and name stand
    nowhere on it is there something to look at, and never more than a doubt.
    """
    number, name = ctx.campo("cnpj"), ctx.campo("razao_social")
    if number is None and name is None:
        yield ctx.motivo(
            "confianca_baixa",
            "revisar",
            f"Não foi possível ler {ctx.no_doc} nada que o ligue à empresa (o CNPJ, o nome empresarial). Confira.",
        )
        return
    if ctx.doc.tipo != "contrato_cessao_espaco":
        for function, params in ((cnpj, {"raiz": True, "exigido": False}), (razao_social, {"exigida": False})):
            for reason in function(replace(ctx, call=replace(ctx.call, parametros=params))):
                assert isinstance(reason, Reason)
                yield reason
        return
    declared, company = ctx.ficha.cnpj, ctx.ficha.razao_social
    if number is not None and declared is not None and one_slip(str(number.valor), declared):
        text = f"O CNPJ lido {ctx.no_doc} é {mask(str(number.valor))}, e o declarado na Ficha é {mask(declared)}."
        yield ctx.duvida(text, "cnpj", declarado=mask(declared))
        return
    if declared is not None and (
        (number is not None and same_root(str(number.valor), declared)) or has_cnpj(ctx.doc.texto, declared)
    ):
        return
    if company is not None and (
        (name is not None and compare_company(str(name.valor), company, name.confianca).nivel in ("igual", "alerta"))
        or has_words(ctx.doc.texto, core_name(company))
    ):
        return
    code, field = ("cnpj_divergente", "cnpj") if number is not None else ("razao_social_divergente", "razao_social")
    shown = mask(declared) if number is not None and declared is not None else company
    yield ctx.motivo(
        code,
        "revisar",
        "A distribuidora não foi encontrada entre as partes do contrato de cessão de espaço. Confira no documento.",
        field,
        declarado=shown,
    )
