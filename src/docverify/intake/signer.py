"""Who holds a certificate: name, CPF and CNPJ as ICP-Brasil and gov.br write them.

ICP-Brasil (DOC-ICP-04) puts the numbers into other names of the subject's alternative name: 2.16.76.1.3.1 holds the
birth date (8 digits), the CPF (11) and more of a person, 2.16.76.1.3.4 the same of the person in charge of a company,
2.16.76.1.3.3 the company's CNPJ, 2.16.76.1.3.2 the name of the person in charge. The common name is ``NAME:NUMBER``.
"""

from __future__ import annotations

from asn1crypto import core, x509

from docverify.values.assinaturas import Infraestrutura
from docverify.values.errors import InvalidValue
from docverify.values.identifiers import cnpj, cpf

_PERSON, _COMPANY, _IN_CHARGE = "2.16.76.1.3.1", "2.16.76.1.3.3", "2.16.76.1.3.4"
_MAX_NAME = 200


def signer_of(certificate: x509.Certificate) -> tuple[str | None, str | None, str | None]:
    """Return name, CPF and CNPJ of a certificate's holder; None for what it does not say rightly."""
    whole = _text(certificate.subject, "common_name")
    name, _, number = whole.rpartition(":")
    if not (_cpf(number) or _cnpj(number)):
        name = whole
    others = _other_names(certificate)
    person = _cpf(others.get(_PERSON, "")[8:19]) or _cpf(others.get(_IN_CHARGE, "")[8:19]) or _cpf(number)
    company = _cnpj(others.get(_COMPANY, "")) or _cnpj(number)
    return _clean(name), person, company


def issuer_of(certificate: x509.Certificate) -> tuple[str | None, Infraestrutura | None]:
    """Return who issued a certificate, and to which public infrastructure that one says to belong."""
    organization = _text(certificate.issuer, "organization_name").casefold().replace("-", "").replace(" ", "")
    kind: Infraestrutura | None = None
    if organization == "icpbrasil":
        kind = "icp_brasil"
    elif organization == "govbr":
        kind = "gov_br"
    return _clean(_text(certificate.issuer, "common_name")), kind


def _text(name: x509.Name, key: str) -> str:
    value = name.native.get(key)
    if isinstance(value, (list, tuple)):
        value = value[0] if value else None
    return value if isinstance(value, str) else ""


def _clean(text: str) -> str | None:
    shown = " ".join("".join(c if c.isprintable() else " " for c in text[: 4 * _MAX_NAME]).split())
    return shown[:_MAX_NAME] or None


def _other_names(certificate: x509.Certificate) -> dict[str, str]:
    out: dict[str, str] = {}
    names = certificate.subject_alt_name_value
    for entry in names if names is not None else ():
        if entry.name != "other_name":
            continue
        value = entry.chosen["value"]
        inner = getattr(value, "parsed", value)
        raw = inner.native
        if isinstance(inner, core.OctetString) or isinstance(raw, bytes):
            raw = bytes(raw).decode("latin-1")
        if isinstance(raw, str):
            out[entry.chosen["type_id"].dotted] = raw.strip()
    return out


def _cpf(text: str) -> str | None:
    try:
        return cpf.validate(text) if len(text) == 11 else None
    except InvalidValue:
        return None


def _cnpj(text: str) -> str | None:
    try:
        return cnpj.validate(text) if len(text) == 14 else None
    except InvalidValue:
        return None
