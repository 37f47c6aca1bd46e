"""Every code of the contract has a Portuguese name, and reports print it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from docverify import ficha
from docverify.documents import contract
from docverify.model import TIPOS
from docverify.norms import available, labels, load_norm
from docverify.report import codes, words
from docverify.resources import package_path

SCHEMA: dict[str, Any] = json.loads(package_path("report", "schema", "relatorio-1.json").read_text(encoding="utf-8"))


def enum_of(place: Any) -> set[str]:
    return {c for c in place["enum"] if c is not None}


def reason_codes() -> set[str]:
    found = [d["properties"]["codigo"] for d in SCHEMA["$defs"].values() if "gravidade" in d.get("properties", {})]
    return enum_of(found[0])


@pytest.mark.parametrize(
    ("named", "known"),
    [
        (codes.MOTIVOS, reason_codes()),
        (codes.EFEITOS, enum_of(SCHEMA["properties"]["efeito"]["properties"]["codigo"])),
        (codes.AVISOS, enum_of(SCHEMA["properties"]["avisos"]["items"]["properties"]["codigo"])),
        (codes.MODALIDADES, set(ficha.MODALIDADES)),
        (codes.PERFIS, set(ficha.PERFIS)),
        (words.PEDIDOS, set(ficha.SITUACOES)),
        (words.RESULTADOS, enum_of(SCHEMA["properties"]["resultado"])),
        (words.TIPOS, set(TIPOS)),
        (labels.TIPOS, set(TIPOS)),
    ],
)
def test_every_code_has_a_name_and_no_name_is_left_over(named: dict[str, str], known: set[str]) -> None:
    assert set(named) == known
    for code, name in named.items():
        assert name.strip()
        assert "_" not in name, code


@pytest.mark.parametrize("norm_id", available())
def test_what_a_norm_names_is_known_to_the_report(norm_id: str) -> None:
    norm = load_norm(norm_id)
    assert set(norm.efeitos) <= set(codes.EFEITOS)
    assert set(norm.avisos) <= set(codes.AVISOS)
    assert set(norm.situacoes) <= set(words.PEDIDOS)
    assert set(norm.modalidades) <= set(codes.MODALIDADES)
    assert set(norm.perfis) <= set(codes.PERFIS)
    for rule in norm.regras:
        assert set(rule.efeito_por_motivo) | {c for a in rule.avisos for c in a.motivos} <= set(codes.MOTIVOS)


@pytest.mark.parametrize("tipo", TIPOS)
def test_every_field_of_a_document_has_a_name_with_its_article(tipo: str) -> None:
    for name in contract.campos_of(tipo):
        assert name in labels.CAMPOS, name
        assert name in words.CAMPOS, name
        assert labels.campo(name).split()[0] in ("o", "a", "os", "as", "se"), name


@pytest.mark.parametrize("norm_id", available())
def test_every_datum_that_a_norm_requires_has_a_name(norm_id: str) -> None:
    norm = load_norm(norm_id)
    for call in (c for r in norm.regras for c in r.chamadas if c.nome == "ficha_completa"):
        given = call.parametros["campos"]
        listed = norm.setting(given[1:]) if isinstance(given, str) else given
        assert set(listed) <= set(labels.CHAVES_FICHA)
