"""``ficha.json`` is read strictly, and every complaint says where and what to do."""

from __future__ import annotations

import copy
import json
from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docverify import ficha
from docverify.errors import EXIT_BAD_INPUT, InvalidFichaError

MINIMA: dict[str, Any] = {
    "pedido": {"norma": "GLP297"},
    "cnpj": "11.222.333/0001-81",
    "razao_social": "Gás do Vale Ltda",
}
COMPLETA: dict[str, Any] = {
    "pedido": {
        "norma": "GLP297",
        "atividade": "revenda_glp",
        "situacao": "alteracao_endereco",
        "modalidade": "gnv",
        "perfil": "solicitacao_anp",
        "solicitados": ["R41-C", "R41-E"],
        "data_protocolo": "2026-11-30",
        "data_efetivacao": "2026-11-01",
        "data_notificacao": None,
        "data_registro_anterior": "2025-01-01",
    },
    "razao_social": "  Gás   do Vale Ltda ",
    "nome_fantasia": "Vale",
    "cnpj": "12.abc.345/01de-35",
    "inscricao_estadual": "110.042.490.114",
    "telefone": "(19) 3251-0000",
    "classe_armazenamento": "classe 3",
    "endereco": {
        "logradouro": "Rua A",
        "numero": "1450",
        "complemento": "",
        "bairro": "Centro",
        "cep": "13010-300",
        "municipio": "Campinas",
        "uf": "sp",
    },
    "vias_de_acesso": [{"logradouro": "Rua B", "numero": "2", "uf": "SP"}],
    "filiais": [{"cnpj": "11222333000262", "uf": "GO", "inscricao_estadual": "10.987.654-7"}],
    "estados_onde_atua": ["GO", "mt"],
    "distribuidores": [{"razao_social": "Azul S.A.", "cnpj": "33.000.167/0001-01", "marcas": ["Azul", "Céu"]}],
    "socios": [{"nome": "Ana", "documento": "529.982.247-25", "data_entrada": "2019-03-01"}],
    "responsavel": {"nome": "Ana", "identidade": "1", "cpf": "529.982.247-25", "funcao": "Sócia"},
    "local": "Campinas",
    "data": "2026-11-20",
}


def parse(data: Any) -> Any:
    return ficha.parse(json.dumps(data).encode())


def message(data: Any) -> str:
    with pytest.raises(InvalidFichaError) as caught:
        ficha.parse(data if isinstance(data, bytes) else json.dumps(data).encode())
    assert caught.value.codigo == "ficha_invalida"
    assert caught.value.exit_status == EXIT_BAD_INPUT
    text = caught.value.mensagem
    assert text.startswith("ficha.json: ")
    assert "\n" not in text
    return text


def changed(path: str, value: Any) -> dict[str, Any]:
    data = copy.deepcopy(COMPLETA)
    *steps, last = path.split(".")
    target: Any = data
    for step in steps:
        target = target[int(step)] if step.isdigit() else target[step]
    target[last] = value
    return data


def test_the_least_that_must_be_there() -> None:
    read = parse(MINIMA)
    assert read.origem == "json"
    assert read.cnpj == "11222333000181"
    assert read.pedido.situacao == "novo"
    assert read.pedido.perfil == "sistema"
    assert read.endereco is None
    assert read.distribuidores == ()


def test_everything_is_read_in_canonical_form() -> None:
    read = parse(COMPLETA)
    assert read.razao_social == "Gás do Vale Ltda"
    assert read.cnpj == "12ABC34501DE35"
    assert read.classe_armazenamento == "III"
    assert (read.endereco.cep, read.endereco.uf, read.endereco.complemento) == ("13010300", "SP", None)
    assert read.estados_onde_atua == ("GO", "MT")
    assert read.distribuidores[0].marcas == ("Azul", "Céu")
    assert read.socios[0].data_entrada == date(2019, 3, 1)
    assert read.responsavel.cpf == "52998224725"
    assert read.pedido.solicitados == ("R41-C", "R41-E")
    assert read.pedido.data_notificacao is None


def test_what_is_written_for_the_report_reads_back_the_same() -> None:
    read = parse(COMPLETA)
    again = ficha.to_dict(read)
    assert again.pop("origem") == "json"
    assert "pedido" not in again
    assert ficha.to_dict(parse({**again, "pedido": COMPLETA["pedido"]})) == ficha.to_dict(read)
    assert json.loads(ficha.dumps(read))["cnpj"] == "12ABC34501DE35"


def test_a_byte_order_mark_is_no_fault() -> None:
    assert ficha.parse(b"\xef\xbb\xbf" + json.dumps(MINIMA).encode()).cnpj == "11222333000181"


def test_a_declared_cnpj_with_wrong_check_digits_is_kept_for_the_report() -> None:
    assert parse({**MINIMA, "cnpj": "11.222.333/0001-82"}).cnpj == "11222333000182"


@pytest.mark.parametrize("key", ["cnpj", "razao_social", "pedido"])
def test_what_must_be_there_is_asked_for_by_name(key: str) -> None:
    assert f"'{key}'" in message({k: v for k, v in MINIMA.items() if k != key})
    assert f"'{key}'" in message({**MINIMA, key: None})


@pytest.mark.parametrize(
    ("path", "nearest"),
    [
        ("razao_socail", "razao_social"),
        ("pedido.situação", "situacao"),
        ("endereco.numro", "numero"),
        ("distribuidores.0.marca", "marcas"),
        ("responsavel.CPF", "cpf"),
    ],
)
def test_an_unknown_key_is_named_with_its_place_and_the_nearest_known(path: str, nearest: str) -> None:
    said = message(changed(path, "x"))
    assert path.split(".")[-1] in said
    assert f"'{nearest}'" in said
    if "." in path:
        assert path.split(".")[0] in said


@pytest.mark.parametrize(
    ("path", "value", "says"),
    [
        ("endereco.numero", 1450, "entre aspas"),
        ("cnpj", "11.222.333/0001", "14 posições"),
        ("cnpj", 11222333000181, "entre aspas"),
        ("cnpj", "１１222333000181", "14 posições"),
        ("endereco.cep", "1301-300", "8 algarismos"),
        ("endereco.uf", "XX", "sigla"),
        ("responsavel.cpf", "529.982.247", "11 algarismos"),
        ("classe_armazenamento", "VIII", "Especial"),
        ("data", "20/11/2026", "AAAA-MM-DD"),
        ("data", "2026-02-30", "que existe"),
        ("data", "1789-07-14", "AAAA-MM-DD"),
        ("pedido.situacao", "nova", "'novo'"),
        ("pedido.norma", "GLP298", "'GLP297'"),
        ("distribuidores", {"cnpj": "x"}, "lista"),
        ("endereco", ["Rua A"], "objeto"),
        ("socios", ["Ana"], "'socios[0]'"),
        ("socios.0.nome", None, "'socios[0].nome'"),
        ("estados_onde_atua", ["GO", "Goiás"], "estados_onde_atua[1]"),
        ("telefone", True, "true/false"),
        ("razao_social", "x" * 501, "501 caracteres"),
        ("razao_social", "Gás\x00", "controle"),
        ("razao_social", "   ", "falta"),
        ("socios", [{"nome": "Ana"}] * 501, "501 itens"),
    ],
)
def test_a_wrong_value_is_named_with_the_remedy(path: str, value: Any, says: str) -> None:
    said = message(changed(path, value))
    assert says in said
    assert path.split(".")[0] in said


def test_without_a_norm_both_activity_and_date_are_needed() -> None:
    assert (
        parse({**MINIMA, "pedido": {"atividade": "revenda_glp", "data_protocolo": "2026-11-30"}}).pedido.norma is None
    )
    assert "data_protocolo" in message({**MINIMA, "pedido": {"atividade": "revenda_glp"}})
    said = message({**MINIMA, "pedido": {}})
    assert "atividade" in said
    assert "data_protocolo" in said


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "linha 1"),
        (b"{", "linha 1"),
        (b"[]", "objeto"),
        (b"null", "objeto"),
        (b"\xff\xfe{}", "UTF-8"),
        (b'{"cnpj": "1", "cnpj": "2"}', "duas vezes"),
        (b'{"pedido": {"norma": "GLP297", "norma": "GLP297"}}', "duas vezes"),
        (b'{"cnpj": NaN}', "NaN"),
        (b'{"cnpj": -Infinity}', "Infinity"),
        (b'{"cnpj": ' + b"9" * 6000 + b"}", "grande"),
        (b"[" * 100_000, "aninhados"),
        (b'{"a":' * 30 + b"1" + b"}" * 30, "aninhados"),
        (b" " * (ficha.MAX_BYTES + 1), "limite"),
        (b'{"razao_social": "\\ud800", "cnpj": "11222333000181", "pedido": {"norma": "GLP297"}}', "controle"),
    ],
)
def test_what_is_not_such_json_is_refused(data: bytes, says: str) -> None:
    assert says in message(data)


@pytest.mark.parametrize("junk", [None, "", "3²", 7, [], {}])
def test_what_is_not_bytes_is_refused(junk: Any) -> None:
    with pytest.raises(InvalidFichaError):
        ficha.parse(junk)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=10), inner, max_size=3),
    max_leaves=8,
)
known_keys = st.sampled_from([*COMPLETA, "pedido.norma", "endereco.cep", "socios.0.nome", "responsavel.cpf"])


@given(known_keys, json_values)
def test_any_value_under_a_known_key_is_read_or_refused_by_the_one_error(path: str, value: Any) -> None:
    try:
        parse(changed(path, value))
    except InvalidFichaError as error:
        assert error.mensagem


@given(st.binary(max_size=200))
def test_any_bytes_are_refused_by_the_one_error(data: bytes) -> None:
    with pytest.raises(InvalidFichaError):
        ficha.parse(data)
