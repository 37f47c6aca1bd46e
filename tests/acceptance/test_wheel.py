"""The wheel alone: norms, models, templates and schema travel in it, and it verifies from another folder."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from tests.integration import small

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel from the tree and install it alone into an empty folder; nothing is downloaded."""
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    subprocess.run(build, check=True, capture_output=True, timeout=120)
    (wheel,) = folder.glob("docverify-*.whl")
    target = folder / "alone"
    pip = [sys.executable, "-m", "pip", "install", "-q", "--no-index", "--no-deps", "--target", str(target), str(wheel)]
    subprocess.run(pip, check=True, capture_output=True, timeout=120)
    return target


def _call(installed: Path, cwd: Path, *arguments: object) -> subprocess.CompletedProcess[str]:
    """Run with the wheel's folder and the dependencies on the path only.

    ``-S`` keeps the editable installation of the tree out: no ``.pth`` file is read.
    """
    environment = {k: v for k, v in os.environ.items() if not k.startswith(("DOCVERIFY_", "PYTHON"))}
    environment["PYTHONPATH"] = os.pathsep.join([str(installed), sysconfig.get_path("purelib")])
    environment["DOCVERIFY_CACHE"] = str(cwd / "cache")
    return subprocess.run(
        [sys.executable, "-S", *map(str, arguments)],
        capture_output=True,
        text=True,
        timeout=180,
        cwd=cwd,
        env=environment,
        check=False,
    )


def test_docverify_comes_from_the_wheel(installed: Path, tmp_path: Path) -> None:
    done = _call(installed, tmp_path, "-c", "import docverify; print(docverify.__file__)")
    assert Path(done.stdout.strip()).is_relative_to(installed), done.stderr


def test_the_wheel_verifies_a_dossier_from_another_folder(installed: Path, tmp_path: Path) -> None:
    small.dossier(tmp_path / "d", validade="30/06/2026")
    done = _call(installed, tmp_path, "-m", "docverify", "verify", "d", "--json", "--report", "r.html")
    assert done.returncode == 1, done.stderr
    report: dict[str, Any] = json.loads(done.stdout)
    schema = json.loads((installed / "docverify/report/schema/relatorio-1.json").read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator(schema).validate(report)
    assert {d["tipo"] for d in report["documentos"]} == {"alvara_funcionamento", "comprovante_cnpj"}
    (alvara,) = (item for item in report["itens"] if item["id"] == "GLP-06")
    assert "validade_vencida" in {m["codigo"] for m in alvara["motivos"]}
    assert "data:image/jpeg" in (tmp_path / "r.html").read_text(encoding="utf-8")


def test_the_wheel_knows_its_norms_and_finds_nothing_missing(installed: Path, tmp_path: Path) -> None:
    norms = _call(installed, tmp_path, "-m", "docverify", "norms", "list")
    assert norms.returncode == 0 and "GLP297" in norms.stdout
    doctor = _call(installed, tmp_path, "-m", "docverify", "doctor")
    assert doctor.returncode == 0 and "[X]" not in doctor.stdout, doctor.stdout
    assert str(installed) in doctor.stdout


def test_the_wheel_holds_the_product_only(installed: Path) -> None:
    (wheel,) = installed.parent.glob("docverify-*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    assert {name.split("/")[0].partition("-")[0] for name in names} == {"docverify", "docverify_api"}
    for needed in ("docverify_api/templates/base.html", "docverify_api/static/docverify.css"):
        assert needed in names
    assert any(name.startswith("docverify/store/migrations/versions/0001") for name in names)
    assert not [name for name in names if "__pycache__" in name]
