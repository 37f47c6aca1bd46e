"""Whether the paper is in force on the reference date."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import date

from docverify.model import Reason
from docverify.norms import labels
from docverify.norms.checks.text import folded
from docverify.norms.context import Context, Dossier
from docverify.norms.registry import GRAVIDADE, Parameter, check

_WORDS = r"(CANCELAD[OA]|CASSAD[OA]|REVOGAD[OA]|SUSPENS[OA]|ANULAD[OA]|INVALIDAD[OA]|SEM EFEITO)"
_PAPER = r"(?:DOCUMENTO|ALVARA|LICENCA|CERTIFICADO|AVCB|CLCB|CERTIDAO|INSCRICAO|VIA)"
# A stamp stands alone on its line, or after a label; in running text the word speaks of what may happen.
_STAMP = re.compile(
    rf"^[^A-Z0-9\n]*(?:{_PAPER}[^A-Z0-9\n]{{1,3}})?{_WORDS}[^A-Z0-9\n]*$|"
    rf"\b(?:SITUACAO|STATUS)\b(?: D[AEO] {_PAPER})?[ \t]*[:\-][ \t]*{_WORDS}",
    re.MULTILINE,
)


def iso(value: object) -> date | None:
    """Return the date of a field's value, None where it is not an ISO date."""
    if isinstance(value, date):
        return value
    try:
        return date.fromisoformat(str(value))
    except ValueError:
        return None


def field_date(ctx: Context, name: str) -> date | None:
    """Return the date of a field of the document under check."""
    found = ctx.campo(name)
    return iso(found.valor) if found else None


def br(day: date) -> str:
    """Return a date as Brazilians write it."""
    return f"{day:%d/%m/%Y}"


def renewal_protocols(dossie: Dossier, tipo: str) -> tuple[int, ...]:
    """Return the renewal protocols that are of a type of document, or do not say of which."""
    found = []
    for index in dossie.de_tipo("protocolo_renovacao"):
        renewed = dossie.documentos[index].campos.get("documento_renovado")
        if renewed is None or renewed.valor == tipo:
            found.append(index)
    return tuple(found)


def protocol_refused(ctx: Context, tipo: str) -> Iterator[Reason]:
    """Say of each renewal protocol of a type that it does not stand in for the document."""
    for index in renewal_protocols(ctx.dossie, tipo):
        yield replace(ctx, indice=index).motivo(
            "protocolo_nao_aceito",
            "impede",
            f"O protocolo de renovação não supre {labels.tipo(tipo)}: a norma pede o documento em vigor. "
            "Apresente o documento renovado." + ctx.nota_ajuste("protocolo_renovacao_aceito"),
            "data_protocolo",
            inferencia=True,
        )


@check("validade")
def validade(ctx: Context) -> Iterator[Reason]:
    """The paper's term covers the reference date: a date, an exercise year, or no end at all."""
    reference = ctx.dossie.data_referencia
    until = field_date(ctx, "validade")
    if until is not None:
        if until < reference:
            yield from _expired(ctx, until)
        elif not ctx.firme("validade"):
            yield ctx.duvida(f"A validade parece ir até {br(until)}.", "validade")
        return
    if ctx.campo("validade") is not None:
        yield ctx.duvida("A validade não foi lida como uma data.", "validade")
        return
    if ctx.campo("prazo_indeterminado") is not None:
        if not ctx.firme("prazo_indeterminado"):
            yield ctx.duvida("O prazo parece ser indeterminado.", "prazo_indeterminado")
        return
    exercise = ctx.campo("exercicio")
    if exercise is None:
        yield ctx.motivo(
            "validade_nao_encontrada",
            "revisar",
            f"Não foi encontrada {ctx.no_doc} a validade: nem data, nem prazo, nem exercício, nem prazo indeterminado. "
            "Confira no documento.",
        )
        return
    year = exercise.valor if isinstance(exercise.valor, int) else 0
    if year < reference.year:
        yield ctx.defeito(
            "validade_vencida",
            f"{ctx.nome_doc.capitalize()} é do exercício de {exercise.lido}, encerrado antes de {br(reference)}. "
            "Apresente o documento em vigor.",
            "exercicio",
        )
    elif not ctx.firme("exercicio"):
        yield ctx.duvida(f"O exercício parece ser {year}.", "exercicio")


def _expired(ctx: Context, until: date) -> Iterator[Reason]:
    reference = ctx.dossie.data_referencia
    message = (
        f"{ctx.nome_doc[0].upper()}{ctx.nome_doc[1:]} venceu em {br(until)}, antes de {br(reference)}. "
        "Apresente o documento em vigor."
    )
    issued = field_date(ctx, "data_emissao")
    if issued is not None and until < issued:
        yield ctx.duvida(f"{message} A data lida é anterior à emissão ({br(issued)}).", "validade")
        return
    if ctx.ajuste("protocolo_renovacao_aceito"):
        for index in renewal_protocols(ctx.dossie, ctx.doc.tipo):
            protocol = replace(ctx, indice=index)
            filed = field_date(protocol, "data_protocolo")
            if filed is not None and protocol.firme("data_protocolo"):
                if filed <= until:
                    yield ctx.motivo(
                        "validade_vencida",
                        "alerta",
                        f"{message} A renovação foi pedida em {br(filed)}, antes do vencimento."
                        + ctx.nota_ajuste("protocolo_renovacao_aceito"),
                        "validade",
                    )
                    return
                yield protocol.motivo(
                    "protocolo_fora_do_prazo",
                    "impede",
                    f"A renovação foi pedida em {br(filed)}, depois do vencimento ({br(until)}).",
                    "data_protocolo",
                )
    reason = ctx.defeito("validade_vencida", message, "validade")
    yield reason
    if reason.gravidade == "impede" and not ctx.ajuste("protocolo_renovacao_aceito"):
        yield from protocol_refused(ctx, ctx.doc.tipo)


@check("nao_cancelado")
def nao_cancelado(ctx: Context) -> Iterator[Reason]:
    """No stamp or status says that the paper was cancelled, suspended, revoked or annulled."""
    hit = _STAMP.search(folded(ctx.doc.texto))
    if hit is None:
        return
    word = hit.group(0).strip().splitlines()[0][:80].lower()
    message = f"{ctx.nome_doc[0].upper()}{ctx.nome_doc[1:]} traz a marca “{word}”. Apresente um documento em vigor."
    yield ctx.motivo("documento_cancelado", "impede" if ctx.leu_bem else "revisar", message)


@check("mandato", gravidade=GRAVIDADE, anos_maximos=Parameter(int, (), 3))
def mandato(ctx: Context) -> Iterator[Reason]:
    """The officers' term of the ata covers the reference date (Lei 6.404/1976, art. 143, III: three years)."""
    reference = ctx.dossie.data_referencia
    for index in ctx.dossie.de_tipo("ata_eleicao"):
        ata = replace(ctx, indice=index)
        until = field_date(ata, "mandato_ate")
        if until is not None:
            if until < reference:
                yield ata.defeito(
                    "mandato_vencido",
                    f"O mandato dos administradores terminou em {br(until)}, antes de {br(reference)}. "
                    "Apresente a ata da eleição em vigor.",
                    "mandato_ate",
                    gravidade=ctx.param("gravidade"),
                )
            continue
        held = field_date(ata, "data_emissao") or field_date(ata, "data_registro")
        if held is not None and reference.year - held.year > ctx.param("anos_maximos"):
            yield ata.motivo(
                "mandato_vencido",
                "revisar",
                f"A ata de eleição é de {br(held)} e não diz até quando vai o mandato, que a Lei nº 6.404/1976, "
                f"art. 143, III limita a {ctx.param('anos_maximos')} anos. Confira.",
                inferencia=True,
            )
