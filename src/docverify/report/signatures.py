"""Digital signatures in words: who signed, when, and what was and was not verified."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta, timezone
from typing import Any

from docverify.values.errors import InvalidValue
from docverify.values.identifiers import cnpj, cpf

FIELD = "assinaturas"
"""Name in ``campos_extras``."""

_BRASILIA = timezone(timedelta(hours=-3))
_INFRASTRUCTURE = {"icp_brasil": "ICP-Brasil", "gov_br": "assinatura avançada, gov.br"}


def lines(documents: Sequence[Mapping[str, Any]]) -> tuple[str, ...]:
    """Return one sentence for each signature of the files, each once, in the order of the documents.

    Args:
        documents: Of a report in the contract's shape.
    """
    found: dict[str, None] = {}
    for document in documents:
        field = document.get("campos_extras", {}).get(FIELD)
        for signature in field["valor"] if field is not None else ():
            found[f"{document['arquivo']}: {sentence(signature)}"] = None
    return tuple(found)


def sentence(signature: Mapping[str, Any]) -> str:
    """Return what a person should know of one signature.

    Args:
        signature: From ``values.assinaturas.Assinatura.to_dict``.
    """
    who = str(signature.get("nome") or "titular não identificado")
    numbers = [_written("CPF", signature.get("cpf")), _written("CNPJ", signature.get("cnpj"))]
    told = ", ".join(number for number in numbers if number)
    head = f"{who} ({told})" if told else who
    head += f", em {_moment(signature)}" if signature.get("momento") else ", sem data"
    if signature.get("emissor"):
        kind = _INFRASTRUCTURE.get(str(signature.get("infraestrutura")))
        head += f"; certificado de {signature['emissor']}" + (f" ({kind})" if kind else "")
    return f"{head}. {_verified(signature)}."


def _verified(signature: Mapping[str, Any]) -> str:
    why = f" ({signature['motivo']})" if signature.get("motivo") else ""
    if signature["integridade"] == "nao_verificada":
        return f"Não verificada{why}"
    if signature["integridade"] == "violada":
        return f"NÃO CONFERE{why}"
    if signature.get("alterada"):
        return f"Íntegra quando feita, mas o arquivo foi alterado depois{why}"
    chain = {
        "confiavel": "cadeia conferida até uma raiz instalada",
        "nao_verificada": f"cadeia não verificada{why}",
        "recusada": f"cadeia NÃO aceita{why}",
    }[str(signature["cadeia"])]
    return f"Íntegra e sem alteração posterior; {chain}; revogação não verificada"


def _moment(signature: Mapping[str, Any]) -> str:
    moment = datetime.fromisoformat(str(signature["momento"])).astimezone(_BRASILIA)
    stamped = " (carimbo do tempo)" if signature.get("carimbo_do_tempo") else ""
    return f"{moment:%d/%m/%Y às %H:%M} de Brasília{stamped}"


def _written(kind: str, number: object) -> str:
    if not isinstance(number, str):
        return ""
    try:
        return f"{kind} {(cpf if kind == 'CPF' else cnpj).format(number)}"
    except InvalidValue:
        return ""
