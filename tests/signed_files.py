"""Certificates of authorities that exist only in the tests, and PDFs signed with them."""

from __future__ import annotations

import asyncio
import datetime as dt
import hashlib
import io
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path

from asn1crypto import cms, keys, x509
from cryptography import x509 as cx
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID
from pyhanko.pdf_utils import generic
from pyhanko.pdf_utils.incremental_writer import IncrementalPdfFileWriter
from pyhanko.sign import fields, signers
from pyhanko.sign.signers.cms_embedder import PdfCMSEmbedder, SigIOSetup, SigMDPSetup, SigObjSetup
from pyhanko.sign.signers.pdf_byterange import SignatureObject
from pyhanko.sign.signers.pdf_cms import PdfCMSSignedAttributes
from pyhanko.sign.timestamps import DummyTimeStamper
from pyhanko_certvalidator.registry import SimpleCertificateStore

UTC = dt.UTC
MOMENT = dt.datetime(2026, 3, 14, 13, 0, tzinfo=UTC)
PERSON, COMPANY, IN_CHARGE = "2.16.76.1.3.1", "2.16.76.1.3.3", "2.16.76.1.3.4"
CPF, CNPJ = "39053344705", "11222333000181"
PERSON_VALUE = "01021980" + CPF + "0" * 11 + "0" * 15 + "SSPSP "


@lru_cache(maxsize=16)
def _key(number: int) -> rsa.RSAPrivateKey:
    del number
    return rsa.generate_private_key(public_exponent=65537, key_size=2048)


@dataclass(frozen=True)
class Holder:
    """A certificate with its key and the certificates above it, the root last."""

    certificate: cx.Certificate
    key: rsa.RSAPrivateKey
    above: tuple[cx.Certificate, ...] = ()

    @cached_property
    def der(self) -> bytes:
        return self.certificate.public_bytes(serialization.Encoding.DER)

    @cached_property
    def pem(self) -> bytes:
        return self.certificate.public_bytes(serialization.Encoding.PEM)

    def signer(self) -> signers.SimpleSigner:
        store = SimpleCertificateStore()
        store.register_multiple(asn1(c) for c in self.above)
        return signers.SimpleSigner(
            signing_cert=asn1(self.certificate),
            signing_key=self.private(),
            cert_registry=store,
        )

    def private(self) -> keys.PrivateKeyInfo:
        raw = self.key.private_bytes(
            serialization.Encoding.DER, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        )
        return keys.PrivateKeyInfo.load(raw)


def asn1(certificate: cx.Certificate) -> x509.Certificate:
    return x509.Certificate.load(certificate.public_bytes(serialization.Encoding.DER))


def _issue(
    name: str,
    key: rsa.RSAPrivateKey,
    issuer: Holder | None,
    years: tuple[int, int],
    organization: str,
    *,
    ca: bool,
    others: dict[str, str] | None = None,
    stamps: bool = False,
) -> Holder:
    subject = cx.Name(
        [
            cx.NameAttribute(NameOID.COUNTRY_NAME, "BR"),
            cx.NameAttribute(NameOID.ORGANIZATION_NAME, organization),
            cx.NameAttribute(NameOID.COMMON_NAME, name),
        ]
    )
    builder = (
        cx.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer.certificate.subject if issuer else subject)
        .public_key(key.public_key())
        .serial_number(cx.random_serial_number())
        .not_valid_before(dt.datetime(years[0], 1, 1, tzinfo=UTC))
        .not_valid_after(dt.datetime(years[1], 1, 1, tzinfo=UTC))
        .add_extension(cx.BasicConstraints(ca, None), critical=True)
        .add_extension(
            cx.KeyUsage(not ca, not ca, False, False, False, ca, ca, False, False),
            critical=True,
        )
    )
    if others:
        names = [cx.OtherName(cx.ObjectIdentifier(oid), _octets(value)) for oid, value in others.items()]
        builder = builder.add_extension(cx.SubjectAlternativeName(names), critical=False)
    if stamps:
        builder = builder.add_extension(cx.ExtendedKeyUsage([ExtendedKeyUsageOID.TIME_STAMPING]), critical=True)
    certificate = builder.sign(issuer.key if issuer else key, hashes.SHA256())
    return Holder(certificate, key, (issuer.certificate, *issuer.above) if issuer else ())


def _octets(value: str) -> bytes:
    raw = value.encode("ascii")
    return b"\x04" + bytes([len(raw)]) + raw


@lru_cache(maxsize=8)
def root(name: str = "Autoridade Raiz de Teste", organization: str = "ICP-Brasil") -> Holder:
    return _issue(name, _key(0 if organization == "ICP-Brasil" else 1), None, (2010, 2050), organization, ca=True)


@lru_cache(maxsize=8)
def intermediate(top: Holder | None = None) -> Holder:
    above = top or root()
    organization = str(above.certificate.subject.get_attributes_for_oid(NameOID.ORGANIZATION_NAME)[0].value)
    return _issue("AC Intermediária de Teste", _key(2), above, (2012, 2048), organization, ca=True)


@lru_cache(maxsize=32)
def holder(
    name: str = f"MARIA APARECIDA DA SILVA:{CPF}",
    years: tuple[int, int] = (2024, 2030),
    others: tuple[tuple[str, str], ...] = ((PERSON, PERSON_VALUE),),
    above: Holder | None = None,
) -> Holder:
    return _issue(name, _key(3), above or intermediate(), years, "ICP-Brasil", ca=False, others=dict(others))


def stamper(at: dt.datetime, above: Holder | None = None) -> DummyTimeStamper:
    """Return an authority that stamps everything with one moment."""
    authority = _issue("Carimbo do Tempo", _key(4), above or root(), (2012, 2045), "ICP-Brasil", ca=False, stamps=True)
    certificates = [asn1(c) for c in authority.above]
    return DummyTimeStamper(
        asn1(authority.certificate),
        authority.private(),
        certs_to_embed=SimpleCertificateStore.from_certs(certificates),
        fixed_dt=at,
    )


def sign(
    pdf: bytes,
    by: Holder,
    *,
    field: str = "Assinatura1",
    when: dt.datetime | None = MOMENT,
    pades: bool = True,
    only_form: bool | None = None,
    oldest: bool = False,
    md: str = "sha256",
    stamped: DummyTimeStamper | None = None,
) -> bytes:
    """Return the PDF with one more signature, said to be made at ``when``.

    Args:
        pdf: Signed or not.
        by: Whose it is.
        field: Name of its form field.
        when: None for a signature that tells no time.
        pades: The form of PAdES, else ``adbe.pkcs7.detached``.
        only_form: A certifying signature, which allows forms to be filled (True) or nothing at all (False).
        oldest: The form ``adbe.pkcs7.sha1``.
        md: Digest algorithm.
        stamped: Who puts a time stamp on the signature.
    """
    md = "sha1" if oldest else md
    writer = IncrementalPdfFileWriter(io.BytesIO(pdf), strict=False)
    steps = PdfCMSEmbedder().write_cms(field, writer=writer)
    next(steps)
    kind = fields.SigSeedSubFilter.PADES if pades else fields.SigSeedSubFilter.ADOBE_PKCS7_DETACHED
    place = SignatureObject(timestamp=when, subfilter=kind, bytes_reserved=16384)
    if oldest:
        place["/SubFilter"] = generic.NameObject("/adbe.pkcs7.sha1")
    allowed = fields.MDPPerm.FILL_FORMS if only_form else fields.MDPPerm.NO_CHANGES
    mdp = SigMDPSetup(md_algorithm=md, certify=only_form is not None, docmdp_perms=allowed)
    steps.send(SigObjSetup(sig_placeholder=place, mdp_setup=mdp))
    digest, output = steps.send(SigIOSetup(md_algorithm=md, in_place=True))
    told = PdfCMSSignedAttributes(signing_time=when)
    data, content = digest.document_digest, None
    if oldest:
        content = cms.ContentInfo({"content_type": "data", "content": data})
        data = hashlib.sha1(data).digest()
    signed = asyncio.run(
        by.signer().async_sign(
            data_digest=data,
            digest_algorithm=md,
            use_pades=pades and not oldest,
            signed_attr_settings=told,
            encap_content_info=content,
            timestamper=stamped,
        )
    )
    steps.send(signed)
    return bytes(output.getvalue())


def folder_with(folder: Path, holders: Sequence[Holder]) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    for number, one in enumerate(holders):
        (folder / f"raiz{number}.crt").write_bytes(one.der if number % 2 else one.pem)
    return folder


def changed(pdf: bytes, old: bytes, new: bytes) -> bytes:
    """Return the file with some bytes put in place of as many others."""
    assert len(old) == len(new) and pdf.count(old) >= 1
    return pdf.replace(old, new)
