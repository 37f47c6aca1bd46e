"""The same dossier gives the same bytes: whatever the jobs, the hash seed, the names, the order and the packing."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.integration import small


def _verify(dossier: Path, **environment: str) -> dict[str, Any]:
    done = subprocess.run(
        [sys.executable, "-m", "docverify", "verify", str(dossier), "--json"],
        capture_output=True,
        timeout=240,
        env={**os.environ, **environment},
        check=False,
    )
    assert done.returncode in (0, 1, 3), done.stderr.decode()
    report: dict[str, Any] = json.loads(done.stdout)
    return report


def _but(report: dict[str, Any], *keys: str) -> str:
    """Return the report's bytes without some keys at every depth."""

    def stripped(value: Any) -> Any:
        if isinstance(value, dict):
            return {k: stripped(v) for k, v in value.items() if k not in keys}
        return [stripped(v) for v in value] if isinstance(value, list) else value

    return json.dumps(stripped(report), ensure_ascii=False, indent=1)


def _scanned(folder: Path, names: tuple[str, str, str]) -> Path:
    """Write a dossier of two scans and one born-digital page under the given file names."""
    folder.mkdir()
    alvara, card, form = names
    small.scan(small.pdf(small.ALVARA.replace("VALIDADE", "31/12/2026")), 150).save(folder / alvara, "PNG")
    small.scan(small.pdf(small.CARD), 150).save(folder / card, "PNG")
    (folder / form).write_bytes(small.pdf(small.FORM))
    (folder / "ficha.json").write_text(json.dumps(small.FICHA, ensure_ascii=False), encoding="utf-8")
    return folder


def test_jobs_hash_seeds_names_and_order_change_nothing_and_the_cache_reads_nothing_again(tmp_path: Path) -> None:
    one = _scanned(tmp_path / "um", ("a.png", "b.png", "c.pdf"))
    two = _scanned(tmp_path / "outro", ("z sem extensão", "0.tif", "m.bin"))
    here, there = ({"DOCVERIFY_CACHE": str(tmp_path / name)} for name in ("cache1", "cache2"))
    first = _verify(one, **here, DOCVERIFY_OCR_JOBS="1", PYTHONHASHSEED="1")
    other = _verify(two, **there, DOCVERIFY_OCR_JOBS="2", PYTHONHASHSEED="4242")
    again = _verify(one, **here, DOCVERIFY_OCR_JOBS="2", PYTHONHASHSEED="random")
    assert first["tempos"]["paginas_ocr"] == other["tempos"]["paginas_ocr"] == 2
    assert again["tempos"]["paginas_ocr"] == 0 and again["tempos"]["paginas_cache"] == again["tempos"]["paginas"] == 3
    assert _but(first, "tempos") == _but(again, "tempos")
    assert _but(first, "tempos", "dossie", "arquivo") == _but(other, "tempos", "dossie", "arquivo")
    assert {d["tipo"] for d in first["documentos"]} == {"alvara_funcionamento", "comprovante_cnpj", "ficha_cadastral"}
