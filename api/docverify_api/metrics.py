"""Numbers for Prometheus: of the requests that this process served, and of the whole service out of the database.

Each application has a registry of its own. No label names an entity, a dossier or a path with ids in it.
"""

from __future__ import annotations

import shutil
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import sqlalchemy as sa
import structlog
from fastapi import FastAPI
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram
from prometheus_client import PlatformCollector as Platform
from prometheus_client import ProcessCollector as Process
from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    InfoMetricFamily,
    Metric,
)
from prometheus_client.exposition import choose_encoder
from prometheus_client.registry import Collector
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from docverify import __version__
from docverify.store import gauges, tables
from docverify.store.gauges import BUCKETS, Readings
from docverify.store.opening import Store
from docverify_api.middleware import Served

_LATENCIES = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0)
_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
_FRESH_S = 5.0
"""How long numbers of the database are told again: who scrapes in a loop must not slow down who works."""

_log = structlog.get_logger("docverify.api")


class Metrics:
    """The numbers of one application.

    Args:
        app: With ``state.uploads``.
        store: The installation.
    """

    def __init__(self, app: FastAPI, store: Store) -> None:
        registry = self._registry = CollectorRegistry(auto_describe=False)
        self._requests = Counter(
            "docverify_http_requests",
            "Requests that were answered, by method, template of the path and status",
            ("method", "route", "status"),
            registry=registry,
        )
        self._latency = Histogram(
            "docverify_http_request_seconds",
            "From a request's first line to the last byte of its answer; progress streams are left out",
            ("method", "route"),
            buckets=_LATENCIES,
            registry=registry,
        )
        self.received = Counter("docverify_http_received_bytes", "Bytes of requests' bodies", registry=registry)
        self.sent = Counter("docverify_http_sent_bytes", "Bytes of answers' bodies", registry=registry)
        uploads = Gauge("docverify_uploads_in_flight", "Requests with files under way", registry=registry)
        uploads.set_function(lambda: app.state.uploads.value)
        registry.register(_Service(store))
        Process(registry=registry)
        Platform(registry=registry)

    def observe(self, served: Served) -> None:
        """Count a request that was answered."""
        method = served.metodo if served.metodo in _METHODS else "outro"
        self._requests.labels(method, served.rota, str(served.status)).inc()
        if not served.rota.endswith("/eventos"):  # a stream lasts as long as somebody looks on
            self._latency.labels(method, served.rota).observe(served.segundos)

    def exposed(self, accept: str) -> tuple[bytes, str]:
        """Return all numbers as text, and its media type.

        Args:
            accept: The header of whoever asks.
        """
        encoder, media_type = choose_encoder(accept)
        return encoder(self._registry), media_type


class Traffic:
    """Counts the bytes that come and go.

    Args:
        app: What is inside.
        metrics: Where they are counted.
    """

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self._app = app
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def counted() -> Message:
            message = await receive()
            self._metrics.received.inc(len(message.get("body", b"")))
            return message

        async def answer(message: Message) -> None:
            await send(message)
            self._metrics.sent.inc(len(message.get("body", b"")))

        await self._app(scope, counted, answer)


def install(app: FastAPI, store: Store) -> Metrics:
    """Let an application count what it does.

    Args:
        app: Not yet started; ``state.observers`` and ``state.uploads`` are there.
        store: The installation.
    """
    metrics = Metrics(app, store)
    app.state.observers.append(metrics.observe)
    app.add_middleware(Traffic, metrics=metrics)
    return metrics


class _Service(Collector):
    """The whole service, as the database and the file store have it."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock = threading.Lock()
        self._latest: Readings | None = None
        self._looked = -_FRESH_S

    def collect(self) -> Iterator[Metric]:
        """Return the numbers of this moment; without a database those that are known without it."""
        info = InfoMetricFamily("docverify", "The version that answers")
        info.add_metric([], {"versao": __version__})
        yield info
        yield from _pool(self._store)
        yield from _room(self._store)
        readings = self._readings()
        yield GaugeMetricFamily("docverify_banco_up", "1 where the database answers", 0 if readings is None else 1)
        if readings is not None:
            yield from _families(readings)

    def _readings(self) -> Readings | None:
        with self._lock:
            if time.monotonic() - self._looked >= _FRESH_S:
                try:
                    with self._store.database.begin() as connection:
                        self._latest = gauges.read(connection, self._store.settings.stalled_s)
                except sa.exc.SQLAlchemyError as error:
                    _log.warning("metricas.sem_banco", motivo=type(error).__name__)
                    self._latest = None
                self._looked = time.monotonic()
            return self._latest


def _pool(store: Store) -> Iterator[Metric]:
    pool = store.database.engine.pool
    family = GaugeMetricFamily(
        "docverify_pool_conexoes", "This process's connections to the database", labels=["estado"]
    )
    if isinstance(pool, sa.pool.QueuePool):
        family.add_metric(["em_uso"], pool.checkedout())
        family.add_metric(["livres"], pool.checkedin())
    yield family


def _room(store: Store) -> Iterator[Metric]:
    family = GaugeMetricFamily("docverify_disco_livre_bytes", "Free room, where it is a folder", labels=["lugar"])
    places = {"casa": str(store.settings.home)}
    if "://" not in store.settings.storage_url:
        places["armazenamento"] = store.settings.storage_url
    for place, path in places.items():
        nearest = next((p for p in (Path(path), *Path(path).parents) if p.exists()), None)
        if nearest is not None:
            family.add_metric([place], shutil.disk_usage(nearest).free)
    yield family


def _families(now: Readings) -> Iterator[Metric]:
    waiting = GaugeMetricFamily("docverify_fila_rodadas", "Runs under way", labels=["estado", "prioridade"])
    oldest = GaugeMetricFamily("docverify_fila_espera_segundos", "Age of the oldest waiting run", labels=["prioridade"])
    for prioridade in tables.PRIORIDADES:
        for estado in ("na_fila", "processando"):
            count, age = now.fila.get((estado, prioridade), (0, 0.0))
            waiting.add_metric([estado, prioridade], count)
            if estado == "na_fila":
                oldest.add_metric([prioridade], age)
    yield waiting
    yield oldest

    ended = CounterMetricFamily("docverify_rodadas_terminadas", "Runs that ended", labels=["estado"])
    tries = CounterMetricFamily("docverify_rodadas_tentativas", "Attempts that ended runs took", labels=["estado"])
    for estado in ("concluida", "erro", "cancelada"):
        count, attempts = now.terminadas.get(estado, (0, 0))
        ended.add_metric([estado], count)
        tries.add_metric([estado], attempts)
    yield ended
    yield tries
    yield _histogram("docverify_rodada_espera_segundos", "From being sent to the first attempt", now.espera)
    yield _histogram("docverify_rodada_segundos", "From the first attempt to the verdict", now.duracao)

    verdicts = CounterMetricFamily("docverify_vereditos", "Verdicts, of all versions", labels=["resultado"])
    for resultado in sorted({"aceito", "rejeitado", "em_analise"} | now.vereditos.keys()):
        verdicts.add_metric([resultado], now.vereditos.get(resultado, 0))
    yield verdicts
    yield _counts("docverify_dossies", "Dossiers", tables.ESTADOS, now.dossies)
    yield _counts("docverify_entregas", "Deliveries of webhooks", ("pendente", "entregue", "desistida"), now.entregas)
    jobs = GaugeMetricFamily("docverify_tarefas", "Jobs of the queue", labels=["tarefa", "estado"])
    for (task, status), count in sorted(now.tarefas.items()):
        jobs.add_metric([task, status], count)
    yield jobs

    yield GaugeMetricFamily("docverify_trabalhadores", "Workers heard of lately, on all machines", now.trabalhadores)
    yield GaugeMetricFamily("docverify_auditoria_numero", "Latest entry of the audit chain", now.auditoria)
    yield GaugeMetricFamily("docverify_banco_bytes", "Size of the database", now.banco_bytes)
    yield GaugeMetricFamily("docverify_banco_conexoes", "Connections to the database, of all programs", now.conexoes)


def _counts(name: str, text: str, states: tuple[str, ...], found: dict[str, int]) -> Metric:
    family = GaugeMetricFamily(name, text, labels=["estado"])
    for estado in states:
        family.add_metric([estado], found.get(estado, 0))
    return family


def _histogram(name: str, text: str, found: gauges.Histogram) -> Metric:
    so_far, buckets = 0, list[tuple[str, float]]()
    for bound, count in zip((*(str(b) for b in BUCKETS), "+Inf"), found.counts, strict=True):
        so_far += count
        buckets.append((bound, so_far))
    return HistogramMetricFamily(name, text, buckets=buckets, sum_value=found.total)
