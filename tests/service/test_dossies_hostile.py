"""Files made to harm, sent to the service: refused, or ended by a report or an error; never accepted."""

from __future__ import annotations

import io
import json
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
import sqlalchemy as sa
from fpdf import FPDF

from docverify.store.opening import Store
from docverify.store.tables import dossies
from tests.faults.test_hostile_files import HOSTILE
from tests.made_files import lines, pdf
from tests.service import people
from tests.service.queue_tools import environment, until

SAMPLE = Path(__file__).parents[2] / "samples" / "dossies" / "01_aceito"
FICHA = (SAMPLE / "ficha.json").read_bytes()
WHOLE = min(SAMPLE.glob("*.pdf"), key=lambda path: path.stat().st_size).read_bytes()
EXPECTED = {
    "ficha_invalida", "arquivo_ilegivel", "protegido_por_senha", "limite_excedido", "vazio", "ficha_ausente",
    "norma_indefinida",
}  # fmt: skip
"""Errors that are the dossier's own."""


def locked() -> bytes:
    """Return a PDF that asks for a password."""
    document = FPDF()
    document.set_encryption(owner_password="dono", user_password="senha")
    document.add_page()
    return bytes(document.output())


def packed(**entries: bytes) -> bytes:
    """Return a zip; ``__`` in a name stands for ``../``."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in entries.items():
            archive.writestr(name.replace("__", "../"), data)
    return out.getvalue()


REFUSED: dict[str, bytes] = {
    "nada.pdf": b"",
    "um byte.pdf": b"%",
    "página.pdf": b"<!doctype html><script>alert(1)</script>",
    "texto.pdf": b"\x00" * 5000,
    "carta.docx": b"PK\x03\x04" + b"\0" * 26 + b"word/document.xml" + b"\0" * 40,
}
ALIKE = {
    "página negativa",
    "página sem área",
    "página de um milhão de pontos",
    "cabeçalho de 14000 x 14000",
    "um pixel",
}
"""Of the hostile files, those that take the same way through the service as another."""
TAKEN: dict[str, Callable[[], bytes]] = {
    **{f"cortado em {part} %": lambda part=part: WHOLE[: len(WHOLE) * part // 100] for part in (10, 90)},  # type: ignore[misc]
    "com senha": locked,
    "pdf e html": lambda: b"<html><script>" + WHOLE,
    "roteiro": lambda: pdf([lines("Validade: 31/12/2030 <script>alert(1)</script> =cmd()|' /C calc'!A0 \x1b[31m")]),
    "zip que sai da pasta": lambda: packed(**{"__fora.pdf": WHOLE, "ficha.json": FICHA}),
    "zip em zip": lambda: packed(**{"dentro.zip": packed(a=WHOLE), "ficha.json": FICHA}),
    "zip de zeros": lambda: packed(**{"zeros.pdf": b"\0" * 60_000_000, "ficha.json": FICHA}),
    "zip de muitos": lambda: packed(**{f"{n}.pdf": b"x" for n in range(700)}),
    "zip cortado": lambda: packed(a=WHOLE)[:-40],
    **{name: make for name, make in HOSTILE.items() if name not in ALIKE},
}


@pytest.mark.slow
def test_whatever_is_sent_is_refused_or_ends_without_acceptance(store: Store, tmp_path: Path) -> None:
    clerk = people.user(store)
    client = people.key_client(store, clerk, ["dossies:criar", "dossies:ler", "originais:ler"])
    for name, data in REFUSED.items():
        refused = client.post("/v1/dossies", files=[("arquivos", (name, data)), ("ficha", (None, FICHA.decode()))])
        assert refused.status_code in (415, 422), name
    sent: dict[str, str] = {}
    for name, make in TAKEN.items():
        data = make()
        ficha = [] if data.startswith(b"PK") else [("ficha", (None, FICHA.decode()))]
        answer = client.post(
            "/v1/dossies", files=[("arquivos", ("../mau\u202e.pdf", data)), *ficha], data={"nome": name}
        )
        assert answer.status_code == 202, (name, answer.text)
        sent[name] = answer.json()["id"]
    command = [sys.executable, "-m", "docverify", "worker", "--jobs", "2"]
    limits = {"DOCVERIFY_MEDIA_TIMEOUT_S": "20", "DOCVERIFY_MEDIA_MEMORY_BYTES": "1000000000"}
    process = subprocess.Popen(command, cwd=tmp_path, env=environment(store.settings, **limits))
    waiting = sa.select(sa.func.count()).where(dossies.c.estado.in_(("na_fila", "processando")))

    def done() -> bool:
        with store.database.begin() as connection:
            return connection.execute(waiting).scalar_one() == 0

    try:
        until(done, 240)
        process.terminate()
        assert process.wait(30) == 0
    finally:
        process.kill()
        process.wait()
    for name, dossie in sent.items():
        found = client.get(f"/v1/dossies/{dossie}").json()
        assert found["estado"] in ("concluido", "erro"), name
        if found["estado"] == "erro":
            assert found["erro"]["codigo"] in EXPECTED, (name, found["erro"])
            continue
        assert found["veredito"]["resultado"] != "aceito", name
        page = client.get(f"/v1/dossies/{dossie}/relatorio.html")
        assert page.status_code in (200, 503), name
        assert "<script" not in page.text, name
        assert client.get(f"/v1/dossies/{dossie}/relatorio.pdf").status_code in (200, 503), name
        assert json.loads(client.get(f"/v1/dossies/{dossie}/relatorio.json").text)["dossie"] == name
