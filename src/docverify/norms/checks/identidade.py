"""Whose paper it is: CNPJ, company name and trade name against the Ficha."""

from __future__ import annotations

import re
from collections.abc import Iterator

from docverify.model import Reason
from docverify.norms import labels
from docverify.norms.checks.text import has_cnpj, has_letters, has_words
from docverify.norms.context import Context
from docverify.norms.registry import Parameter, check
from docverify.values.identifiers import cnpj as cnpj_values
from docverify.values.names import compare_company, core_name
from docverify.values.text import fold

_LOOKALIKE = str.maketrans("QODILSBZG", "000115826")
"""Characters that a reader takes for one another; 0/Q and D/O have the same check digits (IN RFB 2.229/2024)."""


def mask(cnpj: str) -> str:
    """Return a CNPJ as printed, or as it is where it has not 14 characters."""
    return cnpj_values.format(cnpj) if len(cnpj) == 14 else cnpj


def same_root(a: str, b: str) -> bool:
    """Tell whether two CNPJs are of one company (first eight characters)."""
    return len(a) == 14 and len(b) == 14 and a[:8] == b[:8]


def one_slip(a: str, b: str) -> bool:
    """Tell whether one character, or two neighbours that changed places, make the whole difference."""
    if len(a) != len(b):
        return False
    places = [i for i, (x, y) in enumerate(zip(a, b, strict=True)) if x != y]
    if len(places) != 2:
        return len(places) == 1
    first, second = places
    return second - first == 1 and a[first] == b[second] and a[second] == b[first]


@check("cnpj", raiz=Parameter(bool, (), False), exigido=Parameter(bool, (), False))
def cnpj(ctx: Context) -> Iterator[Reason]:
    """The CNPJ printed is the declared one; with ``raiz`` the company's other establishments count as well."""
    declared, found = ctx.ficha.cnpj, ctx.campo("cnpj")
    if found is None:
        if ctx.param("exigido"):
            yield ctx.nao_lido("cnpj")
        return
    read = str(found.valor)
    if declared is None:
        return
    if read == declared:
        doubt = ctx.concordou("cnpj")
        if doubt:
            yield doubt
        return
    valid = cnpj_values.is_valid(read)
    shown = mask(declared)
    if ctx.param("raiz") and valid and same_root(read, declared):
        if one_slip(read, declared) and read not in {f.cnpj for f in ctx.ficha.filiais}:
            # a letter and a figure eleven apart share their check digits: this may be the declared number misread
            text = f"O CNPJ {labels.do_tipo(ctx.doc.tipo)} é {mask(read)}, e o declarado na Ficha é {shown}."
            yield ctx.duvida(text, "cnpj", declarado=shown)
        return
    if not valid:
        yield ctx.motivo(
            "cnpj_invalido",
            "revisar",
            f"O CNPJ lido {ctx.no_doc} ({found.lido}) não tem dígitos verificadores válidos e não é o declarado "
            f"({shown}). Pode ser erro de leitura: confira no documento.",
            "cnpj",
            declarado=shown,
        )
        return
    message = (
        f"O CNPJ {labels.do_tipo(ctx.doc.tipo)} é {mask(read)}, e o declarado na Ficha é {shown}. "
        + ("É outro estabelecimento da mesma empresa. " if same_root(read, declared) else "")
        + "Apresente o documento do estabelecimento que pede a autorização."
    )
    lookalike = read.translate(_LOOKALIKE) == declared.translate(_LOOKALIKE)
    if lookalike or has_cnpj(ctx.doc.texto, declared):
        yield ctx.duvida(message, "cnpj", declarado=shown)
        return
    yield ctx.defeito("cnpj_divergente", message, "cnpj", declarado=shown, identificador=True, chaves=("cnpj",))


@check("razao_social", exigida=Parameter(bool, (), False))
def razao_social(ctx: Context) -> Iterator[Reason]:
    """The company name printed is the declared one; spelling and suffix only warn."""
    declared, found = ctx.ficha.razao_social, ctx.campo("razao_social")
    if found is None:
        if ctx.param("exigida"):
            yield ctx.nao_lido("razao_social")
        return
    if declared is None:
        return
    read = str(found.valor)
    outcome = compare_company(read, declared, found.confianca, ctx.pixels("razao_social"))
    if outcome.nivel == "igual":
        doubt = ctx.concordou("razao_social")
        if doubt:
            yield doubt
        return
    message = (
        f"O nome empresarial {ctx.no_doc} é “{found.lido}”, e o declarado na Ficha é “{declared}”"
        + (f" ({outcome.detalhe})" if outcome.detalhe else "")
        + "."
    )
    args = {"declarado": declared, "similaridade": outcome.similaridade}
    if outcome.nivel == "alerta":
        yield ctx.motivo("razao_social_divergente", "alerta", message, "razao_social", **args)  # type: ignore[arg-type]
        doubt = ctx.concordou("razao_social")
        if doubt:
            yield doubt
    elif outcome.nivel == "impede":
        message += " Apresente o documento em nome de quem pede a autorização, ou corrija a Ficha."
        core = core_name(declared)
        if _is_trade_name(ctx, read) or _goes_on(read, core) or _is_tail(read, core):
            yield ctx.duvida(message, "razao_social", **args)  # type: ignore[arg-type]
            return
        glued = ctx.pixels("razao_social")[0] and has_letters(ctx.doc.texto, core, but_not=read)
        if glued or has_words(ctx.doc.texto, core, but_not=read):
            yield ctx.duvida(message, "razao_social", **args)  # type: ignore[arg-type]
            return
        yield ctx.defeito(
            "razao_social_divergente",
            message,
            "razao_social",
            chaves=("razao_social",),
            **args,  # type: ignore[arg-type]
        )
    elif outcome.nivel == "revisar":
        yield ctx.motivo("razao_social_divergente", "revisar", message + " Confira.", "razao_social", **args)  # type: ignore[arg-type]
    else:
        yield ctx.duvida(message, "razao_social", **args)  # type: ignore[arg-type]


def _is_trade_name(ctx: Context, read: str) -> bool:
    """Tell whether what was taken for the company's name is its declared trade name."""
    trade = ctx.ficha.nome_fantasia
    return bool(trade) and compare_company(read, str(trade)).nivel in ("igual", "alerta")


def _goes_on(read: str, core: str) -> bool:
    """Tell whether what was read is the declared name, suffix and all, with the sentence that goes on after it.

    ``POSTO SÃO JOSÉ LTDA conhecida por ...`` is the same company; ``POSTO SÃO JOSÉ FILIAL 2 LTDA`` is another.
    """
    words = re.sub(r"[^A-Z0-9&]+", " ", fold(read)).strip()
    name = re.sub(r"[^A-Z0-9&]+", " ", fold(core)).strip()
    return (
        bool(name) and re.match(rf"{re.escape(name)} (?:LTDA|LIMITADA|S A|SA|EIRELI|ME|EPP|SLU)\b", words) is not None
    )


def _is_tail(read: str, core: str) -> bool:
    """Tell whether what was read is the end of the declared name: its head stood on a line that was not taken."""
    tail, whole = fold(core_name(read)).split(), fold(core).split()
    return 0 < len(tail) < len(whole) and whole[-len(tail) :] == tail


@check("nome_fantasia")
def nome_fantasia(ctx: Context) -> Iterator[Reason]:
    """A trade name that differs is worth a warning and no more."""
    declared, found = ctx.ficha.nome_fantasia, ctx.campo("nome_fantasia")
    if found is None or declared is None or "*" in str(found.valor) or not ctx.firme("nome_fantasia"):
        # empty cells of the CNPJ card are printed as asterisks; a warning on a bad reading would only be noise
        return
    outcome = compare_company(str(found.valor), declared, found.confianca, ctx.pixels("nome_fantasia"))
    if outcome.nivel in ("revisar", "impede"):
        yield ctx.motivo(
            "nome_fantasia_divergente",
            "alerta",
            f"O nome fantasia {ctx.no_doc} é “{found.lido}”, e o declarado na Ficha é “{declared}”.",
            "nome_fantasia",
            declarado=declared,
            similaridade=outcome.similaridade,
        )


@check("vinculo", campos=Parameter(list, itens="campos"))
def vinculo(ctx: Context) -> Iterator[Reason]:
    """The paper prints at least one thing that ties it to the applicant; otherwise nobody knows whose it is."""
    if any(ctx.campo(name) is not None for name in ctx.param("campos")):
        return
    names = ", ".join(labels.campo(n) for n in ctx.param("campos"))
    yield ctx.motivo(
        "confianca_baixa",
        "revisar",
        f"Não foi possível ler {ctx.no_doc} nada que o ligue à empresa ({names}). Confira no documento.",
    )


@check("impressos", campos=Parameter(list, itens="campos"))
def impressos(ctx: Context) -> Iterator[Reason]:
    """What papers of this kind always print was read; otherwise a comparison that is owed was not made."""
    for name in ctx.param("campos"):
        if ctx.campo(name) is None:
            yield ctx.nao_lido(name)
