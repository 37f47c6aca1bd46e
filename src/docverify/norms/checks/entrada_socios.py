"""The days on which the partners entered, as declared: possible, and those that a paper prints."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import date, timedelta

from docverify.model import Field, Reason, Socio
from docverify.norms.checks.pessoas import Pessoa, same_person
from docverify.norms.checks.validade import br, field_date, iso
from docverify.norms.context import Context
from docverify.norms.registry import Parameter, check

_ANTES_DA_ABERTURA = timedelta(days=366)
"""A founder's day is that of the contrato, some time before the CNPJ; a year before it is no founder's."""


_PAPEIS = Parameter(list, (), ["certidao_junta", "contrato_social"], itens="tipos")


@check("entrada_dos_socios", documentos=_PAPEIS)
def entrada_dos_socios(ctx: Context) -> Iterator[Reason]:
    """The declared days on which partners entered are possible, and are those that the papers print.

    A check of the company's act, though other papers are looked at: its findings count for the veracity of the Ficha.
    """
    yield from _entries(replace(ctx, indice=None))


@check("entrada_dos_socios_no_dossie", alcance="dossie", documentos=_PAPEIS)
def entrada_no_dossie(ctx: Context) -> Iterator[Reason]:
    """The same, for a rule that asks for no act of the company."""
    yield from _entries(ctx)


def _entries(ctx: Context) -> Iterator[Reason]:
    declared = [s for s in ctx.ficha.socios if s.data_entrada is not None]
    if not declared:
        return
    opened = _opening(ctx)
    latest = ctx.dossie.pedido.data_protocolo or ctx.dossie.data_referencia
    for socio in declared:
        assert socio.data_entrada is not None
        why = None
        if socio.data_entrada > latest:
            why = f"é posterior ao pedido ({br(latest)})"
        elif opened is not None and socio.data_entrada < opened - _ANTES_DA_ABERTURA:
            why = f"é muito anterior à abertura da empresa ({br(opened)})"
        if why:
            yield ctx.motivo(
                "socios_divergentes",
                "revisar",
                f"A data de entrada declarada de {socio.nome} ({br(socio.data_entrada)}) {why}. Confira a Ficha.",
                inferencia=True,
            )
    for index in ctx.dossie.de_tipo(*ctx.param("documentos")):
        paper = replace(ctx, indice=index)
        found = paper.doc.campos_extras.get("socios_entrada")
        if found is not None and isinstance(found.valor, list):
            yield from _compared(paper, declared, found)


def _compared(paper: Context, declared: list[Socio], found: Field) -> Iterator[Reason]:
    for socio in declared:
        days = _days_of(paper, socio, found)
        if socio.data_entrada is None or not days or socio.data_entrada in days:
            continue
        told, own = " e ".join(br(d) for d in days), br(socio.data_entrada)
        yield paper.motivo(
            "socios_divergentes",
            "revisar",
            f"A entrada de {socio.nome} na sociedade é de {told} {paper.no_doc}, e a declarada na Ficha é de {own}. "
            "Confira.",
            "socios",
            declarado=own,
            inferencia=True,
        )


def _days_of(paper: Context, socio: Socio, found: Field) -> list[date]:
    wanted = Pessoa(socio.nome, socio.documento)
    read = (paper.ficha.origem != "json", paper.doc.origem == "ocr")
    days = []
    for entry in found.valor:
        if isinstance(entry, Mapping) and (day := iso(entry.get("data_entrada"))):
            person = Pessoa(entry.get("nome"), entry.get("documento"))
            if same_person(wanted, person, found.confianca, read) == "sim":
                days.append(day)
    return sorted(set(days))


def _opening(ctx: Context) -> date | None:
    """Return the company's first day by its CNPJ card, where that is surely the matriz's."""
    for index in ctx.dossie.de_tipo("comprovante_cnpj"):
        card = replace(ctx, indice=index)
        kind, number = card.campo("matriz_filial"), card.campo("cnpj")
        if (
            kind
            and number
            and kind.valor == "MATRIZ"
            and number.valor == ctx.ficha.cnpj
            and card.firme("data_abertura")
        ):
            return field_date(card, "data_abertura")
    return None
