"""What a purge takes out of reports: everything of the documents that go, wherever it is repeated, and no more."""

from __future__ import annotations

import json
from typing import Any

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from docverify.resources import package_path
from docverify.store.scrub import SCRUBBED, emptied, kinds_by_original, scrubbed
from tests.service.purge_made import BOX, MARK, report

SCHEMA = package_path("report", "schema", "relatorio-1.json").read_text(encoding="utf-8")
VALID = jsonschema.Draft202012Validator(json.loads(SCHEMA))
KINDS = {"contrato_social": "contrato", "documento_identidade": "rg", "alvara_funcionamento": "alvara"}
NAMES = {kind: f"{called}.pdf" for kind, called in KINDS.items()}
ALL = frozenset(NAMES.values())
CALLED = {name: f"expurgado-{number}" for number, name in enumerate(sorted(ALL))}


def without(gone: set[str], *, ficha: bool = False, **changes: Any) -> dict[str, Any]:
    renamed = {name: CALLED[name] if name in gone else name for name in ALL}
    out = scrubbed(report("A", NAMES) | changes, ALL, gone, ficha=ficha, renamed=renamed)
    VALID.validate(out)
    return out


def test_of_each_document_everything_goes_and_of_the_others_nothing() -> None:
    before = report("A", NAMES)
    out = without({"rg.pdf"})
    assert f"{MARK}Adocumento_identidade" not in json.dumps(out)
    assert "rg.pdf" not in json.dumps(out)
    for number in (0, 2):
        assert out["documentos"][number] == before["documentos"][number]
        assert out["itens"][number] == before["itens"][number]
    assert out["ficha"] == before["ficha"]
    lost = out["documentos"][1]
    assert (lost["tipo"], lost["paginas"], lost["campos"], lost["expurgado"]) == ("documento_identidade", [1], {}, True)
    reason = out["itens"][1]["motivos"][0]
    assert (reason["codigo"], reason["mensagem"]) == ("razao_social_divergente", SCRUBBED)
    assert (reason["evidencia"]["lido"], reason["evidencia"]["declarado"]) == (None, f"{MARK}AFICHA LTDA")


def test_a_message_about_another_document_that_repeats_what_was_read_goes() -> None:
    items = report("A", NAMES)["itens"]
    items[0]["motivos"][0]["mensagem"] = f"O sócio “{MARK}adocumento_identidadelido” do RG não está no contrato."
    out = without({"rg.pdf"}, itens=items)
    assert out["itens"][0]["motivos"][0]["mensagem"] == SCRUBBED
    assert out["itens"][0]["motivos"][0]["evidencia"]["lido"] == f"{MARK}Acontrato_socialLIDO"


def test_an_item_that_rests_on_a_document_that_goes_says_nothing_any_more() -> None:
    items = report("A", NAMES)["itens"]
    items[2]["documentos"] = [1, 2]
    items[2]["motivos"][0]["evidencia"] = None
    out = without({"rg.pdf"}, itens=items)
    assert out["itens"][2]["motivos"][0]["mensagem"] == SCRUBBED
    assert out["itens"][2]["situacao"] == "nao_conforme"


def test_what_another_document_says_too_may_stay() -> None:
    documents = report("A", NAMES)["documentos"]
    for number in (0, 1):
        documents[number]["campos"]["razao_social"]["valor"] = "GAS BOM LTDA"
    items = report("A", NAMES)["itens"]
    items[0]["motivos"][0]["mensagem"] = "No contrato está “GAS BOM LTDA”."
    out = without({"rg.pdf"}, documentos=documents, itens=items)
    assert out["itens"][0]["motivos"][0]["mensagem"] == "No contrato está “GAS BOM LTDA”."


def test_the_declared_data_go_with_every_message_that_may_hold_them() -> None:
    out = without(set(), ficha=True)
    assert out["ficha"] == {"origem": "json"}
    assert "FICHA" not in json.dumps(out)
    assert out["documentos"] == report("A", NAMES)["documentos"]


def test_a_field_that_lies_on_another_original_goes_with_it() -> None:
    documents = report("A", NAMES)["documentos"]
    documents[0]["campos"]["numero"] = {
        "valor": "QZ-77", "lido": "QZ-77", "confianca": 0.9, "pagina": 1, "caixa": BOX, "arquivo": "rg.pdf",
    }  # fmt: skip
    assert kinds_by_original({"documentos": documents}, ALL)["rg.pdf"] == {"contrato_social", "documento_identidade"}
    assert "QZ-77" not in json.dumps(without({"rg.pdf"}, documentos=documents))


def test_what_came_out_of_a_zip_goes_with_the_zip() -> None:
    inside = {kind: f"pasta/{name}" for kind, name in NAMES.items()}
    made = report("A", inside)
    originals = frozenset({"tudo.zip"})
    assert kinds_by_original(made, originals) == {"tudo.zip": set(NAMES)}
    out = scrubbed(made, originals, originals, ficha=False, renamed={"tudo.zip": "expurgado-1"})
    VALID.validate(out)
    assert "LIDO" not in json.dumps(out)
    assert "pasta/" not in json.dumps(out)


def test_of_the_whole_what_was_decided_stays() -> None:
    before = report("A", NAMES)
    out = emptied(before | {"outra_chave": MARK}, ALL, CALLED, "dossiê expurgado")
    VALID.validate(out)
    assert MARK not in json.dumps(out)
    assert (out["resultado"], out["efeito"]["codigo"], out["expurgado"]) == ("rejeitado", "nao_acolhido", True)
    assert [item["situacao"] for item in out["itens"]] == [item["situacao"] for item in before["itens"]]
    assert [d["tipo"] for d in out["documentos"]] == list(NAMES)
    assert out["tempos"] == before["tempos"]


@pytest.mark.parametrize("order", [("rg.pdf", "alvara.pdf"), ("alvara.pdf", "rg.pdf")])
def test_one_after_the_other_is_both(order: tuple[str, str]) -> None:
    names, out = set(ALL), report("A", NAMES)
    for name in order:
        renamed = {n: CALLED.get(n, n) if n == name else n for n in names}
        out = scrubbed(out, names, {name}, ficha=False, renamed=renamed)
        names = {renamed[n] for n in names}
    assert out == without(set(order))


@settings(deadline=None)
@given(st.sets(st.sampled_from(sorted(ALL))), st.booleans())
def test_what_is_scrubbed_does_not_change_any_more(gone: set[str], ficha: bool) -> None:
    once = without(gone, ficha=ficha)
    names = frozenset(CALLED[n] if n in gone else n for n in ALL)
    again = scrubbed(once, names, {CALLED[n] for n in gone}, ficha=ficha, renamed={n: n for n in names})
    assert again == once
    for kind, name in NAMES.items():
        assert (f"{MARK}A{kind}LIDO" in json.dumps(once)) == (name not in gone)
