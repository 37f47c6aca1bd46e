"""The service whole: from the first link to a verdict, across the death of the server and of what it started."""

from __future__ import annotations

import json
import os
import re
import signal
import time
from pathlib import Path
from typing import Any

import httpx
import psutil
import pytest

from tests.service.serving import Serve

SAMPLE = Path(__file__).resolve().parents[2] / "samples" / "dossies" / "01_aceito"
PASSWORD = "uma frase que ninguém adivinha"
PEDIDO = "pedido-do-teste"


def administrator(address: str, link: str) -> str:
    """Make the administrator as a person does, and a key; return the key."""
    with httpx.Client(base_url=address, follow_redirects=True) as browser:
        page = browser.get("/primeiro-acesso", params={"token": link}).text
        hidden = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', page))
        typed = {"entidade": "Revenda", "nome": "Ana", "login": "ana@exemplo.com.br", "senha": PASSWORD}
        assert browser.post("/primeiro-acesso", data=hidden | typed | {"senha2": PASSWORD}).status_code == 200
        me = browser.get("/v1/eu").json()
        wanted = {"nome": "programa", "escopos": ["dossies:criar", "dossies:ler"]}
        made = browser.post("/v1/chaves", json=wanted, headers={"X-CSRF-Token": me["csrf_token"]})
        assert made.status_code == 201, made.text
        return str(made.json()["chave"])


def _upload(client: httpx.Client) -> httpx.Response:
    files = [("arquivos", (path.name, path.read_bytes())) for path in sorted(SAMPLE.glob("*.pdf"))]
    files.append(("ficha", ("ficha.json", (SAMPLE / "ficha.json").read_bytes())))
    return client.post("/v1/dossies", files=files, headers={"X-Request-Id": PEDIDO})


def _family(pid: int) -> list[psutil.Process]:
    """Return the workers of a server and what they started, but not the database."""
    below = psutil.Process(pid).children(recursive=True)
    return [process for process in below if "python" in process.name()]


@pytest.mark.slow
def test_from_the_first_link_to_the_verdict_across_a_death(tmp_path: Path) -> None:
    home = tmp_path / "casa"
    environment = {"DOCVERIFY_CACHE": str(tmp_path / "cache"), "DOCVERIFY_WORKERS": "1"}
    with Serve(home, environment=environment) as first:
        address, link = first.ready(), first.first_link()
        assert link is not None
        key = administrator(address, link)
        with httpx.Client(base_url=address, headers={"Authorization": f"Bearer {key}"}, timeout=30) as client:
            accepted = _upload(client)
            assert accepted.status_code == 202, accepted.text
            dossie = accepted.json()["id"]
        family = _family(first.process.pid)
        os.kill(first.process.pid, signal.SIGKILL)
        first.ended()
        gone, alive = psutil.wait_procs(family, timeout=10)
        assert gone and not alive
    with Serve(home, environment=environment) as second:
        address = second.ready()
        assert second.first_link() is None
        with httpx.Client(base_url=address, headers={"Authorization": f"Bearer {key}"}, timeout=30) as client:
            again = _upload(client)
            assert (again.status_code, again.json()["id"]) == (200, dossie)
            state = _verdict(client, dossie)
            assert state["estado"] == "concluido", (state, second.err)
            assert state["veredito"]["resultado"] == "aceito"
            report = client.get(f"/v1/dossies/{dossie}/relatorio.json").json()
            assert report["resultado"] == "aceito" and report["norma"] == "GLP297"
            assert client.get(f"/v1/dossies/{dossie}/relatorio.pdf").content.startswith(b"%PDF")
            assert len(client.get(f"/v1/dossies/{dossie}/versoes").json()["versoes"]) == 1
        assert second.stop() == 0
    _look_through_the_logs(first.err, second.err, key, link, dossie)


def _verdict(client: httpx.Client, dossie: str) -> dict[str, Any]:
    until = time.monotonic() + 90
    while True:
        state: dict[str, Any] = client.get(f"/v1/dossies/{dossie}").json()
        if state["estado"] in ("concluido", "erro"):
            return state
        assert time.monotonic() < until, state
        time.sleep(0.2)


def _look_through_the_logs(first: str, second: str, key: str, link: str, dossie: str) -> None:
    """One id from the upload to the verdict, and nothing that nobody should read."""
    lines = [json.loads(line) for line in (first + second).splitlines()]
    assert all({"time", "level", "event"} <= line.keys() for line in lines)
    upload = [line for line in lines if line.get("rota") == "/v1/dossies" and line.get("status") == 202]
    assert [line["pedido_id"] for line in upload] == [PEDIDO]
    of_worker = [line for line in lines if line.get("dossie_id") == dossie and line.get("pedido_id") == PEDIDO]
    assert of_worker, lines
    told = first + second
    assert key not in told and key.rpartition("_")[2] not in told and link not in told and PASSWORD not in told
    ficha = json.loads((SAMPLE / "ficha.json").read_text(encoding="utf-8"))
    for secret in (ficha["razao_social"], ficha["cnpj"], ficha["responsavel"]["nome"], ficha["responsavel"]["cpf"]):
        assert secret not in told
