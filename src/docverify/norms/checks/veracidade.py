"""Whether the request was instructed with true data (RES41, art. 8º, I): the cross-checks of every paper, gathered."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from docverify.model import Gravidade, Reason
from docverify.norms.applicability import applies
from docverify.norms.checks.opcionais import OUTROS, best_card, own, run
from docverify.norms.checks.pessoas import socios
from docverify.norms.context import Context
from docverify.norms.outcome import RuleOutcome
from docverify.norms.registry import GRAVIDADE, Achado, Parameter, check

_DE_FALSIDADE = frozenset({"documento_alterado", "documento_reutilizado", "texto_oculto_divergente"})
"""Marks of a paper that may be false: always for a person to look at (contract, section 3)."""


@check("veracidade_do_pedido", alcance="dossie", outros=Parameter(list, itens="tipos"), gravidade_outros=GRAVIDADE)
def veracidade_do_pedido(ctx: Context) -> Iterator[Achado]:
    """The data declared are those of the papers; what contradicts the CNPJ card decides, the rest is for a person.

    Args:
        ctx: ``outros`` are types that the request need not bring; ``gravidade_outros`` is how grave it is here that a
            paper other than the CNPJ card contradicts the Ficha, which makes that paper unfit on its own item already.
    """
    asked = _asked(ctx)
    compared = bool(asked)
    seen: set[tuple[object, ...]] = set()
    for reason, index in _of_rules(ctx):
        if (key := (reason.codigo, reason.evidencia, reason.mensagem)) not in seen:
            seen.add(key)
            yield _weighed(ctx, reason, index)
    card = best_card(ctx)
    if card is not None and card.indice not in asked:
        compared = True
        yield from card.of("cadastro")
        yield from (r for r in card.of("leitura") if r.codigo in _DE_FALSIDADE)
    for found in _loose(ctx, ctx.param("outros"), asked):
        compared = True
        if found is not None:
            yield found
    if not compared:
        yield ctx.nao_verificavel(
            "base_externa_nao_consultada", "Nenhum documento do dossiê permitiu conferir o que a Ficha declara."
        )


def _loose(ctx: Context, tipos: list[str], asked: set[int], *, people: bool = False) -> Iterator[Reason | None]:
    """Compare the papers of ``tipos`` that no rule asked for; what differs is a doubt; None: one was there.

    Args:
        ctx: The check at work.
        tipos: Types of document.
        asked: Documents that rules asked for.
        people: The partners of the company's act are compared too.
    """
    wanted = (*OUTROS, (socios, {})) if people else OUTROS
    for index in own(ctx, *tipos):
        if index in asked:
            continue
        yield None
        for reason in run(ctx, index, wanted):
            if reason.gravidade == "impede":
                text = f"{reason.mensagem} É um documento que o pedido não precisa trazer: confira."
                yield replace(reason, gravidade="revisar", mensagem=text, inferencia=True)
            elif reason.codigo != "confianca_baixa":
                yield replace(reason, inferencia=True)


@check("papeis_apresentados", alcance="dossie", tipos=Parameter(list, itens="tipos"))
def papeis_apresentados(ctx: Context) -> Iterator[Reason]:
    """Papers that came with a communication which needs none are of the company and the place that it speaks of."""
    yield from (r for r in _loose(ctx, ctx.param("tipos"), _asked(ctx), people=True) if r is not None)


def _at_work(ctx: Context) -> Iterator[RuleOutcome]:
    """Return the outcomes of the rules that have an object in this request, those on another company's papers apart."""
    for outcome in ctx.resultados.values():
        if applies(outcome.rule, ctx.dossie.alcance) != "nao" and outcome.rule.de == "requerente":
            yield outcome


def _asked(ctx: Context) -> set[int]:
    """Return the documents that the rules at work looked at: copies that were not chosen too."""
    return {index for outcome in _at_work(ctx) for index in outcome.usados}


def _of_rules(ctx: Context) -> Iterator[tuple[Reason, int | None]]:
    """Return what the cross-checks of the rules at work found, each with its document."""
    for outcome in _at_work(ctx):
        for finding in outcome.achados:
            if finding.cruzamento or finding.motivo.codigo in _DE_FALSIDADE:
                yield finding.motivo, outcome.escolhido


def _weighed(ctx: Context, reason: Reason, index: int | None) -> Reason:
    citation = ctx.dossie.norm.cite(ctx.call.citacao)
    where = reason.evidencia.documento if reason.evidencia else index
    on_card = where is not None and ctx.dossie.documentos[where].tipo == "comprovante_cnpj"
    limit: Gravidade | str = ctx.param("gravidade_outros")
    if reason.gravidade != "impede" or on_card or limit == "impede":
        return replace(reason, citacao=citation)
    weaker: Gravidade = "alerta" if limit in ("alerta", "nao_exigir") else "revisar"
    text = f"{reason.mensagem} Confira se a informação é inverídica ou se só o documento não serve."
    return replace(
        reason, gravidade=weaker, citacao=citation, mensagem=text + ctx.nota_param("gravidade_outros"), inferencia=True
    )
