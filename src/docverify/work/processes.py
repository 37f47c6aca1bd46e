"""Processes of the system: who started whom, what they hold, and their end."""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import threading
from functools import lru_cache
from pathlib import Path
from typing import Any


def descendants(pid: int) -> list[int]:
    """Return the processes that a process started, and those that they started (Linux; elsewhere none).

    Args:
        pid: A process id.
    """
    children: dict[int, list[int]] = {}
    with contextlib.suppress(OSError):
        for entry in Path("/proc").iterdir():
            if entry.name.isdigit():
                with contextlib.suppress(OSError, IndexError, ValueError):
                    stat = (entry / "stat").read_text(encoding="ascii", errors="replace")
                    children.setdefault(int(stat.rpartition(")")[2].split()[1]), []).append(int(entry.name))
    found: list[int] = []
    waiting = [pid]
    while waiting:
        below = children.get(waiting.pop(), [])
        found.extend(below)
        waiting.extend(below)
    return found


def own_children() -> frozenset[int]:
    """Return the processes that this process started and that still run (Linux; elsewhere none)."""
    found: set[int] = set()
    with contextlib.suppress(OSError):
        for thread in Path("/proc/self/task").iterdir():
            with contextlib.suppress(OSError, ValueError):
                found.update(map(int, (thread / "children").read_text(encoding="ascii").split()))
    return frozenset(found)


def end_family(pid: int) -> None:
    """Kill a process and everything that it started."""
    for member in [pid, *descendants(pid)]:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            if os.getpgid(member) == member:
                os.killpg(member, signal.SIGKILL)
            else:
                os.kill(member, signal.SIGKILL)


def resident_bytes() -> int:
    """Return how much memory this process holds now (Linux; elsewhere 0)."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    except (OSError, IndexError, ValueError):
        return 0
    return pages * os.sysconf("SC_PAGESIZE")


def give_back_memory() -> None:
    """Let the C library give memory that is free back to the system, where it can (glibc)."""
    trim = getattr(_libc(), "malloc_trim", None)
    if trim is not None:
        trim(0)


def die_with_parent() -> None:
    """Let the system kill this process when the one that started it ends (Linux; elsewhere nothing)."""
    prctl = getattr(_libc(), "prctl", None)
    if prctl is not None and threading.current_thread() is threading.main_thread():
        prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG


@lru_cache(maxsize=1)
def _libc() -> Any:
    return ctypes.CDLL(None)
