"""Whether a paper covers the activity that the norm regulates."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from docverify.model import Reason
from docverify.norms.checks.ramos import GLP, RAMOS, covers, speaks_of, without_names
from docverify.norms.checks.text import folded, has
from docverify.norms.context import Context
from docverify.norms.registry import GRAVIDADE, Parameter, check
from docverify.values.text import fold

RAMO = Parameter(str, tuple(RAMOS), "glp")
"""The parameter that names the norm's line of business."""


@check("habilitacao_glp")
def habilitacao_glp(ctx: Context) -> Iterator[Reason]:
    """The certificate covers the resale of full transportable containers of GLP."""
    message = (
        "O certificado não contempla a revenda de recipientes transportáveis cheios de GLP. "
        "Apresente o certificado que contemple essa atividade."
    )
    found = ctx.campo("contempla_revenda_glp")
    if found is not None and found.valor is True:
        if not ctx.firme("contempla_revenda_glp"):
            yield ctx.duvida("O certificado parece contemplar a revenda de GLP.", "contempla_revenda_glp")
        return
    activity = ctx.campo("atividade")
    if found is None and activity is not None and GLP.search(fold(str(activity.valor))):
        if not ctx.firme("atividade"):
            yield ctx.duvida("O certificado parece contemplar a revenda de GLP.", "atividade")
        return
    hint = has(ctx.doc.texto, GLP)
    if found is not None and found.valor is False and not hint:
        field = "atividade" if activity is not None else "contempla_revenda_glp"
        yield ctx.defeito("atividade_nao_contemplada", message, field)
        return
    if activity is not None and not hint:
        yield ctx.defeito("atividade_nao_contemplada", f"A atividade é “{activity.lido}”. {message}", "atividade")
        return
    yield ctx.falta("atividade_nao_contemplada", message, "contempla_revenda_glp", indicio=hint)


@check("atividade", campos=Parameter(list, (), ["atividade"], itens="campos"), ramo=RAMO)
def atividade(ctx: Context) -> Iterator[Reason]:
    """An activity that says nothing of the norm's is worth a warning, where the norm asks for none on this paper."""
    ramo = RAMOS[ctx.param("ramo")]
    for name in ctx.param("campos"):
        found = ctx.campo(name)
        if found is not None:
            if not ramo.palavras.search(fold(str(found.valor))) and not has(ctx.doc.texto, ramo.palavras):
                yield ctx.motivo(
                    "atividade_nao_contemplada",
                    "alerta",
                    f"A atividade {ctx.no_doc} (“{found.lido[:120]}”) não fala de {ramo.sigla}.",
                    name,
                    inferencia=True,
                )
            return


@check(
    "atividade_exigida",
    campos=Parameter(list, (), ["atividade"], itens="campos"),
    ramo=RAMO,
    exigida=Parameter(bool, (), False),
    gravidade=GRAVIDADE,
)
def atividade_exigida(ctx: Context) -> Iterator[Reason]:
    """The activity printed is the norm's; with ``exigida`` one must be printed.

    Another activity is a defect where the page speaks of the norm's nowhere, company names apart; else a doubt.
    """
    gravidade = ctx.param("gravidade")
    if gravidade == "nao_exigir":
        return
    ramo, key = RAMOS[ctx.param("ramo")], ctx.param("ramo")
    fields = [(n, f) for n in ctx.param("campos") if (f := ctx.campo(n)) is not None]
    if not fields:
        if ctx.param("exigida"):
            yield ctx.nao_lido(ctx.param("campos")[0])
        return
    names = (ctx.ficha.razao_social, ctx.ficha.nome_fantasia, *_names(ctx))
    answers = [covers(whole_activity(str(f.valor), ctx.doc.texto, names), key) for _, f in fields]
    if True in answers:
        name = fields[answers.index(True)][0]
        doubt = ctx.concordou(name)
        if doubt and not any(a and f.confianca >= 0.5 for a, (_, f) in zip(answers, fields, strict=True)):
            yield doubt
        return
    name, found = fields[0]
    shown = str(found.lido)[:120]
    message = (
        f"A atividade {ctx.no_doc} é “{shown}”, e não contempla {ramo.descricao}. "
        "Apresente o documento que contemple essa atividade."
    )
    if None in answers or speaks_of(ctx.doc.texto, key, names):
        yield ctx.motivo("atividade_nao_contemplada", "revisar", f"{message} Confira no documento.", name)
        return
    yield ctx.defeito("atividade_nao_contemplada", message, name, gravidade=gravidade)


_CORTADA = re.compile(
    r"(?:^|\b)(?:REVENDA|COMERCIO|VENDA|VARE[A-Z]*|ABASTECIMENTO|COM|VAR|A|AO|D[AEO]S?|E|EM|PARA|P/)\W*$"
)
"""An activity that ends in such a word goes on: the reader of fields stopped at the end of a line or cell."""

_RESTO = 120
"""Characters in which the rest of an activity stands."""


def whole_activity(value: str, texto: str, names: Iterable[str | None] = ()) -> str:
    """Return an activity together with what follows it on the page, where it was cut off.

    Args:
        value: As read.
        texto: Text of the document.
        names: Company and trade names, which may follow and are no activity.
    """
    plain = fold(value).strip()
    if not plain or not _CORTADA.search(plain):
        return value
    words = re.findall(r"[A-Z0-9]+", plain)
    found = re.search(r"[\W_]+".join(map(re.escape, words[-8:])), folded(texto))
    if found is None:
        return value
    rest = folded(texto)[found.end() : found.end() + _RESTO]
    # a line that begins with a label is the next field
    lines = rest.split("\n")
    end = next((n for n, line in enumerate(lines) if n > 0 and ":" in line), len(lines))
    more = without_names("\n".join(lines[:end]), names)
    return f"{plain}{'' if rest[:1].isalpha() else ' '}{' '.join(more.split())}"


def _names(ctx: Context) -> Iterator[str]:
    for name in ("razao_social", "nome_fantasia"):
        found = ctx.campo(name)
        if found is not None:
            yield from (str(found.lido), str(found.valor))


@check("cnae_glp")
def cnae_glp(ctx: Context) -> Iterator[Reason]:
    """A CNPJ card without 4784-9/00 among its activities is worth a warning: the norm asks for no CNAE."""
    main = ctx.campo("cnae_principal")
    others = ctx.campo("cnaes_secundarios")
    if main is None:
        return
    codes = {str(main.valor)} | {str(c) for c in (others.valor if others else ())}
    if RAMOS["glp"].cnae not in codes and not has(ctx.doc.texto, re.compile(r"47\.?84-?9-?/?00")):
        yield ctx.motivo(
            "cnae_principal_divergente",
            "impede" if ctx.ajuste("exige_cnae") else "alerta",
            "O comprovante do CNPJ não traz o CNAE 4784-9/00 (comércio varejista de GLP) entre as atividades."
            + ctx.nota_ajuste("exige_cnae"),
            "cnae_principal",
            inferencia=True,
        )


def masked_cnae(code: str) -> str:
    """Return a CNAE of 7 digits as IBGE writes it, ``4731-8/00``, or as it is."""
    return f"{code[:4]}-{code[4]}/{code[5:]}" if len(code) == 7 and code.isdigit() else code


@check("cnae_principal", ramo=RAMO, exigido=Parameter(bool, (), True), gravidade=GRAVIDADE)
def cnae_principal(ctx: Context) -> Iterator[Reason]:
    """The principal activity is the norm's, by its CNAE."""
    gravidade = ctx.param("gravidade")
    if gravidade == "nao_exigir":
        return
    wanted = RAMOS[ctx.param("ramo")]
    found = ctx.campo("cnae_principal")
    if found is None:
        if ctx.param("exigido"):
            yield ctx.nao_lido("cnae_principal")
        return
    code = re.sub(r"\D", "", str(found.valor))
    if code == wanted.cnae:
        doubt = ctx.concordou("cnae_principal")
        if doubt:
            yield doubt
        return
    shown = masked_cnae(wanted.cnae)
    message = (
        f"A atividade econômica principal {ctx.no_doc} é o CNAE {masked_cnae(code)}, e deve ser {shown} "
        f"({wanted.descricao})."
    )
    if len(code) != 7:
        yield ctx.duvida(message, "cnae_principal", declarado=shown)
        return
    near = sum(a != b for a, b in zip(code, wanted.cnae, strict=True)) == 1 and ctx.doc.origem == "ocr"
    yield ctx.defeito(
        "cnae_principal_divergente",
        message,
        "cnae_principal",
        declarado=shown,
        identificador=True,
        quase_igual=near,
        gravidade=gravidade,
    )
