"""What a connection may do before it has asked for anything, and where a request ends."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator

import pytest
import uvicorn

from docverify.store.opening import Store
from docverify_api import connections
from docverify_api.app import create_app
from docverify_api.connections import Connection

ASKED = b"GET /saude HTTP/1.1\r\nHost: x\r\n\r\n"


@pytest.fixture
def port(store: Store, monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    monkeypatch.setattr(connections, "HEAD_S", 0.5)
    monkeypatch.setattr(connections, "MOST", 5)
    config = uvicorn.Config(
        create_app(store), http=Connection, log_config=None, access_log=False, ws="none", timeout_graceful_shutdown=1
    )
    server = uvicorn.Server(config)
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
        thread.start()
        while not server.started:
            time.sleep(0.01)
        yield listener.getsockname()[1]
        server.should_exit = True
        thread.join()


def connect(port: int) -> socket.socket:
    made = socket.create_connection(("127.0.0.1", port))
    made.settimeout(10)
    return made


def until_closed(made: socket.socket) -> bytes:
    """Return all that comes until the server closes; a test that waits in vain fails by time-out."""
    came = b""
    try:
        while block := made.recv(65_536):
            came += block
    except (ConnectionResetError, BrokenPipeError):
        pass
    return came


def served(made: socket.socket) -> bool:
    """Ask for something, and tell whether the whole answer came."""
    made.sendall(ASKED)
    came = b""
    while not came.endswith(b'{"vivo":true}'):
        block = made.recv(65_536)
        if not block:
            return False
        came += block
    return came.startswith(b"HTTP/1.1 200")


@pytest.mark.parametrize("sent", [b"", b"GET /sau", b"GET /saude HTTP/1.1\r\nHost: x\r\nX-A: a", b"\r\n"])
def test_a_head_that_does_not_come_ends_the_connection(port: int, sent: bytes) -> None:
    with connect(port) as made:
        made.sendall(sent)
        begun = time.monotonic()
        came = until_closed(made)
        assert time.monotonic() - begun < 9
        assert came == b"" or (sent == b"\r\n" and came.startswith(b"HTTP/1.1 400"))


def test_a_head_that_drips_ends_the_connection(port: int) -> None:
    with connect(port) as made:
        made.sendall(b"GET /saude HTTP/1.1\r\nX-A: ")
        with pytest.raises(OSError):  # noqa: PT011  # reset or broken, as it happens
            for _ in range(100):
                made.sendall(b"a")
                time.sleep(0.1)


@pytest.mark.parametrize("next_one", [b"G", b"\r\n"])
def test_after_an_answer_the_next_head_must_come_too_once_it_is_begun(port: int, next_one: bytes) -> None:
    with connect(port) as made:
        assert served(made)
        time.sleep(0.8)  # an idle connection that was used lasts longer than a head may take
        assert served(made)
        made.sendall(next_one)
        came = until_closed(made)
        assert came == b"" or (next_one == b"\r\n" and came.startswith(b"HTTP/1.1 400"))


def test_a_head_without_end_is_refused_before_it_fills_the_memory(port: int) -> None:
    with connect(port) as made:
        came = b""
        try:
            made.sendall(b"GET /saude HTTP/1.1\r\nHost: x\r\n" + b"X-A: " + b"a" * 5_000_000)
        except OSError:
            return
        came = until_closed(made)
        assert came == b"" or came.startswith(b"HTTP/1.1 400")


def test_trailers_without_end_are_refused(port: int) -> None:
    with connect(port) as made:
        made.sendall(b"POST /entrar HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n")
        with pytest.raises(OSError):  # noqa: PT011
            for _ in range(200):
                made.sendall(b"X-A: " + b"a" * 1_000 + b"\r\n")
                time.sleep(0.01)


def test_there_are_only_so_many_and_who_is_in_is_served(port: int) -> None:
    inside = [connect(port) for _ in range(5)]
    time.sleep(0.3)
    with connect(port) as one_more:
        assert until_closed(one_more) == b""
    assert served(inside[0])
    for made in inside:
        made.close()
    time.sleep(0.3)
    with connect(port) as made:
        assert served(made)


def test_a_request_that_tells_its_length_twice_ends_the_connection(port: int) -> None:
    with connect(port) as made:
        made.sendall(
            b"POST /entrar HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
            + ASKED
        )
        came = until_closed(made)
    assert came.count(b"HTTP/1.1") == 1 and came.startswith(b"HTTP/1.1 400"), came
