"""Doing something as another user of the machine, or in a process that may be killed."""

from __future__ import annotations

import os
import traceback
from collections.abc import Callable

NOBODY = 65534


def forked(work: Callable[[], object], *, uid: int | None = None) -> int:
    """Run ``work`` in a forked child, as a user; return the child's number."""
    pid = os.fork()
    if pid:
        return pid
    status = 1
    try:
        if uid is not None:
            os.setgroups([])
            os.setgid(uid)
            os.setuid(uid)
        work()
        status = 0
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(status)


def succeeded(pid: int) -> bool:
    """Wait for a child and tell whether ``work`` came to its end."""
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0
