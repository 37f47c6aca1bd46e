"""The CNPJ card where the norm asks for a copy of it and no more: the old cartão do CGC printed no status."""

from __future__ import annotations

from collections.abc import Iterator

from docverify.model import Reason
from docverify.norms.checks.inscricao import situacao_cadastral
from docverify.norms.checks.validade import br, field_date
from docverify.norms.context import Context
from docverify.norms.registry import check


@check("situacao_do_cartao")
def situacao_do_cartao(ctx: Context) -> Iterator[Reason]:
    """A card that prints a status prints ATIVA; an old card that prints a term is looked at where it is over."""
    if ctx.campo("situacao_cadastral") is not None:
        for reason in situacao_cadastral(ctx):
            assert isinstance(reason, Reason)
            yield reason
    until = field_date(ctx, "validade")
    if until is not None and until < ctx.dossie.data_referencia:
        yield ctx.motivo(
            "validade_vencida",
            "revisar",
            f"O cartão traz validade até {br(until)}, antes de {br(ctx.dossie.data_referencia)}. Confira a inscrição.",
            "validade",
        )
