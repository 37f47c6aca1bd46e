"""A second look for declared partners that the act qualifies and the reading of its list of partners left out.

Who is qualified in a contrato (nationality, marital status, CPF, home) is a party to it. A declared partner so
qualified is taken as read, unless the act speaks of witnesses, proxies or a professional there, or of this person
leaving.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from docverify.documents.layout import PageLayout
from docverify.model import Document, Ficha, Field, shown_box
from docverify.values.names import compare_person
from docverify.values.text import words

CERTAINTY = 0.85
"""Of a partner found so, before the reader's own confidence."""

_QUALIFIED = re.compile(
    r"^.{0,90}?\b(?:BRASILEIR[OA]|PORTUGUES|ESTRANGEIR|NACIONALIDADE|NATURAL D|SOLTEIR|CASAD|DIVORCIAD|VIUV|SEPARAD"
    r"|EMPRESARI|COMERCIANTE|INDUSTRIAL\b|CPF|CIC\b|PORTADOR)"
)
_NOT_A_PARTNER = re.compile(
    r"(?:TESTEMUNH|ADVOGAD|CONTADOR|CONTABIL|PROCURADOR|REPRESENTAD[OA]S? POR|NESTE ATO REPRESENT"
    r"|CASAD[OA][^;.]{0,60} COM)[^;.]{0,70}$"
)
_LEAVES = re.compile(
    r"\b(?:RETIRA|RETIRANTE|CEDENTE|CEDE E TRANSFERE|CEDENDO|EXCLUID[OA]|FALECID[OA]|DEIXA A SOCIEDADE)"
)
_NEAR = 160
_SPACED = re.compile(r"[\s,;]+")


def with_partners(
    fields: Mapping[str, Field], document: Document, own: Sequence[PageLayout], ficha: Ficha
) -> Mapping[str, Field]:
    """Add declared partners that a contrato qualifies to its ``socios``.

    Args:
        fields: Of the document so far.
        document: A ``contrato_social``; others come back as they are.
        own: Its pages.
        ficha: The declared data.
    """
    if document.tipo != "contrato_social" or not ficha.socios:
        return fields
    known = fields.get("socios")
    listed: list[Any] = list(known.valor) if known is not None and isinstance(known.valor, list) else []
    found: list[tuple[str, PageLayout, tuple[int, ...]]] = []
    for socio in ficha.socios:
        if not any(_same(_name(entry), socio.nome) for entry in listed):
            place = _qualified(own, socio.nome)
            if place is not None:
                found.append((socio.nome, *place))
    if not found:
        return fields
    layout, chosen = found[0][1], found[0][2]
    sure = min(CERTAINTY * page.confidence_of(places) for _, page, places in found)
    lido = "; ".join([*([known.lido] if known is not None else []), *(name for name, _, _ in found)])
    value = [*listed, *({"nome": name} for name, _, _ in found)]
    base = known or Field(value, lido, sure, layout.page.numero, shown_box(layout.page, layout.box_of(chosen)))
    return {
        **fields,
        "socios": Field(value, lido, round(min(base.confianca, sure), 4), base.pagina, base.caixa, base.arquivo),
    }


def _name(entry: Any) -> str:
    return str(entry.get("nome") or "") if isinstance(entry, Mapping) else str(entry)


def _same(one: str, other: str) -> bool:
    return compare_person(one, other).nivel in ("igual", "alerta")


def _qualified(own: Sequence[PageLayout], name: str) -> tuple[PageLayout, tuple[int, ...]] | None:
    """Return where a person is qualified as a party; None where nowhere, or where the act tells that they leave."""
    wanted = words(name)
    if len(wanted) < 2:
        return None
    pattern = re.compile(r"\b" + r"\W{1,4}".join(map(re.escape, wanted)) + r"\b")
    place: tuple[PageLayout, tuple[int, ...]] | None = None
    for layout in own:
        text = layout.text.folded
        for hit in pattern.finditer(text):
            before = _SPACED.sub(" ", text[max(0, hit.start() - _NEAR) : hit.start()])
            after = _SPACED.sub(" ", text[hit.end() : hit.end() + _NEAR])
            if _LEAVES.search(before[-90:]) or _LEAVES.search(after[:90]):
                return None
            if place is None and _QUALIFIED.match(after) and not _NOT_A_PARTNER.search(before):
                place = layout, layout.text.words_of(hit.start(), hit.end())
    return place
