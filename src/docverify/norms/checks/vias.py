"""The access roads that a reseller must declare, each with its whole address (RES41, art. 7º, III)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from docverify.model import Reason
from docverify.norms import labels
from docverify.norms.context import Context
from docverify.norms.registry import Parameter, check
from docverify.values.municipios import same
from docverify.values.text import fold, words

_ESQUINA = re.compile(
    r"\b(?:ESQ(?:UINA)?\.?|ENTRE)(?: (?:COM|C/|DA|DO|NA|AS|OS))*(?: A| O)? ?"
    r"((?:R(?:UA)?|AV(?:ENIDA)?|ROD(?:OVIA)?|TRAV(?:ESSA)?|"
    r"ALAMEDA|AL|ESTRADA|EST|PRACA|PCA|LARGO|VIA)\b\.? [A-Z0-9][A-Z0-9 .'-]{2,60})"
)
"""An address at a corner names its other road."""


@check("vias_de_acesso", alcance="dossie", campos=Parameter(list, itens="endereco"))
def vias_de_acesso(ctx: Context) -> Iterator[Reason]:
    """Every declared access road has a whole address, and a corner that papers print is declared.

    The roads themselves are on no paper of the list: what is there is looked at, no more.
    """
    names = {"logradouro": "logradouro", "numero": "número", "bairro": "bairro", "cep": "CEP"}
    names |= {"municipio": "município", "uf": "UF"}
    gravity = "impede" if ctx.ficha.origem == "json" else "revisar"
    for place, via in enumerate(ctx.ficha.vias_de_acesso, start=1):
        on_road = re.search(r"\bKM ?\d", fold(via.logradouro or "")) is not None
        absent = [
            names.get(c, c)
            for c in ctx.param("campos")
            if not getattr(via, c, None) and not (c == "numero" and on_road)
        ]
        if absent:
            yield ctx.motivo(
                "vias_de_acesso_incompletas",
                gravity,  # type: ignore[arg-type]
                f"O endereço da {place}ª via de acesso ({via.logradouro or 'sem logradouro'}) não está completo: falta "
                f"{', '.join(absent)}. Complete-o na Ficha." + ctx.nota_param("campos"),
            )
    yield from _elsewhere(ctx)
    yield from _corners(ctx)


def _elsewhere(ctx: Context) -> Iterator[Reason]:
    """An access road lies in the establishment's municipality, but for places on a boundary."""
    declared = ctx.dossie.endereco
    if declared is None or not declared.municipio:
        return
    for via in ctx.ficha.vias_de_acesso:
        other_state = via.uf and declared.uf and via.uf != declared.uf
        other_town = via.municipio and not same(via.municipio, declared.municipio, declared.uf)
        if other_state or other_town:
            yield ctx.motivo(
                "endereco_divergente",
                "revisar",
                f"A via de acesso {via.logradouro} fica em {via.municipio or ''}/{via.uf or ''}, e o estabelecimento "
                f"em {declared.municipio}/{declared.uf or ''}. Confira.",
                inferencia=True,
            )


def other_road(address: str) -> str | None:
    """Return the other road (folded) that an address at a corner names, None where it names none."""
    hit = _ESQUINA.search(fold(address))
    return hit[1].strip() if hit else None


def _corners(ctx: Context) -> Iterator[Reason]:
    known = [e.logradouro for e in ctx.dossie.enderecos if e.logradouro]
    told: set[str] = set()
    for index in range(len(ctx.dossie.documentos)):
        paper = replace(ctx, indice=index)
        found = paper.campo("endereco")
        if found is None or paper.doc.continua is not None:
            continue
        road = other_road(f"{found.lido}\n{_complement(found.valor)}")
        if road is None or any(_same_road(road, k) for k in known) or road in told:
            continue
        told.add(road)
        yield paper.motivo(
            "vias_de_acesso_incompletas",
            "revisar",
            f"O endereço {labels.no_tipo(paper.doc.tipo)} fala em esquina com “{road.title()}”, que não está entre as "
            "vias de acesso declaradas. Confira se falta declarar essa via.",
            "endereco",
            inferencia=True,
        )


def _complement(value: object) -> str:
    return str(value.get("complemento") or "") if isinstance(value, dict) else ""


def _same_road(a: str, b: str) -> bool:
    """Tell whether two roads share the words of the shorter name, kinds of road apart."""
    one, other = set(words(a)[1:]), set(words(b)[1:])
    small, large = sorted((one, other), key=len)
    return bool(small) and len(small & large) >= max(1, len(small) - 1)
