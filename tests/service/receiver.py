"""A receiver of webhooks for tests: remembers what came, and answers as it is told."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


@dataclass
class Got:
    """A request that came."""

    path: str
    headers: dict[str, str]
    body: bytes


@dataclass
class Receiver:
    """What answers at :attr:`url`."""

    url: str = ""
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes = b"ok"
    wait_s: float = 0.0
    got: list[Got] = field(default_factory=list)


@contextmanager
def receiving() -> Iterator[Receiver]:
    """A receiver on a free port of this machine."""
    told = Receiver()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            length = int(self.headers["Content-Length"])
            told.got.append(Got(self.path, dict(self.headers.items()), self.rfile.read(length)))
            time.sleep(told.wait_s)
            self.send_response(told.status)
            for name, value in told.headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(told.body)))
            try:
                self.end_headers()
                self.wfile.write(told.body)
            except OSError:
                self.close_connection = True

        def log_message(self, *args: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    told.url = f"http://127.0.0.1:{server.server_port}/avisos?t=1"
    try:
        yield told
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
