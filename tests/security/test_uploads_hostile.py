"""What somebody hostile uploads: names, Fichas and files.

Those that exhaust are in `tests/service/test_dossies_hostile.py`. Each is refused with
4xx, or taken and ended with a report that is not ``aceito`` or with an error that has a code.
"""

from __future__ import annotations

import io
import json
import re
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from fpdf import FPDF
from PIL import Image

from docverify.store.opening import Store
from docverify.store.tables import dossies
from tests.made_files import encoded, image_pdf, lines, page_image, pdf
from tests.made_forgeries import alvara, annotated, hidden_layer
from tests.service import people
from tests.service.queue_tools import environment, until

SAMPLE = Path(__file__).parents[2] / "samples" / "dossies" / "01_aceito"
FICHA = (SAMPLE / "ficha.json").read_text()
PAPER = pdf([lines("Um papel")])
SCRIPT = "<script>alert(1)</script>"
EVIL = f"=cmd()|' /C calc'!A0 {SCRIPT} '; DROP TABLE dossies; -- \x1b[31m"

NAMES = {
    "sobe": "../../etc/passwd.pdf",
    "windows": "C:\\Windows\\system32\\a.pdf",
    "nulo": "a\0.pdf",
    "longo": "a" * 300 + ".pdf",
    "da direita": "a\u202efdp.exe",
    "emoji": "alvará 🔥.pdf",
    "reservado": "CON",
    "traço": "-rf.pdf",
    "cabeçalho": "a\r\nSet-Cookie: x=1\r\n.pdf",
    "aspas": 'a"; filename="b.exe',
    "roteiro": SCRIPT + ".pdf",
    "só pontos": "...",
    "fórmula": "=cmd()|'!A0.pdf",
}
"""B10."""


def _multipart(name: bytes, data: bytes) -> tuple[bytes, dict[str, str]]:
    """Return a form with a file whose name stands there as it is; clients would escape it."""
    head = b'--x\r\nContent-Disposition: form-data; name="arquivos"; filename="' + name + b'"\r\n\r\n'
    return head + data + b"\r\n--x--\r\n", {"Content-Type": "multipart/form-data; boundary=x"}


def test_names_are_kept_and_shown_inert(store: Store, caplog: pytest.LogCaptureFixture) -> None:
    clerk = people.user(store)
    client = people.session_client(store, clerk)
    for kind, name in NAMES.items():
        for raw in (True, False):
            paper = pdf([lines(f"{kind} {raw}")])
            if raw:
                body, headers = _multipart(name.encode(), paper)
                answer = client.post("/v1/dossies", content=body, headers=headers)
            else:
                answer = client.post("/v1/dossies", files=[("arquivos", (name, paper))], data={"nome": name})
            assert answer.status_code in (202, 400, 415, 422), (kind, raw, answer.text)
            if answer.status_code != 202:
                continue
            (file,) = answer.json()["arquivos"]
            kept = file["nome"]
            assert kept and len(kept) <= 255 and kept.isprintable(), kind
            assert not re.search(r"[/\\\u202a-\u202e\u2066-\u2069]", kept) and not kept.startswith(("-", ".")), kind
            original = client.get(file["original"])
            assert original.content == paper, kind
            told = original.headers["content-disposition"]
            assert told.startswith("attachment; filename=") and "set-cookie" not in original.headers, kind
            assert re.fullmatch(r"attachment; filename=\"[ -!#-\[\]-~]*\"; filename\*=UTF-8''[\w.~%!-]*", told), told
            page = client.get(f"/dossies/{answer.json()['id']}").text
            assert SCRIPT not in page and "\u202e" not in page and "\0" not in page, kind
    shown = client.get("/").text
    assert SCRIPT not in shown and "\u202e" not in shown
    assert "\x1b" not in caplog.text


def _ficha(**changes: Any) -> str:
    return json.dumps(json.loads(FICHA) | changes)


FICHAS: dict[str, str] = {
    "vazia": "{}",
    "lista": "[]",
    "nada": "null",
    "cortada": FICHA[:-20],
    "chave a mais": _ficha(inventada=1),
    "CNPJ que é número": _ficha(cnpj=11222333000181),
    "CNPJ com letras onde não as há": _ficha(cnpj="11.222.333/0001-AB"),
    "CNPJ de algarismos árabes": _ficha(cnpj="١١٢٢٢٣٣٣٠٠٠١٨١"),
    "razão que é lista": _ficha(razao_social=["x"]),
    "pedido que é texto": _ficha(pedido="GLP297"),
    "chave dobrada": '{"cnpj": "1", ' + FICHA.strip()[1:],
    "não é número": FICHA.strip()[:-1] + ', "x": NaN}',
    "funda": "[" * 50_000 + "]" * 50_000,
    "nulo no texto": _ficha(razao_social="a\0b"),
    "meio par": _ficha(razao_social="\ud800"),
    "número imenso": FICHA.strip()[:-1] + ', "x": ' + "9" * 10_000 + "}",
    "dez megabytes": json.dumps({"cnpj": "1" * 10_000_000}),
}
"""B14."""


@pytest.mark.parametrize("kind", list(FICHAS))
def test_a_wrong_ficha_is_refused_and_leaves_nothing(store: Store, kind: str) -> None:
    client = people.session_client(store, people.user(store))
    draft = client.post("/v1/dossies", files=[("arquivos", ("a.pdf", PAPER))], data={"rascunho": "true"}).json()["id"]
    text = FICHAS[kind].encode()
    for answer in (
        client.post("/v1/dossies", files=[("arquivos", ("a.pdf", PAPER)), ("ficha", ("ficha.json", text))]),
        client.post("/v1/dossies", files=[("arquivos", ("a.pdf", PAPER)), ("arquivos", ("ficha.json", text))]),
        client.post("/v1/dossies", files=[("arquivos", ("a.pdf", PAPER)), ("ficha", (None, text))]),
        client.put(f"/v1/dossies/{draft}/ficha", content=text, headers={"Content-Type": "application/json"}),
    ):
        assert answer.status_code in (400, 413, 422), (kind, answer.status_code, answer.text[:300])
        assert answer.headers["content-type"] == "application/problem+json"
        assert "Traceback" not in answer.text and len(answer.text) < 5000
    with store.database.begin() as connection:
        assert connection.execute(sa.select(sa.func.count()).select_from(dossies)).scalar_one() == 1


def _link_in_zip() -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        entry = zipfile.ZipInfo("alvara.pdf")
        entry.external_attr = 0o120777 << 16
        archive.writestr(entry, "/etc/passwd")
        archive.writestr("ficha.json", FICHA)
    return out.getvalue()


def _owner_only() -> bytes:
    document = FPDF()
    document.set_encryption(owner_password="dono", user_password="")
    document.add_page()
    return bytes(document.output())


def _frames(kind: str, count: int) -> bytes:
    first, *rest = (Image.new("L", (60, 60), shade % 255) for shade in range(count))
    return encoded(first, kind, save_all=True, append_images=rest)


SMALL = page_image("ALVARÁ DE FUNCIONAMENTO", "Validade: 31/12/2030", width=620, height=877, size=20)
PAST = "31/12/2020"
TAKEN: dict[str, Callable[[], bytes]] = {
    "B1 imagem com nome de PDF": lambda: encoded(SMALL),
    "B2 só o dono tem senha": _owner_only,
    "B4 filtros aninhados": lambda: pdf([b"x" * 1000], page_extra="/Filter [" + "/FlateDecode " * 5 + "]"),
    "B5 CMYK": lambda: encoded(SMALL.convert("CMYK"), "JPEG"),
    "B5 16 bits": lambda: encoded(SMALL.convert("L").convert("I;16")),
    "B5 só transparência": lambda: encoded(Image.new("RGBA", (300, 300), (0, 0, 0, 0))),
    "B5 WebP animado": lambda: _frames("WEBP", 5),
    "B5 TIFF de 300 quadros": lambda: _frames("TIFF", 300),
    "B5 JPEG cortado": lambda: encoded(SMALL, "JPEG")[:-2000],
    "B6 ligação no zip": _link_in_zip,
    "B7 texto invisível": lambda: alvara(PAST, lines("Validade: 31/12/2030", top=560, extra="3 Tr")),
    "B7 texto branco": lambda: alvara(PAST, lines("Validade: 31/12/2030", top=560, extra="1 1 1 rg")),
    "B7 fora da página": lambda: alvara(PAST, lines("Validade: 31/12/2030", top=5000)),
    "B7 camada desligada": lambda: hidden_layer(PAST, lines("Validade: 31/12/2030", top=560), "off"),
    "B7 anotação sobre a data": lambda: annotated("FreeText", PAST, "31/12/2030"),
    "B8 roteiro e anexo": lambda: pdf(
        [lines("Please wait...")], catalog_extra="/OpenAction << /S /JavaScript /JS (app.alert(1)) >>"
    ),
    "B8 executar": lambda: pdf([lines("x")], catalog_extra="/OpenAction << /S /Launch /F (cmd.exe) >>"),
    "B11 textos": lambda: alvara(
        PAST, lines(EVIL.replace("\x1b", ""), SCRIPT, "<img src=x onerror=alert(1)>", top=300)
    ),
    "B12 linha de cem mil letras": lambda: pdf([lines("11.222.333/0001-8" * 6000, size=1)]),
    "B13 em branco": lambda: pdf([""]),
    "B13 de cabeça para baixo": lambda: image_pdf(SMALL.rotate(180), dpi=75),
    "B13 torto": lambda: image_pdf(SMALL.rotate(15, fillcolor="white"), dpi=75),
}


@pytest.mark.slow
def test_whatever_is_taken_ends_without_acceptance(store: Store, tmp_path: Path) -> None:
    client = people.session_client(store, people.user(store))
    sent: dict[str, str] = {}
    for name, make in TAKEN.items():
        data = make()
        ficha = [] if data.startswith(b"PK") else [("ficha", (None, FICHA))]
        asked = {"nome": f"{name} {EVIL}"}
        answer = client.post("/v1/dossies", files=[("arquivos", (f"{SCRIPT}.pdf", data)), *ficha], data=asked)
        assert answer.status_code in (202, 415, 422), (name, answer.text)
        if answer.status_code == 202:
            sent[name] = answer.json()["id"]
    assert len(sent) >= len(TAKEN) - 2, set(TAKEN) - set(sent)
    log = tmp_path / "registro"
    with log.open("wb") as out:
        process = subprocess.Popen(
            [sys.executable, "-m", "docverify", "worker", "--jobs", "2"],
            cwd=tmp_path, env=environment(store.settings, DOCVERIFY_MEDIA_TIMEOUT_S="20"), stderr=out,
        )  # fmt: skip
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
    outcomes = {name: client.get(f"/v1/dossies/{dossie}").json() for name, dossie in sent.items()}
    for name, found in outcomes.items():
        assert found["estado"] in ("concluido", "erro"), name
        if found["estado"] == "erro":
            assert found["erro"]["codigo"] not in ("defeito", "falha_do_motor"), (name, found["erro"])
            continue
        assert found["veredito"]["resultado"] != "aceito", name
        for page in (client.get(f"/v1/dossies/{sent[name]}/relatorio.html"), client.get(f"/dossies/{sent[name]}")):
            assert page.status_code == 200, name
            assert not re.search(r"<script(?! (type=\"module\" )?src=\"/estatico/)|<img src=x|\x1b", page.text), name
        assert client.get(f"/v1/dossies/{sent[name]}/relatorio.pdf").content.startswith(b"%PDF"), name
    assert outcomes["B11 textos"]["estado"] == "concluido"
    assert SCRIPT not in client.get("/").text
    written = log.read_text()
    for text in (SCRIPT, "cmd()", "DROP TABLE", "\x1b", "onerror"):
        assert text not in written, text
    assert not [path for path in tmp_path.rglob("*") if "tmp" in path.name and path.is_file()]
