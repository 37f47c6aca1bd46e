"""Digital signatures of PDFs: what holds, what does not, and what is not to be known."""

from __future__ import annotations

import datetime as dt
import io
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pyhanko.pdf_utils import generic
from pyhanko.pdf_utils.generic import pdf_name
from pyhanko.pdf_utils.incremental_writer import IncrementalPdfFileWriter
from pyhanko.sign.validation.dss import DocumentSecurityStore

from docverify.intake import open_dossier, signatures
from docverify.intake.roots import Roots, load_roots
from docverify.intake.signature_child import MAX_SIGNATURES, examine
from docverify.intake.signatures import SignatureReader, has_signature
from docverify.settings import Settings
from docverify.values.assinaturas import Assinatura, from_dict
from tests import made_files
from tests.signed_files import (
    CNPJ,
    COMPANY,
    CPF,
    IN_CHARGE,
    MOMENT,
    PERSON_VALUE,
    UTC,
    asn1,
    changed,
    folder_with,
    holder,
    intermediate,
    root,
    sign,
    stamper,
)

_TEXT = "BT /F1 24 Tf 72 700 Td (Validade: 31/12/2026) Tj ET"
PLAIN = made_files.pdf([_TEXT])
TRUSTED = Roots(raizes=(asn1(root().certificate),))


def look(pdf: bytes, roots: Roots = TRUSTED) -> list[Assinatura]:
    return examine(io.BytesIO(pdf), roots)


def only(pdf: bytes, roots: Roots = TRUSTED) -> Assinatura:
    (found,) = look(pdf, roots)
    return found


def with_form() -> bytes:
    field = b"<< /Type /Annot /Subtype /Widget /FT /Tx /T (nome) /Rect [72 600 300 620] /DA (/F1 12 Tf) /P 4 0 R >>"
    return made_files.pdf(
        [_TEXT],
        page_extra="/Annots [6 0 R]",
        catalog_extra="/AcroForm << /Fields [6 0 R] /DA (/F1 12 Tf) >>",
        objects=[field],
    )


def updated(pdf: bytes, change: Callable[[IncrementalPdfFileWriter], None]) -> bytes:
    writer = IncrementalPdfFileWriter(io.BytesIO(pdf), strict=False)
    change(writer)
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()


def other_page(writer: IncrementalPdfFileWriter) -> None:
    stream = generic.StreamObject(stream_data=b"BT /F1 24 Tf 72 700 Td (Validade: 31/12/2036) Tj ET")
    page = writer.root["/Pages"]["/Kids"][0]
    page[pdf_name("/Contents")] = writer.add_object(stream)
    writer.update_container(page)


def fill(writer: IncrementalPdfFileWriter) -> None:
    field = writer.root["/AcroForm"]["/Fields"][0]
    field[pdf_name("/V")] = generic.TextStringObject("Fulano")
    writer.update_container(field)


def test_a_good_signature_is_intact_and_leads_to_the_root() -> None:
    found = only(sign(PLAIN, holder()))
    assert found == Assinatura(
        nome="MARIA APARECIDA DA SILVA",
        cpf=CPF,
        emissor="AC Intermediária de Teste",
        infraestrutura="icp_brasil",
        momento=MOMENT,
        integridade="integra",
        cadeia="confiavel",
    )
    assert found.cobre and not found.desmente and found.confianca == 0.99
    assert from_dict(found.to_dict()) == found


@pytest.mark.parametrize(
    "form", [{"pades": False}, {"oldest": True}, {"pades": False, "md": "sha1"}, {"md": "sha512"}], ids=str
)
def test_every_form_of_signature_is_judged(form: dict[str, object]) -> None:
    pdf = sign(PLAIN, holder(), **form)  # type: ignore[arg-type]
    assert only(pdf).confianca == 0.99
    assert only(changed(pdf, b"31/12/2026", b"31/12/2036")).integridade == "violada"


def test_without_roots_the_chain_is_not_verified() -> None:
    found = only(sign(PLAIN, holder()), Roots())
    assert (found.integridade, found.cadeia, found.confianca) == ("integra", "nao_verificada", 0.9)
    assert found.motivo == "nenhuma raiz está instalada"


def test_another_root_is_not_enough() -> None:
    found = only(sign(PLAIN, holder()), Roots(raizes=(asn1(root("Outra", "Outra").certificate),)))
    assert (found.integridade, found.cadeia) == ("integra", "recusada")
    assert 0 < found.confianca < 0.8


def test_a_root_of_the_same_name_is_not_the_root() -> None:
    forged = holder(above=intermediate(root("Autoridade Raiz de Teste", "ICP-Brasil ")))
    assert only(sign(PLAIN, forged)).cadeia == "recusada"


def test_a_byte_changed_breaks_it() -> None:
    found = only(changed(sign(PLAIN, holder()), b"31/12/2026", b"31/12/2036"))
    assert (found.integridade, found.confianca, found.desmente) == ("violada", 0.0, True)


def test_the_signature_itself_changed_breaks_it() -> None:
    pdf = sign(PLAIN, holder())
    start = pdf.rindex(b"/Contents <") + 11
    written = pdf[start : pdf.index(b">", start)].rstrip(b"0")
    raw = bytearray(pdf)
    place = start + len(written) - 40
    raw[place] = ord("1") if raw[place] != ord("1") else ord("2")
    assert only(bytes(raw)).integridade != "integra"


@pytest.mark.parametrize("change", [other_page], ids=["page"])
def test_an_update_that_changes_the_page_is_told(change: Callable[[IncrementalPdfFileWriter], None]) -> None:
    found = only(updated(sign(PLAIN, holder()), change))
    assert (found.integridade, found.alterada, found.confianca) == ("integra", True, 0.0)
    assert found.desmente and found.motivo


@pytest.mark.parametrize("tail", [b"\n9 0 obj << /Evil 1 >> endobj\n", b"PK\x03\x04"])
def test_what_follows_the_end_unexplained_is_an_alteration(tail: bytes) -> None:
    assert only(sign(PLAIN, holder()) + tail).alterada


def test_what_pyhanko_cannot_read_is_not_vouched_for() -> None:
    found = only(sign(PLAIN, holder()) + b"\n%%EOF\nmore")
    assert (found.integridade, found.confianca) == ("nao_verificada", 0.0)


@pytest.mark.parametrize("tail", [b"", b"\n", b"\r\n\r\n", b"\0\0"])
def test_blanks_after_the_end_are_none(tail: bytes) -> None:
    assert only(sign(PLAIN, holder()) + tail).cobre


def test_filling_a_form_afterwards_is_allowed_unless_the_signer_forbids() -> None:
    assert only(updated(sign(with_form(), holder()), fill)).cobre
    assert only(updated(sign(with_form(), holder(), only_form=True), fill)).cobre
    assert only(updated(sign(with_form(), holder(), only_form=False), fill)).alterada


def test_validation_data_added_afterwards_are_allowed() -> None:
    pdf = io.BytesIO(sign(PLAIN, holder()))
    DocumentSecurityStore.add_dss(pdf, None, certs=[asn1(root().certificate)])
    assert len(pdf.getvalue()) > len(sign(PLAIN, holder()))
    assert only(pdf.getvalue()).cobre


def test_two_people_sign() -> None:
    company = holder(f"POSTO BOM LTDA:{CNPJ}", others=((COMPANY, CNPJ), (IN_CHARGE, PERSON_VALUE)))
    both = look(sign(sign(PLAIN, holder()), company, field="Assinatura2"))
    assert [s.nome for s in both] == ["MARIA APARECIDA DA SILVA", "POSTO BOM LTDA"]
    assert [(s.cpf, s.cnpj) for s in both] == [(CPF, None), (CPF, CNPJ)]
    assert all(s.confianca == 0.99 for s in both)


def test_the_second_signer_vouches_for_what_the_first_did_not_see() -> None:
    first, second = look(sign(updated(sign(PLAIN, holder()), other_page), holder(), field="Assinatura2"))
    assert first.alterada and second.cobre


def test_a_certificate_expired_since_is_no_fault() -> None:
    old = holder(years=(2020, 2023))
    assert only(sign(PLAIN, old, when=dt.datetime(2022, 3, 14, tzinfo=UTC))).cadeia == "confiavel"


def test_a_certificate_that_was_not_in_force_then_is() -> None:
    for years in ((2020, 2023), (2027, 2030)):
        found = only(sign(PLAIN, holder(years=years)))
        assert found.cadeia == "recusada" and found.motivo and "em vigor" in found.motivo


def test_a_signature_that_tells_no_time_is_not_trusted() -> None:
    found = only(sign(PLAIN, holder(), when=None))
    assert (found.momento, found.cadeia, found.integridade) == (None, "nao_verificada", "integra")


def test_a_time_stamp_tells_when_rather_than_the_signer() -> None:
    real = dt.datetime(2026, 5, 1, 9, 30, tzinfo=UTC)
    found = only(sign(PLAIN, holder(), stamped=stamper(real)))
    assert (found.momento, found.carimbo_do_tempo) == (real, True)
    # told to be of 2022 by a certificate that expired in 2023, stamped in 2026
    old = sign(PLAIN, holder(years=(2020, 2023)), when=dt.datetime(2022, 1, 2, tzinfo=UTC), stamped=stamper(real))
    assert only(old).cadeia == "recusada"


def test_a_stranger_s_time_stamp_is_not_believed() -> None:
    stranger = stamper(dt.datetime(2022, 1, 2, tzinfo=UTC), root("Outra", "Outra"))
    found = only(sign(PLAIN, holder(), stamped=stranger))
    assert (found.momento, found.carimbo_do_tempo) == (MOMENT, False)


@pytest.mark.parametrize(
    ("name", "others", "expected"),
    [
        ("JOSÉ DE SOUZA", (), ("JOSÉ DE SOUZA", None, None)),
        (f"JOSÉ DE SOUZA:{CPF}", (), ("JOSÉ DE SOUZA", CPF, None)),
        ("JOSÉ DE SOUZA:12345678900", (), ("JOSÉ DE SOUZA:12345678900", None, None)),
        ("JUNTA: SECRETARIA GERAL", (), ("JUNTA: SECRETARIA GERAL", None, None)),
        ("GÁS LTDA:12ABC34501DE35", (), ("GÁS LTDA", None, "12ABC34501DE35")),
        ("A", (("2.16.76.1.3.1", "junk"), ("2.16.76.1.3.3", "x" * 100)), ("A", None, None)),
        ("A\u202eB  C", (), ("A B C", None, None)),
    ],
)
def test_who_signed(
    name: str, others: tuple[tuple[str, str], ...], expected: tuple[str | None, str | None, str | None]
) -> None:
    found = only(sign(PLAIN, holder(name, others=others)))
    assert (found.nome, found.cpf, found.cnpj) == expected


def test_gov_br_is_told_from_icp_brasil() -> None:
    top = root("AC Raiz do Governo", "Gov-Br")
    found = only(sign(PLAIN, holder(above=intermediate(top))), Roots(raizes=(asn1(top.certificate),)))
    assert (found.infraestrutura, found.cadeia) == ("gov_br", "confiavel")


def test_many_signatures_are_not_all_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("docverify.intake.signature_child.MAX_SIGNATURES", 1)
    assert MAX_SIGNATURES > 1
    found = look(sign(sign(PLAIN, holder()), holder(), field="B"))
    assert [s.integridade for s in found] == ["integra", "nao_verificada"]


@pytest.mark.parametrize("share", [0.1, 0.5, 0.9, 0.99])
def test_a_truncated_file_is_not_verified(share: float) -> None:
    pdf = sign(PLAIN, holder())
    for found in look(pdf[: int(len(pdf) * share)]):
        assert found.confianca == 0.0 and found.motivo


@pytest.mark.parametrize(
    "junk",
    [
        b"",
        b"%PDF-1.7 /ByteRange",
        b"\0" * 100_000,
        b"%PDF-1.4\n1 0 obj\n<< /Type /Sig /ByteRange [0 1 2 3] /Contents <00> >>\nendobj\n%%EOF",
        b"%PDF-1.4\n" + b"<<" * 50_000 + b"/ByteRange",
        b"%PDF-1.4\n1 0 obj [" + b"[" * 200_000 + b" /ByteRange\nstartxref\n9\n%%EOF",
    ],
    ids=["empty", "mark", "zeros", "orphan", "deep", "nested"],
)
def test_junk_is_no_signature(junk: bytes) -> None:
    assert all(s.confianca == 0.0 for s in look(junk))


_DICTIONARY = b"/Type /Sig /SubFilter /adbe.pkcs7.detached"


@pytest.mark.parametrize(
    "field",
    [
        b"/V << %s /ByteRange [0 1 2 3] /Contents <00> >>" % _DICTIONARY,
        b"/V << %s /ByteRange [0 -9 99999999999 -1] /Contents <3000> >>" % _DICTIONARY,
        b"/V << /Type /Sig /SubFilter /adbe.x509.rsa_sha1 /ByteRange [0 1 2 3] /Contents <00> >>",
        b"/V << /SubFilter 12 /ByteRange /None /Contents 3 >>",
        b"/V 6 0 R /ByteRange []",
        b"/Kids [6 0 R] /V [6 0 R] /ByteRange []",
    ],
)
def test_damaged_fields_prove_nothing(field: bytes) -> None:
    pdf = made_files.pdf(
        [_TEXT],
        catalog_extra="/AcroForm << /Fields [6 0 R] >>",
        objects=[b"<< /FT /Sig /T (a) %s >>" % field],
    )
    assert all(s.confianca == 0.0 and s.integridade == "nao_verificada" for s in look(pdf))


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.data())
def test_no_change_of_signed_bytes_goes_unseen(data: st.DataObject) -> None:
    pdf = bytearray(sign(PLAIN, holder()))
    gap = bytes(pdf).rindex(b"/Contents <")
    place = data.draw(st.integers(9, gap))
    pdf[place] ^= data.draw(st.integers(1, 255))
    assert all(not s.cobre for s in look(bytes(pdf)))


def test_roots_are_read_from_pem_and_der_and_junk_is_named(tmp_path: Path) -> None:
    folder = folder_with(tmp_path / "raizes", [root(), root("Outra", "Outra"), intermediate()])
    (folder / "lixo.cer").write_bytes(b"not a certificate")
    (folder / "vazio.pem").write_bytes(b"")
    (folder / "pessoa.crt").write_bytes(holder().pem)
    (folder / "leia-me.txt").write_text("ignored")
    (folder / "varias.pem").write_bytes(root().pem + root("Outra", "Outra").pem)
    (folder / "quebrado.pem").write_bytes(root().pem[:300] + b"\n-----END CERTIFICATE-----\n")
    found = load_roots(folder)
    assert len(found.raizes) == 2 and len(found.intermediarias) == 1
    assert sorted(f.partition(":")[0] for f in found.falhas) == ["lixo.cer", "pessoa.crt", "quebrado.pem", "vazio.pem"]


def test_no_folder_is_no_roots(tmp_path: Path) -> None:
    assert load_roots(None) == Roots()
    missing = load_roots(tmp_path / "nada")
    assert missing.raizes == () and len(missing.falhas) == 1


def test_an_intermediate_alone_is_trusted_for_nothing(tmp_path: Path) -> None:
    folder = folder_with(tmp_path / "raizes", [intermediate()])
    assert only(sign(PLAIN, holder()), load_roots(folder)).cadeia == "nao_verificada"


def test_a_dossier_carries_its_signatures(tmp_path: Path) -> None:
    dossier = tmp_path / "dossie"
    dossier.mkdir()
    (dossier / "a.pdf").write_bytes(sign(PLAIN, holder()))
    (dossier / "b.pdf").write_bytes(PLAIN)
    machine = Settings(raizes=folder_with(tmp_path / "raizes", [root()]))
    with open_dossier(dossier, machine) as intake:
        by_name = {s.arquivo: s.assinaturas for s in intake.fontes}
    assert by_name["b.pdf"] == ()
    assert [s.confianca for s in by_name["a.pdf"]] == [0.99]


def test_unsigned_files_start_no_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.pdf"
    path.write_bytes(PLAIN)
    reader = SignatureReader(Settings())
    monkeypatch.setattr(reader, "_child", None)
    assert reader.read(path) == ()
    assert not has_signature(tmp_path / "nada.pdf")
    (tmp_path / "vazio.pdf").write_bytes(b"")
    assert not has_signature(tmp_path / "vazio.pdf")


def test_the_search_costs_next_to_nothing(tmp_path: Path) -> None:
    path = tmp_path / "grande.pdf"
    path.write_bytes(b"/ByteRang" * 2_000_000)
    started = time.perf_counter()
    assert not has_signature(path)
    assert time.perf_counter() - started < 2.0


def test_a_file_that_takes_too_long_is_told_as_not_verified(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.pdf"
    path.write_bytes(sign(PLAIN, holder()))
    reader = SignatureReader(Settings(signature_timeout_s=0.001))
    (found,) = reader.read(path)
    reader.close()
    assert found.integridade == "nao_verificada" and found.motivo and "demorou" in found.motivo
    assert signatures.has_signature(path)
