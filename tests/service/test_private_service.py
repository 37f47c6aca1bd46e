"""A dossier with known CPFs through the whole service: none of them in any log, list, export or message."""

from __future__ import annotations

import json
import logging
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
import sqlalchemy as sa
import structlog

from docverify.cli import logs
from docverify.cli.app import run
from docverify.store.opening import Store
from docverify.store.tables import auditoria, dossies, entregas, ganchos
from docverify.values.private import CPF_MASK
from tests.service.people import session_client, user
from tests.service.queue_tools import ROOT, dossier_row, environment, until, verdicts_of

SAMPLE = ROOT / "samples" / "dossies" / "02_documento_ausente"
_DIGITS = re.compile(r"(?=([0-9]{3}[^0-9]?[0-9]{3}[^0-9]?[0-9]{3}[^0-9]{0,2}[0-9]{2}))")


@pytest.fixture
def logged(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """What the API says at the most talkative level goes to standard error, as in the service."""
    root = logging.getLogger()
    before, level = root.handlers[:], root.level
    monkeypatch.setenv("DOCVERIFY_LOG", "DEBUG")
    logs.configure(["serve"])
    yield
    structlog.reset_defaults()
    root.handlers[:] = before
    root.setLevel(level)


def cpfs_in(text: str, known: set[str]) -> set[str]:
    """Return which of some CPFs a text holds, however they are punctuated."""
    return {digits for found in _DIGITS.findall(text) if (digits := re.sub("[^0-9]", "", found)) in known}


def texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for entry in value.values():
            yield from texts(entry)
    elif isinstance(value, list):
        for entry in value:
            yield from texts(entry)


@pytest.mark.slow
def test_no_cpf_and_no_text_of_a_page_leaves_by_a_side_door(
    store: Store,
    tmp_path: Path,
    logged: None,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    database_url: str,
) -> None:
    ficha = json.loads((SAMPLE / "ficha.json").read_bytes())
    known = {person["documento"] for person in ficha["socios"]} | {ficha["responsavel"]["cpf"]}
    known = {number for number in known if len(number) == 11}
    assert len(known) >= 2
    cpf = sorted(known)[0]
    shown = f"{cpf[:3]}.{cpf[3:6]}.{cpf[6:9]}-{cpf[9:]}"
    assert cpfs_in(f"x{cpf} {shown}", known) == {cpf}, "the test must be able to see what it looks for"

    administrator = user(store, "administrador", todas=True)
    with store.database.begin() as connection:
        connection.execute(
            ganchos.insert().values(
                id=administrator.id, entidade_id=administrator.entidade_id, url="https://x.invalid/", segredo="s",
                criado_por=administrator.id, criado_em=sa.func.now(),
            )
        )  # fmt: skip
    client = session_client(store, administrator)
    files = [
        ("arquivos", (f"CNH {shown}.pdf" if number == 0 else path.name, path.read_bytes(), "application/pdf"))
        for number, path in enumerate(sorted(SAMPLE.glob("*.pdf")))
    ]
    answer = client.post(
        "/v1/dossies", files=files, data={"nome": f"Dossiê de {shown} ({cpf})", "ficha": json.dumps(ficha)}
    )
    assert answer.status_code == 202, answer.text
    dossie = UUID(answer.json()["id"])

    told = tmp_path / "trabalhador.log"
    with told.open("wb") as stream:
        process = subprocess.Popen(
            [sys.executable, "-m", "docverify", "worker"],
            cwd=tmp_path, env=environment(store.settings, DOCVERIFY_LOG="DEBUG"), stderr=stream, stdout=stream,
        )  # fmt: skip
        try:
            until(lambda: dossier_row(store, dossie).estado in ("concluido", "erro"), 180)
        finally:
            process.terminate()
            process.wait(60)
    (verdict,) = verdicts_of(store, dossie)

    client.get(f"/v1/dossies/{dossie}/relatorio.json")
    client.get(f"/v1/dossies/{dossie}/paginas/0")
    client.get("/v1/dossies", params={"q": cpf})
    seen = {
        "list": client.get("/v1/dossies").text,
        "page": client.get("/").text,
        "audit": client.get("/v1/auditoria").text,
    }
    for name in ("HOME", "DATABASE_URL", "SECRET"):
        monkeypatch.setenv(f"DOCVERIFY_{name}", environment(store.settings)[f"DOCVERIFY_{name}"])
    for form in ("jsonl", "csv"):
        path = tmp_path / f"auditoria.{form}"
        assert run(["audit", "export", "--format", form, "-o", str(path)]) == 0
        seen[form] = path.read_text(encoding="utf-8")
    with store.database.begin() as connection:
        seen["chain"] = str(connection.execute(sa.select(auditoria)).all())
        seen["webhook"] = "".join(connection.execute(sa.select(entregas.c.corpo)).scalars())
        assert connection.execute(sa.select(dossies.c.nome)).scalar_one().startswith("Dossiê de")
    seen["worker's log"] = told.read_text(encoding="utf-8")
    seen["server's log"] = capsys.readouterr().err

    assert "/v1/dossies" in seen["server's log"]
    assert str(dossie) in seen["worker's log"]
    assert str(dossie) in seen["jsonl"]
    assert CPF_MASK in seen["list"]
    assert CPF_MASK in seen["webhook"]
    for name, text in seen.items():
        assert cpfs_in(text, known) == set(), name

    read = {text for document in verdict.relatorio["documentos"] for text in texts(document["campos"])}
    declared = {ficha["razao_social"], ficha["endereco"]["logradouro"], *(p["nome"] for p in ficha["socios"])}
    words = {text for text in read | declared if len(text) >= 8}
    assert len(words) > 20
    for name in ("worker's log", "server's log", "chain"):
        folded = seen[name].casefold()
        assert [text for text in words if text.casefold() in folded] == [], name
