"""What is said of a document that is not there, or may be on a page that could not be read or told."""

from __future__ import annotations

from dataclasses import replace

from docverify.model import Gravidade, Reason
from docverify.norms import labels
from docverify.norms.checks.validade import PROTOCOLO, protocol_refused
from docverify.norms.context import Context


def reason_of(ctx: Context, codigo: str, what: str, remedy: str) -> Reason:
    """Return the reason that something owed was not found in the dossier.

    Args:
        ctx: The rule that owes it.
        codigo: Code of the reason where it is surely not there.
        what: What is not there, in Portuguese, with its article.
        remedy: What to do.
    """
    facts = ctx.dossie.facts
    if not ctx.dossie.pode_estar(*ctx.rule.documentos):
        return ctx.motivo(codigo, "impede", f"Falta {what}. {remedy}", inferencia=False)
    if facts.arquivos_ilegiveis:
        files = ", ".join(facts.arquivos_ilegiveis[:5])
        code, where = "documento_ilegivel", f"que pode estar em arquivo que não pôde ser lido ({files})"
    elif facts.paginas_ilegiveis:
        code, where = "documento_ilegivel", "que pode estar em página que não pôde ser lida"
    else:
        code, where = (
            "tipo_incerto",
            "que pode estar entre as páginas não identificadas, mal lidas ou parecidas com ele",
        )
    if codigo != "documento_ausente":
        code = codigo
    advice = "".join(f" {said}" for said in facts.paginas_ilegiveis[:2])
    return ctx.motivo(code, "revisar", f"Não foi encontrado {what}, {where}. Confira.{advice}", inferencia=False)


def missing(ctx: Context, whose: str = "") -> tuple[Reason, ...]:
    """Say that the rule's document is not there, or may be on a page that could not be read or identified.

    Args:
        ctx: The rule (or the rule that a part would be).
        whose: Of whom or where, to follow the document's name.
    """
    rule = ctx.rule
    name = " ou ".join(labels.tipo(t) for t in rule.documentos)
    reasons = [reason_of(ctx, "documento_ausente", name + whose, "Apresente o documento.")]
    gravity: Gravidade = reasons[0].gravidade
    for call in rule.verificacoes:
        if call.nome in PROTOCOLO and not replace(ctx, call=call).param("protocolo"):
            for tipo in rule.documentos:
                for refused in protocol_refused(replace(ctx, call=call), tipo):
                    cited = replace(refused, citacao=ctx.dossie.norm.cite(rule.citacao))
                    reasons.append(cited if gravity == "impede" else replace(cited, gravidade="revisar"))
            break
    return tuple(reasons)
