"""Calling an address that somebody registered, and no other: a webhook must not open the office's own network.

The name is resolved once, every address that it has is looked at, and the connection goes to one of those that were:
a name that answers otherwise a moment later gains nothing. Redirects are not followed, proxies of the environment are
not asked, and all of it together takes no longer than `TOTAL_S`.
"""

from __future__ import annotations

import ipaddress
import re
import socket
import ssl
import threading
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any
from urllib.parse import urlsplit

import httpcore
import httpx

from docverify.errors import BadInputError, EngineError

CONNECT_S = 5.0
TOTAL_S = 10.0
MAX_BODY = 4096
"""Bytes of an answer that are read at most; they are not kept."""
MAX_URL = 2000

_PRINTABLE = re.compile(r"[\x21-\x5b\x5d-\x7e]+")
_HOST = re.compile(r"[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9.])?")
_PORTS = {"http": 80, "https": 443}
_NAT64 = ipaddress.ip_network("64:ff9b::/96")
_METADATA = frozenset(
    ipaddress.ip_address(address)
    # AWS and most others; Alibaba; Oracle, Azure, whose addresses look public; AWS, Google by IPv6
    for address in (
        "169.254.169.254",
        "100.100.100.200",
        "192.0.0.192",
        "168.63.129.16",
        "fd00:ec2::254",
        "fd20:ce::254",
    )
)

_Address = ipaddress.IPv4Address | ipaddress.IPv6Address


class DestinationError(BadInputError):
    """An address that docverify does not call."""

    codigo = "endereco_recusado"


class DeliveryError(EngineError):
    """An address that was called and did not answer as it should."""


@dataclass(frozen=True, slots=True)
class Destination:
    """An address in its parts; nothing parses it a second time.

    Attributes:
        scheme: ``http`` or ``https``.
        host: Name or address, without brackets.
        port: TCP.
        target: Path and query.
    """

    scheme: str
    host: str
    port: int
    target: str

    @property
    def origin(self) -> str:
        """Scheme, host and port: what may be written to logs, since paths and queries may hold secrets."""
        return f"{self.scheme}://{self.authority}"

    @property
    def authority(self) -> str:
        """As in the header ``Host``."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == _PORTS[self.scheme] else f"{host}:{self.port}"


def parse(url: str) -> Destination:
    """Return an address in its parts.

    Raises:
        DestinationError: It is no plain http(s) address, or holds a user's name or a fragment.
    """
    if len(url) > MAX_URL:
        raise DestinationError(f"o endereço passa de {MAX_URL} caracteres")
    if not _PRINTABLE.fullmatch(url):
        raise DestinationError("escreva o endereço em ASCII, sem espaços nem barras invertidas")
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise DestinationError("o endereço não tem a forma https://servidor/caminho") from error
    if parts.scheme not in _PORTS or not parts.hostname:
        raise DestinationError("o endereço precisa começar com https:// (ou http://) e nomear um servidor")
    if "@" in parts.netloc:
        raise DestinationError("não ponha usuário nem senha no endereço: a assinatura de cada aviso prova quem o envia")
    if parts.fragment or url.endswith("#"):
        raise DestinationError("tire do endereço o que vem depois de “#”")
    if port == 0 or not (_HOST.fullmatch(parts.hostname) or _is_ip(parts.hostname)):
        raise DestinationError("o endereço não nomeia um servidor válido")
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return Destination(parts.scheme, parts.hostname, port or _PORTS[parts.scheme], target)


def addresses(destination: Destination, *, private: bool) -> list[str]:
    """Resolve a destination and return its addresses, all of which may be called.

    Args:
        destination: Where to.
        private: Addresses of the own network and of this machine are allowed.

    Raises:
        DestinationError: One of them may not be called.
        DeliveryError: The name has none.
    """
    found = _resolve(destination.host, destination.port, CONNECT_S)
    if not all(callable_address(address, private=private) for address in found):
        raise DestinationError(
            f"{destination.host} fica na rede interna ou em um endereço reservado, que o docverify não chama; "
            "use um endereço público, ou permita a rede própria com DOCVERIFY_WEBHOOK_PRIVATE=true"
        )
    return found


def callable_address(address: str, *, private: bool) -> bool:
    """Tell whether an IP address may be called.

    Link-local, multicast, reserved and cloud metadata addresses never may; others of the own network only where
    ``private`` says so. IPv4 inside IPv6 (mapped, 6to4, NAT64) counts as that IPv4.

    Args:
        address: As resolved; a zone is ignored.
        private: Addresses of the own network and of this machine are allowed.
    """
    ip = _unwrapped(ipaddress.ip_address(address.partition("%")[0]))
    if ip in _METADATA or ip.is_link_local or ip.is_multicast or ip.is_unspecified:
        return False
    if ip.is_loopback:
        return private
    if ip.is_reserved:
        return False
    return private or (ip.is_global and not getattr(ip, "is_site_local", False))


def post(destination: Destination, body: bytes, headers: Sequence[tuple[str, str]], *, private: bool) -> int:
    """Send a body and return the status of the answer.

    Args:
        destination: Where to.
        body: As it is.
        headers: Besides ``Host`` and ``Content-Length``.
        private: Addresses of the own network and of this machine are allowed.

    Raises:
        DestinationError: An address of the destination may not be called.
        DeliveryError: No answer came, or none in time.
    """
    deadline = time.monotonic() + TOTAL_S
    backend = _Pinned(addresses(destination, private=private), deadline)
    url = httpcore.URL(
        scheme=destination.scheme.encode("ascii"),
        host=destination.host.encode("ascii"),
        port=destination.port,
        target=destination.target.encode("ascii"),
    )
    sent = [("Host", destination.authority), ("Content-Length", str(len(body))), ("Connection", "close"), *headers]
    timeouts = {"connect": CONNECT_S, "read": TOTAL_S, "write": TOTAL_S, "pool": TOTAL_S}
    try:
        with (
            httpcore.ConnectionPool(ssl_context=_tls(), network_backend=backend) as pool,
            pool.stream("POST", url, headers=sent, content=body, extensions={"timeout": timeouts}) as response,
        ):
            seen = 0
            for block in response.iter_stream():
                seen += len(block)
                if seen >= MAX_BODY:
                    break
            return int(response.status)
    except httpcore.TimeoutException as error:
        raise DeliveryError("o servidor demorou demais para responder") from error
    except httpcore.ConnectError as error:
        raise DeliveryError("o servidor não aceitou a conexão") from error
    except (httpcore.NetworkError, httpcore.ProtocolError) as error:
        raise DeliveryError("o servidor interrompeu a conexão ou não respondeu em HTTP") from error


class _Pinned(httpcore.NetworkBackend):
    """Connects to addresses that were looked at, whatever name is asked for, and no longer than until a deadline."""

    def __init__(self, found: Sequence[str], deadline: float) -> None:
        self._found = found
        self._deadline = deadline
        self._inner = httpcore.SyncBackend()

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.NetworkStream:
        until = min(self._deadline, time.monotonic() + (timeout or CONNECT_S))
        failure: Exception = httpcore.ConnectTimeout()
        for address in self._found:
            left = until - time.monotonic()
            if left <= 0:
                break
            try:
                return _Bounded(
                    self._inner.connect_tcp(address, port, left, local_address, socket_options), self._deadline
                )
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as error:
                failure = error
        raise failure


class _Bounded(httpcore.NetworkStream):
    """A connection of which every wait ends at the same deadline, however slowly bytes drip."""

    def __init__(self, inner: httpcore.NetworkStream, deadline: float) -> None:
        self._inner = inner
        self._deadline = deadline

    def _left(self, timeout: float | None, late: type[Exception]) -> float:
        left = self._deadline - time.monotonic()
        if left <= 0:
            raise late
        return left if timeout is None else min(left, timeout)

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        return self._inner.read(max_bytes, self._left(timeout, httpcore.ReadTimeout))

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        self._inner.write(buffer, self._left(timeout, httpcore.WriteTimeout))

    def close(self) -> None:
        self._inner.close()

    def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore.NetworkStream:
        left = self._left(timeout, httpcore.ConnectTimeout)
        try:
            return _Bounded(self._inner.start_tls(ssl_context, server_hostname, left), self._deadline)
        except httpcore.ConnectError as error:
            if isinstance(error.__cause__, ssl.SSLCertVerificationError):
                raise DeliveryError("o certificado TLS do servidor não é válido") from error
            raise

    def get_extra_info(self, info: str) -> Any:
        return self._inner.get_extra_info(info)


def _resolve(host: str, port: int, timeout: float) -> list[str]:
    """Resolve a name, in a thread of its own: the system's resolver knows no time-out.

    Raises:
        DeliveryError: There is no such name, or no answer in time.
    """
    found: list[str] = []

    def look() -> None:
        try:
            answers = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        except (OSError, UnicodeError):
            return
        found.extend(dict.fromkeys(str(answer[4][0]) for answer in answers))

    thread = threading.Thread(target=look, name="resolver", daemon=True)
    thread.start()
    thread.join(timeout)
    if not found:
        raise DeliveryError(f"não encontrei o servidor {host}; confira o endereço")
    return list(found)


def _unwrapped(ip: _Address) -> _Address:
    if isinstance(ip, ipaddress.IPv4Address):
        return ip
    if ip in _NAT64:
        return ipaddress.IPv4Address(int(ip) & 0xFFFFFFFF)
    return ip.ipv4_mapped or ip.sixtofour or ip


def _is_ip(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return "%" not in host


@lru_cache(maxsize=1)
def _tls() -> ssl.SSLContext:
    return httpx.create_ssl_context()
