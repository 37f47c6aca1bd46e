"""``/metrics``: the numbers are right, few, cheap, and told to nobody else."""

from __future__ import annotations

import re
import uuid
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import sqlalchemy as sa
from fastapi import FastAPI
from prometheus_client.parser import text_string_to_metric_families
from pydantic import SecretStr
from starlette.testclient import TestClient

from docverify.store.config import ServiceSettings
from docverify.store.database import Database
from docverify.store.opening import Store, open_store
from docverify.store.tables import PAPEIS, dossies, rodadas, vereditos
from docverify_api import metrics
from docverify_api.app import create_app
from tests.service import people

TOKEN = "um token somente para os testes"


@pytest.fixture
def app(store: Store, monkeypatch: pytest.MonkeyPatch) -> FastAPI:
    monkeypatch.setattr(metrics, "_FRESH_S", 0.0)
    return create_app(store)


def _here(app: FastAPI) -> TestClient:
    """A client on the same machine."""
    return TestClient(app, client=("127.0.0.1", 50000))


def _numbers(app: FastAPI) -> dict[tuple[str, tuple[tuple[str, str], ...]], float]:
    answer = _here(app).get("/metrics")
    assert answer.status_code == 200
    return {
        (sample.name, tuple(sorted(sample.labels.items()))): sample.value
        for family in text_string_to_metric_families(answer.text)
        for sample in family.samples
    }


def _of(found: dict[Any, float], name: str, **labels: str) -> float:
    return found[(name, tuple(sorted(labels.items())))]


def _run(store: Store, person: people.Person, estado: str, **times: Any) -> uuid.UUID:
    """A run with its dossier, in the tables."""
    now, dossie_id, rodada_id = datetime.now(UTC), uuid.uuid4(), uuid.uuid4()
    tried = times.pop("tentativa", 1)
    with store.database.begin() as connection:
        connection.execute(
            dossies.insert().values(
                id=dossie_id,
                entidade_id=person.entidade_id,
                nome="x",
                estado="concluido" if estado == "concluida" else "na_fila",
                prioridade=times.get("prioridade", "lote"),
                criado_por=person.id,
                criado_em=now,
                atualizado_em=now,
            )
        )
        connection.execute(
            rodadas.insert().values(
                id=rodada_id,
                dossie_id=dossie_id,
                entidade_id=person.entidade_id,
                numero=1,
                motivo="envio",
                estado=estado,
                tentativa=tried,
                **{"prioridade": "lote", "pedida_em": now} | times,
            )
        )
        if estado == "concluida":
            connection.execute(
                vereditos.insert().values(
                    id=uuid.uuid4(), dossie_id=dossie_id, entidade_id=person.entidade_id, rodada_id=rodada_id, versao=1,
                    relatorio={}, resultado="aceito", efeito="x", norma="GLP297", norma_versao="0", motor={},
                    configuracao={}, criado_em=now,
                )
            )  # fmt: skip
    return rodada_id


def test_the_queue_is_told(store: Store, app: FastAPI) -> None:
    person, now = people.user(store), datetime.now(UTC)
    _run(store, person, "na_fila", pedida_em=now - timedelta(seconds=90))
    _run(store, person, "na_fila")
    _run(store, person, "processando", prioridade="interativo", pedida_em=now - timedelta(hours=1))
    found = _numbers(app)
    assert _of(found, "docverify_fila_rodadas", estado="na_fila", prioridade="lote") == 2
    assert _of(found, "docverify_fila_rodadas", estado="na_fila", prioridade="interativo") == 0
    assert _of(found, "docverify_fila_rodadas", estado="processando", prioridade="interativo") == 1
    assert 89 < _of(found, "docverify_fila_espera_segundos", prioridade="lote") < 120
    assert _of(found, "docverify_fila_espera_segundos", prioridade="interativo") == 0
    assert _of(found, "docverify_dossies", estado="na_fila") == 3
    assert _of(found, "docverify_dossies", estado="expurgado") == 0


def test_runs_that_ended_are_told_with_their_times(store: Store, app: FastAPI) -> None:
    person, now = people.user(store), datetime.now(UTC)
    for took, tried in ((2.0, 1), (7.0, 3), (4000.0, 1)):
        begun = now - timedelta(seconds=took)
        _run(
            store, person, "concluida",
            pedida_em=begun - timedelta(seconds=1), iniciada_em=begun, terminada_em=now, tentativa=tried,
        )  # fmt: skip
    _run(store, person, "erro", terminada_em=now, tentativa=3)
    found = _numbers(app)
    assert _of(found, "docverify_rodadas_terminadas_total", estado="concluida") == 3
    assert _of(found, "docverify_rodadas_terminadas_total", estado="erro") == 1
    assert _of(found, "docverify_rodadas_terminadas_total", estado="cancelada") == 0
    assert _of(found, "docverify_rodadas_tentativas_total", estado="concluida") == 5
    assert _of(found, "docverify_vereditos_total", resultado="aceito") == 3
    took = [_of(found, "docverify_rodada_segundos_bucket", le=le) for le in ("1.0", "2.0", "5.0", "10.0", "1800.0")]
    assert took == [0, 1, 1, 2, 2]
    assert _of(found, "docverify_rodada_segundos_bucket", le="+Inf") == 3
    assert _of(found, "docverify_rodada_segundos_count") == 3
    assert abs(_of(found, "docverify_rodada_segundos_sum") - 4009) < 0.01
    assert _of(found, "docverify_rodada_espera_segundos_bucket", le="1.0") == 3


def test_what_else_the_service_does_is_told(store: Store, app: FastAPI) -> None:
    people.user(store)
    with store.database.begin() as connection:
        last = connection.execute(sa.text("SELECT max(numero) FROM auditoria")).scalar_one()
        connection.execute(sa.text("INSERT INTO procrastinate_workers DEFAULT VALUES"))
        connection.execute(sa.text("INSERT INTO procrastinate_workers DEFAULT VALUES"))
        connection.execute(
            sa.text("INSERT INTO procrastinate_jobs (queue_name, task_name) VALUES ('q', 'docverify.entregar')")
        )
    app.state.uploads.value = 3
    found = _numbers(app)
    assert _of(found, "docverify_auditoria_numero") == last > 0
    assert _of(found, "docverify_trabalhadores") == 2
    assert _of(found, "docverify_tarefas", tarefa="docverify.entregar", estado="todo") == 1
    assert _of(found, "docverify_entregas", estado="pendente") == 0
    assert _of(found, "docverify_uploads_in_flight") == 3
    assert _of(found, "docverify_banco_up") == 1
    assert _of(found, "docverify_banco_bytes") > 1_000_000
    assert _of(found, "docverify_banco_conexoes") >= 1
    assert _of(found, "docverify_pool_conexoes", estado="em_uso") >= 0
    assert _of(found, "docverify_disco_livre_bytes", lugar="armazenamento") > 0
    assert _of(found, "process_resident_memory_bytes") > 1_000_000


def test_requests_are_told_by_template_and_never_by_path(store: Store, app: FastAPI) -> None:
    client = people.session_client(store, people.user(store, "administrador"), app)
    gone = [str(uuid.uuid4()) for _ in range(3)]
    for each in gone:
        assert client.get(f"/v1/ganchos/{each}").status_code == 404
        assert client.get(f"/inventado/{each}").status_code == 404
        client.request(f"M{each[:4].upper()}", "/saude")
    answer = _here(app).get("/metrics")
    assert not any(each in answer.text for each in gone)
    found = _numbers(app)
    told = _of(found, "docverify_http_requests_total", method="GET", route="/v1/ganchos/{gancho_id}", status="404")
    assert told == 3
    assert _of(found, "docverify_http_requests_total", method="GET", route="(nenhuma)", status="404") == 3
    assert _of(found, "docverify_http_requests_total", method="outro", route="/saude", status="405") == 3
    assert _of(found, "docverify_http_request_seconds_count", method="GET", route="/v1/ganchos/{gancho_id}") == 3


def test_bytes_are_told(store: Store, app: FastAPI) -> None:
    client = people.session_client(store, people.user(store, "administrador"), app)
    before = _numbers(app)
    client.post("/v1/ganchos", content=b" " * 5000, headers={"Content-Type": "application/json"})
    after = _numbers(app)
    name = "docverify_http_received_bytes_total"
    assert 5000 <= _of(after, name) - _of(before, name) < 5100
    assert _of(after, "docverify_http_sent_bytes_total") > _of(before, "docverify_http_sent_bytes_total")


def test_each_application_counts_for_itself(store: Store) -> None:
    one, other = create_app(store), create_app(store)
    TestClient(one).get("/saude")
    labels = {"method": "GET", "route": "/saude", "status": "200"}
    assert _of(_numbers(one), "docverify_http_requests_total", **labels) == 1
    assert ("docverify_http_requests_total", tuple(sorted(labels.items()))) not in _numbers(other)


def test_without_a_database_the_rest_is_told(store: Store, app: FastAPI) -> None:
    store.database.engine.dispose()
    store.database.engine = Database("postgresql://ninguem@127.0.0.1:9/nada").engine
    found = _numbers(app)
    assert _of(found, "docverify_banco_up") == 0
    assert ("docverify_trabalhadores", ()) not in found
    assert _of(found, "process_resident_memory_bytes") > 0


def test_the_number_of_queries_and_of_series_does_not_grow(
    store: Store, app: FastAPI, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    sa.event.listen(store.database.engine, "before_cursor_execute", lambda *a: asked.append(a[2]))
    _numbers(app)  # the series of /metrics itself are there from the second time on
    asked.clear()
    few = len(_numbers(app))
    queries = len(asked)
    for _ in range(5):
        person = people.user(store)
        for _ in range(4):
            _run(store, person, "na_fila")
    asked.clear()
    assert len(_numbers(app)) == few
    assert len(asked) == queries <= 15


def test_who_scrapes_in_a_loop_is_told_the_same_numbers_again(store: Store) -> None:
    app = create_app(store)
    person = people.user(store)
    before = _numbers(app)
    _run(store, person, "na_fila")
    assert _of(_numbers(app), "docverify_dossies", estado="na_fila") == _of(
        before, "docverify_dossies", estado="na_fila"
    )


def test_only_this_machine_reads_without_a_name(app: FastAPI) -> None:
    assert _here(app).get("/metrics").status_code == 200
    assert TestClient(app, client=("::1", 50000)).get("/metrics").status_code == 200
    for elsewhere in ("10.0.0.8", "200.160.2.3", "testclient"):
        assert TestClient(app, client=(elsewhere, 50000)).get("/metrics").status_code == 401
    assert _here(app).get("/metrics", headers={"Authorization": "Bearer errado"}).status_code == 200


def test_a_proxy_on_this_machine_is_somebody_else(app: FastAPI) -> None:
    for header in ("X-Forwarded-For", "Forwarded", "X-Real-IP", "Via", "X-Forwarded-Proto"):
        assert _here(app).get("/metrics", headers={header: "127.0.0.1"}).status_code == 401, header


@pytest.fixture
def guarded(service_settings: ServiceSettings) -> Iterator[Store]:
    opened = open_store(service_settings.model_copy(update={"metrics_token": SecretStr(TOKEN)}))
    yield opened
    opened.close()


def test_with_a_token_it_is_needed_everywhere(guarded: Store) -> None:
    app = create_app(guarded)
    assert _here(app).get("/metrics").status_code == 401
    far = TestClient(app, client=("10.0.0.8", 50000))
    for wrong in ("Bearer ", f"Bearer {TOKEN}x", f"Basic {TOKEN}", TOKEN, "Bearer çã"):
        headers = {b"Authorization": wrong.encode()}
        assert far.get("/metrics", headers=headers).status_code == 401, wrong  # type: ignore[arg-type]
    assert far.get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"}).status_code == 200


def test_the_right_to_read_them_is_enough(store: Store, app: FastAPI) -> None:
    where = people.entity(store)
    for papel in PAPEIS:
        person = people.user(store, papel, where)
        may = papel in ("auditor", "administrador")
        answer = people.session_client(store, person, app).get("/metrics")
        assert answer.status_code == (200 if may else 403), papel
        if may:
            assert people.key_client(store, person, ["metricas:ler"], app).get("/metrics").status_code == 200
            assert people.key_client(store, person, ["dossies:ler"], app).get("/metrics").status_code == 403


def test_names_keep_to_the_rules_of_prometheus(store: Store, app: FastAPI) -> None:
    families = list(text_string_to_metric_families(_here(app).get("/metrics").text))
    names = [family.name for family in families]
    assert len(names) == len(set(names))
    assert all(re.fullmatch(r"(docverify|process|python)(_[a-z]+)*", name) for name in names)
    assert all(family.documentation for family in families)
    labels = {label for family in families for sample in family.samples for label in sample.labels}
    assert labels.isdisjoint({"entidade", "entidade_id", "dossie", "dossie_id", "usuario", "path"})
