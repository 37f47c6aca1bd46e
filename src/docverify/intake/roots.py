"""The roots that the operator trusts: a folder of certificates, PEM or DER, filled by hand.

None comes with the package: whom to trust is the operator's decision (README, "Assinaturas digitais"). A certificate
that another one issued (an intermediate authority) helps to build chains and is trusted for nothing by itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from asn1crypto import pem, x509

_SUFFIXES = frozenset((".crt", ".cer", ".pem", ".der"))
_MAX_BYTES = 1_000_000
_MAX_FILES = 2000


@dataclass(frozen=True, slots=True)
class Roots:
    """What the folder holds.

    Attributes:
        raizes: Self-issued certificates of authorities: where a chain may end.
        intermediarias: Certificates of authorities that others issued.
        falhas: ``name: why`` of each file that was skipped, in Portuguese.
    """

    raizes: tuple[x509.Certificate, ...] = ()
    intermediarias: tuple[x509.Certificate, ...] = ()
    falhas: tuple[str, ...] = ()


def load_roots(folder: Path | None) -> Roots:
    """Read the certificates of a folder (not of folders in it); what is no certificate is named and skipped.

    Args:
        folder: The operator's; None for none.
    """
    if folder is None:
        return Roots()
    try:
        files = sorted(p for p in folder.iterdir() if p.suffix.lower() in _SUFFIXES)[:_MAX_FILES]
    except OSError as error:
        return Roots(falhas=(f"{folder}: a pasta não pode ser lida ({error.strerror})",))
    roots: dict[bytes, x509.Certificate] = {}
    others: dict[bytes, x509.Certificate] = {}
    faults: list[str] = []
    for path in files:
        try:
            for certificate in _read(path):
                if not certificate.ca:
                    faults.append(f"{path.name}: não é certificado de autoridade certificadora")
                else:
                    home = roots if certificate.self_issued else others
                    home[certificate.sha256] = certificate
        except (OSError, ValueError, TypeError, KeyError, RecursionError):
            faults.append(f"{path.name}: não é certificado em PEM ou DER")
    return Roots(tuple(roots.values()), tuple(others.values()), tuple(faults))


def _read(path: Path) -> list[x509.Certificate]:
    if path.stat().st_size > _MAX_BYTES:
        raise ValueError(path.name)
    data = path.read_bytes()
    blocks = [block for _, _, block in pem.unarmor(data, multiple=True)] if pem.detect(data) else [data]
    found = [x509.Certificate.load(block, strict=True) for block in blocks]
    if not found:
        raise ValueError(path.name)
    for certificate in found:
        # asn1crypto parses on demand: damage must show here, not while a signature is judged
        _ = certificate.native, certificate.public_key.native
    return found
