"""Falsified papers from bytes to report: an analyst is shown where, and nothing is rejected for it alone."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image
from samples.generator.tampered import achar, colar, com_qr, escanear, remendar, revisar

from docverify.cache_owners import Owner, owned
from docverify.report import serialize
from docverify.settings import Settings
from docverify.verify import verify
from tests import made_files
from tests.integration import small

DATE = "31/12/2026"


@pytest.fixture
def machine(tmp_path: Path) -> Settings:
    return Settings(cache=tmp_path / "cache")


def run(folder: Path, settings: Settings) -> dict[str, Any]:
    found = verify(folder, today=date(2026, 11, 30), settings=settings)
    return json.loads(serialize.dumps(serialize.to_dict(found)))  # type: ignore[no-any-return]


def alvara(validade: str = DATE) -> bytes:
    return small.pdf(small.ALVARA.replace("VALIDADE", validade))


def dossier(folder: Path, data: bytes, name: str = "a.pdf") -> Path:
    small.dossier(folder)
    (folder / "a.pdf").unlink()
    (folder / name).write_bytes(data)
    return folder


def reasons(report: dict[str, Any], code: str) -> list[dict[str, Any]]:
    (item,) = [i for i in report["itens"] if i["id"] == "GLP-06"]
    return [m for m in item["motivos"] if m["codigo"] == code]


def item(report: dict[str, Any]) -> str:
    return next(i["situacao"] for i in report["itens"] if i["id"] == "GLP-06")  # type: ignore[no-any-return]


def holds(box: list[float], place: tuple[float, float, float, float]) -> bool:
    x, y = (place[0] + place[2]) / 2, (place[1] + place[3]) / 2
    return box[0] < x < box[2] and box[1] < y < box[3]


def test_a_pasted_validity_on_a_clean_scan(tmp_path: Path, machine: Settings) -> None:
    paper = alvara("31/12/2025")
    place = achar(paper, "31/12/2025")
    scan = escanear(np.asarray(small.scan(paper, 200)), 11)
    forged = remendar(scan, place.caixa, DATE)
    report = run(
        dossier(tmp_path / "d", made_files.encoded(Image.fromarray(forged), "JPEG", quality=85), "a.jpg"), machine
    )
    (reason,) = reasons(report, "documento_alterado")
    assert reason["gravidade"] == "revisar"
    assert reason["evidencia"]["campo"] == "validade"
    assert holds(reason["evidencia"]["caixa"], place.caixa)
    assert "remendo" in reason["mensagem"]

    honest = run(
        dossier(tmp_path / "h", made_files.encoded(Image.fromarray(scan), "JPEG", quality=85), "a.jpg"), machine
    )
    assert not reasons(honest, "documento_alterado")


def test_a_small_picture_over_the_validity(tmp_path: Path, machine: Settings) -> None:
    paper = alvara("31/12/2025")
    place = achar(paper, "31/12/2025")
    forged = colar(escanear(np.asarray(small.scan(paper, 200)), 12), 200, place.caixa, DATE)
    report = run(dossier(tmp_path / "d", forged), machine)
    found = reasons(report, "documento_alterado")
    assert any("imagem pequena" in r["mensagem"] and r["evidencia"]["campo"] == "validade" for r in found)
    assert item(report) != "conforme"


def test_a_validity_typed_over_the_scan(tmp_path: Path, machine: Settings) -> None:
    paper = alvara("31/12/2025")
    place = achar(paper, "31/12/2025")
    scan = Image.fromarray(escanear(np.asarray(small.scan(paper, 200)), 14))
    x, y = place.caixa[0] * scan.width * 0.36, (1 - place.caixa[3]) * scan.height * 0.36
    over = f"q 1 1 1 rg {x - 2:.1f} {y - 4:.1f} 75 16 re f Q BT 0 g /F1 12 Tf {x:.1f} {y:.1f} Td ({DATE}) Tj ET"
    report = run(dossier(tmp_path / "d", made_files.image_pdf(scan, overlay=over, dpi=200)), machine)
    found = reasons(report, "documento_alterado")
    assert any("por um programa" in r["mensagem"] and r["evidencia"]["campo"] == "validade" for r in found)
    assert item(report) != "conforme"


def test_a_validity_replaced_in_a_later_revision(tmp_path: Path, machine: Settings) -> None:
    paper = alvara("31/12/2025")
    report = run(dossier(tmp_path / "d", revisar(paper, achar(paper, "31/12/2025"), DATE)), machine)
    found = reasons(report, "documento_alterado")
    assert any("versão anterior" in r["mensagem"] for r in found)
    assert all(r["gravidade"] == "revisar" for r in found)
    assert item(report) != "conforme"


def with_code(content: str) -> bytes:
    page = com_qr(np.asarray(small.scan(alvara(), 200)), content, (0.7, 0.75))
    return made_files.encoded(Image.fromarray(escanear(page, 13)), "PNG")


def test_a_qr_code_that_says_another_validity(tmp_path: Path, machine: Settings) -> None:
    report = run(dossier(tmp_path / "d", with_code("ALVARÁ 2026/001234\nValidade: 31/12/2025"), "a.png"), machine)
    found = reasons(report, "leitores_divergentes")
    assert all("31/12/2025" in r["mensagem"] and r["gravidade"] == "revisar" for r in found)
    (reason,) = [r for r in found if "no código QR" in r["mensagem"]]
    assert DATE in reason["mensagem"]
    assert reason["evidencia"]["campo"] == "validade"
    assert holds(reason["evidencia"]["caixa"], (0.7, 0.75, 0.84, 0.84))
    assert item(report) != "conforme"


def test_a_qr_code_that_says_the_same(tmp_path: Path, machine: Settings) -> None:
    content = "https://campinas.sp.gov.br/v?codigo=AB12CD34EF&cnpj=11222333000181&validade=2026-12-31"
    report = run(dossier(tmp_path / "d", with_code(content), "a.png"), machine)
    assert not reasons(report, "leitores_divergentes")
    assert not reasons(report, "documento_alterado")
    (paper,) = [d for d in report["documentos"] if d["tipo"] == "alvara_funcionamento"]
    assert paper["campos"]["codigo_verificacao"]["valor"] == "AB12CD34EF"
    # a bare QR code is no authentication
    assert "autenticacao" not in paper["campos"]


def test_a_page_presented_before_by_another_establishment(tmp_path: Path, machine: Settings) -> None:
    registry = machine.model_copy(update={"digitais": tmp_path / "digitais.sqlite"})
    first = dossier(
        tmp_path / "first",
        made_files.encoded(Image.fromarray(escanear(np.asarray(small.scan(alvara(), 200)), 1)), "PNG"),
        "a.png",
    )
    assert not reasons(run(first, registry), "documento_reutilizado")
    assert not reasons(run(first, registry), "documento_reutilizado"), "the same dossier again"

    other = {**small.FICHA, "cnpj": "19.131.243/0001-97", "razao_social": "OUTRA REVENDA DE GÁS LTDA"}
    second = dossier(
        tmp_path / "second",
        made_files.encoded(Image.fromarray(escanear(np.asarray(small.scan(alvara(), 200)), 2)), "JPEG", quality=70),
        "x.jpg",
    )
    (second / "ficha.json").write_text(json.dumps(other), encoding="utf-8")
    (reason,) = reasons(run(second, registry), "documento_reutilizado")
    assert reason["gravidade"] == "revisar"
    assert "“first”" in reason["mensagem"]
    assert not reasons(run(second, machine), "documento_reutilizado"), "off by default"

    # in the service no entity learns of another's dossiers
    with owned(Owner("uma", "d1")):
        run(first, registry)
    with owned(Owner("outra", "d2")):
        assert not reasons(run(second, registry), "documento_reutilizado")
    with owned(Owner("uma", "d3")):
        (reason,) = reasons(run(second, registry), "documento_reutilizado")
    assert "“d1”" in reason["mensagem"]
