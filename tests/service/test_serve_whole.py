"""The service whole, as README walks through it: from the first link to the report, across the death of the server."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import zipfile
from pathlib import Path

import httpx
import psutil
import pytest

from tests.service.serving import Serve

ROOT = Path(__file__).resolve().parents[2]
PASSWORD = "uma frase que ninguém adivinha"


def walk() -> list[str]:
    """Return the commands by which README sends a dossier and reads its report."""
    block = re.search(r"```sh\nKEY=dv_.*?\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    assert block is not None
    return [line.partition("  #")[0].strip() for line in block[1].splitlines() if line.startswith("curl ")]


def curl(command: str, address: str, key: str, dossie: str = "") -> httpx.Response:
    """Do what a command of README does."""
    command = command.replace("http://127.0.0.1:8765", address).replace("$KEY", key).replace("$ID", dossie)
    headers, files, url = {}, [], ""
    words = iter(shlex.split(command)[1:])
    for word in words:
        if word == "-H":
            name, _, value = next(words).partition(": ")
            headers[name] = value
        elif word == "-F":
            name, _, path = next(words).partition("=@")
            files.append((name, (Path(path).name, (ROOT / path).read_bytes())))
        elif not word.startswith("-s"):
            url = word
    return httpx.request("POST" if files else "GET", url, headers=headers, files=files or None, timeout=90)


def typed(address: str, key: str) -> tuple[str, str]:
    """Type README's block into a shell, the key and the id put in; return the id and all that was said."""
    block = re.search(r"```sh\n(KEY=dv_.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    assert block is not None
    lines = block[1].replace("http://127.0.0.1:8765", address).replace("KEY=dv_...", f"KEY={key}").splitlines()
    (place,) = (number for number, line in enumerate(lines) if line.startswith("ID=..."))
    lines[place - 1] = f"SENT=$({lines[place - 1]}\n)\necho $SENT"
    lines[place] = 'ID=$(echo $SENT | sed \'s/.*"id":"\\([^"]*\\)","entidade_id.*/\\1/\')'
    shell = subprocess.run(
        ["bash", "-euc", "\n".join(lines)], cwd=ROOT, capture_output=True, text=True, timeout=120, check=False
    )
    assert shell.returncode == 0, shell.stderr
    return str(json.loads(shell.stdout.splitlines()[0])["id"]), shell.stdout


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


def _family(pid: int) -> list[psutil.Process]:
    """Return the workers of a server and what they started, but not the database."""
    below = psutil.Process(pid).children(recursive=True)
    return [process for process in below if "python" in process.name()]


@pytest.mark.slow
def test_from_the_first_link_to_the_report_across_a_death(tmp_path: Path) -> None:
    home = tmp_path / "casa"
    environment = {"DOCVERIFY_CACHE": str(tmp_path / "cache"), "DOCVERIFY_WORKERS": "1"}
    send, events, report = walk()
    with Serve(home, environment=environment) as first:
        address, link = first.ready(), first.first_link()
        assert link is not None
        key = administrator(address, link)
        accepted = curl(send, address, key)
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
        again = curl(send, address, key)
        assert (again.status_code, again.json()["id"]) == (200, dossie)
        told = curl(events, address, key, dossie).text
        assert "event: veredito" in told, (told, second.err)
        if shutil.which("curl"):  # the walk once more, by the very words of README
            same, said = typed(address, key)
            assert same == dossie
            assert "event: veredito" in said and '"resultado":"rejeitado"' in said.splitlines()[-1]
        found = curl(report, address, key, dossie).json()
        assert (found["resultado"], found["norma"]) == ("rejeitado", "GLP297")
        page = curl(report.replace(".json", ".html"), address, key, dossie)
        assert page.headers["content-type"].startswith("text/html") and "<html" in page.text
        pdf = curl(report.replace(".json", ".pdf"), address, key, dossie)
        assert pdf.content.startswith(b"%PDF")
        versions = curl(report.replace("relatorio.json", "versoes"), address, key, dossie)
        assert len(versions.json()["versoes"]) == 1
        assert second.stop() == 0
    _look_through_the_logs(first.err + second.err, accepted, key, link, dossie)


def _look_through_the_logs(told: str, accepted: httpx.Response, key: str, link: str, dossie: str) -> None:
    """One id from the upload to the verdict, and nothing that nobody should read."""
    lines = [json.loads(line) for line in told.splitlines()]
    assert all({"time", "level", "event"} <= line.keys() for line in lines)
    upload = next(line for line in lines if line.get("rota") == "/v1/dossies" and line.get("status") == 202)
    assert upload["pedido_id"] == accepted.headers["X-Request-Id"]
    of_worker = [line["event"] for line in lines if line.get("dossie_id") == dossie]
    assert of_worker[-1] == "rodada.concluida"
    assert all(line["pedido_id"] == upload["pedido_id"] for line in lines if line.get("dossie_id") == dossie)
    assert key not in told and key.rpartition("_")[2] not in told and link not in told and PASSWORD not in told
    with zipfile.ZipFile(ROOT / "samples" / "dossies" / "15_compactado.zip") as packed:
        ficha = json.loads(packed.read("15_compactado/ficha.json"))
    for secret in (ficha["razao_social"], ficha["cnpj"], ficha["responsavel"]["nome"], ficha["responsavel"]["cpf"]):
        assert secret not in told
