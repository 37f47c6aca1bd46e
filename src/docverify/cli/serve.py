"""``docverify serve``: everything up with one command, and down again with one signal."""

from __future__ import annotations

import contextlib
import errno
import fcntl
import os
import resource
import shutil
import signal
import socket
import sys
import tempfile
from collections.abc import Generator, Iterator
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Annotated

import structlog
import typer

from docverify import __version__
from docverify.cli.app import app
from docverify.cli.options import MAX_WORKERS, PRIVATE, CallError, service_settings, settings
from docverify.errors import DocverifyError

if TYPE_CHECKING:
    from docverify.store.config import ServiceSettings
    from docverify.store.opening import Store

_LOCK = ".servindo"
_SPOOL = "envios"
_POOL = 10
_GRACE_S = 20
"""How long requests under way may take to end when we are told to stop; workers a little longer; all within 30 s."""
_KEEP_ALIVE_S = 75
"""Longer than a reverse proxy keeps its connections to us (nginx: 60 s), so that it never speaks into a closed one."""
_OPEN_FILES = 8_192
_SIGNALS = (signal.SIGTERM, signal.SIGINT)

_log = structlog.get_logger("docverify.serve")


@app.command(
    short_help="Inicia o serviço: banco de dados, API, páginas, trabalhadores.",
    help="Inicia o serviço: banco de dados, API, páginas e um trabalhador por núcleo.",
)
def serve(
    host: Annotated[
        str | None, typer.Option("--host", metavar="ENDEREÇO", help="em que atende (padrão: 127.0.0.1)")
    ] = None,
    port: Annotated[int | None, typer.Option("--port", metavar="PORTA", help="(padrão: 8765; 0: uma livre)")] = None,
    workers: Annotated[
        int | None,
        typer.Option("--workers", metavar="N", help="trabalhadores (padrão: um por núcleo; 0: só a API)"),
    ] = None,
) -> None:
    """Serve until SIGTERM or Ctrl+C; exit status 0 then."""
    chosen = _chosen(host, port, workers)
    settings()  # what a worker would refuse is told here, once
    os.umask(PRIVATE)
    stop = _Stop()
    with contextlib.ExitStack() as stack:
        stack.enter_context(stop.heard())
        stack.enter_context(held(chosen.home))
        listener = stack.enter_context(contextlib.closing(bound(chosen.host, chosen.port)))
        try:
            _serve(chosen, listener, stop)
        except DocverifyError:
            if not stop.asked:  # a Ctrl+C reaches whatever we were starting, too
                raise
    raise typer.Exit(0)


def _serve(chosen: ServiceSettings, listener: socket.socket, stop: _Stop) -> None:
    import uvicorn

    from docverify.store.opening import open_store, see_secret
    from docverify.work.supervisor import Supervisor
    from docverify_api.app import create_app
    from docverify_api.connections import Connection

    _more_files()
    _spool_on_disk(chosen.home / _SPOOL)
    address = chosen.address(listener.getsockname()[1])
    _log.info("iniciando", versao=__version__, casa=str(chosen.home), trabalhadores=chosen.workers)
    store = open_store(chosen, pool=_POOL)
    try:
        see_secret(store)
        if stop.asked:
            return
        supervisor = Supervisor(chosen.workers, worker_environment(chosen, store), store.database.embedded)
        config = uvicorn.Config(
            create_app(store),
            http=Connection,
            log_config=None,
            access_log=False,  # docverify_api.middleware tells of each request, without what its path holds
            proxy_headers=True,
            forwarded_allow_ips=chosen.trusted_proxies,
            server_header=False,
            lifespan="on",
            ws="none",
            timeout_keep_alive=_KEEP_ALIVE_S,
            timeout_graceful_shutdown=_GRACE_S,
        )

        class Server(uvicorn.Server):
            """Says when it is up, and tells the workers of a signal at once."""

            async def startup(self, sockets: list[socket.socket] | None = None) -> None:
                await super().startup(sockets=sockets)
                if self.started and not self.should_exit:
                    announce(address, store)

            @contextlib.contextmanager
            def capture_signals(self) -> Generator[None, None, None]:
                for number in _SIGNALS:  # not raised again at the end, as uvicorn does: they have been heard
                    signal.signal(number, self.handle_exit)
                yield

            def handle_exit(self, sig: int, frame: FrameType | None) -> None:
                if stop.asked and sig == signal.SIGINT:
                    supervisor.hurry()
                stop.ask()
                supervisor.ask_to_stop()
                super().handle_exit(sig, frame)

        supervisor.start()
        try:
            Server(config).run(sockets=[listener])
        finally:
            supervisor.close()
    finally:
        store.close()
    _log.info("parado")


class _Stop:
    """That somebody asked us to stop, while nothing else listens for it: before and after the server runs."""

    def __init__(self) -> None:
        self.asked = False

    def ask(self) -> None:
        self.asked = True

    @contextlib.contextmanager
    def heard(self) -> Iterator[None]:
        """Hear SIGTERM and SIGINT; the second Ctrl+C interrupts what is going on."""

        def handle(number: int, _: FrameType | None) -> None:
            if self.asked and number == signal.SIGINT:
                raise KeyboardInterrupt
            self.ask()

        former = {number: signal.signal(number, handle) for number in _SIGNALS}
        try:
            yield
        finally:
            for number, handler in former.items():
                signal.signal(number, handler)


@contextlib.contextmanager
def held(home: Path) -> Iterator[None]:
    """Hold an installation's folder, so that no second ``serve`` uses it.

    Raises:
        CallError: Another one does, or it cannot be written to.
    """
    path = home / _LOCK
    try:
        home.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as error:
        raise CallError(
            f"não posso escrever na pasta {home} ({error.strerror}); dê permissão a este usuário ou indique outra em "
            "DOCVERIFY_HOME"
        ) from error
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            who = os.read(handle, 20).decode("ascii", "replace").strip()
            raise CallError(
                f"a pasta {home} já está em uso por outro docverify serve{f' (processo {who})' if who else ''}; pare-o "
                "antes, ou indique outra pasta em DOCVERIFY_HOME"
            ) from error
        os.ftruncate(handle, 0)
        os.write(handle, f"{os.getpid()}\n".encode())
        yield
        os.ftruncate(handle, 0)
    finally:
        os.close(handle)


def bound(host: str, port: int) -> socket.socket:
    """Return a socket that is bound but does not listen yet.

    Raises:
        CallError: The port is taken or not allowed, or the address is not this machine's.
    """
    try:
        found = socket.getaddrinfo(host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except OSError as error:
        raise CallError(f"o endereço {host} não existe; confira --host ou DOCVERIFY_HOST") from error
    family, kind, protocol, _, address = min(found, key=lambda entry: entry[0] != socket.AF_INET)
    made = socket.socket(family, kind, protocol)
    try:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        made.bind(address)
    except OSError as error:
        made.close()
        raise CallError(_unbound(error, host, port)) from error
    return made


def announce(address: str, store: Store) -> None:
    """Tell on standard output, and nowhere else, where the service is and how to come in for the first time."""
    from docverify.store.people import first_admin_link

    _log.info("pronto", endereco=address)
    lines = [f"docverify {__version__}: {address}"]
    token = first_admin_link(store)
    if token is not None:
        lines.append(f"Primeiro acesso (crie o administrador; vale uma vez): {address}/primeiro-acesso?token={token}")
    with contextlib.suppress(OSError):  # who reads our output may be gone; the service goes on
        print("\n".join(lines), flush=True)


def worker_environment(chosen: ServiceSettings, store: Store) -> dict[str, str]:
    """Return the environment of a worker: ours, where the database is, and its share of the machine's cores."""
    share = max(1, settings().ocr_jobs // max(1, chosen.workers))
    return os.environ | {
        "DOCVERIFY_HOME": str(chosen.home.absolute()),
        "DOCVERIFY_DATABASE_URL": store.database.url,
        "DOCVERIFY_OCR_JOBS": str(share),
    }


def _chosen(host: str | None, port: int | None, workers: int | None) -> ServiceSettings:
    if port is not None and not 0 <= port <= 65_535:
        raise CallError(f"--port: {port} está fora de 0 a 65535")
    if workers is not None and not 0 <= workers <= MAX_WORKERS:
        raise CallError(f"--workers: {workers} está fora de 0 a {MAX_WORKERS}")
    asked = {"host": host, "port": port, "workers": workers}
    return service_settings().model_copy(update={name: value for name, value in asked.items() if value is not None})


def _unbound(error: OSError, host: str, port: int) -> str:
    match error.errno:
        case errno.EADDRINUSE:
            return f"a porta {port} de {host} já está em uso; pare quem a usa ou escolha outra com --port"
        case errno.EACCES:
            return f"a porta {port} pede permissão de administrador; escolha uma acima de 1023 com --port"
        case errno.EADDRNOTAVAIL:
            return f"o endereço {host} não é desta máquina; confira --host ou DOCVERIFY_HOST"
    return f"não consegui abrir a porta {port} de {host}: {error.strerror}"


def _spool_on_disk(folder: Path) -> None:
    """Let uploads wait on the installation's disk: the system's folder for temporary files is often memory.

    What an earlier server left there when it was killed goes; it is ours alone, since :func:`held` lets in no second.
    """
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(mode=0o700, exist_ok=True)
    tempfile.tempdir = str(folder)


def _more_files() -> None:
    """Ask for as many open files as connections may need; the usual 1,024 is for the programs of a person."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _OPEN_FILES if hard == resource.RLIM_INFINITY else min(_OPEN_FILES, hard)
    if sys.platform == "linux" and soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
