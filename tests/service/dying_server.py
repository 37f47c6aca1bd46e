"""``docverify serve`` that ends itself, as if killed, at a moment of an upload that is named in its call."""

from __future__ import annotations

import os
import signal
import sys
from typing import Any

from docverify.cli import main
from docverify.store import dossiers
from docverify_api.routes import dossies_envio

MOMENTS = ("bytes", "linha", "resposta")
"""The files are stored and no row names them; the rows are committed; the answer is made and not sent."""


def _die(*_: Any, **__: Any) -> Any:
    os.kill(os.getpid(), signal.SIGKILL)


def _after(work: Any) -> Any:
    def wrapped(*arguments: Any, **named: Any) -> Any:
        work(*arguments, **named)
        _die()

    return wrapped


if __name__ == "__main__":
    moment = sys.argv[1]
    if moment == "bytes":
        dossiers.send = _die
    elif moment == "linha":
        dossiers.send = _after(dossiers.send)
    else:
        dossies_envio.answer = _after(dossies_envio.answer)
    sys.argv = ["docverify", *sys.argv[sys.argv.index("serve") :]]
    main()
