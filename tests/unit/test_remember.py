"""What pages said is kept exactly, or not at all, under a name made of all that it depends on."""

from __future__ import annotations

import json
import os
from dataclasses import fields, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from docverify import remember
from docverify.intake import Intake, SourceFile
from docverify.model import TIPOS, Document, Field, Trecho
from docverify.reading import PageCache
from docverify.remember import Achados, Memory, OpenedFiles, decoded, encoded, memory_key, same
from docverify.settings import Settings
from docverify.values.assinaturas import Assinatura
from docverify.values.sinais import Sinal

_share = st.floats(0, 1, allow_nan=False)
_text = st.text(max_size=12)
_box = st.tuples(_share, _share, _share, _share)
_plain = st.none() | st.booleans() | st.integers(-(10**15), 10**15) | st.floats(allow_nan=False) | _text
_value = st.recursive(
    _plain, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_text, inner, max_size=3), max_leaves=5
)
_field = st.builds(
    Field,
    valor=_value,
    lido=_text,
    confianca=_share,
    pagina=st.integers(1, 99),
    caixa=_box,
    arquivo=st.none() | _text,
    reparado=st.booleans(),
    trechos=st.lists(st.builds(Trecho, _text, _box), max_size=3).map(tuple),
    testemunha=st.sampled_from([None, "prova", "concorda", "diverge", "nao_viu"]),
    visto=st.none() | _text,
    bruta=st.none() | _share,
)
_fields = st.dictionaries(_text, _field, max_size=3)
_signature = st.builds(
    Assinatura,
    nome=st.none() | _text,
    momento=st.none() | st.datetimes(timezones=st.just(UTC)).map(lambda t: t.replace(microsecond=0, fold=0)),
    carimbo_do_tempo=st.booleans(),
    integridade=st.sampled_from(["integra", "violada", "nao_verificada"]),
    motivo=st.none() | _text,
)
_sign = st.builds(Sinal, _text, _text, _box, st.integers(0, 9), st.none() | _text, st.none() | _text, st.none() | _text)
_document = st.builds(
    Document,
    arquivo=_text,
    paginas=st.lists(st.integers(1, 99), max_size=4).map(tuple),
    tipo=st.sampled_from(TIPOS),
    confianca=_share,
    campos=_fields,
    campos_extras=_fields,
    continua=st.none() | st.integers(0, 9),
    qualidade=_share,
    texto=_text,
    origem=st.sampled_from(["texto", "ocr"]),
    notas=st.lists(_text, max_size=3).map(tuple),
    indicios=st.dictionaries(_text, _share, max_size=3),
    assinaturas=st.lists(_signature, max_size=2).map(tuple),
    sinais=st.lists(_sign, max_size=2).map(tuple),
    conselho=_text,
)
_found = st.builds(
    Achados,
    st.lists(_document, max_size=3).map(tuple),
    st.booleans(),
    st.lists(st.tuples(_text, st.integers(1, 99), _text), max_size=2).map(tuple),
)

FIELD = Field("31/12/2026", "31/12/2026", 0.97, 1, (0.1, 0.2, 0.3, 0.4), trechos=(Trecho("x", (0.1, 0.2, 0.3, 0.4)),))
FOUND = Achados(
    (
        Document(
            "a.pdf",
            (1, 2),
            "alvara_funcionamento",
            0.9,
            {"validade": FIELD},
            assinaturas=(Assinatura(nome="ANA", momento=datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)),),
            sinais=(Sinal("documento_alterado", "tem um remendo", (0.0, 0.0, 1.0, 1.0), 1),),
        ),
    ),
    True,
    (("b.png", 1, "escura"),),
)
KEY = "0" * 64


@pytest.fixture(autouse=True)
def unchanged(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a file of the program change while the tests run, as somebody who works on it does."""
    stamp = remember._first_stamp()
    monkeypatch.setattr(remember, "program_stamp", lambda: stamp)


@given(_found)
@settings(suppress_health_check=list(HealthCheck), max_examples=40, deadline=None)
def test_what_is_encoded_comes_back_to_the_last_type(found: Achados) -> None:
    assert same(decoded(json.loads(json.dumps(encoded(found)))), found)


_OF_A_DOCUMENT = (
    "arquivo paginas tipo confianca campos campos_extras continua qualidade texto origem notas indicios assinaturas "
    "sinais conselho"
)
_OF_A_FIELD = "valor lido confianca pagina caixa arquivo reparado trechos testemunha visto bruta"


@pytest.mark.parametrize(("cls", "drawn"), [(Document, _OF_A_DOCUMENT), (Field, _OF_A_FIELD)])
def test_every_field_is_drawn_above(cls: type[Any], drawn: str) -> None:
    """What is added to the model must be drawn above, lest its way to JSON and back go untested."""
    assert {f.name for f in fields(cls)} == set(drawn.split())


def test_what_was_put_is_got(tmp_path: Path) -> None:
    memory = Memory(PageCache(tmp_path, 10_000_000), KEY)
    assert memory.get() is None
    memory.put(FOUND)
    assert same(memory.get(), FOUND)
    assert Memory(PageCache(tmp_path, 10_000_000), "1" * 64).get() is None


@pytest.mark.parametrize("value", [(1, 2), {1: "um"}, np.float64(0.5), {"a": (1,)}, {"a", "b"}, float("nan"), b"x"])
def test_what_json_would_change_is_not_kept(tmp_path: Path, value: object) -> None:
    document = replace(FOUND.documentos[0], campos={"validade": replace(FIELD, valor=value)})
    memory = Memory(PageCache(tmp_path, 10_000_000), KEY)
    memory.put(replace(FOUND, documentos=(document,)))
    assert memory.get() is None


def _paths(value: Any, here: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    found = [here] if here else []
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in inner:
        found += _paths(part, (*here, key))
    return found


@given(st.data())
@settings(suppress_health_check=list(HealthCheck), max_examples=60, deadline=None)
def test_whatever_is_put_in_its_place_is_a_miss_or_findings(data: st.DataObject) -> None:
    body = json.loads(json.dumps(encoded(FOUND)))
    path = data.draw(st.sampled_from(_paths(body)))
    holder = body
    for key in path[:-1]:
        holder = holder[key]
    if data.draw(st.booleans()):
        holder[path[-1]] = data.draw(_value)
    elif isinstance(holder, dict):
        del holder[path[-1]]
    decoded(body)
    decoded(holder)


@pytest.mark.parametrize("damage", [None, 1, [], {}, {"documentos": []}, {"documentos": [{}], "em_duvida": True}])
def test_what_is_no_record_is_a_miss(damage: object) -> None:
    assert decoded(damage) is None


def test_a_missing_or_unknown_field_is_a_miss() -> None:
    for change in ({"novo": 1}, {"tipo": None}):
        body = json.loads(json.dumps(encoded(FOUND)))
        document = body["documentos"][0]
        document.update(change)
        if change == {"tipo": None}:
            del document["tipo"]
        assert decoded(body) is None


def test_a_torn_entry_is_a_miss(tmp_path: Path) -> None:
    memory = Memory(PageCache(tmp_path, 10_000_000), KEY)
    memory.put(FOUND)
    (entry,) = (p for p in tmp_path.rglob("*") if p.is_file())
    whole = entry.read_bytes()
    for torn in (b"", whole[: len(whole) // 2], whole.replace(b"31/12/2026", b"31/12/2027")):
        entry.write_bytes(torn)
        assert memory.get() is None


def test_nothing_is_kept_once_the_program_was_changed_under_the_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    memory = Memory(PageCache(tmp_path, 10_000_000), KEY)
    monkeypatch.setattr(remember, "program_stamp", lambda: (("docverify/verify.py", 1, 2, 3),))
    memory.put(FOUND)
    assert memory.get() is None


# the key


def _intake(**changes: Any) -> Intake:
    source = SourceFile("a.pdf", "d" * 64, "pdf", 2, (), Path("a.pdf"), None, 100)  # type: ignore[arg-type]
    names = {f.name for f in fields(SourceFile)}
    inner = {k: v for k, v in changes.items() if k in names}
    outer = {k: v for k, v in changes.items() if k not in names}
    whole = Intake("dossie", b'{"cnpj": "1"}', (replace(source, **inner),), ())
    return replace(whole, **outer)


def _key(settings_: Settings | None = None, reading: object = "5.3.0", norm: object = "GLP297", **changes: Any) -> str:
    key = memory_key(_intake(**changes), settings_ or Settings(), (reading,), (norm, ["GLP297", "RES41"]))
    assert key is not None
    return key


@pytest.mark.parametrize(
    "changes",
    [
        {"arquivo": "b.pdf"},
        {"digest": "e" * 64},
        {"page_count": 3},
        {"notes": ("javascript",)},
        {"assinaturas": (Assinatura(integridade="integra"),)},
        {"ficha_bytes": b'{"cnpj": "2"}'},
        {"ficha_bytes": None},
        {"fontes": ()},
        {"reading": "5.3.1"},
        {"norm": None},
        {"settings_": Settings(render_dpi=200)},
        {"settings_": Settings(readers="ppocr")},
        {"settings_": Settings(ocr_language="por+eng")},
        {"settings_": Settings(ocr_timeout_s=1)},
    ],
)
def test_all_that_findings_depend_on_is_in_the_key(changes: dict[str, Any]) -> None:
    assert _key(**changes) != _key()


@pytest.mark.parametrize(
    "changes",
    [
        {"nome": "outro"},
        {"path": Path("x")},
        {"settings_": Settings(ocr_jobs=7)},
        {"settings_": Settings(cache=Path("outra"), cache_max_bytes=7)},
    ],
)
def test_and_nothing_else(changes: dict[str, Any]) -> None:
    assert _key(**changes) == _key()


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Two folders in the place of the package's and of the patterns'."""
    package, patterns = tmp_path / "pacote", tmp_path / "modelos"
    for folder in (package / "norms", patterns / "alvara"):
        folder.mkdir(parents=True)
    (package / "verify.py").write_text("um = 1\n")
    (package / "norms" / "glp.toml").write_text("[a]\n")
    (patterns / "alvara" / "campos.toml").write_text("[b]\n")
    monkeypatch.setattr(remember, "package_path", lambda: package)
    monkeypatch.setattr(remember, "models_path", lambda: patterns)

    def digest() -> str:
        remember.program_digest.cache_clear()
        return remember.program_digest()

    yield tmp_path, digest
    remember.program_digest.cache_clear()


def test_one_byte_of_code_or_data_makes_another_program(program: Any) -> None:
    top, digest = program
    seen = {digest()}
    for name in ("pacote/verify.py", "pacote/norms/glp.toml", "modelos/alvara/campos.toml"):
        path = top / name
        before, stat = path.read_bytes(), path.stat()
        path.write_bytes(before[:-2] + bytes([before[-2] ^ 1]) + before[-1:])
        os.utime(path, ns=(stat.st_atime_ns, stat.st_mtime_ns))  # size and time as before: only the bytes tell
        seen.add(digest())
    assert len(seen) == 4


def test_a_file_added_renamed_or_moved_makes_another_program(program: Any) -> None:
    top, digest = program
    seen = {digest()}
    (top / "pacote" / "novo.py").write_text("")
    seen.add(digest())
    (top / "pacote" / "novo.py").rename(top / "pacote" / "velho.py")
    seen.add(digest())
    (top / "pacote" / "velho.py").rename(top / "modelos" / "velho.py")
    seen.add(digest())
    assert len(seen) == 4


def test_compiled_code_counts_by_its_source(program: Any) -> None:
    top, digest = program
    before = digest()
    (top / "pacote" / "__pycache__").mkdir()
    (top / "pacote" / "__pycache__" / "verify.cpython-311.pyc").write_bytes(b"\0")
    assert digest() == before


def test_another_version_of_a_distribution_makes_another_program(program: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    top, digest = program
    before = digest()
    (top / "site").mkdir()
    monkeypatch.syspath_prepend(str(top / "site"))
    assert digest() == before
    (top / "site" / "rapidfuzz-3.99.dist-info").mkdir()
    assert digest() != before


# files that were opened


def test_opened_files_are_known_by_bytes_and_limits(tmp_path: Path) -> None:
    store = PageCache(tmp_path, 10_000_000)
    known = OpenedFiles(store, Settings())
    assert known.get("d" * 64, "pdf") is None
    known.put("d" * 64, "pdf", 3, ("javascript",))
    assert known.get("d" * 64, "pdf") == (3, ("javascript",))
    assert known.get("d" * 64, "imagem") is None and known.get("e" * 64, "pdf") is None
    assert OpenedFiles(store, Settings(max_pages_per_file=2)).get("d" * 64, "pdf") is None
    assert OpenedFiles(store, Settings(max_pixels=7)).get("d" * 64, "pdf") is None


@given(_value)
@settings(suppress_health_check=list(HealthCheck), max_examples=60, deadline=None)
def test_a_foreign_entry_is_no_opened_file(tmp_path: Path, junk: object) -> None:
    store = PageCache(tmp_path, 10_000_000)
    known = OpenedFiles(store, Settings())
    store.put_json(known._key("d" * 64, "pdf"), junk)
    found = known.get("d" * 64, "pdf")
    assert found is None or (found[0] > 0 and all(isinstance(note, str) for note in found[1]))
