"""Parent's side of the child that opens PDFs and images: one request at a time, each with a deadline."""

from __future__ import annotations

import contextlib
import json
import os
import selectors
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from types import TracebackType
from typing import Any

from docverify.errors import LimitExceededError, PasswordProtectedError, UnreadableFileError

_SCRIPT = Path(__file__).with_name("worker.py")

_REASONS = {
    "senha": "está protegido por senha; envie uma cópia sem senha",
    "ilegivel": "está danificado ou não é um PDF ou imagem que se possa abrir",
    "limite": "passa do limite de páginas ou de pixels",
    "memoria": "exige memória demais para ser aberto",
    "tempo": "demorou demais para ser aberto",
    "queda": "faz o leitor de arquivos cair",
}


class MediaWorker:
    """A child process that opens files, started on first use and again after a crash.

    Safe to share between threads: requests are served one after the other.

    Args:
        memory_bytes: Address space of the child.
        timeout_s: Seconds for one request, after which the child is killed.
        module: A module of docverify that the child runs instead of :mod:`docverify.intake.worker`.
    """

    def __init__(self, memory_bytes: int, timeout_s: float, module: str | None = None) -> None:
        self._memory_bytes = memory_bytes
        self._timeout_s = timeout_s
        self._program = [str(_SCRIPT)] if module is None else ["-m", module]
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> MediaWorker:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the child."""
        with self._lock:
            self._kill()

    def request(self, comando: str, path: Path, **arguments: Any) -> tuple[dict[str, Any], bytes]:
        """Send one request and wait for its answer.

        Args:
            comando: Of :mod:`docverify.intake.worker` (``probe``, ``render``, ``text``) or of ``module``.
            path: The file.
            **arguments: What the command takes.

        Returns:
            The header and the raw bytes of the answer.

        Raises:
            PasswordProtectedError: The file asks for a password.
            LimitExceededError: Pages, pixels or memory exceed a limit.
            UnreadableFileError: Anything else: damaged, too slow, or it crashes the reader.
        """
        line = json.dumps({"comando": comando, "path": str(path), **arguments}).encode() + b"\n"
        with self._lock:
            try:
                header, payload = self._exchange(line)
            except TimeoutError:
                self._kill()
                header, payload = {"ok": False, "codigo": "tempo", "detalhe": ""}, b""
            except (OSError, EOFError, ValueError):
                self._kill()
                header, payload = {"ok": False, "codigo": "queda", "detalhe": ""}, b""
        if header.get("ok"):
            return header, payload
        raise _error(str(header.get("codigo")), str(header.get("detalhe", "")))

    def _exchange(self, line: bytes) -> tuple[dict[str, Any], bytes]:
        process = self._process
        if process is None or process.poll() is not None:
            self._kill()
            process = self._process = self._start()
        assert process.stdin is not None and process.stdout is not None
        process.stdin.write(line)
        process.stdin.flush()
        deadline = time.monotonic() + self._timeout_s
        handle = process.stdout.fileno()
        buffer = bytearray()
        with selectors.DefaultSelector() as selector:
            selector.register(handle, selectors.EVENT_READ)
            while b"\n" not in buffer:
                _fill(buffer, handle, selector, deadline)
            head, _, rest = bytes(buffer).partition(b"\n")
            header: dict[str, Any] = json.loads(head)
            payload = bytearray(rest)
            while len(payload) < int(header["bytes"]):
                _fill(payload, handle, selector, deadline)
        return header, bytes(payload)

    def _start(self) -> subprocess.Popen[bytes]:
        environment = dict(os.environ, OMP_NUM_THREADS="1", PYTHONHASHSEED="0")
        return subprocess.Popen(
            # -P: the folder of the script is no place to import from
            [sys.executable, "-P", "-W", "ignore", *self._program, str(self._memory_bytes)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            env=environment,
        )

    def _kill(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
        for stream in (process.stdin, process.stdout):
            if stream is not None:
                with contextlib.suppress(OSError):
                    stream.close()
        process.wait()


def _fill(buffer: bytearray, handle: int, selector: selectors.BaseSelector, deadline: float) -> None:
    if not selector.select(max(0.0, deadline - time.monotonic())):
        raise TimeoutError
    chunk = os.read(handle, 1 << 20)
    if not chunk:
        raise EOFError
    buffer += chunk


def _error(codigo: str, detalhe: str) -> Exception:
    message = _REASONS.get(codigo, _REASONS["ilegivel"])
    if codigo == "senha":
        return PasswordProtectedError(message)
    if codigo in ("limite", "memoria"):
        return LimitExceededError(f"{message} ({detalhe})" if detalhe and codigo == "limite" else message)
    return UnreadableFileError(message)
