"""The application: routes, middleware and errors put together."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import anyio.to_thread
from fastapi import FastAPI
from starlette.middleware import Middleware

from docverify import __version__
from docverify.settings import Settings
from docverify.store.opening import Store
from docverify_api import description, outages, problems
from docverify_api.limits import Bodies, Gauge, Rates, Uploads
from docverify_api.middleware import Hosts, Observer, Protection, Requests
from docverify_api.routes import auditoria, contas, dossies, entrada, ganchos, normas, operacao, paginas_web

_ROUTERS = (dossies.router, contas.router, ganchos.router, normas.router, auditoria.router)
_PAGES = (entrada.router, paginas_web.router)

THREADS = 20
"""Requests that are worked on at a time; twice the pool of connections at most, so that none waits for one in vain."""
_FORM_BYTES = 200_000
"""What a form or a JSON body holds besides a Ficha."""


def create_app(store: Store) -> FastAPI:
    """Return the application of an installation.

    ``state`` holds ``store``; ``uploads``, a `docverify_api.limits.Gauge` of the requests with files under way; and
    ``observers``, a list of `docverify_api.middleware.Observer` that metrics may join.

    Args:
        store: Open; it is not closed with the application.
    """
    settings, machine = store.settings, Settings()
    uploads, observers = Gauge(), list[Observer]()
    app = FastAPI(
        title="docverify",
        version=__version__,
        description="Verificação de dossiês de revenda de combustíveis e GLP contra as normas da ANP.",
        openapi_url=description.OPENAPI_URL,
        docs_url=None,  # Swagger UI comes from another host; description.py has a page of our own
        redoc_url=None,
        generate_unique_id_function=lambda route: route.name,
        lifespan=_lifespan,
        middleware=[  # the first one is the outermost
            Middleware(Protection, https=(settings.public_url or "").startswith("https:")),
            Middleware(Requests, observers=observers),
            Middleware(Hosts, public_url=settings.public_url),
            Middleware(Rates, per_minute=settings.requests_per_minute),
            Middleware(Uploads, most=settings.max_uploads, gauge=uploads),
            Middleware(Bodies, upload=settings.max_upload_bytes, other=machine.max_ficha_bytes + _FORM_BYTES),
        ],
    )
    app.state.store = store
    app.state.uploads = uploads
    app.state.observers = observers
    problems.install(app)
    outages.install(app)
    description.install(app)
    operacao.install(app)
    for router in _ROUTERS:
        app.include_router(router, prefix="/v1")
    app.include_router(operacao.router)
    for router in _PAGES:
        app.include_router(router, include_in_schema=False)
    return app


@asynccontextmanager
async def _lifespan(_: FastAPI) -> AsyncIterator[None]:
    anyio.to_thread.current_default_thread_limiter().total_tokens = THREADS
    yield
