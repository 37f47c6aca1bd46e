"""The report as data: the JSON of the public contract, version 1.

The order of keys is fixed, numbers are rounded, only ``tempos`` depends on the clock: the same verification gives
the same bytes.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from datetime import date
from typing import Any

from docverify import ficha
from docverify.model import Box, Document, Effect, Evidence, Field, Item, Notice, Reason, Verification
from docverify.report import words

VERSION = 1
_DIGITS = 4
_BOX_DIGITS = 5


def to_dict(verification: Verification) -> dict[str, Any]:
    """Return the report of a verification in the contract's shape.

    Args:
        verification: What was found.

    Returns:
        JSON-able data; floats are rounded to 4 digits, boxes to 5, seconds to 3.
    """
    decision = verification.decisao
    times = verification.tempos
    return {
        "versao": VERSION,
        "dossie": clean(verification.dossie),
        "norma": decision.norma,
        "titulo_norma": decision.titulo_norma,
        "situacao": decision.situacao,
        "modalidade": decision.modalidade,
        "perfil": decision.perfil,
        "data_referencia": decision.data_referencia.isoformat(),
        "resultado": decision.resultado,
        "efeito": _effect(decision.efeito),
        "avisos": [_notice(notice) for notice in decision.avisos],
        "ficha": _plain(ficha.to_dict(verification.ficha)),
        "itens": [_item(item) for item in decision.itens],
        "documentos": [_document(document) for document in verification.documentos],
        "tempos": {
            "ocr_s": round(times.ocr_s, 3),
            "total_s": round(times.total_s, 3),
            "paginas": times.paginas,
            "paginas_ocr": times.paginas_ocr,
            "paginas_cache": times.paginas_cache,
        },
    }


def dumps(report: Mapping[str, Any], *, indent: int | None = None) -> str:
    """Return a report as JSON text, in one line unless ``indent`` is given.

    Args:
        report: From :func:`to_dict`, or an error line of a batch.
        indent: Blanks per level.
    """
    separators = (",", ":") if indent is None else (",", ": ")
    return json.dumps(report, ensure_ascii=False, allow_nan=False, indent=indent, separators=separators)


def clean(text: str) -> str:
    """Return text that every JSON reader takes: lone surrogates (undecodable file names) become ``?``."""
    return text.encode("utf-8", "replace").decode("utf-8")


def _plain(value: Any) -> Any:
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, str):
        return clean(value)
    if isinstance(value, (list, tuple)):
        return [_plain(entry) for entry in value]
    if isinstance(value, Mapping):
        return {key: _plain(entry) for key, entry in value.items() if entry is not None}
    if isinstance(value, float):
        return _number(value, _DIGITS)
    return value


def _number(value: float, digits: int) -> float:
    """Round; what is not a number is 0, the value that promises least."""
    return round(float(value), digits) if math.isfinite(value) else 0.0


def _share(value: float) -> float:
    return min(1.0, max(0.0, _number(value, _DIGITS)))


def _box(box: Box | None) -> list[float] | None:
    if box is None:
        return None
    return [min(1.0, max(0.0, _number(edge, _BOX_DIGITS))) for edge in box]


def _effect(effect: Effect) -> dict[str, Any]:
    return {"codigo": effect.codigo, "mensagem": effect.mensagem, "citacao": effect.citacao}


def _notice(notice: Notice) -> dict[str, Any]:
    out: dict[str, Any] = {"codigo": notice.codigo}
    if notice.arquivo is not None:
        out["arquivo"] = clean(notice.arquivo)
    out["mensagem"] = clean(notice.mensagem)
    return out


def _evidence(evidence: Evidence | None) -> dict[str, Any] | None:
    if evidence is None:
        return None
    return {
        "documento": evidence.documento,
        "campo": evidence.campo,
        "pagina": evidence.pagina,
        "caixa": _box(evidence.caixa),
        "lido": None if evidence.lido is None else clean(evidence.lido),
        "declarado": None if evidence.declarado is None else clean(evidence.declarado),
        "similaridade": None if evidence.similaridade is None else _share(evidence.similaridade),
    }


def _reason(reason: Reason) -> dict[str, Any]:
    return {
        "codigo": reason.codigo,
        "gravidade": reason.gravidade,
        "mensagem": clean(reason.mensagem),
        "citacao": reason.citacao,
        "inferencia": reason.inferencia,
        "evidencia": _evidence(reason.evidencia),
    }


def _item(item: Item) -> dict[str, Any]:
    return {
        "id": item.id,
        "descricao": item.descricao,
        "citacao": item.citacao,
        "situacao": item.situacao,
        "documentos": list(item.documentos),
        "motivos": [_reason(reason) for reason in item.motivos],
    }


def _field(field: Field, owner: str) -> dict[str, Any]:
    out: dict[str, Any] = {
        "valor": _plain(field.valor),
        "lido": clean(field.lido),
        "confianca": _share(field.confianca),
        "pagina": field.pagina,
        "caixa": _box(field.caixa),
    }
    if field.arquivo is not None and field.arquivo != owner:
        out["arquivo"] = clean(field.arquivo)
    if field.reparado:
        out["reparado"] = True
    return out


def _fields(named: Mapping[str, Field], owner: str) -> dict[str, Any]:
    return {name: _field(named[name], owner) for name in sorted(named, key=words.order)}


def _document(document: Document) -> dict[str, Any]:
    out: dict[str, Any] = {
        "arquivo": clean(document.arquivo),
        "paginas": list(document.paginas),
        "tipo": document.tipo,
        "confianca": _share(document.confianca),
        "campos": _fields(document.campos, document.arquivo),
    }
    if document.campos_extras:
        out["campos_extras"] = _fields(document.campos_extras, document.arquivo)
    if document.continua is not None:
        out["continua"] = document.continua
    return out


__all__ = ["VERSION", "clean", "dumps", "to_dict"]
