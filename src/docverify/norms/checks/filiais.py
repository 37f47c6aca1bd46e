"""The branches that the Ficha declares."""

from __future__ import annotations

from collections.abc import Iterator

from docverify.model import Reason
from docverify.norms.checks.identidade import mask, same_root
from docverify.norms.context import Context
from docverify.norms.registry import GRAVIDADE, check
from docverify.values.identifiers import cnpj as cnpj_values


@check("filiais_da_ficha", alcance="dossie")
def filiais_da_ficha(ctx: Context) -> Iterator[Reason]:
    """Each branch has a CNPJ that holds, of the same company, and its own."""
    scanned = ctx.ficha.origem == "digitalizada"
    hint = "Pode ser erro de leitura: confira na Ficha." if scanned else "Corrija a Ficha."
    seen = {ctx.ficha.cnpj}
    for branch in ctx.ficha.filiais:
        number = branch.cnpj
        if number is None:
            continue
        if not cnpj_values.is_valid(number):
            yield ctx.motivo(
                "cnpj_invalido",
                "revisar" if scanned else "impede",
                f"O CNPJ da filial declarado na Ficha ({mask(number)}) não tem dígitos verificadores válidos. {hint}",
            )
        elif ctx.ficha.cnpj is not None and not same_root(number, ctx.ficha.cnpj):
            yield ctx.motivo(
                "cnpj_divergente",
                "revisar" if scanned else "impede",
                f"O CNPJ {mask(number)}, declarado como de filial, é de outra empresa que não a da matriz "
                f"({mask(ctx.ficha.cnpj)}). {hint}",
            )
        elif number in seen:
            yield ctx.motivo(
                "cnpj_divergente", "revisar", f"O CNPJ {mask(number)} está declarado mais de uma vez na Ficha. {hint}"
            )
        seen.add(number)


@check("estados_das_filiais", alcance="dossie", gravidade=GRAVIDADE)
def estados_das_filiais(ctx: Context) -> Iterator[Reason]:
    """Each State that has a branch is among those for which a State certificate came.

    The Ficha says in which States the company works; where it does not, a branch shows one.
    """
    gravity = ctx.param("gravidade")
    if gravity == "nao_exigir":
        return
    told = ctx.ficha.estados_onde_atua
    home = ctx.dossie.endereco.uf if ctx.dossie.endereco else None
    covered = {home, *told}
    for index in ctx.dossie.de_tipo("certidao_negativa_estadual"):
        for name in ("uf", "uf_emissor"):
            found = ctx.dossie.documentos[index].campos.get(name)
            if found is not None:
                covered.add(str(found.valor))
    for uf in dict.fromkeys(f.uf for f in ctx.ficha.filiais if f.uf):
        if uf in covered:
            continue
        if told:
            yield ctx.motivo(
                "uf_nao_coberta",
                "alerta",
                f"A Ficha declara filial em {uf} e não declara {uf} entre os Estados onde a empresa atua.",
            )
        else:
            yield ctx.motivo(
                "uf_nao_coberta",
                gravity,
                f"A Ficha não diz em que Estados a empresa atua, declara filial em {uf}, e não foi encontrada a "
                f"certidão desse Estado. Apresente-a, ou declare os Estados.{ctx.nota_param('gravidade')}",
            )
