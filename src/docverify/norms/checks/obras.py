"""What the prefeitura certifies of the works: that they are finished and, where the norm asks, the tankage too."""

from __future__ import annotations

import re
from collections.abc import Iterator

from docverify.model import Gravidade, Reason
from docverify.norms.checks.text import has
from docverify.norms.context import Context
from docverify.norms.registry import GRAVIDADE, check

_TANCAGEM = re.compile(r"\bTANCAGEM\b|\bTANQUES?\b|PARQUE DE TANCAGEM|RESERVATORIOS? DE COMBUSTIVE")


@check("tancagem", gravidade=GRAVIDADE)
def tancagem(ctx: Context) -> Iterator[Reason]:
    """The certificate of finished works covers the tankage, not only the building."""
    gravidade: Gravidade | str = ctx.param("gravidade")
    if gravidade == "nao_exigir":
        return
    found = ctx.doc.campos.get("contempla_tancagem")
    if found is not None and found.valor is True:
        if not ctx.firme("contempla_tancagem"):
            yield ctx.duvida("O comprovante parece contemplar a tancagem.", "contempla_tancagem")
        return
    yield ctx.falta(
        "tancagem_nao_contemplada",
        "O comprovante de conclusão das obras não contempla a tancagem. Apresente o comprovante, expedido pela "
        f"prefeitura, das obras civis das instalações e da tancagem.{ctx.nota_param('gravidade')}",
        "contempla_tancagem",
        gravidade=gravidade,  # type: ignore[arg-type]
        indicio=has(ctx.doc.texto, _TANCAGEM),
    )
