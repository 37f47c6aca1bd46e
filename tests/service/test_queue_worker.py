"""The worker, in processes of its own: from the queue to the verdict."""

from __future__ import annotations

import hashlib
import io
import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
import sqlalchemy as sa
from PIL import Image

from docverify.report import serialize
from docverify.settings import Settings
from docverify.store.fairness import URGENT
from docverify.store.jobs import defer
from docverify.store.opening import Store
from docverify.store.tables import paginas
from docverify.verify import verify
from docverify.work.scratch import root
from tests.service.queue_tools import (
    ROOT,
    dossier_row,
    environment,
    jobs,
    over,
    run_row,
    send,
    someone,
    until,
    verdicts_of,
    worker,
)


@pytest.fixture(autouse=True)
def _no_litter(tmp_path: Path) -> Iterator[None]:
    """Take away what a killed worker leaves behind that no other came to sweep."""
    yield
    shutil.rmtree(root(tmp_path / "casa"), ignore_errors=True)


def test_a_dossier_gets_its_verdict_its_pages_and_leaves_the_queue_empty(store: Store) -> None:
    actor = someone(store)
    dossie, run = send(store, actor, {"cnpj": "20419417000109"}, {"a.pdf": b"%PDF- um", "b.pdf": b"%PDF- dois"})
    with worker(store.settings) as process:
        until(lambda: over(store, run) and not jobs(store))
        process.terminate()
        assert process.wait(20) == 0
    assert run_row(store, run).estado == "concluida"
    row = dossier_row(store, dossie)
    assert (row.estado, row.versao, row.resultado, row.efeito) == ("concluido", 1, "em_analise", "em_analise")
    assert (row.cnpj, row.uf, row.progresso["etapa"]) == ("20419417000109", "PB", "pronto")
    (verdict,) = verdicts_of(store, dossie)
    assert verdict.relatorio["arquivos"] == {"a.pdf": 8, "b.pdf": 10, "ficha.json": 26}
    assert verdict.relatorio["dossie"] == "Dossiê do João"
    assert not root(store.settings.home).exists()


SAMPLE = ROOT / "samples" / "dossies" / "02_documento_ausente"


@pytest.mark.slow
def test_a_real_dossier_is_verified_as_the_command_line_does_and_shown_page_by_page(
    store: Store, tmp_path: Path
) -> None:
    files = {path.name: path.read_bytes() for path in SAMPLE.glob("*.pdf")}
    ficha = json.loads((SAMPLE / "ficha.json").read_bytes())
    dossie, run = send(store, someone(store), ficha, files)
    command = [sys.executable, "-m", "docverify", "worker"]
    seen = set()

    def finished() -> bool:
        seen.add(dossier_row(store, dossie).progresso["etapa"])
        return over(store, run)

    process = subprocess.Popen(command, cwd=tmp_path, env=environment(store.settings))
    try:
        until(finished, 120)
        (verdict,) = verdicts_of(store, dossie)
        check_pages(store, dossie, verdict)
        with store.database.begin() as c:
            for row in c.execute(sa.select(paginas.c.endereco)).scalars():
                store.files.delete(row)
            c.execute(paginas.delete())
            defer(c, "docverify.ilustrar", {"dossie_id": str(dossie)}, priority=URGENT)
        until(lambda: not jobs(store), 60)
        check_pages(store, dossie, verdict)
        process.terminate()
        assert process.wait(30) == 0
    finally:
        process.kill()
        process.wait()
    alone = verify(SAMPLE, today=date(2026, 11, 30), settings=Settings(cache=store.settings.home / "cache"))
    expected = json.loads(json.dumps(serialize.to_dict(alone)))
    assert {**verdict.relatorio, "tempos": 0, "dossie": 0} == {**expected, "tempos": 0, "dossie": 0}
    assert verdict.resultado == json.loads(SAMPLE.with_name(f"{SAMPLE.name}.esperado.json").read_bytes())["resultado"]
    assert {"docverify", "leitura", "confirmacao", "programa", "leitores"} <= set(verdict.motor)
    norm = (ROOT / "src" / "docverify" / "norms" / "glp297.toml").read_bytes()
    assert verdict.norma_versao == hashlib.sha256(norm).hexdigest()
    assert verdict.configuracao["render_dpi"] == 300 and "ocr_jobs" not in verdict.configuracao
    assert "lendo" in seen


def check_pages(store: Store, dossie: UUID, verdict: sa.Row[Any]) -> None:
    """See that there is an upright image of every page."""
    with store.database.begin() as c:
        rows = c.execute(sa.select(paginas).where(paginas.c.dossie_id == dossie).order_by(paginas.c.ordem)).all()
    assert len(rows) == verdict.relatorio["tempos"]["paginas"]
    for row in rows:
        with Image.open(io.BytesIO(store.files.read(row.endereco))) as picture:
            assert (picture.format, picture.size) == ("JPEG", (row.largura, row.altura))
            assert 1200 < picture.height <= store.settings.page_long_side
    told = {(d["arquivo"], page) for d in verdict.relatorio["documentos"] for page in d["paginas"]}
    assert told <= {(row.arquivo, row.numero) for row in rows}
