"""What was seen on a paper beside its words: signs of change or of reuse, codes that say otherwise. Never a defect."""

from __future__ import annotations

from collections.abc import Iterator

from docverify.model import Evidence, Reason
from docverify.norms.context import Context
from docverify.values.sinais import Sinal


def dos_sinais(ctx: Context) -> Iterator[Reason]:
    """Every sign of the document as a reason for a person, with its place (contract, section 3: always ``revisar``)."""
    for sign in ctx.doc.sinais:
        name = ctx.nome_doc
        yield Reason(
            codigo=sign.codigo,
            gravidade="revisar",
            mensagem=f"{name[0].upper()}{name[1:]} {sign.mensagem}. Confira no documento.",
            citacao=ctx.dossie.norm.cite(ctx.call.citacao),
            evidencia=_evidencia(ctx, sign),
        )


def _evidencia(ctx: Context, sign: Sinal) -> Evidence | None:
    if ctx.indice is None or sign.pagina < 1:
        return None
    where = ctx.indice
    for part in ctx.dossie.partes(ctx.indice):
        document = ctx.dossie.documentos[part]
        if document.arquivo == (sign.arquivo or ctx.doc.arquivo) and sign.pagina in document.paginas:
            where = part
            break
    return Evidence(where, sign.campo, sign.pagina, sign.caixa, sign.lido)
