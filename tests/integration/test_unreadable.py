"""A page that nobody can read: its paper is not said to be missing, and the analyst is told what to ask for."""

from __future__ import annotations

import random
import shutil
from datetime import date
from pathlib import Path

import pytest
from samples.generator import degrade, files
from samples.generator.render import paginas

from docverify.settings import Settings
from docverify.verify import verify

_DOSSIER = Path(__file__).parents[2] / "samples" / "dossies" / "01_aceito"
_ALVARA = "anexo014.pdf"


@pytest.mark.parametrize(("modo", "advice"), [("desfocada", "desfocada"), ("apagada", "muito claro")])
def test_an_unreadable_alvara_is_in_doubt_and_not_missing(tmp_path: Path, modo: str, advice: str) -> None:
    folder = tmp_path / "dossie"
    shutil.copytree(_DOSSIER, folder)
    sheet = degrade.ilegivel(paginas((folder / _ALVARA).read_bytes(), 150)[0], 150, random.Random(3), modo)
    (folder / _ALVARA).write_bytes(files.pdf([sheet]))
    found = verify(folder, today=date(2026, 11, 30), settings=Settings(cache=tmp_path / "cache"))
    assert found.decisao.resultado == "em_analise"
    item = next(i for i in found.decisao.itens if i.id == "GLP-06")
    assert item.situacao == "em_analise"
    reasons = [r for r in item.motivos if r.codigo == "documento_ilegivel"]
    assert reasons
    assert advice in " ".join(r.mensagem for r in reasons)
    notice = next(n for n in found.decisao.avisos if n.codigo == "arquivo_ilegivel")
    assert notice.arquivo == _ALVARA
    assert advice in notice.mensagem
    other = [d for d in found.documentos if d.arquivo == _ALVARA]
    assert all(d.confianca <= 0.5 for d in other)
