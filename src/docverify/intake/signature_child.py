"""Child process that validates the digital signatures of one PDF after the other, with limits of memory and time.

Started only for a file that holds a signature: importing pyHanko costs what reading a page does. It speaks the protocol
of :mod:`docverify.intake.worker`. Nothing is fetched: chains are built from what the file and the operator's folder
hold, and revocation is not looked up.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any, BinaryIO

from asn1crypto import cms
from pyhanko.pdf_utils.reader import PdfFileReader
from pyhanko.sign.ades.report import AdESIndeterminate
from pyhanko.sign.diff_analysis import DiffResult, ModificationLevel
from pyhanko.sign.fields import enumerate_sig_fields
from pyhanko.sign.validation.generic_cms import cms_basic_validation, collect_timing_info, extract_tst_data_iter
from pyhanko.sign.validation.pdf_embedded import EmbeddedPdfSignature
from pyhanko.sign.validation.settings import KeyUsageConstraints
from pyhanko_certvalidator import ValidationContext

from docverify.intake.roots import Roots, load_roots
from docverify.intake.signer import issuer_of, signer_of
from docverify.values.assinaturas import Assinatura, Cadeia

MAX_SIGNATURES = 30
"""Signatures looked at in one file; what is signed by more people is told as not verified."""

_DETACHED = frozenset(("/adbe.pkcs7.detached", "/ETSI.CAdES.detached", "/PBAD.PAdES"))
_OF_DIGEST = "/adbe.pkcs7.sha1"
"""The oldest form, met in papers of Juntas: the signature is over the SHA-1 of the file, which it carries."""

_WEAK = ("md2", "md4", "md5")
"""SHA-1 is told no fault: papers signed before 2012, and of some Juntas later, have it."""

_USAGE = KeyUsageConstraints(key_usage={"non_repudiation", "digital_signature"}, match_all_key_usages=False)
_BRASILIA = timezone(timedelta(hours=-3))
_ALLOWED = (ModificationLevel.NONE, ModificationLevel.LTA_UPDATES, ModificationLevel.FORM_FILLING)
_BLANK = b" \t\r\n\f\0"


def signatures(request: dict[str, Any]) -> tuple[dict[str, Any], bytes]:
    """Validate every signature of the PDF ``path`` against the roots in ``raizes`` (a folder, or None)."""
    roots = load_roots(Path(request["raizes"]) if request["raizes"] else None)
    with Path(request["path"]).open("rb") as stream:
        found = examine(stream, roots)
    return {"assinaturas": len(found)}, json.dumps([s.to_dict() for s in found]).encode()


def examine(stream: BinaryIO, roots: Roots) -> list[Assinatura]:
    """Return the signatures of a PDF in the order in which they were made; time stamps of whole files are none.

    Args:
        stream: The PDF, seekable.
        roots: Whom the operator trusts.
    """
    try:
        reader = _open(stream)
        objects = list(_signature_fields(reader))
    except Exception as error:  # pyHanko raises what it pleases on damaged files
        return [Assinatura(motivo=f"o arquivo não pôde ser lido para conferir a assinatura ({type(error).__name__})")]
    found: list[tuple[int, Assinatura]] = []
    for name, value, field in objects[:MAX_SIGNATURES]:
        order, signature = 0, None
        try:
            if value.get("/Type", "/Sig") != "/Sig":
                continue
            kind = str(value.get("/SubFilter"))
            if kind not in _DETACHED and kind != _OF_DIGEST:
                signature = Assinatura(motivo=f"formato de assinatura que não se confere ({kind[:40]})")
            else:
                embedded = EmbeddedPdfSignature(reader, field, name)
                order = embedded.signed_revision
                signature = asyncio.run(_validate(embedded, kind, roots))
        except Exception as error:  # as above
            signature = Assinatura(motivo=f"a assinatura não pôde ser conferida ({type(error).__name__})")
        found.append((order, signature))
    if len(objects) > MAX_SIGNATURES:
        found.append((len(objects), Assinatura(motivo=f"há {len(objects)} assinaturas; nem todas foram conferidas")))
    return [signature for _, signature in sorted(found, key=lambda pair: pair[0])]


def _open(stream: BinaryIO) -> Any:
    """Return pyHanko's reader, strict where the file allows it; a file locked only against changes is opened."""
    try:
        reader = PdfFileReader(stream, strict=True)
        if reader.xrefs.hybrid_xrefs_present:
            reader = PdfFileReader(stream, strict=False)
    except Exception:  # as above: what is merely not by the book is read leniently
        stream.seek(0)
        reader = PdfFileReader(stream, strict=False)
    if reader.encrypted:
        reader.decrypt(b"")
    return reader


def _signature_fields(reader: Any) -> Iterator[tuple[str, Any, Any]]:
    for name, value, field in enumerate_sig_fields(reader, filled_status=True):
        yield name, value.get_object(), field


async def _validate(embedded: Any, kind: str, roots: Roots) -> Assinatura:
    certificate = embedded.signer_cert
    name, cpf, cnpj = signer_of(certificate)
    issuer, public = issuer_of(certificate)
    moment, stamped, status = await _status(embedded, kind, roots)
    integrity = "integra" if status["intact"] and status["valid"] and _in_its_gap(embedded) else "violada"
    if kind == _OF_DIGEST and not _digest_holds(embedded):
        integrity = "violada"
    altered = integrity == "integra" and _altered(embedded)
    chain, why = _chain(status, moment, roots)
    if integrity == "violada":
        chain, why = "nao_verificada", "o conteúdo do arquivo não é o que foi assinado"
    elif altered:
        why = "o arquivo foi alterado depois desta assinatura"
    return Assinatura(
        nome=name,
        cpf=cpf,
        cnpj=cnpj,
        emissor=issuer,
        infraestrutura=public,
        momento=moment,
        carimbo_do_tempo=stamped,
        integridade="integra" if integrity == "integra" else "violada",
        alterada=altered,
        cadeia=chain,
        motivo=why,
    )


async def _status(embedded: Any, kind: str, roots: Roots) -> tuple[datetime | None, bool, dict[str, Any]]:
    """Return when it was signed, whether a trusted time stamp says so, and what pyHanko found.

    A certificate need not be in force today: it is judged at the time of signing.
    """
    embedded.compute_integrity_info()
    stamps = list(extract_tst_data_iter(embedded.signer_info, signed=False))
    stamped_at = next((at for token in stamps if (at := _stamp_time(token)) is not None), None)
    stamped = False
    if stamped_at is not None:
        timing = await collect_timing_info(
            embedded.signer_info, _context(embedded, roots, stamped_at), raw_digest=embedded.compute_digest
        )
        validity = timing.get("timestamp_validity")
        stamped = bool(validity is not None and validity.valid and validity.trusted)
    moment = stamped_at if stamped else _aware(embedded.self_reported_timestamp) or stamped_at
    context = _context(embedded, roots, moment or certificate_start(embedded.signer_cert))
    status = await cms_basic_validation(
        embedded.signed_data,
        raw_digest=None if kind == _OF_DIGEST else embedded.compute_digest(),
        validation_context=context,
        key_usage_settings=_USAGE,
    )
    return moment, stamped, status


def certificate_start(certificate: Any) -> datetime:
    """Return the beginning of a certificate's term, the moment to look at where no time is told."""
    start: datetime = certificate["tbs_certificate"]["validity"]["not_before"].native
    return start


def _context(embedded: Any, roots: Roots, moment: datetime) -> ValidationContext:
    return ValidationContext(
        trust_roots=list(roots.raizes),
        other_certs=[*roots.intermediarias, *embedded.other_embedded_certs],
        moment=moment,
        allow_fetching=False,
        revocation_mode="soft-fail",
        weak_hash_algos=_WEAK,
    )


def _aware(moment: datetime | None) -> datetime | None:
    """Return a time with zone: one that a signature tells without zone is Brasília's."""
    if moment is None:
        return None
    return (moment if moment.tzinfo is not None else moment.replace(tzinfo=_BRASILIA)).astimezone(UTC)


def _stamp_time(token: cms.SignedData) -> datetime | None:
    moment: datetime | None = token["encap_content_info"]["content"].parsed["gen_time"].native
    return _aware(moment)


def _chain(status: dict[str, Any], moment: datetime | None, roots: Roots) -> tuple[Cadeia, str | None]:
    if not roots.raizes:
        return "nao_verificada", "nenhuma raiz está instalada"
    problem = status["trust_problem_indic"]
    if problem is None and status["validation_path"] is not None:
        if moment is None:
            return "nao_verificada", "a assinatura não diz quando foi feita"
        return "confiavel", None
    term = status["signing_cert"]["tbs_certificate"]["validity"]
    if moment is not None and not term["not_before"].native <= moment <= term["not_after"].native:
        return "recusada", "o certificado não estava em vigor quando foi usado"
    if problem == AdESIndeterminate.NO_CERTIFICATE_CHAIN_FOUND:
        return "recusada", "a cadeia do certificado não leva a nenhuma das raízes instaladas"
    return "recusada", "a cadeia do certificado não é válida"


def _altered(embedded: Any) -> bool:
    """Tell whether the file was changed after it was signed, beyond what forms, signatures and validation data need."""
    result = embedded.diff_result
    if not isinstance(result, DiffResult) or result.modification_level not in _ALLOWED:
        return True
    allowed = embedded.docmdp_level
    if allowed is not None and result.modification_level.value > allowed.value:
        return True
    return _tail_hides_something(embedded)


def _gap(embedded: Any) -> tuple[int, int, int]:
    """Return where the signed bytes are interrupted, where they go on, and where they end."""
    ranges = [int(number) for number in embedded.byte_range]
    if len(ranges) != 4 or ranges[0] != 0 or ranges[1] < 0 or ranges[3] < 0:
        return 0, 0, 0
    return ranges[1], ranges[2], ranges[2] + ranges[3]


def _in_its_gap(embedded: Any) -> bool:
    """Tell whether all that is left out of the signed bytes is the signature itself, as hexadecimal digits."""
    first, second, _ = _gap(embedded)
    content = embedded.pkcs7_content
    if second - first != 2 * len(content) + 2:
        return False
    embedded.reader.stream.seek(first)
    raw = embedded.reader.stream.read(second - first)
    try:
        return bool(raw[:1] == b"<" and raw[-1:] == b">" and bytes.fromhex(raw[1:-1].decode("ascii")) == content)
    except ValueError:
        return False


def _tail_hides_something(embedded: Any) -> bool:
    """Tell whether bytes follow the signed ones that no revision known to pyHanko explains.

    A viewer that repairs files may show what stands there.
    """
    stream = embedded.reader.stream
    stream.seek(_gap(embedded)[2])
    tail: bytes = stream.read()
    later = embedded.reader.xrefs.total_revisions - 1 - embedded.signed_revision
    if later <= 0:
        return bool(tail.strip(_BLANK))
    return tail.count(b"startxref") != later or bool(tail[tail.rfind(b"%%EOF") + 5 :].strip(_BLANK))


def _digest_holds(embedded: Any) -> bool:
    """Tell whether the SHA-1 that the oldest form carries is that of the signed bytes."""
    content = embedded.signed_data["encap_content_info"]["content"].native
    stream = embedded.reader.stream
    first, second, end = _gap(embedded)
    stream.seek(0)
    digest = hashlib.sha1(stream.read(first), usedforsecurity=False)
    stream.seek(second)
    digest.update(stream.read(end - second))
    return bool(content == digest.digest())


COMMANDS = {"assinaturas": signatures}
