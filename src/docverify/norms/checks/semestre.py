"""Papers owed every half-year: for which half a request counts, and whether it came in time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta

from docverify.model import Gravidade, Reason
from docverify.norms.checks.validade import br
from docverify.norms.context import Context
from docverify.norms.registry import Parameter, check

_GRAVIDADE_DA_DUVIDA = Parameter(str, ("impede", "revisar", "alerta"), "revisar")


@dataclass(frozen=True, slots=True)
class Semestre:
    """A half-year and the last day for its papers.

    Attributes:
        ano: Year.
        numero: 1 (January to June) or 2 (July to December).
        prazo: Last day: 31 July of the year for the first, 31 January of the next year for the second.
    """

    ano: int
    numero: int
    prazo: date

    @property
    def nome(self) -> str:
        """``1º período de 1997``."""
        return f"{self.numero}º período de {self.ano}"

    @property
    def inicio(self) -> date:
        """First day of the half-year."""
        return date(self.ano, 1 if self.numero == 1 else 7, 1)


def semestre_de(day: date) -> Semestre:
    """Return the half-year in which a day falls."""
    if day.month <= 6:
        return Semestre(day.year, 1, date(day.year, 7, 31))
    return Semestre(day.year, 2, date(day.year + 1, 1, 31))


def anterior(semestre: Semestre) -> Semestre:
    """Return the half-year before."""
    return semestre_de(semestre.inicio - timedelta(days=1))


@check(
    "prazo_semestral",
    alcance="dossie",
    situacao=Parameter(str, itens="situacoes"),
    dias_de_duvida=Parameter(int, (), 90),
    gravidade=_GRAVIDADE_DA_DUVIDA,
)
def prazo_semestral(ctx: Context) -> Iterator[Reason]:
    """The half-year's papers came by 31 July or 31 January.

    The text fixes the last days, not the first one: papers may come within the half-year itself. So what comes in July
    or January is in time for the half that has just ended; what comes in another month is in time for the running half,
    or late for the one before. Only ``pedido.data_efetivacao``, a day of the half that is being told of, decides that;
    without it what comes within ``dias_de_duvida`` after a deadline is in doubt, and later it counts for the running
    half.
    """
    pedido = ctx.dossie.pedido
    if pedido.situacao != ctx.param("situacao"):
        return
    told = pedido.data_protocolo or ctx.dossie.data_referencia
    if pedido.data_efetivacao is not None:
        yield from _of_known_half(ctx, semestre_de(pedido.data_efetivacao), told)
        return
    running = semestre_de(told)
    before = anterior(running)
    if told <= before.prazo:
        return
    days = (told - before.prazo).days
    text = (
        f"As certidões foram protocolizadas em {br(told)}. O prazo do {before.nome} terminou em {br(before.prazo)}; o "
        f"do {running.nome} vai até {br(running.prazo)}."
    )
    if days <= ctx.param("dias_de_duvida"):
        gravity: Gravidade = ctx.param("gravidade")
        yield ctx.motivo(
            "fora_do_prazo",
            gravity,
            f"{text} Podem ser as do período anterior, com atraso: informe em 'pedido.data_efetivacao' um dia do "
            f"período a que se referem, ou confira.{ctx.nota_param('gravidade')}",
        )
    else:
        yield ctx.motivo("fora_do_prazo", "alerta", f"{text} Contam para o {running.nome}.")


def _of_known_half(ctx: Context, half: Semestre, told: date) -> Iterator[Reason]:
    if told > half.prazo:
        yield ctx.motivo(
            "fora_do_prazo",
            "impede",
            f"As certidões do {half.nome} foram protocolizadas em {br(told)}, e o prazo terminou em {br(half.prazo)}.",
        )
    elif told < half.inicio:
        yield ctx.motivo(
            "fora_do_prazo",
            "revisar",
            f"As certidões foram protocolizadas em {br(told)}, antes de começar o {half.nome}. Confira "
            "'pedido.data_efetivacao'.",
        )
