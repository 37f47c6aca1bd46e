"""The declared data from a scanned Ficha Cadastral: its fields become the Ficha, each with how surely it was read.

The form names the norm: FC/REVGLP (Anexo I of Portaria ANP nº 297/2003) is the one for GLP; the forms of fuel stations,
TRR and distributors are of a norm only where they name it. What the form does not say
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
_SURELY_GLP = re.compile(
    r"\bFC\s*[/\-.|]?\s*REV\s*GLP\b|REVEND(?:EDOR(?:A)?|A)\s+(?:VAREJISTA\s+)?(?:DE\s+)?(?:GLP|GAS\s+LI[QO]UEFEITO)"
)
_FORMS = (
    ("trr", re.compile(r"TRANSPORTADOR(?:A)?[\s-]+REVENDEDOR(?:A)?[\s-]+RETALHISTA|FICHA\s+CADASTRAL.{0,40}\bTRR\b")),
    (
        "revenda_varejista",
        re.compile(
            r"POSTO\s+REVENDEDOR|REVEND(?:A|EDOR)\s+VAREJISTA\s+DE\s+(?:COMBUSTIVEIS|GNV|GAS\s+NATURAL)"
            r"|REVEND(?:A|EDOR)\s+(?:EXCLUSIVA\s+)?DE\s+(?:COMBUSTIVEIS|GNV)"
        ),
    ),
    ("distribuidor", re.compile(r"(?:FICHA\s+CADASTRAL|CADASTRO)\W.{0,25}\bDISTRIBUIDOR(?:A|ES)?\b")),
)
"""What a form of another agent is for; where it names several, the one that it names first."""
_NO = r"(?:\s+(?:ANP|MME|MINISTERIAL))?\s{0,2}(?:N[RO]?[\sº°ª.:]{0,4})?"
_OF_1995 = re.compile(r"PORTARIA[^;]{0,50}\b0?6(?:\s+DE\s+MARCO\s+DE\s+|[./]0?3[./])(?:1\.?9)?95\b")
_NAMED = (
    (
        "RES41",
        "revenda_varejista",
        re.compile(
            rf"RES(?:OLUCAO|\.){_NO}\b41(?:\s?/\s?(?:20)?13\b|\s?,?\s+DE\s+(?:0?5\s+DE\s+NOVEMBRO\s+DE\s+2\.?013|0?5/11/2013))"
        ),
    ),
    (
        "TRR97",
        "trr",
        re.compile(
            rf"PORTARIA{_NO}\b10(?:\s?/\s?(?:19)?97\b|\s?,?\s+DE\s+16(?:\s+DE\s+JANEIRO\s+DE\s+|[./]0?1[./])(?:1\.?9)?97)"
        ),
    ),
    (
        "TRR95",
        "trr",
        re.compile(
            rf"PORTARIA{_NO}\b62(?:\s?/\s?(?:19)?95\b|\s?,?\s+DE\s+0?6(?:\s+DE\s+MARCO\s+DE\s+|[./]0?3[./])(?:1\.?9)?95)"
        ),
    ),
    ("PR95", "revenda_varejista", _OF_1995),
    ("DIST95", "distribuidor", _OF_1995),
)
"""Norms that a form names: by number and year; those of March 1995 whose numbers are not sure, by their day."""
_READ = 60_000
"""Characters of a form's text that are looked at: a form is a page or two."""
MODALIDADES = frozenset(("automotivos", "gnv", "flutuante", "maritima"))
_MODALIDADE = "modalidade"
"""Extra field of the form: which kind of fuel station is marked or named."""
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
    agent, named = form_of(document.texto)
    marked = _text(document.campos_extras.get(_SITUACAO)) or ""
    update = fold(marked).startswith("ATUALIZA")
    modality = _text(document.campos_extras.get(_MODALIDADE))
    return Pedido(
        norma=norm or named,
        atividade=agent,
        situacao="alteracao_outras" if update else "novo",
        modalidade=modality if modality in MODALIDADES and agent in (None, "revenda_varejista") else None,
    )


def form_of(texto: str) -> tuple[str | None, str | None]:
    """Tell for which agent a form is, and the norm that it names.

    Args:
        texto: The form's running text.

    Returns:
        ``(atividade, norma)``; each None where the form does not say it. The GLP form names its norm by being the
        FC/REVGLP; of the other agents' forms only one that names the norm itself, by number or day, is believed.
    """
    folded = fold(texto[:_READ])
    found = sorted((m.start(), agent) for agent, pattern in _FORMS if (m := pattern.search(folded)))
    if _SURELY_GLP.search(folded) or (not found and _GLP_FORM.search(folded)):
        return "revenda_glp", "GLP297"
    agent = found[0][1] if found else None
    norm = next((n for n, of, pattern in _NAMED if of == agent and pattern.search(folded)), None)
    return agent, norm


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
