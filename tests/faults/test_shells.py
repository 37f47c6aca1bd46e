"""PDFs whose content is not on their pages are unreadable files with advice, never absent documents."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from docverify.errors import UnreadableFileError
from docverify.intake import Intake, open_dossier
from docverify.report.serialize import to_dict
from docverify.settings import Settings
from docverify.verify import verify
from tests.integration.small import dossier
from tests.made_files import folder, lines, pdf

SETTINGS = Settings(cache_enabled=False)
XFA = b"<< /Length 28 >>\nstream\n<xdp:xdp>formulario</xdp:xdp>\nendstream"
FILE = b"<< /Length 9 /Type /EmbeddedFile >>\nstream\nconteudo.\nendstream"
NAMES = (
    "/Names << /EmbeddedFiles << /Names [(alvara.pdf) << /Type /Filespec /F (alvara.pdf) /EF << /F 6 0 R >> >>] >> >>"
)


def dynamic_form(*texts: str) -> bytes:
    form = "/NeedsRendering true /AcroForm << /Fields [] /XFA 6 0 R >>"
    return pdf([lines(*texts) if texts else ""], catalog_extra=form, objects=[XFA])


def attached(*texts: str, extra: str = "") -> bytes:
    return pdf([lines(*texts) if texts else ""], catalog_extra=f"{NAMES} {extra}", objects=[FILE])


SHELLS = {
    "espera em inglês": (
        dynamic_form("Please wait...", "If this message is not eventually replaced by the proper contents"),
        "Adobe Reader",
    ),
    "espera em português": (dynamic_form("Aguarde...", "Se esta mensagem não for substituída"), "achatado"),
    "formulário sem página": (dynamic_form(), "XFA"),
    "portfólio": (attached("Documentos da empresa", extra="/Collection << /Type /Collection /View /T >>"), "um a um"),
    "capa de portfólio": (attached("For the best experience, open this PDF portfolio in Acrobat X"), "um a um"),
    "só anexo": (attached(), "portfólio"),
}


def opened(tmp_path: Path, data: bytes) -> Intake:
    top = folder(tmp_path / "d", {"a.pdf": data, "b.pdf": pdf([lines("bom")])})
    with open_dossier(top, SETTINGS) as intake:
        return intake


@pytest.mark.parametrize("kind", list(SHELLS))
def test_a_shell_is_unreadable_and_says_what_to_do(tmp_path: Path, kind: str) -> None:
    data, advice = SHELLS[kind]
    intake = opened(tmp_path, data)
    (failure,) = intake.falhas
    assert failure.codigo == "arquivo_ilegivel"
    assert advice in failure.mensagem
    assert [s.arquivo for s in intake.fontes] == ["b.pdf"]


@pytest.mark.parametrize(
    "data",
    [
        dynamic_form("PREFEITURA MUNICIPAL", "Alvará de funcionamento", "Validade: 31/12/2026"),
        attached("Prefeitura Municipal", "Validade: 31/12/2026"),
    ],
    ids=["formulário com página", "documento com anexo"],
)
def test_a_document_with_pages_of_its_own_is_read(tmp_path: Path, data: bytes) -> None:
    intake = opened(tmp_path, data)
    assert intake.falhas == ()
    assert {s.arquivo for s in intake.fontes} == {"a.pdf", "b.pdf"}


def test_a_dossier_of_shells_alone_says_why(tmp_path: Path) -> None:
    top = folder(tmp_path / "d", {"a.pdf": dynamic_form("Please wait...")})
    with pytest.raises(UnreadableFileError, match="Adobe Reader"), open_dossier(top, SETTINGS):
        pass


def test_what_a_shell_may_hold_is_not_absent(tmp_path: Path) -> None:
    top = dossier(tmp_path / "d")
    (top / "a.pdf").write_bytes(dynamic_form("Please wait..."))  # in place of the alvará
    report = to_dict(verify(top, today=date(2026, 11, 30), settings=SETTINGS))
    assert [a["codigo"] for a in report["avisos"] if a.get("arquivo") == "a.pdf"] == ["arquivo_ilegivel"]
    (item,) = [i for i in report["itens"] if i["id"] == "GLP-06"]
    assert item["situacao"] == "em_analise"
    assert "documento_ilegivel" in [m["codigo"] for m in item["motivos"]]
