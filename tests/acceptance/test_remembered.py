"""A dossier verified again gives the same bytes from what its pages said the first time, without reading any."""

from __future__ import annotations

import shutil
from datetime import date
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from docverify import remember
from docverify import verify as corridor
from docverify.errors import EngineError, MissingFichaError
from docverify.intake.media import MediaWorker
from docverify.report import serialize
from docverify.settings import Settings
from docverify.work.job import Job
from docverify.work.produce import produce
from tests.integration import small as scans
from tests.made_files import folder, lines, pdf

SAMPLES = Path(__file__).resolve().parents[2] / "samples"
TODAY = date(2026, 11, 30)


@pytest.fixture(autouse=True)
def unchanged(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a file of the program change while the tests run, as somebody who works on it does."""
    stamp = remember._first_stamp()
    monkeypatch.setattr(remember, "program_stamp", lambda: stamp)


def _report(path: Path, settings: Settings, **more: Any) -> tuple[str, dict[str, Any]]:
    report = dict(produce(Job(path, TODAY, **more), settings).report or {})
    times = report.pop("tempos")
    return serialize.dumps(report), dict(times)


def _never(*_: Any, **__: Any) -> Any:
    raise AssertionError("was to be remembered")


@pytest.mark.parametrize(
    "sample",
    [
        "dossies/02_documento_ausente",
        "dossies/11_so_ficha_digitalizada",
        "dossies/13_arquivo_ilegivel",
        "dossies/15_compactado.zip",
        "normas/dist95_novo_aceito",
        "normas/res41_fusao_licenca_da_anterior_aceito",
    ],
)
def test_the_same_bytes_with_and_without_memory(sample: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = Settings(cache=tmp_path / "cache", ocr_jobs=2)
    first, cost = _report(SAMPLES / sample, settings)
    with monkeypatch.context() as patch:
        for name in ("read_all", "documents_of", "confirm", "calibrated"):
            patch.setattr(corridor, name, _never)
        if "ilegivel" not in sample:  # a file that cannot be opened is tried each time
            patch.setattr(MediaWorker, "request", _never)
        second, again = _report(SAMPLES / sample, settings)
    assert (again["paginas"], again["paginas_ocr"], again["paginas_cache"]) == (cost["paginas"], 0, cost["paginas"])
    with monkeypatch.context() as patch:
        patch.setattr(corridor, "_memory", lambda *_: remember.Memory(corridor.open_cache(settings), None))
        third, _ = _report(SAMPLES / sample, settings)
    assert first == second == third


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """A dossier of text pages alone."""
    target = tmp_path / "d"
    shutil.copytree(SAMPLES / "normas" / "dist95_novo_aceito", target)
    return target


def test_another_ficha_another_file_or_another_name_is_looked_at_anew(small: Path, tmp_path: Path) -> None:
    settings = Settings(cache=tmp_path / "cache")
    _report(small, settings)
    ficha = small / "ficha.json"
    ficha.write_text(ficha.read_text(encoding="utf-8").replace("LTDA", "S.A."), encoding="utf-8")
    changed, _ = _report(small, settings)
    bare, _ = _report(small, Settings(cache_enabled=False))
    assert changed == bare
    (pdf, *_) = sorted(small.rglob("*.pdf"))
    pdf.rename(pdf.with_name("renomeado.pdf"))
    assert _report(small, settings)[0] == _report(small, Settings(cache_enabled=False))[0]
    (small / "renomeado.pdf").unlink(missing_ok=True)
    assert _report(small, settings)[0] == _report(small, Settings(cache_enabled=False))[0]


def test_the_norm_and_the_day_are_not_remembered(small: Path, tmp_path: Path) -> None:
    settings = Settings(cache=tmp_path / "cache")
    _report(small, settings)
    for more in ({"data_referencia": date(2031, 1, 1)}, {"norma": "PR95"}):
        assert _report(small, settings, **more)[0] == _report(small, Settings(cache_enabled=False), **more)[0]


def test_without_a_cache_nothing_is_kept(small: Path, tmp_path: Path) -> None:
    _report(small, Settings(cache=tmp_path / "cache", cache_enabled=False))
    assert not (tmp_path / "cache").exists()


def test_a_testimony_that_was_lost_is_asked_for_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An engine that fails once must not be what is remembered."""
    settings = Settings(cache=tmp_path / "cache", ocr_jobs=2)
    sample = scans.dossier(tmp_path / "d")
    (sample / "a.pdf").unlink()
    scans.scan(scans.pdf(scans.ALVARA.replace("VALIDADE", "31/12/2026"))).save(sample / "a.png")
    heard: list[str] = []

    def broken(*_: Any) -> Any:
        heard.append("")
        raise EngineError("caiu")

    with monkeypatch.context() as patch:
        patch.setattr(import_module("docverify.confirmation.confirm"), "read_strips", broken)
        _report(sample, settings)
        assert heard
    with monkeypatch.context() as patch:
        asked: list[str] = []
        confirm = corridor.confirm
        patch.setattr(corridor, "confirm", lambda *args: asked.append("") or confirm(*args))  # type: ignore[func-returns-value]
        whole, _ = _report(sample, settings)
        again, _ = _report(sample, settings)
    assert asked == [""] and whole == again  # the second run asked, the third remembered


def test_a_dossier_that_cannot_be_judged_leaves_nothing(tmp_path: Path) -> None:
    settings = Settings(cache=tmp_path / "cache")
    made = folder(tmp_path / "d", {"a.pdf": pdf([lines("ALVARÁ DE FUNCIONAMENTO", "VALIDADE 31/12/2026")])})
    for _ in range(2):
        with pytest.raises(MissingFichaError):
            _report(made, settings)
