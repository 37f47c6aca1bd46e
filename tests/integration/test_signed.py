"""A signed dossier from bytes to report: what a digital signature changes in the answer, and what it does not."""

from __future__ import annotations

import io
import json
from datetime import date
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from PIL import Image, ImageDraw
from rich.console import Console

from docverify.documents.signed import signed
from docverify.report import html, pdf, serialize, terminal, view
from docverify.report.crops import Cropper
from docverify.resources import package_path
from docverify.settings import Settings
from docverify.values.assinaturas import Assinatura
from docverify.verify import verify
from tests.integration import small
from tests.signed_files import changed, folder_with, holder, root, sign


@pytest.fixture
def machine(tmp_path: Path) -> Settings:
    return Settings(cache=tmp_path / "cache", raizes=folder_with(tmp_path / "raizes", [root()]))


def run(folder: Path, settings: Settings) -> dict[str, Any]:
    found = verify(folder, today=date(2026, 11, 30), settings=settings)
    report = json.loads(serialize.dumps(serialize.to_dict(found)))
    schema = json.loads(package_path("report", "schema", "relatorio-1.json").read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator(schema).validate(report)
    return report  # type: ignore[no-any-return]


def dossier(folder: Path, alvara: bytes) -> Path:
    small.dossier(folder)
    (folder / "a.pdf").write_bytes(alvara)
    return folder


def alvara_of(report: dict[str, Any]) -> dict[str, Any]:
    (found,) = [d for d in report["documentos"] if d["tipo"] == "alvara_funcionamento"]
    return found


def reasons_of(report: dict[str, Any], item: str) -> set[str]:
    (found,) = [i for i in report["itens"] if i["id"] == item]
    return {m["codigo"] for m in found["motivos"]}


def unsigned() -> bytes:
    return small.pdf(small.ALVARA.replace("VALIDADE", "31/12/2026"))


def notices(report: dict[str, Any]) -> set[str]:
    return {n["codigo"] for n in report["avisos"]}


def test_a_trusted_signature_authenticates(tmp_path: Path, machine: Settings) -> None:
    report = run(dossier(tmp_path / "d", sign(unsigned(), holder())), machine)
    document = alvara_of(report)
    assert document["campos"]["autenticacao"]["valor"] == "digital"
    assert document["campos"]["autenticacao"]["confianca"] == 0.99
    (signature,) = document["campos_extras"]["assinaturas"]["valor"]
    assert (signature["nome"], signature["revogacao"]) == ("MARIA APARECIDA DA SILVA", "nao_verificada")
    assert "autenticacao_ausente" not in reasons_of(report, "GLP-06")
    assert "documento_alterado" not in reasons_of(report, "GLP-06")
    assert "certificacao_nao_verificada" not in notices(report)


def test_without_roots_it_counts_and_the_report_says_that_it_was_not_verified(
    tmp_path: Path, machine: Settings
) -> None:
    folder = dossier(tmp_path / "d", sign(unsigned(), holder()))
    report = run(folder, machine.model_copy(update={"raizes": None}))
    assert alvara_of(report)["campos"]["autenticacao"]["valor"] == "digital"
    assert not {"autenticacao_ausente", "confianca_baixa"} & reasons_of(report, "GLP-06")
    assert "certificacao_nao_verificada" in notices(report)


def test_a_chain_that_the_roots_refuse_is_a_doubt(tmp_path: Path, machine: Settings) -> None:
    other = folder_with(tmp_path / "outras", [root("Outra", "Outra")])
    report = run(dossier(tmp_path / "d", sign(unsigned(), holder())), machine.model_copy(update={"raizes": other}))
    assert "confianca_baixa" in reasons_of(report, "GLP-06")


def test_an_unsigned_copy_is_not_authenticated(tmp_path: Path, machine: Settings) -> None:
    report = run(dossier(tmp_path / "d", unsigned()), machine)
    document = alvara_of(report)
    assert "autenticacao" not in document["campos"] and "assinaturas" not in document.get("campos_extras", {})
    assert "autenticacao_ausente" in reasons_of(report, "GLP-06")


def test_a_signed_file_that_was_changed_is_for_a_person(tmp_path: Path, machine: Settings) -> None:
    pdf_bytes = sign(unsigned(), holder())
    report = run(dossier(tmp_path / "d", changed(pdf_bytes, b"%PDF-1.7", b"%PDF-1.6")), machine)
    items = {i["id"]: i for i in report["itens"]}
    assert items["GLP-06"]["situacao"] in ("em_analise", "nao_conforme")
    assert "documento_alterado" in reasons_of(report, "GLP-06")
    graver = [m for m in items["GLP-06"]["motivos"] if m["codigo"] in ("documento_alterado", "autenticacao_ausente")]
    assert {m["gravidade"] for m in graver} == {"revisar"}


def test_a_picture_of_a_signature_proves_nothing(tmp_path: Path, machine: Settings) -> None:
    scanned = small.scan(unsigned())
    draw = ImageDraw.Draw(scanned)
    draw.rectangle((900, 1900, 1500, 2050), outline=0)
    draw.line([(920, 2000), (1000, 1920), (1100, 2030), (1300, 1940), (1450, 2020)], fill=0, width=5)
    folder = dossier(tmp_path / "d", b"-")
    (folder / "a.pdf").unlink()
    Image.Image.save(scanned, folder / "a.png")
    report = run(folder, machine)
    assert "autenticacao" not in alvara_of(report)["campos"]


def test_a_document_in_two_files_needs_both_signed() -> None:
    good = Assinatura(nome="A", integridade="integra", cadeia="confiavel")
    both = signed(("a", "b"), {"a": (good,), "b": (good,)}, 1)
    assert both.autenticacao is not None and both.autenticacao.confianca == 0.99
    one = signed(("a", "b"), {"a": (good,)}, 1)
    assert one.autenticacao is None and one.lista is not None and one.notas == ()
    broken = signed(("a",), {"a": (good, Assinatura(integridade="violada"))}, 1)
    assert broken.autenticacao is not None and broken.notas == ("documento_alterado",)
    assert signed(("a",), {}, 1).lista is None


def test_every_printing_lists_the_signatures(tmp_path: Path, machine: Settings) -> None:
    found = verify(dossier(tmp_path / "d", sign(unsigned(), holder())), today=date(2026, 11, 30), settings=machine)
    report = serialize.to_dict(found)
    (line,) = view.build(report).assinaturas
    for part in ("a.pdf", "MARIA APARECIDA DA SILVA (CPF 390.533.447-05)", "14/03/2026 às 10:00", "ICP-Brasil"):
        assert part in line
    assert "Íntegra" in line and "revogação não verificada" in line
    console = Console(record=True, width=400, file=io.StringIO())
    terminal.render(report, console)
    assert line in console.export_text()
    shown = view.build(report)
    blank = Cropper(lambda *_: Image.new("RGB", (60, 80), "white"))
    assert '<h2 id="assinaturas">' in html.render(shown, blank)
    assert pdf.render(shown, blank).startswith(b"%PDF")
