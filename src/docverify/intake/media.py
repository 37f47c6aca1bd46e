"""Parent's side of the child that opens PDFs and images: one request at a time, each with a deadline.

Children are forked by a process that has imported all they need (:mod:`docverify.intake.zygote`), one such process for
each program and process that asks. A child serves one dossier: nothing of one is left for the next.
"""

from __future__ import annotations

import atexit
import contextlib
import fcntl
import json
import os
import selectors
import signal
import socket
import subprocess
import sys
import threading
import time
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, cast

from docverify.errors import LimitExceededError, PasswordProtectedError, UnreadableFileError

_PROGRAM = "docverify.intake.worker"
_PIPE_BYTES = 1 << 20
"""What a pipe holds: pages are megabytes, and each time it is full costs a change of processes."""

_MAX_ANSWER = 1_000_000_000
"""Bytes that no page has: a child that announces more is not believed."""

_REASONS = {
    "senha": "está protegido por senha; envie uma cópia sem senha",
    "ilegivel": "está danificado ou não é um PDF ou imagem que se possa abrir",
    "limite": "passa do limite de páginas ou de pixels",
    "memoria": "exige memória demais para ser aberto",
    "tempo": "demorou demais para ser aberto",
    "xfa": "é um formulário dinâmico (XFA), que só o Adobe Reader mostra; abra-o no Adobe Reader, imprima em PDF (ou "
    "salve como PDF achatado) e envie essa cópia",
    "portfolio": "é um portfólio: os documentos estão anexados dentro dele; extraia os anexos e envie-os um a um, como "
    "arquivos",
    "queda": "faz o leitor de arquivos cair",
}


@dataclass(frozen=True, slots=True)
class _Child:
    """A forked child: its process id, and where requests go and answers come from."""

    pid: int
    requests: int
    answers: int


class _Zygote:
    """The process that forks the children of one program, started on first use and again where it has ended.

    Safe to share between threads.

    Args:
        program: A module with a table ``COMMANDS``.
    """

    def __init__(self, program: str) -> None:
        self._program = program
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._control: socket.socket | None = None

    @property
    def pid(self) -> int | None:
        """Its process id; None where it does not run."""
        return None if self._process is None else self._process.pid

    def fork(self, memory_bytes: int, timeout_s: float) -> _Child:
        """Start a child.

        Args:
            memory_bytes: Its address space.
            timeout_s: How long that may take.

        Raises:
            OSError: It cannot be started (``TimeoutError`` among them).
        """
        source, requests = os.pipe()
        answers, sink = os.pipe()
        try:
            for pipe in (requests, sink):
                if hasattr(fcntl, "F_SETPIPE_SZ"):
                    with contextlib.suppress(OSError):  # beyond what a user may have: the pipe stays as it is
                        fcntl.fcntl(pipe, fcntl.F_SETPIPE_SZ, _PIPE_BYTES)
            order = {"memoria": memory_bytes}
            try:
                pid = self._order(order, [source, sink], timeout_s)
            except TimeoutError:
                raise
            except (OSError, EOFError, ValueError):  # it has ended meanwhile: a new one
                pid = self._order(order, [source, sink], timeout_s)
        except BaseException:
            os.close(requests)
            os.close(answers)
            raise
        finally:
            os.close(source)
            os.close(sink)
        return _Child(pid, requests, answers)

    def end(self, child: _Child) -> None:
        """End a child and everything that it started; it is gone when this returns."""
        os.close(child.requests)
        os.close(child.answers)
        # where the zygote itself has ended, so has the child
        with contextlib.suppress(OSError, EOFError, ValueError):
            self._order({"fim": child.pid}, [], 5.0, start=False)

    def close(self) -> None:
        """End it and all its children."""
        with self._lock:
            self._close()

    def _order(self, order: dict[str, int], handles: list[int], timeout_s: float, *, start: bool = True) -> int:
        with self._lock:
            if self._control is None:
                if not start:
                    raise EOFError
                self._control = self._start()
            control = self._control
            try:
                control.settimeout(timeout_s)
                socket.send_fds(control, [json.dumps(order).encode()], handles)
                answer = control.recv(4096)
                if not answer:
                    raise EOFError
                return int(json.loads(answer)["pid"])
            except BaseException:
                self._close()  # whatever it would still answer is of this order, not of the next
                raise

    def _start(self) -> socket.socket:
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            environment = dict(os.environ, OMP_NUM_THREADS="1", PYTHONHASHSEED="0")
            self._process = subprocess.Popen(
                # -P: the current folder is no place to import from
                [sys.executable, "-P", "-W", "ignore", "-m", "docverify.intake.zygote", self._program]
                + [str(theirs.fileno())],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
                env=environment,
                pass_fds=(theirs.fileno(),),
            )
        return ours

    def _close(self) -> None:
        control, self._control = self._control, None
        process, self._process = self._process, None
        if control is not None:
            control.close()
        if process is not None:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()


_zygotes: dict[tuple[int, str], _Zygote] = {}
_zygotes_lock = threading.Lock()


def _zygote(program: str) -> _Zygote:
    """Return this process's zygote of a program; one inherited over a fork is the parent's."""
    with _zygotes_lock:
        return _zygotes.setdefault((os.getpid(), program), _Zygote(program))


def helpers() -> frozenset[int]:
    """Return the process ids of the zygotes that this process keeps."""
    here = os.getpid()
    return frozenset(z.pid for (owner, _), z in list(_zygotes.items()) if owner == here and z.pid is not None)


@atexit.register
def end_helpers() -> None:
    """End what this process keeps for opening files; it is started again when needed."""
    here = os.getpid()
    for (owner, _), zygote in list(_zygotes.items()):
        if owner == here:
            zygote.close()


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
        self._zygote = _zygote(module or _PROGRAM)
        self._lock = threading.Lock()
        self._child: _Child | None = None

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
        line = json.dumps({"comando": comando, "path": str(path.absolute()), **arguments}).encode() + b"\n"
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
        child = self._child
        if child is not None and _has_news(child):  # nothing was asked: it has ended, or says what is no answer
            self._kill()
            child = None
        if child is None:
            child = self._child = self._zygote.fork(self._memory_bytes, self._timeout_s)
        deadline = time.monotonic() + self._timeout_s
        _write(child.requests, line)
        buffer = bytearray()
        with selectors.DefaultSelector() as selector:
            selector.register(child.answers, selectors.EVENT_READ)
            while b"\n" not in buffer:
                _await(selector, deadline)
                chunk = os.read(child.answers, 1 << 16)
                if not chunk:
                    raise EOFError
                buffer += chunk
            head, _, rest = bytes(buffer).partition(b"\n")
            header: dict[str, Any] = json.loads(head)
            if not 0 <= int(header["bytes"]) <= _MAX_ANSWER:
                raise ValueError(header["bytes"])
            payload = bytearray(int(header["bytes"]))
            payload[: len(rest)] = rest
            filled = len(rest)
            with memoryview(payload) as view:
                while filled < len(view):
                    _await(selector, deadline)
                    count = os.readv(child.answers, [view[filled:]])
                    if not count:
                        raise EOFError
                    filled += count
        return header, cast("bytes", payload)  # read, never changed: a copy of a page's pixels costs milliseconds

    def _kill(self) -> None:
        child, self._child = self._child, None
        if child is not None:
            self._zygote.end(child)


def _has_news(child: _Child) -> bool:
    with selectors.DefaultSelector() as selector:
        selector.register(child.answers, selectors.EVENT_READ)
        return bool(selector.select(0))


def _await(selector: selectors.BaseSelector, deadline: float) -> None:
    if not selector.select(max(0.0, deadline - time.monotonic())):
        raise TimeoutError


def _write(handle: int, data: bytes) -> None:
    while data:
        data = data[os.write(handle, data) :]


def _error(codigo: str, detalhe: str) -> Exception:
    message = _REASONS.get(codigo, _REASONS["ilegivel"])
    if codigo == "senha":
        return PasswordProtectedError(message)
    if codigo in ("limite", "memoria"):
        return LimitExceededError(f"{message} ({detalhe})" if detalhe and codigo == "limite" else message)
    return UnreadableFileError(message)
