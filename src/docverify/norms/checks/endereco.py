"""The establishment's address against the Ficha, component by component."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from rapidfuzz.distance import Levenshtein

from docverify.model import Reason
from docverify.norms.checks.identidade import same_root
from docverify.norms.checks.text import has_address, has_words
from docverify.norms.context import Context
from docverify.norms.dossier import address_of
from docverify.norms.registry import Parameter, check
from docverify.values.addresses import Endereco, compare_address
from docverify.values.comparison import Comparison
from docverify.values.municipios import find as find_municipio
from docverify.values.text import words

_NOMES = {
    "logradouro": "logradouro",
    "numero": "número",
    "complemento": "complemento",
    "bairro": "bairro",
    "cep": "CEP",
    "municipio": "município",
    "uf": "UF",
}
from_value = address_of
_LETTERS_OF_A_STREET = 6
"""A street's name without its kind that is shorter than this may stand on a paper by chance."""


def one_line(endereco: Endereco) -> str:
    """Return an address on one line, as a person writes it."""
    street = ", ".join(p for p in (endereco.logradouro, endereco.numero, endereco.complemento) if p)
    city = "/".join(p for p in (endereco.municipio, endereco.uf) if p)
    cep = f"CEP {endereco.cep[:5]}-{endereco.cep[5:]}" if endereco.cep and len(endereco.cep) == 8 else endereco.cep
    return " - ".join(p for p in (street, endereco.bairro, city, cep) if p)


def _side_by_side(parte: str, read: Endereco, declared: Endereco) -> str:
    """Return one component as read and as declared, in words where a side lacks it."""
    one, other = getattr(read, parte), getattr(declared, parte)
    told = f"lido “{one}”" if one else "não consta do documento"
    return f"{_NOMES[parte]}: {told}, " + (f"declarado “{other}”" if other else "não declarado")


def _near_miss(read: str | None, declared: str | None) -> bool:
    """Tell whether two texts differ in one character only, another one or one too many."""
    return read is not None and declared is not None and Levenshtein.distance(read, declared, score_cutoff=1) == 1


def _stands_elsewhere(ctx: Context, declared: Endereco, parts: set[str]) -> bool:
    """Tell whether the paper prints the declared street (or State) after all: then what was read is only part of it."""
    if "logradouro" in parts and declared.logradouro:
        name = " ".join(declared.logradouro.split()[1:])
        return sum(map(str.isalpha, name)) >= _LETTERS_OF_A_STREET and has_words(ctx.doc.texto, name)
    if parts == {"uf"} and declared.uf:
        return re.search(rf"[/(\u2013-]\s*{re.escape(declared.uf)}\b", ctx.doc.texto) is not None
    return False


def _is_end_of(read: str | None, declared: str | None) -> bool:
    """Tell whether what was read is the beginning or the end of the declared name.

    In a cell of two lines ``CACHOEIRO DE`` stands above ``ITAPEMIRIM``, which is a municipality too.
    """
    part, whole = words(read or ""), words(declared or "")
    return 0 < len(part) < len(whole) and part in (whole[: len(part)], whole[-len(part) :])


def _of_another_establishment(ctx: Context) -> bool:
    """Tell whether the company's paper speaks of another establishment (a branch's contrato names the seat)."""
    declared, found = ctx.ficha.cnpj, ctx.campo("cnpj")
    if declared is None:
        return False
    if found is not None:
        return str(found.valor) != declared and same_root(str(found.valor), declared)
    for index in ctx.dossie.de_tipo("comprovante_cnpj"):
        card = ctx.dossie.documentos[index].campos
        kind, number = card.get("matriz_filial"), card.get("cnpj")
        if kind and number and number.valor == declared and kind.valor == "FILIAL":
            return True
    return declared[8:12] != "0001" and declared[:12].isdigit()


@check("endereco", exigido=Parameter(bool, (), False), sede=Parameter(bool, (), False))
def endereco(ctx: Context) -> Iterator[Reason]:
    """The address printed is the establishment's; with ``sede`` a branch's paper may name the seat instead."""
    found = ctx.campo("endereco")
    read = from_value(found.valor) if found else None
    declared = ctx.dossie.endereco
    if found is None or read is None:
        if ctx.param("exigido"):
            yield ctx.nao_lido("endereco")
        return
    if declared is None or (ctx.param("sede") and _of_another_establishment(ctx)):
        return
    outcomes = compare_address(read, declared, found.confianca, ctx.pixels("endereco"))
    compared = [c for _, c in outcomes if c.nivel != "indeterminado"]
    if not compared:
        if ctx.param("exigido"):
            yield ctx.nao_lido("endereco")
        return
    yield from _reasons(ctx, read, declared, outcomes)
    if all(c.nivel in ("igual", "alerta") for c in compared):
        doubt = ctx.concordou("endereco")
        if doubt:
            yield doubt


def _scrap(ctx: Context, read: Endereco, parts: set[str]) -> bool:
    """Tell whether what was read from pixels for a street is too little to be one: what is left of an abbreviation."""
    letters = sum(map(str.isalpha, read.logradouro or ""))
    return "logradouro" in parts and ctx.doc.origem == "ocr" and letters < _LETTERS_OF_A_STREET


def _only_the_state(read: Endereco, parts: set[str], outcomes: Mapping[str, Comparison]) -> bool:
    """Tell whether the State alone differs where nothing else does: two letters misread, not another place."""
    if parts != {"uf"} or outcomes["municipio"].nivel not in ("igual", "alerta"):
        return False
    same_street = all(outcomes[p].nivel in ("igual", "alerta") for p in ("logradouro", "numero"))
    return same_street or find_municipio(read.municipio or "", read.uf, fuzzy=False) is None


def _is_road(read: Endereco, road: Endereco) -> bool:
    """Tell whether an address is that of a declared access road: the same establishment, seen from its other side."""
    parts = dict(compare_address(read, road))
    return parts["logradouro"].nivel in ("igual", "alerta") and all(c.nivel != "impede" for c in parts.values())


def _reasons(
    ctx: Context, read: Endereco, declared: Endereco, outcomes: list[tuple[str, Comparison]]
) -> Iterator[Reason]:
    for nivel in ("impede", "revisar", "alerta"):
        parts = [(p, c) for p, c in outcomes if c.nivel == nivel]
        if not parts:
            continue
        names = ", ".join(_NOMES[p] for p, _ in parts)
        details = "; ".join(_side_by_side(p, read, declared) for p, _ in parts)
        shown = one_line(declared)
        similarity = min(c.similaridade for _, c in parts)
        message = f"O endereço {ctx.no_doc} difere do declarado na Ficha em {names} ({details})."
        if nivel == "alerta" and all(getattr(read, p) and c.similaridade == 1.0 for p, c in parts):
            message = f"O endereço {ctx.no_doc} é o declarado na Ficha; só a grafia difere ({details})."
        if nivel != "impede":
            hint = " Confira." if nivel == "revisar" else ""
            yield ctx.motivo(
                "endereco_divergente",
                nivel,
                message + hint,
                "endereco",
                declarado=shown,
                similaridade=similarity,
            )
            continue
        message += " Apresente o documento do endereço declarado, ou corrija a Ficha."
        inferred = set() if ctx.dossie.municipio_certo else {"municipio", "uf"}
        names_of = {p for p, _ in parts}
        road = next((v for v in ctx.ficha.vias_de_acesso if _is_road(read, v)), None)
        if road is not None:
            yield ctx.motivo(
                "endereco_divergente",
                "revisar",
                f"O endereço {ctx.no_doc} é o de uma via de acesso declarada ({one_line(road)}), e não o do "
                f"estabelecimento ({shown}). Confira se é o mesmo estabelecimento.",
                "endereco",
                declarado=shown,
                similaridade=similarity,
            )
            continue
        told = has_address(ctx.doc.texto, declared, list(names_of)) or _stands_elsewhere(ctx, declared, names_of)
        told = told or _scrap(ctx, read, names_of) or _only_the_state(read, names_of, dict(outcomes))
        cut = names_of == {"municipio"} and _is_end_of(read.municipio, declared.municipio)
        if told or cut or names_of <= inferred:
            yield ctx.duvida(message, "endereco", declarado=shown, similaridade=similarity)
            continue
        near = len(parts) == 1 and _near_miss(getattr(read, parts[0][0]), getattr(declared, parts[0][0]))
        yield ctx.defeito(
            "endereco_divergente",
            message,
            "endereco",
            declarado=shown,
            similaridade=similarity,
            quase_igual=near and ctx.doc.origem == "ocr",
            chaves=tuple(f"endereco.{p}" for p, _ in parts),
        )
