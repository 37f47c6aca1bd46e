"""Papers in layouts and wordings that no other test has: each value is read, and surely enough to decide by."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from tests.unit.documents.pages import layout

from docverify.documents.classify import classify_page
from docverify.documents.extract import extract
from docverify.values.text import fold

_SURE = 0.8
PAPERS = [
    pytest.param(
        entry["tipo"],
        entry["texto"],
        entry.get("campos", {}),
        entry.get("duvida", ()),
        id=f"{entry['tipo']}-{entry['nome']}",
    )
    for entry in tomllib.loads((Path(__file__).parent / "nao_vistos.toml").read_text(encoding="utf-8"))["papel"]
]


def _key(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _key(part) for name, part in value.items()}
    return fold(str(value)).replace(".", "").strip()


def _same(wanted: Any, found: Any) -> bool:
    if isinstance(wanted, dict):
        return isinstance(found, dict) and all(_key(found.get(name)) == _key(part) for name, part in wanted.items())
    return bool(_key(wanted) == _key(found))


@pytest.mark.parametrize(("tipo", "texto", "campos", "duvida"), PAPERS)
def test_a_paper_is_told_and_read(tipo: str, texto: str, campos: dict[str, Any], duvida: Sequence[str]) -> None:
    page = layout(texto)
    kind = classify_page(page)
    assert kind.tipo == tipo, (kind.confianca, kind.sinais, kind.points)
    found = extract(tipo, [page]).campos
    wrong = {
        name: (found[name].valor, found[name].confianca) if name in found else None
        for name, wanted in campos.items()
        if name not in found or not _same(wanted, found[name].valor) or found[name].confianca < _SURE
    }
    assert not wrong
    assert not [name for name in duvida if name in found and found[name].confianca >= _SURE]


_BRIGADE = """
^ CORPO DE BOMBEIROS MILITAR DO ESTADO DE GOIÁS
# CERTIFICADO DE CONFORMIDADE
CERCON Nº 45.221/2026
Razão social: GÁS GOIÁS LTDA
CNPJ: 11.222.333/0001-81
Atividade: Comércio varejista de gás liquefeito de petróleo (GLP)
"""
KILOGRAMS = [
    "Armazenamento: 49.920kg (quarenta e nove mil, novecentos e vinte quilos)",
    "Carga autorizada (GLP) 49.920 kg",
    "GLP: 49.920 KG",
    "49.920 kg de GLP em recipientes transportáveis",
    "QTDE. GLP (KG)\tALTURA\tÁREA\n49.920\t3,00 m\t420,00 m²",
    "CAPACIDADEDEARMAZENAMENTO:49.920KG",
    "Capac. armaz.: 49.920 kg",
    "Volume de GLP: 49.920 kg",
    "Peso total de GLP: 49,92 t",
    "Inventário: depósito de recipientes transportáveis contendo 49.920 quilogramas de GLP",
    "armazenagem de até 49.920 (quarenta e nove mil novecentos e vinte) kg de GLP",
]


@pytest.mark.parametrize("line", KILOGRAMS)
def test_kilograms_are_read_and_are_no_part_of_the_activity(line: str) -> None:
    found = extract("certificado_bombeiros", [layout(f"{_BRIGADE}{line}\nValidade: 10/10/2027")]).campos
    assert (found["capacidade_glp_kg"].valor, found["capacidade_glp_kg"].confianca >= _SURE) == (49920, True)
    assert found["atividade"].valor == "Comércio varejista de gás liquefeito de petróleo (GLP)"


OTHER_KILOGRAMS = [
    "Central de GLP: 180 kg",
    "Extintores de pó químico: 12 kg",
    "Carga de incêndio: 300 kg de madeira equivalente",
    "Elevador de carga: 1.500 kg",
    "Certificado anterior: capacidade 6.240 kg de GLP",
]


@pytest.mark.parametrize("line", OTHER_KILOGRAMS)
def test_other_weights_are_no_capacity(line: str) -> None:
    found = extract("certificado_bombeiros", [layout(f"{_BRIGADE}{line}\nValidade: 10/10/2027")]).campos
    assert "capacidade_glp_kg" not in found or found["capacidade_glp_kg"].confianca < _SURE
