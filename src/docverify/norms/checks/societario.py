"""The company's act: filed at the Junta Comercial, consolidated where altered, with the election for an S/A."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from docverify.model import Reason
from docverify.norms.checks.identidade import same_root
from docverify.norms.checks.text import folded, has
from docverify.norms.checks.validade import not_yet
from docverify.norms.context import Context
from docverify.norms.registry import GRAVIDADE, check
from docverify.values.names import parse_company
from docverify.values.text import fold

# Words of the Junta's own mark (layouts: shapes A to E); prose about an earlier filing has none of them.
_MARCA_JUNTA = re.compile(
    r"CERTIFICO O REGISTRO|CERTIFICO REGISTRO|EFEITOS DO REGISTRO|SECRETARI[OA][ -]GERAL|REGISTRO DIGITAL|"
    r"AUTENTICADA DIGITALMENTE|TERMO DE AUTENTICACAO|"
    r"SOB O N(IRE|[ºO.](?![A-Z])|UMERO)|\bARQUIVAMENTO\b.{0,20}\d|CHANCELA"
)
_TITULO_ALTERACAO = re.compile(
    r"\b(ALTERACAO (E CONSOLIDACAO|CONTRATUAL|DO CONTRATO SOCIAL|ESTATUTARIA|DO ESTATUTO)|"
    r"CONSOLIDACAO (CONTRATUAL|DO CONTRATO))"
)
_ANONIMA = re.compile(r"SOCIEDADE (ANONIMA|POR ACOES)|COMPANHIA (FECHADA|ABERTA)|\bS[/.]A\b")
_CABECALHO = 800
"""Characters at the beginning of an act where its title stands."""


@check("registro_junta")
def registro_junta(ctx: Context) -> Iterator[Reason]:
    """The act itself bears its registration at the Junta: a NIRE in its preamble, or a certidão, does not show it."""
    number, day = ctx.campo("numero_registro"), ctx.campo("data_registro")
    if number is not None or day is not None:
        name = "numero_registro" if number is not None else "data_registro"
        if not ctx.firme(name) and not (day is not None and ctx.firme("data_registro")):
            yield ctx.duvida("O ato parece registrado na Junta Comercial.", name)
        # no norm says by when the act must be registered: told, and no more
        yield from (replace(r, gravidade="alerta") for r in not_yet(ctx, "data_registro"))
        return
    yield ctx.falta(
        "registro_junta_ausente",
        f"Não há {ctx.no_doc} o registro na Junta Comercial. Apresente o ato arquivado na Junta "
        "(a certidão da Junta não o substitui).",
        "numero_registro",
        indicio=has(ctx.doc.texto, _MARCA_JUNTA),
    )


@check("consolidacao")
def consolidacao(ctx: Context) -> Iterator[Reason]:
    """An altered act comes with its most recent consolidation."""
    consolidated = ctx.doc.campos.get("consolidado")
    if consolidated is not None and consolidated.valor is True:
        if not ctx.firme("consolidado"):
            yield ctx.duvida("O ato parece estar consolidado.", "consolidado")
        return
    altered = ctx.doc.campos.get("alterado")
    message = "O ato foi alterado e não está consolidado. Apresente a mais recente consolidação arquivada na Junta."
    if altered is not None and altered.valor is True:
        hint = "CONSOLIDA" in folded(ctx.doc.texto).replace(" ", "")
        if hint and consolidated is None:
            yield ctx.duvida(message, "alterado")
        elif hint:
            yield ctx.motivo(
                "consolidacao_ausente", "revisar", f"{message} O texto fala em consolidação: confira.", "alterado"
            )
        else:
            yield ctx.defeito("consolidacao_ausente", message, "alterado")
    elif altered is None and _TITULO_ALTERACAO.search(folded(ctx.doc.texto)[:_CABECALHO]):
        yield ctx.motivo(
            "consolidacao_ausente",
            "revisar",
            "O ato parece ser uma alteração, e não se sabe se está consolidado. Confira.",
        )


def is_sa(ctx: Context) -> bool | None:
    """Tell whether the company is a sociedade por ações; None where nothing says."""
    names = [ctx.ficha.razao_social]
    for index in ctx.dossie.de_tipo("comprovante_cnpj"):
        if ctx.dossie.de_outra(index) == "sim":
            continue
        card = ctx.dossie.documentos[index]
        nature = card.campos.get("natureza_juridica")
        if nature is not None and nature.valor:
            return bool(re.search(r"ANONIMA|POR ACOES", fold(str(nature.valor))))
    kinds = {parse_company(n).kind for n in names if n}
    if "SA" in kinds:
        return True
    if "LIMITADA" in kinds or ctx.doc.tipo == "contrato_social":
        return False
    return True if has(ctx.doc.texto, _ANONIMA) else None


@check("ata_eleicao", gravidade=GRAVIDADE)
def ata_eleicao(ctx: Context) -> Iterator[Reason]:
    """A sociedade por ações also sends the election of its officers."""
    sa, gravity = is_sa(ctx), ctx.param("gravidade")
    if sa is False or gravity == "nao_exigir":
        return
    own = []
    for index in ctx.dossie.de_tipo("ata_eleicao"):
        number = ctx.dossie.documentos[index].campos.get("cnpj")
        other = number is not None and ctx.ficha.cnpj is not None and not same_root(str(number.valor), ctx.ficha.cnpj)
        if not other:
            own.append(index)
    if not own:
        sure = sa is True and not ctx.dossie.tem_duvida
        yield ctx.motivo(
            "ata_eleicao_ausente",
            gravity if sure or gravity == "alerta" else "revisar",
            "Falta a ata de eleição dos administradores, que a sociedade por ações deve apresentar com o estatuto. "
            + ("Apresente-a." if sure else "Confira se é o caso e se ela está entre as páginas não identificadas.")
            + ctx.nota_param("gravidade"),
        )
        return
    if not any(ctx.dossie.tipo_certo(i) for i in own):
        yield replace(ctx, indice=own[0]).motivo(
            "tipo_incerto", "revisar", "Um documento parece ser a ata de eleição, mas não é certo. Confira."
        )
