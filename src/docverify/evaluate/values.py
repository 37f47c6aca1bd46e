"""When two values of a field are the same: exactly in normal form, or alike enough for a name or an address."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from rapidfuzz.distance import Indel

from docverify.values.text import fold

SIMILAR = 0.95
TEXTUAL = frozenset(
    {
        "razao_social", "nome_fantasia", "orgao_emissor", "municipio_emissor", "atividade", "objeto_social",
        "administradores", "socios", "junta_comercial", "natureza_juridica", "embarcacao", "outorgante", "outorgado",
        "poderes", "nome", "signatario", "destinatario", "local", "situacao", "distribuidores", "responsavel",
        "endereco.logradouro", "endereco.numero", "endereco.complemento", "endereco.bairro", "endereco.municipio",
    }
)  # fmt: skip
"""Fields that are words: similarity counts for them, for every other only equality does."""

_NOT_ALNUM = re.compile(r"[^0-9A-Z]+")


def flat(fields: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Yield the fields of a document; an address gives one entry per part (``endereco.cep``).

    Args:
        fields: Name to value.
    """
    for name, value in fields.items():
        if name == "endereco" and isinstance(value, Mapping):
            for part, entry in value.items():
                if entry not in (None, ""):
                    yield f"{name}.{part}", entry
        elif value not in (None, [], {}, ""):
            yield name, value


def normal(value: Any) -> Any:
    """Return the form in which values are compared: folded text without punctuation, lists without order."""
    if isinstance(value, str):
        return _NOT_ALNUM.sub(" ", fold(value)).strip()
    if isinstance(value, Mapping):
        return tuple(sorted((k, normal(v)) for k, v in value.items() if v not in (None, "", [])))
    if isinstance(value, (list, tuple)):
        return tuple(sorted((normal(v) for v in value), key=repr))
    return value


def exact(name: str, expected: Any, got: Any) -> bool:
    """Tell whether a value is right in normal form; words are compared without case, accents and punctuation."""
    if name in TEXTUAL or isinstance(expected, (list, Mapping)):
        return bool(normal(expected) == normal(got))
    return type(expected) is type(got) and bool(expected == got)


def similarity(name: str, expected: Any, got: Any) -> float:
    """Return 0..1: 1 where :func:`exact`, the share of common characters for words, else 0."""
    if exact(name, expected, got):
        return 1.0
    if name not in TEXTUAL:
        return 0.0
    return float(Indel.normalized_similarity(_text(expected), _text(got)))


def _text(value: Any) -> str:
    plain = normal(value)
    return plain if isinstance(plain, str) else repr(plain)
