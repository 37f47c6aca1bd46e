"""What the prefeitura certifies of the works: that they are finished and, where the norm asks, the tankage too."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from docverify.model import Gravidade, Reason
from docverify.norms.checks.identidade import razao_social
from docverify.norms.checks.text import has
from docverify.norms.context import Context
from docverify.norms.registry import GRAVIDADE, check
from docverify.values.names import parse_company

_TANCAGEM = re.compile(r"\bTANCAGEM\b|\bTANQUES?\b|PARQUE DE TANCAGEM|RESERVATORIOS? DE COMBUSTIVE")


@check("tancagem", gravidade=GRAVIDADE)
def tancagem(ctx: Context) -> Iterator[Reason]:
    """The certificate of finished works covers the tankage, not only the building."""
    gravidade: Gravidade | str = ctx.param("gravidade")
    if gravidade == "nao_exigir":
        return
    found = ctx.campo("contempla_tancagem")
    if found is not None and found.valor is True:
        if not ctx.firme("contempla_tancagem"):
            yield ctx.duvida("O comprovante parece contemplar a tancagem.", "contempla_tancagem")
        return
    message = (
        "O comprovante de conclusão das obras não contempla a tancagem. Apresente o comprovante, expedido pela "
        f"prefeitura, das obras civis das instalações e da tancagem.{ctx.nota_param('gravidade')}"
    )
    if found is not None and ctx.certo("contempla_tancagem"):
        # the paper itself leaves the tanks out: that it names them is no hint of the contrary
        yield ctx.defeito(
            "tancagem_nao_contemplada",
            message,
            "contempla_tancagem",
            gravidade=gravidade,  # type: ignore[arg-type]
        )
        return
    yield ctx.falta(
        "tancagem_nao_contemplada",
        message,
        "contempla_tancagem",
        gravidade=gravidade,  # type: ignore[arg-type]
        indicio=has(ctx.doc.texto, _TANCAGEM),
    )


@check("titular_das_obras", gravidade=GRAVIDADE)
def titular_das_obras(ctx: Context) -> Iterator[Reason]:
    """The company named is the applicant; a name that is no company's may be that of who owns the building.

    ``gravidade`` is of that second case: a prefeitura certifies the works to the owner, who may be the landlord.
    """
    gravity = ctx.param("gravidade")
    found = ctx.campo("razao_social")
    person = found is not None and not parse_company(str(found.valor)).kind
    for reason in razao_social(replace(ctx, call=replace(ctx.call, parametros={"exigida": False}))):
        assert isinstance(reason, Reason)
        if reason.codigo != "razao_social_divergente" or reason.gravidade != "impede" or not person:
            yield reason
        elif gravity != "nao_exigir":
            note = f" Pode ser o nome do proprietário do imóvel: confira.{ctx.nota_param('gravidade')}"
            yield replace(reason, gravidade=gravity, mensagem=reason.mensagem + note)
