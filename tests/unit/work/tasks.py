"""What children of the tests do in place of verifying: importable, since a child imports it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from docverify.errors import EngineMissingError, MissingFichaError
from docverify.settings import Settings
from docverify.work import channel
from docverify.work.job import Job, Outcome, failure_of


def good(job: Job, _: Settings) -> Outcome:
    """Report at once."""
    return Outcome(report={"versao": 1, "dossie": "?", "resultado": "aceito", "dia": job.today.isoformat()})


def noisy(job: Job, settings: Settings) -> Outcome:
    """Report, after writing where only the report belongs."""
    print("ruído de uma biblioteca")
    return good(job, settings)


def slow(job: Job, settings: Settings) -> Outcome:
    """Take a while."""
    time.sleep(0.15)
    return good(job, settings)


def missing_ficha(_: Job, __: Settings) -> Outcome:
    """Fail as bad input does."""
    return Outcome(failure=failure_of(MissingFichaError("não há\nficha")))


def no_engine(_: Job, __: Settings) -> Outcome:
    """Fail as a missing engine does."""
    return Outcome(failure=failure_of(EngineMissingError("instale o tesseract")))


def crash(_: Job, __: Settings) -> Outcome:
    """Die as a native library does."""
    os.kill(os.getpid(), signal.SIGSEGV)
    time.sleep(60)
    raise AssertionError


def killed(_: Job, __: Settings) -> Outcome:
    """Die as the system lets a process die that takes all memory."""
    os.kill(os.getpid(), signal.SIGKILL)
    time.sleep(60)
    raise AssertionError


def silent(_: Job, __: Settings) -> Outcome:
    """End without an answer."""
    os._exit(7)


def raises(_: Job, __: Settings) -> Outcome:
    """Break the promise that a task never raises."""
    raise ZeroDivisionError


def greedy(_: Job, __: Settings) -> Outcome:
    """Ask for more memory than there may be."""
    try:
        bytearray(20_000_000_000)
    except MemoryError:
        return Outcome(report={"versao": 1, "resultado": "em_analise"})
    return Outcome(report={"versao": 1, "resultado": "aceito"})


def hang(job: Job, _: Settings) -> Outcome:
    """Start a grandchild in a session of its own, tell its number, and never end."""
    process = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"], start_new_session=True)
    Path(job.path).write_text(f"{os.getpid()} {process.pid}", encoding="ascii")
    time.sleep(600)
    raise AssertionError


def by_name(job: Job, settings: Settings) -> Outcome:
    """Do what the dossier's name says."""
    what = {"ruim": missing_ficha, "cai": crash}.get(job.path.stem.partition("-")[0], slow)
    return what(job, settings)


def good_then_hang(job: Job, settings: Settings) -> Outcome:
    """Report, but never end where the dossier's path is a whole one."""
    return hang(job, settings) if job.path.is_absolute() else good(job, settings)


_served: list[str] = []
_kept: list[bytearray] = []


def who(job: Job, _: Settings) -> Outcome:
    """Report the process, what it has served before, and its folder for temporary files."""
    _served.append(job.path.name)
    left = Path(tempfile.gettempdir()) / "resto"
    before = left.exists()
    left.write_bytes(b"x")
    return Outcome(report={"pid": os.getpid(), "antes": _served[:-1], "pasta": str(left.parent), "resto": before})


def spoiled(job: Job, settings: Settings) -> Outcome:
    """Fail, as the dossier's name says, wherever another dossier came before."""
    if not _served:
        return who(job, settings)
    what = {"cai": crash, "motor": no_engine, "defeito": raises, "ficha": missing_ficha, "calado": silent}
    return what[job.path.stem](job, settings)


def grows(job: Job, settings: Settings) -> Outcome:
    """Keep memory."""
    _kept.append(bytearray(os.urandom(1 << 20) * 150))
    return who(job, settings)


def leaves(job: Job, settings: Settings) -> Outcome:
    """Leave a process behind."""
    process = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"], start_new_session=True)
    outcome = who(job, settings)
    assert outcome.report is not None
    return Outcome(report={**outcome.report, "neto": process.pid})


def server_killed_once(job: Job, settings: Settings) -> Outcome:
    """Kill the server that forks the children, and with it this child, the first time."""
    marker = Path(f"{job.path}.morto")
    if not marker.exists():
        marker.touch()
        os.kill(os.getppid(), signal.SIGKILL)
        time.sleep(20)
    return good(job, settings)


def telling(job: Job, settings: Settings) -> Outcome:
    """Say how far it is, and the verdict before the end; then do as the dossier's name says."""
    for page in range(3):
        channel.tell("lendo", page, 3)
    report = {"versao": 1, "dossie": job.path.name, "resultado": "aceito"}
    if job.path.name != "sem_veredito":
        channel.decided(Outcome(report=report))
    channel.tell("ilustrando", 0, 3)
    match job.path.name:
        case "cai":
            os.kill(os.getpid(), signal.SIGKILL)
        case "demora" | "sem_veredito":
            time.sleep(60)
    return Outcome(report=report | {"ilustrado": True})
