from __future__ import annotations

import errno
import io
import os
import stat
import warnings
import zipfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docverify.errors import (
    EmptyDossierError,
    EngineError,
    InvalidFichaError,
    LimitExceededError,
    PasswordProtectedError,
    UnreadableFileError,
)
from docverify.intake import open_dossier
from docverify.intake.names import escapes, ficha_of, is_noise, printable
from docverify.intake.sniff import sniff
from docverify.settings import Settings
from tests.made_files import encoded, folder, lines, page_image, pdf

SETTINGS = Settings(cache_enabled=False)
PDF = pdf([lines("um"), lines("dois")])
PNG = encoded(page_image("tres", width=300, height=400))


def zipped(files: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return out.getvalue()


def test_a_folder_a_zip_and_a_single_file_are_dossiers(tmp_path: Path) -> None:
    files = {"a.pdf": PDF, "sub/foto.PNG": PNG, "ficha.json": b"{}"}
    as_folder = folder(tmp_path / "pasta", files)
    as_zip = tmp_path / "dossie.zip"
    as_zip.write_bytes(zipped(files))
    alone = tmp_path / "um.pdf"
    alone.write_bytes(PDF)
    with open_dossier(as_folder, SETTINGS) as first, open_dossier(as_zip, SETTINGS) as second:
        assert first.nome == "pasta"
        assert second.nome == "dossie.zip"
        assert {f.arquivo for f in first.fontes} == {"a.pdf", "sub/foto.PNG"}
        assert [(f.arquivo, f.digest) for f in first.fontes] == [(f.arquivo, f.digest) for f in second.fontes]
        assert first.ficha_bytes == second.ficha_bytes == b"{}"
        assert not first.falhas and not second.falhas
    with open_dossier(alone, SETTINGS) as single:
        assert [(f.arquivo, f.page_count) for f in single.fontes] == [("um.pdf", 2)]
        assert single.ficha_bytes is None


def test_content_decides_the_order_and_the_digests(tmp_path: Path) -> None:
    one = folder(tmp_path / "x", {"a.pdf": PDF, "b.png": PNG})
    other = folder(tmp_path / "y", {"z.dat": PDF, "m": PNG})
    with open_dossier(one, SETTINGS) as first, open_dossier(other, SETTINGS) as second:
        assert [f.digest for f in first.fontes] == [f.digest for f in second.fontes]
        pages = [[p.digest for f in i.fontes for p in f.pages()] for i in (first, second)]
        assert pages[0] == pages[1]
        assert len(set(pages[0])) == 3


def test_kind_is_told_by_content_and_failures_are_named(tmp_path: Path) -> None:
    top = folder(
        tmp_path / "d",
        {
            "html.pdf": b"<html><body>nada</body></html>",
            "imagem.pdf": PNG,
            "vazio.png": b"",
            "um_byte.pdf": b"%",
            "lixo_antes": b"\x00\x01lixo\n" + PDF,
            "notas.txt": "anotações".encode(),
            "dentro.zip": zipped({"a.pdf": PDF}),
            "esperado.json": b"{}",
            "outro.json": b"{}",
            ".DS_Store": b"x",
            "__MACOSX/._a.pdf": b"x",
            "Thumbs.db": b"x",
        },
    )
    with open_dossier(top, SETTINGS) as intake:
        assert {f.arquivo: f.kind for f in intake.fontes} == {"imagem.pdf": "imagem", "lixo_antes": "pdf"}
        assert [f.arquivo for f in intake.falhas] == [
            "dentro.zip",
            "html.pdf",
            "notas.txt",
            "outro.json",
            "um_byte.pdf",
            "vazio.png",
        ]
        assert all(f.codigo == "arquivo_ilegivel" and f.mensagem for f in intake.falhas)


@pytest.mark.parametrize("share", [10, 50, 90, 99])
@pytest.mark.parametrize("name", ["a.pdf", "a.png", "a.jpg"])
def test_truncated_files_fail_or_open_but_never_stop_the_rest(tmp_path: Path, name: str, share: int) -> None:
    whole = {"a.pdf": PDF, "a.png": PNG, "a.jpg": encoded(page_image("quatro", width=300, height=400), "JPEG")}[name]
    top = folder(tmp_path / "d", {name: whole[: len(whole) * share // 100], "bom.pdf": PDF})
    with open_dossier(top, SETTINGS) as intake:
        assert "bom.pdf" in {f.arquivo for f in intake.fontes}
        assert len(intake.fontes) + len(intake.falhas) == 2


def test_an_empty_dossier_and_a_missing_one(tmp_path: Path) -> None:
    (tmp_path / "vazia").mkdir()
    with pytest.raises(EmptyDossierError) as empty, open_dossier(tmp_path / "vazia", SETTINGS):
        pass
    assert empty.value.codigo == "vazio"
    with pytest.raises(UnreadableFileError), open_dossier(tmp_path / "nao_ha", SETTINGS):
        pass
    (tmp_path / "x.zip").write_bytes(b"PK\x03\x04 quebrado")
    with pytest.raises(UnreadableFileError), open_dossier(tmp_path / "x.zip", SETTINGS):
        pass


def test_limits_on_files_bytes_and_pages(tmp_path: Path) -> None:
    top = folder(tmp_path / "d", {"a.pdf": PDF, "b.png": PNG, "c.pdf": pdf([lines("x")])})
    for limits in ({"max_files": 2}, {"max_total_bytes": 1500}, {"max_pages": 3}):
        with pytest.raises(LimitExceededError), open_dossier(top, Settings(cache_enabled=False, **limits)):
            pass
    with open_dossier(top, Settings(cache_enabled=False, max_pages_per_file=1)) as intake:
        assert [f.arquivo for f in intake.falhas] == ["a.pdf"]
    with open_dossier(top, Settings(cache_enabled=False, max_pixels=100_000)) as intake:
        assert [f.arquivo for f in intake.falhas] == ["b.png"]
    with open_dossier(top, Settings(cache_enabled=False, max_file_bytes=len(PDF) - 1)) as intake:
        assert "a.pdf" in {f.arquivo for f in intake.falhas}


def test_the_only_file_decides_the_error(tmp_path: Path) -> None:
    path = tmp_path / "muitas.pdf"
    path.write_bytes(PDF)
    with (
        pytest.raises(LimitExceededError, match="limite"),
        open_dossier(path, Settings(cache_enabled=False, max_pages_per_file=1)),
    ):
        pass


def test_zip_slip_links_and_passwords_are_refused_entry_by_entry(tmp_path: Path) -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("../fora.pdf", PDF)
        archive.writestr("/raiz.pdf", PDF)
        archive.writestr("C:\\janela.pdf", PDF)
        link = zipfile.ZipInfo("atalho.pdf")
        link.external_attr = (stat.S_IFLNK | 0o777) << 16
        archive.writestr(link, "/etc/passwd")
        archive.writestr("pasta\\bom.pdf", PDF)
    data = bytearray(out.getvalue())
    path = tmp_path / "d.zip"
    path.write_bytes(data)
    before = set(tmp_path.rglob("*"))
    with open_dossier(path, SETTINGS) as intake:
        assert [f.arquivo for f in intake.fontes] == ["pasta/bom.pdf"]
        assert len(intake.falhas) == 4
    assert set(tmp_path.rglob("*")) == before


def test_an_encrypted_zip_asks_for_one_without_password(tmp_path: Path) -> None:
    data = bytearray(zipped({"a.pdf": PDF}))
    for signature, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        data[data.index(signature) + offset] |= 1
    path = tmp_path / "d.zip"
    path.write_bytes(data)
    with pytest.raises(PasswordProtectedError), open_dossier(path, SETTINGS):
        pass


def test_a_zip_bomb_is_stopped_while_it_unpacks(tmp_path: Path) -> None:
    path = tmp_path / "bomba.zip"
    path.write_bytes(zipped({"zeros.pdf": b"%PDF-1.4\n" + b"\0" * 60_000_000}))
    with pytest.raises(LimitExceededError, match="compress"), open_dossier(path, SETTINGS):
        pass
    with (
        pytest.raises(LimitExceededError, match="bytes"),
        open_dossier(path, Settings(cache_enabled=False, max_total_bytes=1_000_000)),
    ):
        pass


def test_a_full_disk_is_not_the_fault_of_the_zip(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "d.zip"
    path.write_bytes(zipped({"a.pdf": PDF}))

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("docverify.intake.archive._chunks", full)
    with pytest.raises(EngineError, match="espaço"), open_dossier(path, SETTINGS):
        pass


def test_a_zip_of_ten_thousand_entries_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "muitos.zip"
    path.write_bytes(zipped({f"{i}.txt": b"" for i in range(10_000)}))
    with pytest.raises(LimitExceededError), open_dossier(path, SETTINGS):
        pass


def test_links_in_a_folder_are_named_and_not_followed(tmp_path: Path) -> None:
    top = folder(tmp_path / "d", {"a.pdf": PDF})
    secret = tmp_path / "segredo.pdf"
    secret.write_bytes(PDF)
    (top / "atalho.pdf").symlink_to(secret)
    (top / "volta").symlink_to(top)
    with open_dossier(top, SETTINGS) as intake:
        assert [f.arquivo for f in intake.fontes] == ["a.pdf"]
        assert [f.arquivo for f in intake.falhas] == ["atalho.pdf", "volta"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_named_pipe_does_not_hang(tmp_path: Path) -> None:
    top = folder(tmp_path / "d", {"a.pdf": PDF})
    os.mkfifo(top / "cano")
    with open_dossier(top, SETTINGS) as intake:
        assert [f.arquivo for f in intake.falhas] == ["cano"]
    with pytest.raises(UnreadableFileError), open_dossier(top / "cano", SETTINGS):
        pass


def test_strange_names_are_read_and_written_down_safely(tmp_path: Path) -> None:
    names = ["-rf.pdf", "CON.pdf", "a" * 200 + ".pdf", "\u202efdp.exe.pdf", "😀.pdf", os.fsdecode(b"a\xe7\xe3o.pdf")]
    top = tmp_path / "d"
    top.mkdir()
    for number, name in enumerate(names):
        (top / name).write_bytes(pdf([lines(str(number))]))
    with open_dossier(top, SETTINGS) as intake:
        assert len(intake.fontes) == len(names)
        for source in intake.fontes:
            source.arquivo.encode("utf-8")


def test_names_of_zips_made_in_brazil(tmp_path: Path) -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("alvarx.pdf", PDF)
    for coding in ("cp850", "utf-8"):
        name = "alvar\xe1.pdf".encode(coding)
        data = out.getvalue().replace(b"alvarx.pdf", name) if coding == "cp850" else zipped({"alvará.pdf": PDF})
        path = tmp_path / f"{coding}.zip"
        path.write_bytes(data)
        with open_dossier(path, SETTINGS) as intake:
            assert [f.arquivo for f in intake.fontes] == ["alvará.pdf"]


def test_ficha_stands_at_the_top_or_in_the_only_folder() -> None:
    assert ficha_of(["ficha.json", "a.pdf"]) == "ficha.json"
    assert ficha_of(["caso/Ficha.JSON", "caso/a.pdf"]) == "caso/Ficha.JSON"
    assert ficha_of(["caso/ficha.json", "b.pdf"]) is None
    assert ficha_of(["caso/fundo/ficha.json"]) is None
    assert ficha_of([]) is None


def test_of_two_declarations_none_is_chosen(tmp_path: Path) -> None:
    twice = io.BytesIO()
    with zipfile.ZipFile(twice, "w") as archive, warnings.catch_warnings(action="ignore"):
        for name in ("a.pdf", "ficha.json", "ficha.json"):
            archive.writestr(name, PDF if name == "a.pdf" else b"{}")
    as_zip = tmp_path / "d.zip"
    as_zip.write_bytes(twice.getvalue())
    as_folder = folder(tmp_path / "d", {"a.pdf": PDF, "ficha.json": b"{}", "FICHA.JSON": b"{}"})
    for path in (as_zip, as_folder):
        with pytest.raises(InvalidFichaError, match="mais de uma"), open_dossier(path, SETTINGS):
            pass


def test_a_huge_ficha_is_refused(tmp_path: Path) -> None:
    top = folder(tmp_path / "d", {"ficha.json": b" " * 3_000_000, "a.pdf": PDF})
    with pytest.raises(LimitExceededError), open_dossier(top, SETTINGS):
        pass


@given(st.binary(max_size=5000))
def test_sniff_takes_any_bytes(head: bytes) -> None:
    assert sniff(head) in {"pdf", "imagem", "zip", "outro"}


@given(st.text(max_size=300))
def test_names_take_any_text(name: str) -> None:
    assert isinstance(is_noise(name), bool)
    assert isinstance(escapes(name), bool)
    printable(name).encode("utf-8")


@pytest.mark.parametrize("name", ["../a", "a/../../b", "/a", "C:/a", "a\0b", ""])
def test_escapes(name: str) -> None:
    assert escapes(name)


def test_two_dots_within_a_name_are_no_escape() -> None:
    assert not escapes("pasta/alvara..final.pdf")
