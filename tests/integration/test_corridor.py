"""From bytes to report through every station, on small dossiers: what stays the same, and what each fault leads to."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from docverify.resources import package_path
from tests.integration import small


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DOCVERIFY_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(p for p in sys.path if p))
    monkeypatch.delenv("DOCVERIFY_DEBUG", raising=False)


def _call(*arguments: object, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "docverify", *map(str, arguments)],
        capture_output=True,
        text=True,
        timeout=180,
        env={**os.environ, **environment},
        check=False,
    )


def _report(done: subprocess.CompletedProcess[str]) -> dict[str, Any]:
    assert done.stdout, done.stderr
    report: dict[str, Any] = json.loads(done.stdout)
    schema = json.loads(package_path("report", "schema", "relatorio-1.json").read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator(schema).validate(report)
    return report


def _items(report: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {item["id"]: item for item in report["itens"]}


def _but(report: dict[str, Any], *keys: str) -> dict[str, Any]:
    """Return the report without some keys at every depth."""

    def stripped(value: Any) -> Any:
        if isinstance(value, dict):
            return {k: stripped(v) for k, v in value.items() if k not in keys}
        return [stripped(v) for v in value] if isinstance(value, list) else value

    out: dict[str, Any] = stripped(report)
    return out


def test_an_incomplete_dossier_is_rejected_with_what_was_read(tmp_path: Path) -> None:
    done = _call("verify", small.dossier(tmp_path / "d"), "--json")
    report = _report(done)
    assert done.returncode == 1 and done.stderr == ""
    assert report["resultado"] == "rejeitado" and report["efeito"]["codigo"] == "nao_admitido"
    documents = {d["tipo"]: d for d in report["documentos"]}
    assert set(documents) == {"alvara_funcionamento", "comprovante_cnpj"}
    assert documents["alvara_funcionamento"]["campos"]["validade"]["valor"] == "2026-12-31"
    assert documents["comprovante_cnpj"]["campos"]["cnpj"]["valor"] == "11222333000181"
    items = _items(report)
    assert items["GLP-01"]["situacao"] == "ausente" and items["GLP-03"]["situacao"] == "conforme"


def test_the_reference_date_decides_validity(tmp_path: Path) -> None:
    path = small.dossier(tmp_path / "d", validade="30/06/2026")
    codes = {
        day: {m["codigo"] for m in _items(_report(_call("verify", path, "--json", "--date", day)))["GLP-06"]["motivos"]}
        for day in ("2026-06-30", "2026-07-01")
    }
    assert "validade_vencida" not in codes["2026-06-30"]
    assert "validade_vencida" in codes["2026-07-01"]


def test_twice_the_same_bytes_and_the_second_time_nothing_is_read(tmp_path: Path) -> None:
    path = small.dossier(tmp_path / "d")
    (path / "a.pdf").unlink()
    small.scan(small.pdf(small.ALVARA.replace("VALIDADE", "31/12/2026"))).save(path / "a.png")
    first, second = (_report(_call("verify", path, "--json")) for _ in range(2))
    assert first["tempos"]["paginas_ocr"] == 1
    assert second["tempos"]["paginas_ocr"] == 0 and second["tempos"]["paginas_cache"] == 2
    assert json.dumps(_but(first, "tempos")) == json.dumps(_but(second, "tempos"))


def test_other_names_and_order_change_names_only(tmp_path: Path) -> None:
    path = small.dossier(tmp_path / "d")
    other = tmp_path / "outro"
    (other / "sub").mkdir(parents=True)
    shutil.copy(path / "a.pdf", other / "sub" / "z.bin")
    shutil.copy(path / "b.pdf", other / "0.pdf")
    shutil.copy(path / "ficha.json", other / "ficha.json")
    first, second = (_report(_call("verify", p, "--json")) for p in (path, other))
    names = ("tempos", "dossie", "arquivo")
    assert json.dumps(_but(first, *names)) == json.dumps(_but(second, *names))


def test_a_zip_is_its_folder(tmp_path: Path) -> None:
    path = small.dossier(tmp_path / "d")
    with zipfile.ZipFile(tmp_path / "d.zip", "w") as packed:
        for entry in sorted(path.iterdir()):
            packed.write(entry, entry.name)
    first, second = (_report(_call("verify", p, "--json")) for p in (path, tmp_path / "d.zip"))
    assert second["dossie"] == "d.zip"
    assert _but(first, "tempos", "dossie") == _but(second, "tempos", "dossie")


def test_an_unreadable_file_turns_missing_into_doubt(tmp_path: Path) -> None:
    path = small.dossier(tmp_path / "d")
    (path / "c.pdf").write_bytes(b"%PDF-1.7\nisto nao e um pdf")
    report = _report(_call("verify", path, "--json"))
    assert [n["arquivo"] for n in report["avisos"] if n["codigo"] == "arquivo_ilegivel"] == ["c.pdf"]
    assert not [d for d in report["documentos"] if d["arquivo"] == "c.pdf"]
    item = _items(report)["GLP-01"]
    assert item["situacao"] == "em_analise"
    assert "documento_ilegivel" in {m["codigo"] for m in item["motivos"]}


def test_a_scanned_ficha_stands_in_for_the_json(tmp_path: Path) -> None:
    path = small.dossier(tmp_path / "d", ficha=None)
    (path / "f.pdf").write_bytes(small.pdf(small.FORM))
    report = _report(_call("verify", path, "--json", "--date", "2026-11-30"))
    assert report["norma"] == "GLP297"
    ficha = report["ficha"]
    assert ficha["origem"] == "digitalizada"
    assert ficha["cnpj"] == "11222333000181" and ficha["classe_armazenamento"] == "II"
    assert ficha["endereco"]["numero"] == "1450" and ficha["endereco"]["cep"] == "13010300"
    assert ficha["responsavel"]["cpf"] == "39053344705"
    assert ficha["data"] == "2026-11-20"


@pytest.mark.parametrize(
    ("make", "told"),
    [
        (lambda p: None, "não encontrei"),
        (lambda p: p.mkdir(), "vazio"),
        (lambda p: p.write_bytes(b"x"), ""),
        (lambda p: small.dossier(p, ficha=None), "Ficha"),
        (lambda p: small.dossier(p, ficha={**small.FICHA, "razao_socail": "x"}), "razao_socail"),
        (lambda p: small.dossier(p, ficha={**small.FICHA, "pedido": {"norma": "NADA"}}), "NADA"),
    ],
)
def test_a_dossier_that_cannot_be_used_is_2_with_one_line(tmp_path: Path, make: Any, told: str) -> None:
    make(tmp_path / "d")
    done = _call("verify", tmp_path / "d", "--json")
    assert done.returncode == 2 and done.stdout == ""
    assert done.stderr.count("\n") == 1 and told in done.stderr


def test_a_missing_engine_is_4_and_says_what_to_install(tmp_path: Path) -> None:
    path = small.dossier(tmp_path / "d")
    small.scan(small.pdf(small.CARD), 100).save(path / "c.png")
    done = _call("verify", path, "--json", DOCVERIFY_TESSERACT_CMD="/nao/ha/tesseract")
    assert done.returncode == 4 and done.stdout == ""
    assert done.stderr.count("\n") == 1 and "esseract" in done.stderr


def test_too_little_time_is_4(tmp_path: Path) -> None:
    done = _call("verify", small.dossier(tmp_path / "d"), "--json", DOCVERIFY_DOSSIER_TIMEOUT_S="0.01")
    assert done.returncode == 4 and "limite" in done.stderr and done.stderr.count("\n") == 1


@pytest.mark.parametrize("kind", ["html", "pdf"])
def test_the_illustrated_report_shows_the_page(tmp_path: Path, kind: str) -> None:
    path = small.dossier(tmp_path / "d", validade="30/06/2026")
    target = tmp_path / f"r.{kind}"
    done = _call("verify", path, "--report", target)
    assert done.returncode == 1 and done.stdout.startswith("REJEITADO"), done.stderr
    data = target.read_bytes()
    if kind == "html":
        text = data.decode("utf-8")
        assert "data:image/jpeg;base64," in text and "GLP-06" in text
    else:
        assert data.startswith(b"%PDF") and b"/Image" in data


def test_a_batch_has_a_line_for_each_and_says_0(tmp_path: Path) -> None:
    source = tmp_path / "s"
    small.dossier(source / "bom")
    small.dossier(source / "sem", ficha=None)
    (source / "c.pdf").write_bytes(b"nada")
    done = _call("batch", source, "--output", tmp_path / "o.jsonl", "--workers", "2")
    assert done.returncode == 0, done.stderr
    lines = [json.loads(line) for line in (tmp_path / "o.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [line["dossie"] for line in lines] == ["bom", "c.pdf", "sem"]
    assert lines[2]["erro"]["codigo"] == "ficha_ausente" and "erro" in lines[1]
    single = _report(_call("verify", source / "bom", "--json"))
    assert _but(lines[0], "tempos") == _but(single, "tempos")


def test_a_zip_of_a_folder_names_files_as_the_folder_does(tmp_path: Path) -> None:
    path = small.dossier(tmp_path / "d")
    with zipfile.ZipFile(tmp_path / "e.zip", "w") as packed:
        for entry in sorted(path.iterdir()):
            packed.write(entry, f"d/{entry.name}")
        packed.writestr("__MACOSX/d/._a.pdf", b"x")
    first, second = (_report(_call("verify", p, "--json")) for p in (path, tmp_path / "e.zip"))
    assert _but(first, "tempos", "dossie") == _but(second, "tempos", "dossie")
