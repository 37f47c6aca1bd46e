"""Terms that other days set going: the authority's own, the norm's publication, the registration of an act."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta

from docverify.model import Notice, Reason
from docverify.norms.checks.dossie import deadline
from docverify.norms.checks.validade import br, field_date
from docverify.norms.context import Context
from docverify.norms.registry import GRAVIDADE, Parameter, SemObjeto, check


def last_day(ctx: Context, start: date, days: int) -> date:
    """Return the last day of a term of calendar days, its end as the norm's setting has it."""
    return deadline(start, days, working=ctx.ajuste("prazo_fim_dia_util"))


@check("informa_prazo", alcance="dossie", dias=Parameter(int), mensagem=Parameter(str))
def informa_prazo(ctx: Context) -> Iterator[Reason]:
    """Tell a day that follows from the protocol: information for whoever reads, never a defect.

    ``mensagem`` may hold ``{protocolo}``, ``{fim}`` (last day of the term of ``dias``) and ``{depois}`` (the day
    after).
    """
    told = ctx.dossie.pedido.data_protocolo
    if told is None:
        return
    end = last_day(ctx, told, ctx.param("dias"))
    text: str = ctx.param("mensagem")
    for name, day in (("{protocolo}", told), ("{fim}", end), ("{depois}", end + timedelta(days=1))):
        text = text.replace(name, br(day))
    yield ctx.motivo("base_externa_nao_consultada", "alerta", text)


@check(
    "prazo_da_publicacao",
    alcance="dossie",
    situacao=Parameter(str, itens="situacoes"),
    dias=Parameter(int),
    publicacao=Parameter(date),
    gravidade=GRAVIDADE,
)
def prazo_da_publicacao(ctx: Context) -> Iterator[Reason]:
    """What those already in business owed within so many days of the norm's publication came in time."""
    pedido = ctx.dossie.pedido
    gravity = ctx.param("gravidade")
    if pedido.situacao != ctx.param("situacao") or gravity == "nao_exigir":
        return
    told = pedido.data_protocolo or ctx.dossie.data_referencia
    end = last_day(ctx, ctx.param("publicacao"), ctx.param("dias"))
    if told > end:
        yield ctx.motivo(
            "fora_do_prazo",
            gravity,
            f"O pedido foi protocolizado em {br(told)}, e o prazo de {ctx.param('dias')} dias da publicação da norma "
            f"({br(ctx.param('publicacao'))}) terminou em {br(end)}.{ctx.nota_param('gravidade')}",
        )


@check("prazo_do_registro", dias=Parameter(int), situacoes=Parameter(list, itens="situacoes"))
def prazo_do_registro(ctx: Context) -> Iterator[Reason]:
    """The act was sent within so many days of its own registration at the Junta Comercial.

    Where the registration's day was not read, the day of the act that the request tells (an act is registered on it or
    later) shows only that it was in time, never that it was late.
    """
    pedido = ctx.dossie.pedido
    if pedido.situacao not in ctx.param("situacoes"):
        return
    told = pedido.data_protocolo or ctx.dossie.data_referencia
    registered, days = field_date(ctx, "data_registro"), ctx.param("dias")
    if registered is None:
        act = pedido.data_efetivacao
        if act is None or told > last_day(ctx, act, days):
            yield ctx.motivo(
                "fora_do_prazo",
                "revisar",
                f"Não foi lida {ctx.no_doc} a data do registro na Junta Comercial, da qual se contam os {days} dias "
                "para comunicar a alteração. Confira no documento.",
                "data_registro",
            )
        return
    end = last_day(ctx, registered, days)
    if told > end:
        yield ctx.defeito(
            "fora_do_prazo",
            f"O ato foi registrado em {br(registered)} e a alteração foi comunicada em {br(told)}: o prazo de {days} "
            f"dias terminou em {br(end)}.{ctx.nota_ajuste('prazo_fim_dia_util')}",
            "data_registro",
        )
    elif told < registered:
        yield ctx.duvida(
            f"O ato teria sido registrado em {br(registered)}, depois de comunicado ({br(told)}).", "data_registro"
        )
    elif not ctx.firme("data_registro"):
        yield ctx.duvida(f"O ato parece registrado em {br(registered)}.", "data_registro")


@check("prazo_apos_registro", alcance="dossie", dias=Parameter(int), aviso=Parameter(str, itens="avisos"))
def prazo_apos_registro(ctx: Context) -> Iterator[Reason | Notice | SemObjeto]:
    """What is owed within so many days of the registration came in time; until then nothing is owed yet."""
    pedido = ctx.dossie.pedido
    registered, days = pedido.data_registro_anterior, ctx.param("dias")
    if registered is None:
        return
    told = pedido.data_protocolo or ctx.dossie.data_referencia
    end = last_day(ctx, registered, days)
    came = bool(ctx.dossie.de_tipo(*ctx.rule.tipos))
    judged = told if came else max(told, ctx.dossie.data_referencia)
    text = f"O registro foi expedido em {br(registered)}: o prazo de {days} dias terminou em {br(end)}"
    note = ctx.nota_ajuste("prazo_fim_dia_util")
    if judged < registered:
        yield ctx.motivo(
            "fora_do_prazo",
            "revisar",
            f"A data do registro anterior ({br(registered)}) é posterior à do pedido ({br(judged)}). Confira "
            "'pedido.data_registro_anterior'.",
        )
    elif judged <= end:
        if not came:
            text = f"O registro foi expedido em {br(registered)}: os documentos devem ser encaminhados até {br(end)}."
            yield SemObjeto(ctx.motivo("fora_do_prazo", "alerta", text + note))
    elif came:
        yield ctx.motivo("fora_do_prazo", "impede", f"{text}, e os documentos vieram em {br(told)}.{note}")
        yield ctx.aviso(ctx.param("aviso"))
    elif ctx.dossie.tem_duvida:
        yield ctx.motivo("fora_do_prazo", "revisar", f"{text}, e os documentos não foram encontrados. Confira.{note}")
    else:
        yield ctx.motivo("fora_do_prazo", "impede", f"{text}, e os documentos não vieram.{note}")
        yield ctx.aviso(ctx.param("aviso"))
