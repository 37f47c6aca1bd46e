"""The declared data from a scanned Ficha Cadastral: its fields become the Ficha, each with how surely it was read.

The form names the norm: FC/REVGLP (Anexo I of Portaria ANP nº 297/2003) is the one for GLP. What the form does not say
is not made up; what could not be read is left out, and the norm says what that means.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import fields
from datetime import date
from typing import Any

from docverify.model import Distribuidor, Document, Ficha, Field, Filial, Pedido, Responsavel, Socio
from docverify.values.addresses import Endereco
from docverify.values.text import fold

TIPO = "ficha_cadastral"

_TEXTS = ("razao_social", "nome_fantasia", "cnpj", "inscricao_estadual", "telefone", "classe_armazenamento", "local")
_GLP_FORM = re.compile(r"\bFC\s*[/\-.|]?\s*REV\s*GLP\b|GAS\s+LI[QO]UEFEITO\s+DE\s+PETROLEO|\bGLP\b")
_SITUACAO = "pedido"
"""Extra field of the form: which box of ``Autorização`` / ``Atualização Cadastral`` is marked."""


def from_documents(documents: Sequence[Document], norm: str | None = None) -> Ficha | None:
    """Return the declared data from the scanned Ficha among the documents of a dossier.

    Args:
        documents: All of them; where several are a Ficha, the one that says most decides, then the one surest of type.
        norm: The norm that the call names, else the form names it.

    Returns:
        The Ficha (``origem`` ``digitalizada``), or None where no document is one.
    """
    found = [document for document in documents if document.tipo == TIPO and document.continua is None]
    if not found:
        return None
    return from_document(max(found, key=lambda d: (len(d.campos), d.confianca)), norm)


def from_document(document: Document, norm: str | None = None) -> Ficha:
    """Return the declared data from one scanned Ficha Cadastral.

    Args:
        document: Of type ``ficha_cadastral``, extracted.
        norm: The norm that the call names, else the form names it.

    Returns:
        What could be read, with ``confiancas`` per key; addresses and persons get one per part too
        (``endereco.numero``), the same as of the whole, since they were read as one.
    """
    read = document.campos
    texts = {name: _text(read.get(name)) for name in _TEXTS}
    return Ficha(
        origem="digitalizada",
        pedido=_pedido(document, norm),
        **texts,
        endereco=_made(Endereco, _value(read.get("endereco"))),
        vias_de_acesso=_all(Endereco, read.get("vias_de_acesso")),
        filiais=_all(Filial, read.get("filiais")),
        estados_onde_atua=tuple(str(uf) for uf in _value(read.get("estados_onde_atua")) or ()),
        distribuidores=_all(Distribuidor, read.get("distribuidores")),
        socios=tuple(s for s in _all(Socio, read.get("socios")) if s.nome),
        responsavel=_made(Responsavel, _value(read.get("responsavel"))),
        data=_date(_value(read.get("data"))),
        confiancas=_confidences(read),
    )


def _pedido(document: Document, norm: str | None) -> Pedido:
    glp = _GLP_FORM.search(fold(document.texto)) is not None
    chosen = norm or ("GLP297" if glp else None)
    marked = _text(document.campos_extras.get(_SITUACAO)) or ""
    update = fold(marked).startswith("ATUALIZA")
    return Pedido(
        norma=chosen,
        atividade="revenda_glp" if glp else None,
        situacao="alteracao_outras" if update else "novo",
    )


def _value(field: Field | None) -> Any:
    return None if field is None else field.valor


def _text(field: Field | None) -> str | None:
    value = _value(field)
    return value.strip() or None if isinstance(value, str) else None


def _date(value: Any) -> date | None:
    if not isinstance(value, str):
        return None
    try:
        return date.fromisoformat(value)
    except ValueError:
        return None


def _made(kind: Any, value: Any) -> Any:
    """Build a dataclass from a mapping as extraction gives it; unknown keys are dropped, lists become tuples."""
    if not isinstance(value, Mapping):
        return None
    known = {spec.name for spec in fields(kind)}
    parts = {k: tuple(v) if isinstance(v, list) else v for k, v in value.items() if k in known and v not in (None, "")}
    if kind is Socio:
        parts = {"nome": "", **parts, "data_entrada": _date(parts.get("data_entrada"))}
    return kind(**parts) if parts else None


def _all(kind: Any, field: Field | None) -> tuple[Any, ...]:
    value = _value(field)
    entries = value if isinstance(value, (list, tuple)) else []
    return tuple(made for made in (_made(kind, entry) for entry in entries) if made is not None)


def _confidences(read: Mapping[str, Field]) -> dict[str, float]:
    out: dict[str, float] = {}
    known = {spec.name for spec in fields(Ficha)}
    for name, field in sorted(read.items()):
        if name in known:
            out[name] = field.confianca
            if isinstance(field.valor, Mapping):
                out.update({f"{name}.{part}": field.confianca for part in sorted(field.valor)})
    return out
