"""What docs/operacao.md shows can be copied: the check of a signature, and metrics that there are."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, get_args

import pytest
import yaml
from prometheus_client.parser import text_string_to_metric_families
from starlette.testclient import TestClient

from docverify.store import webhooks
from docverify.store.opening import Store
from docverify_api.app import create_app

PAGE = (Path(__file__).parents[2] / "docs" / "operacao.md").read_text(encoding="utf-8")
SECRET, BODY = "dvg_segredo", '{"nome": "Posto São José"}\n'.encode()


def _block(language: str, holding: str) -> str:
    found = [block for block in re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL) if holding in block]
    assert len(found) == 1
    return str(found[0])


@pytest.fixture
def confere() -> Callable[[str, dict[str, str], bytes], bool]:
    told: dict[str, Any] = {}
    exec(_block("python", "def confere"), told)
    checking: Callable[[str, dict[str, str], bytes], bool] = told["confere"]
    return checking


def _headers(at: int) -> dict[str, str]:
    return {"Docverify-Timestamp": str(at), "Docverify-Signature": webhooks.signature(SECRET, at, BODY)}


def test_the_check_in_python_takes_what_is_signed_and_nothing_else(
    confere: Callable[[str, dict[str, str], bytes], bool],
) -> None:
    now = int(time.time())
    assert confere(SECRET, _headers(now), BODY)
    assert not confere(SECRET, _headers(now), BODY + b" ")
    assert not confere("outro", _headers(now), BODY)
    assert not confere(SECRET, _headers(now) | {"Docverify-Timestamp": str(now + 1)}, BODY)
    assert not confere(SECRET, _headers(now - 3600), BODY), "an old one, sent again by somebody"


@pytest.mark.skipif(shutil.which("openssl") is None, reason="openssl is not installed")
def test_the_check_by_openssl_gives_the_header(tmp_path: Path) -> None:
    (tmp_path / "corpo.json").write_bytes(BODY)
    environment = os.environ | {"CARIMBO": "1790000000", "SEGREDO": SECRET}
    done = subprocess.run(
        ["bash", "-euc", _block("sh", "openssl dgst")], cwd=tmp_path, env=environment, capture_output=True, check=True
    )
    assert done.stdout.decode().strip() == webhooks.signature(SECRET, 1790000000, BODY)


def test_the_body_that_is_shown_has_the_keys_that_are_sent() -> None:
    shown = json.loads(_block("json", "dossie_id"))
    assert list(shown) == [
        "id", "quando", "evento", "dossie_id", "entidade_id", "entidade", "nome", "versao", "resultado", "efeito",
        "norma", "erro", "link",
    ]  # fmt: skip


def test_every_event_is_told() -> None:
    assert all(f"| `{evento}` |" in PAGE for evento in get_args(webhooks.Evento))


def test_metrics_and_alarms_name_what_there_is(store: Store) -> None:
    client = TestClient(create_app(store), client=("127.0.0.1", 1))
    client.get("/saude")
    families = list(text_string_to_metric_families(client.get("/metrics").text))
    there = {family.name for family in families} | {sample.name for f in families for sample in f.samples}
    told = set(re.findall(r"\b((?:docverify|process)_[a-z_]+[a-z])\b", PAGE)) - {"docverify_api"}
    assert told
    assert told <= there
    rules = yaml.safe_load(_block("yaml", "alert:"))["groups"][0]["rules"]
    labels = {
        (sample.name, key, value) for f in families for sample in f.samples for key, value in sample.labels.items()
    }
    for rule in rules:
        for name, key, value in re.findall(r'(docverify_\w+)\{(\w+)="(\w+)"\}', rule["expr"]):
            assert name in there
            assert key == "status" or (name, key, value) in labels, rule["alert"]
