"""What the database cannot do for the moment: told as such, and worth asking again."""

from __future__ import annotations

import psycopg
import sqlalchemy as sa
import structlog
from fastapi import FastAPI, Request
from fastapi.responses import Response

from docverify_api import problems
from docverify_api.problems import Problem

_FULL = frozenset({"53100"})
"""``disk_full`` (PostgreSQL's appendix A)."""

AWAY = (sa.exc.OperationalError, sa.exc.InterfaceError, sa.exc.TimeoutError, psycopg.OperationalError)
"""What is raised where the database is away, busy or full."""

_log = structlog.get_logger("docverify.api")


def problem_of(error: Exception) -> Problem:
    """Return what is told of a database that is away, busy or full."""
    cause = getattr(error, "orig", None) or error
    if getattr(cause, "sqlstate", None) in _FULL:
        return Problem(507, "sem_espaco", "não há espaço no banco de dados; avise quem cuida do serviço")
    return Problem(
        503,
        "indisponivel",
        "o banco de dados não atende agora; tente de novo em instantes",
        headers={"Retry-After": "5"},
    )


def install(app: FastAPI) -> None:
    """Answer what an application's database cannot do for the moment with 503, or 507 where it is full."""

    def away(request: Request, error: Exception) -> Response:
        _log.error("banco_indisponivel", tipo=type(error).__name__, sqlstate=_state(error))
        return problems.response(request, problem_of(error))

    for kind in AWAY:
        app.exception_handler(kind)(away)


def _state(error: Exception) -> str | None:
    state = getattr(getattr(error, "orig", None) or error, "sqlstate", None)
    return None if state is None else str(state)
