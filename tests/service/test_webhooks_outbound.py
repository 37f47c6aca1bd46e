"""A webhook goes to the address that was looked at, in time, and nowhere into the own network."""

from __future__ import annotations

import datetime as dt
import ipaddress
import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from docverify.store import outbound
from docverify.store.outbound import DeliveryError, DestinationError, addresses, callable_address, parse, post
from tests.service.receiver import receiving


@pytest.mark.parametrize(
    ("url", "origin", "target"),
    [
        ("https://exemplo.com.br", "https://exemplo.com.br", "/"),
        ("https://exemplo.com.br:443/a/b?c=d&e", "https://exemplo.com.br", "/a/b?c=d&e"),
        ("http://exemplo.com.br:8080/a%20b", "http://exemplo.com.br:8080", "/a%20b"),
        ("http://[2001:db8::1]:81/x", "http://[2001:db8::1]:81", "/x"),
        ("HTTPS://Exemplo.com/?q=1", "https://exemplo.com", "/?q=1"),
    ],
)
def test_an_address_is_taken_apart_once(url: str, origin: str, target: str) -> None:
    found = parse(url)
    assert (found.origin, found.target) == (origin, target)


@pytest.mark.parametrize(
    "url",
    [
        "",
        "exemplo.com",
        "ftp://exemplo.com/",
        "file:///etc/passwd",
        "gopher://exemplo.com",
        "https://",
        "https:///caminho",
        "https://usuario:senha@exemplo.com/",
        "https://usuario@exemplo.com/",
        "https://@exemplo.com/",
        "https://exemplo.com/#fragmento",
        "https://exemplo.com/#",
        "https://exemplo.com:0/",
        "https://exemplo.com:99999/",
        "https://exemplo.com:porta/",
        "https://exem plo.com/",
        "https://exemplo.com\\@127.0.0.1/",
        "https://exemplo.com/\r\nX-Injetado: 1",
        "https://exemplo.com/\x00",
        "https://exêmplo.com/",
        "https://[::1",
        "https://[fe80::1%25eth0]/",
        "https://-exemplo.com/",
        "https://exemplo.com/" + "a" * 2000,
    ],
)
def test_what_is_no_plain_address_is_refused(url: str) -> None:
    with pytest.raises(DestinationError):
        parse(url)


_NEVER = (
    "0.0.0.0",
    "169.254.169.254",
    "169.254.1.1",
    "100.100.100.200",
    "192.0.0.192",
    "168.63.129.16",
    "224.0.0.1",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "fe80::1",
    "fe80::1%eth0",
    "ff02::1",
    "fd00:ec2::254",
    "fd20:ce::254",
    "::ffff:169.254.169.254",
    "::ffff:0.0.0.0",
    "64:ff9b::a9fe:a9fe",
    "2002:a9fe:a9fe::",
    "::8.8.8.8",
)
_OWN = (
    "127.0.0.1",
    "127.255.255.254",
    "10.0.0.1",
    "172.16.0.1",
    "172.31.255.255",
    "192.168.1.1",
    "100.64.0.1",
    "::1",
    "fc00::1",
    "fd12:3456::1",
    "::ffff:127.0.0.1",
    "::ffff:10.0.0.1",
    "64:ff9b::7f00:1",
    "2002:7f00:1::",
)
_PUBLIC = ("8.8.8.8", "200.160.2.3", "172.32.0.1", "2001:12ff:0:4::6", "::ffff:8.8.8.8", "64:ff9b::808:808")


@pytest.mark.parametrize("address", _NEVER)
@pytest.mark.parametrize("private", [False, True])
def test_reserved_addresses_are_never_called(address: str, private: bool) -> None:
    assert not callable_address(address, private=private)


@pytest.mark.parametrize("address", _OWN)
def test_the_own_network_is_called_by_setting_only(address: str) -> None:
    assert not callable_address(address, private=False)
    assert callable_address(address, private=True)


@pytest.mark.parametrize("address", _PUBLIC)
def test_public_addresses_are_called(address: str) -> None:
    assert callable_address(address, private=False)


@pytest.mark.parametrize("host", ["127.0.0.1", "2130706433", "0x7f.1", "0177.0.0.1", "127.1", "localhost"])
def test_this_machine_is_told_however_it_is_written(host: str) -> None:
    with pytest.raises(DestinationError, match="rede interna"):
        addresses(parse(f"http://{host}/"), private=False)


def _answers(monkeypatch: pytest.MonkeyPatch, *turns: list[str]) -> list[str]:
    """Let names have these addresses, turn by turn (the last one for ever); return the names that are asked for."""
    asked: list[str] = []
    left = list(turns)

    def getaddrinfo(host: str, port: int, *args: object, **named: object) -> list[tuple[object, ...]]:
        asked.append(host)
        found = left.pop(0) if len(left) > 1 else left[0]
        return [(socket.AF_INET6 if ":" in a else socket.AF_INET, socket.SOCK_STREAM, 6, "", (a, port)) for a in found]

    monkeypatch.setattr(outbound.socket, "getaddrinfo", getaddrinfo)
    return asked


def test_one_bad_address_among_good_ones_is_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    _answers(monkeypatch, ["8.8.8.8", "10.0.0.5"])
    with pytest.raises(DestinationError):
        addresses(parse("https://exemplo.com"), private=False)


def test_a_name_without_address_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    _answers(monkeypatch, [])
    with pytest.raises(DeliveryError, match="exemplo.com"):
        addresses(parse("https://exemplo.com"), private=False)


def test_a_resolver_that_hangs_holds_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    free = threading.Event()
    monkeypatch.setattr(outbound, "CONNECT_S", 0.1)
    monkeypatch.setattr(outbound.socket, "getaddrinfo", lambda *a, **k: free.wait(30) and [])
    began = time.monotonic()
    with pytest.raises(DeliveryError):
        addresses(parse("https://exemplo.com"), private=False)
    free.set()
    assert time.monotonic() - began < 5


def test_a_name_that_changes_its_address_gains_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """DNS rebinding: the connection goes to the address that was looked at; the name is not asked for again."""
    seen: list[str] = []
    with receiving() as told:
        port = int(told.url.split(":")[2].split("/")[0])
        real = socket.getaddrinfo

        def twice(host: str, *args: object, **named: object) -> object:
            if host == "exemplo.com":
                seen.append(host)
                assert len(seen) == 1, "asked for a second time"
                return real("127.0.0.1", *args, **named)  # type: ignore[arg-type]
            return real(host, *args, **named)  # type: ignore[arg-type]

        monkeypatch.setattr(outbound.socket, "getaddrinfo", twice)
        assert post(parse(f"http://exemplo.com:{port}/x"), b"{}", [], private=True) == 200
        assert told.got[0].headers["Host"] == f"exemplo.com:{port}"
    assert seen == ["exemplo.com"]


def test_redirects_are_not_followed() -> None:
    with receiving() as told, receiving() as other:
        told.status, told.headers = 302, {"Location": other.url}
        assert post(parse(told.url), b"{}", [], private=True) == 302
        assert other.got == []


def test_proxies_of_the_environment_are_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9")
    with receiving() as told:
        assert post(parse(told.url), b"{}", [], private=True) == 200


def test_what_is_sent_arrives_as_it_is() -> None:
    with receiving() as told:
        post(parse(told.url), "ação".encode(), [("Docverify-Event", "teste")], private=True)
        assert told.got[0].body == "ação".encode()
        assert told.got[0].path == "/avisos?t=1"
        assert told.got[0].headers["Docverify-Event"] == "teste"


@contextmanager
def _speaking(speak: Callable[[socket.socket], None]) -> Iterator[str]:
    """A server on which every connection is handed to a function."""
    server = socket.create_server(("127.0.0.1", 0))

    def serve() -> None:
        try:
            connection, _ = server.accept()
        except OSError:
            return
        with connection:
            try:
                speak(connection)
            except OSError:
                return

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.getsockname()[1]}/"
    finally:
        server.shutdown(socket.SHUT_RDWR)
        server.close()
        thread.join(5)


def _drip(connection: socket.socket) -> None:
    connection.sendall(b"HTTP/1.1 200 OK\r\n")
    while True:
        connection.sendall(b"X-A: b\r\n")
        time.sleep(0.05)


def _flood_of_continues(connection: socket.socket) -> None:
    while True:
        connection.sendall(b"HTTP/1.1 100 Continue\r\n\r\n" * 100)


def _silence(connection: socket.socket) -> None:
    time.sleep(1.5)


@pytest.mark.parametrize("speak", [_drip, _flood_of_continues, _silence])
def test_a_receiver_that_is_slow_on_purpose_is_left_in_time(
    speak: Callable[[socket.socket], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outbound, "TOTAL_S", 0.4)
    began = time.monotonic()
    with _speaking(speak) as url:
        with pytest.raises(DeliveryError):
            post(parse(url), b"{}", [], private=True)
        assert time.monotonic() - began < 3


def test_an_endless_answer_is_not_read_to_its_end() -> None:
    sent: list[int] = []

    def endless(connection: socket.socket) -> None:
        connection.sendall(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
        while True:
            sent.append(connection.send(b"1000\r\n" + b"x" * 4096 + b"\r\n"))

    with _speaking(endless) as url:
        assert post(parse(url), b"{}", [], private=True) == 200
    assert sum(sent) < 20_000_000


@pytest.mark.parametrize("answer", [b"", b"SSH-2.0-OpenSSH\r\n", b"HTTP/1.1 abc\r\n\r\n", b"\x00" * 2000])
def test_what_is_not_http_is_told(answer: bytes) -> None:
    def speak(connection: socket.socket) -> None:
        connection.recv(4096)
        connection.sendall(answer)

    with _speaking(speak) as url, pytest.raises(DeliveryError, match="HTTP"):
        post(parse(url), b"{}", [], private=True)


def test_nobody_listens() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    with pytest.raises(DeliveryError, match="conexão"):
        post(parse(f"http://127.0.0.1:{port}/"), b"{}", [], private=True)


def _certificate(folder: Path, name: str) -> tuple[Path, Path]:
    """A self-signed certificate of a name, and its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    now = dt.datetime.now(dt.UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - dt.timedelta(days=1))
        .not_valid_after(now + dt.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    certificate, private = folder / "c.pem", folder / "k.pem"
    certificate.write_bytes(made.public_bytes(serialization.Encoding.PEM))
    private.write_bytes(
        key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    )
    return certificate, private


@pytest.mark.parametrize(("name", "right"), [("gancho.exemplo", True), ("outro.exemplo", False)])
def test_the_certificate_is_the_names_though_the_address_is_pinned(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, right: bool
) -> None:
    certificate, key = _certificate(tmp_path, "gancho.exemplo")
    server_side = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server_side.load_cert_chain(certificate, key)
    trusting = ssl.create_default_context(cafile=str(certificate))
    monkeypatch.setattr(outbound, "_tls", lambda: trusting)

    def speak(connection: socket.socket) -> None:
        with server_side.wrap_socket(connection, server_side=True) as secure:
            read = b""
            # to its end: who closes with something unread breaks the connection off
            while not read.endswith(b"{}") and (block := secure.recv(4096)):
                read += block
            secure.sendall(b"HTTP/1.1 204 No Content\r\n\r\n")

    monkeypatch.setattr(outbound, "_resolve", lambda host, port, timeout: ["127.0.0.1"])
    with _speaking(speak) as url:
        port = url.rsplit(":", 1)[1].strip("/")
        destination = parse(f"https://{name}:{port}/")
        if right:
            assert post(destination, b"{}", [], private=True) == 204
        else:
            with pytest.raises(DeliveryError, match="certificado"):
                post(destination, b"{}", [], private=True)


def test_every_example_address_is_one() -> None:
    for address in (*_NEVER, *_OWN, *_PUBLIC):
        ipaddress.ip_address(address.partition("%")[0])
