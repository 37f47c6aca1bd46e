"""Demands that hold only for papers that ANP asked for, or only where the paper prints the thing (RES41, art. 7º)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from docverify.model import Notice, Reason
from docverify.norms.applicability import SOLICITACAO
from docverify.norms.checks.atividade import RAMO, atividade_exigida
from docverify.norms.checks.formalidade import autenticacao
from docverify.norms.checks.substituicao import of_the_act
from docverify.norms.checks.validade import field_date, validade
from docverify.norms.context import Context
from docverify.norms.registry import GRAVIDADE, check
from docverify.norms.schema import CheckCall


@check("autenticacao_solicitada", gravidade=GRAVIDADE)
def autenticacao_solicitada(ctx: Context) -> Iterator[Reason | Notice]:
    """Authenticated copies are owed where ANP asks for papers; the system takes scans (contract, section 4, 4)."""
    if ctx.dossie.alcance.perfil == SOLICITACAO:
        yield from (r for r in autenticacao(ctx) if isinstance(r, Reason | Notice))


@check("validade_se_impressa")
def validade_se_impressa(ctx: Context) -> Iterator[Reason]:
    """A term that the paper prints has not passed; a paper of a kind that prints none is not at fault for that."""
    if field_date(ctx, "validade") is None:
        return
    call = CheckCall("validade", ctx.call.citacao, ctx.call.inferencia, False, {"protocolo": False})
    yield from (r for r in validade(replace(ctx, call=call)) if isinstance(r, Reason))


@check("atividade_da_inscricao", ramo=RAMO, gravidade=GRAVIDADE)
def atividade_da_inscricao(ctx: Context) -> Iterator[Reason]:
    """The state registration names the activity, in words or by its CNAE; where the CNAE is there, it decides."""
    if ctx.campo("cnae_principal") is not None:
        return
    params = {**ctx.call.parametros, "campos": ["atividade"], "exigida": True}
    call = CheckCall("atividade_exigida", ctx.call.citacao, ctx.call.inferencia, False, params)
    yield from (r for r in atividade_exigida(replace(ctx, call=call)) if isinstance(r, Reason))


@check("data_do_protocolo")
def data_do_protocolo(ctx: Context) -> Iterator[Reason]:
    """The protocol says when it was filed, and not after the reference date; a company that it names is of the act."""
    if "fusao" in ctx.dossie.etiquetas:
        yield from of_the_act(ctx, own_too=True)
    filed = field_date(ctx, "data_protocolo")
    if filed is None:
        yield ctx.nao_lido("data_protocolo")
    elif filed > ctx.dossie.data_referencia:
        yield ctx.motivo(
            "protocolo_fora_do_prazo",
            "revisar",
            f"O protocolo é de {filed:%d/%m/%Y}, posterior à data de referência. Confira a data.",
            "data_protocolo",
        )
    elif not ctx.firme("data_protocolo"):
        yield ctx.duvida(f"O protocolo parece ser de {filed:%d/%m/%Y}.", "data_protocolo")
