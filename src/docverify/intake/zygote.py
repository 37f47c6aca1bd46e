"""Process that has imported what opens files and forks a child for each dossier: milliseconds in place of a new start.

It opens no file itself, holds no thread and nothing of a dossier, so that each child starts as the one before did. Run
as ``python -m docverify.intake.zygote MODULE HANDLE``: ``MODULE`` has a table ``COMMANDS`` (see
:mod:`docverify.intake.worker`), ``HANDLE`` is the number of a socket that keeps messages apart. Orders on it:

- ``{"memoria": bytes}`` with two handles, the child's input and output: fork one; the answer is its process id;
- ``{"fim": pid}``: end that child with all that it started; answered when it is gone. Its number is nobody else's
  before, since its parent has not asked for its end.

It ends, and its children with it, when the other side of the socket is closed.
"""

from __future__ import annotations

import contextlib
import ctypes
import gc
import importlib
import json
import os
import signal
import socket
import sys
from typing import Any

from docverify.intake.worker import serve

MAX_ORDER = 4096
"""Bytes of an order or an answer."""

_PR_SET_PDEATHSIG = 1


def main() -> None:
    """Serve orders until the other side is gone."""
    commands = importlib.import_module(sys.argv[1]).COMMANDS
    control = socket.socket(fileno=int(sys.argv[2]))
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.collect()
    gc.freeze()  # children share what is imported instead of copying it when they collect
    alive: set[int] = set()
    while True:
        data, handles, _, _ = socket.recv_fds(control, MAX_ORDER, 2)
        if not data:
            break
        order = json.loads(data)
        if "fim" in order:
            pid = int(order["fim"])
            if pid in alive:
                alive.discard(pid)
                _end(pid)
        else:
            pid = os.fork()
            if pid == 0:
                _child(control, commands, int(order["memoria"]), *handles)
            alive.add(pid)
            for handle in handles:
                os.close(handle)
        control.send(json.dumps({"pid": pid}).encode())
    for pid in alive:
        _end(pid)


def _end(pid: int) -> None:
    for stop in (os.killpg, os.kill):  # a child that has only just been forked leads no group yet
        with contextlib.suppress(ProcessLookupError, PermissionError):
            stop(pid, signal.SIGKILL)
    os.waitpid(pid, 0)


def _child(control: socket.socket, commands: dict[str, Any], memory: int, source: int, sink: int) -> None:
    status = 1
    try:
        control.close()
        os.setsid()
        if sys.platform == "linux":
            ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
        # what the child serves is written for a program started anew: its limit is its argument
        sys.argv = [sys.argv[0], str(memory)]
        for handle, place in ((source, 0), (sink, 1)):
            os.dup2(handle, place)
            os.close(handle)
        serve(commands)
        status = 0
    finally:
        os._exit(status)


if __name__ == "__main__":
    main()
