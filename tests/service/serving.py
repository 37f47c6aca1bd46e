"""A real ``docverify serve`` in a process of its own, for tests."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from pathlib import Path

_LINK = re.compile(r"(http://\S+)/primeiro-acesso\?token=(\S+)")
_ADDRESS = re.compile(r"^docverify \S+: (http://\S+)$", re.MULTILINE)


class Serve:
    """Started at once; :meth:`ready` waits until it answers.

    Args:
        home: ``DOCVERIFY_HOME``.
        arguments: Of ``docverify serve``, after the port (0: a free one).
        environment: Further variables.
        before: Words before the command, as of ``unshare``.
    """

    def __init__(
        self,
        home: Path,
        *arguments: str,
        port: int = 0,
        environment: dict[str, str] | None = None,
        before: Sequence[str] = (),
    ) -> None:
        self.home = home
        self.out = ""
        self.err = ""
        kept = {name: value for name, value in os.environ.items() if not name.startswith("DOCVERIFY_")}
        self.process = subprocess.Popen(
            [*before, sys.executable, "-m", "docverify", "serve", "--port", str(port), *arguments],
            env=kept | {"DOCVERIFY_HOME": str(home), "OMP_THREAD_LIMIT": "1"} | (environment or {}),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            stdin=subprocess.DEVNULL,
            text=True,
        )
        self._readers = [threading.Thread(target=self._read, args=(name,), daemon=True) for name in ("out", "err")]
        for reader in self._readers:
            reader.start()

    def __enter__(self) -> Serve:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(40)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        for reader in self._readers:
            reader.join(10)
        for stream in (self.process.stdout, self.process.stderr):
            assert stream is not None
            stream.close()

    def ready(self, seconds: float = 60.0) -> str:
        """Return its address once it has told it."""
        until = time.monotonic() + seconds
        while (found := _ADDRESS.search(self.out)) is None:
            assert self.process.poll() is None, f"ended with {self.process.returncode}: {self.err}"
            assert time.monotonic() < until, f"not up after {seconds} s: {self.err}"
            time.sleep(0.02)
        return found[1]

    def first_link(self) -> str | None:
        """Return the token of the one-time link, None where it printed none."""
        found = _LINK.search(self.out)
        return found[2] if found else None

    def ended(self, seconds: float = 40.0) -> int:
        """Wait for its end; return its exit status."""
        status = self.process.wait(seconds)
        for reader in self._readers:
            reader.join(10)
        return status

    def stop(self) -> int:
        """Tell it to stop; return its exit status."""
        self.process.send_signal(signal.SIGTERM)
        return self.ended()

    def until_logged(self, event: str, seconds: float = 60.0) -> None:
        """Wait until its log tells an event."""
        until = time.monotonic() + seconds
        while f'"event": "{event}"' not in self.err:
            assert time.monotonic() < until, f"no {event}: {self.err}"
            time.sleep(0.02)

    def _read(self, name: str) -> None:
        stream = self.process.stdout if name == "out" else self.process.stderr
        assert stream is not None
        for line in stream:
            setattr(self, name, getattr(self, name) + line)
