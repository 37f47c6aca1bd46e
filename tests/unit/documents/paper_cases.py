"""Judge what is read on papers made of plain text: ``(tipo, text, campos)``, pages parted by a form feed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.unit.documents import pages
from tests.unit.documents.acts import extract_text

from docverify.documents.classify import classify_page

Paper = tuple[str, str, dict[str, Any]]
_FREE = frozenset(("poderes", "atividade", "objeto_social", "destinatario"))
_SURE_TYPE, _READ = 0.8, 0.5


def misses(paper: Paper) -> dict[str, Any]:
    """Return what is not as it should be: field -> ``(read, wanted)``; empty where all is well.

    Free text need only hold the wanted words; of an address only the wanted parts are compared. What is wanted as None
    must not be read with confidence.
    """
    tipo, text, wanted = paper
    first, *more = text.split("\f")
    told = classify_page(pages.layout(first))
    out: dict[str, Any] = {}
    if told.tipo != tipo or told.confianca < _SURE_TYPE:
        out["tipo"] = (told.tipo, told.confianca, told.scores)
    found = extract_text(tipo, first, *more)
    fields = {**found.campos_extras, **found.campos}
    for name, value in wanted.items():
        field = fields.get(name)
        sure = field is not None and field.confianca >= _READ
        if value is None:
            if sure:
                out[name] = (field, None)
        elif field is None or not sure or not _same(name, field.valor, value):
            out[name] = (field.valor if field else None, field.confianca if field else 0.0, value)
    return out


def _same(name: str, read: Any, wanted: Any) -> bool:
    if isinstance(wanted, Mapping):
        return isinstance(read, Mapping) and all(read.get(part) == value for part, value in wanted.items())
    if name in _FREE and isinstance(read, str):
        return str(wanted).casefold() in " ".join(read.split()).casefold()
    return bool(read == wanted)
