"""Whether the paper is in force on the reference date."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import date

from docverify.model import Field, Reason
from docverify.norms import labels
from docverify.norms.checks.text import folded
from docverify.norms.context import Context, Dossier
from docverify.norms.registry import GRAVIDADE, Parameter, check

_WORDS = r"(CANCELAD[OA]|CASSAD[OA]|INDEFERID[OA]|REVOGAD[OA]|SUSPENS[OA]|ANULAD[OA]|INVALIDAD[OA]|SEM EFEITO)"
_PAPER = r"(?:DOCUMENTO|ALVARA|LICENCA|CERTIFICADO|AVCB|CLCB|CERTIDAO|INSCRICAO|VIA|PROTOCOLO|PROCURACAO)"
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


PROTOCOLO = ("validade", "exercicio_do_ano")
"""Checks whose parameter ``protocolo`` says whether a renewal protocol stands in for the paper that expired."""

_ACEITA = Parameter(bool, (), "@protocolo_renovacao_aceito")
_ANOS = range(1950, 2101)
"""Years that an exercise can be; any other is a misreading."""
_ANTECEDENCIA = 120
"""Days before the expiry by which the renewal of a licence must be asked for (LC 140/2011, art. 14, § 4º)."""


@check("validade", protocolo=_ACEITA)
def validade(ctx: Context) -> Iterator[Reason]:
    """The paper's term covers the reference date: a date, an exercise year, or no end at all."""
    yield from _dated(ctx)
    yield from not_yet(ctx, "data_emissao")
    if ctx.campo("validade") is not None:
        return
    if ctx.campo("prazo_indeterminado") is not None:
        if not ctx.firme("prazo_indeterminado"):
            yield ctx.duvida("O prazo parece ser indeterminado.", "prazo_indeterminado")
        return
    exercise, reference = ctx.campo("exercicio"), ctx.dossie.data_referencia
    if exercise is None:
        yield _no_term(ctx)
        return
    year = _year(exercise)
    if not year:
        yield _unreadable(ctx)
    elif year < reference.year:
        yield from _expired(ctx, year_end(year), "exercicio")
    elif year > reference.year:
        text = (
            f"{ctx.nome_doc[0].upper()}{ctx.nome_doc[1:]} é do exercício de {exercise.lido}, que não começou ainda em "
        )
        yield ctx.motivo("exercicio_divergente", "revisar", f"{text}{br(reference)}. Confira.", "exercicio")
    elif not ctx.firme("exercicio"):
        yield ctx.duvida(f"O exercício parece ser {year}.", "exercicio")


def _dated(ctx: Context) -> Iterator[Reason]:
    """The date of expiry that is printed, where one is, has not passed."""
    until = field_date(ctx, "validade")
    if until is None:
        if ctx.campo("validade") is not None:
            yield ctx.duvida("A validade não foi lida como uma data.", "validade")
    elif until < ctx.dossie.data_referencia:
        yield from _expired(ctx, until, "validade")
    elif not ctx.firme("validade"):
        yield ctx.duvida(f"A validade parece ir até {br(until)}.", "validade")


def not_yet(ctx: Context, campo: str) -> Iterator[Reason]:
    """A paper of a day after the reference date was not there on it, unless the day is that of a second copy."""
    day = field_date(ctx, campo)
    if day is not None and day > ctx.dossie.data_referencia:
        text = f"{labels.campo(campo)[0].upper()}{labels.campo(campo)[1:]} {ctx.no_doc} é {br(day)}, depois de "
        yield ctx.duvida(
            f"{text}{br(ctx.dossie.data_referencia)}, o dia em que o documento devia estar em vigor.", campo
        )


def _no_term(ctx: Context) -> Reason:
    return ctx.motivo(
        "validade_nao_encontrada",
        "revisar",
        f"Não foi encontrada {ctx.no_doc} a validade: nem data, nem prazo, nem exercício, nem prazo indeterminado. "
        "Confira no documento.",
    )


def _year(exercise: Field) -> int:
    """Return an exercise year, 0 where the field has none that a paper can be of."""
    value = exercise.valor
    return value if isinstance(value, int) and value in _ANOS else 0


def year_end(year: int) -> date:
    """Return the last day of an exercise year."""
    return date(year, 12, 31)


def _unreadable(ctx: Context) -> Reason:
    return ctx.duvida("O exercício não foi lido como um ano.", "exercicio")


def _until_words(ctx: Context, until: date, campo: str) -> str:
    name = f"{ctx.nome_doc[0].upper()}{ctx.nome_doc[1:]}"
    if campo == "exercicio":
        found = ctx.campo("exercicio")
        return f"{name} é do exercício de {found.lido if found else until.year}, encerrado em {br(until)}"
    return f"{name} venceu em {br(until)}"


def _expired(ctx: Context, until: date, campo: str, codigo: str = "validade_vencida") -> Iterator[Reason]:
    reference, accepted = ctx.dossie.data_referencia, ctx.param("protocolo")
    message = f"{_until_words(ctx, until, campo)}, antes de {br(reference)}. Apresente o documento em vigor."
    issued = field_date(ctx, "data_emissao")
    if issued is not None and until < issued:
        yield ctx.duvida(f"{message} A data lida é anterior à emissão ({br(issued)}).", campo)
        return
    reasons = list(_renewals(ctx, until, message, campo, codigo)) if accepted else []
    healed = bool(reasons) and all(r.gravidade != "impede" for r in reasons)
    yield from reasons
    if healed:
        return
    reason = ctx.defeito(codigo, message, campo)
    yield reason
    if reason.gravidade == "impede" and not accepted:
        yield from protocol_refused(ctx, ctx.doc.tipo)


def _renewals(ctx: Context, until: date, message: str, campo: str, codigo: str) -> Iterator[Reason]:
    """Say what the renewal protocols do for a paper that expired: the best of them decides."""
    weight = {"alerta": 0, "revisar": 1, "impede": 2}
    found = [r for i in renewal_protocols(ctx.dossie, ctx.doc.tipo) if (r := _renewal(ctx, i, until))]
    if not found:
        return
    best = min(found, key=lambda r: weight[r.gravidade])
    if best.gravidade == "alerta":
        yield ctx.motivo(codigo, "alerta", f"{message} {best.mensagem}{ctx.nota_param('protocolo')}", campo)
    else:
        yield best


def _renewal(ctx: Context, index: int, until: date) -> Reason | None:
    """Judge one renewal protocol; None where it is another company's."""
    protocol = replace(ctx, indice=index)
    number, declared = protocol.campo("cnpj"), ctx.ficha.cnpj
    if number is not None and declared is not None and str(number.valor)[:8] != declared[:8]:
        return None
    filed = field_date(protocol, "data_protocolo")
    if filed is None or not protocol.firme("data_protocolo"):
        text = "Há um protocolo de renovação cuja data não foi lida com segurança."
        return protocol.duvida(text, "data_protocolo")
    told = f"A renovação foi pedida em {br(filed)}"
    if filed > until:
        return protocol.motivo(
            "protocolo_fora_do_prazo", "impede", f"{told}, depois do vencimento ({br(until)}).", "data_protocolo"
        )
    issued = field_date(ctx, "data_emissao")
    if issued is not None and filed < issued <= until:
        text = f"{told}, antes da emissão do documento ({br(issued)}): parece ser de renovação anterior. Confira."
        return protocol.motivo("protocolo_fora_do_prazo", "revisar", text, "data_protocolo")
    if not ctx.dossie.tipo_certo(index) or not protocol.firme("documento_renovado"):
        text = f"{told}, mas o protocolo não diz com segurança de qual documento. Confira."
        return protocol.motivo("tipo_incerto", "revisar", text, "data_protocolo")
    if filed == until:
        text = f"{told}, no próprio dia do vencimento. Confira se foi antes dele."
        return protocol.motivo("protocolo_fora_do_prazo", "revisar", text, "data_protocolo")
    days = (until - filed).days
    if ctx.doc.tipo == "licenca_operacao" and ctx.ajuste("lo_120_dias") and days < _ANTECEDENCIA:
        text = (
            f"{told}, {days} dias antes do vencimento ({br(until)}); a Lei Complementar nº 140/2011, art. 14, § 4º "
            f"prorroga a licença cuja renovação se pede com {_ANTECEDENCIA} dias de antecedência. Confira com o órgão "
            "ambiental."
        )
        if "lo_120_dias" in ctx.dossie.norm.ajustes:
            text += ctx.nota_ajuste("lo_120_dias")
        return protocol.motivo("protocolo_fora_do_prazo", "revisar", text, "data_protocolo", inferencia=True)
    return protocol.motivo("validade_vencida", "alerta", f"{told}, antes do vencimento.", "data_protocolo")


@check("exercicio_do_ano", protocolo=_ACEITA, sem_exercicio=Parameter(str, GRAVIDADE.valores, "revisar"))
def exercicio_do_ano(ctx: Context) -> Iterator[Reason]:
    """The paper is of the year of the reference date, and has not expired (contract, section 4, 2).

    The exercise printed says of which year it is or, where none is printed, the year of issue or of expiry. One that is
    open-ended, or good for several years, and prints no exercise is for a person to judge.
    """
    reference = ctx.dossie.data_referencia
    expired = list(_dated(ctx))
    yield from expired
    if ctx.campo("exercicio") is not None or ctx.campo("validade") is not None:
        yield from not_yet(ctx, "data_emissao")
    exercise, until, issued = ctx.campo("exercicio"), field_date(ctx, "validade"), field_date(ctx, "data_emissao")
    if any(r.codigo == "validade_vencida" for r in expired):
        year = _year(exercise) if exercise is not None else 0
        if year and until is not None and year_end(year) < until and all(r.gravidade != "impede" for r in expired):
            # a protocol filed before the date printed may still be later than the end of the exercise
            yield from _exercise(ctx, year)
        return
    if exercise is not None:
        yield from _exercise(ctx, _year(exercise))
        return
    if ctx.campo("prazo_indeterminado") is not None:
        yield from _several(ctx, "é de prazo indeterminado", "prazo_indeterminado")
    elif until is None and issued is None:
        if ctx.campo("validade") is None:
            yield _no_term(ctx)
    elif until is not None and issued is not None and until.year - issued.year > 1:
        yield from _several(ctx, f"vale de {br(issued)} a {br(until)}", "validade")
    elif reference.year in {d.year for d in (until, issued) if d is not None}:
        name = "validade" if until is not None and until.year == reference.year else "data_emissao"
        if not ctx.firme(name):
            yield ctx.duvida(f"O ano {ctx.no_doc} parece ser {reference.year}.", name)
    elif until is not None:
        yield from _several(ctx, f"vale até {br(until)}", "validade")
    elif issued is not None and issued.year < reference.year and ctx.leu_bem:
        text = f"foi emitido em {issued.year} e não diz até quando vale"
        yield ctx.defeito("exercicio_divergente", _of_year(ctx, text), "data_emissao")
    else:
        yield ctx.motivo(
            "exercicio_divergente", "revisar", _of_year(ctx, "é de outro ano") + " Confira.", "data_emissao"
        )


def _of_year(ctx: Context, what: str) -> str:
    name = f"{ctx.nome_doc[0].upper()}{ctx.nome_doc[1:]}"
    year = ctx.dossie.data_referencia.year
    return f"{name} {what}, e a norma pede o documento do exercício de {year}. Apresente o do ano."


def _several(ctx: Context, what: str, campo: str) -> Iterator[Reason]:
    text = f"{_of_year(ctx, what)} Não traz o exercício: confira se o município o expede por mais de um ano."
    gravity, text = ctx.param("sem_exercicio"), text + ctx.nota_param("sem_exercicio")
    if gravity == "impede":
        yield ctx.defeito("exercicio_divergente", text, campo)
    elif gravity != "nao_exigir":
        yield ctx.motivo("exercicio_divergente", gravity, text, campo)


def _exercise(ctx: Context, year: int) -> Iterator[Reason]:
    reference = ctx.dossie.data_referencia
    if year == reference.year:
        if not ctx.firme("exercicio"):
            yield ctx.duvida(f"O exercício parece ser {year}.", "exercicio")
    elif not year:
        yield _unreadable(ctx)
    elif year < reference.year:
        yield from _expired(ctx, year_end(year), "exercicio", "exercicio_divergente")
    else:
        found = ctx.campo("exercicio")
        text = _of_year(ctx, f"é do exercício de {found.lido if found else year}")
        yield ctx.motivo("exercicio_divergente", "revisar", f"{text} Confira.", "exercicio")


def cancelled(ctx: Context) -> str | None:
    """Return the words of a paper that say that it is no longer good, None where it has none."""
    hit = _STAMP.search(folded(ctx.doc.texto))
    return None if hit is None else hit.group(0).strip().splitlines()[0][:80].lower()


@check("nao_cancelado")
def nao_cancelado(ctx: Context) -> Iterator[Reason]:
    """No stamp or status says that the paper was cancelled, suspended, revoked or annulled."""
    word = cancelled(ctx)
    if word is None:
        return
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
