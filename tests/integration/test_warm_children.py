"""One child, many dossiers: what a dossier's report says does not depend on which were verified before it."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable
from datetime import date
from pathlib import Path

from docverify.report import serialize
from docverify.settings import Settings
from docverify.work import sandbox
from docverify.work.job import Job
from tests.integration import small

TODAY = date(2026, 11, 30)


def _reports(crew: sandbox.Crew, paths: Iterable[Path]) -> dict[str, str]:
    found = {}
    for path in paths:
        outcome = crew.run(Job(path, TODAY))
        if outcome.report is None:
            assert outcome.failure is not None
            found[path.name] = f"{outcome.failure.codigo}: {outcome.failure.mensagem}"
        else:
            found[path.name] = serialize.dumps({k: v for k, v in outcome.report.items() if k != "tempos"})
    return found


def test_the_order_of_dossiers_changes_no_report(tmp_path: Path) -> None:
    other = small.FICHA | {"razao_social": "DEPÓSITO LUZ DO SUL LTDA", "cnpj": "33.000.167/0001-01"}
    damaged = small.dossier(tmp_path / "danificado")
    (damaged / "b.pdf").write_bytes(b"%PDF-1.7\nlixo")
    empty = tmp_path / "vazio"
    empty.mkdir()
    paths = [
        small.dossier(tmp_path / "bom"),
        small.dossier(tmp_path / "vencido", validade="31/12/2024"),
        small.dossier(tmp_path / "alheio", ficha=other),
        damaged,
        empty,
    ]
    settings = Settings(cache_enabled=False)
    with sandbox.Crew(settings) as crew:
        forth = _reports(crew, paths)
        pids = {child.pid for child in crew._idle}
        back = _reports(crew, reversed(paths))
        assert {child.pid for child in crew._idle} == pids and len(pids) == 1
    assert forth == back
    assert forth["vazio"].startswith("vazio")
    alone = sandbox.run(Job(paths[0], TODAY), settings)
    assert alone.report is not None
    assert serialize.dumps({k: v for k, v in alone.report.items() if k != "tempos"}) == forth["bom"]


def test_the_engine_reports_its_use_to_nobody() -> None:
    program = (
        "import sys, numpy as np; from docverify.reading.ppocr import PpOcrReader; "
        "PpOcrReader().lines([np.full((48, 96), 255, np.uint8)]); "
        "sys.exit(any(m.split('.')[0] == 'openvino_telemetry' and sys.modules[m] is not None for m in sys.modules))"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
