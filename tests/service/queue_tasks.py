"""What children do in the tests of the queue, instead of verifying: as told in the dossier's ``ficha.json``."""

from __future__ import annotations

import json
import os
import signal
import time
from pathlib import Path

from docverify.errors import EngineError, UnreadableFileError
from docverify.settings import Settings
from docverify.work import channel
from docverify.work.child import defect
from docverify.work.job import Job, Outcome, PageImage, failure_of

ORIGIN = {"motor": {"docverify": "teste"}, "configuracao": {}, "norma_versao": "0" * 64}


def obey(job: Job, settings: Settings) -> Outcome:
    """Do what ``teste`` of the Ficha says; without it, answer at once."""
    path = job.path / "ficha.json"
    ficha = json.loads(path.read_text()) if path.exists() else {}
    told = ficha.get("teste", {})
    for stage in ("abrindo", "lendo", "conferindo", "decidindo"):
        channel.tell(stage, 1, 2)
        time.sleep(told.get("pausa_s", 0))
    match told.get("faz"):
        case "ilegivel":
            return Outcome(failure=failure_of(UnreadableFileError("nada se lê neste arquivo")))
        case "motor":
            return Outcome(failure=failure_of(EngineError("o motor falhou")))
        case "defeito":
            return Outcome(failure=defect(ValueError("segredo")))
        case "morre":
            os.kill(os.getpid(), signal.SIGKILL)
        case "uma_vez":
            marker = Path(told["marca"])
            if not marker.exists():
                marker.touch()
                return Outcome(failure=failure_of(EngineError("o motor falhou desta vez")))
        case "enche":
            try:
                with (Path(os.environ["TMPDIR"]) / "grande").open("wb") as stream:
                    stream.write(bytes(told["bytes"]))
            except OSError as error:
                return Outcome(failure=failure_of(EngineError(f"o motor falhou ({error.errno})")))
    report = {
        "versao": 1,
        "dossie": job.path.name,
        "norma": "GLP297",
        "resultado": "em_analise",
        "efeito": {"codigo": "em_analise", "mensagem": "", "citacao": ""},
        "ficha": {"cnpj": ficha.get("cnpj"), "razao_social": "Gás São João\x00 Ltda", "endereco": {"uf": "PB"}},
        "arquivos": {p.name: p.stat().st_size for p in sorted(job.path.iterdir())} if job.path.is_dir() else {},
        "avisos": [],
    }
    outcome = Outcome(report=report, origin=ORIGIN)
    channel.decided(outcome)
    if told.get("faz") == "morre_depois":
        os.kill(os.getpid(), signal.SIGKILL)
    channel.tell("ilustrando", 0, 1)
    if job.paginas is None:
        return outcome
    job.paginas.mkdir(parents=True)
    image = job.paginas / "0.jpg"
    image.write_bytes(b"\xff\xd8\xff imagem")
    return Outcome(report=report, origin=ORIGIN, pages=(PageImage("a.pdf", 1, 10, 14, image),))
