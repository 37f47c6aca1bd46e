"""The API does as its description says, whatever is sent to it: by schemathesis, over the application in this process.

``DOCVERIFY_FUZZ_S`` makes it look for so many seconds with each credential, each time at something else (``make
bench-fuzz``); without, a few examples, always the same ones.
"""

from __future__ import annotations

import os
from collections import Counter
from typing import Any

import pytest
import schemathesis
from schemathesis.config import SchemathesisConfig
from schemathesis.engine import events, from_schema

from docverify.store.opening import Store
from docverify.store.rights import SCOPES
from docverify_api.app import create_app
from tests.security.world import House, house
from tests.service import people

SECONDS = int(os.environ.get("DOCVERIFY_FUZZ_S", "0"))
EXAMPLES = 200 if SECONDS else 4
REFUSABLE = ["2xx", "304", "400", "401", "403", "404", "406", "409", "410", "413", "415", "422", "429"]
"""What data in the right shape may be answered: a check digit, a norm, a state are in no schema."""


def _names(*houses: House) -> dict[str, list[str]]:
    """Return ids that are there, by the parameter that takes them."""
    return {
        "dossie_id": [str(each) for one in houses for each in one.dossiers.values()],
        "arquivo_id": [str(each) for one in houses for each in one.files.values()],
        "usuario_id": [str(one.clerk.id) for one in houses],
        "entidade_id": [str(one.id) for one in houses],
        "chave_id": [str(one.key) for one in houses],
        "gancho_id": [str(one.hook) for one in houses],
        "norma_id": ["GLP297", "glp297"],
    }


def _config(headers: dict[str, str], names: dict[str, list[str]]) -> SchemathesisConfig:
    told: dict[str, Any] = {
        "seed": 2026,
        "headers": headers,
        "continue-on-failure": True,
        "max-stream-events": 1,
        "request-timeout": 20,
        "generation": {
            "max-examples": EXAMPLES,
            "deterministic": not SECONDS,
            "no-shrink": not SECONDS,
            "database": "none",
        },
        "checks": {
            "positive_data_acceptance": {"expected-statuses": REFUSABLE},
            "negative_data_rejection": {"expected-statuses": REFUSABLE[1:]},
        },
        "phases": {"stateful": {"enabled": bool(SECONDS)}},
        "dictionaries": {name: {"values": values} for name, values in names.items()},
        "parameters": {f"path.{name}": {"dictionary": name, "probability": 0.8} for name in names},
    }
    if SECONDS:
        told["max-time"] = SECONDS
    return SchemathesisConfig.from_dict(told)


def _run(store: Store, headers: dict[str, str], names: dict[str, list[str]]) -> tuple[dict[str, str], Counter[str]]:
    """Send what schemathesis makes up; return what was wrong, by place and kind, and how often each route was asked."""
    app = create_app(store)
    schema = schemathesis.openapi.from_asgi("/v1/openapi.json", app, config=_config(headers, names))
    wrong: dict[str, str] = {}
    asked: Counter[str] = Counter()
    for event in from_schema(schema).execute():
        if isinstance(event, events.NonFatalError):
            wrong[f"{event.label}: {type(event.value).__name__}"] = str(event.value)
        elif isinstance(event, events.FatalError):
            raise event.exception
        elif isinstance(event, events.ScenarioFinished):
            recorder = event.recorder
            for case_id, node in recorder.cases.items():
                operation = f"{node.value.operation.method.upper()} {node.value.operation.path}"
                asked[operation] += 1
                for check in recorder.checks.get(case_id, ()):
                    if check.failure_info is not None:
                        failure = check.failure_info.failure
                        told = f"{failure.title}\n{failure.message}\n{check.failure_info.code_sample}"
                        wrong.setdefault(f"{operation}: {check.name}: {failure.title}", told)
    return wrong, asked


@pytest.fixture
def patient(store: Store) -> Store:
    """That installation, which lets through as much as schemathesis sends."""
    generous = {"requests_per_minute": 1_000_000, "max_queued": 1_000_000}
    return Store(
        settings=store.settings.model_copy(update=generous),
        database=store.database,
        files=store.files,
        ledger=store.ledger,
        secret=store.secret,
    )


@pytest.mark.slow
@pytest.mark.parametrize("who", ["chave_de_administrador", "sessao_de_atendente"])
def test_whatever_is_sent_the_description_holds(patient: Store, who: str) -> None:
    own, foreign = house(patient, "própria"), house(patient, "alheia")
    if who == "chave_de_administrador":
        chief = people.user(patient, "administrador", own.id, todas=True)
        headers = {"Authorization": f"Bearer {people.key(patient, chief, list(SCOPES))}"}
    else:
        client = people.session_client(patient, own.clerk)
        cookie = client.cookies["docverify_sessao"]
        headers = {"Cookie": f"docverify_sessao={cookie}", "X-CSRF-Token": str(client.headers["X-CSRF-Token"])}
    wrong, asked = _run(patient, headers, _names(own, foreign))
    described = create_app(patient).openapi()["paths"]
    assert asked.keys() >= {f"{m.upper()} {path}" for path, methods in described.items() for m in methods}
    assert not wrong, "\n\n".join(f"== {place}\n{told}" for place, told in wrong.items())
