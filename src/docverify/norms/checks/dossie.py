"""Checks on the dossier as a whole: veracity of the Ficha, nature of the applicant, deadlines, alterations."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from docverify.model import Notice, Reason
from docverify.norms import labels
from docverify.norms.checks.nao_pedidos import doubts_of
from docverify.norms.checks.validade import br
from docverify.norms.context import Context
from docverify.norms.prazos import deadline as deadline
from docverify.norms.registry import Parameter, check
from docverify.values.text import fold

_ESTRANGEIRA = re.compile(r"\b(217-?8|221-?6|222-?4)\b|ESTRANGEIR|DOMICILIAD[AO] NO EXTERIOR")
_INDIVIDUAL = re.compile(r"\b(213-?5|214-?3|40[189]-?\d)\b|EMPRESARIO|MICROEMPREENDEDOR|PRODUTOR RURAL|PESSOA FISICA")
"""Codes of the table of legal natures (CONCLA) printed on the CNPJ card."""


@check("pessoa_juridica", alcance="dossie")
def pessoa_juridica(ctx: Context) -> Iterator[Reason]:
    """The applicant is a legal person constituted under Brazilian law."""
    for index in ctx.dossie.de_tipo("comprovante_cnpj"):
        card = replace(ctx, indice=index)
        nature, number = card.campo("natureza_juridica"), card.campo("cnpj")
        if nature is None or (number is not None and number.valor != ctx.ficha.cnpj):
            continue
        text = fold(f"{nature.valor} {nature.lido}")
        if _ESTRANGEIRA.search(text):
            yield card.defeito(
                "pessoa_juridica_irregular",
                f"A natureza jurídica é “{nature.lido}”: a atividade cabe a pessoa jurídica constituída sob as leis "
                "brasileiras.",
                "natureza_juridica",
            )
        elif _INDIVIDUAL.search(text) and "INDIVIDUAL DE RESPONSABILIDADE" not in text:
            yield card.motivo(
                "pessoa_juridica_irregular",
                "revisar",
                f"A natureza jurídica é “{nature.lido}”, e a norma pede pessoa jurídica. Confira se é aceita.",
                "natureza_juridica",
            )
        return
    if ctx.dossie.de_tipo("comprovante_cnpj", "contrato_social", "estatuto_social"):
        return
    yield ctx.motivo(
        "documento_ausente",
        "revisar",
        "Nenhum documento do dossiê mostra que quem pede é pessoa jurídica (contrato, estatuto ou cartão do CNPJ).",
    )


@check(
    "veracidade",
    alcance="dossie",
    inferidos=Parameter(list, (), [], itens="motivos"),
    outros=Parameter(list, (), [], itens="tipos"),
)
def veracidade(ctx: Context) -> Iterator[Reason]:
    """What the Ficha declares is what the documents say: the cross-checks of every document, gathered.

    A paper that the norm did not ask for (``outros``) is compared too, but can only raise a doubt.
    """
    compared = False
    seen: set[tuple[object, ...]] = set()
    for outcome in ctx.resultados.values():
        if outcome.escolhido is None:
            continue
        compared = compared or any(c.cruzamento for c in outcome.rule.verificacoes)
        for finding in outcome.achados:
            reason = finding.motivo
            key = (reason.codigo, reason.evidencia, reason.mensagem)
            if finding.cruzamento and key not in seen:
                seen.add(key)
                inferred = reason.codigo in ctx.param("inferidos")
                yield replace(reason, citacao=ctx.dossie.norm.cite(ctx.call.citacao), inferencia=inferred)
    yield from doubts_of(ctx, ctx.param("outros"))
    if not compared:
        yield ctx.motivo(
            "documento_ausente",
            "revisar",
            "Nenhum documento do dossiê permitiu conferir o que a Ficha declara.",
        )


@check(
    "prazo_alteracao",
    alcance="dossie",
    dias=Parameter(int),
    aviso=Parameter(str, (), "", itens="avisos"),
    ato=Parameter(str, (), "A alteração se efetivou em"),
)
def prazo_alteracao(ctx: Context) -> Iterator[Reason | Notice]:
    """The act (an alteration, the last sale) was communicated in time, counted from it; ``ato`` begins the message."""
    act, days = ctx.dossie.pedido.data_efetivacao, ctx.param("dias")
    if act is None:
        yield ctx.motivo(
            "fora_do_prazo",
            "revisar",
            f"O pedido não diz a data em que o ato se efetivou, da qual se contam os {days} dias para "
            "comunicá-lo. Informe 'pedido.data_efetivacao'.",
        )
        return
    told = ctx.dossie.pedido.data_protocolo or ctx.dossie.data_referencia
    last = deadline(act, days, working=ctx.ajuste("prazo_fim_dia_util"))
    if told > last:
        yield ctx.motivo(
            "fora_do_prazo",
            "impede",
            f"{ctx.param('ato')} {br(act)} e a comunicação é de {br(told)}: o prazo de {days} dias terminou em "
            f"{br(last)}." + ctx.nota_ajuste("prazo_fim_dia_util"),
        )
        if ctx.param("aviso"):
            yield ctx.aviso(ctx.param("aviso"))
    elif told < act:
        yield ctx.motivo(
            "fora_do_prazo",
            "revisar",
            f"A data do ato ({br(act)}) é posterior à da comunicação ({br(told)}). Confira 'pedido.data_efetivacao'.",
        )


@check("documentos_alteracao", alcance="dossie", exigidos=Parameter(dict, itens="tipos"))
def documentos_alteracao(ctx: Context) -> Iterator[Reason]:
    """The documents of what changed came along, and conform.

    ``exigidos`` gives, for each situation, the documents as texts ``tipo`` or ``tipo|tipo`` (any of them). The law says
    that documents must come; which ones is inference, so that one missing among several is a doubt.
    """
    situation = ctx.dossie.pedido.situacao
    wanted = [w.split("|") for w in ctx.param("exigidos").get(situation, [])]
    missing = [w for w in wanted if not ctx.dossie.de_tipo(*w)]
    if missing:
        names = "; ".join(" ou ".join(labels.tipo(t) for t in w) for w in missing)
        none_came = len(missing) == len(wanted)
        certain = none_came and not ctx.dossie.tem_duvida
        yield ctx.motivo(
            "documento_ausente",
            "impede" if certain else "revisar",
            f"Com a nova Ficha deve vir a documentação da alteração, e não foi encontrada: {names}. "
            + ("Apresente-a." if certain else "Confira se a alteração a exige."),
        )
    types = {t for w in wanted for t in w}
    for outcome in ctx.resultados.values():
        chosen = outcome.escolhido
        if outcome.rule.id == ctx.rule.id or chosen is None or "ficha_cadastral" in outcome.rule.documentos:
            continue
        if not wanted or ctx.dossie.documentos[chosen].tipo in types:
            for finding in outcome.achados:
                yield finding.motivo
