"""Files made to exhaust or crash: each has a clear outcome, in little time, and the good file beside it is read."""

from __future__ import annotations

import os
import struct
import time
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest

from docverify.errors import BadInputError
from docverify.intake import open_dossier
from docverify.intake.media import MediaWorker, helpers
from docverify.settings import Settings
from tests.made_files import assemble, folder, lines, pdf

SETTINGS = Settings(cache_enabled=False, media_timeout_s=20, media_memory_bytes=1_000_000_000)
GOOD = pdf([lines("bom")])


def flate_bomb() -> bytes:
    stream = zlib.compress(b"0 0 m 1 1 l S\n" * 22_000_000, 9)
    return assemble(
        [
            b"<< /Type /Catalog /Pages 2 0 R >>",
            b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << >> >>",
            f"<< /Length {len(stream)} /Filter /FlateDecode >>\nstream\n".encode() + stream + b"\nendstream",
        ]
    )


def page_tree_loop() -> bytes:
    return assemble(
        [b"<< /Type /Catalog /Pages 2 0 R >>", b"<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 2 >>", b"<< >>"]
    )


def no_pages() -> bytes:
    return assemble([b"<< /Type /Catalog /Pages 2 0 R >>", b"<< /Type /Pages /Kids [] /Count 0 >>"])


def many_pages() -> bytes:
    kids = " ".join("3 0 R" for _ in range(5001))
    return assemble(
        [
            b"<< /Type /Catalog /Pages 2 0 R >>",
            f"<< /Type /Pages /Kids [{kids}] /Count 5001 >>".encode(),
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>",
        ]
    )


def png_header(width: int, height: int) -> bytes:
    body = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    chunk = b"IHDR" + body
    end = b"\x00\x00\x00\x00IEND\xaeB`\x82"
    return b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + chunk + struct.pack(">I", zlib.crc32(chunk)) + end


HOSTILE: dict[str, Callable[[], bytes]] = {
    "bomba de descompressão": flate_bomb,
    "página de 14400 pontos": lambda: pdf([lines("x")], media_box="[0 0 14400 14400]"),
    "página de um milhão de pontos": lambda: pdf([lines("x")], media_box="[0 0 1000000 1000000]"),
    "página negativa": lambda: pdf([lines("x")], media_box="[0 0 -595 -842]"),
    "página sem área": lambda: pdf([lines("x")], media_box="[0 0 0 0]"),
    "página em tira": lambda: pdf([lines("x")], media_box="[0 0 595 90000]"),
    "árvore em laço": page_tree_loop,
    "nenhuma página": no_pages,
    "5001 páginas": many_pages,
    "cabeçalho de 60000 x 60000": lambda: png_header(60_000, 60_000),
    "cabeçalho de 14000 x 14000": lambda: png_header(14_000, 14_000),
    "um pixel": lambda: png_header(1, 1),
    "cem mil letras fora da página": lambda: pdf(["BT /F1 9 Tf 5000 5000 Td (" + "A" * 100_000 + ") Tj ET"]),
    "formulário dentro de si": lambda: pdf(
        ["/X1 Do"],
        resources_extra="/XObject << /X1 6 0 R >>",
        objects=[
            b"<< /Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X1 6 0 R >> >> /Length 6 >>"
            b"\nstream\n/X1 Do\nendstream"
        ],
    ),
    "só o cabeçalho": lambda: b"%PDF-1.7\n",
    "gif de nada": lambda: b"GIF89a\x00\x00\x00\x00\x00\x00\x00",
    "tiff que aponta para si": lambda: b"II*\x00\x08\x00\x00\x00\x00\x00\x08\x00\x00\x00",
}


@pytest.mark.parametrize("name", list(HOSTILE))
def test_hostile_file_has_an_outcome_and_spares_its_neighbour(tmp_path: Path, name: str) -> None:
    top = folder(tmp_path / "d", {"mau": HOSTILE[name](), "bom.pdf": GOOD})
    started = time.monotonic()
    with open_dossier(top, SETTINGS) as intake:
        for source in intake.fontes:
            for page in source.pages():
                try:
                    shown = page.render(SETTINGS.render_dpi).pixels
                    assert shown.shape[0] * shown.shape[1] <= SETTINGS.max_pixels * 1.01
                    page.text_layer()
                    page.render(110, grey=True, without_text=True)
                except BadInputError as error:
                    assert source.arquivo == "mau"
                    assert error.mensagem
        assert "bom.pdf" in {f.arquivo for f in intake.fontes}
        assert "mau" in {f.arquivo for f in intake.fontes} | {f.arquivo for f in intake.falhas}
    assert time.monotonic() - started < 60


def _await_end(pid: int) -> None:
    """Wait until a process that its parent has not yet asked about has ended."""
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline:
        if Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z":
            return
        time.sleep(0.01)
    raise AssertionError(pid)


def test_a_crash_of_the_child_costs_one_request(tmp_path: Path) -> None:
    good = tmp_path / "bom.pdf"
    good.write_bytes(GOOD)
    with MediaWorker(1_000_000_000, 20) as media:
        arguments = {"tipo": "pdf", "max_paginas": 9, "max_pixels": 10_000_000}
        assert media.request("probe", good, **arguments)[0]["paginas"] == 1
        assert media._child is not None
        os.kill(media._child.pid, 9)
        _await_end(media._child.pid)
        assert media.request("probe", good, **arguments)[0]["paginas"] == 1


def test_a_hang_is_ended_and_the_next_request_served(tmp_path: Path) -> None:
    good = tmp_path / "bom.pdf"
    good.write_bytes(GOOD)
    pipe = tmp_path / "cano"
    os.mkfifo(pipe)
    with MediaWorker(1_000_000_000, 1.5) as media:
        started = time.monotonic()
        with pytest.raises(BadInputError, match="demorou"):
            media.request("probe", pipe, tipo="imagem", max_paginas=9, max_pixels=10)
        assert time.monotonic() - started < 5
        assert media.request("probe", good, tipo="pdf", max_paginas=9, max_pixels=10)[0]["paginas"] == 1


def test_the_child_ends_with_the_dossier(tmp_path: Path) -> None:
    top = folder(tmp_path / "d", {"bom.pdf": GOOD})
    with open_dossier(top, SETTINGS) as intake:
        child = intake.fontes[0].media._child
        assert child is not None and Path(f"/proc/{child.pid}").exists()
    assert not Path(f"/proc/{child.pid}").exists()


def test_children_come_back_when_what_forks_them_has_died(tmp_path: Path) -> None:
    good = tmp_path / "bom.pdf"
    good.write_bytes(GOOD)
    arguments = {"tipo": "pdf", "max_paginas": 9, "max_pixels": 10_000_000}
    with MediaWorker(1_000_000_000, 20) as media:
        assert media.request("probe", good, **arguments)[0]["paginas"] == 1
        before = helpers()
        for pid in before:
            os.kill(pid, 9)
            _await_end(pid)
        deadline = time.monotonic() + 20
        while media._child is not None and Path(f"/proc/{media._child.pid}").exists() and time.monotonic() < deadline:
            time.sleep(0.01)
        answers = []
        while not answers and time.monotonic() < deadline:
            try:
                answers.append(media.request("probe", good, **arguments)[0]["paginas"])
            except BadInputError:  # the child that died with it
                continue
        assert answers == [1]
        assert helpers() and not helpers() & before


def test_a_child_serves_one_dossier(tmp_path: Path) -> None:
    top = folder(tmp_path / "d", {"bom.pdf": GOOD})
    pids = set()
    for _ in range(3):
        with open_dossier(top, SETTINGS) as intake:
            pids.add(intake.fontes[0].media._child.pid)
            zygotes = helpers()
    assert len(pids) == 3
    assert helpers() == zygotes
