"""Files that lost bytes are told from those that did not, whoever wrote them."""

from __future__ import annotations

import zlib
from pathlib import Path

import pytest

from docverify.intake.pdf_damage import NOTE, is_damaged
from docverify.model import ARQUIVO_DANIFICADO
from tests.integration import small
from tests.made_files import assemble, lines, pdf

TEXT = lines(*(f"linha {i} de um alvará" for i in range(30))).encode("cp1252")


def with_stream(packed: bytes, head: str = "/Filter /FlateDecode") -> bytes:
    return assemble([f"<< /Length {len(packed)} {head} >>\nstream\n".encode() + packed + b"\nendstream"])


def told(tmp_path: Path, data: bytes) -> bool:
    path = tmp_path / "a.pdf"
    path.write_bytes(data)
    return is_damaged(path)


@pytest.mark.parametrize(
    ("data", "damaged"),
    [
        (with_stream(zlib.compress(TEXT)), False),
        (with_stream(zlib.compress(TEXT)[:-4]), False),  # a checksum that some programs leave out
        (with_stream(zlib.compress(TEXT)[:-40]), True),
        (with_stream(zlib.compress(TEXT)[:-4] + b"abcd"), True),
        (with_stream(b""), True),
        (with_stream(zlib.compress(TEXT)[:-40], "/Subtype /Image /Filter /FlateDecode"), False),
        (with_stream(b"no deflate at all", "/Filter [/ASCII85Decode /FlateDecode]"), False),
        (with_stream(zlib.compress(TEXT)[:-40]) + b"/Encrypt 9 0 R", False),
        (pdf([TEXT], compress=True), False),
        (pdf([TEXT]), False),
        (b"%PDF-1.7 nothing", False),
    ],
)
def test_what_counts_as_damage(tmp_path: Path, data: bytes, damaged: bool) -> None:
    assert told(tmp_path, data) is damaged


def test_a_bomb_costs_little(tmp_path: Path) -> None:
    assert not told(tmp_path, with_stream(zlib.compress(b"\0" * 200_000_000)))


def test_a_page_cut_in_the_middle(tmp_path: Path) -> None:
    whole = small.pdf(small.ALVARA)
    assert not told(tmp_path, whole)
    assert told(tmp_path, whole[: len(whole) * 4 // 5])


def test_the_note_is_the_one_that_is_known_later() -> None:
    assert NOTE == ARQUIVO_DANIFICADO
