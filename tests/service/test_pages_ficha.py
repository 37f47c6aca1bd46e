"""The form of the Ficha: what is typed becomes the same ficha.json, or is told beside its field."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docverify import ficha
from docverify_api import ficha_form

SAMPLES = Path(__file__).parents[2] / "samples"
GOOD = {"norma": "GLP297", "situacao": "novo", "razao_social": "Gás Bom Ltda", "cnpj": "11.222.333/0001-81"}


def typed(declared: dict[str, Any]) -> dict[str, str]:
    """Type a ficha.json into the form."""
    values: dict[str, str] = {}
    for key, value in declared.items():
        if key == "pedido":
            values |= {name: str(text) for name, text in value.items()}
        elif isinstance(value, dict):
            values |= {f"{key}.{name}": text for name, text in value.items()}
        elif isinstance(value, list):
            for row, entry in enumerate(value):
                for name, text in entry.items():
                    values[f"{key}.{row}.{name}"] = ", ".join(text) if isinstance(text, list) else text
        else:
            values[key] = value
    return values


@pytest.mark.parametrize(
    "path", sorted(p for p in SAMPLES.glob("*/*/ficha.json") if p.parts[-3] == "dossies" or "RES41" in p.read_text())
)
def test_what_a_sample_declares_can_be_typed(path: Path) -> None:
    data = path.read_bytes()
    found = ficha_form.build(typed(json.loads(data)))
    assert found.erros == {}
    assert found.ficha is not None
    wanted = ficha.parse(data)  # the activity only serves to choose a norm, which the form names
    assert ficha.parse(found.ficha) == replace(wanted, pedido=replace(wanted.pedido, atividade=None))


def test_dates_and_marks_are_brought_into_form() -> None:
    found = ficha_form.build(
        GOOD | {"data_protocolo": "3/11/2026", "endereco.cep": "13010-300", "distribuidores.0.marcas": "Azul; Verde,"}
    )
    assert found.ficha is not None
    made = json.loads(found.ficha)
    assert made["pedido"]["data_protocolo"] == "2026-11-03"
    assert made["distribuidores"] == [{"marcas": ["Azul", "Verde"]}]
    assert ficha.parse(found.ficha).cnpj == "11222333000181"


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("norma", "", "Escolha a norma."),
        ("razao_social", "  ", "Informe o nome empresarial."),
        ("cnpj", "", "Informe o CNPJ."),
        ("cnpj", "11.222.333/0001-8", "14 caracteres"),
        ("norma", "GLP999", "deve ser um de"),
        ("endereco.cep", "1301", "8 algarismos"),
        ("endereco.uf", "XX", "sigla de uma UF"),
        ("data", "31/02/2026", "data"),
        ("data_protocolo", "amanhã", "data"),
        ("responsavel.cpf", "123", "CPF"),
        ("socios.1.documento", "52998224725", "nome"),
        ("distribuidores.0.cnpj", "11222333000199", "dígitos verificadores"),
        ("nome_fantasia", "a" * 501, "501 caracteres"),
        ("telefone", "19\x0099", "controle"),
        ("classe_armazenamento", "IX", "deve ser uma de"),
    ],
)
def test_what_is_wrong_is_told_beside_its_field(name: str, text: str, said: str) -> None:
    found = ficha_form.build(GOOD | {name: text})
    assert found.ficha is None
    (place, told), *others = found.erros.items()
    assert not others
    assert place == (name if name != "socios.1.documento" else "socios.1.nome")
    assert said in told and "ficha.json" not in told


def test_digits_that_do_not_hold_may_be_confirmed_since_the_paper_may_say_so() -> None:
    wrong = GOOD | {"cnpj": "11222333000182", "responsavel.cpf": "529.982.247-26", "endereco.cep": "00100-000"}
    found = ficha_form.build(wrong)
    assert found.digitos and set(found.erros) == {"cnpj", "responsavel.cpf", "endereco.cep"}
    confirmed = ficha_form.build(wrong | {"conferido": "sim"})
    assert confirmed.ficha is not None and ficha.parse(confirmed.ficha).cnpj == "11222333000182"
    assert ficha_form.build(GOOD | {"cnpj": "123", "conferido": "sim"}).ficha is None


def test_what_only_one_norm_asks_for_is_not_declared_under_another() -> None:
    values = GOOD | {"perfil": "solicitacao_anp", "modalidade": "gnv"}
    glp = ficha_form.build(values)
    res = ficha_form.build(values | {"norma": "RES41"})
    assert glp.ficha is not None and res.ficha is not None
    assert "perfil" not in json.loads(glp.ficha)["pedido"]
    assert json.loads(res.ficha)["pedido"]["modalidade"] == "gnv"


def test_rows_are_as_many_as_are_filled_in_and_a_blank_one_and_not_without_end() -> None:
    assert ficha_form.rows_of({}, "socios") == 2
    assert ficha_form.rows_of({"socios.6.nome": "Ana"}, "socios") == 8
    many = GOOD | {f"socios.{row}.nome": f"Sócia {row}" for row in range(500)}
    found = ficha_form.build(many)
    assert found.ficha is not None
    assert len(json.loads(found.ficha)["socios"]) == ficha_form.MAX_LINHAS


@given(st.dictionaries(st.sampled_from(sorted(ficha_form.names({}))), st.text(max_size=40)))
def test_whatever_is_typed_is_a_ficha_or_errors(values: dict[str, str]) -> None:
    found = ficha_form.build(values)
    assert (found.ficha is None) == bool(found.erros)
    if found.ficha is not None:
        ficha.parse(found.ficha)
