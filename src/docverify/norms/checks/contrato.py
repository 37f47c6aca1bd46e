"""The company's act where the norm asks for the contract with its alterations, and says nothing of consolidation."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from docverify.model import Reason
from docverify.norms.checks.identidade import same_root
from docverify.norms.checks.text import has_words
from docverify.norms.context import Context
from docverify.norms.registry import GRAVIDADE, Parameter, check


def _altered_only(paper: Context) -> bool:
    """Tell whether an act is an alteration that does not carry the whole contract."""
    altered, whole = paper.doc.campos.get("alterado"), paper.doc.campos.get("consolidado")
    return altered is not None and altered.valor is True and not (whole is not None and whole.valor is True)


@check("contrato_inteiro", gravidade=GRAVIDADE)
def contrato_inteiro(ctx: Context) -> Iterator[Reason]:
    """An alteration that is not consolidated comes with the contract that it alters."""
    gravity = ctx.param("gravidade")
    if gravity == "nao_exigir" or not _altered_only(ctx):
        return
    for index in ctx.dossie.de_tipo(ctx.doc.tipo):
        other = replace(ctx, indice=index)
        number = other.campo("cnpj")
        own = number is None or ctx.ficha.cnpj is None or same_root(str(number.valor), ctx.ficha.cnpj)
        if index != ctx.indice and own and not _altered_only(other):
            return
    hint = has_words(ctx.doc.texto, "contrato consolidado") or has_words(ctx.doc.texto, "consolidação")
    message = (
        "O ato apresentado é uma alteração sem consolidação, e falta o contrato que ela altera. Apresente o contrato "
        f"social e as alterações, ou a última consolidação.{ctx.nota_param('gravidade')}"
    )
    if hint or ctx.dossie.tem_duvida:
        yield ctx.motivo("consolidacao_ausente", "revisar", message, "alterado")
    else:
        yield ctx.defeito("consolidacao_ausente", message, "alterado", gravidade=gravity)


@check("e_alteracao", situacoes=Parameter(list, itens="situacoes"))
def e_alteracao(ctx: Context) -> Iterator[Reason]:
    """Where an alteration is told of, the act that comes is the alteration, not the first contract."""
    if ctx.dossie.pedido.situacao not in ctx.param("situacoes"):
        return
    altered, whole = ctx.doc.campos.get("alterado"), ctx.doc.campos.get("consolidado")
    if altered is not None and altered.valor is False and not (whole is not None and whole.valor is True):
        yield ctx.motivo(
            "documento_ausente",
            "revisar",
            f"Parece ser o ato original, e não a alteração que se comunica ({ctx.nome_doc}). Confira.",
            "alterado",
        )
