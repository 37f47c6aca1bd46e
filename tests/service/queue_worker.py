"""A worker in a process of its own, which may end itself at a stage that is named in its call."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

from docverify.cli import logs
from docverify.settings import Settings
from docverify.store.config import ServiceSettings
from docverify.work import sandbox, stages, worker
from tests.service.queue_tasks import obey


def main() -> int:
    """Work; at the stage that is named, die as if killed."""
    wanted = sys.argv[1] if len(sys.argv) > 1 else ""

    def reached(_stage: str) -> None:
        if _stage == wanted:
            (Path(os.environ["DOCVERIFY_HOME"]) / f"morto.{wanted}").touch()
            os.kill(os.getpid(), signal.SIGKILL)

    stages.reached = reached
    sandbox._preload.clear()
    logs.configure(["worker"])
    worker.GRACE_S = float(os.environ.get("TEST_GRACE_S", worker.GRACE_S))
    return worker.run_worker(
        Settings(cache_enabled=False), ServiceSettings(), task=obey, jobs=int(os.environ.get("TEST_JOBS", "1"))
    )


if __name__ == "__main__":
    sys.exit(main())
