"""One digital signature of a PDF: who signed, when, and what of it was verified."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

Integridade = Literal["integra", "violada", "nao_verificada"]
Cadeia = Literal["confiavel", "nao_verificada", "recusada"]
Infraestrutura = Literal["icp_brasil", "gov_br"]

_CONFIANCA: dict[Cadeia, float] = {"confiavel": 0.99, "nao_verificada": 0.9, "recusada": 0.6}
"""What an intact signature is worth as authentication. Refused by the roots that the operator installed: a doubt."""


@dataclass(frozen=True, slots=True)
class Assinatura:
    """A digital signature of a file. Revocation is never looked up: no network is used.

    Attributes:
        nome: The signer as the certificate names them, without the number behind it.
        cpf: 11 digits of the signer (of the person in charge, for a company's certificate).
        cnpj: 14 characters of the company, canonical.
        emissor: Who issued the certificate.
        infraestrutura: ``icp_brasil`` or ``gov_br``, as the certificate says; believed only with ``cadeia`` confiavel.
        momento: When it was signed, with time zone, as the signature or its time stamp says.
        carimbo_do_tempo: ``momento`` is vouched for by a time stamp whose chain is trusted.
        integridade: ``integra``: the signed bytes are those that were signed; ``nao_verificada``: see ``motivo``.
        alterada: The file was changed after it, beyond filled forms, further signatures and validation data.
        cadeia: ``confiavel``: leads to an installed root, at ``momento``; ``nao_verificada``: no root is installed or
            no time is told; ``recusada``: it does not lead there, or was not in force then.
        motivo: Why something is not in order, in Portuguese.
    """

    nome: str | None = None
    cpf: str | None = None
    cnpj: str | None = None
    emissor: str | None = None
    infraestrutura: Infraestrutura | None = None
    momento: datetime | None = None
    carimbo_do_tempo: bool = False
    integridade: Integridade = "nao_verificada"
    alterada: bool = False
    cadeia: Cadeia = "nao_verificada"
    motivo: str | None = None

    @property
    def cobre(self) -> bool:
        """Tell whether the file as it is now is what was signed."""
        return self.integridade == "integra" and not self.alterada

    @property
    def confianca(self) -> float:
        """How surely the file is authenticated by it, 0..1."""
        return _CONFIANCA[self.cadeia] if self.cobre else 0.0

    @property
    def desmente(self) -> bool:
        """Tell whether it shows that the file is not what was signed."""
        return self.integridade == "violada" or self.alterada

    def to_dict(self) -> dict[str, Any]:
        """Return it as JSON-able data; what is not known is left out."""
        named = {
            "nome": self.nome,
            "cpf": self.cpf,
            "cnpj": self.cnpj,
            "emissor": self.emissor,
            "infraestrutura": self.infraestrutura,
            "momento": self.momento.isoformat(timespec="seconds") if self.momento else None,
            "carimbo_do_tempo": self.carimbo_do_tempo,
            "integridade": self.integridade,
            "alterada": self.alterada,
            "cadeia": self.cadeia,
            "revogacao": "nao_verificada",
            "motivo": self.motivo,
        }
        return {key: value for key, value in named.items() if value is not None}


def from_dict(data: dict[str, Any]) -> Assinatura:
    """Return the signature that :meth:`Assinatura.to_dict` gave.

    Raises:
        ValueError: ``momento`` is no date and time.
        TypeError: A key is unknown.
    """
    values = {key: value for key, value in data.items() if key != "revogacao"}
    if values.get("momento") is not None:
        values["momento"] = datetime.fromisoformat(values["momento"])
    return Assinatura(**values)
