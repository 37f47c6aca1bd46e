"""What a tax clearance certificate answers: whether debts stand against the company."""

from __future__ import annotations

import re
from collections.abc import Iterator

from docverify.model import Reason
from docverify.norms.checks.text import has
from docverify.norms.context import Context
from docverify.norms.registry import Parameter, check

_EFEITO = "positiva_com_efeito_de_negativa"
_BOAS = ("negativa", _EFEITO)
"""Both pass: a positive one with the effect of a negative one is as good (CTN, art. 206)."""

_EFEITO_DE_NEGATIVA = re.compile(r"EFEITOS? DE (CERTIDAO )?NEGATIVA|MESMOS EFEITOS D[AE] (CERTIDAO )?NEGATIVA")


@check("certidao_negativa", efeito_de_negativa=Parameter(bool, (), True))
def certidao_negativa(ctx: Context) -> Iterator[Reason]:
    """The certificate is negative or, with ``efeito_de_negativa``, positive with the effect of a negative one."""
    found = ctx.campo("resultado")
    if found is None:
        yield ctx.nao_lido("resultado")
        return
    value = str(found.valor)
    if value == _EFEITO and not ctx.param("efeito_de_negativa"):
        text = "A certidão é positiva, com efeito de negativa, e a norma pede a negativa. Apresente a negativa."
        yield ctx.defeito("certidao_positiva", text + ctx.nota_param("efeito_de_negativa"), "resultado")
        return
    if value in _BOAS:
        if not ctx.firme("resultado"):
            yield ctx.duvida(f"A certidão parece ser {value.replace('_', ' ')}.", "resultado")
        return
    name = f"{ctx.nome_doc[0].upper()}{ctx.nome_doc[1:]}".replace(" negativa", "")
    message = f"{name} é positiva: aponta débitos. Apresente a certidão negativa, ou a positiva com efeito de negativa."
    if value != "positiva" or has(ctx.doc.texto, _EFEITO_DE_NEGATIVA):
        yield ctx.duvida(message, "resultado")
        return
    yield ctx.defeito("certidao_positiva", message, "resultado")
