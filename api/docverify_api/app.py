"""The application: routes, middleware and errors put together."""

from __future__ import annotations

from fastapi import FastAPI

from docverify import __version__
from docverify.store.opening import Store
from docverify_api import problems
from docverify_api.routes import auditoria, contas, dossies, entrada, ganchos, normas, operacao, paginas_web

_ROUTERS = (dossies.router, contas.router, ganchos.router, normas.router, auditoria.router)
_PAGES = (entrada.router, paginas_web.router)


def create_app(store: Store) -> FastAPI:
    """Return the application of an installation.

    Args:
        store: Open; it is not closed with the application.
    """
    app = FastAPI(
        title="docverify",
        version=__version__,
        description="Verificação de dossiês de revenda de combustíveis e GLP contra as normas da ANP.",
        openapi_url="/v1/openapi.json",
        docs_url="/v1/docs",
        redoc_url=None,
    )
    app.state.store = store
    problems.install(app)
    for router in _ROUTERS:
        app.include_router(router, prefix="/v1")
    app.include_router(operacao.router)
    for router in _PAGES:
        app.include_router(router, include_in_schema=False)
    return app
