"""A PDF that lost bytes is drawn blank or in part: what is not seen on it is not said to be missing."""

from __future__ import annotations

import zlib
from datetime import date
from pathlib import Path

from docverify.report import serialize
from docverify.settings import Settings
from docverify.verify import verify
from tests.integration import small
from tests.made_files import pdf
from tests.made_forgeries import permit

WHOLE = permit("31/12/2026").encode("cp1252")


def judged(tmp_path: Path, data: bytes) -> tuple[str, set[tuple[str, str]], list[str]]:
    folder = small.dossier(tmp_path / "d")
    (folder / "a.pdf").write_bytes(data)
    found = verify(folder, today=date(2026, 11, 30), settings=Settings(cache_enabled=False))
    report = serialize.to_dict(found)
    item = next(i for i in report["itens"] if i["id"] == "GLP-06")
    notices = [a["arquivo"] for a in report["avisos"] if a["codigo"] == "arquivo_ilegivel"]
    return item["situacao"], {(m["codigo"], m["gravidade"]) for m in item["motivos"]}, notices


def damaged(keep: float) -> bytes:
    """Return a permit of whose content only the first part can be unpacked."""
    good = pdf([WHOLE], compress=True)
    packed = zlib.compress(WHOLE, 9)
    at = int(len(packed) * keep)
    return good.replace(packed, packed[:at] + b"\xff" * (len(packed) - at))


def test_a_page_of_which_nothing_is_left_is_not_called_missing(tmp_path: Path) -> None:
    situacao, motivos, notices = judged(tmp_path, damaged(0.02))
    assert situacao == "em_analise"
    assert "documento_ausente" not in {code for code, _ in motivos}
    assert notices == ["a.pdf"]


def test_what_the_lost_half_would_show_is_a_doubt(tmp_path: Path) -> None:
    situacao, motivos, notices = judged(tmp_path, damaged(0.55))
    assert situacao == "em_analise"
    assert not [code for code, gravity in motivos if gravity == "impede"]
    assert notices == ["a.pdf"]


def test_the_whole_paper_is_judged(tmp_path: Path) -> None:
    _, _, notices = judged(tmp_path, pdf([WHOLE], compress=True))
    assert notices == []
