"""How long, how large and how many: what a connection may do before it has asked for anything.

Whatever comes before a request's body is read by no middleware: the server reads it first. h11 is named as the parser,
so that it does not depend on what else is installed: it refuses a head above 64 kB, trailers included, and what can be
read in two ways.
"""

from __future__ import annotations

import asyncio
import resource

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

HEAD_S = 20.0
"""Seconds in which a request's head must have come whole; browsers open connections ahead, and open them anew."""
MOST = 4_000
"""Connections at a time, at most; half of the files that may be open where those are few."""


class Connection(H11Protocol):
    """A connection that is closed when a request's head does not come to its end, or when there are too many."""

    _late: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Take a connection, unless there are too many."""
        super().connection_made(transport)
        if len(self.connections) > most():
            transport.abort()
            return
        self._await_head()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait for nothing any more."""
        self._stop_waiting()
        super().connection_lost(exc)

    def handle_events(self) -> None:
        """Look, after whatever came and after every answer, whether a head is under way."""
        super().handle_events()
        if self.conn.their_state is not h11.IDLE:
            self._stop_waiting()
        elif self.timeout_keep_alive_task is None:  # that one ends a connection on which nothing comes after an answer
            self._await_head()

    def _await_head(self) -> None:
        if self._late is None and not self.transport.is_closing():
            self._late = self.loop.call_later(HEAD_S, self.transport.abort)

    def _stop_waiting(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None


def most() -> int:
    """Return how many connections there may be: files, the database and workers need descriptors, too."""
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return MOST if soft == resource.RLIM_INFINITY else min(MOST, soft // 2)
