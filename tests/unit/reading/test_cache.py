from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from docverify.intake import open_dossier
from docverify.model import Page, Word
from docverify.reading import PageCache, read_all
from docverify.reading.cache import cache_key
from docverify.settings import Settings
from tests.made_files import encoded, folder, page_image, pdf

PAGE = Page(
    "a.pdf",
    2,
    "abc",
    100,
    200,
    (Word("Alvará", (0.1, 0.2, 0.3, 0.4), 0.9, 0), Word("nº", (0.1, 0.2, 0.3, 0.4), 0.5, 1)),
    cells=((0.1, 0.1, 0.9, 0.9),),
    warp=(1.0, 0.1, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0),
    rotation=90,
    quality=0.7,
    notes=("camada_ocr",),
)
KEY = cache_key("abc", "tesseract", "5.3.0")


def entries(folder_: Path) -> list[Path]:
    return [p for p in folder_.rglob("*") if p.is_file()]


def test_what_was_put_is_got_under_the_name_of_today(tmp_path: Path) -> None:
    cache = PageCache(tmp_path, 10_000_000)
    assert cache.get(KEY, "a.pdf", 2) is None
    cache.put(KEY, PAGE)
    assert PageCache(tmp_path, 1).get(KEY, "a.pdf", 2) == PAGE
    renamed = cache.get(KEY, "outro.pdf", 5)
    assert renamed is not None
    assert (renamed.arquivo, renamed.numero, renamed.words) == ("outro.pdf", 5, PAGE.words)
    assert len(entries(tmp_path)) == 1


@given(st.binary(max_size=400), st.integers(0, 3000))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60, deadline=None)
def test_a_torn_or_foreign_entry_is_a_miss(tmp_path: Path, junk: bytes, cut: int) -> None:
    cache = PageCache(tmp_path, 10_000_000)
    cache.put(KEY, PAGE)
    (entry,) = entries(tmp_path)
    whole = entry.read_bytes()
    entry.write_bytes(junk)
    assert cache.get(KEY, "a.pdf", 2) is None
    torn = whole[: cut % len(whole)]
    entry.write_bytes(torn)
    assert cache.get(KEY, "a.pdf", 2) is None
    entry.write_bytes(whole.replace(b"Alvar", b"Alvor"))
    assert cache.get(KEY, "a.pdf", 2) is None


def test_an_entry_of_another_key_is_a_miss(tmp_path: Path) -> None:
    cache = PageCache(tmp_path, 10_000_000)
    cache.put(KEY, PAGE)
    (entry,) = entries(tmp_path)
    other = cache_key("abc", "tesseract", "5.4.0")
    target = tmp_path / other[:2] / entry.name.replace(KEY, other)
    target.parent.mkdir(exist_ok=True)
    target.write_bytes(entry.read_bytes())
    assert cache.get(other, "a.pdf", 2) is None


def test_the_folder_is_bounded_and_the_oldest_go_first(tmp_path: Path) -> None:
    import os

    cache = PageCache(tmp_path, 3000)
    for index in range(12):
        cache.put(cache_key(str(index)), PAGE)
    for index, entry in enumerate(sorted(entries(tmp_path))):
        os.utime(entry, (index, index))
    cache.trim()
    left = entries(tmp_path)
    assert sum(p.stat().st_size for p in left) <= 3000
    assert left and min(p.stat().st_mtime for p in left) > 3


def test_a_folder_that_cannot_be_written_costs_only_time(tmp_path: Path) -> None:
    blocked = tmp_path / "arquivo"
    blocked.write_bytes(b"")
    cache = PageCache(blocked / "cache", 1000)
    cache.put(KEY, PAGE)
    assert cache.get(KEY, "a.pdf", 2) is None


@pytest.mark.parametrize("junk", ["", "3²", "x" * 1_000_000])
def test_keys_take_any_text(junk: str) -> None:
    assert len(cache_key(junk, junk, None, 3)) == 64


def test_the_second_run_reads_nothing(tmp_path: Path) -> None:
    files = {"a.png": encoded(page_image("Alvará de Funcionamento", "Validade 31/12/2026"))}
    files["b.pdf"] = pdf(["BT /F1 14 Tf 60 700 Td (Contrato Social) Tj ET"])
    first_folder = folder(tmp_path / "x", files)
    second_folder = folder(tmp_path / "y", {"novo nome": files["b.pdf"], "0.dat": files["a.png"]})
    options = Settings(cache=tmp_path / "cache")
    with open_dossier(first_folder, options) as intake:
        first = read_all(intake, options)
    with open_dossier(second_folder, options) as intake:
        second = read_all(intake, options)
    assert (first.paginas, first.paginas_ocr, first.paginas_cache) == (2, 1, 0)
    assert (second.paginas, second.paginas_ocr, second.paginas_cache, second.ocr_s) == (2, 0, 2, 0.0)
    assert [p.words for p in first.pages] == [p.words for p in second.pages]
