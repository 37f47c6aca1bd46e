"""The JSON report: the contract's shape, fixed order, nothing that JSON cannot say."""

from __future__ import annotations

import json
from dataclasses import replace

import jsonschema
import pytest

from docverify.report import serialize
from docverify.resources import package_path
from tests.unit.report.made import DOCUMENTS, verification


def _schema() -> dict:
    return json.loads(package_path("report", "schema", "relatorio-1.json").read_text(encoding="utf-8"))


def test_the_report_follows_the_schema() -> None:
    jsonschema.Draft202012Validator(_schema()).validate(serialize.to_dict(verification()))


def test_keys_stand_in_the_order_of_the_contract() -> None:
    report = serialize.to_dict(verification())
    assert list(report) == [
        "versao", "dossie", "norma", "titulo_norma", "situacao", "modalidade", "perfil", "data_referencia", "resultado",
        "efeito", "avisos", "ficha", "itens", "documentos", "tempos",
    ]  # fmt: skip
    assert list(report["itens"][2]["motivos"][0]["evidencia"]) == [
        "documento", "campo", "pagina", "caixa", "lido", "declarado", "similaridade",
    ]  # fmt: skip


def test_the_same_verification_gives_the_same_bytes_whatever_the_order_of_fields() -> None:
    found = verification()
    turned = tuple(replace(d, campos=dict(reversed(list(d.campos.items())))) for d in found.documentos)
    assert serialize.dumps(serialize.to_dict(found)) == serialize.dumps(
        serialize.to_dict(replace(found, documentos=turned))
    )


def test_numbers_are_rounded_and_never_nan() -> None:
    broken = replace(DOCUMENTS[0], confianca=float("nan"))
    report = serialize.to_dict(replace(verification(), documentos=(broken, *DOCUMENTS[1:])))
    assert report["documentos"][0]["confianca"] == 0.0
    assert serialize.to_dict(verification())["documentos"][0]["confianca"] == 0.9912
    assert report["tempos"]["ocr_s"] == 1.235
    assert "NaN" not in serialize.dumps(report)


def test_a_continued_document_names_its_first_part_and_a_field_its_other_file() -> None:
    documents = serialize.to_dict(verification())["documentos"]
    assert "continua" not in documents[0]
    assert documents[2]["continua"] == 1
    assert documents[1]["campos"]["numero_registro"]["arquivo"] == "contrato2.pdf"
    assert "arquivo" not in documents[0]["campos"]["validade"]


def test_the_ficha_is_told_without_pedido_and_without_what_was_not_declared() -> None:
    ficha = serialize.to_dict(verification())["ficha"]
    assert ficha["origem"] == "json"
    assert ficha["data"] == "2026-01-02"
    assert ficha["endereco"] == {"logradouro": "Rua X", "numero": "10"}
    assert "pedido" not in ficha and "telefone" not in ficha


@pytest.mark.parametrize("name", ["a\udcffb.pdf", "\ud800", "ok"])
def test_undecodable_file_names_become_text_that_utf8_can_say(name: str) -> None:
    report = serialize.to_dict(replace(verification(), dossie=name))
    assert json.loads(serialize.dumps(report).encode("utf-8"))["dossie"] == serialize.clean(name)


def test_one_line_for_a_batch_and_many_for_a_person() -> None:
    report = serialize.to_dict(verification())
    assert "\n" not in serialize.dumps(report)
    assert json.loads(serialize.dumps(report, indent=2)) == report
