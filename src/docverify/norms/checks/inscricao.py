"""State registration and CNPJ status: the number, its check digits, its State, whether it is active."""

from __future__ import annotations

import re
from collections.abc import Iterator

from docverify.model import Reason
from docverify.norms.context import Context
from docverify.norms.registry import check
from docverify.values.errors import InvalidValue
from docverify.values.identifiers import inscricao_estadual as ie_values
from docverify.values.text import fold

IRREGULAR = re.compile(
    r"\b(SUSPENS|INAPT|BAIXAD|NUL[AO]\b|CANCELAD|CASSAD|NAO HABILITAD|INATIV|PARALISAD|EXTINT|INDEFERID)"
)
_REGULAR = re.compile(r"\b(ATIV[AO]|HABILITAD|REGULAR|VIGENTE|NORMAL)")


def _key(number: str) -> str:
    return re.sub(r"[^0-9A-Z]", "", fold(number)).lstrip("0")


def _valid(number: str, uf: str) -> bool:
    try:
        ie_values.validate(number, uf)
    except InvalidValue:
        return False
    return True


def _uf(ctx: Context) -> str | None:
    for name in ("uf", "uf_emissor"):
        found = ctx.campo(name)
        if found is not None:
            return str(found.valor)
    return ctx.dossie.endereco.uf if ctx.dossie.endereco else None


@check("inscricao_estadual")
def inscricao_estadual(ctx: Context) -> Iterator[Reason]:
    """The number is the declared one, where the Ficha declares any (the form of Anexo I has no field for it)."""
    declared, found = ctx.ficha.inscricao_estadual, ctx.campo("inscricao_estadual")
    if found is None or not declared:
        return
    if ctx.doc.tipo != "inscricao_estadual" and found.confianca < ctx.dossie.limiares.concordante:
        # other papers seldom print one: what was hardly read there is as good as not there
        return
    read = str(found.valor)
    if _key(read) == _key(declared):
        doubt = ctx.concordou("inscricao_estadual")
        if doubt:
            yield doubt
        return
    message = (
        f"A inscrição estadual {ctx.no_doc} é {found.lido}, e a declarada é {declared}. Corrija a que estiver errada."
    )
    uf = _uf(ctx)
    misread = uf is not None and not _valid(read, uf) and _valid(declared, uf)
    if misread:
        yield ctx.duvida(message, "inscricao_estadual", declarado=declared)
        return
    yield ctx.defeito(
        "inscricao_estadual_divergente",
        message,
        "inscricao_estadual",
        declarado=declared,
        identificador=True,
        chaves=("inscricao_estadual",),
    )


@check("inscricao_estadual_dv")
def inscricao_estadual_dv(ctx: Context) -> Iterator[Reason]:
    """Check digits that do not hold only warn: old formats and States without a published rule are many."""
    found, uf = ctx.campo("inscricao_estadual"), _uf(ctx)
    if found is None or uf is None or "ISENT" in fold(str(found.valor)):
        return
    if not _valid(str(found.valor), uf):
        yield ctx.motivo(
            "inscricao_estadual_dv",
            "alerta",
            f"Os dígitos verificadores da inscrição estadual {found.lido} não conferem pela regra de {uf}. "
            "Pode ser formato antigo ou erro de leitura: confira.",
            "inscricao_estadual",
        )


@check("situacao_cadastral")
def situacao_cadastral(ctx: Context) -> Iterator[Reason]:
    """The CNPJ is ATIVA; the card always prints it, so that not reading it is a doubt."""
    found = ctx.campo("situacao_cadastral")
    if found is None:
        yield ctx.nao_lido("situacao_cadastral")
        return
    if fold(str(found.valor)).strip() == "ATIVA":
        if not ctx.firme("situacao_cadastral"):
            yield ctx.duvida("A situação cadastral parece ser ATIVA.", "situacao_cadastral")
        return
    yield ctx.defeito(
        "situacao_cadastral_irregular",
        f"A situação cadastral do CNPJ é “{found.lido}”, e deve ser ATIVA. Regularize-a na Receita Federal.",
        "situacao_cadastral",
    )


@check("situacao_inscricao")
def situacao_inscricao(ctx: Context) -> Iterator[Reason]:
    """The state registration, where its paper prints a status, is not cancelled, suspended or the like."""
    found = ctx.campo("situacao")
    if found is None:
        return
    text = fold(str(found.valor))
    if IRREGULAR.search(text):
        yield ctx.defeito(
            "situacao_cadastral_irregular",
            f"A situação da inscrição estadual é “{found.lido}”. Regularize-a na Secretaria da Fazenda.",
            "situacao",
        )
    elif not _REGULAR.search(text) and ctx.firme("situacao"):
        yield ctx.duvida(f"A situação da inscrição estadual foi lida como “{found.lido}”.", "situacao")
