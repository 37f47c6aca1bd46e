"""The engine is missing, hangs, crashes or talks nonsense: each has its own error, and nothing is left behind."""

from __future__ import annotations

import os
import time
from importlib.metadata import PackageNotFoundError
from pathlib import Path

import numpy as np
import pytest

from docverify.cli.options import CallError
from docverify.cli.options import settings as settings_of_the_call
from docverify.errors import EngineError, EngineMissingError, EngineTimeoutError
from docverify.intake import open_dossier
from docverify.reading import ppocr, read_all
from docverify.reading.tesseract import TesseractReader, parse_tsv
from docverify.settings import Settings
from tests.made_files import encoded, folder, lines, page_image, pdf

IMAGE = np.full((60, 200), 255, np.uint8)
VERSION = 'case "$1" in --version) echo "tesseract 5.3.0"; exit 0;; --list-langs) echo por; exit 0;; esac\n'


def engine(tmp_path: Path, script: str) -> Settings:
    path = tmp_path / "tesseract"
    path.write_text("#!/bin/sh\n" + VERSION + script)
    path.chmod(0o755)
    return Settings(cache_enabled=False, tesseract_cmd=str(path), ocr_timeout_s=1.5)


def test_a_missing_engine_says_what_to_install(tmp_path: Path) -> None:
    settings = Settings(cache_enabled=False, tesseract_cmd=str(tmp_path / "nao_ha"))
    reader = TesseractReader(settings)
    for call in (lambda: reader.version, lambda: reader.read(IMAGE)):
        with pytest.raises(EngineMissingError, match="tesseract-ocr-por") as error:
            call()
        assert error.value.exit_status == 4
    top = folder(tmp_path / "d", {"a.png": encoded(page_image("texto"))})
    with open_dossier(top, settings) as intake, pytest.raises(EngineMissingError):
        read_all(intake, settings)


def test_a_missing_language_is_named(tmp_path: Path) -> None:
    path = tmp_path / "tesseract"
    path.write_text('#!/bin/sh\ncase "$1" in --version) echo "tesseract 5.3.0";; *) echo eng;; esac\n')
    path.chmod(0o755)
    with pytest.raises(EngineMissingError, match="por"):
        _ = TesseractReader(Settings(tesseract_cmd=str(path))).version


def test_a_hang_ends_the_whole_group(tmp_path: Path) -> None:
    marker = tmp_path / "pid"
    settings = engine(tmp_path, f"sleep 300 & echo $! > {marker}; cat > /dev/null; wait\n")
    started = time.monotonic()
    with pytest.raises(EngineTimeoutError) as error:
        TesseractReader(settings).read(IMAGE)
    assert error.value.codigo == "tempo_esgotado"
    assert time.monotonic() - started < 10
    child = int(marker.read_text())
    for _ in range(50):
        if not Path(f"/proc/{child}").exists() or Path(f"/proc/{child}/stat").read_text().split()[2] == "Z":
            break
        time.sleep(0.05)
    else:
        os.kill(child, 9)
        pytest.fail("the engine's own child lives on")


def test_even_asking_for_the_version_has_a_limit(tmp_path: Path) -> None:
    path = tmp_path / "tesseract"
    path.write_text("#!/bin/sh\nsleep 300\n")
    path.chmod(0o755)
    with pytest.raises(EngineTimeoutError):
        _ = TesseractReader(Settings(tesseract_cmd=str(path), ocr_timeout_s=0.5)).version


@pytest.mark.parametrize(
    "script",
    [
        "cat > /dev/null; echo 'Segmentation fault' >&2; exit 139\n",
        "cat > /dev/null; kill -9 $$\n",
        "exit 1\n",
        "cat > /dev/null; echo nada\n",
        "cat > /dev/null\n",
        r"cat > /dev/null; printf 'level\tpage_num\n5\t1\t1\t1\t1\t1\tx\ty\tz\tw\tq\tpalavra\n'" + "\n",
    ],
)
def test_a_crash_or_nonsense_is_an_engine_error(tmp_path: Path, script: str) -> None:
    with pytest.raises(EngineError) as error:
        TesseractReader(engine(tmp_path, script)).read(IMAGE)
    assert error.value.codigo == "falha_do_motor"
    assert error.value.mensagem


def test_bad_utf8_and_torn_rows_are_survived(tmp_path: Path) -> None:
    row = r"5\t1\t1\t1\t1\t1\t1\t2\t30\t10\t90\tpal\377avra\n5\t1\t1"
    script = f"cat > /dev/null; printf 'level\\tpage_num\\n{row}'\n"
    words = TesseractReader(engine(tmp_path, script)).read(IMAGE)
    assert len(words) == 1
    assert words[0].text.startswith("pal")


@pytest.mark.parametrize("junk", ["", "3²", "level\t" + "x" * 1_000_000, "\0", "level\n5\n"])
def test_tables_of_junk(junk: str) -> None:
    try:
        assert parse_tsv(junk) == []
    except EngineError:
        assert not junk.startswith("level\t")


def test_one_page_that_kills_the_engine_does_not_stop_the_dossier(tmp_path: Path) -> None:
    settings = engine(tmp_path, "cat > /dev/null; kill -9 $$\n").model_copy(update={"readers": "tesseract"})
    top = folder(
        tmp_path / "d",
        {
            "texto.pdf": pdf([lines("Alvará de Funcionamento")]),
            "imagem.png": encoded(page_image("Validade 2026", "x" * 9)),
        },
    )
    with open_dossier(top, settings) as intake, pytest.raises(EngineError, match="memória"):
        read_all(intake, settings)


def test_a_page_that_fails_keeps_its_place_among_those_that_do_not(tmp_path: Path) -> None:
    # The engine fails on wide images only: one page is read, one is not.
    reader = TesseractReader(Settings())

    class Moody:
        name = "manhoso"
        version = "1"

        def read(self, image: np.ndarray, *, layout: str = "pagina", dpi: int = 300) -> list:
            if image.shape[1] > image.shape[0]:
                raise EngineTimeoutError("demorou")
            return reader.read(image, layout=layout, dpi=dpi)

    settings = Settings(cache_enabled=False)
    body = ("Alvará de Funcionamento", "Validade 31/12/2026", "Prefeitura Municipal")
    top = folder(
        tmp_path / "d",
        {"a.png": encoded(page_image(*body)), "b.png": encoded(page_image(*body, width=1754, height=1000))},
    )
    with open_dossier(top, settings) as intake:
        result = read_all(intake, settings, reader=Moody())
    by_name = {p.arquivo: p for p in result.pages}
    assert by_name["b.png"].failure == "demorou"
    assert by_name["b.png"].quality == 0.0
    assert by_name["a.png"].failure is None
    assert [(f.arquivo, f.numero) for f in result.failures] == [("b.png", 1)]
    assert result.paginas_ocr == 1


@pytest.mark.parametrize("missing", [("rapidocr",), ("openvino", "onnxruntime")])
def test_a_reader_that_is_not_installed_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, missing: tuple[str, ...]
) -> None:
    def version(name: str) -> str:
        if name in missing:
            raise PackageNotFoundError(name)
        return "1.0"

    monkeypatch.setattr(ppocr, "version", version)
    monkeypatch.setattr(ppocr, "find_spec", lambda name: None if name in missing else object())
    ppocr.engine_version.cache_clear()
    try:
        with pytest.raises(EngineMissingError, match=missing[0]) as error:
            ppocr.engine_version()
    finally:
        ppocr.engine_version.cache_clear()
    assert error.value.exit_status == 4


def test_an_empty_command_is_no_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DOCVERIFY_TESSERACT_CMD", " ")
    with pytest.raises(CallError, match="DOCVERIFY_TESSERACT_CMD está vazia"):
        settings_of_the_call()
